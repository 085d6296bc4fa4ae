#!/usr/bin/env python3
"""Checks the program's output about rounds of Hanamikoji against a second engine that shares nothing with it.

The rules, the text forms, the enumeration of actions and sequences, the odds of hidden cards and the validity of
texts are implemented here once more, from the rulebook and the notation, in plain Python: hands are strings, and
nothing is looked up or packed. Rounds of the standard game and of reduced ones are played at random, and everything
that `hana review --score`, `show --legal`, `perft` and `beliefs` print about them is compared. Then the texts are altered at random: the
program must refuse with exit code 3 the texts that this engine refuses, and accept those that it accepts.

    cargo build --release --locked
    scripts/cross_check_hanamikoji.py --rounds 2000 --seed 1

Exit status: 0 when all agrees, 1 when something does not, 2 when the program cannot be run.
"""

import argparse
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from math import comb, factorial

LETTERS = "ABCDEFG"
WORDS = ("first", "second")
STANDARD = {"rounds": "inf", "round": "1", "tiebreak": "charm", "geisha": "2,2,2,3,3,4,5", "actions": "1,2,3,4"}
# Values and actions; the standard game is drawn as often as all others together.
REDUCED = (
    ("1,1,2,3", "1,2"),
    ("4,1,2", "1,2"),
    ("2,3,4", "1,3"),
    ("2,3,6", "2,3"),
    ("1,2,3,2,1,2", "1,4"),
    ("3,4,6", "1,2,3"),
    ("2,2,3,4,4", "3,4"),
    ("1,2,2,2,4,2,2", "3,4"),
    ("1,1,1", "1"),
)


class Refused(Exception):
    """A text that is against the notation, the rules, or itself."""


class Unspecified(Exception):
    """A text whose validity the notation leaves open."""


def refuse_unless(condition, reason):
    if not condition:
        raise Refused(reason)


def text_of(cards):
    return "".join(sorted(cards)) or "-"


def without(cards, used):
    """The cards that remain; an error when `used` is not among them."""
    rest = list(cards)
    for card in used:
        rest.remove(card)
    return "".join(sorted(rest))


def holds(cards, some):
    return not Counter(some) - Counter(cards)


class Rules:
    """The game and the number of its round, from the tags."""

    def __init__(self, tags):
        self.tags = STANDARD | tags
        self.worths = [int(worth) for worth in self.tags["geisha"].split(",")]
        self.actions = sorted(int(action) for action in self.tags["actions"].split(","))
        self.letters = LETTERS[: len(self.worths)]
        self.pack = "".join(letter * worth for letter, worth in zip(self.letters, self.worths))
        self.first_hand = sum(self.actions) - len(self.actions)
        self.turns = 2 * len(self.actions)
        self.charm_goal = sum(self.worths) // 2 + 1
        self.geisha_goal = len(self.worths) // 2 + 1
        self.is_last = self.tags["rounds"] != "inf" and int(self.tags["round"]) >= int(self.tags["rounds"])

    def text(self):
        """The non-standard tags, as written after a text."""
        return "".join(f" {name}={value}" for name, value in self.tags.items() if value != STANDARD[name])

    def complete(self):
        return " ".join(f"{name}={value}" for name, value in self.tags.items())

    def charm(self, favour, sign):
        return sum(worth for worth, marker in zip(self.worths, favour) if marker == sign)

    def winner(self, favour):
        """The sign of the winner with these markers, or None."""
        for sign in "+-":
            if self.charm(favour, sign) >= self.charm_goal:
                return sign
        for sign in "+-":
            if favour.count(sign) >= self.geisha_goal:
                return sign
        return None

    def outcome(self, favour):
        """The result of the round with these markers, for the first player."""
        sign = self.winner(favour)
        if sign is None and not self.is_last:
            return "undecided"
        if sign is None and self.tags["tiebreak"] != "none":
            best = {}
            for player in "+-":
                owned = [worth for worth, marker in zip(self.worths, favour) if marker == player]
                highest = max(owned, default=0) if self.tags["tiebreak"] == "charm" else 0
                best[player] = (sum(owned), highest)
            if best["+"] != best["-"]:
                sign = max(best, key=best.get)
        return "shared" if sign is None else WORDS["+-".index(sign)]


