"""Okiya solved, Hanamikoji studied.

- `hanamachi.okiya`: gardens and positions, proved values, winners of many gardens at once
- `hanamachi.hanamikoji`: information sets, rounds, players and their probabilities, evaluations, beliefs, exploitability, matches, reviews, training
- `hanamachi.cfr`: counterfactual regret minimization over small games
- `hanamachi.Table`: files of the program as Arrow, Polars or pandas; `hanamachi.frame`: results as frames
- `hanamachi.types`: the words of arguments and results, as types
- `hanamachi.openspiel`: both games in OpenSpiel, and players as its policies and bots
- `hanamachi.pettingzoo`: both games as PettingZoo environments
- `hanamachi.gymnasium`: both games as Gymnasium environments, against an opponent

Positions are immutable: hashable, compared by value, pickled as their text. Long work releases the interpreter, runs on all cores and stops on
Ctrl-C. Every number states its strength: `proved`, `bounded`, `computed` or `estimated`.

    >>> from hanamachi import okiya
    >>> garden = okiya.Garden("05af/b4c1/27d8/3e96")
    >>> okiya.solve(garden).outcome
    'win'
"""

from . import _methods, hanamikoji, okiya, types
from ._cfr import CfrRun, Gains, cfr
from ._frames import Frame, frame
from ._native import (
    IllegalMoveError,
    LimitError,
    ParseError,
    TableError,
    UnsuitedError,
    __version__,
)
from ._number import Number
from ._table import Table

__all__ = [
    "CfrRun",
    "Frame",
    "Gains",
    "IllegalMoveError",
    "LimitError",
    "Number",
    "ParseError",
    "Table",
    "TableError",
    "UnsuitedError",
    "__version__",
    "cfr",
    "frame",
    "hanamikoji",
    "okiya",
    "types",
]

del _methods
