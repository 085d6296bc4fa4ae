"""A player that checks all it is told against what it knows, for the tests: it gives up where something does not fit."""

import json
import random
import sys

game = round_ = hand = None


def rows(history, seat):
    """The open rows after these turns, the player's first."""
    found = {1: [], 2: []}
    for place, turn in enumerate(history):
        mover = 1 + place % 2
        offer, _, taken = turn.partition("-")
        if offer[0] in "34" and taken:
            left = list(offer[1:])
            for card in taken:
                left.remove(card)
            found[mover] += left
            found[3 - mover] += taken
    return ["".join(sorted(found[which])) for which in (seat, 3 - seat)]


def check(request):
    """What does not fit, if anything."""
    global hand
    favour, seat, cards, turns = request["information_set"].split()[:4]
    history = [] if turns == "-" else turns.split(",")
    if game is None or round_ is None:
        return "no start was told"
    if (round_["favour"], str(round_["seat"]), round_["rules"]) != (favour, seat, request["rules"]):
        return "another round"
    if game["rules"].split("round=")[0] != request["rules"].split("round=")[0]:
        return "another game"
    answers = request["legal"][0].startswith("-")
    if answers != (request["drawn"] is None):
        return "drawn where it should not be, or not where it should"
    hand += request["drawn"] or ""
    if sorted(hand) != sorted(cards.replace("-", "")):
        return f"the hand is {cards}, not {hand}"
    if [request["rows"]["mine"], request["rows"]["theirs"]] != rows(history, int(seat)):
        return f"rows {request['rows']}"
    return None


for line in sys.stdin:
    request = json.loads(line)
    kind = request["type"]
    if kind == "hello":
        print(json.dumps({"id": request["id"]}), flush=True)
    elif kind == "game_start":
        game, first = request, True
    elif kind == "round_start":
        if first and (round_ is not None or (request["seat"] == 1) != game["moves_first"]):
            sys.exit(3)
        first = False
        round_, hand = request, request["hand"]
    elif kind == "game_over":
        game = round_ = hand = None
    elif kind == "decide":
        wrong = check(request)
        if wrong:
            print(json.dumps({"id": request["id"], "error": wrong}), flush=True)
            continue
        action = random.Random(request["seed"]).choice(request["legal"])
        if not action.startswith("-"):
            for card in action[1:]:
                hand = hand.replace(card, "", 1)
        print(json.dumps({"id": request["id"], "action": action}), flush=True)
