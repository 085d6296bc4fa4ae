#!/usr/bin/env python3
"""Compares the search with the exact solution in the last two turns of rounds of Hanamikoji.

Plays games, takes decisions of the last two turns in which there is a choice, and asks `hanamikoji evaluate` about each twice: solved, and
searched. The loss of the search is the value of the best action minus the value of the action that the search would play most, both
values from the solution: against the opponent's equilibrium strategy, with best responses afterwards. Needs Python 3.9 and its
standard library alone.

    scripts/compare_endgames.py --positions 102 --seed 1 --iterations 100000 -o results/hanamikoji-endgames/uniform.json
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

PLAYERS = ["random", "greedy", "learned"]
ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(program, *arguments, text=None):
    command = [program, "hanamikoji", *arguments]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


def positions_of(program, player, count, seed):
    """Information sets of the last two turns in which the reader has a choice, at most one a round, in random order."""
    with tempfile.TemporaryDirectory() as folder:
        games = pathlib.Path(folder) / "games.jsonl"
        run(program, "match", player, player, "--pairs", str(count), "--seed", str(seed), "-q", "-o", str(games))
        records = [
            record
            for line in games.read_text().splitlines()
            for record in json.loads(line).get("records", [])
        ]
    generator = random.Random(seed)
    records = sorted(set(records))
    generator.shuffle(records)
    found = []
    for line in run(program, "replay", "-", "--json", text="\n".join(records) + "\n").splitlines():
        late = [
            decision["information_set"]
            for decision in json.loads(line)["decisions"]
            if turns_over(decision["information_set"]) >= 6
        ]
        if not late:
            continue
        legal = [json.loads(answer) for answer in run(program, "legal", "-", "--json", text="\n".join(late) + "\n").splitlines()]
        choices = [known for known, answer in zip(late, legal) if len(answer["actions"]) > 1]
        if choices:
            found.append(generator.choice(choices))
        if len(found) == count:
            return found
    sys.exit(f"only {len(found)} positions of {player}: play more games")


def turns_over(information_set):
    """Number of complete turns; an offer without an answer is incomplete."""
    history = information_set.split()[3].split(",")
    is_open = history[-1][0] in "34" and "-" not in history[-1]
    return len(history) - is_open


def compare(exact, searched):
    values = {action["action"]: action["win"] for action in exact["actions"]}
    shares = {action["action"]: action["probability"] for action in exact["actions"]}
    best = max(values, key=values.get)
    played = max(searched["actions"], key=lambda action: action["probability"])["action"]
    most = max(shares, key=shares.get)
    return {
        "information_set": exact["information_set"],
        "actions": len(values),
        "exact_win": exact["win"],
        "searched_win": searched["win"],
        "searched_se": searched["se"],
        "best": best,
        "exact_plays_most": most,
        "search_plays_most": played,
        "lost": values[best] - values[played],
        "probability_in_equilibrium": shares[played],
        "exploitability": exact["exploitability"],
        "exact_ms": exact["elapsed_ms"],
        "searched_ms": searched["elapsed_ms"],
    }


def summary(rows):
    lost = [row["lost"] for row in rows]
    mean = sum(lost) / len(lost)
    variance = sum((one - mean) ** 2 for one in lost) / max(len(lost) - 1, 1)
    return {
        "positions": len(rows),
        "mean_lost": mean,
        "mean_lost_se": (variance / len(lost)) ** 0.5,
        "most_lost": max(lost),
        "lost_over_a_tenth_of_a_per_cent": sum(one > 0.001 for one in lost),
        "lost_over_one_per_cent": sum(one > 0.01 for one in lost),
        "another_action": sum(row["search_plays_most"] != row["exact_plays_most"] for row in rows),
        "never_played_in_equilibrium": sum(row["probability_in_equilibrium"] < 0.01 for row in rows),
        "mean_difference_of_values": sum(abs(row["exact_win"] - row["searched_win"]) for row in rows) / len(rows),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "target" / "release" / "hanamachi"))
    parser.add_argument("--positions", type=int, default=102, help="in all, the same number of each player's games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=100_000)
    parser.add_argument("--reach", choices=["uniform", "learned"], default="uniform", help="model of the play so far for both methods")
    parser.add_argument("-o", "--output", help="write JSON here, not to standard output")
    arguments = parser.parse_args()
    each = arguments.positions // len(PLAYERS)
    rows = []
    for player in PLAYERS:
        sets = positions_of(arguments.program, player, each, arguments.seed)
        text = "\n".join(sets) + "\n"
        common = ["evaluate", "-", "--json", "--seed", str(arguments.seed)]
        exact = ["--method", "exact", "--exploitability", "0.0005", "--reach", arguments.reach]
        search = ["--method", "ismcts", "--iterations", str(arguments.iterations), "--opponent", arguments.reach]
        solved = run(arguments.program, *common, *exact, text=text).splitlines()
        searched = run(arguments.program, *common, *search, text=text).splitlines()
        for one, other in zip(map(json.loads, solved), map(json.loads, searched)):
            rows.append({"players": player, **compare(one, other)})
    report = {
        "seed": arguments.seed,
        "iterations": arguments.iterations,
        "reach": arguments.reach,
        "all": summary(rows),
        "by_players": {player: summary([row for row in rows if row["players"] == player]) for player in PLAYERS},
        "rows": rows,
    }
    text = json.dumps(report, indent=1) + "\n"
    if arguments.output:
        pathlib.Path(arguments.output).write_text(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
