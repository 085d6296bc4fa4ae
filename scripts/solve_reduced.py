#!/usr/bin/env python3
"""Solves reduced games of Hanamikoji one after another, and keeps a table of the results.

    cargo build --release --locked
    scripts/solve_reduced.py --family small results/hanamikoji-reduced/solved.csv
    scripts/solve_reduced.py --actions 1,2,3 --geisha 4,4,5 --threads 2 --time 300 results/hanamikoji-reduced/solved.csv
    scripts/solve_reduced.py --page results/hanamikoji-reduced/solved.csv > tables.md

Every game is solved by `hanamachi hanamikoji solve --json` until the exploitability is at most --exploitability or the
time is up; a line of the table has the exploitability reached. Games that the table has already are not solved again. Games that need more
memory or time than allowed are named on standard error and leave no line. Running with the `--iterations` of a line reproduces its figures, on any
machine and any number of threads.

Needs only Python 3.9 or newer.
"""

import argparse
import csv
import json
import subprocess
import sys
from pathlib import Path

COLUMNS = [
    "actions", "geisha", "tiebreak", "value", "low", "high", "exploitability", "information_sets", "choices", "histories",
    "states", "pairs", "memory_bytes", "compile_ms", "solve_ms", "algorithm", "iterations", "threads",
]  # fmt: skip
FAMILIES = {"small": ["1,2", "1,3", "1,4", "2,3"]}
GEISHA_AT_MOST = 7


def partitions(total, largest=None):
    """The ways to write a number as a sum, each in falling order."""
    if total == 0:
        yield []
        return
    for part in range(min(total, largest or total), 0, -1):
        for rest in partitions(total - part, part):
            yield [part, *rest]


def geisha_lists(actions):
    """Every list of two to seven geisha that has as many cards as these actions need."""
    cards = 2 * sum(map(int, actions.split(","))) + 1
    lists = [sorted(parts) for parts in partitions(cards) if 2 <= len(parts) <= GEISHA_AT_MOST]
    return [",".join(map(str, parts)) for parts in sorted(lists, key=lambda parts: (len(parts), parts))]


def command_of(args, game):
    actions, geisha, tiebreak = game
    rules = f"rounds=1 tiebreak={tiebreak} geisha={geisha} actions={actions}"
    limits = f"--algorithm {args.algorithm} --exploitability {args.exploitability} --time {args.time} --memory {args.memory} --threads {args.threads}"
    return [args.program, "hanamikoji", "solve", "--rules", rules, *limits.split(), "--json", "-q"]


def solve(args, game):
    """One line of the table, or nothing."""
    done = subprocess.run(command_of(args, game), capture_output=True, text=True, check=False)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        answer = {"error": {"message": done.stderr.strip()}}
    if "error" in answer or answer["value"] is None:
        reason = answer.get("error", {"message": "no iteration was finished"})["message"]
        print(*game, "not solved:", reason, file=sys.stderr, flush=True)
        return None
    if answer["exploitability"] > args.at_most:
        print(*game, f"not solved: exploitability {answer['exploitability']:.1e}", file=sys.stderr, flush=True)
        return None
    low, high = answer["value_bounds"]
    actions, geisha, tiebreak = game
    return {
        "actions": actions, "geisha": geisha, "tiebreak": tiebreak, "value": f"{answer['value']:.9f}",
        "low": f"{low:.9f}", "high": f"{high:.9f}", "exploitability": f"{answer['exploitability']:.3e}",
        "information_sets": answer["information_sets"], "choices": answer["choices"], "histories": answer["nodes"],
        "states": answer["states"], "pairs": answer["payoff_entries"], "memory_bytes": answer["memory_bytes"],
        "compile_ms": round(answer["build_ms"]), "solve_ms": round(answer["elapsed_ms"]), "algorithm": answer["algorithm"],
        "iterations": answer["iterations"], "threads": args.threads,
    }  # fmt: skip


