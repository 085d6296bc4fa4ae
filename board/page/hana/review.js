// Marks on the decisions of a round: for both players if all cards are known, otherwise for the reader's own, each by the player's
// information.

import { ask, fault, isCancelled } from "../engine.js";
import { html, signal, useEffect, useRef, useState } from "../html.js";
import { known, number, percent, t, withError } from "../i18n.js";
import { escaped } from "../route.js";
import { noteReview } from "../stats.js";
import { keepMistakes } from "../train/mistakes.js";
import { Button, bringBack, Curve, Fault, Kind, Progress } from "../ui.js";
import { parts } from "./model.js";
import { Action, actionWords, Card } from "./words.js";

/** @typedef {{ turn: number, seat: "first" | "second", information_set: string, action: string, legal: number, forced: boolean, win: number, se: number, best: string, best_win: number, loss: number, loss_se: number | null, mark: string | null }} Decision */

/** A decision of the review whose table is shown instead of the last one. */
export const looked = signal(/** @type {{ of: string, decision: Decision, round: import("./model.js").Round } | null} */ (null));

/** Shows the table of a decision. @param {Decision} decision */
async function look(decision) {
  const { result } = await ask("hana.parse", { text: decision.information_set });
  looked.value = { of: decision.information_set, decision, round: result };
  requestAnimationFrame(() => bringBack("looked"));
}

/** The mistakes among decisions, each with the kind of its values. @param {{ kind: string, decision: Decision }[]} decisions */
const marked = (decisions) =>
  decisions
    .filter(({ decision }) => decision.mark !== null)
    .map(({ kind, decision: { information_set: text, action, best, loss } }) => ({ text, action, best, loss, kind }));

/** Which player of a round the reader was, some rounds before the last one. @param {1 | 2 | null} seat @param {number} before @returns {"first" | "second" | null} */
const ownSide = (seat, before) => (seat === null ? null : (seat + before) % 2 === 1 ? "first" : "second");

/** What the decisions of a player have lost, and their mistakes by kind of action. @param {Decision[]} decisions */
function lostIn(decisions) {
  const free = decisions.filter(({ forced }) => !forced);
  /** @type {Record<string, number>} */
  const slips = {};
  for (const { action } of free.filter(({ mark }) => mark !== null)) {
    const kind = String(parts(action).kind ?? "answer");
    slips[kind] = (slips[kind] ?? 0) + 1;
  }
  return { loss: free.reduce((sum, { loss }) => sum + loss, 0) / Math.max(free.length, 1), slips };
}

