// The table as the reader sees it: the other above, the seven geisha with the cards laid, oneself below.

import { GEISHA } from "../art.js";
import { html } from "../html.js";
import { t, tn } from "../i18n.js";
import { textMode } from "../store.js";
import { parts, WORTH } from "./model.js";
import { markerWords, Portrait } from "./setup.js";
import { Card, Cards, cardName, itemName, kindWords } from "./words.js";

/** @param {{ side: import("./model.js").SideOfTable, name: string, showHand: boolean, scored?: { charm: number, geisha: number } | null }} props `scored`: at the end of a round */
function Side({ side, name, showHand, scored = null }) {
  const { charm, geisha } = scored ?? side;
  const tokens = [
    ...side.actions_used.map((kind) => ({ kind, used: true })),
    ...side.actions_left.map((kind) => ({ kind, used: false })),
  ].sort((a, b) => a.kind - b.kind);
  return html`<div class="who"><b class="name">${name}</b>
    <span class="tokens" role="img" aria-label=${t("hana.actions_left", { actions: side.actions_left.map(kindWords).join(", ") || t("hana.none") })}>${tokens.map(
      ({ kind, used }) => html`<span key=${kind} class=${used ? "used" : ""} title=${kindWords(kind)}>${kind}</span>`,
    )}</span>
    ${showHand && html`<span><em>${t("hana.hand")}</em><${Cards} of=${side.hand ?? "X".repeat(side.hand_size)} /></span>`}
    ${side.actions_used.includes(1) && html`<span><em>${t("action.1")}</em><${Cards} of=${side.secret ?? "X"} /></span>`}
    ${side.actions_used.includes(2) && html`<span><em>${t("action.2")}</em><${Cards} of=${side.trade_off ?? "XX"} /></span>`}
    <span class="note">${tn("hana.charm", charm)}, ${tn("hana.geisha_count", geisha)}</span>
  </div>`;
}

/** The secrets that the end of a round has turned up. @param {import("./model.js").Round} round */
export function secretsOf({ table, result }) {
  if (result === null) return { mine: "", theirs: "" };
  const placed = result.placed[table.theirs.seat === 2 ? "second" : "first"];
  return { mine: table.mine.secret ?? "", theirs: table.theirs.secret ?? extra(placed, table.theirs.row) };
}

