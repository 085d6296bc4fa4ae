// The board: sixteen cells in one grid with one stop for the Tab key; arrows move, Enter plays, and a cell or a tile can be typed.

import { TileArt, tileDigit, tileName } from "../art.js";
import { html, signal, useComputed, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../html.js";
import { t } from "../i18n.js";
import { isForScreen } from "../ui.js";
import { CELLS } from "./model.js";
import { sideName, signed, Token, tileWords, ValueShape, valueWords } from "./words.js";

/** @typedef {import("./model.js").MoveValue} MoveValue */
/** @typedef {import("../html.js").Signal<{ cell: string, side: import("./model.js").Side } | null>} Laid a token that appears before the board is drawn again */

/** @type {Laid} */
const NOTHING = signal(null);

/** The cells in their places on the screen after turns and flips: eight ways. @param {number} way */
export function layout(way) {
  return CELLS.map((_, slot) => {
    let [column, row] = [slot % 4, slot >> 2];
    if (way >= 4) column = 3 - column;
    for (let turns = way % 4; turns > 0; turns -= 1) [column, row] = [row, 3 - column];
    return 4 * row + column;
  });
}

const PLANT_LETTERS = "MCPI";
const SYMBOL_LETTERS = "STBR";
/** Time that a finger rests on a tile before the best line is shown. */
const LONG_PRESS_MS = 450;

/**
 * @param {{
 *   digits: string, signs: string[], last: string | null, way?: number, label: string, values?: Map<string, MoveValue> | null, legal?: Set<string> | null,
 *   waiting?: boolean, best?: Set<string>, four?: string[], onPlay?: (cell: string) => void, onHold?: (cell: string) => void, cursor?: number | null,
 *   plain?: boolean, id?: string, laid?: Laid,
 * }} props `digits` has a blank for each empty cell; without `legal` legal moves are not marked; while `waiting`, `legal` is that of the position before
 */
export function Board({
  digits,
  signs,
  last,
  way = 0,
  label,
  values = null,
  legal = null,
  waiting = false,
  best,
  four = [],
  onPlay,
  onHold,
  cursor = null,
  plain = false,
  id,
  laid = NOTHING,
}) {
  const order = layout(way);
  const [focus, setFocus] = useState(0);
  const grid = useRef(/** @type {HTMLElement | null} */ (null));
  const typed = useRef({ letter: "", at: 0 });
  const press = useRef({ timer: 0, held: false });
  useEffect(() => () => clearTimeout(press.current.timer), []);
  const handlers = useRef(/** @type {Handlers} */ ({}));

  /** @param {number} slot */
  const focusOn = (slot) => {
    setFocus(slot);
    /** @type {HTMLElement | null | undefined} */ (grid.current?.querySelector(`[data-slot="${slot}"]`))?.focus();
  };
  /** @param {string} cell */
  const act = (cell) => onPlay?.(cell);
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -4, ArrowDown: 4 }[event.key];
    if (step !== undefined) {
      const to = focus + step;
      const sameRow = Math.abs(step) === 4 || focus >> 2 === to >> 2;
      if (to >= 0 && to < 16 && sameRow) focusOn(to);
      event.preventDefault();
      return;
    }
    if (event.key === "Home" || event.key === "End") {
      focusOn(event.key === "Home" ? 0 : 15);
      event.preventDefault();
      return;
    }
    if (plain || event.key.length !== 1) return;
    const key = event.key.toUpperCase();
    const before = event.timeStamp - typed.current.at < 1500 ? typed.current.letter : "";
    const asCell = (before + key).toLowerCase();
    if (CELLS.includes(asCell)) {
      typed.current.letter = "";
      focusOn(order.indexOf(CELLS.indexOf(asCell)));
      act(asCell);
    } else if (before && PLANT_LETTERS.includes(before) && SYMBOL_LETTERS.includes(key)) {
      typed.current.letter = "";
      const index = [...digits].indexOf(tileDigit(PLANT_LETTERS.indexOf(before), SYMBOL_LETTERS.indexOf(key)));
      if (index >= 0) {
        focusOn(order.indexOf(index));
        act(CELLS[index]);
      }
    } else if ("ABCDMPI".includes(key)) typed.current = { letter: key, at: event.timeStamp };
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // In a game a cell can be typed wherever the focus is; before other keys of the screen, because T and R are symbols, too.
  useLayoutEffect(() => {
    if (plain || id !== "board") return;
    /** @param {KeyboardEvent} event */
    const typing = (event) => {
      if (event.key.length === 1 && isForScreen(event) && !grid.current?.contains(/** @type {Node} */ (event.target)))
        onKey(event);
    };
    addEventListener("keydown", typing, true);
    return () => removeEventListener("keydown", typing, true);
  });

  /** @param {string} cell @param {number} index */
  const described = (cell, index) => {
    const parts = [cell];
    if (signs[index] !== ".")
      parts.push(t("okiya.cell.token", { player: sideName(/** @type {"x" | "o"} */ (signs[index].toLowerCase())) }));
    else if (digits[index] && digits[index] !== " ") parts.push(tileWords(digits[index]));
    else parts.push(t("okiya.cell.empty"));
    if (four.includes(cell)) parts.push(t("okiya.cell.four"));
    if (last === cell) parts.push(t("okiya.cell.last"));
    if (legal !== null && !waiting && signs[index] === ".")
      parts.push(legal.has(cell) ? t("okiya.cell.legal") : t("okiya.cell.closed"));
    const value = values?.get(cell);
    if (value !== undefined) parts.push(valueWords(value));
    return parts.join(", ");
  };

  handlers.current = {
    focus: setFocus,
    press: (cell) => {
      press.current.held = false;
      if (onHold === undefined || !values?.has(cell)) return;
      press.current.timer = setTimeout(() => {
        press.current.held = true;
        onHold(cell);
      }, LONG_PRESS_MS);
    },
    release: () => clearTimeout(press.current.timer),
    menu: (event) => onHold && event.preventDefault(),
    click: (cell) => {
      if (press.current.held) press.current.held = false;
      else act(cell);
    },
  };
  const columns = order.slice(0, 4).map((index) => CELLS[index]);
  const upright = columns[0][1] === columns[1][1];
  const rows = [0, 4, 8, 12].map((slot) => CELLS[order[slot]]);
  return html`<div class="board" role="grid" aria-label=${label} id=${id} ref=${grid} onKeyDown=${onKey}>
    <span class="name" aria-hidden="true"></span>
    ${columns.map((cell) => html`<span class="name" aria-hidden="true" key=${cell}>${upright ? cell[0] : cell[1]}</span>`)}
    ${rows.map(
      (name, line) => html`<div role="row" class="row" key=${line}>
        <span class="name" role="presentation" aria-hidden="true">${upright ? name[1] : name[0]}</span>
        ${order.slice(4 * line, 4 * line + 4).map((index, column) => {
          const slot = 4 * line + column;
          const cell = CELLS[index];
          const sign = signs[index];
          const digit = digits[index];
          const value = values?.get(cell);
          const open = legal === null || legal.has(cell);
          const kinds = ["cell"];
          if (value !== undefined) kinds.push(value.outcome);
          if (value !== undefined && best?.has(cell)) kinds.push("best");
          if (sign === "." && !open) kinds.push("closed");
          if (!digit || digit === " ") kinds.push("empty");
          if (sign !== ".") kinds.push("taken");
          if (last === cell) kinds.push("last");
          if (four.includes(cell)) kinds.push("four");
          if (cursor === index) kinds.push("cursor");
          return html`<${Cell} key=${cell} cell=${cell} slot=${slot} kinds=${kinds.join(" ")} digit=${digit} sign=${sign} outcome=${value?.outcome} label=${described(cell, index)}
            value=${value === undefined || value.outcome === "draw" ? undefined : signed(value)} laid=${laid} hasFocus=${slot === focus}
            disabled=${!onPlay || sign !== "." || !open || waiting} selected=${cursor === index} handlers=${handlers} />`;
        })}
      </div>`,
    )}
  </div>`;
}

