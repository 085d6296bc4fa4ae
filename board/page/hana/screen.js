// Hanamikoji on the screen: setting up, a round at a real table, or a game against the computer.

import { explained, fault, fetchNetwork, isCancelled, network } from "../engine.js";
import { html, signal, useEffect, useState } from "../html.js";
import { percent, t, tn } from "../i18n.js";
import { escaped, go, route, settle, visit } from "../route.js";
import { recall, remember, showValues } from "../store.js";
import { announce, Button, bringBack, Fault, Kind, printPage } from "../ui.js";
import { AdvicePanel, headline } from "./advice.js";
import { ActionEntry, AnswerEntry, Keyboard } from "./entry.js";
import { keepPlay, play, prospects, Table } from "./model.js";
import { deal, PlaySheet, reply, resume } from "./play.js";
import { ReviewPanel } from "./review.js";
import { Setup } from "./setup.js";
import { ShareSheet } from "./share.js";
import { Tableau } from "./tableau.js";
import { Timeline } from "./timeline.js";
import { actionWords } from "./words.js";

export const table = new Table();
const thinking = signal(false);
/** Advice in a game against the computer, where it is not shown unless asked for. */
const playAdvice = signal(false);
/** What a setup begins with: the markers that a round has left, or the round that is to be corrected. */
const carried = signal(/** @type {import("./setup.js").Start | undefined} */ (undefined));

/** Where the last visit ended, for the home screen. */
export const lastRound = () => {
  const found = recall("last.hana");
  return typeof found === "string" && found.startsWith("#h/") ? found : null;
};

export function HanaScreen() {
  const { rest } = route.value;
  const visits = visit.value;
  const [missing, setMissing] = useState(false);
  // While a hand is set up it comes.
  useEffect(() => void fetchNetwork(), []);
  useEffect(() => {
    if (rest === "") return;
    table.forget();
    table.round.value = null;
    table.error.value = null;
    setMissing(false);
    if (rest === "play") {
      const game = resume();
      if (game === null) setMissing(true);
      else void table.open(game.record, game.seat);
    } else void table.open(rest);
  }, [rest, visits]);
  if (rest === "" || missing) return html`<${Setup} key=${`${visits}`} start=${carried.value} />`;
  const round = table.round.value;
  const error = table.error.value;
  if (round === null) {
    if (error === null) return html`<p class="say" aria-busy="true">${t("loading")}</p>`;
    const { title, detail } = explained(error);
    return html`<h1>${t("error.title")}</h1><div class="fault" role="alert"><p><strong>${title}</strong></p><p>${detail}</p><p class="mono">${rest}</p></div>
      <div class="bar"><a class="button main" href="#h">${t("hana.setup.title")}</a><a class="button" href="#">${t("home")}</a></div>`;
  }
  return html`<${Study} round=${round} playing=${rest === "play"} />`;
}

/** What comes next, in a sentence. @param {import("./model.js").Round} round */
function standing(round) {
  const { who, what, turn } = round.next;
  if (what === null) return t("hana.now.over");
  if (what === "draw") return t("hana.now.draw", { turn });
  if (what === "secret") return t("hana.now.secret");
  if (what === "answer") return t(who === "reader" ? "hana.now.my_answer" : "hana.now.their_answer", { turn });
  return t(who === "reader" ? "hana.now.my_action" : "hana.now.their_action", { turn });
}

