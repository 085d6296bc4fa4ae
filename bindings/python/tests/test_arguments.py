"""Arguments that are wrong are refused with their name, by the same exceptions everywhere."""

import math
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanamachi
from hanamachi import hanamikoji, okiya

GARDEN = "05af/b4c1/27d8/3e96"
SET = "....... 2 ABDEFG 4ACBD"
RULES = "geisha=2,2,3 actions=1,2 rounds=1"
RECORD = "....... G/ABCDEF/ABDEFG/CDEFFGGG 1A"
GARDENS = okiya.random_gardens(3, seed=1)

# Each call takes the named argument, and would succeed without it.
CALLS = {
    "solve": lambda **given: okiya.solve(GARDEN, **given),
    "solve_many": lambda **given: okiya.solve_many([GARDEN], **given),
    "verdicts": lambda **given: okiya.verdicts([GARDEN], **given),
    "evaluate": lambda **given: hanamikoji.evaluate(SET, **{"iterations": 10, **given}),
    "exploit": lambda **given: hanamikoji.exploit("greedy", **{"rules": RULES, **given}),
    "exploit lbr": lambda **given: hanamikoji.exploit(
        "greedy", **{"rules": RULES, "method": "lbr", "rounds": 2, "rollouts": 2, **given}
    ),
    "exploit trained": lambda **given: hanamikoji.exploit("greedy", **{"rules": RULES, "method": "trained", "rounds": 2, **given}),
    "match": lambda **given: hanamikoji.match(["random", "greedy"], **{"pairs": 2, **given}),
    "review": lambda **given: hanamikoji.review(RECORD, **{"iterations": 20, **given}),
    "hint": lambda **given: hanamikoji.hint(SET, **{"iterations": 20, **given}),
    "train": lambda **given: hanamikoji.train(**{"rules": RULES, "rounds": 64, **given}),
    "cfr": lambda **given: hanamachi.cfr("kuhn", **{"iterations": 2, **given}),
    "random_gardens": lambda **given: okiya.random_gardens(**{"count": 2, "seed": 1, **given}),
    "Garden.random": lambda **given: okiya.Garden.random(**given),
    "Garden.from_rank": lambda **given: okiya.Garden.from_rank(**given),
    "RoundRecord.random": lambda **given: hanamikoji.RoundRecord.random(**given),
    "RoundRecord.information_set": lambda **given: hanamikoji.RoundRecord(RECORD).information_set(**given),
    "RoundState.information_set": lambda **given: hanamikoji.Round(RULES).start().information_set(**given),
    "RoundState.information_tensor": lambda **given: hanamikoji.Round(RULES).start().information_tensor(**given),
    "RoundState.play": lambda **given: hanamikoji.Round(RULES).start().play(**given),
    "RoundState.action_text": lambda **given: hanamikoji.Round(RULES).start().action_text(**given),
    "Player.decide": lambda **given: hanamikoji.Player("random").decide(hanamikoji.InformationSet(SET), **given),
}
LONG = ["solve", "solve_many", "verdicts", "evaluate", "exploit", "match", "review", "hint", "train", "cfr"]
# Whole numbers: which call has them, and the least and the most that they may be.
WHOLE = [
    *((call, "threads", 1, 1024) for call in LONG),
    *((call, "seed", 0, 2**64 - 1) for call in ("evaluate", "match", "review", "hint", "train", "random_gardens")),
    *((call, "seed", 0, 2**64 - 1) for call in ("Garden.random", "RoundRecord.random", "Player.decide")),
    ("solve", "nodes", 1, 2**53),
    ("evaluate", "iterations", 1, 2**53),
    ("evaluate", "block", 1, 2**53),
    ("evaluate", "memory", 1, 2**64 - 1),
    ("exploit lbr", "rounds", 2, 2**53),
    ("exploit lbr", "rollouts", 1, 2**32 - 1),
    ("exploit trained", "training", 1, 2**32 - 1),
    ("exploit", "memory", 1, 2**64 - 1),
    ("match", "pairs", 1, 2**53),
    ("review", "iterations", 1, 2**53),
    ("hint", "iterations", 1, 2**53),
    ("train", "rounds", 1, 2**53),
    ("cfr", "iterations", 1, 2**53),
    ("cfr", "memory", 1, 2**64 - 1),
    ("random_gardens", "count", 0, None),
    ("Garden.from_rank", "rank", 0, math.factorial(16) - 1),
    ("RoundState.information_set", "seat", 0, 1),
    ("RoundState.information_tensor", "seat", 0, 1),
    ("RoundState.play", "number", 0, None),
    ("RoundState.action_text", "number", 0, None),
]


