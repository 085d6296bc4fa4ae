// User journeys, by taps and keys: to the answer within thirty seconds, by keyboard alone, without a network, and with invalid
// addresses.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GARDEN, HAND, openPage, Taps, withBoard } from "./support.mjs";

const shared = withBoard();

/** Acceptable waiting time at a table. */
const THIRTY_SECONDS = 30_000;
/** The first fifteen tiles of a garden, plant by plant. */
const TILES = ["M", "C", "P", "I"].flatMap((plant) => ["S", "T", "B", "R"].map((symbol) => plant + symbol)).slice(0, 15);

test("Okiya: from the home screen to the winning tile in sixteen taps", async () => {
  const window = await openPage(shared.browser, shared.board.url);
  const taps = new Taps(window.page);
  const started = performance.now();
  await taps.tap('main a[href="#o"]');
  for (const tile of TILES) await taps.tap(`[data-tile=${tile}]`);
  await window.page.waitForSelector("#say .kind.proved");
  assert.equal(taps.count, 16);
  assert.ok(performance.now() - started < THIRTY_SECONDS);
  assert.match(await window.page.evaluate(() => location.hash), /^#o\/0123456789abcdef$/);
  await window.close();
});

test("Hanamikoji: from the home screen to advice for a first hand in eight taps", async () => {
  const window = await openPage(shared.browser, shared.board.url);
  const taps = new Taps(window.page);
  const started = performance.now();
  await taps.tap('main a[href="#h"]');
  for (const card of "AABDFGG") await taps.tap(`.keyboard [data-card=${card}]`);
  await window.page.waitForSelector("#advice-panel[data-stage=done] .rows");
  assert.equal(taps.count, 8);
  assert.ok(performance.now() - started < THIRTY_SECONDS);
  assert.match(await window.page.textContent("#say"), /(Offer|Keep|Discard)/);
  await window.close();
});

test("Hanamikoji: only as many cards can be tapped as exist", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#h`);
  await window.page.tap(".keyboard [data-card=A]");
  await window.page.tap(".keyboard [data-card=A]");
  assert.ok(await window.page.isDisabled(".keyboard [data-card=A]"));
  await window.close();
});

test("Okiya: moves, values hidden, why, back, a variation, the tree", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}`);
  const { page } = window;
  await page.waitForSelector("#board .cell.best");
  const first = await page.getAttribute("#board .cell.best", "data-cell");
  await page.tap(`[data-cell=${first}]`);
  await page.waitForSelector(`.strip [aria-current] >> text=${first}`);
  await page.waitForSelector("#board .cell .value");
  await page.tap("#why");
  await page.waitForSelector("#explanation");
  assert.ok((await page.locator("#board .token.ghost").count()) > 0);
  await page.keyboard.press("Escape");
  const second = await page.getAttribute("#board .cell:not([aria-disabled])", "data-cell");
  await page.tap(`[data-cell=${second}]`);
  await page.waitForFunction((to) => location.hash.endsWith(to), `${first}${second}`);
  await page.keyboard.press("u");
  await page.waitForFunction((to) => location.hash.endsWith(`/${to}`), first);
  const third = await page.locator("#board .cell:not([aria-disabled])").nth(1).getAttribute("data-cell");
  await page.tap(`[data-cell=${third}]`);
  await page.waitForFunction((to) => location.hash.endsWith(to), `${first}${third}`);
  assert.ok(await page.isVisible("text=Variations"));
  await page.keyboard.press("v");
  await page.waitForFunction(() => document.querySelector("#board .value") === null);
  await page.keyboard.press("v");
  await window.close();
});

test("leaving a screen while a position is loading is final", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}`);
  const { page } = window;
  for (let turn = 0; turn < 5; turn += 1) {
    await window.go(`#o/${GARDEN}`);
    await page.waitForSelector("#board .cell:not([aria-disabled])");
    await page.evaluate(async (wait) => {
      /** @type {HTMLElement | null} */ (document.querySelector("#board .cell:not([aria-disabled])"))?.click();
      await new Promise((done) => setTimeout(done, wait));
      location.hash = "#p";
    }, turn * 8);
    await page.waitForSelector("#paste");
    await page.waitForTimeout(100);
    assert.equal(await page.evaluate(() => location.hash), "#p");
  }
  await window.close();
});

