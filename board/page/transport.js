// @ts-check
/**
 * The way from the page to the engine: workers of this page that hold it as WebAssembly, or the server `hanamachi board`. The page need not
 * know which.
 *
 *     const engine = await connect();
 *     const call = engine.request("hana.advice", { round, seed: 1 }, { partial: draw, signal: controller.signal });
 *     const { result, command } = await call;
 *
 * In workers each game has its own engine, so that a player of Okiya does not wait for the files of Hanamikoji. That of Hanamikoji
 * begins without the network of the approximate equilibrium of Hanamikoji, which is as large as the engine itself:
 * `engine.network()` fetches it, and from then on advice about the standard game is that of the equilibrium, as that of the server always is.
 */

/**
 * @typedef {{ done: number, total: number | null, unit: string }} Progress
 * @typedef {{ result: any, command: string | null }} Answer
 * @typedef {{ code: string, message: string, field?: string | null, column?: number | null, turn?: number, line?: number }} Fault
 * @typedef {{ progress?: (progress: Progress) => void, partial?: (result: any) => void, signal?: AbortSignal }} Listeners
 * @typedef {{ progress?: Progress, partial?: any, result?: any, command?: string | null, error?: Fault }} Message
 * @typedef {{ schema: string, engine: string, contract: number, transport: "server" | "worker", threads: number, methods: string[], long: string[], site?: string | null }} Info
 * @typedef {{ kind: "server" | "worker", info: Info, request: (method: string, params: object, listeners?: Listeners) => Promise<Answer>, network: () => Promise<ArrayBuffer | null>, alive: () => Promise<"here" | "away" | "outdated">, close: () => void }} Engine
 */

/** The contract that this page was written for. */
const CONTRACT = 1;

/** The file of the network, beside those of the page. */
export const NETWORK = "hanamikoji.network";
/** Longest wait for it, in milliseconds. */
const NETWORK_TIME = 60_000;
/** The same of an answer: of one that is quick, and of a search, which the engine itself ends after half a minute. */
const QUICK_TIME = 10_000;
const LONG_TIME = 45_000;
/** And of a review, which the engine ends after ten times as long as a search. */
const REVIEW_TIME = 315_000;
/** The same of the question whether there is a server. */
const ALIVE_TIME = 3_000;
/** Other files may take as long as the largest one. */
const LOADING_TIME = NETWORK_TIME;

/** Why a request has no answer. */
export class EngineError extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.message);
    this.name = "EngineError";
    this.code = fault.code;
    this.field = fault.field ?? null;
    this.column = fault.column ?? null;
    this.turn = fault.turn ?? null;
    this.line = fault.line ?? null;
  }
}

const cancelled = () => new EngineError({ code: "cancelled", message: "cancelled" });
/** Longest wait for an answer, in milliseconds. @param {string} method @param {boolean} isLong */
function timeOf(method, isLong) {
  if (method === "hana.review" || method === "hana.whatif") return REVIEW_TIME;
  return isLong ? LONG_TIME : QUICK_TIME;
}

/** The files that the host has now do not fit those of this page: it has published another version meanwhile. */
const outdated = () => new EngineError({ code: "outdated", message: "the page has a newer version: reload it" });
const timedOut = () => new EngineError({ code: "timeout", message: "no answer came in time" });

/**
 * Passes a message to the listener; returns whether it was the last one.
 * @param {Message} message
 * @param {Listeners} listeners
 * @param {(answer: Answer) => void} resolve
 * @param {(error: EngineError) => void} reject
 */
function hear(message, listeners, resolve, reject) {
  if (message.progress) listeners.progress?.(message.progress);
  else if (message.partial) listeners.partial?.(message.partial);
  else if (message.error) reject(new EngineError(message.error));
  else if (message.result !== undefined) resolve({ result: message.result, command: message.command ?? null });
  return message.error !== undefined || message.result !== undefined;
}

