// Beside the board: the moves made and their variations, the values of moves, the ends of lines, and the review.

import { TileArt } from "../art.js";
import { html, useMemo, useState } from "../html.js";
import { language, t, tn } from "../i18n.js";
import { go } from "../route.js";
import { fullBoard, tokens } from "../store.js";
import { keepMistakes } from "../train/mistakes.js";
import { Button, Curve, columns, Kind } from "../ui.js";
import { cellIndex, digitsOf } from "./model.js";
import { endingWords, SideToken, sideName, tileWords, Value } from "./words.js";

/** @typedef {import("./model.js").Game} Game */
/** @typedef {import("./model.js").TreeNode} TreeNode */

/** @param {{ mark: "?" | "!" | null | undefined }} props */
const Mark = ({ mark }) =>
  mark
    ? html`<span class=${`mark ${mark === "?" ? "bad" : "only"}`} aria-label=${t(mark === "?" ? "mark.mistake" : "mark.only")}>${mark}</span>`
    : null;

/** The moves of the current line, and the points with variations. @param {{ game: Game, marked: boolean }} props */
export function MoveStrip({ game, marked }) {
  const [tree, setTree] = useState(false);
  const { line, node: stand } = game.around.value;
  const marks = new Map(marked ? game.graded.value.map((row) => [row.ply, row.mark]) : []);
  const branched = hasBranches(game.root.value);
  if (line.length === 0) return null;
  return html`<nav aria-label=${t("okiya.moves")}>
    <ol class="strip">
      <li><button type="button" aria-current=${stand.parent === null ? "step" : undefined} aria-label=${t("okiya.start")} onClick=${() => game.stand(game.root.value)}>●</button></li>
      ${line.map(
        (
          node,
          index,
        ) => html`<li key=${node.text}><button type="button" aria-current=${node === stand ? "step" : undefined} onClick=${() => game.stand(node)}>
          <span class="no">${index + 1}</span>${node.move}<${Mark} mark=${marks.get(index + 1)} />
        </button></li>`,
      )}
    </ol>
    ${
      branched &&
      html`<${Button} icon="tree" kind="quiet" expanded=${tree} onClick=${() => setTree(!tree)}>${t("okiya.variations")}<//>
      ${tree && html`<${Branch} game=${game} from=${game.root.value} ply=${1} />`}`
    }
  </nav>`;
}

/** @param {TreeNode} node @returns {boolean} */
const hasBranches = (node) => node.children.length > 1 || node.children.some(hasBranches);

/** A run of moves without a branch, then its branches, each indented. @param {{ game: Game, from: TreeNode, ply: number }} props @returns {any} */
function Branch({ game, from, ply }) {
  const run = [];
  let at = from;
  while (at.children.length === 1) {
    at = at.children[0];
    run.push(at);
  }
  const stand = game.node.value;
  return html`<div>
    ${
      run.length > 0 &&
      html`<ol class="strip">${run.map(
        (
          node,
          index,
        ) => html`<li key=${node.text}><button type="button" aria-current=${node === stand ? "step" : undefined} onClick=${() => game.stand(node)}>
          <span class="no">${ply + index}</span>${node.move}</button></li>`,
      )}</ol>`
    }
    ${at.children.map(
      (child, index) => html`<div class="branches" key=${child.text}>
        <div class="bar"><button type="button" class="button" aria-current=${child === stand ? "step" : undefined} onClick=${() => game.stand(child)}>${ply + run.length}. ${child.move}</button>
          ${index > 0 && html`<${Button} icon="close" kind="quiet" label=${t("okiya.prune", { move: child.move ?? "" })} onClick=${() => game.prune(child)} />`}</div>
        <${Branch} game=${game} from=${child} ply=${ply + run.length + 1} />
      </div>`,
    )}
  </div>`;
}

