// Advice: actions by their loss against the best, the posterior of the unseen cards, and the effect of other cards.

import { GEISHA } from "../art.js";
import { ask, fault, fetchNetwork, isCancelled, network } from "../engine.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { known, listed, number, percent, t, tn, withError } from "../i18n.js";
import { announce, Button, columns, Fault, Info, Kind, Progress, Segments, Tabs } from "../ui.js";
import { isInChart } from "./chart.js";
import { arranged, choiceOf, mixed, mixture, ROWS_OF_KIND, rowsOf } from "./choice.js";
import { parts, prospects } from "./model.js";
import { EndBars, Why } from "./why.js";
import { Action, actionWords, Card, cardName, kindWords, NamedAction } from "./words.js";

/** @typedef {import("./model.js").Table} Table */
/** @typedef {import("./model.js").ActionValue} ActionValue */

/** Percentage points, one decimal. @param {number} loss */
const points = (loss) => (loss < 0.0005 ? number(0, 1) : `−${number(100 * loss, 1)}`);

/** A probability of winning: grey and with its error where it is estimated. @param {{ win: number, kind: string, off?: number | null }} props `off`: half of the width of its interval, or its standard error */
function Win({ win, kind, off = null }) {
  const told = off !== null && off >= 0.0005;
  return html`<span class=${`value-of ${kind} ${told ? "sampled" : ""}`} title=${known(`kind.${kind}`) ?? kind}>${number(100 * win, 1)}${told && html`<small>\u202f±\u202f${number(100 * off, 1)}</small>`}\u202f%</span>`;
}

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
        : html`<strong>${said}</strong> <span class="nowrap"><${Win} win=${hopes.win} kind=${hopes.kind} off=${hopes.range === null ? null : (hopes.range.high - hopes.range.low) / 2} /></span>`
    }</p>
    <p class="note mix" id="mix">${final ? mixWords(advice) : "\u00a0"}</p>
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
  const comparison = evaluation?.why?.[0];
  const isThere = tab === "beliefs" ? columns.value < 3 : tab !== "why" || (comparison !== undefined && !running);
  const shown = isThere ? tab : "actions";
  const endsOf = (/** @type {string | undefined} */ action) =>
    evaluation?.actions.find((row) => row.action === action)?.ends ?? null;
  return html`<section class="panel advice" aria-labelledby="advice" id="advice-panel" data-stage=${running ? (advice?.stage ?? "quick") : "done"}>
    <h2 id="advice" class="visually-hidden">${t("hana.advice")}</h2>
    ${problem}
    <${Tabs} id="advice-tab" label=${t("hana.advice")} value=${shown} onChange=${setTab} options=${[
      ["actions", t("hana.tab.actions")],
      .../** @type {[string, string][]} */ (running || comparison === undefined ? [] : [["why", t("why")]]),
      .../** @type {[string, import("../html.js").Children][]} */ (
        columns.value === 3 ? [] : [["beliefs", html`<span title=${t("hana.tab.beliefs")}>${t("hana.tab.cards")}</span>`]]
      ),
      ["whatif", t("hana.tab.whatif")],
    ]} aside=${html`<${Info}><${About} table=${table} /><//>`}>
      ${shown === "actions" && (running ? html`<${Waiting} kinds=${table.round.value?.next.kinds.length ?? 0} />` : html`<${Actions} table=${table} onPlay=${onPlay} />`)}
      ${shown === "why" && comparison !== undefined && html`<${Why} comparison=${comparison} ends=${endsOf(comparison.action)} against=${endsOf(comparison.against)} />`}
      ${shown === "beliefs" && evaluation !== undefined && html`<${Beliefs} rows=${evaluation.beliefs?.geisha ?? []} method=${evaluation.beliefs?.method ?? null} />`}
      ${shown === "whatif" && advice !== null && html`<${WhatIf} key=${advice.information_set} table=${table} />`}
    <//>
    ${advice?.lacks_network && !running && html`<${NoNetwork} />`}
  </section>`;
}

/** The place of the actions while they are searched: what would still change is not shown. */
const Waiting = (/** @type {{ kinds: number }} */ { kinds }) =>
  html`<div class="rows waiting-rows" aria-hidden="true" style=${kinds > 0 ? { minHeight: `${7.2 * kinds + 3}rem` } : undefined}>${Array.from({ length: Math.max(1, kinds) * ROWS_OF_KIND }, (_, index) => html`<span class="row" key=${index}></span>`)}</div>`;

/** The posterior of the unseen cards, beside the advice if there is room. @param {{ table: Table }} props */
export function BeliefsPanel({ table }) {
  const beliefs = table.advice.value?.evaluation.beliefs;
  if (columns.value !== 3 || beliefs == null) return null;
  return html`<section class="panel" aria-labelledby="beliefs" id="beliefs-panel"><h2 id="beliefs">${t("hana.tab.beliefs")}</h2>
    <${Beliefs} rows=${beliefs.geisha} method=${beliefs.method} /></section>`;
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
  return html`<p>${t("hana.you_win")} <strong>${percent(win, 1)}</strong>${range !== null && html` <span class="note">(${t("range", { low: number(100 * range.low, 1), high: number(100 * range.high, 1) })})</span>`} <${Kind} kind=${kind} /></p>
    <dl class="kinds-legend">${/** @type {const} */ (["proved", "bounded", "computed", "estimated"]).map((name) => html`<div key=${name}><dt><${Kind} kind=${name} /></dt><dd>${t(`kind.${name}.about`)}</dd></div>`)}</dl>
    <p class="note">${t("hana.grey")}</p>
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
  const { play } = choiceOf(advice);
  return play === null ? "" : `${actionWords(play)}.`;
}

