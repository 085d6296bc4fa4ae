"""Okiya: gardens and positions, proved values, winners of many gardens at once.

A cell has a name, `a1` (top left) to `d4`, and the number 4 · (row − 1) + column. A tile is a number too, 4 · plant + symbol, plants and
symbols in the rulebook's order. Many gardens are one array of tiles, uint8 of shape (n, 16).

The published rules do not say who wins on a full board without a four: nobody with `full_board="draw"`, the player of the last
token with `"last"`. Words of rules are read in any case, as at the other doors of the program.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _arguments, _native
from . import _svg, _words
from ._arrays import no_masks, of_numbers, whole_numbers
from ._frames import Framed
from ._native import Garden, Position
from ._objects import read
from .types import Ending, FullBoard, Kind, Outcome, Progress, SolverName

__all__ = [
    "Ending",
    "FullBoard",
    "Garden",
    "Gardens",
    "Move",
    "OPENINGS",
    "Outcome",
    "Position",
    "Solution",
    "SolverName",
    "Verdicts",
    "board",
    "cells",
    "class_numbers",
    "class_ranks",
    "gardens_of_class_numbers",
    "gardens_of_ranks",
    "opening_values",
    "random_gardens",
    "ranks",
    "solve",
    "solve_many",
    "tiles",
    "verdicts",
]

Gardens = Union[npt.NDArray[np.uint8], Iterable[Union[Garden, str]]]
"""Many gardens: an array of tiles, uint8 of shape (n, 16), or gardens or their texts."""

OPENINGS: tuple[str, ...] = ("a1", "b1", "c1", "d1", "a2", "d2", "a3", "d3", "a4", "b4", "c4", "d4")
"""The first moves of a game, in the order of `opening_values`: the cells at the edge."""

_LAST_CLASS = 2_270_454_063
"""The number of classes, less 1."""
_LAST_RANK = 20_922_789_887_999
"""16! − 1."""
_BLOCK = 1 << 16
"""Gardens that the solver reads from a list at a time."""


@dataclass(frozen=True)
class Move:
    """A legal move and its proved value, for the player who makes it.

        >>> best = solve("05af/b4c1/27d8/3e96").best
        >>> best.move, best.outcome, best.tiles_left, best.line[:3]
        ('c1', 'win', 1, ('c1', 'a2', 'd1'))
    """

    move: str
    """The cell taken, `a1` to `d4`."""
    tile: int
    """The tile on it, 4 · plant + symbol."""
    outcome: Outcome
    """`win`, `draw` or `loss`."""
    plies_to_end: int
    """Tokens still to be placed, this one included."""
    tiles_left: int
    """Tiles in the garden when the game ends."""
    score: int
    """Both as one number: tiles left + 1 for a win, 0 for a draw, −(tiles left + 1) for a loss."""
    ending: Ending
    """`row`, `column`, `diagonal`, `square`, `block` or `full_board`."""
    replies: int
    """Legal replies that the move leaves the opponent; 0 when it ends the game."""
    line: tuple[str, ...]
    """The move itself and best play after it, to the end."""


@dataclass(frozen=True)
class Solution(Framed):
    """A position solved. All values are proved, and for the player to move.

        >>> found = solve("05af/b4c1/27d8/3e96 moves a2 c1")
        >>> found.outcome, found.to_polars().select("move", "score").rows()[0]
        ('draw', ('a3', 0))
    """

    _head = ("position", "full_board")
    _row = Move

    def _items(self) -> Iterable[Any]:
        return self.moves

    position: Position
    """The position solved."""
    full_board: FullBoard
    """The rule for a full board, `draw` or `last`."""
    outcome: Outcome
    """`win`, `draw` or `loss`."""
    plies_to_end: int
    """Tokens still to be placed under best play; 0 when the game is over."""
    tiles_left: int
    """Tiles in the garden when the game ends: the winner's victory points."""
    score: int
    """Both as one number: tiles left + 1 for a win, 0 for a draw, −(tiles left + 1) for a loss."""
    ending: Ending
    """`row`, `column`, `diagonal`, `square`, `block` or `full_board`."""
    line: tuple[str, ...]
    """Best play from here to the end."""
    moves: tuple[Move, ...]
    """Every legal move, best first."""
    nodes: int = field(compare=False)
    """Positions that the search expanded. This number alone may depend on the number of threads, so it is not compared."""
    among_all_gardens: Optional[int]
    """How many of the 16! gardens have this outcome, proved; None after the first move."""
    method: Optional[SolverName] = field(default=None, compare=False)
    """The search used, `alpha-beta` or `bit-sliced`; None when the game is over. The values are the same, so it is not compared."""
    kind: Kind = "proved"
    """Strength of the values."""

    @property
    def best(self) -> Optional[Move]:
        """The best move; None when the game is over."""
        return self.moves[0] if self.moves else None

    def svg(self) -> str:
        """The board with the value of every move, as an SVG picture."""
        return _svg.solution(self)

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True, eq=False)
class Verdicts:
    """The proved winner of each of many gardens.

        >>> verdicts(random_gardens(5, seed=1)).outcome.tolist()
        [1, 1, 0, 1, 1]
    """

    outcome: npt.NDArray[np.int8]
    """Shape (n,): 1, 0 or −1 if x, who moves first, wins, draws or loses."""
    nodes: npt.NDArray[np.uint32]
    """Shape (n,): moves tried; the number depends on the garden alone."""

    def _repr_html_(self) -> str:
        from . import _html

        return _html.verdicts(self)