def flipped(favour):
    return favour.translate(str.maketrans("+-", "-+"))


class Turn:
    """One turn: the action, its cards in order, and the cards that the opponent took."""

    def __init__(self, action, cards, taken=None):
        self.action, self.cards, self.taken = action, cards, taken

    def is_offer(self):
        return self.action >= 3

    def is_open(self):
        return self.is_offer() and self.taken is None

    def text(self, reader, mover):
        if not self.is_offer() and reader not in (None, mover):
            return f"{self.action}{'X' * self.action}"
        return f"{self.action}{self.cards}" + (f"-{self.taken}" if self.taken else "")

    def answers(self):
        if self.action == 3:
            return sorted(set(self.cards))
        return sorted({self.cards[:2], self.cards[2:]})


def ways(hand, action):
    """The distinct ways to use an action with a hand, in alphabetical order."""
    if action < 4:
        return sorted({"".join(cards) for cards in itertools.combinations(hand, action)})
    found = set()
    for cards in {"".join(cards) for cards in itertools.combinations(hand, 4)}:
        for partner in (1, 2, 3):
            pair = "".join(sorted(cards[0] + cards[partner]))
            other = "".join(cards[place] for place in (1, 2, 3) if place != partner)
            found.add("".join(sorted((pair, other))))
    return sorted(found)


class State:
    """A round in progress, everything open. It is copied by playing."""

    def __init__(self, rules, removed, hands, draws, history=(), placed=("", ""), used=((), ())):
        self.rules, self.removed, self.draws = rules, removed, draws
        self.hands, self.history, self.placed, self.used = hands, history, placed, used

    @staticmethod
    def dealt(rules, removed, first, second, draws):
        return State(rules, removed, (first, second), draws).drawn()

    def completed(self):
        return len(self.history) - int(self.offer() is not None)

    def offer(self):
        return self.history[-1] if self.history and self.history[-1].is_open() else None

    def mover(self):
        """The player whose turn it is; the owner of an offer until it is answered."""
        return self.completed() % 2

    def is_over(self):
        return self.completed() == self.rules.turns

    def decider(self):
        if self.is_over():
            return None
        return 1 - self.mover() if self.offer() else self.mover()

    def change(self, pair, seat, value):
        return tuple(value if place == seat else old for place, old in enumerate(pair))

    def drawn(self):
        if self.is_over() or self.offer():
            return self
        hand = "".join(sorted(self.hands[self.mover()] + self.draws[self.completed()]))
        hands = self.change(self.hands, self.mover(), hand)
        return State(self.rules, self.removed, hands, self.draws, self.history, self.placed, self.used)

    def actions(self):
        """Legal actions of the player to decide, in ascending order."""
        if self.is_over():
            return []
        if self.offer():
            return ["-" + taken for taken in self.offer().answers()]
        hand, used = self.hands[self.mover()], self.used[self.mover()]
        left = [action for action in self.rules.actions if action not in used]
        return [f"{action}{cards}" for action in left for cards in ways(hand, action)]

    def play(self, text):
        """The state after a decision and the draw that follows."""
        placed, mover = self.placed, self.mover()
        if text[0] == "-":
            offer, taken = self.offer(), text[1:]
            turn = Turn(offer.action, offer.cards, taken)
            rest = without(offer.cards, taken)
            placed = self.change(placed, mover, placed[mover] + rest)
            placed = self.change(placed, 1 - mover, placed[1 - mover] + taken)
            history = self.history[:-1] + (turn,)
            return State(self.rules, self.removed, self.hands, self.draws, history, placed, self.used).drawn()
        turn = Turn(int(text[0]), text[1:])
        if turn.action == 1:
            placed = self.change(placed, mover, placed[mover] + turn.cards)
        hands = self.change(self.hands, mover, without(self.hands[mover], turn.cards))
        used = self.change(self.used, mover, self.used[mover] + (turn.action,))
        return State(self.rules, self.removed, hands, self.draws, self.history + (turn,), placed, used).drawn()

    def favour_after(self, favour):
        after = ""
        for letter, marker in zip(self.rules.letters, favour):
            first, second = (cards.count(letter) for cards in self.placed)
            after += "+" if first > second else "-" if second > first else marker
        return after

    def history_text(self, reader=None):
        turns = (turn.text(reader, place % 2) for place, turn in enumerate(self.history))
        return ",".join(turns) or "-"

    def information_set(self, favour, seat):
        seen = favour if seat == 0 else flipped(favour)
        return f"{seen} {seat + 1} {text_of(self.hands[seat])} {self.history_text(seat)}{self.rules.text()}"


