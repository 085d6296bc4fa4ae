// Hanamikoji on the screen: setting up, a round at a real table, or a game against the computer.

import { fault, fetchNetwork, isCancelled, network } from "../engine.js";
import { html, signal, useEffect, useLayoutEffect, useState } from "../html.js";
import { t, tn } from "../i18n.js";
import { escaped, go, parse, route, settle, visit } from "../route.js";
import { play as sounds } from "../sound.js";
import { remember, showValues } from "../store.js";
import { announce, Button, bringBack, CountUp, columns, Fault, Missing, printPage, useKeys } from "../ui.js";
import { AdvicePanel, BeliefsPanel, Verdict } from "./advice.js";
import { ActionEntry, AnswerEntry, Keyboard } from "./entry.js";
import { keepPlay, play, Table } from "./model.js";
import { addressOf, begin as beginGame, deal, helpWords, opponentName, PlaySheet, recordGame, reply, resume } from "./play.js";
import { looked, ReviewPanel } from "./review.js";
import { Setup } from "./setup.js";
import { ShareSheet } from "./share.js";
import { Tableau, turned } from "./tableau.js";
import { Timeline } from "./timeline.js";
import { begin as beginTwo, Curtain, isTwo, lifted, nameOf } from "./two.js";
import { actionWords, theItem, theirWords } from "./words.js";
import { beginsWith, isWritten, nextAfter, questionOf, turnsOf, writing } from "./write.js";

export const table = new Table();
const thinking = signal(false);
/** Which visit's address is being shown: until then the table is that of the visit before. */
const opened = signal(-1);
/** The decision of a game against the computer for which advice was asked for, as its text. */
const helped = signal("");
/** What the computer has done since the reader's last decision, in words. */
const did = signal(/** @type {string[]} */ ([]));
/** The seat that has done so, where two play at one device. */
const didBy = signal(/** @type {1 | 2 | null} */ (null));
/** Shortest time in milliseconds between a decision of the reader and the computer's, and between two of the computer's. */
const PAUSE_MS = 800;
/** Start of a setup: the markers after a round, or the round to be corrected. */
const carried = signal(/** @type {import("./setup.js").Start | undefined} */ (undefined));

/** A round that has just been set up: the engine need not read its address again. @type {{ rest: string, round: import("./model.js").Round } | null} */
let begun = null;

/** Goes to a round. @param {import("./model.js").Round} round */
function begin(round) {
  beginsWith(round);
  const fragment = `#h/${escaped(round.address)}`;
  begun = { rest: parse(fragment).rest, round };
  table.seat.value = null;
  go(fragment);
}

export function HanaScreen() {
  const { rest } = route.value;
  const visits = visit.value;
  const [missing, setMissing] = useState(false);
  // It appears while a hand is being set up.
  useEffect(() => void fetchNetwork(), []);
  useEffect(() => {
    if (rest === "") return;
    table.forget();
    table.round.value = null;
    table.error.value = null;
    opened.value = visits;
    setMissing(false);
    const [place, number, at] = rest.split("/");
    if (place === "play") {
      const game = resume(number, at);
      if (game === null) setMissing(true);
      else void table.open(game.text, game.seat);
    } else if (begun?.rest === rest) {
      table.fresh = true;
      table.show(begun.round);
    } else void table.open(rest);
    begun = null;
  }, [rest, visits]);
  const playing = rest.split("/")[0] === "play";
  if (rest === "" || missing) return html`<${Setup} key=${`${visits}`} start=${carried.value} onRound=${begin} />`;
  const round = opened.value === visits ? table.round.value : null;
  const error = table.error.value;
  if (round === null) {
    if (error === null) return html`<p class="say" aria-busy="true">${t("loading")}</p>`;
    return html`<${Missing} error=${error} text=${rest} onRetry=${table.again}><a class="button main" href="#h">${t("hana.setup.title")}</a><//>`;
  }
  return html`<${Study} round=${round} playing=${playing} />`;
}

