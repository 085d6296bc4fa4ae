"""Tables and CFR."""

import errno
import json
import multiprocessing
import os
import pathlib
import pickle
import re
import shutil
import signal
import subprocess
import sys

import numpy as np
import polars
import pyarrow
import pyarrow.parquet
import pytest
from conftest import REPOSITORY, program, run

import hanamachi
from hanamachi import hanamikoji, okiya

KEPT = sorted((REPOSITORY / "tests/data/tables").glob("*.table"))


def rows_of(path):
    """Whether the program exports rows of this file, and those rows."""
    done = subprocess.run(
        [program(), "table", "export", path, "--format", "parquet"], capture_output=True, check=False
    )
    return pyarrow.parquet.read_table(pyarrow.BufferReader(done.stdout)) if done.returncode == 0 else None


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_rows_are_those_of_the_program(path):
    told = rows_of(path)
    if told is None:
        with pytest.raises(hanamachi.TableError, match="have no rows") as refused:
            hanamachi.Table.open(path)
        assert refused.value.file == str(path)
        return
    table = hanamachi.Table.open(path)
    table.verify()
    found = table.to_arrow()
    assert found.schema.equals(told.schema, check_metadata=False)
    assert found.equals(told)
    assert [column.name for column in table.columns] == found.column_names
    assert table.num_rows in (None, found.num_rows)
    assert pathlib.Path(table.path) == path and table.kind == table.metadata["kind"]
    frame = table.to_polars()
    assert frame.shape == (found.num_rows, found.num_columns)
    assert frame.equals(polars.from_arrow(told))
    assert table.to_pandas().shape == frame.shape
    assert pyarrow.schema(table).equals(found.schema)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_columns_are_chosen(path):
    try:
        table = hanamachi.Table.open(path)
    except hanamachi.TableError:
        return
    names = [column.name for column in table.columns]
    some = names[::-2]
    whole = table.to_arrow()
    for found in (table.to_arrow(some), table.select(some).to_arrow(), pyarrow.table(table.select(some))):
        assert found.equals(whole.select(some))
    assert table.to_polars(some).columns == list(table.to_pandas(some).columns) == some
    assert table.select(names[:0]).to_arrow().num_rows == whole.num_rows
    assert [column.name for column in table.select(some).columns] == some
    for wrong in (["nothing"], [names[0], names[0]]):
        with pytest.raises(ValueError, match=f"^columns: `{wrong[-1]}` is none of the columns, or is named twice: {names[0]}"):
            table.select(wrong)
    with pytest.raises(TypeError, match="^columns: expected several names"):
        table.select(names[0])


def test_progress_counts_rows_and_stops_what_it_refuses():
    table = hanamachi.Table.open(REPOSITORY / "results/okiya-solved/second-wins.hana")
    told = []
    rows = table.to_arrow(progress=lambda *counts: told.append(counts)).num_rows
    assert told[-1] == (rows, rows) == (table.num_rows, table.num_rows)

    def refuse(done, total):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        table.to_arrow(progress=refuse)


def hashes(table):
    """The table in another process."""
    return table.hash, table.to_arrow().num_rows


def test_tables_and_runs_are_pickled(tmp_path):
    path = tmp_path / "some.table"
    shutil.copy(KEPT[0].parent / "kuhn-policy.table", path)
    run = hanamachi.cfr("kuhn", iterations=20)
    for table in (hanamachi.Table.open(path), run.strategy, run.strategy.select(["key_hex", "probability"])):
        other = pickle.loads(pickle.dumps(table))
        assert other.to_arrow().equals(table.to_arrow()) and (other.path, other.hash) == (table.path, table.hash)
    again = pickle.loads(pickle.dumps(run))
    assert (again.value, again.history.tolist()) == (run.value, run.history.tolist())
    assert again.strategy.to_arrow().equals(run.strategy.to_arrow())
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(hashes, [table]) == hashes(table)
    # Another file in its place is not the one that was pickled.
    kept = pickle.dumps(hanamachi.Table.open(path))
    run.strategy.save(tmp_path / "other.table")
    os.replace(tmp_path / "other.table", path)
    with pytest.raises(hanamachi.TableError, match="not the file that was pickled") as refused:
        pickle.loads(kept)
    assert refused.value.file == str(path)


LARGE = "geisha=3,4,6 actions=1,2,3 tiebreak=none rounds=1"


@pytest.fixture(scope="module")
def large_table(tmp_path_factory):
    """A file of more than a megabyte, which is mapped."""
    path = tmp_path_factory.mktemp("large") / "large.table"
    hanamachi.cfr(rules=LARGE, iterations=1).strategy.save(path)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="a mapped file cannot be cut short there")
