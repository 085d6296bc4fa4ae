// The engine behind its contract: a server on this machine, or WebAssembly in a worker. Which of them, the transport finds out.

import { effect, signal } from "./html.js";
import { known, language, t } from "./i18n.js";
import { connect, NETWORK } from "./transport.js";

/** @typedef {{ code: string, message: string, field?: string | null, column?: number | null, turn?: number | null, line?: number | null }} EngineFault */
/** @typedef {{ signal?: AbortSignal, progress?: (progress: Progress) => void, partial?: (result: any) => void }} Options */
/** @typedef {{ done: number, total: number | null, unit: string, exploitability?: number, goal?: number }} Progress */
/** @typedef {{ result: any, command: string | null }} Answer */

/** Location of the engine; null while it starts. */
export const engineKind = signal(/** @type {"server" | "worker" | "failed" | null} */ (null));

/** Whether the engine has the network of the approximate equilibrium of Hanamikoji: without it advice is that of a search. */
export const network = signal(/** @type {"none" | "loading" | "ready" | "failed"} */ ("none"));

/** The address of a public site with this board, if the server's owner has given one. */
export const publicSite = signal(/** @type {string | null} */ (null));

/** Whether the server answers. Requests made meanwhile are answered when it is back. */
export const reachable = signal(true);

/** Whether a newer version of the page is there: at its host, or on the server that was started again. */
export const outdated = signal(false);

/** The engine's name and version. */
export const engineName = signal("");

/** Whether the page opens at Hanamikoji, or at a screen that reads texts of both games. */
const opensHanamikoji = /^#[hp](?:[/?]|$)/.test(globalThis.location?.hash ?? "");
const connection = connect({ first: opensHanamikoji ? "hanamikoji" : "okiya" });
/** The engine once it is there: a request is then sent at once, and the page is drawn while it is answered. @type {import("./transport.js").Engine | undefined} */
let connected;
connection.then(
  (engine) => {
    connected = engine;
    engineKind.value = engine.kind;
    engineName.value = engine.info.engine;
    publicSite.value = engine.info.site ?? null;
    if (engine.kind === "server") {
      network.value = "ready";
      void listen();
    }
  },
  (error) => {
    console.warn(error);
    engineKind.value = "failed";
  },
);

/** Intervals between checks of the server; shorter while it does not answer. */
const LOOK_MS = 900;
const LOOK_FOR_MS = 600;
/** Ends the pause before the next look. */
let lookNow = () => {};

/** Looks from now on whether the server is there, as long as the page is seen. */
async function listen() {
  const engine = await connection;
  document.addEventListener("visibilitychange", () => lookNow());
  for (;;) {
    await new Promise((done) => {
      lookNow = () => done(undefined);
      setTimeout(lookNow, reachable.value ? LOOK_MS : LOOK_FOR_MS);
    });
    if (document.visibilityState !== "visible") continue;
    const found = await engine.alive();
    reachable.value = found !== "away";
    if (found === "outdated") outdated.value = true;
  }
}
/** Looks at once. */
export const lookAgain = () => lookNow();

/** Ends when the server answers again, or when the request is abandoned. @param {AbortSignal | undefined} abandoned @returns {Promise<void>} */
const back = (abandoned) =>
  new Promise((done) => {
    /** @type {() => void} */
    let stop = () => {};
    const end = () => {
      abandoned?.removeEventListener("abort", end);
      // Not from within the effect that is being created.
      queueMicrotask(() => stop());
      done();
    };
    abandoned?.addEventListener("abort", end);
    stop = effect(() => {
      if (reachable.value) end();
    });
  });

/** @type {() => void} */
let haveAnswered = () => {};
/** Ends when the engine has answered for the first time. @type {Promise<void>} */
export const answered = new Promise((done) => {
  haveAnswered = done;
});

/** @type {Promise<void> | null} */
let fetching = null;

/** Fetches the network, unless it is there: ends when it is, or when it is clear that it will not be. */
export function fetchNetwork() {
  if (network.value === "ready") return Promise.resolve();
  network.value = "loading";
  fetching ??= connection
    .then((engine) => engine.network())
    .then(
      (file) => {
        network.value = "ready";
        if (file !== null) void keep(file);
      },
      (error) => {
        console.warn("no equilibrium:", error);
        network.value = "failed";
      },
    )
    .finally(() => {
      fetching = null;
    });
  return fetching;
}

/** Methods that are not called again when the network has loaded. Advice is: it begins at once, with a search. */
const WAITS = new Set(["hana.players", "hana.puzzle", "hana.reply", "hana.review", "hana.whatif"]);

