// One sheet of paper: the garden with the values of all moves, the garden alone, and the moves with their best lines.

import { html } from "../html.js";
import { t } from "../i18n.js";
import { fullBoard } from "../store.js";
import { printing } from "../ui.js";
import { boardSvg } from "./share.js";
import { endingWords, sentence, sideName, tileWords, Value } from "./words.js";

/** @param {{ game: import("./model.js").Game }} props */
export function PrintSheet({ game }) {
  const view = game.view.value;
  if (!printing.value || view === null || !game.current.value) return null;
  const { position, solution } = view;
  /** @param {boolean} values */
  const drawing = (values) =>
    html`<div class="print-board" dangerouslySetInnerHTML=${{ __html: boardSvg(view, { values, title: false, alone: false }).replaceAll(/(id="|href="#)(plant|symbol)/g, `$1${values ? "v" : "g"}-$2`) }} />`;
  return html`<section class="print-only print-sheet" aria-hidden="true">
    <h2>${t("okiya.garden", { garden: position.garden })}</h2>
    <p class="say">${sentence(view)}</p>
    <div class="print-boards">${drawing(true)}${drawing(false)}</div>
    <p class="note">${t("okiya.print.legend", { player: sideName(position.side) })}</p>
    ${
      solution !== null &&
      html`<table>
        <thead><tr><th>${t("okiya.move")}</th><th>${t("okiya.tile_word")}</th><th>${t("okiya.value")}</th><th>${t("okiya.ending")}</th><th>${t("okiya.best_line")}</th></tr></thead>
        <tbody>${solution.moves.map(
          (row) =>
            html`<tr key=${row.move}><td><strong>${row.move}</strong></td><td>${tileWords(row.tile)}</td><td><${Value} value=${row} /></td><td>${endingWords(row.ending)}</td><td>${(row.line ?? []).join(" ")}</td></tr>`,
        )}</tbody>
      </table>`
    }
    <p class="note">${t("okiya.rule", { rule: fullBoard.value === "last" ? t("okiya.full.last_long") : t("okiya.full.draw_long") })} · ${game.command.value ?? ""}</p>
  </section>`;
}
