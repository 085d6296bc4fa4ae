"""Players: actions and probabilities, matches, reviews, hints, training."""

import copy
import pickle
import subprocess
import xml.etree.ElementTree

import pytest
from conftest import information_sets, program, run
from hypothesis import assume, given
from hypothesis import strategies as st

import hanamachi
from hanamachi import hanamikoji

TINY = "geisha=2,2,3 actions=1,2 rounds=1"
REDUCED = "geisha=2,3,4 actions=1,3 tiebreak=none rounds=1"
ANSWER = "....... 2 ABDEFG 4ACBD"


@given(information_sets(), st.sampled_from(["random", "greedy"]))
def test_a_policy_is_a_distribution_over_the_legal_actions(known, name):
    assume(known.to_decide == "reader")
    found = hanamikoji.policy(name, known)
    assert list(found) == known.legal_actions()
    assert abs(sum(found.values()) - 1) < 1e-12 and min(found.values()) >= 0
    if name == "random":
        assert list(found.values()) == pytest.approx([1 / len(found)] * len(found), rel=1e-12)
    assert hanamikoji.policy(name, str(known)) == found


def test_a_policy_of_the_standard_game():
    known = hanamikoji.InformationSet("....... 1 ABCDEFG -")
    found = hanamikoji.policy("policy", known)
    assert list(found) == known.legal_actions() and abs(sum(found.values()) - 1) < 1e-12
    (best,) = [action for action, probability in hanamikoji.policy("policy:argmax", known).items() if probability == 1]
    assert best == max(found, key=found.get)


def test_a_table_plays_what_its_rows_say(tmp_path):
    path = tmp_path / "solved.table"
    table = hanamachi.cfr(rules=REDUCED, iterations=100).strategy
    table.save(path)
    player = hanamikoji.Player(f"table:{path}", REDUCED)
    rows = {}
    for row in table.to_polars().iter_rows(named=True):
        rows.setdefault(row["information_set"], {})[row["action"]] = row["probability"]
    assert len(rows) > 200
    for known, probabilities in list(rows.items())[::7]:
        assert player.probabilities(hanamikoji.InformationSet(known)) == pytest.approx(probabilities, abs=1e-12)


@pytest.mark.parametrize("name", ["random", "greedy", "policy", "ismcts:iterations=20"])
def test_players_are_values(name):
    player = hanamikoji.Player(name)
    for other in (hanamikoji.Player(name), pickle.loads(pickle.dumps(player)), copy.deepcopy(player)):
        assert other == player and hash(other) == hash(player)
    assert player != hanamikoji.Player("pimc") and eval(repr(player), {"Player": hanamikoji.Player}) == player
    known = hanamikoji.InformationSet(ANSWER)
    assert player.decide(known, 3) == player.decide(known, 3) in known.legal_actions()
    assert player.has_probabilities == (not name.startswith("ismcts"))


def test_a_player_plays_as_often_as_it_says():
    known = hanamikoji.InformationSet("....... 2 DG 3CEG-C,4BBCE-CE,2XX,3DEG-E,1X")
    player = hanamikoji.Player("policy")
    probabilities = player.probabilities(known)
    played = [player.decide(known, seed) for seed in range(400)]
    for action, probability in probabilities.items():
        # Four standard deviations.
        deviation = (probability * (1 - probability) / 400) ** 0.5
        assert abs(played.count(action) / 400 - probability) <= 4 * deviation + 1e-9


def test_what_players_cannot_say_and_where_they_do_not_fit():
    with pytest.raises(ValueError, match="^player: `ismcts` states no probabilities"):
        hanamikoji.policy("ismcts", ANSWER)
    with pytest.raises(ValueError, match="^information_set: it is not for the reader to decide"):
        hanamikoji.policy("random", "....... 2 ABDEFG -")
    with pytest.raises(ValueError, match="^information_set: it is not for the reader to decide"):
        hanamikoji.Player("ismcts").decide(hanamikoji.InformationSet("....... 2 ABDEFG -"))
    with pytest.raises(hanamachi.UnsuitedError, match="was opened for the rules"):
        hanamikoji.policy(hanamikoji.Player("random", TINY), ANSWER)
    with pytest.raises(hanamachi.UnsuitedError):
        hanamikoji.Player("policy", TINY)
    with pytest.raises(ValueError, match="^name: there is no player `nobody`"):
        hanamikoji.Player("nobody")
    with pytest.raises(FileNotFoundError):
        hanamikoji.Player("table:nowhere.table")


