// Okiya on the screen: setting up, or a garden with its values.

import { ask, fault } from "../engine.js";
import { html, signal, useEffect, useMemo, useRef, useState } from "../html.js";
import { language, number, percent, t } from "../i18n.js";
import { go, route, settle, visit } from "../route.js";
import { noteReview } from "../stats.js";
import { fullBoard, remember, showValues, textMode, tokens } from "../store.js";
import { announce, Button, bringBack, columns, Fault, Kind, Missing, printPage, useKeys } from "../ui.js";
import { Board } from "./board.js";
import { isLinked, LinkBar, optionsOf, sideHere } from "./link.js";
import { ComputerSheet, Finish, MatchLine, recordGame } from "./match.js";
import { cellIndex, digitsOf, game } from "./model.js";
import { Explanation, MoveList, MoveStrip, Review } from "./panels.js";
import { askFor, hasAsked, isLive, ownSide, playing } from "./playing.js";
import { PrintSheet } from "./print.js";
import { Setup } from "./setup.js";
import { ShareSheet } from "./share.js";
import { TextBoard } from "./text.js";
import { SideToken, sentence, tileWords } from "./words.js";

const way = signal(0);
const problem = signal(/** @type {import("../engine.js").EngineFault | null} */ (null));
/** Which visit's address has been opened: until then the game is that of the visit before. */
const opened = signal(-1);

/** Exact number of all gardens with the outcome of this one. @param {{ all: import("./model.js").AmongAll }} props */
const AmongAll = ({ all }) => {
  const said = { gardens: number(all.gardens), share: percent(all.share, all.share < 0.01 ? 4 : 1) };
  return html`<p class="note">${t(`okiya.among_all.${all.outcome}`, said)} <${Kind} kind=${all.kind} /></p>`;
};

/** Opens the garden of the address. @param {string} rest @param {string | null} full */
async function open(rest, full) {
  problem.value = null;
  const now = visit.value;
  try {
    const { result } = await ask("okiya.parse", { text: rest });
    // The user has navigated elsewhere meanwhile.
    if (visit.value !== now) return;
    const wanted = result.full ?? (full === "last" ? "last" : "draw");
    // A step back or forward in the open garden: only the last move changes on its board.
    const walked = wanted === fullBoard.value && game.walk(result);
    opened.value = now;
    if (!walked) {
      fullBoard.value = wanted;
      await game.open(result);
    }
  } catch (error) {
    if (visit.value === now) problem.value = fault(error);
  }
}

/** The address of the current node. */
function here() {
  const view = game.view.value;
  if (view === null || !game.current.value || opened.value !== visit.value) return null;
  const text = view.address ?? view.text.replaceAll(" ", "_");
  return `#o/${text}${optionsOf({ full: fullBoard.value, linked: isLinked() })}`;
}

export function OkiyaScreen() {
  const { rest, options } = route.value;
  const visits = visit.value;
  useEffect(() => {
    if (rest !== "" && rest !== "edit") void open(rest, options.get("full"));
  }, [rest, visits]);
  if (rest === "") return html`<${Setup} key="new" />`;
  if (rest === "edit") return html`<${Setup} key="edit" start=${game.shown.value?.digits} />`;
  if (problem.value !== null)
    return html`<${Missing} error=${problem.value} text=${rest} onRetry=${() => void open(rest, options.get("full"))}><a class="button main" href="#o">${t("okiya.setup.title")}</a><//>`;
  return html`<${Study} />`;
}

