// The chart of first hands: the best action of each kind for every hand of the first player while no marker has moved.

import { GEISHA } from "../art.js";
import { html, useEffect, useState } from "../html.js";
import { number, t, tn } from "../i18n.js";
import { go, route } from "../route.js";
import { Button, Fault } from "../ui.js";
import { Keyboard } from "./entry.js";
import { parts, WORTH } from "./model.js";
import { Card, cardName, kindWords, NamedAction } from "./words.js";

/** @typedef {{ hand: string, actions: { action: string, win: number }[] }} Line */

/** The rules that the chart is of. */
const RULES = "rounds=inf round=1 tiebreak=charm geisha=2,2,2,3,3,4,5 actions=1,2,3,4";
/** Number of cards of a first hand, with the first draw. */
const CARDS = 7;
/** Number of hands that are shown at a time. */
const SHOWN = 12;

/** Whether the chart has this position. @param {import("./model.js").Round | null} round */
export const isInChart = (round) =>
  round !== null &&
  round.rules === RULES &&
  round.timeline.length === 0 &&
  round.next.turn === 1 &&
  round.next.who === "reader" &&
  /^\.+$/.test(round.table.favour) &&
  round.table.mine.hand?.length === CARDS;

/** @param {string} text @returns {Line[]} */
export const readChart = (text) =>
  text
    .trim()
    .split("\n")
    .map((line) => {
      const [hand, ...cells] = line.split(" ");
      const actions = cells.flatMap((cell, at) => (at % 2 === 0 ? [{ action: cell, win: Number(cells[at + 1]) / 1000 }] : []));
      return { hand, actions };
    });

/** @type {Promise<Line[]> | null} */
let loading = null;
const load = () => {
  loading ??= fetch("hana/first-hands.txt").then(async (answer) => {
    if (!answer.ok) throw new Error(String(answer.status));
    return readChart(await answer.text());
  });
  loading.catch(() => {
    loading = null;
  });
  return loading;
};

/** @param {string} cards @param {string} card */
const count = (cards, card) => [...cards].filter((one) => one === card).length;

export function ChartScreen() {
  const [lines, setLines] = useState(/** @type {Line[] | null} */ (null));
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const [shown, setShown] = useState(SHOWN);
  const { rest } = route.value;
  const hand = [...rest]
    .filter((card) => Object.hasOwn(WORTH, card))
    .slice(0, CARDS)
    .sort()
    .join("");
  useEffect(() => {
    setFailed(false);
    load().then(setLines, () => setFailed(true));
  }, [tries]);
  useEffect(() => setShown(SHOWN), [hand]);
  const fits = (lines ?? []).filter((line) => GEISHA.every((card) => count(line.hand, card) >= count(hand, card)));
  const left = Object.fromEntries(GEISHA.map((card) => [card, hand.length < CARDS ? WORTH[card] - count(hand, card) : 0]));
  /** @param {string} cards */
  const choose = (cards) => go(cards === "" ? "#c" : `#c/${cards}`);
  return html`<h1>${t("chart")}</h1>
    <p class="note">${t("chart.about")}</p>
    <div class="two"><div>
      <ul class="hand" aria-label=${t("hana.hand")}>${[...hand].map((card, index) => html`<li key=${index}><button type="button" class="pick" aria-label=${t("hana.put_back", { card: cardName(card) })} onClick=${() => choose(hand.slice(0, index) + hand.slice(index + 1))}><${Card} of=${card} /></button></li>`)}</ul>
      <${Keyboard} label=${t("hana.cards")} left=${left} onPick=${(/** @type {string} */ card) => choose(hand + card)} />
      <div class="bar">${hand.length === CARDS && html`<a class="button main" href=${`#h/......._1_${hand}_-`}>${t("hana.study_this")}</a>`}
        <${Button} icon="undo" disabled=${hand === ""} onClick=${() => choose("")}>${t("okiya.setup.clear")}<//></div>
    </div><div>
      ${failed && html`<${Fault} error=${{ code: "unreachable", message: "first-hands.txt" }} onRetry=${() => setTries(tries + 1)} />`}
      ${lines !== null && html`<p class="note" role="status" id="chart-count">${tn("chart.hands", fits.length)}</p>`}
      <ul class="chart">${fits.slice(0, shown).map((line) => html`<li key=${line.hand}><${Hand} line=${line} /></li>`)}</ul>
      ${fits.length > shown && html`<${Button} kind="quiet" id="more-hands" onClick=${() => setShown(shown + 2 * SHOWN)}>${tn("hana.more_actions", fits.length - shown)}<//>`}
    </div></div>`;
}

/** A hand with the best action of each kind; the others by what they lose. @param {{ line: Line }} props */
function Hand({ line }) {
  const [best] = line.actions;
  return html`<section class="panel" data-hand=${line.hand}>
    <a class="of-hand" href=${`#h/......._1_${line.hand}_-`}><span class="visually-hidden">${t("hana.hand")}: ${[...line.hand].map(cardName).join(" ")}</span>
      <span class="of-hand" aria-hidden="true">${[...line.hand].map((card, at) => html`<${Card} key=${at} of=${card} small=${true} />`)}</span></a>
    <ul class="rows">${line.actions.map(({ action, win }) => {
      const { kind } = parts(action);
      return html`<li key=${action}><span class=${`row ${action === best.action ? "best" : ""}`}><span class=${`of-kind kind-${kind}`}><b class="no" title=${kindWords(kind)}>${kind}</b> <${NamedAction} action=${action} /></span>
        <span class="loss sampled">${action === best.action ? html`${number(100 * win, 1)}\u202f%` : `−${number(100 * (best.win - win), 1)}`}</span></span></li>`;
    })}</ul></section>`;
}
