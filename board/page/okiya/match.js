// Playing against the computer, one game or a match. The engine decides which player starts the next game and which has won.

import { ask, fault } from "../engine.js";
import { batch, html, signal, useEffect, useState } from "../html.js";
import { t, tn } from "../i18n.js";
import { adapt, Levels, levelName } from "../levels.js";
import { go } from "../route.js";
import { noteGame } from "../stats.js";
import { fullBoard, kept, keptHere, newSeed } from "../store.js";
import { Button, Fault, Segments, Sheet } from "../ui.js";
import { game } from "./model.js";
import { finishPlaying, ownSide, players, playing, startPlaying, stopPlaying } from "./playing.js";
import { endingWords, sideName } from "./words.js";

/** @typedef {import("./model.js").Player} Player */
/** @typedef {import("../levels.js").Level} Level */
/** @typedef {"single" | "three" | "points10" | "points15" | "points20"} Form */
/** @typedef {{ form: Form, starter: "first" | "second", level: Level, garden: string, games: { winner: "x" | "o" | null, tiles_left: number, helped?: boolean }[] }} Match */
/** @typedef {{ unit: string, target: number, score: Record<"first" | "second", number>, starters: ("first" | "second")[], status: string, winner: "first" | "second" | null }} Standing */

const FORMS = /** @type {const} */ (["single", "three", "points10", "points15", "points20"]);

/** The match of this tab; a single game is one, too. */
const match = keptHere("match", /** @type {Match | null} */ (null), isMatch);
const standing = signal(/** @type {Standing | null} */ (null));
/** Who begins the next single game: by turns. */
const starts = kept(
  "okiya.starts",
  /** @type {"first" | "second"} */ ("first"),
  (found) => found === "first" || found === "second",
);

/** Whether this is a stored match. @param {any} found */
function isMatch(found) {
  return (
    found === null ||
    (FORMS.includes(found?.form) &&
      (found.starter === "first" || found.starter === "second") &&
      typeof found.level === "string" &&
      typeof found.garden === "string" &&
      Array.isArray(found.games) &&
      found.games.every((/** @type {any} */ game) => Number.isInteger(game?.tiles_left)))
  );
}

/** Result for the player. @param {import("./model.js").End} end */
const resultOf = (end) => (end.winner === null ? 0.5 : end.winner === ownSide.value ? 1 : 0);

/** Counts the end of the game that is being played, once. @param {import("./model.js").End} end */
export function recordGame(end) {
  const own = ownSide.value;
  const { garden, takebacks, hints, over } = playing.value;
  if (own === null || over || garden !== game.root.value.text) return;
  const level = players.value[own === "x" ? "o" : "x"];
  const helped = takebacks + hints > 0;
  batch(() => {
    finishPlaying();
    noteGame({ game: "okiya", key: garden, level, result: resultOf(end), takebacks, hints });
    if (level === "adaptive" && !helped) adapt("okiya", resultOf(end));
    const on = match.value;
    if (on === null || on.garden !== garden) return;
    match.value = { ...on, games: [...on.games, { winner: end.winner, tiles_left: end.tiles_left, helped }] };
  });
  score().catch(() => {
    // The panel asks again.
    standing.value = null;
  });
}

async function score() {
  const on = match.value;
  if (on === null) return;
  const games = on.games.map(({ winner, tiles_left }) => ({ winner, tiles_left }));
  const { result } = await ask("okiya.match", { form: on.form, starter: on.starter, games });
  standing.value = result;
}

/** Begins a game or a match. Single games are begun by turns. @param {{ form: Form, level: Level, starter?: "first" | "second" }} wanted */
export async function begin({ form, level, starter = starts.value }) {
  match.value = { form, starter, level, games: [], garden: "" };
  standing.value = null;
  starts.value = starter === "first" ? "second" : "first";
  await next();
}

/** Shuffles a garden for the next game. */
async function next() {
  await score();
  const on = match.value;
  if (on === null) return;
  const starters = standing.value?.starters ?? [on.starter];
  const starter = starters[starters.length - 1];
  const { result } = await ask("okiya.random", { seed: newSeed() });
  batch(() => {
    match.value = { ...on, garden: result.garden };
    const computer = /** @type {Player} */ (on.level);
    startPlaying(result.garden, starter === "first" ? { x: "human", o: computer } : { x: computer, o: "human" });
    // No more moves are played in the old garden.
    game.view.value = null;
  });
  go(`#o/${result.garden.replaceAll("/", "")}${fullBoard.value === "last" ? "?full=last" : ""}`);
}

/** Help that was taken, in words; nothing if there was none. */
export function helpWords() {
  const { takebacks, hints } = playing.value;
  return [takebacks > 0 ? tn("play.takebacks", takebacks) : "", hints > 0 ? tn("play.hints", hints) : ""]
    .filter(Boolean)
    .join(" · ");
}

/** @param {{ score: Standing["score"], target: number }} standing */
const scoreWords = ({ score, target }) => t("match.score", { mine: score.first, theirs: score.second, target });