/**
 * The engine that this page has: that of the server it came from, else one of its own.
 * @param {{ base?: string | URL, first?: "okiya" | "hanamikoji" }} [options] where the files of the page are, and what will be asked about first
 * @returns {Promise<Engine>}
 */
export async function connect({ base = import.meta.url, first = "okiya" } = {}) {
  const response = await fetch(new URL("api/v1/engine.json", base), { signal: AbortSignal.timeout(LOADING_TIME) });
  /** @type {Info} */
  const info = await response.json();
  if (info.contract !== CONTRACT) {
    throw new EngineError({ code: "internal", message: "the engine speaks another contract than this page" });
  }
  return info.transport === "server" ? server(info, base) : workers(info, base, first);
}

/**
 * @param {Info} info
 * @param {string | URL} base
 * @returns {Engine}
 */
function server(info, base) {
  /** @type {Engine["request"]} */
  async function request(method, params, listeners = {}) {
    const { signal } = listeners;
    if (signal?.aborted) throw cancelled();
    const ended = new AbortController();
    const isLong = info.long.includes(method);
    let late = false;
    const timer = setTimeout(
      () => {
        late = true;
        ended.abort();
      },
      timeOf(method, isLong),
    );
    const end = () => ended.abort();
    signal?.addEventListener("abort", end, { once: true });
    try {
      const response = await fetch(new URL(`api/v1/${encodeURIComponent(method)}`, base), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(params),
        signal: ended.signal,
      });
      if (!response.body) throw new EngineError({ code: "internal", message: "the server said nothing" });
      /** @type {Answer | EngineError | undefined} */
      let last;
      // What is quick is read in one piece, which takes fewer turns of the page's thread.
      const answered = isLong ? lines(response.body) : (await response.text()).split("\n").filter((line) => line !== "");
      for await (const line of answered) {
        hear(
          JSON.parse(line),
          listeners,
          (answer) => {
            last = answer;
          },
          (error) => {
            last = error;
          },
        );
      }
      if (last instanceof EngineError) throw last;
      // A server that is closed in the middle of an answer ends the stream properly.
      if (!last) throw new EngineError({ code: "unreachable", message: "the server ended before its answer" });
      return last;
    } catch (error) {
      if (signal?.aborted) throw cancelled();
      if (late) throw timedOut();
      if (error instanceof EngineError) throw error;
      throw new EngineError({ code: "unreachable", message: "the server cannot be reached" });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
    }
  }
  const alive = async () => {
    try {
      const address = new URL("api/v1/engine.json", base);
      const response = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(ALIVE_TIME) });
      if (!response.ok) return "away";
      return (await response.json()).engine === info.engine ? "here" : "outdated";
    } catch {
      return "away";
    }
  };
  return { kind: "server", info, request, network: () => Promise.resolve(null), alive, close: () => {} };
}

/**
 * The lines of a stream as they arrive.
 * @param {ReadableStream<Uint8Array>} stream
 */
async function* lines(stream) {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const parts = rest.split("\n");
    rest = parts.pop() ?? "";
    yield* parts.filter((part) => part !== "");
    if (done) break;
  }
  if (rest !== "") yield rest;
}

/**
 * @typedef {{ id: number, method: string, params: object, time: number, listeners: Listeners, resolve: (answer: Answer) => void, reject: (error: EngineError) => void, stop: () => void }} Call
 */

/** A worker with the requests that wait for it. It answers one after another. */
class Lane {
  /** @type {Worker | undefined} */ #worker;
  /** @type {Call[]} */ #calls = [];
  /** @type {() => Promise<WebAssembly.Module>} */ #module;
  /** @type {string | URL} */ #base;
  /** Ends a start or a request that takes too long. */
  #late = 0;
  #ready = false;
  /** Whether the worker has its module. */
  #begun = false;
  /** @type {ArrayBuffer | undefined} */ #network;
  /** Listener for the result of checking the network. @type {((message: Message) => void) | undefined} */ #tried;

