// The engine behind its contract: a server on this machine, or WebAssembly in a worker. Which of them, the transport finds out.

import { signal } from "./html.js";
import { known, t } from "./i18n.js";
import { connect } from "./transport.js";

/** @typedef {{ code: string, message: string, field?: string, column?: number, turn?: number, line?: number }} EngineFault */
/** @typedef {{ signal?: AbortSignal, progress?: (progress: Progress) => void, partial?: (result: any) => void }} Options */
/** @typedef {{ done: number, total: number | null, unit: string, exploitability?: number, goal?: number }} Progress */
/** @typedef {{ result: any, command: string | null }} Answer */

/** Where the engine is: null while it starts. */
export const engineKind = signal(/** @type {"server" | "worker" | "failed" | null} */ (null));

const connection = connect();
connection.then(
  (engine) => {
    engineKind.value = engine.kind;
  },
  (error) => {
    console.warn(error);
    engineKind.value = "failed";
  },
);

/** @param {string} method @param {Record<string, unknown>} params @param {Options} [options] @returns {Promise<Answer>} */
export async function ask(method, params, options = {}) {
  /** @type {Record<string, unknown>} */
  const given = {};
  for (const [key, value] of Object.entries(params)) if (value !== undefined && value !== null) given[key] = value;
  return (await connection).request(method, given, options);
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
