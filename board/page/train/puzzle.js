// One exercise: the question without any values, the answer, and the solution.

import { ask, fault, isCancelled } from "../engine.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { known, language, listed, number, t, tn } from "../i18n.js";
import { Board } from "../okiya/board.js";
import { cellIndex, digitsOf, other, tokensOf } from "../okiya/model.js";
import { endingWords, SideToken, sentence, sideName, valueWords } from "../okiya/words.js";
import { escaped, go } from "../route.js";
import { play as sounds } from "../sound.js";
import { kept } from "../store.js";
import { announce, Button, Fault, Kind, Progress } from "../ui.js";
import { endOthers, find, keyOf, next } from "./ahead.js";
import { noteDay, ShareDay } from "./calendar.js";
import { HandQuestion, RightActions } from "./hand.js";
import { mistakes } from "./mistakes.js";
import { grade, of, SOLVED } from "./progress.js";
import { difficulty, rate, ratings } from "./rating.js";
import { count, DAILY, dayOf, done, LENGTH } from "./session.js";

/** @typedef {import("../html.js").Children} Children */
/** @typedef {import("./progress.js").Exercise} Exercise */
/** @typedef {{ exercise: string, game: "okiya" | "hanamikoji", text: string, address: string, question: any, answers: string[], grades: Record<string, number>, losses?: Record<string, number> | null, solution?: any, kind: string, full?: string }} Question */

/** Ten seconds to say which side wins, unless the clock is off. */
const CLOCK_S = 10;
const withClock = kept("clock", true, (found) => typeof found === "boolean");

/** A position in which the user made a mistake, as an exercise. @param {import("./mistakes.js").Mistake} mistake @returns {Promise<Question>} */
async function mistaken({ game, text, action, best, loss, kind, full }) {
  const exercise = "mistakes";
  if (game === "okiya") {
    const { position, solution, address } = (await ask("okiya.position", { position: text, full })).result;
    const good = solution.moves.filter((/** @type {any} */ row) => row.outcome === solution.outcome);
    const answers = good.map((/** @type {any} */ row) => row.move);
    return {
      exercise,
      game,
      text,
      address: address ?? text,
      question: position,
      answers,
      grades: {},
      solution,
      kind: "proved",
      full,
    };
  }
  return {
    exercise,
    game: "hanamikoji",
    text,
    address: text.replaceAll(" ", "_"),
    question: null,
    answers: [best],
    grades: { [best]: 1, [action]: 0 },
    losses: { [best]: 0, [action]: loss },
    kind: kind ?? "estimated",
  };
}

