"""Hanamikoji: objects, evaluations, beliefs, exploitability."""

import pickle
import xml.etree.ElementTree

import numpy as np
import pytest
from conftest import information_sets, records, run, seeds
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import hanamachi
from hanamachi import hanamikoji

TINY = "geisha=2,2,3 actions=1,2 rounds=1"
OTHER = {"first": "second", "second": "first"}
GIFT = "geisha=2,2,3 actions=3 rounds=1 tiebreak=none"


@given(records())
def test_records_are_read_as_they_are_written(record):
    other = hanamikoji.RoundRecord(str(record))
    assert other == pickle.loads(pickle.dumps(record)) == record and hash(other) == hash(record)
    with pytest.raises(ValueError, match="^seat: expected `first` or `second`, found `x`"):
        record.information_set("x")
    for seat in ("first", "second"):
        known = record.information_set(seat)
        assert hanamikoji.InformationSet(str(known)) == pickle.loads(pickle.dumps(known)) == known
        assert hash(hanamikoji.InformationSet(str(known))) == hash(known)
    told = run("hanamikoji", "review", "--score", str(record))
    assert record.is_complete == told["complete"]
    assert record.outcome == told["outcome"]


@given(records())
def test_legal_actions_are_those_of_the_program(record):
    decides = record.to_decide
    assume(decides is not None)
    known = record.information_set(decides)
    told = run("hanamikoji", "show", "--legal", str(known))
    assert record.legal_actions() == known.legal_actions() == told["actions"]
    assert record.information_set(OTHER[decides]).legal_actions() == []


@given(records(), st.data())
def test_what_a_player_knows_follows_the_round(record, data):
    """A decision played in the record, and passed to both players as each observes it."""
    decides = record.to_decide
    assume(decides is not None)
    action = data.draw(st.sampled_from(record.legal_actions()))
    after = record.play(action)
    for seat in ("first", "second"):
        known, then = record.information_set(seat), after.information_set(seat)
        seen = action
        if seat != decides and action[0] in "12":
            seen = action[0] + "X" * int(action[0])
        drawn = None
        if after.to_decide == seat and len(then.hand) > len(known.hand) - (len(action) - 1) * (
            seat == decides and action[0] != "-"
        ):
            held = list(then.hand)
            kept = list(known.hand)
            if seat == decides and action[0] != "-":
                for card in action[1:]:
                    kept.remove(card)
            for card in kept:
                held.remove(card)
            (drawn,) = held
        assert known.play(seen, drawn) == then


def test_what_is_not_legal_is_refused():
    known = hanamikoji.InformationSet("....... 2 ABDEFG 4ACBD")
    with pytest.raises(hanamachi.IllegalMoveError) as refused:
        known.play("-AB")
    assert refused.value.move == "-AB"
    with pytest.raises(hanamachi.ParseError) as refused:
        hanamikoji.InformationSet("+..-... 2 ACDFF 1X,2BE,3EEG-E")
    assert (refused.value.field, refused.value.column) == ("hand", 11)
    with pytest.raises(hanamachi.ParseError) as refused:
        hanamikoji.RoundRecord("....... G/ABCDEF/ABDEFG/CDEFFGGG 1H")
    assert (refused.value.field, refused.value.turn) == ("history", 1)


def test_one_decision_of_the_opponent_is_played():
    known = hanamikoji.InformationSet("....... 2 ABDEFG -")
    for wrong in (
        "1X rounds=3 round=2", "- rounds=3 round=2", "2XX,1A,1X", "3ABC-A", "", "-", " 1X", "1X ", "1X,", "x\n" * 10**6,
    ):  # fmt: skip
        with pytest.raises(hanamachi.IllegalMoveError, match="^`.*`: expected one decision of the opponent") as refused:
            known.play(wrong, draw="C")
        assert refused.value.move == wrong and len(str(refused.value)) < 200
    for wrong in ("-C", "1A", "5X", "1XX", "X"):
        with pytest.raises(hanamachi.ParseError):
            known.play(wrong, draw="C")
    assert str(known.play("1X", draw="C")) == "....... 2 ABCDEFG 1X"
    assert known.play("3BCC").history == ["3BCC"]


