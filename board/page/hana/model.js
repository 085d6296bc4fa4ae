// A round under study or in play. The document is a text in the notation; every change is the engine's answer to a request.

import { engineKind, engineName, fault, fetchNetwork, Latest, network } from "../engine.js";
import { batch, signal } from "../html.js";
import { keptHere, recall, remember } from "../store.js";

/** @typedef {{ seat: number, hand: string | null, hand_size: number, row: string, secret: string | null, trade_off: string | null, actions_used: number[], actions_left: number[], charm: number, geisha: number }} SideOfTable */
/** @typedef {{ who: "reader" | "opponent" | null, seat: 1 | 2 | null, what: "act" | "answer" | "draw" | "secret" | null, turn: number, kinds: number[], drew: string | null }} Next */
/** @typedef {{ turn: number, seat: number, drew: string | null, entry: string, kind: number, open: boolean, information_set: string | null, answer_information_set: string | null }} Entry */
/** @typedef {{ favour_after: string, charm: Record<"first" | "second", number>, geisha: Record<"first" | "second", number>, placed: Record<"first" | "second", string>, outcome: "first" | "second" | "undecided" | "shared", next: { favour: string, round: number } | null }} Result */
/**
 * @typedef {{
 *   form: "seat_record" | "record" | "information_set", text: string, address: string, rules: string, seat: 1 | 2 | null, information_set: string | null,
 *   table: { favour: string, mine: SideOfTable, theirs: SideOfTable, deck_size: number, removed: string | null, as_it_lies?: string }, next: Next,
 *   offer: { action: string, groups: string[] } | null, actions: string[], choices: Record<string, number>, unseen: Record<string, number>,
 *   timeline: Entry[], complete: boolean, result: Result | null,
 * }} Round
 */
/** @typedef {{ mine: number[], theirs: number[], charm: [number, number], goal: [number, number] }} Ends whose the geisha are after this round */
/** @typedef {{ answer: string, frequency: number, win: number | null }} OfferAnswer */
/** @typedef {{ geisha: string, share: [number, number] }} Change */
/**
 * @typedef {{ code: "better" | "even", win: [number, number], difference: number, difference_se: number | null }
 *   | { code: "secures", geisha: string, share: [number, number] } | { code: "withholds" | "wins" | "gives_up" | "denies" | "concedes", geisha: Change[] }
 *   | { code: "reaches" | "misses" | "prevents" | "risks", share: [number, number] } | { code: "invites" | "would_invite", offer: string, answers: OfferAnswer[] }
 *   | { code: "unclear" }} Reason
 */
/** @typedef {{ action: string, against: string, reasons: Reason[], text: string }} Comparison */
/** @typedef {{ action: string, orbit?: string, ends?: Ends | null, answers?: OfferAnswer[] | null, probability: number, win: number, se: number | null, kind: string, visits: number | null, loss: number, loss_se?: number | null, frequency: number | null, frequency_kind: string | null }} ActionValue */
/** @typedef {{ probabilities: number[], expected: number }} Belief */
/** @typedef {{ geisha: string, unseen: number, hand: Belief, secret: Belief, trade_off: Belief, deck: Belief, removed: Belief }} BeliefRow */
/** @typedef {{ method: string, win: number, se: number | null, kind: string, interval: [number, number] | null, exact: boolean, model_error: { mean: number } | null, actions: ActionValue[], beliefs: { geisha: BeliefRow[], kind: string, method: string } | null, n: number | null, over_hands: any, exploitability: number | null, exploitability_se: number | null, exploitability_method: string | null, advice?: { play: string, best: string[], self_loss: number | null, self_loss_se: number | null } | null, why?: Comparison[] }} Evaluation */
/** @typedef {{ information_set: string, stage: "quick" | "refining" | "stable" | "unclear" | "solved", elapsed_ms: number, evaluation: Evaluation, advice: { action: string, frequency: number | null, within_model_error: number } | null, range: { low: number, high: number } | null, groups: { kind: number | null, actions: string[], loss: number }[], close: string[], lacks_network: boolean }} Advice */

/** The card counts and worths of the standard game, from NOTATION.md: as many cards as charm points. */
export const WORTH = /** @type {Record<string, number>} */ ({ A: 2, B: 2, C: 2, D: 3, E: 3, F: 4, G: 5 });
/** Number of cards that each action takes: its own number. */
export const CARDS_OF = [0, 1, 2, 3, 4];

