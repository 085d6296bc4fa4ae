#!/usr/bin/env python3
"""How much the strategies that `hanamachi hana evaluate` prints lose by the values printed beside them.

    hanamachi hana match policy policy --pairs 40 --seed 78 -o games.jsonl
    scripts/self_loss.py games.jsonl [--hanamachi target/release/hanamachi] [--positions 90] [--threads 1]

The positions are decisions of the recorded games, with the markers as they came: one of each round, at turns 1 to 6 in
order. Prints JSON: the mean and the largest `self_loss`, in points of a game, and the milliseconds of an evaluation, over all
positions and by turn. Needs only Python 3.9.
"""

import argparse
import json
import random
import subprocess

from equilibrium_findings import decisions, read_records

TURNS = 6


def positions_of(records, count):
    """Pairs of a turn, from 0, and an information set."""
    for number, record in enumerate(records[:count]):
        turn = number % TURNS
        for at, seat, favour, hand, history, _ in decisions(record):
            if at == turn:
                yield turn, f"{favour} {seat + 1} {hand} {history}"


def summary(answers):
    losses = [100 * answer["advice"]["self_loss"] for answer in answers]
    times = sorted(answer["elapsed_ms"] for answer in answers)
    return {
        "positions": len(losses),
        "solved": sum(answer["method"] in ("exact", "live") for answer in answers),
        "mean": round(sum(losses) / len(losses), 2),
        "largest": round(max(losses), 2),
        "median_ms": round(times[len(times) // 2]),
        "most_ms": round(times[-1]),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records")
    parser.add_argument("--hanamachi", default="target/release/hanamachi")
    parser.add_argument("--positions", type=int, default=90)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    records = read_records(args.records)
    random.Random(1).shuffle(records)
    asked = list(positions_of(records, args.positions))
    command = [args.hanamachi, "hana", "evaluate", "-", "--seed", "1", "--json", "--threads", str(args.threads)]
    told = subprocess.run(command, input="\n".join(of[1] for of in asked), text=True, capture_output=True, check=True)
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    by_turn = {turn: [answer for (at, _), answer in zip(asked, answers) if at == turn] for turn in range(TURNS)}
    found = {"all": summary(answers), "by_turn": {turn + 1: summary(of) for turn, of in by_turn.items() if of}}
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
