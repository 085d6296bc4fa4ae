// One exercise: the question without any value in sight, the answer, and what was right.

import { ask, fault, isCancelled } from "../engine.js";
import { mistakes } from "../hana/review.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { listed, number, t } from "../i18n.js";
import { Board } from "../okiya/board.js";
import { cellIndex, digitsOf, tokensOf } from "../okiya/model.js";
import { SideToken, sentence, sideName } from "../okiya/words.js";
import { escaped, go } from "../route.js";
import { kept } from "../store.js";
import { announce, Button, Fault, Kind, Progress } from "../ui.js";
import { HandQuestion, RightActions } from "./hand.js";
import { grade, of } from "./progress.js";
import { next } from "./screen.js";

/** @typedef {import("./progress.js").Exercise} Exercise */
/** @typedef {{ exercise: string, game: "okiya" | "hanamikoji", text: string, address: string, question: any, answers: string[], grades: Record<string, number>, losses?: Record<string, number> | null, solution?: any, kind: string }} Question */

/** Ten seconds to say which side wins, unless the clock is off. */
const CLOCK_S = 10;
const withClock = kept("clock", true, (found) => typeof found === "boolean");

/** @param {{ exercise: Exercise, seed: number, index: number }} props */
export function Puzzle({ exercise, seed, index }) {
  const [question, setQuestion] = useState(/** @type {Question | null} */ (null));
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  const [progress, setProgress] = useState(/** @type {import("../engine.js").Progress | null} */ (null));
  const [credit, setCredit] = useState(/** @type {number | null} */ (null));
  const [given, setGiven] = useState("");
  const key = `${seed}/${index}`;
  useEffect(() => {
    const abort = new AbortController();
    if (exercise === "mistakes") {
      const own = mistakes();
      const found = own[index % Math.max(own.length, 1)];
      if (found === undefined) go("#t");
      else
        setQuestion({
          exercise,
          game: "hanamikoji",
          text: found.text,
          address: found.text.replaceAll(" ", "_"),
          question: null,
          answers: [found.best],
          grades: { [found.best]: 1, [found.action]: 0 },
          losses: { [found.best]: 0, [found.action]: found.loss },
          kind: found.kind ?? "estimated",
        });
    } else {
      ask(
        exercise === "spot" || exercise === "read_hand" ? "hana.puzzle" : "okiya.puzzle",
        { exercise, seed, index },
        { signal: abort.signal, progress: setProgress },
      ).then(
        ({ result }) => setQuestion(result),
        (problem) => !isCancelled(problem) && setError(fault(problem)),
      );
    }
    return () => abort.abort();
  }, []);

  /** @param {string} answer @param {number} [earned] */
  const answer = (answer, earned) => {
    if (question === null || credit !== null) return;
    const found = earned ?? question.grades[answer] ?? (question.answers.includes(answer) ? 1 : 0);
    setGiven(answer);
    setCredit(found);
    grade(exercise, key, found);
    announce(found >= 0.999 ? t("train.right") : t("train.wrong"));
  };
  const after = next(exercise, exercise === "mistakes" ? undefined : key);
  const onward = exercise === "mistakes" ? `#t/mistakes/0/${index + 1}` : after;
  return html`<p class="note"><a href="#t">${t("place.train")}</a> · ${t(`train.${exercise}`)} · ${t("train.number", { n: key })}</p>
    ${question === null && error === null && html`<h1 class="say" aria-busy="true">${t("train.searching")}</h1>${progress !== null && html`<${Progress} done=${progress.done} total=${progress.total} label=${t("train.searching")} />`}`}
    <${Fault} error=${error} />
    ${question !== null && question.game === "okiya" && html`<${GardenQuestion} exercise=${exercise} question=${question} credit=${credit} onAnswer=${answer} />`}
    ${question !== null && question.game === "hanamikoji" && html`<${HandQuestion} exercise=${exercise} question=${question} credit=${credit} given=${given} onAnswer=${answer} />`}
    ${
      credit !== null &&
      question !== null &&
      html`<section class="panel" aria-live="polite" id="verdict" data-credit=${credit}>
        <h2>${credit >= 0.999 ? html`<span class="outcome win">✓ ${t("train.right")}</span>` : credit > 0 ? html`<span class="outcome draw">${t("train.partly", { n: number(100 * credit) })}</span>` : html`<span class="outcome loss">✗ ${t("train.wrong")}</span>`}</h2>
        ${question.game === "okiya" && html`<p>${t("train.answers", { answers: listed(question.answers.map(answerWords), "disjunction") })} <${Kind} kind=${question.kind} /></p>`}
        ${question.game === "hanamikoji" && html`<${RightActions} question=${question} given=${given} />`}
        <p class="note">${t("train.streak_now", { n: of(exercise).streak })}</p>
        <div class="bar">
          <a class="button main" id="next" href=${onward}>${t("train.next")}</a>
          <a class="button" href=${`#${question.game === "okiya" ? "o" : "h"}/${escaped(question.address)}`}>${t("train.open")}</a>
        </div>
      </section>`
    }`;
}

