// The engine of a static site, in Node: its answers equal the program's output on random positions; also its latencies.
//
// BOARD_SITE is the folder of the site, HANAMACHI the program (else target/debug/hanamachi). BOARD_LATENCIES names a file for the
// measurements; without it nothing is measured.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { NETWORK } from "../page/transport.js";
import { instantiate } from "../page/wasm.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const site = process.env.BOARD_SITE;
const skip = site === undefined && "BOARD_SITE names no folder";
const program = process.env.HANAMACHI ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug", "hanamachi");

/** @typedef {{ progress?: any, partial?: any, result?: any, command?: string | null, error?: any, after: number }} Message */

/** Milliseconds of processor time: other work on the machine does not count. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The file of the network as the page fetches it. */
function networkFile() {
  return new Uint8Array(readFileSync(join(/** @type {string} */ (site), NETWORK)));
}

/** A module of the site. @param {"okiya" | "hanamikoji"} game */
async function siteInstance(game) {
  const bytes = readFileSync(join(/** @type {string} */ (site), `${game}.wasm`));
  return instantiate(await WebAssembly.compile(bytes));
}

/**
 * Asks the modules of the site, of which that of Hanamikoji has the network; all messages, each with the milliseconds of processor time after which it
 * came.
 */
async function siteEngine() {
  const [okiya, hanamikoji] = await Promise.all([siteInstance("okiya"), siteInstance("hanamikoji")]);
  hanamikoji.network(networkFile().buffer);
  /** @param {string} method @param {object} params */
  return (method, params) => {
    /** @type {Message[]} */
    const messages = [];
    const begun = processorTime();
    const { request } = method.startsWith("okiya.") ? okiya : hanamikoji;
    request(JSON.stringify({ method, params }), (message) => {
      messages.push({ ...JSON.parse(message), after: processorTime() - begun });
    });
    return messages;
  };
}

/** Without what differs between runs, and the memory of a solution, in which pointers count. @param {any} object */
function settled(object) {
  const { elapsed_ms: _time, nodes: _nodes, ...rest } = object;
  if (!rest.subgame) return rest;
  const { memory_bytes: _bytes, ...subgame } = rest.subgame;
  return { ...rest, subgame };
}

/** Output of a command. @param {string} command */
function printed(command) {
  const line = command.replace(/^hanamachi/, `'${program}'`);
  return settled(JSON.parse(execFileSync("sh", ["-c", line], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })));
}

test("each game has its own engine, which has only its own methods", { skip }, async () => {
  for (const [game, own, other] of /** @type {const} */ ([
    ["okiya", "okiya.", "hana.setup"],
    ["hanamikoji", "hana.", "okiya.random"],
  ])) {
    const { request } = await siteInstance(game);
    /** @param {string} method */
    const last = (method) => {
      let last = "";
      request(JSON.stringify({ method, params: {} }), (message) => {
        last = message;
      });
      return JSON.parse(last);
    };
    const { methods } = last("engine.info").result;
    assert.ok(methods.some((/** @type {string} */ name) => name.startsWith(own)));
    assert.ok(!methods.includes(other));
    assert.equal(last(other).error.code, "unknown_method");
  }
});

