"""A player that does not keep to the protocol, for the tests: the argument says how.

It greets politely, plays the first legal action, and misbehaves at its second decision.
"""

import json
import os
import sys
import time

how = sys.argv[1]
decisions = 0


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "hello":
        if how == "mute":
            time.sleep(60)
        say(json.dumps({"id": request["id"], "name": how}) + "\n")
    if request["type"] != "decide":
        continue
    decisions += 1
    first = {"id": request["id"], "action": request["legal"][0]}
    if decisions == 2:
        if how == "crash":
            os._exit(7)
        elif how == "stall":
            time.sleep(60)
        elif how == "close":
            os.close(1)
            time.sleep(60)
        elif how == "illegal":
            first["action"] = "1Z"
        elif how == "garbage":
            say("what?\n")
            continue
        elif how == "binary":
            sys.stdout.buffer.write(b"\xff\xfe\n")
            sys.stdout.flush()
            continue
        elif how == "blank":
            say("\n \n" * 100 + json.dumps(first) + "\n\n")
            continue
        elif how == "unended":
            say(json.dumps(first))
            os._exit(0)
        elif how == "stale":
            first["id"] -= 1
        elif how == "flood":
            while True:
                say("x" * 65536)
        elif how == "chatter":
            while True:
                say("{}\n")
    say(json.dumps(first) + "\n")
