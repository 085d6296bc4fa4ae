// Training: the choice of exercises, and the progress.

import { html, useEffect, useState } from "../html.js";
import { t, tn } from "../i18n.js";
import { route } from "../route.js";
import { Button, notify, save } from "../ui.js";
import { endOthers, find, keyOf, next, shortSeed } from "./ahead.js";
import { Calendar, ShareDay } from "./calendar.js";
import { mistakes } from "./mistakes.js";
import { due, EXERCISES, fromFile, KINDS, keep, merged, of, progress, SOLVED, stateOf, streakOf } from "./progress.js";
import { Puzzle } from "./puzzle.js";
import { ratings } from "./rating.js";
import { DAILY, dayOf, done, isDay, LENGTH, restart, session } from "./session.js";

/** @typedef {import("./progress.js").Exercise} Exercise */

export function TrainScreen() {
  const { rest } = route.value;
  useEffect(() => () => endOthers(), []);
  const [exercise, seed, index] = rest.split("/");
  if (rest === "") return html`<${Overview} />`;
  const known = KINDS.includes(/** @type {any} */ (exercise));
  const number = /^\d{1,15}$/;
  if (known && seed === "end" && index === undefined) return html`<${Ending} exercise=${exercise} />`;
  if (!known || rest.split("/").length > 3 || !number.test(seed ?? "") || !number.test(index ?? "0")) {
    return html`<h1>${t("error.title")}</h1><div class="fault" role="alert"><p><strong>${t("error.screen")}</strong></p><p class="mono">#t/${rest}</p></div>
      <div class="bar"><a class="button main" href="#t">${t("place.train")}</a></div>`;
  }
  // The exercise of a day that has not come yet, or of none.
  const isDaily = Object.hasOwn(DAILY, exercise);
  if (isDaily && (!isDay(Number(seed)) || Number(seed) > dayOf() || Number(index ?? 0) !== 0)) {
    return html`<h1>${t("error.title")}</h1><div class="fault" role="alert"><p><strong>${t(isDay(Number(seed)) ? "error.day" : "error.screen")}</strong></p><p class="mono">#t/${rest}</p></div>
      <div class="bar"><a class="button main" href=${`#t/${exercise}/${dayOf()}/0`}>${t("train.today")}</a></div>`;
  }
  return html`<${Puzzle} key=${rest} exercise=${exercise} seed=${Number(seed)} index=${Number(index ?? 0)} />`;
}

function Overview() {
  const [wrong, setWrong] = useState(false);
  const own = mistakes();
  const [seed] = useState(shortSeed);
  // Most exercises are found at once; a spot takes seconds.
  useEffect(() => {
    if (of("daily_hand").day !== dayOf()) void find("spot", `${dayOf()}/0`);
    void find("spot", keyOf(next("spot", undefined, seed)));
  }, []);
  return html`<h1>${t("place.train")}</h1>
    <p class="note">${t("train.about")}</p>
    <${Standing} />
    <div class="of-training"><ul class="plain home">${/** @type {const} */ (["daily_garden", "daily_hand"]).map((exercise) => html`<li key=${exercise}><${OfTheDay} exercise=${exercise} /></li>`)}
      ${EXERCISES.map((exercise) => html`<li key=${exercise}><${Offer} exercise=${exercise} seed=${seed} /></li>`)}
      ${own.length > 0 && html`<li><${Offer} exercise="mistakes" seed=${seed} /></li>`}</ul>
    <section class="panel" aria-labelledby="progress"><h2 id="progress">${t("train.progress")}</h2>
      <div class="month"><${Calendar} /><p class="note">${t("train.calendar_about")}</p><${ShareDay} /></div>
      <p class="note">${t("train.progress_about")}</p>
      <div class="bar">
        <${Button} onClick=${() => save("hanamachi-training.json", new Blob([JSON.stringify(progress.value)], { type: "application/json" }))}>${t("train.export")}<//>
        <label class="button"><input class="visually-hidden" id="import-progress" type="file" accept=".json,application/json" onChange=${async (
          /** @type {any} */ event,
        ) => {
          const file = event.target.files?.[0];
          if (!file) return;
          const found = fromFile(await file.text().catch(() => ""));
          event.target.value = "";
          setWrong(found === null);
          if (found !== null) {
            keep(merged(progress.value, found));
            notify(t("train.imported"));
          }
        }} />${t("train.import")}</label>
      </div>
      ${wrong && html`<div class="fault" role="alert"><p>${t("train.import_wrong")}</p></div>`}
    </section></div>`;
}

