"""PettingZoo's own checks, and that its games are those of the solver."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import hanamachi
from hanamachi import okiya
from hanamachi.pettingzoo import hanamikoji_env, okiya_env

GIFT = "geisha=2,2,3 actions=3 rounds=1 tiebreak=none"
# The check wants boxes; games with masks have dictionaries, PettingZoo's own among them.
pytestmark = pytest.mark.filterwarnings("ignore:Observation")


@pytest.mark.parametrize(
    "env", [hanamikoji_env(GIFT), hanamikoji_env(), okiya_env(), okiya_env("05af/b4c1/27d8/3e96", "last", raw=True)]
)
def test_pettingzoos_own_check(env):
    api_test(env, num_cycles=200, verbose_progress=False)


@pytest.mark.parametrize("make", [lambda: hanamikoji_env(GIFT), hanamikoji_env, okiya_env])
def test_a_seed_deals_the_same(make):
    seed_test(make, num_cycles=40)


def play(env, rng):
    """A random game; the total reward of each agent."""
    rewards = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        rewards[agent] += reward
        if terminated:
            env.step(None)
            continue
        mask = observation["action_mask"]
        other = next(name for name in env.possible_agents if name != agent)
        assert mask.any() and not env.observe(other)["action_mask"].any()
        assert env.observation_space(agent).contains(observation)
        env.step(int(rng.choice(np.flatnonzero(mask))))
    return rewards


@pytest.mark.parametrize("rules", [GIFT, ""])
def test_what_is_observed_is_what_is_known(rules):
    env = hanamikoji_env(rules, raw=True)
    rng = np.random.default_rng(1)
    for seed in range(5):
        env.reset(seed=seed)
        for seat, agent in enumerate(env.agents):
            known = env.round_state.information_set(seat)
            assert (env.observe(agent)["observation"] == known.tensor()).all()
        rewards = play(env, rng)
        assert rewards["player_0"] == env.round_state.utility == -rewards["player_1"]


def test_the_winner_is_rewarded():
    env = okiya_env(raw=True)
    rng = np.random.default_rng(2)
    for seed in range(20):
        env.reset(seed=seed)
        rewards = play(env, rng)
        winner = {None: 0, "x": 1, "o": -1}[env.position.winner()]
        assert rewards == {"player_0": winner, "player_1": -winner}


def test_planes_are_those_of_the_position():
    env = okiya_env("05af/b4c1/27d8/3e96", raw=True)
    env.reset()
    env.step(okiya.cells(0xFFFF).index("a2"))
    planes = env.observe("player_1")["observation"]
    assert planes.shape == (12, 4, 4) and planes[1, 1, 0] == planes[3, 1, 0] == 1
    assert planes[0].sum() == 0 and planes[2].sum() == len(env.position.moves)
    assert (planes[4:8].sum(0) == 1).all() and (planes[8:].sum(0) == 1).all()


@pytest.mark.parametrize("raw", [True, False])
def test_what_environments_refuse(raw):
    for wrong in (0, [], {}, False, b"", 0.0):
        with pytest.raises(TypeError, match="^garden: expected a Garden, its text or None"):
            okiya_env(wrong, raw=raw)
    env = okiya_env("05af/b4c1/27d8/3e96", raw=raw)
    env.reset()
    for wrong in (None, 1.7, "3", np.nan, True):
        with pytest.raises(TypeError, match="^action: expected an integer, found"):
            env.step(wrong)
    for wrong in (-1, 16, 10**30):
        with pytest.raises(ValueError, match="^action: expected 0 to 15, found"):
            env.step(wrong)
    env.step(np.int64(0))
    assert env.agent_selection == "player_1"


def test_settings_that_are_wrong_are_refused():
    for make in (hanamikoji_env, okiya_env):
        for wrong in (1, None, "yes", np.zeros(3)):
            with pytest.raises(TypeError, match="^raw: expected a bool, found"):
                make(raw=wrong)
        for wrong in (5, np.zeros(3), True, 10**5000):
            with pytest.raises(TypeError, match="^render_mode: expected a str, found"):
                make(render_mode=wrong)
        with pytest.raises(ValueError, match="^render_mode: expected `ansi`, `human` or None, found 'x'$"):
            make(render_mode="x")
        for wrong in (1.5, "x", [1], True):
            with pytest.raises(TypeError, match="^seed: expected an integer"):
                make().reset(seed=wrong)
        with pytest.raises(ValueError, match="^seed: expected 0 to"):
            make().reset(seed=-1)


def test_what_is_illegal_loses_or_is_refused():
    env = okiya_env("05af/b4c1/27d8/3e96", raw=True)
    env.reset()
    with pytest.raises(hanamachi.IllegalMoveError):
        env.step(5)
    env = okiya_env("05af/b4c1/27d8/3e96")
    env.reset()
    env.step(5)
    assert env.terminations["player_0"] and env.rewards["player_0"] == -1
