// Exercises with a hand of Hanamikoji: what to play, and what the other holds.

import { ask, fault } from "../engine.js";
import { ActionEntry, AnswerEntry, Keyboard } from "../hana/entry.js";
import { Tableau } from "../hana/tableau.js";
import { Action, Card } from "../hana/words.js";
import { html, useEffect, useState } from "../html.js";
import { number, t } from "../i18n.js";
import { Fault, Kind } from "../ui.js";

/** @param {{ exercise: string, question: import("./puzzle.js").Question, credit: number | null, given: string, onAnswer: (answer: string) => void }} props */
export function HandQuestion({ exercise, question, credit, onAnswer }) {
  const [round, setRound] = useState(/** @type {import("../hana/model.js").Round | null} */ (null));
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  useEffect(() => {
    ask("hana.legal", { round: question.text }).then(
      ({ result }) => setRound(result),
      (problem) => setError(fault(problem)),
    );
  }, [question.text]);
  const ends = /** @type {any} */ (exercise);
  const asked = t(ends === "read_hand" ? "train.read_hand.ask" : "train.spot.ask");
  return html`<h1 class="say">${asked}</h1>
    <${Fault} error=${error} />
    ${
      round !== null &&
      html`<${Tableau} round=${round} />
      ${round.offer !== null && html`<p><${Action} action=${round.offer.action} /></p>`}
      ${credit === null && exercise === "read_hand" && html`<${Keyboard} label=${t("hana.cards")} left=${round.unseen} onPick=${onAnswer} />`}
      ${credit === null && exercise !== "read_hand" && round.next.what === "act" && html`<${ActionEntry} round=${round} mine=${true} onPlay=${(/** @type {string} */ action) => onAnswer(ordered(action, round.actions))} />`}
      ${credit === null && exercise !== "read_hand" && round.next.what === "answer" && round.offer !== null && html`<${AnswerEntry} groups=${round.offer.groups} onTake=${(/** @type {string} */ taken) => onAnswer(`-${taken}`)} />`}`
    }`;
}

/** The action as the engine lists it: letters in a group, and groups, in order. @param {string} action @param {string[]} legal */
function ordered(action, legal) {
  const key = (/** @type {string} */ text) => {
    const cards = text.slice(1);
    const groups = text[0] === "4" ? [cards.slice(0, 2), cards.slice(2)] : [cards];
    return (
      text[0] +
      groups
        .map((group) => [...group].sort().join(""))
        .sort()
        .join("|")
    );
  };
  return legal.find((candidate) => key(candidate) === key(action)) ?? action;
}

/** What was right, and what the answer given loses. @param {{ question: import("./puzzle.js").Question, given: string }} props */
export function RightActions({ question, given }) {
  const { exercise, losses, answers, kind } = question;
  if (exercise === "read_hand" || losses == null)
    return html`<p>${t("train.best")} ${answers.map((letter) => html`<${Card} key=${letter} of=${letter} small=${true} /> `)} <${Kind} kind=${kind} /></p>`;
  const rows = Object.entries(losses).sort(([, a], [, b]) => a - b);
  const shown = rows.filter(([action], index) => index < 4 || action === given);
  return html`<p>${t("train.best")} <${Kind} kind=${kind} /></p>
    <ul class="rows">${shown.map(([action, loss]) => html`<li key=${action}><span class=${`row ${answers.includes(action) ? "best" : ""}`}><${Action} action=${action} /><span>${action === given ? t("train.yours") : ""}</span><span class="loss">${loss < 0.0005 ? t("best") : `−${number(100 * loss, 1)}`}</span></span></li>`)}</ul>`;
}
