"""Results as frames: the numbers of the objects, with the same columns everywhere."""

import polars
import pyarrow
import pytest

import hanamachi
from hanamachi import hanamikoji, okiya

ANSWER = "....... 2 ABDEFG 4ACBD"
SMALL = "geisha=2,3,4 actions=1,3 tiebreak=none rounds=1"
RECORD = "....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD"


def results():
    return {
        "solution": okiya.solve("05af/b4c1/27d8/3e96"),
        "evaluation": hanamikoji.evaluate(ANSWER, iterations=1000, seed=1),
        "beliefs": hanamikoji.beliefs(ANSWER, opponent="uniform"),
        "exploitability": hanamikoji.exploit("greedy", rules=SMALL),
        "match": hanamikoji.match(["greedy", "random", "ismcts:iterations=20"], pairs=4, seed=1),
        "review": hanamikoji.review(RECORD, iterations=200),
        "cfr": hanamachi.cfr("kuhn", iterations=50),
        "training": hanamikoji.train(rules=SMALL, rounds=100, threads=1),
    }


@pytest.fixture(scope="module")
def found():
    return results()


def test_every_library_gets_the_same_rows(found):
    for name, result in found.items():
        frame = hanamachi.frame([result, result])
        table = frame.to_arrow()
        assert table.to_pylist() == frame.rows == polars.from_arrow(table).to_dicts() == frame.to_polars().to_dicts(), name
        assert pyarrow.table(frame).equals(table) and len(frame) == table.num_rows > 0
        half = len(frame) // 2
        assert [row["result"] for row in frame.rows] == [0] * half + [1] * half
        assert result.to_polars().to_dicts() == [
            {name: value for name, value in row.items() if name != "result"} for row in frame.rows[:half]
        ]
        assert result.to_pandas().shape == result.to_arrow().shape


def test_rows_are_the_objects(found):
    moves = found["solution"].to_polars().to_dicts()
    assert [row["score"] for row in moves] == [move.score for move in found["solution"].moves]
    assert moves[0]["line"].split() == list(found["solution"].moves[0].line)
    actions = found["evaluation"].to_polars().to_dicts()
    assert len(actions) == len(found["evaluation"].actions) == 2
    for row, action in zip(actions, found["evaluation"].actions):
        assert (row["action"], row["win"], row["win_kind"]) == (action.action, action.win.value, action.win.kind)
        assert row["information_set"] == ANSWER
    copies = found["beliefs"].to_polars().filter(place="hand", geisha="C")
    assert copies["probability"].to_list() == found["beliefs"].copies("hand", "C").tolist()
    pairings = found["match"].to_polars().to_dicts()
    assert len(pairings) == len(found["match"].pairings) == 3
    for row, pairing in zip(pairings, found["match"].pairings):
        assert (row["first_player"], row["score_win"]) == (found["match"].players[pairing.first], pairing.score.win)
        assert (row["score_interval_low"], row["score_interval_high"]) == pairing.score.interval
    decisions = found["review"].to_polars().to_dicts()
    assert [row["loss"] for row in decisions] == [decision.loss for decision in found["review"].decisions]
    measured = found["cfr"].to_polars()
    assert measured["exploitability"].to_list() == found["cfr"].history["exploitability"].tolist()


def test_columns_do_not_depend_on_the_values():
    """Nobody is to decide at the end of a round: no rows, and the columns of every evaluation."""
    over = hanamikoji.RoundRecord.random(1, SMALL).information_set("first")
    none = hanamikoji.evaluate(over)
    some = hanamikoji.evaluate(f"... 1 ABC - {SMALL}", iterations=100)
    assert none.to_polars().schema == some.to_polars().schema and none.to_polars().height == 0


def test_what_is_no_list_of_results_of_one_kind_is_refused(found):
    for wrong in ([found["match"], found["review"]], [1], found["match"], "x", 5):
        with pytest.raises(TypeError, match="^results"):
            hanamachi.frame(wrong)
    with pytest.raises(ValueError, match="^results: expected one or more"):
        hanamachi.frame([])
