"""Shared by the tests: the program, and random positions."""

import json
import os
import pathlib
import signal
import subprocess
import sys

import pytest
from hypothesis import settings, strategies

from hanamachi import hanamikoji, okiya

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]

# Tests have no deadline, and their random inputs are reproducible.
settings.register_profile("here", deadline=None, derandomize=True, max_examples=40)
settings.load_profile("here")


# A shell starts background processes with Ctrl-C ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)


def program():
    """The program of the same repository: that of HANAMACHI, or the one that was built."""
    named = os.environ.get("HANAMACHI")
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
    name = "hanamachi.exe" if sys.platform == "win32" else "hanamachi"
    built = [pathlib.Path(named)] if named else [target / kind / name for kind in ("debug", "release")]
    found = [path for path in built if path.exists()]
    if not found:
        pytest.fail(f"no program at {', '.join(map(str, built))}: cargo build, or set HANAMACHI")
    return found[0]


def run(*arguments, lines=()):
    """The program's JSON output; a list for lines on standard input."""
    text = "\n".join(lines)
    done = subprocess.run(
        [program(), *arguments, "--json", "-q"], input=text, capture_output=True, text=True, check=False
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return answers if lines else answers[0]


seeds = strategies.integers(min_value=0, max_value=2**53 - 1)


@strategies.composite
def positions(draw, least=0):
    """Positions of Okiya that a game can reach, with at least this many tokens."""
    position = okiya.Position.start(okiya.Garden.random(draw(seeds)))
    for _ in range(draw(strategies.integers(least, 16))):
        if position.is_over:
            break
        position = position.play(draw(strategies.sampled_from(position.moves)))
    return position


REDUCED = ("", "geisha=2,2,3 actions=1,2 rounds=1", "geisha=2,3,4 actions=1,3", "rounds=3 round=2 tiebreak=none")


@strategies.composite
def records(draw, rules=REDUCED):
    """Rounds of Hanamikoji with all cards face up, stopped anywhere."""
    record = hanamikoji.RoundRecord.random_deal(draw(seeds), draw(strategies.sampled_from(rules)))
    for _ in range(draw(strategies.integers(0, 12))):
        if record.is_complete:
            break
        record = record.play(draw(strategies.sampled_from(record.legal_actions())))
    return record


@strategies.composite
def information_sets(draw, rules=REDUCED):
    """A player's information in such a round."""
    return draw(records(rules)).information_set(draw(strategies.sampled_from(["first", "second"])))
