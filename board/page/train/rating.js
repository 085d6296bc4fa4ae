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
/** Weak players, who all try the exercise: whoever only guesses is rated so, and each next one so much higher. */
const GUESSER = 1000;
const STEP = 100;
/** How many moves ahead they see in Okiya. */
const DEPTHS = [0, 1, 2, 3, 4, 6, 8, 10, 12, 14];
/** The losses, in probability of winning, that they hardly tell apart; for a hand, the powers to which they raise the chances. */
const BLUR = [Number.POSITIVE_INFINITY, 0.4, 0.2, 0.14, 0.1, 0.07, 0.05, 0.035, 0.025, 0.018];
const POWERS = [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6];

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
 * How hard an exercise is: the rating at which the weak players could be expected to earn together what they do earn.
 * @param {{ grades: Record<string, number>, losses?: Record<string, number> | null, solution?: any, exercise: string }} question
 */
export function difficulty(question) {
  const credits = DEPTHS.map((_, player) => creditOf(player, question));
  const earned = credits.reduce((sum, credit) => sum + credit, 0);
  const expected = (/** @type {number} */ rating) =>
    DEPTHS.reduce((sum, _, player) => sum + 1 / (1 + 10 ** ((rating - GUESSER - STEP * player) / 400)), 0);
  let [low, high] = [GUESSER - 800, GUESSER + 1800];
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    if (expected(middle) > earned) low = middle;
    else high = middle;
  }
  return Math.round(low);
}

/** What a weak player earns on average. @param {number} player @param {Parameters<typeof difficulty>[0]} question */
function creditOf(player, { grades, losses, solution, exercise }) {
  const answers = Object.keys(grades);
  const weigh = () => {
    if (losses) {
      const of = (/** @type {string} */ answer) => losses[answer] ?? 0;
      if (exercise === "read_hand") return answers.map((answer) => of(answer) ** POWERS[player]);
      return answers.map((answer) => Math.exp(-of(answer) / BLUR[player]));
    }
    const sees = (/** @type {any} */ move) => move !== undefined && move.plies_to_end <= DEPTHS[player];
    // Without a winner seen, every answer looks alike.
    if (exercise === "first_or_second") return answers.map((answer) => (sees(solution) ? grades[answer] : 1));
    const moves = answers.map((answer) => solution?.moves?.find((/** @type {any} */ of) => of.move === answer));
    const as = (/** @type {string} */ outcome) => moves.map((move) => (sees(move) && move.outcome === outcome ? 1 : 0));
    const [wins, losing] = [as("win"), as("loss")];
    if (wins.includes(1)) return wins;
    return losing.includes(0) ? losing.map((loses) => 1 - loses) : losing;
  };
  const weights = weigh();
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return answers.reduce((sum, answer, at) => sum + grades[answer] * weights[at], 0) / total;
}

/** Counts an answer; the rating after it. @param {Of} game @param {number} hard @param {number} credit */
export function rate(game, hard, credit) {
  const after = played(ratings.value[game], [{ rating: hard, deviation: OF_EXERCISE, score: credit }]);
  ratings.value = { ...ratings.value, [game]: after };
  return after;
}
