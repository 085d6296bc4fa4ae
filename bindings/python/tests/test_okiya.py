"""Okiya: objects, values, winners of many gardens."""

import pickle
import signal
import subprocess
import threading
import time
import xml.etree.ElementTree

import numpy as np
import pytest
from conftest import positions, program, run, seeds
from hypothesis import given

import hanamachi
from hanamachi import hanamikoji, okiya

GARDEN = "05af/b4c1/27d8/3e96"


@given(seeds)
def test_gardens_are_read_as_they_are_written(seed):
    garden = okiya.Garden.random(seed)
    assert okiya.Garden(str(garden)) == okiya.Garden(garden.long) == garden
    assert okiya.Garden.from_tiles(garden.tiles) == okiya.Garden.from_rank(garden.rank) == garden
    assert hash(okiya.Garden(garden.long)) == hash(garden)
    assert pickle.loads(pickle.dumps(garden)) == garden
    assert eval(repr(garden), {"Garden": okiya.Garden}) == garden
    assert garden.canonical().rank == garden.class_rank <= garden.rank


@given(positions())
def test_positions_are_read_as_they_are_written(position):
    assert okiya.Position(str(position)) == pickle.loads(pickle.dumps(position)) == position
    assert hash(okiya.Position(str(position))) == hash(position)
    x, o, moves = position.bitboards
    assert (okiya.cells(x), okiya.cells(o), okiya.cells(moves)) == (position.x, position.o, position.moves)
    assert position.tiles_left == 16 - len(position.x) - len(position.o)
    for cell in range(16):
        name = okiya.cells(1 << cell)[0]
        if name in position.moves:
            assert position.play(cell) == position.play(name)
        else:
            with pytest.raises(hanamachi.IllegalMoveError) as refused:
                position.play(cell)
            assert (refused.value.move, refused.value.field) == (name, "moves")


@pytest.mark.parametrize("rule", ["draw", "last"])
def test_the_page_of_a_garden_is_that_of_the_program(tmp_path, rule):
    theirs, ours = tmp_path / "theirs.html", tmp_path / "ours.html"
    subprocess.run([program(), "okiya", "report", GARDEN, "--full", rule, "-o", theirs, "-q"], check=True)
    page = okiya.Garden(GARDEN).report(ours, full_board=rule)
    assert ours.read_bytes() == theirs.read_bytes() == page.encode()
    with pytest.raises(FileExistsError):
        okiya.Garden(GARDEN).report(ours)
    with pytest.raises(ValueError, match="full_board: expected `draw` or `last`"):
        okiya.Garden(GARDEN).report(full_board="both")


def test_positions_do_not_change():
    position = okiya.Position(GARDEN)
    with pytest.raises(AttributeError):
        position.last = "a1"
    after = position.play("a2")
    assert position.last is None and after.last == "a2" and len({position, after, after}) == 2
    assert position < after or after < position


def test_a_refused_text_says_where():
    with pytest.raises(hanamachi.ParseError) as refused:
        okiya.Garden("05af/b4c1/27d8/3e9f")
    error = refused.value
    assert (error.code, error.field, error.line, error.column) == ("invalid_garden", "garden", 1, 19)
    assert error.text[slice(*error.span)] == "f" and isinstance(error, ValueError)
    assert pickle.loads(pickle.dumps(error)).column == 19
    with pytest.raises(hanamachi.ParseError) as refused:
        okiya.Position("05af/b4c1/27d8/3e96 moves a2 z9")
    assert (refused.value.field, refused.value.column) == ("moves", 30)
    with pytest.raises(hanamachi.ParseError, match=r"^gardens\[1\]: tile 3 lies on an earlier cell") as refused:
        okiya.ranks(np.array([range(16), [3] * 16], dtype=np.uint8))
    assert (refused.value.field, refused.value.column) == ("garden", 2)
    short = ["05af/b4c1/27d8/3e96"] * 3 + ["05af"]
    for name, ask in (("gardens", okiya.verdicts), ("gardens", okiya.ranks), ("positions", okiya.solve_many)):
        with pytest.raises(hanamachi.ParseError, match=rf"^{name}\[3\]: a garden has 16 tiles") as refused:
            ask(short)
        assert refused.value.text == "05af"


@given(positions(least=2))
def test_solutions_are_those_of_the_program(position):
    for full_board in ("draw", "last"):
        told = run("okiya", "solve", str(position), "--full", full_board, "--lines")
        solution = okiya.solve(position, full_board)
        for key in ("outcome", "plies_to_end", "tiles_left", "score", "ending", "kind"):
            assert getattr(solution, key) == told[key], key
        assert solution.among_all_gardens == (told["among_all_gardens"] or {}).get("gardens")
        assert list(solution.line) == told["line"]
        assert len(solution.moves) == len(told["moves"])
        for move, other in zip(solution.moves, told["moves"]):
            mine = {**vars(move), "line": list(move.line), "tile": f"{move.tile:x}"}
            assert mine == other


