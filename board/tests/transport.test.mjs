// The connection to the engine when things go wrong, with a fake engine: workers that are silent or crash, files that do not arrive, a server
// that disappears. Time is simulated.

import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { connect } from "../page/transport.js";

/** The smallest module that there is. */
const EMPTY = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const BASE = "http://board.test/";
const METHODS = ["okiya.position", "hana.advice"];

/** @param {"server" | "worker"} transport */
const info = (transport) => ({
  schema: "board.engine/1",
  engine: "none",
  contract: 1,
  transport,
  threads: 1,
  methods: METHODS,
  long: ["hana.advice"],
});

/** Behaviour of each worker, in the order of their starts. @type {("answers" | "is silent" | "breaks" | "never starts" | "is of another version" | "does not fit")[]} */
let behaviours = [];
/** @type {string[]} */
let log = [];

class FakeWorker extends EventTarget {
  /** @type {(typeof behaviours)[number]} */
  #behaviour = behaviours.shift() ?? "answers";
  #ended = false;
  constructor() {
    super();
    log.push(`started: ${this.#behaviour}`);
  }
  terminate() {
    this.#ended = true;
    log.push("ended");
  }
  /** @param {any} data */
  #say(data) {
    queueMicrotask(() => {
      if (!this.#ended) this.dispatchEvent(Object.assign(new Event("message"), { data }));
    });
  }
  /** @param {any} message */
  postMessage(message) {
    if (message.module) {
      const engine = this.#behaviour === "is of another version" ? "another" : "none";
      if (this.#behaviour === "does not fit") this.#say({ failed: "the engine is of another version than the page" });
      else if (this.#behaviour !== "never starts") this.#say({ ready: true, engine });
    } else if (message.id !== undefined) {
      if (this.#behaviour === "answers") this.#say({ id: message.id, result: { method: message.method }, command: null });
      if (this.#behaviour === "breaks") queueMicrotask(() => this.dispatchEvent(new Event("error", { cancelable: true })));
    }
  }
}

/** The files that were fetched, by name. @type {string[]} */
let fetched = [];

/** Responses to fetches, by the end of the address. @param {Record<string, () => Response | Promise<Response>>} files */
function serve(files) {
  mock.method(globalThis, "fetch", async (/** @type {URL} */ address, /** @type {RequestInit | undefined} */ options) => {
    fetched.push(String(address).split("/").at(-1) ?? "");
    const found = Object.entries(files).find(([end]) => String(address).endsWith(end));
    if (found === undefined) throw new TypeError(`nothing at ${address}`);
    const signal = options?.signal;
    return Promise.race([
      found[1](),
      new Promise((_, abandon) => signal?.addEventListener("abort", () => abandon(signal.reason), { once: true })),
    ]);
  });
}

const json = (/** @type {unknown} */ value) => new Response(JSON.stringify(value));
const module = () => new Response(EMPTY, { headers: { "Content-Type": "application/wasm" } });
const never = () => new Promise(() => {});
/** Lets everything that is due happen, without time passing. */
const settled = () => new Promise((done) => setImmediate(() => setImmediate(done)));

/** @param {(typeof behaviours)} workers @param {() => Response | Promise<Response>} wasm @param {"okiya" | "hanamikoji"} first */
async function withWorkers(workers, wasm = module, first = "okiya") {
  mock.timers.enable({ apis: ["setTimeout"] });
  behaviours = workers;
  log = [];
  fetched = [];
  Object.assign(globalThis, { Worker: FakeWorker });
  serve({ "engine.json": () => json(info("worker")), "hanamikoji.wasm": wasm, "okiya.wasm": wasm });
  return connect({ base: BASE, first });
}

/** Why a request is refused. @param {Promise<unknown>} asked */
const refusal = (asked) =>
  asked.then(
    () => assert.fail("answered"),
    (error) => error.code,
  );

afterEach(() => {
  mock.restoreAll();
  mock.timers.reset();
});

test("a worker answers one request after another", async () => {
  const engine = await withWorkers(["answers"]);
  const both = await Promise.all([engine.request("okiya.position", {}), engine.request("okiya.position", {})]);
  assert.deepEqual(
    both.map(({ result }) => result.method),
    ["okiya.position", "okiya.position"],
  );
  engine.close();
  assert.deepEqual(log, ["started: answers", "ended"]);
});

test("Okiya loads only its own engine, and that of Hanamikoji is loaded once", async () => {
  const engine = await withWorkers([]);
  await engine.request("okiya.position", {});
  assert.deepEqual(fetched, ["engine.json", "okiya.wasm"]);
  await engine.request("hana.legal", {});
  await engine.request("hana.advice", {});
  await engine.request("import.text", {});
  assert.deepEqual(fetched, ["engine.json", "okiya.wasm", "hanamikoji.wasm"]);
  engine.close();
  assert.equal(log.filter((line) => line === "ended").length, 3);
});

test("Hanamikoji does not load the engine of Okiya", async () => {
  const engine = await withWorkers([], module, "hanamikoji");
  await engine.request("hana.legal", {});
  assert.deepEqual(fetched, ["engine.json", "hanamikoji.wasm"]);
  engine.close();
});

test("a silent worker is terminated after its time limit, and the next request gets a new one", async () => {
  const engine = await withWorkers(["is silent", "answers"]);
  const asked = refusal(engine.request("okiya.position", {}));
  await settled();
  mock.timers.tick(9_000);
  await settled();
  assert.deepEqual(log, ["started: is silent"]);
  mock.timers.tick(2_000);
  assert.equal(await asked, "timeout");
  const { result } = await engine.request("okiya.position", {});
  assert.equal(result.method, "okiya.position");
  assert.deepEqual(log, ["started: is silent", "ended", "started: answers"]);
  engine.close();
});

test("requests queued behind a silent one are answered by the next worker", async () => {
  const engine = await withWorkers(["is silent", "answers"]);
  const first = refusal(engine.request("okiya.position", {}));
  const second = engine.request("okiya.position", {});
  await settled();
  mock.timers.tick(11_000);
  assert.equal(await first, "timeout");
  assert.equal((await second).result.method, "okiya.position");
  engine.close();
});

test("a search has a longer limit than other requests, and an answer in time stops its clock", async () => {
  const engine = await withWorkers(["answers", "is silent"]);
  await engine.request("okiya.position", {});
  const asked = refusal(engine.request("hana.advice", {}));
  await settled();
  mock.timers.tick(40_000);
  await settled();
  assert.ok(!log.includes("ended"));
  mock.timers.tick(6_000);
  assert.equal(await asked, "timeout");
  engine.close();
});

test("a worker that crashes fails its request, but not the next one", async () => {
  const engine = await withWorkers(["breaks", "answers"]);
  assert.equal(await refusal(engine.request("okiya.position", {})), "internal");
  assert.equal((await engine.request("okiya.position", {})).result.method, "okiya.position");
  engine.close();
});

test("an engine that failed to load is loaded by the next request", async () => {
  let there = false;
  const engine = await withWorkers(["answers", "answers"], () => (there ? module() : Promise.reject(new TypeError("offline"))));
  assert.equal(await refusal(engine.request("okiya.position", {})), "unreachable");
  there = true;
  assert.equal((await engine.request("okiya.position", {})).result.method, "okiya.position");
  engine.close();
});

test("a worker that never starts is terminated, too", async () => {
  const engine = await withWorkers(["answers"]);
  behaviours = ["never starts", "answers"];
  const asked = refusal(engine.request("hana.advice", {}));
  await settled();
  mock.timers.tick(61_000);
  assert.equal(await asked, "timeout");
  assert.equal((await engine.request("hana.advice", {})).result.method, "hana.advice");
  engine.close();
});

test("a worker of another version than the page is reported at once, to every request that waits for it", async () => {
  for (const behaviour of /** @type {const} */ (["is of another version", "does not fit"])) {
    const engine = await withWorkers([behaviour, "answers"]);
    const asked = [1, 2].map(() => refusal(engine.request("okiya.position", {})));
    assert.deepEqual(await Promise.all(asked), ["outdated", "outdated"]);
    assert.deepEqual(log, [`started: ${behaviour}`, "ended"]);
    assert.equal((await engine.request("okiya.position", {})).result.method, "okiya.position");
    engine.close();
    mock.timers.reset();
    mock.restoreAll();
  }
});

test("a server that is silent, breaks off, or is gone", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const lines = (/** @type {string[]} */ texts) => new Response(texts.map((text) => `${text}\n`).join(""));
  /** @type {() => Response | Promise<Response>} */
  let answer = () => lines(['{"progress":{"done":1,"total":2,"unit":"x"}}', '{"result":{"a":1},"command":null}']);
  let alive = () => json(info("server"));
  serve({ "engine.json": () => alive(), "okiya.position": () => answer() });
  const engine = await connect({ base: BASE });
  assert.deepEqual((await engine.request("okiya.position", {})).result, { a: 1 });
  assert.equal(await engine.alive(), "here");
  alive = () => json({ ...info("server"), engine: "another" });
  assert.equal(await engine.alive(), "outdated", "the server was started again in another version");

  answer = () => lines(['{"progress":{"done":1,"total":2,"unit":"x"}}']);
  assert.equal(await refusal(engine.request("okiya.position", {})), "unreachable");
  answer = () => Promise.reject(new TypeError("refused"));
  assert.equal(await refusal(engine.request("okiya.position", {})), "unreachable");
  answer = () => lines(['{"error":{"code":"invalid_garden","message":"no","field":null,"column":null}}']);
  assert.equal(await refusal(engine.request("okiya.position", {})), "invalid_garden");
  alive = () => {
    throw new TypeError("refused");
  };
  assert.equal(await engine.alive(), "away");

  answer = /** @type {any} */ (never);
  const asked = refusal(engine.request("okiya.position", {}));
  await settled();
  mock.timers.tick(10_001);
  assert.equal(await asked, "timeout");
  const stopped = new AbortController();
  const abandoned = refusal(engine.request("okiya.position", {}, { signal: stopped.signal }));
  await settled();
  stopped.abort();
  assert.equal(await abandoned, "cancelled");
});
