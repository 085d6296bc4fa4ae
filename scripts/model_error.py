#!/usr/bin/env python3
"""Measures the effect of the block size alone on the values of the search of Hanamikoji.

Plays games of `learned` against itself, takes decisions with a choice, at most one a round, and searches each with blocks of several
sizes. The spread of a position is the largest value less the smallest. The standard errors that the search prints do not include it: they come
from blocks of one size. Needs Python 3.9 and its standard library alone.

    scripts/model_error.py --positions 20 --seed 1 --iterations 2000000 -o results/hanamikoji-model-error.json
"""

import argparse
import json
import pathlib
import random
import tempfile

from compare_endgames import ROOT, run, turns_over

BLOCKS = [2_000, 20_000, 100_000]
TURNS = range(6)


def positions_by_turn(program, count, seed):
    """For each number of complete turns this many information sets with a choice, in random order."""
    with tempfile.TemporaryDirectory() as folder:
        games = pathlib.Path(folder) / "games.jsonl"
        pairs = str(4 * count * len(TURNS))
        run(program, "match", "learned", "learned", "--pairs", pairs, "--seed", str(seed), "-q", "-o", str(games))
        records = {
            record
            for line in games.read_text().splitlines()
            for record in json.loads(line).get("records", [])
        }
    records = sorted(records)
    generator = random.Random(seed)
    generator.shuffle(records)
    found = {turn: [] for turn in TURNS}
    for line in run(program, "replay", "-", "--json", text="\n".join(records) + "\n").splitlines():
        # The turn that has the fewest positions so far takes from this round.
        turn = min(TURNS, key=lambda turn: len(found[turn]))
        if len(found[turn]) == count:
            break
        sets = [decision["information_set"] for decision in json.loads(line)["decisions"]]
        sets = [known for known in sets if (turns_over(known) if known.split()[3] != "-" else 0) == turn]
        if not sets:
            continue
        known = generator.choice(sets)
        if len(json.loads(run(program, "legal", known, "--json"))["actions"]) > 1:
            found[turn].append(known)
    return found


def summary(spreads):
    spreads = sorted(spreads)
    return {
        "positions": len(spreads),
        "mean": sum(spreads) / len(spreads),
        "median": spreads[len(spreads) // 2],
        "nine_tenths": spreads[9 * len(spreads) // 10],
        "largest": spreads[-1],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "target" / "release" / "hanamachi"))
    parser.add_argument("--positions", type=int, default=20, help="for each number of complete turns")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=2_000_000)
    parser.add_argument("-o", "--output", help="write JSON here, not to standard output")
    arguments = parser.parse_args()
    rows = []
    for turn, sets in positions_by_turn(arguments.program, arguments.positions, arguments.seed).items():
        text = "\n".join(sets) + "\n"
        common = ["evaluate", "-", "--json", "--method", "ismcts", "--iterations", str(arguments.iterations)]
        common += ["--seed", str(arguments.seed)]
        answers = [run(arguments.program, *common, "--block", str(block), text=text).splitlines() for block in BLOCKS]
        for known, *found in zip(sets, *([json.loads(line) for line in lines] for lines in answers)):
            wins = [answer["win"] for answer in found]
            best = [max(answer["actions"], key=lambda action: action["win"] or 0)["action"] for answer in found]
            rows.append({
                "information_set": known,
                "turns_over": turn,
                "wins": wins,
                "se": [answer["se"] for answer in found],
                "best": best,
                "spread": max(wins) - min(wins),
            })
    by_turn = {turn: summary([row["spread"] for row in rows if row["turns_over"] == turn]) for turn in TURNS}
    report = {
        "seed": arguments.seed,
        "iterations": arguments.iterations,
        "blocks": BLOCKS,
        "all": summary([row["spread"] for row in rows]),
        "another_best": sum(len(set(row["best"])) > 1 for row in rows),
        "by_turns_over": by_turn,
        "rows": rows,
    }
    text = json.dumps(report, indent=1) + "\n"
    if arguments.output:
        pathlib.Path(arguments.output).write_text(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
