// What to play: actions by what they lose against the best, where the unseen cards may be, and what would change with another card.

import { GEISHA } from "../art.js";
import { ask, fault, fetchNetwork, isCancelled, network } from "../engine.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { known, number, percent, t, tn } from "../i18n.js";
import { newSeed } from "../store.js";
import { announce, Button, Fault, Kind, Progress, Segments, Tabs } from "../ui.js";
import { parts, prospects } from "./model.js";
import { Action, actionWords, Card, kindWords } from "./words.js";

/** @typedef {import("./model.js").Table} Table */
/** @typedef {import("./model.js").ActionValue} ActionValue */

/** Percentage points, one decimal. @param {number} loss */
const points = (loss) => (loss < 0.0005 ? number(0, 1) : `−${number(100 * loss, 1)}`);

/** @param {{ table: Table, onPlay: (action: string) => void }} props */
export function AdvicePanel({ table, onPlay }) {
  const [tab, setTab] = useState("actions");
  const advice = table.advice.value;
  const running = table.running.value;
  const progress = table.progress.value;
  const said = advice === null || advice.advice === null ? "" : headline(advice);
  useEffect(() => {
    if (said && !running) announce(said);
  }, [said, running]);
  if (advice === null) {
    return html`<section class="panel advice" aria-busy=${String(running)} aria-label=${t("hana.advice")}>
      ${
        running &&
        html`<p>${t("hana.searching")}</p><${Progress} done=${progress?.done ?? 0} total=${progress?.total ?? 1} label=${t("hana.searching")} />
        <div class="bar"><${Button} icon="stop" onClick=${() => table.stop()}>${t("stop")}<//></div>`
      }
      ${!running && table.adviceError.value === null && html`<div class="bar"><${Button} kind="main" icon="play" onClick=${() => void table.advise()}>${t("hana.advise")}<//></div>`}
      <${Fault} error=${table.adviceError.value} />
    </section>`;
  }
  const { evaluation, stage } = advice;
  const { win, kind, range } = prospects(advice);
  return html`<section class="panel advice" aria-labelledby="advice" id="advice-panel" data-stage=${running ? stage : "done"}>
    <h2 id="advice">${t("hana.advice")}</h2>
    <p class="head"><span>${t("hana.you_win")} <strong>${percent(win, 1)}</strong>
      ${range !== null && html` <span class="note">(${t("range", { low: number(100 * range.low, 1), high: number(100 * range.high, 1) })})</span>`}</span>
      <${Kind} kind=${kind} />
      ${evaluation.over_hands && html`<span class="note">${t("hana.over_hands", { low: number(100 * evaluation.over_hands.interval[0], 1), high: number(100 * evaluation.over_hands.interval[1], 1) })} <${Kind} kind=${evaluation.over_hands.kind} /></span>`}</p>
    ${
      running
        ? html`<div class="bar"><span class="note" role="status">${known(`stage.${stage}`)}${progress?.exploitability != null ? ` · ${t("hana.exploitability", { n: number(progress.exploitability, 4) })}` : ""}</span>
            <${Button} icon="stop" id="stop" onClick=${() => table.stop()}>${t("stop")}<//></div><${Progress} done=${progress?.done ?? 0} total=${progress?.total ?? 1} label=${t("hana.searching")} />`
        : html`<p class="note">${known(`stage.${stage === "quick" || stage === "refining" ? "stopped" : stage}`)}${evaluation.model_error === null ? "" : ` ${t("hana.model_error", { n: number(100 * evaluation.model_error.mean, 1) })}`}</p>`
    }
    ${evaluation.exploitability !== null && html`<p class="note" id="exploitability">${known(`hana.exploitable.${evaluation.exploitability_method}`, { n: number(evaluation.exploitability, evaluation.exploitability_method === "exact" ? 4 : 3) })}</p>`}
    ${advice.lacks_network && html`<${NoNetwork} />`}
    <${Tabs} id="advice-tab" label=${t("hana.advice")} value=${tab} onChange=${setTab} options=${[
      ["actions", t("hana.tab.actions")],
      ["beliefs", t("hana.tab.beliefs")],
      ["whatif", t("hana.tab.whatif")],
    ]}>
      ${tab === "actions" && html`<${Actions} table=${table} onPlay=${onPlay} />`}
      ${tab === "beliefs" && html`<${Beliefs} rows=${evaluation.beliefs?.geisha ?? []} kind=${evaluation.beliefs?.kind ?? null} method=${evaluation.beliefs?.method ?? null} />`}
      ${tab === "whatif" && html`<${WhatIf} table=${table} />`}
    <//>
  </section>`;
}

/** Why a search advises, and not the equilibrium. */
function NoNetwork() {
  if (network.value !== "failed") return html`<p class="note" id="no-network">${t("hana.network.loading")}</p>`;
  return html`<div class="bar" id="no-network"><span class="note" role="status">${t("hana.network.failed")}</span>
    <${Button} kind="quiet" onClick=${() => void fetchNetwork()}>${t("hana.network.retry")}<//></div>`;
}

