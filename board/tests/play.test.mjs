// A game that people open every day: the first screen, games against the computer and their ends, statistics, two tabs, focus, copying.

import assert from "node:assert/strict";
import { test } from "node:test";
import { advised, GARDEN, HAND, hurried, openPage, withBoard } from "./support.mjs";

const shared = withBoard();

/** @param {import("playwright-core").Page} page @param {string} key */
const stored = (page, key) => page.evaluate((name) => JSON.parse(localStorage.getItem(`hanamachi.${name}`) ?? "null"), key);

/** Whether an element lies within the window, above the places at the bottom. @param {import("playwright-core").Page} page @param {string} selector */
const inSight = (page, selector) =>
  page.evaluate((of) => {
    const box = document.querySelector(of)?.getBoundingClientRect();
    const places = document.querySelector(".bottom");
    const fold = places?.checkVisibility() ? places.getBoundingClientRect().top : innerHeight;
    return box !== undefined && box.height > 0 && box.top >= 0 && box.bottom <= fold + 1;
  }, selector);

/** The computer has moved, or the game is over. @param {import("playwright-core").Page} page */
const myTurn = (page) => page.waitForSelector("#finish, #board .cell:not([aria-disabled])", { timeout: 15_000 });

/** Plays a game of Okiya to its end, with the first legal tile each time. @param {import("playwright-core").Page} page */
async function playOut(page) {
  for (let moves = 0; moves < 10; moves += 1) {
    await myTurn(page);
    if ((await page.locator("#finish").count()) > 0) return;
    const tokens = await page.locator("#board .token").count();
    await page.tap("#board .cell:not([aria-disabled])");
    await page.waitForFunction(
      (before) => document.querySelector("#finish") !== null || document.querySelectorAll("#board .token").length >= before + 2,
      tokens,
      { timeout: 15_000 },
    );
  }
  await page.waitForSelector("#finish");
}

test("home: all of it on the first screen, and a game in one tap", async () => {
  for (const [width, height] of /** @type {const} */ ([
    [390, 844],
    [1400, 900],
  ])) {
    const window = await openPage(shared.browser, shared.board.url, { width, height });
    const { page } = window;
    await page.evaluate((garden) => {
      localStorage.setItem("hanamachi.last.okiya", JSON.stringify(`#o/${garden}`));
      localStorage.setItem("hanamachi.last.hana", JSON.stringify("#h/play"));
    }, GARDEN);
    await page.reload();
    await page.waitForSelector("#resume");
    for (const part of ["#today", "#resume", "#play", "#study", "#learn", ".of-learn .bar", "[data-play=hana] [data-level=best]"])
      assert.ok(await inSight(page, part), `${part} at ${width}`);
    if (width === 390) {
      await page.tap("[data-play=okiya] [data-level=weak]");
      await page.waitForSelector("#board .cell:not([aria-disabled])");
      assert.match((await page.textContent("#match")) ?? "", /weak/);
      assert.match((await page.textContent("#say")) ?? "", /^ *You begin/);
    }
    await window.close();
  }
});

