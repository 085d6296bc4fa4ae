#!/usr/bin/env python3
"""Solves the field's test games with OpenSpiel and with the program, and prints the figures side by side.

Kuhn poker, Leduc poker and liar's dice are solved by CFR+ and CFR: with OpenSpiel's solvers in C++, and with
`hanamachi cfr`. For each number of iterations it prints the exploitability of both average strategies (the mean gain of
the two best responses, as in OpenSpiel), and the time. OpenSpiel has Leduc poker with suits
distinguished and with suits merged; the program merges them, so both are included.

    pip install open_spiel
    cargo build --release --locked
    scripts/cross_check_cfr.py
    scripts/cross_check_cfr.py --games leduc --algorithms cfr+ --checkpoints 10 100 300 --csv leduc.csv
    scripts/cross_check_cfr.py --without program

Nothing is installed by the script. Both run on one thread, one after the other: run nothing else meanwhile.

Exit status: 0 when sizes and values agree and the program is nowhere more exploitable than OpenSpiel by more than
--tolerance of it (the exploitability of CFR+ fluctuates by a few per cent from one iteration to the next), 1 when
not, 2 when one of the two cannot be run.
"""

import argparse
import csv
import json
import os
import shutil
import subprocess
import sys
import time

# The names of the games in OpenSpiel; the last one has the program's size.
GAMES = {
    "kuhn": ["kuhn_poker"],
    "leduc": ["leduc_poker", "leduc_poker(suit_isomorphism=true)"],
    "liars_dice": ["liars_dice"],
}
ALGORITHMS = ("cfr+", "cfr")
CHECKPOINTS = (1, 2, 5, 10, 20, 50, 100, 200, 300)


def find_program(given):
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "target", "release", "hanamachi")
    program = given or (beside if os.path.exists(beside) else shutil.which("hanamachi"))
    if not program or not shutil.which(program):
        print("no program: cargo build --release --locked, or --program PATH", file=sys.stderr)
        sys.exit(2)
    return program


def find_open_spiel():
    try:
        import pyspiel
    except ImportError:
        print("no OpenSpiel: pip install open_spiel, or --without open_spiel", file=sys.stderr)
        sys.exit(2)
    return pyspiel


def size(game):
    """Number of information sets with a decision, and number of histories."""
    information_sets, nodes = set(), 0
    states = [game.new_initial_state()]
    while states:
        state = states.pop()
        nodes += 1
        if state.is_player_node():
            information_sets.add((state.current_player(), state.information_state_string()))
        if not state.is_terminal():
            states.extend(state.child(action) for action in state.legal_actions())
    return len(information_sets), nodes


def run_open_spiel(pyspiel, name, algorithm, checkpoints):
    """Exploitability, seconds and value after each of these numbers of iterations."""
    game = pyspiel.load_game(name)
    solver = {"cfr": pyspiel.CFRSolver, "cfr+": pyspiel.CFRPlusSolver}[algorithm](game)
    seconds, done, rows = 0.0, 0, []
    for iterations in checkpoints:
        start = time.perf_counter()
        for _ in range(done, iterations):
            solver.evaluate_and_update_policy()
        seconds += time.perf_counter() - start
        done = iterations
        policy = solver.average_policy()
        value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]
        rows.append((iterations, pyspiel.exploitability(game, policy), seconds, value))
    return rows