/** The solver's rating in the exercises of each game, once there is one. */
function Standing() {
  const rows = /** @type {const} */ (["okiya", "hanamikoji"]).filter((game) => ratings.value[game].games > 0);
  if (rows.length === 0) return null;
  return html`<p class="standing" id="standing">${rows.map((game) => html`<span key=${game}>${t(game === "okiya" ? "place.okiya" : "place.hana")} <b title=${t("train.rating_about")}>${Math.round(ratings.value[game].rating)}\u202f±\u202f${Math.round(2 * ratings.value[game].deviation)}</b> <small class="note">${tn("train.rated", ratings.value[game].games)}</small></span>`)}</p>`;
}

/** @param {{ exercise: Exercise, seed: number }} props */
function Offer({ exercise, seed }) {
  const { streak, longest, asked, solved } = of(exercise);
  const again = due(exercise).length;
  const begun = done(exercise);
  const href = exercise === "mistakes" ? "#t/mistakes/0/0" : next(exercise, undefined, seed);
  return html`<a class="tile-link exercise" href=${href} data-exercise=${exercise}><h2>${t(`train.${exercise}`)}</h2>
    <p>${t(`train.${exercise}.about`)}</p>
    <p class="note">${asked === 0 ? t("train.new") : `${t("train.solved", { solved, asked })} · ${streak > 0 ? tn("train.streak", streak) : t("train.longest", { n: longest })}`}${again > 0 ? ` · ${tn("train.due", again)}` : ""}${begun > 0 && begun < LENGTH ? ` · ${t("train.session", { n: begun, of: LENGTH })}` : ""}</p></a>`;
}

/** The exercise of the day, once a day. @param {{ exercise: keyof typeof DAILY }} props */
function OfTheDay({ exercise }) {
  const streak = streakOf(exercise);
  const { longest } = of(exercise);
  return html`<a class=${`tile-link exercise daily ${stateOf(exercise)}`} href=${`#t/${exercise}/${dayOf()}/0`} data-exercise=${exercise}><h2>${t(`train.${exercise}`)}</h2>
    <p>${t(`train.${exercise}.about`)}</p>
    <p class="note">${t(`train.daily_${stateOf(exercise)}`)}${streak > 0 ? ` · ${tn("train.days", streak)}` : ""}${longest > streak && longest > 1 ? ` · ${t("train.longest", { n: longest })}` : ""}</p></a>`;
}

/** The end of a session: the correct answers, and the exercises to try again. @param {{ exercise: Exercise }} props */
function Ending({ exercise }) {
  const answers = session.value?.exercise === exercise ? session.value.answers : [];
  const right = answers.filter(({ credit }) => credit >= SOLVED).length;
  const onward = exercise === "mistakes" ? "#t" : next(exercise, answers.at(-1)?.key);
  const missed = answers.filter(({ credit }) => credit < SOLVED);
  return html`<p class="note"><a href="#t">${t("place.train")}</a> · ${t(`train.${exercise}`)}</p>
    <section class="panel" id="session-end" data-right=${right}><h1>${t("train.session_end", { right, of: answers.length })}</h1>
      <ol class="session">${answers.map(
        ({ key, credit }, index) =>
          html`<li key=${index}><a class=${`button ${credit >= SOLVED ? "right" : "missed"}`} href=${`#t/${exercise}/${key}`} aria-label=${`${t("train.number", { n: key })}: ${t(credit >= SOLVED ? "train.right" : "train.wrong")}`}>${credit >= SOLVED ? "✓" : "✗"}</a></li>`,
      )}</ol>
      ${missed.length > 0 && html`<p class="note">${t("train.missed_again")}</p>`}
      <p class="note">${t("train.streak_now", { n: of(exercise).streak })}</p>
      <div class="bar">
        <a class="button main" id="again" href=${onward} onClick=${restart}>${t("train.session_again", { n: LENGTH })}</a>
        ${missed.length > 0 && html`<a class="button" href=${`#t/${exercise}/${missed[0].key}`} onClick=${restart}>${t("train.session_missed")}</a>`}
        <a class="button" href="#t">${t("place.train")}</a>
      </div></section>`;
}
