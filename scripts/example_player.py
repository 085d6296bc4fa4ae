#!/usr/bin/env python3
"""The smallest sensible player of Hanamikoji for `hanamachi hanamikoji match`.

    hanamachi hanamikoji match "exec:python3 scripts/example_player.py" random --pairs 100 --seed 1

The match writes one JSON object per line to standard input and reads one per line from standard output. The page on the
protocol is docs/src/protocol.md. Python 3.6 and its standard library are enough.

The player has one idea: every card has the worth of its geisha. It keeps the most valuable card as its secret, discards the
cheapest cards, makes offers as even as possible, and takes the most valuable part of an offer.
"""

import json
import sys

WORTH = dict(zip("ABCDEFG", (2, 2, 2, 3, 3, 4, 5)))


def worth(cards):
    """Value of a set of cards, such as "ABBD"."""
    return sum(WORTH[card] for card in cards)


def merit(action):
    """Score of an action: the larger, the better."""
    kind, cards = action[0], action[1:]
    if kind == "-":  # the answer to an offer, "-C" or "-BD": take the dearest
        return worth(cards)
    if kind == "1":  # secret, "1E": keep the dearest card
        return worth(cards) - 4
    if kind == "2":  # trade-off, "2BC": put the cheapest away
        return 4 - worth(cards)
    if kind == "3":  # gift, "3BCC": the opponent takes the dearest one
        return worth(cards) - 2 * max(map(worth, cards))
    pairs = worth(cards[:2]), worth(cards[2:])  # competition, "4ACBD": the opponent takes the dearer pair
    return min(pairs) - max(pairs)


def answer(request):
    """The answer to one request, or None if none is expected."""
    if request["type"] == "hello":
        return {"id": request["id"], "name": "example", "version": "1.0"}
    if request["type"] == "decide":
        return {"id": request["id"], "action": max(request["legal"], key=merit)}
    return None  # "game_over", and whatever later versions of the protocol may add


def main():
    for line in sys.stdin:  # ends when the match closes the pipe
        reply = answer(json.loads(line))
        if reply is not None:
            # Flush: the match waits for the line.
            print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
