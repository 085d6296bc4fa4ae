// Every screen at three widths, light and dark: nothing cut off, nothing said on the console, nothing serious for axe.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { openPage, SCREENS, startBoard, startBrowser, VIEWS } from "./support.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {{ url: string, stop: () => void }} */
let board;
before(async () => {
  board = await startBoard();
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  board.stop();
});

for (const [view, width, height] of VIEWS) {
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    test(`${view}, ${scheme}`, async () => {
      const window = await openPage(browser, board.url, { width, height, scheme });
      /** @type {string[]} */
      const problems = [];
      for (const [name, fragment, selector] of SCREENS) {
        await window.go(fragment);
        await window.page.waitForSelector(selector);
        await window.page.waitForTimeout(150);
        problems.push(...(await window.faults()).map((fault) => `${name}: ${fault}`));
        await window.page.evaluate(axe);
        const violations = await window.page.evaluate(async () => {
          const { violations } = await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ["violations"] });
          return violations
            .filter((/** @type {any} */ { impact }) => impact === "serious" || impact === "critical")
            .flatMap((/** @type {any} */ { id, nodes }) =>
              nodes.map((/** @type {any} */ node) => `${id}: ${node.html.slice(0, 160)}`),
            );
        });
        problems.push(...violations.map((/** @type {string} */ violation) => `${name}: ${violation}`));
        if (width < 900) {
          const small = await window.page.evaluate(() =>
            [...document.querySelectorAll("main button, main a.button, .bottom a")]
              .filter((element) => element.checkVisibility())
              .map((element) => ({ element, box: element.getBoundingClientRect() }))
              .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
              .map(
                ({ element, box }) => `${Math.round(box.width)} × ${Math.round(box.height)}: ${element.outerHTML.slice(0, 120)}`,
              ),
          );
          problems.push(...small.map((target) => `${name}: ${target}`));
        }
      }
      assert.deepEqual(problems, []);
      await window.close();
    });
  }
}
