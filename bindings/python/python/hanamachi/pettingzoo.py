"""Both games as PettingZoo environments of the AEC kind, with action masks.

    from hanamachi.pettingzoo import hanamikoji_env, okiya_env

    env = hanamikoji_env("geisha=2,2,3 actions=3 rounds=1 tiebreak=none")

Observations are dictionaries: `observation`, float32, and `action_mask`, int8 of shape (actions,), 1 for each action that is legal. The mask is all 0 for
the agent who is not to act. The reward comes with the last action of a round: its utility, −1 to 1. An illegal action is treated as
usual in PettingZoo: with the wrapper `TerminateIllegalWrapper` it loses, and without it (`raw=True`) it raises
`hanamachi.IllegalMoveError`. What is no number of an action raises `TypeError` or `ValueError`.

The book's chapter about OpenSpiel, PettingZoo and Gymnasium describes the layout of the observations.
"""

from __future__ import annotations

import os
from typing import Any, Optional, Union

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import, unused-ignore]
from pettingzoo.utils import wrappers  # type: ignore[import, unused-ignore]

from . import _arguments, _game
from ._game import GameState
from ._native import Garden, Position, Round, RoundState
from ._planes import board_planes
from .types import FullBoard, Length, RenderMode, words
from ._words import board, table

__all__ = ["HanamikojiEnv", "OkiyaEnv", "hanamikoji_env", "okiya_env"]

Observation = dict[str, npt.NDArray[Any]]

_END = -4


def hanamikoji_env(
    rules: str = "",
    favour: Optional[str] = None,
    *,
    length: Length = "round",
    favour_table: Union[str, os.PathLike[str], None] = None,
    raw: bool = False,
    render_mode: Optional[RenderMode] = None,
) -> AECEnv:
    """One round of Hanamikoji by these rules, with these markers before it; with `length="game"` a whole game, as
    `hanamachi.hanamikoji.Game` plays it. `favour_table` values games that a round leaves undecided."""
    env = HanamikojiEnv(rules, favour, render_mode, length=length, favour_table=favour_table)
    return _finished(env, raw)


def okiya_env(
    garden: Optional[Union[Garden, str]] = None,
    full_board: FullBoard = "draw",
    *,
    raw: bool = False,
    render_mode: Optional[RenderMode] = None,
) -> AECEnv:
    """Okiya in this garden; without one in a new random garden for each game."""
    return _finished(OkiyaEnv(garden, full_board, render_mode), raw)


def _finished(env: AECEnv, raw: bool) -> AECEnv:
    """The environment as it is, or in the usual wrappers."""
    if not isinstance(raw, bool):
        raise TypeError(f"raw: expected a bool, {_arguments.found(raw)}")
    return env if raw else wrappers.OrderEnforcingWrapper(_Checked(env, illegal_reward=-1))


class _Checked(wrappers.TerminateIllegalWrapper):  # type: ignore[misc]
    """Ends the game at an illegal action, and refuses what is no action."""

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if not (self.terminations[agent] or self.truncations[agent]):
            space = self.action_space(agent)
            assert isinstance(space, spaces.Discrete)
            action = _arguments.whole("action", action, 0, int(space.n) - 1)
        super().step(action)