test("the site's engine and the program give the same answers", { skip }, async () => {
  const ask = await siteEngine();
  /** @param {string} method @param {object} params */
  const answer = (method, params) => {
    const last = /** @type {Message} */ (ask(method, params).at(-1));
    assert.equal(last.error, undefined, `${method} ${JSON.stringify(params)}: ${last.error?.message}`);
    return { result: last.result, command: last.command ?? "" };
  };
  const info = JSON.parse(readFileSync(join(/** @type {string} */ (site), "api", "v1", "engine.json"), "utf8"));
  // The page's information about its engines agrees with both engines' own.
  /** @type {any[]} */
  const own = [];
  for (const game of /** @type {const} */ (["okiya", "hanamikoji"])) {
    const { request } = await siteInstance(game);
    request('{"method":"engine.info","params":{}}', (message) => own.push(JSON.parse(message).result));
  }
  const [okiya, hanamikoji] = own;
  const methods = [...okiya.methods, ...hanamikoji.methods.slice(1)];
  assert.deepEqual({ ...hanamikoji, methods, transport: "worker" }, info);
  for (let index = 0; index < 12; index += 1) {
    const { garden } = answer("okiya.random", { seed: 21, index }).result;
    let text = garden;
    for (let ply = 0; ply < index; ply += 1) {
      if (answer("okiya.parse", { text }).result.position.over) break;
      text = answer("okiya.reply", { position: text, level: "weak", seed: 8 }).result.text;
    }
    for (const full of ["draw", "last"]) {
      const { result, command } = answer("okiya.position", { position: text, full });
      if (result.solution !== null) assert.deepEqual(settled(result.solution), printed(command), command);
    }
    const named = answer("okiya.class", { garden });
    assert.deepEqual(named.result, printed(named.command));
    const dealt = answer("hana.deal", { seed: index });
    assert.deepEqual(dealt.result.deal, printed(dealt.command));
    let round = dealt.result.text;
    for (let made = 0; made < index; made += 1) {
      round = answer("hana.reply", { round, player: "greedy", seed: 2 }).result.round.text;
    }
    const moment = answer("hana.legal", { round });
    assert.deepEqual(moment.result.position, printed(moment.command));
    if (moment.result.complete) continue;
    const set = moment.result.information_set;
    for (const opponent of ["uniform", "learned", "equilibrium"]) {
      const beliefs = answer("hana.beliefs", { round: set, opponent });
      assert.deepEqual(beliefs.result, printed(beliefs.command), beliefs.command);
    }
    for (const method of ["auto", "equilibrium", "ismcts"]) {
      const advice = answer("hana.advice", { round: set, seed: 3, method, iterations: 3000 });
      const { evaluation } = advice.result;
      const overHands = evaluation.subgame?.live < 1 ? "live" : "exact";
      const solved = advice.result.stage === "solved" ? overHands : "equilibrium";
      assert.equal(evaluation.method, method === "auto" ? solved : method);
      assert.deepEqual(settled(evaluation), printed(advice.command), advice.command);
    }
  }
  // A small end that is solved, and a review.
  const end = answer("hana.advice", { round: "....... 2 ABDF 4CEFG-FG,4DGFF-DG,2XX,1G,1X", seed: 3, time_ms: 30_000 });
  assert.equal(end.result.stage, "solved");
  assert.deepEqual(settled(end.result.evaluation), printed(end.command), end.command);
  const played = "....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD-A,3ADE-D,2CF,2BF,4EEFG-EE,1C";
  const review = answer("hana.review", { rounds: [played], seed: 3, iterations: 200 });
  assert.equal(review.result.reviews[0].kind, "computed");
  assert.deepEqual(settled(review.result.reviews[0]), printed(review.command), review.command);
});

test("the site's engine accepts only its network, and searches without it", { skip }, async () => {
  const { request, network } = await siteInstance("hanamikoji");
  /** @param {string} method @param {object} params */
  const ask = (method, params) => {
    let last = "";
    request(JSON.stringify({ method, params }), (message) => {
      last = message;
    });
    return JSON.parse(last);
  };
  const params = { round: "....... 1 ABCDEFG -", seed: 1, iterations: 200 };
  const file = networkFile();
  const damaged = file.slice();
  damaged[file.length >> 1] ^= 1;
  for (const wrong of [new Uint8Array(), new TextEncoder().encode("<!doctype html>"), file.slice(0, -1), damaged]) {
    const { error } = JSON.parse(network(wrong.buffer));
    assert.equal(error?.code, "invalid_network");
    assert.match(error.message, /\w/);
  }
  const without = ask("hana.advice", params).result;
  assert.deepEqual([without.evaluation.method, without.lacks_network], ["ismcts", true]);
  assert.equal(ask("hana.advice", { ...params, method: "equilibrium" }).error.code, "unsuited");
  const names = () => ask("hana.players", {}).result.players.map((/** @type {any} */ { name }) => name);
  assert.ok(!names().includes("policy"));

  assert.equal(JSON.parse(network(file.buffer)).result.method, "equilibrium");
  const found = ask("hana.advice", params).result;
  assert.deepEqual([found.evaluation.method, found.lacks_network], ["equilibrium", false]);
  assert.ok(names().includes("policy"));
});