def run_program(program, game, algorithm, checkpoints):
    """The same for the program, and the sizes that it prints."""
    rows, sizes = [], None
    for iterations in checkpoints:
        command = [program, "cfr", "--game", game, "--algorithm", algorithm, "--iterations", str(iterations)]
        command += ["--threads", "1", "--json", "--quiet"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            print(f"{' '.join(command)}: exit {result.returncode}\n{result.stderr}", file=sys.stderr)
            sys.exit(2)
        run = json.loads(result.stdout)
        if run["iterations"] != iterations:
            print(f"{' '.join(command)}: {run['iterations']} iterations", file=sys.stderr)
            sys.exit(2)
        seconds = run["history"][-1]["elapsed_ms"] / 1000 if run["history"] else None
        rows.append((iterations, run["exploitability"], seconds, run["value"]))
        sizes = run["information_sets"], run["nodes"]
    return rows, sizes


def rate(iterations, seconds):
    return f"{iterations / seconds:10,.0f}/s" if seconds else f"{'':>12}"


def line(name, row):
    iterations, exploitability, seconds, value = row
    return f"  {name:<36}{iterations:>6}  {exploitability:.9f}  {value:+.9f}  {rate(iterations, seconds)}"


def main():
    parser = argparse.ArgumentParser(
        description="Solve test games with OpenSpiel and with hanamachi, side by side.",
        epilog="OpenSpiel: pip install open_spiel. Example: "
        "scripts/cross_check_cfr.py --games leduc --algorithms cfr+ --checkpoints 10 100 300",
    )
    parser.add_argument("--program", help="the program [target/release/hanamachi, else the one on the path]")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES), metavar="GAME", help="of kuhn, leduc, liars_dice [all]")
    parser.add_argument("--algorithms", nargs="+", choices=ALGORITHMS, default=list(ALGORITHMS), metavar="ALGORITHM", help="of cfr+, cfr [both]")
    parser.add_argument("--checkpoints", nargs="+", type=int, default=list(CHECKPOINTS), metavar="N", help="numbers of iterations [1 2 5 10 20 50 100 200 300]")
    parser.add_argument("--without", choices=("open_spiel", "program"), help="leave one of the two out")
    parser.add_argument("--tolerance", type=float, default=0.1, help="by which share the program may be more exploitable [0.1]")
    parser.add_argument("--csv", metavar="FILE", help="write the figures there too")
    options = parser.parse_args()
    checkpoints = sorted(set(options.checkpoints))
    if checkpoints[0] < 1:
        parser.error("--checkpoints are numbers of iterations")
    pyspiel = None if options.without == "open_spiel" else find_open_spiel()
    program = None if options.without == "program" else find_program(options.program)

    wrong, figures = 0, []

    def report(what):
        nonlocal wrong
        wrong += 1
        print(f"  DIFFERS: {what}")

    for game in options.games:
        sizes = {name: size(pyspiel.load_game(name)) for name in GAMES[game]} if pyspiel else {}
        for algorithm in options.algorithms:
            print(f"{game}, {algorithm}")
            print(f"  {'':<36}{'after':>6}  {'exploitable':<11}  {'value':<12}  {'iterations':>12}")
            runs = {}
            if pyspiel:
                for name in GAMES[game]:
                    runs[name] = run_open_spiel(pyspiel, name, algorithm, checkpoints)
                    print("  OpenSpiel %s: %d information sets, %d nodes" % (name, *sizes[name]))
            if program:
                runs["hanamachi"], own = run_program(program, game, algorithm, checkpoints)
                print("  hanamachi: %d information sets, %d nodes" % own)
                if sizes and sizes[GAMES[game][-1]] != own:
                    report(f"OpenSpiel's {GAMES[game][-1]} has another size")
            for rows in zip(*runs.values()):
                for name, row in zip(runs, rows):
                    print(line(name, row))
                    figures.append((algorithm, name, *row))
                if pyspiel and program:
                    (iterations, own, _, value), (_, other, _, theirs) = rows[-1], rows[-2]
                    if own > other * (1 + options.tolerance):
                        report(f"after {iterations} iterations {own / other:.2f} times as exploitable")
                    # The value of the game is not further from each than twice its exploitability.
                    if abs(value - theirs) > 2 * (own + other) + 1e-9:
                        report(f"after {iterations} iterations the values are too far apart")
    if options.csv:
        with open(options.csv, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(("algorithm", "game", "iterations", "exploitability", "seconds", "value"))
            writer.writerows(figures)
    if pyspiel and program:
        print(f"{wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