@pytest.mark.parametrize(("call", "name", "least", "most"), WHOLE)
def test_whole_numbers(call, name, least, most):
    outside = [least - 1, -1, -(10**30), 10**30, 10**5000]
    if most is not None:
        outside.append(most + 1)
    for wrong in outside:
        with pytest.raises(ValueError, match=rf"\b{name}\b"):
            CALLS[call](**{name: wrong})
    for wrong in (1.0, 1.5, math.nan, "1", True, [1], np.float64(1), np.bool_(True)):
        with pytest.raises(TypeError, match=rf"^{name}: expected an integer"):
            CALLS[call](**{name: wrong})
    # This memory and this number of nodes are too small for an answer.
    if name not in ("memory", "nodes"):
        CALLS[call](**{name: np.int64(max(least, 1))})


@pytest.mark.parametrize("call", LONG)
def test_time(call):
    for wrong in (0, -1, math.nan, math.inf, -math.inf):
        with pytest.raises(ValueError, match=r"^time: expected a number of seconds above 0"):
            CALLS[call](time=wrong)
    with pytest.raises(ValueError, match="^time: expected a finite number"):
        CALLS[call](time=10**400)
    with pytest.raises(ValueError, match=r"^time: expected a number of seconds above 0 and below 2\*\*64, found 1e308$"):
        CALLS[call](time=1e308)
    of_numpy = (np.bool_(True), np.timedelta64(5, "ms"), np.datetime64("2026-01-01"), np.bytes_(b"5"), np.complex64(1))
    for wrong in ("1", True, 1j, [1.0], np.array([1.0, 2.0]), *of_numpy):
        with pytest.raises(TypeError, match="^time: expected a number, found "):
            CALLS[call](time=wrong)


@pytest.mark.parametrize("call", [call for call in LONG if call != "solve"])
def test_progress_is_checked_before_the_work(call):
    for wrong in (5, "x", [], True):
        # The limit would be reached first.
        with pytest.raises(TypeError, match="^progress: expected a callable or None, found"):
            CALLS[call](progress=wrong, time=1e-9)


@pytest.mark.parametrize("call", ["cfr", "evaluate"])
def test_exploitability(call):
    given = {"iterations": None} if call == "evaluate" else {}
    for wrong in (0, -1, math.nan, math.inf):
        with pytest.raises(ValueError, match=r"^exploitability: expected a number above 0"):
            CALLS[call](exploitability=wrong, **given)
    for wrong in (True, np.timedelta64(1)):
        with pytest.raises(TypeError, match="^exploitability: expected a number, found (bool|timedelta64)"):
            CALLS[call](exploitability=wrong, **given)


WORDS = [
    ("solve", "full_board"),
    ("solve_many", "full_board"),
    ("verdicts", "full_board"),
    ("evaluate", "method"),
    ("evaluate", "search"),
    ("exploit", "method"),
    ("exploit", "layouts"),
    ("cfr", "game"),
    ("cfr", "algorithm"),
    ("cfr", "averaging"),
]


@pytest.mark.parametrize(("call", "name"), WORDS)
def test_words(call, name):
    known = {"game": lambda game: hanamachi.cfr(game, iterations=2)}
    ask = known.get(name, lambda word: CALLS[call](**{name: word}))
    for wrong in ("", "x", "DRAWS", "\x00", "é"):
        with pytest.raises(ValueError, match=rf"^{name}\b"):
            ask(wrong)
    with pytest.raises(TypeError, match=rf"^{name}: expected a str, found int$"):
        ask(1)
    with pytest.raises(ValueError) as refused:
        ask("x\n\0" * 10**6)
    assert len(str(refused.value)) < 300 and not set(str(refused.value)) & set("\n\0")


