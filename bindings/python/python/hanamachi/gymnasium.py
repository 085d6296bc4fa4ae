"""Both games as Gymnasium environments, for one agent against an opponent that the environment plays.

    import gymnasium
    import hanamachi.gymnasium

    env = gymnasium.make("hanamachi/Hanamikoji-v0", opponent="greedy")
    env = gymnasium.make("hanamachi/Okiya-v0", garden="05af/b4c1/27d8/3e96", opponent="solver")

Observations are dictionaries: `observation`, float32, and `action_mask`, int8 of shape (actions,), 1 for each action that is legal; `info` has the mask as well,
and `action_masks()` returns it as booleans for libraries that support masks. The reward comes with the last action of a round or
game: the agent's utility, −1 to 1. An illegal action ends the game with −1, and `info["illegal"]` is true; what is no integer raises `TypeError`.

The book's chapter about OpenSpiel, PettingZoo and Gymnasium describes the layout of the observations.
"""

from __future__ import annotations

import os
from typing import Any, Literal, Optional, Union

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from . import _arguments, _game, okiya
from ._game import GameState
from ._native import Garden, Player, Position, Round, RoundState
from ._planes import board_planes
from .types import FullBoard, Length, RenderMode, Side, words
from ._words import board, table

__all__ = ["HanamikojiEnv", "OkiyaEnv"]

Observation = dict[str, npt.NDArray[Any]]

_END = -4


class _OneAgent(gymnasium.Env[dict[str, Any], np.int64]):
    """The common part of both games."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 4}

    def __init__(
        self, actions: int, shape: tuple[int, ...], high: float, side: Side, render_mode: Optional[RenderMode]
    ) -> None:
        _arguments.word("side", side, words(Side))
        if render_mode is not None:
            _arguments.word("render_mode", render_mode, words(RenderMode), "None")
        self.render_mode = render_mode
        self._side = side
        self.agent: int = 0
        """Which player the agent is: 0 the first, 1 the second."""
        spaces_of: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0.0, high, shape, np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
        self.observation_space: spaces.Space[dict[str, Any]] = spaces.Dict(spaces_of)
        self.action_space: spaces.Space[np.int64] = spaces.Discrete(actions)
        self._actions = actions
        self._over = True

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins anew; the same seed deals and plays the same. The agent is to act, unless the opponent's moves have ended the game."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2))
        self.agent = drawn if self._side == "random" else int(self._side == "second")
        self._over = False
        self._begin()
        self._let_play()
        self._show()
        return self._observe(), self._info()

    def step(self, action: Union[int, np.int64]) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action of the agent, and the moves that follow until the agent is to act again."""
        if self._over:
            raise RuntimeError("the game is over: call reset()")
        number = _arguments.whole("action", action)
        if not 0 <= number < self._actions or not self.action_masks()[number]:
            self._over = True
            self._show()
            return self._observe(), -1.0, True, False, {**self._info(), "illegal": True}
        self._play(number)
        self._let_play()
        first = self._result()
        self._over = first is not None
        reward = 0.0 if first is None else first if self.agent == 0 else -first
        self._show()
        return self._observe(), reward, self._over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Mask of the legal actions: bool of shape (actions,); all false once the game is over."""
        mask = np.zeros(self._actions, np.bool_)
        if not self._over and self._to_act() == self.agent:
            mask[self._legal()] = True
        return mask

    def render(self) -> Optional[str]:
        """The position with all cards face up, as text, with `render_mode="ansi"`. With `human`, `reset` and `step` have printed it already."""
        return self._text() if self.render_mode == "ansi" else None

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self._text())

    def _let_play(self) -> None:
        """Plays the opponent's moves until the agent is to act or the game is over."""
        while self._result() is None and self._to_act() != self.agent:
            self._play(self._answer())

    def _observe(self) -> Observation:
        return {"observation": self._numbers(), "action_mask": self.action_masks().astype(np.int8)}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}

    def _draw(self) -> int:
        """A new seed from the environment's random numbers."""
        return int(self.np_random.integers(2**53))

    def _begin(self) -> None:
        raise NotImplementedError

    def _to_act(self) -> int:
        raise NotImplementedError

    def _legal(self) -> list[int]:
        raise NotImplementedError

    def _play(self, action: int) -> None:
        raise NotImplementedError

    def _answer(self) -> int:
        """The opponent's action."""
        raise NotImplementedError

    def _result(self) -> Optional[float]:
        """The utility of the first player once the game is over."""
        raise NotImplementedError

    def _numbers(self) -> npt.NDArray[np.float32]:
        raise NotImplementedError

    def _text(self) -> str:
        raise NotImplementedError