def deal_text(removed, first, second, draws):
    return f"{removed}/{text_of(first)}/{text_of(second)}/{draws}"


# Reading


def read_rules(words):
    tags = {}
    for word in words:
        name, sign, value = word.partition("=")
        refuse_unless(sign and name in STANDARD, "not a tag")
        refuse_unless(name not in tags, "a tag twice")
        tags[name] = value
    for name in ("rounds", "round"):
        value = tags.get(name, "1")
        refuse_unless((name == "rounds" and value == "inf") or (value.isdecimal() and int(value) > 0), "no number")
    refuse_unless(tags.get("tiebreak", "charm") in ("charm", "charm_only", "none"), "no tiebreak")
    values = STANDARD | tags
    worths, actions = values["geisha"].split(","), values["actions"].split(",")
    refuse_unless(all(worth.isdecimal() and int(worth) > 0 for worth in worths), "no worth")
    refuse_unless(len(worths) <= 7, "too many geisha")
    refuse_unless(all(action in ("1", "2", "3", "4") for action in actions), "no action")
    refuse_unless(len(set(actions)) == len(actions), "an action twice")
    cards = sum(int(worth) for worth in worths)
    refuse_unless(cards == 2 * sum(int(action) for action in actions) + 1, "worths do not fit the actions")
    if values["rounds"] != "inf":
        refuse_unless(int(values["round"]) <= int(values["rounds"]), "after the last round")
    return Rules(tags)


def read_cards(rules, text, ordered=True):
    if "," in text:
        raise Unspecified("how cards are separated")
    refuse_unless(text and all(card in rules.letters for card in text), "no cards")
    return "".join(sorted(text)) if ordered else text


def read_hand(rules, text):
    return "" if text == "-" else read_cards(rules, text)


def read_favour(rules, text):
    refuse_unless(len(text) == len(rules.letters) and set(text) <= set("+-."), "no markers")
    refuse_unless(rules.winner(text) is None, "the game is decided")
    return text


def read_turn(rules, text):
    """A turn by itself; hidden cards are None."""
    refuse_unless(text and text[0].isdecimal() and int(text[0]) in rules.actions, "no action of the game")
    action = int(text[0])
    cards, dash, taken = text[1:].partition("-")
    refuse_unless(len(cards) == action, "wrong number of cards")
    if action < 3:
        refuse_unless(not dash, "no offer")
        return Turn(action, None if cards == "X" * action else read_cards(rules, cards))
    if action == 3:
        cards = read_cards(rules, cards)
    else:
        cards = "".join(sorted([read_cards(rules, cards[:2]), read_cards(rules, cards[2:])]))
    turn = Turn(action, cards, "".join(sorted(taken)) if dash else None)
    refuse_unless(not dash or taken in turn.answers(), "not part of the offer")
    return turn


def read_history(rules, text):
    turns = [] if text == "-" else [read_turn(rules, part) for part in text.split(",")]
    refuse_unless(len(turns) <= rules.turns, "too many turns")
    refuse_unless(not any(turn.is_open() for turn in turns[:-1]), "an offer without an answer")
    for seat in (0, 1):
        used = [turn.action for turn in turns[seat::2]]
        refuse_unless(len(set(used)) == len(used), "an action twice")
    return turns


def read_fields(text, count):
    words = text.split()
    refuse_unless(len(words) >= count, "a field is missing")
    return words[:count], read_rules(words[count:])