@pytest.mark.parametrize("call", ["verdicts", "ranks", "class_ranks", "tiles"])
def test_arrays_of_gardens(call):
    ask = getattr(okiya, call)
    for wrong in (GARDENS.astype(float), GARDENS.astype(bool), GARDENS.astype(complex), GARDENS.astype(np.float16)):
        with pytest.raises(TypeError, match="^gardens: expected integers"):
            ask(wrong)
    for kind in (np.int8, np.int16, np.uint32, np.int64, np.uint64):
        assert (okiya.ranks(GARDENS.astype(kind)) == okiya.ranks(GARDENS)).all()
        wrong = GARDENS.astype(kind)
        wrong[1, 3] += 16
        with pytest.raises(ValueError, match=rf"^gardens\[1, 3\]: expected 0 to 15, found {wrong[1, 3]}$"):
            ask(wrong)
    wrong = GARDENS.astype(np.int64)
    wrong[2, 5] += 256
    with pytest.raises(ValueError, match=r"^gardens\[2, 5\]"):
        ask(wrong)
    wrong[2, 5] = -1
    with pytest.raises(ValueError, match=r"^gardens\[2, 5\]: expected 0 to 15, found -1$"):
        ask(wrong)
    for shape in ((48,), (3, 4, 4), (), (3, 15), (3, 17)):
        with pytest.raises(ValueError, match=r"^gardens: expected an array of shape \(n, 16\)"):
            ask(np.zeros(shape, dtype=np.uint8))
    with pytest.raises(TypeError, match="^gardens: expected several"):
        ask(GARDEN)
    with pytest.raises(TypeError, match=r"^gardens\[1\]: expected a Garden or its text, found int$"):
        ask([GARDEN, 5])
    with pytest.raises(hanamachi.ParseError):
        ask([GARDEN, "0"])
    for wrong in (None, 5, memoryview(GARDENS), GARDENS.tobytes()):
        with pytest.raises(TypeError, match="^gardens: expected "):
            ask(wrong)
    for wrong in (np.array(None), np.array([[GARDEN]])):
        with pytest.raises(ValueError, match=r"^gardens: expected texts or gardens of shape \(n,\)"):
            ask(wrong)
    with pytest.raises(ValueError, match="^gardens: expected an array without hidden values"):
        ask(np.ma.masked_array(GARDENS, mask=GARDENS == 3))
    ask(np.ma.masked_array(GARDENS))


def test_a_garden_with_a_tile_twice_says_which():
    wrong = GARDENS.copy()
    wrong[2] = [3] * 16
    with pytest.raises(hanamachi.ParseError, match=r"^gardens\[2\]: tile 3 lies on an earlier cell already"):
        okiya.verdicts(wrong)
    with pytest.raises(hanamachi.ParseError, match=r"^gardens\[2\]: tile 3 lies on an earlier cell already"):
        okiya.tiles(wrong)


def test_arrays_of_ranks():
    for wrong in ([1.5], [True], np.array([1.0]), ["1"], [None]):
        with pytest.raises(TypeError, match="^ranks: expected integers"):
            okiya.gardens_of_ranks(wrong)
    for wrong, where in (([-1], 0), ([0, math.factorial(16)], 1), (np.array([0, 0, 2**63], np.uint64), 2)):
        with pytest.raises(ValueError, match=rf"^ranks\[{where}\]: expected 0 to .*, found {wrong[where]}$"):
            okiya.gardens_of_ranks(wrong)
    for wrong, where in (([2**64], 0), ([0, 2**63, -1], 1), (np.array([0, 2**70], object), 1)):
        with pytest.raises(ValueError, match=rf"^ranks\[{where}\]: expected 0 to 20922789887999, found {wrong[where]}$"):
            okiya.gardens_of_ranks(wrong)
    with pytest.raises(ValueError, match="^ranks: expected an array without hidden values"):
        okiya.gardens_of_ranks(np.ma.masked_array([1, 2], mask=[0, 1]))
    with pytest.raises(ValueError, match="^ranks: "):
        okiya.gardens_of_ranks([[1], [1, 2]])
    with pytest.raises(ValueError, match=r"^ranks: expected an array of shape \(n,\)"):
        okiya.gardens_of_ranks([[1]])
    with pytest.raises(TypeError, match=r"^ranks\[1\]: expected an integer, found bool$"):
        okiya.gardens_of_ranks([1, True])
    assert okiya.gardens_of_ranks([]).shape == (0, 16)
    assert okiya.gardens_of_ranks(np.array([5], np.int8)).shape == (1, 16)


