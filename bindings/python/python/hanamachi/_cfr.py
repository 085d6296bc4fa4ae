"""Counterfactual regret minimization."""

from __future__ import annotations

import os
from dataclasses import dataclass
from collections.abc import Iterable
from typing import Any, NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _arguments, _favour, _native
from ._favour import FavourTable
from ._frames import Framed
from ._table import Table
from .types import Algorithm, Averaging, CfrGame, Continuation, Kind, Progress, Stopped


class Gains(NamedTuple):
    """The utility that each player gains by the best response.

        >>> from hanamachi import cfr
        >>> run = cfr("kuhn", iterations=50)
        >>> (run.gains.first + run.gains.second) / 2 == run.exploitability
        True
    """

    first: float
    """That of the first player."""
    second: float
    """That of the second player."""


@dataclass(frozen=True)
class Measurement:
    """The average strategies after some iterations."""

    iteration: int
    seconds: float
    """Time spent on the iterations, without compiling the game and measuring."""
    value: float
    """Utility to the first player."""
    exploitability: float


@dataclass(frozen=True, eq=False)
class CfrRun(Framed):
    """Result of a run. Utilities are those of the first player.

        >>> from hanamachi import cfr, hanamikoji
        >>> run = cfr(rules="geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none", exploitability=1e-3)
        >>> hanamikoji.Player(run).has_probabilities, run.to_polars().columns[-1]
        (True, 'exploitability')
    """

    _head = ("game", "rules", "favour", "algorithm", "averaging")
    _row = Measurement

    def _items(self) -> Iterable[Any]:
        rows = zip(self.history.tolist(), self.seconds.tolist())
        return (Measurement(iteration, seconds, *found) for (iteration, *found), seconds in rows)

    game: CfrGame
    rules: str
    round: Optional[int]
    """The number of the round in its game, which matters only with a limit of rounds; None for other games than Hanamikoji."""
    favour: Optional[str]
    """The markers before the round, from the seat of its first player."""
    continuation: Optional[Continuation]
    """What values the games that the round leaves undecided."""
    favour_table: Optional[FavourTable]
    """The favour table, if it is one that values them."""
    algorithm: Algorithm
    averaging: Averaging
    """The strategies that are averaged: see `Averaging`."""
    iterations: int
    value: float
    """Utility of the average strategies to the first player: computed."""
    value_bounds: tuple[float, float]
    """Bounds of the value of the game, of this `kind`."""
    kind: Kind
    """`bounded`, or `computed` where a rule of thumb values undecided games."""
    exploitability: float
    """The mean gain of the two best responses."""
    exploitability_kind: Kind
    """`proved`, or `computed` where a rule of thumb values undecided games."""
    gains: Gains
    """The gain of each player's best response."""
    information_sets: tuple[int, int]
    """Of each player, after strategically equivalent ones were merged; includes those with a single action."""
    stopped: Stopped
    """The reason why the run ended before the exploitability asked for, if it did: see `Stopped`."""
    history: npt.NDArray[np.void]
    """The measurements, a structured array of shape (n,): `iteration` int64, `value` float64, `exploitability` float64."""
    seconds: npt.NDArray[np.float64]
    """The time spent on iterations until each measurement, of shape (n,)."""
    strategy: Table
    """The average strategies of both players, in full precision: a table that the program reads too, and a player of Hanamikoji."""

    def _repr_html_(self) -> str:
        from . import _html

        return _html.cfr_run(self)


_HISTORY = np.dtype([("iteration", np.int64), ("value", np.float64), ("exploitability", np.float64)])


def cfr(
    game: CfrGame = "hanamikoji",
    *,
    rules: str = "",
    favour: Optional[str] = None,
    favour_table: Union[str, os.PathLike[str], None] = None,
    algorithm: Algorithm = "dcfr",
    averaging: Averaging = "updated",
    iterations: int = 1000,
    exploitability: Optional[float] = None,
    memory: int = 4 << 30,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> CfrRun:
    """Solve a small game by counterfactual regret minimization over its sequence form.

    `game` is `kuhn`, `leduc`, `liars_dice`, or `hanamikoji`: one round by `rules`, with markers `favour` before it, with
    strategically equivalent information sets merged. With `rounds=1` the round is the whole
    game; otherwise games that it leaves undecided are valued by `favour_table`, a file that `hanamachi
    hanamikoji favour --table` wrote for these rules, without one by the built-in table in the standard game and by a rule of thumb
    in reduced ones: see `CfrRun.continuation`. `algorithm` is `cfr`, `cfr+`, `lcfr`, `dcfr` or `pcfr+`. The run ends after
    `iterations`, or when the exploitability has come down to `exploitability`, or after `time` seconds; `stopped` says why it ended
    before that exploitability. The curve of the run is in `history` and `seconds`. `progress` counts
    iterations. A lower estimate of the memory is made before anything is built; a game that does not fit into `memory` raises
    `hanamachi.LimitError`. The standard round of Hanamikoji always does.

    An iteration updates the first player's strategy against the second's, then the second's against the first's new one.
    `averaging` selects the strategies that enter the averages: `updated`, those that the iteration has made, which is the default
    of this library, or `played`, those with which it began, as in OpenSpiel's solvers. The book's chapter on OpenSpiel describes
    the convention in full.

        >>> run = cfr("kuhn", iterations=1000)
        >>> bool(run.value_bounds[0] < -1 / 18 < run.value_bounds[1])
        True
    """
    raw = _native.cfr(
        _arguments.text("game", game),
        _arguments.text("rules", rules),
        _arguments.text_or_none("favour", favour),
        favour_table,
        _arguments.text("algorithm", algorithm),
        _arguments.text("averaging", averaging),
        iterations,
        _arguments.real("exploitability", exploitability),
        memory,
        threads,
        _arguments.real("time", time),
        _arguments.callback(progress),
    )
    made = {
        "gains": Gains(*raw["gains"]),
        "history": np.array(raw["history"], dtype=_HISTORY),
        "seconds": np.array(raw["seconds"], dtype=np.float64),
        "strategy": Table(raw["strategy"]),
        "favour_table": _favour.favour_table(raw["favour_table"]),
    }
    return CfrRun(**{**raw, **made})
