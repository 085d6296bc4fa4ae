#!/usr/bin/env python3
"""How far values of `hanamachi hana evaluate` are from those over nearly all hands, late in a round.

    for seed in 83 84; do hanamachi hana match policy policy --pairs 60 --seed $seed -o games-$seed.jsonl; done
    scripts/few_hands.py games-83.jsonl games-84.jsonl -o rows.jsonl [--fourth] [--positions 200]

The positions are decisions of the recorded games, with the markers as they came: one of each round, in the fifth and the
sixth turn alternately, or with `--fourth` answers to offers of the fourth turn and decisions in it. Those that `evaluate`
does not solve over nearly all hands are valued a second time, over as many hands as `--memory` allows, and by rollouts. That takes minutes each: rows are written one by one, and a second run goes on
after the last of them (in random order, so Ctrl-C leaves a random part). `--known FILE` takes references and rollouts from results of an earlier version where the advice is the same as
the reference's. Prints JSON: the differences in points of a game, by the share of all pairs of hands that was
solved by default; only references over nearly all hands count. Needs only Python 3.9.
"""

import argparse
import itertools
import json
import math
import pathlib
import random
import subprocess

from equilibrium_findings import decisions, read_records, seen_from

NEARLY_ALL = 0.9
# Number of turns before the fourth.
FOURTH = 3
# Lower ends of the shares of all pairs of hands, as in `analysis/model_error.rs`.
SHARES = [0.0, 0.1, 0.5, NEARLY_ALL]


def late_decision(record, number):
    """The decision of the fifth or the sixth turn."""
    for at, seat, favour, hand, history, _ in decisions(record):
        if at == 4 + number % 2:
            return f"{favour} {seat + 1} {hand} {history}"


def fourth_decision(record, number):
    """The decision of the fourth turn, or the first player's answer to it, where there is a choice."""
    turns = list(decisions(record))[: FOURTH + 1]
    if len(turns) <= FOURTH:
        return None
    _, seat, favour, hand, history, text = turns[FOURTH]
    if number % 2:
        return f"{favour} {seat + 1} {hand} {history}"
    offer = text.split("-")[0]
    parts = {offer[1:3], offer[3:5]} if offer[0] == "4" else set(offer[1:])
    if offer[0] not in "34" or len(parts) == 1:
        return None
    _, seat, favour, hand, _, before = turns[FOURTH - 1]
    for card in before.split("-")[0][1:]:
        hand = hand.replace(card, "", 1)
    known = seen_from(seat, [turn[-1] for turn in turns[:FOURTH]])
    return f"{favour} {seat + 1} {hand} {','.join([*known, offer])}"


def positions_of(records, count, decision):
    sets = (decision(record, number) for number, record in enumerate(records))
    return itertools.islice(filter(None, sets), count)


def evaluate(program, sets, *options):
    command = [program, "hana", "evaluate", "-", "--seed", "1", "--json", *options]
    told = subprocess.run(command, input="\n".join(sets) + "\n", text=True, capture_output=True, check=True)
    return [json.loads(line) for line in told.stdout.splitlines()]


def short(answer):
    subgame = answer.get("subgame") or {}
    values = {of["action"]: of["win"] for of in answer["actions"]}
    return {
        "method": answer["method"],
        "live": subgame.get("live"),
        "nodes": subgame.get("nodes"),
        "iterations": subgame.get("iterations"),
        "win": answer["win"],
        "play": answer["advice"] and answer["advice"]["play"],
        "self_loss": answer["advice"] and answer["advice"]["self_loss"],
        "actions": values,
        "ms": round(answer["elapsed_ms"]),
    }


def loss(play, reference):
    """What this action loses by the values of the reference."""
    if "actions" in reference:
        return max(reference["actions"].values()) - reference["actions"][play]
    return 0.0 if play == reference["play"] else math.nan