/** @param {string} answer */
const answerWords = (answer) =>
  answer === "x" || answer === "o" ? sideName(answer) : answer === "draw" ? t("okiya.draw") : answer;

/** @param {{ exercise: Exercise, question: Question, credit: number | null, onAnswer: (answer: string, credit?: number) => void }} props */
function GardenQuestion({ exercise, question, credit, onAnswer }) {
  /** The position now: of an only move one goes on to the end. */
  const [view, setView] = useState(/** @type {import("../okiya/model.js").View | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState("");
  const position = view?.position ?? question.question;
  const digits = digitsOf(position.garden);
  const signs = [...tokensOf(position.position)];
  const legal = new Set(/** @type {string[]} */ (position.moves.map((/** @type {{ move: string }} */ row) => row.move)));
  const asksSide = exercise === "first_or_second";

  /** @param {string} cell */
  const tap = async (cell) => {
    if (credit !== null || busy || asksSide) return;
    if (exercise === "winning_opening") {
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
    try {
      const from = view?.text ?? question.text;
      let { result } = await ask("okiya.play", { position: from, move: cell });
      if (!result.position.over) result = (await ask("okiya.reply", { position: result.text, level: "perfect", seed: 1 })).result;
      const found = (await ask("okiya.position", { position: result.text })).result;
      setView(found);
      announce(sentenceOf(found));
      if (found.end !== null) onAnswer(question.answers[0], 1);
    } finally {
      setBusy(false);
    }
  };
  const values =
    credit !== null && view === null && question.solution
      ? new Map(question.solution.moves.map((/** @type {any} */ row) => [row.move, row]))
      : null;
  const marked = view?.end?.cells ?? [];
  return html`<h1 class="say">${!asksSide && html`<${SideToken} side=${position.side} /> `}${t(`train.${exercise}.ask`, { player: sideName(position.side) })}</h1>
    <div class="two"><div>
      <${Board} id="board" label=${t("okiya.board")} digits=${digits} signs=${signs} last=${position.last} legal=${asksSide ? null : credit === null ? legal : new Set([...legal, failed].filter((cell) => cellIndex(cell) >= 0))} values=${values} four=${marked} onPlay=${tap} />
    </div><div>
      ${
        asksSide &&
        credit === null &&
        html`<${Clock} onEnd=${() => onAnswer("", 0)} />
        <div class="bar">${["x", "o", "draw"].map((side) => html`<${Button} key=${side} id=${`side-${side}`} onClick=${() => onAnswer(side)}>${side === "draw" ? t("okiya.draw") : html`<${SideToken} side=${side} /> ${sideName(/** @type {"x" | "o"} */ (side))}`}<//>`)}</div>`
      }
      ${credit !== null && view !== null && html`<p>${sentence(view)}</p>`}
    </div></div>`;
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
