// Layout: the advice within the first screen of a phone, columns if there is room, nothing stretched; animation only if the user wants it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { advised, GARDEN, HAND, openPage, SCREENS, VIEWS, withBoard } from "./support.mjs";

const shared = withBoard();

/** The boxes of elements, by name. @param {import("playwright-core").Page} page @param {Record<string, string>} wanted @returns {Promise<Record<string, { left: number, right: number, top: number, bottom: number }>>} */
const boxes = (page, wanted) =>
  page.evaluate(
    (names) =>
      Object.fromEntries(
        Object.entries(names).map(([name, selector]) => {
          const element = document.querySelector(selector);
          if (element === null) throw new Error(`no ${selector}`);
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return [name, { left, right, top, bottom }];
        }),
      ),
    wanted,
  );

/** A first hand, with the largest choice, and a later one with cards on the table. */
const HANDS = ["......._1_ABCDEFG_-", HAND];

// Colours change no layout: the schemes take turns, and those of screens.test.mjs see each screen in both.
for (const [at, [view, width, height]] of VIEWS.entries()) {
  const scheme = at % 2 === 0 ? "light" : "dark";
  test(`advice, ${view}, ${scheme}: what to play, the hand, and actions in sight`, async () => {
    const window = await openPage(shared.browser, shared.board.url, { width, height, scheme });
    const { page } = window;
    for (const hand of HANDS) {
      await window.go(`#h/${hand}`);
      await page.waitForSelector("#advice-panel .rows", { timeout: 30_000 });
      // The layout does not depend on the length of the search.
      await advised(page);
      const { say, mixture, cards, row, table } = await boxes(page, {
        say: "#say",
        mixture: "#mixture",
        cards: ".hand",
        row: ".advice .rows .row",
        table: ".tableau",
      });
      const fold = await page.evaluate(() => {
        const places = document.querySelector(".bottom");
        return places === null || !places.checkVisibility() ? innerHeight : places.getBoundingClientRect().top;
      });
      assert.ok(say.top < mixture.top && mixture.top < row.top, "the answer, the strategy, the actions");
      assert.ok(row.bottom <= fold, `the first action ends at ${row.bottom}, the screen at ${fold}`);
      if (width < 820) {
        assert.ok(mixture.bottom <= cards.top + 1 && cards.bottom <= row.top, "the hand is between them");
        assert.ok(row.bottom < table.top, "the table comes after the actions");
      } else {
        assert.ok(table.right <= row.left, "the table beside the actions");
        assert.ok(cards.right <= row.left, "the hand under the table");
      }
      assert.ok((await page.locator(".advice .rows .row").count()) <= 8, "two of each kind at most");
      const rows = await page.evaluate(() =>
        [...document.querySelectorAll(".advice .rows .row")].map((row) => ({
          end: row.getBoundingClientRect().bottom,
          // In lines of text: a narrow column would break words.
          lines: Math.round((row.querySelector(".names")?.getBoundingClientRect().height ?? 0) / 16),
        })),
      );
      assert.ok(
        rows.every(({ lines }) => lines <= 3),
        "names are not broken",
      );
      if (width >= 820) assert.ok(Math.max(...rows.map(({ end }) => end)) <= fold, "all rows in sight");
      if (width >= 1280) {
        const { beliefs } = await boxes(page, { beliefs: "#beliefs-panel .where" });
        assert.ok(beliefs.left >= row.right, "what the other holds in a third column");
        if (hand === HAND) {
          const { history } = await boxes(page, { history: "#timeline" });
          assert.ok(history.left >= row.right);
        }
      }
      if (width === 1400) {
        const rest = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        assert.ok(rest <= 0, `the page is ${rest} pixels too long`);
      }
    }
    await window.close();
  });
}

