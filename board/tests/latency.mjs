// Measures latencies in Chromium: the values of Okiya positions, the first advice and its end in Hanamikoji, a stopped search, the first
// load, and the size of the page. Prints one JSON object, as in `results/board/`.
//
//     BOARD_SITE=target/site node board/tests/latency.mjs      the static site, WebAssembly
//     node board/tests/latency.mjs                             the server, native
//
// A worker is not slowed down by Chromium's throttling of processors. For the figures of a slower device the engine therefore runs in the
// page's own thread, which is.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { GARDEN, openPage, startBoard, startBrowser } from "./support.mjs";

/** Factor by which the assumed phone is slower than this machine. */
const THROTTLE = 4;
const GAMES = 40;

/** @param {number[]} times @param {number} share */
const quantile = (times, share) =>
  Math.round(10 * [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))]) / 10;
/** @param {number[]} times */
const summary = (times) => ({
  n: times.length,
  p50_ms: quantile(times, 0.5),
  p95_ms: quantile(times, 0.95),
  largest_ms: quantile(times, 1),
});

const board = await startBoard();
const browser = await startBrowser();
const site = process.env.BOARD_SITE;

/** Time from a tap on a tile until its token, and until the next values, are painted. @param {number} rate */
async function taps(rate) {
  const window = await openPage(browser, `${board.url}#o/${GARDEN}`);
  const session = await window.context.newCDPSession(window.page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  const seen = await window.page.evaluate(async (games) => {
    /** @type {() => Promise<void>} */
    const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
    const channel = new MessageChannel();
    let received = () => {};
    channel.port1.onmessage = () => received();
    /** Called in a frame, it ends when the frame has been laid out and painted. @type {() => Promise<void>} */
    const painted = () =>
      new Promise((done) => {
        received = done;
        channel.port2.postMessage(0);
      });
    /** @type {() => HTMLElement[]} */
    const legal = () =>
      [...document.querySelectorAll("#board .cell:not([aria-disabled])")].map((cell) => /** @type {HTMLElement} */ (cell));
    // The sentence of the position before is "Red wins: take …", that of a game that is over "Red wins: row of four, …".
    // The tile is marked as taken with the rest of the position, and not with its token alone, which comes first.
    const known = (/** @type {string | undefined} */ name) =>
      document.querySelector(`#board [data-cell="${name}"].taken`) !== null &&
      (document.querySelector("#board .value") !== null ||
        /wins: (row|column|diagonal|square|block|full)|A draw: /.test(document.querySelector("#say")?.textContent ?? ""));
    const feedback = [];
    const values = [];
    let state = 7;
    for (let game = 0; game < games; game += 1) {
      location.hash = "#o";
      while (document.querySelector("#setup-board") === null) await frame();
      const digits = [..."0123456789abcdef"];
      for (let at = 15; at > 0; at -= 1) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        const other = state % (at + 1);
        [digits[at], digits[other]] = [digits[other], digits[at]];
      }
      location.hash = `#o/${digits.join("")}`;
      // Until the new garden has been read, the one before is shown, in which nothing can be played.
      while (document.querySelector("#board .value") === null || legal().length === 0) await frame();
      for (let move = 0; move < 5; move += 1) {
        const cells = legal();
        if (cells.length === 0) break;
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        const cell = cells[(state >>> 8) % cells.length];
        const name = cell.dataset.cell;
        // What the tap before left to be drawn is not part of this one.
        for (let quiet = 0; quiet < 2; quiet += 1) {
          await frame();
          await painted();
        }
        const started = performance.now();
        cell.click();
        let [fed, told] = [0, 0];
        while (told === 0) {
          await frame();
          const isFed = document.querySelector(`#board [data-cell="${name}"] .token`) !== null;
          const isTold = known(name);
          await painted();
          const now = performance.now() - started;
          if (isFed && fed === 0) fed = now;
          if (isTold) told = now;
        }
        feedback.push(fed);
        values.push(told);
      }
    }
    return { feedback, values };
  }, GAMES);
  await window.close();
  return { tap_feedback: summary(seen.feedback), values_after_a_tap: summary(seen.values) };
}

/** The engine alone, in the page's own thread. @param {number} rate */
async function engineAlone(rate) {
  const window = await openPage(browser, board.url);
  const session = await window.context.newCDPSession(window.page);
  const times = await (async () => {
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    return window.page.evaluate(async (games) => {
      const { instantiate } = await import(new URL("wasm.js", document.baseURI).href);
      const [okiya, hanamikoji] = await Promise.all(
        ["okiya.wasm", "hanamikoji.wasm"].map(async (name) => instantiate(await WebAssembly.compileStreaming(fetch(name)))),
      );
      hanamikoji.network(await (await fetch("hanamikoji.network")).arrayBuffer());
      const ask = (/** @type {string} */ method, /** @type {object} */ params) => {
        /** @type {{ at: number, message: any }[]} */
        const heard = [];
        const started = performance.now();
        const { request } = method.startsWith("okiya.") ? okiya : hanamikoji;
        request(JSON.stringify({ method, params }), (/** @type {string} */ text) =>
          heard.push({ at: performance.now() - started, message: JSON.parse(text) }),
        );
        return heard;
      };
      /** @type {number[]} */
      const openings = [];
      /** @type {number[]} */
      const later = [];
      for (let game = 0; game < games; game += 1) {
        let text = ask("okiya.random", { seed: 1000 + game }).at(-1)?.message.result.garden;
        for (let move = 0; move < 6; move += 1) {
          const answer = ask("okiya.position", { position: text }).at(-1);
          (move === 0 ? openings : later).push(answer?.at ?? 0);
          const view = answer?.message.result;
          if (view.position.over) break;
          const legal = view.position.moves;
          text += `${move === 0 ? " moves" : ""} ${legal[(game + move) % legal.length].move}`;
        }
      }
      /** @type {number[]} */
      const first = [];
      for (let hand = 0; hand < 12; hand += 1) {
        const round = ask("hana.deal", { seed: 50 + hand, seat: 1 }).at(-1)?.message.result;
        const heard = ask("hana.advice", { round: round.information_set ?? round.text, seed: 1, time_ms: 600 });
        first.push(heard.find(({ message }) => message.partial !== undefined || message.result !== undefined)?.at ?? 0);
      }
      return { openings, later, first };
    }, GAMES);
  })();
  await window.close();
  return {
    okiya_first_position: summary(times.openings),
    okiya_later_positions: summary(times.later),
    first_advice: summary(times.first),
  };
}

