// What needs no browser: the vendored library, laying a garden, spaced repetition, actions taken apart.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { prospects } from "../page/hana/model.js";
import { answered, INTERVALS, understood } from "../page/train/progress.js";
import { differences } from "./vendor.mjs";

test("the page's library is what npm publishes", () => {
  assert.deepEqual(differences(), []);
});

test("index.html loads every module at once", () => {
  const page = fileURLToPath(new URL("../page/", import.meta.url));
  const listed = [...readFileSync(`${page}index.html`, "utf8").matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(
    ([, name]) => name,
  );
  // What other threads run, and languages that may not be wanted, come later.
  const later = /^(main|worker|wasm|service-worker)\.js$|^lang\/(?!en\.js)/;
  const modules = readdirSync(page, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".js") && !later.test(name));
  assert.deepEqual(listed, modules.sort());
});

test("an exercise that was missed comes again, later each time it is solved", () => {
  const now = 1_000_000;
  let record = answered({ streak: 3, longest: 3, asked: 3, solved: 3, again: {} }, "5/0", 0, now);
  assert.equal(record.streak, 0);
  assert.equal(record.longest, 3);
  assert.deepEqual(record.again["5/0"], { box: 0, due: now + INTERVALS[0] });
  for (let box = 1; box < INTERVALS.length; box += 1) {
    record = answered(record, "5/0", 1, now);
    assert.deepEqual(record.again["5/0"], { box, due: now + INTERVALS[box] });
  }
  record = answered(record, "5/0", 1, now);
  assert.deepEqual(record.again, {});
  assert.equal(record.streak, INTERVALS.length);
});

test("files of progress are taken apart with care", () => {
  assert.equal(understood(null), null);
  assert.equal(understood({ schema: "other/1" }), null);
  const kept = understood({
    schema: "hanamachi.training/1",
    exercises: { spot: { streak: -1, longest: "x", asked: 2, solved: 1, again: { "1/0": { box: 99, due: 5 } } }, other: {} },
  });
  assert.deepEqual(kept?.exercises, {
    spot: { streak: 0, longest: 0, asked: 2, solved: 1, again: { "1/0": { box: INTERVALS.length - 1, due: 5 } } },
  });
});

test("what is advised says what it wins itself, not what an equilibrium that errs would win there", () => {
  const action = (/** @type {string} */ name, /** @type {number} */ win, /** @type {number | null} */ se) => ({
    action: name,
    win,
    se,
    kind: "computed",
  });
  const asked = (/** @type {string} */ method, /** @type {number | null} */ se) =>
    prospects(
      /** @type {any} */ ({
        evaluation: { method, win: 0.48, kind: "estimated", actions: [action("2AD", 0.57, se), action("1F", 0.47, se)] },
        advice: { action: "2AD" },
        range: { low: 0.47, high: 0.49 },
      }),
    );
  const found = asked("equilibrium", 0.01);
  assert.deepEqual([found.win, found.kind], [0.57, "computed"]);
  assert.ok(found.range !== null && found.range.low < 0.551 && found.range.high > 0.589 && found.range.high < 0.6);
  assert.equal(asked("equilibrium", null).range, null);
  assert.deepEqual(asked("ismcts", 0.01), { win: 0.48, kind: "estimated", range: { low: 0.47, high: 0.49 } });
});
