// Entry of events: an action of either side, an answer to an offer, the card drawn, the secret shown at the end. The
// engine lists the possible entries; hidden cards fill themselves in.

import { GEISHA } from "../art.js";
import { html, useState } from "../html.js";
import { t, tn } from "../i18n.js";
import { Button, useKeys } from "../ui.js";
import { CARDS_OF, parts } from "./model.js";
import { Card, cardName, kindWords } from "./words.js";

/**
 * Seven keys, one per geisha, with the number of her cards that are left; `typed` if the letters A to G are meant for them.
 * @param {{ label: string, left: Record<string, number>, onPick: (card: string) => void, typed?: boolean }} props
 */
export function Keyboard({ label, left, onPick, typed = true }) {
  useKeys(({ key }) => {
    const card = key.toUpperCase();
    if (!typed || card.length !== 1 || !(left[card] > 0)) return false;
    onPick(card);
    return true;
  });
  return html`<div class="keyboard" role="group" aria-label=${label}>${GEISHA.map(
    (
      card,
    ) => html`<button type="button" class="pick" key=${card} data-card=${card} disabled=${!(left[card] > 0)} aria-label=${tn("hana.card_left", left[card] ?? 0, { card: cardName(card) })} onClick=${() => onPick(card)}>
      <${Card} of=${card} /><span class="many" aria-hidden="true" data-many=${left[card] ?? 0}></span></button>`,
  )}</div>`;
}

/** @param {{ kinds: number[], chosen: number | null, onChoose: (kind: number) => void }} props */
function Kinds({ kinds, chosen, onChoose }) {
  return html`<div class="kinds" role="group" aria-label=${t("hana.action")}>${[1, 2, 3, 4].map(
    (
      kind,
    ) => html`<button type="button" key=${kind} data-kind=${kind} disabled=${!kinds.includes(kind)} aria-pressed=${String(chosen === kind)} onClick=${() => onChoose(kind)}>
      <span class="no">${kind}</span>${kindWords(kind)}</button>`,
  )}</div>`;
}

/** The cards chosen so far; a tap takes one back. @param {{ kind: number, cards: string, onBack: (index: number) => void }} props */
function Trays({ kind, cards, onBack }) {
  /** @param {number} from @param {number} to */
  const tray = (from, to) =>
    html`<span class=${`tray ${to - from === 1 ? "one" : ""}`}>${[...cards.slice(from, to)].map(
      (card, index) =>
        html`<button type="button" class="pick" key=${from + index} aria-label=${t("hana.put_back", { card: cardName(card) })} onClick=${() => onBack(from + index)}><${Card} of=${card} /></button>`,
    )}</span>`;
  if (kind === 4) return html`<div class="trays">${tray(0, 2)}<span>${t("or")}</span>${tray(2, 4)}</div>`;
  if (kind === 3) return html`<div class="trays">${tray(0, 1)}${tray(1, 2)}${tray(2, 3)}</div>`;
  return html`<div class="trays">${tray(0, CARDS_OF[kind])}</div>`;
}

/**
 * One action: its kind, then its cards.
 * @param {{ round: import("./model.js").Round, mine: boolean, onPlay: (action: string) => void }} props
 */
