"""A result carries its question: rules, markers, and what values the games that a round leaves undecided.

The same question has the same answer in Python, in the program and in OpenSpiel, and a table of another question is refused.
"""

import copy
import pickle
import subprocess

import pytest
from conftest import program, run

import hanamachi
from hanamachi import hanamikoji

GAME = "geisha=2,3,4 actions=1,3"
ONE = "geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none"
LIMITED = "geisha=2,3,4 actions=1,3 rounds=3 round=2"
SMALL = "geisha=1,1,5 actions=3"


def favours(path, rules, seed=1):
    """The path of a favour table of random play, written by the program."""
    words = ["hanamikoji", "favour", "--player", "random", "--rounds-each", "60", "--seed", str(seed)]
    subprocess.run([program(), *words, "--rules", rules, "--table", path, "-q"], check=True, capture_output=True)
    return path


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    return favours(tmp_path_factory.mktemp("favours") / "favour.table", GAME)


def asked(question):
    """The arguments of the program."""
    flags = {"rules": "--rules", "favour": "--favour", "favour_table": "--favour-table"}
    return [word for name, value in question.items() for word in (flags[name], str(value))]


QUESTIONS = [
    {"rules": ONE},
    {"rules": ONE, "favour": "+.."},
    {"rules": GAME},
    {"rules": GAME, "favour": "-.."},
    {"rules": LIMITED, "favour": "..-"},
    {"rules": GAME, "favour": ".+.", "favour_table": None},
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_one_question_has_one_answer_at_every_door(question, table, tmp_path):
    question = {name: table if value is None else value for name, value in question.items()}
    found = hanamachi.cfr(algorithm="pcfr+", iterations=60, **question)
    told = run("hanamikoji", "solve", "--algorithm", "pcfr+", "--iterations", "60", *asked(question))
    for key in ("value", "exploitability", "rules", "round", "favour", "continuation", "kind", "exploitability_kind"):
        assert getattr(found, key) == told[key], key
    path = tmp_path / "solved.table"
    found.strategy.save(path)
    player = f"table:{path}"
    exploited = hanamikoji.exploit(player, **question)
    by_program = run("hanamikoji", "exploit", player, *asked(question))
    for key in ("exploitability", "self_play", "kind", "value_interval_kind", "favour", "continuation"):
        assert getattr(exploited, key) == by_program[key], key
    details = found.strategy.metadata["details"]
    assert abs(exploited.exploitability - details["exploitability"]) < 1e-9
    assert abs(exploited.self_play - details["value"]) < 1e-9
    assert (details["favour"], details["continuation"]) == (found.favour, found.continuation)
    is_heuristic = found.continuation == "rule_of_thumb"
    assert (found.kind, exploited.kind) == (("computed", "computed") if is_heuristic else ("bounded", "proved"))
    assert "proved" not in found._repr_html_() if is_heuristic else "(proved)" in found._repr_html_()
    for result in (found, exploited):
        source = result.favour_table
        assert (source is not None) == (result.continuation == "favour_table")
        if source is not None:
            assert (source.source, source.file, source.hash) == ("file", str(table), told["favour_table"]["hash"])
    words = ["table", "verify", path, "--json", "-q"]
    if "favour_table" in question:
        words += ["--favour-table", question["favour_table"]]
    verified = subprocess.run([program(), *words], capture_output=True, text=True)
    assert verified.returncode == 0 and '"value_and_exploitability"]' in verified.stdout, verified.stdout


def test_a_table_of_another_question_is_refused(table, tmp_path):
    def solved(name, **question):
        path = tmp_path / name
        hanamachi.cfr(iterations=5, **question).strategy.save(path)
        return f"table:{path}"

    one, marked, thumb = solved("one", rules=ONE), solved("marked", rules=ONE, favour="+.."), solved("thumb", rules=GAME)
    valued = solved("valued", rules=GAME, favour_table=table)
    for player, question, message in [
        (one, {"rules": ONE, "favour": "+.."}, "the markers ..., but this one begins with"),
        (marked, {"rules": ONE}, "the markers"),
        (one, {"rules": GAME}, "but the game is"),
        (thumb, {"rules": GAME, "favour_table": table}, "valued by a rule of thumb, but here by the favour table"),
        (valued, {"rules": GAME}, "but here by a rule of thumb"),
    ]:
        with pytest.raises(hanamachi.UnsuitedError, match=message):
            hanamikoji.exploit(player, **question)
    for rules, player in ((ONE, marked), (GAME, thumb)):
        with pytest.raises(hanamachi.UnsuitedError, match="begin"):
            hanamikoji.match([player, "random"], rules=rules, pairs=1)
    assert hanamikoji.match([one, "random"], rules=ONE, pairs=1).pairings[0].forfeits == (0, 0)
    known = hanamikoji.InformationSet(f"+.. 1 ABC - {ONE}")
    for use in (
        lambda: hanamikoji.policy(one, known),
        lambda: hanamikoji.Player(one, ONE).decide(known),
        lambda: hanamikoji.beliefs(f"+.. 2 ABC 1X {ONE}", one),
        lambda: hanamikoji.Player(one, ONE).check_round(hanamikoji.Round(ONE, "+..")),
    ):
        with pytest.raises(hanamachi.UnsuitedError, match="the markers"):
            use()
    assert abs(sum(hanamikoji.policy(marked, known).values()) - 1) < 1e-9
    hanamikoji.Player(one, ONE).check_round(hanamikoji.Round(ONE))


def test_rounds_are_worth_what_their_favour_table_says(table):
    rounds = [hanamikoji.Round(GAME, "+.."), hanamikoji.Round(GAME, "+..", table), hanamikoji.Round(ONE, "+..")]
    assert [found.continuation for found in rounds] == ["rule_of_thumb", "favour_table", "none"]
    assert [found.favour_table is None for found in rounds] == [True, False, True]
    assert rounds[0] != rounds[1]
    for found in rounds:
        assert pickle.loads(pickle.dumps(found)) == found == copy.deepcopy(found)
    assert hanamikoji.Round().continuation == "favour_table"

    def utilities(state):
        if state.to_act == -4:
            return {state.utility}
        moves = [number for number, _ in state.chance_outcomes()] or state.legal_actions()
        return set().union(*(utilities(state.play(number)) for number in moves[:2]))

    by_thumb, by_table, by_limit = (utilities(found.start()) for found in rounds)
    assert by_thumb != by_table and by_limit <= {-1.0, 0.0, 1.0}


def test_favour_tables_of_other_rules_and_other_files_are_refused(table, tmp_path):
    with pytest.raises(hanamachi.UnsuitedError, match="the favour table is for"):
        hanamikoji.Round("geisha=3,4 actions=1,2", favour_table=table)
    with pytest.raises(hanamachi.UnsuitedError, match="the favour table is for"):
        hanamachi.cfr(rules="", favour_table=table)
    other = tmp_path / "other"
    other.write_bytes(b"nothing")
    with pytest.raises(hanamachi.TableError):
        hanamachi.cfr(rules=GAME, favour_table=other)
    with pytest.raises(FileNotFoundError):
        hanamikoji.exploit("random", rules=GAME, favour_table=tmp_path / "none")
    with pytest.raises(TypeError, match="^favour_table: "):
        hanamikoji.Round(GAME, favour_table=5)
    player = hanamikoji.Player("ismcts:iterations=20", GAME, table)
    assert pickle.loads(pickle.dumps(player)) == player != hanamikoji.Player("ismcts:iterations=20", GAME)


def test_openspiel_plays_the_same_round(tmp_path):
    pyspiel = pytest.importorskip("pyspiel")
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    import hanamachi.openspiel

    path = favours(tmp_path / "favour.table", SMALL)
    for markers, parameters in (("", {}), ("fnn", {}), ("fnn", {"favour_table": str(path)}), ("", {"rounds": "1"})):
        rules = SMALL + (" rounds=1" if "rounds" in parameters else "")
        given = {"rules": hanamachi.openspiel.rules_parameter(rules), "markers": markers}
        given.update({name: value for name, value in parameters.items() if name == "favour_table"})
        game = pyspiel.load_game("hanamikoji", given)
        favour = markers.translate(str.maketrans("fsn", "+-.")) or None
        question = {"rules": rules, "favour": favour, "favour_table": given.get("favour_table")}
        solved = hanamachi.cfr(iterations=20, **question)
        assert game.round.continuation == solved.continuation
        table = tmp_path / "solved.table"
        table.unlink(missing_ok=True)
        solved.strategy.save(table)
        policy = hanamachi.openspiel.PlayerPolicy(game, f"table:{table}")
        theirs = exploitability.exploitability(game, policy)
        ours = hanamikoji.exploit(f"table:{table}", **question)
        assert abs(theirs - ours.exploitability) < 1e-9, question
        other = pyspiel.load_game("hanamikoji", {**given, "markers": "snn"})
        with pytest.raises(hanamachi.UnsuitedError, match="the markers"):
            hanamachi.openspiel.PlayerPolicy(other, f"table:{table}")


def test_a_missed_target_is_said():
    def stopped(**limits):
        return hanamachi.cfr("kuhn", algorithm="pcfr+", **limits).stopped

    assert stopped(iterations=100) is None
    assert stopped(iterations=10_000, exploitability=1e-6) is None
    assert stopped(iterations=100, exploitability=1e-6) == "iterations"
    assert stopped(iterations=10**9, exploitability=1e-20) == "precision"
    late = "... 1 ABC - geisha=2,3,4 actions=1,3"
    assert hanamikoji.evaluate(late, method="exact", exploitability=1e-12).stopped == "precision"
    assert hanamikoji.evaluate(late, method="exact", exploitability=1e-3).stopped is None
    # A search answers where the rest of the round is too large.
    early = "....... 1 ABCDEFG -"
    assert hanamikoji.evaluate(early, iterations=200).stopped is None
    assert hanamikoji.evaluate(early, iterations=200, exploitability=1e-3).stopped == "memory"
    assert hanamikoji.evaluate(early, time=0.5, exploitability=1e-3).stopped == "time"


RULES_OF = [(ONE, "none", False), (GAME, "rule_of_thumb", False), (GAME, "favour_table", True), (LIMITED, "favour_table", True)]


@pytest.mark.parametrize(("rules", "continuation", "has_table"), RULES_OF)
def test_advice_names_what_values_undecided_games(rules, continuation, has_table, table):
    favour_table = table if has_table else None
    flags = ["--favour-table", str(table)] if has_table else []
    position, record = f"... 1 ABC - {rules}", f"... C/AC/AC/BCBB 1A {rules}"

    evaluated = hanamikoji.evaluate(position, favour_table=favour_table)
    told = run("hanamikoji", "evaluate", position, *flags)
    assert evaluated.win.value == told["win"] and evaluated.over_hands.kind == told["over_hands"]["kind"]
    # Under a rule of thumb nothing is proved.
    assert evaluated.over_hands.kind == ("computed" if continuation == "rule_of_thumb" else "bounded")
    hinted = hanamikoji.hint(position, favour_table=favour_table)
    assert hinted.win == evaluated.win
    reviewed = hanamikoji.review(record, favour_table=favour_table)
    assert [of.data for of in hanamikoji.review_game([record], favour_table=favour_table)] == [reviewed.data]
    graded = run("hanamikoji", "review", record, *flags)
    assert [of.win.value for of in reviewed.decisions] == [of["win"] for of in graded["decisions"]]
    results = [evaluated, hinted, reviewed]
    if "round=" not in rules:
        matched = hanamikoji.match(["random", "greedy"], rules=rules, favour_table=favour_table, pairs=2)
        results.append(matched)
    for result in results:
        assert result.continuation == continuation
        assert (result.favour_table is not None) == (continuation == "favour_table")
        if has_table:
            assert (result.favour_table.source, result.favour_table.file) == ("file", str(table))
    for found in (told, graded):
        assert found["continuation"] == continuation
        assert (found["favour_table"] or {}).get("source") == {
            "none": None, "rule_of_thumb": "rule_of_thumb", "favour_table": "file",
        }[continuation]  # fmt: skip


def test_a_favour_table_changes_values_and_is_never_left_out(table):
    position = f"+.. 1 ABC - {GAME}"
    assert hanamikoji.evaluate(position).win != hanamikoji.evaluate(position, favour_table=table).win
    player = hanamikoji.Player("ismcts:iterations=20", GAME, table)
    hanamikoji.match([player, "random"], rules=GAME, favour_table=table, pairs=1)
    for use in (
        lambda: hanamikoji.match([player, "random"], rules=GAME, pairs=1),
        lambda: hanamikoji.exploit(player, rules=GAME, method="lbr", rounds=2, rollouts=2),
    ):
        with pytest.raises(hanamachi.UnsuitedError, match="was opened with a favour table"):
            use()
    for call in (hanamikoji.evaluate, hanamikoji.hint):
        with pytest.raises(hanamachi.UnsuitedError, match="the favour table is for"):
            call("....... 2 ABDEFG 4ACBD", favour_table=table)


def test_a_standard_position_is_valued_by_the_table_of_the_package():
    found = hanamikoji.evaluate("....... 2 ABDEFG 4ACBD", iterations=200)
    assert found.continuation == "favour_table"
    assert (found.favour_table.source, found.favour_table.file, len(found.favour_table.hash)) == ("built_in", None, 64)


# The last turns, solved; a search with other hands, and one without.
PAGES = [
    ("....... 2 ABDF 4CEFG-FG,4DGFF-DG,2XX,1G,1X", {}, []),
    (
        "+..-... 2 ABDFG 2XX,3EEG-E,1X",
        {"method": "ismcts", "iterations": 200, "seed": 3, "what_if": 20},
        ["--method", "ismcts", "--iterations", "200", "--seed", "3", "--what-if", "20"],
    ),
    ("....... 2 ABDEFG 4ACBD", {"iterations": 100, "what_if": 0}, ["--iterations", "100", "--what-if", "0"]),
]


@pytest.mark.parametrize(("text", "asked", "flags"), PAGES)
def test_the_page_of_a_position_is_that_of_the_program(text, asked, flags, tmp_path):
    theirs, ours = tmp_path / "theirs.html", tmp_path / "ours.html"
    subprocess.run([program(), "hanamikoji", "report", text, *flags, "-o", theirs, "-q"], check=True)
    done = []
    page = hanamikoji.InformationSet(text).report(ours, **asked, progress=lambda *now: done.append(now))
    assert ours.read_bytes() == theirs.read_bytes() == page.encode()
    assert all(now <= total for now, total in done)
    with pytest.raises(FileExistsError):
        hanamikoji.InformationSet(text).report(ours, **asked)


def test_a_page_names_the_favour_table(table, tmp_path):
    text = f"... 1 ABC - {GAME}"
    path = tmp_path / "theirs.html"
    flags = ["--method", "ismcts", "--iterations", "50", "--seed", "1", "--favour-table", table]
    subprocess.run([program(), "hanamikoji", "report", text, *flags, "-o", path, "-q"], check=True)
    page = hanamikoji.InformationSet(text).report(method="ismcts", iterations=50, seed=1, favour_table=table)
    assert page.encode() == path.read_bytes()
    with pytest.raises(hanamachi.UnsuitedError, match="the favour table is for"):
        hanamikoji.InformationSet("....... 2 ABDEFG 4ACBD").report(iterations=50, favour_table=table)
