"""Checks of array arguments: type and bounds.

NumPy hears Ctrl-C only between two calls, and holds the interpreter while it reads lists; so large arguments are taken in blocks.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

_Item = TypeVar("_Item", np.uint8, np.uint64)

_BLOCK = 1 << 20
"""Numbers of an array that are checked and converted at a time."""
_LIST_BLOCK = 1 << 16
"""Items of a list that are read at a time."""


def no_masks(name: str, array: npt.NDArray[Any]) -> None:
    """Refuse a masked array with hidden values by a `ValueError`."""
    if np.ma.is_masked(array):
        raise ValueError(f"{name}: expected an array without hidden values, found a masked one")


def whole_numbers(name: str, given: npt.NDArray[Any], most: int, kind: type[_Item]) -> npt.NDArray[_Item]:
    """The array, contiguous and of this type; it must hold whole numbers from 0 to `most`.

    Raises `TypeError` for other types of numbers, and `ValueError` with the index and the value of the first one out of bounds.
    """
    array: npt.NDArray[Any] = np.asarray(given)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers, found an array of {array.dtype}")
    is_ready = array.dtype == kind and array.flags.c_contiguous
    ready: npt.NDArray[_Item] = array if is_ready else np.empty(array.shape, kind)
    if array.size == 0:
        return ready
    rows = max(1, _BLOCK * len(array) // array.size)
    for first in range(0, len(array), rows):
        block = array[first : first + rows]
        if block.min() < 0 or block.max() > most:
            place: tuple[int, ...] = tuple(int(index) for index in np.argwhere((block < 0) | (block > most))[0])
            where = ", ".join(map(str, (first + place[0], *place[1:])))
            raise ValueError(f"{name}[{where}]: expected 0 to {most}, found {block[place]}")
        if not is_ready:
            ready[first : first + rows] = block
    return ready


def of_numbers(given: npt.ArrayLike) -> npt.NDArray[Any]:
    """The array that NumPy makes of this."""
    if isinstance(given, (list, tuple)) and len(given) > _LIST_BLOCK:
        blocks = [np.asarray(given[first : first + _LIST_BLOCK]) for first in range(0, len(given), _LIST_BLOCK)]
        # Blocks of different types would not become the type of all the numbers.
        if all(block.dtype.kind == "i" and block.ndim == 1 for block in blocks):
            return np.concatenate(blocks)
    return np.asarray(given)