/** @param {{ round: import("./model.js").Round, names?: [string, string], hands?: boolean }} props `hands`: the hand even where it lies below to choose from */
export function Tableau({ round, names, hands = false }) {
  const { table, result } = round;
  const [mine, theirs] = names ?? [t("hana.you"), t("hana.opponent")];
  const [first, second] =
    result === null
      ? [null, null]
      : [
          { charm: result.charm.first, geisha: result.geisha.first },
          { charm: result.charm.second, geisha: result.geisha.second },
        ];
  const [mySide, theirSide] =
    table.mine.seat === 2 ? /** @type {const} */ (["second", "first"]) : /** @type {const} */ (["first", "second"]);
  const [myScore, theirScore] = mySide === "first" ? [first, second] : [second, first];
  // At the end the secrets join the other cards, and the markers move.
  const rows = { mine: result?.placed[mySide] ?? table.mine.row, theirs: result?.placed[theirSide] ?? table.theirs.row };
  const secrets = secretsOf(round);
  const lies = result === null ? table.as_it_lies : undefined;
  const favour = result === null ? table.favour : mySide === "first" ? result.favour_after : turned(result.favour_after);
  const placed = lastPlaced(round);
  /** @param {string} row @param {string} letter */
  const laid = (row, letter) => [...row].filter((card) => card === letter);
  /** The cards of a geisha on one side; her secret, which was turned up last, is the last of them. @param {"mine" | "theirs"} of @param {string} letter */
  const cards = (of, letter) => {
    const found = laid(rows[of], letter);
    return found.map((card, at) => {
      const turnedUp = secrets[of] === letter && at === found.length - 1;
      const isNew = result === null && found.length - at <= [...placed[of]].filter((card) => card === letter).length;
      return html`<span key=${at} class=${turnedUp ? "turned-up" : isNew ? "laid-down new" : "laid-down"} title=${turnedUp ? t("action.1") : undefined}><${Card} of=${card} small=${true} /></span>`;
    });
  };
  if (textMode.value) {
    return html`<div class="tableau" role="group" aria-label=${t("hana.table")}>
      <${Side} side=${{ ...table.theirs, secret: result === null ? table.theirs.secret : secrets.theirs || table.theirs.secret }} name=${theirs} showHand=${result === null} scored=${theirScore} />
      <table class="textboard"><thead><tr><th scope="col">${t("hana.geisha")}</th><th scope="col">${t("hana.marker")}</th><th scope="col">${theirs}</th><th scope="col">${mine}</th></tr></thead>
        <tbody>${GEISHA.map((letter, index) => html`<tr key=${letter}><th scope="row">${letter} ${WORTH[letter]}</th><td>${markerWords(favour[index])}${lies === undefined || lies[index] === favour[index] ? "" : `, ${t("hana.as_it_lies", { who: markerWords(lies[index]) })}`}</td><td>${laid(rows.theirs, letter).length}</td><td>${laid(rows.mine, letter).length}</td></tr>`)}</tbody></table>
      <${Side} side=${table.mine} name=${mine} showHand=${result === null} scored=${myScore} />
    </div>`;
  }
  return html`<div class="tableau" role="group" aria-label=${t("hana.table")}>
    <${Side} side=${{ ...table.theirs, secret: result === null ? table.theirs.secret : secrets.theirs || table.theirs.secret }} name=${theirs} showHand=${result === null} scored=${theirScore} />
    <ul class="ladies">${GEISHA.map((letter, index) => {
      const sign = favour[index];
      return html`<li key=${letter} class=${`lady g${letter} ${sign === "+" ? "mine" : sign === "-" ? "theirs" : ""}`}>
        <span class="laid">${cards("theirs", letter)}</span>
        <span class="portrait"><${Portrait} letter=${letter} sign=${sign} lies=${lies?.[index] ?? null} /></span>
        <span class="laid below">${cards("mine", letter)}</span>
        <span class="visually-hidden">${t("hana.geisha_favours", { geisha: `${letter}, ${itemName(letter)}`, worth: WORTH[letter], who: markerWords(sign) })}${lies === undefined || lies[index] === sign ? "" : `, ${t("hana.as_it_lies", { who: markerWords(lies[index]) })}`}</span>
      </li>`;
    })}</ul>
    <${Side} side=${table.mine} name=${mine} showHand=${result === null && (hands || round.next.who !== "reader" || round.next.what !== "act")} scored=${myScore} />
    <p class="note">${tn("hana.deck", table.deck_size)}${table.removed === null ? "" : ` · ${t("hana.removed", { card: cardName(table.removed) })}`}${lies !== undefined && lies !== favour && html` · <span class="lies-legend">${t("hana.lies")}</span>`}</p>
  </div>`;
}

/** The cards that the last answered offer has put on either side. @param {import("./model.js").Round} round */
function lastPlaced({ timeline, table }) {
  // The turn after it may be over, too.
  const last = timeline.slice(-2).findLast(({ entry }) => entry.includes("-"));
  if (last === undefined) return { mine: "", theirs: "" };
  const { groups, taken } = parts(last.entry);
  const rest = extra(groups.join(""), taken ?? "");
  return last.seat === table.mine.seat ? { mine: rest, theirs: taken ?? "" } : { mine: taken ?? "", theirs: rest };
}

/** The difference of two sets of cards: at most the secret. @param {string} all @param {string} known */
function extra(all, known) {
  let left = all;
  for (const card of known) left = left.replace(card, "");
  return left;
}

/** The markers from the other seat. @param {string} favour */
export const turned = (favour) => favour.replace(/[+-]/g, (sign) => (sign === "+" ? "-" : "+"));
