#!/usr/bin/env python3
"""Statistics of the approximate equilibrium of Hanamikoji, and a test of players' sayings.

    hanamachi hana match policy policy --pairs 10000 --seed 1 -o selfplay.jsonl
    scripts/equilibrium_findings.py selfplay.jsonl [--hanamachi target/release/hanamachi] [--positions 150] > findings.json

Frequencies are counted in the records of its games against itself. The cost of a saying is the value of its
action compared with the best action by `hanamachi hana evaluate`, at positions of these games where it can be followed; ± is one
standard error over positions. Needs only Python 3.9.
"""

import argparse
import json
import random
import subprocess
import sys
from collections import Counter, defaultdict
from math import sqrt

VALUE = dict(zip("ABCDEFG", (2, 2, 2, 3, 3, 4, 5)))


def read_records(path):
    """The rounds of a file of `hana match -o`."""
    with open(path, encoding="utf-8") as file:
        games = [json.loads(line) for line in file]
    return [record.split(" round=")[0] for game in games for record in game.get("records", [])]


def seen_from(seat, turns):
    """Turns as the player in this seat knows them."""
    return [
        told if number % 2 == seat or told[0] in "34" else told[0] + "X" * int(told[0]) for number, told in enumerate(turns)
    ]


def decisions(record):
    """The uses of actions of a round: (turn, seat, favour from the seat, hand, history as the seat knows it, action)."""
    favour, deal, history, *_ = record.split()
    _, first, second, draws = deal.split("/")
    hands = [sorted(first), sorted(second)]
    turns = [] if history == "-" else history.split(",")
    for turn, text in enumerate(turns):
        seat = turn % 2
        hand = hands[seat]
        hand.append(draws[turn])
        hand.sort()
        action = text.split("-")[0]
        known = seen_from(seat, turns[:turn])
        signs = favour if seat == 0 else favour.translate(str.maketrans("+-", "-+"))
        yield turn, seat, signs, "".join(hand), ",".join(known) or "-", text
        for card in action[1:]:
            hand.remove(card)


def shape(action):
    """Shape of an action, regardless of the geisha."""
    kind, cards = action[0], action[1:]
    if kind == "4":
        one, other = cards[:2], cards[2:]
        if one == other:
            return "two identical pairs" if one[0] != one[1] else "four alike"
        alike = sum(pair[0] == pair[1] for pair in (one, other))
        if alike == 0 and len(set(cards)) < 4:
            return "pairs that share a geisha"
        return ("four different", "one pair alike", "two pairs alike")[alike]
    return {1: "all alike", 2: "two alike" if kind == "3" else "different", 3: "all different"}[len(set(cards))]


