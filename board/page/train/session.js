// Sessions of ten, and the exercises that are the same for everybody on one day.

import { keptHere } from "../store.js";

/** Number of exercises in a session. */
export const LENGTH = 10;

/** @typedef {{ key: string, credit: number }} Answered */
/** @typedef {{ exercise: string, answers: Answered[] }} Session */

/** @param {any} found */
const isSession = (found) =>
  found === null ||
  (typeof found?.exercise === "string" &&
    Array.isArray(found.answers) &&
    found.answers.length <= LENGTH &&
    found.answers.every((/** @type {any} */ one) => typeof one?.key === "string" && typeof one?.credit === "number"));

/** The session that is on in this tab; it survives a reload. */
export const session = keptHere("session", /** @type {Session | null} */ (null), isSession);

/** Counts an answer; the first one of an exercise begins a session. @param {string} exercise @param {string} key @param {number} credit */
export function count(exercise, key, credit) {
  const on = session.value;
  const answers = on?.exercise === exercise && on.answers.length < LENGTH ? on.answers : [];
  session.value = { exercise, answers: [...answers, { key, credit }] };
}

/** Progress of the session of an exercise. @param {string} exercise */
export const done = (exercise) => (session.value?.exercise === exercise ? session.value.answers.length : 0);

/** Starts again. */
export const restart = () => {
  session.value = null;
};

/** The exercises of the day: the day makes their seed, so that they are the same for everybody and need no network. */
export const DAILY = /** @type {const} */ ({ daily_garden: "winning_opening", daily_hand: "spot" });

/** A day as a seed, such as 20260131, by the user's clock. @param {Date} [now] */
export const dayOf = (now = new Date()) => 10_000 * now.getFullYear() + 100 * (now.getMonth() + 1) + now.getDate();

/** The day before a day. @param {number} day */
export const dayBefore = (day) => dayOf(new Date(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, (day % 100) - 1));

/** Whether a number is a day of the calendar. @param {number} day */
export const isDay = (day) =>
  Number.isSafeInteger(day) &&
  day > 19_700_101 &&
  dayOf(new Date(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100)) === day;