def rows_of(path):
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def order(row):
    """By the number of cards, the actions and the geisha."""
    parts = [int(part) for part in row["geisha"].split(",")]
    return sum(parts), row["actions"], len(parts), parts, row["tiebreak"] != "none", row["algorithm"]


def write(path, rows):
    """Over the old table, whole or not at all."""
    new = path.with_suffix(".new")
    with new.open("w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(sorted(rows, key=order))
    new.replace(path)


def seconds(ms):
    return f"{int(ms) / 1000:.1f}" if int(ms) >= 100 else f"{int(ms) / 1000:.3f}"


def digits(row):
    """As many digits of the value as are proved, and one more."""
    width = max(float(row["high"]) - float(row["low"]), 1e-9)
    return next(digits for digits in range(3, 10) if width > 10.0 ** (1 - digits) / 2 or digits == 9)


def best(rows):
    """Of each game the line with the lowest exploitability."""
    least = {}
    for row in rows:
        game = row["actions"], row["geisha"], row["tiebreak"]
        if game not in least or float(row["exploitability"]) < float(least[game]["exploitability"]):
            least[game] = row
    return sorted(least.values(), key=order)


def page(rows):
    """The tables for a page, one for each set of actions."""
    names = ["geisha", "tiebreak", "value", "proved between", "exploitability", "sets", "choices", "histories", "states", "pairs"]
    names += ["MiB", "compiling, s", "solving, s", "algorithm", "iterations"]
    actions = None
    for row in best(rows):
        if row["actions"] != actions:
            actions = row["actions"]
            print(f"\n### Actions {actions}\n")
            print(f"| {' | '.join(names)} |")
            print("|:--|:--|--:|:-:|--:|--:|--:|--:|--:|--:|--:|--:|--:|:--|--:|")
        places = digits(row)
        value, low, high = (f"{float(row[name]) + 0.0:+.{places}f}" for name in ("value", "low", "high"))
        sizes = (f"{int(row[name]):,}" for name in ("information_sets", "choices", "histories", "states", "pairs"))
        exploitability = f"{max(float(row['exploitability']), 0):.1e}"
        memory = f"{int(row['memory_bytes']) / 2**20:.1f}"
        cells = [row["geisha"], row["tiebreak"], value, f"{low} to {high}", exploitability, *sizes, memory]
        cells += [seconds(row["compile_ms"]), seconds(row["solve_ms"]), row["algorithm"], f"{int(row['iterations']):,}"]
        print(f"| {' | '.join(cells)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", type=Path, help="the table, CSV")
    parser.add_argument("--page", action="store_true", help="print the table for a page and solve nothing")
    parser.add_argument("--family", choices=FAMILIES, help="every list of geisha for two small actions")
    parser.add_argument("--actions", default="1,3")
    parser.add_argument("--geisha", nargs="*", help="lists of geisha; every list if none is given")
    parser.add_argument("--tiebreak", nargs="*", default=["none", "charm"])
    parser.add_argument("--algorithm", default="dcfr")
    parser.add_argument("--exploitability", type=float, default=1e-6)
    parser.add_argument("--at-most", type=float, default=1e-4, help="the largest exploitability that counts as solved")
    parser.add_argument("--time", type=float, default=10, help="seconds for one game")
    parser.add_argument("--memory", default="4G")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--program", default="target/release/hanamachi")
    args = parser.parse_args()
    rows = rows_of(args.table)
    if args.page:
        return page(rows)
    families = FAMILIES[args.family] if args.family else [args.actions]
    games = [
        (actions, geisha, tiebreak)
        for actions in families
        for geisha in (args.geisha or geisha_lists(actions))
        for tiebreak in args.tiebreak
    ]
    for game in games:
        known = {(row["actions"], row["geisha"], row["tiebreak"], row["algorithm"]) for row in rows}
        if (*game, args.algorithm) in known:
            continue
        row = solve(args, game)
        if row:
            rows.append(row)
            write(args.table, rows)
            print(*game, row["value"], row["exploitability"], f"{row['solve_ms']} ms", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