test("Okiya: no values and no marks until the end unless asked for, which is counted; then they are as they were set", async () => {
  const window = await openPage(shared.browser, shared.board.url);
  const { page } = window;
  await page.tap("[data-play=okiya] [data-level=weak]");
  await myTurn(page);
  await page.tap("#board .cell:not([aria-disabled])");
  await page.waitForFunction(() => document.querySelectorAll("#board .token").length === 2);
  await myTurn(page);
  // What the computer did stands where one looks, and its token is marked.
  assert.match((await page.textContent("#say")) ?? "", /The computer took .* \([a-d][1-4]\)\. Your move/);
  const cell = /\(([a-d][1-4])\)/.exec((await page.textContent("#say")) ?? "")?.[1];
  assert.equal(await page.getAttribute("#board .cell.last", "data-cell"), cell);
  await page.waitForTimeout(400);
  assert.equal(await page.locator("#board .value, .moves-list, .strip .mark, #review-panel, #help").count(), 0);
  // A hint, and a move taken back.
  await page.keyboard.press("v");
  await page.waitForSelector("#board .value");
  assert.match((await page.textContent("#help")) ?? "", /^1 hint$/);
  assert.equal(await page.locator(".strip .mark").count(), 0);
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelectorAll("#board .token").length === 0);
  assert.equal(await page.locator("#board .value").count(), 0);
  await page.locator("#board .cell:not([aria-disabled])").nth(3).tap();
  await page.waitForFunction(() => document.querySelectorAll("#board .token").length === 2);
  assert.match((await page.textContent("#help")) ?? "", /^1 take-back · 1 hint$/);
  // The game waits in its own garden, also after another one was looked at.
  await window.go(`#o/${GARDEN}`);
  await page.waitForSelector("#board .value");
  assert.equal(await page.locator("#match").count(), 0);
  await page.goBack();
  await page.waitForSelector("#match");
  await playOut(page);
  // The end is a moment, in sight.
  assert.match((await page.textContent("#finish-title")) ?? "", /^(You win|The computer wins|A draw)$/);
  for (const part of ["#finish-title", "#again", "#to-review"]) assert.ok(await inSight(page, part), part);
  assert.match((await page.textContent("#finish")) ?? "", /1 take-back · 1 hint/);
  const [game, ...others] = await stored(page, "games");
  assert.deepEqual([others.length, game.game, game.level, game.takebacks, game.hints], [0, "okiya", "weak", 1, 1]);
  await page.waitForSelector("#review-panel");
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("hanamachi.games") ?? "[]")[0].loss !== undefined);
  // The setting was never touched.
  assert.notEqual(await stored(page, "show_values"), false);
  await page.tap("#again");
  await page.waitForSelector("#finish", { state: "detached" });
  await window.go(`#o/${GARDEN}`);
  await page.waitForSelector("#board .value");
  // In another garden the computer does not play.
  await page.tap("#board .cell:not([aria-disabled])");
  await page.waitForSelector("#board .token");
  await page.waitForSelector("#board .value");
  await page.waitForTimeout(1000);
  assert.equal(await page.locator("#board .token").count(), 1);
  await window.go(`#h/${HAND}`);
  await page.waitForSelector("#advice-panel");
  await window.go("#s");
  assert.match((await page.textContent("[data-level=weak]")) ?? "", /weak0001/, "a game with help is no win");
  await window.close();
});

test("the browser's offer to install the page waits for a tap", async () => {
  const window = await openPage(shared.browser, shared.board.url);
  const { page } = window;
  assert.equal(await page.locator("#install").count(), 0);
  const kept = await page.evaluate(() => {
    const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: () => {
        document.documentElement.dataset.prompted = "yes";
      },
    });
    dispatchEvent(offer);
    return offer.defaultPrevented;
  });
  assert.equal(kept, true);
  await page.tap("#install");
  assert.equal(await page.getAttribute("html", "data-prompted"), "yes");
  await page.waitForSelector("#install", { state: "detached" });
  await window.close();
});

test("a match: its score, the next game, and the level that adapts", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}`);
  const { page } = window;
  await page.waitForSelector("#board .value");
  await page.tap('[aria-label="Computer"]');
  await page.tap("dialog [data-level=adaptive]");
  await page.tap("dialog >> text=First to three");
  await page.tap("dialog >> text=Begin");
  await page.waitForSelector("#match");
  await playOut(page);
  await page.waitForFunction(() => /You [01] : [01] computer, to 3/.test(document.querySelector("#finish")?.textContent ?? ""));
  const title = await page.textContent("#finish-title");
  const step = (await stored(page, "adaptive"))?.okiya ?? 2;
  assert.equal(step, title === "You win" ? 3 : title === "A draw" ? 2 : 1);
  assert.equal(await page.textContent("#again"), "Next game");
  await page.reload();
  await page.waitForSelector("#finish");
  await page.tap("#again");
  await page.waitForSelector("#finish", { state: "detached" });
  await myTurn(page);
  assert.match((await page.textContent("#match")) ?? "", /You [01] : [01] computer, to 3/);
  await window.close();
});

test("Hanamikoji: what the computer did, the card drawn, and no advice unless asked for", async () => {
  const window = await openPage(shared.browser, shared.board.url);
  const { page } = window;
  await page.tap("[data-play=hana] [data-level=weak]");
  await page.waitForSelector(".hand .pick.drawn");
  assert.match((await page.textContent("#did")) ?? "", /^You drew the /);
  assert.equal(await page.locator("#say, #advice-panel").count(), 0);
  await page.tap("[data-kind='3']");
  for (const nth of [0, 2, 4]) await page.locator(".hand .pick").nth(nth).tap();
  await page.tap("#confirm");
  await page.waitForFunction(() => /^The computer took the /.test(document.querySelector("#did")?.textContent ?? ""), undefined, {
    timeout: 15_000,
  });
  await page.waitForSelector("[data-take], .hand .pick", { timeout: 15_000 });
  assert.match((await page.textContent("#did")) ?? "", /^The computer took the .*, (kept a secret|discarded two cards|offers)/);
  assert.ok((await page.locator(".laid .new").count()) === 3);
  assert.match((await page.textContent(".tableau .name")) ?? "", /^Computer \(weak\)$/);
  await page.keyboard.press("v");
  await page.waitForSelector("#say");
  assert.match((await page.textContent("#help")) ?? "", /^1 hint$/);
  // Another decision than before is a take-back.
  await page.tap("#undo");
  await page.waitForSelector(".hand .pick.drawn");
  assert.equal(await page.locator("#say").count(), 0);
  await page.tap("[data-kind='1']");
  await page.tap(".hand .pick");
  await page.tap("#confirm");
  await page.waitForFunction(() => /1 take-back · 1 hint/.test(document.querySelector("#help")?.textContent ?? ""), undefined, {
    timeout: 15_000,
  });
  await window.close();
});

test("sharing shows the command of the position on the screen", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#h/${HAND}`);
  const { page } = window;
  await advised(page);
  await window.go("#");
  await page.tap("[data-play=hana] [data-level=weak]");
  await page.waitForSelector(".hand .pick");
  await page.tap('[aria-label="Share"]');
  await page.waitForSelector("dialog[open] #link");
  assert.doesNotMatch((await page.textContent("dialog")) ?? "", /ABDFG 2XX/);
  await window.close();
});

