// A game against a player of the program: rounds are dealt by the engine, markers stay where they are between rounds.

import { ask, fault, network } from "../engine.js";
import { html, signal, useEffect, useState } from "../html.js";
import { t } from "../i18n.js";
import { go } from "../route.js";
import { newSeed, recall } from "../store.js";
import { Button, Fault, Segments, Sheet } from "../ui.js";
import { keepPlay, play } from "./model.js";

/** @typedef {{ name: string, about: string, parameters: { name: string, default: string, about: string }[] }} PlayerKind */

const players = signal(/** @type {PlayerKind[]} */ ([]));
/** Players that anybody can meet: strong enough to teach, quick enough to wait for. */
const USUAL = ["random", "greedy", "policy", "ismcts", "best"];
/** Whom one meets unless one chooses: the first of these that the engine has. */
const FAVOURITES = ["policy", "ismcts", "best"];

/** The game of the last visit. */
export function resume() {
  const found = /** @type {any} */ (recall("hana.play"));
  if (play.value === null && typeof found?.record === "string" && (found.seat === 1 || found.seat === 2)) play.value = found;
  return play.value;
}

/** @param {{ favour?: string, round?: number, seat: 1 | 2, player: string, rounds: string[] }} next */
export async function deal({ favour, round, seat, player, rounds }) {
  const { result } = await ask("hana.deal", { seed: newSeed(), favour, round });
  keepPlay({ record: result.text, seat, player, rounds, score: { mine: 0, theirs: 0 }, round: round ?? 1 });
  go("#h/play");
}

/** @param {{ open: boolean, onClose: () => void }} props */
export function PlaySheet({ open, onClose }) {
  const [player, setPlayer] = useState("policy");
  const [seat, setSeat] = useState(/** @type {1 | 2} */ (1));
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  useEffect(() => {
    // With the network there are more.
    const [wanted] = FAVOURITES;
    if (open && !players.value.some(({ name }) => name === wanted)) {
      ask("hana.players", {}).then(
        ({ result }) => {
          players.value = result.players;
          const known = result.players.map((/** @type {PlayerKind} */ { name }) => name);
          setPlayer(FAVOURITES.find((name) => known.includes(name)) ?? known[0]);
        },
        (problem) => setError(fault(problem)),
      );
    }
  }, [open, network.value]);
  const names = players.value.filter(({ name }) => USUAL.includes(name));
  const others = players.value.filter(({ name }) => !USUAL.includes(name));
  const chosen = players.value.find(({ name }) => name === player);
  return html`<${Sheet} title=${t("hana.play")} open=${open} onClose=${onClose}>
    <label class="field"><span>${t("hana.opponent")}</span>
      <select id="player" value=${player} onChange=${(/** @type {any} */ event) => setPlayer(event.target.value)}>
        ${[...names, ...others].map(({ name }) => html`<option key=${name} value=${name}>${name}</option>`)}
      </select></label>
    ${chosen && html`<p class="note" lang="en">${chosen.about}</p>`}
    <p>${t("hana.seat")}</p>
    <${Segments} label=${t("hana.seat")} value=${String(seat)} options=${[
      ["1", t("hana.seat.first")],
      ["2", t("hana.seat.second")],
    ]} onChange=${(/** @type {string} */ value) => setSeat(value === "1" ? 1 : 2)} />
    <${Fault} error=${error} />
    <div class="bar"><${Button} kind="main" icon="play" id="deal" onClick=${() => {
      deal({ seat, player, rounds: [] }).then(onClose, (problem) => setError(fault(problem)));
    }}>${t("hana.deal")}<//></div>
  <//>`;
}

/** Lets the player of the program act. @param {string} record @param {1 | 2} seat @param {string} player @param {AbortSignal} signal */
export async function reply(record, seat, player, signal) {
  const { result } = await ask("hana.reply", { round: record, player, seed: newSeed(), seat }, { signal });
  return result;
}
