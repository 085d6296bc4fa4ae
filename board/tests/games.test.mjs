// Whole games through the page: a round at a real table from one seat, rounds against the computer, a match of Okiya, every exercise.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GARDEN, HAND, hurried, openPage, withBoard } from "./support.mjs";

const shared = withBoard();

/** A page that shows no advice and no values, so that nothing is searched. @param {string} fragment */
async function quiet(fragment) {
  const window = await openPage(shared.browser, shared.board.url);
  await hurried(window.page);
  await window.page.evaluate(() => localStorage.setItem("hanamachi.show_values", "false"));
  await window.page.goto(`${shared.board.url}${fragment}`);
  await window.page.reload();
  await window.page.waitForSelector("main h1");
  return window;
}

/** One entry, whatever is asked: takes from an offer, names a card, or uses the first action there is. @param {import("playwright-core").Page} page */
async function enter(page) {
  const before = await page.textContent("#now");
  const taken = page.locator("[data-take]").first();
  const kinds = page.locator("[data-kind]:not([disabled])");
  if (await taken.isVisible()) await taken.tap();
  else if ((await kinds.count()) > 0) {
    await kinds.first().tap();
    for (
      let cards = 0;
      cards < 4 && (await page.locator("#confirm").isVisible()) && (await page.locator("#confirm").isDisabled());
      cards += 1
    ) {
      await page.locator('.hand .pick:not([disabled])[aria-pressed="false"], .keyboard .pick:not([disabled])').first().tap();
    }
    const confirm = page.locator("#confirm");
    if ((await page.textContent("#now")) === before && (await confirm.isVisible())) await confirm.tap();
  } else await page.locator(".keyboard .pick:not([disabled])").first().tap();
  await page.waitForFunction((said) => document.querySelector("#now")?.textContent !== said, before, { timeout: 15_000 });
}

for (const seat of /** @type {const} */ ([1, 2])) {
  test(`a round at a real table from seat ${seat}, to its end, and its review`, async () => {
    const window = await quiet("#h");
    const { page } = window;
    if (seat === 2) await page.tap("text=I play second");
    for (const card of seat === 1 ? "ABCDEFG" : "ABCDEF") await page.tap(`.keyboard [data-card=${card}]`);
    await page.waitForSelector("#now");
    let entries = 0;
    while ((await page.locator("#result-panel").count()) === 0 && entries < 40) {
      await enter(page);
      entries += 1;
    }
    assert.match((await page.textContent("#now")) ?? "", /over|secret/);
    assert.equal(await page.locator(".timeline > li").count(), 8);
    // Eight actions, four answers to offers, the player's own draws, and the secret shown at the end.
    assert.ok(entries >= 8 + 4 + 3 && entries <= 8 + 4 + 4 + 1, String(entries));
    await page.tap("#undo");
    await page.waitForFunction(() => document.querySelector("#result-panel") === null);
    await enter(page);
    await page.waitForSelector("#result-panel");
    await page.tap("#to-review");
    await page.waitForSelector("#review-panel .timeline a", { timeout: 300_000 });
    await page.waitForFunction(() => document.querySelector("#review-panel progress") === null, undefined, { timeout: 300_000 });
    assert.ok((await page.locator("#review-panel table").count()) === 1);
    await window.close();
  });
}

test("the timeline can be edited and used to go back", async () => {
  const window = await quiet("#h/......._X/XXXXXX/ABDDFG/XEXXXXXX_4ACGG-GG,2AB");
  const { page } = window;
  await page.waitForSelector(".timeline");
  await page.tap(".timeline > li:first-child .row");
  await page.fill(".timeline form input", "4ACGG-AC");
  await page.tap(".timeline form button");
  await page.waitForFunction(() => location.hash.includes("4ACGG-AC,2AB"));
  await page.tap(".timeline > li:nth-child(2) .row");
  await page.fill(".timeline form input", "2GG");
  await page.tap(".timeline form button");
  await page.waitForSelector(".timeline .fault");
  await page.tap("text=Back to here");
  await page.waitForFunction(() => location.hash.endsWith("4ACGG-AC"));
  await window.close({ refusals: true });
});

test("a game against the computer, a whole round, its review, and the next round", async () => {
  const window = await quiet("#h");
  const { page } = window;
  await page.tap("text=Play the computer");
  await page.waitForSelector("#player option", { state: "attached" });
  await page.tap("dialog summary");
  await page.selectOption("#player", "greedy");
  await page.tap("#deal");
  await page.waitForSelector("#now");
  for (let entries = 0; entries < 20 && (await page.locator("#result-panel").count()) === 0; entries += 1) {
    await page.waitForSelector("[data-take], [data-kind]:not([disabled]), #result-panel", { timeout: 20_000 });
    if ((await page.locator("#result-panel").count()) === 0) await enter(page);
  }
  await page.waitForSelector("#result-panel", { timeout: 20_000 });
  // The end turns up both secrets, in the history too; the opponent's trade-off stays hidden.
  assert.deepEqual(
    await page
      .locator(".timeline > li > .row .act")
      .evaluateAll((turns) => turns.map((turn) => turn.querySelectorAll(".back").length).filter((hidden) => hidden > 0)),
    [2],
  );
  await page.tap("#to-review");
  await page.waitForFunction(() => document.querySelectorAll("#review-panel .timeline a").length >= 12, undefined, {
    timeout: 300_000,
  });
  await page.waitForFunction(() => document.querySelector("#review-panel progress") === null, undefined, { timeout: 300_000 });
  const next = page.locator("#next-round");
  if ((await next.count()) > 0) {
    await next.tap();
    await page.waitForFunction(() => document.querySelector("#result-panel") === null);
  }
  await page.reload();
  await page.waitForSelector("#now");
  await window.close();
});

