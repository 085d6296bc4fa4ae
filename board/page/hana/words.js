// Drawings and texts for the cards and actions of Hanamikoji.

import { Item } from "../art.js";
import { html } from "../html.js";
import { known, listed, t, tn } from "../i18n.js";
import { showLetters, textMode } from "../store.js";
import { parts, WORTH } from "./model.js";

/** A geisha's item by its name: the tea bowl. @param {string} of her letter */
export const itemName = (of) => known(`item.${of}`) ?? of;

/** The same with its article, as the object of a sentence. @param {string} of */
export const theItem = (of) => known(`item.${of}.the`) ?? of;

/** Name of a card: its letter, or its item if letters are turned off. @param {string} of */
export const cardName = (of) => (of === "X" ? t("hana.hidden_card") : showLetters.value ? of : itemName(of));

/** A card: item, letter and worth; hidden if its letter is X. Small ones have the letter alone, or the item if letters are turned off. @param {{ of: string, small?: boolean }} props */
export function Card({ of, small = false }) {
  if (of === "X")
    return html`<span class=${`hcard back ${small ? "small" : ""}`} role="img" aria-label=${t("hana.hidden_card")}></span>`;
  const letters = showLetters.value;
  return html`<span class=${`hcard g${of} ${small ? "small" : ""}`}>
    ${letters && html`<b>${of}</b>`}${(!small || !letters) && html`<${Item} of=${of} />`}${!small && html`<i data-worth=${WORTH[of]}></i>`}
  </span>`;
}

/** The groups of an action as pictures of cards, and below them the items by name. @param {{ action: string }} props */
export function NamedAction({ action }) {
  const { kind, groups } = parts(action);
  const plain = textMode.value;
  const called = (/** @type {string} */ card) => (plain && showLetters.value ? `${card} ${itemName(card)}` : itemName(card));
  const names = groups.map((group) => [...group].map(called).join(", "));
  return html`<span class="named" role="img" aria-label=${`${actionWords(action)}: ${names.join(kind === 4 ? ` ${t("or")} ` : ", ")}`}>
    ${
      !plain &&
      html`<span class="pictures" aria-hidden="true">${groups.map(
        (group, index) =>
          html`${index > 0 && kind === 4 && html`<span class="or">${t("or")}</span>`}<span class="of" key=${index}>${[
            ...group,
          ].map(
            (card, at) =>
              html`<span class=${`hcard middle g${card}`} key=${at}><${Item} of=${card} />${showLetters.value && html`<b>${card}</b>`}</span>`,
          )}</span>`,
      )}</span>`
    }
    <span class="names" aria-hidden="true">${names.join(kind === 4 ? ` ${t("or")} ` : ", ")}</span>
  </span>`;
}

/** Cards in a row, small. @param {{ of: string }} props */
export function Cards({ of }) {
  return html`<span class="cards-row" role="img" aria-label=${of === "" ? t("hana.none") : [...of].map(cardName).join(" ")}>${[...of].map((card, index) => html`<${Card} key=${index} of=${card} small=${true} />`)}</span>`;
}

/** An action as a number and groups of cards. @param {{ action: string }} props */
export function Action({ action }) {
  const { kind, groups, taken } = parts(action);
  return html`<span class="act" role="img" aria-label=${actionWords(action)}>
    ${kind !== null && html`<span class="no">${kind}</span>`}
    ${groups.map((group, index) => html`${index > 0 && kind === 4 && html`<span class="or">${t("or")}</span>`}<span class=${`of ${taken !== null && kind !== null && group === taken && groups.indexOf(group) === index ? "taken" : ""}`} key=${index}>${[...group].map((card, at) => html`<${Card} key=${at} of=${card} small=${true} />`)}</span>`)}
    ${taken !== null && kind !== null && html`<span class="or">→</span><span class="of">${[...taken].map((card, at) => html`<${Card} key=${at} of=${card} small=${true} />`)}</span>`}
  </span>`;
}

/** An item with its article, and its letter if letters are wanted. @param {string} of */
const lettered = (of) => (showLetters.value ? `${theItem(of)} (${of})` : theItem(of));

/** Cards in a sentence: the fan and the scroll, the tea bowl ×2. @param {string} cards @param {(card: string) => string} [called] */
export const cardsWords = (cards, called = theItem) =>
  listed(
    [...new Set(cards)].map((card) => {
      const count = [...cards].filter((other) => other === card).length;
      return count > 1 ? `${called(card)} ×\u202f${count}` : called(card);
    }),
  );

/** @param {string} cards */
const letters = (cards) => (cards.includes("X") ? tn("hana.unknown_cards", cards.length) : cardsWords(cards, lettered));

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toLocaleUpperCase() + text.slice(1);

/** A card of a pair. @param {string} of */
const pairs = (of) => (showLetters.value && of !== "X" ? `${itemName(of)} (${of})` : cardName(of));

/** An action in words: offer the flute, the fan and the hairpin. @param {string} action */
export function actionWords(action) {
  const { kind, groups, taken } = parts(action);
  if (kind === null) return capital(t("hana.say.take", { cards: letters(taken ?? "") }));
  const cards =
    kind === 4
      ? listed(
          groups.map((group) => [...group].map(pairs).join(" + ")),
          "disjunction",
        )
      : letters(groups.join(""));
  const said = t(/** @type {any} */ (`hana.say.${kind}`), { cards });
  return taken === null ? capital(said) : `${capital(said)} → ${[...taken].map(pairs).join(" + ")}`;
}

/** What the opponent does, in words: offers the fan, the scroll and the parasol. @param {string} action */
export function theirWords(action) {
  const { kind, groups, taken } = parts(action);
  if (kind === null) return t("play.they.take", { cards: cardsWords(taken ?? "") });
  if (kind <= 2) return t(kind === 1 ? "play.they.1" : "play.they.2");
  const offered = groups.map((group) => [...group].map(theItem).join(" + "));
  return t("play.they.offer", { cards: kind === 4 ? listed(offered, "disjunction") : cardsWords(groups.join("")) });
}

/** @param {number | null} kind */
export const kindWords = (kind) => (kind === null ? t("hana.answers") : (known(`action.${kind}`) ?? ""));