/** The advice in a sentence. @param {import("./model.js").Advice} advice */
export function headline(advice) {
  if (advice.advice === null) return "";
  const near = advice.close.filter((action) => action !== advice.advice?.action).length;
  const said = actionWords(advice.advice.action);
  return near === 0 ? `${said}.` : `${said}; ${tn("hana.close", near)}`;
}

/** @param {{ table: Table, onPlay: (action: string) => void }} props */
function Actions({ table, onPlay }) {
  const [filter, setFilter] = useState("best");
  const [openRow, setOpenRow] = useState("");
  const [all, setAll] = useState(false);
  const advice = table.advice.value;
  if (advice === null) return null;
  const values = new Map(advice.evaluation.actions.map((row) => [row.action, row]));
  const group = advice.groups.find(({ kind }) => String(kind) === filter);
  const byLoss = [...advice.evaluation.actions].sort((a, b) => a.loss - b.loss);
  // Of an equilibrium it is what is played most; the values of others may lie a hair above it.
  const advised = advice.advice?.action;
  const ranked = byLoss.map(({ action }) => action).sort((a, b) => Number(b === advised) - Number(a === advised));
  const names = group === undefined ? ranked : group.actions;
  const shown = all ? names : names.slice(0, 6);
  // Beyond some points all are alike bad.
  const worst = Math.min(Math.max(...byLoss.map(({ loss }) => loss), 0.02), 0.06);
  return html`${
    advice.groups.length > 1 &&
    html`<div class="filter"><${Segments} label=${t("hana.group")} value=${group === undefined ? "best" : filter} onChange=${(
      /** @type {string} */ value,
    ) => {
      setFilter(value);
      setAll(false);
    }} options=${[
      ["best", t("hana.all")],
      ...[...advice.groups]
        .sort((a, b) => (a.kind ?? 0) - (b.kind ?? 0))
        .map(
          ({ kind, loss }) =>
            /** @type {const} */ ([
              String(kind),
              html`<span title=${kindWords(kind)}>${kind}</span> <span class="visually-hidden">${kindWords(kind)}</span><small>${points(loss)}</small>`,
            ]),
        ),
    ]} /></div>${group !== undefined && html`<p class="note">${kindWords(group.kind)}: ${known(`action.${group.kind}.about`)}</p>`}`
  }
    <p class="note">${byLoss.some(({ frequency }) => frequency !== null) ? t("hana.columns") : t("hana.loss_about")}</p>
    <ul class="rows">${shown.map((action) => {
      const row = /** @type {ActionValue} */ (values.get(action));
      if (row === undefined) return null;
      const best = action === byLoss[0].action;
      const mark = action === advised ? "best" : advice.close.includes(action) ? "close" : "";
      return html`<li key=${action}>
        <button type="button" class=${`row ${mark} ${row.frequency === null ? "" : "played"}`} data-action=${action} aria-expanded=${String(openRow === action)} onClick=${() => setOpenRow(openRow === action ? "" : action)}>
          <${Action} action=${action} />${row.frequency === null ? html`<span class="gauge" aria-hidden="true"><i style=${{ width: `${Math.max(2, 100 * (1 - row.loss / worst))}%` }}></i></span>` : html`<${Worth} row=${row} /><${Often} share=${row.frequency} />`}
          <span class="loss">${best ? t("best") : points(row.loss)}</span>
        </button>
        ${openRow === action && html`<${Detail} table=${table} row=${row} onPlay=${onPlay} />`}
      </li>`;
    })}</ul>
    ${names.length > 6 && html`<${Button} kind="quiet" expanded=${all} onClick=${() => setAll(!all)}>${all ? t("fewer") : tn("hana.more_actions", names.length - 6)}<//>`}`;
}

