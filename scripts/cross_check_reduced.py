#!/usr/bin/env python3
"""Solve a reduced round of Hanamikoji with OpenSpiel and with the program, and put the figures side by side.

OpenSpiel knows no Hanamikoji: the game here gets its states, legal actions, chance outcomes, information sets and returns from
`hanamachi hanamikoji tree`, which lists all of a reduced round once, and has no rules of its own. It is a game in
Python, or, with --through efg, one in C++ that reads the same list as a game tree in Gambit's format, many times as fast.

    pip install open_spiel
    cargo build --release --locked
    scripts/cross_check_reduced.py
    scripts/cross_check_reduced.py --geisha 2,2,3 --actions 3 --through python --checkpoints 10 100
    scripts/cross_check_reduced.py --without program --csv reduced.csv

Nothing is installed by the script. The round is the only one; if it decides nothing it is worth 0 with --tiebreak none.

Exit status: 0 when values agree and the program is nowhere more exploitable than OpenSpiel by more than --tolerance of
it, 1 when not, 2 when one of the two cannot be run.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time

from cross_check_cfr import find_open_spiel, find_program, line

TURNS = {"first": 0, "second": 1}


def find_tree(program, options):
    """All of the round, as the program lists it."""
    rules = f"geisha={options.geisha} actions={options.actions} rounds=1 tiebreak={options.tiebreak}"
    command = [program, "hanamikoji", "tree", "--rules", rules, "--nodes", str(options.nodes), "--json", "--quiet"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(f"{' '.join(command)}: exit {result.returncode}\n{result.stderr}{result.stdout}", file=sys.stderr)
        sys.exit(2)
    return json.loads(result.stdout)


def python_game(pyspiel, tree):
    """The round as an OpenSpiel game in Python. An action is its place among the legal ones."""
    states = tree["states"]
    width = max(len(state["steps"]) for state in states)
    outcomes = max(len(state["steps"]) for state in states if state["turn"] == "chance")
    game_type = pyspiel.GameType(
        short_name="python_reduced_hanamikoji",
        long_name="Reduced round of Hanamikoji",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
    )
    game_info = pyspiel.GameInfo(
        num_distinct_actions=width,
        max_chance_outcomes=outcomes,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=100,
    )

    class Round(pyspiel.Game):
        def __init__(self, params=None):
            super().__init__(game_type, game_info, params or {})

        def new_initial_state(self):
            return State(self)

        def make_py_observer(self, iig_obs_type=None, params=None):
            return Observer()

    class Observer:
        """Information of the deciding player, as text; OpenSpiel uses it instead of the state."""

        tensor, dict = None, {}

        def set_from(self, state, player):
            pass

        def string_from(self, state, player):
            return state.information_state_string(player)

    class State(pyspiel.State):
        def __init__(self, game):
            super().__init__(game)
            self.place = 0

        def current_player(self):
            turn = states[self.place]["turn"]
            if turn == "end":
                return pyspiel.PlayerId.TERMINAL
            return pyspiel.PlayerId.CHANCE if turn == "chance" else TURNS[turn]

        def _legal_actions(self, player):
            return list(range(len(states[self.place]["steps"])))

        def chance_outcomes(self):
            return list(enumerate(states[self.place]["probabilities"]))

        def _apply_action(self, action):
            self.place = states[self.place]["next"][action]

        def _action_to_string(self, player, action):
            return states[self.place]["steps"][action]

        def is_terminal(self):
            return states[self.place]["turn"] == "end"

        def returns(self):
            utility = states[self.place]["utility"] or 0.0
            return [utility, -utility]

        def information_state_string(self, player=None):
            return states[self.place]["information_set"] or ""

        def __str__(self):
            return str(self.place)

    pyspiel.register_game(game_type, Round)
    return Round()


def efg_game(pyspiel, tree):
    """The round as a tree in Gambit's format, which OpenSpiel reads: histories one after the other."""
    states = tree["states"]
    sets, outcomes, chances = ({}, {}), {}, 0
    with tempfile.NamedTemporaryFile("w", suffix=".efg", delete=False, encoding="utf-8") as file:
        file.write('EFG 2 R "Reduced round of Hanamikoji" { "First" "Second" }\n')
        waiting = [0]
        while waiting:
            state = states[waiting.pop()]
            if state["turn"] == "end":
                utility = state["utility"]
                outcome = outcomes.setdefault(utility, len(outcomes) + 1)
                file.write(f't "" {outcome} "" {{ {utility!r} {-utility!r} }}\n')
            elif state["turn"] == "chance":
                chances += 1
                steps = " ".join(f'"{step}" {odds!r}' for step, odds in zip(state["steps"], state["probabilities"]))
                file.write(f'c "" {chances} "" {{ {steps} }} 0\n')
            else:
                name = state["information_set"]
                of_player = sets[TURNS[state["turn"]]]
                number = of_player.setdefault(name, len(of_player) + 1)
                steps = " ".join(f'"{step}"' for step in state["steps"])
                file.write(f'p "" {TURNS[state["turn"]] + 1} {number} "{name}" {{ {steps} }} 0\n')
            waiting.extend(reversed(state["next"]))
    try:
        return pyspiel.load_game("efg_game", {"filename": file.name})
    finally:
        os.unlink(file.name)


