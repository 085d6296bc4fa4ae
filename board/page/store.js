// Data kept on this device between visits. It is never sent anywhere.

import { effect, signal } from "./html.js";

const PREFIX = "hanamachi.";

/** Storage of a value: on this device, or in this tab until it is closed. @typedef {"device" | "tab"} Place */
/** @param {Place} place */
const storage = (place) => (place === "tab" ? sessionStorage : localStorage);

/** @param {string} key @param {Place} [place] @returns {unknown} */
export function recall(key, place = "device") {
  try {
    const text = storage(place).getItem(PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the last value could not be stored, because storage is full or forbidden: the page works without, and says so. */
export const forgetful = signal(false);

/** @param {string} key @param {unknown} value @param {Place} [place] */
export function remember(key, value, place = "device") {
  try {
    storage(place).setItem(PREFIX + key, JSON.stringify(value));
    forgetful.value = false;
  } catch {
    forgetful.value = true;
  }
}

/** Calls this when another tab has stored a value. @param {string} key @param {(found: unknown) => void} heard */
export function whenStored(key, heard) {
  globalThis.addEventListener?.("storage", ({ key: changed }) => changed === PREFIX + key && heard(recall(key)));
}

/** A signal with a stored value, the same in every tab. @template T @param {string} key @param {T} initial @param {(found: unknown) => boolean} fits */
export function kept(key, initial, fits) {
  const found = recall(key);
  const value = signal(fits(found) ? /** @type {T} */ (found) : initial);
  let stored = value.value;
  whenStored(key, (found) => {
    if (!fits(found)) return;
    stored = /** @type {T} */ (found);
    value.value = stored;
  });
  effect(() => {
    const now = value.value;
    if (now !== stored) remember(key, now);
    stored = now;
  });
  return value;
}

/** A signal with a value of this tab, which a new tab takes over from the last one that stored it. @template T @param {string} key @param {T} initial @param {(found: unknown) => boolean} fits */
export function keptHere(key, initial, fits) {
  const [found] = [recall(key, "tab"), recall(key)].filter(fits);
  const value = signal(found === undefined ? initial : /** @type {T} */ (found));
  let stored = value.value;
  effect(() => {
    const now = value.value;
    if (now !== stored) for (const place of /** @type {const} */ (["tab", "device"])) remember(key, now, place);
    stored = now;
  });
  return value;
}

/** @param {readonly unknown[]} values */
const oneOf = (values) => (/** @type {unknown} */ found) => values.includes(found);
const isBoolean = oneOf([true, false]);

export const theme = kept("theme", /** @type {"system" | "light" | "dark"} */ ("system"), oneOf(["system", "light", "dark"]));
/** Colour of the first player's tokens: red or black as in the rulebook, or dark before light. */
export const tokens = kept("tokens", /** @type {"red" | "black" | "stone"} */ ("red"), oneOf(["red", "black", "stone"]));
export const textMode = kept("text_mode", false, isBoolean);
/** Whether cards and tiles have letters beside their pictures: at first only where there is room. */
export const showLetters = kept("letters", globalThis.matchMedia?.("(min-width: 51.25rem)").matches ?? true, isBoolean);
/** Whether moves can be heard. */
export const sound = kept("sound", false, isBoolean);
export const showValues = kept("show_values", true, isBoolean);
export const fullBoard = kept("full_board", /** @type {"draw" | "last"} */ ("draw"), oneOf(["draw", "last"]));

/** The round of the previous visit, for the home screen. */
export const lastRound = () => {
  const found = recall("last.hana");
  return typeof found === "string" && found.startsWith("#h/") ? found : null;
};

/** The garden of the previous visit. */
export const lastGarden = () => {
  const found = recall("last.okiya");
  return typeof found === "string" && found.startsWith("#o/") ? found : null;
};

/** Asks the browser not to clear what is kept here when space runs short. */
export const persist = () => void globalThis.navigator?.storage?.persist?.().catch(() => {});

/** A seed for the engine, which has no chance of its own. */
export function newSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0xfffff) * 2 ** 32 + low;
}