class _TwoPlayers(AECEnv):  # type: ignore[misc]
    """The common part of both games."""

    agent_selection: str

    def __init__(
        self, actions: int, shape: tuple[int, ...], high: float, render_mode: Optional[RenderMode]
    ) -> None:
        super().__init__()
        if render_mode is not None:
            _arguments.word("render_mode", render_mode, words(RenderMode), "None")
        # The player who moves first, and the other one.
        self.possible_agents: list[str] = ["player_0", "player_1"]
        self.agents: list[str] = list(self.possible_agents)
        self.render_mode = render_mode
        spaces_of: dict[str, gymnasium.Space[Any]] = {
            "observation": spaces.Box(0.0, high, shape, np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
        self.observation_spaces: dict[str, gymnasium.Space[Any]] = {name: spaces.Dict(spaces_of) for name in self.agents}
        self.action_spaces: dict[str, gymnasium.Space[Any]] = {name: spaces.Discrete(actions) for name in self.agents}
        self._actions = actions
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def _mask(self, agent: str, legal: list[int]) -> npt.NDArray[np.int8]:
        mask = np.zeros(self._actions, np.int8)
        if agent == self.agent_selection:
            mask[legal] = 1
        return mask

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins anew; the same seed deals the same."""
        if seed is not None:
            self._rng = np.random.default_rng(_arguments.whole("seed", seed, 0, 2**64 - 1))
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._begin()
        self.agent_selection = self.agents[self._to_act()]

    def step(self, action: Optional[int]) -> None:
        """Plays an action of the agent who is to act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = _arguments.whole("action", action, 0, self._actions - 1)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        first = self._play(number)
        if first is None:
            self.agent_selection = self.agents[self._to_act()]
        else:
            self.rewards = dict(zip(self.agents, (first, -first)))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[1 - self.agents.index(agent)]
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        """The position with all cards face up: returned as text with `render_mode="ansi"`, printed with `human`, omitted without a mode."""
        if self.render_mode == "ansi":
            return self._text()
        if self.render_mode == "human":
            print(self._text())
        return None

    def close(self) -> None:
        """Does nothing: no resource is open."""

    def _text(self) -> str:
        raise NotImplementedError

    def _begin(self) -> None:
        raise NotImplementedError

    def _to_act(self) -> int:
        raise NotImplementedError

    def _play(self, action: int) -> Optional[float]:
        """The utility of the first player once the game is over."""
        raise NotImplementedError


class HanamikojiEnv(_TwoPlayers):
    """One round of Hanamikoji, or a whole game; chance deals at `reset` and before each turn.

        >>> env = HanamikojiEnv("geisha=2,2,3 actions=1,2", length="game")
        >>> env.reset(seed=1)
        >>> env.agent_selection, int(env.observe("player_0")["action_mask"].sum()) > 0
        ('player_0', True)
    """

    metadata: dict[str, Any] = {"name": "hanamikoji_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(
        self,
        rules: str = "",
        favour: Optional[str] = None,
        render_mode: Optional[RenderMode] = None,
        *,
        length: Length = "round",
        favour_table: Union[str, os.PathLike[str], None] = None,
    ) -> None:
        self._played = _game.opened(length, rules, favour, favour_table)
        self.round: Round = _game.first_round(self._played)
        """The round that is played, of a game the first one."""
        # The largest number in an observation counts the cards of one geisha.
        super().__init__(self.round.num_actions, (self._played.tensor_size,), 7.0, render_mode)
        self.round_state: Union[RoundState, GameState] = self._played.start()
        """The state of the solver; its players are those of the environment."""

    def _text(self) -> str:
        return table(self.round_state)

    def _begin(self) -> None:
        self.round_state = _game.dealt(self._played.start(), self._rng)

    def _to_act(self) -> int:
        return self.round_state.to_act

    def _play(self, action: int) -> Optional[float]:
        self.round_state = _game.dealt(self.round_state.play(action), self._rng)
        return self.round_state.utility if self.round_state.to_act == _END else None

    def observe(self, agent: str) -> Observation:
        """The information of an agent."""
        seat = self.possible_agents.index(agent)
        legal = self.round_state.legal_actions()
        return {
            "observation": self.round_state.information_tensor(seat),
            "action_mask": self._mask(agent, legal),
        }


class OkiyaEnv(_TwoPlayers):
    """Okiya. Actions are cells, 4 · (row − 1) + column; observations are planes of shape (12, 4, 4), from the side to move.

        >>> env = OkiyaEnv("05af/b4c1/27d8/3e96")
        >>> env.reset(seed=1)
        >>> int(env.observe("player_0")["action_mask"].sum())
        12
    """

    metadata: dict[str, Any] = {"name": "okiya_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(
        self,
        garden: Optional[Union[Garden, str]] = None,
        full_board: FullBoard = "draw",
        render_mode: Optional[RenderMode] = None,
    ) -> None:
        super().__init__(16, (12, 4, 4), 1.0, render_mode)
        self._garden = _arguments.garden(garden)
        self._full_board: FullBoard = full_board
        self.position: Position = Position.start(Garden.random(0) if self._garden is None else self._garden)
        """The position."""
        # Refuses an unknown rule.
        self.position.winner(full_board)

    def _text(self) -> str:
        return board(self.position)

    def _begin(self) -> None:
        drawn = Garden.random(int(self._rng.integers(2**53))) if self._garden is None else self._garden
        self.position = Position.start(drawn)

    def _to_act(self) -> int:
        return 0 if self.position.side == "x" else 1

    def _play(self, action: int) -> Optional[float]:
        self.position = self.position.play(action)
        if not self.position.is_over:
            return None
        return {None: 0.0, "x": 1.0, "o": -1.0}[self.position.winner(self._full_board)]

    def observe(self, agent: str) -> Observation:
        """The board."""
        moves = self.position.bitboards[2]
        legal = [cell for cell in range(16) if moves >> cell & 1]
        return {"observation": board_planes(self.position), "action_mask": self._mask(agent, legal)}