/** What an action is worth, with its error. @param {{ row: ActionValue }} props */
function Worth({ row }) {
  return html`<span class="worth">${number(100 * row.win, 1)}${row.se !== null && html` <small>±${number(100 * row.se, 1)}</small>`}</span>`;
}

/** How often an equilibrium plays an action. @param {{ share: number }} props */
function Often({ share }) {
  return html`<span class="often" title=${t("hana.frequency", { n: percent(share, 0) })}><span class="gauge" aria-hidden="true"><i style=${{ width: `${100 * share}%` }}></i></span><b>${percent(share, 0)}</b></span>`;
}

/** @param {{ table: Table, row: ActionValue, onPlay: (action: string) => void }} props */
function Detail({ table, row, onPlay }) {
  const { kind } = parts(row.action);
  const [answers, setAnswers] = useState(/** @type {{ answer: string, probability: number }[] | null} */ (null));
  useEffect(() => {
    const round = table.round.value;
    if (round === null || kind === null || kind < 3) return;
    let gone = false;
    ask("hana.answers", { round: round.information_set ?? round.text, action: row.action, seed: newSeed() }).then(
      ({ result }) => !gone && setAnswers(result.answers),
      () => !gone && setAnswers([]),
    );
    return () => {
      gone = true;
    };
  }, [row.action]);
  // As wide as that of the best: sampling and the method's own error together, not the sampling alone.
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
        <span class="stack" role="img" aria-label=${`${row.geisha}: ${words.join(", ")}`} title=${words.join(" · ")}>${PLACES.map((place) => row[place].expected > 0 && html`<span key=${place} class=${`at-${place}`} style=${{ width: `${(100 * row[place].expected) / row.unseen}%` }}></span>`)}</span></li>`;
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

/** @param {{ table: Table }} props */
function WhatIf({ table }) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [progress, setProgress] = useState(/** @type {import("../engine.js").Progress | null} */ (null));
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  const running = useRef(/** @type {AbortController | null} */ (null));
  useEffect(() => () => running.current?.abort(), []);
  const round = table.round.value;
  const start = async () => {
    const abort = new AbortController();
    running.current = abort;
    setError(null);
    setProgress({ done: 0, total: 1, unit: "hands" });
    try {
      const { result } = await ask(
        "hana.whatif",
        { round: round?.information_set ?? round?.text, seed: newSeed() },
        { signal: abort.signal, progress: setProgress },
      );
      setFound(result.what_if);
    } catch (problem) {
      if (!isCancelled(problem)) setError(fault(problem));
    } finally {
      setProgress(null);
    }
  };
  if (found === null) {
    return html`<p>${t("hana.whatif_about")}</p>
      ${progress === null ? html`<div class="bar"><${Button} kind="main" icon="play" onClick=${() => void start()}>${t("hana.whatif_start")}<//></div>` : html`<${Progress} done=${progress.done} total=${progress.total} label=${t("hana.searching")} /><div class="bar"><${Button} icon="stop" onClick=${() => running.current?.abort()}>${t("stop")}<//></div>`}
      <${Fault} error=${error} />`;
  }
  /** @type {string[]} */
  const columns = found.geisha ?? GEISHA;
  return html`<p class="note">${t("hana.whatif_read")} <${Kind} kind=${found.kind} /></p>
    <table class="grid"><thead><tr><td></td>${columns.map((letter) => html`<th scope="col" key=${letter}><${Card} of=${letter} small=${true} /></th>`)}</tr></thead>
      <tbody>${found.rows.map(
        (/** @type {any} */ row) =>
          html`<tr key=${row.without}><th scope="row"><${Card} of=${row.without} small=${true} /></th>${row.cells.map(
            (/** @type {any} */ cell, /** @type {number} */ index) =>
              cell === null
                ? html`<td key=${index}>–</td>`
                : html`<td key=${index} class=${heat(cell.change)} title=${cell.best ?? ""}>${cell.change > 0 ? "+" : ""}${number(100 * cell.change, 1)}</td>`,
          )}</tr>`,
      )}</tbody></table>`;
}