/** @param {{ rounds: string[], seat: 1 | 2 | null, start?: boolean, names?: [string, string], game?: string }} props texts of the rounds of one game; whose game it is in the last of them, and what the two are called then; `game`: that of the statistics */
export function ReviewPanel({ rounds, seat, start = false, names = [t("hana.you"), t("hana.opponent")], game }) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [retry, setRetry] = useState("");
  const [progress, setProgress] = useState(/** @type {import("../engine.js").Progress | null} */ (null));
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  const running = useRef(/** @type {AbortController | null} */ (null));
  const key = rounds.join("\n");
  const begin = async () => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setError(null);
    setFound(null);
    setRetry("");
    setProgress({ done: 0, total: 1, unit: "decisions" });
    try {
      const { result } = await ask("hana.review", { rounds }, { signal: abort.signal, progress: setProgress, partial: setFound });
      setFound(result);
      // The first player of one round is the second player of the next.
      const own = result.reviews.flatMap((/** @type {any} */ { kind, decisions }, /** @type {number} */ index) => {
        const whose = ownSide(seat, rounds.length - 1 - index);
        return decisions
          .filter((/** @type {Decision} */ { seat: of }) => whose === null || of === whose)
          .map((/** @type {Decision} */ decision) => ({ kind, decision }));
      });
      if (game !== undefined) noteReview(game, lostIn(own.map((/** @type {{ decision: Decision }} */ { decision }) => decision)));
      const made = marked(own);
      if (made.length > 0) setRetry(keepMistakes(made));
    } catch (problem) {
      if (!isCancelled(problem)) setError(fault(problem));
    } finally {
      if (running.current === abort) setProgress(null);
    }
  };
  useEffect(() => {
    setFound(null);
    looked.value = null;
    if (start) void begin();
    return () => {
      running.current?.abort();
      looked.value = null;
    };
  }, [key]);
  return html`<section class="panel" aria-labelledby="review" id="review-panel">
    <h2 id="review">${t("review")}</h2>
    ${found === null && progress === null && html`<p class="note">${t("hana.review_about")}</p><div class="bar"><${Button} kind="main" icon="play" onClick=${() => void begin()}>${t("hana.review_start")}<//></div>`}
    ${progress !== null && html`<${Progress} done=${progress.done} total=${progress.total} label=${t("review")} /><div class="bar"><${Button} icon="stop" onClick=${() => running.current?.abort()}>${t("stop")}<//></div>`}
    <${Fault} error=${error} onRetry=${() => void begin()} />
    ${progress === null && retry !== "" && html`<div class="bar"><a class="button main" id="retry-mistakes" href=${retry}>${t("review.retry")}</a></div>`}
    ${found?.reviews?.map((/** @type {any} */ review, /** @type {number} */ index) => html`<${One} key=${index} review=${review} whose=${ownSide(seat, rounds.length - 1 - index)} names=${names} luck=${found.luck?.[index] ?? null} number=${found.reviews.length > 1 ? index + 1 : null} />`)}
  </section>`;
}

/** @param {{ review: any, whose: "first" | "second" | null, names: [string, string], luck: { turn: number, seat: number, drew: string, change: number }[] | null, number: number | null }} props */
function One({ review, whose, names, luck, number: ordinal }) {
  /** @param {"first" | "second"} side */
  const called = (side) => (whose === null ? t(`hana.${side}`) : side === whose ? names[0] : names[1]);
  /** @type {Decision[]} */
  const decisions = review.decisions;
  return html`${ordinal !== null && html`<h3>${t("hana.round", { n: ordinal })}</h3>`}
    <${Course} decisions=${decisions} side=${whose ?? "first"} />
    <ol class="timeline">${decisions.map(
      (row, index) => html`<li key=${index}><a class="row" href=${`#h/${escaped(row.information_set)}`}>
        <span>${row.turn}</span><span>${called(row.seat)}</span>
        <span><${Action} action=${row.action} />${row.mark !== null && html` <span class="mark bad">${row.mark}</span>`}
          ${row.mark !== null && html`<br /><span class="note">${t("review.better", { move: "" })}</span><${Action} action=${row.best} />`}</span>
        <span class="number">${row.forced ? t("hana.forced") : row.loss < 0.0005 ? "0" : `−${number(100 * row.loss, 1)}`}</span>
      </a></li>`,
    )}</ol>
    <table><thead><tr><td></td><th scope="col" class="number">${t("hana.loss_rate")}</th><th scope="col" class="number">?!</th><th scope="col" class="number">?</th><th scope="col" class="number">??</th></tr></thead>
      <tbody>${
        /** @type {const} */ (["first", "second"]).map((side) => {
          const totals = review[side];
          return totals === null || totals === undefined
            ? null
            : html`<tr key=${side}><th scope="row">${called(side)}</th><td class="number">${totals.error_rate === null ? "–" : percent(totals.error_rate, 1)}</td><td class="number">${totals.doubtful}</td><td class="number">${totals.bad}</td><td class="number">${totals.very_bad}</td></tr>`;
        })
      }</tbody></table>
    ${luck !== null && luck.length > 0 && html`<p>${t("hana.luck")}</p><p class="bar">${luck.map((row) => html`<span key=${row.turn}><${Card} of=${row.drew} small=${true} /> <span class="note">${row.change > 0 ? "+" : ""}${number(100 * row.change, 1)}</span></span>`)}</p>`}
    <p class="note"><${Kind} kind=${review.kind} /> ${t("hana.review_kind")}${review.exploitability == null ? "" : ` ${known(`hana.exploitable.${review.exploitability_method}`, { n: withError(review.exploitability, review.exploitability_se, 3) }) ?? ""}`}</p>`;
}

/** Course of a player's probability of winning; a tap shows the table of that decision. @param {{ decisions: Decision[], side: "first" | "second" }} props */
function Course({ decisions, side }) {
  if (decisions.length < 2) return null;
  const points = decisions.map((row) => ({
    at: row.seat === side ? row.win : 1 - row.win,
    name: String(row.turn),
    isMistake: row.mark !== null,
    title: `${row.turn}. ${actionWords(row.action)} ${row.mark ?? ""}`,
  }));
  const now = decisions.findIndex(({ information_set }) => information_set === looked.value?.of);
  return html`<${Curve} label=${t(side === "first" ? "hana.curve" : "hana.curve_own")} points=${points} marks=${[1, 0.5, 0].map((at) => ({ at, name: percent(at, 0) }))} now=${now < 0 ? null : now}
      onPick=${(/** @type {number} */ index) => void look(decisions[index])} />
    <ol class="strip steps" aria-label=${t("hana.steps")}>${decisions.map((row, index) => html`<li key=${index}><button type="button" aria-current=${index === now ? "step" : undefined} title=${actionWords(row.action)} onClick=${() => void look(row)}><span class="no">${row.turn}</span>${parts(row.action).kind ?? "→"}${row.mark !== null && html`<span class="mark bad">${row.mark}</span>`}</button></li>`)}</ol>`;
}
