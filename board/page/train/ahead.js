// The next exercise, found ahead: a spot is searched for while the user still chooses, or thinks about the one before.

import { ask } from "../engine.js";
import { newSeed } from "../store.js";
import { due } from "./progress.js";

/** @typedef {import("./progress.js").Exercise} Exercise */
/** @typedef {import("./puzzle.js").Question} Question */
/** @typedef {{ question: Promise<Question>, abort: AbortController, found: boolean }} Search */

/** Exercises that are found, or being found, by their kind and number. @type {Map<string, Search>} */
const searches = new Map();
/** Number of exercises that are kept. */
const MOST = 4;

/** Finds an exercise, unless that has been done. @param {string} kind @param {string} key seed and index @returns {Promise<Question>} */
export function find(kind, key) {
  const name = `${kind}/${key}`;
  const known = searches.get(name);
  if (known !== undefined) return known.question;
  const [seed, index] = key.split("/").map(Number);
  const abort = new AbortController();
  const method = kind === "spot" || kind === "read_hand" ? "hana.puzzle" : "okiya.puzzle";
  const search = {
    abort,
    found: false,
    question: ask(method, { exercise: kind, seed, index }, { signal: abort.signal }).then(({ result }) => {
      search.found = true;
      return result;
    }),
  };
  // One that was not found may be asked for again.
  search.question.catch(() => searches.get(name) === search && searches.delete(name));
  searches.set(name, search);
  for (const old of [...searches.keys()].slice(0, -MOST)) drop(old);
  return search.question;
}

/** Ends the searches for other exercises than this one, so that nothing waits for them. @param {string} [kind] @param {string} [key] */
export function endOthers(kind, key) {
  for (const [name, { found }] of searches) if (!found && name !== `${kind}/${key}`) drop(name);
}

/** @param {string} name */
function drop(name) {
  searches.get(name)?.abort.abort();
  searches.delete(name);
}

/** A short seed, which is easy to pass on. */
export const shortSeed = () => newSeed() % 1_000_000;

/** The address of the next exercise: one that is due again, else a new one. @param {Exercise} exercise @param {string} [after] the one just answered @param {number} [seed] of a first one */
export function next(exercise, after, seed = shortSeed()) {
  const [again] = exercise === "mistakes" ? [] : due(exercise).filter((key) => key !== after);
  if (again !== undefined) return `#t/${exercise}/${again}`;
  if (after !== undefined) {
    const [of, index] = after.split("/");
    return `#t/${exercise}/${of}/${Number(index) + 1}`;
  }
  return `#t/${exercise}/${seed}/0`;
}

/** Seed and index of the exercise at an address. @param {string} fragment */
export const keyOf = (fragment) => fragment.split("/").slice(2).join("/");
