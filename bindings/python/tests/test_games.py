"""Whole games: the rounds of a game are those of the program, and every framework plays the same."""

import json
import pickle
import subprocess

import gymnasium
import numpy as np
import pyspiel
import pytest
from conftest import program
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import hanamachi
import hanamachi.gymnasium
import hanamachi.openspiel
from hanamachi import hanamikoji
from hanamachi.pettingzoo import hanamikoji_env

RULES = ["", "geisha=2,2,3 actions=1,2", "rounds=2", "geisha=2,3,4 actions=1,3 rounds=3 tiebreak=none"]
TINY = "geisha=2,2,3 actions=1,2"


def play(state, rng):
    while state.to_act != -4:
        outcomes = [number for number, _ in state.chance_outcomes()]
        state = state.play(int(rng.choice(outcomes or state.legal_actions())))
    return state


@pytest.mark.parametrize("rules", RULES)
def test_rounds_follow_one_another_until_somebody_has_won(rules):
    rng, lengths = np.random.default_rng(3), set()
    for _ in range(12):
        state = play(hanamikoji.Game(rules).start(), rng)
        records = state.records()
        assert len(records) == state.rounds
        lengths.add(state.rounds)
        # The first player of a round is the second of the last one: the markers are seen from the other seat.
        for before, after in zip(records, records[1:]):
            assert before.outcome == "undecided"
            assert after.favour == before.favour_after.translate(str.maketrans("+-", "-+"))
        assert records[-1].outcome in ("first", "second", "shared")
        starter = (state.rounds - 1) % 2
        winner = {"first": starter, "second": 1 - starter}.get(records[-1].outcome)
        assert state.utility == {None: 0.0, 0: 1.0, 1: -1.0}[winner]
        # The program reads the records as the rounds of one game. Ends of rounds of the standard game take long to solve.
        if len(records) > 1 and "geisha" in rules:
            assert len(hanamikoji.review(records[:2], iterations=20)) == 2
        assert pickle.loads(pickle.dumps(state)) == state
    assert max(lengths) > 1


def test_information_is_that_of_the_players_own_seat():
    state, rng = hanamikoji.Game(TINY).start(), np.random.default_rng(1)
    seen = set()
    while state.to_act != -4:
        if state.to_act >= 0:
            for player in (0, 1):
                known = state.information_set(player)
                assert known.seat == state.seat(player) and (known.to_decide == "reader") == (state.to_act == player)
                tensor = state.information_tensor(player)
                assert (tensor[:-1] == known.tensor()).all() and tensor[-1] == 7
                assert known.hand == state.cards[1 + player]
            seen.add((state.mover, state.to_act))
            other = state.resample(state.to_act, seed=5)
            assert other.information_text(state.to_act) == state.information_text(state.to_act)
        outcomes = [number for number, _ in state.chance_outcomes()]
        state = state.play(int(rng.choice(outcomes or state.legal_actions())))
    assert len(seen) == 4 or state.rounds == 1


def test_markers_and_favour_tables_come_through_every_door(tmp_path):
    path, rules = str(tmp_path / "favour.table"), TINY
    flags = ["--player", "random", "--rules", rules, "--rounds-each", "100", "--seed", "1", "--table", path, "-q"]
    done = [program(), "hana", "favour", *flags]
    subprocess.run(done, check=True, capture_output=True)
    game = pyspiel.load_game(f"hanamikoji(rules={hanamachi.openspiel.rules_parameter(rules)},markers=fnn,favour_table={path})")
    rounds = [
        hanamikoji.Round(rules, "+..", path),
        hanamikoji.Game(rules, "+..", path).round,
        hanamikoji_env(rules, "+..", favour_table=path, raw=True).round,
        hanamachi.gymnasium.HanamikojiEnv(rules, "+..", favour_table=path).round,
        game.round,
    ]
    for one in rounds:
        assert (one.favour, one.continuation, str(one.favour_table)) == ("+..", "favour_table", path) and one == rounds[0]


@pytest.mark.parametrize("rules", [TINY, "rounds=2"])
def test_the_frameworks_own_checks_of_games(rules):
    with pytest.warns() as _:
        api_test(hanamikoji_env(rules, length="game"), num_cycles=200, verbose_progress=False)
    seed_test(lambda: hanamikoji_env(rules, length="game"), num_cycles=60)
    check_env(gymnasium.make("hanamachi/Hanamikoji-v0", rules=rules, length="game", opponent="greedy").unwrapped)
    for order in ("forgotten", "kept"):
        name = f"hanamikoji(rules={hanamachi.openspiel.rules_parameter(rules)},length=game,order={order})"
        pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=False, verbose=False)


def test_a_players_information_state_tells_its_past_rounds_apart_if_the_order_is_kept():
    names = [
        f"hanamikoji(rules={hanamachi.openspiel.rules_parameter(TINY)},length=game,order={order})"
        for order in ("kept", "forgotten")
    ]
    kept, forgotten = (pyspiel.load_game(name).new_initial_state() for name in names)
    rng = np.random.default_rng(4)
    texts = []
    while not kept.is_terminal():
        assert kept.legal_actions() == forgotten.legal_actions()
        for player in (0, 1):
            text = kept.information_state_string(player)
            assert text.count("round ") == kept.round_state.rounds
            assert forgotten.information_state_string(player).count("round ") == 1
        action = int(rng.choice(kept.legal_actions()))
        kept.apply_action(action)
        forgotten.apply_action(action)
        texts.append(kept.round_state.rounds)
    assert kept.returns() == forgotten.returns() and texts[-1] > 1


def test_games_of_a_match_are_learned_and_reviewed(tmp_path):
    found = hanamikoji.match(["greedy", "random"], rules=TINY, pairs=30, seed=2, records=True)
    assert found == hanamikoji.match(["greedy", "random"], rules=TINY, pairs=30, seed=2, records=True, threads=1)
    assert len(found.games) == 60 and sum(game.winner == 0 for game in found.games) == found.pairings[0].games[0]
    for game in found.games:
        assert len(game.records) == game.rounds and all(record.is_complete for record in game.records)
    path = tmp_path / "games.jsonl"
    found.save_games(path)
    # The program's own file of the same match, but for the version of the writer.
    theirs = tmp_path / "theirs.jsonl"
    flags = ["--rules", TINY, "--pairs", "30", "--seed", "2", "-o", str(theirs), "-q"]
    subprocess.run([program(), "hana", "match", "greedy", "random", *flags], check=True, capture_output=True)
    ours = [{**json.loads(line), "check": ""} for line in path.read_text("utf-8").splitlines()]
    program_s = [{**json.loads(line), "check": ""} for line in theirs.read_text("utf-8").splitlines()]
    assert ours[1:] == program_s[1:] and {**ours[0], "engine": ""} == {**program_s[0], "engine": ""}
    like = ["hana", "train", "--imitate", str(path), "--player", "greedy", "--seed", "1", "-o", str(tmp_path / "w"), "--json", "-q"]
    told = json.loads(subprocess.run([program(), *like], check=True, capture_output=True, text=True).stdout)
    assert told["imitation"]["decisions"] > 0
    with pytest.raises(FileExistsError):
        found.save_games(path)
    with pytest.raises(ValueError, match="no games were kept"):
        hanamikoji.match(["greedy", "random"], rules=TINY, pairs=2).save_games(tmp_path / "none")
