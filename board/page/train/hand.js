// Exercises with a hand of Hanamikoji: choose an action, or infer the opponent's hand.

import { ask, fault } from "../engine.js";
import { ActionEntry, AnswerEntry, Keyboard } from "../hana/entry.js";
import { parts } from "../hana/model.js";
import { Tableau } from "../hana/tableau.js";
import { Action, Card, itemName, kindWords, NamedAction } from "../hana/words.js";
import { html, useEffect, useState } from "../html.js";
import { listed, number, percent, t, tn } from "../i18n.js";
import { Fault, Kind } from "../ui.js";

/** @param {{ exercise: string, question: import("./puzzle.js").Question, credit: number | null, given: string, onAnswer: (answer: string) => void, children?: import("../html.js").Children }} props */
export function HandQuestion({ exercise, question, credit, onAnswer, children }) {
  const [round, setRound] = useState(/** @type {import("../hana/model.js").Round | null} */ (null));
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setError(null);
    ask("hana.legal", { round: question.text }).then(
      ({ result }) => setRound(result),
      (problem) => setError(fault(problem)),
    );
  }, [question.text, tries]);
  const ends = /** @type {any} */ (exercise);
  const asked = t(ends === "read_hand" ? "train.read_hand.ask" : "train.spot.ask");
  return html`<h1 class="say">${asked}</h1>
    <${Fault} error=${error} onRetry=${() => setTries(tries + 1)} />
    ${
      round !== null &&
      html`<div class="two"><div>
        <${Tableau} round=${round} hands=${exercise === "read_hand"} />
        ${exercise === "read_hand" && html`<${Turns} round=${round} />`}
        ${round.offer !== null && html`<p><${Action} action=${round.offer.action} /></p>`}
      </div><div>
        ${
          credit === null &&
          exercise === "read_hand" &&
          html`<p class="note">${tn("train.read_hand.alike", round.unseen[Object.keys(question.grades)[0]])}</p>
          <${Keyboard} label=${t("hana.cards")} left=${Object.fromEntries(Object.keys(question.grades).map((letter) => [letter, round.unseen[letter]]))} onPick=${onAnswer} />`
        }
        ${credit === null && exercise !== "read_hand" && round.next.what === "act" && html`<${ActionEntry} round=${round} mine=${true} onPlay=${(/** @type {string} */ action) => onAnswer(ordered(action, round.actions))} />`}
        ${credit === null && exercise !== "read_hand" && round.next.what === "answer" && round.offer !== null && html`<${AnswerEntry} groups=${round.offer.groups} onTake=${(/** @type {string} */ taken) => onAnswer(`-${taken}`)} />`}
        ${children}
      </div></div>`
    }`;
}

/** The turns so far, from which a hand is read. @param {{ round: import("../hana/model.js").Round }} props */
function Turns({ round }) {
  const { timeline, seat, table } = round;
  const mine = seat ?? table.mine.seat;
  return html`<ol class="timeline turns" aria-label=${t("hana.timeline")}>${timeline.map(
    ({ turn, seat: by, entry }) => html`<li key=${turn}><span class=${`row ${by === mine ? "mine" : ""}`}>
      <span>${turn}</span><span>${by === mine ? t("hana.you") : t("hana.opponent")}</span><span><${Action} action=${entry} /></span></span></li>`,
  )}</ol>`;
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

/** The correct answer with reasons, and the loss of the given answer. @param {{ question: import("./puzzle.js").Question, given: string }} props */
export function RightActions({ question, given }) {
  const { exercise, losses, answers, kind } = question;
  if (losses == null)
    return html`<p>${t("train.best")} ${answers.map((letter) => html`<${Card} key=${letter} of=${letter} small=${true} /> `)} <${Kind} kind=${kind} /></p>`;
  if (exercise === "read_hand") return html`<${Held} chances=${losses} answers=${answers} given=${given} kind=${kind} />`;
  const rows = Object.entries(losses).sort(([, a], [, b]) => a - b);
  const shown = rows.filter(([action], index) => index < 4 || action === given);
  const loss = losses[given];
  return html`${!answers.includes(given) && loss !== undefined && html`<p id="reason">${slip(given, answers)} ${t("train.gives_away", { n: number(100 * loss, 1) })}</p>`}
    <p>${t("train.best")} <${Kind} kind=${kind} /></p>
    <ul class="rows">${shown.map(([action, loss]) => html`<li key=${action}><span class=${`row ${answers.includes(action) ? "best" : ""}`}><${NamedAction} action=${action} /><span>${action === given ? html`<b class="own">${t("train.yours")}</b> ` : ""}<span class="loss">${answers.includes(action) ? (answers.length > 1 ? "≈" : t("best")) : `−${number(100 * loss, 1)}`}</span></span></span></li>`)}</ul>`;
}

/** Kind of the mistake. @param {string} given @param {string[]} answers */
function slip(given, answers) {
  const kinds = [...new Set(answers.map((action) => parts(action).kind))];
  const { kind } = parts(given);
  if (kind === null) return t("train.slip.answer");
  if (kinds.includes(kind)) return t("train.slip.cards", { kind: kindWords(kind) });
  return t("train.slip.kind", { kind: kindWords(kind), right: listed(kinds.map(kindWords), "disjunction") });
}

/** Probability that the opponent holds a card of each geisha, with the user's pick. @param {{ chances: Record<string, number>, answers: string[], given: string, kind: string }} props */
function Held({ chances, answers, given, kind }) {
  return html`<p class="note" id="reason">${t("train.held_about")} <${Kind} kind=${kind} /></p>
    <ul class="held">${Object.entries(chances)
      .sort(([, one], [, other]) => other - one)
      .map(
        ([
          letter,
          chance,
        ]) => html`<li key=${letter} class=${answers.includes(letter) ? "best" : letter === given ? "missed" : ""} data-geisha=${letter}>
      <span><${Card} of=${letter} small=${true} /></span><span class="name">${itemName(letter)}</span>
      <span class="gauge" aria-hidden="true"><i style=${{ width: `${100 * chance}%` }}></i></span><span class="number">${percent(chance, 0)}</span>
      <span class="note">${letter === given ? t("train.yours") : ""}${answers.includes(letter) ? ` ✓` : ""}</span></li>`,
      )}</ul>`;
}