def test_a_file_that_was_cut_short_is_an_error(tmp_path, large_table):
    """A file of more than a megabyte is mapped; one that was read whole may change afterwards."""
    path = shutil.copy(large_table, tmp_path / "large.table")
    assert path.stat().st_size > 1 << 20
    mapped, read = hanamachi.Table.open(path), hanamachi.Table.open(path, mmap=False)
    rows = read.to_arrow().num_rows
    assert mapped.to_arrow().num_rows == rows
    with open(path, "r+b") as file:
        file.truncate(1000)
    for use in (mapped.verify, mapped.to_arrow, lambda: mapped.save(tmp_path / "copy")):
        with pytest.raises(hanamachi.TableError, match=f"^{re.escape(str(path))}: the file has been cut short"):
            use()
    assert not (tmp_path / "copy").exists()
    with pytest.raises(Exception, match="cut short"):
        pyarrow.table(mapped)
    read.verify()
    assert read.to_arrow().num_rows == rows


@pytest.mark.skipif(sys.platform == "win32", reason="a mapped file cannot be cut short there")
def test_a_player_whose_file_was_cut_short_is_an_error(tmp_path, large_table):
    path = shutil.copy(large_table, tmp_path / "large.table")
    player = hanamikoji.Player(f"table:{path}", LARGE)
    state = hanamikoji.Round(LARGE).start()
    while state.to_act < 0:
        state = state.play(state.chance_outcomes()[0][0])
    known = state.information_set(state.to_act)
    assert sum(player.probabilities(known).values()) == pytest.approx(1)
    with open(path, "r+b") as file:
        file.truncate(1000)
    for use in (
        lambda: player.probabilities(known),
        lambda: player.decide(known),
        lambda: hanamikoji.match([player, "random"], rules=LARGE, pairs=1),
        lambda: hanamikoji.exploit(player, rules=LARGE),
        lambda: hanamikoji.beliefs(known, player),
    ):
        with pytest.raises(hanamachi.TableError, match="the file has been cut short") as refused:
            use()
        assert refused.value.file == str(path)


@pytest.mark.skipif(sys.platform == "win32", reason="a mapped file cannot be replaced there")
def test_records_are_those_of_the_open_file(tmp_path, monkeypatch, large_table):
    path, other = shutil.copy(large_table, tmp_path / "some.table"), tmp_path / "other.table"
    monkeypatch.chdir(tmp_path)
    table = hanamachi.Table.open("some.table")
    name, offset, length, width = next(section for section in table.sections if section.record_bytes)
    whole = path.read_bytes()
    before = np.frombuffer(whole[offset : offset + length], np.uint8).reshape(-1, width)
    other.write_bytes(whole[:offset] + bytes(length) + whole[offset + length :])
    monkeypatch.chdir("/")
    assert (table.records(name) == before).all()
    os.replace(other, path)
    assert (table.records(name) == before).all()
    path.unlink()
    view = table.records(name)
    table.verify()
    del table
    assert (view == before).all()
    with pytest.raises(ValueError, match="WRITEABLE"):
        view.flags.writeable = True
    with pytest.raises(KeyError, match="nothing"):
        hanamachi.Table.open(KEPT[0]).records("nothing")


def test_relative_paths_are_made_absolute(tmp_path, monkeypatch):
    run = hanamachi.cfr("kuhn", iterations=2)
    rules = "geisha=2,2,3 actions=1,2 rounds=1"
    monkeypatch.chdir(tmp_path)
    run.strategy.save("kuhn.table")
    hanamachi.cfr(rules=rules, iterations=2).strategy.save("round.table")
    (tmp_path / "some.policy").write_bytes(hanamikoji.train(rules=rules, rounds=64).weights)
    opened = [
        hanamachi.Table.open("kuhn.table"),
        hanamikoji.Player("table:round.table", rules),
        hanamikoji.Player("policy:weights=some.policy", rules),
    ]
    monkeypatch.chdir("/")
    table, *players = opened
    assert table.path == str(tmp_path / "kuhn.table")
    assert pickle.loads(pickle.dumps(table)).hash == table.hash
    for player in players:
        assert pickle.loads(pickle.dumps(player)) == player and str(tmp_path) in player.name


def test_a_file_is_saved_whole_or_not_at_all(tmp_path, monkeypatch):
    run = hanamachi.cfr("kuhn", iterations=2)
    read, write = os.pipe()
    for wrong in (write, True, None):
        with pytest.raises(TypeError, match="^path: expected a str or os.PathLike object"):
            run.strategy.save(wrong)
    os.write(write, b"open")
    assert os.read(read, 9) == b"open"
    for file in (read, write):
        os.close(file)
    if sys.platform == "linux":
        resource = pytest.importorskip("resource")
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
        try:
            with pytest.raises(OSError):
                run.strategy.save(tmp_path / "full.table")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert not (tmp_path / "full.table").exists()