def test_what_is_solved_together_is_what_is_solved_alone():
    gardens = [okiya.Garden.from_tiles(row) for row in okiya.random_gardens(140, seed=5)]
    done = []
    together = okiya.solve_many(gardens, progress=lambda *told: done.append(told))
    assert done[-1] == (140, 140)
    for garden, solution in list(zip(gardens, together))[::10]:
        alone = okiya.solve(garden, threads=1)
        assert (solution.moves, solution.line, solution.score) == (alone.moves, alone.line, alone.score)
        assert (solution.method, alone.method) == ("bit-sliced", "alpha-beta")


def test_random_gardens_are_those_of_the_program():
    told = run("okiya", "random", "--seed", "7", "--count", "3")
    assert told["garden"] == str(okiya.Garden.random(7))
    gardens = okiya.random_gardens(3, seed=7)
    assert gardens.shape == (3, 16) and gardens.dtype == np.uint8
    assert okiya.ranks(gardens)[0] == told["rank"] and okiya.class_ranks(gardens)[0] == told["class"]
    assert (okiya.gardens_of_ranks(okiya.ranks(gardens)) == gardens).all()


def test_verdicts_are_those_of_the_program():
    gardens = okiya.random_gardens(200, seed=3)
    texts = [str(okiya.Garden.from_tiles(row)) for row in gardens]
    for full_board in ("draw", "last"):
        found = okiya.verdicts(gardens, full_board)
        assert (found.outcome.dtype, found.nodes.dtype, found.outcome.shape) == (np.int8, np.uint32, (200,))
        told = run("okiya", "solve", "-", "--verdict", "--full", full_board, lines=texts)
        assert ["loss draw win".split()[outcome + 1] for outcome in found.outcome] == [one["outcome"] for one in told]
    assert (okiya.verdicts(texts, threads=1).outcome == okiya.verdicts(gardens, threads=2).outcome).all()


def test_verdicts_of_nothing():
    assert okiya.verdicts([]).outcome.shape == (0,)


def test_words_of_rules_are_read_in_any_case():
    assert okiya.solve(GARDEN, "LAST").full_board == "last"
    assert okiya.Position.start(okiya.Garden(GARDEN)).winner("Draw") is None
    known = hanamikoji.InformationSet("....... 1 ABCDEFG - ROUNDS=3 TIEBREAK=CHARM_ONLY")
    assert str(known) == "....... 1 ABCDEFG - rounds=3 tiebreak=charm_only"


def test_arrays_that_are_no_gardens_are_refused():
    with pytest.raises(hanamachi.ParseError, match=r"shape \(n, 16\)"):
        okiya.verdicts(np.zeros((3, 5), dtype=np.uint8))
    with pytest.raises(ValueError, match=r"^ranks\[0\]: expected 0 to 20922789887999, found 20922789888000$"):
        okiya.gardens_of_ranks([20_922_789_888_000])
    with pytest.raises(ValueError, match="full_board"):
        okiya.solve(GARDEN, "first")
    with pytest.raises(ValueError, match="threads"):
        okiya.verdicts([GARDEN], threads=0)


def test_progress_ends_with_all_and_stops_what_it_refuses():
    gardens = okiya.random_gardens(5000, seed=1)
    told = []
    okiya.verdicts(gardens, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (5000, 5000) and told == sorted(told)

    def refuse(done, total):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        okiya.verdicts(gardens, progress=refuse)


def test_ctrl_c_stops_it():
    # Longer than anyone would wait.
    gardens = okiya.random_gardens(1_000_000, seed=1)
    threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        okiya.verdicts(gardens)
    assert time.monotonic() - started < 60


def test_other_threads_go_on():
    """The interpreter lock is released: another thread counts meanwhile."""
    counted, over = [0], threading.Event()

    def count():
        while not over.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    okiya.verdicts(okiya.random_gardens(20_000, seed=1))
    among = counted[0] - before
    over.set()
    thread.join()
    assert among > 5


def test_limits():
    with pytest.raises(hanamachi.LimitError) as refused:
        okiya.solve(GARDEN, nodes=10)
    assert refused.value.limit == "nodes"
    with pytest.raises(hanamachi.LimitError) as refused:
        okiya.verdicts(okiya.random_gardens(1_000_000, seed=1), time=0.1)
    assert refused.value.limit == "time"


@given(positions())
def test_boards_are_drawn(position):
    for picture in (position, position.garden):
        drawn = xml.etree.ElementTree.fromstring(picture._repr_svg_())
        assert drawn.tag.endswith("svg")


def test_solutions_are_drawn():
    picture = okiya.solve(GARDEN)._repr_svg_()
    xml.etree.ElementTree.fromstring(picture)
    assert "+1" in picture and "−" in picture
