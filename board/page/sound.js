// Optional sounds: short tones generated here, so that no file is loaded.

import { sound } from "./store.js";

/** Pitch in hertz, length in seconds. */
const TONES = /** @type {const} */ ({ card: [440, 0.05], tile: [330, 0.07], right: [660, 0.16], wrong: [196, 0.2] });

/** @type {AudioContext | null} */
let context = null;

/** Plays a tone, unless sound is off. @param {keyof typeof TONES} name */
export function play(name) {
  if (!sound.value) return;
  try {
    context ??= new AudioContext();
    const [pitch, length] = TONES[name];
    const now = context.currentTime;
    const loudness = new GainNode(context, { gain: 0.12 });
    loudness.gain.setValueAtTime(0.12, now);
    loudness.gain.exponentialRampToValueAtTime(0.001, now + length);
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    tone.connect(loudness).connect(context.destination);
    tone.start(now);
    tone.stop(now + length);
  } catch {
    // A browser without sound: the page works without.
  }
}
