// Shared by the browser tests: the program as a server, Chromium, screens, counted taps.
//
// HANAMACHI names the program (else target/debug/hanamachi is used), HANAMACHI_BROWSER the browser. BOARD_URL skips the server and uses
// the one at that address; BOARD_SITE is a folder with the static site, served as by any host.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");

/** @param {string[]} names @returns {string | undefined} */
const found = (names) => names.find((name) => existsSync(name));

function browserPath() {
  const named = process.env.HANAMACHI_BROWSER;
  const path = named ?? found(["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]);
  if (path === undefined) throw new Error("no browser: install Debian's chromium, or name one in HANAMACHI_BROWSER");
  return path;
}

/** Starts `hanamachi board`, on a free port unless one is named. @param {string[]} [flags] @param {string} [port] @returns {Promise<{ url: string, stop: () => void, kill: () => Promise<void> }>} */
export function startServer(flags = [], port = "0") {
  const program = process.env.HANAMACHI ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug", "hanamachi");
  const child = spawn(program, ["board", "--port", port, ...flags], { stdio: ["ignore", "ignore", "pipe"] });
  return new Promise((done, failed) => {
    let said = "";
    child.stderr.on("data", (text) => {
      said += text;
      const address = /http:\/\/[^\s]+/.exec(said);
      if (address !== null)
        done({
          url: address[0].endsWith("/") ? address[0] : `${address[0]}/`,
          stop: () => child.kill("SIGINT"),
          // As when a machine goes down: without notice to anybody.
          kill: () =>
            new Promise((gone) => {
              child.once("exit", () => gone());
              child.kill("SIGKILL");
            }),
        });
    });
    child.on("error", failed);
    child.on("exit", (code) => failed(new Error(`hanamachi board ended with ${code}: ${said}`)));
  });
}

const TYPES = /** @type {Record<string, string>} */ ({
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
});

/** Files as hosts send them: compressed once. @type {Map<string, Buffer>} */
const compressed = new Map();
/** @param {string} file */
function gzipped(file) {
  const found = compressed.get(file) ?? gzipSync(readFileSync(file));
  compressed.set(file, found);
  return found;
}

/** Serves a folder, as a static host does; another one after `publish`. @param {string} folder @returns {Promise<{ url: string, stop: () => void, publish: (next: string) => void }>} */
export function serveFolder(folder) {
  const server = createServer((request, answer) => {
    const path = normalize(new URL(request.url ?? "/", "http://host").pathname).replace(/\/$/, "/index.html");
    const file = join(folder, path);
    if (!file.startsWith(folder) || !existsSync(file)) {
      answer.writeHead(404).end();
      return;
    }
    answer
      .writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream", "Content-Encoding": "gzip" })
      .end(gzipped(file));
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      done({
        url: `http://127.0.0.1:${port}/`,
        stop: () => server.close(),
        publish: (next) => {
          folder = next;
        },
      });
    });
  });
}

/** The board, at the location given by the environment. */
export function startBoard() {
  if (process.env.BOARD_URL !== undefined) return Promise.resolve({ url: process.env.BOARD_URL, stop: () => {} });
  if (process.env.BOARD_SITE !== undefined) return serveFolder(process.env.BOARD_SITE);
  return startServer();
}

export const VIEWS = /** @type {const} */ ([
  ["small phone", 360, 640],
  ["phone", 390, 844],
  ["tablet", 820, 1180],
  ["laptop", 1280, 800],
  ["desktop", 1400, 900],
]);

export function startBrowser() {
  return chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox"] });
}

/** Starts the board and a browser before the tests of a file, and ends both after them. */
export function withBoard() {
  const shared =
    /** @type {{ board: Awaited<ReturnType<typeof startBoard>>, browser: import("playwright-core").Browser }} */ ({});
  before(async () => {
    shared.board = await startBoard();
    shared.browser = await startBrowser();
  });
  after(async () => {
    await shared.browser.close();
    shared.board.stop();
  });
  return shared;
}

