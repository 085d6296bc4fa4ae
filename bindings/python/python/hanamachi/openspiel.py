"""Both games in OpenSpiel. Importing this module registers them:

    import pyspiel
    import hanamachi.openspiel

    game = pyspiel.load_game("hanamikoji(rules=geisha:2.2.3+actions:3+tiebreak:none+rounds:1)")
    game = pyspiel.load_game("okiya(garden=05af/b4c1/27d8/3e96)")

`hanamikoji` is one round: chance removes a card, deals two hands and draws, all of it explicit. Its parameters are

- `rules`: rules tags, with `:` for `=`, `.` for `,` and `+` for a blank, because those have a meaning of their own in OpenSpiel; empty is the standard game.
- `markers`: the markers before the round, a letter for each geisha: `f` the first player's, `s` the second player's, `n` neutral; empty is all neutral.
- `length`: `round`, or `game`: rounds until somebody has won, as `hanamachi.hanamikoji.Game` plays them.
- `favour_table`: the path of a favour table that values undecided games; empty is the built-in one.
- `order`: the treatment, in a player's information state, of the order in which the player's own cards came: `forgotten`, or `kept`, which is perfect recall.

Returns are utilities of the round: 1 if the game is won, −1 if it is lost, and if it goes on, the value of its markers: in the
favour table, in the standard game without one in the built-in table, and in reduced games without one by a rule of thumb.
`game.round.continuation` names which. With `rounds:1` no game goes on.

Forgetting the order does not change exploitability and best responses of the round, see `MergedRound` in the library. OpenSpiel's
CFR, however, weights the strategies of an information state by the number of histories that lead to it. That averages well only
under perfect recall, so use `order=kept` for it.

`okiya` has no chance. Its parameters are `garden`, in the short form, and `full_board`, `draw` or `last`. Returns are 1, 0 and −1.

`PlayerPolicy` is a player of Hanamikoji as a policy of OpenSpiel, for its exploitability, its best responses and its evaluation of policies;
`PlayerBot` is one as a bot, including players that search and do not report probabilities.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional, Union, cast

import numpy as np
import numpy.typing as npt
import pyspiel  # type: ignore[import, unused-ignore]
from open_spiel.python import policy as _policy  # type: ignore[import, unused-ignore]

from . import _arguments, _game
from ._cfr import CfrRun
from ._game import Game, GameState
from ._native import Garden, InformationSet, Player, Position, Round, RoundState
from ._planes import board_planes
from ._table import Table
from .hanamikoji import Training
from .types import FullBoard, Length

__all__ = [
    "HanamikojiGame",
    "HanamikojiState",
    "OkiyaGame",
    "OkiyaState",
    "PlayerBot",
    "PlayerPolicy",
    "rules_parameter",
]

if TYPE_CHECKING:

    class _Metaclass(type):
        """Stands for the metaclass of OpenSpiel's classes, which are compiled and have no types."""
else:
    _Metaclass = type(pyspiel.Game)

_CHANCE = -1
_END = -4

Strategies = Union[Player, CfrRun, Table, Training, str]
"""What plays: a player or its name, or a result or table with strategies."""

_HANAMIKOJI = pyspiel.GameType(
    short_name="hanamikoji",
    long_name="Hanamikoji, one round",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "", "markers": "", "order": "forgotten", "favour_table": "", "length": "round"},
)

_OKIYA = pyspiel.GameType(
    short_name="okiya",
    long_name="Okiya",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"garden": "05af/b4c1/27d8/3e96", "full_board": "draw"},
)

_TAGS = str.maketrans(":.+", "=, ")
_MARKERS = str.maketrans("fsn", "+-.")


def _given(params: Optional[dict[str, Any]], game: Any) -> dict[str, Any]:
    """The parameters given, all of which the game has."""
    if params is not None and not isinstance(params, dict):
        raise TypeError(f"params: expected a dict or None, {_arguments.found(params)}")
    given = params or {}
    known = game.parameter_specification
    for name in given:
        if name not in known:
            raise ValueError(f"params: expected {', '.join(known)}, found {_arguments.shown(name)}")
    return given


def rules_parameter(rules: str) -> str:
    """Convert rules tags to the form of the parameter `rules`: `geisha=2,2,3 actions=3` is `geisha:2.2.3+actions:3`."""
    return _arguments.text("rules", rules).translate(str.maketrans("=, ", ":.+"))


