#!/usr/bin/env python3
"""Trains a player of a reduced Hanamikoji by OpenSpiel, and plays it in `hana match`.

    pip install ./bindings/python open_spiel
    python bindings/python/examples/train_player.py train player.json --minutes 3
    hanamachi hanamikoji match "exec:python bindings/python/examples/train_player.py play player.json" \\
        ismcts:iterations=1000,guide=none --rules 'geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none' --pairs 200 --seed 1

OpenSpiel's external sampling (M. Lanctot, K. Waugh, M. Zinkevich and M. Bowling, "Monte Carlo Sampling for Regret Minimization in Extensive Games", 2009)
plays the game of `hanamachi.openspiel` against itself. Its average strategy goes into a file of JSON: for each information set how often each action
is played. To play it needs neither OpenSpiel nor this package.
"""

import argparse
import json
import random
import sys
import time

RULES = "geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none"


def decisions(game):
    """A state of the game for each information set in which somebody decides."""
    found, seen, left = {}, set(), [game.round.start()]
    while left:
        state = left.pop()
        legal = state.legal_actions()
        if legal:
            found.setdefault(state.information_text(state.to_act), state)
        for number in legal or [number for number, _ in state.chance_outcomes()]:
            after = state.play(number)
            if after not in seen:
                seen.add(after)
                left.append(after)
    return found


def train(options):
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import external_sampling_mccfr

    from hanamachi.openspiel import rules_parameter

    # OpenSpiel draws from here.
    np.random.seed(options.seed)
    game = pyspiel.load_game(f"hanamikoji(rules={rules_parameter(options.rules)})")
    solver = external_sampling_mccfr.ExternalSamplingSolver(game, external_sampling_mccfr.AverageType.SIMPLE)
    iterations, began = 0, time.monotonic()
    while iterations < options.iterations and time.monotonic() - began < 60 * options.minutes:
        solver.iteration()
        iterations += 1
    seconds, average, strategy = time.monotonic() - began, solver.average_policy(), {}
    for known, where in decisions(game).items():
        state = game.new_initial_state()
        for number in where.path:
            state.apply_action(number)
        played = average.action_probabilities(state)
        strategy[known] = {game.actions[number]: float(often) for number, often in played.items()}
    with open(options.file, "w", encoding="utf-8") as file:
        json.dump(strategy, file)
    print(f"{iterations} iterations in {seconds:.0f} s, {len(strategy)} information sets")


def play(options):
    with open(options.file, encoding="utf-8") as file:
        strategy = json.load(file)
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] == "hello":
            answer = {"id": request["id"], "name": "train_player.py", "version": "1.0"}
        elif request["type"] == "decide":
            # Without the rules tags behind it.
            known = " ".join(request["information_set"].split()[:4])
            played = strategy.get(known, {})
            weights = [played.get(action, 0.0) for action in request["legal"]]
            if not any(weights):
                weights = [1.0] * len(request["legal"])
            (action,) = random.Random(request["seed"]).choices(request["legal"], weights)
            answer = {"id": request["id"], "action": action}
        else:
            continue
        print(json.dumps(answer), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    training = commands.add_parser("train", help="train by self-play and write the strategy")
    training.add_argument("file", help="where the strategy goes, .json")
    training.add_argument("--minutes", type=float, default=3, help="how long at most [default: 3]")
    training.add_argument("--iterations", type=int, default=10**9, help="how many iterations at most [default: no limit]")
    training.add_argument("--rules", default=RULES, help=f"rules tags [default: {RULES}]")
    training.add_argument("--seed", type=int, default=1, help="[default: 1]")
    training.set_defaults(run=train)
    playing = commands.add_parser("play", help="play by the protocol of `hana match`")
    playing.add_argument("file", help="the strategy")
    playing.set_defaults(run=play)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
