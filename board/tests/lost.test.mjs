// Nothing lost, nothing dead: a server that is killed and restarted, answers that never come, reloads, Back and Forward, links.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GARDEN, HAND, openPage, startBrowser, startServer, withBoard } from "./support.mjs";

const shared = withBoard();
/** These need a server of their own. */
const elsewhere = (process.env.BOARD_SITE !== undefined || process.env.BOARD_URL !== undefined) && "no server to kill";

/** The end of the address. @param {import("playwright-core").Page} page */
const hash = (page) => page.evaluate(() => location.hash);

test("a killed server is noticed at once, and the board continues when it is back", { skip: elsewhere }, async () => {
  const browser = await startBrowser();
  let server = await startServer();
  const { port } = new URL(server.url);
  const window = await openPage(browser, `${server.url}#o/${GARDEN}`);
  const { page } = window;
  await page.waitForSelector("#board .value");

  // At rest.
  await server.kill();
  await page.waitForSelector("#away", { timeout: 3_000 });
  assert.match((await page.textContent("#away")) ?? "", /does not answer.*Try again/s);
  await page.tap("#board .cell.best");
  await page.waitForSelector("#board .token");
  assert.equal(await page.locator("#board .value").count(), 0);
  server = await startServer([], port);
  await page.waitForSelector("#board .value", { timeout: 10_000 });
  await page.waitForSelector("#away", { state: "detached" });
  assert.match(await hash(page), new RegExp(`^#o/${GARDEN}/[a-d][1-4]$`));

  // In the middle of a search.
  await window.go(`#h/${HAND}`);
  await page.waitForSelector("#stop");
  await server.kill();
  await page.waitForSelector("#away", { timeout: 3_000 });
  server = await startServer([], port);
  await page.waitForSelector("#away", { state: "detached", timeout: 10_000 });
  await page.waitForSelector("#advice-panel[data-stage=done]", { timeout: 30_000 });
  assert.match((await page.textContent("#say")) ?? "", /(Offer|Keep|Discard)/);
  await window.context.close();
  await browser.close();
  server.stop();
});

test("an answer that never comes times out, and a tap repeats the request", { skip: elsewhere }, async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}`);
  const { page } = window;
  await page.waitForSelector("#board .value");
  await page.route("**/api/v1/okiya.position", () => {});
  await page.tap("#board .cell.best");
  await page.waitForSelector(".fault .retry", { timeout: 20_000 });
  assert.match((await page.textContent(".fault")) ?? "", /No answer came in time/);
  await page.unroute("**/api/v1/okiya.position");
  await page.tap(".fault .retry");
  await page.waitForSelector("#board .value");
  assert.equal(await page.locator(".fault").count(), 0);
  await window.close();
});

test("an address without an answer can be tried again", { skip: elsewhere }, async () => {
  const window = await openPage(shared.browser, shared.board.url);
  const { page } = window;
  await page.route("**/api/v1/hana.parse", () => {});
  await window.go(`#h/${HAND}`);
  await page.waitForSelector(".fault .retry", { timeout: 20_000 });
  assert.equal(await page.textContent("main h1"), "No answer came");
  await page.unroute("**/api/v1/hana.parse");
  await page.tap(".fault .retry");
  await page.waitForSelector("#now");
  await window.close();
});

test("a tap lays its token at once; values of the position before are gone, and a second tap waits", {
  skip: elsewhere,
}, async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}`);
  const { page } = window;
  await page.waitForSelector("#board .value");
  let late = 0;
  await page.route("**/api/v1/okiya.position", async (route) => {
    late += 1;
    await new Promise((done) => setTimeout(done, 600));
    await route.continue();
  });
  const seen = await page.evaluate(async () => {
    const cells = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#board .cell:not([aria-disabled])")]);
    cells[0].click();
    await new Promise((done) => requestAnimationFrame(done));
    const count = (/** @type {string} */ what) => document.querySelectorAll(`#board ${what}`).length;
    const before = [count(".token"), count(".value")];
    cells[1].click();
    await new Promise((done) => setTimeout(done, 400));
    return { before, after: [count(".token"), count(".value"), count(".cell:not([aria-disabled])")] };
  });
  assert.deepEqual(seen, { before: [1, 0], after: [1, 0, 0] });
  await page.waitForSelector("#board .value");
  assert.deepEqual([late, await page.locator("#board .token").count()], [1, 1]);
  assert.equal(await page.locator(".strip li").count(), 2);
  await window.close();
});

