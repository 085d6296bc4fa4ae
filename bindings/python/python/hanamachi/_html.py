"""Cards and tables for notebooks, as HTML. Colours are never the only distinction: letters repeat it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Optional

import numpy as np

if TYPE_CHECKING:
    from ._cfr import CfrRun
    from ._native import InformationSet, RoundRecord
    from ._number import Number
    from ._table import Table
    from .hanamikoji import Beliefs, Evaluation, Exploitability, Match, Review
    from .okiya import Verdicts

_GEISHA = dict(zip("ABCDEFG", ("#7b5ea7", "#b5452c", "#c28a1d", "#3b7a4a", "#2f7f9e", "#c2588a", "#8a5a3c")))


def _cards(cards: str) -> str:
    card = (
        '<span style="display:inline-block;min-width:1.1em;padding:2px 4px;margin:1px;border-radius:3px;'
        'text-align:center;color:#fff;background:{}">{}</span>'
    )
    return "".join(card.format(_GEISHA.get(letter, "#757575"), escape(letter)) for letter in cards) or "–"


def _markers(favour: str) -> str:
    words = {"+": "mine", "-": "theirs", ".": "neutral"}
    marks = (
        f'<span title="{geisha}: {words[sign]}" style="padding:0 3px">{geisha}<b>{sign}</b></span>'
        for geisha, sign in zip("ABCDEFG", favour)
    )
    return "".join(marks)


def _rows(rows: list[tuple[str, str]]) -> str:
    cells = "".join(
        f'<tr><th style="text-align:left;padding-right:1em">{escape(name)}</th><td style="text-align:left">{value}</td></tr>'
        for name, value in rows
    )
    return f"<table>{cells}</table>"


def _history(history: list[str]) -> str:
    return " ".join(f"<code>{escape(turn)}</code>" for turn in history) or "–"


def information_set(known: InformationSet) -> str:
    """Markers, hand and history."""
    rows = [
        ("markers", _markers(known.favour)),
        ("seat", str(known.seat)),
        ("hand", _cards(known.hand)),
        ("history", _history(known.history)),
        ("to decide", known.to_decide or "round complete"),
    ]
    if known.rules:
        rows.append(("rules", f"<code>{escape(known.rules)}</code>"))
    return _rows(rows)


def round_record(record: RoundRecord) -> str:
    """Markers, deal and history."""
    removed, first, second, draws = record.deal.split("/")
    rows = [
        ("markers", _markers(record.favour)),
        ("removed", _cards(removed)),
        ("first hand", _cards(first)),
        ("second hand", _cards(second)),
        ("draws", _cards(draws)),
        ("history", _history(record.history)),
        ("outcome", record.outcome or "not complete"),
    ]
    return _rows(rows)


def evaluation(found: Evaluation) -> str:
    """The value of each action."""
    rows = (
        (
            f"<code>{escape(action.action)}</code>",
            _percent(_value(action.win)),
            _percent(action.loss),
            _percent(_value(action.frequency)),
        )
        for action in found.actions or found.opponent_actions
    )
    win = f"wins {_percent(found.win.value)} ({found.win.kind}, {escape(found.method)})"
    actions = _grid(("action", "win", "loses", "played"), rows)
    return f"<div>{information_set(found.information_set)}<p>{win}</p>{actions}</div>"


def _value(number: Optional[Number]) -> Optional[float]:
    return None if number is None else number.value


def _percent(value: Optional[float]) -> str:
    return "" if value is None else f"{100 * value:.1f} %"


def _pm(value: float, se: Optional[float]) -> str:
    """A number with its standard error."""
    return f"{value:+.4g}" if not se else f"{value:+.4g} ± {se:.2g}"


def _grid(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of HTML cells under headings of plain text."""
    first = "".join(f"<th>{escape(word)}</th>" for word in head)
    others = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{first}</tr>{others}</table>"


def beliefs(found: Beliefs) -> str:
    """The expected number of cards of each geisha in each place."""
    expected = found.expected
    places = ("hand", "secret", "trade-off", "deck", "removed")
    rows = (
        [place, str(size), *(f"{cards:.2f}" if cards else "–" for cards in expected[number])]
        for number, (place, size) in enumerate(zip(places, found.sizes))
        if size
    )
    by = found.policy or found.method
    head = _rows([("unseen", _cards(found.unseen)), ("opponent plays by", f"<code>{escape(by)}</code>")])
    cells = _grid(("expected cards", "of", *found.geisha), rows)
    return f"<div>{head}{cells}</div>"


def exploitability(found: Exploitability) -> str:
    """The gain of a response in each seat."""
    bound = "at least " if found.is_lower_bound else ""
    rows = [
        ("player", f"<code>{escape(found.player)}</code>"),
        ("method", escape(found.method)),
        ("exploitability", f"{bound}{_pm(found.exploitability, found.se)} of a round ({found.kind})"),
        ("against the first player", _pm(found.against_first, found.against_first_se)),
        ("against the second player", _pm(found.against_second, found.against_second_se)),
    ]
    if found.rounds is not None:
        rows.append(("deals", f"{found.rounds:,}"))
    return _rows(rows)