  /** @type {{ method: string, params: object }} */ #first;
  /** The version of the page's engine. */
  #engine;

  /**
   * @param {() => Promise<WebAssembly.Module>} module
   * @param {{ method: string, params: object }} first asked of the engine before it is ready
   * @param {string | URL} base
   * @param {string} engine
   */
  constructor(module, first, base, engine) {
    this.#module = module;
    this.#first = first;
    this.#base = base;
    this.#engine = engine;
    this.#start();
  }

  #start() {
    const worker = new Worker(new URL("worker.js", this.#base), { type: "module" });
    this.#worker = worker;
    this.#ready = false;
    this.#begun = false;
    this.#within(LOADING_TIME, worker);
    worker.addEventListener("message", ({ data }) => this.#heard(worker, data));
    // A trap of the engine, or a missing file: the current request is rejected, and the next one gets a new worker.
    const broken = () => this.#broken(worker, new EngineError({ code: "internal", message: "the engine stopped" }));
    const missing = () => this.#broken(worker, new EngineError({ code: "unreachable", message: "the engine cannot be loaded" }));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      broken();
    });
    worker.addEventListener("messageerror", broken);
    this.#module().then((module) => {
      if (worker !== this.#worker) return;
      this.#begun = true;
      worker.postMessage({ module, first: this.#first, network: this.#network });
    }, missing);
  }

  /** After this time the request is rejected, and the worker is terminated. @param {number} time @param {Worker} worker */
  #within(time, worker) {
    clearTimeout(this.#late);
    this.#late = setTimeout(() => this.#broken(worker, timedOut()), time);
  }

  /** Gives the engine the network; the worker that comes after this one gets it, too. @param {ArrayBuffer} network @returns {Promise<Message>} what the engine says of it */
  give(network) {
    this.#network = network;
    if (!this.#worker) this.#start();
    else if (this.#begun) this.#worker.postMessage({ network });
    return new Promise((tried) => {
      this.#tried = tried;
    });
  }

  /** @param {Worker} worker @param {Message & { id?: number, ready?: boolean, engine?: string, failed?: string, network?: Message }} message */
  #heard(worker, message) {
    if (worker !== this.#worker) return;
    const call = this.#calls[0];
    if (message.failed !== undefined || (message.ready && (message.engine ?? this.#engine) !== this.#engine)) {
      this.#broken(worker, outdated());
    } else if (message.network) {
      if (message.network.error) this.#network = undefined;
      this.#tried?.(message.network);
    } else if (message.ready) {
      this.#ready = true;
      clearTimeout(this.#late);
      if (call) this.#ask(call);
    } else if (call && message.id === call.id && hear(message, call.listeners, call.resolve, call.reject)) {
      this.#next();
    }
  }

  /** @param {Worker} worker @param {EngineError} why */
  #broken(worker, why) {
    if (worker !== this.#worker) return;
    // One of another version fails all; else the next request gets another worker.
    const failed = this.#calls.splice(0, why.code === "outdated" ? this.#calls.length : 1);
    for (const call of failed) {
      call.stop();
      call.reject(why);
    }
    this.#restart();
  }

  #next() {
    clearTimeout(this.#late);
    this.#calls.shift()?.stop();
    if (this.#calls[0]) this.#ask(this.#calls[0]);
  }

  /** @param {Call} call */
  #ask({ id, method, params, time }) {
    if (this.#worker === undefined) return;
    this.#within(time, this.#worker);
    this.#worker.postMessage({ id, method, params });
  }

  #restart() {
    clearTimeout(this.#late);
    this.#worker?.terminate();
    this.#worker = undefined;
    // A worker that fails at once must not be restarted forever: it is started on the next request.
    if (this.#calls.length > 0) this.#start();
  }

  /** @param {Call} call */
  add(call) {
    this.#calls.push(call);
    if (!this.#worker) this.#start();
    else if (this.#ready && this.#calls.length === 1) this.#ask(call);
  }

  /** Ends a request, which may be computing or waiting. @param {number} id */
  cancel(id) {
    const place = this.#calls.findIndex((call) => call.id === id);
    if (place < 0) return;
    const [call] = this.#calls.splice(place, 1);
    call.stop();
    call.reject(cancelled());
    // A waiting request is removed from the queue; a running one cannot receive messages, so its worker is terminated.
    if (place === 0) {
      this.#worker?.terminate();
      this.#start();
    }
  }

  close() {
    clearTimeout(this.#late);
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const call of this.#calls.splice(0)) {
      call.stop();
      call.reject(cancelled());
    }
  }
}

/**
 * A file of WebAssembly, loaded on demand. If it failed to load, the next request loads it again.
 * @param {string} name @param {string | URL} base
 */
function file(name, base) {
  /** @type {Promise<WebAssembly.Module> | undefined} */
  let loading;
  return () => {
    loading ??= WebAssembly.compileStreaming(fetch(new URL(name, base))).catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** The engines of the site: the file of each, and a request that makes it build its tables before an answer is needed. */
const GAMES = {
  okiya: { name: "okiya.wasm", first: { method: "okiya.position", params: { position: "05afb4c127d83e96" } } },
  hanamikoji: { name: "hanamikoji.wasm", first: { method: "hana.deal", params: { seed: 0 } } },
};

/**
 * Three workers, each started when it is needed: one for Okiya, and two for Hanamikoji, of which one is for what takes long, so that a search blocks no
 * question.
 * @param {Info} info
 * @param {string | URL} base
 * @param {"okiya" | "hanamikoji"} first the game whose worker is started at once
 * @returns {Engine}
 */
function workers(info, base, first) {
  const modules = { okiya: file(GAMES.okiya.name, base), hanamikoji: file(GAMES.hanamikoji.name, base) };
  /** @type {Partial<Record<"okiya" | "quick" | "long", Lane>>} */
  const lanes = {};
  /** @type {ArrayBuffer | undefined} */
  let kept;
  /** @param {"okiya" | "quick" | "long"} name */
  function lane(name) {
    const known = lanes[name];
    if (known) return known;
    const game = name === "okiya" ? "okiya" : "hanamikoji";
    const started = new Lane(modules[game], GAMES[game].first, base, info.engine);
    if (kept && game === "hanamikoji") void started.give(kept);
    lanes[name] = started;
    return started;
  }
  lane(first === "okiya" ? "okiya" : "quick");
  let last = 0;
  /** @type {Engine["network"]} */
  async function network() {
    const response = await fetch(new URL(NETWORK, base), { signal: AbortSignal.timeout(NETWORK_TIME) });
    if (!response.ok) throw new EngineError({ code: "unreachable", message: `${NETWORK}: ${response.status}` });
    const fetched = await response.arrayBuffer();
    const { error } = await lane("quick").give(fetched);
    if (error) throw new EngineError(error);
    kept = fetched;
    // Advice usually comes next: its worker is then ready.
    if (lanes.long) void lanes.long.give(kept);
    else lane("long");
    return kept;
  }
  /** @type {Engine["request"]} */
  function request(method, params, listeners = {}) {
    const { signal } = listeners;
    if (signal?.aborted) return Promise.reject(cancelled());
    const isLong = info.long.includes(method);
    const by = lane(method.startsWith("okiya.") ? "okiya" : isLong ? "long" : "quick");
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      const cancel = () => by.cancel(id);
      signal?.addEventListener("abort", cancel, { once: true });
      const stop = () => signal?.removeEventListener("abort", cancel);
      const time = timeOf(method, isLong);
      by.add({ id, method, params, time, listeners, resolve, reject, stop });
    });
  }
  const close = () => {
    for (const lane of Object.values(lanes)) lane.close();
  };
  return { kind: "worker", info, request, network, alive: () => Promise.resolve("here"), close };
}