def test_large_arrays_and_lists_are_read_in_blocks():
    """The same as for small ones, up to the place of an error."""
    many = okiya.random_gardens(140_000, seed=1)
    assert (okiya.tiles(np.asfortranarray(many.astype(">i4"))) == many).all()
    ranks = okiya.ranks(many)
    assert (okiya.gardens_of_ranks(ranks.tolist()) == many).all()
    assert (okiya.tiles([okiya.Garden("05af/b4c1/27d8/3e96")] * 140_000) == okiya.tiles(["05af/b4c1/27d8/3e96"])).all()
    wrong = many.astype(np.int64)
    wrong[130_000, 5] = 16
    with pytest.raises(ValueError, match=r"^gardens\[130000, 5\]: expected 0 to 15, found 16$"):
        okiya.ranks(wrong)
    listed = ranks.tolist()
    for value, kind, message in (
        (-1, ValueError, "expected 0 to 20922789887999, found -1"),
        (2**64, ValueError, f"expected 0 to 20922789887999, found {2**64}"),
        (True, TypeError, "expected an integer, found bool"),
    ):
        listed[130_000] = value
        with pytest.raises(kind, match=rf"^ranks\[130000\]: {message}$"):
            okiya.gardens_of_ranks(listed)
    listed[130_000] = 1.5
    with pytest.raises(TypeError, match="^ranks: expected integers, found an array of float64$"):
        okiya.gardens_of_ranks(listed)


def test_paths_that_no_system_has(tmp_path):
    run = hanamachi.cfr("kuhn", iterations=1)
    wrong_paths = [("a\0b", "without NUL")]
    # Windows has names with half a character.
    if sys.platform != "win32":
        wrong_paths.append(("\ud800", "expected Unicode text"))
    for call in (hanamachi.Table.open, run.strategy.save, hanamikoji.train(rules=RULES, rounds=64).save):
        for wrong, message in wrong_paths:
            with pytest.raises(ValueError, match=f"^path: .*{message}"):
                call(tmp_path / wrong)


def test_tiles_of_one_garden():
    for wrong, where in (([16], 0), ([0, -1], 1), ([0, 300], 1)):
        with pytest.raises(ValueError, match=rf"^tiles\[{where}\]: expected 0 to 15, found {wrong[where]}$"):
            okiya.Garden.from_tiles(wrong)
    with pytest.raises(TypeError, match=r"^tiles\[0\]: expected an integer, found float$"):
        okiya.Garden.from_tiles([1.0])
    with pytest.raises(TypeError, match="^tiles: expected sixteen integers, found int"):
        okiya.Garden.from_tiles(5)
    with pytest.raises(ValueError, match="^rank: expected 0 to 20922789887999, found 9223372036854775808"):
        okiya.Garden.from_rank(2**63)
    with pytest.raises(ValueError, match="a garden has 16 tiles, found 2"):
        okiya.Garden.from_tiles([0, 1])
    with pytest.raises(ValueError, match="a garden has 16 tiles, found more"):
        okiya.Garden.from_tiles([*range(16), 0])


def test_what_does_not_fit_into_memory_is_refused_before_it_is_made():
    # Only Linux reports the size of memory; requests for more bytes than addresses are refused everywhere.
    for count in (2**60, *((10**12, 10**14) if sys.platform == "linux" else ())):
        with pytest.raises(MemoryError, match="^count: "):
            okiya.random_gardens(count, seed=1)
    # The standard round, which takes 4 GiB and far more: refused by an estimate.
    with pytest.raises(hanamachi.LimitError, match="at least, by an estimate") as refused:
        hanamachi.cfr()
    assert refused.value.limit == "memory"


def test_settings_of_another_game_are_refused():
    for given in ({"rules": RULES}, {"favour": "......."}):
        with pytest.raises(ValueError, match="^rules, favour and favour_table are for"):
            hanamachi.cfr("kuhn", **given)
    with pytest.raises(ValueError, match="^favour: these markers have decided the game"):
        hanamachi.cfr(rules=RULES, favour="+++")


def test_settings_of_another_method_are_refused():
    for name, value in {"layouts": "play", "rounds": 400, "rollouts": 1000}.items():
        with pytest.raises(ValueError, match=f"^{name}: `exact` plays nothing"):
            hanamikoji.exploit("greedy", rules=RULES, method="exact", **{name: value})
    for method in (None, "exact", "lbr", "scripted"):
        with pytest.raises(ValueError, match="^training: `.*` learns nothing"):
            hanamikoji.exploit("greedy", rules=RULES, method=method, training=5)
    with pytest.raises(ValueError, match="^method: expected `exact`, .*, found `nobody`$"):
        hanamikoji.exploit("greedy", rules=RULES, method="nobody", training=5)
    with pytest.raises(ValueError, match="^rules: a match consists of whole games"):
        hanamikoji.match(["random", "greedy"], rules="rounds=3 round=2")


