// A garden under study: the moves tried so far as a tree, the current position in it, and the engine's answers about each
// position. Legality, winners and values of moves come from the engine; the page only reads its notation.

import { ask, fault, Latest } from "../engine.js";
import { batch, computed, effect, signal } from "../html.js";
import { STEPS, steps } from "../levels.js";
import { play as sounds } from "../sound.js";
import { fullBoard, newSeed, recall, remember } from "../store.js";
import { comeTo, isLive, played, players, playing, startPlaying } from "./playing.js";

/** @typedef {"win" | "draw" | "loss"} Outcome */
/** @typedef {"x" | "o"} Side */
/** @typedef {{ move: string, tile: string, outcome: Outcome, plies_to_end: number, tiles_left: number, score: number, ending: string, replies: number, line: string[] | null }} MoveValue */
/** @typedef {{ position: string, garden: string, rules: string, side: Side, last: string | null, tiles_left: number, moves: { move: string, tile: string }[], over: boolean, ending: string | null, winner: Side | null, class: number | null }} Position */
/** @typedef {{ outcome: Outcome, plies_to_end: number, tiles_left: number, score: number, ending: string, line: string[], moves: MoveValue[], rarity: any, among_all_gardens: AmongAll | null }} Solution */
/** @typedef {{ kind: string, outcome: Outcome, gardens: number, of: number, share: number }} AmongAll */
/** @typedef {{ ending: string, winner: Side | null, tiles_left: number, cells: string[], last: string | null, side: Side }} End */
/** @typedef {{ text: string, address: string | null, moves: string[] | null, position: Position, solution: Solution | null, ends: Record<string, End>, end: End | null }} View */
/** @typedef {{ move: string | null, text: string, parent: TreeNode | null, children: TreeNode[] }} TreeNode */
/** @typedef {"human" | "perfect" | "strong" | "medium" | "weak" | "adaptive"} Player */
/** @typedef {{ ply: number, move: string, mark: "?" | "!" | null, best: string, player: Side, score_before: number, score_after: number, score_loss: number, outcome_before: Outcome, outcome_after: Outcome }} Graded */

/** @typedef {Record<Side, { mistakes: number, only_moves: number, score_loss: number }>} Totals */

export const CELLS = Array.from({ length: 16 }, (_, index) => "abcd"[index % 4] + (1 + (index >> 2)));
/** @param {string} cell */
export const cellIndex = (cell) => CELLS.indexOf(cell);

/** Sixteen signs: `x`, `o`, or `.` for a tile that is still there; from the position's second field. @param {string} position */
export function tokensOf(position) {
  const field = position.split(" ")[1] ?? "";
  return field
    .replaceAll("/", "")
    .replace(/\d/g, (run) => ".".repeat(Number(run)))
    .padEnd(16, ".");
}

/** The digits of a garden without slashes. @param {string} garden */
export const digitsOf = (garden) => garden.replaceAll("/", "");

/** @param {Side} side */
export const other = (side) => (side === "x" ? "o" : "x");

/** @type {(parent: TreeNode | null, move: string | null, text: string) => TreeNode} */
const nodeOf = (parent, move, text) => ({ parent, move, text, children: [] });

/** Time for which each move of a line is shown before the next. */
const STEP_MS = 420;
/** Longest time for which the position before stays on the board, without its values and with the token laid on it: most answers come within it, so that a tap draws the page once and not twice. */
const HOLD_MS = 250;
/** Delay before the tree is stored and the moves so far are marked: the values of the next position come first. */
const LATER_MS = 250;
/** Shortest time after which the computer moves. */
const PAUSE_MS = 700;
/** Number of gardens whose variations are kept. */
const KEPT_GARDENS = 24;

/** Stored tree of a garden: nested lists of a move and its continuations. @typedef {{ root: string, tree: unknown[] }} Grown */

/** Longest wait for a frame: a page that is not seen has none. */
const FRAME_MS = 100;

