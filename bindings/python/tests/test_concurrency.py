"""No call waits for another, and none takes more memory than there is."""

import itertools
import subprocess
import sys
import threading
import time

import pytest

import hanamachi
from hanamachi import hanamikoji, okiya

GARDEN = "05af/b4c1/27d8/3e96"
MANY = 10**12


def test_a_call_does_not_wait_for_the_calls_of_other_threads():
    finished = threading.Event()

    class Enough(Exception):
        pass

    def until_finished(done, total):
        if finished.is_set():
            raise Enough

    def long_call():
        with pytest.raises(Enough):
            hanamachi.cfr("kuhn", iterations=MANY, progress=until_finished)

    others = [threading.Thread(target=long_call) for _ in range(3)]
    for other in others:
        other.start()
    try:
        assert okiya.solve(GARDEN).outcome == okiya.solve(GARDEN, threads=1).outcome
        hanamikoji.policy("random", "....... 2 ABDEFG 4ACBD")
        assert all(other.is_alive() for other in others)
    finally:
        finished.set()
        for other in others:
            other.join()


@pytest.mark.parametrize("threads", [1, None])
def test_the_callback_of_a_call_may_call_too(threads):
    outcomes = []

    class Enough(Exception):
        pass

    def solve(done, total):
        outcomes.append(okiya.solve(GARDEN, threads=threads).outcome)
        raise Enough

    with pytest.raises(Enough):
        hanamachi.cfr("leduc", iterations=MANY, threads=threads, progress=solve)
    assert outcomes == [okiya.solve(GARDEN).outcome]


def test_a_time_limit_holds_beside_other_calls():
    started = time.monotonic()
    other = threading.Thread(target=lambda: hanamachi.cfr("kuhn", iterations=MANY, time=3))
    other.start()
    hanamachi.cfr("kuhn", iterations=MANY, time=0.2)
    assert other.is_alive() and time.monotonic() - started < 3
    other.join()


LIMITED = """
import resource
import numpy
from hanamachi import LimitError, Table, hanamikoji, okiya

with open("/proc/self/status") as status:
    used = 1024 * next(int(line.split()[1]) for line in status if line.startswith("VmSize"))
rows, ranks, table = numpy.zeros((30_000_000, 16), numpy.uint8), numpy.zeros(40_000_000, numpy.uint64), bytes(800_000_000)
positions = [okiya.Position("05af/b4c1/27d8/3e96")] * 500_000
held = rows.nbytes + ranks.nbytes + len(table)
resource.setrlimit(resource.RLIMIT_AS, (used + held + 700_000_000, resource.RLIM_INFINITY))
for call, given in [(okiya.ranks, rows), (okiya.verdicts, rows), (okiya.gardens_of_ranks, ranks), (Table.from_bytes, table), (okiya.solve_many, positions)]:
    try:
        call(given)
        print("no error of", call)
    except MemoryError as error:
        assert "available" in str(error), error
try:
    hanamikoji.evaluate("....... 2 ABDEFG 4ACBD", method="exact", memory=2**63)
    print("no error of exact")
except LimitError as error:
    assert error.limit == "memory", error
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much memory is left")
def test_what_does_not_fit_under_a_limit_raises():
    ended = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True, timeout=300)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_an_endless_path_of_a_round_is_refused():
    round_ = hanamikoji.Round("geisha=2,2,3 actions=1,2 rounds=1")
    with pytest.raises(hanamachi.IllegalMoveError):
        hanamikoji.RoundState.at(round_, itertools.repeat(0))
