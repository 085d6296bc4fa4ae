// A game against a player of the program: the engine deals rounds, and markers keep their positions between rounds.

import { ask, fault, network } from "../engine.js";
import { html, signal, useEffect, useState } from "../html.js";
import { known, t, tn } from "../i18n.js";
import { adapt, Levels, levelName, PLAYERS, STEPS, steps } from "../levels.js";
import { go } from "../route.js";
import { noteGame } from "../stats.js";
import { kept, newSeed } from "../store.js";
import { Button, Fault, Segments, Sheet } from "../ui.js";
import { keepPlay, play } from "./model.js";

/** @typedef {{ name: string, about: string, parameters: { name: string, default: string, about: string }[] }} PlayerKind */

const players = signal(/** @type {PlayerKind[]} */ ([]));
/** Who replaces the equilibrium where its network is missing. */
const INSTEAD = "ismcts";
/** Who begins the next game: by turns. */
const begins = kept("hana.begins", /** @type {1 | 2} */ (1), (found) => found === 1 || found === 2);

/** Name of a player, as the program has it everywhere. @param {string} player */
export const playerName = (player) => player.split(":")[0];

/** What the opponent of a game is called: by the level at which it was begun, if it was. @param {import("./model.js").Play} game */
export const opponentName = ({ level, player }) =>
  t("play.computer", { level: level === undefined ? playerName(player) : levelName(level) });

/** The address of the current state of a game: the round, and the number of the user's decision in it. @param {import("./model.js").Play} game */
export const addressOf = (game) => `#h/play/${game.rounds.length + 1}/${game.at ?? 0}`;

/**
 * The game of the last visit: the record at the requested decision, if it is known, else the newest.
 * @param {string} [number] of the round @param {string} [at] which decision @returns {{ text: string, seat: 1 | 2 } | null}
 */
export function resume(number, at) {
  const game = play.value;
  if (game === null) return null;
  const text = Number(number) === game.rounds.length + 1 ? game.states?.[Number(at)] : undefined;
  if (text === undefined || Number(at) === game.at) return { text: game.record, seat: game.seat };
  keepPlay({ ...game, record: text, at: Number(at) });
  return { text, seat: game.seat };
}

/** Whether a game waits to be gone on with. */
export const isUnfinished = () => play.value !== null && !play.value.over;

/** Deals a round. @param {{ favour?: string, round?: number } & Pick<import("./model.js").Play, "seat" | "player" | "level" | "rounds" | "takebacks" | "hints">} next */
export async function deal({ favour, round, seat, ...game }) {
  const { result } = await ask("hana.deal", { seed: newSeed(), favour, round });
  keepPlay({ ...game, record: result.text, seat, round: round ?? 1 });
  go(`#h/play/${game.rounds.length + 1}/0`);
}

/** Who plays at a level, of the players that there are. @param {import("../levels.js").Level} level @param {PlayerKind[]} known */
function playerOf(level, known) {
  const wanted = level === "adaptive" ? STEPS.hana[steps.value.hana] : PLAYERS[level];
  return known.some(({ name }) => name === wanted) ? wanted : INSTEAD;
}

/** Begins a game at a level. @param {import("../levels.js").Level} level @param {1 | 2} [seat] whoever begins it; by turns if that is left open */
export async function begin(level, seat = begins.value) {
  begins.value = seat === 1 ? 2 : 1;
  const { result } = await ask("hana.players", {});
  await deal({ seat, player: playerOf(level, result.players), level, rounds: [] });
}

/** Counts the end of a game, once. @param {import("./model.js").Play} game @param {number} result 1, 0.5 or 0 */
export function recordGame(game, result) {
  if (game.over) return;
  keepPlay({ ...game, over: true });
  const { level = "", takebacks = 0, hints = 0 } = game;
  noteGame({ game: "hana", key: game.rounds[0] ?? game.record, level, result, takebacks, hints });
  if (level === "adaptive" && takebacks + hints === 0) adapt("hana", result);
}

/** Help that was taken, in words; nothing if there was none. @param {import("./model.js").Play} game */
export const helpWords = ({ takebacks = 0, hints = 0 }) =>
  [takebacks > 0 ? tn("play.takebacks", takebacks) : "", hints > 0 ? tn("play.hints", hints) : ""].filter(Boolean).join(" · ");

/** @param {{ open: boolean, onClose: () => void }} props */
export function PlaySheet({ open, onClose }) {
  const [level, setLevel] = useState(/** @type {import("../levels.js").Level | ""} */ ("medium"));
  const [player, setPlayer] = useState("learned");
  const [seat, setSeat] = useState(/** @type {1 | 2} */ (begins.value));
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setError(null);
    // With the network there are more players.
    if (open && !players.value.some(({ name }) => name === "policy")) {
      ask("hana.players", {}).then(
        ({ result }) => {
          players.value = result.players;
        },
        (problem) => setError(fault(problem)),
      );
    }
  }, [open, network.value, tries]);
  const chosen = players.value.find(({ name }) => name === player);
  const start = () => {
    setError(null);
    const begun = level === "" ? deal({ seat, player, rounds: [] }) : begin(level, seat);
    begun.then(onClose, (problem) => setError(fault(problem)));
  };
  return html`<${Sheet} title=${t("hana.play")} open=${open} onClose=${onClose}>
    <p>${t("okiya.level")}</p>
    <${Levels} game="hana" chosen=${level} onChoose=${(/** @type {import("../levels.js").Level} */ name) => {
      setLevel(name);
      setPlayer(playerOf(name, players.value));
    }} />
    <p>${t("hana.seat")}</p>
    <${Segments} label=${t("hana.seat")} value=${String(seat)} options=${[
      ["1", t("hana.seat.first")],
      ["2", t("hana.seat.second")],
    ]} onChange=${(/** @type {string} */ value) => setSeat(value === "1" ? 1 : 2)} />
    <div class="bar"><${Button} kind="main" icon="play" id="deal" onClick=${start}>${t("hana.deal")}<//></div>
    <${Fault} error=${error} onRetry=${() => (players.value.length === 0 ? setTries(tries + 1) : start())} />
    <div class="bar"><${Button} id="two" onClick=${() => import("./two.js").then((two) => two.begin()).then(onClose, (problem) => setError(fault(problem)))}>${t("friend.hana")}<//></div>
    <details><summary class="button quiet">${t("play.players")}</summary>
      <label class="field"><span>${t("hana.opponent")}</span>
        <select id="player" value=${player} onChange=${(/** @type {any} */ event) => {
          setPlayer(event.target.value);
          setLevel("");
        }}>
          ${players.value.map(({ name }) => html`<option key=${name} value=${name}>${playerName(name)}</option>`)}
        </select></label>
      ${chosen && html`<p class="note" lang=${known(`player.${chosen.name}.about`) === null ? "en" : undefined}>${known(`player.${chosen.name}.about`) ?? chosen.about}</p>`}
    </details>
  <//>`;
}

/** Lets the player of the program act. @param {string} record @param {1 | 2} seat @param {string} player @param {AbortSignal} signal */
export async function reply(record, seat, player, signal) {
  const { result } = await ask("hana.reply", { round: record, player, seed: newSeed(), seat }, { signal });
  return result;
}