def test_one_deal_tells_no_error():
    with pytest.raises(ValueError, match="^rounds: expected 2 or more"):
        hanamikoji.exploit("greedy", rules=RULES, method="lbr", rounds=1)


def test_paths_of_states():
    round = hanamikoji.Round(RULES)
    for wrong in ([-1], [10**6], [0, 0, 0, 10**6]):
        with pytest.raises(ValueError):
            hanamikoji.RoundState.at(round, wrong)
    with pytest.raises(TypeError, match=r"^path\[0\]: expected an integer"):
        hanamikoji.RoundState.at(round, [0.5])


def test_other_objects_where_positions_are_expected():
    for wrong in (5, None, b"x", object()):
        with pytest.raises(TypeError, match="^information_set: expected"):
            hanamikoji.evaluate(wrong)
        with pytest.raises(TypeError, match="^position: expected"):
            okiya.solve(wrong)
        with pytest.raises(TypeError, match="^player: expected"):
            hanamikoji.exploit(wrong)
    with pytest.raises(TypeError, match="^positions: expected several"):
        okiya.solve_many(GARDEN)
    with pytest.raises(TypeError, match="^players: expected two or more"):
        hanamikoji.match("random")
    with pytest.raises(ValueError, match="^players: expected two or more"):
        hanamikoji.match(["random"])
    with pytest.raises(ValueError, match="^place: expected one of hand"):
        hanamikoji.beliefs(SET).copies("table", "A")
    with pytest.raises(ValueError, match="^geisha: expected one letter"):
        hanamikoji.beliefs(SET).copies("hand", "AB")


    for mask in (-1, 2**16, 2**64):
        with pytest.raises(ValueError, match="^mask: expected 0 to 65535"):
            okiya.cells(mask)
    for wrong in (5, None):
        with pytest.raises(TypeError, match="^table: use Table.open"):
            hanamachi.Table(wrong)


# Of functions and classes: the argument at fault, and a call with a value of a wrong type.
TYPES = {
    "text": [okiya.Garden, okiya.Position, hanamikoji.InformationSet, hanamikoji.RoundRecord],
    "name": [hanamikoji.Player],
    "rules": [
        lambda wrong: hanamikoji.Player("random", wrong),
        lambda wrong: hanamikoji.RoundRecord.random(1, wrong),
        hanamikoji.Round,
        lambda wrong: hanamikoji.train(rules=wrong),
        lambda wrong: hanamikoji.match(["random", "greedy"], rules=wrong),
        lambda wrong: hanamachi.cfr(rules=wrong),
    ],
    "decision": [lambda wrong: hanamikoji.InformationSet(SET).play(wrong)],
    "draw": [lambda wrong: hanamikoji.InformationSet("....... 2 ABDEFG -").play("1X", draw=wrong)],
    "action": [lambda wrong: hanamikoji.RoundRecord(RECORD).play(wrong)],
    "cell": [lambda wrong: okiya.Position(GARDEN).play(wrong)],
    "full_board": [lambda wrong: okiya.Position(GARDEN).winner(wrong)],
    "garden": [okiya.Position.start],
    "information_set": [hanamikoji.Player("random").probabilities, hanamikoji.Player("random").decide],
    "favour": [lambda wrong: hanamikoji.Round(RULES, wrong), lambda wrong: hanamachi.cfr(favour=wrong)],
    "round": [lambda wrong: hanamikoji.RoundState.at(wrong, [])],
    "path": [lambda wrong: hanamikoji.RoundState.at(hanamikoji.Round(RULES), wrong), hanamachi.Table.open],
    "mask": [okiya.cells],
    "data": [hanamachi.Table.from_bytes],
    "record": [hanamikoji.review],
    r"record\[0\]": [lambda wrong: hanamikoji.review([wrong])],
    "players": [hanamikoji.match],
    r"players\[1\]": [lambda wrong: hanamikoji.match(["random", wrong])],
    "opponent": [lambda wrong: hanamikoji.beliefs(SET, wrong)],
    "model": [lambda wrong: hanamikoji.exploit("ismcts", rules=RULES, model=wrong)],
    "positions": [okiya.solve_many],
    r"positions\[1\]": [lambda wrong: okiya.solve_many([GARDEN, wrong])],
    "place": [lambda wrong: hanamikoji.beliefs(SET).copies(wrong, "A")],
    "geisha": [lambda wrong: hanamikoji.beliefs(SET).copies("hand", wrong)],
}


