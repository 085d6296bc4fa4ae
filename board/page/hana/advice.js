// Advice: actions by their loss against the best, the posterior of the unseen cards, and the effect of other cards.

import { GEISHA } from "../art.js";
import { ask, fault, fetchNetwork, isCancelled, network } from "../engine.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { known, number, percent, t, tn, withError } from "../i18n.js";
import { announce, Button, columns, Fault, Info, Kind, Progress, Segments, Tabs } from "../ui.js";
import { arranged, choiceOf, mixture, ROWS } from "./choice.js";
import { parts, prospects } from "./model.js";
import { Action, actionWords, Card, cardName, kindWords, NamedAction } from "./words.js";

/** @typedef {import("./model.js").Table} Table */
/** @typedef {import("./model.js").ActionValue} ActionValue */

/** Percentage points, one decimal. @param {number} loss */
const points = (loss) => (loss < 0.0005 ? number(0, 1) : `−${number(100 * loss, 1)}`);

/** The answer itself, above everything else: the action, the mixed strategy, and its value. @param {{ table: Table }} props */
export function Verdict({ table }) {
  const advice = table.advice.value;
  const running = table.running.value;
  const progress = table.progress.value;
  const final = advice !== null && !running;
  const said = final ? headline(advice) : "";
  useEffect(() => {
    if (said) announce(said);
  }, [said]);
  if (advice === null && !running) return null;
  const hopes = final ? prospects(advice) : null;
  return html`<div class="verdict">
    <p class="say" id="say">${
      hopes === null
        ? html`<span role="status">${t("hana.searching")}</span>`
        : html`<strong>${said}</strong> <span class="nowrap">${percent(hopes.win, 1)} <${Kind} kind=${hopes.kind} /></span>`
    }</p>
    ${running && html`<div class="searching"><${Progress} done=${progress?.done ?? 0} total=${progress?.total ?? null} label=${t("hana.searching")} /><${Button} icon="stop" kind="quiet" id=${advice === null ? undefined : "stop"} onClick=${() => table.stop()}>${t("stop")}<//></div>`}
    ${final && html`<${Mixture} advice=${advice} />`}
  </div>`;
}

/** Frequency of each kind of action in the strategy, in one strip. @param {{ advice: import("./model.js").Advice }} props */
function Mixture({ advice }) {
  const shares = mixture(advice.evaluation.actions);
  if (shares === null || shares.has(null)) return null;
  const kinds = [...shares].filter(([, share]) => share >= 0.005).sort(([a], [b]) => Number(a) - Number(b));
  const words = kinds.map(([kind, share]) => `${kindWords(kind)} ${percent(share, 0)}`);
  return html`<div class="mixture" id="mixture" role="img" aria-label=${t("hana.mixture", { parts: words.join(", ") })}>${kinds.map(
    ([
      kind,
      share,
    ]) => html`<span key=${kind} class=${`kind-${kind}`} style=${{ flexGrow: share }} title=${`${kindWords(kind)} ${percent(share, 0)}`}>
      <b>${kind}</b><i>${kindWords(kind)}</i><em>${percent(share, 0)}</em></span>`,
  )}</div>`;
}

/** @param {{ table: Table, onPlay: (action: string) => void }} props */
export function AdvicePanel({ table, onPlay }) {
  const [tab, setTab] = useState("actions");
  const advice = table.advice.value;
  const running = table.running.value;
  const error = table.adviceError.value;
  const problem = html`<${Fault} error=${error} onRetry=${() => void table.advise()} />`;
  if (advice === null && !running) {
    return html`<section class="panel advice" aria-label=${t("hana.advice")}>
      ${error === null && html`<div class="bar"><${Button} kind="main" icon="play" onClick=${() => void table.advise()}>${t("hana.advise")}<//></div>`}
      ${problem}
    </section>`;
  }
  const evaluation = advice?.evaluation;
  const shown = columns.value === 3 && tab === "beliefs" ? "actions" : tab;
  return html`<section class="panel advice" aria-labelledby="advice" id="advice-panel" data-stage=${running ? (advice?.stage ?? "quick") : "done"}>
    <h2 id="advice" class="visually-hidden">${t("hana.advice")}</h2>
    ${problem}
    <${Tabs} id="advice-tab" label=${t("hana.advice")} value=${shown} onChange=${setTab} options=${[
      ["actions", t("hana.tab.actions")],
      .../** @type {[string, string][]} */ (columns.value === 3 ? [] : [["beliefs", t("hana.tab.beliefs")]]),
      ["whatif", t("hana.tab.whatif")],
    ]} aside=${html`<${Info}><${About} table=${table} /><//>`}>
      ${shown === "actions" && (running ? html`<${Waiting} />` : html`<${Actions} table=${table} onPlay=${onPlay} />`)}
      ${shown === "beliefs" && evaluation !== undefined && html`<${Beliefs} rows=${evaluation.beliefs?.geisha ?? []} kind=${evaluation.beliefs?.kind ?? null} method=${evaluation.beliefs?.method ?? null} />`}
      ${shown === "whatif" && advice !== null && html`<${WhatIf} key=${advice.information_set} table=${table} />`}
    <//>
    ${advice?.lacks_network && !running && html`<${NoNetwork} />`}
  </section>`;
}

/** The place of the actions while they are searched: what would still change is not shown. */
const Waiting = () =>
  html`<div class="rows waiting-rows" aria-hidden="true">${Array.from({ length: ROWS }, (_, index) => html`<span class="row" key=${index}></span>`)}</div>`;

/** The posterior of the unseen cards, beside the advice if there is room. @param {{ table: Table }} props */
export function BeliefsPanel({ table }) {
  const beliefs = table.advice.value?.evaluation.beliefs;
  if (columns.value !== 3 || beliefs == null) return null;
  return html`<section class="panel" aria-labelledby="beliefs" id="beliefs-panel"><h2 id="beliefs">${t("hana.tab.beliefs")}</h2>
    <${Beliefs} rows=${beliefs.geisha} kind=${beliefs.kind} method=${beliefs.method} /></section>`;
}

/** Meaning and certainty of the numbers. @param {{ table: Table }} props */
function About({ table }) {
  const advice = table.advice.value;
  if (advice === null) return null;
  const { evaluation, stage } = advice;
  const running = table.running.value;
  const { win, kind, range } = prospects(advice);
  const { exploitability, exploitability_se, exploitability_method, over_hands, model_error, actions } = evaluation;
  const ended = stage === "quick" || stage === "refining" ? "stopped" : stage;
  const found = running ? table.progress.value?.exploitability : undefined;
  return html`<p>${t("hana.you_win")} <strong>${percent(win, 1)}</strong>${range !== null && html` <span class="note">(${t("range", { low: number(100 * range.low, 1), high: number(100 * range.high, 1) })})</span>`} <${Kind} kind=${kind} /> <span class="note">${known(`kind.${kind}.about`)}</span></p>
    ${over_hands?.interval && over_hands.interval[1] - over_hands.interval[0] <= 0.2 && html`<p class="note">${t("hana.over_hands", { low: number(100 * over_hands.interval[0], 1), high: number(100 * over_hands.interval[1], 1) })} <${Kind} kind=${over_hands.kind} /></p>`}
    <p class="note">${known(`stage.${running ? stage : ended}`)}${found != null ? ` · ${t("hana.exploitability", { n: number(found, 4) })}` : ""}${model_error === null ? "" : ` ${t("hana.model_error", { n: number(100 * model_error.mean, 1) })}`}</p>
    <p class="note">${actions.some(({ frequency }) => frequency !== null) ? t("hana.columns") : t("hana.loss_about")} ${t("hana.alike_about")}</p>
    ${exploitability !== null && html`<p class="note" id="exploitability">${known(`hana.exploitable.${exploitability_method}`, { n: withError(exploitability, exploitability_se, exploitability_method === "exact" ? 4 : 3) })}</p>`}
    ${evaluation.advice?.self_loss != null && html`<p class="note">${t("hana.self_loss", { n: number(100 * evaluation.advice.self_loss, 1) })}</p>`}`;
}

/** Why a search advises, and not the equilibrium. */
function NoNetwork() {
  if (network.value !== "failed") return html`<p class="note" id="no-network">${t("hana.network.loading")}</p>`;
  return html`<div class="bar" id="no-network"><span class="note" role="status">${t("hana.network.failed")}</span>
    <${Button} kind="quiet" onClick=${() => void fetchNetwork()}>${t("try_again")}<//></div>`;
}