test("a tap draws only what has changed, and nothing jumps", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}`);
  const { page } = window;
  await page.waitForSelector("#board .value");
  await page.waitForSelector(".moves-list .row");
  const { drawn, moved } = await page.evaluate(async () => {
    let drawn = 0;
    const changes = new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) drawn += 1 + (node instanceof Element ? node.querySelectorAll("*").length : 0);
    });
    changes.observe(document.body, { childList: true, subtree: true });
    const why = /** @type {Element} */ (document.querySelector("#why"));
    const at = why.getBoundingClientRect().top;
    const list = document.querySelector(".moves-list");
    /** @type {HTMLElement} */ (document.querySelector("#board .cell:not([aria-disabled])")).click();
    let moved = false;
    while (document.querySelector("#board .token") === null || document.querySelector("#board .value") === null) {
      await new Promise((done) => requestAnimationFrame(done));
      moved ||= why !== document.querySelector("#why") || list !== document.querySelector(".moves-list");
    }
    changes.disconnect();
    // The strip of moves appears with the first of them.
    return { drawn, moved: moved || Math.abs(why.getBoundingClientRect().top - at) > 80 };
  });
  assert.ok(drawn < 50, `${drawn} nodes were drawn anew`);
  assert.equal(moved, false);
  await window.close();
});

test("Okiya by keyboard alone: typed cells, arrows, Enter, undo", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}`, { width: 1366, height: 900, touch: false });
  const { page } = window;
  await page.waitForSelector("#board .cell.best");
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.getAttribute("role") === "gridcell")) break;
  }
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-cell")), "a1");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-cell")), "a2");
  assert.match(
    (await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))) ?? "",
    /^a2, cherry bird, legal, wins with \d tiles? left$/,
  );
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.endsWith("/a2"));
  await page.waitForSelector("#board .value");
  const legal = await page.getAttribute("#board .cell:not([aria-disabled])", "data-cell");
  await page.keyboard.type(legal ?? "");
  await page.waitForFunction((to) => location.hash.endsWith(`/a2${to}`), legal);
  await page.keyboard.press("u");
  await page.waitForFunction(() => location.hash.endsWith("/a2"));
  assert.ok((await page.textContent('[role="status"]'))?.length);
  // Wherever the focus is.
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.type(legal ?? "");
  await page.waitForFunction((to) => location.hash.endsWith(`/a2${to}`), legal);
  await window.close();
});

test("Hanamikoji by keyboard alone: action, card, Enter", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#h/${HAND}`, { width: 1366, height: 900, touch: false });
  const { page } = window;
  await page.waitForSelector("#advice-panel .rows");
  await page.keyboard.press("1");
  await page.keyboard.press("F");
  assert.equal(await page.getAttribute('.hand [data-card="F"]', "aria-pressed"), "true");
  assert.ok(await page.isEnabled("#confirm"));
  await page.keyboard.press("Backspace");
  assert.ok(await page.isDisabled("#confirm"));
  await window.close();
});

/** Reaches a link of the home screen by the Tab key, and follows it. @param {import("playwright-core").Page} page @param {string} fragment */
async function enterByKeys(page, fragment) {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((to) => document.activeElement?.matches(`main a[href="${to}"]`) ?? false, fragment)) break;
  }
  await page.keyboard.press("Enter");
}

test("from the home screen to both answers by keyboard alone", async () => {
  const window = await openPage(shared.browser, shared.board.url, { width: 1366, height: 900, touch: false });
  const { page } = window;
  await enterByKeys(page, "#o");
  await page.waitForSelector("#setup-board");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
  for (const tile of TILES) await page.keyboard.type(tile.toLowerCase());
  await page.waitForSelector("#say .kind.proved");
  await window.go("#");
  await page.waitForSelector(".home");
  await enterByKeys(page, "#h");
  await page.waitForSelector(".keyboard");
  await page.keyboard.type("aaab");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("bdfgg");
  await page.waitForSelector("#advice-panel[data-stage=done] .rows");
  assert.match((await page.textContent("#say")) ?? "", /(Offer|Keep|Discard)/);
  await window.close();
});

