// Levels of the computer, by the names that the program has, and one that follows the results of the player.

import { html } from "./html.js";
import { known, t } from "./i18n.js";
import { kept } from "./store.js";

/** @typedef {"weak" | "medium" | "strong" | "perfect" | "best" | "adaptive"} Level */
/** @typedef {"okiya" | "hana"} Which */

/** Levels of each game, the weakest first; that of Okiya at the top never errs. @type {Record<Which, readonly Level[]>} */
export const LEVELS = {
  okiya: ["weak", "medium", "strong", "perfect", "adaptive"],
  hana: ["weak", "medium", "strong", "best", "adaptive"],
};

/** Players of the program that play Hanamikoji at a level, as `hana play --level` has them. @type {Record<string, string>} */
export const PLAYERS = { weak: "greedy", medium: "learned", strong: "policy", best: "best" };

/** The steps of the level that adapts: how often the computer slips in Okiya, and who plays Hanamikoji. */
export const STEPS = {
  okiya: /** @type {const} */ ([0.8, 0.6, 0.45, 0.3, 0.2, 0.1, 0.05, 0]),
  hana: /** @type {const} */ (["random", "greedy", "learned", "policy", "best"]),
};

const isStep = (/** @type {unknown} */ step, /** @type {Which} */ game) =>
  Number.isInteger(step) && Number(step) >= 0 && Number(step) < STEPS[game].length;

/** The step at which the computer plays next. */
export const steps = kept(
  "adaptive",
  /** @type {Record<Which, number>} */ ({ okiya: 2, hana: 1 }),
  (/** @type {any} */ found) => isStep(found?.okiya, "okiya") && isStep(found?.hana, "hana"),
);

/** The next step after a result: up after a win, down after a loss, so that half of the games are won. @param {Which} game @param {number} result 1, 0.5 or 0 */
export function adapt(game, result) {
  const step = steps.value[game] + (result > 0.5 ? 1 : result < 0.5 ? -1 : 0);
  steps.value = { ...steps.value, [game]: Math.max(0, Math.min(STEPS[game].length - 1, step)) };
}

/** @param {string} level */
export const levelName = (level) => known(`level.${level}`) ?? level;

/** One button for each level. @param {{ game: Which, busy?: string, chosen?: string, onChoose: (level: Level) => void }} props */
export function Levels({ game, busy = "", chosen, onChoose }) {
  return html`<div class="levels" role="group" aria-label=${t("okiya.level")}>${LEVELS[game].map(
    (
      level,
    ) => html`<button type="button" class="button" key=${level} data-level=${level} disabled=${busy !== ""} aria-busy=${busy === level ? "true" : undefined}
      aria-pressed=${chosen === undefined ? undefined : String(chosen === level)} onClick=${() => onChoose(level)}>${levelName(level)}</button>`,
  )}</div>`;
}