def test_random_rounds_are_those_of_the_program():
    told = run("hanamikoji", "deal", "--seed", "4", "--rules", TINY)
    assert hanamikoji.RoundRecord.random_deal(4, TINY).deal == told["deal"]
    assert hanamikoji.RoundRecord.random(4).is_complete


@settings(max_examples=15)
@given(information_sets(), st.sampled_from(["uniform", "learned", "greedy"]))
def test_beliefs_are_those_of_the_program(known, opponent):
    if opponent == "learned" and ("geisha" in known.rules or "actions" in known.rules):
        with pytest.raises(hanamachi.UnsuitedError):
            hanamikoji.beliefs(known, opponent)
        return
    flag = ["--policy", "greedy"] if opponent == "greedy" else ["--reach", opponent]
    told = run("hanamikoji", "beliefs", str(known), *flag)
    found = hanamikoji.beliefs(known, opponent)
    assert (found.unseen, found.method, found.policy, found.tremble) == (
        told["unseen"],
        told["method"],
        told["policy"],
        told["tremble"],
    )
    assert (found.placements, found.distinguishable_placements) == (
        told["placements"],
        told["distinguishable_placements"],
    )
    assert list(found.sizes) == [told["sizes"][place] for place in hanamikoji.PLACES]
    assert found.probabilities.shape[:2] == found.expected.shape == (5, len(found.geisha))
    for row in told["geisha"]:
        for place in hanamikoji.PLACES:
            mine = found.copies(place, row["geisha"])
            other = row[place]["probabilities"]
            assert mine[: len(other)].tolist() == other and not mine[len(other) :].any()
            expected = found.expected[hanamikoji.PLACES.index(place), found.geisha.index(row["geisha"])]
            assert abs(expected - row[place]["expected"]) < 1e-12


def compare(found, told):
    assert {**found.data, "elapsed_ms": None} == {**told, "elapsed_ms": None}
    assert (found.win.value, found.win.se, found.win.kind) == (told["win"], told["se"], told["kind"])
    assert (found.method, found.settings, found.n, found.blocks) == (
        told["method"],
        told["settings"],
        told["n"],
        told["blocks"],
    )
    assert (None if found.interval is None else list(found.interval)) == told["interval"]
    if found.advice is None:
        assert told["advice"] is None
    else:
        advice = {**vars(found.advice), "best": list(found.advice.best)}
        assert advice == told["advice"]
    for mine, others in ((found.actions, told["actions"]), (found.opponent_actions, told["opponent_actions"])):
        assert [action.action for action in mine] == [action["action"] for action in others]
        for action, other in zip(mine, others):
            assert (action.share, action.visits, action.loss, action.loss_se) == (
                other["probability"],
                other["visits"],
                other["loss"],
                other["loss_se"],
            )
            assert (action.win and action.win.value) == other["win"]
            assert (action.frequency and action.frequency.value) == other["frequency"]


@settings(max_examples=10)
@given(information_sets(), seeds)
def test_searches_are_those_of_the_program(known, seed):
    """The same seed and settings find the same, to the last digit."""
    assume(known.to_decide is not None)
    told = run("hanamikoji", "evaluate", str(known), "--iterations", "500", "--seed", str(seed))
    compare(hanamikoji.evaluate(known, iterations=500, seed=seed), told)


@settings(max_examples=5)
@given(seeds)
def test_solved_endings_are_those_of_the_program(seed):
    record = hanamikoji.RoundRecord.random(seed)
    deal = record.deal
    shorter = hanamikoji.RoundRecord(f"{record.favour} {deal} {','.join(record.history[:6])}")
    known = shorter.information_set(shorter.to_decide)
    told = run("hanamikoji", "evaluate", str(known), "--method", "exact", "--seed", "1")
    found = hanamikoji.evaluate(known, method="exact", seed=1)
    compare(found, told)
    assert (found.exploitability.value, found.exploitability.kind) == (
        told["exploitability"],
        told["exploitability_kind"],
    )
    assert found.over_hands.value == told["over_hands"]["win"]
    assert list(found.over_hands.interval) == told["over_hands"]["interval"]
    assert abs(sum(action.frequency.value for action in found.actions) - 1) < 1e-6


