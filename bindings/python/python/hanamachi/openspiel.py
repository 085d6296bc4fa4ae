"""Both games in OpenSpiel. Importing this module registers them:

    import pyspiel
    import hanamachi.openspiel

    game = pyspiel.load_game("hanamikoji(rules=geisha:2.2.3+actions:3+tiebreak:none+rounds:1)")
    game = pyspiel.load_game("okiya(garden=05af/b4c1/27d8/3e96)")

`hanamikoji` is one round: chance removes a card, deals two hands and draws, all of it explicit. Its parameters are

- `rules`: rules tags, with `:` for `=`, `.` for `,` and `+` for a blank, because OpenSpiel gives those a meaning of their own; empty is the standard game.
- `markers`: the markers before the round, a letter for each geisha: `f` the first player's, `s` the second player's, `n` neutral; empty is all neutral.

Returns are utilities of the round: 1 for the game won, −1 for lost, and for a game that goes on what the built-in favour table says of its markers.

The information state forgets in which order a player's own cards came, which costs nothing, see `MergedRound` in the library. Exploitability, best
responses and CFR are therefore those of the round; an algorithm that insists on perfect recall as such would have to be told the order.

`okiya` has no chance. Its parameters are `garden`, in the short form, and `full_board`, `draw` or `last`. Returns are 1, 0 and −1.
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt
import pyspiel

from ._native import Garden, Position, Round, RoundState
from ._planes import board_planes

__all__ = ["HanamikojiGame", "HanamikojiState", "OkiyaGame", "OkiyaState"]

_CHANCE = -1
_END = -4

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
    parameter_specification={"rules": "", "markers": ""},
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


def rules_parameter(rules: str) -> str:
    """Rules tags as the parameter `rules` has them: `geisha=2,2,3 actions=3` is `geisha:2.2.3+actions:3`."""
    return rules.translate(str.maketrans("=, ", ":.+"))


class HanamikojiGame(pyspiel.Game):  # type: ignore[misc]
    """One round of Hanamikoji."""

    def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
        given = params or {}
        rules = str(given.get("rules", "")).translate(_TAGS)
        markers = str(given.get("markers", "")).translate(_MARKERS)
        self.round = Round(rules, markers or None)
        self.actions = self.round.actions
        info = pyspiel.GameInfo(
            num_distinct_actions=self.round.num_actions,
            max_chance_outcomes=self.round.max_chance_outcomes,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.round.max_decisions,
        )
        super().__init__(_HANAMIKOJI, info, given)

    def new_initial_state(self) -> HanamikojiState:
        """Before anything is dealt."""
        return HanamikojiState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The card removed, two hands, and a draw for each turn."""
        return self.round.num_chance

    def make_py_observer(
        self, iig_obs_type: Optional[Any] = None, params: Optional[Any] = None
    ) -> _HanamikojiObserver:
        """What a player knows, whatever of it is asked for."""
        return _HanamikojiObserver(self.round.tensor_size)


class HanamikojiState(pyspiel.State):  # type: ignore[misc]
    """A state of a round."""

    def __init__(self, game: HanamikojiGame) -> None:
        super().__init__(game)
        self._texts = game.actions
        self._state: RoundState = game.round.start()

    @property
    def round_state(self) -> RoundState:
        """The state of the solver, which says what a player knows as an `InformationSet`."""
        return self._state

    def current_player(self) -> int:
        """Who is to act."""
        return self._state.to_act

    def _legal_actions(self, player: int) -> list[int]:
        return self._state.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities."""
        return self._state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self._state = self._state.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._state.action_text(action) if player == _CHANCE else self._texts[action]

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self._state.to_act == _END

    def returns(self) -> list[float]:
        """What the round is worth to each player; 0 before its end."""
        utility = self._state.utility
        return [utility, -utility]

    def information_state_string(self, player: Optional[int] = None) -> str:
        """What the player knows; of the player to act unless it is said."""
        return self._state.information_text(self.current_player() if player is None else player)

    def observation_string(self, player: Optional[int] = None) -> str:
        """The same: a player sees everything that the player knows."""
        return self.information_state_string(player)

    def __str__(self) -> str:
        return str(self._state)


class _HanamikojiObserver:
    """What a player knows, as a tensor."""

    def __init__(self, size: int) -> None:
        self.tensor: npt.NDArray[np.float32] = np.zeros(size, np.float32)
        self.dict = {"information": self.tensor}

    def set_from(self, state: HanamikojiState, player: int) -> None:
        self.tensor[:] = state.round_state.information_tensor(player)

    def string_from(self, state: HanamikojiState, player: int) -> str:
        return state.round_state.information_text(player)


class OkiyaGame(pyspiel.Game):  # type: ignore[misc]
    """Okiya in one garden."""

    def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
        given = params or {}
        self.garden = Garden(str(given.get("garden", _OKIYA.parameter_specification["garden"])))
        self.full_board = str(given.get("full_board", "draw"))
        # Refuses a rule that there is not.
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
        """Before the first token."""
        return OkiyaState(self)

    def make_py_observer(self, iig_obs_type: Optional[Any] = None, params: Optional[Any] = None) -> _OkiyaObserver:
        """The board."""
        return _OkiyaObserver(self.garden)


class OkiyaState(pyspiel.State):  # type: ignore[misc]
    """A position. Actions are cells, 4 · (row − 1) + column."""

    def __init__(self, game: OkiyaGame) -> None:
        super().__init__(game)
        self._full_board = game.full_board
        self._position = Position.start(game.garden)

    @property
    def position(self) -> Position:
        """The position of the solver."""
        return self._position

    def current_player(self) -> int:
        """Who is to act."""
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
        self.dict = {"board": self._planes}

    def set_from(self, state: OkiyaState, player: int) -> None:
        self._planes[:] = board_planes(state.position)

    def string_from(self, state: OkiyaState, player: int) -> str:
        return str(state.position)


pyspiel.register_game(_HANAMIKOJI, HanamikojiGame)
pyspiel.register_game(_OKIYA, OkiyaGame)
