"""Positions of Okiya as numbers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ._native import Position


def board_planes(position: Position) -> npt.NDArray[np.float32]:
    """A position as float32 of shape (12, 4, 4), rows before columns: tokens of the player to move, tokens of the other, legal moves, the last token, and
    for each plant and each symbol a plane of all its tiles, taken or not."""
    planes = np.zeros((12, 16), np.float32)
    x, o, moves = position.bitboards
    mine, theirs = (x, o) if position.side == "x" else (o, x)
    for plane, mask in enumerate((mine, theirs, moves)):
        planes[plane] = [mask >> cell & 1 for cell in range(16)]
    if position.last is not None:
        planes[3, "abcd".index(position.last[0]) + 4 * (int(position.last[1]) - 1)] = 1
    for cell, tile in enumerate(position.garden.tiles):
        planes[4 + tile // 4, cell] = 1
        planes[8 + tile % 4, cell] = 1
    return planes.reshape(12, 4, 4)