test("another place begins at its top, and the focus is never lost", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}`, { width: 390, height: 500 });
  const { page } = window;
  const focus = () => page.evaluate(() => document.activeElement?.tagName ?? "");
  await page.waitForSelector("#board .value");
  for (const name of ["New garden", "Edit"]) {
    await page.locator(`text=${name}`).scrollIntoViewIfNeeded();
    assert.ok((await page.evaluate(() => scrollY)) > 0);
    await page.tap(`text=${name}`);
    await page.waitForSelector("#setup-board");
    await page.waitForFunction(() => scrollY === 0);
    assert.notEqual(await focus(), "BODY");
    await window.go(`#o/${GARDEN}`);
    await page.waitForSelector("#board .value");
  }
  await window.go("#o");
  await page.waitForSelector("#setup-board");
  await page.focus("[data-tile=MS]");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-tile=MS][aria-disabled]");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-tile")), "MS");
  await page.focus("text=Random");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#board .value");
  assert.notEqual(await focus(), "BODY");
  await page.focus('[aria-label="Computer"]');
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog[open]");
  await page.focus("dialog >> text=Begin");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#match");
  await page.waitForTimeout(900);
  assert.notEqual(await focus(), "BODY");
  await window.close();
});

test("two tabs: what one has learned the other keeps, and each has its own game", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#t/winning_opening/5/0`);
  const { page } = window;
  const other = await window.context.newPage();
  await other.goto(`${shared.board.url}#t/winning_opening/6/0`);
  for (const tab of [page, other]) {
    await tab.waitForSelector("#board .cell:not([aria-disabled])");
    await tab.tap("#board .cell:not([aria-disabled])");
    await tab.waitForSelector("#verdict");
  }
  assert.equal((await stored(page, "training")).exercises.winning_opening.asked, 2);
  for (const tab of [page, other]) {
    await tab.goto(`${shared.board.url}#`);
    await tab.tap("[data-play=okiya] [data-level=weak]");
    await tab.waitForSelector("#match");
  }
  const gardens = await Promise.all([page, other].map((tab) => tab.evaluate(() => location.hash.slice(0, 19))));
  assert.notEqual(gardens[0], gardens[1]);
  await page.reload();
  await page.waitForSelector("#match");
  assert.equal(await page.evaluate(() => location.hash.slice(0, 19)), gardens[0]);
  await window.close();
});