/** @typedef {{ focus: (slot: number) => void, press: (cell: string) => void, release: () => void, menu: (event: Event) => void, click: (cell: string) => void }} Handlers */

/**
 * A cell, drawn again only if something in it has changed.
 * @param {{
 *   cell: string, slot: number, kinds: string, digit: string, sign: string, outcome: string | undefined, value: string | undefined, label: string,
 *   laid: Laid, hasFocus: boolean, disabled: boolean, selected: boolean, handlers: { current: Handlers },
 * }} props
 */
function Cell({ cell, slot, kinds, digit, sign, outcome, value, label, laid, hasFocus, disabled, selected, handlers }) {
  return useMemo(
    () => html`<button type="button" role="gridcell" class=${kinds} data-slot=${slot} data-cell=${cell}
      tabindex=${hasFocus ? 0 : -1} aria-label=${label} aria-disabled=${disabled ? "true" : undefined} aria-selected=${selected ? "true" : undefined}
      onFocus=${() => handlers.current.focus(slot)} onPointerDown=${() => handlers.current.press(cell)} onPointerUp=${() => handlers.current.release()}
      onPointerLeave=${() => handlers.current.release()} onContextMenu=${(/** @type {Event} */ event) => handlers.current.menu(event)}
      onClick=${() => handlers.current.click(cell)}>
      ${digit && digit !== " " && html`<${TileArt} tile=${digit} />${sign === "." && html`<span class="letters" aria-hidden="true" data-letters=${tileName(digit)}></span>`}`}
      <${Laying} cell=${cell} sign=${sign} laid=${laid} />
      ${outcome !== undefined && html`<${Told} outcome=${outcome} value=${value} laid=${laid} />`}
    </button>`,
    [cell, slot, kinds, digit, sign, outcome, value, label, laid, hasFocus, disabled, selected],
  );
}

/** The value of a cell. Once a token has been laid elsewhere it no longer holds. @param {{ outcome: string, value: string | undefined, laid: Laid }} props */
function Told({ outcome, value, laid }) {
  const isOver = useComputed(() => laid.value !== null);
  return isOver.value
    ? null
    : html`<span class="value" aria-hidden="true" data-value=${value}><${ValueShape} outcome=${outcome} /></span>`;
}

/** The token of a cell: it appears with the tap, before anything else is drawn, and then stays. @param {{ cell: string, sign: string, laid: Laid }} props */
function Laying({ cell, sign, laid }) {
  const here = useComputed(() => (laid.value?.cell === cell ? laid.value.side : "."));
  const shown = sign === "." ? here.value : sign;
  return shown === "." ? null : html`<${Token} side=${shown.toLowerCase()} ghost=${shown !== shown.toLowerCase()} />`;
}
