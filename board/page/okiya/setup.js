// Laying a garden tile by tile: fifteen taps on the palette, the sixteenth tile fills itself.

import { PLANTS, SYMBOLS, TileArt, tileDigit, tileName } from "../art.js";
import { ask, fault } from "../engine.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { t } from "../i18n.js";
import { escaped, go, linkedGame } from "../route.js";
import { fullBoard, newSeed, recall, remember, tokens } from "../store.js";
import { announce, Button, Fault, Segments, TextEntry, useKeys } from "../ui.js";
import { Board } from "./board.js";
import { CELLS } from "./model.js";
import { tileWords } from "./words.js";

const DIGITS = PLANTS.flatMap((_, plant) => SYMBOLS.map((_, symbol) => tileDigit(plant, symbol)));
const BLANK = " ".repeat(16);

/** @typedef {{ cells: string, cursor: number }} Laid sixteen digits, a blank where none lies yet; where the next one goes */

/** The garden after a tap on a palette tile. @param {Laid} laid @param {string} digit @returns {Laid} */
export function lay({ cells, cursor }, digit) {
  if (cells.includes(digit)) return { cells, cursor };
  const signs = [...cells];
  signs[cursor] = digit;
  const left = DIGITS.filter((other) => !signs.includes(other));
  if (left.length === 1) signs[signs.indexOf(" ")] = left[0];
  const after = signs.indexOf(" ", cursor + 1);
  const next = after >= 0 ? after : signs.indexOf(" ");
  return { cells: signs.join(""), cursor: next >= 0 ? next : cursor };
}

/** The unfinished garden of the last visit. @returns {Laid} */
function begun() {
  const found = /** @type {any} */ (recall("laying"));
  const cells = found?.cells;
  const fits =
    typeof cells === "string" &&
    /^[0-9a-f ]{16}$/.test(cells) &&
    cells.includes(" ") &&
    DIGITS.every((digit) => cells.split(digit).length <= 2) &&
    Number.isInteger(found.cursor) &&
    found.cursor >= 0 &&
    found.cursor < 16;
  return fits ? { cells, cursor: found.cursor } : { cells: BLANK, cursor: 0 };
}

/** The address of a complete garden. @param {string} cells */
const address = (cells) => `#o/${cells}${fullBoard.value === "last" ? "?full=last" : ""}`;

