// Tests without a browser: the vendored library, laying a garden, spaced repetition, parsing of actions.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { arranged, choiceOf, mixed, mixture, ROWS_OF_KIND, rowsOf } from "../page/hana/choice.js";
import { prospects } from "../page/hana/model.js";
import { reasonWords } from "../page/hana/why.js";
import { LANGUAGES, speak } from "../page/i18n.js";
import { answered, answeredOn, fromFile, INTERVALS, merged, understood } from "../page/train/progress.js";
import { difficulty, played } from "../page/train/rating.js";
import { count, dayBefore, dayOf, done, isDay, LENGTH, restart } from "../page/train/session.js";
import { kept, shortened } from "./chart.mjs";
import { differences } from "./vendor.mjs";

test("the page's library equals the one on npm", () => {
  assert.deepEqual(differences(), []);
});

test("index.html loads every module at once", () => {
  const page = fileURLToPath(new URL("../page/", import.meta.url));
  const listed = [...readFileSync(`${page}index.html`, "utf8").matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(
    ([, name]) => name,
  );
  // Modules of other threads, and languages that may not be needed, load later.
  const later = /^(main|worker|wasm|service-worker)\.js$|^lang\/(?!en\.js)/;
  const modules = readdirSync(page, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".js") && !later.test(name));
  assert.deepEqual(listed, modules.sort());
});