def _chart(points: Sequence[tuple[float, float]], title: str) -> str:
    """A line through points above 0, both axes logarithmic, with their ends written out."""
    width, height, left, bottom = 360, 160, 60, 30
    across = [math.log10(x) for x, _ in points]
    up = [math.log10(y) for _, y in points]
    low, high = min(up), max(up)
    wide, tall = (max(across) - min(across)) or 1.0, (high - low) or 1.0
    places = [
        (left + (x - min(across)) / wide * (width - left - 10), 10 + (high - y) / tall * (height - bottom - 10))
        for x, y in zip(across, up)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    ends = (
        f'<text x="{left - 6}" y="18" text-anchor="end">{10**high:.1e}</text>'
        f'<text x="{left - 6}" y="{height - bottom}" text-anchor="end">{10**low:.1e}</text>'
        f'<text x="{left}" y="{height - 10}">{points[0][0]:,.0f}</text>'
        f'<text x="{width - 10}" y="{height - 10}" text-anchor="end">{points[-1][0]:,.0f} iterations</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img" font-family="sans-serif" '
        f'font-size="11" fill="#555"><title>{escape(title)}</title>'
        f'<polyline points="{line}" fill="none" stroke="#5b57a6" stroke-width="2"/>{ends}</svg>'
    )


def cfr_run(run: CfrRun) -> str:
    """The value, and the course of the exploitability."""
    low, high = run.value_bounds
    rows = [
        ("game", escape(f"{run.game} {run.rules}".strip())),
        *([] if run.favour is None else [("markers", escape(run.favour)), ("undecided games", escape(run.continuation or ""))]),
        ("algorithm", f"{escape(run.algorithm)}, {run.iterations:,} iterations"),
        ("value", f"{run.value:+.6f} for the first player, between {low:+.6f} and {high:+.6f} ({run.kind})"),
        ("exploitability", f"{run.exploitability:.3e} ({run.exploitability_kind})"),
        ("information sets", f"{run.information_sets[0]:,} and {run.information_sets[1]:,}"),
    ]
    looks = run.history
    points = [(float(at), float(found)) for at, found in zip(looks["iteration"], looks["exploitability"]) if found > 0]
    chart = _chart(points, "Exploitability by iteration, both axes logarithmic") if len(points) > 1 else ""
    return f"<div>{_rows(rows)}{chart}</div>"


def table(table: Table) -> str:
    """The metadata and the columns of the file."""
    rows = [
        ("kind", f"<code>{escape(table.kind)}</code>"),
        ("file", escape(table.path or "in memory")),
        ("rows", "known when they are read" if table.num_rows is None else f"{table.num_rows:,}"),
        ("command", f"<code>{escape(str(table.metadata.get('command', '')))}</code>"),
    ]
    columns = _grid(
        ("column", "holds", "may be missing"),
        ((escape(name), holds, "yes" if nullable else "") for name, holds, nullable in table.columns),
    )
    return f"<div>{_rows(rows)}<details><summary>{len(table.columns)} columns</summary>{columns}</details></div>"


def verdicts(found: Verdicts) -> str:
    """The number of gardens with each outcome."""
    words = ((1, "the first player wins"), (0, "draw"), (-1, "the second player wins"))
    gardens = len(found.outcome)
    counts = [(word, int(np.count_nonzero(found.outcome == outcome))) for outcome, word in words]
    return _grid(
        ("outcome", "gardens", "share"),
        ((word, f"{count:,}", _percent(count / gardens) if gardens else "") for word, count in counts),
    )


def match(found: Match) -> str:
    """The score of each player, the best first."""
    order = sorted(range(len(found.scores)), key=lambda place: -found.scores[place].win)
    rows = (
        (
            f"<code>{escape(found.players[place])}</code>",
            _percent(found.scores[place].win),
            " to ".join(_percent(end) for end in found.scores[place].interval),
            "" if found.scores[place].elo is None else f"{found.scores[place].elo:+.0f}",
        )
        for place in order
    )
    return f"<div>{_grid(('player', 'score', '95 % interval', 'Elo'), rows)}<p>{found.pairs:,} pairs of games (estimated)</p></div>"


def review(found: Review) -> str:
    """Each decision with its loss."""
    rows = (
        (
            str(decision.turn),
            decision.seat,
            f"<code>{escape(decision.action)}</code> {escape(decision.mark or '')}",
            "forced" if decision.forced else _percent(_value(decision.win)),
            "" if decision.best is None else f"<code>{escape(decision.best)}</code>",
            _percent(decision.loss),
        )
        for decision in found.decisions
    )
    return _grid(("turn", "player", "played", "wins", "best", "loses"), rows)