class HanamikojiGame(pyspiel.Game, metaclass=_Metaclass):  # type: ignore[misc]
    """One round of Hanamikoji.

        >>> game = pyspiel.load_game("hanamikoji(rules=geisha:4.5+actions:1.3+tiebreak:none+rounds:1)")
        >>> game.num_distinct_actions(), game.round.continuation
        (8, 'none')
    """

    def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
        given = _given(params, _HANAMIKOJI)
        rules = str(given.get("rules", "")).translate(_TAGS)
        markers = str(given.get("markers", "")).translate(_MARKERS)
        length = cast(Length, str(given.get("length", "round")))
        self.played: Union[Round, Game] = _game.opened(length, rules, markers or None, str(given.get("favour_table", "")) or None)
        """The round or the game that is played."""
        self.round: Round = _game.first_round(self.played)
        """The round, of a game the first one."""
        order = str(given.get("order", "forgotten"))
        if order not in ("forgotten", "kept"):
            raise ValueError(f"order: expected `forgotten` or `kept`, found {_arguments.shown(order)}")
        self.keeps_order: bool = order == "kept"
        """Whether information states have the order in which a player's own cards came."""
        self.actions: list[str] = self.round.actions
        info = pyspiel.GameInfo(
            num_distinct_actions=self.round.num_actions,
            max_chance_outcomes=self.round.max_chance_outcomes,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.played.max_decisions,
        )
        super().__init__(_HANAMIKOJI, info, given)

    def new_initial_state(self) -> HanamikojiState:
        """The state before anything is dealt."""
        return HanamikojiState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The card removed, two hands, and a draw for each turn."""
        return self.played.num_chance

    def make_py_observer(
        self, iig_obs_type: Optional[Any] = None, params: Optional[Any] = None
    ) -> _HanamikojiObserver:
        """An observer of all that a player knows; the type asked for is ignored."""
        return _HanamikojiObserver(self.played.tensor_size)


class HanamikojiState(pyspiel.State, metaclass=_Metaclass):  # type: ignore[misc]
    """A state of a round.

        >>> state = pyspiel.load_game("hanamikoji").new_initial_state()
        >>> state.is_chance_node(), state.round_state.to_act
        (True, -1)
    """

    def __init__(self, game: HanamikojiGame) -> None:
        _expect("game", game, HanamikojiGame)
        super().__init__(game)
        self._state: Union[RoundState, GameState] = game.played.start()
        # What each player knows of earlier rounds, if the order is kept.
        self._memory = ("", "")
        # The cards that each player was dealt and has drawn, in order, if the order is kept.
        self._dealt: Optional[tuple[str, str]] = ("", "") if game.keeps_order else None

    @property
    def round_state(self) -> Union[RoundState, GameState]:
        """The state of the solver, a `GameState` in a whole game, which gives a player's information as an `InformationSet`."""
        return self._state

    def current_player(self) -> int:
        """The player to act."""
        return self._state.to_act

    def _legal_actions(self, player: int) -> list[int]:
        return self._state.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities."""
        return self._state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        before, after = self._state, self._state.play(action)
        self._state = after
        if self._dealt is not None and before.to_act == _CHANCE:
            hands = zip(self._dealt, before.cards[1:3], after.cards[1:3])
            cards = before.action_text(action)
            first, second = (dealt if old == new else f"{dealt} {cards}" for dealt, old, new in hands)
            self._dealt = (first, second)
        if self._dealt is None or not (isinstance(before, GameState) and isinstance(after, GameState)):
            return
        if after.rounds > before.rounds:
            ended = GameState(before.game, after.past[-1], before.past)
            known = zip(self._memory, map(ended.information_text, (0, 1)), self._dealt)
            first, second = (f"{memory}{end} dealt{dealt}; " for memory, end, dealt in known)
            self._memory, self._dealt = (first, second), ("", "")

    def _action_to_string(self, player: int, action: int) -> str:
        if player == _CHANCE:
            return self._state.action_text(action)
        # No attribute of the state, because OpenSpiel copies all of them with each state.
        text: str = self.get_game().actions[action]
        return text

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self._state.to_act == _END

    def returns(self) -> list[float]:
        """The utility of the round to each player; 0 before its end."""
        utility = self._state.utility
        return [utility, -utility]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> HanamikojiState:
        """Another state that this player cannot tell from this one, every placement of the unseen cards equally likely.

        `probability_sampler` returns a number from 0 to 1, as OpenSpiel's IS-MCTS does.
        """
        seed = min(int(probability_sampler() * 2**53), 2**53 - 1)
        state: HanamikojiState = self.get_game().new_initial_state()
        for action in self._state.resample(player_id, seed).path:
            state.apply_action(action)
        return state

    def information_state_string(self, player: Optional[int] = None) -> str:
        """The player's information; by default that of the player to act."""
        seat = self.current_player() if player is None else player
        known = self._state.information_text(seat)
        return known if self._dealt is None else f"{self._memory[seat]}{known} dealt{self._dealt[seat]}"

    def observation_string(self, player: Optional[int] = None) -> str:
        """The same as the information state: a player sees everything that the player knows."""
        return self.information_state_string(player)

    def __str__(self) -> str:
        return str(self._state)