def run_open_spiel(pyspiel, game, algorithm, checkpoints):
    """Exploitability, seconds and value after each of these numbers of iterations."""
    solver = {"cfr": pyspiel.CFRSolver, "cfr+": pyspiel.CFRPlusSolver}[algorithm](game)
    seconds, done = 0.0, 0
    for iterations in checkpoints:
        start = time.perf_counter()
        for _ in range(done, iterations):
            solver.evaluate_and_update_policy()
        seconds += time.perf_counter() - start
        done = iterations
        policy = solver.average_policy()
        value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]
        yield iterations, pyspiel.exploitability(game, policy), seconds, value


def run_program(program, options, iterations):
    """The same of the program after one number of iterations."""
    rules = f"rounds=1 tiebreak={options.tiebreak} geisha={options.geisha} actions={options.actions}"
    command = [program, "hanamikoji", "solve", "--rules", rules, "--algorithm", options.algorithm]
    command += ["--iterations", str(iterations), "--threads", "1", "--json", "--quiet"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(f"{' '.join(command)}: exit {result.returncode}\n{result.stderr}{result.stdout}", file=sys.stderr)
        sys.exit(2)
    run = json.loads(result.stdout)
    seconds = run["history"][-1]["elapsed_ms"] / 1000 if run.get("history") else None
    return iterations, run["exploitability"], seconds, run["value"]


def main():
    parser = argparse.ArgumentParser(
        description="Solve a reduced round of Hanamikoji with OpenSpiel and with hanamachi, side by side.",
        epilog="OpenSpiel: pip install open_spiel. Example: "
        "scripts/cross_check_reduced.py --geisha 2,2,3 --actions 3 --through python --checkpoints 10 100",
    )
    parser.add_argument("--program", help="the program [target/release/hanamachi, else the one on the path]")
    parser.add_argument("--geisha", default="2,3,4", help="worths of the geisha [2,3,4]")
    parser.add_argument("--actions", default="1,3", help="the actions of each player [1,3]")
    parser.add_argument("--tiebreak", choices=("none", "charm"), default="none", help="tiebreak of an undecided round [none]")
    parser.add_argument("--nodes", type=int, default=200_000, help="the greatest number of states [200000]")
    parser.add_argument("--algorithm", choices=("cfr+", "cfr"), default="cfr+", help="[cfr+]")
    parser.add_argument("--checkpoints", nargs="+", type=int, default=[1, 2, 5, 10, 20, 50], metavar="N", help="numbers of iterations [1 2 5 10 20 50]")
    parser.add_argument("--through", choices=("efg", "python"), default="efg", help="form in which OpenSpiel gets the game [efg]")
    parser.add_argument("--without", choices=("open_spiel", "program"), help="leave one of the two solvers out")
    parser.add_argument("--tolerance", type=float, default=0.1, help="by which share the program may be more exploitable [0.1]")
    parser.add_argument("--csv", metavar="FILE", help="write the figures there too")
    options = parser.parse_args()
    checkpoints = sorted(set(options.checkpoints))
    if checkpoints[0] < 1:
        parser.error("--checkpoints are numbers of iterations")
    program = find_program(options.program)

    wrong, figures = 0, []

    def report(what):
        nonlocal wrong
        wrong += 1
        print(f"  DIFFERS: {what}")

    tree = find_tree(program, options)
    print(f"{tree['rules']}: {len(tree['states'])} states, {tree['histories']} histories, {sum(tree['information_sets'])} information sets")
    theirs = [None] * len(checkpoints)
    if options.without != "open_spiel":
        pyspiel = find_open_spiel()
        make = {"efg": efg_game, "python": python_game}[options.through]
        theirs = run_open_spiel(pyspiel, make(pyspiel, tree), options.algorithm, checkpoints)
    print(f"  {options.algorithm:<36}{'after':>6}  {'exploitable':<11}  {'value':<12}  {'iterations':>12}")
    for iterations, other in zip(checkpoints, theirs):
        own = None if options.without == "program" else run_program(program, options, iterations)
        for name, row in (("OpenSpiel", other), ("hanamachi", own)):
            if row:
                print(line(name, row), flush=True)
                figures.append((options.algorithm, name, *row))
        if own and other:
            if own[1] > other[1] * (1 + options.tolerance):
                report(f"after {iterations} iterations {own[1] / other[1]:.2f} times as exploitable")
            # The value of the game is not further from each than twice its exploitability.
            if abs(own[3] - other[3]) > 2 * (own[1] + other[1]) + 1e-9:
                report(f"after {iterations} iterations the values are too far apart")
    if options.csv:
        with open(options.csv, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(("algorithm", "solver", "iterations", "exploitability", "seconds", "value"))
            writer.writerows(figures)
    if not options.without:
        print(f"{wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