def test_a_search_in_words_and_what_does_not_fit():
    text = "....... 2 ABDEFG 4ACBD"
    told = run("hanamikoji", "evaluate", text, "--search", "ismcts:rule=ucb,iterations=400", "--seed", "2")
    compare(hanamikoji.evaluate(text, search="ismcts:rule=ucb,iterations=400", seed=2), told)
    with pytest.raises(ValueError, match="^method: the method `cfr` is no longer there: use `exact`"):
        hanamikoji.evaluate(text, method="cfr")
    with pytest.raises(ValueError, match="the method `cfr` is no longer there: use `exact`"):
        hanamikoji.evaluate(text, search="cfr:root=public")
    with pytest.raises(hanamachi.LimitError) as refused:
        hanamikoji.evaluate("....... 1 ABCDEFG -", method="exact")
    assert refused.value.limit == "memory"
    for wrong in ({"method": "x"}, {"search": "x"}, {"method": "exact", "iterations": 5}, {"reach": "x"}):
        with pytest.raises(ValueError):
            hanamikoji.evaluate(text, **wrong)


def test_a_time_limit_leaves_an_answer():
    found = hanamikoji.evaluate("....... 1 ABCDEFG -", method="ismcts", time=0.5)
    assert found.stopped == "time" and found.n > 0


@pytest.mark.parametrize("player", ["random", "greedy"])
@pytest.mark.parametrize("rules", [TINY, GIFT])
def test_exact_exploitability_is_that_of_the_program(player, rules):
    told = run("hanamikoji", "exploit", player, "--rules", rules)
    found = hanamikoji.exploit(player, rules=rules)
    for key in ("exploitability", "kind", "self_play", "is_lower_bound", "rules", "favour"):
        assert getattr(found, key) == told[key], key
    assert (found.against_first, found.against_second) == (told["first"], told["second"])
    assert list(found.value_interval) == told["value_interval"]
    assert list(found.information_sets) == told["information_sets"]


def test_a_played_response_is_that_of_the_program():
    told = run("hanamikoji", "exploit", "greedy", "--method", "lbr", "--rounds", "4", "--rollouts", "20", "--seed", "3")
    done = []
    found = hanamikoji.exploit("greedy", rounds=4, rollouts=20, seed=3, progress=lambda *told: done.append(told))
    assert (found.against_first, found.against_second, found.se, found.variance_saved) == (
        told["first"],
        told["second"],
        told["se"],
        told["variance_saved"],
    )
    assert found.kind == "estimated" and found.is_lower_bound and done[-1] == (4, 4)


def test_a_response_may_begin_in_a_later_turn():
    flags = ("--rules", GIFT, "--method", "lbr", "--since", "2", "--rounds", "20", "--seed", "2")
    told = run("hanamikoji", "exploit", "greedy", *flags)
    found = hanamikoji.exploit("greedy", rules=GIFT, method="lbr", since=2, rounds=20, seed=2)
    assert (found.since, found.exploitability, found.se) == (2, told["exploitability"], told["se"])
    with pytest.raises(ValueError, match="since: expected 1 to 2, the turns of the round"):
        hanamikoji.exploit("greedy", rules=GIFT, method="lbr", since=3, rounds=20)
    with pytest.raises(ValueError, match="since: .* leave it out"):
        hanamikoji.exploit("greedy", rules=GIFT, method="scripted", since=2, rounds=20)


def test_a_learned_response_is_that_of_the_program():
    flags = ("--rules", GIFT, "--method", "trained", "--training", "2000", "--rounds", "50", "--seed", "2")
    told = run("hanamikoji", "exploit", "greedy", *flags)
    found = hanamikoji.exploit("greedy", rules=GIFT, method="trained", training=2000, rounds=50, seed=2)
    assert (found.against_first, found.against_second, found.se) == (told["first"], told["second"], told["se"])
    assert (found.training_rounds, found.rollouts, found.is_lower_bound) == (2000, None, True)


