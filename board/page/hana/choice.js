// The page's reading of advice: the recommended action, the actions that cannot be distinguished from it, and the rows in display
// order. Nothing else on the page decides this.

import { parts } from "./model.js";

/** @typedef {import("./model.js").Advice} Advice */
/** @typedef {import("./model.js").ActionValue} ActionValue */
/** @typedef {{ play: string | null, best: string[] }} Choice `best` cannot be told apart from the best, in the order in which it is shown */
/** @typedef {{ kind: number | null, share: number | null, rows: ActionValue[] }} Group actions of one kind, and how often the strategy uses that kind */

/** Number of rows shown at first. */
export const ROWS = 10;
/** Actions with a lower frequency in the equilibrium are ranked by value alone. */
const SELDOM = 0.005;

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

/**
 * The rows by kind of action: that of the advised action first, then by frequency. Until the advice is final it has no
 * influence on the order, so that nothing is ranked first by luck.
 * @param {Advice} advice @param {{ final: boolean, only?: number | null | undefined, all?: boolean }} options @returns {Group[]}
 */
export function arranged(advice, { final, only, all = false }) {
  const { play, best } = final ? choiceOf(advice) : { play: null, best: [] };
  const place = new Map(best.map((action, index) => [action, index]));
  const { actions } = advice.evaluation;
  const shares = mixture(actions);
  const often = (/** @type {ActionValue} */ row) => ((row.frequency ?? 0) >= SELDOM ? (row.frequency ?? 0) : 0);
  // Whole points: smaller differences imply no order.
  const points = (/** @type {ActionValue} */ row) => Math.round(100 * (row.loss ?? 1));
  /** @param {ActionValue} a @param {ActionValue} b */
  const order = (a, b) =>
    (place.get(a.action) ?? best.length) - (place.get(b.action) ?? best.length) || points(a) - points(b) || often(b) - often(a);
  /** @param {ActionValue} a @param {ActionValue} b */
  const worth = (a, b) =>
    (place.get(a.action) ?? best.length) - (place.get(b.action) ?? best.length) || often(b) - often(a) || points(a) - points(b);
  const wanted = only === undefined ? actions : actions.filter(({ action }) => parts(action).kind === only);
  const shown = all ? wanted : [...wanted].sort(worth).slice(0, ROWS);
  /** @type {Map<number | null, ActionValue[]>} */
  const groups = new Map();
  for (const row of shown) {
    const { kind } = parts(row.action);
    groups.set(kind, [...(groups.get(kind) ?? []), row]);
  }
  const first = play === null ? undefined : parts(play).kind;
  const least = (/** @type {ActionValue[]} */ rows) => Math.min(...rows.map((row) => row.loss ?? 1));
  return [...groups]
    .map(([kind, rows]) => ({ kind, share: shares?.get(kind) ?? null, rows: rows.sort(order) }))
    .sort(
      (a, b) =>
        Number(b.kind === first) - Number(a.kind === first) ||
        (shares === null && final ? least(a.rows) - least(b.rows) : (b.share ?? 0) - (a.share ?? 0)) ||
        (a.kind ?? 0) - (b.kind ?? 0),
    );
}