/**
 * What whoever takes the advice wins. Under an approximate equilibrium that is the value of the action that is advised: the position is worth what the
 * equilibrium itself wins there, which may err. @param {Advice} advice
 * @returns {{ win: number, kind: string, range: { low: number, high: number } | null }}
 */
export function prospects({ evaluation, advice, range }) {
  // If the engine names its choice, all its numbers come from one computation.
  if (evaluation.advice != null) return { win: evaluation.win, kind: evaluation.kind, range };
  const advised = evaluation.method === "equilibrium" && evaluation.actions.find(({ action }) => action === advice?.action);
  if (!advised) return { win: evaluation.win, kind: evaluation.kind, range };
  const { win, se, kind } = advised;
  // The 95 % margin of sampling.
  const off = se === null ? null : 1.96 * se;
  return { win, kind, range: off === null ? null : { low: Math.max(0, win - off), high: Math.min(1, win + off) } };
}

/** An action's parts. @param {string} action @returns {{ kind: number | null, groups: string[], taken: string | null }} */
export function parts(action) {
  const [all, taken = null] = action.split("-");
  if (all === "") return { kind: null, groups: taken === null ? [] : [taken], taken };
  const kind = Number(all[0]);
  const cards = all.slice(1);
  const groups = kind === 3 ? [...cards] : kind === 4 ? [cards.slice(0, 2), cards.slice(2)] : [cards];
  return { kind, groups, taken };
}

/** Effort of advice: on a server that of `hanamachi hana evaluate`, else what one thread of a browser does in some three seconds, longer on slow machines. A fixed number makes the answer depend on the position alone. @returns {{ iterations?: number, time_ms?: number }} */
const effort = () => (engineKind.value === "server" ? {} : { iterations: 10_000, time_ms: 10_000 });
/** Longest time in milliseconds that advice waits for the network of the equilibrium, while it is being loaded. */
const NETWORK_MS = 8_000;
/** Number of answers kept in the tab, so that a position that is opened again, or reloaded, has the same answer. */
const KEPT_ANSWERS = 12;

/** @typedef {{ advice: Advice, command: string | null }} Kept */

/** The answers of earlier visits, of this engine. @returns {[string, Kept][]} */
function keptAnswers() {
  const found = /** @type {any} */ (recall("advice", "tab"));
  if (found?.engine !== engineName.value || !Array.isArray(found?.answers)) return [];
  return found.answers.filter((/** @type {any} */ one) => typeof one?.[0] === "string" && one[1]?.advice?.evaluation != null);
}

export class Table {
  round = signal(/** @type {Round | null} */ (null));
  error = signal(/** @type {import("../engine.js").EngineFault | null} */ (null));
  advice = signal(/** @type {Advice | null} */ (null));
  adviceError = signal(/** @type {import("../engine.js").EngineFault | null} */ (null));
  command = signal(/** @type {string | null} */ (null));
  running = signal(false);
  progress = signal(/** @type {import("../engine.js").Progress | null} */ (null));
  /** Undone entries, for redo. */
  ahead = signal(/** @type {string[]} */ ([]));
  /** Whether the round was opened by its address, and not come to by an entry. */
  fresh = true;
  /** Repeats the last request. */
  again = () => {};
  /** The player whose cards are shown if the document has them all. */
  seat = signal(/** @type {1 | 2 | null} */ (null));

  #asked = new Latest();
  #advised = new Latest();
  /** Counts searches, so that one that waits for the network can be stopped. */
  #turn = 0;
  /** Whether the running search began before the network had loaded. */
  #isBlind = false;
  /** @type {Map<string, Kept>} */
  #known = new Map();

  /** Takes over an answer. @param {Round} round */
  show(round) {
    batch(() => {
      this.round.value = round;
      this.error.value = null;
    });
  }

