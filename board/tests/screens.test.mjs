// Every screen at three widths, light and dark: nothing is cut off, nothing is logged to the console, and axe finds nothing serious.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { advised, GARDEN, HAND, hurried, openPage, SCREENS, VIEWS, withBoard } from "./support.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const shared = withBoard();

/**
 * The faults of the page as shown: layout faults, serious findings of axe, and targets too small for a finger.
 * @param {Awaited<ReturnType<typeof openPage>>} window @param {boolean} fingers
 */
async function problemsOf(window, fingers) {
  const problems = await window.faults();
  // Once in a page: compiled anew for each screen it would take twice the time.
  if (!(await window.page.evaluate(() => "axe" in globalThis))) await window.page.evaluate(axe);
  const violations = await window.page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run(document, {
      resultTypes: ["violations"],
      preload: false,
    });
    return violations
      .filter((/** @type {any} */ { impact }) => impact === "serious" || impact === "critical")
      .flatMap((/** @type {any} */ { id, nodes }) => nodes.map((/** @type {any} */ node) => `${id}: ${node.html.slice(0, 160)}`));
  });
  problems.push(...violations);
  if (fingers) {
    const small = await window.page.evaluate(() =>
      [...document.querySelectorAll("main button, main a.button, .bottom a, dialog button")]
        .filter((element) => element.checkVisibility())
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
        .map(({ element, box }) => `${Math.round(box.width)} × ${Math.round(box.height)}: ${element.outerHTML.slice(0, 120)}`),
    );
    problems.push(...small);
  }
  return problems;
}

for (const [view, width, height] of VIEWS) {
  test(`${view}, light and dark`, async () => {
    const window = await openPage(shared.browser, shared.board.url, { width, height });
    /** @type {string[]} */
    const problems = [];
    for (const [name, fragment, selector] of SCREENS) {
      await window.go(fragment);
      await window.page.waitForSelector(selector);
      if (name === "hana") await advised(window.page);
      await window.page.waitForTimeout(150);
      for (const scheme of /** @type {const} */ (["light", "dark"])) {
        await window.page.emulateMedia({ colorScheme: scheme });
        await window.page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, scheme);
        problems.push(...(await problemsOf(window, width < 900)).map((problem) => `${name}, ${scheme}: ${problem}`));
      }
    }
    assert.deepEqual(problems, []);
    await window.close();
  });
}

/** An element that opens on a screen: the address, the selector to wait for, the taps in order, and the final selector. */
const OPENED = /** @type {const} */ ([
  ["settings", "#", ".home", ['[aria-label="Settings"]'], "dialog[open] select"],
  ["sharing", `#o/${GARDEN}`, "#board .value", ['[aria-label="Share"]'], "dialog[open] code"],
  ["computer", `#o/${GARDEN}`, "#board .value", ['[aria-label="Computer"]'], "dialog[open]"],
  ["why", `#o/${GARDEN}`, "#board .value", ["#why"], "#explanation"],
  ["over", `#o/05afb4c127d83e96/a2c1d3c2`, "#board .value", [".strip li:first-child button"], "#review-panel"],
  ["palette", "#o", "#setup-board", ["#garden-text"], "form input"],
  ["players", "#h", ".keyboard", ["text=Play the computer"], "dialog[open] option"],
  ["answer", "#h/......._X/XXXXXX/ABDDFG/XXXXXXXX_4ACGG", "[data-take]", [".timeline .row"], ".timeline .detail"],
  ["draw", "#h/......._X/XXXXXX/ABDDFG/XXXXXXXX_4ACGG-GG", ".keyboard", [], ".keyboard"],
  [
    "opponent",
    "#h/......._X/XXXXXX/ABDDFG/XXXXXXXX_-",
    "[data-kind]",
    ["[data-kind='4']", ".keyboard [data-card=A]"],
    ".tray .pick",
  ],
  ["own competition", `#h/${HAND}`, "[data-kind]", ["[data-kind='4']", ".hand [data-card=A]"], ".tray .pick"],
  ["beliefs", `#h/${HAND}`, "#advice-tab-beliefs", ["#advice-tab-beliefs"], ".where"],
  [
    "what if",
    "#h/......._1_DEFGG_3ABC-C,3GGG-G,1F,4ABDD-DD",
    "#advice-tab-whatif",
    ["#advice-tab-whatif", "#advice-tab-panel .button.main"],
    "table.grid td[class]",
  ],
  ["seven cards", "#h/......._1_ABCDEFG_-", ".rows", [], ".rows"],
  [
    "estimates of what if",
    "#h/......._1_ABCDEFG_-",
    "#advice-tab-whatif",
    ["#advice-tab-whatif", "#advice-tab-panel .button.main", "#whatif-estimates"],
    "table.grid small",
  ],
  ["a friend's link", "#", ".home", ["[data-friend=okiya]", "#board .cell:not([aria-disabled])", "#show-code"], "#qr path"],
  ["curtain", "#", ".home", ["[data-friend=hana]"], "#curtain"],
  ["writing", "#h", "#write", ["#write"], "#writing"],
  ["why", "#h/......._1_DEFFG_3ABC-A,1X,1G,4CDEG-CD", "#advice-tab-why", ["#advice-tab-why"], ".ends"],
  [
    "detail of a solved end",
    "#h/......._1_DEFFG_3ABC-A,1X,1G,4CDEG-CD",
    ".rows",
    [".rows .row.played:not(.best)"],
    ".detail .ends",
  ],
  ["detail", `#h/${HAND}`, ".rows", [".rows [data-action]"], ".rows .detail"],
  ["sharing a hand", `#h/${HAND}`, ".rows", ['[aria-label="Share"]'], "dialog[open]"],
]);

for (const [view, width, height, scheme, language] of /** @type {const} */ ([
  ["a phone", 390, 844, "light", "en"],
  ["a small phone, or twice the size", 320, 640, "dark", "en"],
])) {
  test(`what opens, on ${view}`, async () => {
    const window = await openPage(shared.browser, shared.board.url, { width, height, scheme, language });
    await hurried(window.page);
    /** @type {string[]} */
    const problems = [];
    for (const [name, fragment, ready, taps, there] of OPENED) {
      await window.go("#p");
      await window.page.waitForSelector("#paste");
      await window.go(fragment);
      await window.page.waitForSelector(ready);
      for (const target of taps) await window.page.locator(target).first().tap();
      await window.page.waitForSelector(there, { state: "attached" });
      await window.page.waitForTimeout(150);
      problems.push(...(await problemsOf(window, true)).map((problem) => `${name}: ${problem}`));
      await window.page.keyboard.press("Escape");
    }
    assert.deepEqual(problems, []);
    await window.close();
  });
}

test("text mode, on a phone", async () => {
  const window = await openPage(shared.browser, shared.board.url);
  await window.page.evaluate(() => localStorage.setItem("hanamachi.text_mode", "true"));
  await window.page.reload();
  /** @type {string[]} */
  const problems = [];
  for (const [name, fragment, selector] of SCREENS) {
    await window.go(fragment);
    await window.page.waitForSelector(selector.replace("#board [data-cell]", "#board"));
    if (name === "hana") await advised(window.page);
    await window.page.waitForTimeout(150);
    problems.push(...(await problemsOf(window, true)).map((problem) => `${name}: ${problem}`));
  }
  assert.deepEqual(problems, []);
  await window.close();
});
