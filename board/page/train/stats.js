// Statistics of one's games against the computer, on this device alone: results by level, the loss per decision over time, and the kinds of mistakes.

import { html } from "../html.js";
import { known, language, number, t, tn } from "../i18n.js";
import { LEVELS, levelName } from "../levels.js";
import { games } from "../stats.js";

/** @typedef {import("../stats.js").Played} Played */

/** Number of games whose losses the curve shows. */
const SHOWN = 60;

/** @param {Played} one */
const isHelped = ({ takebacks, hints }) => takebacks + hints > 0;

/** Wins, draws and losses without help; games with help stand apart. @param {{ rows: Played[], game: "okiya" | "hana" }} props */
function Results({ rows, game }) {
  const levels = [...LEVELS[game], ""].filter((level) => rows.some((one) => one.level === level));
  return html`<table><thead><tr><th scope="col">${t("okiya.level")}</th><th scope="col" class="number">${t("stats.won")}</th><th scope="col" class="number">${t("stats.drawn")}</th><th scope="col" class="number">${t("stats.lost")}</th><th scope="col" class="number">${t("stats.helped")}</th></tr></thead>
    <tbody>${levels.map((level) => {
      const own = rows.filter((one) => one.level === level);
      const count = (/** @type {number} */ result) => own.filter((one) => one.result === result && !isHelped(one)).length;
      return html`<tr key=${level} data-level=${level}><th scope="row">${level === "" ? t("stats.other") : levelName(level)}</th><td class="number">${count(1)}</td><td class="number">${count(0.5)}</td><td class="number">${count(0)}</td><td class="number">${own.filter(isHelped).length}</td></tr>`;
    })}</tbody></table>`;
}

/** Loss per decision of reviewed games, the newest on the right. @param {{ rows: Played[], game: "okiya" | "hana" }} props */
function Losses({ rows, game }) {
  const found = rows.filter(({ loss }) => loss !== undefined).slice(-SHOWN);
  if (found.length < 2) return null;
  const [wide, high, left] = [340, 110, 34];
  const scale = game === "hana" ? 100 : 1;
  const losses = found.map(({ loss = 0 }) => scale * loss);
  const top = Math.max(...losses, 0.5);
  const points = losses.map((loss, index) => ({
    x: left + ((wide - left - 8) * index) / (losses.length - 1),
    y: 10 + (1 - loss / top) * (high - 30),
  }));
  const day = (/** @type {Played} */ one) =>
    new Date(one.when).toLocaleDateString(language(), { day: "numeric", month: "short" });
  return html`<h3>${t(game === "hana" ? "stats.loss_hana" : "stats.loss_okiya")}</h3>
    <svg class="curve" viewBox=${`0 0 ${wide} ${high}`} role="img" aria-label=${t(game === "hana" ? "stats.loss_hana" : "stats.loss_okiya")}>
      <text x=${left - 5} y="14" text-anchor="end">${number(top, 1)}</text><text x=${left - 5} y=${high - 16} text-anchor="end">0</text>
      <line x1=${left} x2=${wide - 8} y1=${high - 20} y2=${high - 20} stroke="var(--line)" />
      <polyline fill="none" stroke="var(--series-1)" stroke-width="2" points=${points.map(({ x, y }) => `${x},${y}`).join(" ")} />
      ${points.map(({ x, y }, index) => html`<circle key=${index} cx=${x} cy=${y} r="3" fill="var(--series-1)"><title>${number(losses[index], 2)}</title></circle>`)}
      <text x=${left} y=${high - 4}>${day(found[0])}</text><text x=${wide - 8} y=${high - 4} text-anchor="end">${day(found[found.length - 1])}</text>
    </svg>`;
}

/** @param {{ rows: Played[], game: "okiya" | "hana" }} props */
function Mistakes({ rows, game }) {
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for (const { slips = {} } of rows)
    for (const [kind, count] of Object.entries(slips)) kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  if (kinds.size === 0) return null;
  const most = Math.max(...kinds.values());
  const name = (/** @type {string} */ kind) =>
    game === "okiya" ? known(`slip.${kind}`) : kind === "answer" ? t("hana.answers") : known(`action.${kind}`);
  return html`<h3>${t("stats.mistakes")}</h3><ul class="held">${[...kinds]
    .sort(([, one], [, other]) => other - one)
    .map(
      ([kind, count]) =>
        html`<li key=${kind}><span class="name">${name(kind) ?? t("review.mistakes")}</span><span class="gauge" aria-hidden="true"><i style=${{ width: `${(100 * count) / most}%` }}></i></span><span class="number">${number(count)}</span></li>`,
    )}</ul>`;
}

export function StatsScreen() {
  const all = games.value;
  return html`<h1>${t("stats")}</h1>
    ${all.length === 0 && html`<p>${t("stats.none")}</p><div class="bar"><a class="button main" href="#">${t("home.play")}</a></div>`}
    <div class="home">${
      /** @type {const} */ (["okiya", "hana"])
        .map((game) => ({ game, rows: all.filter((one) => one.game === game) }))
        .filter(({ rows }) => rows.length > 0)
        .map(
          ({
            game,
            rows,
          }) => html`<section class="panel stats" key=${game} aria-labelledby=${`stats-${game}`}><h2 id=${`stats-${game}`}>${t(`place.${game}`)} <small class="note">${tn("stats.games", rows.length)}</small></h2>
          <${Results} rows=${rows} game=${game} /><${Losses} rows=${rows} game=${game} /><${Mistakes} rows=${rows} game=${game} /></section>`,
        )
    }</div>
    <p class="note">${t("train.progress_about")}</p>`;
}