  /** @param {string} method @param {Record<string, unknown>} params @returns {Promise<Round | null>} */
  async #change(method, params) {
    this.again = () => void this.#change(method, params);
    this.error.value = null;
    try {
      const answer = await this.#asked.ask(method, { seat: this.seat.value, ...params });
      if (answer === null) return null;
      this.fresh = method === "hana.parse";
      this.show(answer.result);
      return answer.result;
    } catch (error) {
      this.error.value = fault(error);
      return null;
    }
  }

  /** @param {string} text @param {1 | 2 | null} [seat] */
  open(text, seat = null) {
    this.seat.value = seat;
    return this.#change("hana.parse", { text });
  }

  /** Enters an event: a turn, an answer, a draw, the secret. @param {{ play?: string, draw?: string, secret?: string }} happened */
  enter(happened) {
    this.ahead.value = [];
    return this.#change("hana.play", { round: this.round.value?.text, ...happened });
  }

  async undo() {
    const text = this.round.value?.text;
    const done = await this.#change("hana.undo", { round: text });
    if (done !== null && text !== undefined) this.ahead.value = [...this.ahead.value, text];
    return done;
  }

  /** Redoes the last undone entry. */
  async redo() {
    const { ahead } = this;
    const text = ahead.value.at(-1);
    if (text === undefined) return null;
    const left = ahead.value.slice(0, -1);
    const done = await this.#change("hana.parse", { text });
    if (done !== null) ahead.value = left;
    this.fresh = false;
    return done;
  }

  /** @param {number} turn @param {string} entry @param {string | null} draw */
  edit(turn, entry, draw) {
    return this.#change("hana.edit", { round: this.round.value?.text, turn, entry, draw });
  }

  /** @param {number} turn */
  cut(turn) {
    return this.#change("hana.cut", { round: this.round.value?.text, turn });
  }

  /** Replaces advice by a search with advice by the network, once it has loaded. The old advice stays until then. */
  renew() {
    const { advice, running } = this;
    for (const [key, kept] of this.#known) if (kept.advice.lacks_network) this.#known.delete(key);
    if (advice.value === null ? running.value && this.#isBlind : advice.value.lacks_network) void this.advise(advice.value);
  }

  /** Starts advice for the current position, or shows the earlier answer. @param {Advice | null} [meanwhile] what is shown until there is any */
  async advise(meanwhile = null) {
    const round = this.round.value;
    if (round === null) return;
    const key = round.information_set ?? round.text;
    const kept = this.#known.get(key) ?? keptAnswers().find(([of]) => of === key)?.[1];
    this.adviceError.value = null;
    this.#turn += 1;
    if (kept !== undefined) {
      batch(() => {
        this.advice.value = kept.advice;
        this.command.value = kept.command;
        this.running.value = false;
      });
      return;
    }
    batch(() => {
      this.advice.value = meanwhile;
      this.progress.value = null;
      this.running.value = true;
    });
    const turn = this.#turn;
    // A search without the network is not shown only to be replaced by another answer, unless the network takes long.
    if (network.value === "loading") await Promise.race([fetchNetwork(), new Promise((done) => setTimeout(done, NETWORK_MS))]);
    if (turn !== this.#turn) return;
    this.#isBlind = network.value !== "ready";
    try {
      const answer = await this.#advised.ask(
        "hana.advice",
        { round: key, ...effort() },
        {
          partial: (advice) => {
            this.advice.value = advice;
          },
          progress: (progress) => {
            this.progress.value = progress;
          },
        },
      );
      if (answer === null) return;
      const found = { advice: answer.result, command: answer.command };
      this.#known.set(key, found);
      if (!found.advice.lacks_network)
        remember(
          "advice",
          {
            engine: engineName.value,
            answers: [...keptAnswers().filter(([of]) => of !== key), [key, found]].slice(-KEPT_ANSWERS),
          },
          "tab",
        );
      batch(() => {
        this.advice.value = answer.result;
        this.command.value = answer.command;
        this.running.value = false;
      });
    } catch (error) {
      this.adviceError.value = fault(error);
      this.running.value = false;
    }
  }

  /** Ends a search; its result so far is kept. */
  stop() {
    this.#turn += 1;
    this.#advised.cancel();
    this.running.value = false;
  }

  forget() {
    this.stop();
    this.advice.value = null;
    // It was that of another position.
    this.command.value = null;
  }
}

// Playing against the computer.

/**
 * @typedef {{ record: string, seat: 1 | 2, player: string, level?: string, rounds: string[], round: number, states?: string[], at?: number, takebacks?: number, hints?: number, over?: boolean }} Play
 * `states`: where the reader has decided in this round, `at` which of them one stands; `over`: whether the end of the game has been counted
 */

/** Whether this is a stored game. @param {any} found */
const isGame = (found) =>
  found === null ||
  (typeof found?.record === "string" &&
    (found.seat === 1 || found.seat === 2) &&
    typeof found.player === "string" &&
    Array.isArray(found.rounds) &&
    found.rounds.every((/** @type {unknown} */ text) => typeof text === "string") &&
    (found.states === undefined || Array.isArray(found.states)));

/** The game of this tab; it waits for the next visit. */
export const play = keptHere("hana.play", /** @type {Play | null} */ (null), isGame);

/** @param {Play | null} game */
export function keepPlay(game) {
  play.value = game;
}
