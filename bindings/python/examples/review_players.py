#!/usr/bin/env python3
"""Lets two players play, reviews every decision, and says how much each of them loses by its own play.

    pip install './bindings/python[tables]'
    python bindings/python/examples/review_players.py greedy random --pairs 20 --output decisions.csv

The table has a row for each decision: who played it, what it lost, and how often a third player, who states probabilities, would have
played it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Optional

import polars

from hanamachi import frame, hanamikoji
from hanamachi.types import Seat

SEATS: tuple[Seat, Seat] = ("first", "second")


def judged(model: str, rules: str, reviews: Sequence[hanamikoji.Review]) -> list[Optional[float]]:
    """How often the model would have played each decision; None for an answer that was forced."""
    decisions = [decision for review in reviews for decision in review.decisions]
    free = [decision for decision in decisions if not decision.forced]
    played = hanamikoji.policies(hanamikoji.Player(model, rules), [decision.information_set for decision in free])
    places = {action: place for place, action in enumerate(played.actions)}
    rows = iter(played.probabilities)
    return [None if decision.forced else float(next(rows)[places[decision.action]]) for decision in decisions]


def study(players: Sequence[str], model: str, rules: str, pairs: int, iterations: int) -> polars.DataFrame:
    """The decisions of a match."""
    match: hanamikoji.Match = hanamikoji.match(players, rules=rules, pairs=pairs, records=True)
    reviews: list[hanamikoji.Review] = []
    played: list[str] = []
    for game in match.games:
        for number, review in enumerate(hanamikoji.review(game.records, iterations=iterations)):
            # The players take turns in moving first.
            owners = dict(zip(SEATS, (game.seats[number % 2], game.seats[1 - number % 2])))
            played.extend(match.players[owners[decision.seat]] for decision in review.decisions)
            reviews.append(review)
    rows = frame(reviews).to_polars()
    probabilities = polars.Series("model", judged(model, rules, reviews), dtype=polars.Float64)
    return rows.with_columns(polars.Series("player", played), probabilities)


def main() -> None:
    parser = argparse.ArgumentParser(description="Reviews every decision of a match.")
    parser.add_argument("players", nargs="*", default=["greedy", "random"])
    parser.add_argument("--model", default="greedy", help="a player who states probabilities")
    parser.add_argument("--rules", default="geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--iterations", type=int, default=500)
    parser.add_argument("--output")
    given = parser.parse_args()
    rows = study(given.players, given.model, given.rules, given.pairs, given.iterations)
    if given.output:
        rows.write_csv(given.output)
    lost = rows.filter(~polars.col("forced")).group_by("player")
    print(lost.agg(polars.len(), polars.col("loss").mean(), polars.col("model").mean()).sort("player"))


if __name__ == "__main__":
    main()
