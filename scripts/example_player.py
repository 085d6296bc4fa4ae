#!/usr/bin/env python3
"""The smallest sensible player of Hanamikoji for `hanamachi hanamikoji match`.

    hanamachi hanamikoji match "exec:python3 scripts/example_player.py" random --pairs 100 --seed 1

The match writes one JSON object a line to standard input and reads one a line from standard output. The page on the
protocol is docs/src/protocol.md. Python 3.6 and its standard library are enough.

The player has one idea: every card has the worth of its geisha. It keeps the dearest card as its secret, puts the
cheapest away, offers as evenly as it can, and takes the dearest of what it is offered.
"""

import json
import sys

WORTH = dict(zip("ABCDEFG", (2, 2, 2, 3, 3, 4, 5)))


def worth(cards):
    """What a set of cards, such as "ABBD", is worth."""
    return sum(WORTH[card] for card in cards)


def merit(action):
    """How good an action looks: the larger, the better."""
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
    """The answer to one request, or None where none is wanted."""
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
