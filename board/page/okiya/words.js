// Texts for the positions and moves of Okiya.

import { tileName } from "../art.js";
import { html } from "../html.js";
import { known, listed, number, t, tn } from "../i18n.js";
import { tokens } from "../store.js";

/** @typedef {import("./model.js").MoveValue} MoveValue */
/** @typedef {import("./model.js").Side} Side */

/** A tile in words: cherry tanzaku. @param {string} digit */
export function tileWords(digit) {
  const name = tileName(digit);
  return t("okiya.tile", { plant: known(`plant.${name[0]}`) ?? "", symbol: known(`symbol.${name[1]}`) ?? "" });
}

/** The colour of a side's tokens. @param {Side} side */
export const sideName = (side) => known(`side.${tokens.value}.${side}`) ?? side;

/** @param {{ outcome: string, tiles_left: number }} value */
export function signed({ outcome, tiles_left }) {
  if (outcome === "draw") return "=";
  return `${outcome === "win" ? "+" : "−"}${tiles_left}`;
}

/** A value in words, for the side that moves. @param {{ outcome: string, tiles_left: number }} value */
export function valueWords({ outcome, tiles_left }) {
  if (outcome === "draw") return t("okiya.value.draw");
  return tn(outcome === "win" ? "okiya.value.win" : "okiya.value.loss", tiles_left);
}

/** @param {string} ending */
export const endingWords = (ending) => known(`ending.${ending}`) ?? ending;

/** The sentence over the board. @param {import("./model.js").View} view */
export function sentence({ position, solution, end }) {
  const player = sideName(position.side);
  if (end !== null || solution === null) {
    const how = endingWords(end?.ending ?? position.ending ?? "");
    if (end === null || end.winner === null) return t("okiya.over.draw", { how });
    return t("okiya.over.won", { player: sideName(end.winner), how, left: tn("okiya.left", end.tiles_left) });
  }
  const best = solution.moves.filter((row) => row.score === solution.score);
  const tiles = best.slice(0, 3).map((row) => t("okiya.tile_at", { tile: tileWords(row.tile), cell: row.move }));
  if (best.length > 3) tiles.push(tn("okiya.more", best.length - 3));
  const values = { player, tiles: listed(tiles, "disjunction"), left: tn("okiya.left", solution.tiles_left) };
  if (best.length === solution.moves.length && best.length > 1) return t(`okiya.all.${solution.outcome}`, values);
  return t(`okiya.say.${solution.outcome}`, values);
}

/** The small drawing of a value: up, equal, down. @param {{ outcome: string }} props */
export function ValueShape({ outcome }) {
  const path = outcome === "win" ? "M5 0L10 9H0z" : outcome === "loss" ? "M5 10L10 1H0z" : "M0 1.500h10v2.400H0zM0 6h10v2.400H0z";
  return html`<svg viewBox="0 0 10 10" aria-hidden="true"><path d=${path} /></svg>`;
}

/** @param {{ value: { outcome: string, tiles_left: number } }} props */
export function Value({ value }) {
  return html`<span class=${`outcome ${value.outcome}`}>${value.outcome === "draw" ? "=" : value.outcome === "win" ? "▲" : "▼"} ${
    value.outcome === "draw" ? t("okiya.draw") : signed(value)
  }</span>`;
}

/** Marks that distinguish the tokens without colour: a blossom, and a ring. */
export const TOKEN_SIGNS = {
  x: "M19.7 17.8a4.3 4.3 0 1 0 8.6 0a4.3 4.3 0 1 0 -8.6 0zM25.6 22.1a4.3 4.3 0 1 0 8.6 0a4.3 4.3 0 1 0 -8.6 0zM23.3 29a4.3 4.3 0 1 0 8.6 0a4.3 4.3 0 1 0 -8.6 0zM16.1 29a4.3 4.3 0 1 0 8.6 0a4.3 4.3 0 1 0 -8.6 0zM13.8 22.1a4.3 4.3 0 1 0 8.6 0a4.3 4.3 0 1 0 -8.6 0z",
  o: "M24 15a9 9 0 1 0 .01 0z",
};

/** A token: colour and sign. @param {{ side: Side, ghost?: boolean }} props */
export function Token({ side, ghost = false }) {
  return html`<svg class=${`token ${side} ${ghost ? "ghost" : ""}`} viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r="21" /><path class=${`sign-${side}`} d=${TOKEN_SIGNS[side]} />
  </svg>`;
}

/** @param {{ side: Side }} props */
export const SideToken = ({ side }) => html`<span class="side-token"><${Token} side=${side} /></span>`;

/** @param {number} count */
export const counted = (count) => number(count);
