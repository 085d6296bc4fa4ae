// The pictures of the board in the book and the README: screens of a phone, side by side. They show what the program answers today: the texts
// of the screens are kept beside the pictures, and compared. `PICTURES=overwrite node --test tests/pictures.test.mjs` takes both again.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openPage, withBoard } from "./support.mjs";

const images = fileURLToPath(new URL("../../docs/src/images/", import.meta.url));
const overwrite = process.env.PICTURES === "overwrite";
const SCALE = 1.5;
const GARDEN = "#o/bc39072ad6f85e41";
// The end of a round: it is solved, so that its answer depends on no machine.
const HAND = "#h/......._2_ABDF_4CEFG-FG,4DGFF-DG,2XX,1G,1X";
const shared = withBoard();

/** What each screen shows. @type {Record<string, string[]>} */
const shown = {};
/** The screens as pictures. @type {Record<string, string>} */
const taken = {};

/**
 * A phone at an address, in one or several states, each of which makes a picture. `texts` selects the parts whose labels or texts are compared.
 * @param {string} fragment @param {string} ready @param {Record<string, { texts: string, act?: (page: import("playwright-core").Page) => Promise<void> }>} states
 */
function phone(fragment, ready, states) {
  test(Object.keys(states).join(", "), async () => {
    const window = await openPage(shared.browser, `${shared.board.url}${fragment}`, { scale: SCALE });
    await window.page.waitForSelector(ready, { timeout: 120_000 });
    for (const [name, { texts, act }] of Object.entries(states)) {
      await act?.(window.page);
      shown[name] = await window.page
        .locator(texts)
        .evaluateAll((parts) =>
          parts.map((part) => (part.getAttribute("aria-label") ?? part.textContent ?? "").replace(/\s+/g, " ").trim()),
        );
      assert.ok(shown[name].join("").length > 20, `${name}: nothing is shown`);
      if (overwrite) {
        await window.page.waitForTimeout(400);
        taken[name] = (await window.page.screenshot()).toString("base64");
      } else {
        const kept = JSON.parse(readFileSync(`${images}shown.json`, "utf8"));
        assert.deepEqual(shown[name], kept[name], `${name}: the picture is of another answer; PICTURES=overwrite takes it again`);
      }
    }
    await window.close();
  });
}

/** Scrolls a phone to the advice. @param {import("playwright-core").Page} page */
async function toAdvice(page) {
  await page.locator("#advice-panel").scrollIntoViewIfNeeded();
  await page.evaluate(() =>
    scrollTo(0, (document.querySelector("#advice-panel")?.getBoundingClientRect().top ?? 0) + scrollY - 12),
  );
}

const VALUES = "#say, #board [data-cell]";
const ADVICE = "#say, #advice-panel .rows [data-action]";
phone(GARDEN, "#board .cell.best", {
  okiya: { texts: VALUES },
  "okiya-why": {
    texts: "#say, #explanation",
    act: async (page) => {
      await page.tap("#why");
      await page.waitForSelector("#explanation");
    },
  },
});
phone("#o", "#setup-board", {
  "okiya-setup": {
    texts: "#setup-board [data-cell]",
    act: async (page) => {
      for (const tile of ["PR", "IS", "MR", "PT", "MS", "CR", "MB"]) await page.tap(`[data-tile=${tile}]`);
    },
  },
});
phone(`${GARDEN}/a3c3`, "#board .cell.best", { "okiya-position": { texts: VALUES } });
phone("#h", ".keyboard", {
  "hana-setup": {
    texts: ".keyboard [data-card]",
    act: async (page) => {
      for (const card of "AABD") await page.tap(`.keyboard [data-card=${card}]`);
    },
  },
});
phone(HAND, "#advice-panel[data-stage=done]", {
  hana: { texts: ADVICE },
  "hana-actions": { texts: ADVICE, act: toAdvice },
  "hana-why": {
    texts: "#say, #why-panel",
    act: async (page) => {
      await page.tap("#advice-tab-why");
      await toAdvice(page);
    },
  },
});

/** Screens of each picture. @type {Record<string, string[]>} */
const PICTURES = {
  board: ["okiya", "hana"],
  "board-okiya": ["okiya-setup", "okiya-position", "okiya-why"],
  "board-hanamikoji": ["hana-setup", "hana-actions", "hana-why"],
};

/** After the screens above. */
test("the pictures are taken of these screens", { skip: !overwrite }, async () => {
  writeFileSync(`${images}shown.json`, `${JSON.stringify(shown, null, 1)}\n`);
  for (const [name, screens] of Object.entries(PICTURES)) {
    const page = await shared.browser.newPage({
      viewport: { width: screens.length * 414 + 24, height: 892 },
      deviceScaleFactor: SCALE,
    });
    const frames = screens.map((of) => `<img src="data:image/png;base64,${taken[of]}" width="390" height="844">`).join("");
    await page.setContent(
      `<style>body { margin: 24px; display: flex; gap: 24px; background: #efe9dc } img { border-radius: 22px; box-shadow: 0 0 0 1px #b9ae99, 0 6px 24px rgb(35 33 29 / .18) }</style>${frames}`,
    );
    writeFileSync(`${images}${name}.png`, await page.screenshot());
    await page.close();
  }
});
