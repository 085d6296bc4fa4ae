// What one has solved, on this device alone: streaks, and which exercises come again and when (boxes after Leitner).

import { signal } from "../html.js";
import { recall, remember } from "../store.js";

export const EXERCISES = /** @type {const} */ ([
  "winning_opening",
  "only_move",
  "first_or_second",
  "cannot_win",
  "spot",
  "read_hand",
]);
/** @typedef {typeof EXERCISES[number] | "mistakes"} Exercise */
/** @typedef {{ box: number, due: number }} Slip an exercise that is to come again */
/** @typedef {{ streak: number, longest: number, asked: number, solved: number, again: Record<string, Slip> }} Record_ */
/** @typedef {{ schema: "hanamachi.training/1", exercises: Record<string, Record_> }} Progress */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How long until an exercise comes again, by how often it was solved since it was missed. */
export const INTERVALS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY];
/** Credit from which an answer counts as solved. */
const SOLVED = 0.999;

/** @returns {Record_} */
const fresh = () => ({ streak: 0, longest: 0, asked: 0, solved: 0, again: {} });

/** Reads progress, of this visit or of a file, and keeps of it what has the right form. @param {unknown} found @returns {Progress | null} */
export function understood(found) {
  const given = /** @type {any} */ (found);
  if (given?.schema !== "hanamachi.training/1" || typeof given.exercises !== "object" || given.exercises === null) return null;
  /** @type {Progress} */
  const progress = { schema: "hanamachi.training/1", exercises: {} };
  const whole = (/** @type {unknown} */ value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0);
  for (const name of [...EXERCISES, "mistakes"]) {
    const one = given.exercises[name];
    if (typeof one !== "object" || one === null) continue;
    /** @type {Record<string, Slip>} */
    const again = {};
    for (const [key, slip] of Object.entries(one.again ?? {}))
      again[key] = {
        box: Math.min(whole(/** @type {any} */ (slip)?.box), INTERVALS.length - 1),
        due: whole(/** @type {any} */ (slip)?.due),
      };
    progress.exercises[name] = {
      streak: whole(one.streak),
      longest: whole(one.longest),
      asked: whole(one.asked),
      solved: whole(one.solved),
      again,
    };
  }
  return progress;
}

export const progress = signal(
  understood(recall("training")) ?? /** @type {Progress} */ ({ schema: "hanamachi.training/1", exercises: {} }),
);

/** @param {Progress} next */
export function keep(next) {
  progress.value = next;
  remember("training", next);
}

/** @param {Exercise} exercise */
export const of = (exercise) => progress.value.exercises[exercise] ?? fresh();

/** Progress after an answer. @param {Record_} before @param {string} key which exercise @param {number} credit 0 to 1 @param {number} now @returns {Record_} */
export function answered(before, key, credit, now) {
  const solved = credit >= SOLVED;
  const streak = solved ? before.streak + 1 : 0;
  const again = { ...before.again };
  const slip = again[key];
  if (!solved) again[key] = { box: 0, due: now + INTERVALS[0] };
  else if (slip !== undefined) {
    if (slip.box + 1 >= INTERVALS.length) delete again[key];
    else again[key] = { box: slip.box + 1, due: now + INTERVALS[slip.box + 1] };
  }
  return {
    streak,
    longest: Math.max(before.longest, streak),
    asked: before.asked + 1,
    solved: before.solved + (solved ? 1 : 0),
    again,
  };
}

/** @param {Exercise} exercise @param {string} key @param {number} credit */
export function grade(exercise, key, credit) {
  keep({
    ...progress.value,
    exercises: { ...progress.value.exercises, [exercise]: answered(of(exercise), key, credit, Date.now()) },
  });
}

/** Exercises that are due to come again, the longest overdue first. @param {Exercise} exercise @param {number} [now] */
export function due(exercise, now = Date.now()) {
  return Object.entries(of(exercise).again)
    .filter(([, slip]) => slip.due <= now)
    .sort(([, a], [, b]) => a.due - b.due)
    .map(([key]) => key);
}
