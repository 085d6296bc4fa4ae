// Mistakes that reviews have marked, on this device alone: the exercises of "My mistakes".

import { recall, remember } from "../store.js";

/** @typedef {{ text: string, action: string, best: string, loss: number, kind?: string, when: number, game?: "okiya", full?: string }} Mistake `game`: Hanamikoji if it is not named */

/** Number of mistakes that are kept. */
const MOST = 500;

/** The mistakes of all reviews on this device, the newest ones last. @returns {Mistake[]} */
export function mistakes() {
  const found = recall("mistakes");
  return Array.isArray(found) ? found.filter((row) => typeof row?.text === "string" && typeof row?.best === "string") : [];
}

/** Adds mistakes; the address of the first of them. @param {Omit<Mistake, "when">[]} made */
export function keepMistakes(made) {
  const kept = new Map(mistakes().map((row) => [row.text, row]));
  for (const row of made) {
    kept.delete(row.text);
    kept.set(row.text, { ...row, when: Date.now() });
  }
  const rows = [...kept.values()].slice(-MOST);
  remember("mistakes", rows);
  return `#t/mistakes/0/${Math.max(0, rows.length - new Set(made.map(({ text }) => text)).size)}`;
}