test("latencies", { skip: skip || (process.env.BOARD_LATENCIES === undefined && "BOARD_LATENCIES names no file") }, async () => {
  const ask = await siteEngine();
  /** @param {string} method @param {object} params */
  const time = (method, params) => {
    const messages = ask(method, params);
    return { first: messages.find((m) => m.partial)?.after ?? null, last: /** @type {Message} */ (messages.at(-1)).after };
  };
  const cold = time("okiya.position", { position: "05afb4c127d83e96" }).last;
  /** @param {number[]} times */
  const summary = (times) => {
    const sorted = times.toSorted((a, b) => a - b);
    /** @param {number} share */
    const at = (share) => Number((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(2));
    return { n: sorted.length, median_ms: at(0.5), p95_ms: at(0.95), most_ms: at(1) };
  };
  const gardens = Array.from({ length: 200 }, (_, index) => ask("okiya.random", { seed: 31, index }).at(-1)?.result.garden);
  const starts = gardens.map((position) => time("okiya.position", { position }).last);
  const later = gardens.map((garden, index) => {
    const { text } = /** @type {Message} */ (ask("okiya.reply", { position: garden, level: "weak", seed: index }).at(-1)).result;
    return time("okiya.position", { position: text }).last;
  });
  const hands = Array.from({ length: 30 }, (_, index) => ask("hana.deal", { seed: index }).at(-1)?.result.information_set);
  const advice = hands.map((round) => time("hana.advice", { round, seed: 1, iterations: 20_000 }));
  const ends = ["....... 2 ABDF 4CEFG-FG,4DGFF-DG,2XX,1G,1X"].map((round) => time("hana.advice", { round, seed: 1 }).last);
  const spots = Array.from({ length: 10 }, (_, index) => time("hana.puzzle", { exercise: "spot", seed: 5, index }).last);
  const openings = Array.from(
    { length: 20 },
    (_, index) => time("okiya.puzzle", { exercise: "winning_opening", seed: 5, index }).last,
  );
  const [okiya, hanamikoji] = ["okiya", "hanamikoji"].map((game) =>
    readFileSync(join(/** @type {string} */ (site), `${game}.wasm`)),
  );
  const measured = {
    what: "processor time of the engine as WebAssembly in Node, one thread and the compiler's",
    node: process.version,
    processor: cpus()[0]?.model ?? "unknown",
    date: new Date().toISOString().slice(0, 10),
    okiya_wasm_bytes: okiya.length,
    okiya_wasm_gzip_bytes: gzipSync(okiya, { level: 9 }).length,
    hanamikoji_wasm_bytes: hanamikoji.length,
    hanamikoji_wasm_gzip_bytes: gzipSync(hanamikoji, { level: 9 }).length,
    okiya_position_first_call_ms: Number(cold.toFixed(1)),
    okiya_position_before_the_first_move: summary(starts),
    okiya_position_after_one_move: summary(later),
    hanamikoji_network_bytes: networkFile().length,
    hana_advice_first_answer: summary(advice.map(({ first }) => first ?? Number.NaN)),
    hana_advice_20000_iterations: summary(advice.map(({ last }) => last)),
    hana_advice_solved_end: summary(ends),
    hana_puzzle_spot: summary(spots),
    okiya_puzzle_winning_opening: summary(openings),
  };
  writeFileSync(/** @type {string} */ (process.env.BOARD_LATENCIES), `${JSON.stringify(measured, null, 2)}\n`);
});