function Study() {
  const [sheet, setSheet] = useState(/** @type {"" | "share" | "computer"} */ (""));
  const view = game.view.value;
  const shown = game.shown.value;
  const full = fullBoard.value;
  const address = here();
  const root = game.root.value;
  const stood = useRef(root);
  const ended = useRef("");
  useEffect(() => {
    if (address === null) return;
    // Within one garden Back takes a move back.
    settle(address, { step: stood.current === root });
    stood.current = root;
    remember("last.okiya", address);
  }, [address]);
  useEffect(() => void game.refresh(), [full]);
  const said = view === null ? "" : sentence(view);
  const over = view !== null && game.current.value && view.position.over;
  // A game against the computer shows nothing of what it is worth, unless it is asked for.
  const live = isLive();
  // Between friends nothing is said until it is over.
  const linked = isLinked();
  const between = linked && !over;
  const shows = between ? false : live ? hasAsked(game.node.value.text) : showValues.value;
  const show = () => {
    if (between) return;
    if (live) askFor(game.node.value.text);
    else showValues.value = !showValues.value;
  };
  const explain = () => {
    if (between) return;
    if (live && !shows) askFor(game.node.value.text);
    explainBest();
  };
  const spoken = live && !shows ? happened() : shows || over ? said : t("okiya.to_move", { player: sentenceSide(view) });
  useEffect(() => {
    if (said && game.current.value) announce(spoken);
    if (over && view.end !== null) recordGame(view.end);
  }, [spoken, over, game.current.value]);
  // What one's moves have lost, once the game is over.
  const graded = game.graded.value;
  useEffect(() => {
    const own = ownSide.value;
    const moves = graded.filter(({ player }) => player === own);
    if (
      own === null ||
      live ||
      moves.length === 0 ||
      playing.value.garden !== root.text ||
      graded.length !== playing.value.line.length
    )
      return;
    /** @type {Record<string, number>} */
    const slips = {};
    for (const row of moves.filter(({ mark }) => mark === "?")) {
      const kind = `${row.outcome_before}_${row.outcome_after}`;
      slips[kind] = (slips[kind] ?? 0) + 1;
    }
    noteReview(root.text, { loss: moves.reduce((sum, row) => sum + row.score_loss, 0) / moves.length, slips });
  }, [graded, live]);
  useKeys(({ key }) => {
    if (key === "u" || key === "U" || key === "[") game.back();
    else if (key === "r" || key === "R" || key === "]") game.forward();
    else if (key === "v" || key === "V") show();
    else if (key === "y" || key === "Y") explain();
    else if (key === "f" || key === "F") way.value ^= 4;
    else if (key === "t" || key === "T") way.value = (way.value & 4) | (((way.value & 3) + 1) & 3);
    else if (key === "Escape" && game.preview.value !== null) game.preview.value = null;
    else return false;
    return true;
  });
  if (view === null || shown === null) {
    return html`<p class="say" aria-busy="true">${t("loading")}</p><${Fault} error=${game.error.value} onRetry=${() => void game.refresh()} />`;
  }

  const preview = game.preview.value;
  const solution = game.current.value ? view.solution : null;
  const visible = shows && solution !== null && preview === null;
  const values = visible ? new Map(solution.moves.map((row) => [row.move, row])) : null;
  const best = new Set(visible ? solution.moves.filter((row) => row.score === solution.score).map((row) => row.move) : []);
  const legal = new Set(preview === null ? view.position.moves.map((row) => row.move) : []);
  const end =
    preview === null ? (game.current.value ? view.end : null) : preview.at === preview.moves.length ? preview.end : null;
  const hidden = !shows && !over;

  // The garden of the visit before stays in sight, but nothing is played in it.
  const ready = game.current.value && opened.value === visit.value;
  const away = between && sideHere(game.root.value.text, view.position.side) !== view.position.side;
  /** @param {string} cell */
  const play = (cell) => {
    if (away) return;
    if (preview !== null) game.preview.value = null;
    else if (ready && game.players.value[view.position.side] === "human") void game.play(cell);
  };
  const board = textMode.value
    ? html`<${TextBoard} game=${game} digits=${shown.digits} signs=${shown.signs} values=${values} legal=${ready && !away ? legal : new Set()} onPlay=${play} />`
    : html`<${Board} id="board" label=${t("okiya.board")} digits=${shown.digits} signs=${shown.signs} last=${shown.last} way=${way.value} values=${values} legal=${legal} waiting=${!ready || away || game.players.value[view.position.side] !== "human"} best=${best}
        four=${end?.cells ?? []} laid=${game.laid} onPlay=${play} onHold=${hidden ? undefined : (/** @type {string} */ cell) => game.explain(cell)} />`;

  const links = linked && address !== null && html`<${LinkBar} address=${address} side=${view.position.side} over=${over} />`;
  // Of a game that has ended, the review stays in the middle, wherever its curve leads.
  if (over) ended.current = root.text;
  const inMiddle = ended.current === root.text;
  // The history is shown beside the rest if there is room for three columns.
  const wide = columns.value === 3;
  return html`<div class=${`screen-only ${tokens.value}`}>
      <h1 class="visually-hidden">${t("okiya.garden", { garden: view.position.garden })}</h1>
      <p class=${`say ${ownSide.value !== null ? "live" : ""}`} id="say">${
        live && hidden
          ? html`<${SideToken} side=${shown.side} /> <strong>${happened()}</strong>`
          : hidden
            ? html`<${SideToken} side=${shown.side} /> ${t("okiya.to_move", { player: sentenceSide(view) })}`
            : html`${!over && html`<${SideToken} side=${view.position.side} /> `}<strong>${said}</strong> <${Kind} kind="proved" />`
      }</p>
      ${!wide && html`<${MatchLine} />`}
      ${columns.value === 1 && links}
      <div class="three">
        <div>
          ${board}
          <${Tools} onSheet=${setSheet} shows=${shows} onShow=${show} between=${between} />
          <p class="note keys-hint" aria-hidden="true">${t("okiya.keys_hint")}</p>
          ${!wide && html`<${MoveStrip} game=${game} marked=${!hidden && !live && !between} />`}
        </div>
        <div>
          <${Fault} error=${game.error.value} onRetry=${() => void game.refresh()} />
          <${Explanation} game=${game} onBest=${explain} hidden=${hidden} />
          ${columns.value > 1 && links}
          ${inMiddle && html`<${Review} game=${game} hidden=${hidden || live || between} />`}
          ${
            !hidden &&
            html`<${MoveList} game=${game} onHover=${(/** @type {string} */ cell) => {
              game.explain(cell);
              bringBack("say");
            }} />`
          }
        </div>
        <div>
          ${wide && html`<${MatchLine} />`}
          ${wide && html`<${MoveStrip} game=${game} marked=${!hidden && !live && !between} />`}
          ${!inMiddle && html`<${Review} game=${game} hidden=${hidden || live || between} />`}
          ${!hidden && view.solution?.among_all_gardens && html`<${AmongAll} all=${view.solution.among_all_gardens} />`}
          ${!hidden && view.solution?.rarity?.share > 0 && html`<p class="note">${t("okiya.rarity", { n: number(Math.round(1 / view.solution?.rarity.share)) })} <${Kind} kind=${view.solution?.rarity.kind} /></p>`}
          <p class="note rule">${t("okiya.rule", { rule: full === "last" ? t("okiya.full.last_long") : t("okiya.full.draw_long") })}</p>
          <${Onward} />
        </div>
      </div>
      <${Finish} onReview=${() => {
        showValues.value = true;
        game.stand(game.root.value);
        scrollTo({ top: 0 });
      }} />
      <${ShareSheet} open=${sheet === "share"} onClose=${() => setSheet("")} game=${game} way=${way.value} />
      <${ComputerSheet} open=${sheet === "computer"} onClose=${() => setSheet("")} />
    </div>
    <${PrintSheet} game=${game} />`;
}

