// The frame around the screens: navigation, settings, the home screen, and the screen for unknown addresses.

import { Art, Icon } from "./art.js";
import { engineKind, lookAgain, outdated, reachable } from "./engine.js";
import { Home } from "./home.js";
import { html, signal, useEffect, useRef, useState } from "./html.js";
import { choose, LANGUAGES, language, t } from "./i18n.js";
import { OkiyaScreen } from "./okiya/screen.js";
import { route } from "./route.js";
import { play } from "./sound.js";
import { forgetful, lastGarden, lastRound, showLetters, sound, textMode, theme, tokens } from "./store.js";
import { Button, Fault, Messages, Segments, Sheet } from "./ui.js";

/** @typedef {import("./route.js").Route["screen"]} Screen */

const PLACES = /** @type {const} */ ([
  ["okiya", "#o"],
  ["hana", "#h"],
  ["train", "#t"],
  ["paste", "#p"],
]);
/** @type {Record<string, string>} */
const PLACE_ICONS = {
  okiya: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  hana: "M5 7l8-3 6 14-8 3zM9 5.500L4 8l3 9",
  train: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 12h.01",
  paste: "M9 4h6v3H9zM9 5H5v16h14V5h-4M9 12h6M9 16h6",
};

/** The last position of a game, if there is one; the name of the game then links to it. @param {string} screen @param {string} fragment */
const placeOf = (screen, fragment) =>
  screen === "okiya" ? (lastGarden() ?? fragment) : screen === "hana" ? (lastRound() ?? fragment) : fragment;

