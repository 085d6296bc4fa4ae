// The history, turn by turn. Each entry can be studied, edited, or returned to.

import { html, useState } from "../html.js";
import { t } from "../i18n.js";
import { escaped } from "../route.js";
import { Button, Fault } from "../ui.js";
import { secretsOf } from "./tableau.js";
import { Action, actionWords, Card } from "./words.js";

/** The turns, with the cards that have been turned up since. @param {import("./model.js").Round} round */
function revealed(round) {
  const mine = round.table.mine.seat;
  const secrets = secretsOf(round);
  return round.timeline.map((entry) => {
    const isMine = entry.seat === mine;
    const side = isMine ? round.table.mine : round.table.theirs;
    const secret = isMine ? secrets.mine : secrets.theirs;
    if (entry.entry === "1X" && secret !== "") return { ...entry, entry: `1${secret}` };
    if (entry.entry === "2XX" && side.trade_off !== null && !side.trade_off.includes("X"))
      return { ...entry, entry: `2${side.trade_off}` };
    return entry;
  });
}

/** @param {{ table: import("./model.js").Table, editable: boolean }} props */
export function Timeline({ table, editable }) {
  const [openTurn, setOpenTurn] = useState(0);
  const round = table.round.value;
  if (round === null || round.timeline.length === 0) return null;
  const entries = revealed(round);
  return html`<section class="panel" aria-labelledby="timeline">
    <h2 id="timeline">${t("hana.timeline")}</h2>
    <ol class="timeline">${entries.map((entry) => {
      const mine = entry.seat === (round.seat ?? 1);
      const open = openTurn === entry.turn;
      return html`<li key=${entry.turn}>
        <button type="button" class=${`row ${mine ? "mine" : ""}`} aria-expanded=${String(open)} onClick=${() => setOpenTurn(open ? 0 : entry.turn)}>
          <span>${entry.turn}</span><span>${mine ? t("hana.you") : t("hana.opponent")}</span>
          <span><${Action} action=${entry.entry} /></span>
          <span>${entry.drew !== null && html`<span class="note">${t("hana.drew_short")} </span><${Card} of=${entry.drew} small=${true} />`}</span>
        </button>
        ${open && html`<${Change} table=${table} entry=${entry} editable=${editable} onDone=${() => setOpenTurn(0)} />`}
      </li>`;
    })}</ol>
  </section>`;
}

/** @param {{ table: import("./model.js").Table, entry: import("./model.js").Entry, editable: boolean, onDone: () => void }} props */
function Change({ table, entry, editable, onDone }) {
  const [text, setText] = useState(entry.entry);
  const [drew, setDrew] = useState(entry.drew ?? "");
  const studied = entry.information_set;
  const answered = entry.answer_information_set;
  return html`<div class="detail">
    <p>${actionWords(entry.entry)}</p>
    <div class="bar">
      ${studied !== null && html`<a class="button" href=${`#h/${escaped(studied)}`}>${t("hana.study_this")}</a>`}
      ${answered !== null && html`<a class="button" href=${`#h/${escaped(answered)}`}>${t("hana.study_answer")}</a>`}
      ${editable && html`<${Button} icon="undo" onClick=${() => void table.cut(entry.turn).then(onDone)}>${t("hana.back_here")}<//>`}
    </div>
    ${
      editable &&
      html`<form onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        void table
          .edit(entry.turn, text.trim(), drew.trim() === "" ? null : drew.trim().toUpperCase())
          .then((done) => done && onDone());
      }}>
        <label class="field"><span>${t("hana.edit_entry")}</span><input type="text" autocapitalize="characters" autocomplete="off" spellcheck=${false} value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)} /></label>
        ${entry.drew !== null && html`<label class="field"><span>${t("hana.edit_drew")}</span><input type="text" maxlength="1" value=${drew} onInput=${(/** @type {any} */ event) => setDrew(event.target.value)} /></label>`}
        <div class="bar"><button class="button">${t("change")}</button></div>
      </form>
      <${Fault} error=${table.error.value} />`
    }
  </div>`;
}
