// The rules of both games, one idea on a screen and one tap that does it; then a short game. Positions and what may be done in them come from
// the engine.

import { GEISHA, Icon } from "./art.js";
import { ask, fault } from "./engine.js";
import { ActionEntry, AnswerEntry } from "./hana/entry.js";
import { parts, WORTH } from "./hana/model.js";
import { Portrait } from "./hana/setup.js";
import { Tableau } from "./hana/tableau.js";
import { itemName } from "./hana/words.js";
import { html, useEffect, useState } from "./html.js";
import { known, t } from "./i18n.js";
import { Board } from "./okiya/board.js";
import { digitsOf, tokensOf } from "./okiya/model.js";
import { go, route } from "./route.js";
import { announce, Button, Fault } from "./ui.js";

/** The garden of all lessons. */
const GARDEN = "05af/41eb/8d27/c963";
/** Lessons of Okiya: a position, and the ending that a move has to reach; any legal move if none is named. */
const OKIYA = /** @type {const} */ ([
  ["edge", `${GARDEN} 4/4/4/4 - x`, null],
  ["share", `${GARDEN} x3/4/4/4 a1 o`, null],
  ["row", `${GARDEN} 1o2/xxx1/3o/o3 d3 x`, "row"],
  ["square", `${GARDEN} 2o1/1xx1/1x2/o2o c1 x`, "square"],
  ["block", `${GARDEN} 4/ox2/x1o1/o2x a4 x`, "block"],
]);
/** Lessons of Hanamikoji: a round and the action to be done in it, or a question with its answer. */
const HANA = /** @type {const} */ ([
  ["worth", null, "G"],
  ["secret", "....... 1 ABCDEFG -", 1],
  ["trade_off", "....... 1 ABCDEFG -", 2],
  ["gift", "....... 1 ABCDEFG -", 3],
  ["competition", "....... 1 ABCDEFG -", 4],
  ["answer", "....... X/XXXXXX/ABDDFG/XXXXXXXX 4ACGG", null],
  ["tie", null, "mine"],
  ["goal", null, "mine"],
]);

/** @typedef {"okiya" | "hana"} Which */

export function LearnScreen() {
  const { rest } = route.value;
  const [game, number = "1"] = rest.split("/");
  const lessons = game === "okiya" ? OKIYA : game === "hana" ? HANA : null;
  const at = Number(number) - 1;
  if (lessons === null || !Number.isInteger(at) || at < 0 || at > lessons.length || rest.split("/").length > 2)
    return html`<h1>${t("error.title")}</h1><div class="fault" role="alert"><p><strong>${t("error.screen")}</strong></p></div>
      <div class="bar"><a class="button main" href="#">${t("home")}</a></div>`;
  return html`<div class="learn" key=${rest}>
    <p class="note"><span>${t(`place.${/** @type {Which} */ (game)}`)}</span> <progress aria-label=${t("home.learn")} max=${lessons.length} value=${at} /></p>
    ${
      at === lessons.length
        ? html`<${End} game=${game} />`
        : game === "okiya"
          ? html`<${Garden} key=${at} at=${at} />`
          : html`<${Round} key=${at} at=${at} />`
    }</div>`;
}

/** The idea of a lesson, and once it is done what has happened. @param {{ game: Which, at: number, name: string, done: boolean, wrong: boolean, children?: import("./html.js").Children }} props */
function Lesson({ game, at, name, done, wrong, children }) {
  useEffect(() => {
    if (done) announce(known(`learn.${game}.${name}.done`) ?? t("train.right"));
  }, [done]);
  return html`<h1 class="say">${known(`learn.${game}.${name}`)}</h1>
    ${children}
    ${wrong && !done && html`<p role="alert" class="note">${t("learn.again")}</p>`}
    <section class=${`finish ${done ? "won" : ""}`}><p>${done ? (known(`learn.${game}.${name}.done`) ?? t("train.right")) : known(`learn.${game}.${name}.do`)}</p>
      <div class="bar">${at > 0 && html`<a class="button" href=${`#l/${game}/${at}`}><${Icon} name="back" />${t("learn.before")}</a>`}
        <a class=${`button ${done ? "main" : ""}`} id="next" href=${`#l/${game}/${at + 2}`}>${t(done ? "train.next" : "learn.skip")}</a></div></section>`;
}