@pytest.mark.parametrize("name", TYPES)
def test_an_error_begins_with_the_name_of_the_argument(name):
    for call in TYPES[name]:
        for wrong in (1.5, object()):
            with pytest.raises(TypeError, match=rf"^{name}: expected .*(, found (float|object)|or a number, 0 to 15)"):
                call(wrong)


def test_half_a_character_is_refused_with_the_name_of_the_argument():
    """Python makes such texts of bytes that are no UTF-8."""
    for name, call in {
        "position": okiya.solve,
        r"positions\[0\]": lambda text: okiya.solve_many([text]),
        r"gardens\[1\]": lambda text: okiya.verdicts([GARDEN, text]),
        "information_set": hanamikoji.evaluate,
        "record": hanamikoji.review,
        r"record\[0\]": lambda text: hanamikoji.review([text]),
        "text": okiya.Garden,
    }.items():
        with pytest.raises(ValueError, match=f"^{name}: expected Unicode text"):
            call("\ud800")


def test_a_player_is_named_by_its_argument():
    known = hanamikoji.InformationSet(SET)
    other = hanamikoji.Player("greedy", RULES)
    for name, call in (
        ("opponent", lambda player: hanamikoji.beliefs(known, player)),
        ("player", hanamikoji.exploit),
        ("model", lambda player: hanamikoji.exploit("ismcts", model=player)),
        (r"players\[1\]", lambda player: hanamikoji.match(["random", player], pairs=1)),
    ):
        with pytest.raises(ValueError, match=f"^{name}: there is no player `nobody`"):
            call("nobody")
        with pytest.raises(hanamachi.UnsuitedError, match=f"^{name}: `greedy` was opened for the rules "):
            call(other)
    for name, call in (
        ("opponent", lambda player: hanamikoji.beliefs(known, player)),
        ("model", lambda player: hanamikoji.exploit("ismcts", model=player)),
    ):
        with pytest.raises(ValueError, match=f"^{name}: `ismcts` states no probabilities"):
            call("ismcts")
    assert hanamikoji.match([other, "random"], rules=RULES, pairs=1).players == ("greedy", "random")
    assert hanamikoji.exploit(other, rules=RULES) == hanamikoji.exploit("greedy", rules=RULES)


@pytest.mark.parametrize(
    "name",
    [
        "random:", "ismcts:", "ismcts:,,", "ismcts:iterations=5,", "pimc:,", "policy:", "best: ",
        "ismcts:iterations=0", "best:time=1e300", "best:time=86401", "best:time=inf",
        "best:doubt=1.1", "best:doubt=nan",
    ],
)  # fmt: skip
def test_parameters_of_players_that_are_refused(name):
    with pytest.raises(ValueError, match="^name: (a parameter of `.*` is missing|`.*` cannot have )"):
        hanamikoji.Player(name)


def test_parameters_of_players_that_are_kept():
    for name in ("best:time=86400", "best:doubt=0", "policy:argmax", "ismcts: iterations=5, guide=none"):
        assert hanamikoji.Player(name).name == name


@pytest.mark.parametrize("name", ["cfr:root=public", "exact"])
def test_players_that_are_gone_say_what_to_use_instead(name):
    with pytest.raises(ValueError, match="is no longer there: use `best`"):
        hanamikoji.Player(name)


def test_exceptions_made_elsewhere_have_their_attributes():
    error = hanamachi.ParseError("x")
    assert (error.code, error.field, error.line, error.column, error.turn) == ("", "", 1, None, None)
    assert (error.text, error.span, hanamachi.TableError("x").file) == (None, None, None)
    assert (hanamachi.IllegalMoveError("x").move, hanamachi.IllegalMoveError("x").field) == ("", "moves")
    assert hanamachi.LimitError("x").limit == "memory"


@given(st.text(max_size=40))
def test_no_text_is_more_than_refused(text):
    """Whatever is read, it is read or refused by a `ValueError`."""
    readers = (
        okiya.Garden,
        okiya.Position,
        hanamikoji.InformationSet,
        hanamikoji.RoundRecord,
        hanamikoji.Round,
        hanamikoji.Player,
    )
    for read in readers:
        try:
            read(text)
        except (ValueError, OSError):
            pass
