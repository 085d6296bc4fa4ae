// Offline after the first load: the static site, its host gone.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { GARDEN, HAND, openPage, serveFolder, startBrowser } from "./support.mjs";

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
  /** @type {() => Promise<boolean>} */
  const hasNetwork = () => window.page.evaluate(async () => (await caches.match("hanamikoji.network")) !== undefined);
  assert.equal(await hasNetwork(), false, "nobody has opened Hanamikoji");
  await window.go("#h");
  await window.page.waitForSelector(".keyboard");
  for (let tries = 0; !(await hasNetwork()); tries += 1) {
    assert.ok(tries < 600, "the network is not kept");
    await window.page.waitForTimeout(50);
  }
  await window.go("#");
  await window.context.setOffline(true);
  host.stop();
  await window.page.reload();
  await window.page.waitForSelector(".home");
  await window.page.goto(`${host.url}#o/${GARDEN}`);
  await window.page.waitForSelector("#board .cell.best");
  await window.page.evaluate(() => {
    location.hash = "#h/+..-..._2_ABDFG_2XX,3EEG-E,1X";
  });
  await window.page.waitForSelector("#advice-panel .rows .often", { timeout: 20_000 });
  assert.match((await window.page.textContent("#say")) ?? "", /\w/);
  await browser.close();
});

test("without the network of the equilibrium a search gives the advice, and the page shows that", {
  skip: site === undefined && "BOARD_SITE names no folder",
}, async () => {
  const host = await serveFolder(/** @type {string} */ (site));
  const browser = await startBrowser();
  for (const [answer, failure] of /** @type {const} */ ([
    [{ status: 404 }, /status of 404/],
    [{ status: 200, body: "<!doctype html>" }, null],
  ])) {
    const window = await openPage(browser, host.url);
    const { page } = window;
    await page.route("**/hanamikoji.network", (route) => route.fulfill(answer));
    await window.go("#h/+..-..._2_ABDFG_2XX,3EEG-E,1X");
    await page.waitForSelector("#advice-panel .rows .loss", { timeout: 20_000 });
    await page.waitForSelector("#no-network button", { timeout: 20_000 });
    assert.equal(await page.locator(".rows .often").count(), 0);
    await page.click('[aria-label="Play the computer"]');
    await page.waitForSelector("#player option", { state: "attached" });
    await page.click("dialog [data-level=strong]");
    assert.equal(await page.inputValue("#player"), "ismcts");
    await page.keyboard.press("Escape");
    // The network can be fetched after all.
    await page.unroute("**/hanamikoji.network");
    await page.click("#no-network button");
    await page.waitForSelector("#advice-panel .rows .often", { timeout: 20_000 });
    assert.equal(await page.locator("#no-network").count(), 0);
    assert.deepEqual(
      window.errors.filter((line) => failure === null || !failure.test(line)),
      [],
    );
    await window.context.close();
  }
  await browser.close();
  host.stop();
});

/** The site in another version: a text differs, and its engine does not fit pages of this one. */
function nextVersion() {
  const folder = mkdtempSync(join(tmpdir(), "hanamachi-site-"));
  cpSync(/** @type {string} */ (site), folder, { recursive: true });
  /** @param {string} file @param {string} from @param {string} to */
  const change = (file, from, to) => {
    const text = readFileSync(join(folder, file), "utf8");
    assert.ok(text.includes(from), `${file}: ${from}`);
    writeFileSync(join(folder, file), text.replace(from, to));
  };
  change("lang/en.js", '"home.today": "Today"', '"home.today": "Now"');
  change("wasm.js", "const ABI = 2;", "const ABI = 3;");
  const { version } = JSON.parse(readFileSync(join(folder, "files.json"), "utf8"));
  change("files.json", version, `${version}-next`);
  return folder;
}

test("a new version: open pages go on with theirs and are told, other pages get the new one", {
  skip: site === undefined && "BOARD_SITE names no folder",
}, async () => {
  const host = await serveFolder(/** @type {string} */ (site));
  const browser = await startBrowser();
  const next = nextVersion();
  const window = await openPage(browser, `${host.url}#o/${GARDEN}`, { workers: "allow" });
  const { page } = window;
  await page.waitForSelector("#board .value");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  host.publish(next);
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ look: true }));
  await page.waitForSelector("#outdated");
  // Modules and an engine that are loaded only now are those of this page's version.
  await window.go(`#h/${HAND}`);
  await page.waitForSelector("#advice-panel[data-stage=done] [data-action]", { timeout: 60_000 });
  const other = await window.context.newPage();
  await other.goto(host.url);
  assert.match((await other.textContent("#today")) ?? "", /^Now/);
  await window.go("#");
  assert.match((await page.textContent("#today")) ?? "", /^Today/);
  await page.tap("#outdated button");
  await page.waitForFunction(() => /^Now/.test(document.querySelector("#today")?.textContent ?? ""));
  assert.equal(await page.locator("#outdated").count(), 0);
  // The old files go with their last page.
  await page.reload();
  await page.waitForFunction(async () => (await caches.keys()).filter((name) => name.startsWith("hanamachi-")).length === 1);
  assert.deepEqual(window.errors, []);
  await browser.close();
  host.stop();
  rmSync(next, { recursive: true });
});

test("without kept files, too, an engine of another version is reported at once", {
  skip: site === undefined && "BOARD_SITE names no folder",
}, async () => {
  const host = await serveFolder(/** @type {string} */ (site));
  const browser = await startBrowser();
  const next = nextVersion();
  const window = await openPage(browser, `${host.url}#o/${GARDEN}`);
  const { page } = window;
  await page.waitForSelector("#board .value");
  host.publish(next);
  await window.go(`#h/${HAND}`);
  await page.waitForSelector("#outdated", { timeout: 20_000 });
  assert.match((await page.textContent(".fault")) ?? "", /older than its files/);
  await browser.close();
  host.stop();
  rmSync(next, { recursive: true });
});