class _HanamikojiObserver:
    """A player's information as a tensor."""

    def __init__(self, size: int) -> None:
        self.tensor: npt.NDArray[np.float32] = np.zeros(size, np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {"information": self.tensor}

    def set_from(self, state: HanamikojiState, player: int) -> None:
        self.tensor[:] = state.round_state.information_tensor(player)

    def string_from(self, state: HanamikojiState, player: int) -> str:
        return state.information_state_string(player)


class OkiyaGame(pyspiel.Game, metaclass=_Metaclass):  # type: ignore[misc]
    """Okiya in one garden.

        >>> pyspiel.load_game("okiya(garden=05af/b4c1/27d8/3e96)").garden.rank
        404610113333
    """

    def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
        given = _given(params, _OKIYA)
        self.garden: Garden = Garden(str(given.get("garden", _OKIYA.parameter_specification["garden"])))
        # An unknown rule is refused below.
        self.full_board: FullBoard = cast(FullBoard, str(given.get("full_board", "draw")))
        Position.start(self.garden).winner(self.full_board)
        info = pyspiel.GameInfo(
            num_distinct_actions=16,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=16,
        )
        super().__init__(_OKIYA, info, given)

    def new_initial_state(self) -> OkiyaState:
        """The position before the first token."""
        return OkiyaState(self)

    def make_py_observer(self, iig_obs_type: Optional[Any] = None, params: Optional[Any] = None) -> _OkiyaObserver:
        """The board."""
        return _OkiyaObserver(self.garden)


class OkiyaState(pyspiel.State, metaclass=_Metaclass):  # type: ignore[misc]
    """A position. Actions are cells, 4 · (row − 1) + column.

        >>> state = pyspiel.load_game("okiya").new_initial_state()
        >>> state.apply_action(4)
        >>> str(state.position.last)
        'a2'
    """

    def __init__(self, game: OkiyaGame) -> None:
        _expect("game", game, OkiyaGame)
        super().__init__(game)
        self._full_board: FullBoard = game.full_board
        self._position = Position.start(game.garden)

    @property
    def position(self) -> Position:
        """The position of the solver."""
        return self._position

    def current_player(self) -> int:
        """The player to act."""
        if self._position.is_over:
            return _END
        return 0 if self._position.side == "x" else 1

    def _legal_actions(self, player: int) -> list[int]:
        moves = self._position.bitboards[2]
        return [cell for cell in range(16) if moves >> cell & 1]

    def _apply_action(self, action: int) -> None:
        self._position = self._position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{'abcd'[action % 4]}{action // 4 + 1}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._position.is_over

    def returns(self) -> list[float]:
        """1 for the winner, −1 for the loser, 0 for a draw and before the end."""
        winner = self._position.winner(self._full_board)
        first = {None: 0.0, "x": 1.0, "o": -1.0}[winner]
        return [first, -first]

    def information_state_string(self, player: Optional[int] = None) -> str:
        """The moves so far."""
        return str(self.history_str())

    def observation_string(self, player: Optional[int] = None) -> str:
        """The position."""
        return str(self._position)

    def __str__(self) -> str:
        return str(self._position)


class _OkiyaObserver:
    """The board, as a tensor."""

    def __init__(self, garden: Garden) -> None:
        self._planes = np.zeros((12, 4, 4), np.float32)
        self.tensor: npt.NDArray[np.float32] = self._planes.reshape(-1)
        self.dict: dict[str, npt.NDArray[np.float32]] = {"board": self._planes}

    def set_from(self, state: OkiyaState, player: int) -> None:
        self._planes[:] = board_planes(state.position)

    def string_from(self, state: OkiyaState, player: int) -> str:
        return str(state.position)


def _opened(game: HanamikojiGame, player: Strategies) -> Player:
    """The player, opened for the rules of a game."""
    _expect("game", game, HanamikojiGame)
    opened = _arguments.opened("player", player, _arguments.without_round(game.round.rules))
    opened.check_round(game.round)
    return opened


def _expect(name: str, given: object, kind: type) -> None:
    """Refuse an object of another type."""
    if not isinstance(given, kind):
        raise TypeError(f"{name}: expected a {kind.__name__} of hanamachi.openspiel, {_arguments.found(given)}")


# OpenSpiel's algorithms ask for the same information set in each of its states. Some dozens of megabytes.
_MOST_ANSWERS = 1 << 16


class PlayerPolicy(_policy.Policy):  # type: ignore[misc]
    """A player of Hanamikoji as a policy of OpenSpiel.

        from open_spiel.python.algorithms import exploitability

        exploitability.exploitability(game, PlayerPolicy(game, "greedy"))

        >>> game = pyspiel.load_game("hanamikoji(rules=geisha:4.5+actions:1.3+tiebreak:none+rounds:1)")
        >>> state = game.new_initial_state()
        >>> while state.is_chance_node():
        ...     state.apply_action(state.legal_actions()[0])
        >>> round(sum(PlayerPolicy(game, "greedy").action_probabilities(state).values()), 12)
        1.0

    `player` is a `hanamachi.hanamikoji.Player`, the name of one, a `CfrRun`, its `strategy` or another table, or a `Training`. Raises `ValueError` for a player that does not report
    probabilities: use `PlayerBot` for those; and `hanamachi.UnsuitedError` for one of other rules, or for a table of another round.
    """

    def __init__(self, game: HanamikojiGame, player: Strategies) -> None:
        self._player = _opened(game, player)
        super().__init__(game, list(range(game.num_players())))
        if not self._player.has_probabilities:
            raise ValueError(f"player: `{self._player}` states no probabilities of its actions")
        self._numbers = {text: number for number, text in enumerate(game.actions)}
        self._answers: dict[InformationSet, dict[int, float]] = {}

    def action_probabilities(
        self, state: HanamikojiState, player_id: Optional[int] = None
    ) -> dict[int, float]:
        """The probability of each legal action, by its number."""
        _expect("state", state, HanamikojiState)
        seat = state.current_player() if player_id is None else _arguments.whole("player_id", player_id, 0, 1)
        known = None if state.current_player() < 0 else state.round_state.information_set(seat)
        if known is None:
            raise ValueError("state: it is not for a player to decide")
        answer = self._answers.get(known)
        if answer is None:
            found = self._player.probabilities(known)
            answer = {self._numbers[action]: probability for action, probability in found.items()}
            if len(self._answers) == _MOST_ANSWERS:
                self._answers.clear()
            self._answers[known] = answer
        return dict(answer)


class PlayerBot(pyspiel.Bot, metaclass=_Metaclass):  # type: ignore[misc]
    """A player of Hanamikoji as a bot of OpenSpiel, for one seat, 0 or 1.

    `player` is a `hanamachi.hanamikoji.Player`, or the name of one, such as `ismcts:iterations=1000`. The same `seed` plays the same.
    Raises `hanamachi.UnsuitedError` for a player of other rules.

        >>> bot = PlayerBot(pyspiel.load_game("hanamikoji"), 0, "ismcts:iterations=10")
        >>> bot.player_id()
        0
    """

    def __init__(self, game: HanamikojiGame, seat: int, player: Strategies, seed: int = 1) -> None:
        super().__init__()
        self._player = _opened(game, player)
        self._seat = _arguments.whole("seat", seat, 0, 1)
        self._numbers = {text: number for number, text in enumerate(game.actions)}
        self._rng = np.random.default_rng(_arguments.whole("seed", seed, 0, 2**64 - 1))

    def step(self, state: HanamikojiState) -> int:
        """The number of the action that the player plays here."""
        _expect("state", state, HanamikojiState)
        known = state.round_state.information_set(self._seat)
        if known is None:
            raise ValueError("state: it is not for a player to decide")
        return self._numbers[self._player.decide(known, int(self._rng.integers(2**53)))]

    def restart_at(self, state: HanamikojiState) -> None:
        """Does nothing: the play depends on the state alone."""

    def player_id(self) -> int:
        """The seat."""
        return self._seat


pyspiel.register_game(_HANAMIKOJI, HanamikojiGame)
pyspiel.register_game(_OKIYA, OkiyaGame)
