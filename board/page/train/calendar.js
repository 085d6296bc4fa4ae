// The exercises of the day in a calendar, and a line about them to share. On this device alone.

import { html } from "../html.js";
import { language, t, tn } from "../i18n.js";
import { kept } from "../store.js";
import { Button, sendText } from "../ui.js";
import { streakOf } from "./progress.js";
import { dayOf, isDay } from "./session.js";

/** @typedef {"daily_garden" | "daily_hand"} Daily */

const BOTH = /** @type {const} */ (["daily_garden", "daily_hand"]);
/** Number of days that are kept. */
const MOST = 400;

/** Whether the exercises of a day were solved, by the day. */
const days = kept(
  "days",
  /** @type {Record<string, Partial<Record<Daily, boolean>>>} */ ({}),
  (/** @type {any} */ found) =>
    typeof found === "object" &&
    found !== null &&
    Object.entries(found).every(([day, of]) => isDay(Number(day)) && typeof of === "object"),
);

/** Notes the first answer to an exercise of today. @param {Daily} exercise @param {number} day @param {boolean} solved */
export function noteDay(exercise, day, solved) {
  const before = days.value[day] ?? {};
  if (day !== dayOf() || before[exercise] !== undefined) return;
  const all = { ...days.value, [day]: { ...before, [exercise]: solved } };
  days.value = Object.fromEntries(
    Object.entries(all)
      .sort(([one], [other]) => Number(one) - Number(other))
      .slice(-MOST),
  );
}

/** @param {boolean | undefined} solved */
const mark = (solved) => (solved === undefined ? "·" : solved ? "●" : "○");

/** Today in a line: 29 Nov ●○, 4 days in a row. @param {Date} [now] */
export function lineOf(now = new Date()) {
  const of = days.value[dayOf(now)] ?? {};
  const streak = Math.max(...BOTH.map(streakOf));
  const date = now.toLocaleDateString(language(), { day: "numeric", month: "short" });
  const marks = BOTH.map((exercise) => mark(of[exercise])).join("");
  return `Hanamachi ${date} ${marks}${streak > 0 ? `, ${tn("train.days", streak)}` : ""}`;
}

/** A button that shares the line of today, once there is something to tell. */
export function ShareDay() {
  if (days.value[dayOf()] === undefined) return null;
  return html`<${Button} icon="share" id="share-day" onClick=${() => void sendText(lineOf())}>${t("train.share_day")}<//>`;
}

/** The days of this month. */
export function Calendar() {
  const now = new Date();
  const [year, month] = [now.getFullYear(), now.getMonth()];
  const length = new Date(year, month + 1, 0).getDate();
  // Weeks begin on Monday.
  const before = (new Date(year, month, 1).getDay() + 6) % 7;
  const weekday = (/** @type {number} */ at) => new Date(2024, 0, 1 + at).toLocaleDateString(language(), { weekday: "narrow" });
  const words = (/** @type {boolean | undefined} */ solved) =>
    solved === undefined ? "–" : t(solved ? "train.right" : "train.wrong");
  return html`<table class="calendar" id="calendar"><caption>${now.toLocaleDateString(language(), { month: "long", year: "numeric" })}</caption>
    <thead><tr>${Array.from({ length: 7 }, (_, at) => html`<th scope="col" key=${at}>${weekday(at)}</th>`)}</tr></thead>
    <tbody>${Array.from(
      { length: Math.ceil((before + length) / 7) },
      (_, week) =>
        html`<tr key=${week}>${Array.from({ length: 7 }, (_, at) => {
          const date = 7 * week + at - before + 1;
          if (date < 1 || date > length) return html`<td key=${at}></td>`;
          const day = dayOf(new Date(year, month, date));
          const of = days.value[day];
          return html`<td key=${at} data-day=${day} aria-current=${day === dayOf() ? "date" : undefined}><span>${date}</span>${
            of !== undefined &&
            html`<span class="marks" aria-hidden="true">${BOTH.map((exercise) => html`<i key=${exercise} class=${of[exercise] === undefined ? "" : of[exercise] ? "solved" : "missed"}></i>`)}</span>
        <span class="visually-hidden">${BOTH.map((exercise) => `${t(`train.${exercise}`)}: ${words(of[exercise])}`).join(", ")}</span>`
          }</td>`;
        })}</tr>`,
    )}</tbody></table>`;
}
