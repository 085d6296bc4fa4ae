// The first screen: today's exercises, what is unfinished, a game in one tap, and the ways to study and to learn.

import { GEISHA, Icon } from "./art.js";
import { html, useState } from "./html.js";
import { language, t, tn } from "./i18n.js";
import { Install } from "./install.js";
import { Levels } from "./levels.js";
import { waiting } from "./okiya/playing.js";
import { lastGarden, lastRound } from "./store.js";
import { stateOf, streakOf } from "./train/progress.js";
import { dayOf } from "./train/session.js";
import { Fault } from "./ui.js";

/** @param {{ exercise: keyof typeof import("./train/session.js").DAILY }} props */
function Today({ exercise }) {
  const state = stateOf(exercise);
  const streak = streakOf(exercise);
  return html`<a class=${`tile-link today ${state}`} href=${`#t/${exercise}/${dayOf()}/0`} data-today=${exercise}>
    ${
      exercise === "daily_garden"
        ? html`<svg viewBox="0 0 72 72" aria-hidden="true"><use href="#plant-I" x="2" y="21" width="46" height="46" /><use href="#symbol-S" x="39" y="4" width="29" height="29" /></svg>`
        : html`<svg class="gB" viewBox="0 0 48 50" aria-hidden="true"><use href="#lady-B" /></svg>`
    }
    <h3>${t(`train.${exercise}`)}</h3>
    <p><span class="state" aria-hidden="true">${{ open: "○", solved: "✓", missed: "✗" }[state]}</span> ${t(`train.daily_${state}`)}${streak > 0 && html` · <b class="days">${tn("train.days", streak)}</b>`}</p>
  </a>`;
}

/** A game of either kind at a level, in one tap. @param {{ game: "okiya" | "hana" }} props */
function Play({ game }) {
  const [error, setError] = useState(/** @type {import("./engine.js").EngineFault | null} */ (null));
  const [busy, setBusy] = useState("");
  /** @param {import("./levels.js").Level | "friend"} level */
  const begin = async (level) => {
    setError(null);
    setBusy(level);
    try {
      if (level === "friend") await (game === "okiya" ? await import("./okiya/link.js") : await import("./hana/two.js")).begin();
      else if (game === "okiya") await (await import("./okiya/match.js")).begin({ form: "single", level });
      else await (await import("./hana/play.js")).begin(level);
    } catch (problem) {
      setError((await import("./engine.js")).fault(problem));
    } finally {
      setBusy("");
    }
  };
  return html`<div class="play" data-play=${game}><div class="play-head"><h3>${game === "okiya" ? "Okiya" : "Hanamikoji"}</h3>
    <button type="button" class="button quiet friend" data-friend=${game} disabled=${busy !== ""} onClick=${() => void begin("friend")}>${t(game === "okiya" ? "friend.okiya" : "friend.hana")}</button></div>
    <${Levels} game=${game} busy=${busy} onChoose=${(/** @type {import("./levels.js").Level} */ level) => void begin(level)} />
    <${Fault} error=${error} /></div>`;
}

export function Home() {
  const garden = lastGarden();
  const round = lastRound();
  return html`<h1 class="visually-hidden">Hanamachi</h1>
    <div class="home start">
      <p class="parade" aria-hidden="true">${GEISHA.map((letter) => html`<span key=${letter} class=${`g${letter}`}><svg viewBox="0 0 48 50"><use href=${`#lady-${letter}`} /></svg></span>`)}</p>
      <section class="of-today" aria-labelledby="today"><h2 id="today">${t("home.today")} <small>${new Date().toLocaleDateString(language(), { day: "numeric", month: "short" })}</small></h2>
        <div class="pair"><${Today} exercise="daily_garden" /><${Today} exercise="daily_hand" /></div></section>
      ${
        (garden ?? round) &&
        html`<section class="resume" aria-labelledby="resume"><h2 id="resume">${t("home.resume")}</h2><div class="bar">
        ${garden && html`<a class="button" href=${garden}><${Icon} name="play" />Okiya ${waiting() !== "" && garden.startsWith(`#o/${waiting().replaceAll("/", "")}`) ? html`<span class="note">${t("okiya.your_game")}</span>` : html`<span class="mono">${garden.slice(3, 7)}…</span>`}</a>`}
        ${round && html`<a class="button" href=${round}><${Icon} name="play" />Hanamikoji ${round === "#h/play" && html`<span class="note">${t("okiya.your_game")}</span>`}</a>`}
      </div></section>`
      }
      <section class="of-play panel" aria-labelledby="play"><h2 id="play">${t("home.play")}</h2>
        <${Play} game="okiya" /><${Play} game="hana" /></section>
      <section class="of-study" aria-labelledby="study"><h2 id="study">${t("home.study")}</h2><div class="bar">
        <a class="button" href="#o">${t("home.garden")}</a><a class="button" href="#h">${t("home.hand")}</a><a class="button" href="#p"><${Icon} name="paste" />${t("place.paste")}</a></div></section>
      <section class="of-learn" aria-labelledby="learn"><h2 id="learn">${t("home.learn")}</h2><div class="bar">
        <a class="button" href="#l/okiya"><${Icon} name="help" />Okiya</a><a class="button" href="#l/hana"><${Icon} name="help" />Hanamikoji</a><a class="button" href="#t">${t("home.exercises")}</a><a class="button" href="#s">${t("stats")}</a><${Install} /></div></section>
    </div>`;
}