/** Hands the file to the worker that keeps the page for use without a network. @param {ArrayBuffer} file */
async function keep(file) {
  if (!("serviceWorker" in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keep: NETWORK, file });
}

/** @param {string} method @param {Record<string, unknown>} params @param {Options} [options] @returns {Promise<Answer>} */
export async function ask(method, params, options = {}) {
  /** @type {Record<string, unknown>} */
  const given = {};
  for (const [key, value] of Object.entries(params)) if (value !== undefined && value !== null) given[key] = value;
  const engine = connected ?? (await connection);
  // A player of Okiya alone does not wait for it.
  if (method.startsWith("hana.") && network.value === "none") void fetchNetwork();
  if (WAITS.has(method) && network.value === "loading") await fetchNetwork();
  for (;;) {
    try {
      const answer = await engine.request(method, given, options);
      haveAnswered();
      return answer;
    } catch (error) {
      if (fault(error).code === "outdated") outdated.value = true;
      // Nothing is cached between requests, so the same one is sent again when the server is back.
      if (engine.kind !== "server" || fault(error).code !== "unreachable") throw error;
      reachable.value = false;
      lookNow();
      await back(options.signal);
    }
  }
}

/** @param {unknown} error @returns {EngineFault} */
export function fault(error) {
  if (typeof error === "object" && error !== null && "code" in error && "message" in error)
    return /** @type {EngineFault} */ (error);
  return { code: "internal", message: error instanceof Error ? error.message : String(error) };
}

/** @param {unknown} error */
export const isCancelled = (error) =>
  fault(error).code === "cancelled" || (error instanceof Error && error.name === "AbortError");

/** Codes with the same message. @type {Record<string, string>} */
const ALIKE = {
  invalid_tokens: "invalid_position",
  invalid_side: "invalid_position",
  invalid_cell: "invalid_moves",
  invalid_params: "invalid_request",
  unknown_method: "invalid_request",
  not_found: "invalid_request",
  forbidden: "invalid_request",
  invalid_card: "invalid_cards",
  invalid_turn: "invalid_history",
  illegal_action: "illegal_turn",
  cannot_edit: "cannot_undo",
  nothing_to_undo: "cannot_undo",
  no_moves: "cannot_undo",
  missing_field: "incomplete",
  empty: "incomplete",
  too_slow: "unsuited",
  forfeit: "unsuited",
  draw_needed: "not_now",
  no_draw: "not_now",
  no_offer: "not_now",
  no_secret: "not_now",
  offer_open: "not_now",
  other_seat: "not_now",
  game_over: "finished",
  round_complete: "finished",
  game_decided: "finished",
};

/**
 * A fault in the reader's language: its meaning, by its code, and its position. The engine's own sentence, which is
 * English, is for readers of English alone.
 * @param {EngineFault} found @returns {{ title: string, detail: string }}
 */
export function explained(found) {
  const title = known(`fault.${ALIKE[found.code] ?? found.code}`) ?? t("fault.refused");
  const where = [
    found.turn == null ? null : t("fault.turn", { n: found.turn }),
    found.line == null ? null : t("fault.line", { n: found.line }),
    found.column == null ? null : t("fault.column", { n: found.column }),
  ];
  // Quoted text found there reads the same in any language.
  const quoted = found.message.match(/found (`[^`]+`)/)?.[1] ?? null;
  // Messages of the page itself need no further words.
  const silent = found.code === "timeout" || found.code === "unreachable" || found.code === "busy";
  const english = language() === "en";
  const parts = silent ? [] : english ? [found.message, ...where] : [...where, quoted];
  return { title, detail: parts.filter((part) => part !== null).join(" · ") };
}

/** One running request of a kind at a time: a new one cancels the last. */
export class Latest {
  /** @type {AbortController | null} */
  #running = null;

  /** @param {string} method @param {Record<string, unknown>} params @param {Omit<Options, "signal">} [options] @returns {Promise<Answer | null>} null if another took its place */
  async ask(method, params, options = {}) {
    this.cancel();
    const running = new AbortController();
    this.#running = running;
    try {
      const answer = await ask(method, params, {
        signal: running.signal,
        progress: (p) => this.#running === running && options.progress?.(p),
        partial: (p) => this.#running === running && options.partial?.(p),
      });
      return this.#running === running ? answer : null;
    } catch (error) {
      if (this.#running !== running || isCancelled(error)) return null;
      throw error;
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  cancel() {
    this.#running?.abort();
    this.#running = null;
  }
}