/** The rest of the headline: the mixture that the advised action is the first of, or how many others are as good. @param {import("./model.js").Advice} advice */
function mixWords(advice) {
  const { play, best } = choiceOf(advice);
  const rows = rowsOf(advice);
  const own = rows.find(({ row }) => row.action === play);
  const others = mixed(advice).filter(({ row }) => row !== own?.row);
  if (own?.frequency != null && others.length > 0) {
    const named = others.slice(0, 2).map(({ row, frequency }) => `${actionWords(row.action)} (${percent(frequency ?? 0, 0)})`);
    return t("hana.mix", { n: percent(own.frequency, 0), others: listed(named, "disjunction") });
  }
  const alike = rows.filter((row) => row !== own && row.alike.some((action) => best.includes(action))).length;
  return alike === 0 ? "\u00a0" : tn("hana.alike", alike);
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
  const groups = arranged(advice, { only, all });
  const hidden = all ? 0 : groups.reduce((sum, { more }) => sum + more, 0);
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
      <ul class="rows">${rows.map(({ row, alike, frequency }) => {
        const { action } = row;
        const mark = action === play ? "best" : best.includes(action) ? "close" : "";
        return html`<li key=${action}>
          <button type="button" class=${`row ${mark} ${frequency === null ? "" : "played"}`} data-action=${action} data-alike=${alike.length} aria-expanded=${String(openRow === action)} onClick=${() => setOpenRow(openRow === action ? "" : action)}>
            <span class="of-row"><${NamedAction} action=${action} />${alike.length > 1 && html`<span class="note equals" title=${tn("hana.equal", alike.length)}>×\u202f${alike.length}<span class="visually-hidden"> ${tn("hana.equal", alike.length)}</span></span>`}</span>${frequency !== null && html`<${Often} share=${frequency} />`}
            <${Loss} row=${row} alike=${best.includes(action)} alone=${groups.every((group) => group.rows.every((other) => other.row === row || !best.includes(other.row.action)))} />
          </button>
          ${openRow === action && html`<${Detail} table=${table} row=${row} alike=${alike} onPlay=${onPlay} />`}
        </li>`;
      })}</ul></section>`,
    )}
    ${(hidden > 0 || all) && html`<${Button} kind="quiet" id="all-actions" expanded=${all} onClick=${() => setAll(!all)}>${all ? t("fewer") : tn("hana.more_actions", hidden)}<//>`}
    ${isInChart(table.round.value) && html`<div class="bar"><a class="button quiet" id="to-chart" href=${`#c/${table.round.value?.table.mine.hand}`}>${t("chart.link")}</a></div>`}`;
}

/** Loss of an action; a sign for actions that cannot be distinguished from the best. @param {{ row: ActionValue, alike: boolean, alone: boolean }} props */
function Loss({ row, alike, alone }) {
  if (alike && alone) return html`<span class="loss">${t("best")}</span>`;
  if (alike) return html`<span class="loss" role="img" aria-label=${t("hana.alike_sign")} title=${t("hana.alike_sign")}>≈</span>`;
  if (row.loss == null) return html`<span class="loss">?</span>`;
  const off = row.loss_se == null || row.loss_se < 0.0005 ? null : row.loss_se;
  return html`<span class=${`loss ${off === null && row.kind !== "estimated" ? "" : "sampled"}`} title=${known(`kind.${row.kind}`) ?? row.kind}>${points(row.loss)}${off !== null && html`<small>±${number(100 * off, 1)}</small>`}</span>`;
}

/** Frequency of an action in the equilibrium. @param {{ share: number }} props */
function Often({ share }) {
  return html`<span class="often" title=${t("hana.frequency", { n: percent(share, 0) })}><span class="gauge" aria-hidden="true"><i style=${{ width: `${100 * share}%` }}></i></span><b>${percent(share, 0)}</b></span>`;
}

/** @param {{ table: Table, row: ActionValue, alike: string[], onPlay: (action: string) => void }} props `alike`: the action and its equals */
function Detail({ table, row, alike, onPlay }) {
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
  const advice = table.advice.value;
  const range = advice?.range;
  // As wide as the interval of the best action: sampling error and the method's own error together, not sampling error alone.
  const off = range == null ? null : row.frequency !== null && row.se !== null ? row.se : (range.high - range.low) / 2;
  const { play } = advice === null ? { play: null } : choiceOf(advice);
  const ofPlay = advice?.evaluation.actions.find(({ action }) => action === play)?.ends ?? null;
  return html`<div class="detail">
    <p>${actionWords(row.action)}. ${t("hana.you_win")} <${Win} win=${row.win} kind=${row.kind} off=${off} /></p>
    ${row.frequency !== null && html`<p class="note">${t("hana.frequency", { n: percent(row.frequency, 0) })}</p>`}
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
    ${alike.length > 1 && html`<p class="note">${tn("hana.equal", alike.length)}</p><div class="bar">${alike.filter((action) => action !== row.action).map((action) => html`<button type="button" class="button" key=${action} data-equal=${action} onClick=${() => onPlay(action)}><${NamedAction} action=${action} /></button>`)}</div>`}
    ${row.ends != null && html`<${EndBars} ends=${row.ends} against=${row.action === play ? null : ofPlay} />`}
  </div>`;
}

const PLACES = /** @type {const} */ (["hand", "secret", "trade_off", "deck", "removed"]);

/** @param {{ rows: import("./model.js").BeliefRow[], method?: string | null }} props */
export function Beliefs({ rows, method = null }) {
  const model = known(`beliefs.${method}`);
  const seen = rows.filter(({ unseen }) => unseen > 0);
  if (seen.length === 0) return html`<p class="note">${t("hana.nothing_unseen")}</p>`;
  return html`<p class="note">${t("hana.beliefs_about")}${model === null ? "" : `: ${model}`}.</p>
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
    <p class="note">${t("hana.whatif_read")}</p>
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
