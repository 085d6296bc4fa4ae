// Advice with reasons: equal actions as one row, whose each geisha will be, who would win her now, the chart of first hands, the review.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hurried, openPage, withBoard } from "./support.mjs";

const shared = withBoard();

/** The end of a round, which is solved. */
const END = "......._1_DEFFG_3ABC-A,1X,1G,4CDEG-CD";
const done = "#advice-panel[data-stage=done] .rows .best";

test("reasons in the reader's language, bars that agree with the numbers, and words for kinds behind the i alone", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#h/${END}`, { language: "de" });
  const { page } = window;
  await page.waitForSelector(done, { timeout: 60_000 });
  assert.equal(await page.locator("#say .kind, .rows .kind, .verdict .kind").count(), 0);
  // A row opens to its own bars, beside those of the advised action.
  await page.locator(".rows .row:not(.best)").first().tap();
  assert.equal(await page.locator(".detail .ends > li").count(), 7);
  assert.equal(await page.locator(".detail .end.other").count(), 7);
  await page.tap("#advice-tab-why");
  assert.match((await page.textContent(".why .margin")) ?? "", /Punkte besser als/);
  assert.match((await page.textContent("[data-reason=wins]")) ?? "", /Öfter dein: Fächer \(82\u202f% statt 3\d\u202f%\)/);
  assert.equal(await page.locator(".reasons .against").count(), 1);
  assert.equal(await page.locator("#why-panel .ends > li").count(), 7);
  const fan = page.locator("#why-panel .ends [data-geisha=B]");
  assert.match((await fan.textContent()) ?? "", /82\u202f%/);
  const share = await fan.evaluate((row) => {
    const [bar, other] = row.querySelectorAll(".end");
    const of = (/** @type {Element} */ end) =>
      (end.querySelector(".ours")?.getBoundingClientRect().width ?? 0) / end.getBoundingClientRect().width;
    return [of(bar), of(other)];
  });
  assert.ok(Math.abs(share[0] - 0.82) < 0.01 && share[1] < 0.4, String(share));
  await page.tap(".info summary");
  assert.equal(await page.locator(".kinds-legend .kind").count(), 4);
  await page.keyboard.press("Escape");
  // Beliefs say their condition.
  await page.tap("#advice-tab-beliefs");
  const said = (await page.textContent("#advice-tab-panel")) ?? "";
  assert.match(said, /wenn das Gegenüber nach dem angenäherten Gleichgewicht spielt/);
  assert.doesNotMatch(said, /bewiesen/);
  await window.close();
});

test("equal actions are one row, which opens to all of them", async () => {
  // The flute, the fan and the scroll can be exchanged.
  const window = await openPage(shared.browser, `${shared.board.url}#h/......._1_ABCFFGG_-`);
  const { page } = window;
  await page.waitForSelector("#stop");
  await page.tap("#stop");
  await page.waitForSelector(done, { timeout: 60_000 });
  await page.tap("#all-actions");
  const secrets = await page
    .locator(".group.kind-1 [data-action]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-alike")));
  assert.deepEqual(secrets.sort(), ["1", "1", "3"]);
  await page.locator(".group.kind-1 [data-alike='3']").tap();
  const equals = await page
    .locator(".detail [data-equal]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-equal")));
  assert.deepEqual([...equals, await page.getAttribute(".group.kind-1 [data-alike='3']", "data-action")].sort(), [
    "1A",
    "1B",
    "1C",
  ]);
  await page.locator(".detail [data-equal='1C']").tap();
  await page.waitForFunction(() => /1C$/.test(decodeURIComponent(location.hash)));
  await window.close();
});

