// The table before a round: markers, seat, and the first hand, card by card. Only as many cards of a kind can be tapped as exist.

import { GEISHA, Item } from "../art.js";
import { ask, fault } from "../engine.js";
import { html, useLayoutEffect, useState } from "../html.js";
import { t } from "../i18n.js";
import { handOver, linkTo } from "../paste.js";
import { go } from "../route.js";
import { recall, remember, showLetters } from "../store.js";
import { announce, Button, Fault, Segments, TextEntry, useKeys } from "../ui.js";
import { Keyboard } from "./entry.js";
import { WORTH } from "./model.js";
import { isUnfinished, PlaySheet } from "./play.js";
import { Card, cardName, itemName } from "./words.js";
import { writing } from "./write.js";

/** The signs of the notation, in the order in which taps go through them. */
const NEXT = /** @type {Record<string, string>} */ ({ ".": "+", "+": "-", "-": "." });
/** Number of cards in a hand: six dealt, and the first player's draw. */
const HAND = { 1: 7, 2: 6 };

/** @typedef {{ favour: string, seat: 1 | 2, hand?: string }} Start */

/** The unfinished entry of the last visit. @returns {Start} */
function begun() {
  const found = /** @type {any} */ (recall("setting"));
  const fits =
    typeof found?.favour === "string" &&
    /^[.+-]{7}$/.test(found.favour) &&
    (found.seat === 1 || found.seat === 2) &&
    typeof found.hand === "string" &&
    /^[A-G]{0,6}$/.test(found.hand);
  return fits ? found : { favour: ".......", seat: 1 };
}

