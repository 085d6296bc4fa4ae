"""Boards and cards as text, for environments that render to a terminal."""

from __future__ import annotations

from typing import Union

from ._game import GameState
from ._native import Position, RoundState

_PLANTS = "MCPI"
_SYMBOLS = "STBR"


def board(position: Position) -> str:
    """The board, with two letters for a tile and `x` or `o` for a token; then the player to move, or the end of the game."""
    taken = {**dict.fromkeys(position.x, "x"), **dict.fromkeys(position.o, "o")}
    lines = ["   a  b  c  d"]
    for row in range(4):
        cells = []
        for column in range(4):
            tile = position.garden.tiles[4 * row + column]
            cells.append(taken.get(f"{'abcd'[column]}{row + 1}", _PLANTS[tile // 4] + _SYMBOLS[tile % 4]).ljust(2))
        lines.append(f"{row + 1}  {' '.join(cells)}".rstrip())
    last = f", last {position.last}" if position.last else ""
    lines.append(f"ended by {position.ending}{last}" if position.is_over else f"{position.side} to move{last}")
    return "\n".join(lines)


def table(state: Union[RoundState, GameState]) -> str:
    """All cards face up: hands, rows, secrets and trade-offs of both players; then the player to act, or the utility of the round."""
    removed, first, second, first_row, second_row, *face_down = state.cards
    secrets, discards = face_down[:2], face_down[2:]
    lines = [f"removed    {removed or '-'}"]
    hands = zip(("first", "second"), (first, second), (first_row, second_row), secrets, discards)
    for who, hand, row, secret, discarded in hands:
        lines.append(
            f"{who:<10} hand {hand or '-'}  row {row or '-'}  secret {secret or '-'}  trade-off {discarded or '-'}"
        )
    now = {0: "first to act", 1: "second to act", -1: "to be dealt"}
    lines.append(now.get(state.to_act, f"over: {state.utility:+.3f} for the first player"))
    return "\n".join(lines)
