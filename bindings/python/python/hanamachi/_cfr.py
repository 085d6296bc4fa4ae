"""Counterfactual regret minimization."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

import numpy as np
import numpy.typing as npt

from . import _native
from ._table import Table
from ._types import Algorithm, Averaging, CfrGame, Progress, Stopped


@dataclass(frozen=True, eq=False)
class CfrRun:
    """What came of a run. Utilities are those of the first player."""

    game: CfrGame
    rules: str
    algorithm: Algorithm
    averaging: Averaging
    """Which strategies the averages are made of."""
    iterations: int
    value: float
    """What the average strategies are worth to the first player: computed."""
    value_bounds: tuple[float, float]
    """In which the value of the game lies: bounded."""
    exploitability: float
    """The mean of what the two best responses gain: proved."""
    gains: tuple[float, float]
    """What each player's best response gains."""
    information_sets: tuple[int, int]
    """Of each player, those with a single action included, after what is strategically the same was merged."""
    stopped: Stopped
    """`time` when the limit cut it short."""
    history: npt.NDArray[np.void]
    """The measurements, a structured array of shape (n,): `iteration` int64, `value` float64, `exploitability` float64."""
    strategy: Table
    """The average strategies of both players, rounded to 16 bits: a table that the program reads too."""

    def _repr_html_(self) -> str:
        from . import _html

        return _html.cfr_run(self)


_HISTORY = np.dtype([("iteration", np.int64), ("value", np.float64), ("exploitability", np.float64)])


def cfr(
    game: CfrGame = "hanamikoji",
    *,
    rules: str = "",
    favour: Optional[str] = None,
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

    `game` is `kuhn`, `leduc`, `liars_dice`, or `hanamikoji`: one round by `rules`, with markers `favour` before it, what is strategically the same merged.
    `algorithm` is `cfr`, `cfr+`, `lcfr`, `dcfr` or `pcfr+`. The run ends after `iterations`, or when the exploitability has come down to
    `exploitability`, or after `time` seconds. `progress` counts iterations. How many bytes the game takes at least is estimated before anything is
    built; what does not fit into `memory` raises `hanamachi.LimitError`, and so does the standard round of Hanamikoji, always.

    In an iteration the first player's strategy is updated against the second's, then the second's against the first's new one. `averaging` says
    which of them the averages take in: `updated`, those that the iteration has made, which is the default of this library, or `played`, those with
    which it began, as OpenSpiel's solvers do. The chapter on OpenSpiel of the book has the convention in full.

        >>> run = cfr("kuhn", iterations=1000)
        >>> bool(run.value_bounds[0] < -1 / 18 < run.value_bounds[1])
        True
    """
    raw = _native.cfr(
        game, rules, favour, algorithm, averaging, iterations, exploitability, memory, threads, time, progress
    )
    history = np.array(raw["history"], dtype=_HISTORY)
    return CfrRun(**{**raw, "history": history, "strategy": Table(raw["strategy"])})