/** @param {{ screen: Screen, kind: string }} props */
function Places({ screen, kind }) {
  return html`<nav class=${kind} aria-label=${t("places")}>
    ${PLACES.map(
      ([
        name,
        fragment,
      ]) => html`<a key=${name} href=${screen === name ? fragment : placeOf(name, fragment)} aria-current=${screen === name ? "page" : undefined}>
        ${kind === "bottom" && html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PLACE_ICONS[name]} /></svg>`}${t(`place.${name}`)}</a>`,
    )}
  </nav>`;
}

/** The place within a screen: coming to another one begins at its top. A garden stays in place while moves are made in it, a round likewise. @param {import("./route.js").Route} at */
function placeIn({ screen, rest }) {
  const [part] = rest.split("/");
  if (screen === "hana") return `hana ${part === "" ? "setup" : part === "play" ? rest.split("/")[1] : "round"}`;
  if (screen === "chart") return screen;
  return `${screen} ${screen === "okiya" ? part : rest}`;
}

export function App() {
  const { screen } = route.value;
  const place = placeIn(route.value);
  const [settings, setSettings] = useState(false);
  useEffect(() => {
    document.title =
      screen === "home" || screen === "unknown"
        ? "Hanamachi"
        : `${screen === "stats" || screen === "learn" || screen === "chart" ? t(screen) : t(`place.${screen}`)} · Hanamachi`;
  }, [screen, language()]);
  // A new screen begins at its top, for the eye and for the keyboard.
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [place]);
  return html`<${Art} />
    <a class="skip" href="#main" onClick=${(/** @type {Event} */ event) => {
      event.preventDefault();
      document.getElementById("main")?.focus();
    }}>${t("skip")}</a>
    <div class=${`app ${tokens.value} ${showLetters.value ? "" : "no-letters"}`}>
      <header class="top">
        <a class="brand" href="#" title=${t("home")}><svg viewBox="0 0 48 48" aria-hidden="true"><use href="#plant-C" /></svg>Hanamachi</a>
        <${Places} screen=${screen} kind="nav" />
        <div class="tools"><${Button} icon="settings" label=${t("settings")} kind="quiet" onClick=${() => setSettings(true)} /></div>
      </header>
      <main id="main" tabindex="-1">
        ${
          engineKind.value === "failed" &&
          html`<div class="fault" role="alert"><p><strong>${t("engine.failed")}</strong></p><p>${t("engine.failed_about")}</p>
          <div class="bar"><${Button} icon="turn" onClick=${() => location.reload()}>${t("try_again")}<//></div></div>`
        }
        ${
          outdated.value &&
          html`<div class="notice" role="status" id="outdated"><p><strong>${t("engine.outdated")}</strong></p>
          <div class="bar"><${Button} kind="main" icon="turn" onClick=${() => location.reload()}>${t("engine.reload")}<//></div></div>`
        }
        ${forgetful.value && html`<div class="notice" role="status" id="forgetful"><p>${t("store.forgetful")}</p></div>`}
        ${
          !reachable.value &&
          html`<div class="fault" role="alert" id="away"><p><strong>${t("engine.away")}</strong> ${t("engine.away_about")}</p>
          <div class="bar"><${Button} icon="turn" onClick=${lookAgain}>${t("try_again")}<//></div></div>`
        }
        ${screen === "home" && html`<${Home} />`}
        ${screen === "okiya" && html`<${OkiyaScreen} />`}
        ${(screen === "hana" || screen === "train" || screen === "paste" || screen === "stats" || screen === "learn" || screen === "chart") && html`<${Loaded} key=${screen} screen=${screen} />`}
        ${screen === "unknown" && html`<${Unknown} />`}
      </main>
      <${Places} screen=${screen} kind="bottom" />
    </div>
    <${Settings} open=${settings} onClose=${() => setSettings(false)} />
    <${Messages} />`;
}

/** The modules of these screens do not delay those of the first screen; index.html fetches them after the others. @type {Record<"hana" | "train" | "paste" | "stats" | "learn" | "chart", () => Promise<() => any>>} */
const MODULES = {
  hana: () => import("./hana/screen.js").then(({ HanaScreen }) => HanaScreen),
  train: () => import("./train/screen.js").then(({ TrainScreen }) => TrainScreen),
  paste: () => import("./paste.js").then(({ PasteScreen }) => PasteScreen),
  learn: () => import("./learn.js").then(({ LearnScreen }) => LearnScreen),
  chart: () => import("./hana/chart.js").then(({ ChartScreen }) => ChartScreen),
  stats: () => import("./train/stats.js").then(({ StatsScreen }) => StatsScreen),
};
const screens = signal(/** @type {Partial<Record<keyof typeof MODULES, () => any>>} */ ({}));
/** Loads a screen; ends once it can be drawn. @param {string} name */
export async function loadScreen(name) {
  if (!Object.hasOwn(MODULES, name)) return;
  const loaded = await MODULES[/** @type {keyof typeof MODULES} */ (name)]();
  screens.value = { ...screens.value, [name]: loaded };
}

/** A screen that may not be there yet. @param {{ screen: keyof typeof MODULES }} props */
function Loaded({ screen }) {
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  const found = screens.value[screen];
  useEffect(() => {
    if (found !== undefined) return;
    setFailed(false);
    loadScreen(screen).catch(() => setFailed(true));
  }, [tries]);
  if (found !== undefined) return html`<${found} />`;
  if (!failed) return html`<p class="say" aria-busy="true">${t("loading")}</p>`;
  return html`<${Fault} error=${{ code: "unreachable", message: "a module cannot be loaded" }} onRetry=${() => setTries(tries + 1)} />`;
}

function Unknown() {
  const { problem, text } = route.value;
  return html`<h1>${t("error.title")}</h1>
    <div class="fault" role="alert"><p><strong>${t(`error.${problem ?? "screen"}`)}</strong></p><p class="mono">#${text.slice(0, 200)}</p></div>
    <div class="bar"><a class="button main" href="#">${t("home")}</a></div>`;
}

/** @param {{ open: boolean, onClose: () => void }} props */
function Settings({ open, onClose }) {
  return html`<${Sheet} title=${t("settings")} open=${open} onClose=${onClose}>
    <label class="field"><span>${t("settings.language")}</span>
      <select value=${language()} onChange=${(/** @type {any} */ event) => void choose(event.target.value)}>
        ${LANGUAGES.map(([code, name]) => html`<option key=${code} value=${code} lang=${code}>${name}</option>`)}
      </select></label>
    <p>${t("settings.theme")}</p>
    <${Segments} label=${t("settings.theme")} value=${theme.value} options=${[
      ["system", t("theme.system")],
      ["light", t("theme.light")],
      ["dark", t("theme.dark")],
    ]} onChange=${(/** @type {"system" | "light" | "dark"} */ value) => {
      theme.value = value;
    }} />
    <label class="check"><input type="checkbox" checked=${textMode.value} onChange=${(/** @type {any} */ event) => {
      textMode.value = event.target.checked;
    }} /><span>${t("settings.text_mode")}</span></label>
    <label class="check"><input type="checkbox" id="letters" checked=${showLetters.value} onChange=${(
      /** @type {any} */ event,
    ) => {
      showLetters.value = event.target.checked;
    }} /><span>${t("settings.letters")}</span></label>
    <label class="check"><input type="checkbox" id="sound" checked=${sound.value} onChange=${(/** @type {any} */ event) => {
      sound.value = event.target.checked;
      play("right");
    }} /><span>${t("settings.sound")}</span></label>
    <h3>${t("settings.keys")}</h3>
    <dl class="keys">
      ${
        /** @type {const} */ ([
          ["← → ↑ ↓", "keys.move"],
          ["Enter", "keys.enter"],
          ["a3 · MB", "keys.type"],
          ["U · R", "keys.undo"],
          ["V", "keys.values"],
          ["Y", "keys.why"],
          ["T · F", "keys.turn"],
          ["A–G · 1–4", "keys.hana"],
        ]).map(([keys, text]) => html`<div key=${keys}><dt><kbd>${keys}</kbd></dt><dd>${t(text)}</dd></div>`)
      }
    </dl>
    <p class="note">${t("home.private")}</p>
    <p class="note"><${Icon} name="computer" /> ${engineKind.value === "server" ? t("engine.server") : engineKind.value === "worker" ? t("engine.worker") : t("loading")}</p>
  <//>`;
}