/** @param {{ round: import("./model.js").Round, playing: boolean }} props */
function Study({ round, playing }) {
  const [sheet, setSheet] = useState(/** @type {"" | "share" | "play"} */ (""));
  const { next, offer } = round;
  const mine = next.who === "reader" && (next.what === "act" || next.what === "answer");
  const game = playing ? play.value : null;
  const said = standing(round);
  const advice = table.advice.value;
  const advising = playing ? playAdvice.value : showValues.value;
  const advised = mine && advising && advice !== null && advice.advice !== null;

  useEffect(() => {
    announce(said);
    bringBack("now");
    const address = playing ? "#h/play" : `#h/${escaped(round.address)}`;
    if (!playing) settle(address);
    remember("last.hana", address);
    if (game !== null && game.record !== round.text) keepPlay({ ...game, record: round.text });
    table.forget();
    if (mine && advising) void table.advise();
  }, [round.text]);

  useEffect(() => {
    if (network.value === "ready") table.renew();
  }, [network.value]);

  // The computer's turn.
  useEffect(() => {
    if (game === null || next.who !== "opponent" || next.what === null) return;
    const abort = new AbortController();
    thinking.value = true;
    reply(round.text, game.seat, game.player, abort.signal)
      .then((result) => {
        if (abort.signal.aborted) return;
        announce(t("hana.they_played", { action: actionWords(result.action) }));
        table.show(result.round);
      })
      .catch((error) => {
        if (!abort.signal.aborted && !isCancelled(error)) table.error.value = fault(error);
      })
      .finally(() => {
        if (!abort.signal.aborted) thinking.value = false;
      });
    return () => {
      abort.abort();
      thinking.value = false;
    };
  }, [round.text, playing]);

  /** @param {string} action */
  const act = (action) => void table.enter({ play: action });
  const rounds = game === null ? [round.text] : [...game.rounds, round.text];
  const reviewable =
    round.form !== "information_set" &&
    round.timeline.some((entry) => entry.information_set !== null) &&
    (game === null || round.complete);
  return html`<h1 class="visually-hidden">Hanamikoji</h1>
    <p class=${advised ? "note" : "say"} id="now"><strong>${said}</strong>${thinking.value ? html` <span class="note" role="status">${t("hana.thinking")}</span>` : ""}</p>
    ${advised && html`<p class="say" id="say"><strong>${headline(advice)}</strong> <span class="nowrap">${percent(prospects(advice).win, 1)} <${Kind} kind=${prospects(advice).kind} /></span></p>`}
    <div class="two">
      <div>
        <${Tableau} round=${round} names=${game === null ? undefined : [t("hana.you"), game.player]} />
        ${offer !== null && next.what === "answer" && html`<p class="note">${actionWords(offer.action)}</p>`}
        ${mine && next.what === "act" && html`<${ActionEntry} key=${round.text} round=${round} mine=${true} onPlay=${act} />`}
        ${!playing && next.who === "opponent" && next.what === "act" && html`<${ActionEntry} key=${round.text} round=${round} mine=${false} onPlay=${act} />`}
        ${offer !== null && next.what === "answer" && (mine || !playing) && html`<${AnswerEntry} groups=${offer.groups} onTake=${(/** @type {string} */ taken) => act(`-${taken}`)} />`}
        ${next.what === "draw" && html`<${Keyboard} label=${t("hana.drew")} left=${round.choices} onPick=${(/** @type {string} */ draw) => void table.enter({ draw })} />`}
        ${next.what === "secret" && html`<${Keyboard} label=${t("hana.their_secret")} left=${round.choices} onPick=${(/** @type {string} */ secret) => void table.enter({ secret })} />`}
        <${Outcome} round=${round} game=${game} />
        <${Fault} error=${table.error.value} />
        <div class="bar" role="toolbar" aria-label=${t("okiya.tools")}>
          ${!playing && html`<${Button} icon="undo" id="undo" disabled=${round.timeline.length === 0} onClick=${() => void table.undo()}>${t("undo")}<//>`}
          <${Button} icon=${advising ? "eye" : "eye-off"} label=${t("hana.hide_advice")} pressed=${!advising} onClick=${() => {
            const shown = playing ? playAdvice : showValues;
            shown.value = !shown.value;
            if (shown.value && mine) void table.advise();
            else table.stop();
          }} />
          <${Button} icon="computer" label=${t("hana.play")} onClick=${() => setSheet("play")} />
          <${Button} icon="share" label=${t("share")} onClick=${() => setSheet("share")} />
          <${Button} icon="print" label=${t("print")} onClick=${printPage} />
          ${
            round.form === "seat_record" &&
            html`<${Button} icon="edit" label=${t("hana.edit_start")} onClick=${() => {
              carried.value = beginning(round);
              go("#h");
            }} />`
          }
          <a class="button" href="#h" onClick=${() => {
            carried.value = undefined;
          }}>${t("hana.new")}</a>
        </div>
      </div>
      <div>
        ${mine && advising && html`<${AdvicePanel} table=${table} onPlay=${act} />`}
        <${Timeline} table=${table} editable=${!playing && round.form === "seat_record"} />
        ${reviewable && html`<${ReviewPanel} key=${rounds.length} rounds=${rounds} seat=${round.seat ?? game?.seat ?? null} />`}
      </div>
    </div>
    <${ShareSheet} open=${sheet === "share"} onClose=${() => setSheet("")} table=${table} />
    <${PlaySheet} open=${sheet === "play"} onClose=${() => setSheet("")} />`;
}

/** How the round ended, and what may follow. @param {{ round: import("./model.js").Round, game: import("./model.js").Play | null }} props */
function Outcome({ round, game }) {
  const { result } = round;
  if (result === null) return null;
  const seat = round.seat ?? game?.seat ?? 1;
  const [me, them] = seat === 1 ? /** @type {const} */ (["first", "second"]) : /** @type {const} */ (["second", "first"]);
  const words =
    result.outcome === "undecided"
      ? t("hana.result.undecided")
      : result.outcome === "shared"
        ? t("hana.result.shared")
        : result.outcome === me
          ? t("hana.result.won")
          : t("hana.result.lost");
  const { next } = result;
  // The second player of this round begins the next.
  const nextSeat = seat === 1 ? 2 : 1;
  return html`<section class="panel" aria-labelledby="result" id="result-panel">
    <h2 id="result">${words}</h2>
    <dl class="result"><dt>${t("hana.you")}</dt><dd>${tn("hana.charm", result.charm[me])}, ${tn("hana.geisha_count", result.geisha[me])}</dd>
      <dt>${t("hana.opponent")}</dt><dd>${tn("hana.charm", result.charm[them])}, ${tn("hana.geisha_count", result.geisha[them])}</dd></dl>
    ${
      next !== null &&
      html`<div class="bar"><${Button} kind="main" id="next-round" onClick=${() => {
        if (game !== null)
          void deal({
            favour: next.favour,
            round: next.round,
            seat: nextSeat,
            player: game.player,
            rounds: [...game.rounds, round.text],
          });
        else {
          carried.value = { favour: nextSeat === 1 ? next.favour : turned(next.favour), seat: nextSeat };
          go("#h");
        }
      }}>${t("hana.next_round")}<//></div>`
    }
  </section>`;
}

/** Markers, seat and first hand of a round seen from one seat: its second field holds the hand, `X/ABCDEF/XXXXXX/C…`. @param {import("./model.js").Round} round */
function beginning(round) {
  const seat = round.seat ?? 1;
  const deal = round.text.split(" ")[1].split("/");
  const hand = deal[seat] + (seat === 1 ? deal[3].slice(0, 1) : "");
  // One card short: the last tap finishes the hand.
  return { favour: round.table.favour, seat, hand: hand.replaceAll("X", "").slice(0, -1) };
}

/** The markers from the other seat. @param {string} favour */
const turned = (favour) => favour.replace(/[+-]/g, (sign) => (sign === "+" ? "-" : "+"));