/** What happened last in a game against the computer, and whose turn it is. */
function happened() {
  const view = game.view.value;
  const own = ownSide.value;
  if (view === null || own === null) return "";
  const { side, last, garden } = view.position;
  if (game.thinking.value || !game.current.value) return t("okiya.thinking");
  if (side !== own) return t("okiya.thinking");
  if (last === null) return t("play.you_begin");
  return t("play.took", { tile: tileWords(digitsOf(garden)[cellIndex(last)]), cell: last });
}

/** The toolbar: drawn only if a button changes. @param {{ onSheet: (sheet: "share" | "computer") => void, shows: boolean, onShow: () => void, between: boolean }} props `between`: friends, to whom nothing is shown */
function Tools({ onSheet, shows, onShow, between }) {
  const { node } = game.around.value;
  const isFirst = node.parent === null;
  const isLast = node.children.length === 0;
  const toggle = useRef(onShow);
  toggle.current = onShow;
  const plays = game.players.value.x !== "human" || game.players.value.o !== "human";
  return useMemo(
    () => html`<div class="bar" role="toolbar" aria-label=${t("okiya.tools")}>
      <${Button} icon="back" label=${t("back_move")} disabled=${isFirst} onClick=${() => game.back()} />
      <${Button} icon="forward" label=${t("forward_move")} disabled=${isLast} onClick=${() => game.forward()} />
      <${Button} icon=${shows ? "eye" : "eye-off"} label=${t("okiya.hide_values")} pressed=${!shows} disabled=${between} onClick=${() => toggle.current()} />
      <${Button} icon="computer" label=${t("okiya.computer")} pressed=${plays} onClick=${() => onSheet("computer")} />
      <${Button} icon="turn" label=${t("okiya.turn")} onClick=${() => {
        way.value = (way.value & 4) | (((way.value & 3) + 1) & 3);
      }} />
      <${Button} icon="flip" label=${t("okiya.flip")} onClick=${() => {
        way.value ^= 4;
      }} />
      <${Button} icon="share" label=${t("share")} onClick=${() => onSheet("share")} />
    </div>`,
    [isFirst, isLast, shows, plays, between, language()],
  );
}

/** What to do next. */
function Onward() {
  return useMemo(
    () => html`<div class="bar">
      <a class="button" href="#o">${t("okiya.new")}</a>
      <${Button} icon="edit" onClick=${() => go("#o/edit")}>${t("edit")}<//>
      <${Button} icon="print" onClick=${printPage}>${t("print")}<//>
    </div>`,
    [language()],
  );
}

/** @param {import("./model.js").View | null} view */
const sentenceSide = (view) => (view === null ? "" : t(`side.${tokens.value}.${view.position.side}`));

/** Plays the best line out to its end. */
function explainBest() {
  const solution = game.view.value?.solution;
  if (solution && game.current.value) game.explain(solution.line[0]);
}