export function ActionEntry({ round, mine, onPlay }) {
  const { kinds } = round.next;
  const [kind, setKind] = useState(/** @type {number | null} */ (kinds.length === 1 ? kinds[0] : null));
  const [cards, setCards] = useState("");
  const needs = kind === null ? 0 : CARDS_OF[kind];
  const hand = mine ? (round.table.mine.hand ?? "") : "";
  /** What the engine lists begins so. @param {number} of @param {string} chosen */
  const possible = (of, chosen) =>
    !mine || round.actions.some((action) => parts(action).kind === of && contains(action.slice(1), chosen));

  /** @param {number} chosen */
  const choose = (chosen) => {
    if (!mine && chosen <= 2) onPlay(String(chosen));
    else {
      setKind(chosen);
      setCards(possible(chosen, cards.slice(0, CARDS_OF[chosen])) ? cards.slice(0, CARDS_OF[chosen]) : "");
    }
  };
  /** @param {string} card */
  const pick = (card) => {
    const most = kind === null ? 4 : needs;
    if (cards.length < most) setCards(cards + card);
  };
  useKeys((event) => {
    const key = event.key.toUpperCase();
    const number = Number(event.key);
    if (kinds.includes(number)) choose(number);
    else if (key.length === 1 && "ABCDEFG".includes(key)) {
      const left = mine ? count(hand, key) - count(cards, key) : (round.choices[key] ?? 0) - count(cards, key);
      if (left > 0) pick(key);
    } else if (key === "BACKSPACE" && cards !== "") setCards(cards.slice(0, -1));
    else if (key === "ENTER" && kind !== null && cards.length === needs && !(event.target instanceof HTMLButtonElement))
      onPlay(`${kind}${cards}`);
    else return false;
    return true;
  });

  const left = mine ? null : Object.fromEntries(GEISHA.map((card) => [card, (round.choices[card] ?? 0) - count(cards, card)]));
  const held = [...hand];
  // Of equal cards in the hand, the first ones count as chosen.
  const used = new Map();
  return html`<div class="entry">
    ${mine || html`<${Kinds} kinds=${kinds} chosen=${kind} onChoose=${choose} />`}
    ${!mine && kind !== null && html`<${Trays} kind=${kind} cards=${cards} onBack=${(/** @type {number} */ index) => setCards(cards.slice(0, index) + cards.slice(index + 1))} />`}
    ${
      mine
        ? html`<ul class="hand" aria-label=${t("hana.hand")}>${held.map((card, index) => {
            used.set(card, (used.get(card) ?? 0) + 1);
            const chosen = used.get(card) <= count(cards, card);
            // Of equal cards the last one counts as drawn.
            const drawn = card === round.next.drew && held.lastIndexOf(card) === index;
            return html`<li key=${index}><button type="button" class=${`pick ${drawn ? "drawn" : ""}`} title=${drawn ? t("hana.drew") : undefined} data-card=${card} aria-pressed=${String(chosen)} aria-label=${t("hana.card", { card: cardName(card) })}
              disabled=${!chosen && (kind === null ? cards.length >= 4 : cards.length >= needs || !possible(kind, cards + card))}
              onClick=${() => (chosen ? setCards(without(cards, card)) : pick(card))}><${Card} of=${card} /></button></li>`;
          })}</ul>`
        : kind !== null &&
          html`<${Keyboard} label=${t("hana.cards")} left=${cards.length < needs ? left : {}} onPick=${pick} typed=${false} />`
    }
    ${mine && html`<${Kinds} kinds=${kinds} chosen=${kind} onChoose=${choose} />`}
    ${mine && kind !== null && html`<${Trays} kind=${kind} cards=${cards} onBack=${(/** @type {number} */ index) => setCards(cards.slice(0, index) + cards.slice(index + 1))} />`}
    ${kind !== null && html`<div class="bar"><${Button} kind="main" icon="check" id="confirm" disabled=${cards.length !== needs} onClick=${() => onPlay(`${kind}${cards}`)}>${mine ? t("hana.play_this") : t("hana.enter_this")}<//></div>`}
  </div>`;
}

/** @param {string} text @param {string} sign */
const count = (text, sign) => [...text].filter((found) => found === sign).length;
/** @param {string} text @param {string} sign */
const without = (text, sign) => text.slice(0, text.lastIndexOf(sign)) + text.slice(text.lastIndexOf(sign) + 1);
/** Whether all these cards are among those. @param {string} cards @param {string} some */
const contains = (cards, some) => [...new Set(some)].every((card) => count(cards, card) >= count(some, card));

/** Taking from an offer, or entering what was taken. @param {{ groups: string[], onTake: (taken: string) => void }} props */
export function AnswerEntry({ groups, onTake }) {
  useKeys(({ key }) => {
    const found = groups.findIndex((group, index) => key === String(index + 1) || group === key.toUpperCase());
    if (found < 0) return false;
    onTake(groups[found]);
    return true;
  });
  return html`<div class="offers" role="group" aria-label=${t("hana.answers")}>${groups.map(
    (group, index) =>
      html`<button type="button" key=${index} data-take=${group} aria-label=${t("hana.say.take", { cards: [...group].map(cardName).join(" ") })} onClick=${() => onTake(group)}>${[...group].map((card, at) => html`<${Card} key=${at} of=${card} />${" "}`)}</button>`,
  )}</div>`;
}
