// Handing a position on: its address, a picture, paper, the JSON and the command line that give the same answer.

import { PLANTS, SYMBOLS, shapes, tileName } from "../art.js";
import { html } from "../html.js";
import { t } from "../i18n.js";
import { coloured, escapedXml, savePng, saveSvg } from "../picture.js";
import { showValues, tokens } from "../store.js";
import { Button, copy, printPage, ShareLink, Sheet, save } from "../ui.js";
import { layout } from "./board.js";
import { CELLS, digitsOf, tokensOf } from "./model.js";
import { sentence, signed, TOKEN_SIGNS } from "./words.js";

const SIZE = 96;
const GAP = 8;
const EDGE = 34;

/** The board as a standalone drawing. @param {import("./model.js").View} view @param {{ way?: number, values?: boolean, title?: boolean, alone?: boolean }} [options] `alone`: with its colours written in, for use outside of the page */
export function boardSvg(view, { way = 0, values = true, title = true, alone = true } = {}) {
  const signs = tokensOf(view.position.position);
  const digits = digitsOf(view.position.garden);
  const wide = EDGE + 4 * SIZE + 3 * GAP + 12;
  const top = title ? 74 : EDGE;
  const high = top + 4 * SIZE + 3 * GAP + 14;
  const defs = [...PLANTS.map((name) => `plant-${name}`), ...SYMBOLS.map((name) => `symbol-${name}`)]
    .map((name) => `<symbol id="${name}" viewBox="0 0 48 48">${shapes(name)}</symbol>`)
    .join("");
  const found = new Map(values ? (view.solution?.moves ?? []).map((row) => [row.move, row]) : []);
  const best = view.solution?.score;
  const [first, second] = {
    red: ["var(--red)", "var(--black)"],
    black: ["var(--black)", "var(--red)"],
    stone: ["var(--stone)", "var(--shell)"],
  }[tokens.value];
  const order = layout(way);
  const upright = CELLS[order[0]][1] === CELLS[order[1]][1];
  const cells = order.map((index, slot) => {
    const cell = CELLS[index];
    const x = EDGE + (slot % 4) * (SIZE + GAP);
    const y = top + (slot >> 2) * (SIZE + GAP);
    const value = found.get(cell);
    const fill = value === undefined ? "var(--tile)" : `var(--${value.outcome}-soft)`;
    const edge = value === undefined ? "var(--tile-line)" : `var(--${value.outcome})`;
    const parts = [
      `<rect width="${SIZE}" height="${SIZE}" rx="9" fill="${fill}" stroke="${edge}" stroke-width="${value !== undefined && value.score === best ? 4 : 1.2}"/>`,
    ];
    const name = tileName(digits[index]);
    if (signs[index] === ".") {
      parts.push(
        `<g${values && view.solution !== null && value === undefined ? ' opacity=".4"' : ""}><use href="#plant-${name[0]}" x="4" y="28" width="61" height="61"/><use href="#symbol-${name[1]}" x="53" y="5" width="38" height="38"/>`,
      );
      parts.push(
        `<text x="${SIZE - 6}" y="${SIZE - 7}" text-anchor="end" font-size="15" font-weight="600" fill="var(--ink)">${name}</text></g>`,
      );
    } else {
      const mine = signs[index] === "x";
      parts.push(
        `<circle cx="${SIZE / 2}" cy="${SIZE / 2}" r="33" fill="${mine ? first : second}" stroke="${mine || tokens.value !== "stone" ? "var(--shell)" : "var(--stone)"}" stroke-width="3"/>`,
      );
      const line = mine || tokens.value !== "stone" ? "var(--shell)" : "var(--stone)";
      parts.push(
        `<path transform="translate(${SIZE / 2 - 36} ${SIZE / 2 - 36}) scale(1.5)" d="${TOKEN_SIGNS[mine ? "x" : "o"]}" fill="${mine ? line : "none"}" stroke="${line}" stroke-width="2.6" stroke-linejoin="round"/>`,
      );
      if (view.position.last === cell)
        parts.push(
          `<rect x="-3" y="-3" width="${SIZE + 6}" height="${SIZE + 6}" rx="11" fill="none" stroke="var(--accent)" stroke-width="2" stroke-dasharray="6 4"/>`,
        );
    }
    if (view.end?.cells.includes(cell))
      parts.push(
        `<rect x="2" y="2" width="${SIZE - 4}" height="${SIZE - 4}" rx="8" fill="none" stroke="var(--accent)" stroke-width="5"/>`,
      );
    if (value !== undefined) {
      const shape = { win: "M6 0L12 11H0z", loss: "M6 11L12 0H0z", draw: "M0 1h12v3H0zM0 7h12v3H0z" }[value.outcome];
      const text = value.outcome === "draw" ? "" : signed(value);
      parts.push(
        `<rect x="4" y="4" width="${22 + 13 * text.length}" height="27" rx="5" fill="var(--card)" stroke="${edge}"/><path transform="translate(9 12)" d="${shape}" fill="${edge}"/>`,
      );
      parts.push(`<text x="25" y="25" font-size="21" font-weight="700" fill="${edge}">${text}</text>`);
    }
    return `<g transform="translate(${x} ${y})">${parts.join("")}</g>`;
  });
  const names = [0, 1, 2, 3].flatMap((at) => [
    `<text x="${EDGE + at * (SIZE + GAP) + SIZE / 2}" y="${top - 9}" text-anchor="middle">${CELLS[order[at]][upright ? 0 : 1]}</text>`,
    `<text x="${EDGE / 2}" y="${top + at * (SIZE + GAP) + SIZE / 2 + 5}" text-anchor="middle">${CELLS[order[4 * at]][upright ? 1 : 0]}</text>`,
  ]);
  const head = title
    ? `<text x="${EDGE}" y="26" font-size="17" font-weight="700" fill="var(--accent)">Hanamachi</text><text x="${EDGE + 108}" y="26" font-size="15" fill="var(--soft)">${escapedXml(view.position.garden)}</text>`
    : "";
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" font-family="system-ui, 'DejaVu Sans', sans-serif"><defs>${defs}</defs>
<rect width="${wide}" height="${high}" fill="var(--paper)"/>${head}<g font-size="15" fill="var(--soft)">${names.join("")}</g>${cells.join("\n")}</svg>`;
  return alone ? coloured(drawing) : drawing;
}

/** @param {{ open: boolean, onClose: () => void, game: import("./model.js").Game, way: number }} props */
export function ShareSheet({ open, onClose, game, way }) {
  const view = game.view.value;
  if (!open || view === null) return null;
  const name = `okiya-${digitsOf(view.position.garden)}`;
  const svg = () => boardSvg(view, { way, values: showValues.value });
  const json = JSON.stringify(view.solution ?? view.position);
  const command = game.current.value ? game.command.value : null;
  return html`<${Sheet} title=${t("share")} open=${open} onClose=${onClose}>
    <p>${sentence(view)}</p>
    <${ShareLink} fragment=${location.hash} text=${view.text} />
    <div class="bar">
      <${Button} onClick=${() => void savePng(name, svg())}>PNG<//>
      <${Button} onClick=${() => saveSvg(name, svg())}>SVG<//>
      <${Button} onClick=${() => save(`${name}.json`, new Blob([json], { type: "application/json" }))}>JSON<//>
      <${Button} icon="print" onClick=${() => {
        onClose();
        printPage();
      }}>${t("print")}<//>
    </div>
    ${
      command !== null &&
      html`<p class="note">${t("share.command")}</p><p><code>${command}</code></p>
      <div class="bar"><${Button} onClick=${() => void copy(command, t("share.copied"))}>${t("share.copy_command")}<//></div>`
    }
  <//>`;
}
