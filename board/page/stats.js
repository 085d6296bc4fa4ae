// Games against the computer on this device alone: results by level, what decisions have lost, and the kinds of mistakes.

import { kept, persist } from "./store.js";

/**
 * A finished game. `loss`: mean loss of a decision of the player's, in tiles of Okiya or as a probability of Hanamikoji, once it has been reviewed; `slips`: the
 * number of mistakes of each kind.
 * @typedef {{ game: "okiya" | "hana", key: string, level: string, result: number, takebacks: number, hints: number, when: number, loss?: number, slips?: Record<string, number> }} Played
 */

/** Number of games that are kept. */
const MOST = 500;

const isPlayed = (/** @type {any} */ one) =>
  (one?.game === "okiya" || one?.game === "hana") &&
  typeof one.key === "string" &&
  typeof one.level === "string" &&
  [0, 0.5, 1].includes(one.result) &&
  [one.takebacks, one.hints, one.when].every((number) => Number.isFinite(number) && number >= 0);

export const games = kept("games", /** @type {Played[]} */ ([]), (found) => Array.isArray(found) && found.every(isPlayed));

/** Adds a finished game. @param {Omit<Played, "when">} one */
export function noteGame(one) {
  games.value = [...games.value, { ...one, when: Date.now() }].slice(-MOST);
  persist();
}

/** Adds what a review has found to the game that it is of. @param {string} key @param {{ loss: number, slips: Record<string, number> }} found */
export function noteReview(key, found) {
  const at = games.value.findLastIndex((one) => one.key === key);
  if (at < 0 || games.value[at].loss !== undefined) return;
  games.value = games.value.map((one, index) => (index === at ? { ...one, ...found } : one));
}