/** The advice in a sentence. @param {import("./model.js").Advice} advice */
export function headline(advice) {
  const { play, best } = choiceOf(advice);
  if (play === null) return "";
  const alike = best.filter((action) => action !== play).length;
  const said = actionWords(play);
  return alike === 0 ? `${said}.` : `${said}. ${tn("hana.alike", alike)}`;
}

/** @param {{ table: Table, onPlay: (action: string) => void }} props */
function Actions({ table, onPlay }) {
  const [filter, setFilter] = useState(/** @type {number | null | undefined} */ (undefined));
  const [openRow, setOpenRow] = useState("");
  const [all, setAll] = useState(false);
  const advice = table.advice.value;
  if (advice === null) return null;
  const { play, best } = choiceOf(advice);
  const { actions } = advice.evaluation;
  const kinds = [...new Set(actions.map(({ action }) => parts(action).kind))].sort((a, b) => (a ?? 0) - (b ?? 0));
  const only = kinds.length > 1 && all && filter !== undefined && kinds.includes(filter) ? filter : undefined;
  const groups = arranged(advice, { final: true, only, all });
  const shown = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const more = actions.length - shown;
  return html`${
    all &&
    kinds.length > 1 &&
    html`<div class="filter"><${Segments} label=${t("hana.group")} value=${only === undefined ? "all" : String(only)} onChange=${(
      /** @type {string} */ value,
    ) => setFilter(value === "all" ? undefined : Number(value))} options=${[
      ["all", t("hana.all")],
      ...kinds.map(
        (kind) =>
          /** @type {const} */ ([
            String(kind),
            html`<span title=${kindWords(kind)}>${kind}</span><span class="visually-hidden"> ${kindWords(kind)}</span>`,
          ]),
      ),
    ]} /></div>`
  }
    ${groups.map(
      ({ kind, share, rows }) => html`<section key=${kind} class=${`group kind-${kind}`} aria-label=${kindWords(kind)}>
      ${kind !== null && html`<h3><span class="no">${kind}</span> ${kindWords(kind)}${share !== null && html` <span class="note">${percent(share, 0)}</span>`}</h3>`}
      <ul class="rows">${rows.map((row) => {
        const { action } = row;
        const mark = action === play ? "best" : best.includes(action) ? "close" : "";
        return html`<li key=${action}>
          <button type="button" class=${`row ${mark} ${row.frequency === null ? "" : "played"}`} data-action=${action} aria-expanded=${String(openRow === action)} onClick=${() => setOpenRow(openRow === action ? "" : action)}>
            <${NamedAction} action=${action} />${row.frequency !== null && html`<${Often} share=${row.frequency} />`}
            <${Loss} row=${row} alike=${best.includes(action)} alone=${best.length === 1} />
          </button>
          ${openRow === action && html`<${Detail} table=${table} row=${row} onPlay=${onPlay} />`}
        </li>`;
      })}</ul></section>`,
    )}
    ${(more > 0 || all) && actions.length > ROWS && html`<${Button} kind="quiet" id="all-actions" expanded=${all} onClick=${() => setAll(!all)}>${all ? t("fewer") : tn("hana.more_actions", more)}<//>`}`;
}