test("Okiya has two columns on a tablet and three on a desktop, and its board is not stretched", async () => {
  for (const [width, height] of /** @type {const} */ ([
    [820, 1180],
    [1280, 800],
    [1400, 900],
  ])) {
    const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}/a2`, { width, height });
    const { page } = window;
    await page.waitForSelector("#board .value");
    await page.waitForSelector(".moves-list");
    const { board, values, strip } = await boxes(page, { board: "#board", values: ".moves-list", strip: ".strip" });
    assert.ok(board.right <= values.left, "values beside the board");
    assert.ok(board.right - board.left <= (width < 1280 ? 481 : 641), "not stretched");
    if (width >= 1280) {
      assert.ok(values.right <= strip.left, "what has happened beside the values");
      assert.ok(board.bottom <= height, "the board in sight");
      if (width === 1400) assert.ok(board.right - board.left >= 580, "as large as the height allows");
    } else assert.ok(strip.top >= board.bottom);
    await window.close();
  }
});

test("the review of a game that has ended stands in the middle, and its curve steps the board", async () => {
  const game = "#o/bc39072ad6f85e41/a3c3a1d1d3a2c2d4a4b3d2b4b1c4";
  const window = await openPage(shared.browser, `${shared.board.url}${game}`, { width: 1400, height: 900 });
  const { page } = window;
  await page.waitForSelector("#review-panel .curve");
  const places = async () => {
    const { board, review, strip } = await boxes(page, { board: "#board", review: "#review-panel", strip: ".strip" });
    return board.right <= review.left && review.right <= strip.left;
  };
  assert.ok(await places());
  assert.match((await page.textContent("#review-panel .curve")) ?? "", /Red.*=.*Black.*1.*13/s);
  const curve = /** @type {{ x: number, y: number, width: number, height: number }} */ (
    await page.locator("#review-panel .curve").boundingBox()
  );
  // The third of fourteen moves.
  await page.mouse.click(curve.x + curve.width * ((40 + 8 + (2 / 13) * (340 - 56)) / 340), curve.y + curve.height / 2);
  await page.waitForFunction(() => /a3c3a1$/.test(location.hash));
  assert.ok(await places());
  await window.close();
});

test("a hand of seven cards takes one row on a small phone, without advice too", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#h/......._1_ABCDEFG_-`, { width: 360, height: 640 });
  const { page } = window;
  await page.waitForSelector(".hand [data-card]");
  const rows = () =>
    page.evaluate(() => new Set([...document.querySelectorAll(".hand li")].map((card) => card.getBoundingClientRect().top)).size);
  assert.equal(await rows(), 1);
  await page.keyboard.press("v");
  await page.waitForSelector("#say", { state: "detached" });
  assert.equal(await rows(), 1);
  await window.close();
});

test("no headline before the answer is final", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#h/......._1_ABCDEFG_-`);
  const { page } = window;
  await page.waitForSelector("#advice-panel .rows");
  // The stage and its message are read at the same time.
  const seen = await page.evaluate(() => ({
    stage: /** @type {HTMLElement} */ (document.querySelector("#advice-panel")).dataset.stage,
    said: document.querySelector("#say")?.textContent,
    strips: document.querySelectorAll("#mixture").length,
    marks: document.querySelectorAll(".rows .row.best, .rows .row.close").length,
  }));
  if (seen.stage !== "done") {
    assert.equal(seen.said, "Searching");
    assert.equal(seen.strips, 0);
    assert.equal(seen.marks, 0);
  }
  await advised(page);
  assert.match((await page.textContent("#say")) ?? "", /(Offer|Keep|Discard)/);
  assert.equal(await page.locator(".rows .row.best").count(), 1);
  await window.close();
});

test("without letters, as on a phone at first, cards are named by their items", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#h/${HAND}`);
  const { page } = window;
  await advised(page);
  assert.match((await page.textContent(".rows")) ?? "", /flute|fan|tea bowl/);
  assert.equal(await page.locator(".hand .hcard b").count(), 0);
  assert.match(
    (await page.textContent("#say")) ?? "",
    /(Offer|Keep|Discard) the (flute|fan|scroll|parasol|shamisen|tea bowl|hairpin)/,
  );
  await page.tap('[aria-label="Settings"]');
  await page.tap("#letters");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".hand .hcard b").count(), 5);
  assert.match((await page.textContent("#say")) ?? "", /(Offer|Keep|Discard) .* \([A-G]\)/);
  await window.close();
});

