// Writing down a finished game: one question at a time, nothing advised, and at the end its review.

import { t } from "../i18n.js";
import { keptHere } from "../store.js";

/** @typedef {{ key: string, rounds: string[] }} Writing `key`: the round that is being written down; nothing before its hand is known */

export const writing = keptHere(
  "hana.writing",
  /** @type {Writing | null} */ (null),
  (/** @type {any} */ found) =>
    found === null ||
    (typeof found?.key === "string" &&
      Array.isArray(found.rounds) &&
      found.rounds.every((/** @type {unknown} */ text) => typeof text === "string")),
);

/** What stays the same while a round is entered: the markers and the first hands. @param {import("./model.js").Round} round */
const keyOf = ({ text }) => {
  const [favour, deal = ""] = text.split(" ");
  return `${favour} ${deal.split("/").slice(1, 3).join("/")}`;
};

/** The first hand of the round has been entered. @param {import("./model.js").Round} round */
export function beginsWith(round) {
  if (writing.value !== null) writing.value = { ...writing.value, key: keyOf(round) };
}

/** Whether this round is being written down. @param {import("./model.js").Round} round */
export const isWritten = (round) => round.form === "seat_record" && writing.value?.key === keyOf(round);

/** The game has another round. @param {import("./model.js").Round} round */
export function nextAfter(round) {
  writing.value = { key: "", rounds: [...(writing.value?.rounds ?? []), round.text] };
}

/** Number of turns of a round. @param {import("./model.js").Round} round */
export const turnsOf = ({ table: { mine, theirs } }) =>
  [mine, theirs].reduce((sum, { actions_used, actions_left }) => sum + actions_used.length + actions_left.length, 0);

/** The question about the next entry. @param {import("./model.js").Round} round */
export function questionOf({ next: { who, what } }) {
  if (what === null) return t("hana.now.over");
  if (what === "draw") return t("write.draw");
  if (what === "secret") return t("hana.now.secret");
  const mine = who === "reader";
  if (what === "answer") return t(mine ? "write.my_answer" : "write.their_answer");
  return t(mine ? "write.my_action" : "write.their_action");
}
