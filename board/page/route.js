// The page's location: the fragment of the address, which never reaches a server. The first version of the format has no leading number.
//
//   #                     home                       #t/EXERCISE/SEED/INDEX   an exercise
//   #o  #o/GARDEN/MOVES   Okiya                      #p                       paste
//   #h  #h/ROUND          Hanamikoji                 #s                       statistics
//   #l/GAME/LESSON        the rules                  #c/CARDS                 the chart of first hands
//   …?full=last  …?play=link   options

import { signal } from "./html.js";

/** @typedef {{ screen: "home" | "okiya" | "hana" | "train" | "paste" | "stats" | "learn" | "chart" | "unknown", rest: string, options: URLSearchParams, problem?: "version" | "screen" | "encoding" | "option", text: string }} Route */

/** @type {Record<string, Route["screen"]>} */
const SCREENS = { "": "home", o: "okiya", h: "hana", t: "train", p: "paste", s: "stats", l: "learn", c: "chart" };
/** Options allowed after the question mark. @type {Partial<Record<Route["screen"], Record<string, string[]>>>} */
const OPTIONS = { okiya: { full: ["draw", "last"], play: ["link"] } };

/** @param {string} fragment @returns {Route} */
export function parse(fragment) {
  const raw = fragment.replace(/^#/, "");
  /** @type {(problem: NonNullable<Route["problem"]>) => Route} */
  const refused = (problem) => ({ screen: "unknown", rest: "", options: new URLSearchParams(), problem, text: raw });
  const mark = raw.indexOf("?");
  let text = mark < 0 ? raw : raw.slice(0, mark);
  try {
    text = decodeURIComponent(text);
  } catch {
    return refused("encoding");
  }
  const slash = text.indexOf("/");
  const name = slash < 0 ? text : text.slice(0, slash);
  if (/^v?\d+$/.test(name)) return refused("version");
  if (!Object.hasOwn(SCREENS, name)) return refused("screen");
  const screen = SCREENS[name];
  const rest = slash < 0 ? "" : text.slice(slash + 1);
  // Neither of them has sub-addresses.
  if ((screen === "home" && slash >= 0) || ((screen === "paste" || screen === "stats") && rest !== "")) return refused("screen");
  const options = new URLSearchParams(mark < 0 ? "" : raw.slice(mark + 1));
  for (const [key, value] of options) if (!OPTIONS[screen]?.[key]?.includes(value)) return refused("option");
  return { screen, rest, options, text: raw };
}

export const route = signal(parse(location.hash));

/** Counts visits, so that a screen can detect a new one. */
export const visit = signal(0);

/** The fragment that the page itself wrote last: a change to exactly that is not a visit. */
let written = location.hash;

/** Written once a pending step back has arrived. @type {{ fragment: string, step: boolean } | null} */
let waiting = null;
let stepping = false;

addEventListener("hashchange", () => {
  const next = waiting;
  stepping = false;
  waiting = null;
  if (location.hash === written) {
    if (next !== null) settle(next.fragment, next);
    return;
  }
  written = location.hash;
  route.value = parse(location.hash);
  visit.value += 1;
});

/**
 * Keeps the address consistent with the page. With `step` that is a step in the browser's history, so that its Back takes a move back; where it
 * leads to the position before, it is that step taken back.
 * @param {string} fragment @param {{ step?: boolean }} [options]
 */
export function settle(fragment, { step = false } = {}) {
  if (stepping) {
    waiting = { fragment, step };
    return;
  }
  // A navigation that has just happened takes precedence, even if the page has not received its event yet.
  if (location.hash !== written || written === fragment) return;
  if (history.state?.before === fragment) {
    written = fragment;
    stepping = true;
    history.back();
    return;
  }
  if (step) history.pushState({ before: written }, "", fragment);
  else history.replaceState(history.state, "", fragment);
  written = location.hash;
}

/** Goes somewhere, as a link would. @param {string} fragment */
export function go(fragment) {
  if (location.hash === fragment) {
    route.value = parse(fragment);
    visit.value += 1;
  } else location.hash = fragment;
}

/** Letters that need no escape in a fragment. @param {string} text */
export const escaped = (text) =>
  encodeURIComponent(text.replaceAll(" ", "_")).replace(/%(2F|2C|2B|3D|3A|40)/g, (code) => decodeURIComponent(code));

/** The fragment of a link to a game between friends, if a text is one: other links are read by the engine, which knows no such games. @param {string} text */
export function linkedGame(text) {
  const found = /^\S*(#o\/\S+[?&]play=link\b\S*)$/.exec(text.trim());
  return found !== null && parse(found[1]).screen === "okiya" ? found[1] : null;
}
