"""Whole games: rounds until somebody has won. The rules are those of `Round`; this is the core of every environment."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _arguments
from ._native import InformationSet, Player, Round, RoundRecord, RoundState
from .types import Length, Seat, words

_CHANCE = -1
_END = -4
_MOST_ROUNDS = 200


class Game:
    """Games by some rules, as a game with chance: the same interface as `Round`, for all rounds until somebody has won.

    The players are 0, who moves first in the first round, and 1; they take turns in moving first. Markers stay where they are from
    round to round. The utility of the first player is 1 for a game won, −1 for one lost, and 0 for a shared one: after the last
    round that the rules allow, or after 200 rounds. Actions have the numbers of `Round`.

        >>> import numpy as np
        >>> state, rng = Game("geisha=2,2,3 actions=1,2 rounds=3").start(), np.random.default_rng(1)
        >>> while state.to_act != -4:
        ...     outcomes = [number for number, _ in state.chance_outcomes()]
        ...     state = state.play(int(rng.choice(outcomes or state.legal_actions())))
        >>> len(state.records()) == state.rounds, state.utility in (-1.0, 0.0, 1.0)
        (True, True)
    """

    def __init__(
        self, rules: str = "", favour: Optional[str] = None, favour_table: Union[str, os.PathLike[str], None] = None
    ) -> None:
        self.round: Round = Round(rules, favour, favour_table)
        """The first round."""

    @property
    def rules(self) -> str:
        """The rules as tags."""
        return self.round.rules

    @property
    def favour(self) -> str:
        """The markers before the first round, from the first player's seat."""
        return self.round.favour

    @property
    def actions(self) -> list[str]:
        """The actions in their notation, by number."""
        return self.round.actions

    @property
    def num_actions(self) -> int:
        """The number of different actions."""
        return self.round.num_actions

    @property
    def max_chance_outcomes(self) -> int:
        """The greatest number of outcomes that chance may have in a state."""
        return self.round.max_chance_outcomes

    @property
    def max_decisions(self) -> int:
        """The greatest number of decisions in a game."""
        return _MOST_ROUNDS * self.round.max_decisions

    @property
    def num_chance(self) -> int:
        """The greatest number of times that chance deals or draws."""
        return _MOST_ROUNDS * self.round.num_chance

    @property
    def tensor_size(self) -> int:
        """The length of the tensors of `GameState.information_tensor`."""
        return self.round.tensor_size + 1

    def start(self) -> GameState:
        """The state before anything is dealt."""
        return GameState(self, self.round.start(), ())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.round == other.round

    def __hash__(self) -> int:
        return hash(self.round)

    def __repr__(self) -> str:
        return f"Game('{self.rules}', '{self.favour}')"


