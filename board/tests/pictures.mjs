// Draws the pictures of the book and the README: screens of a phone, side by side. Run it when the page has changed.

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openPage, startBoard, startBrowser } from "./support.mjs";

const images = fileURLToPath(new URL("../../docs/src/images/", import.meta.url));
const SCALE = 1.5;
const board = await startBoard();
const browser = await startBrowser();

/**
 * One screen of a phone. @param {string} fragment @param {string} ready @param {(page: import("playwright-core").Page) => Promise<void>} [act]
 * @param {"light" | "dark"} [scheme]
 */
async function phone(fragment, ready, act = async () => {}, scheme = "light") {
  const window = await openPage(browser, board.url, { scheme, scale: SCALE });
  await window.go(fragment);
  await window.page.waitForSelector(ready, { timeout: 60_000 });
  await act(window.page);
  await window.page.waitForTimeout(400);
  const data = (await window.page.screenshot()).toString("base64");
  await window.close();
  return data;
}

/** Puts screens side by side, each with an edge. @param {string} name @param {string[]} screens */
async function together(name, screens) {
  const page = await browser.newPage({ viewport: { width: screens.length * 414 + 24, height: 892 }, deviceScaleFactor: SCALE });
  const frames = screens.map((data) => `<img src="data:image/png;base64,${data}" width="390" height="844">`).join("");
  await page.setContent(
    `<style>body { margin: 24px; display: flex; gap: 24px; background: #efe9dc } img { border-radius: 22px; box-shadow: 0 0 0 1px #b9ae99, 0 6px 24px rgb(35 33 29 / .18) }</style>${frames}`,
  );
  writeFileSync(`${images}${name}.png`, await page.screenshot());
  await page.close();
}

const garden = "#o/bc39072ad6f85e41";
const hand = "#h/+..-..._2_ABDFG_2XX,3EEG-E,1X";
const okiya = await phone(garden, "#board .cell.best");
const hana = await phone(hand, "#advice-panel[data-stage=done]");
await together("board", [okiya, hana]);
await together("board-okiya", [
  await phone("#o", "#setup-board", async (page) => {
    for (const tile of ["PR", "IS", "MR", "PT", "MS", "CR", "MB"]) await page.tap(`[data-tile=${tile}]`);
  }),
  await phone(`${garden}/a3c3`, "#board .cell.best", async (page) => {
    await page.waitForTimeout(500);
  }),
  await phone(garden, "#board .cell.best", async (page) => {
    await page.tap("#why");
    await page.waitForSelector("#explanation");
  }),
]);
await together("board-hanamikoji", [
  await phone("#h", ".keyboard", async (page) => {
    for (const card of "AABD") await page.tap(`.keyboard [data-card=${card}]`);
  }),
  await phone(hand, "#advice-panel[data-stage=done]", async (page) => {
    await page.locator("#advice-panel").scrollIntoViewIfNeeded();
    await page.evaluate(() =>
      scrollTo(0, (document.querySelector("#advice-panel")?.getBoundingClientRect().top ?? 0) + scrollY - 12),
    );
  }),
  await phone(
    "#h/......._1_DEFFG_3ABC-A,1X,1G,4CDEG-CD",
    "#advice-tab-why",
    async (page) => {
      await page.tap("#advice-tab-why");
      await page.evaluate(() =>
        scrollTo(0, (document.querySelector("#advice-panel")?.getBoundingClientRect().top ?? 0) + scrollY - 12),
      );
    },
    "dark",
  ),
]);
await browser.close();
board.stop();