/** Every legal move with its value, best first. @param {{ game: Game, onHover: (cell: string) => void }} props */
export function MoveList({ game, onHover }) {
  const { view, current } = game.around.value;
  const [all, setAll] = useState(false);
  if (view === null || view.solution === null || game.preview.value !== null) return null;
  const few = columns.value === 1 ? 4 : 8;
  const rows = all ? view.solution.moves : view.solution.moves.slice(0, few);
  // Those of the position before stay in place, unseen, until they are replaced.
  return html`<section class=${`panel ${current ? "" : "waiting"}`} aria-labelledby="values">
    <h2 id="values">${t("okiya.values")} <${Kind} kind="proved" /></h2>
    <div class="moves-list">${rows.map(
      (row, index) => html`<button type="button" class="row" key=${index} onClick=${() => onHover(row.move)}>
        <strong>${row.move}</strong>
        <span><span class="glyph"><${TileArt} tile=${row.tile} /></span> ${tileWords(row.tile)}
          <span class="note">${endingWords(row.ending)}</span></span>
        <${Value} value=${row} />
      </button>`,
    )}</div>
    ${
      view.solution.moves.length > few &&
      html`<${Button} kind="quiet" expanded=${all} onClick=${() => setAll(!all)}>${all ? t("fewer") : tn("okiya.more_moves", view.solution.moves.length - few)}<//>`
    }
  </section>`;
}

/** "Why?": a line played out to the four or the block, step by step. @param {{ game: Game, onBest: () => void, hidden: boolean }} props */
export function Explanation({ game, onBest, hidden }) {
  const view = game.view.value;
  const preview = game.preview.value;
  if (view === null || (preview !== null && !game.current.value)) return null;
  if (preview === null) {
    if (hidden || view.solution === null || game.error.value !== null) return null;
    return html`<div class="bar"><${Button} icon="help" kind="main" id="why" onClick=${onBest}>${t("okiya.why")}<//><span class="note">${t("okiya.why_help")}</span></div>`;
  }
  const { moves, at, end } = preview;
  /** @param {number} step */
  const step = (step) => {
    game.preview.value = { ...preview, at: Math.max(0, Math.min(moves.length, step)) };
  };
  const how =
    end === null
      ? ""
      : end.winner === null
        ? t("okiya.over.draw", { how: endingWords(end.ending) })
        : t("okiya.over.won", {
            player: sideName(end.winner),
            how: endingWords(end.ending),
            left: tn("okiya.left", end.tiles_left),
          });
  return html`<section class="panel" aria-labelledby="line" id="explanation">
    <h2 id="line">${t("okiya.line", { move: moves[0] })}</h2>
    <p>${t("okiya.line_about")} <strong>${how}</strong>${end !== null && end.cells.length > 0 && html` <span class="note">(${end.cells.join(" · ")})</span>`}</p>
    ${end !== null && end.ending === "block" && end.last !== null && html`<p>${t("okiya.blocked", { tile: tileWords(digitsOf(view.position.garden)[cellIndex(end.last)]), player: sideName(end.side) })}</p>`}
    <ol class="strip">${moves.map(
      (
        move,
        index,
      ) => html`<li key=${index}><button type="button" aria-current=${index + 1 === at ? "step" : undefined} onClick=${() => step(index + 1)}>
        <${SideToken} side=${(index % 2 === 0) === (view.position.side === "x") ? "x" : "o"} /> ${move}</button></li>`,
    )}</ol>
    <div class="bar">
      <${Button} icon="back" label=${t("back_move")} disabled=${at === 0} onClick=${() => step(at - 1)} />
      <${Button} icon="forward" label=${t("forward_move")} disabled=${at === moves.length} onClick=${() => step(at + 1)} />
      <${Button} onClick=${() => void game.playLine(moves.slice(0, Math.max(at, 1)))}>${t("okiya.keep_line")}<//>
      <${Button} icon="close" onClick=${() => {
        game.preview.value = null;
      }}>${t("close")}<//>
    </div>
  </section>`;
}

/** The moves with their marks, and the course of the value: drawn when the marks change, not with each move. @param {{ game: Game, hidden: boolean }} props */
export function Review({ game, hidden }) {
  const totals = game.totals.value;
  const graded = game.graded.value;
  const view = game.view.value;
  const players = game.players.value;
  const isShown = view !== null && graded.length >= 2 && (!hidden || view.position.over);
  return useMemo(
    () =>
      isShown && totals !== null ? html`<${Marked} game=${game} graded=${graded} totals=${totals} players=${players} />` : null,
    [isShown, totals, graded, players, tokens.value, language()],
  );
}

/** @param {{ game: Game, graded: import("./model.js").Graded[], totals: import("./model.js").Totals, players: Record<import("./model.js").Side, import("./model.js").Player> }} props */
function Marked({ game, graded, totals, players }) {
  const before = (/** @type {number} */ ply) => game.line.peek()[ply - 2] ?? game.root.peek();
  const worst = graded.filter((row) => row.mark === "?");
  const own = worst.filter(({ player }) => players[player] === "human");
  const retry = () =>
    go(
      keepMistakes(
        own.map((row) => ({
          game: "okiya",
          text: before(row.ply).text,
          action: row.move,
          best: row.best,
          loss: row.score_loss,
          full: fullBoard.value,
        })),
      ),
    );
  return html`<section class="panel" aria-labelledby="review" id="review-panel">
    <h2 id="review">${t("review")}</h2>
    <${Course} graded=${graded} onPick=${(/** @type {number} */ ply) => game.stand(game.line.peek()[ply - 1] ?? game.root.peek())} />
    <table>
      <thead><tr><td></td><th scope="col" class="number">${t("review.mistakes")}</th><th scope="col" class="number">${t("review.only_moves")}</th></tr></thead>
      <tbody>${
        /** @type {const} */ (["x", "o"]).map(
          (side) =>
            html`<tr key=${side}><th scope="row"><${SideToken} side=${side} /> ${sideName(side)}</th><td class="number">${totals[side].mistakes}</td><td class="number">${totals[side].only_moves}</td></tr>`,
        )
      }</tbody>
    </table>
    ${worst.map(
      (
        row,
      ) => html`<p key=${row.ply} class="note"><button type="button" class="button quiet" onClick=${() => game.stand(before(row.ply))}>${row.ply}. ${row.move}?</button>
        ${t("review.better", { move: row.best })} <${SideToken} side=${row.player} /></p>`,
    )}
    ${own.length > 0 && html`<div class="bar"><${Button} kind="main" id="retry-mistakes" onClick=${retry}>${t("review.retry")}<//></div>`}
  </section>`;
}

/** The value for the first player after each move. @param {{ graded: import("./model.js").Graded[], onPick: (ply: number) => void }} props */
function Course({ graded, onPick }) {
  const top = Math.max(...graded.map((row) => Math.abs(row.score_after)), 3);
  const points = graded.map((row) => {
    const score = row.player === "x" ? row.score_after : -row.score_after;
    return {
      at: (score / top + 1) / 2,
      name: String(row.ply),
      isMistake: row.mark === "?",
      title: `${row.ply}. ${row.move}${row.mark ?? ""}`,
    };
  });
  return html`<${Curve} label=${t("review.curve")} points=${points} marks=${[
    { at: 1, name: sideName("x") },
    { at: 0.5, name: "=" },
    { at: 0, name: sideName("o") },
  ]} onPick=${(/** @type {number} */ index) => onPick(graded[index].ply)} />`;
}
