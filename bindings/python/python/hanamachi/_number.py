"""Numbers with their kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from ._types import Kind


@dataclass(frozen=True)
class Number:
    """A number and how strong it is. `float(number)` is its value."""

    value: float
    """The number itself; the unit is that of whatever has it."""
    kind: Kind
    """`proved`: it is so. `bounded`: it was proved to lie in `interval`. `computed`: exact for strategies that are nearly an equilibrium.
    `estimated`: from samples."""
    se: Optional[float] = None
    """The standard error of an estimate, where it is known."""
    interval: Optional[tuple[float, float]] = None
    """In which a bounded number lies."""

    def __float__(self) -> float:
        return self.value


def number(raw: Optional[dict[str, Any]]) -> Optional[Number]:
    """A number as the solver hands it over."""
    return None if raw is None else Number(**raw)