def check_information_set(text):
    """Raises Refused unless the text can come about in a round."""
    (favour, seat, hand, history), rules = read_fields(text, 4)
    read_favour(rules, favour)
    refuse_unless(seat in ("1", "2"), "no seat")
    reader = int(seat) - 1
    hand = read_hand(rules, hand)
    turns = read_history(rules, history)
    known = hand
    for place, turn in enumerate(turns):
        if not turn.is_offer():
            refuse_unless((turn.cards is None) == (place % 2 != reader), "hidden from the wrong player")
        known += turn.cards or ""
    refuse_unless(holds(rules.pack, known), "more cards than there are")
    is_open = bool(turns) and turns[-1].is_open()
    begun = len(turns) if is_open else min(len(turns) + 1, rules.turns)
    draws = len(range(reader, begun, 2))
    used = sum(turn.action for turn in turns[reader::2])
    refuse_unless(len(hand) == rules.first_hand + draws - used, "a hand of the wrong size")


def read_deal(rules, text):
    parts = text.split("/")
    refuse_unless(len(parts) == 4, "no deal")
    removed, first, second, draws = parts
    refuse_unless(len(read_cards(rules, removed, ordered=False)) == 1, "not one card removed")
    if rules.first_hand == 0 and "" in (first, second):
        raise Unspecified("how an empty hand stands in a deal")
    hands = [read_hand(rules, hand) for hand in (first, second)]
    refuse_unless(all(len(hand) == rules.first_hand for hand in hands), "a hand of the wrong size")
    read_cards(rules, draws, ordered=False)
    refuse_unless(len(draws) == rules.turns, "not one draw for each turn")
    refuse_unless(Counter(removed + hands[0] + hands[1] + draws) == Counter(rules.pack), "not the pack")
    return State.dealt(rules, removed, hands[0], hands[1], draws)


def check_deal(text):
    (deal,), rules = read_fields(text, 1)
    read_deal(rules, deal)


def check_record(text):
    (favour, deal, history), rules = read_fields(text, 3)
    read_favour(rules, favour)
    state = read_deal(rules, deal)
    for turn in read_history(rules, history):
        refuse_unless(turn.cards is not None, "hidden in a record")
        refuse_unless(f"{turn.action}{turn.cards}" in state.actions(), "not in hand")
        state = state.play(f"{turn.action}{turn.cards}")
        if turn.taken:
            state = state.play("-" + turn.taken)


def complaint(check, text):
    """Why a text is refused, None if it is valid; Unspecified passes through."""
    try:
        check(text)
    except Refused as reason:
        if re.search(r"[\s_],|,[\s_]|,$", text):
            raise Unspecified("blanks beside a comma, and a comma at the end") from None
        return str(reason)
    return None


# Drawing


def draw_rules(rng):
    tags = {}
    if rng.random() < 0.5:
        tags["geisha"], tags["actions"] = rng.choice(REDUCED)
    if rng.random() < 0.4:
        rounds = rng.randint(1, 4)
        tags |= {"rounds": str(rounds), "round": str(rng.randint(1, rounds))}
        tags["tiebreak"] = rng.choice(("charm", "charm_only", "none"))
    return Rules({name: value for name, value in (STANDARD | tags).items() if value != STANDARD[name]})


def draw_favour(rng, rules):
    while True:
        favour = "".join(rng.choice("+-.") for _ in rules.letters)
        if rules.winner(favour) is None:
            return favour


class Round:
    """A random round: the states with a decision, the decisions, and the final state."""

    def __init__(self, rng):
        self.rules = draw_rules(rng)
        self.favour = draw_favour(rng, self.rules)
        pack = list(self.rules.pack)
        rng.shuffle(pack)
        pack, size = "".join(pack), self.rules.first_hand
        first, second = ("".join(sorted(pack[start : start + size])) for start in (1, 1 + size))
        self.deal = (pack[0], first, second, pack[1 + 2 * size :])
        self.decisions = []
        state = State.dealt(self.rules, *self.deal)
        stop = rng.randint(0, 12) if rng.random() < 0.3 else None
        while not state.is_over() and len(self.decisions) != stop:
            # Each action is equally likely, regardless of the number of ways to use it.
            by_action = {}
            for action in state.actions():
                by_action.setdefault(action[0], []).append(action)
            action = rng.choice(by_action[rng.choice(sorted(by_action))])
            self.decisions.append((state, action))
            state = state.play(action)
        self.end = state

    def deal_text(self):
        return deal_text(*self.deal) + self.rules.text()

    def record(self):
        return f"{self.favour} {deal_text(*self.deal)} {self.end.history_text()}{self.rules.text()}"


