"""Counterfactual regret minimization."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Optional

import numpy as np
import numpy.typing as npt

from . import _native
from ._table import Table


@dataclass(frozen=True, eq=False)
class CfrRun:
    """What came of a run. Utilities are those of the first player."""

    game: str
    rules: str
    algorithm: str
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
    stopped: Optional[str]
    """`time` when the limit cut it short."""
    history: npt.NDArray[np.void]
    """The measurements, a structured array of shape (n,): `iteration` int64, `value` float64, `exploitability` float64."""
    strategy: Table
    """The average strategies of both players, rounded to 16 bits: a table that the program reads too."""


_HISTORY = np.dtype([("iteration", np.int64), ("value", np.float64), ("exploitability", np.float64)])


def cfr(
    game: str = "hanamikoji",
    *,
    rules: str = "",
    favour: Optional[str] = None,
    algorithm: str = "dcfr",
    iterations: int = 1000,
    exploitability: Optional[float] = None,
    memory: int = 4 << 30,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Callable[[int, Optional[int]], object]] = None,
) -> CfrRun:
    """Solve a small game by counterfactual regret minimization over its sequence form.

    `game` is `kuhn`, `leduc`, `liars_dice`, or `hanamikoji`: one round by `rules`, with markers `favour` before it, what is strategically the same merged.
    `algorithm` is `cfr`, `cfr+`, `lcfr`, `dcfr` or `pcfr+`. The run ends after `iterations`, or when the exploitability has come down to
    `exploitability`, or after `time` seconds; what does not fit into `memory` bytes raises `hanamachi.LimitError`. `progress` counts iterations.

        >>> run = cfr("kuhn", iterations=1000)
        >>> bool(run.value_bounds[0] < -1 / 18 < run.value_bounds[1])
        True
    """
    raw = _native.cfr(
        game, rules, favour, algorithm, iterations, exploitability, memory, threads, time, progress
    )
    history = np.array(raw["history"], dtype=_HISTORY)
    return CfrRun(**{**raw, "history": history, "strategy": Table(raw["strategy"])})