/** @param {{ exercise: Exercise, seed: number, index: number }} props */
export function Puzzle({ exercise, seed, index }) {
  const [question, setQuestion] = useState(/** @type {Question | null} */ (null));
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  const [credit, setCredit] = useState(/** @type {number | null} */ (null));
  const [given, setGiven] = useState("");
  const [tries, setTries] = useState(0);
  const [asked, setAsked] = useState(0);
  /** The solver's rating before this answer; `null` if the answer is not rated. */
  const [rated, setRated] = useState(/** @type {number | null} */ (null));
  const key = `${seed}/${index}`;
  const daily = Object.hasOwn(DAILY, exercise) ? DAILY[/** @type {keyof typeof DAILY} */ (exercise)] : null;
  const kind = daily ?? exercise;
  useEffect(() => {
    let here = true;
    setError(null);
    endOthers(kind, key);
    const own = mistakes();
    const mistake = own[index % Math.max(own.length, 1)];
    if (exercise === "mistakes" && mistake === undefined) go("#t");
    else
      (exercise === "mistakes" ? mistaken(mistake) : find(kind, key)).then(
        (found) => {
          if (!here) return;
          setQuestion(found);
          if (exercise === "spot") void find(exercise, keyOf(next(exercise, key)));
        },
        (problem) => here && !isCancelled(problem) && setError(fault(problem)),
      );
    return () => {
      here = false;
    };
  }, [asked]);

  const hard = question === null || exercise === "mistakes" ? null : difficulty(question);
  /** @param {string} answer @param {number} [earned] */
  const answer = (answer, earned) => {
    if (question === null || credit !== null) return;
    const found = earned ?? question.grades[answer] ?? (question.answers.includes(answer) ? 1 : 0);
    setGiven(answer);
    setCredit(found);
    // On another try the answer has already been shown.
    if (tries === 0 && !(daily !== null && index !== 0)) {
      // One that was missed before is known, and one's own mistakes are of no measured difficulty.
      const isNew = of(exercise).again[key] === undefined && (daily === null || of(exercise).day !== seed);
      if (hard !== null && isNew) {
        setRated(ratings.value[question.game].rating);
        rate(question.game, hard, found);
      }
      if (exercise === "daily_garden" || exercise === "daily_hand") noteDay(exercise, seed, found >= SOLVED);
      grade(exercise, key, found);
      if (daily === null) count(exercise, key, found);
    }
    sounds(found >= SOLVED ? "right" : "wrong");
    announce(found >= SOLVED ? t("train.right") : t("train.wrong"));
  };
  const again = () => {
    setCredit(null);
    setGiven("");
    setTries(tries + 1);
  };
  const so_far = done(exercise);
  const left = exercise === "mistakes" ? mistakes().length - 1 - index : Number.POSITIVE_INFINITY;
  const onward =
    daily !== null
      ? "#t"
      : so_far >= LENGTH || left <= 0
        ? `#t/${exercise}/end`
        : exercise === "mistakes"
          ? `#t/mistakes/0/${index + 1}`
          : next(exercise, key);
  const reasons =
    credit !== null &&
    question?.game === "hanamikoji" &&
    html`<section class="panel"><${RightActions} question=${question} given=${given} /></section>`;
  // In sight whatever the height of the rest.
  const verdict =
    credit !== null &&
    question !== null &&
    html`<section class=${`finish verdict-bar ${credit >= SOLVED ? "won" : credit > 0 ? "" : "lost"}`} aria-live="polite" id="verdict" data-credit=${credit}>
      <h2>${credit >= SOLVED ? html`<span class="outcome win">✓ ${t("train.right")}</span>` : credit > 0 ? html`<span class="outcome draw">${t("train.partly", { n: number(100 * credit) })}</span>` : html`<span class="outcome loss">✗ ${t("train.wrong")}</span>`}
        ${of(exercise).streak > 1 && (daily === null || seed === dayOf()) && html` <small>${daily === null ? t("train.streak_now", { n: of(exercise).streak }) : tn("train.days", of(exercise).streak)}</small>`}</h2>
      ${rated !== null && html`<p id="rated">${t("train.rating", { n: Math.round(ratings.value[question.game].rating), change: change(ratings.value[question.game].rating - rated) })}</p>`}
      <div class="bar">
        ${daily !== null && seed === dayOf() && html`<${ShareDay} />`}
        <a class=${`button ${credit >= SOLVED ? "main" : ""}`} id="next" href=${onward}>${t(onward === "#t" ? "train.done" : "train.next")}</a>
        ${credit < SOLVED && html`<${Button} kind="main" icon="turn" id="try-again" onClick=${again}>${t("train.try_again")}<//>`}
        <a class="button" href=${`#${question.game === "okiya" ? "o" : "h"}/${escaped(question.address)}${question.full === "last" ? "?full=last" : ""}`}>${t("train.open")}</a>
      </div>
    </section>`;
  return html`<p class="note"><a href="#t">${t("place.train")}</a> · ${t(`train.${exercise}`)} · ${daily === null ? html`<span title=${t("train.number", { n: key })}>#${key}</span>` : dayWords(seed)}${daily === null && so_far > 0 && so_far <= LENGTH ? html` · <span id="session">${t("train.session", { n: so_far, of: LENGTH })}</span>` : ""}${hard === null || question === null ? "" : html` · <span id="difficulty">${t("train.difficulty", { n: hard })}</span>`}</p>
    ${question === null && error === null && html`<h1 class="say" aria-busy="true">${t("train.searching")}</h1><${Progress} done=${0} total=${null} label=${t("train.searching")} />`}
    <${Fault} error=${error} onRetry=${() => setAsked(asked + 1)} />
    ${question !== null && html`<${question.game === "okiya" ? GardenQuestion : HandQuestion} key=${tries} exercise=${kind} question=${question} credit=${credit} given=${given} onAnswer=${answer}>${reasons}<//>${verdict}`}`;
}

/** A change of a rating. @param {number} of */
const change = (of) => `${of >= 0.5 ? "+" : ""}${number(Math.round(of))}`;

/** A day as the reader writes it. @param {number} day such as 20260131 */
const dayWords = (day) =>
  new Date(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100).toLocaleDateString(language());

/** @param {string} answer */
const answerWords = (answer) =>
  answer === "x" || answer === "o" ? sideName(answer) : answer === "draw" ? t("okiya.draw") : answer;

/** @param {{ exercise: Exercise, question: Question, credit: number | null, given: string, onAnswer: (answer: string, credit?: number) => void, children?: Children }} props */
function GardenQuestion({ exercise, question, credit, given, onAnswer, children }) {
  /** The current position: an only-move exercise continues to the end. */
  const [view, setView] = useState(/** @type {import("../okiya/model.js").View | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState("");
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  const again = useRef(() => {});
  /** A line shown on the board, and the number of its moves shown. */
  const [shown, setShown] = useState(/** @type {{ moves: string[], at: number } | null} */ (null));
  const position = view?.position ?? question.question;
  const digits = digitsOf(position.garden);
  const signs = [...tokensOf(position.position)];
  const solution = view === null ? question.solution : view.solution;
  let side = position.side;
  let last = position.last;
  for (const move of shown === null ? [] : shown.moves.slice(0, shown.at)) {
    signs[cellIndex(move)] = side.toUpperCase();
    side = other(side);
    last = move;
  }
  const legal = new Set(/** @type {string[]} */ (position.moves.map((/** @type {{ move: string }} */ row) => row.move)));
  const asksSide = exercise === "first_or_second";

  /** @param {string} cell */
  const tap = async (cell) => {
    if (credit !== null || busy || asksSide) return;
    if (exercise === "winning_opening" || exercise === "mistakes") {
      onAnswer(cell);
      return;
    }
    // Every move has to keep the outcome, until the game is over.
    const good =
      view === null
        ? question.answers.includes(cell)
        : view.solution?.moves.find((row) => row.move === cell)?.outcome === view.solution?.outcome;
    if (!good) {
      setFailed(cell);
      onAnswer(cell, 0);
      return;
    }
    setBusy(true);
    setError(null);
    again.current = () => void tap(cell);
    try {
      const from = view?.text ?? question.text;
      let { result } = await ask("okiya.play", { position: from, move: cell });
      if (!result.position.over) result = (await ask("okiya.reply", { position: result.text, level: "perfect", seed: 1 })).result;
      const found = (await ask("okiya.position", { position: result.text })).result;
      setView(found);
      announce(sentenceOf(found));
      if (found.end !== null) onAnswer(question.answers[0], 1);
    } catch (problem) {
      setError(fault(problem));
    } finally {
      setBusy(false);
    }
  };
  const values =
    credit !== null && shown === null && solution && view?.end == null
      ? new Map(solution.moves.map((/** @type {any} */ row) => [row.move, row]))
      : null;
  const marked = view?.end?.cells ?? [];
  return html`<h1 class="say">${!asksSide && html`<${SideToken} side=${position.side} /> `}${known(`train.${exercise}.ask`, { player: sideName(position.side) })}</h1>
    <div class="two"><div>
      <${Board} id="board" label=${t("okiya.board")} digits=${digits} signs=${signs} last=${last} legal=${asksSide || shown !== null ? null : credit === null ? legal : new Set([...legal, failed].filter((cell) => cellIndex(cell) >= 0))} values=${values} four=${marked} onPlay=${tap} />
    </div><div>
      <${Fault} error=${error} onRetry=${() => again.current()} />
      ${
        asksSide &&
        credit === null &&
        html`<div class="bar">${["x", "o", "draw"].map((side) => html`<${Button} key=${side} id=${`side-${side}`} onClick=${() => onAnswer(side)}>${side === "draw" ? t("okiya.draw") : html`<${SideToken} side=${side} /> ${sideName(/** @type {"x" | "o"} */ (side))}`}<//>`)}</div>
        <${Clock} onEnd=${() => onAnswer("", 0)} />`
      }
      ${credit !== null && view !== null && view.end !== null && html`<p>${sentence(view)}</p>`}
      ${credit !== null && solution && view?.end == null && html`<${Reason} solution=${solution} side=${position.side} right=${asksSide ? question.answers.map(answerWords) : null} given=${asksSide ? "" : failed || given} shown=${shown} onShow=${setShown} />`}
      ${children}
    </div></div>`;
}

/**
 * Why an answer is right or not: its result with best play, and the line that proves it, on the board. `right` are the right answers that are not moves.
 * @param {{ solution: import("../okiya/model.js").Solution, side: import("../okiya/model.js").Side, right: string[] | null, given: string, shown: { moves: string[], at: number } | null, onShow: (shown: { moves: string[], at: number } | null) => void }} props
 */
function Reason({ solution, side, right, given, shown, onShow }) {
  const row = solution.moves.find(({ move }) => move === given);
  const best = solution.moves.filter(({ outcome }) => outcome === solution.outcome);
  const lineOf = (/** @type {import("../okiya/model.js").MoveValue} */ of) => {
    const line = of.line ?? [];
    return line[0] === of.move ? line : [of.move, ...line];
  };
  const refuted = row !== undefined && row.outcome !== solution.outcome;
  const told = refuted ? row : (best.find(({ move }) => move === given) ?? best[0]);
  const moves = told === undefined ? [] : lineOf(told);
  const words = (/** @type {import("../okiya/model.js").MoveValue} */ of) =>
    t("train.comes_to", { move: of.move, value: valueWords(of), how: endingWords(of.ending) });
  return html`<div id="reason">
    ${refuted && html`<p>${words(row)} ${moves[1] === undefined ? "" : t("train.because", { player: sideName(other(side)), move: moves[1] })}</p>`}
    <p>${t("train.answers", {
      answers: listed(right ?? best.map(({ move }) => move), "disjunction"),
    })} ${best[0] !== undefined && html`<span class="note">${words(best[0])}</span>`} <${Kind} kind="proved" /></p>
    ${
      moves.length > 0 &&
      (shown === null
        ? html`<div class="bar"><${Button} icon="play" id="show-line" onClick=${() => onShow({ moves, at: Math.min(2, moves.length) })}>${t(refuted ? "train.show_refutation" : "train.show_line")}<//></div>`
        : html`<ol class="strip">${shown.moves.map(
            (move, index) =>
              html`<li key=${index}><button type="button" aria-current=${index + 1 === shown.at ? "step" : undefined} onClick=${() => onShow({ ...shown, at: index + 1 })}>${move}</button></li>`,
          )}</ol>
          <div class="bar"><${Button} icon="back" label=${t("back_move")} disabled=${shown.at === 0} onClick=${() => onShow({ ...shown, at: shown.at - 1 })} />
          <${Button} icon="forward" label=${t("forward_move")} disabled=${shown.at === shown.moves.length} onClick=${() => onShow({ ...shown, at: shown.at + 1 })} />
          <${Button} icon="close" onClick=${() => onShow(null)}>${t("close")}<//></div>`)
    }
  </div>`;
}

/** @param {import("../okiya/model.js").View} view */
const sentenceOf = (view) =>
  view.end === null ? `${t("okiya.to_move", { player: sideName(view.position.side) })}, ${view.position.last}` : sentence(view);

/** @param {{ onEnd: () => void }} props */
function Clock({ onEnd }) {
  const [left, setLeft] = useState(CLOCK_S);
  const ended = useRef(onEnd);
  ended.current = onEnd;
  const on = withClock.value;
  useEffect(() => {
    if (!on) return;
    const started = performance.now();
    const timer = setInterval(() => {
      const rest = CLOCK_S - (performance.now() - started) / 1000;
      setLeft(Math.max(0, rest));
      if (rest <= 0) {
        clearInterval(timer);
        ended.current();
      }
    }, 200);
    return () => clearInterval(timer);
  }, [on]);
  return html`<div class="bar"><label class="check"><input type="checkbox" checked=${on} onChange=${(
    /** @type {any} */ event,
  ) => {
    withClock.value = event.target.checked;
  }} /><span>${t("train.clock")}</span></label>
    ${on && html`<progress aria-label=${t("train.clock")} max=${CLOCK_S} value=${left} /><span role="timer" class="note">${Math.ceil(left)}</span>`}</div>`;
}
