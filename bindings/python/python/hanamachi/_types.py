"""The words that arguments and results are made of, as types."""

from __future__ import annotations

from typing import Callable, Literal, Optional

FullBoard = Literal["draw", "last"]
"""What a full board without a four means in Okiya: nobody wins, or the player of the last token does."""
Outcome = Literal["win", "draw", "loss"]
"""How a game ends for the player to move."""
Ending = Literal["row", "column", "diagonal", "square", "block", "full_board"]
"""What ends a game of Okiya."""
Kind = Literal["proved", "bounded", "computed", "estimated"]
"""How strong a number is."""
Limit = Literal["time", "nodes", "memory"]
"""Which limit was reached."""
Stopped = Optional[Literal["time"]]
"""Why an answer was cut short; None where it was not."""
SolverName = Literal["alpha-beta", "bit-sliced"]
"""How a position of Okiya was searched."""

Method = Literal["auto", "exact", "equilibrium", "ismcts", "cfr", "pimc"]
"""How a position of Hanamikoji is evaluated."""
Reach = Literal["uniform", "learned", "equilibrium"]
"""How the opponent is taken to have played so far, where the rest of a round is solved."""
Decider = Literal["reader", "opponent"]
"""Who decides next, told by the reader."""
Seat = Literal["first", "second"]
"""A player of a round, by who moves first in it."""
RoundOutcome = Literal["first", "second", "undecided", "shared"]
"""What a round made of the game."""
Place = Literal["hand", "secret", "trade_off", "deck", "removed"]
"""Where unseen cards may be."""
BeliefsMethod = Literal["uniform", "learned", "equilibrium", "policy"]
"""What beliefs rest on."""
ExploitMethod = Literal["exact", "lbr", "search", "trained", "scripted"]
"""How a response to a player is found."""
Layouts = Literal["given", "play"]
"""With which markers rounds begin."""
Mark = Literal["?!", "?", "??"]
"""What a decision deserves that lost something."""

CfrGame = Literal["hanamikoji", "kuhn", "leduc", "liars_dice"]
"""A game that `hanamachi.cfr` solves."""
Algorithm = Literal["cfr", "cfr+", "lcfr", "dcfr", "pcfr+"]
"""A variant of counterfactual regret minimization."""
Averaging = Literal["updated", "played"]
"""Which strategies are averaged: those that the updates have made, or those that were played."""

ColumnType = Literal["text", "integer", "real"]
"""What a column of a table holds."""
RenderMode = Literal["ansi", "human"]
"""How an environment draws itself: as text that is returned, or printed."""

Progress = Callable[[int, Optional[int]], object]
"""Called a few times a second with how much is done and how much there is (None where nobody knows). What it raises stops the work."""