/** Loss of an action; a sign for actions that cannot be distinguished from the best. @param {{ row: ActionValue, alike: boolean, alone: boolean }} props */
function Loss({ row, alike, alone }) {
  if (alike && alone) return html`<span class="loss">${t("best")}</span>`;
  if (alike) return html`<span class="loss" role="img" aria-label=${t("hana.alike_sign")} title=${t("hana.alike_sign")}>≈</span>`;
  if (row.loss == null) return html`<span class="loss">?</span>`;
  return html`<span class="loss">${points(row.loss)}</span>`;
}

/** Frequency of an action in the equilibrium. @param {{ share: number }} props */
function Often({ share }) {
  return html`<span class="often" title=${t("hana.frequency", { n: percent(share, 0) })}><span class="gauge" aria-hidden="true"><i style=${{ width: `${100 * share}%` }}></i></span><b>${percent(share, 0)}</b></span>`;
}

/** @param {{ table: Table, row: ActionValue, onPlay: (action: string) => void }} props */
function Detail({ table, row, onPlay }) {
  const { kind } = parts(row.action);
  const [answers, setAnswers] = useState(/** @type {{ answer: string, probability: number }[] | null} */ (null));
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const round = table.round.value;
    if (round === null || kind === null || kind < 3) return;
    const text = round.information_set ?? round.text;
    const abort = new AbortController();
    setError(null);
    ask("hana.answers", { round: text, action: row.action }, { signal: abort.signal }).then(
      ({ result }) => setAnswers(result.answers),
      (problem) => !isCancelled(problem) && setError(fault(problem)),
    );
    return () => abort.abort();
  }, [row.action, tries]);
  // As wide as the interval of the best action: sampling error and the method's own error together, not sampling error alone.
  const advice = table.advice.value;
  const range = advice?.range;
  const span =
    range == null || advice === null
      ? ""
      : row.frequency !== null && row.se !== null
        ? ` ±${number(100 * row.se, 1)}`
        : ` (${t("range", { low: number(100 * (row.win - advice.evaluation.win + range.low), 1), high: number(100 * (row.win - advice.evaluation.win + range.high), 1) })})`;
  return html`<div class="detail">
    <p>${actionWords(row.action)}. ${t("hana.you_win")} ${percent(row.win, 1)}${span} <${Kind} kind=${row.kind} /></p>
    ${row.frequency !== null && html`<p class="note">${t("hana.frequency", { n: percent(row.frequency, 0) })} <${Kind} kind=${row.frequency_kind} /></p>`}
    ${
      answers !== null &&
      answers.length > 0 &&
      html`<p class="note">${t("hana.they_take")}</p><ul class="plain">${answers.map(
        ({ answer, probability }) =>
          html`<li key=${answer}><${Action} action=${answer} /> ${percent(probability, 0)} <span class="gauge" aria-hidden="true"><i style=${{ width: `${100 * probability}%` }}></i></span></li>`,
      )}</ul>`
    }
    <${Fault} error=${error} onRetry=${() => setTries(tries + 1)} />
    <div class="bar"><${Button} kind="main" icon="check" onClick=${() => onPlay(row.action)}>${t("hana.play_this")}<//></div>
  </div>`;
}