def _solution(text: str) -> Solution:
    raw = json.loads(text)
    among = raw["among_all_gardens"]
    return read(
        Solution,
        raw,
        full_board=raw["rules"].split("=")[1],
        moves=tuple(read(Move, move, tile=int(move["tile"], 16)) for move in raw["moves"]),
        among_all_gardens=None if among is None else among["gardens"],
    )


def _position(of: Union[Position, Garden, str], name: str = "position") -> Position:
    if isinstance(of, str):
        return Position(_arguments.text(name, of))
    if isinstance(of, Garden):
        return Position.start(of)
    if not isinstance(of, Position):
        raise TypeError(f"{name}: expected a Position, a Garden or a text, found {type(of).__name__}")
    return of


def tiles(gardens: Gardens) -> npt.NDArray[np.uint8]:
    """The tiles of gardens: uint8 of shape (n, 16). Such an array is returned as it is; integers of other types are converted.

    Raises `hanamachi.ParseError`, a `ValueError`, for a text that is no garden, `TypeError` for an array of anything but integers, and
    `ValueError` with index and value for a number that is no tile, and for values that a mask hides.
    """
    read = _tiles(gardens)
    if isinstance(gardens, np.ndarray):
        # Refuses another width, and a garden with a tile twice.
        _native.ranks(read, "rank")
    return read


def _tiles(gardens: Gardens) -> npt.NDArray[np.uint8]:
    """The tiles of gardens; an array may still have another width, or a tile twice in a row."""
    if isinstance(gardens, np.ndarray):
        no_masks("gardens", gardens)
        if gardens.dtype.kind not in "OUT":
            if gardens.ndim != 2:
                raise ValueError(f"gardens: expected an array of shape (n, 16), found {gardens.shape}")
            return whole_numbers("gardens", gardens, 15, np.uint8)
        if gardens.ndim != 1:
            raise ValueError(f"gardens: expected texts or gardens of shape (n,), found {gardens.shape}")
    if isinstance(gardens, (bytes, bytearray, memoryview)):
        raise TypeError(f"gardens: expected an array or several gardens, found {type(gardens).__name__}")
    read = []
    for number, garden in enumerate(_arguments.several("gardens", gardens, (str, Garden))):
        if not isinstance(garden, (str, Garden)):
            raise TypeError(f"gardens[{number}]: expected a Garden or its text, found {type(garden).__name__}")
        try:
            if isinstance(garden, str):
                garden = Garden(_arguments.text(f"gardens[{number}]", garden))
            read.append(garden)
        except ValueError as error:
            raise _arguments.within(error, f"gardens[{number}]") from None
    # The interpreter is held for a block at most.
    blocks = [_native.tiles_of(read[first : first + _BLOCK]) for first in range(0, len(read), _BLOCK)]
    return np.concatenate(blocks) if blocks else _native.tiles_of([])


