// How hard an exercise is, and how strong its solver: the exercise from what the engine knows about it, the solver by Glicko-2
// (M. E. Glickman, "Example of the Glicko-2 system", 2013), each answer one game. On this device alone.

import { kept } from "../store.js";

/** @typedef {{ rating: number, deviation: number, volatility: number, games: number }} Rating */
/** @typedef {"okiya" | "hanamikoji"} Of */

/** Glicko-2's scale: 400 / ln 10, and its start. */
const SCALE = 173.7178;
const START = 1500;
/** How much volatility changes. */
const TAU = 0.5;
/** Convergence of the iteration. */
const EPSILON = 1e-6;
/** Uncertainty of an exercise's own rating: it is computed, not played out. */
const OF_EXERCISE = 80;
/** Whoever only guesses is rated so. */
const GUESSER = 1000;
/** Each move that has to be seen ahead, and what an answer that is nearly as good adds. */
const PER_MOVE = 40;
const TEMPTED = 250;
/** A loss, or a lead in probability, from which an answer tempts nobody. */
const CLEAR = { loss: 0.1, lead: 0.3 };

/** @returns {Rating} */
export const fresh = () => ({ rating: START, deviation: 350, volatility: 0.06, games: 0 });

/** @param {any} one */
const isRating = (one) =>
  one !== null &&
  typeof one === "object" &&
  [one.rating, one.deviation, one.volatility, one.games].every(Number.isFinite) &&
  one.deviation > 0 &&
  one.volatility > 0;

/** The solver's rating in the exercises of each game. */
export const ratings = kept(
  "ratings",
  /** @type {Record<Of, Rating>} */ ({ okiya: fresh(), hanamikoji: fresh() }),
  (/** @type {any} */ found) => isRating(found?.okiya) && isRating(found?.hanamikoji),
);

/** The rating after the games of a period. @param {Rating} before @param {{ rating: number, deviation: number, score: number }[]} games @returns {Rating} */
export function played(before, games) {
  const mu = (before.rating - START) / SCALE;
  const phi = before.deviation / SCALE;
  let information = 0;
  let surprise = 0;
  for (const { rating, deviation, score } of games) {
    const weight = 1 / Math.sqrt(1 + (3 * (deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-weight * (mu - (rating - START) / SCALE)));
    information += weight ** 2 * expected * (1 - expected);
    surprise += weight * (score - expected);
  }
  const variance = 1 / information;
  const volatility = newVolatility(before.volatility, phi, variance, variance * surprise);
  const after = 1 / Math.sqrt(1 / (phi ** 2 + volatility ** 2) + information);
  return {
    rating: START + SCALE * (mu + after ** 2 * surprise),
    deviation: SCALE * after,
    volatility,
    games: before.games + games.length,
  };
}

/** Step 5 of the paper: the Illinois algorithm. @param {number} sigma @param {number} phi @param {number} variance @param {number} delta */
function newVolatility(sigma, phi, variance, delta) {
  const a = Math.log(sigma ** 2);
  const f = (/** @type {number} */ x) => {
    const e = Math.exp(x);
    return (e * (delta ** 2 - phi ** 2 - variance - e)) / (2 * (phi ** 2 + variance + e) ** 2) - (x - a) / TAU ** 2;
  };
  let low = a;
  let high = Math.log(delta ** 2 - phi ** 2 - variance);
  if (!(delta ** 2 > phi ** 2 + variance)) {
    let steps = 1;
    while (f(a - steps * TAU) < 0) steps += 1;
    high = a - steps * TAU;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > EPSILON) {
    const next = low + ((low - high) * atLow) / (atHigh - atLow);
    const at = f(next);
    if (at * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [next, at];
  }
  return Math.exp(low / 2);
}

/**
 * How hard an exercise is: how seldom a guess is right, how many moves it takes to the end, and how little the most tempting wrong answer loses.
 * @param {{ grades: Record<string, number>, losses?: Record<string, number> | null, solution?: any, exercise: string }} question
 */
export function difficulty({ grades, losses, solution, exercise }) {
  const credits = Object.values(grades);
  const lucky = credits.reduce((sum, credit) => sum + credit, 0) / Math.max(credits.length, 1);
  // A guess that is always or never right says nothing.
  const share = Math.min(0.95, Math.max(0.02, lucky));
  const guess = 400 * Math.log10((1 - share) / share);
  const ahead = PER_MOVE * Math.min(solution?.plies_to_end ?? 0, 12);
  return Math.round(GUESSER + guess + ahead + TEMPTED * tempting(grades, losses ?? null, exercise));
}

/** How nearly right the best wrong answer is, 0 to 1. @param {Record<string, number>} grades @param {Record<string, number> | null} losses @param {string} exercise */
function tempting(grades, losses, exercise) {
  if (losses === null) return 0;
  const of = (/** @type {boolean} */ right) =>
    Object.keys(grades)
      .filter((answer) => grades[answer] > 0.999 === right)
      .map((answer) => losses[answer])
      .filter(Number.isFinite);
  const [right, wrong] = [of(true), of(false)];
  if (right.length === 0 || wrong.length === 0) return 0;
  const off =
    exercise === "read_hand"
      ? (Math.max(...right) - Math.max(...wrong)) / CLEAR.lead
      : (Math.min(...wrong) - Math.min(...right)) / CLEAR.loss;
  return Math.max(0, 1 - off);
}

/** Counts an answer; the rating after it. @param {Of} game @param {number} hard @param {number} credit */
export function rate(game, hard, credit) {
  const after = played(ratings.value[game], [{ rating: hard, deviation: OF_EXERCISE, score: credit }]);
  ratings.value = { ...ratings.value, [game]: after };
  return after;
}
