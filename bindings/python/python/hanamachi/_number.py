"""Numbers with their strength and error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .types import Kind


@dataclass(frozen=True)
class Number:
    """A number with its strength. `float(number)` is its value.

        >>> from hanamachi import hanamikoji
        >>> win = hanamikoji.evaluate("....... 2 ABDEFG 4ACBD", iterations=1000, seed=1).win
        >>> win.kind, round(float(win), 1)
        ('computed', 0.6)
    """

    value: float
    """The number itself, in the unit of the field that holds it."""
    kind: Kind
    """`proved`: established by exhaustive search, counting or the rules. `bounded`: proved to lie in `interval`. `computed`: exact
    for strategies that are nearly an equilibrium. `estimated`: from samples."""
    se: Optional[float] = None
    """The standard error of an estimate, if known."""
    interval: Optional[tuple[float, float]] = None
    """The bounds of a bounded number."""

    def __float__(self) -> float:
        return self.value
