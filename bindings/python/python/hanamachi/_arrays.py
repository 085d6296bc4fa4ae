"""Checks of array arguments: type and bounds."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def no_masks(name: str, array: npt.NDArray[Any]) -> None:
    """Refuse a masked array with hidden values by a `ValueError`."""
    if np.ma.is_masked(array):
        raise ValueError(f"{name}: expected an array without hidden values, found a masked one")


def whole_numbers(name: str, array: npt.NDArray[Any], most: int) -> None:
    """Refuse an array that does not hold whole numbers from 0 to `most`.

    Raises `TypeError` for other types of numbers, and `ValueError` with the index and the value of the first one out of bounds.
    """
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers, found an array of {array.dtype}")
    if array.size == 0 or (array.min() >= 0 and array.max() <= most):
        return
    place = tuple(int(index) for index in np.argwhere((array < 0) | (array > most))[0])
    where = ", ".join(map(str, place))
    raise ValueError(f"{name}[{where}]: expected 0 to {most}, found {array[place]}")