def random_gardens(count: int, *, seed: int) -> npt.NDArray[np.uint8]:
    """The first gardens of a seed, drawn uniformly from all 16!: uint8 of shape (count, 16).

    They are the same as those of `hanamachi okiya random --count COUNT --seed SEED`. Raises `MemoryError` if they do not fit.
    """
    return _native.random_gardens(count, seed)


def ranks(gardens: Gardens) -> npt.NDArray[np.uint64]:
    """The ranks of gardens, 0 to 16! − 1: uint64 of shape (n,)."""
    return _native.ranks(_tiles(gardens), "rank")


def class_ranks(gardens: Gardens) -> npt.NDArray[np.uint64]:
    """The ranks of their smallest images under the 9,216 symmetries: uint64 of shape (n,)."""
    return _native.ranks(_tiles(gardens), "class")


def class_numbers(gardens: Gardens) -> npt.NDArray[np.uint64]:
    """The numbers of their classes, in the order of `class_ranks` and without gaps: uint64 of shape (n,). Some milliseconds each.

        >>> numbers = class_numbers(["05af/b4c1/27d8/3e96"])
        >>> bool((class_ranks(gardens_of_class_numbers(numbers)) == class_ranks(["05af/b4c1/27d8/3e96"])).all())
        True
    """
    return _native.ranks(_tiles(gardens), "number")


