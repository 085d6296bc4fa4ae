// The engine behind its contract: a server on this machine, or WebAssembly in a worker. Which of them, the transport finds out.

import { signal } from "./html.js";
import { known, t } from "./i18n.js";
import { connect, NETWORK } from "./transport.js";

/** @typedef {{ code: string, message: string, field?: string, column?: number, turn?: number, line?: number }} EngineFault */
/** @typedef {{ signal?: AbortSignal, progress?: (progress: Progress) => void, partial?: (result: any) => void }} Options */
/** @typedef {{ done: number, total: number | null, unit: string, exploitability?: number, goal?: number }} Progress */
/** @typedef {{ result: any, command: string | null }} Answer */

/** Where the engine is: null while it starts. */
export const engineKind = signal(/** @type {"server" | "worker" | "failed" | null} */ (null));

/** Whether the engine has the network of the approximate equilibrium of Hanamikoji: without it advice is that of a search. */
export const network = signal(/** @type {"none" | "loading" | "ready" | "failed"} */ ("none"));

const connection = connect();
connection.then(
  (engine) => {
    engineKind.value = engine.kind;
    if (engine.kind === "server") network.value = "ready";
  },
  (error) => {
    console.warn(error);
    engineKind.value = "failed";
  },
);

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

/** What is asked once and not again when the network has come. Advice is: it begins at once, with a search. */
const WAITS = new Set(["hana.players", "hana.reply", "hana.review", "hana.whatif"]);

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
  const engine = await connection;
  // Whoever plays Okiya alone does not wait for it.
  if (method.startsWith("hana.") && network.value === "none") void fetchNetwork();
  if (WAITS.has(method) && network.value === "loading") await fetchNetwork();
  return engine.request(method, given, options);
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

/** A fault in the reader's language where there is a text for it; else the engine's own words. @param {EngineFault} found */
export function explained(found) {
  const own = known(`fault.${found.code}`);
  const where =
    found.line === undefined
      ? found.column === undefined
        ? ""
        : t("fault.column", { n: found.column })
      : t("fault.line", { n: found.line });
  return { title: own ?? t("fault.refused"), detail: [found.message, where].filter(Boolean).join(" · ") };
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