/** @param {{ start?: Start, onRound: (round: import("./model.js").Round) => void }} props */
export function Setup({ start, onRound }) {
  const [draft] = useState(start ?? begun());
  const [favour, setFavour] = useState(draft.favour);
  const [seat, setSeat] = useState(draft.seat);
  const [hand, setHand] = useState(draft.hand ?? "");
  // A half-entered hand survives a reload.
  useLayoutEffect(() => remember("setting", hand.length < HAND[seat] ? { favour, seat, hand } : null), [favour, seat, hand]);
  const [error, setError] = useState(/** @type {import("../engine.js").EngineFault | null} */ (null));
  const [playing, setPlaying] = useState(false);
  const [busy, setBusy] = useState(false);
  const wanted = HAND[seat];

  /** @param {string} cards @param {1 | 2} [as] */
  const complete = async (cards, as = seat) => {
    setError(null);
    try {
      const { result } = await ask("hana.setup", { seat: as, hand: cards, favour });
      onRound(result);
    } catch (problem) {
      setError(fault(problem));
    }
  };
  /** @param {string} card */
  const tap = (card) => {
    const cards = hand + card;
    setHand(cards);
    announce(t("hana.setup.held", { card: cardName(card), n: cards.length, of: wanted }));
    if (cards.length === wanted) void complete(cards);
  };
  /** Letters in the field are cards, as far as there are so many. @param {string} text */
  const type = (text) => {
    const cards = [...text.toUpperCase().replaceAll(/\s/g, "")];
    if (cards.length === 0 || cards.length > wanted - hand.length || cards.some((card) => !Object.hasOwn(WORTH, card)))
      return false;
    if (GEISHA.some((card) => [...hand, ...cards].filter((one) => one === card).length > WORTH[card])) return false;
    const all = hand + cards.join("");
    setHand(all);
    announce(t("hana.setup.held", { card: cards.map(cardName).join(" "), n: all.length, of: wanted }));
    if (all.length === wanted) void complete(all);
    return true;
  };
  /** Anything else is read by the engine. @param {string} text */
  const read = async (text) => {
    setError(null);
    setBusy(true);
    try {
      const { result } = await ask("import.text", { text });
      if (result.items.length === 1) go(linkTo(result.items[0]));
      else {
        handOver(text);
        go("#p");
      }
    } catch (problem) {
      setError(fault(problem));
    } finally {
      setBusy(false);
    }
  };
  useKeys(({ key }) => {
    if (key !== "Backspace" || hand === "") return false;
    setHand(hand.slice(0, -1));
    return true;
  });
  const left = Object.fromEntries(GEISHA.map((card) => [card, WORTH[card] - [...hand].filter((held) => held === card).length]));
  return html`<h1 class="visually-hidden">${t("hana.setup.title")}</h1>
    ${
      writing.value !== null &&
      html`<section class="panel" id="writing" aria-labelledby="writing-title"><h2 id="writing-title">${t("write.title")}${writing.value.rounds.length > 0 ? ` · ${t("hana.round", { n: writing.value.rounds.length + 1 })}` : ""}</h2>
      <p>${t("write.hand")}</p>
      <div class="bar"><${Button} kind="quiet" icon="close" onClick=${() => {
        writing.value = null;
      }}>${t("write.stop")}<//></div></section>`
    }
    ${writing.value === null && start === undefined && hand === "" && isUnfinished() && html`<div class="bar"><a class="button" id="resume-game" href="#h/play">${t("hana.resume")}</a></div>`}
    <div class="bar">
      <${Segments} label=${t("hana.seat")} value=${String(seat)} options=${[
        ["1", t("hana.seat.first")],
        ["2", t("hana.seat.second")],
      ]} onChange=${(/** @type {string} */ value) => {
        const to = value === "1" ? 1 : 2;
        setSeat(to);
        if (hand.length >= HAND[to]) {
          setHand(hand.slice(0, HAND[to]));
          void complete(hand.slice(0, HAND[to]), to);
        }
      }} />
    </div>
    <div class="tableau">
      <p class="note">${t("hana.setup.markers")}</p>
      <ul class="ladies pickable">${GEISHA.map(
        (
          letter,
          index,
        ) => html`<li key=${letter} class=${`lady g${letter} ${favour[index] === "+" ? "mine" : favour[index] === "-" ? "theirs" : ""}`}>
        <button type="button" class="portrait" data-geisha=${letter} aria-label=${t("hana.geisha_favours", { geisha: `${letter}, ${itemName(letter)}`, worth: WORTH[letter], who: markerWords(favour[index]) })}
          onClick=${() => setFavour(favour.slice(0, index) + NEXT[favour[index]] + favour.slice(index + 1))}>
          <${Portrait} letter=${letter} sign=${favour[index]} />
        </button></li>`,
      )}</ul>
    </div>
    <h2>${t("hana.setup.hand", { n: hand.length, of: wanted })}</h2>
    <ul class="hand" aria-label=${t("hana.hand")}>${[...hand].map(
      (card, index) =>
        html`<li key=${index}><button type="button" class="pick" aria-label=${t("hana.put_back", { card: cardName(card) })} onClick=${() => setHand(hand.slice(0, index) + hand.slice(index + 1))}><${Card} of=${card} /></button></li>`,
    )}</ul>
    <${Keyboard} label=${t("hana.cards")} left=${left} onPick=${tap} />
    <${TextEntry} id="hand-text" label=${t("hana.setup.type")} example="AABDFGG" busy=${busy} onType=${type} onRead=${(/** @type {string} */ text) => void read(text)} />
    <div class="bar">
      <${Button} icon="undo" disabled=${hand === ""} onClick=${() => setHand(hand.slice(0, -1))}>${t("undo")}<//>
      ${
        writing.value === null &&
        html`<${Button} icon="computer" onClick=${() => setPlaying(true)}>${t("hana.play")}<//>
        <${Button} icon="edit" id="write" onClick=${() => {
          writing.value = { key: "", rounds: [] };
          scrollTo({ top: 0 });
        }}>${t("write.start")}<//>
        <a class="button quiet" href="#c">${t("chart")}</a>`
      }
    </div>
    <${Fault} error=${error} onRetry=${() => {
      setError(null);
      void complete(hand);
    }} />
    <${PlaySheet} open=${playing} onClose=${() => setPlaying(false)} />`;
}

/** @param {string} sign */
export const markerWords = (sign) =>
  t(sign === "+" ? "hana.marker.mine" : sign === "-" ? "hana.marker.theirs" : "hana.marker.neutral");

/** A geisha with her letter, worth, item and marker, which lies on the side of the player whom she favours; `lies` is where it would lie if the round ended now. @param {{ letter: string, sign: string, lies?: string | null }} props */
export function Portrait({ letter, sign, lies = null }) {
  return html`<svg class="lady-art" viewBox="0 0 48 50" aria-hidden="true"><use href=${`#lady-${letter}`} /></svg>
    <span class="of-whom" title=${itemName(letter)}>${showLetters.value && html`<b>${letter}</b>`} <small data-worth=${WORTH[letter]}></small> <${Item} of=${letter} /></span>
    <span class=${`marker ${sign === "+" ? "ours" : sign === "-" ? "away" : "free"}`} aria-hidden="true"></span>
    ${lies !== null && lies !== sign && html`<span class=${`marker lies ${lies === "+" ? "ours" : lies === "-" ? "away" : "free"}`} aria-hidden="true"></span>`}`;
}
