// Two players at one device: between the hands a curtain, and after each round the seats are exchanged.

import { html, signal, useLayoutEffect } from "../html.js";
import { t } from "../i18n.js";
import { Button } from "../ui.js";
import { deal } from "./play.js";

/** @typedef {import("./model.js").Play} Play */

/** Who plays instead of a player of the program. */
export const FRIEND = "friend";

/** The seat whose hand may be seen now; nobody's after a reload. */
export const lifted = signal(/** @type {1 | 2 | null} */ (null));

/** Whether two people play this game. @param {Play | null} game */
export const isTwo = (game) => game?.player === FRIEND;

export async function begin() {
  lifted.value = null;
  await deal({ seat: 1, player: FRIEND, rounds: [] });
}

/** The name of whoever has a seat in this round: the seats are exchanged after each. @param {Play} game @param {1 | 2} seat */
export const nameOf = (game, seat) => t("two.player", { n: (seat + game.rounds.length) % 2 === 1 ? 1 : 2 });

/** Nothing of either hand, until the next player has the device. @param {{ name: string, did: string, onLift: () => void }} props */
export function Curtain({ name, did, onLift }) {
  useLayoutEffect(() => document.getElementById("lift")?.focus({ preventScroll: true }), [name]);
  return html`<section class="curtain" id="curtain" aria-labelledby="curtain-title">
    ${did !== "" && html`<p id="curtain-did">${did}</p>`}
    <h1 id="curtain-title">${t("two.hand_over", { name })}</h1>
    <p class="note">${t("two.nobody_else")}</p>
    <div class="bar"><${Button} kind="main" icon="eye" id="lift" onClick=${onLift}>${t("two.lift", { name })}<//></div>
  </section>`;
}
