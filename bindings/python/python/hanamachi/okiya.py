"""Okiya: gardens and positions, proved values, who wins many gardens at once.

A cell is its name, `a1` (top left) to `d4`, and its number is 4 · (row − 1) + column. A tile is a number too, 4 · plant + symbol, plants and
symbols in the rulebook's order. Many gardens are one array of tiles, uint8 of shape (n, 16).

What a full board without a four means the published rules do not say: `full_board="draw"`, nobody wins, or `"last"`, the player of the last token does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Callable, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _native
from ._native import Garden, Position

__all__ = [
    "Garden",
    "Gardens",
    "Move",
    "Position",
    "Solution",
    "Verdicts",
    "class_ranks",
    "gardens_of_ranks",
    "random_gardens",
    "ranks",
    "solve",
    "solve_many",
    "tiles",
    "verdicts",
]

Gardens = Union[npt.NDArray[np.uint8], Iterable[Union[Garden, str]]]
"""Many gardens: an array of tiles, uint8 of shape (n, 16), or gardens or their texts."""

Progress = Callable[[int, Optional[int]], object]
"""Called a few times a second with how much is done and how much there is (None where nobody knows). What it raises stops the work."""


@dataclass(frozen=True)
class Move:
    """A legal move and its proved value, for the player who makes it."""

    move: str
    """The cell taken, `a1` to `d4`."""
    tile: int
    """The tile on it, 4 · plant + symbol."""
    outcome: str
    """`win`, `draw` or `loss`."""
    plies_to_end: int
    """Tokens still to be placed, this one included."""
    tiles_left: int
    """Tiles in the garden when the game ends."""
    score: int
    """Both as one number: tiles left + 1 for a win, 0 for a draw, −(tiles left + 1) for a loss."""
    ending: str
    """`row`, `column`, `diagonal`, `square`, `block` or `full_board`."""
    replies: int
    """Legal replies that the move leaves the opponent; 0 when it ends the game."""
    line: tuple[str, ...]
    """The move itself and best play after it, to the end."""


@dataclass(frozen=True)
class Solution:
    """A position solved. All values are proved, and for the player to move."""

    position: Position
    """What was solved."""
    full_board: str
    """Under which rule, `draw` or `last`."""
    outcome: str
    """`win`, `draw` or `loss`."""
    plies_to_end: int
    """Tokens still to be placed under best play, 0 when the game is over."""
    tiles_left: int
    """Tiles in the garden when the game ends: the winner's victory points."""
    score: int
    """Both as one number: tiles left + 1 for a win, 0 for a draw, −(tiles left + 1) for a loss."""
    ending: str
    """`row`, `column`, `diagonal`, `square`, `block` or `full_board`."""
    line: tuple[str, ...]
    """Best play from here to the end."""
    moves: tuple[Move, ...]
    """Every legal move, best first."""
    nodes: int
    """Positions that the search expanded. It may depend on the number of threads; nothing else does."""
    among_all_gardens: Optional[int]
    """Of the 16! gardens, how many have the outcome of this one, proved; None after the first move."""
    method: Optional[str] = None
    """`alpha-beta` or `bit-sliced`: how it was searched; None when the game is over. The values are the same."""
    kind: str = "proved"
    """How strong the values are."""

    @property
    def best(self) -> Optional[Move]:
        """The best move; None when the game is over."""
        return self.moves[0] if self.moves else None

    def _repr_svg_(self) -> str:
        from . import _svg

        return _svg.solution(self)


@dataclass(frozen=True, eq=False)
class Verdicts:
    """Who wins each of many gardens, proved."""

    outcome: npt.NDArray[np.int8]
    """Shape (n,): 1, 0 or −1 as x, who moves first, wins, draws or loses."""
    nodes: npt.NDArray[np.uint32]
    """Shape (n,): moves that were tried; they depend on the garden alone."""


