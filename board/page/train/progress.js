// Progress, on this device alone: streaks, and the schedule of repeated exercises (boxes after Leitner).

import { signal } from "../html.js";
import { persist, recall, remember, whenStored } from "../store.js";
import { DAILY, dayBefore, dayOf, isDay } from "./session.js";

export const EXERCISES = /** @type {const} */ ([
  "winning_opening",
  "only_move",
  "first_or_second",
  "cannot_win",
  "spot",
  "read_hand",
]);
/** All that progress is kept of. */
export const KINDS = /** @type {const} */ ([...EXERCISES, "mistakes", "daily_garden", "daily_hand"]);
/** @typedef {typeof KINDS[number]} Exercise */
/** @typedef {{ box: number, due: number }} Slip an exercise that is to come again */
/** @typedef {{ streak: number, longest: number, asked: number, solved: number, again: Record<string, Slip>, day?: number }} Record_ `day`: the last day of an exercise of the day */
/** @typedef {{ schema: "hanamachi.training/1", exercises: Record<string, Record_> }} Progress */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Time until an exercise is repeated, by the number of times it was solved since it was missed. */
export const INTERVALS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY];
/** Credit from which an answer counts as solved. */
export const SOLVED = 0.999;
/** Identifier of a repeated exercise. */
const KEY = /^\d{1,15}\/\d{1,15}$/;
const MOST = 1e15;

/** @returns {Record_} */
const fresh = () => ({ streak: 0, longest: 0, asked: 0, solved: 0, again: {} });

/** Reads progress, of this visit or from a file, and keeps its valid parts. @param {unknown} found @returns {Progress | null} */
export function understood(found) {
  const given = /** @type {any} */ (found);
  if (given?.schema !== "hanamachi.training/1" || typeof given.exercises !== "object" || given.exercises === null) return null;
  /** @type {Progress} */
  const progress = { schema: "hanamachi.training/1", exercises: {} };
  const whole = (/** @type {unknown} */ value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0);
  for (const name of KINDS) {
    const one = given.exercises[name];
    if (typeof one !== "object" || one === null) continue;
    /** @type {Record<string, Slip>} */
    const again = {};
    for (const [key, slip] of Object.entries(one.again ?? {}))
      if (KEY.test(key))
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
      ...(isDay(one.day) ? { day: one.day } : {}),
    };
  }
  return progress;
}

/**
 * Reads a progress file: completely, or not at all. Files with another format or impossible values are refused.
 * @param {string} text @returns {Progress | null}
 */
export function fromFile(text) {
  /** @type {any} */
  let given;
  try {
    given = JSON.parse(text);
  } catch {
    return null;
  }
  const progress = understood(given);
  if (progress === null) return null;
  const names = Object.keys(given.exercises);
  const whole = (/** @type {unknown} */ value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < MOST;
  const isRecord = (/** @type {any} */ one) =>
    typeof one === "object" &&
    one !== null &&
    ["streak", "longest", "asked", "solved"].every((key) => whole(one[key])) &&
    one.solved <= one.asked &&
    one.longest <= one.asked &&
    one.streak <= one.longest &&
    (one.day === undefined || isDay(one.day)) &&
    typeof one.again === "object" &&
    one.again !== null &&
    Object.entries(one.again).every(
      ([key, slip]) => KEY.test(key) && whole(slip?.due) && whole(slip?.box) && slip.box < INTERVALS.length,
    );
  const fits =
    names.length > 0 &&
    names.every((name) => /** @type {readonly string[]} */ (KINDS).includes(name) && isRecord(given.exercises[name]));
  return fits ? progress : null;
}

/** Both together. The same progress twice is no more than once: of each number the larger, of each exercise that comes again the sooner. @param {Progress} own @param {Progress} other @returns {Progress} */
export function merged(own, other) {
  /** @type {Progress} */
  const progress = { schema: "hanamachi.training/1", exercises: { ...own.exercises } };
  for (const [name, theirs] of Object.entries(other.exercises)) {
    const ours = own.exercises[name];
    if (ours === undefined) {
      progress.exercises[name] = theirs;
      continue;
    }
    const most = (/** @type {"streak" | "longest" | "asked" | "solved"} */ key) => Math.max(ours[key], theirs[key]);
    const again = { ...ours.again };
    for (const [key, slip] of Object.entries(theirs.again))
      if (again[key] === undefined || slip.due < again[key].due) again[key] = slip;
    const day = Math.max(ours.day ?? 0, theirs.day ?? 0);
    progress.exercises[name] = {
      streak: most("streak"),
      longest: most("longest"),
      asked: most("asked"),
      solved: most("solved"),
      again,
      ...(day > 0 ? { day } : {}),
    };
  }
  return progress;
}

export const progress = signal(
  understood(recall("training")) ?? /** @type {Progress} */ ({ schema: "hanamachi.training/1", exercises: {} }),
);

// The progress made in another tab.
whenStored("training", (found) => {
  progress.value = understood(found) ?? progress.value;
});

/** @param {Progress} next */
export function keep(next) {
  progress.value = next;
  remember("training", next);
  persist();
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

/**
 * Progress after the exercise of a day: its streak counts days, and is broken by one that was left out. Only the exercise of today counts, once; a day
 * that has yet to come was noted by a wrong clock and is forgotten.
 * @param {Record_} before @param {number} day @param {number} credit @param {number} [today] @returns {Record_}
 */
export function answeredOn(before, day, credit, today = dayOf()) {
  if (day !== today || before.day === today) return before;
  const solved = credit >= SOLVED;
  const streak = !solved ? 0 : before.day === dayBefore(day) ? before.streak + 1 : 1;
  return {
    streak,
    longest: Math.max(before.longest, streak),
    asked: before.asked + 1,
    solved: before.solved + (solved ? 1 : 0),
    again: {},
    day,
  };
}

/** @param {Exercise} exercise @param {string} key @param {number} credit */
export function grade(exercise, key, credit) {
  const before = of(exercise);
  const after = Object.hasOwn(DAILY, exercise)
    ? answeredOn(before, Number(key.split("/")[0]), credit)
    : answered(before, key, credit, Date.now());
  keep({ ...progress.value, exercises: { ...progress.value.exercises, [exercise]: after } });
}

/** Exercises that are due to come again, the longest overdue first. @param {Exercise} exercise @param {number} [now] */
export function due(exercise, now = Date.now()) {
  return Object.entries(of(exercise).again)
    .filter(([, slip]) => slip.due <= now)
    .sort(([, a], [, b]) => a.due - b.due)
    .map(([key]) => key);
}

/** Days in a row of an exercise of the day, as of today. @param {keyof typeof DAILY} exercise */
export function streakOf(exercise) {
  const today = dayOf();
  const { streak, day } = of(exercise);
  return day === today || day === dayBefore(today) ? streak : 0;
}

/** State of an exercise of the day. @param {keyof typeof DAILY} exercise @returns {"open" | "solved" | "missed"} */
export function stateOf(exercise) {
  const { streak, day } = of(exercise);
  return day !== dayOf() ? "open" : streak > 0 ? "solved" : "missed";
}