test("text mode shows the board in letters and accepts typed moves", async () => {
  const window = await openPage(shared.browser, shared.board.url);
  const { page } = window;
  await page.evaluate(() => localStorage.setItem("hanamachi.text_mode", "true"));
  await page.goto(`${shared.board.url}#o/${GARDEN}`);
  await page.reload();
  await page.waitForSelector("table.textboard");
  await page.fill("#typed", "CB");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.endsWith("/a2"));
  await window.close();
});

test("invalid addresses give an error page, never a blank one", async () => {
  const window = await openPage(shared.browser, shared.board.url);
  const { page } = window;
  // The same addresses in every run: a small generator with a fixed seed.
  let state = 20_240_607;
  const random = (/** @type {number} */ below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const letters = "ohtpv0123456789abcdefABCDEFGX/_.+-,%?#&= éπ\u202e'\"<>{}".split("");
  const starts = ["", "o/", "h/", "t/", "p/", "o/bc39072ad6f85e41/", "h/+..-..._2_", "t/spot/", "2/", "o/%", "h/%E0%A4%A"];
  const fixed = [
    `o/${GARDEN}/zz`,
    `o/${GARDEN}/a2a2`,
    "h/....... 1 AAABBCC -",
    "t/none/1/2",
    "t/spot/x/y",
    "t/spot/1/2/3",
    "/o/zzz",
    "p/zzz",
    `o/${GARDEN}?full=lats`,
    `o/${GARDEN}?other=1`,
    "h?full=last",
    "2/o/x",
    "o/%",
    "h/<script>alert(1)</script>",
  ];
  const fragments = [
    ...fixed,
    ...Array.from(
      { length: 120 },
      () => starts[random(starts.length)] + Array.from({ length: random(24) }, () => letters[random(letters.length)]).join(""),
    ),
  ];
  for (const fragment of fragments) {
    await page.evaluate((to) => {
      location.hash = `#${to}`;
    }, fragment);
    await page.waitForFunction(
      () =>
        document.querySelector("main h1, main .say") !== null &&
        document.querySelector('[aria-busy="true"]:not(.advice)') === null,
      undefined,
      { timeout: 15_000 },
    );
    assert.ok(((await page.textContent("main")) ?? "").trim().length > 10, fragment);
    if (fixed.includes(fragment)) assert.equal(await page.textContent("main h1"), "This address is not understood", fragment);
  }
  await window.close({ refusals: true });
});

test("progress in training is kept, saved and read again", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#t/winning_opening/5/0`);
  const { page } = window;
  await page.waitForSelector("#board .cell:not([aria-disabled])");
  assert.equal(await page.locator("#board .value").count(), 0);
  await page.tap("#board .cell:not([aria-disabled])");
  await page.waitForSelector("#verdict");
  assert.ok((await page.locator("#board .value").count()) > 0);
  await window.go("#t");
  await page.waitForSelector("[data-exercise]");
  const [download] = await Promise.all([page.waitForEvent("download"), page.tap("text=Save as a file")]);
  const path = await download.path();
  await page.evaluate(() => localStorage.removeItem("hanamachi.training"));
  await page.reload();
  await page.waitForSelector("[data-exercise]");
  assert.match((await page.textContent("[data-exercise=winning_opening]")) ?? "", /Not tried yet/);
  await page.setInputFiles("#import-progress", path);
  await page.waitForFunction(() =>
    /of 1 solved/.test(document.querySelector("[data-exercise=winning_opening]")?.textContent ?? ""),
  );
  await window.close();
});

test("pictures, link and text leave the page", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}`);
  const { page } = window;
  await page.waitForSelector("#board .cell.best");
  await page.tap('[aria-label="Share"]');
  const [png] = await Promise.all([page.waitForEvent("download"), page.tap("text=PNG")]);
  assert.match(png.suggestedFilename(), /^okiya-.*\.png$/);
  const [svg] = await Promise.all([page.waitForEvent("download"), page.tap("text=SVG")]);
  assert.match(svg.suggestedFilename(), /\.svg$/);
  await page.tap("text=Copy the link");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), new RegExp(`#o/${GARDEN}$`));
  await window.close();
});
