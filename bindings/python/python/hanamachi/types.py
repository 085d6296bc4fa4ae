"""The words used in arguments and results, as types.

    >>> from hanamachi.types import Method, words
    >>> words(Method)
    ('auto', 'exact', 'equilibrium', 'ismcts', 'pimc')

Each is a union of words rather than one `Literal` of several, because stubtest takes an alias of the latter for no type.
"""

from __future__ import annotations

from typing import Callable, Literal, Optional, Union, get_args

FullBoard = Union[Literal["draw"], Literal["last"]]
"""Winner on a full board without a four in Okiya: nobody, or the player of the last token."""
Outcome = Union[Literal["win"], Literal["draw"], Literal["loss"]]
"""Outcome of a game for the player to move."""
Ending = Union[
    Literal["row"], Literal["column"], Literal["diagonal"], Literal["square"], Literal["block"], Literal["full_board"]
]
"""The pattern or event that ends a game of Okiya."""
Kind = Union[Literal["proved"], Literal["bounded"], Literal["computed"], Literal["estimated"]]
"""Strength of a number."""
Limit = Union[Literal["time"], Literal["nodes"], Literal["memory"]]
"""The limit that was reached."""
Stopped = Optional[Union[Literal["time"], Literal["iterations"], Literal["precision"], Literal["memory"]]]
"""The reason why an answer is less than was asked for, if it is: the limit of `time`; `iterations`, too few for the exploitability
asked for; `memory`, the rest of the round is too large to be solved to it, so that a search answered; `precision`, the exploitability
asked for is out of reach of floating point, or further iterations do not lower it."""
Continuation = Union[Literal["none"], Literal["favour_table"], Literal["rule_of_thumb"]]
"""What values the games that a round leaves undecided. Under the rule of thumb values are computed, never proved."""
SolverName = Union[Literal["alpha-beta"], Literal["bit-sliced"]]
"""Search method of a position of Okiya."""

Method = Union[
    Literal["auto"], Literal["exact"], Literal["equilibrium"], Literal["ismcts"], Literal["pimc"]
]
"""Evaluation method of a position of Hanamikoji."""
Reach = Union[Literal["uniform"], Literal["learned"], Literal["equilibrium"]]
"""Assumption about the play so far, used when the rest of a round is solved."""
Decider = Union[Literal["reader"], Literal["opponent"]]
"""The side to decide next, from the reader's point of view."""
Seat = Union[Literal["first"], Literal["second"]]
"""A player of a round: the one who moves first, or the other."""
RoundOutcome = Union[Literal["first"], Literal["second"], Literal["undecided"], Literal["shared"]]
"""Outcome of the game after a round."""
Place = Union[Literal["hand"], Literal["secret"], Literal["trade_off"], Literal["deck"], Literal["removed"]]
"""A place of unseen cards."""
BeliefsMethod = Union[Literal["uniform"], Literal["learned"], Literal["equilibrium"], Literal["policy"]]
"""The assumption behind beliefs."""
ExploitMethod = Union[Literal["exact"], Literal["lbr"], Literal["trained"], Literal["scripted"]]
"""Method for finding a response to a player."""
Layouts = Union[Literal["given"], Literal["play"]]
"""The markers with which rounds begin."""
Mark = Union[Literal["?!"], Literal["?"], Literal["??"]]
"""Mark of a decision that lost probability of winning."""

CfrGame = Union[Literal["hanamikoji"], Literal["kuhn"], Literal["leduc"], Literal["liars_dice"]]
"""A game that `hanamachi.cfr` solves."""
Algorithm = Union[Literal["cfr"], Literal["cfr+"], Literal["lcfr"], Literal["dcfr"], Literal["pcfr+"]]
"""A variant of counterfactual regret minimization."""
Averaging = Union[Literal["updated"], Literal["played"]]
"""The strategies that are averaged: those after the updates, or those that were played."""

ColumnType = Union[Literal["text"], Literal["integer"], Literal["real"]]
"""Type of a column of a table."""
Side = Union[Literal["first"], Literal["second"], Literal["random"]]
"""Which side the agent plays; `random` draws it for each round or game."""
Length = Union[Literal["round"], Literal["game"]]
"""What an environment plays: one round, or rounds until somebody has won."""
RenderMode = Union[Literal["ansi"], Literal["human"]]
"""Output of an environment: text that is returned, or printed."""

Progress = Callable[[int, Optional[int]], object]
"""Called a few times a second with the amount done and the total amount (None if unknown), while a game is built too. An exception that it raises stops the work."""


def words(alias: object) -> tuple[str, ...]:
    """The words of one of these types."""
    return tuple(word for literal in get_args(alias) for word in get_args(literal))