def test_a_census_is_what_is_solved(tmp_path):
    path = tmp_path / "some.census"
    run("okiya", "census", "--sample", "300", "--seed", "2", "-o", path)
    table = hanamachi.Table.open(path)
    frame = table.to_polars()
    words = {"win": 1, "draw": 0, "loss": -1}
    assert [words[word] for word in frame["outcome"]] == okiya.verdicts(frame["garden"]).outcome.tolist()
    assert frame["rank"].to_list() == okiya.ranks(frame["garden"]).tolist()
    records = table.records("records")
    assert records.shape == (300, 24) and not records.flags.owndata and not records.flags.writeable


def test_what_is_no_table_is_refused(tmp_path):
    path = tmp_path / "no.table"
    path.write_bytes(b"nothing")
    with pytest.raises(hanamachi.TableError) as refused:
        hanamachi.Table.open(path)
    assert refused.value.file == str(path)
    whole = KEPT[0].read_bytes()
    for place in (20, len(whole) // 2, len(whole) - 5):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(hanamachi.TableError):
            hanamachi.Table.open(path).verify()


@pytest.mark.parametrize("mmap", [True, False])
def test_errors_of_files_have_their_number_and_name(tmp_path, mmap):
    paths = {FileNotFoundError: tmp_path / "none", IsADirectoryError: tmp_path, OSError: tmp_path / "pipe"}
    if hasattr(os, "mkfifo"):
        os.mkfifo(paths[OSError])
    else:
        del paths[OSError]
    for kind, path in paths.items():
        with pytest.raises(OSError) as refused:
            hanamachi.Table.open(path, mmap=mmap)
        error = refused.value
        code = {FileNotFoundError: errno.ENOENT, IsADirectoryError: errno.EISDIR, OSError: errno.EINVAL}[kind]
        assert (type(error), error.errno, error.filename) == (kind, code, str(path))


def test_paths_of_other_kinds(tmp_path):
    class Bytes:
        def __fspath__(self):
            return os.fsencode(path)

    path = tmp_path / "kept.table"
    hanamachi.cfr("kuhn", iterations=2).strategy.save(Bytes())
    assert hanamachi.Table.open(Bytes()).path == str(path)
    for use in (hanamachi.Table.open, hanamachi.Table.open(path).save):
        with pytest.raises(ValueError, match="^path: expected a path without NUL"):
            use("a\0")


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "lcfr", "dcfr", "pcfr+"])
def test_runs_are_those_of_the_program(algorithm):
    told = run("cfr", "--game", "kuhn", "--algorithm", algorithm, "--iterations", "200")
    done = []
    found = hanamachi.cfr("kuhn", algorithm=algorithm, iterations=200, progress=lambda *told: done.append(told))
    assert (found.value, found.exploitability) == (told["value"], told["exploitability"])
    assert list(found.value_bounds) == told["value_bounds"] and list(found.gains) == told["gains"]
    assert found.history["iteration"].tolist() == [look["iteration"] for look in told["history"]]
    assert found.history["exploitability"].tolist() == [look["exploitability"] for look in told["history"]]
    assert done[-1] == (200, 200)
    assert len(found.seconds) == len(found.history) and found.seconds[0] >= 0
    assert found.seconds.tolist() == sorted(found.seconds.tolist()) == found.to_polars()["seconds"].to_list()


def test_a_solved_round_is_that_of_the_program_and_its_table_is_read_by_both(tmp_path):
    rules = "geisha=2,3,4 actions=1,3 tiebreak=none rounds=1"
    found = hanamachi.cfr(rules=rules, exploitability=1e-4, iterations=10_000)
    assert found.exploitability <= 1e-4
    told = run(
        "hanamikoji", "solve", "--rules", rules, "--algorithm", "dcfr", "--exploitability", "1e-4",
    )  # fmt: skip
    assert (found.iterations, found.value) == (told["iterations"], told["value"])
    path = tmp_path / "solved.table"
    found.strategy.save(path)
    with pytest.raises(FileExistsError):
        found.strategy.save(path)
    verified = subprocess.run([program(), "table", "verify", path, "--json", "-q"], capture_output=True, text=True)
    assert verified.returncode == 0, verified.stdout
    assert "value_and_exploitability" in json.loads(verified.stdout)["checked"]
    # The exploitability of the table, computed in another way.
    assert abs(hanamikoji.exploit(f"table:{path}", rules=rules).exploitability - found.exploitability) < 1e-9
    frame = found.strategy.to_polars()
    sums = frame.group_by("key_hex").agg(polars.col("probability").sum())
    assert (sums["probability"] - 1).abs().max() < 1e-9


def test_what_cannot_be_solved_is_refused():
    with pytest.raises(hanamachi.LimitError) as refused:
        hanamachi.cfr("leduc", memory=1 << 12)
    assert refused.value.limit == "memory"
    for wrong in ({"algorithm": "x"}, {"game": "x"}, {"iterations": 0}):
        with pytest.raises(ValueError):
            hanamachi.cfr(**{"game": "kuhn", **wrong})
