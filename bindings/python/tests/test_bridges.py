"""What researchers carry between objects: strategies in memory, samples of hidden cards, records, arrays."""

import collections
import gc
import pickle
import weakref

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability
from open_spiel.python.algorithms import ismcts as python_ismcts

import hanamachi
import hanamachi.openspiel
from hanamachi import hanamikoji, okiya

GIFT = "geisha=2,2,3 actions=3 tiebreak=none rounds=1"
SMALL = "geisha=2,3,4 actions=1,3 tiebreak=none rounds=1"


def load(rules, order="forgotten"):
    return pyspiel.load_game(f"hanamikoji(rules={hanamachi.openspiel.rules_parameter(rules)},order={order})")


def test_a_strategy_plays_without_a_file():
    run = hanamachi.cfr("hanamikoji", rules=SMALL, exploitability=1e-4, threads=1)
    player = hanamikoji.Player(run.strategy)
    assert player.has_probabilities and player.rules == hanamikoji.Player("random", SMALL).rules
    hand = hanamikoji.InformationSet(f"... 1 ABC - {SMALL}")
    assert abs(sum(player.probabilities(hand).values()) - 1) < 1e-12
    again = pickle.loads(pickle.dumps(player))
    assert again == player and again.probabilities(hand) == player.probabilities(hand)
    # What the table's strategies lose is what the run says, but for the rounding of the table.
    found = hanamikoji.exploit(run.strategy, rules=SMALL).exploitability
    assert abs(found - run.exploitability) < 1e-4
    game = load(GIFT)
    of_gift = hanamachi.cfr("hanamikoji", rules=GIFT, exploitability=1e-4, threads=1)
    theirs = exploitability.exploitability(game, hanamachi.openspiel.PlayerPolicy(game, of_gift.strategy))
    assert abs(theirs - hanamikoji.exploit(of_gift.strategy, rules=GIFT).exploitability) < 1e-9
    with pytest.raises(hanamachi.UnsuitedError):
        hanamikoji.Player(run.strategy, GIFT)


@pytest.mark.parametrize(
    "text", ["....... 2 ABDEFG 4ACBD", "+..-... 2 ABDFG 2XX,3EEG-E,1X", f"... 1 ABC - {SMALL}"]
)
def test_samples_are_what_the_reader_cannot_tell_apart(text):
    known = hanamikoji.InformationSet(text)
    records = known.sample(400, seed=3)
    assert len(records) == 400 and known.sample(400, seed=3) == records
    assert {record.information_set(known.seat) for record in records} == {known}
    # Every placement is as likely: the cards in the opponent's hand are as the beliefs expect.
    believed = hanamikoji.beliefs(known, opponent="uniform")
    held = collections.Counter()
    for record in records:
        held.update(record.information_set(3 - known.seat).hand)
    for letter in believed.geisha:
        copies = believed.copies("hand", letter)
        numbers = np.arange(len(copies))
        mean = float(copies @ numbers)
        error = (float(copies @ (numbers - mean) ** 2) / 400) ** 0.5
        assert abs(held[letter] / 400 - mean) <= 4.5 * error + 1e-12, letter


def test_samples_follow_the_play_of_a_player():
    known = hanamikoji.InformationSet("+..-... 2 ABDFG 2XX,3EEG-E,1X")
    believed = hanamikoji.beliefs(known, opponent="greedy")
    records = known.sample(2000, seed=1, player="greedy")
    held = collections.Counter()
    for record in records:
        held.update(record.information_set(1).hand)
    for letter in believed.geisha:
        copies = believed.copies("hand", letter)
        numbers = np.arange(len(copies))
        mean = float(copies @ numbers)
        error = (float(copies @ (numbers - mean) ** 2) / 2000) ** 0.5
        assert abs(held[letter] / 2000 - mean) <= 4.5 * error + 1e-12, letter


def test_records_and_states_of_a_round_are_one():
    for seed in range(20):
        record = hanamikoji.RoundRecord.random(seed, SMALL)
        game = hanamikoji.Round(SMALL)
        state = game.state(record)
        assert state.record() == record and state.to_act == -4
        assert hanamikoji.RoundState.at(game, state.path) == state
    start = hanamikoji.Round().start()
    assert start.record() is None
    with pytest.raises(hanamachi.UnsuitedError):
        hanamikoji.Round().state(hanamikoji.RoundRecord.random(1, SMALL))


@pytest.mark.parametrize("order", ["forgotten", "kept"])
@pytest.mark.parametrize("rules", [GIFT, SMALL])
def test_openspiels_information_set_search_runs(rules, order):
    game = load(rules, order)
    rng = np.random.default_rng(2)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes())
            state.apply_action(int(rng.choice(outcomes, p=probabilities)))
            continue
        player = state.current_player()
        for _ in range(10):
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
        bot = python_ismcts.ISMCTSBot(
            game,
            uct_c=1.0,
            evaluator=pyspiel_evaluator(rng),
            max_simulations=20,
            random_state=np.random.RandomState(1),
        )
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


def pyspiel_evaluator(rng):
    from open_spiel.python.algorithms import mcts

    return mcts.RandomRolloutEvaluator(1, np.random.RandomState(int(rng.integers(1 << 30))))


def test_gardens_of_an_array_are_solved():
    gardens = okiya.random_gardens(20, seed=5)
    texts = [str(okiya.Garden.from_tiles(row)) for row in gardens.tolist()]
    assert okiya.solve_many(gardens) == okiya.solve_many(texts)
    assert okiya.solve(texts[0]) == okiya.solve(texts[0], threads=1)
    assert okiya.solve(texts[0]).svg().startswith("<svg")


def test_objects_may_be_referenced_weakly():
    objects = [
        okiya.Garden.random(1),
        hanamikoji.InformationSet("....... 1 ABCDEFG -"),
        hanamikoji.RoundRecord.random(1),
        hanamikoji.Round(SMALL),
        hanamikoji.Round(SMALL).start(),
        hanamikoji.Player("random"),
    ]
    references = [weakref.ref(of) for of in objects]
    assert all(reference() is not None for reference in references)
    del objects
    gc.collect()
    assert all(reference() is None for reference in references)


def test_beliefs_under_a_model_are_computed():
    kinds = [hanamikoji.beliefs("....... 2 ABDEFG 4ACBD", opponent=of).kind for of in ("uniform", "greedy", "auto")]
    assert kinds == ["proved", "computed", "computed"]
