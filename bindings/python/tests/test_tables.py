"""Tables and CFR."""

import json
import pathlib
import subprocess

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


def test_a_census_is_what_is_solved(tmp_path):
    path = tmp_path / "some.census"
    run("okiya", "census", "--sample", "300", "--seed", "2", "-o", path)
    table = hanamachi.Table.open(path)
    frame = table.to_polars()
    words = {"win": 1, "draw": 0, "loss": -1}
    assert [words[word] for word in frame["outcome"]] == okiya.verdicts(frame["garden"]).outcome.tolist()
    assert frame["rank"].to_list() == okiya.ranks(frame["garden"]).tolist()
    records = table.records("records")
    assert records.shape == (300, 24) and isinstance(records, np.memmap) and not records.flags.writeable


def test_what_is_no_table_is_refused(tmp_path):
    path = tmp_path / "no.table"
    path.write_bytes(b"nothing")
    with pytest.raises(hanamachi.TableError) as refused:
        hanamachi.Table.open(path)
    assert refused.value.file == str(path)
    with pytest.raises(FileNotFoundError):
        hanamachi.Table.open(tmp_path / "none")
    whole = KEPT[0].read_bytes()
    for place in (20, len(whole) // 2, len(whole) - 5):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(hanamachi.TableError):
            hanamachi.Table.open(path).verify()


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


def test_a_solved_round_is_that_of_the_program_and_its_table_is_read_by_both(tmp_path):
    rules = "geisha=2,3,4 actions=1,3 tiebreak=none rounds=1"
    found = hanamachi.cfr(rules=rules, exploitability=1e-4, iterations=10_000)
    assert found.exploitability <= 1e-4
    told = run(
        "hanamikoji", "solve", "--geisha", "2,3,4", "--actions", "1,3", "--tiebreak", "none", "--algorithm", "dcfr",
        "--exploitability", "1e-4",
    )  # fmt: skip
    assert (found.iterations, found.value) == (told["iterations"], told["value"])
    path = tmp_path / "solved.table"
    found.strategy.save(path)
    with pytest.raises(FileExistsError):
        found.strategy.save(path)
    verified = subprocess.run([program(), "table", "verify", path, "--json", "-q"], capture_output=True, text=True)
    assert verified.returncode == 0, verified.stdout
    assert "value_and_exploitability" in json.loads(verified.stdout)["checked"]
    # How exploitable the table is, found by another road.
    rounded = found.strategy.metadata["details"]["exploitability_rounded_to_16_bits"]
    assert abs(hanamikoji.exploit(f"table:{path}", rules=rules).exploitability - rounded) < 1e-9
    frame = found.strategy.to_polars()
    sums = frame.group_by("key_hex").agg(polars.col("probability").sum())
    assert (sums["probability"] - 1).abs().max() < 1e-9


def test_what_cannot_be_solved_is_refused():
    with pytest.raises(hanamachi.LimitError) as refused:
        hanamachi.cfr(memory=1 << 20)
    assert refused.value.limit == "memory"
    for wrong in ({"algorithm": "x"}, {"game": "x"}, {"iterations": 0}):
        with pytest.raises(ValueError):
            hanamachi.cfr(**{"game": "kuhn", **wrong})
