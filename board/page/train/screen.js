// Training: which exercise, and how far one has come.

import { mistakes } from "../hana/review.js";
import { html, useState } from "../html.js";
import { t, tn } from "../i18n.js";
import { route } from "../route.js";
import { newSeed } from "../store.js";
import { Button, notify, save } from "../ui.js";
import { due, EXERCISES, keep, of, progress, understood } from "./progress.js";
import { Puzzle } from "./puzzle.js";

/** @typedef {import("./progress.js").Exercise} Exercise */

/** The address of what comes next: what is due again, else something new. @param {Exercise} exercise @param {string} [after] the one just answered */
export function next(exercise, after) {
  const [again] = due(exercise).filter((key) => key !== after);
  if (again !== undefined) return `#t/${exercise}/${again}`;
  if (after !== undefined && exercise !== "mistakes") {
    const [seed, index] = after.split("/");
    return `#t/${exercise}/${seed}/${Number(index) + 1}`;
  }
  // A short seed is easier to pass on.
  return `#t/${exercise}/${newSeed() % 1_000_000}/0`;
}

export function TrainScreen() {
  const { rest } = route.value;
  const [exercise, seed, index] = rest.split("/");
  if (rest === "") return html`<${Overview} />`;
  const known = [...EXERCISES, "mistakes"].includes(/** @type {any} */ (exercise));
  const number = /^\d{1,15}$/;
  if (!known || !number.test(seed ?? "") || !number.test(index ?? "0")) {
    return html`<h1>${t("error.title")}</h1><div class="fault" role="alert"><p><strong>${t("error.screen")}</strong></p><p class="mono">#t/${rest}</p></div>
      <div class="bar"><a class="button main" href="#t">${t("place.train")}</a></div>`;
  }
  return html`<${Puzzle} key=${rest} exercise=${exercise} seed=${Number(seed)} index=${Number(index ?? 0)} />`;
}

function Overview() {
  const [wrong, setWrong] = useState(false);
  const own = mistakes();
  return html`<h1>${t("place.train")}</h1>
    <p class="note">${t("train.about")}</p>
    <ul class="plain home">${EXERCISES.map((exercise) => html`<li key=${exercise}><${Offer} exercise=${exercise} /></li>`)}
      ${own.length > 0 && html`<li><${Offer} exercise="mistakes" /></li>`}</ul>
    <section class="panel" aria-labelledby="progress"><h2 id="progress">${t("train.progress")}</h2>
      <p class="note">${t("train.progress_about")}</p>
      <div class="bar">
        <${Button} onClick=${() => save("hanamachi-training.json", new Blob([JSON.stringify(progress.value)], { type: "application/json" }))}>${t("train.export")}<//>
        <label class="button"><input class="visually-hidden" id="import-progress" type="file" accept=".json,application/json" onChange=${async (
          /** @type {any} */ event,
        ) => {
          const file = event.target.files?.[0];
          if (!file) return;
          const found = await file
            .text()
            .then(
              (/** @type {string} */ text) => understood(JSON.parse(text)),
              () => null,
            )
            .catch(() => null);
          setWrong(found === null);
          if (found !== null) {
            keep(found);
            notify(t("train.imported"));
          }
        }} />${t("train.import")}</label>
      </div>
      ${wrong && html`<div class="fault" role="alert"><p>${t("train.import_wrong")}</p></div>`}
    </section>`;
}

/** @param {{ exercise: Exercise }} props */
function Offer({ exercise }) {
  const { streak, longest, asked, solved } = of(exercise);
  const again = due(exercise).length;
  const href = exercise === "mistakes" ? "#t/mistakes/0/0" : next(exercise);
  return html`<a class="tile-link exercise" href=${href} data-exercise=${exercise}><h2>${t(`train.${exercise}`)}</h2>
    <p>${t(`train.${exercise}.about`)}</p>
    <p class="note">${asked === 0 ? t("train.new") : `${t("train.solved", { solved, asked })} · ${tn("train.streak", streak)} (${longest})`}${again > 0 ? ` · ${tn("train.due", again)}` : ""}</p></a>`;
}
