// Entry by tapping, typing and pasting, and a finished game written down, turn by turn, to its review.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GARDEN, HAND, openPage, withBoard } from "./support.mjs";

const shared = withBoard();

/** Pastes a text into a field. @param {import("playwright-core").Page} page @param {string} selector @param {string} text */
async function paste(page, selector, text) {
  await page.evaluate((wanted) => navigator.clipboard.writeText(wanted), text);
  await page.focus(selector);
  await page.keyboard.press("ControlOrMeta+V");
}

test("a garden is typed or pasted into a field that is always there", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o`);
  const { page } = window;
  await page.fill("#garden-text", "no garden");
  await page.press("#garden-text", "Enter");
  await page.waitForSelector(".fault");
  await page.fill("#garden-text", `${GARDEN} a2`.replace(" a2", ""));
  await page.press("#garden-text", "Enter");
  await page.waitForFunction((garden) => location.hash === `#o/${garden}`, GARDEN);
  await window.go("#o");
  await page.waitForSelector("#garden-text");
  await paste(page, "#garden-text", "05af/b4c1/27d8/3e96 moves a2 c1 d3 c2");
  await page.waitForFunction(() => location.hash === "#o/05afb4c127d83e96/a2c1d3c2");
  await window.close({ refusals: true });
});

test("a hand is typed letter by letter, or anything is pasted", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#h`);
  const { page } = window;
  await page.focus("#hand-text");
  await page.keyboard.type("aab");
  assert.equal(await page.locator(".hand .pick").count(), 3);
  assert.equal(await page.inputValue("#hand-text"), "");
  // A third flute does not exist.
  await page.keyboard.type("a");
  assert.equal(await page.locator(".hand .pick").count(), 3);
  await page.fill("#hand-text", "");
  await page.keyboard.type("dfgg");
  await page.waitForFunction(() => /^#h\/.*AABDFGG?|ABDFG/.test(location.hash) && document.querySelector("#now") !== null);
  await window.go("#h");
  await page.waitForSelector("#hand-text");
  await paste(page, "#hand-text", HAND.replaceAll("_", " "));
  await page.waitForFunction((hand) => location.hash === `#h/${hand}`, HAND);
  await window.close();
});

test("the whole palette is in sight on a short phone", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#o`, { width: 360, height: 640 });
  const { page } = window;
  await page.waitForSelector("[data-tile=IR]");
  const [tile, fold] = await page.evaluate(() => [
    document.querySelector("[data-tile=IR]")?.getBoundingClientRect().bottom ?? Number.NaN,
    document.querySelector(".bottom")?.getBoundingClientRect().top ?? Number.NaN,
  ]);
  assert.ok(tile <= fold, `${tile} is below ${fold}`);
  await window.close();
});

test("a finished game is written down: a question for each turn, no advice, and its review", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#h`);
  const { page } = window;
  await page.tap("#write");
  await page.waitForSelector("#writing");
  await page.fill("#hand-text", "ABCDEFG");
  /** @type {string[]} */
  const asked = [];
  let hidden = 0;
  for (let entries = 0; entries < 40 && (await page.locator("#result-panel").count()) === 0; entries += 1) {
    await page.waitForSelector("#now");
    const said = (await page.textContent("#now")) ?? "";
    const turn = (await page.textContent("#written")) ?? "";
    asked.push(said);
    assert.equal(await page.locator("#advice-panel, #say").count(), 0);
    if (entries === 3) {
      // It goes on where it was, after a reload.
      await page.reload();
      await page.waitForSelector("#written");
      assert.equal(await page.textContent("#now"), said);
    }
    const before = await page.evaluate(() => location.hash);
    const taken = page.locator("[data-take]").first();
    const kinds = page.locator("[data-kind]:not([disabled])");
    if (await taken.isVisible()) await taken.tap();
    else if ((await kinds.count()) > 0) {
      const kind = await kinds.first().getAttribute("data-kind");
      await kinds.first().tap();
      // What the opponent hid is one tap.
      if (/they/.test(said) && Number(kind) <= 2) hidden += 1;
      else {
        for (let cards = 0; cards < 4 && (await page.locator("#confirm").isDisabled()); cards += 1)
          await page.locator('.hand .pick:not([disabled])[aria-pressed="false"], .keyboard .pick:not([disabled])').first().tap();
        await page.tap("#confirm");
      }
    } else await page.locator(".keyboard .pick:not([disabled])").first().tap();
    await page.waitForFunction((was) => location.hash !== was, before);
    assert.match(turn, /^Turn [1-8] of 8$/);
  }
  await page.waitForSelector("#result-panel");
  assert.equal(hidden, 2);
  for (const question of [/What did you play/, /What did they play/, /Which did they take/, /Which did you take/, /did you draw/])
    assert.ok(
      asked.some((said) => question.test(said)),
      String(question),
    );
  // The review begins by itself.
  await page.waitForSelector("#review-panel progress, #review-panel .timeline");
  await window.close();
});