def summary(rows, which):
    pairs = [(row[which], row["reference"]) for row in rows]
    if not pairs:
        return None
    off = [100 * (answer["win"] - reference["win"]) for answer, reference in pairs]
    lost = [100 * loss(answer["play"], reference) for answer, reference in pairs if answer["play"]]
    return {
        "positions": len(off),
        "mean_difference": round(sum(off) / len(off), 2),
        "mean": round(sum(map(abs, off)) / len(off), 2),
        "root_mean_square": round(math.sqrt(sum(one * one for one in off) / len(off)), 2),
        "largest": round(max(map(abs, off)), 2),
        # Earlier results do not tell the values of actions; the one played by the reference counts as the best.
        "advice_loses": None if not lost or any(map(math.isnan, lost)) else round(sum(lost) / len(lost), 2),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="+")
    parser.add_argument("--hanamachi", default="target/release/hanamachi")
    parser.add_argument("--fourth", action="store_true", help="the fourth turn instead of the fifth and the sixth")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--references", type=int, default=1000, help="stop when there are this many")
    parser.add_argument("--memory", default="8G", help="limit of a reference")
    parser.add_argument("--known", type=pathlib.Path, help="results of an earlier version with the same references")
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    args = parser.parse_args()
    records = [record for path in args.records for record in read_records(path)]
    random.Random(5).shuffle(records)
    decision = fourth_decision if args.fourth else late_decision
    usual = evaluate(args.hanamachi, positions_of(records, args.positions, decision))
    asked = [of for of in usual if of["method"] != "live" or of["subgame"]["live"] < NEARLY_ALL]
    random.Random(3).shuffle(asked)
    rows = [json.loads(line) for line in args.output.read_text().splitlines()] if args.output.exists() else []
    done = {row["information_set"] for row in rows}
    earlier = json.loads(args.known.read_text())["rows"] if args.known else []
    earlier = {row["information_set"]: row for row in earlier}
    with args.output.open("a") as file:
        for answer in asked:
            told = answer["information_set"]
            if told in done or len(rows) >= args.references:
                continue
            row = {"information_set": told, "usual": short(answer)}
            known = earlier.get(told)
            if known and known["reference"]["play"] == row["usual"]["play"]:
                row |= {"rollouts": known["rollouts"], "reference": known["reference"]}
            else:
                limits = ["--time", "900", "--iterations", "10000", "--memory", args.memory, "--exploitability", "0.003"]
                (reference,) = evaluate(args.hanamachi, [told], *limits)
                (rollouts,) = evaluate(args.hanamachi, [told], "--method", "equilibrium")
                row |= {"rollouts": short(rollouts), "reference": short(reference)}
            file.write(json.dumps(row) + "\n")
            file.flush()
            rows.append(row)
    counted = [row for row in rows if (row["reference"]["live"] or 0.0) >= NEARLY_ALL]
    solved = [row for row in counted if row["usual"]["method"] == "live"]
    is_neutral = [row["information_set"].startswith("....... ") for row in counted]
    of_share = {
        f"{low} to {high}": summary([row for row in solved if low <= row["usual"]["live"] < high], "usual")
        for low, high in zip(SHARES, SHARES[1:])
    }
    found = {
        "decisions": len(usual),
        "over_nearly_all_hands": len(usual) - len(asked),
        "by_rollouts": sum(of["method"] != "live" for of in asked),
        "references": len(rows),
        "references_over_nearly_all_hands": len(counted),
        "by_share_of_pairs": of_share,
        "over_few_hands": summary(solved, "usual"),
        "rollouts": {
            "neutral_markers": summary([row for row, neutral in zip(counted, is_neutral) if neutral], "rollouts"),
            "moved_markers": summary([row for row, neutral in zip(counted, is_neutral) if not neutral], "rollouts"),
        },
        "rows": [
            {
                "information_set": row["information_set"],
                **{
                    which: {key: row[which][key] for key in ("method", "live", "win", "play")}
                    for which in ("usual", "rollouts", "reference")
                },
            }
            for row in rows
        ],
    }
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
