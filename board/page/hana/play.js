// A game against a player of the program: the engine deals rounds, and markers keep their positions between rounds.

import { ask, fault, network } from "../engine.js";
import { html, signal, useEffect, useState } from "../html.js";
import { known, t } from "../i18n.js";
import { go } from "../route.js";
import { newSeed, recall } from "../store.js";
import { Button, Fault, Segments, Sheet } from "../ui.js";
import { keepPlay, play } from "./model.js";

/** @typedef {{ name: string, about: string, parameters: { name: string, default: string, about: string }[] }} PlayerKind */

const players = signal(/** @type {PlayerKind[]} */ ([]));
/** Players by strength, as `hana play --level` has them. */
const LEVELS = /** @type {const} */ ({ weak: "greedy", medium: "learned", strong: "policy", best: "best" });
/** Default opponent: the first of these that the engine has. */
const FAVOURITES = ["policy", "ismcts", "best"];

/** Name of a player, in the reader's language if it has one. @param {string} player */
export const playerName = (player) => known(`player.${player.split(":")[0]}`) ?? player;

/** The address of the current state of a game: the round, and the number of the user's decision in it. @param {import("./model.js").Play} game */
export const addressOf = (game) => `#h/play/${game.rounds.length + 1}/${game.at ?? 0}`;

/**
 * The game of the last visit: the record at the requested decision, if it is known, else the newest.
 * @param {string} [number] of the round @param {string} [at] which decision @returns {{ text: string, seat: 1 | 2 } | null}
 */
export function resume(number, at) {
  const found = /** @type {any} */ (recall("hana.play"));
  if (play.value === null && isGame(found)) play.value = found;
  const game = play.value;
  if (game === null) return null;
  const text = Number(number) === game.rounds.length + 1 ? game.states?.[Number(at)] : undefined;
  if (text === undefined || Number(at) === game.at) return { text: game.record, seat: game.seat };
  keepPlay({ ...game, record: text, at: Number(at) });
  return { text, seat: game.seat };
}

/** Whether this is a stored game. @param {any} found */
const isGame = (found) =>
  typeof found?.record === "string" &&
  (found.seat === 1 || found.seat === 2) &&
  typeof found.player === "string" &&
  Array.isArray(found.rounds) &&
  found.rounds.every((/** @type {unknown} */ text) => typeof text === "string") &&
  (found.states === undefined || Array.isArray(found.states));

/** Whether a game waits to be gone on with. */
export const isUnfinished = () => play.value !== null || isGame(recall("hana.play"));

/** @param {{ favour?: string, round?: number, seat: 1 | 2, player: string, rounds: string[] }} next */
export async function deal({ favour, round, seat, player, rounds }) {
  const { result } = await ask("hana.deal", { seed: newSeed(), favour, round });
  keepPlay({ record: result.text, seat, player, rounds, round: round ?? 1 });
  go(`#h/play/${rounds.length + 1}/0`);
}

/** @param {{ open: boolean, onClose: () => void }} props */
export function PlaySheet({ open, onClose }) {
  const [player, setPlayer] = useState("policy");
  const [seat, setSeat] = useState(/** @type {1 | 2} */ (1));
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setError(null);
    // With the network there are more players.
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
  }, [open, network.value, tries]);
  const levels = Object.entries(LEVELS).filter(([, of]) => players.value.some(({ name }) => name === of));
  const chosen = players.value.find(({ name }) => name === player);
  const begin = () => {
    setError(null);
    deal({ seat, player, rounds: [] }).then(onClose, (problem) => setError(fault(problem)));
  };
  return html`<${Sheet} title=${t("hana.play")} open=${open} onClose=${onClose}>
    <p>${t("okiya.level")}</p>
    <${Segments} label=${t("okiya.level")} value=${player} options=${levels.map(([level, name]) => /** @type {const} */ ([name, known(`level.${level}`)]))} onChange=${setPlayer} />
    <label class="field"><span>${t("hana.opponent")}</span>
      <select id="player" value=${player} onChange=${(/** @type {any} */ event) => setPlayer(event.target.value)}>
        ${players.value.map(({ name }) => html`<option key=${name} value=${name}>${playerName(name)}</option>`)}
      </select></label>
    ${chosen && html`<p class="note" lang=${known(`player.${chosen.name}.about`) === null ? "en" : undefined}>${known(`player.${chosen.name}.about`) ?? chosen.about}</p>`}
    <p>${t("hana.seat")}</p>
    <${Segments} label=${t("hana.seat")} value=${String(seat)} options=${[
      ["1", t("hana.seat.first")],
      ["2", t("hana.seat.second")],
    ]} onChange=${(/** @type {string} */ value) => setSeat(value === "1" ? 1 : 2)} />
    <${Fault} error=${error} onRetry=${() => (players.value.length === 0 ? setTries(tries + 1) : begin())} />
    <div class="bar"><${Button} kind="main" icon="play" id="deal" onClick=${begin}>${t("hana.deal")}<//></div>
  <//>`;
}

/** Lets the player of the program act. @param {string} record @param {1 | 2} seat @param {string} player @param {AbortSignal} signal */
export async function reply(record, seat, player, signal) {
  const { result } = await ask("hana.reply", { round: record, player, seed: newSeed(), seat }, { signal });
  return result;
}
