// The board without drawings: a table of letters, the moves as buttons, and a line to type in.

import { tileName } from "../art.js";
import { html, useState } from "../html.js";
import { t } from "../i18n.js";
import { CELLS } from "./model.js";
import { signed, tileWords, valueWords } from "./words.js";

/**
 * @param {{ game: import("./model.js").Game, digits: string, signs: string[], values: Map<string, import("./model.js").MoveValue> | null, legal: Set<string>, onPlay: (cell: string) => void }} props
 */
export function TextBoard({ game, digits, signs, values, legal, onPlay }) {
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState("");
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = typed.trim();
    const byTile = [...digits].findIndex((digit) => tileName(digit) === text.toUpperCase());
    const cell = CELLS.includes(text.toLowerCase()) ? text.toLowerCase() : (CELLS[byTile] ?? "");
    setTyped("");
    setWrong("");
    if (text.toLowerCase() === "u") game.back();
    else if (legal.has(cell)) onPlay(cell);
    else setWrong(t("okiya.text.wrong", { text }));
  };
  return html`<table class="textboard" id="board">
      <caption>${t("okiya.text.caption")}</caption>
      <thead><tr><td></td>${["a", "b", "c", "d"].map((column) => html`<th scope="col" key=${column}>${column}</th>`)}</tr></thead>
      <tbody>${[0, 1, 2, 3].map(
        (row) =>
          html`<tr key=${row}><th scope="row">${row + 1}</th>${[0, 1, 2, 3].map((column) => {
            const index = 4 * row + column;
            const value = values?.get(CELLS[index]);
            return html`<td key=${column}>${signs[index] === "." ? tileName(digits[index]) : `(${signs[index]})`}${value === undefined ? "" : ` ${signed(value)}`}</td>`;
          })}</tr>`,
      )}</tbody>
    </table>
    <form onSubmit=${submit}><label class="field"><span>${t("okiya.text.type")}</span>
      <input type="text" id="typed" autocapitalize="off" autocomplete="off" value=${typed} onInput=${(/** @type {any} */ event) => setTyped(event.target.value)} /></label></form>
    ${wrong && html`<p role="alert">${wrong}</p>`}
    <ul class="plain">${[...legal].map((cell) => {
      const value = values?.get(cell);
      return html`<li key=${cell}><button type="button" class="button quiet" onClick=${() => onPlay(cell)}>${cell}: ${tileWords(digits[CELLS.indexOf(cell)])}${value === undefined ? "" : ` – ${valueWords(value)}`}</button></li>`;
    })}</ul>`;
}