# Expected output of the program


def expected_replay(played):
    end, rules = played.end, played.rules
    want = {
        "rules": rules.complete(),
        "record": played.record(),
        "placed": {
            seat: {letter: cards.count(letter) for letter in rules.letters} for seat, cards in zip(WORDS, end.placed)
        },
        "complete": end.is_over(),
        "favour_after": None,
        "charm": None,
        "geisha": None,
        "outcome": None,
        "decisions": [
            {
                "turn": state.completed() + 1,
                "seat": WORDS[state.decider()],
                "information_set": state.information_set(played.favour, state.decider()),
                "action": action,
            }
            for state, action in played.decisions
        ],
    }
    if end.is_over():
        after = end.favour_after(played.favour)
        want["favour_after"] = after
        want["charm"] = {seat: rules.charm(after, sign) for seat, sign in zip(WORDS, "+-")}
        want["geisha"] = {seat: after.count(sign) for seat, sign in zip(WORDS, "+-")}
        want["outcome"] = rules.outcome(after)
    return want


def expected_legal(state, favour, seat):
    decides = state.decider()
    actions = state.actions() if decides == seat else []
    return {
        "rules": state.rules.complete(),
        "information_set": state.information_set(favour, seat),
        "to_decide": None if decides is None else "reader" if decides == seat else "opponent",
        "count": len(actions),
        "actions": actions,
    }


def perft(state, turns, counts):
    """Adds the sequences that begin here to the counts by completed turns."""
    for action in state.actions():
        after = state.play(action)
        if after.completed() > state.completed():
            counts[after.completed() - 1] += 1
        if after.completed() < turns:
            perft(after, turns, counts)


def hidden(state, seat):
    """The cards that a player has not seen, and the number in each place, counted from the public actions."""
    other = 1 - seat
    own = state.hands[seat]
    secrets = {"secret": 0, "trade_off": 0}
    for place, turn in enumerate(state.history):
        if place % 2 == seat or turn.is_offer():
            own += turn.cards
        else:
            secrets["secret" if turn.action == 1 else "trade_off"] += turn.action
    unseen = without(state.rules.pack, own)
    draws = min(state.completed() + 1, state.rules.turns)
    sizes = {"hand": len(state.hands[other])} | secrets | {"deck": state.rules.turns - draws, "removed": 1}
    return unseen, sizes


def by_formula(unseen, sizes):
    """Probabilities of the numbers of copies: hypergeometric."""
    odds = {}
    for letter, (place, size) in itertools.product(sorted(set(unseen)), sizes.items()):
        copies, others = unseen.count(letter), len(unseen) - unseen.count(letter)
        odds[letter, place] = [
            comb(copies, k) * comb(others, size - k) / comb(len(unseen), size) if k <= size else 0.0
            for k in range(copies + 1)
        ]
    return odds


def placements(unseen, sizes):
    """Every way to lay the cards into the places, by what it looks like, with the number of ways for cards that
    are things of their own."""
    found = Counter({((), tuple(range(len(unseen)))): 1})
    for size in sizes:
        after = Counter()
        for laid, rest in found:
            for some in itertools.combinations(rest, size):
                after[laid + (some,), tuple(sorted(set(rest) - set(some)))] = 1
        found = after
    looks = Counter()
    for laid, _ in found:
        looks[tuple("".join(unseen[card] for card in some) for some in laid)] += 1
    return looks


def by_enumeration(unseen, sizes):
    looks = placements(unseen, sizes.values())
    total = sum(looks.values())
    odds = {}
    for letter, (index, place) in itertools.product(sorted(set(unseen)), enumerate(sizes)):
        counts = [0] * (unseen.count(letter) + 1)
        for laid, number in looks.items():
            counts[laid[index].count(letter)] += number
        odds[letter, place] = [float(Fraction(count, total)) for count in counts]
    return odds, total, len(looks)


def number_of_placements(sizes):
    total = factorial(sum(sizes.values()))
    for size in sizes.values():
        total //= factorial(size)
    return total


def trimmed(numbers):
    numbers = list(numbers)
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return numbers