def _solution(raw: dict[str, Any]) -> Solution:
    moves = tuple(Move(**{**move, "line": tuple(move["line"])}) for move in raw["moves"])
    return Solution(**{**raw, "line": tuple(raw["line"]), "moves": moves})


def _position(of: Union[Position, Garden, str]) -> Position:
    if isinstance(of, str):
        return Position(of)
    return Position.start(of) if isinstance(of, Garden) else of


def tiles(gardens: Gardens) -> npt.NDArray[np.uint8]:
    """The tiles of gardens: uint8 of shape (n, 16). An array that is one already is returned as it is.

    Raises `hanamachi.ParseError` for a text that is no garden.
    """
    if isinstance(gardens, np.ndarray):
        return np.ascontiguousarray(gardens, dtype=np.uint8)
    read = [Garden(garden) if isinstance(garden, str) else garden for garden in gardens]
    return _native.tiles_of(read)


def random_gardens(count: int, *, seed: int) -> npt.NDArray[np.uint8]:
    """The first gardens of a seed, each of the 16! as likely as any other: uint8 of shape (count, 16).

    They are those of `hanamachi okiya random --count COUNT --seed SEED`.
    """
    return _native.random_gardens(count, seed)


def ranks(gardens: Gardens) -> npt.NDArray[np.uint64]:
    """The ranks of gardens, 0 to 16! − 1: uint64 of shape (n,)."""
    return _native.ranks(tiles(gardens), False)


def class_ranks(gardens: Gardens) -> npt.NDArray[np.uint64]:
    """The ranks of the smallest gardens that the 9,216 symmetries make of them: uint64 of shape (n,)."""
    return _native.ranks(tiles(gardens), True)


def gardens_of_ranks(ranks: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """The gardens of ranks of shape (n,): uint8 of shape (n, 16). Raises `ValueError` for a rank from 16! on."""
    return _native.gardens_of_ranks(np.ascontiguousarray(ranks, dtype=np.uint64))


def solve(
    position: Union[Position, Garden, str],
    full_board: str = "draw",
    *,
    nodes: Optional[int] = None,
    time: Optional[float] = None,
    threads: Optional[int] = None,
) -> Solution:
    """Prove the value of a position and of every move in it. A garden is solved before its first move.

    `nodes` and `time` (seconds) limit the search: `hanamachi.LimitError` when there is no answer by then. `threads` is one for each core
    unless it is said; with a limit of nodes one thread searches.

        >>> solve("05af/b4c1/27d8/3e96").best.move
        'c1'
    """
    return _solution(_native.okiya_solve(_position(position), full_board, nodes, threads, time))


def solve_many(
    positions: Iterable[Union[Position, Garden, str]],
    full_board: str = "draw",
    *,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> list[Solution]:
    """Solve many positions, hundreds side by side on each thread: of a hundred gardens or more each takes a small part of the time.

    The solutions are those of `solve` but for `method` and `nodes`, which here are moves that were tried. `progress` counts positions.
    """
    read = [_position(position) for position in positions]
    return [_solution(raw) for raw in _native.okiya_solve_many(read, full_board, threads, time, progress)]


def verdicts(
    gardens: Gardens,
    full_board: str = "draw",
    *,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Verdicts:
    """Prove who wins each of many gardens before the first move.

    Up to 512 gardens are searched at once on each thread, one bit a garden; a thousand gardens or more keep all of it busy. `progress` counts gardens.

        >>> verdicts(["05af/b4c1/27d8/3e96", "0123/4567/89ab/cdef"]).outcome
        array([1, 0], dtype=int8)
    """
    outcome, nodes = _native.verdicts(tiles(gardens), full_board, threads, time, progress)
    return Verdicts(outcome, nodes)


def cells(mask: int) -> Sequence[str]:
    """The cells of a 16-bit mask such as `Position.bitboards` has, in cell order."""
    return [f"{'abcd'[cell % 4]}{cell // 4 + 1}" for cell in range(16) if mask >> cell & 1]
