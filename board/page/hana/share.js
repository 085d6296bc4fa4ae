// Handing a round on: its address, a picture of the table, the JSON, and the command line that gives the same answer.

import { GEISHA, shapes } from "../art.js";
import { html } from "../html.js";
import { t } from "../i18n.js";
import { coloured, escapedXml, savePng, saveSvg } from "../picture.js";
import { escaped } from "../route.js";
import { Button, copy, printPage, ShareLink, Sheet, save } from "../ui.js";
import { WORTH } from "./model.js";

const WIDE = 84;
const CARD = 22;

/** The table as a standalone drawing. @param {import("./model.js").Round} round */
export function tableSvg(round) {
  const { table } = round;
  const width = 7 * (WIDE + 8) + 32;
  /** @param {string} letter @param {number} x @param {number} y */
  const card = (letter, x, y) => {
    const [line, soft] =
      letter === "X" ? ["var(--x)", "var(--x-soft)"] : [`var(--${letter.toLowerCase()})`, `var(--${letter.toLowerCase()}-soft)`];
    return `<g transform="translate(${x} ${y})"><rect width="${CARD}" height="28" rx="4" fill="${soft}" stroke="${line}"/><text x="${CARD / 2}" y="19.5" text-anchor="middle" font-size="15" font-weight="700" fill="${line}">${letter === "X" ? "" : letter}</text></g>`;
  };
  /** @param {string} cards @param {number} x @param {number} y */
  const row = (cards, x, y) => [...cards].map((letter, index) => card(letter, x + index * (CARD + 3), y)).join("");
  const ladies = GEISHA.map((letter, index) => {
    const x = 16 + index * (WIDE + 8);
    const [line, soft] = [`var(--${letter.toLowerCase()})`, `var(--${letter.toLowerCase()}-soft)`];
    const sign = table.favour[index];
    const above = [...table.theirs.row].filter((found) => found === letter);
    const below = [...table.mine.row].filter((found) => found === letter);
    return `${above.map((found, at) => card(found, x + (at % 3) * (CARD + 3) + 4, 78 + Math.floor(at / 3) * 14)).join("")}
<g transform="translate(${x} 112)"><rect width="${WIDE}" height="104" rx="8" fill="${soft}" stroke="${line}" stroke-width="1.5"/>
${sign === "." ? "" : `<rect x="0" y="${sign === "+" ? 98 : 0}" width="${WIDE}" height="6" rx="3" fill="${line}"/>`}
<svg x="20" y="10" width="44" height="46" viewBox="0 0 48 50" color="${line}">${shapes(`lady-${letter}`).replaceAll("currentColor", line)}</svg>
<text x="14" y="84" font-size="19" font-weight="700" fill="${line}">${letter}</text><text x="32" y="84" font-size="15" font-weight="600" fill="${line}">${WORTH[letter]}</text>
<svg x="52" y="64" width="24" height="24" viewBox="0 0 32 32">${shapes(`item-${letter}`).replaceAll("currentColor", line)}</svg></g>
${below.map((found, at) => card(found, x + (at % 3) * (CARD + 3) + 4, 222 + Math.floor(at / 3) * 14)).join("")}`;
  });
  const mine = table.mine.hand ?? "X".repeat(table.mine.hand_size);
  const theirs = table.theirs.hand ?? "X".repeat(table.theirs.hand_size);
  return coloured(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="312" viewBox="0 0 ${width} 312" font-family="system-ui, 'DejaVu Sans', sans-serif"><rect width="${width}" height="312" fill="var(--paper)"/>
<text x="16" y="26" font-size="17" font-weight="700" fill="var(--accent)">Hanamachi</text><text x="124" y="26" font-size="13" fill="var(--soft)">${escapedXml(round.information_set ?? round.text)}</text>
<text x="16" y="60" font-size="14" fill="var(--ink)">${escapedXml(t("hana.opponent"))}</text>${row(theirs, 130, 42)}${ladies.join("")}
<text x="16" y="288" font-size="14" fill="var(--ink)">${escapedXml(t("hana.you"))}</text>${row(mine, 130, 268)}</svg>`);
}

/** @param {{ open: boolean, onClose: () => void, table: import("./model.js").Table, playing: boolean }} props */
export function ShareSheet({ open, onClose, table, playing }) {
  const round = table.round.value;
  if (!open || round === null) return null;
  const text = round.information_set ?? round.text;
  // The address of a game against the computer means nothing to others.
  const fragment = playing ? `#h/${escaped(text)}` : location.hash;
  const command = table.command.value;
  const advice = table.advice.value;
  return html`<${Sheet} title=${t("share")} open=${open} onClose=${onClose}>
    <${ShareLink} fragment=${fragment} text=${text} />
    <div class="bar">
      <${Button} onClick=${() => void savePng("hanamikoji", tableSvg(round))}>PNG<//>
      <${Button} onClick=${() => saveSvg("hanamikoji", tableSvg(round))}>SVG<//>
      <${Button} onClick=${() => save("hanamikoji.json", new Blob([JSON.stringify(advice?.evaluation ?? round)], { type: "application/json" }))}>JSON<//>
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