def belief_differences(state, favour, seat, answer, enumerate_up_to):
    """The differences, and whether it was also checked by enumeration."""
    unseen, sizes = hidden(state, seat)
    number = number_of_placements(sizes)
    wrong = list(
        differences(
            {
                "information_set": state.information_set(favour, seat),
                "unseen": unseen,
                "sizes": sizes,
                "placements": number,
            },
            answer,
        )
    )
    tables = [by_formula(unseen, sizes)]
    enumerated = number <= enumerate_up_to
    if enumerated:
        odds, total, looks = by_enumeration(unseen, sizes)
        tables.append(odds)
        wrong += differences({"placements": total, "distinguishable_placements": looks}, answer)
    given = {entry["geisha"]: entry for entry in answer["geisha"]}
    if sorted(given) != list(state.rules.letters):
        wrong.append(f"geisha are {sorted(given)}")
    for letter in given:
        if given[letter]["unseen"] != unseen.count(letter):
            wrong.append(f"{letter}: {unseen.count(letter)} unseen, not {given[letter]['unseen']}")
    for table in tables:
        for (letter, place), want in table.items():
            told = given[letter][place]
            got, mean = told["probabilities"], sum(k * odd for k, odd in enumerate(want))
            want, got = trimmed(want), trimmed(got)
            if len(want) != len(got) or any(abs(one - two) > 1e-12 for one, two in zip(want, got)):
                wrong.append(f"{letter} in {place}: should be {want}, is {got}")
            elif abs(told["expected"] - mean) > 1e-12:
                wrong.append(f"{letter} in {place}: {mean} expected, not {told['expected']}")
    return wrong, enumerated


# Spoiling


def spoilt(rng, text):
    """The text with something changed, which may leave it valid."""
    fields = text.split(" ")
    tags = next((place for place, field in enumerate(fields) if "=" in field), len(fields))
    kind = rng.random()
    if kind < 0.35:
        place = rng.randrange(tags)
        field = fields[place]
        at = rng.randrange(len(field) + 1)
        letters = rng.choice(("ABCDEFG", "ABCDEFG", "X", "1234", "+-.", ",-/ H5"))
        new = rng.choice(letters)
        before, after = field[:at], field[at + 1 :]
        fields[place] = rng.choice((before + new + field[at:], before + after, before + new + after))
    elif kind < 0.55:
        # Another card in place of one, with the surrounding letters sorted again.
        place = rng.randrange(1, tags) if tags > 1 else 0
        cards = [at for at, letter in enumerate(fields[place]) if letter in LETTERS]
        if cards:
            at = rng.choice(cards)
            field = list(fields[place])
            field[at] = rng.choice("ABCDEFG")
            start, end = at, at + 1
            while start and field[start - 1] in LETTERS:
                start -= 1
            while end < len(field) and field[end] in LETTERS:
                end += 1
            is_history = place == tags - 1 and tags > 1
            if not (is_history and start and field[start - 1] == "4"):
                field[start:end] = sorted(field[start:end])
            fields[place] = "".join(field)
    elif kind < 0.75:
        turns = fields[tags - 1].split(",")
        at = rng.randrange(len(turns))
        change = rng.randrange(5)
        if change == 0:
            del turns[at]
        elif change == 1:
            turns.insert(at, rng.choice(turns))
        elif change == 2:
            other = rng.randrange(len(turns))
            turns[at], turns[other] = turns[other], turns[at]
        elif change == 3:
            turns[at] = turns[at][:1] + "X" * (len(turns[at]) - 1)
        else:
            turns[at] = turns[at].partition("-")[0]
        fields[tags - 1] = ",".join(turns) or "-"
    elif kind < 0.85:
        fields[0] = "".join(rng.choice("+-.") for _ in fields[0]) if "/" not in fields[0] else fields[0]
        if rng.random() < 0.5 and tags > 1 and fields[1] in ("1", "2"):
            fields[1] = rng.choice(("1", "2", "3", "0"))
    elif kind < 0.9:
        del fields[rng.randrange(len(fields))]
    else:
        tag = rng.choice(
            "rounds=3 rounds=inf rounds=0 rounds=two round=2 round=0 tiebreak=charm tiebreak=none tiebreak=luck "
            "tiebreak=charm_only "
            "geisha=2,2,2,3,3,4,5 geisha=2,2,2,3,3,4,4 geisha=0,3 geisha=2,3,4 geisha= actions=1,3 actions=3,4 "
            "actions=1,1 actions=5 actions= actions=4,3,2,1 full=draw tiebreak".split()
        )
        if rng.random() < 0.5 and tags < len(fields):
            fields[rng.randrange(tags, len(fields))] = tag
        else:
            fields.append(tag)
    return " ".join(fields)