/** Visible times of advice: the first number, the end of the search, and the disappearance of a stopped search. */
async function advice() {
  const window = await openPage(browser, `${board.url}#h`);
  const first = [];
  const done = [];
  const stopped = [];
  for (const hand of ["ABCDEFG", "AABDFGG", "BCDEFFG", "ACEEFGG"]) {
    await window.go("#h");
    await window.page.waitForSelector(".keyboard");
    for (const card of hand.slice(0, -1)) await window.page.tap(`.keyboard [data-card=${card}]`);
    // From the tap as the page receives it, because the browser's driver takes a while to make one, to the picture.
    const shown = window.page.evaluate(
      () =>
        new Promise((resolve) => {
          let from = 0;
          addEventListener("click", ({ timeStamp }) => (from = timeStamp), { once: true, capture: true });
          const changes = new MutationObserver(() => {
            if (document.querySelector("#advice-panel .rows") === null) return;
            changes.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
          });
          changes.observe(document.body, { childList: true, subtree: true });
        }),
    );
    const started = performance.now();
    await window.page.tap(`.keyboard [data-card=${hand.at(-1)}]`);
    first.push(await shown);
    await window.page.waitForSelector("#advice-panel[data-stage=done]", { timeout: 30_000 });
    done.push(performance.now() - started);
    await window.go("#h/+..-..._2_ABDFG_2XX,3EEG-E,1X");
    await window.page.waitForSelector("#stop, #advice-panel[data-stage=done]");
    if (await window.page.locator("#stop").isVisible()) {
      stopped.push(
        // In the page, because a tap by the browser's driver takes longer than the measured action.
        await window.page.evaluate(
          () =>
            new Promise((resolve) => {
              const from = performance.now();
              const changes = new MutationObserver(() => {
                if (!document.querySelector("#advice-panel[data-stage=done]")) return;
                changes.disconnect();
                requestAnimationFrame(() => resolve(performance.now() - from));
              });
              changes.observe(document.body, { attributes: true, childList: true, subtree: true });
              /** @type {HTMLElement | null} */ (document.querySelector("#stop"))?.click();
            }),
        ),
      );
    }
  }
  await window.close();
  return {
    first_advice_after_the_last_card: summary(first),
    search_ended: summary(done),
    ...(stopped.length > 0 && { stopped: summary(stopped) }),
  };
}

/** A phone's network: some 9 Mbit/s and 60 ms to the host and back. */
const NETWORK = { offline: false, latency: 60, downloadThroughput: (9_000_000 / 8) | 0, uploadThroughput: (3_000_000 / 8) | 0 };

/** The first load in a fresh browser: until the home screen is there, and until a garden has its values. @param {boolean} slow over a phone's network, on its processor */
async function load(slow) {
  const shown = [];
  const answered = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: "block" });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    if (slow) {
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", NETWORK);
      await session.send("Emulation.setCPUThrottlingRate", { rate: THROTTLE });
    }
    const started = performance.now();
    await page.goto(`${board.url}#o/${GARDEN}`, { waitUntil: "commit" });
    await page.waitForSelector("main");
    shown.push(performance.now() - started);
    await page.waitForSelector("#board .value", { timeout: 60_000 });
    answered.push(performance.now() - started);
    await context.close();
  }
  return { page_shown: summary(shown), garden_answered: summary(answered) };
}

/** Bytes of the site's files, uncompressed and as compressed by hosts; the network, which is loaded with Hanamikoji, separately. @param {string} folder @returns {{ files: number, bytes: number, gzip_bytes: number, engine_gzip_bytes: number, network_gzip_bytes: number }} */
function weight(folder) {
  const sum = { files: 0, bytes: 0, gzip_bytes: 0, engine_gzip_bytes: 0, network_gzip_bytes: 0 };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /\.d\.ts$|LICENSE|\.md$/.test(path)) continue;
    const compressed = gzipSync(readFileSync(path), { level: 9 }).length;
    if (path.endsWith(".network")) {
      sum.network_gzip_bytes = compressed;
      continue;
    }
    sum.files += 1;
    sum.bytes += statSync(path).size;
    sum.gzip_bytes += compressed;
    if (path.endsWith(".wasm")) sum.engine_gzip_bytes = compressed;
  }
  return sum;
}

const found = {
  schema: "board.latency/1",
  engine: site === undefined ? "native" : "wasm",
  throttle: THROTTLE,
  processors: `${cpus().length} × ${cpus()[0]?.model}`,
  load_average: Math.round(10 * loadavg()[0]) / 10,
  page: await taps(1),
  page_throttled: await taps(THROTTLE),
  ...(site !== undefined && {
    engine_alone: await engineAlone(1),
    engine_alone_throttled: await engineAlone(THROTTLE),
    weight: weight(site),
  }),
  advice: await advice(),
  load: await load(false),
  load_on_a_phone: await load(true),
};
console.log(JSON.stringify(found, null, 1));
await browser.close();
board.stop();