test("the garden of the address before cannot be played while the next one is read", { skip: elsewhere }, async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}`);
  const { page } = window;
  await page.waitForSelector("#board .cell:not([aria-disabled])");
  /** @type {() => void} */
  let answer = () => {};
  const asked = new Promise((begun) => {
    void page.route("**/okiya.parse", async (route) => {
      begun(undefined);
      await new Promise((done) => {
        answer = () => done(undefined);
      });
      await route.continue();
    });
  });
  await window.go("#o/05afb4c127d83e96");
  await asked;
  assert.equal(await page.locator("#board .cell:not([aria-disabled])").count(), 0);
  await page.locator("#board .cell").first().dispatchEvent("click");
  answer();
  await page.waitForSelector("#board .cell:not([aria-disabled])");
  assert.equal(await page.locator("#board .token").count(), 0);
  assert.equal(await page.evaluate(() => location.hash), "#o/05afb4c127d83e96");
  await window.close();
});

test("Okiya: Back takes a move back, forward makes it again, and variations survive a reload", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}`);
  const { page } = window;
  /** Plays the nth legal tile. @param {number} n */
  const play = async (n) => {
    await page.waitForSelector("#board .cell:not([aria-disabled])");
    const cell = await page.locator("#board .cell:not([aria-disabled])").nth(n).getAttribute("data-cell");
    await page.tap(`[data-cell=${cell}]`);
    await page.waitForFunction((to) => location.hash.endsWith(to), cell);
    await page.waitForSelector("#board .value");
    return cell;
  };
  const first = await play(0);
  const second = await play(0);
  await page.goBack();
  await page.waitForFunction((to) => location.hash.endsWith(`/${to}`), first);
  await page.waitForFunction(() => document.querySelectorAll("#board .token").length === 1);
  await page.goForward();
  await page.waitForFunction((to) => location.hash.endsWith(to), `${first}${second}`);
  await page.waitForFunction(() => document.querySelectorAll("#board .token").length === 2);
  // The board's own back button is the same step: Back does not lead forward after it.
  await page.keyboard.press("u");
  await page.waitForFunction((to) => location.hash.endsWith(`/${to}`), first);
  const other = await play(1);
  assert.notEqual(other, second);
  await page.waitForSelector("text=Variations");
  await page.reload();
  await page.waitForSelector("text=Variations");
  await page.tap("text=Variations");
  assert.equal(await page.locator(".branches").count(), 2);
  // And a visit to another garden.
  await window.go("#o/0123456789abcdef");
  await page.waitForFunction(() => document.querySelector("#board .value") !== null && !location.hash.includes("d981"));
  await window.go(`#o/${GARDEN}`);
  await page.waitForSelector("text=Variations");
  await window.close();
});

test("Hanamikoji: Back is undo, and Forward is redo", async () => {
  const window = await openPage(shared.browser, shared.board.url);
  const { page } = window;
  await page.evaluate(() => localStorage.setItem("hanamachi.show_values", "false"));
  await page.goto(`${shared.board.url}#h/......._X/XXXXXX/ABDDFG/XXXXXXXX_-`);
  await page.reload();
  await page.waitForSelector("[data-kind]");
  const start = await page.textContent("#now");
  await page.tap("[data-kind='2']");
  await page.waitForFunction(() => location.hash.endsWith("2XX"));
  await page.waitForSelector(".keyboard");
  const asked = await page.textContent("#now");
  await page.goBack();
  await page.waitForFunction((said) => document.querySelector("#now")?.textContent === said, start);
  await page.goForward();
  await page.waitForFunction((said) => document.querySelector("#now")?.textContent === said, asked);
  await page.tap("#undo");
  await page.waitForFunction((said) => document.querySelector("#now")?.textContent === said, start);
  await page.tap("#redo");
  await page.waitForFunction((said) => document.querySelector("#now")?.textContent === said, asked);
  assert.ok(await page.isDisabled("#redo"));
  await window.close();
});

test("a game against the computer: Back, again, reload, and the way back to it", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#h`);
  const { page } = window;
  await page.waitForSelector(".keyboard");
  await page.tap("text=Play the computer");
  await page.waitForSelector("#player option", { state: "attached" });
  for (const [level, player] of [
    ["strong", "policy"],
    ["weak", "greedy"],
  ]) {
    await page.tap(`dialog >> text=${level}`);
    assert.equal(await page.inputValue("#player"), player);
  }
  await page.tap("#deal");
  await page.waitForSelector(".hand .pick");
  await page.tap("[data-kind='1']");
  await page.tap(".hand .pick");
  await page.tap("#confirm");
  await page.waitForFunction(() => location.hash === "#h/play/1/1");
  const now = await page.textContent("#now");
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#now")?.textContent?.startsWith("Turn 1") === true);
  await page.tap("#redo");
  await page.waitForFunction((said) => document.querySelector("#now")?.textContent === said, now);
  await page.reload();
  await page.waitForFunction((said) => document.querySelector("#now")?.textContent === said, now);
  await window.go("#h");
  await page.tap("#resume-game");
  await page.waitForFunction((said) => document.querySelector("#now")?.textContent === said, now);
  await window.close();
});