test("as it lies: who would win each geisha now, on the table and in words", async () => {
  // The first player has two scrolls and a shamisen, with another one as the secret; the other a flute, a fan and a tea bowl.
  const window = await openPage(shared.browser, `${shared.board.url}#h/+......_1_BDFGG_3ACC-A,1X,1E,3BEF-E`);
  const { page } = window;
  await page.waitForSelector(".tableau .marker.lies");
  const lies = await page.locator(".ladies .lady").evaluateAll((ladies) =>
    ladies
      .map((lady) => {
        const marker = lady.querySelector(".marker.lies");
        return marker === null ? "=" : marker.classList.contains("ours") ? "+" : marker.classList.contains("away") ? "-" : ".";
      })
      .join(""),
  );
  assert.equal(lies, "--+=+-=");
  assert.match((await page.textContent(".ladies .lady")) ?? "", /yours, as it lies: the opponent’s/);
  await window.close();
});

test("the chart of first hands: from the advice, by tapping cards, and back to a hand", async () => {
  const window = await openPage(shared.browser, `${shared.board.url}#h/......._1_AABDFGG_-`);
  const { page } = window;
  await page.waitForSelector("#stop");
  await page.tap("#stop");
  await page.tap("#to-chart");
  await page.waitForSelector("[data-hand=AABDFGG]");
  assert.equal(await page.locator("[data-hand]").count(), 1);
  assert.equal(await page.locator("[data-hand=AABDFGG] .row").count(), 4);
  assert.match((await page.textContent("[data-hand] .row.best")) ?? "", /\d\d\.\d\u202f%/);
  await page.tap(".hand .pick");
  await page.waitForFunction(() => document.querySelectorAll("[data-hand]").length > 1);
  assert.ok(
    await page
      .locator("[data-hand]")
      .evaluateAll((hands) => hands.every((hand) => /A.*B.*D.*F.*G.*G/.test(hand.getAttribute("data-hand") ?? ""))),
  );
  await page.tap(".keyboard [data-card=G]");
  await page.waitForSelector("[data-hand=ABDFGGG]");
  await page.tap("text=Study this");
  await page.waitForFunction(() => location.hash === "#h/......._1_ABDFGGG_-");
  // Another position than a first hand is not in it.
  await window.go("#h/+..-..._2_ABDFG_2XX,3EEG-E,1X");
  await page.waitForSelector("#stop, .rows");
  assert.equal(await page.locator("#to-chart").count(), 0);
  await window.close();
});

test("a review steps the table, by its curve and by its buttons", async () => {
  const round = "......._D/ABEEFG/AFGGGG/DEFDCBFC_1F,4GGGG-GG,3ABD-A,3ADE-D,2CF,2BF,4EEFG-EE,1C";
  const window = await openPage(shared.browser, `${shared.board.url}#h/${round}`, { width: 1400, height: 900 });
  const { page } = window;
  await hurried(page);
  await page.click("#to-review");
  await page.waitForSelector("#review-panel .steps button", { timeout: 120_000 });
  await page.waitForFunction(() => document.querySelector("#review-panel progress") === null, undefined, { timeout: 120_000 });
  const [review, table, history] = await page.evaluate(() =>
    ["#review-panel", ".tableau", "#timeline"].map((of) =>
      /** @type {Element} */ (document.querySelector(of)).getBoundingClientRect(),
    ),
  );
  assert.ok(table.right <= review.left && review.right <= history.left, "the review in the middle");
  const end = await page.textContent(".tableau");
  await page.click(".steps li:nth-child(4) button");
  await page.waitForSelector("#looked");
  assert.notEqual(await page.textContent(".tableau"), end);
  assert.match((await page.textContent("#looked")) ?? "", /Turn 3/);
  // The curve has its scale, and a tap at its right end shows the last decision.
  assert.match((await page.textContent("#review-panel .curve")) ?? "", /100\u202f%.*50\u202f%.*0\u202f%/s);
  const box = /** @type {{ x: number, y: number, width: number, height: number }} */ (
    await page.locator("#review-panel .curve").boundingBox()
  );
  await page.mouse.click(box.x + box.width - 4, box.y + box.height / 2);
  await page.waitForFunction(() => /Turn 8/.test(document.querySelector("#looked")?.textContent ?? ""));
  await page.click("#looked button");
  assert.equal(await page.textContent(".tableau"), end);
  await window.close();
});
