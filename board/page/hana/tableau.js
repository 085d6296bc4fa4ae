// The table as the reader sees it: the other above, the seven geisha with the cards laid, oneself below.

import { GEISHA } from "../art.js";
import { html } from "../html.js";
import { t, tn } from "../i18n.js";
import { textMode } from "../store.js";
import { WORTH } from "./model.js";
import { markerWords, Portrait } from "./setup.js";
import { Card, Cards, kindWords } from "./words.js";

/** @param {{ side: import("./model.js").SideOfTable, name: string, showHand: boolean }} props */
function Side({ side, name, showHand }) {
  const tokens = [
    ...side.actions_used.map((kind) => ({ kind, used: true })),
    ...side.actions_left.map((kind) => ({ kind, used: false })),
  ].sort((a, b) => a.kind - b.kind);
  return html`<div class="who"><b class="name">${name}</b>
    <span class="tokens" role="img" aria-label=${t("hana.actions_left", { actions: side.actions_left.map(kindWords).join(", ") || t("hana.none") })}>${tokens.map(
      ({ kind, used }) => html`<span key=${kind} class=${used ? "used" : ""} title=${kindWords(kind)}>${kind}</span>`,
    )}</span>
    ${showHand && html`<span><em>${t("hana.hand")}</em><${Cards} of=${side.hand ?? "X".repeat(side.hand_size)} /></span>`}
    ${side.actions_used.includes(1) && html`<span><em>${t("action.1")}</em><${Cards} of=${side.secret ?? "X"} /></span>`}
    ${side.actions_used.includes(2) && html`<span><em>${t("action.2")}</em><${Cards} of=${side.trade_off ?? "XX"} /></span>`}
    <span class="note">${tn("hana.charm", side.charm)}, ${tn("hana.geisha_count", side.geisha)}</span>
  </div>`;
}

/** @param {{ round: import("./model.js").Round, names?: [string, string] }} props */
export function Tableau({ round, names }) {
  const { table } = round;
  const [mine, theirs] = names ?? [t("hana.you"), t("hana.opponent")];
  /** @param {string} row @param {string} letter */
  const laid = (row, letter) => [...row].filter((card) => card === letter);
  if (textMode.value) {
    return html`<div class="tableau" role="group" aria-label=${t("hana.table")}>
      <${Side} side=${table.theirs} name=${theirs} showHand=${true} />
      <table class="textboard"><thead><tr><th scope="col">${t("hana.geisha")}</th><th scope="col">${t("hana.marker")}</th><th scope="col">${theirs}</th><th scope="col">${mine}</th></tr></thead>
        <tbody>${GEISHA.map((letter, index) => html`<tr key=${letter}><th scope="row">${letter} ${WORTH[letter]}</th><td>${markerWords(table.favour[index])}</td><td>${laid(table.theirs.row, letter).length}</td><td>${laid(table.mine.row, letter).length}</td></tr>`)}</tbody></table>
      <${Side} side=${table.mine} name=${mine} showHand=${true} />
    </div>`;
  }
  return html`<div class="tableau" role="group" aria-label=${t("hana.table")}>
    <${Side} side=${table.theirs} name=${theirs} showHand=${true} />
    <ul class="ladies">${GEISHA.map((letter, index) => {
      const sign = table.favour[index];
      return html`<li key=${letter} class=${`lady g${letter} ${sign === "+" ? "mine" : sign === "-" ? "theirs" : ""}`}>
        <span class="laid">${laid(table.theirs.row, letter).map((card, at) => html`<${Card} key=${at} of=${card} small=${true} />`)}</span>
        <span class="portrait"><${Portrait} letter=${letter} sign=${sign} /></span>
        <span class="laid below">${laid(table.mine.row, letter).map((card, at) => html`<${Card} key=${at} of=${card} small=${true} />`)}</span>
        <span class="visually-hidden">${t("hana.geisha_favours", { geisha: letter, worth: WORTH[letter], who: markerWords(sign) })}</span>
      </li>`;
    })}</ul>
    <${Side} side=${table.mine} name=${mine} showHand=${round.next.who !== "reader" || round.next.what !== "act"} />
    <p class="note">${tn("hana.deck", table.deck_size)}${table.removed === null ? "" : ` · ${t("hana.removed", { card: table.removed })}`}</p>
  </div>`;
}