test("a missed exercise is repeated, after longer intervals each time it is solved", () => {
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

test("progress files are parsed with care", () => {
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

test("advice has the value of the advised action, not that of an approximate equilibrium", () => {
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

const record = (/** @type {object} */ more = {}) => ({ streak: 1, longest: 3, asked: 5, solved: 4, again: {}, ...more });
const file = (/** @type {object} */ exercises) => JSON.stringify({ schema: "hanamachi.training/1", exercises });

test("a progress file is read completely, or not at all", () => {
  const whole = { spot: record({ again: { "7/0": { box: 1, due: 9 } } }), daily_hand: record({ day: 20_260_131 }) };
  assert.deepEqual(fromFile(file(whole))?.exercises, whole);
  const junk = [
    "",
    "not JSON",
    "null",
    "[]",
    "{}",
    file({}),
    file({ nothing: record() }),
    file({ spot: { streak: 1 } }),
    file({ spot: record({ asked: -1 }) }),
    file({ spot: record({ asked: 1.5 }) }),
    file({ spot: record({ asked: 1e300, solved: 1e300 }) }),
    file({ spot: record({ solved: 6 }) }),
    file({ spot: record({ streak: 4 }) }),
    file({ spot: record({ again: { "../x": { box: 0, due: 0 } } }) }),
    file({ spot: record({ again: { "1/0": { box: 99, due: 0 } } }) }),
    file({ spot: record({ again: { "1/0": null } }) }),
    file({ spot: record(), other: record() }),
  ];
  for (const text of junk) assert.equal(fromFile(text), null, text);
});

test("progress is merged: nothing is lost, and duplicates count once", () => {
  const read = (/** @type {object} */ exercises) => /** @type {any} */ (fromFile(file(exercises)));
  const own = read({ spot: record({ again: { "7/0": { box: 1, due: 9 } } }), only_move: record({ asked: 9 }) });
  const other = read({
    spot: record({ longest: 5, asked: 8, again: { "7/0": { box: 0, due: 4 }, "8/0": { box: 2, due: 6 } } }),
    read_hand: record(),
  });
  const both = merged(own, other);
  assert.deepEqual(
    both.exercises.spot,
    record({ longest: 5, asked: 8, again: { "7/0": { box: 0, due: 4 }, "8/0": { box: 2, due: 6 } } }),
  );
  assert.deepEqual(both.exercises.only_move, own.exercises.only_move);
  assert.deepEqual(both.exercises.read_hand, other.exercises.read_hand);
  assert.deepEqual(merged(both, other), both);
  assert.deepEqual(merged(own, own), own);
});

test("the exercise of a day counts days in a row, and each day once", () => {
  assert.equal(dayOf(new Date(2026, 0, 31)), 20_260_131);
  assert.equal(dayBefore(20_260_301), 20_260_228);
  assert.equal(dayBefore(20_260_101), 20_251_231);
  const none = { streak: 0, longest: 0, asked: 0, solved: 0, again: {} };
  /** On the day itself. @param {typeof none} before @param {number} day @param {number} credit */
  const on = (before, day, credit) => answeredOn(before, day, credit, day);
  const first = on(none, 20_260_228, 1);
  assert.deepEqual([first.streak, first.longest, first.asked], [1, 1, 1]);
  assert.equal(on(first, 20_260_228, 0), first, "once a day");
  const second = on(first, 20_260_301, 1);
  assert.deepEqual([second.streak, second.longest], [2, 2]);
  assert.deepEqual([on(second, 20_260_303, 1).streak, on(second, 20_260_303, 1).longest], [1, 2]);
  assert.equal(on(second, 20_260_302, 0.5).streak, 0);
});

test("another day than today never counts, and one that a wrong clock has noted freezes nothing", () => {
  const before = { streak: 3, longest: 5, asked: 9, solved: 8, again: {}, day: 20_260_228 };
  for (const day of [20_991_231, 20_260_302, 20_260_227])
    assert.equal(answeredOn(before, day, 1, 20_260_301), before, String(day));
  const wrong = { ...before, day: 20_991_231 };
  assert.deepEqual(answeredOn(wrong, 20_260_301, 1, 20_260_301), { ...wrong, streak: 1, asked: 10, solved: 9, day: 20_260_301 });
  assert.deepEqual([20_260_228, 20_240_229].map(isDay), [true, true]);
  assert.deepEqual([20_261_301, 20_260_229, 20_260_100, 0, 3].map(isDay), [false, false, false, false, false]);
  const kept = understood({ schema: "hanamachi.training/1", exercises: { daily_garden: { ...before, day: 20_261_399 } } });
  assert.equal(kept?.exercises.daily_garden.day, undefined);
});

test("a session has ten exercises and then starts again", () => {
  restart();
  for (let index = 0; index < LENGTH; index += 1) count("spot", `1/${index}`, 1);
  assert.equal(done("spot"), LENGTH);
  assert.equal(done("read_hand"), 0);
  count("spot", "1/10", 0);
  assert.equal(done("spot"), 1);
  count("read_hand", "1/0", 0);
  assert.deepEqual([done("spot"), done("read_hand")], [0, 1]);
  restart();
});

/** An action's row. @param {string} action @param {number} loss @param {number | null} [frequency] */
const row = (action, loss, frequency = null) => ({ action, win: 0.5 - loss, se: 0.004, loss, frequency, kind: "computed" });
/** @param {ReturnType<typeof row>[]} actions @param {object} [more] */
const advice = (actions, more = {}) =>
  /** @type {any} */ ({ evaluation: { actions }, advice: { action: "3ABC" }, close: ["1F", "3ABC"], ...more });

test("the choice is the engine's if it names one, and else is derived from its advice", () => {
  const actions = [row("1F", 0, 0.4), row("3ABC", 0.002, 0.5), row("2AB", 0.08, 0)];
  assert.deepEqual(choiceOf(advice(actions)), { play: "3ABC", best: ["3ABC", "1F"] });
  const named = { play: "1F", best: ["1F"], self_loss: 0.01, self_loss_se: 0.002 };
  assert.deepEqual(choiceOf(advice(actions, { evaluation: { actions, advice: named } })), { play: "1F", best: ["1F"] });
  assert.deepEqual(choiceOf(advice(actions, { advice: null })), { play: null, best: [] });
  // Its chance, too, is then of one computation with its values.
  const hopes = prospects(
    advice(actions, { evaluation: { method: "equilibrium", win: 0.48, kind: "computed", actions, advice: named }, range: null }),
  );
  assert.deepEqual(hopes, { win: 0.48, kind: "computed", range: null });
});

test("rows are grouped by kind, one or two of each, and nothing is ranked first by luck", () => {
  const actions = [
    row("1F", 0, 0.36),
    row("3BFG", 0.003, 0.001),
    row("3ABC", 0.004, 0.5),
    row("3ABG", 0.02, 0.004),
    ...["A", "B", "C", "D", "E", "G"].map((card, index) => row(`1${card}`, 0.03 + index / 100, 0.02)),
    ...["2AB", "2AC", "2AD", "4ABCD"].map((action, index) => row(action, 0.1 + index / 100, 0)),
  ];
  const names = (/** @type {ReturnType<typeof arranged>} */ groups) =>
    groups.map(({ kind, rows, more }) => [kind, rows.map((shown) => shown.row.action).join(" "), more]);
  assert.deepEqual(names(arranged(advice(actions))), [
    // The kind of the advised action leads with two, not with the value that is higher by chance.
    [3, "3ABC 3BFG", 1],
    // The second one is neither as good nor played often.
    [1, "1F", 6],
    [2, "2AB", 2],
    [4, "4ABCD", 0],
  ]);
  assert.ok(arranged(advice(actions)).every(({ rows }) => rows.length <= ROWS_OF_KIND));
  assert.deepEqual(names(arranged(advice(actions), { all: true, only: 2 })), [[2, "2AB 2AC 2AD", 0]]);
  assert.equal(mixture(actions)?.get(3), 0.505);
  assert.equal(mixture([row("1A", 0)]), null);
});

test("equal actions are one row, played as often as all of them, and the advised one stands for them", () => {
  const equal = (/** @type {string} */ action, /** @type {string} */ orbit, /** @type {number} */ frequency) => ({
    ...row(action, 0, frequency),
    orbit,
  });
  const actions = [
    equal("2AD", "2AD", 0.1),
    equal("2BD", "2AD", 0.1),
    equal("3ABC", "3ABC", 0.35),
    equal("3BCD", "3ABC", 0.35),
    equal("1G", "1G", 0.1),
  ];
  const of = advice(actions, { advice: { action: "3BCD" }, close: ["3ABC", "3BCD"] });
  assert.deepEqual(
    rowsOf(of).map(({ row, alike, frequency }) => [row.action, alike.join(" "), frequency]),
    [
      ["2AD", "2AD 2BD", 0.2],
      ["3BCD", "3ABC 3BCD", 0.7],
      ["1G", "1G", 0.1],
    ],
  );
  assert.deepEqual(
    mixed(of).map(({ row }) => row.action),
    ["3BCD", "2AD", "1G"],
  );
  assert.deepEqual(
    arranged(of).map(({ rows, more }) => [rows.length, more]),
    [
      [1, 0],
      [1, 0],
      [1, 0],
    ],
  );
});

test("every reason of the engine has words in each language, and its numbers stand in them", async () => {
  // The language is that of the document.
  Object.assign(globalThis, { document: { documentElement: {} } });
  /** @type {any[]} */
  const reasons = [
    { code: "secures", geisha: "F", share: [0.71, 0.48] },
    ...["withholds", "wins", "gives_up", "denies", "concedes"].map((code) => ({
      code,
      geisha: [{ geisha: "F", share: [0.71, 0.48] }],
    })),
    ...["reaches", "misses", "prevents", "risks"].map((code) => ({ code, share: [0.71, 0.48] })),
    ...["invites", "would_invite"].map((code) => ({
      code,
      offer: "3ABF",
      answers: [{ answer: "-F", frequency: 0.71, win: 0.48 }],
    })),
    { code: "unclear" },
  ];
  for (const [language] of LANGUAGES) {
    await speak(language);
    const said = reasons.map((reason) => reasonWords(reason, 1) ?? "");
    assert.equal(new Set(said).size, reasons.length, language);
    for (const [index, words] of said.entries())
      if (reasons[index].code !== "unclear") assert.match(words, /71.*48/, `${language} ${reasons[index].code}`);
    assert.notEqual(reasonWords(reasons[1], 1), reasonWords(reasons[1], 2));
  }
  await speak("en");
  assert.equal(reasonWords(/** @type {any} */ ({ code: "of another version", share: [0, 1] }), 1), null);
  assert.equal(
    reasonWords({ code: "reaches", share: [1, 0.0001] }, 1),
    "You win in this round more often: 100\u202f% instead of <\u202f1\u202f%.",
  );
});

test("a rating changes as in the example of Glickman's paper", () => {
  const before = { rating: 1500, deviation: 200, volatility: 0.06, games: 0 };
  const after = played(before, [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ]);
  assert.deepEqual(
    [after.rating.toFixed(2), after.deviation.toFixed(2), after.volatility.toFixed(5), after.games],
    ["1464.05", "151.52", "0.06000", 3],
  );
});

test("an exercise is as hard as weak players find it", () => {
  const moves = (/** @type {number} */ count) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, at === 0 ? 1 : 0]));
  const garden = (/** @type {number} */ count, /** @type {number} */ plies, /** @type {string} */ others = "draw") =>
    difficulty({
      exercise: "only_move",
      grades: moves(count),
      solution: {
        moves: Object.keys(moves(count)).map((move, at) =>
          at === 0 ? { move, outcome: "win", plies_to_end: plies } : { move, outcome: others, plies_to_end: 2 },
        ),
      },
    });
  // All of them see a win on the spot except the guesser, who finds one of two in half of the cases.
  const won = (/** @type {number} */ rating) =>
    Array.from({ length: 10 }, (_, player) => 1 / (1 + 10 ** ((rating - 1000 - 100 * player) / 400))).reduce((a, b) => a + b);
  assert.ok(Math.abs(won(garden(2, 1)) - 9.5) < 0.02);
  assert.ok(garden(12, 5) > garden(3, 5) && garden(3, 9) > garden(3, 2));
  // Where the other moves lose at once, whoever sees two moves ahead is left with the right one.
  assert.ok(garden(4, 9, "loss") < garden(4, 9));
  const spot = (/** @type {number} */ loss) =>
    difficulty({ exercise: "spot", grades: { "1A": 1, "1B": 0, "1C": 0 }, losses: { "1A": 0, "1B": loss, "1C": 0.4 } });
  assert.ok(spot(0.02) > spot(0.06) && spot(0.06) > spot(0.2));
  const hand = (/** @type {number} */ lead) =>
    difficulty({ exercise: "read_hand", grades: { A: 1, B: 0, C: 0 }, losses: { A: 0.3 + lead, B: 0.3, C: 0.1 } });
  assert.ok(hand(0.1) > hand(0.2));
});

test("the chart of first hands is that of the results", () => {
  assert.equal(kept(), shortened());
  const lines = kept().trim().split("\n");
  assert.equal(lines.length, 910);
  for (const line of lines) assert.match(line, /^[A-G]{7}( [1-4][A-G]+ \d+){4}$/);
});