# Asking


def ask(program, arguments, lines, exit_codes=(0,)):
    """The program's answers to these lines, one object each, and its exit code."""
    if not lines:
        return [], exit_codes[0]
    result = subprocess.run(
        [program, "hanamikoji", *arguments, "-", "--json", "--quiet"],
        # A blank line ends a text that lacks something.
        input="".join(line + "\n\n" for line in lines),
        capture_output=True,
        text=True,
        check=False,
    )
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    if result.returncode not in exit_codes or len(objects) != len(lines):
        sys.exit(
            f"{program} {' '.join(arguments)}: exit {result.returncode}, {len(objects)} answers to {len(lines)} lines\n"
            + result.stderr
            + "".join(f"{line}: {object['error']}\n" for line, object in zip(lines, objects) if "error" in object)
        )
    return objects, result.returncode


def differences(want, got, where=""):
    """Every key of `want` that `got` answers differently."""
    for key, value in want.items():
        answer = got.get(key)
        if key == "decisions" and isinstance(answer, list) and len(answer) == len(value):
            for place, (one, other) in enumerate(zip(value, answer)):
                yield from differences(one, other, f"decision {place + 1}: ")
        elif answer != value:
            yield f"{where}{key} should be {value!r}, is {answer!r}"


def find_program(given):
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "target", "release", "hanamachi")
    program = given or (beside if os.path.exists(beside) else shutil.which("hanamachi"))
    if not program or not shutil.which(program):
        print("no program: cargo build --release --locked, or --program PATH", file=sys.stderr)
        sys.exit(2)
    return program


