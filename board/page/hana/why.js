// Why an action is better than another: the engine's reasons in the reader's language, and for each geisha whose she will be.

import { GEISHA } from "../art.js";
import { html } from "../html.js";
import { known, listed, number, percent, t } from "../i18n.js";
import { parts } from "./model.js";
import { Card, cardsWords, itemName, NamedAction } from "./words.js";

/** @typedef {import("./model.js").Ends} Ends */
/** @typedef {import("./model.js").Comparison} Comparison */
/** @typedef {import("./model.js").Reason} Reason */

/** A share in per cent. Only what is 0 or 1 is written so. @param {number} share */
function share(share) {
  if (share > 1e-6 && share < 0.005) return `<\u202f${percent(0.01, 0)}`;
  if (share < 1 - 1e-6 && share >= 0.995) return `>\u202f${percent(0.99, 0)}`;
  return percent(share, 0);
}

/** Of two shares the first belongs to the recommended action. @param {[number, number]} of */
const instead = ([one, other]) => t("why.instead", { one: share(one), other: share(other) });

/** @param {{ geisha: string, share: [number, number] }[]} changes */
const changed = (changes) => listed(changes.map((change) => `${itemName(change.geisha)} (${instead(change.share)})`));

/** @param {import("./model.js").OfferAnswer[]} answers */
const answered = (answers) =>
  listed(
    answers.map(({ answer, frequency, win }) =>
      t("why.answer", {
        cards: cardsWords(parts(answer).taken ?? ""),
        share: share(frequency),
        win: win === null ? "?" : percent(win, 0),
      }),
    ),
  );

/** Reasons that speak against the recommended action. */
const COSTS = ["gives_up", "concedes", "misses", "risks"];

/** A reason in words; nothing for those that are no sentence. @param {Reason} reason @param {number | null} kind that of the recommended action */
export function reasonWords(reason, kind) {
  const { code } = reason;
  if (code === "better" || code === "even") return null;
  if (code === "invites" || code === "would_invite") return t(`why.${code}`, { answers: answered(reason.answers) });
  if (code === "secures") return t("why.secures", { list: changed([reason]) });
  if (code === "withholds") return t(kind === 1 ? "why.withholds.1" : "why.withholds.2", { list: changed(reason.geisha) });
  if (code === "unclear") return t("why.unclear");
  if ("geisha" in reason) return known(`why.${code}`, { list: changed(reason.geisha) });
  // A reason of a newer engine has no words here.
  return "share" in reason ? known(`why.${code}`, { share: instead(reason.share) }) : null;
}

/** By how much the first of two actions is better. @param {Comparison} comparison */
function margin({ reasons }) {
  const found = reasons.find(({ code }) => code === "better" || code === "even");
  if (found === undefined || !("difference" in found)) return "";
  if (found.code === "even") return t("why.even");
  const { difference, difference_se: se } = found;
  const off = se !== null && 100 * se >= 0.05 ? `\u202f±\u202f${number(100 * se, 1)}` : "";
  return t("why.better", { n: `${number(100 * difference, 1)}${off}` });
}

/** The reasons of the advice, against the best action of another kind. @param {{ comparison: Comparison, ends: Ends | null, against: Ends | null }} props */
export function Why({ comparison, ends, against }) {
  const { kind } = parts(comparison.action);
  const reasons = comparison.reasons.flatMap((reason) => {
    const words = reasonWords(reason, kind);
    const sign = COSTS.includes(reason.code) ? "against" : /^(would_)?invites?$|unclear/.test(reason.code) ? "aside" : "for";
    return words === null ? [] : [{ code: reason.code, words, sign }];
  });
  return html`<div class="why" id="why-panel">
    <${NamedAction} action=${comparison.action} />
    <p class="margin">${margin(comparison)}</p>
    <${NamedAction} action=${comparison.against} />
    <ul class="reasons">${reasons.map(({ code, words, sign }) => html`<li key=${code} class=${sign} data-reason=${code}>${words}</li>`)}</ul>
    ${ends !== null && html`<${EndBars} ends=${ends} against=${against} />`}
  </div>`;
}

/** For each geisha how often she is whose after this round: after this action, and thin below it after another. @param {{ ends: Ends, against?: Ends | null }} props */
export function EndBars({ ends, against = null }) {
  /** @param {Ends} of @param {number} at */
  const bar = (of, at) =>
    html`<i class="ours" style=${{ width: `${100 * of.mine[at]}%` }}></i><i class="away" style=${{ width: `${100 * of.theirs[at]}%` }}></i>`;
  return html`<p class="note">${t("why.ends")}</p>
    <ul class="legend"><li><i class="ours"></i>${t("hana.marker.mine")}</li><li><i></i>${t("hana.marker.neutral")}</li><li><i class="away"></i>${t("hana.marker.theirs")}</li>${against !== null && html`<li><i class="thin"></i>${t("why.other")}</li>`}</ul>
    <ul class="ends">${GEISHA.map((letter, at) => {
      const words = t("why.bar", { geisha: itemName(letter), mine: share(ends.mine[at]), theirs: share(ends.theirs[at]) });
      return html`<li key=${letter} data-geisha=${letter}><${Card} of=${letter} small=${true} /><b>${share(ends.mine[at])}</b>
        <span class="pair" role="img" aria-label=${words} title=${words}><span class="end">${bar(ends, at)}</span>${against !== null && html`<span class="end other">${bar(against, at)}</span>`}</span>
        <b>${share(ends.theirs[at])}</b></li>`;
    })}</ul>`;
}
