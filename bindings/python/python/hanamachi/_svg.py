"""Boards for notebooks. Colours are never the only distinction: shapes and letters repeat it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from .okiya import Garden, Position, Solution

_CELL = 72
_PLANTS = (("M", "maple", "#b5452c"), ("C", "cherry", "#c2588a"), ("P", "pine", "#3b7a4a"), ("I", "iris", "#5b57a6"))
_SYMBOLS = (("S", "rising sun"), ("T", "tanzaku"), ("B", "bird"), ("R", "rain"))
_OUTCOMES = {"win": "#2e7d32", "draw": "#757575", "loss": "#c62828"}


def _board(
    garden: Garden,
    x: int = 0,
    o: int = 0,
    moves: int = 0,
    last: Optional[str] = None,
    marks: Optional[dict[str, tuple[str, str]]] = None,
) -> str:
    size = 4 * _CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 -20 {size + 24} {size + 24}" width="{size + 24}" role="img" '
        f'font-family="sans-serif"><title>Okiya: {escape(str(garden))}</title>'
    ]
    for i in range(4):
        middle = i * _CELL + _CELL / 2
        parts.append(f'<text x="{middle}" y="-6" font-size="12" text-anchor="middle" fill="#757575">{"abcd"[i]}</text>')
        parts.append(f'<text x="-10" y="{middle + 4}" font-size="12" text-anchor="middle" fill="#757575">{i + 1}</text>')
    for cell, tile in enumerate(garden.tiles):
        left, top = cell % 4 * _CELL, cell // 4 * _CELL
        name = f"{'abcd'[cell % 4]}{cell // 4 + 1}"
        letter, plant, colour = _PLANTS[tile // 4]
        symbol_letter, symbol = _SYMBOLS[tile % 4]
        middle, centre = left + _CELL / 2, top + _CELL / 2
        taken = "x" if x >> cell & 1 else "o" if o >> cell & 1 else None
        parts.append(f"<g><title>{name}: {plant}, {symbol}{f', token of {taken}' if taken else ''}</title>")
        frame = "#e0a100" if name == last else "#f4efe6"
        parts.append(
            f'<rect x="{left + 2}" y="{top + 2}" width="{_CELL - 4}" height="{_CELL - 4}" rx="6" fill="{colour}" '
            f'fill-opacity="{0.25 if taken else 1}" stroke="{frame}" stroke-width="3"/>'
        )
        parts.append(
            f'<text x="{middle}" y="{centre + 7}" font-size="22" text-anchor="middle" '
            f'fill="{"#555" if taken else "#fff"}">{letter}{symbol_letter}</text>'
        )
        if taken:
            fill, ink = ("#222", "#fff") if taken == "x" else ("#fff", "#222")
            parts.append(f'<circle cx="{middle}" cy="{centre}" r="20" fill="{fill}" stroke="#222" stroke-width="2"/>')
            parts.append(
                f'<text x="{middle}" y="{centre + 6}" font-size="18" text-anchor="middle" fill="{ink}">{taken}</text>'
            )
        elif marks and name in marks:
            text, mark = marks[name]
            parts.append(f'<rect x="{left + 8}" y="{top + 50}" width="{_CELL - 16}" height="15" rx="3" fill="#fff"/>')
            parts.append(
                f'<text x="{middle}" y="{top + 62}" font-size="12" text-anchor="middle" fill="{mark}">{escape(text)}</text>'
            )
        elif moves >> cell & 1:
            parts.append(f'<circle cx="{left + 60}" cy="{top + 12}" r="4" fill="#fff"/>')
        parts.append("</g>")
    parts.append("</svg>")
    return "".join(parts)


def garden(garden: Garden) -> str:
    """The tiles."""
    return _board(garden)


def position(position: Position) -> str:
    """Tiles, tokens, the last token framed, legal moves dotted."""
    x, o, moves = position.bitboards
    return _board(position.garden, x, o, moves, position.last)


def solution(solution: Solution) -> str:
    """The position with the value of each move on it: `+4` wins with four tiles left, `=` draws, `-3` loses with three left."""
    x, o, moves = solution.position.bitboards
    sign = {"win": "+", "loss": "−"}
    marks = {
        move.move: (
            "=" if move.outcome == "draw" else f"{sign[move.outcome]}{move.tiles_left}",
            _OUTCOMES[move.outcome],
        )
        for move in solution.moves
    }
    return _board(solution.position.garden, x, o, moves, solution.position.last, marks)