test("advice: groups, the opponent's answer, beliefs, what if, stop", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#h/${HAND}`);
  const { page } = window;
  await page.waitForSelector("#stop");
  await page.tap("#stop");
  await page.waitForSelector("#advice-panel[data-stage=done]");
  assert.ok((await page.locator(".rows [data-action]").count()) <= 10);
  await page.tap("#all-actions");
  await page.tap(".filter button:last-child");
  const row = page.locator(".rows [data-action^='4']").first();
  await row.tap();
  await page.waitForSelector(".detail .gauge");
  await page.tap("#advice-tab-beliefs");
  assert.ok((await page.locator(".where .stack").count()) >= 6);
  await page.tap("#advice-tab-whatif");
  await page.tap("text=Compute them all");
  await page.waitForSelector("table.grid", { timeout: 90_000 });
  await page.tap("#advice-tab-actions");
  await page.tap(".rows [data-action] >> nth=0");
  await page.tap(".detail >> text=Play this");
  await page.waitForFunction(() =>
    /what does the opponent play|which was taken/.test(document.querySelector("#now")?.textContent ?? ""),
  );
  await window.close();
});

test("what if: estimates at once, replaced by the solution; changes that cannot be told from none are not coloured", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#h/......._1_DEFFG_3ABC-A,1X,1G,4CDEG-CD`);
  const { page } = window;
  await page.waitForSelector("#advice-tab-whatif");
  await page.tap("#advice-tab-whatif");
  await page.tap("text=Compute them all");
  await page.waitForFunction(() => {
    const cells = [...document.querySelectorAll("table.grid td")].map((cell) => cell.textContent);
    return cells.some((text) => text === "≈") && !cells.includes("…");
  });
  assert.ok(await page.locator("#advice-tab-panel progress").isVisible(), "it is being solved");
  assert.equal(await page.locator("table.grid td[class]:not([class=''])", { hasText: "≈" }).count(), 0);
  await page.waitForSelector("#advice-tab-panel progress", { state: "detached", timeout: 60_000 });
  assert.equal(await page.locator("table.grid td", { hasText: "≈" }).count(), 0);
  await window.close();
});

test("Okiya: the other rule, turned and flipped, computer and sheet of paper", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o/${GARDEN}?full=last`);
  const { page } = window;
  await page.waitForSelector("#board .cell.best");
  assert.match((await page.textContent(".rule")) ?? "", /won by the last token/);
  const first = () => page.locator("#board .cell").first().getAttribute("data-cell");
  assert.equal(await first(), "a1");
  await page.tap('[aria-label="Turn the board"]');
  assert.equal(await first(), "a4");
  await page.tap('[aria-label="Flip the board"]');
  assert.notEqual(await first(), "a4");
  await page.emulateMedia({ media: "print" });
  await page.waitForSelector(".print-sheet svg");
  assert.equal(await page.locator(".print-sheet tbody tr").count(), 12);
  const paper = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString("latin1");
  assert.equal([...paper.matchAll(/\/Type\s*\/Page\b/g)].length, 1, "one sheet");
  await window.close();
});

test("every exercise can be asked, answered, and gone on from", async () => {
  const window = await openPage(shared.browser, shared.board.url);
  const { page } = window;
  for (const exercise of ["winning_opening", "only_move", "first_or_second", "cannot_win", "spot", "read_hand"]) {
    await window.go("#t");
    await page.waitForSelector(`[data-exercise=${exercise}]`);
    await window.go(`#t/${exercise}/7/0`);
    await page.waitForSelector("#board .cell:not([aria-disabled]), #side-x, .kinds, .keyboard, [data-take]", {
      timeout: 120_000,
    });
    assert.equal(await page.locator(".value, .loss, .gauge").count(), 0, `no value before the answer: ${exercise}`);
    if (await page.locator("#side-x").isVisible()) await page.tap("#side-x");
    else if (await page.locator("#board").isVisible()) {
      for (let moves = 0; moves < 8 && (await page.locator("#verdict").count()) === 0; moves += 1) {
        await page.locator("#board .cell:not([aria-disabled])").first().tap();
        await page.waitForTimeout(300);
      }
    } else if (await page.locator(".kinds").isVisible()) {
      await page.locator("[data-kind]:not([disabled])").first().tap();
      for (let cards = 0; cards < 4 && (await page.locator("#confirm").isDisabled()); cards += 1)
        await page.locator('.hand .pick:not([disabled])[aria-pressed="false"]').first().tap();
      await page.tap("#confirm");
    } else await page.locator("[data-take], .keyboard .pick:not([disabled])").first().tap();
    await page.waitForSelector("#verdict");
    const credit = Number(await page.getAttribute("#verdict", "data-credit"));
    assert.ok(credit >= 0 && credit <= 1);
    const before = await page.evaluate(() => location.hash);
    await page.tap("#next");
    await page.waitForFunction((was) => location.hash !== was, before);
  }
  await window.close();
});

test("pasted texts open their screen, and rounds of a game their review", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#p`);
  const { page } = window;
  await page.fill("#paste", "05af/b4c1/27d8/3e96 moves a2 c1 d3 c2");
  await page.tap("form >> text=Open");
  await page.waitForFunction(() => location.hash === "#o/05afb4c127d83e96/a2c1d3c2");
  await page.waitForSelector("#board");
  await window.go("#p");
  await page.fill("#paste", "this is no position");
  await page.tap("form >> text=Open");
  await page.waitForSelector(".fault");
  await window.close({ refusals: true });
});