/** @param {{ start?: string }} props a garden to change */
export function Setup({ start }) {
  const [steps, setSteps] = useState(/** @type {Laid[]} */ ([start === undefined ? begun() : { cells: start, cursor: 0 }]));
  // A half-entered garden survives a reload, however soon it comes.
  useLayoutEffect(() => {
    if (start === undefined) remember("laying", steps[steps.length - 1]);
  }, [steps]);
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  const [busy, setBusy] = useState(false);
  const again = useRef(() => {});
  const here = useRef(true);
  useEffect(
    () => () => {
      here.current = false;
    },
    [],
  );
  const laid = steps[steps.length - 1];
  const count = laid.cells.replaceAll(" ", "").length;

  /** @param {string} digit */
  const tap = (digit) => {
    // A tile that lies already keeps the focus, and can be tapped in vain.
    if (laid.cells.includes(digit)) return;
    const next = lay(laid, digit);
    setSteps([...steps, next]);
    const done = next.cells.replaceAll(" ", "").length;
    announce(t("okiya.setup.placed", { tile: tileWords(digit), cell: CELLS[laid.cursor], n: done }));
    if (done === 16) go(address(next.cells));
  };
  // A tile can be typed: its plant, then its symbol.
  const typed = useRef("");
  useKeys(({ key }) => {
    const letter = key.toUpperCase();
    const digit = DIGITS.find((tile) => tileName(tile) === typed.current + letter);
    typed.current = PLANTS.some((plant) => plant === letter) && digit === undefined ? letter : "";
    if (digit !== undefined) tap(digit);
    else if (letter === "BACKSPACE" && steps.length > 1) setSteps(steps.slice(0, -1));
    else return typed.current !== "";
    return true;
  });
  /** A tap on the board moves the cursor; a tile on that cell returns to the palette. @param {string} cell */
  const pick = (cell) => {
    const index = CELLS.indexOf(cell);
    const cells =
      laid.cells.slice(0, index) +
      (laid.cells[index] === " " || laid.cursor === index ? " " : laid.cells[index]) +
      laid.cells.slice(index + 1);
    setSteps([...steps, { cells, cursor: index }]);
  };
  /** @param {() => Promise<string>} found */
  const attempt = async (found) => {
    setError(null);
    setBusy(true);
    again.current = () => void attempt(found);
    try {
      const address = await found();
      // A user who has navigated elsewhere meanwhile stays there.
      if (here.current) go(address);
    } catch (problem) {
      setError(fault(problem));
    } finally {
      setBusy(false);
    }
  };
  const random = () =>
    attempt(async () => {
      const { result } = await ask("okiya.random", { seed: newSeed() });
      return address(result.garden.replaceAll("/", ""));
    });
  /** @param {string} text */
  const read = (text) =>
    attempt(async () => {
      const linked = linkedGame(text);
      if (linked !== null) return linked;
      const number = /^\s*(\d{1,10})\s*$/.exec(text);
      if (number !== null) {
        const { result } = await ask("okiya.class", { number: Number(number[1]) });
        return address(result.class_garden.replaceAll("/", ""));
      }
      const { result } = await ask("okiya.parse", { text });
      const option = result.full === "last" ? "?full=last" : "";
      return result.address === null ? `#o/${escaped(result.text)}${option}` : `#o/${result.address}${option}`;
    });

  return html`<h1 class="visually-hidden">${t("okiya.setup.title")}</h1>
    <p class="note" id="setup-help">${count === 0 ? t("okiya.setup.help") : t("okiya.setup.count", { n: count })}</p>
    <div class="setup">
      <${Board} id="setup-board" label=${t("okiya.board")} digits=${laid.cells} signs=${[...".".repeat(16)]} last=${null} cursor=${laid.cursor} onPlay=${pick} />
      <div class="palette" role="group" aria-label=${t("okiya.palette")}>
        ${DIGITS.map(
          (
            digit,
          ) => html`<button type="button" class="cell" key=${digit} data-tile=${tileName(digit)} aria-label=${tileWords(digit)} aria-disabled=${laid.cells.includes(digit) ? "true" : undefined} onClick=${() => tap(digit)}>
            <${TileArt} tile=${digit} /><span class="letters" aria-hidden="true" data-letters=${tileName(digit)}></span>
          </button>`,
        )}
      </div>
      <div class="bar">
        <${Button} icon="undo" onClick=${() => setSteps(steps.length > 1 ? steps.slice(0, -1) : steps)} disabled=${steps.length < 2}>${t("undo")}<//>
        <${Button} icon="close" label=${t("okiya.setup.clear")} disabled=${count === 0} onClick=${() => setSteps([...steps, { cells: BLANK, cursor: 0 }])} />
        <${Button} icon="dice" onClick=${random}>${t("random")}<//>
      </div>
      <${TextEntry} id="garden-text" label=${t("okiya.setup.paste")} example="05af/b4c1/27d8/3e96" busy=${busy} onRead=${(/** @type {string} */ text) => void read(text)} />
    </div>
    <${Fault} error=${error} onRetry=${() => again.current()} />
    <div class="panel"><h2>${t("options")}</h2><${Options} /></div>`;
}

/** The full-board rule and the tokens. */
export function Options() {
  return html`<div class="bar">
      <span id="full-label">${t("okiya.full")}</span>
      <${Segments} label=${t("okiya.full")} value=${fullBoard.value} options=${[
        ["draw", t("okiya.full.draw")],
        ["last", t("okiya.full.last")],
      ]} onChange=${(/** @type {"draw" | "last"} */ value) => {
        fullBoard.value = value;
      }} />
    </div>
    <div class="bar">
      <span>${t("okiya.starts")}</span>
      <${Segments} label=${t("okiya.starts")} value=${tokens.value} options=${[
        ["red", t("side.red.x")],
        ["black", t("side.black.x")],
        ["stone", t("side.stone.x")],
      ]} onChange=${(/** @type {"red" | "black" | "stone"} */ value) => {
        tokens.value = value;
      }} />
    </div>`;
}
