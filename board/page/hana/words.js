// How cards and actions of Hanamikoji are drawn and said.

import { Item } from "../art.js";
import { html } from "../html.js";
import { known, listed, t, tn } from "../i18n.js";
import { parts, WORTH } from "./model.js";

/** A card: item, letter and worth; hidden if its letter is X. @param {{ of: string, small?: boolean }} props */
export function Card({ of, small = false }) {
  if (of === "X")
    return html`<span class=${`hcard back ${small ? "small" : ""}`} role="img" aria-label=${t("hana.hidden_card")}></span>`;
  return html`<span class=${`hcard g${of} ${small ? "small" : ""}`}>
    <b>${of}</b>${!small && html`<${Item} of=${of} /><i data-worth=${WORTH[of]}></i>`}
  </span>`;
}

/** Cards in a row, small. @param {{ of: string }} props */
export function Cards({ of }) {
  return html`<span class="cards-row" role="img" aria-label=${of === "" ? t("hana.none") : [...of].map((card) => (card === "X" ? t("hana.hidden_card") : card)).join(" ")}>${[...of].map((card, index) => html`<${Card} key=${index} of=${card} small=${true} />`)}</span>`;
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

/** @param {string} cards */
const letters = (cards) => (cards.includes("X") ? tn("hana.unknown_cards", cards.length) : listed([...cards]));

/** An action in words: offer A, B and G. @param {string} action */
export function actionWords(action) {
  const { kind, groups, taken } = parts(action);
  if (kind === null) return t("hana.say.take", { cards: letters(taken ?? "") });
  const cards =
    kind === 4
      ? listed(
          groups.map((group) => [...group].join(" ")),
          "disjunction",
        )
      : letters(groups.join(""));
  const said = t(/** @type {any} */ (`hana.say.${kind}`), { cards });
  return taken === null ? said : `${said} → ${taken}`;
}

/** @param {number | null} kind */
export const kindWords = (kind) => (kind === null ? t("hana.answers") : (known(`action.${kind}`) ?? ""));