/** Does something once the next frame has been drawn. @param {() => void} what */
function afterFrame(what) {
  let done = false;
  const once = () => {
    if (!done) what();
    done = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, FRAME_MS);
}

/** The gardens of earlier visits, the newest last. @returns {Grown[]} */
function keptGardens() {
  const found = /** @type {any} */ (recall("gardens"));
  return Array.isArray(found) ? found.filter((one) => typeof one?.root === "string" && Array.isArray(one?.tree)) : [];
}

/** Two stored trees in one: what was tried in another tab stays. @param {unknown[]} one @param {unknown[]} other @returns {unknown[]} */
function united([move, ...children], [, ...others]) {
  const lists = /** @type {unknown[][]} */ (children);
  const more = /** @type {unknown[][]} */ (others.filter(Array.isArray));
  const both = lists.map((child) => {
    const same = more.find(([first]) => first === child[0]);
    return same === undefined ? child : united(child, same);
  });
  return [move, ...both, ...more.filter(([first]) => !lists.some(([known]) => known === first))];
}

export class Game {
  root = signal(nodeOf(null, null, ""));
  node = signal(this.root.value);
  /** Grows with every change of the tree, whose nodes are plain objects. */
  grown = signal(0);
  view = signal(/** @type {View | null} */ (null));
  /** Whether `view` belongs to the current node; until then it belongs to the previous one. */
  current = signal(false);
  error = signal(/** @type {import("../engine.js").EngineFault | null} */ (null));
  command = signal(/** @type {string | null} */ (null));
  graded = signal(/** @type {Graded[]} */ ([]));
  totals = signal(/** @type {Totals | null} */ (null));
  players = players;
  thinking = signal(false);
  /** A token that has just been laid, while all else on the page still shows the position before. */
  laid = signal(/** @type {{ cell: string, side: Side } | null} */ (null));
  /** A line shown on the board without being played: its moves, and the number of them shown. */
  preview = signal(/** @type {{ moves: string[], at: number, end: End | null } | null} */ (null));
  /** A garden that was given as tokens, without the moves that led there. */
  bare = signal(false);

  #later = 0;
  #playing = 0;
  /** Whether the current position was reached by a move, and not by looking back or forward. */
  #moves = false;
  /** The node of that token. @type {TreeNode | null} */
  #held = null;
  #holding = 0;
  #gradedText = "";
  /** Whether variations have been removed since the tree was stored. */
  #pruned = false;
  #asked = new Latest();
  #reviewed = new Latest();
  #replied = new Latest();
  /** @type {Map<string, { view: View, command: string | null }>} */
  #known = new Map();

  /** The moves from the root to the current node. */
  path = computed(() => {
    this.grown.value;
    /** @type {TreeNode[]} */
    const path = [];
    for (let at = this.node.value; at.parent !== null; at = at.parent) path.unshift(at);
    return path;
  });

  /** The path, and on from there along each node's first child. */
  line = computed(() => {
    const line = [...this.path.value];
    for (let at = this.node.value; at.children.length > 0; ) {
      at = at.children[0];
      line.push(at);
    }
    return line;
  });

  /** Tokens to show: with a move whose values are still missing, or a line that is shown. */
  shown = computed(() => {
    const view = this.view.value;
    if (view === null) return null;
    const { position } = view;
    const signs = [...tokensOf(position.position)];
    let { side, last } = position;
    let ghosts = 0;
    const more = this.current.value ? [] : [this.node.value.move];
    const preview = this.preview.value;
    const played = preview === null ? more : [...more, ...preview.moves.slice(0, preview.at)];
    for (const move of played) {
      if (move === null) continue;
      const index = cellIndex(move);
      if (signs[index] !== ".") continue;
      signs[index] = preview === null ? side : side.toUpperCase();
      if (preview !== null) ghosts += 1;
      side = other(side);
      last = move;
    }
    return { digits: digitsOf(position.garden), signs, side, last, ghosts };
  });

