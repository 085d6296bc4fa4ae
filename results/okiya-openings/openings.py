#!/usr/bin/env python3
"""How often openings of Okiya win, by what a player sees of the garden, and how good rules for choosing one are.

    hanamachi okiya random --count 40000 --seed 12 | hanamachi okiya solve - --json | results/okiya-openings/openings.py > openings.json

A tile *matches* another of its plant or its symbol; the six matches of a tile are the opponent's replies to it. The values are proved, the shares
estimated from the sample. Needs Python 3.9.
"""

import collections
import json
import sys

BORDER = [cell for cell in range(16) if cell not in (5, 6, 9, 10)]
CORNERS, MIDDLE = {0, 3, 12, 15}, {5, 6, 9, 10}


def matches(garden, cell):
    tile = garden[cell]
    return [other for other in range(16) if other != cell and (garden[other] >> 2 == tile >> 2 or garden[other] & 3 == tile & 3)]


def touches(one, other):
    return max(abs(one % 4 - other % 4), abs(one // 4 - other // 4)) == 1


def in_middle(garden, cell):
    return sum(other in MIDDLE for other in matches(garden, cell))


def touching(garden, cell):
    return sum(touches(cell, other) for other in matches(garden, cell))


# Each rule takes the openings for which it is smallest; of these every one is as likely.
RULES = {
    "any opening": lambda garden, cell: 0,
    "a corner": lambda garden, cell: cell not in CORNERS,
    "fewest matches in the middle": in_middle,
    "fewest matches in the middle, then fewest that touch the tile": lambda garden, cell: (in_middle(garden, cell), touching(garden, cell)),
}


def share(counts):
    total = sum(counts.values())
    return {"n": total, **{outcome: counts[outcome] / total for outcome in ("win", "draw", "loss")}}


def rounded(value):
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    return round(value, 6) if isinstance(value, float) else value


def main():
    seen = {"in_middle": collections.defaultdict(collections.Counter), "touching": collections.defaultdict(collections.Counter)}
    rules = {name: collections.Counter() for name in RULES}
    won = {name: [0.0, 0.0] for name in RULES}
    gardens = 0
    for line in sys.stdin:
        solved = json.loads(line)
        garden = [int(digit, 16) for digit in solved["garden"].replace("/", "")]
        outcomes = {"abcd".index(move["move"][0]) + 4 * (int(move["move"][1]) - 1): move["outcome"] for move in solved["moves"]}
        gardens += 1
        for cell in BORDER:
            seen["in_middle"][in_middle(garden, cell)][outcomes[cell]] += 1
            seen["touching"][touching(garden, cell)][outcomes[cell]] += 1
        for name, rule in RULES.items():
            least = min(rule(garden, cell) for cell in BORDER)
            chosen = [cell for cell in BORDER if rule(garden, cell) == least]
            wins = sum(outcomes[cell] == "win" for cell in chosen) / len(chosen)
            for cell in chosen:
                rules[name][outcomes[cell]] += 1 / len(chosen)
            if "win" in outcomes.values():
                won[name][0] += wins
                won[name][1] += 1
    result = {"gardens": gardens, "kind": "estimated"}
    for name, counts in seen.items():
        result[name] = {str(key): share(counts[key]) for key in sorted(counts)}
    result["rules"] = {name: {**share(rules[name]), "n": gardens, "wins_where_one_wins": won[name][0] / won[name][1]} for name in RULES}
    json.dump(rounded(result), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