def test_matches_are_those_of_the_program():
    told = run("hanamikoji", "match", "greedy", "random", "--pairs", "30", "--seed", "3")
    done = []
    found = hanamikoji.match(["greedy", "random"], pairs=30, seed=3, progress=lambda *told: done.append(told))
    assert (found.players, found.pairs, found.rules, done[-1]) == (("greedy", "random"), 30, told["rules"], (30, 30))
    for score, other in [*zip(found.scores, told["players"]), (found.pairings[0].score, told)]:
        assert (score.win, score.se, score.n, list(score.interval)) == (
            other["win"],
            other["se"],
            other["n"],
            [other["low"], other["high"]],
        )
        assert (score.elo, list(score.elo_interval)) == (
            other["elo"]["value"],
            [other["elo"]["low"], other["elo"]["high"]],
        )
        luck, without = score.without_luck, other["without_luck"]
        assert (luck.win, luck.se, luck.variance_saved) == (without["win"], without["se"], without["variance_saved"])
    (pairing,) = found.pairings
    assert pairing.games == tuple(told["games"][key] for key in ("won", "shared", "lost"))
    assert pairing.rounds_per_game == told["rounds_per_game"]["mean"]
    assert found == hanamikoji.match([hanamikoji.Player("greedy"), "random"], pairs=30, seed=3, threads=1)


def test_a_round_robin_has_all_pairings():
    found = hanamikoji.match(["random", "greedy", "random"], rules=TINY, pairs=10)
    assert [(pairing.first, pairing.second) for pairing in found.pairings] == [(0, 1), (0, 2), (1, 2)]
    assert len(found.scores) == 3
    with pytest.raises(hanamachi.UnsuitedError):
        hanamikoji.match(["random", "policy"], rules=TINY)


def test_a_match_out_of_time_counts_what_was_played():
    found = hanamikoji.match(["random", "greedy"], pairs=10_000_000, time=0.5)
    assert found.stopped == "time" and 0 < found.pairs < 10_000_000
    assert found.scores == hanamikoji.match(["random", "greedy"], pairs=found.pairs).scores


@pytest.mark.parametrize("seed", [1, 2**53 - 1])
@pytest.mark.parametrize(
    "record",
    [
        hanamikoji.RoundRecord("....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F,2BC"),
        hanamikoji.RoundRecord.random(3, TINY),
        hanamikoji.RoundRecord.random(4, "geisha=2,3,4 actions=1,3"),
    ],
    ids=["standard", "tiny", "reduced"],
)
def test_reviews_are_those_of_the_program(record, seed):
    told = run("hanamikoji", "review", str(record), "--iterations", "60", "--seed", str(seed))
    found = hanamikoji.review(record, iterations=60, seed=seed)
    assert {**found.data, "engine": told["engine"]} == told
    assert [decision.action for decision in found.decisions] == [decision["action"] for decision in told["decisions"]]
    for decision, other in zip(found.decisions, told["decisions"]):
        assert (decision.win and decision.win.value, decision.loss, decision.mark) == (
            other["win"],
            other["loss"],
            other["mark"],
        )
    assert found.first.loss == told["first"]["loss"] and found.second.decisions == told["second"]["decisions"]


def test_a_game_is_reviewed_round_by_round_and_one_seat_by_itself():
    rules = "geisha=2,2,3 actions=1,2"
    first = next(
        record
        for record in (hanamikoji.RoundRecord.random(seed, rules) for seed in range(100))
        if record.outcome == "undecided" and record.favour_after != record.favour
    )
    # The other player begins the next round, and sees the markers from the other side.
    favour = first.favour_after.translate(str.maketrans("+-", "-+"))
    second = hanamikoji.RoundRecord.random(7, rules)
    second = hanamikoji.RoundRecord(f"{favour} {second.deal} {second.history[0]} {rules}")
    found = hanamikoji.review_game([first, str(second)], iterations=40)
    assert [review.data["game"]["round"] for review in found] == [1, 2]
    alone = hanamikoji.review(first, iterations=40)
    assert (alone.decisions, alone.first) == (found[0].decisions, found[0].first)
    with pytest.raises(ValueError, match=r"^records\[1\]: it cannot be the round after records\[0\]"):
        hanamikoji.review_game([first, first], iterations=40)
    seen = hanamikoji.review("....... X/XXXXXX/AFGGGG/XEXDXBXC 1X,4GGGG-GG,3ABD-A", iterations=40)
    assert (seen.seat, seen.first) == ("second", None) and seen.second.decisions == len(seen.decisions)


