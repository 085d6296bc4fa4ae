"""Gymnasium's own check, and that its games are those of the solver."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import hanamachi
import hanamachi.gymnasium
from hanamachi import hanamikoji, okiya

GIFT = "geisha=2,2,3 actions=3 rounds=1 tiebreak=none"
GARDEN = "05af/b4c1/27d8/3e96"
MADE = [
    ("hanamachi/Hanamikoji-v0", {"rules": GIFT}),
    ("hanamachi/Hanamikoji-v0", {"rules": GIFT, "opponent": "greedy", "side": "second"}),
    ("hanamachi/Hanamikoji-v0", {}),
    ("hanamachi/Okiya-v0", {}),
    ("hanamachi/Okiya-v0", {"garden": GARDEN, "full_board": "last", "opponent": "solver", "side": "second"}),
]


@pytest.mark.parametrize(("name", "given"), MADE)
def test_gymnasiums_own_check(name, given):
    env = gymnasium.make(name, **given)
    with warnings.catch_warnings():
        # It expects the environment without its wrappers, and prints a warning.
        warnings.simplefilter("ignore")
        check_env(env.unwrapped)


def play(env, rng, seed):
    """A game of random legal actions: its steps, and the agent's total reward."""
    observation, info = env.reset(seed=seed)
    steps, total, over = [observation["observation"]], 0.0, False
    while not over:
        mask = observation["action_mask"]
        assert (mask == info["action_mask"]).all() and (mask.astype(bool) == env.unwrapped.action_masks()).all()
        assert mask.any() and env.observation_space.contains(observation)
        observation, reward, over, truncated, info = env.step(int(rng.choice(np.flatnonzero(mask))))
        steps.append(observation["observation"])
        assert not truncated and (over or reward == 0) and "illegal" not in info
        total += reward
    assert not observation["action_mask"].any()
    with pytest.raises(RuntimeError, match="call reset"):
        env.unwrapped.step(0)
    return steps, total


@pytest.mark.parametrize(("name", "given"), MADE)
def test_a_seed_plays_the_same_and_the_reward_is_that_of_the_game(name, given):
    env = gymnasium.make(name, **given)
    for seed in range(4):
        steps, total = play(env, np.random.default_rng(seed), seed)
        again, other = play(env, np.random.default_rng(seed), seed)
        assert total == other and all((one == two).all() for one, two in zip(steps, again))
        inner = env.unwrapped
        if "Okiya" in name:
            winner = {None: 0, "x": 1, "o": -1}[inner.position.winner(given.get("full_board", "draw"))]
        else:
            winner = inner.round_state.utility
        assert total == (winner if inner.agent == 0 else -winner)
        if "side" in given:
            assert inner.agent == 1


def test_the_solver_does_not_lose_a_garden_that_it_wins():
    assert okiya.solve(GARDEN).outcome == "win"
    env = gymnasium.make("hanamachi/Okiya-v0", garden=GARDEN, opponent="solver", side="second")
    rng = np.random.default_rng(1)
    assert [play(env, rng, seed)[1] for seed in range(5)] == [-1] * 5


@pytest.mark.parametrize(("name", "given"), MADE)
def test_an_illegal_action_loses(name, given):
    env = gymnasium.make(name, **given).unwrapped
    env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    observation, reward, over, truncated, info = env.step(wrong)
    assert (reward, over, truncated, info["illegal"]) == (-1.0, True, False, True)
    assert not observation["action_mask"].any()


def test_environments_are_drawn():
    env = gymnasium.make("hanamachi/Okiya-v0", garden=GARDEN, render_mode="ansi", side="first")
    env.reset(seed=1)
    drawn = env.render()
    assert drawn.splitlines()[0].split() == list("abcd") and drawn.splitlines()[1] == "1  MS CT PB IR"
    assert drawn.endswith("x to move")
    env = gymnasium.make("hanamachi/Hanamikoji-v0", rules=GIFT, render_mode="ansi", side="first")
    env.reset(seed=1)
    drawn = env.render().splitlines()
    assert drawn[1].startswith("first      hand ") and drawn[-1] == "first to act"


def test_the_mode_for_people_prints_each_position(capsys):
    env = hanamachi.gymnasium.OkiyaEnv(GARDEN, side="first", render_mode="human")
    env.reset(seed=1)
    first = capsys.readouterr().out
    env.step(0)
    second = capsys.readouterr().out
    assert first.strip() and second.strip() and first != second
    assert env.render() is None and capsys.readouterr().out == ""


def test_what_environments_refuse():
    with pytest.raises(ValueError, match="^side: expected"):
        hanamachi.gymnasium.OkiyaEnv(side="third")
    with pytest.raises(ValueError, match="^render_mode: expected"):
        hanamachi.gymnasium.HanamikojiEnv(render_mode="rgb_array")
    with pytest.raises(ValueError, match="^opponent: expected"):
        hanamachi.gymnasium.OkiyaEnv(opponent="nobody")
    for name in ("side", "render_mode", "opponent"):
        for wrong in (5, np.zeros(3), 10**5000):
            with pytest.raises(TypeError, match=f"^{name}: expected a str, found"):
                hanamachi.gymnasium.OkiyaEnv(**{name: wrong})
    with pytest.raises(ValueError, match="^opponent: there is no player `nobody`"):
        hanamachi.gymnasium.HanamikojiEnv(opponent="nobody")
    with pytest.raises(ValueError, match="^full_board: expected"):
        hanamachi.gymnasium.OkiyaEnv(full_board="first")
    with pytest.raises(hanamachi.UnsuitedError):
        hanamachi.gymnasium.HanamikojiEnv(GIFT, opponent="policy")
    with pytest.raises(hanamachi.UnsuitedError, match="^opponent: `greedy` was opened for the rules"):
        hanamachi.gymnasium.HanamikojiEnv(GIFT, opponent=hanamikoji.Player("greedy"))
    for wrong in (0, [], {}, False, b"", 0.0):
        with pytest.raises(TypeError, match="^garden: expected a Garden, its text or None"):
            hanamachi.gymnasium.OkiyaEnv(wrong)
    with pytest.raises(hanamachi.ParseError):
        hanamachi.gymnasium.OkiyaEnv("")
    env = hanamachi.gymnasium.OkiyaEnv(GARDEN)
    env.reset(seed=1)
    for wrong in (None, np.nan, 1.7, 1.0, "3", True):
        with pytest.raises(TypeError, match="^action: expected an integer, found"):
            env.step(wrong)
    assert env.step(np.int64(0))[3] is False
    assert hanamachi.gymnasium.HanamikojiEnv(opponent=hanamikoji.Player("policy")).opponent.name == "policy"