/** Faults of a screen. */
const LOOK = readFileSync(join(root, "tests", "browser", "look.js"), "utf8");

/**
 * A page in its own window, which collects errors.
 * @param {import("playwright-core").Browser} browser @param {string} url
 * @param {{ width?: number, height?: number, scheme?: "light" | "dark", language?: string, touch?: boolean, workers?: "allow" | "block", reduced?: boolean, scale?: number }} [options]
 */
export async function openPage(
  browser,
  url,
  {
    width = 390,
    height = 844,
    scheme = "light",
    language = "en",
    touch = width < 900,
    workers = "block",
    reduced = true,
    scale = 1,
  } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: scheme,
    hasTouch: touch,
    locale: language,
    serviceWorkers: workers,
    reducedMotion: reduced ? "reduce" : "no-preference",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(url);
  await page.waitForSelector("main h1, main .say");
  return {
    page,
    errors,
    context,
    /** @param {string} fragment */
    async go(fragment) {
      await page.evaluate((to) => {
        location.hash = to;
      }, fragment);
    },
    /** The faults of the page as shown. Here a fragment is a screen of the board, not an element. @returns {Promise<string[]>} */
    async faults() {
      const found = /** @type {string[]} */ (JSON.parse(await page.evaluate(`(${LOOK})("screen")`)));
      return found.filter((fault) => !fault.startsWith("leads nowhere"));
    },
    /** Ends, and finds nothing on the console. A refused question is an answer with a status, which the browser lists too. @param {{ refusals?: boolean }} [options] */
    async close({ refusals = false } = {}) {
      await context.close();
      const serious = errors.filter((line) => !refusals || !/status of 4(00|22)/.test(line));
      assert.deepEqual(serious, [], "the console");
    },
  };
}

/** Waits for advice, without the rest of its search. @param {import("playwright-core").Page} page */
export async function advised(page) {
  await page.waitForSelector("#stop, #advice-panel[data-stage=done]");
  await page.evaluate(() => /** @type {HTMLElement | null} */ (document.querySelector("#stop"))?.click());
  await page.waitForSelector("#advice-panel[data-stage=done] .rows .best", { timeout: 30_000 });
}

/** Lets searches do a small part of their work where a server does it: what the page makes of an answer does not depend on its precision. @param {import("playwright-core").Page} page */
export const hurried = (page) =>
  page.route(/\/api\/v1\/hana\.(advice|review)$/, (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), iterations: 500 }) }),
  );

/** Taps, counted. */
export class Taps {
  count = 0;
  /** @param {import("playwright-core").Page} page */
  constructor(page) {
    this.page = page;
  }
  /** @param {string} selector */
  async tap(selector) {
    this.count += 1;
    await this.page.tap(selector);
  }
}

export const GARDEN = "d98160c7abf2345e";
export const HAND = "+..-..._2_ABDFG_2XX,3EEG-E,1X";

/** Every screen by its address, with a selector that shows that it has loaded. */
export const SCREENS = /** @type {const} */ ([
  ["home", "#", ".home"],
  ["okiya-setup", "#o", "#setup-board"],
  ["okiya", `#o/${GARDEN}/a2`, "#board [data-cell]"],
  ["hana-setup", "#h", ".keyboard"],
  ["hana", `#h/${HAND}`, "#advice-panel .rows"],
  ["train", "#t", "[data-exercise]"],
  ["puzzle", "#t/winning_opening/5/0", "#board [data-cell]"],
  ["paste", "#p", "#paste"],
  ["rules", "#l/okiya/3", "#board [data-cell]"],
  ["rules of the cards", "#l/hana/5", ".hand .pick"],
  ["statistics", "#s", "main h1"],
  ["first hands", "#c/AAG", ".chart [data-hand]"],
  ["error", "#nowhere/at/all", ".fault"],
]);