def test_hints_are_evaluations_and_depend_on_the_seed_alone():
    for known in (ANSWER, "....... 1 ABCDEFG -", "... 1 ABC - geisha=2,3,4 actions=1,3"):
        found = hanamikoji.hint(known, iterations=200, seed=2)
        assert found == hanamikoji.hint(known, iterations=200, seed=2, threads=1)
        assert found == hanamikoji.evaluate(known, iterations=200, seed=2)
        advice = found.advice
        assert advice.play == str(advice) == advice.best[0] == found.actions[0].action
        assert [action.action for action in found.actions][: len(advice.best)] == list(advice.best)
        # The loss of an action is unknown if it was never followed, or so rarely that it has no error.
        is_exact = found.method in ("exact", "live")
        losses = [action.loss if is_exact or action.loss_se is not None else float("inf") for action in found.actions]
        others = losses[len(advice.best) :]
        assert others == sorted(others) and min(losses) == 0


def test_training_is_that_of_the_program(tmp_path):
    flags = ("--rules", TINY, "--rounds", "600", "--seed", "5", "--threads", "2", "--measure", "0")
    path, mine = tmp_path / "program.network", tmp_path / "mine.network"
    command = [program(), "hanamikoji", "train", *flags, "-o", path, "-q"]
    subprocess.run(command, check=True, capture_output=True)
    done = []
    found = hanamikoji.train(rules=TINY, rounds=600, seed=5, threads=2, progress=lambda *told: done.append(told))
    assert found.rounds >= 600 and found.stopped is None and done[-1] == (600, 600)
    found.save(mine)
    with pytest.raises(FileExistsError):
        found.save(mine)
    players = [hanamikoji.Player(f"policy:weights={file}", TINY) for file in (path, mine)]
    asked = 0
    for seed in range(20):
        record = hanamikoji.RoundRecord.random(seed, TINY)
        for turns in range(len(record.history)):
            history = ",".join(record.history[:turns]) or "-"
            now = hanamikoji.RoundRecord(f"{record.favour} {record.deal} {history} {TINY}")
            known = now.information_set(now.to_decide)
            one, other = (player.probabilities(known) for player in players)
            assert one == other
            asked += len(one) > 1
    assert asked > 20
    # A policy that was learned is less exploitable than one that was not.
    assert hanamikoji.exploit(players[1], rules=TINY).exploitability < hanamikoji.exploit("random", rules=TINY).exploitability


def test_training_out_of_time_keeps_what_was_learned():
    found = hanamikoji.train(rules=TINY, rounds=100_000_000, time=0.5, threads=1)
    assert found.stopped == "time" and 0 < found.rounds < 100_000_000 and len(found.weights) > 1000
    with pytest.raises(ValueError, match="^rules: rounds of self-play"):
        hanamikoji.train(rules="rounds=3 round=2", rounds=10)


def test_everything_draws_itself_in_notebooks():
    shown = [
        hanamikoji.beliefs(ANSWER),
        hanamikoji.beliefs(ANSWER, "greedy"),
        hanamikoji.evaluate(ANSWER, iterations=20),
        hanamikoji.exploit("greedy", rules=TINY),
        hanamikoji.exploit("greedy", rules=TINY, method="lbr", rounds=4, rollouts=10),
        hanamikoji.match(["random", "greedy"], rules=TINY, pairs=4),
        hanamikoji.review("....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F", iterations=40),
        hanamachi.cfr("kuhn", iterations=100),
        hanamachi.cfr("kuhn", iterations=1).strategy,
        hanamachi.okiya.verdicts(hanamachi.okiya.random_gardens(5, seed=1)),
        hanamachi.okiya.verdicts([]),
    ]
    for found in shown:
        assert "".join(xml.etree.ElementTree.fromstring(found._repr_html_()).itertext()).strip()
    # The one C that is unseen is in the opponent's hand with 3 in 11.
    assert "<td>0.27</td>" in shown[0]._repr_html_()
    assert "<polyline" in shown[7]._repr_html_()
