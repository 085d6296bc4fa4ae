// A game of Okiya with a friend over a link: the address holds the whole game, each sends the next one back. No values are shown before its end.

import { ask } from "../engine.js";
import { html, useEffect, useState } from "../html.js";
import { t } from "../i18n.js";
import { go, route } from "../route.js";
import { fullBoard, kept, newSeed } from "../store.js";
import { Button, LocalNote, QrCode, sendLink, sharedLink } from "../ui.js";
import { game } from "./model.js";
import { SideToken, sideName } from "./words.js";

/** @typedef {import("./model.js").Side} Side */

/** Number of games whose side is remembered. */
const MOST = 40;

/** The side that is played on this device, by garden. */
const sides = kept(
  "okiya.links",
  /** @type {[string, Side][]} */ ([]),
  (found) => Array.isArray(found) && found.every((row) => typeof row?.[0] === "string" && (row[1] === "x" || row[1] === "o")),
);

/** The moves of the last link that was sent or answered, by garden: who sends another one has taken a move back. */
const lines = kept(
  "okiya.lines",
  /** @type {[string, string][]} */ ([]),
  (found) => Array.isArray(found) && found.every((row) => typeof row?.[0] === "string" && typeof row[1] === "string"),
);

/** Whether the address is that of such a game. */
export const isLinked = () => route.value.screen === "okiya" && route.value.options.get("play") === "link";

/** The options of an address. @param {{ full: string, linked: boolean }} of */
export function optionsOf({ full, linked }) {
  const options = [full === "last" ? "full=last" : "", linked ? "play=link" : ""].filter(Boolean);
  return options.length === 0 ? "" : `?${options.join("&")}`;
}

/** Whose side is played here; whoever opens a link for the first time is to move. @param {string} garden @param {Side} toMove @returns {Side} */
export const sideHere = (garden, toMove) => sides.value.find(([of]) => of === garden)?.[1] ?? toMove;

/** @param {string} garden @param {Side} side */
export function keepSide(garden, side) {
  if (sides.value.some(([of, kept]) => of === garden && kept === side)) return;
  sides.value = [...sides.value.filter(([of]) => of !== garden), /** @type {[string, Side]} */ ([garden, side])].slice(-MOST);
}

/** @param {string} garden */
const lineOf = (garden) => lines.value.find(([of]) => of === garden)?.[1] ?? "";

/** @param {string} garden @param {string} line */
function keepLine(garden, line) {
  if (lineOf(garden) !== line)
    lines.value = [...lines.value.filter(([of]) => of !== garden), /** @type {[string, string]} */ ([garden, line])].slice(-MOST);
}

/** Begins a game in a garden of chance: the first move is made here. */
export async function begin() {
  const { result } = await ask("okiya.random", { seed: newSeed() });
  keepSide(result.garden, "x");
  go(`#o/${result.garden.replaceAll("/", "")}${optionsOf({ full: fullBoard.value, linked: true })}`);
}

/** Whose move it is, and the link for the friend. @param {{ address: string, side: Side, over: boolean }} props `side`: the one to move */
export function LinkBar({ address, side, over }) {
  const [code, setCode] = useState(false);
  const garden = game.root.value.text;
  const own = sideHere(garden, side);
  useEffect(() => keepSide(garden, own), [garden, own]);
  const link = sharedLink(address);
  const line = /^#o\/[^/?]*\/([a-d1-4]*)/.exec(address)?.[1] ?? "";
  const known = lineOf(garden);
  const isFork = !line.startsWith(known) && !known.startsWith(line);
  const sent = () => keepLine(garden, line);
  // A link of the friend's that continues the game.
  useEffect(() => {
    if (own === side && line.startsWith(known)) keepLine(garden, line);
  }, [garden, line]);
  const sends = over || own !== side;
  return html`<section class=${`panel link-bar ${sends ? "sends" : ""}`} id="link-bar" aria-label=${t("friend")}>
    <p><${SideToken} side=${own} /> ${t("friend.you_are", { side: sideName(own) })} ${html`<strong>${over ? t("friend.over") : sends ? t("friend.send_now") : t("friend.your_move")}</strong>`}</p>
    ${isFork && html`<p class="note" id="taken-back">${t("friend.taken_back")}</p>`}
    ${
      sends &&
      html`<div class="bar"><${Button} kind="main" icon="share" id="send-link" onClick=${() => {
        sent();
        void sendLink(link, t("friend.invitation"));
      }}>${t("friend.send")}<//>
        <${Button} expanded=${code} id="show-code" onClick=${() => {
          sent();
          setCode(!code);
        }}>${t("friend.code")}<//>
        ${!over && html`<${Button} kind="quiet" id="other-side" onClick=${() => keepSide(garden, side)}>${t("friend.other_side")}<//>`}</div>
      <${LocalNote} />
      ${code && html`<${QrCode} text=${link} />`}`
    }
  </section>`;
}