  /** Where the game stands, for what is drawn around the board: it changes one frame later, so that the values on the board come first. */
  around = signal(/** @type {{ view: View | null, current: boolean, node: TreeNode, line: TreeNode[] }} */ (this.#stands()));

  constructor() {
    let drawing = 0;
    effect(() => {
      const stands = this.#stands();
      drawing += 1;
      const mine = drawing;
      const draw = () => {
        if (mine === drawing) this.around.value = stands;
      };
      // Of a garden that is opened everything is drawn at once.
      if (this.around.peek().view === null || stands.view === null) draw();
      else afterFrame(draw);
    });
    // A page that is left does not wait for the tree to be stored.
    addEventListener("pagehide", () => this.#keep());
  }

  #stands() {
    return { view: this.view.value, current: this.current.value, node: this.node.value, line: this.line.value };
  }

  /** Opens a text that the engine has read. @param {{ text: string, garden: string, moves: string[] | null, full: "draw" | "last" | null }} read */
  async open(read) {
    this.#release();
    batch(() => {
      this.#known.clear();
      this.#gradedText = "";
      if (read.full !== null) fullBoard.value = read.full;
      const bare = read.moves === null;
      comeTo(read.garden);
      // A game that is opened again goes on, whoever is to move.
      this.#moves = isLive();
      const root = nodeOf(null, null, bare ? read.text : read.garden);
      let at = root;
      for (const move of read.moves ?? []) at = this.#grow(at, move, textAfter(at, move));
      this.bare.value = bare;
      this.root.value = root;
      this.node.value = at;
      this.#regrow();
      this.grown.value += 1;
      this.current.value = false;
      this.view.value = null;
      this.graded.value = [];
      this.totals.value = null;
    });
    await this.refresh();
  }

  /** The node after a move; whoever shows it lets the tree be read again. @param {TreeNode} at @param {string} move @param {string} text */
  #grow(at, move, text) {
    const found = at.children.find((child) => child.move === move);
    if (found !== undefined) return found;
    const child = nodeOf(at, move, text);
    at.children.push(child);
    return child;
  }

  /** Goes to the node of the address, if it is in the open garden; returns whether it is. @param {{ garden: string, moves: string[] | null }} read */
  walk({ garden, moves }) {
    if (moves === null || this.bare.value || this.root.value.text !== garden) return false;
    this.#release();
    let at = this.root.value;
    for (const move of moves) at = this.#grow(at, move, textAfter(at, move));
    this.stand(at);
    return true;
  }

  /** Requests the values of the current node, unless they are known. */
  async refresh() {
    if (this.root.value.text === "") return;
    this.preview.value = null;
    this.error.value = null;
    const node = this.#held ?? this.node.value;
    const full = fullBoard.value;
    const key = `${full} ${node.text}`;
    try {
      let found = this.#known.get(key);
      if (found === undefined) {
        const answer = await this.#asked.ask("okiya.position", { position: node.text, full });
        if (answer === null || (this.#held ?? this.node.value) !== node) return;
        found = { view: answer.result, command: answer.command };
        this.#known.set(key, found);
      }
      const { view, command } = found;
      batch(() => {
        this.#release();
        this.view.value = view;
        this.command.value = command;
        this.current.value = true;
        this.error.value = null;
      });
      clearTimeout(this.#later);
      this.#later = setTimeout(() => {
        this.#keep();
        void this.#grade();
      }, LATER_MS);
      void this.#answer();
    } catch (error) {
      this.#release();
      this.error.value = fault(error);
    }
  }

  /** Plays a move at the current node. @param {string} move */
  async play(move) {
    this.#release();
    const view = this.view.value;
    if (view === null || !this.current.value || !view.position.moves.some((legal) => legal.move === move)) return false;
    const at = this.node.value;
    let text = textAfter(at, move);
    if (this.bare.value) {
      try {
        text = (await ask("okiya.play", { position: at.text, move, full: fullBoard.value })).result.text;
      } catch (error) {
        this.error.value = fault(error);
        return false;
      }
      if (this.node.value !== at) return false;
    }
    sounds("tile");
    this.#moves = true;
    if (playing.value.garden === this.root.value.text) played([...this.path.value.map((node) => node.move ?? ""), move]);
    // Of the computer's move the user waits for everything at once.
    this.stand(this.#grow(at, move, text), { lays: this.players.value[view.position.side] === "human" });
    return true;
  }

  /** Plays several moves of a line, as a variation. @param {string[]} moves */
  async playLine(moves) {
    for (const move of moves) {
      if (!(await this.play(move))) return;
      this.#release();
      if (!this.current.value) await this.refresh();
    }
  }

  /** Shows the node of a held token, with or without its values. */
  #release() {
    const node = this.#held;
    if (node === null) return;
    clearTimeout(this.#holding);
    this.#held = null;
    batch(() => {
      this.laid.value = null;
      this.grown.value += 1;
      this.node.value = node;
      this.current.value = false;
    });
  }

  /** @param {TreeNode} node @param {{ lays?: boolean }} [options] `lays`: with a token that appears before the rest */
  stand(node, { lays = false } = {}) {
    this.#release();
    if (node === this.node.value) {
      this.preview.value = null;
      return;
    }
    this.#replied.cancel();
    clearTimeout(this.#later);
    const view = this.view.value;
    const follows = node.parent === this.node.value && this.current.value;
    if (lays && follows && view !== null && node.move !== null && !this.#known.has(`${fullBoard.value} ${node.text}`)) {
      this.#held = node;
      this.laid.value = { cell: node.move, side: view.position.side };
      this.#holding = setTimeout(() => this.#release(), HOLD_MS);
      void this.refresh();
      return;
    }
    batch(() => {
      this.preview.value = null;
      this.grown.value += 1;
      this.node.value = node;
      this.current.value = false;
      // From any other position the old board would mislead.
      const known = this.#known.get(`${fullBoard.value} ${node.text}`);
      if (known !== undefined) {
        this.view.value = known.view;
        this.current.value = true;
      } else if (!follows) this.view.value = null;
    });
    void this.refresh();
  }

  back() {
    this.#release();
    const { parent } = this.node.value;
    if (parent === null) return;
    // Past the computer's own moves, which it would otherwise repeat at once.
    let at = parent;
    const sideAt = (/** @type {TreeNode} */ node) => this.#known.get(`${fullBoard.value} ${node.text}`)?.view.position.side;
    while (at.parent !== null && this.players.value[sideAt(at) ?? "x"] !== "human") at = at.parent;
    this.stand(at);
  }

  forward() {
    this.#release();
    const [next] = this.node.value.children;
    if (next !== undefined) this.stand(next);
  }

  /** Takes a move and all that follows it out of the tree. @param {TreeNode} node */
  prune(node) {
    if (node.parent === null) return;
    this.#release();
    const { parent } = node;
    parent.children = parent.children.filter((child) => child !== node);
    this.grown.value += 1;
    for (let at = /** @type {TreeNode | null} */ (this.node.value); at !== null; at = at.parent)
      if (at === node) this.stand(parent);
    this.#pruned = true;
    this.#keep();
  }

  /** Marks of the moves of the current line, to its end. */
  async #grade() {
    const end = this.line.value.at(-1);
    if (this.bare.value || end === undefined || isLive()) {
      this.graded.value = [];
      this.totals.value = null;
      this.#gradedText = "";
      return;
    }
    const key = `${fullBoard.value} ${end.text}`;
    if (key === this.#gradedText) return;
    const answer = await this.#reviewed.ask("okiya.review", { game: end.text, full: fullBoard.value }).catch(() => null);
    if (answer === null) return;
    this.#gradedText = key;
    batch(() => {
      this.graded.value = answer.result.moves;
      this.totals.value = { x: answer.result.x, o: answer.result.o };
    });
  }

  /** Lets the computer move if it is its turn. */
  async #answer() {
    const view = this.view.value;
    if (view === null || view.position.over) return;
    const level = this.players.value[view.position.side];
    if (level === "human") return;
    const node = this.node.value;
    // Looking back at an earlier position changes nothing; after an earlier move made again comes what came then.
    const { line } = playing.value;
    const at = this.path.value.length;
    const isEarlier = playing.value.garden === this.root.value.text && at < line.length;
    if (isEarlier && !this.#moves) return;
    this.#moves = false;
    this.thinking.value = true;
    try {
      const [answer] = await Promise.all([
        isEarlier
          ? { result: { move: line[at] } }
          : this.#replied.ask("okiya.reply", {
              position: node.text,
              full: fullBoard.value,
              ...(level === "adaptive" ? { slip: STEPS.okiya[steps.value.okiya] } : { level }),
              seed: newSeed(),
            }),
        // Long enough to see one's own move first.
        new Promise((done) => setTimeout(done, PAUSE_MS)),
      ]);
      if (answer !== null && this.node.value === node && this.players.value[view.position.side] === level)
        await this.play(answer.result.move);
    } catch (error) {
      this.error.value = fault(error);
    } finally {
      this.thinking.value = false;
    }
  }

  /** @param {Side} side @param {Player} player */
  seat(side, player) {
    startPlaying(
      this.root.value.text,
      { ...this.players.value, [side]: player },
      this.path.value.map((node) => node.move ?? ""),
    );
    void this.#answer();
  }

  /** Shows the best line after a move. @param {string} move */
  explain(move) {
    this.#release();
    const view = this.view.value;
    const found = view?.solution?.moves.find((row) => row.move === move);
    if (view === null || found === undefined) return;
    const line = found.line ?? [];
    const moves = line[0] === move ? line : [move, ...line];
    clearInterval(this.#playing);
    const end = view.ends[move] ?? null;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.preview.value = { moves, at: moves.length, end };
      return;
    }
    let shown = { moves, at: 1, end };
    this.preview.value = shown;
    this.#playing = setInterval(() => {
      // Stepping through the line, or closing it, is not interrupted.
      if (this.preview.value !== shown || shown.at >= moves.length) {
        clearInterval(this.#playing);
        return;
      }
      shown = { ...shown, at: shown.at + 1 };
      this.preview.value = shown;
    }, STEP_MS);
  }

  // State kept for the next visit: the tree of each garden as nested lists.

  #keep() {
    if (this.bare.value || this.root.value.text === "") return;
    /** @type {(node: TreeNode) => unknown[]} */
    const packed = (node) => [node.move, ...node.children.map(packed)];
    const root = this.root.value.text;
    const found = keptGardens();
    const others = found.filter((one) => one.root !== root);
    const before = found.find((one) => one.root === root)?.tree;
    const own = packed(this.root.value);
    const tree = before === undefined || this.#pruned ? own : united(own, before);
    this.#pruned = false;
    remember("gardens", [...others, { root, tree }].slice(-KEPT_GARDENS));
  }

  /** Restores the moves tried in this garden before. */
  #regrow() {
    const found = keptGardens().find((one) => one.root === this.root.value.text);
    if (this.bare.value || found === undefined) return;
    /** @type {(at: TreeNode, packed: unknown[]) => void} */
    const unpack = (at, packed) => {
      for (const child of packed.slice(1)) {
        if (Array.isArray(child) && typeof child[0] === "string" && CELLS.includes(child[0]))
          unpack(this.#grow(at, child[0], textAfter(at, child[0])), child);
      }
    };
    unpack(this.root.value, found.tree);
  }
}

/** The garden on the screen. */
export const game = new Game();

/** The history form with one more move. @param {TreeNode} at @param {string} move */
const textAfter = (at, move) => `${at.text}${at.parent === null ? " moves" : ""} ${move}`;