const PLACES = /** @type {const} */ (["hand", "secret", "trade_off", "deck", "removed"]);

/** @param {{ rows: import("./model.js").BeliefRow[], kind: string | null, method?: string | null }} props */
export function Beliefs({ rows, kind, method = null }) {
  const model = known(`beliefs.${method}`);
  const seen = rows.filter(({ unseen }) => unseen > 0);
  if (seen.length === 0) return html`<p class="note">${t("hana.nothing_unseen")}</p>`;
  return html`<p class="note">${t("hana.beliefs_about")}${model === null ? "" : `: ${model}`}. <${Kind} kind=${kind} /></p>
    <ul class="legend">${PLACES.map((place) => html`<li key=${place}><i class=${`at-${place}`}></i>${t(`place_of.${place}`)}</li>`)}</ul>
    <ul class="where">${seen.map((row) => {
      const words = PLACES.filter((place) => row[place].expected > 0.005).map(
        (place) => `${t(`place_of.${place}`)} ${number(row[place].expected, 1)}`,
      );
      return html`<li key=${row.geisha}><span><${Card} of=${row.geisha} small=${true} /> ×${row.unseen}</span>
        <span class="stack" role="img" aria-label=${`${cardName(row.geisha)}: ${words.join(", ")}`} title=${words.join(" · ")}>${PLACES.map((place) => row[place].expected > 0 && html`<span key=${place} class=${`at-${place}`} style=${{ width: `${(100 * row[place].expected) / row.unseen}%` }}></span>`)}</span></li>`;
    })}</ul>`;
}

/** @param {number} change */
const heat = (change) => {
  const step =
    Math.abs(change) >= 0.08
      ? 4
      : Math.abs(change) >= 0.04
        ? 3
        : Math.abs(change) >= 0.02
          ? 2
          : Math.abs(change) >= 0.005
            ? 1
            : 0;
  return step === 0 ? "" : `${change > 0 ? "up" : "down"}-${step}`;
};

/** @typedef {{ change: number, change_se: number | null, best: string | null }} Exchange */