/** The score of a match that is on, while one plays. */
export function MatchLine() {
  const on = match.value;
  const now = standing.value;
  const help = helpWords();
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  // A match of an earlier visit: its score is requested.
  useEffect(() => {
    if (on !== null && now === null) score().catch((problem) => setError(fault(problem)));
  }, [on === null]);
  const own = ownSide.value;
  if (own === null || playing.value.garden !== game.root.value.text) return null;
  const level = players.value[own === "x" ? "o" : "x"];
  const isOfMatch = on !== null && on.form !== "single" && on.garden === game.root.value.text && now !== null;
  return html`<p class="note match-line" id="match"><span>${t("play.against", { level: levelName(level) })}</span>
    ${isOfMatch && html`<span>${t(`match.${on.form}`)}: ${scoreWords(now)}</span>`}
    ${help !== "" && html`<span id="help">${help}</span>`}
    ${!playing.value.over && html`<button type="button" class="button quiet" id="give-up" onClick=${stopPlaying}>${t("match.end")}</button>`}
    <${Fault} error=${error} onRetry=${() => void score()} /></p>`;
}

/** The end of a game: who has won and how, the score, and how to go on. @param {{ onReview: () => void }} props */
export function Finish({ onReview }) {
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  const own = ownSide.value;
  const end = game.view.value?.end ?? null;
  if (own === null || end === null || !playing.value.over || playing.value.garden !== game.root.value.text) return null;
  const on = match.value?.garden === game.root.value.text ? match.value : null;
  const now = standing.value;
  const isOpen = on !== null && on.form !== "single" && (now === null || now.status === "open");
  const level = /** @type {Level} */ (players.value[own === "x" ? "o" : "x"]);
  const result = resultOf(end);
  const help = helpWords();
  /** @param {() => Promise<void>} work */
  const attempt = (work) => {
    setError(null);
    work().catch((problem) => setError(fault(problem)));
  };
  const onward = () => (isOpen ? next() : begin({ form: on?.form ?? "single", level }));
  return html`<section class=${`finish ${result === 1 ? "won" : result === 0 ? "lost" : "drawn"}`} id="finish" aria-labelledby="finish-title">
    <h2 id="finish-title">${t(result === 1 ? "play.won" : result === 0 ? "play.lost" : "play.drawn")}</h2>
    <p>${endingWords(end.ending)}${end.winner === null ? "" : ` · ${tn("okiya.left", end.tiles_left)}`}${help === "" ? "" : ` · ${help}`}</p>
    ${on !== null && on.form !== "single" && now !== null && html`<p><b>${scoreWords(now)}</b>${now.status === "open" ? "" : ` ${now.winner === null ? t("match.drawn") : now.winner === "first" ? t("match.won") : t("match.lost")}`}</p>`}
    <${Fault} error=${error} onRetry=${() => attempt(onward)} />
    <div class="bar"><${Button} kind="main" icon="play" id="again" onClick=${() => attempt(onward)}>${t(isOpen ? "match.next" : "play.again")}<//>
      <${Button} icon="eye" id="to-review" onClick=${onReview}>${t("review")}<//></div>
  </section>`;
}

/** @param {{ open: boolean, onClose: () => void }} props */
export function ComputerSheet({ open, onClose }) {
  const [form, setForm] = useState(/** @type {Form} */ ("single"));
  const [level, setLevel] = useState(/** @type {Level} */ ("medium"));
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  const [starter, setStarter] = useState(/** @type {"first" | "second"} */ ("first"));
  const seats = players.value;
  useEffect(() => {
    const found = seats.x !== "human" ? seats.x : seats.o;
    if (found !== "human") setLevel(found);
  }, [open]);
  if (!open) return null;
  /** @param {"x" | "o"} side */
  const row = (side) => html`<div class="bar" key=${side}>
    <span>${sideName(side)}</span>
    <${Segments} label=${sideName(side)} value=${seats[side] === "human" ? "human" : "computer"} options=${[
      ["human", t("you")],
      ["computer", t("okiya.computer")],
    ]} onChange=${(/** @type {string} */ who) => game.seat(side, who === "human" ? "human" : /** @type {Player} */ (level))} />
  </div>`;
  return html`<${Sheet} title=${t("okiya.computer")} open=${open} onClose=${onClose}>
    <p>${t("okiya.level")}</p>
    <${Levels} game="okiya" chosen=${level} onChoose=${(/** @type {Level} */ name) => {
      setLevel(name);
      for (const side of /** @type {const} */ (["x", "o"]))
        if (seats[side] !== "human") game.seat(side, /** @type {Player} */ (name));
    }} />
    <h3>${t("match.title")}</h3>
    <div class="bar"><${Segments} label=${t("match.title")} value=${form} options=${FORMS.map((name) => /** @type {const} */ ([name, t(`match.${name}`)]))} onChange=${setForm} /></div>
    <div class="bar"><span>${t("match.starter")}</span><${Segments} label=${t("match.starter")} value=${starter} options=${[
      ["first", t("you")],
      ["second", t("okiya.computer")],
    ]} onChange=${setStarter} /></div>
    <div class="bar"><${Button} kind="main" icon="play" onClick=${() => {
      setError(null);
      begin({ form, level, starter }).then(onClose, (problem) => setError(fault(problem)));
    }}>${t("match.begin")}<//></div>
    <div class="bar"><${Button} icon="share" id="friend" onClick=${() => import("./link.js").then((link) => link.begin()).then(onClose, (problem) => setError(fault(problem)))}>${t("friend.okiya")}<//></div>
    <${Fault} error=${error} />
    <h3>${t("okiya.this_game")}</h3>
    ${row("x")}${row("o")}
  <//>`;
}
