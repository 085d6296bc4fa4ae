// Offline after the first load: the static site, its host gone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GARDEN, openPage, serveFolder, startBrowser } from "./support.mjs";

const site = process.env.BOARD_SITE;

test("the static site works without a network after the first load", {
  skip: site === undefined && "BOARD_SITE names no folder",
}, async () => {
  const host = await serveFolder(/** @type {string} */ (site));
  const browser = await startBrowser();
  const window = await openPage(browser, host.url, { workers: "allow" });
  await window.page.evaluate(() => navigator.serviceWorker.ready);
  await window.page.reload();
  await window.page.waitForSelector(".home");
  await window.context.setOffline(true);
  host.stop();
  await window.page.reload();
  await window.page.waitForSelector(".home");
  await window.page.goto(`${host.url}#o/${GARDEN}`);
  await window.page.waitForSelector("#board .cell.best");
  await window.page.evaluate(() => {
    location.hash = "#h/+..-..._2_ABDFG_2XX,3EEG-E,1X";
  });
  await window.page.waitForSelector("#advice-panel .rows", { timeout: 20_000 });
  assert.match((await window.page.textContent("#say")) ?? "", /\w/);
  await browser.close();
});