/** Whether a change can be told from none: 0 is not in its 95 % interval. @param {Exchange} exchange */
const isTold = ({ change, change_se }) => change_se === null || Math.abs(change) > 1.96 * change_se;

/** The usual size of a change that can just be told from none, if changes have errors. @param {(Exchange | null)[]} exchanges */
function leastTold(exchanges) {
  const errors = exchanges.flatMap((exchange) => (exchange?.change_se == null ? [] : [exchange.change_se])).sort((a, b) => a - b);
  return errors.length === 0 ? null : 1.96 * errors[errors.length >> 1];
}

/** A change in percentage points, with its standard error if wanted. @param {number} change @param {number | null} [se] */
const changeWords = (change, se = null) => (change > 0 ? "+" : "") + withError(100 * change, se === null ? null : 100 * se, 1);

/** @param {{ table: Table }} props */
function WhatIf({ table }) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [complete, setComplete] = useState(false);
  const [all, setAll] = useState(false);
  const [progress, setProgress] = useState(/** @type {import("../engine.js").Progress | null} */ (null));
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  const running = useRef(/** @type {AbortController | null} */ (null));
  useEffect(() => () => running.current?.abort(), []);
  const round = table.round.value;
  const start = async () => {
    const abort = new AbortController();
    const text = round?.information_set ?? round?.text ?? "";
    running.current = abort;
    setError(null);
    setProgress({ done: 0, total: 1, unit: "hands" });
    try {
      const { result } = await ask(
        "hana.whatif",
        { round: text },
        { signal: abort.signal, progress: setProgress, partial: ({ what_if }) => setFound(what_if) },
      );
      setFound(result.what_if);
      setComplete(true);
    } catch (problem) {
      if (!isCancelled(problem)) setError(fault(problem));
    } finally {
      setProgress(null);
    }
  };
  const work =
    progress === null
      ? html`<div class="bar"><${Button} kind="main" icon="play" onClick=${() => void start()}>${t("hana.whatif_start")}<//></div>`
      : html`<${Progress} done=${progress.done} total=${progress.total} label=${t("hana.searching")} /><div class="bar"><${Button} icon="stop" onClick=${() => running.current?.abort()}>${t("stop")}<//></div>`;
  if (found === null) {
    return html`<p>${t("hana.whatif_about")}</p>
      ${work}
      <${Fault} error=${error} onRetry=${() => void start()} />`;
  }
  /** @type {string[]} */
  const columns = found.geisha ?? GEISHA;
  const least = leastTold(found.rows.flatMap((/** @type {any} */ row) => row.cells));
  return html`${!complete && work}<${Fault} error=${error} onRetry=${() => void start()} />
    <p class="note">${t("hana.whatif_read")} <${Kind} kind=${found.kind} /></p>
    ${
      least !== null &&
      html`<p class="note" id="whatif-errors">${t("hana.whatif_errors", { n: number(100 * least, 1) })}</p>
      <label class="check"><input type="checkbox" id="whatif-estimates" checked=${all} onChange=${(/** @type {any} */ event) =>
        setAll(event.target.checked)} /><span>${t("hana.whatif_estimates")}</span></label>`
    }
    <table class="grid"><thead><tr><td></td>${columns.map((letter) => html`<th scope="col" key=${letter}><${Card} of=${letter} small=${true} /></th>`)}</tr></thead>
      <tbody>${found.rows.map(
        (/** @type {any} */ row) =>
          html`<tr key=${row.without}><th scope="row"><${Card} of=${row.without} small=${true} /></th>${row.cells.map(
            (/** @type {Exchange | null} */ cell, /** @type {number} */ index) =>
              cell === null
                ? html`<td key=${index}>${complete || columns[index] === row.without || !round?.unseen[columns[index]] ? "–" : "…"}</td>`
                : html`<td key=${index} class=${isTold(cell) ? heat(cell.change) : ""} title=${`${changeWords(cell.change, cell.change_se)} · ${cell.best ?? ""}`}>${all && cell.change_se !== null ? html`${changeWords(cell.change)}<small>±${number(100 * cell.change_se, 1)}</small>` : isTold(cell) ? changeWords(cell.change) : "≈"}</td>`,
          )}</tr>`,
      )}</tbody></table>`;
}