def test_players_that_search_are_learned_against_modelled_and_met_by_scripts():
    player = "ismcts:iterations=20"
    flags = ("--rounds", "20", "--seed", "2", "--training", "500")
    told = run("hanamikoji", "exploit", player, "--rules", GIFT, *flags)
    found = hanamikoji.exploit(player, rules=GIFT, training=500, rounds=20, seed=2)
    assert (found.method, found.exploitability, found.se) == ("trained", told["exploitability"], told["se"])
    modelled = hanamikoji.exploit(player, rules=GIFT, model="random", rollouts=20, rounds=20)
    assert (modelled.method, modelled.model) == ("lbr", "random")
    scripted = hanamikoji.exploit(player, rules=GIFT, method="scripted", rounds=20)
    assert scripted.script in ("random", "greedy") and scripted.training_rounds is None
    for method in ("exact", "lbr"):
        with pytest.raises(ValueError, match="states no probabilities"):
            hanamikoji.exploit(player, rules=GIFT, method=method)
    # A player that tells its probabilities may have a model too, which is asked instead.
    told = run("hanamikoji", "exploit", "greedy", "--rules", GIFT, "--model", "random", *flags[:4])
    found = hanamikoji.exploit("greedy", rules=GIFT, model="random", rounds=20, seed=2)
    assert (found.method, found.exploitability, found.se) == ("lbr", told["exploitability"], told["se"])
    with pytest.raises(ValueError, match="asks the player itself"):
        hanamikoji.exploit("greedy", rules=GIFT, model="random", method="exact")


def test_players_that_do_not_fit():
    with pytest.raises(hanamachi.UnsuitedError):
        hanamikoji.exploit("learned", rules=TINY)
    with pytest.raises(ValueError, match="there is no player `nobody`"):
        hanamikoji.exploit("nobody", rules=TINY)
    with pytest.raises(hanamachi.LimitError) as refused:
        hanamikoji.exploit("random", method="exact", memory=1 << 20)
    assert refused.value.limit == "memory"


@given(information_sets(), records())
def test_cards_are_shown(known, record):
    for shown in (known._repr_html_(), record._repr_html_()):
        xml.etree.ElementTree.fromstring(shown)


@given(seeds, st.sampled_from(["", TINY, GIFT]))
def test_a_round_as_a_game_is_the_round_of_a_record(seed, rules):
    """Played with the same cards and decisions, both agree on legal actions, information and results."""
    record = hanamikoji.RoundRecord.random_deal(seed, rules)
    removed, first, second, draws = record.deal.split("/")
    dealt = iter([removed, first, second, *draws])
    game = hanamikoji.Round(rules)
    state = game.start()
    rng = np.random.default_rng(seed)
    while state.to_act != -4:
        if state.to_act == -1:
            outcomes = state.chance_outcomes()
            assert abs(sum(probability for _, probability in outcomes) - 1) < 1e-12
            assert len(outcomes) <= game.max_chance_outcomes
            wanted = next(dealt)
            (number,) = [number for number, _ in outcomes if state.action_text(number) == wanted]
        else:
            legal = state.legal_actions()
            assert legal == sorted(legal) and [game.actions[number] for number in legal] == record.legal_actions()
            assert ("first", "second")[state.to_act] == record.to_decide
            for seat, word in enumerate(OTHER):
                assert state.information_set(seat) == state.information_set(word) == record.information_set(word)
            number = int(rng.choice(legal))
            record = record.play(game.actions[number])
        for seat in (0, 1):
            assert state.information_tensor(seat).shape == (game.tensor_size,)
        state = state.play(number)
    outcome = record.outcome
    if outcome == "first":
        assert state.utility == 1
    elif outcome == "second":
        assert state.utility == -1
    assert abs(state.utility) <= 1
    assert pickle.loads(pickle.dumps(game)) == game