class GameState:
    """A state of a game. Immutable. Players are 0 and 1, as in `Game`.

        >>> state = Game("geisha=2,2,3 actions=1,2").start()
        >>> state.to_act, state.rounds, state.mover
        (-1, 1, 0)
    """

    __slots__ = ("__weakref__", "game", "past", "round_state")

    def __init__(self, game: Game, round_state: RoundState, past: tuple[RoundState, ...]) -> None:
        self.game: Game = game
        """The game of which this is a state."""
        self.round_state: RoundState = round_state
        """The state of the present round, by the seats of its own players."""
        self.past: tuple[RoundState, ...] = past
        """The ends of the rounds before."""

    @classmethod
    def at(cls, game: Game, path: Iterable[int]) -> GameState:
        """The state after these outcomes of chance and actions."""
        state = game.start()
        for number in path:
            state = state.play(number)
        return state

    @property
    def path(self) -> list[int]:
        """The outcomes of chance and the actions that led here."""
        return [number for state in (*self.past, self.round_state) for number in state.path]

    @property
    def rounds(self) -> int:
        """The number of rounds begun."""
        return len(self.past) + 1

    @property
    def mover(self) -> int:
        """The player who moves first in the present round."""
        return len(self.past) % 2

    def seat(self, player: int) -> Seat:
        """The seat of a player in the present round."""
        return "first" if _arguments.whole("player", player, 0, 1) == self.mover else "second"

    @property
    def to_act(self) -> int:
        """The player to act, 0 or 1; −1 is chance, −4 nobody: the game is over."""
        now = self.round_state.to_act
        return now if now < 0 else now ^ self.mover

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance: numbers from 0, each with its probability."""
        return self.round_state.chance_outcomes()

    def legal_actions(self) -> list[int]:
        """The numbers of the legal actions, in ascending order; empty if no player is to act."""
        return self.round_state.legal_actions()

    def action_text(self, number: int) -> str:
        """The meaning of this number here, as in `RoundState.action_text`."""
        return self.round_state.action_text(number)

    def play(self, number: int) -> GameState:
        """The state after this action or outcome of chance. After the last turn of a round the next round begins."""
        now = self.round_state.play(number)
        following = now.next_round() if now.to_act == _END and self.rounds < _MOST_ROUNDS else None
        if following is None:
            return GameState(self.game, now, self.past)
        return GameState(self.game, following.start(), (*self.past, now))

    @property
    def utility(self) -> float:
        """1 if player 0 has won the game, −1 if player 1 has; 0 for a shared game and before the end."""
        record = self.round_state.record() if self.to_act == _END else None
        if record is None or record.outcome not in ("first", "second"):
            return 0.0
        return 1.0 if record.outcome == self.seat(0) else -1.0

    def information_set(self, player: int) -> Optional[InformationSet]:
        """The information set of a player in the present round; None while cards are dealt or drawn."""
        return self.round_state.information_set(self.seat(player))

    def information_text(self, player: int) -> str:
        """The information of a player as text: the present round, after its number. What is past matters by the markers alone."""
        return f"round {self.rounds}: {self.round_state.information_text(self.seat(player))}"

    def information_tensor(self, player: int) -> npt.NDArray[np.float32]:
        """The information of a player as float32: that of the present round, then the number of rounds that may follow, 7 for more."""
        limit = next((tag[7:] for tag in self.game.rules.split() if tag.startswith("rounds=")), "inf")
        left = _MOST_ROUNDS if limit == "inf" else int(limit)
        now = self.round_state.information_tensor(self.seat(player))
        return np.append(now, np.float32(min(7, left - self._number)))

    @property
    def _number(self) -> int:
        """The number of the present round in its game."""
        rules = self.round_state.round.rules.split()
        return int(next((tag[6:] for tag in rules if tag.startswith("round=")), "1"))

    @property
    def cards(self) -> list[str]:
        """As `RoundState.cards` has them, by players."""
        removed, *pairs = self.round_state.cards
        if self.mover == 1:
            pairs = [pairs[place ^ 1] for place in range(len(pairs))]
        return [removed, *pairs]

    def record(self) -> Optional[RoundRecord]:
        """The present round so far, by its own seats; None while cards are dealt or drawn."""
        return self.round_state.record()

    def records(self) -> list[RoundRecord]:
        """The rounds so far, the present one last unless cards are dealt or drawn: what `hanamikoji.review` takes."""
        rounds = (state.record() for state in (*self.past, self.round_state))
        return [record for record in rounds if record is not None]

    def resample(self, player: int, seed: int = 1, policy: Union[Player, str, None] = None) -> GameState:
        """Another state that this player cannot tell from this one: the hidden cards of the present round as in `RoundState.resample`."""
        return GameState(self.game, self.round_state.resample(self.seat(player), seed, policy), self.past)

    def _key(self) -> tuple[Any, ...]:
        return self.game, self.past, self.round_state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameState) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __copy__(self) -> GameState:
        return self

    def __deepcopy__(self, _memo: object) -> GameState:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return GameState.at, (self.game, self.path)

    def __str__(self) -> str:
        return f"round {self.rounds}: {self.round_state}"

    def __repr__(self) -> str:
        return f"<GameState {self}>"


def opened(
    length: Length, rules: str, favour: Optional[str], favour_table: Union[str, os.PathLike[str], None]
) -> Union[Round, Game]:
    """What is played: a round, or a game."""
    _arguments.word("length", length, words(Length))
    return (Round if length == "round" else Game)(rules, favour, favour_table)


def first_round(played: Union[Round, Game]) -> Round:
    """The round that is played, of a game the first one."""
    return played.round if isinstance(played, Game) else played


def dealt(state: Union[RoundState, GameState], rng: np.random.Generator) -> Union[RoundState, GameState]:
    """The state in which a player is to act, or nobody, after chance has dealt and drawn."""
    while state.to_act == _CHANCE:
        numbers, probabilities = zip(*state.chance_outcomes())
        state = state.play(int(rng.choice(numbers, p=probabilities)))
    return state