/** The next step, in a sentence. @param {import("./model.js").Round} round */
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
  const two = isTwo(game);
  const written = !playing && isWritten(round);
  const said = written ? questionOf(round) : standing(round);
  const advising = playing ? helped.value === round.text : showValues.value && !written;
  const advised = mine && advising;
  const [tries, setTries] = useState(0);

  useEffect(() => {
    announce(said);
    bringBack("now");
    if (game === null) {
      const address = `#h/${escaped(round.address)}`;
      settle(address, { step: !table.fresh });
      remember("last.hana", address);
    } else if (two) {
      if (game.record !== round.text) keepPlay({ ...game, record: round.text });
      settle(addressOf(game));
      remember("last.hana", "#h/play");
    } else {
      const next = withState(game, round, mine || round.complete);
      if (next !== game) keepPlay(next);
      // A decision of the user is a step of the history; the computer's turns are not.
      if (mine || round.complete) settle(addressOf(next), { step: next.at !== game.at });
      remember("last.hana", "#h/play");
    }
  }, [round.text]);
  // Before it is painted, so that nothing moves once advice is being searched for.
  useLayoutEffect(() => {
    table.forget();
    if (advised) void table.advise();
  }, [round.text]);

  useEffect(() => {
    if (network.value === "ready") table.renew();
  }, [network.value]);

  // The computer's turn.
  useEffect(() => {
    if (game === null || two || next.who !== "opponent" || next.what === null) return;
    const abort = new AbortController();
    thinking.value = true;
    const pause = new Promise((done) => setTimeout(done, PAUSE_MS));
    Promise.all([reply(round.text, game.seat, game.player, abort.signal), pause])
      .then(([result]) => {
        if (abort.signal.aborted) return;
        const words = theirWords(result.action);
        did.value = [...did.value, words];
        announce(t("hana.they_played", { action: words }));
        sounds("card");
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
  }, [round.text, playing, tries]);

  const states = game?.states ?? [];
  const at = game?.at ?? 0;
  // While the computer thinks, back goes to the user's last decision.
  const before = mine || round.complete ? at - 1 : at;
  const canUndo = two ? false : game === null ? round.timeline.length > 0 : states[before] !== undefined;
  const canRedo = two ? false : game === null ? table.ahead.value.length > 0 : at + 1 < states.length;
  /** Goes to an earlier decision of the user, or forward again. @param {number} to */
  const stand = (to) => {
    if (game === null || states[to] === undefined) return;
    keepPlay({ ...game, at: to, record: states[to] });
    settle(addressOf({ ...game, at: to }), { step: to > at });
    void table.open(states[to], game.seat);
  };
  const undo = () => (game === null ? void table.undo() : stand(before));
  const redo = () => (game === null ? void table.redo() : stand(at + 1));
  useKeys(({ key }) => {
    if ((key === "u" || key === "U" || key === "[") && canUndo) undo();
    else if ((key === "r" || key === "R" || key === "]") && canRedo) redo();
    else if (key === "v" || key === "V") show();
    else return false;
    return true;
  });
  const show = () => {
    if (written) return;
    if (game === null) showValues.value = !showValues.value;
    else if (!mine || two) return;
    else if (advising) helped.value = "";
    else {
      helped.value = round.text;
      keepPlay({ ...game, hints: (game.hints ?? 0) + 1 });
    }
    if (!advising && mine) void table.advise();
    else table.stop();
  };

  /** @param {string} action */
  const act = (action) => {
    sounds("card");
    const by = two ? next.seat : null;
    did.value = two ? [...(didBy.value === by ? did.value : []), theirWords(action)] : [];
    didBy.value = by;
    void table.enter({ play: action });
  };
  const rounds = [...(game?.rounds ?? (written ? (writing.value?.rounds ?? []) : [])), round.text];
  const reviewable =
    round.form !== "information_set" &&
    round.timeline.some((entry) => entry.information_set !== null) &&
    (game === null ? !written || round.complete : round.complete);
  const names =
    game === null
      ? undefined
      : /** @type {[string, string]} */ (
          two ? [nameOf(game, game.seat), nameOf(game, game.seat === 1 ? 2 : 1)] : [t("hana.you"), opponentName(game)]
        );
  const theyDid =
    did.value.length === 0
      ? ""
      : two
        ? didBy.value === null || didBy.value === next.seat
          ? ""
          : t("two.did", {
              name: nameOf(/** @type {import("./model.js").Play} */ (game), didBy.value),
              action: did.value.join(", "),
            })
        : t("hana.they_played", { action: did.value.join(", ") });
  const drew = game !== null && mine && next.drew !== null ? t("play.you_drew", { card: theItem(next.drew) }) : "";
  const help = game === null ? "" : helpWords(game);
  const turns = turnsOf(round);
  const progress =
    written &&
    html`<p class="note" id="written">${t("write.turn", { n: Math.min(round.next.turn ?? turns, turns), of: turns })}</p>
      <progress aria-label=${t("write.title")} max=${turns} value=${round.complete ? turns : Math.max(0, (round.next.turn ?? turns) - 1)} />`;
  const now = html`<div class="moment">${progress}${game !== null && html`<p class="did" id="did">${[theyDid, drew].filter(Boolean).join(". ") || "\u00a0"}${help !== "" && html` <span class="note" id="help">${help}</span>`}</p>`}
    <p class=${advised ? "note now" : "say now"} id="now"><strong>${thinking.value ? t("hana.thinking") : said}</strong></p></div>`;
  const answer = advised && html`<div class="answer"><${Verdict} table=${table} /></div>`;
  const entering = html`<div class="entering">
        ${offer !== null && next.what === "answer" && !playing && html`<p class="note">${mine ? theirWords(offer.action) : actionWords(offer.action)}</p>`}
        ${mine && next.what === "act" && html`<${ActionEntry} key=${round.text} round=${round} mine=${true} onPlay=${act} />`}
        ${!playing && next.who === "opponent" && next.what === "act" && html`<${ActionEntry} key=${round.text} round=${round} mine=${false} onPlay=${act} />`}
        ${offer !== null && next.what === "answer" && (mine || !playing) && html`<${AnswerEntry} groups=${offer.groups} onTake=${(/** @type {string} */ taken) => act(`-${taken}`)} />`}
        ${next.what === "draw" && html`<${Keyboard} label=${t("hana.drew")} left=${round.choices} onPick=${(/** @type {string} */ draw) => void table.enter({ draw })} />`}
        ${next.what === "secret" && html`<${Keyboard} label=${t("hana.their_secret")} left=${round.choices} onPick=${(/** @type {string} */ secret) => void table.enter({ secret })} />`}
        <${Fault} error=${table.error.value} onRetry=${() => {
          table.error.value = null;
          if (game !== null && next.who === "opponent") setTries(tries + 1);
          else table.again();
        }} />
      </div>`;
  const advice = advised && html`<div class="advising"><${AdvicePanel} table=${table} onPlay=${act} /></div>`;
  const seen = looked.value;
  const board = html`<div class="playing">
        ${
          seen !== null &&
          html`<div class="bar looked" id="looked"><span><strong>${t("hana.review_at", { n: seen.decision.turn })}</strong> ${actionWords(seen.decision.action)}</span>
          <a class="button quiet" href=${`#h/${escaped(seen.of)}`}>${t("hana.study_this")}</a>
          <${Button} icon="close" label=${t("close")} kind="quiet" onClick=${() => {
            looked.value = null;
          }} /></div>`
        }
        <${Tableau} round=${seen?.round ?? round} names=${seen === null || seen.round.seat === (round.seat ?? game?.seat) ? names : undefined} hands=${seen !== null} />
      </div>`;
  const tools = html`<div class="playing">
        <div class="bar" role="toolbar" aria-label=${t("okiya.tools")}>
          ${
            !two &&
            html`<${Button} icon="undo" id="undo" label=${t("undo")} disabled=${!canUndo} onClick=${undo} />
            <${Button} icon="redo" id="redo" label=${t("redo")} disabled=${!canRedo} onClick=${redo} />
            ${!written && html`<${Button} icon=${advising ? "eye" : "eye-off"} label=${t("hana.hide_advice")} pressed=${!advising} onClick=${show} />`}`
          }
          <${Button} icon="computer" label=${t("hana.play")} onClick=${() => setSheet("play")} />
          ${(!two || round.complete) && html`<${Button} icon="share" label=${t("share")} onClick=${() => setSheet("share")} />`}
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
            if (written) writing.value = null;
          }}>${t("hana.new")}</a>
        </div>
        <p class="note keys-hint" aria-hidden="true">${t("hana.keys_hint")}</p>
      </div>`;
  const review =
    reviewable &&
    html`<${ReviewPanel} key=${rounds.length} rounds=${rounds} start=${written && round.result !== null} seat=${round.seat ?? game?.seat ?? null} names=${names} game=${game === null ? undefined : (game.rounds[0] ?? game.record)} />`;
  const beside = html`<div class="beside">
        <${Timeline} table=${table} editable=${!playing && round.form === "seat_record"} />
        ${advised && html`<${BeliefsPanel} table=${table} />`}
        ${(advised || columns.value < 3) && review}
      </div>`;
  const seat = next.seat;
  if (two && game !== null && seat !== null && !round.complete && (lifted.value !== seat || round.seat !== seat)) {
    const lift = () => {
      lifted.value = seat;
      keepPlay({ ...game, record: round.text, seat });
      void table.open(round.text, seat);
    };
    return html`<${Curtain} name=${nameOf(game, seat)} did=${theyDid} onLift=${lift} />`;
  }
  // In one column on a phone: the advice, the hand, the actions; then the table and the history. Elsewhere the board comes first.
  const many = columns.value;
  // Where nothing is advised and nothing reviewed, the table takes the place of both.
  const roomy = many === 3 && !advising && !review;
  return html`<h1 class="visually-hidden">Hanamikoji</h1>
    <div class=${`study ${advised ? "advised" : ""} ${mine && next.what === "act" ? "choosing" : ""} ${roomy ? "roomy" : ""} ${game !== null && !round.complete ? `against ${round.table.mine.actions_left.length === 1 ? "last" : ""}` : ""}`}>${
      many === 1
        ? html`${now}${answer}${entering}${advice}${board}${tools}${beside}`
        : html`<div class="column">${now}${board}${entering}${tools}</div>
          ${!roomy && html`<div class="column">${answer}${advice}${many === 2 && beside}${many === 3 && !advised && review}</div>`}
          ${many === 3 && html`<div class="column">${beside}</div>`}`
    }</div>
    <${Outcome} round=${round} game=${game} reviewable=${reviewable} />
    <${ShareSheet} open=${sheet === "share"} onClose=${() => setSheet("")} table=${table} playing=${playing} />
    <${PlaySheet} open=${sheet === "play"} onClose=${() => setSheet("")} />`;
}

/** A game with its current state. Later states are kept while the user only goes back and forth. @param {import("./model.js").Play} game @param {import("./model.js").Round} round @param {boolean} decides @returns {import("./model.js").Play} */
function withState(game, round, decides) {
  const { states = [], at = -1 } = game;
  if (!decides) return game.record === round.text ? game : { ...game, record: round.text };
  const known = states.indexOf(round.text);
  if (known >= 0) return known === at && game.record === round.text ? game : { ...game, record: round.text, at: known };
  // Another decision than was made here before takes what followed back.
  const takebacks = (game.takebacks ?? 0) + (at + 1 < states.length && !game.over ? 1 : 0);
  return { ...game, record: round.text, states: [...states.slice(0, at + 1), round.text], at: at + 1, takebacks };
}

/** The end of a round: who has won and how, and how to go on. @param {{ round: import("./model.js").Round, game: import("./model.js").Play | null, reviewable: boolean }} props */
function Outcome({ round, game, reviewable }) {
  const { result } = round;
  const seat = round.seat ?? game?.seat ?? 1;
  const [me, them] = seat === 1 ? /** @type {const} */ (["first", "second"]) : /** @type {const} */ (["second", "first"]);
  const won =
    result === null || result.outcome === "undecided" ? null : result.outcome === "shared" ? 0.5 : result.outcome === me ? 1 : 0;
  useEffect(() => {
    if (game !== null && won !== null && !isTwo(game)) recordGame(game, won);
  }, [won]);
  if (result === null) return null;
  const two = game !== null && isTwo(game);
  const words =
    two && won !== null && won !== 0.5
      ? t("two.won", { name: nameOf(game, result.outcome === "first" ? 1 : 2) })
      : result.outcome === "undecided"
        ? t("hana.result.undecided")
        : result.outcome === "shared"
          ? t("hana.result.shared")
          : result.outcome === me
            ? t("play.won")
            : t(game === null ? "hana.result.lost" : "play.lost");
  const { next } = result;
  // The second player of this round begins the next.
  const nextSeat = seat === 1 ? 2 : 1;
  const begin = () => {
    if (game === null) {
      if (next === null) return;
      if (isWritten(round)) nextAfter(round);
      carried.value = { favour: nextSeat === 1 ? next.favour : turned(next.favour), seat: nextSeat };
      go("#h");
      return;
    }
    const { player, level, takebacks, hints } = game;
    lifted.value = null;
    didBy.value = null;
    const dealt =
      two && next === null
        ? beginTwo()
        : next !== null
          ? deal({
              favour: next.favour,
              round: next.round,
              seat: nextSeat,
              player,
              level,
              rounds: [...game.rounds, round.text],
              takebacks,
              hints,
            })
          : level === undefined
            ? deal({ seat: nextSeat, player, rounds: [] })
            : beginGame(/** @type {import("../levels.js").Level} */ (level));
    did.value = [];
    dealt.catch((problem) => {
      table.again = begin;
      table.error.value = fault(problem);
    });
  };
  const charm = (/** @type {"first" | "second"} */ of) =>
    html`<${CountUp} to=${result.charm[of]} words=${(/** @type {number} */ n) => tn("hana.charm", n)} />, ${tn("hana.geisha_count", result.geisha[of])}`;
  return html`<section class=${`finish ${two ? (won === 1 || won === 0 ? "won" : "") : won === 1 ? "won" : won === 0 ? "lost" : ""}`} aria-labelledby="result" id="result-panel">
    <h2 id="result">${words}</h2>
    <dl class="result"><dt>${two ? nameOf(game, seat) : t("hana.you")}</dt><dd>${charm(me)}</dd><dt>${game === null ? t("hana.opponent") : two ? nameOf(game, seat === 1 ? 2 : 1) : opponentName(game)}</dt><dd>${charm(them)}</dd></dl>
    ${game !== null && helpWords(game) !== "" && html`<p class="note">${helpWords(game)}</p>`}
    <div class="bar">${(next !== null || game !== null) && html`<${Button} kind="main" icon="play" id=${next === null ? "again" : "next-round"} onClick=${begin}>${t(next === null ? "play.again" : "hana.next_round")}<//>`}
      ${
        reviewable &&
        html`<${Button} icon="eye" id="to-review" onClick=${() => {
          const panel = document.getElementById("review-panel");
          panel?.scrollIntoView({ block: "start" });
          /** @type {HTMLElement | null | undefined} */ (panel?.querySelector("button.main"))?.click();
        }}>${t("hana.review_start")}<//>`
      }</div>
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
