"""Ctrl-C is heard by every long call, and time limits end those that have one."""

import gc
import signal
import subprocess
import sys
import threading
import time

import pytest

import hanamachi
from hanamachi import hanamikoji, okiya

TINY = "geisha=2,2,3 actions=1,2 rounds=1"
START = hanamikoji.InformationSet("....... 1 ABCDEFG -")
RECORD = "....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F"
MANY = 10**12
GARDENS = okiya.random_gardens(2_000_000, seed=1)

# Each would take minutes at least.
CALLS = {
    "solve_many": lambda: okiya.solve_many(["05af/b4c1/27d8/3e96"] * 200_000),
    "random_gardens": lambda: okiya.random_gardens(12_000_000, seed=1),
    "class_ranks": lambda: okiya.class_ranks(GARDENS),
    "evaluate": lambda: hanamikoji.evaluate(START, method="ismcts", iterations=MANY),
    "exploit": lambda: hanamikoji.exploit("greedy", method="lbr", rounds=MANY),
    "match": lambda: hanamikoji.match(["random", "greedy"], pairs=MANY),
    "review": lambda: hanamikoji.review(RECORD, iterations=MANY),
    "hint": lambda: hanamikoji.hint(START, iterations=MANY),
    "train": lambda: hanamikoji.train(rules=TINY, rounds=MANY),
    "policy": lambda: hanamikoji.policy("best:time=8", START),
    "cfr": lambda: hanamachi.cfr("kuhn", iterations=MANY),
}


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_is_heard(name):
    sent = []

    def interrupt():
        sent.append(time.monotonic())
        signal.raise_signal(signal.SIGINT)

    threading.Timer(0.3, interrupt).start()
    # An interrupt that arrives while a test tool watches garbage collection is lost there.
    gc.disable()
    try:
        with pytest.raises(KeyboardInterrupt):
            CALLS[name]()
    finally:
        gc.enable()
    # Usually far less, unless the machine is busy.
    assert time.monotonic() - sent[0] < 30


@pytest.mark.parametrize("name", ["evaluate", "match", "train", "cfr"])
def test_what_has_an_answer_by_then_says_that_it_was_cut_short(name):
    limited = {
        "evaluate": lambda: hanamikoji.evaluate(START, method="ismcts", iterations=MANY, block=100, time=0.5),
        "match": lambda: hanamikoji.match(["random", "greedy"], pairs=MANY, time=0.5),
        "train": lambda: hanamikoji.train(rules=TINY, rounds=MANY, time=0.5),
        "cfr": lambda: hanamachi.cfr("kuhn", iterations=MANY, time=0.5),
    }
    assert limited[name]().stopped == "time"


@pytest.mark.parametrize("name", ["review", "local"])
def test_what_has_none_says_so(name):
    most = 2**32 - 1
    limited = {
        "review": lambda: hanamikoji.review(RECORD, iterations=MANY, time=0.3),
        "local": lambda: hanamikoji.exploit("greedy", method="lbr", rounds=2, rollouts=most, time=0.3),
    }
    with pytest.raises(hanamachi.LimitError) as refused:
        limited[name]()
    assert refused.value.limit == "time"


# One decision of this player takes an hour. It goes on in the background until the program ends.
LEFT = """
import gc, signal, threading
from hanamachi import LimitError, hanamikoji, okiya

signal.signal(signal.SIGINT, signal.default_int_handler)
gc.disable()
START, SLOW = "....... 1 ABCDEFG -", "best:rollouts=100000000"

CALLS = [
    lambda **limits: hanamikoji.match([SLOW, "random"], **limits),
    lambda **limits: hanamikoji.exploit(SLOW, method="lbr", rounds=2, rollouts=10, **limits),
    lambda **limits: hanamikoji.exploit(SLOW, method="scripted", rounds=2, **limits),
]
for call in [*CALLS, lambda: hanamikoji.policy(SLOW, START), lambda: hanamikoji.Player(SLOW).decide(hanamikoji.InformationSet(START))]:
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    try:
        call()
    except KeyboardInterrupt:
        print("interrupted")
for call in CALLS:
    try:
        call(time=0.3)
    except LimitError as error:
        print(error.limit)
print(okiya.solve("05af/b4c1/27d8/3e96").outcome)
"""


def test_what_cannot_be_stopped_is_left():
    ended = subprocess.run([sys.executable, "-c", LEFT], capture_output=True, text=True, timeout=120)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.split() == ["interrupted"] * 5 + ["time"] * 3 + ["win"]