/** @param {{ at: number }} props */
function Garden({ at }) {
  const [name, position, ending] = OKIYA[at];
  const [view, setView] = useState(/** @type {import("./okiya/model.js").View | null} */ (null));
  const [error, setError] = useState(/** @type {import("./engine.js").EngineFault | null} */ (null));
  const [done, setDone] = useState(false);
  const [wrong, setWrong] = useState(false);
  /** @param {string} text @param {boolean} [end] */
  const show = (text, end = false) =>
    ask("okiya.position", { position: text }).then(
      ({ result }) => {
        setView(result);
        setDone(end);
      },
      (problem) => setError(fault(problem)),
    );
  useEffect(() => void show(position), []);
  if (view === null)
    return html`<h1 class="say">${known(`learn.okiya.${name}`)}</h1><${Fault} error=${error} onRetry=${() => void show(position)} />`;
  /** @param {string} cell */
  const tap = async (cell) => {
    const row = view.solution?.moves.find(({ move }) => move === cell);
    if (done || row === undefined) return;
    if (ending !== null && (row.plies_to_end !== 1 || row.ending !== ending)) {
      setWrong(true);
      return;
    }
    const { result } = await ask("okiya.play", { position, move: cell });
    await show(result.text, true);
  };
  const legal = new Set(view.position.moves.map(({ move }) => move));
  return html`<${Lesson} game="okiya" at=${at} name=${name} done=${done} wrong=${wrong}>
    <${Board} id="board" label=${t("okiya.board")} digits=${digitsOf(view.position.garden)} signs=${[...tokensOf(view.position.position)]} last=${view.position.last}
      legal=${legal} waiting=${done} four=${view.end?.cells ?? []} onPlay=${(/** @type {string} */ cell) => void tap(cell)} /><//>`;
}

/** @param {{ at: number }} props */
function Round({ at }) {
  const [name, text, wanted] = HANA[at];
  const [round, setRound] = useState(/** @type {import("./hana/model.js").Round | null} */ (null));
  const [error, setError] = useState(/** @type {import("./engine.js").EngineFault | null} */ (null));
  const [done, setDone] = useState(false);
  const [wrong, setWrong] = useState(false);
  const load = () => {
    if (text !== null)
      ask("hana.parse", { text }).then(
        ({ result }) => setRound(result),
        (problem) => setError(fault(problem)),
      );
  };
  useEffect(load, []);
  /** @param {string} play */
  const act = (play) => {
    ask("hana.play", { round: text, play }).then(
      ({ result }) => {
        setRound(result);
        setDone(true);
      },
      (problem) => setError(fault(problem)),
    );
  };
  /** @param {string} answer */
  const answer = (answer) => (answer === wanted ? setDone(true) : setWrong(true));
  const only =
    typeof wanted === "number" && round !== null && !done
      ? {
          ...round,
          next: { ...round.next, kinds: [wanted] },
          actions: round.actions.filter((action) => parts(action).kind === wanted),
        }
      : round;
  return html`<${Lesson} game="hana" at=${at} name=${name} done=${done} wrong=${wrong}>
    ${
      name === "worth" &&
      html`<ul class="ladies pickable">${GEISHA.map(
        (letter) =>
          html`<li key=${letter} class=${`lady g${letter}`}><button type="button" class="portrait" data-geisha=${letter} aria-label=${`${itemName(letter)}, ${WORTH[letter]}`} onClick=${() => answer(letter)}><${Portrait} letter=${letter} sign="." /></button></li>`,
      )}</ul>`
    }
    ${
      (name === "tie" || name === "goal") &&
      html`<div class="bar">${/** @type {const} */ (["mine", "theirs"]).map((side) => html`<${Button} key=${side} id=${`answer-${side}`} disabled=${done} onClick=${() => answer(side)}>${t(side === "mine" ? "hana.you" : "hana.opponent")}<//>`)}</div>`
    }
    ${
      only !== null &&
      html`${(done || only.offer !== null) && html`<${Tableau} round=${only} />`}
        ${!done && only.next.what === "act" && html`<${ActionEntry} round=${only} mine=${true} onPlay=${act} />`}
        ${!done && only.offer !== null && html`<${AnswerEntry} groups=${only.offer.groups} onTake=${(/** @type {string} */ taken) => act(`-${taken}`)} />`}`
    }
    <${Fault} error=${error} onRetry=${load} /><//>`;
}

/** After the last lesson: a game with help, or the other game. @param {{ game: Which }} props */
function End({ game }) {
  const [error, setError] = useState(/** @type {import("./engine.js").EngineFault | null} */ (null));
  const begin = async () => {
    try {
      if (game === "okiya") await (await import("./okiya/match.js")).begin({ form: "single", level: "weak", starter: "first" });
      else await (await import("./hana/play.js")).begin("weak", 1);
    } catch (problem) {
      setError(fault(problem));
    }
  };
  const other = game === "okiya" ? "hana" : "okiya";
  return html`<h1 class="say">${t(`learn.${game}.end`)}</h1>
    <div class="bar"><${Button} kind="main" icon="play" id="first-game" onClick=${() => void begin()}>${t("learn.game")}<//>
      <${Button} icon="back" onClick=${() => go(`#l/${game}/1`)}>${t("learn.from_start")}<//>
      <a class="button" href=${`#l/${other}`}>${t(`place.${other}`)}</a></div>
    <${Fault} error=${error} onRetry=${() => void begin()} />`;
}
