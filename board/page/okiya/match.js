// Playing against the computer, one game or a match. The engine decides which player starts the next game and which has won.

import { ask, fault } from "../engine.js";
import { batch, html, signal, useEffect, useState } from "../html.js";
import { known, t } from "../i18n.js";
import { go } from "../route.js";
import { fullBoard, kept, newSeed, showValues } from "../store.js";
import { Button, Fault, Segments, Sheet } from "../ui.js";
import { sideName } from "./words.js";

/** @typedef {import("./model.js").Player} Player */
/** @typedef {"single" | "three" | "points10" | "points15" | "points20"} Form */
/** @typedef {{ form: Form, starter: "first" | "second", level: Player, games: { winner: "x" | "o" | null, tiles_left: number }[] }} Match */

const FORMS = /** @type {const} */ (["single", "three", "points10", "points15", "points20"]);
const LEVELS = /** @type {const} */ (["perfect", "strong", "medium", "weak"]);

const match = kept("match", /** @type {Match | null} */ (null), isMatch);
const standing = signal(
  /** @type {{ unit: string, target: number, score: Record<"first" | "second", number>, starters: ("first" | "second")[], status: string, winner: "first" | "second" | null } | null} */ (
    null
  ),
);
/** The garden of the game that counts now, and whether it has been counted. */
const playing = kept(
  "match.game",
  { garden: "", counted: false },
  (found) =>
    typeof (/** @type {any} */ (found)?.garden) === "string" && typeof (/** @type {any} */ (found)?.counted) === "boolean",
);

/** Whether this is a stored match. @param {any} found */
function isMatch(found) {
  return (
    FORMS.includes(found?.form) &&
    (found.starter === "first" || found.starter === "second") &&
    LEVELS.includes(found.level) &&
    Array.isArray(found.games) &&
    found.games.every((/** @type {any} */ game) => Number.isInteger(game?.tiles_left))
  );
}

/** Counts a finished game of the match that is on, once. @param {import("./model.js").End} end @param {import("./model.js").Game} game */
export function recordGame(end, game) {
  const on = match.value;
  if (on === null || playing.value.counted || game.root.value.text !== playing.value.garden) return;
  playing.value = { ...playing.value, counted: true };
  match.value = { ...on, games: [...on.games, { winner: end.winner, tiles_left: end.tiles_left }] };
  score().catch(() => {
    // The panel asks again.
    standing.value = null;
  });
}

async function score() {
  const on = match.value;
  if (on === null) return;
  const { result } = await ask("okiya.match", { form: on.form, starter: on.starter, games: on.games });
  standing.value = result;
}

/** Shuffles a garden for the next game. @param {import("./model.js").Game} game */
async function next(game) {
  const on = match.value;
  if (on === null) return;
  // A game is no study: the values are a key away.
  showValues.value = false;
  await score();
  const starters = standing.value?.starters ?? [on.starter];
  const starter = starters[starters.length - 1];
  const { result } = await ask("okiya.random", { seed: newSeed() });
  batch(() => {
    playing.value = { garden: result.garden, counted: false };
    game.invite(result.garden, starter === "first" ? { x: "human", o: on.level } : { x: on.level, o: "human" });
    // No more moves are played in the old garden.
    game.view.value = null;
  });
  go(`#o/${result.garden.replaceAll("/", "")}${fullBoard.value === "last" ? "?full=last" : ""}`);
}

/** @param {{ game: import("./model.js").Game }} props */
export function MatchPanel({ game }) {
  const on = match.value;
  const now = standing.value;
  // A match of an earlier visit: its score is requested.
  useEffect(() => {
    if (on !== null && now === null) score().catch((problem) => setError(fault(problem)));
  }, [on === null]);
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  if (on === null) return null;
  /** @param {() => Promise<void>} work */
  const attempt = (work) => {
    setError(null);
    work().catch((problem) => setError(fault(problem)));
  };
  return html`<section class="panel" aria-labelledby="match">
    <h2 id="match">${t(`match.${on.form}`)}</h2>
    ${now !== null && html`<p>${t("match.score", { mine: now.score.first, theirs: now.score.second, target: now.target })}</p>`}
    ${now !== null && now.status !== "open" && html`<p><strong>${now.winner === null ? t("match.drawn") : now.winner === "first" ? t("match.won") : t("match.lost")}</strong></p>`}
    <div class="bar">
      ${playing.value.counted && (now === null || now.status === "open") && html`<${Button} kind="main" onClick=${() => attempt(() => next(game))}>${t("match.next")}<//>`}
      <${Button} kind="quiet" onClick=${() => {
        match.value = null;
        standing.value = null;
        game.players.value = { x: "human", o: "human" };
      }}>${t("match.end")}<//>
    </div>
    <${Fault} error=${error} onRetry=${() => attempt(score)} />
  </section>`;
}

/** @param {{ open: boolean, onClose: () => void, game: import("./model.js").Game }} props */
export function ComputerSheet({ open, onClose, game }) {
  const [level, setLevel] = useState(/** @type {Player} */ ("perfect"));
  const [form, setForm] = useState(/** @type {Form} */ ("three"));
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  const [starter, setStarter] = useState(/** @type {"first" | "second"} */ ("first"));
  const players = game.players.value;
  useEffect(() => {
    const found = players.x !== "human" ? players.x : players.o;
    if (found !== "human") setLevel(found);
  }, [open]);
  if (!open) return null;
  /** @param {"x" | "o"} side */
  const row = (side) => html`<div class="bar" key=${side}>
    <span>${sideName(side)}</span>
    <${Segments} label=${sideName(side)} value=${players[side] === "human" ? "human" : "computer"} options=${[
      ["human", t("you")],
      ["computer", t("okiya.computer")],
    ]} onChange=${(/** @type {string} */ who) => game.seat(side, who === "human" ? "human" : level)} />
  </div>`;
  return html`<${Sheet} title=${t("okiya.computer")} open=${open} onClose=${onClose}>
    <p>${t("okiya.level")}</p>
    <${Segments} label=${t("okiya.level")} value=${level} options=${LEVELS.map((name) => /** @type {const} */ ([name, known(`level.${name}`)]))} onChange=${(
      /** @type {Player} */ name,
    ) => {
      setLevel(name);
      for (const side of /** @type {const} */ (["x", "o"])) if (players[side] !== "human") game.seat(side, name);
    }} />
    <h3>${t("okiya.this_game")}</h3>
    ${row("x")}${row("o")}
    <h3>${t("match.title")}</h3>
    <div class="bar"><${Segments} label=${t("match.title")} value=${form} options=${FORMS.map((name) => /** @type {const} */ ([name, t(`match.${name}`)]))} onChange=${setForm} /></div>
    <div class="bar"><span>${t("match.starter")}</span><${Segments} label=${t("match.starter")} value=${starter} options=${[
      ["first", t("you")],
      ["second", t("okiya.computer")],
    ]} onChange=${setStarter} /></div>
    <div class="bar"><${Button} kind="main" onClick=${() => {
      match.value = { form, starter, level, games: [] };
      standing.value = null;
      setError(null);
      next(game).then(onClose, (problem) => setError(fault(problem)));
    }}>${t("match.begin")}<//></div>
    <${Fault} error=${error} />
  <//>`;
}
