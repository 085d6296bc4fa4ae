#!/usr/bin/env python3
"""Adds up the figures of matches between the same players with different seeds.

    merge_matches.py FIGURES.json...  > merged.json

Each file is the output of `hanamachi hana match --json` (hanamikoji.match/1, or hanamikoji.round_robin/1 for more than two players). The
result is one object, hanamikoji.merged_match/1, with the same figures over all pairs of games. Scores, standard errors and intervals are those of a
single run with all of these games: they follow from sums of whole numbers, which the figures determine. In
scores without luck, the correction is the one that each part has estimated by itself. Every figure is estimated.
"""

import json
import math
import sys

Z_95 = 1.959963984540054
POINTS_PER_PAIR = 4
FORFEITS_SHOWN = 5


def fail(why):
    sys.exit(f"error: {why}")


class Moments:
    """The count of the numbers, their sum and the sum of their squares; the numbers are whole."""

    def __init__(self, n=0, total=0, squares=0):
        self.n, self.total, self.squares = n, total, squares

    @classmethod
    def of(cls, n, mean, se, unit):
        """From the mean and standard error of n whole numbers, both divided by `unit`."""
        if n == 0:
            return cls()
        total = whole(n * mean * unit)
        if se is None:
            # A single number gives no error estimate.
            return cls(n, total, total * total) if n == 1 else fail("there is no standard error")
        squares = (se * unit) ** 2 * n * (n - 1) + total * total / n
        return cls(n, total, whole(squares))

    def __add__(self, other):
        return Moments(self.n + other.n, self.total + other.total, self.squares + other.squares)

    def mean(self):
        return self.total / self.n if self.n else None

    def standard_error(self):
        if self.n < 2:
            return None
        variance = max(0.0, self.squares - self.total * self.total / self.n) / (self.n - 1)
        return math.sqrt(variance / self.n)

    def interval_within(self, most):
        """The 95 % interval of A. Agresti and B. A. Coull, as in solver/core/src/search/estimate.rs."""
        if self.n == 0:
            return 0.0, float(most)
        sample = self + Moments(4, 2 * most, 2 * most * most)
        half = Z_95 * sample.standard_error()
        return max(0.0, sample.mean() - half), min(float(most), sample.mean() + half)


def whole(number):
    nearest = round(number)
    if abs(number - nearest) > 1e-3 + 1e-9 * abs(number):
        fail(f"the figures do not come from whole numbers: {number}")
    return nearest


def elo(score):
    return 400 * math.log10(score / (1 - score)) if score is not None and 0 < score < 1 else None


def score(figures, unit):
    moments = sum((Moments.of(one["n"], one["win"] or 0, one["se"], unit) for one in figures), Moments())
    low, high = (end / unit for end in moments.interval_within(unit))
    win, se = moments.mean(), moments.standard_error()
    win, se = (None if value is None else value / unit for value in (win, se))
    return {
        "win": win, "se": se, "low": low, "high": high, "n": moments.n,
        "elo": {"value": elo(win), "low": elo(low), "high": elo(high)},
        "without_luck": without_luck(figures, se),
    }  # fmt: skip


def without_luck(figures, se_of_win):
    """As `score`, from the score without luck of each part: every part has removed its luck by itself, which parts of fewer than
    20 pairs do not. Nothing if a part of an earlier version lacks it."""
    if any(one["n"] > 0 and not one.get("without_luck") for one in figures):
        print("some parts do not say the score without luck, so the whole does not", file=sys.stderr)
        return None
    sample = Moments()
    for n, part in ((one["n"], one["without_luck"]) for one in figures if one["n"] > 0):
        sample += Moments(n, n * part["win"], (part["se"] or 0) ** 2 * n * (n - 1) + n * part["win"] ** 2)
    if sample.n == 0:
        return None
    low, high = sample.interval_within(1)
    se = sample.standard_error()
    saved = 1 - (se / se_of_win) ** 2 if se_of_win else None
    return {"win": sample.mean(), "se": se, "low": low, "high": high, "variance_saved": saved}


def wilson(hits, n):
    if n == 0:
        return None, 0.0, 1.0
    p, z2 = hits / n, Z_95 * Z_95
    centre = p + z2 / (2 * n)
    half = Z_95 * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    low = 0.0 if hits == 0 else (centre - half) / (1 + z2 / n)
    high = 1.0 if hits == n else (centre + half) / (1 + z2 / n)
    return p, low, high


def counts(figures):
    return {name: sum(one[name] for one in figures) for name in ("won", "shared", "lost")}


def pairing(figures):
    games = counts([one["games"] for one in figures])
    starter = counts([one["starter"] for one in figures])
    share, low, high = wilson(starter["won"], starter["won"] + starter["lost"])
    rounds = Moments()
    for one in figures:
        mean = one["rounds_per_game"]
        rounds += Moments.of(sum(one["games"].values()), mean["mean"] or 0, mean["se"], 1)
    return {
        **score(figures, POINTS_PER_PAIR),
        "games": games,
        "starter": {**starter, "share": share, "low": low, "high": high},
        "rounds_per_game": {"mean": rounds.mean(), "se": rounds.standard_error()},
        "unfinished": sum(one["unfinished"] for one in figures),
    }


def player(figures, opponents):
    first, forfeits = figures[0], [one["forfeits"] for one in figures]
    notes = [{"part": part, **note} for part, one in enumerate(forfeits, 1) for note in one["first"]]
    return {
        **{key: first[key] for key in ("player", "table_hash", "name", "version")},
        **score(figures, POINTS_PER_PAIR * opponents),
        "decisions": sum(one["decisions"] for one in figures),
        "forfeits": {"count": sum(one["count"] for one in forfeits), "first": notes[:FORFEITS_SHOWN]},
    }


def common(match):
    """The common properties of all matches."""
    players = [[one[key] for key in ("player", "table_hash", "name", "version")] for one in match["players"]]
    hash_of_table = match["favour_table"]["hash"]
    return [match[key] for key in ("schema", "engine", "rules", "move_time_ms", "max_rounds")] + [players, hash_of_table]


def merge(matches):
    first = matches[0]
    for match in matches[1:]:
        if common(match) != common(first):
            fail(f"seed {match['seed']} is another match than seed {first['seed']}: {common(match)} and {common(first)}")
    seeds = [match["seed"] for match in matches]
    if len(set(seeds)) < len(seeds):
        fail("two of the matches have the same seed, and so the same games")
    opponents = len(first["players"]) - 1
    merged = {
        "schema": "hanamikoji.merged_match/1",
        "kind": "estimated",
        **{key: first[key] for key in ("engine", "rules", "favour_table", "move_time_ms", "max_rounds")},
        "pairs": sum(match["pairs"] for match in matches),
        "parts": [{key: match[key] for key in ("seed", "pairs", "command")} for match in matches],
        "players": [player(list(figures), opponents) for figures in zip(*(match["players"] for match in matches))],
    }
    if "pairings" not in first:
        return {**merged, **pairing(matches)}
    rows = zip(*(match["pairings"] for match in matches))
    merged["pairings"] = [
        {"first": row[0]["first"], "second": row[0]["second"], **pairing(list(row))} for row in rows
    ]
    return merged


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip())
        return
    matches = []
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            match = json.load(file)
        if match.get("schema") not in ("hanamikoji.match/1", "hanamikoji.round_robin/1"):
            fail(f"{path}: it does not hold the figures of a match")
        matches.append(match)
    print(json.dumps(merge(matches), ensure_ascii=False))


if __name__ == "__main__":
    main()
