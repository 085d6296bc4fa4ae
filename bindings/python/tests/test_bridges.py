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


def test_a_strategy_plays_without_a_file(tmp_path):
    run = hanamachi.cfr("hanamikoji", rules=SMALL, exploitability=1e-4, threads=1)
    player = hanamikoji.Player(run.strategy)
    assert player.has_probabilities and player.rules == hanamikoji.Player("random", SMALL).rules
    hand = hanamikoji.InformationSet(f"... 1 ABC - {SMALL}")
    assert abs(sum(player.probabilities(hand).values()) - 1) < 1e-12
    again = pickle.loads(pickle.dumps(player))
    assert again == player and again.probabilities(hand) == player.probabilities(hand)
    # The table has the strategies in full precision, also after a way through a file.
    run.strategy.save(tmp_path / "strategy.table")
    for of in (run, run.strategy, f"table:{tmp_path / 'strategy.table'}"):
        assert abs(hanamikoji.exploit(of, rules=SMALL).exploitability - run.exploitability) < 1e-12
    rows = run.strategy.to_polars()
    assert (rows["probability"] - rows["probability_in_65535ths"] / 65535).abs().max() < 1 / 65535
    assert (rows["probability"] != rows["probability_in_65535ths"] / 65535).any()
    game = load(GIFT)
    of_gift = hanamachi.cfr("hanamikoji", rules=GIFT, exploitability=1e-4, threads=1)
    theirs = exploitability.exploitability(game, hanamachi.openspiel.PlayerPolicy(game, of_gift))
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
        held.update(record.information_set("second" if known.seat == "first" else "first").hand)
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
        held.update(record.information_set("first").hand)
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


def test_a_training_plays_without_a_file(tmp_path):
    found = hanamikoji.train(rules=SMALL, rounds=300, threads=1)
    found.save(tmp_path / "weights")
    here, there = hanamikoji.Player(found), hanamikoji.Player(f"policy:weights={tmp_path / 'weights'}", SMALL)
    known = hanamikoji.InformationSet(f"... 1 ABC - {SMALL}")
    assert here.probabilities(known) == there.probabilities(known) and here.rules == there.rules
    again = pickle.loads(pickle.dumps(here))
    assert again == here and again.probabilities(known) == here.probabilities(known)
    assert hanamikoji.exploit(found, rules=SMALL).exploitability == hanamikoji.exploit(there, rules=SMALL).exploitability
    assert hanamikoji.match([found, "random"], rules=SMALL, pairs=4).pairs == 4
    game = load(SMALL)
    theirs = hanamachi.openspiel.PlayerPolicy(game, found)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert abs(sum(theirs.action_probabilities(state).values()) - 1) < 1e-12


@pytest.mark.parametrize(("player", "rules"), [("greedy", ""), ("random", SMALL), ("policy", "")])
def test_a_batch_of_policies_is_that_of_single_ones(player, rules):
    sets = []
    for seed in range(30):
        record = hanamikoji.RoundRecord.random_deal(seed, rules)
        for _ in range(seed % 5):
            record = record.play(record.legal_actions()[0])
        sets.append(record.information_set(record.to_decide))
    told = []
    found = hanamikoji.policies(player, sets, threads=2, progress=lambda *of: told.append(of))
    assert told[-1] == (30, 30) and list(found.actions) == hanamikoji.Round(rules).actions
    for known, row, legal in zip(sets, found.probabilities, found.legal):
        single = hanamikoji.policy(player, known)
        assert [action for action, is_legal in zip(found.actions, legal) if is_legal] == known.legal_actions()
        assert row[legal].tolist() == list(single.values()) and not row[~legal].any()
    over = hanamikoji.RoundRecord.random(1, rules).information_set("first")
    for wrong, error in ([], ValueError), ([over], ValueError), (["x"], hanamachi.ParseError), ([5], TypeError):
        with pytest.raises(error, match="information_set"):
            hanamikoji.policies(player, wrong)


def test_openings_of_many_gardens_are_those_of_their_solutions():
    gardens = okiya.random_gardens(150, seed=9)
    for rule in ("draw", "last"):
        scores = okiya.opening_values(gardens, rule)
        assert scores.shape == (150, 12) and scores.dtype == np.int8
        for row, solution in zip(scores, okiya.solve_many(gardens, rule)):
            assert dict(zip(okiya.OPENINGS, row.tolist())) == {move.move: move.score for move in solution.moves}
    assert okiya.opening_values([]).shape == (0, 12)


def test_class_numbers_are_in_the_order_of_class_ranks():
    gardens = okiya.random_gardens(12, seed=2)
    numbers, ranks = okiya.class_numbers(gardens), okiya.class_ranks(gardens)
    assert (np.argsort(numbers) == np.argsort(ranks)).all()
    back = okiya.gardens_of_class_numbers(numbers)
    assert (okiya.ranks(back) == ranks).all()
    assert okiya.gardens_of_class_numbers([0]).tolist() == okiya.gardens_of_ranks([0]).tolist()
    with pytest.raises(ValueError, match=r"^numbers\[1\]: expected 0 to 2270454063, found 2270454064$"):
        okiya.gardens_of_class_numbers([0, 2_270_454_064])


def test_many_evaluations_are_those_of_single_ones():
    sets = [f"... 1 {hand} - {SMALL}" for hand in ("ABC", "BBC", "CCC")] + ["....... 2 ABDEFG 4ACBD"]
    told = []
    many = hanamikoji.evaluate_many(sets, iterations=300, progress=lambda *of: told.append(of))
    assert many == [hanamikoji.evaluate(known, iterations=300) for known in sets] and told[-1] == (4, 4)
    assert hanamikoji.evaluate_many(sets, iterations=300, threads=1) == many
    assert hanamikoji.evaluate_many([]) == [] and hanamikoji.evaluate_many(sets[:1], iterations=300) == many[:1]
    with pytest.raises(hanamachi.LimitError) as refused:
        hanamikoji.evaluate_many(["....... 1 ABCDEFG -"] * 2, method="ismcts", iterations=10**9, time=0.2)
    assert refused.value.limit == "time"


def test_the_opening_chart_is_that_of_the_hands():
    rules = "geisha=3,3,3 actions=1,3"
    chart = hanamikoji.openings(rules=rules, iterations=500, seed=1)
    assert chart.kind == "hanamikoji.openings" and chart.to_polars()["deal_probability"].unique().sum() > 0
    best = chart.to_polars().filter(hand="AAA").sort("share")[-1]
    legal = hanamikoji.InformationSet(f"... 1 AAA - {rules}").legal_actions()
    assert best["action"][0] in legal
    again = hanamikoji.openings(rules=rules, iterations=500, seed=1, threads=1)
    assert again.to_polars().equals(chart.to_polars())
    with pytest.raises(ValueError, match="^rules: "):
        hanamikoji.openings(rules="rounds=3 round=2")


def test_boards_are_drawn():
    garden = okiya.Garden("05af/b4c1/27d8/3e96")
    position = okiya.Position(f"{garden} moves a2 c1")
    assert garden.svg().startswith("<svg") and position.svg() == position._repr_svg_()
    assert okiya.board(position).splitlines()[-1] == "x to move, last c1"


def test_progress_is_told_while_a_game_is_built():
    told = []

    class Enough(Exception):
        pass

    def stop(done, total):
        told.append((done, total))
        if len(told) == 2:
            raise Enough

    with pytest.raises(Enough):
        hanamachi.cfr("hanamikoji", rules="geisha=2,2,4,5 actions=1,2,3 rounds=1", iterations=1, progress=stop)
    assert told == [(0, 1), (0, 1)]