test("a text is copied without a clipboard, too", async () => {
  const window = await openPage(shared.browser, shared.board.url);
  const { page } = window;
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.goto(`${shared.board.url}?again#o/${GARDEN}`);
  await page.waitForSelector("#board .value");
  await page.evaluate(() => {
    document.addEventListener("copy", () => {
      document.documentElement.dataset.copied = String(/** @type {any} */ (document.activeElement).value);
    });
  });
  await page.tap('[aria-label="Share"]');
  await page.tap('dialog button:has-text("Copy the text")');
  await page.waitForSelector(".toast");
  assert.match((await page.getAttribute("html", "data-copied")) ?? "", /^[0-9a-f]{4}\//);
  await window.close();
});

test("advice keeps its place: nothing on the screen moves when it arrives", async () => {
  for (const [width, height] of /** @type {const} */ ([
    [390, 844],
    [1400, 900],
  ])) {
    const window = await openPage(shared.browser, shared.board.url, { width, height });
    const { page } = window;
    await hurried(page);
    await page.goto(`${shared.board.url}?advice#h/......._1_ABCDEFG_-`);
    await page.waitForSelector("#advice-panel");
    // What would still change is not shown. Asked at once: between two questions the advice may be done.
    const early = await page.evaluate(() =>
      document.querySelector("#advice-panel")?.getAttribute("data-stage") === "done"
        ? 0
        : document.querySelectorAll("#advice-panel [data-action], #mixture").length,
    );
    assert.equal(early, 0);
    await page.waitForSelector("#advice-panel[data-stage=done] [data-action]", { timeout: 30_000 });
    const shift = await page.evaluate(
      () =>
        new Promise((done) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of /** @type {any[]} */ (list.getEntries())) sum += entry.hadRecentInput ? 0 : entry.value;
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => done(sum), 200);
        }),
    );
    assert.ok(Number(shift) < 0.1, `${shift} at ${width}`);
    await window.close();
  }
});

test("in training the verdict and what comes next are in sight, and days that are none are refused", async () => {
  for (const [width, height] of /** @type {const} */ ([
    [360, 640],
    [1400, 900],
  ])) {
    const window = await openPage(shared.browser, `${shared.board.url}#t/winning_opening/5/0`, { width, height });
    const { page } = window;
    await page.waitForSelector("#board .cell:not([aria-disabled])");
    await page.click("[data-cell=a1]");
    await page.waitForSelector("#verdict");
    for (const part of ["#verdict h2", "#next"]) assert.ok(await inSight(page, part), `${part} at ${width}`);
    for (const day of ["20991231", "20261301", "20260230"]) {
      await window.go(`#t/daily_garden/${day}/0`);
      await page.waitForSelector(".fault");
      assert.equal(await page.locator("#board").count(), 0, day);
    }
    assert.equal((await stored(page, "training")).exercises.daily_garden, undefined);
    await window.close();
  }
});

test("the rules of both games: each idea is done by a tap, and then a game begins", async () => {
  const window = await openPage(shared.browser, shared.board.url);
  const { page } = window;
  await page.tap('.of-learn [href="#l/okiya"]');
  for (const [lesson, cell] of ["d1", "b2", "d2", "c3", "a1"].entries()) {
    await page.waitForFunction((at) => document.querySelector(".learn progress")?.getAttribute("value") === String(at), lesson);
    await page.waitForSelector("#board .cell:not([aria-disabled])");
    if (lesson === 2) {
      // A legal tile that completes no row.
      await page.tap("[data-cell=d4]");
      await page.waitForSelector(".learn [role=alert]");
      assert.equal(await page.locator(".finish.won").count(), 0);
    }
    await page.tap(`[data-cell=${cell}]`);
    await page.waitForSelector(".finish.won");
    assert.ok(await inSight(page, "#next"));
    await page.tap("#next");
  }
  await page.tap("#first-game");
  await page.waitForSelector("#match");
  await window.go("#l/hana");
  await page.tap("[data-geisha=G]");
  for (const cards of [1, 2, 3, 4]) {
    await page.tap("#next");
    await page.waitForFunction((kind) => document.querySelector(`[data-kind="${kind}"][aria-pressed=true]`) !== null, cards);
    for (let card = 0; card < cards; card += 1) await page.locator(".hand .pick").nth(card).tap();
    await page.tap("#confirm");
    await page.waitForSelector(".finish.won");
  }
  await page.tap("#next");
  await page.tap("[data-take]");
  await page.waitForSelector(".finish.won");
  for (const _ of ["tie", "goal"]) {
    await page.tap("#next");
    await page.tap("#answer-theirs");
    await page.waitForSelector(".learn [role=alert]");
    await page.tap("#answer-mine");
    await page.waitForSelector(".finish.won");
  }
  await page.tap("#next");
  await page.tap("#first-game");
  await page.waitForSelector(".hand .pick.drawn");
  await window.close();
});
