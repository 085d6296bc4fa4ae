// The page's reading of advice: the recommended action, the actions that cannot be distinguished from it, and the rows in display
// order. Nothing else on the page decides this.

import { parts } from "./model.js";

/** @typedef {import("./model.js").Advice} Advice */
/** @typedef {import("./model.js").ActionValue} ActionValue */
/** @typedef {{ play: string | null, best: string[] }} Choice `best` cannot be told apart from the best, in the order in which it is shown */
/** @typedef {{ row: ActionValue, alike: string[], frequency: number | null }} Row equal actions as one: the one that is shown, all of them, and how often any of them is played */
/** @typedef {{ kind: number | null, share: number | null, rows: Row[], more: number }} Group actions of one kind, how often the strategy uses that kind, and the number of rows left out */

/** Most rows of a kind that are shown at first. */
export const ROWS_OF_KIND = 2;
/** Actions with a lower frequency in the equilibrium are ranked by value alone. */
const SELDOM = 0.005;
/** A second action of a kind is shown at first if it is as good as the best, or played as often as this. */
const OFTEN = 0.05;

/** The choice of the engine; if it names none, the choice is derived from its advice. @param {Advice} advice @returns {Choice} */
export function choiceOf({ evaluation, advice, close }) {
  const named = evaluation.advice;
  if (named != null) return { play: named.play, best: named.best };
  if (advice === null) return { play: null, best: [] };
  const { action } = advice;
  return { play: action, best: [action, ...close.filter((other) => other !== action)] };
}

/** Frequency of each kind of action in the strategy; `null` if the method finds no strategy. @param {ActionValue[]} actions @returns {Map<number | null, number> | null} */
export function mixture(actions) {
  if (!actions.some(({ frequency }) => frequency !== null)) return null;
  /** @type {Map<number | null, number>} */
  const shares = new Map();
  for (const { action, frequency } of actions) {
    const { kind } = parts(action);
    shares.set(kind, (shares.get(kind) ?? 0) + (frequency ?? 0));
  }
  return shares;
}

/** Equal actions as one row, which shows the advised one if it is among them. @param {Advice} advice @returns {Row[]} */
export function rowsOf(advice) {
  const { play } = choiceOf(advice);
  /** @type {Map<string, Row>} */
  const rows = new Map();
  for (const row of advice.evaluation.actions) {
    const { action, orbit = action, frequency } = row;
    const found = rows.get(orbit);
    if (found === undefined) rows.set(orbit, { row, alike: [action], frequency });
    else {
      found.alike.push(action);
      if (frequency !== null) found.frequency = (found.frequency ?? 0) + frequency;
      if (action === play) found.row = row;
    }
  }
  return [...rows.values()];
}

/** The rows as they rank: the advised one, those that are as good, the others by how often they are played, or by their loss. @param {Advice} advice @param {Row[]} rows @param {"often" | "points"} [by] @returns {Row[]} */
function ranked(advice, rows, by = "often") {
  const { best } = choiceOf(advice);
  const place = (/** @type {Row} */ { alike }) =>
    Math.min(...alike.map((action) => (best.includes(action) ? best.indexOf(action) : best.length)));
  const often = (/** @type {Row} */ { frequency }) => ((frequency ?? 0) >= SELDOM ? (frequency ?? 0) : 0);
  // Whole points: smaller differences imply no order.
  const points = (/** @type {Row} */ { row }) => Math.round(100 * (row.loss ?? 1));
  return [...rows].sort((a, b) => {
    const [more, less] = [often(b) - often(a), points(a) - points(b)];
    return place(a) - place(b) || (by === "often" ? more || less : less || more);
  });
}

/** What the strategy plays, the most frequent first, as far as it is worth a word. @param {Advice} advice @returns {Row[]} */
export const mixed = (advice) =>
  rowsOf(advice)
    .filter(({ frequency }) => (frequency ?? 0) >= OFTEN)
    .sort((a, b) => (b.frequency ?? 0) - (a.frequency ?? 0));

/**
 * The rows by kind of action: that of the advised action first, then by frequency. One or two of each kind, or all of them.
 * @param {Advice} advice @param {{ only?: number | null | undefined, all?: boolean }} options @returns {Group[]}
 */
export function arranged(advice, { only, all = false } = {}) {
  const { play, best } = choiceOf(advice);
  const shares = mixture(advice.evaluation.actions);
  const rows = rowsOf(advice).filter(({ row }) => only === undefined || parts(row.action).kind === only);
  const first = play === null ? undefined : parts(play).kind;
  const least = (/** @type {Row[]} */ of) => Math.min(...of.map(({ row }) => row.loss ?? 1));
  return [...new Set(rows.map(({ row }) => parts(row.action).kind))]
    .map((kind) => {
      const own = rows.filter(({ row }) => parts(row.action).kind === kind);
      const told = (/** @type {Row} */ { alike, frequency }) =>
        alike.some((action) => best.includes(action)) || (frequency ?? 0) >= OFTEN;
      const shown = all
        ? ranked(advice, own, "points")
        : ranked(advice, own)
            .filter((row, index) => index === 0 || kind === first || kind === null || told(row))
            .slice(0, kind === null ? own.length : ROWS_OF_KIND);
      return { kind, share: shares?.get(kind) ?? null, rows: shown, more: own.length - shown.length };
    })
    .sort(
      (a, b) =>
        Number(b.kind === first) - Number(a.kind === first) ||
        (shares === null ? least(a.rows) - least(b.rows) : (b.share ?? 0) - (a.share ?? 0)) ||
        (a.kind ?? 0) - (b.kind ?? 0),
    );
}
