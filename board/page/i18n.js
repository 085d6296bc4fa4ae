// Texts of the interface: one file a language in lang/, English as the measure of which keys there are.

import { signal } from "./html.js";
import en from "./lang/en.js";
import { recall, remember } from "./store.js";

/** @typedef {keyof typeof en} Key */
/** @typedef {Record<Key, string>} Texts */
/** @typedef {"one" | "other"} Form */
/** @typedef {Key extends infer K ? K extends `${infer Stem}.other` ? Stem : never : never} CountedKey */

export const LANGUAGES = /** @type {const} */ ([
  ["en", "English"],
  ["fr", "Français"],
  ["it", "Italiano"],
  ["de", "Deutsch"],
  ["es", "Español"],
]);

/** @type {import("./html.js").Signal<{ code: string, texts: Texts, plural: Intl.PluralRules }>} */
const current = signal({ code: "en", texts: en, plural: new Intl.PluralRules("en") });

/** Loads a language and shows it. @param {string} code */
export async function speak(code) {
  const known = LANGUAGES.some(([name]) => name === code) ? code : "en";
  const texts = known === "en" ? en : (await import(`./lang/${known}.js`)).default;
  current.value = { code: known, texts, plural: new Intl.PluralRules(known) };
  document.documentElement.lang = known;
}

/** The language of an earlier visit, or the browser's. */
export function preferred() {
  const kept = recall("language");
  if (typeof kept === "string") return kept;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => LANGUAGES.some(([name]) => name === tag)) ?? "en";
}

/** Changes the language and keeps it for the next visit. @param {string} code */
export function choose(code) {
  remember("language", code);
  return speak(code);
}

export const language = () => current.value.code;

/** @param {string} text @param {Record<string, string | number>} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));

/** A text, with its `{names}` filled in. @param {Key} key @param {Record<string, string | number>} [values] */
export function t(key, values) {
  const text = current.value.texts[key];
  return values === undefined ? text : filled(text, values);
}

/** A text that depends on a count, `{n}` in it. @param {CountedKey} stem @param {number} n @param {Record<string, string | number>} [values] */
export function tn(stem, n, values = {}) {
  const { texts, plural } = current.value;
  const form = plural.select(n) === "one" ? "one" : "other";
  return filled(texts[/** @type {Key} */ (`${stem}.${form}`)], { n: number(n), ...values });
}

/** A text by a key that is only known when it runs, or nothing. @param {string} key @param {Record<string, string | number>} [values] */
export function known(key, values = {}) {
  const text = /** @type {Record<string, string>} */ (current.value.texts)[key];
  return text === undefined ? null : filled(text, values);
}

/** Formats are dear to make, so each is made once. @template T @param {(code: string, kind: string | number) => T} make @returns {(kind: string | number) => T} */
function once(make) {
  /** @type {Map<string, T>} */
  const made = new Map();
  return (kind) => {
    const { code } = current.value;
    const key = `${code} ${kind}`;
    const found = made.get(key) ?? make(code, kind);
    made.set(key, found);
    return found;
  };
}
const numbers = once(
  (code, digits) => new Intl.NumberFormat(code, { minimumFractionDigits: Number(digits), maximumFractionDigits: Number(digits) }),
);
const lists = once(
  (code, type) => new Intl.ListFormat(code === "en" ? "en-GB" : code, { type: /** @type {"conjunction"} */ (type) }),
);

/** @param {number} value @param {number} [digits] */
export const number = (value, digits = 0) => numbers(digits).format(value).replace("-", "−");

/** A number with its standard error, if it has one. @param {number} value @param {number | null | undefined} se @param {number} digits */
export const withError = (value, se, digits) =>
  `${number(value, digits)}${se == null ? "" : `\u202f±\u202f${number(se, digits)}`}`;

/** A share of one as percent. @param {number} value @param {number} [digits] */
export const percent = (value, digits = 1) => `${number(100 * value, digits)}\u202f%`;

/** Items as a list in a sentence. @param {string[]} items @param {"conjunction" | "disjunction"} [type] */
export const listed = (items, type = "conjunction") => lists(type).format(items);
