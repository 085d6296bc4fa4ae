// Data kept on this device between visits. It is never sent anywhere.

import { effect, signal } from "./html.js";

const PREFIX = "hanamachi.";

/** Storage of a value: on this device, or in this tab until it is closed. @typedef {"device" | "tab"} Place */
/** @param {Place} place */
const storage = (place) => (place === "tab" ? sessionStorage : localStorage);

/** @param {string} key @param {Place} [place] @returns {unknown} */
export function recall(key, place = "device") {
  try {
    const text = storage(place).getItem(PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {string} key @param {unknown} value @param {Place} [place] */
export function remember(key, value, place = "device") {
  try {
    storage(place).setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the page works without.
  }
}

/** A signal with a stored value. @template T @param {string} key @param {T} initial @param {(found: unknown) => boolean} fits */
export function kept(key, initial, fits) {
  const found = recall(key);
  const value = signal(fits(found) ? /** @type {T} */ (found) : initial);
  let first = true;
  effect(() => {
    const now = value.value;
    if (!first) remember(key, now);
    first = false;
  });
  return value;
}

/** @param {readonly unknown[]} values */
const oneOf = (values) => (/** @type {unknown} */ found) => values.includes(found);
const isBoolean = oneOf([true, false]);

export const theme = kept("theme", /** @type {"system" | "light" | "dark"} */ ("system"), oneOf(["system", "light", "dark"]));
/** Colour of the first player's tokens: red or black as in the rulebook, or dark before light. */
export const tokens = kept("tokens", /** @type {"red" | "black" | "stone"} */ ("red"), oneOf(["red", "black", "stone"]));
export const textMode = kept("text_mode", false, isBoolean);
/** Whether cards have letters beside their pictures. */
export const showLetters = kept("letters", true, isBoolean);
/** Whether moves can be heard. */
export const sound = kept("sound", false, isBoolean);
export const showValues = kept("show_values", true, isBoolean);
export const fullBoard = kept("full_board", /** @type {"draw" | "last"} */ ("draw"), oneOf(["draw", "last"]));

/** The round of the previous visit, for the home screen. */
export const lastRound = () => {
  const found = recall("last.hana");
  return typeof found === "string" && found.startsWith("#h/") ? found : null;
};

/** A seed for the engine, which has no chance of its own. */
export function newSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0xfffff) * 2 ** 32 + low;
}