test("half-entered input survives a reload", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o`);
  const { page } = window;
  for (const tile of ["MS", "CB", "IR"]) {
    await page.tap(`[data-tile=${tile}]`);
    await page.waitForSelector(`[data-tile=${tile}][aria-disabled]`);
  }
  await page.reload();
  await page.waitForSelector("[data-tile=CB][aria-disabled]");
  assert.match((await page.textContent("#setup-help")) ?? "", /^3 of 16/);
  await window.go("#h");
  for (const card of "ABG") await page.tap(`.keyboard [data-card=${card}]`);
  const picked = () => document.querySelectorAll(".hand .pick").length === 3;
  await page.waitForFunction(picked);
  await page.reload();
  await page.waitForFunction(picked);
  await window.close();
});

test("the same position has the same answer after a reload", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#h/......._1_BCCEFFG_-`);
  const { page } = window;
  await page.waitForSelector("#advice-panel[data-stage=done]", { timeout: 30_000 });
  const said = await page.textContent("#say");
  assert.match(said ?? "", /(Offer|Keep|Discard)/);
  await page.reload();
  await page.waitForSelector("#advice-panel[data-stage=done]");
  assert.equal(await page.textContent("#say"), said);
  await window.close();
});

test("the same position has the same answer for everybody", async () => {
  /** @type {(string | null)[][]} */
  const answers = [];
  for (let visit = 0; visit < 2; visit += 1) {
    const window = await openPage(shared.browser, `${shared.board.url}#h/......._1_DEFGG_3ABC-C,3GGG-G,1F,4ABDD-DD`);
    const { page } = window;
    await page.waitForSelector("#advice-panel[data-stage=done]", { timeout: 30_000 });
    answers.push([await page.textContent("#say"), await page.textContent("#advice-panel")]);
    await page.tap('[aria-label="What the numbers mean"]');
    assert.match((await page.textContent(".about")) ?? "", /Solved to the end of the round/, "four turns before it");
    await window.close();
  }
  assert.deepEqual(answers[0], answers[1]);
});

test("a finished round shows its totals and the secrets, on the table and in the result", async () => {
  const record = "......._X/ABCDEF/XXXXXX/GXAXBXEX_1A,1G,2AB,2XX,3BCD-B,3CDD-C,4EEFG-EE,4EFFF-EF";
  const window = await openPage(shared.browser, `${shared.board.url}#h/${record}`);
  const { page } = window;
  await page.waitForSelector("#result-panel");
  const result = await page.locator("#result-panel dd").allTextContents();
  const sides = await page.locator(".who .note").allTextContents();
  assert.deepEqual(sides, ["8 charm points, 3 geisha", "4 charm points, 2 geisha"]);
  assert.match(result[0], /4 charm points, 2 geisha$/);
  assert.match(result[1], /8 charm points, 3 geisha$/);
  assert.deepEqual(
    await page.locator(".turned-up .hcard").evaluateAll((cards) => cards.map((card) => /\bg([A-G])\b/.exec(card.className)?.[1])),
    ["A", "G"],
  );
  await window.close();
});

test("faults are shown in the reader's language, and never name a missing position", async () => {
  for (const [language, words] of /** @type {const} */ ([
    ["en", /This hand is impossible.*geisha A has 2 cards/s],
    ["de", /Diese Hand kann es nicht geben/],
    ["fr", /Cette main est impossible/],
    ["it", /Questa mano è impossibile/],
    ["es", /Esta mano es imposible/],
  ])) {
    const window = await openPage(shared.browser, `${shared.board.url}#h/......._1_AAABBCC_-`, { language });
    await window.page.waitForSelector(".fault");
    const said = (await window.page.textContent("main")) ?? "";
    assert.match(said, words);
    assert.doesNotMatch(said, /null|undefined/);
    if (language !== "en") assert.doesNotMatch(said, /geisha A has/);
    await window.close({ refusals: true });
  }
});

test("links from a server lead to a public site if one is named; else the text comes first", { skip: elsewhere }, async () => {
  const browser = await startBrowser();
  for (const [flags, link] of /** @type {[string[], RegExp][]} */ ([
    [[], /^http:\/\/127\.0\.0\.1:/],
    [["--site", "https://example.org/board"], new RegExp(`^https://example\\.org/board/#o/${GARDEN}$`)],
  ])) {
    const server = await startServer(flags);
    const window = await openPage(browser, `${server.url}#o/${GARDEN}`);
    await window.page.waitForSelector("#board .value");
    await window.page.tap('[aria-label="Share"]');
    assert.match((await window.page.textContent("#link")) ?? "", link);
    assert.equal(await window.page.locator("#local-link").count(), flags.length === 0 ? 1 : 0);
    assert.equal(await window.page.textContent("dialog .button.main"), flags.length === 0 ? "Copy the text" : "Copy the link");
    await window.close();
    server.stop();
  }
  await browser.close();
});
