// A game of Okiya against the computer as it is played: the moves that count, and the help that was taken. Until it is over no values are shown
// and no move is marked, unless the player asks, which is counted.

import { computed, signal } from "../html.js";
import { keptHere } from "../store.js";

/** @typedef {import("./model.js").Side} Side */
/** @typedef {import("./model.js").Player} Player */
/** @typedef {Record<Side, Player>} Seats */
/** @typedef {{ garden: string, seats: Seats, line: string[], takebacks: number, hints: number, over: boolean }} Playing `line`: the moves played, without those that were taken back */

const PLAYERS = ["human", "perfect", "strong", "medium", "weak", "adaptive"];
const BOTH = /** @type {Seats} */ ({ x: "human", o: "human" });

/** Who plays each side of the garden on the screen. */
export const players = signal(BOTH);

const NOTHING = /** @type {Playing} */ ({ garden: "", seats: BOTH, line: [], takebacks: 0, hints: 0, over: false });
export const playing = keptHere(
  "okiya.playing",
  NOTHING,
  (/** @type {any} */ found) =>
    typeof found?.garden === "string" &&
    PLAYERS.includes(found.seats?.x) &&
    PLAYERS.includes(found.seats?.o) &&
    Array.isArray(found.line) &&
    Number.isInteger(found.takebacks) &&
    Number.isInteger(found.hints) &&
    typeof found.over === "boolean",
);

/** The player's side against the computer; `null` if both sides are played by the same. */
export const ownSide = computed(() => {
  const { x, o } = players.value;
  return (x === "human") === (o === "human") ? null : x === "human" ? /** @type {const} */ ("x") : /** @type {const} */ ("o");
});

/** The position for which the player has asked for values, as its text. */
const asked = signal("");

/** Whether a game is being played against the computer. */
export const isLive = () => ownSide.value !== null && playing.value.garden !== "" && !playing.value.over;

/** The garden of the game that waits to be gone on with. */
export const waiting = () => (playing.value.over ? "" : playing.value.garden);

/** Begins a game in a garden, from these moves on. @param {string} garden @param {Seats} seats @param {string[]} [line] */
export function startPlaying(garden, seats, line = []) {
  asked.value = "";
  players.value = seats;
  playing.value = { ...NOTHING, garden, seats, line };
}

/** The players of a garden that is opened: a game goes on where it was left, and only in its own garden. @param {string} garden */
export function comeTo(garden) {
  players.value = playing.value.garden === garden ? playing.value.seats : BOTH;
}

export function stopPlaying() {
  players.value = BOTH;
  playing.value = NOTHING;
}

/** Counts a move: another one than was played before takes all that followed back. @param {string[]} moves all of them, with the new one */
export function played(moves) {
  const { line, takebacks, over } = playing.value;
  if (over || moves.every((move, index) => line[index] === move)) return;
  playing.value = { ...playing.value, line: moves, takebacks: takebacks + (line.length >= moves.length ? 1 : 0) };
}

/** Whether the values of this position have been asked for. @param {string} text */
export const hasAsked = (text) => asked.value === text;

/** Shows the values of a position of the game, which counts once as a hint; or hides them again. @param {string} text */
export function askFor(text) {
  if (hasAsked(text)) asked.value = "";
  else {
    asked.value = text;
    playing.value = { ...playing.value, hints: playing.value.hints + 1 };
  }
}

export function finishPlaying() {
  playing.value = { ...playing.value, over: true };
}
