"""The words used in arguments and results, as types."""

from __future__ import annotations

from typing import Callable, Literal, Optional

FullBoard = Literal["draw", "last"]
"""Winner on a full board without a four in Okiya: nobody, or the player of the last token."""
Outcome = Literal["win", "draw", "loss"]
"""Outcome of a game for the player to move."""
Ending = Literal["row", "column", "diagonal", "square", "block", "full_board"]
"""The pattern or event that ends a game of Okiya."""
Kind = Literal["proved", "bounded", "computed", "estimated"]
"""Strength of a number."""
Limit = Literal["time", "nodes", "memory"]
"""The limit that was reached."""
Stopped = Optional[Literal["time"]]
"""The limit that cut an answer short, if any."""
SolverName = Literal["alpha-beta", "bit-sliced"]
"""Search method of a position of Okiya."""

Method = Literal["auto", "exact", "equilibrium", "ismcts", "cfr", "pimc"]
"""Evaluation method of a position of Hanamikoji."""
Reach = Literal["uniform", "learned", "equilibrium"]
"""Assumption about the play so far, used when the rest of a round is solved."""
Decider = Literal["reader", "opponent"]
"""The side to decide next, from the reader's point of view."""
Seat = Literal["first", "second"]
"""A player of a round: the one who moves first, or the other."""
RoundOutcome = Literal["first", "second", "undecided", "shared"]
"""Outcome of the game after a round."""
Place = Literal["hand", "secret", "trade_off", "deck", "removed"]
"""A place of unseen cards."""
BeliefsMethod = Literal["uniform", "learned", "equilibrium", "policy"]
"""The assumption behind beliefs."""
ExploitMethod = Literal["exact", "lbr", "search", "trained", "scripted"]
"""Method for finding a response to a player."""
Layouts = Literal["given", "play"]
"""The markers with which rounds begin."""
Mark = Literal["?!", "?", "??"]
"""Mark of a decision that lost probability of winning."""

CfrGame = Literal["hanamikoji", "kuhn", "leduc", "liars_dice"]
"""A game that `hanamachi.cfr` solves."""
Algorithm = Literal["cfr", "cfr+", "lcfr", "dcfr", "pcfr+"]
"""A variant of counterfactual regret minimization."""
Averaging = Literal["updated", "played"]
"""The strategies that are averaged: those after the updates, or those that were played."""

ColumnType = Literal["text", "integer", "real"]
"""Type of a column of a table."""
RenderMode = Literal["ansi", "human"]
"""Output of an environment: text that is returned, or printed."""

Progress = Callable[[int, Optional[int]], object]
"""Called a few times a second, from the first unit done on, with the amount done and the total amount (None if unknown). An exception that it raises stops the work."""