def gardens_of_ranks(ranks: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """The gardens of ranks, integers of shape (n,) from 0 to 16! − 1: uint8 of shape (n, 16).

    Raises `TypeError` for other types, and `ValueError` with index and value for a rank out of bounds.
    """
    return _native.gardens_of_ranks(_numbers("ranks", ranks, _LAST_RANK), "rank")


def gardens_of_class_numbers(numbers: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """The smallest gardens of classes, by the numbers of `class_numbers`: uint8 of shape (n, 16). Some milliseconds each."""
    return _native.gardens_of_ranks(_numbers("numbers", numbers, _LAST_CLASS), "number")


def _numbers(name: str, ranks: npt.ArrayLike, most: int) -> npt.NDArray[np.uint64]:
    if isinstance(ranks, np.ndarray):
        no_masks(name, ranks)
    try:
        array = of_numbers(ranks)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    if array.ndim != 1:
        raise ValueError(f"{name}: expected an array of shape (n,), found {array.shape}")
    if array.dtype.kind in "Of" and array.size > 0:
        # NumPy makes other numbers of integers of more than 64 bits.
        given = ranks if isinstance(ranks, (list, tuple)) else array.tolist()
        if all(isinstance(rank, (int, np.integer)) and not isinstance(rank, bool) for rank in given):
            checked = [_arguments.whole(f"{name}[{place}]", rank, 0, most) for place, rank in enumerate(given)]
            array = np.array(checked, np.uint64)
    if isinstance(ranks, (list, tuple)) and array.dtype.kind in "iu":
        for place, rank in enumerate(ranks):
            # NumPy makes numbers of them where there are others.
            if isinstance(rank, (bool, np.bool_)):
                raise TypeError(f"{name}[{place}]: expected an integer, {_arguments.found(rank)}")
    # NumPy makes an empty list an array of floats.
    empty = np.empty(0, np.uint64)
    return whole_numbers(name, array, most, np.uint64) if array.size > 0 else empty


def solve(
    position: Union[Position, Garden, str],
    full_board: FullBoard = "draw",
    *,
    nodes: Optional[int] = None,
    time: Optional[float] = None,
    threads: Optional[int] = None,
) -> Solution:
    """Prove the value of a position and of every move in it. A garden is solved before its first move.

    `nodes` and `time` (seconds) limit the search; it raises `hanamachi.LimitError` if it has no answer by then. `threads` defaults to
    one for each core; with a limit of nodes, one thread searches.

        >>> solve("05af/b4c1/27d8/3e96").best.move
        'c1'
    """
    rule, limit = _arguments.text("full_board", full_board), _arguments.real("time", time)
    return _solution(_native.okiya_solve(_position(position), rule, nodes, threads, limit))


def solve_many(
    positions: Union[Iterable[Union[Position, Garden, str]], npt.NDArray[np.uint8]],
    full_board: FullBoard = "draw",
    *,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> list[Solution]:
    """Solve many positions, hundreds side by side on each thread: from a hundred gardens on, each takes a fraction of the time.

    The solutions are those of `solve` except for `method` and `nodes`, which here counts moves tried. `progress` counts positions.
    Gardens may come as an array of shape (n, 16), as `random_gardens` makes one and `verdicts` takes it.
    """
    read = []
    if isinstance(positions, np.ndarray):
        positions = [Garden.from_tiles(row) for row in _tiles(positions).tolist()]
    for number, position in enumerate(_arguments.several("positions", positions, (str, bytes, Garden, Position))):
        try:
            read.append(_position(position, f"positions[{number}]"))
        except ValueError as error:
            raise _arguments.within(error, f"positions[{number}]") from None
    found = _native.okiya_solve_many(
        read,
        _arguments.text("full_board", full_board),
        threads,
        _arguments.real("time", time),
        _arguments.callback(progress),
    )
    return [_solution(raw) for raw in found]


def verdicts(
    gardens: Gardens,
    full_board: FullBoard = "draw",
    *,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Verdicts:
    """Prove the winner of each of many gardens before the first move.

    Each thread searches up to 512 gardens at once, one bit per garden; a thousand gardens or more keep all lanes busy. `progress` counts gardens.

        >>> verdicts(["05af/b4c1/27d8/3e96", "0123/4567/89ab/cdef"]).outcome
        array([1, 0], dtype=int8)
    """
    outcome, nodes = _native.verdicts(
        _tiles(gardens),
        _arguments.text("full_board", full_board),
        threads,
        _arguments.real("time", time),
        _arguments.callback(progress),
    )
    return Verdicts(outcome, nodes)


def opening_values(
    gardens: Gardens,
    full_board: FullBoard = "draw",
    *,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> npt.NDArray[np.int8]:
    """The proved score of every first move of many gardens: int8 of shape (n, 12), the cells in the order of `OPENINGS`.

    A score is tiles left + 1 for a win, 0 for a draw, −(tiles left + 1) for a loss, as `Move.score`. `progress` counts gardens.

        >>> scores = opening_values(["05af/b4c1/27d8/3e96"])
        >>> [cell for cell, score in zip(OPENINGS, scores[0]) if score > 0]
        ['c1', 'd1', 'd2', 'a3', 'd3']
    """
    return _native.opening_values(
        _tiles(gardens),
        _arguments.text("full_board", full_board),
        threads,
        _arguments.real("time", time),
        _arguments.callback(progress),
    )


def board(position: Union[Position, Garden, str]) -> str:
    """The board as text: two letters for a tile, `x` or `o` for a token; then the player to move, or the end of the game.

        >>> print(board("05af/b4c1/27d8/3e96 moves a2 c1"))
           a  b  c  d
        1  MS CT o  IR
        2  x  CS IS MT
        3  MB CR IT PS
        4  MR IB PT CB
        x to move, last c1
    """
    return _words.board(_position(position))


def cells(mask: int) -> Sequence[str]:
    """The cells of a 16-bit mask such as `Position.bitboards` has, in cell order."""
    bits = _arguments.whole("mask", mask, 0, 0xFFFF)
    return [f"{'abcd'[cell % 4]}{cell // 4 + 1}" for cell in range(16) if bits >> cell & 1]