test("seven geisha, each drawn by herself, and no cross on a token", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#h`);
  const { page } = window;
  await page.waitForSelector(".lady-art");
  const drawings = await page.evaluate(() =>
    [...document.querySelectorAll(".lady-art use")].map(
      (use) => document.querySelector(use.getAttribute("href") ?? "")?.innerHTML,
    ),
  );
  assert.equal(new Set(drawings).size, 7);
  await window.go(`#o/${GARDEN}/a2`);
  await page.waitForSelector("#board .token.x");
  assert.equal(await page.locator("#board .token.x .sign-x").count(), 1);
  await window.close();
});

test("cards, tokens and markers are animated, unless the user prefers reduced motion", async () => {
  for (const reduced of [true, false]) {
    const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}/a2`, { reduced });
    const { page } = window;
    await page.waitForSelector("#board .token");
    const style = (/** @type {string} */ selector, /** @type {"animationName" | "transitionDuration"} */ property) =>
      page.evaluate(
        ([at, name]) => getComputedStyle(/** @type {Element} */ (document.querySelector(at)))[/** @type {any} */ (name)],
        [selector, property],
      );
    assert.equal((await style("#board .token", "animationName")) === "none", reduced);
    await window.go("#h/+......_2_ABDFG_2XX,3EEG-E,1X");
    await page.waitForSelector(".laid-down");
    assert.equal((await style(".laid-down", "animationName")) === "none", reduced);
    assert.equal((await style(".marker", "transitionDuration")) === "0s", reduced);
    await window.close();
  }
});

test("sound is off until it is turned on", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}`);
  const { page } = window;
  await page.evaluate(() => {
    const { AudioContext: Real } = window;
    window.AudioContext = class extends Real {
      constructor() {
        super();
        document.documentElement.dataset.heard = "yes";
      }
    };
  });
  await page.waitForSelector("#board .cell.best");
  await page.tap("#board .cell.best");
  await page.waitForFunction(() => /\/[a-d][1-4]$/.test(location.hash));
  assert.equal(await page.getAttribute("html", "data-heard"), null);
  await page.tap('[aria-label="Settings"]');
  await page.tap("#sound");
  assert.equal(await page.getAttribute("html", "data-heard"), "yes");
  await window.close();
});

test("texts of twice the size: nothing is cut off, on any screen", async () => {
  const window = await openPage(shared.browser, shared.board.url);
  const { page } = window;
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  /** @type {string[]} */
  const problems = [];
  for (const [name, fragment, selector] of SCREENS) {
    await window.go(fragment);
    await page.waitForSelector(selector);
    if (name === "okiya") await page.waitForSelector("#board .value");
    if (name === "hana") await advised(page);
    await page.waitForTimeout(100);
    problems.push(...(await window.faults()).map((fault) => `${name}: ${fault}`));
  }
  assert.deepEqual(problems, []);
  await window.close();
});

test("a value lies beside the symbol of its tile and above its plant", async () => {
  for (const width of [360, 390, 1400]) {
    const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}/a2`, { width, height: 844 });
    const { page } = window;
    await page.waitForSelector("#board .value");
    const over = await page.evaluate(() =>
      [...document.querySelectorAll("#board .cell:has(.value)")].flatMap((cell) => {
        const value = /** @type {Element} */ (cell.querySelector(".value")).getBoundingClientRect();
        const [plant, symbol] = [...cell.querySelectorAll(".tile-art use")].map((use) => use.getBoundingClientRect());
        return value.right > symbol.left + 1 || value.bottom > plant.top + 4 ? [cell.getAttribute("data-cell")] : [];
      }),
    );
    assert.deepEqual(over, [], String(width));
    await window.close();
  }
});
