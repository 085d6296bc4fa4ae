// Languages: the same keys and the same places to fill in everywhere, and no text that does not fit on a phone.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openPage, SCREENS, withBoard } from "./support.mjs";

const page = fileURLToPath(new URL("../page/", import.meta.url));
const CODES = ["en", "fr", "it", "de", "es"];
const texts = Object.fromEntries(
  await Promise.all(CODES.map(async (code) => [code, (await import(`../page/lang/${code}.js`)).default])),
);

test("every language has every key, no other, and the same places to fill in", () => {
  const places = (/** @type {string} */ text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const code of CODES) {
    assert.deepEqual(Object.keys(texts[code]).sort(), Object.keys(texts.en).sort(), code);
    for (const [key, text] of Object.entries(texts[code])) {
      assert.ok(text.trim() !== "", `${code} ${key}`);
      // A count of one may be written as a word.
      if (!key.endsWith(".one")) assert.deepEqual(places(text), places(texts.en[key]), `${code} ${key}`);
    }
  }
});

test("every text is used", () => {
  const sources = ["", "okiya", "hana", "train"]
    .flatMap((folder) =>
      readdirSync(join(page, folder))
        .filter((name) => name.endsWith(".js"))
        .map((name) => readFileSync(join(page, folder, name), "utf8")),
    )
    .join("\n");
  // Keys composed of a stem and a word of the notation.
  const stems = [...sources.matchAll(/(?:known|t|tn)\(\s*(?:\/\*\*[^*]*\*\/\s*\()?`([^`]*)`/g)].map(
    ([, text]) => new RegExp(`^${text.replaceAll(".", "\\.").replaceAll(/\$\{[^}]*\}/g, ".+")}$`),
  );
  const unused = Object.keys(texts.en).filter((key) => {
    const stem = key.replace(/\.(one|other)$/, "");
    return !sources.includes(`"${key}"`) && !sources.includes(`"${stem}"`) && !stems.some((form) => form.test(key));
  });
  assert.deepEqual(unused, []);
});

const shared = withBoard();

for (const language of CODES) {
  test(`${language}: every text fits on a phone`, async () => {
    const window = await openPage(shared.browser, shared.board.url, { language });
    assert.equal(await window.page.getAttribute("html", "lang"), language);
    /** @type {string[]} */
    const problems = [];
    for (const [name, fragment, selector] of SCREENS) {
      await window.go(fragment);
      await window.page.waitForSelector(selector);
      await window.page.waitForTimeout(100);
      problems.push(...(await window.faults()).map((fault) => `${name}: ${fault}`));
    }
    assert.deepEqual(problems, []);
    await window.close();
  });
}
