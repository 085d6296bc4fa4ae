// Two people: Okiya over a link that holds the whole game, Hanamikoji at one device with a curtain between the hands.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, withBoard } from "./support.mjs";

const shared = withBoard();

/** Closed to the one whose turn it is not. @param {import("playwright-core").Page} page */
const open = (page) => page.locator("#board .cell:not([aria-disabled])").count();

test("Okiya over a link: each sends the next one, nobody moves twice, and nothing is valued before the end", async () => {
  const [one, other] = await Promise.all([
    openPage(shared.browser, shared.board.url),
    openPage(shared.browser, shared.board.url),
  ]);
  await one.page.tap("[data-friend=okiya]");
  await one.page.waitForSelector("#link-bar");
  assert.match((await one.page.textContent("#link-bar")) ?? "", /Red.*Your move/s);
  let [mine, theirs] = [one.page, other.page];
  /** @type {string[]} */
  const links = [];
  for (let moves = 0; moves < 16; moves += 1) {
    await mine.waitForSelector("#board .cell:not([aria-disabled])");
    await mine.tap("#board .cell:not([aria-disabled])");
    await mine.waitForSelector("#send-link");
    assert.equal(await open(mine), 0, "the other's turn");
    await mine.tap("#send-link");
    await mine.waitForSelector(".toast");
    links.push(await mine.evaluate(() => navigator.clipboard.readText()));
    const over = /over/.test((await mine.textContent("#link-bar")) ?? "");
    if (!over) assert.equal(await mine.locator("#board .value, .moves-list, .strip .mark, #review-panel, #why").count(), 0);
    await theirs.goto(links[moves]);
    await theirs.waitForFunction((tokens) => document.querySelectorAll("#board .token").length === tokens, moves + 1);
    if (moves === 0) assert.match((await theirs.textContent("#link-bar")) ?? "", /Black.*Your move/s);
    if (over) break;
    [mine, theirs] = [theirs, mine];
  }
  assert.match(links[0], /#o\/[0-9a-f]{16}\/[a-d][1-4]\?play=link$/);
  assert.ok(
    links.every((link, at) => at === 0 || link.startsWith(links[at - 1].replace("?play=link", ""))),
    "the whole game",
  );
  // The end is the same for both, and can be reviewed.
  for (const page of [mine, theirs]) {
    await page.waitForSelector("#review-panel");
    assert.match((await page.textContent("#say")) ?? "", /wins:|A draw/);
  }
  // Looking back is no secret; whoever goes on from there differently is told, as the friend will be.
  await other.page.goto(links[0]);
  await other.page.waitForSelector("#board .cell:not([aria-disabled])");
  assert.equal(await other.page.locator("#taken-back").count(), 0);
  await other.page.tap(
    `#board .cell:not([aria-disabled]):not([data-cell=${links[1].slice(0, links[1].indexOf("?")).slice(-2)}])`,
  );
  await other.page.waitForSelector("#taken-back");
  await other.page.tap("#send-link");
  await other.page.waitForSelector("#taken-back", { state: "detached" });
  await one.page.goto(await other.page.evaluate(() => navigator.clipboard.readText()));
  await one.page.waitForSelector("#taken-back");
  // A link is pasted as well as tapped.
  await theirs.goto(`${shared.board.url}#p`);
  await theirs.fill("#paste", links[0]);
  await theirs.tap("form >> text=Open");
  await theirs.waitForSelector("#link-bar");
  assert.equal(await theirs.locator("#board .value").count(), 0);
  // A reload keeps the side.
  await mine.reload();
  await mine.waitForSelector("#link-bar");
  await Promise.all([one.close(), other.close()]);
});

test("a link as a QR code, dark on light in the dark theme, too", async () => {
  const window = await openPage(shared.browser, shared.board.url, { scheme: "dark" });
  const { page } = window;
  await page.tap("[data-friend=okiya]");
  await page.waitForSelector("#board .cell:not([aria-disabled])");
  await page.tap("#board .cell:not([aria-disabled])");
  await page.tap("#show-code");
  await page.waitForSelector("#qr path");
  // Three finder patterns: seven dark modules, beside them a light one.
  const corners = await page.evaluate(() => {
    const svg = /** @type {SVGSVGElement} */ (document.querySelector("#qr"));
    const size = svg.viewBox.baseVal.width - 8;
    const dark = new Set(
      [...(svg.querySelector("path")?.getAttribute("d") ?? "").matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => `${x} ${y}`),
    );
    return [
      [0, 0],
      [size - 7, 0],
      [0, size - 7],
    ].map(([left, top]) =>
      Array.from({ length: 7 }, (_, y) =>
        Array.from({ length: 7 }, (_, x) => (dark.has(`${left + x} ${top + y}`) ? "#" : ".")).join(""),
      ).join(" "),
    );
  });
  const finder = "####### #.....# #.###.# #.###.# #.###.# #.....# #######";
  assert.deepEqual(corners, [finder, finder, finder]);
  assert.deepEqual(
    await page.evaluate(() => [...document.querySelectorAll("#qr > *")].map((part) => part.getAttribute("fill"))),
    ["#fff", "#000"],
  );
  await window.close();
});

/** One decision of whoever is to make it. @param {import("playwright-core").Page} page */
async function decide(page) {
  const taken = page.locator("[data-take]").first();
  if (await taken.isVisible()) return taken.tap();
  await page.locator("[data-kind]:not([disabled])").last().tap();
  for (let cards = 0; cards < 4 && (await page.locator("#confirm").isDisabled()); cards += 1)
    await page.locator('.hand .pick:not([disabled])[aria-pressed="false"]').first().tap();
  await page.tap("#confirm");
}

test("two at one device: a curtain before each hand, a whole round, its winner by name, and the next round", async () => {
  const window = await openPage(shared.browser, shared.board.url);
  const { page } = window;
  await page.tap("[data-friend=hana]");
  await page.waitForSelector("#curtain");
  assert.match((await page.textContent("#curtain")) ?? "", /Hand the device to Player 1/);
  let curtains = 0;
  for (let steps = 0; steps < 40 && (await page.locator("#result-panel").count()) === 0; steps += 1) {
    await page.waitForSelector("#curtain, #confirm, .hand .pick, [data-take], #result-panel");
    if ((await page.locator("#curtain").count()) > 0) {
      assert.equal(await page.locator(".hcard, .hand, .tableau").count(), 0, "nothing behind the curtain");
      if (curtains === 1) {
        assert.match((await page.textContent("#curtain")) ?? "", /Player 1 (kept|discarded|offers).*Player 2/s);
        // A reload shows no hand.
        await page.reload();
        await page.waitForSelector("#curtain");
      }
      curtains += 1;
      await page.tap("#lift");
      await page.waitForSelector(".hand .pick, [data-take]");
      assert.equal(
        await page.locator(".tableau .who").first().locator(".hcard:not(.back)").count(),
        0,
        "the other's hand stays hidden",
      );
      assert.equal(await page.locator("#undo, #advice-panel, [aria-label=Share]").count(), 0);
      continue;
    }
    const before = await page.textContent("#now");
    await decide(page);
    await page.waitForFunction(
      (text) =>
        document.querySelector("#curtain, #result-panel") !== null || document.querySelector("#now")?.textContent !== text,
      before,
    );
  }
  await page.waitForSelector("#result-panel");
  assert.ok(curtains >= 6, String(curtains));
  assert.match((await page.textContent("#result-panel")) ?? "", /Player 1.*Player 2|Player 2.*Player 1/s);
  assert.equal(await page.evaluate(() => localStorage.getItem("hanamachi.games")), null, "no game against the computer");
  await page.tap("#next-round, #again");
  await page.waitForSelector("#curtain");
  await window.close();
});