class HanamikojiEnv(_OneAgent):
    """One round of Hanamikoji by these rules, with these markers before it, against a player; with `length="game"` a whole game, as
    `hanamachi.hanamikoji.Game` plays it.

    `opponent` is a `hanamachi.hanamikoji.Player`, or the name of one that can play by these rules: `policy` and `best` play the standard game;
    `random`, `greedy` and searches such as `ismcts:iterations=1000` play by any rules. Actions are those of `Round.actions`, in its order.

        >>> env = HanamikojiEnv("geisha=2,2,3 actions=1,2", length="game", side="first")
        >>> observation, info = env.reset(seed=1)
        >>> bool(observation["action_mask"].sum() == env.action_masks().sum() > 0)
        True
    """

    def __init__(
        self,
        rules: str = "",
        favour: Optional[str] = None,
        *,
        opponent: Union[Player, str] = "random",
        side: Side = "random",
        length: Length = "round",
        favour_table: Union[str, os.PathLike[str], None] = None,
        render_mode: Optional[RenderMode] = None,
    ) -> None:
        self._played = _game.opened(length, rules, favour, favour_table)
        self.round: Round = _game.first_round(self._played)
        """The round that is played, of a game the first one."""
        kept = _arguments.without_round(self.round.rules)
        self.opponent: Player = _arguments.opened("opponent", opponent, kept)
        """The player of the other side."""
        self.opponent.check_round(self.round)
        super().__init__(self.round.num_actions, (self._played.tensor_size,), 7.0, side, render_mode)
        self._names = {text: number for number, text in enumerate(self.round.actions)}
        self.round_state: Union[RoundState, GameState] = self._played.start()
        """The state of the solver; its players are those of the environment."""

    def _begin(self) -> None:
        self.round_state = _game.dealt(self._played.start(), self.np_random)

    def _to_act(self) -> int:
        return self.round_state.to_act

    def _legal(self) -> list[int]:
        return self.round_state.legal_actions()

    def _play(self, action: int) -> None:
        self.round_state = _game.dealt(self.round_state.play(action), self.np_random)

    def _answer(self) -> int:
        known = self.round_state.information_set(self.round_state.to_act)
        assert known is not None
        return self._names[self.opponent.decide(known, self._draw())]

    def _result(self) -> Optional[float]:
        return self.round_state.utility if self.round_state.to_act == _END else None

    def _numbers(self) -> npt.NDArray[np.float32]:
        return self.round_state.information_tensor(self.agent)

    def _text(self) -> str:
        return table(self.round_state)


class OkiyaEnv(_OneAgent):
    """Okiya in this garden, or without one in a new random garden for each game, against `random` or the `solver`, which plays perfectly.

    Actions are cells, 4 · (row − 1) + column; observations are planes of shape (12, 4, 4), from the side to move.

        >>> env = OkiyaEnv("05af/b4c1/27d8/3e96", side="first")
        >>> env.reset(seed=1)[0]["observation"].shape
        (12, 4, 4)
    """

    def __init__(
        self,
        garden: Optional[Union[Garden, str]] = None,
        full_board: FullBoard = "draw",
        *,
        opponent: Literal["random", "solver"] = "random",
        side: Side = "random",
        render_mode: Optional[RenderMode] = None,
    ) -> None:
        _arguments.word("opponent", opponent, ("random", "solver"))
        super().__init__(16, (12, 4, 4), 1.0, side, render_mode)
        self._garden = _arguments.garden(garden)
        self._full_board: FullBoard = full_board
        self._opponent = opponent
        self.position: Position = Position.start(Garden.random(0) if self._garden is None else self._garden)
        """The position."""
        # Refuses an unknown rule.
        self.position.winner(full_board)

    def _begin(self) -> None:
        drawn = Garden.random(self._draw()) if self._garden is None else self._garden
        self.position = Position.start(drawn)

    def _to_act(self) -> int:
        return 0 if self.position.side == "x" else 1

    def _legal(self) -> list[int]:
        moves = self.position.bitboards[2]
        return [cell for cell in range(16) if moves >> cell & 1]

    def _play(self, action: int) -> None:
        self.position = self.position.play(action)

    def _answer(self) -> int:
        if self._opponent == "solver":
            best = okiya.solve(self.position, self._full_board).best
            assert best is not None
            return "abcd".index(best.move[0]) + 4 * (int(best.move[1]) - 1)
        return int(self.np_random.choice(self._legal()))

    def _result(self) -> Optional[float]:
        if not self.position.is_over:
            return None
        return {None: 0.0, "x": 1.0, "o": -1.0}[self.position.winner(self._full_board)]

    def _numbers(self) -> npt.NDArray[np.float32]:
        return board_planes(self.position)

    def _text(self) -> str:
        return board(self.position)


gymnasium.register(id="hanamachi/Hanamikoji-v0", entry_point="hanamachi.gymnasium:HanamikojiEnv")
gymnasium.register(id="hanamachi/Okiya-v0", entry_point="hanamachi.gymnasium:OkiyaEnv")