class Check:
    """The comparisons, counted."""

    def __init__(self, program, rng):
        self.program, self.rng, self.wrong = program, rng, 0

    def report(self, text, what):
        self.wrong += 1
        print(f"{text}: {what}")

    def replay(self, rounds):
        texts = [played.record() for played in rounds]
        answers, _ = ask(self.program, ["review", "--score"], texts)
        outcomes = Counter()
        for played, text, answer in zip(rounds, texts, answers):
            want = expected_replay(played)
            outcomes[want["outcome"] or "stopped early"] += 1
            for difference in differences(want, answer):
                self.report(text, f"replay: {difference}")
        decisions = sum(len(played.decisions) for played in rounds)
        counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
        print(f"replay: {len(rounds)} records with {decisions} decisions compared ({counts})")

    def views(self, rounds):
        """The deciding player, at every decision; and both players at the end and at one other point of each round."""
        for played in rounds:
            for state, _ in played.decisions:
                yield state, played.favour, state.decider()
            others = [state for state, _ in played.decisions]
            for state in [played.end] + ([self.rng.choice(others)] if others else []):
                for seat in (0, 1):
                    yield state, played.favour, seat

    def legal(self, views):
        texts = [state.information_set(favour, seat) for state, favour, seat in views]
        answers, _ = ask(self.program, ["show", "--legal"], texts)
        actions = 0
        for view, text, answer in zip(views, texts, answers):
            want = expected_legal(*view)
            actions += want["count"]
            for difference in differences(want, answer):
                self.report(text, f"legal: {difference}")
        print(f"legal: {len(texts)} information sets with {actions} actions compared")

    def beliefs(self, views, enumerate_up_to):
        texts = [state.information_set(favour, seat) for state, favour, seat in views]
        answers, _ = ask(self.program, ["beliefs", "--reach", "uniform"], texts)
        enumerated = 0
        for view, text, answer in zip(views, texts, answers):
            wrong, by_hand = belief_differences(*view, answer, enumerate_up_to)
            enumerated += by_hand
            for difference in wrong:
                self.report(text, f"beliefs: {difference}")
        print(f"beliefs: {len(texts)} information sets compared with the formula, {enumerated} with enumeration")

    def perft(self, rounds, deals):
        """Standard deals to two turns, smaller ones to as many as there are few of."""
        batches = {}
        for played in rounds:
            standard = played.rules.tags["geisha"] == STANDARD["geisha"]
            turns = 2 if standard else 3 if played.rules.first_hand > 3 else 4
            small = not standard and len(played.rules.pack) <= 9
            batch = batches.setdefault(turns, ([], []))[0 if small else 1]
            if len(batch) < (deals if small else max(1, deals // 8)):
                batch.append(played)
        compared, sequences = 0, 0
        for turns, (small, large) in sorted(batches.items()):
            batch = small + large
            texts = [played.deal_text() for played in batch]
            answers, _ = ask(self.program, ["perft", "--turns", str(turns)], texts)
            for played, text, answer in zip(batch, texts, answers):
                counts = [0] * turns
                perft(State.dealt(played.rules, *played.deal), turns, counts)
                compared, sequences = compared + 1, sequences + sum(counts)
                if answer["nodes"] != counts:
                    self.report(text, f"perft should be {counts}, is {answer['nodes']}")
        print(f"perft: {compared} deals with {sequences} sequences compared")

    def refusals(self, command, check, texts):
        """Each text spoilt a little: refused when this engine refuses it, accepted when not."""
        valid, invalid, unsaid = [], [], 0
        for text in dict.fromkeys(spoilt(self.rng, text) for text in texts):
            if not text.strip() or text.startswith("#"):
                continue
            try:
                reason = complaint(check, text)
            except Unspecified:
                unsaid += 1
                continue
            if reason is None:
                valid.append(text)
            else:
                invalid.append((text, reason))
        reasons = Counter(reason for _, reason in invalid)
        answers, _ = ask(self.program, command, valid, (0, 3))
        for text, answer in zip(valid, answers):
            if "error" in answer:
                self.report(text, f"{command[0]} refuses what is valid: {answer['error']['message']}")
        answers, code = ask(self.program, command, [text for text, _ in invalid], (0, 3))
        for (text, reason), answer in zip(invalid, answers):
            if "error" not in answer:
                self.report(text, f"{command[0]} accepts what is not valid: {reason}")
        if invalid and code != 3:
            self.report(command[0], f"exit code {code} with refused lines, not 3")
        kinds = f"for {len(reasons)} reasons"
        skipped = f", {unsaid} of which the notation says nothing left out" if unsaid else ""
        print(f"{command[0]}: {len(valid)} changed texts are accepted, {len(invalid)} refused {kinds}{skipped}")


def main():
    parser = argparse.ArgumentParser(description="Check hanamachi against a second, slow engine of Hanamikoji.")
    parser.add_argument("--program", help="the program [target/release/hanamachi, else the one on the path]")
    parser.add_argument("--rounds", type=int, default=2000, help="number of rounds [2000]")
    parser.add_argument("--seed", type=int, default=1, help="seed of the rounds [1]")
    parser.add_argument("--perft", type=int, default=80, help="number of small deals of a kind to enumerate [80]")
    parser.add_argument(
        "--placements", type=int, default=2600, help="enumerate hidden cards with at most this many placements [2600]"
    )
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds goes from 1")
    rng = random.Random(options.seed)
    check = Check(find_program(options.program), rng)
    rounds = [Round(rng) for _ in range(options.rounds)]
    standard = sum(played.rules.tags["geisha"] == STANDARD["geisha"] for played in rounds)
    print(f"{len(rounds)} rounds, seed {options.seed}, {standard} of them of the standard game")

    check.replay(rounds)
    views = list(check.views(rounds))
    check.legal(views)
    check.beliefs(views, options.placements)
    check.perft(rounds, options.perft)
    records = [played.record() for played in rounds]
    check.refusals(["review", "--score"], check_record, records * 4)
    sets = [state.information_set(favour, seat) for state, favour, seat in views]
    check.refusals(["show", "--legal"], check_information_set, sets)
    check.refusals(["beliefs"], check_information_set, rng.sample(sets, len(sets) // 4))
    check.refusals(["perft", "--turns", "1"], check_deal, [played.deal_text() for played in rounds])

    print(f"{check.wrong} disagreements")
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