def counted(records):
    kinds = [[Counter() for _ in range(4)] for _ in range(2)]
    secret, held = Counter(), Counter()
    shapes, taken = defaultdict(Counter), Counter()
    traded = Counter()
    for record in records:
        for turn, seat, _, hand, _, text in decisions(record):
            action, *answer = text.split("-")
            kind = action[0]
            kinds[seat][turn // 2][kind] += 1
            shapes[kind][shape(action)] += 1
            if kind == "1":
                secret[action[1]] += 1
                for card in set(hand):
                    held[card] += hand.count(card) / len(hand)
            if kind == "2":
                traded.update(str(VALUE[card]) for card in action[1:])
            if kind == "3" and answer and len(set(action[1:])) > 1:
                worth = [VALUE[card] for card in action[1:]]
                taken["the highest" if VALUE[answer[0]] == max(worth) else "another"] += 1
    share = lambda counts: {key: round(count / sum(counts.values()), 4) for key, count in sorted(counts.items())}
    return {
        "rounds": len(records),
        "action_by_own_turn": {
            seat: [share(turn) for turn in kinds[number]] for number, seat in enumerate(("first", "second"))
        },
        "secret": {
            card: {"share": round(secret[card] / sum(secret.values()), 4),
                   "by_chance": round(held[card] / sum(held.values()), 4)}
            for card in "ABCDEFG"
        },
        "trade_off_values": share(traded),
        "shapes": {kind: share(counts) for kind, counts in sorted(shapes.items())},
        "gift_taken": share(taken),
    }


def evaluated(program, sets, iterations):
    """Values of all actions at these information sets."""
    command = [program, "hana", "evaluate", "-", "--method", "equilibrium", "--iterations", str(iterations), "--seed", "1", "--json"]
    answers = subprocess.run(command, input="\n".join(sets), text=True, capture_output=True, check=True)
    for line in answers.stdout.splitlines():
        yield {of["action"]: of["win"] for of in json.loads(line)["actions"] if of["win"] is not None}


def identical_pairs(action):
    return action[0] == "4" and action[1:3] == action[3:5] and action[1] != action[2]


def splits_a_two(action):
    """Trade-offs that discard exactly one card of a geisha worth 2."""
    return action[0] == "2" and any(VALUE[card] == 2 and action[1:].count(card) == 1 for card in action[1:])


# A saying: the decisions at which it can be tested, by turn, hand and remaining actions, its recommendation, and the alternative.
SAYINGS = {
    "two identical pairs in the competition": (
        lambda turn, hand, left: "4" in left and sum(hand.count(card) > 1 for card in set(hand)) > 1 and len(hand) > 4,
        identical_pairs,
        lambda action: action[0] == "4" and not identical_pairs(action),
    ),
    "a high card as secret (4 or 5 against 2)": (
        lambda turn, hand, left: "1" in left and {VALUE[card] for card in hand} & {4, 5} and min(VALUE[card] for card in hand) == 2,
        lambda action: action[0] == "1" and VALUE[action[1]] >= 4,
        lambda action: action[0] == "1" and VALUE[action[1]] == 2,
    ),
    "the trade-off at once (against anything else, first own turn)": (
        lambda turn, hand, left: turn < 2,
        lambda action: action[0] == "2",
        lambda action: action[0] != "2",
    ),
    "discarding one card of a two (against other trade-offs)": (
        lambda turn, hand, left: "2" in left and len(hand) > 2 and any(VALUE[card] == 2 for card in hand),
        splits_a_two,
        lambda action: action[0] == "2" and not splits_a_two(action),
    ),
}


def mean_of_two_best(values):
    """Of two, so that the luckiest of many does not decide."""
    best = sorted(values)[-2:]
    return sum(best) / len(best)


def tested(records, program, positions, iterations):
    rng = random.Random(1)
    found = {}
    for saying, (fits, one_of, other_of) in SAYINGS.items():
        sets = []
        for record in rng.sample(records, len(records)):
            for turn, seat, favour, hand, history, _ in decisions(record):
                used = "" if history == "-" else [of[0] for of in history.split(",")][seat::2]
                if fits(turn, hand, set("1234") - set(used)) and rng.random() < 0.2:
                    sets.append(f"{favour} {seat + 1} {hand} {history}")
            if len(sets) >= 1.2 * positions:
                break
        differences = []
        for wins in evaluated(program, sets, iterations):
            one = [win for action, win in wins.items() if one_of(action)]
            other = [win for action, win in wins.items() if other_of(action)]
            if one and other:
                differences.append(mean_of_two_best(one) - mean_of_two_best(other))
            if len(differences) == positions:
                break
        mean = sum(differences) / len(differences)
        error = sqrt(sum((of - mean) ** 2 for of in differences) / (len(differences) - 1) / len(differences))
        found[saying] = {"positions": len(differences), "points": round(100 * mean, 2), "se": round(100 * error, 2)}
        print(saying, found[saying], file=sys.stderr)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records")
    parser.add_argument("--hanamachi", default="target/release/hanamachi")
    parser.add_argument("--positions", type=int, default=150)
    parser.add_argument("--iterations", type=int, default=20000)
    args = parser.parse_args()
    records = read_records(args.records)
    said = {"counted": counted(records), "sayings": tested(records, args.hanamachi, args.positions, args.iterations)}
    print(json.dumps(said, indent=1))


if __name__ == "__main__":
    main()
