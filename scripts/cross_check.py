#!/usr/bin/env python3
"""Check the program against a second, slow solver that shares nothing with it.

The rules, the minimax, the choice of the best line, the counts of perft, ranks and classes are written here
once more, from the rules of the game and the text forms, in plain Python without table, window or pruning.
Positions are drawn at random: most by random play, some of them over, and some static ones that no game reaches.
The program solves them under both rules, and every value that it prints is compared.

    cargo build --release --locked
    scripts/cross_check.py --positions 300 --seed 1

Exit status: 0 when all agrees, 1 when something does not, 2 when the program cannot be run.
"""

import argparse
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
from math import factorial

CELLS = [column + row for row in "1234" for column in "abcd"]
BORDER = [cell for cell in range(16) if cell % 4 in (0, 3) or cell // 4 in (0, 3)]
PATTERNS = (
    [("row", frozenset(4 * r + c for c in range(4))) for r in range(4)]
    + [("column", frozenset(4 * r + c for r in range(4))) for c in range(4)]
    + [("diagonal", frozenset(5 * i for i in range(4))), ("diagonal", frozenset(3 * i + 3 for i in range(4)))]
    + [("square", frozenset((k, k + 1, k + 4, k + 5))) for r in range(3) for c in range(3) for k in (4 * r + c,)]
)


class Position:
    """A garden (16 numbers), the cells of x and of o, and the last cell taken."""

    def __init__(self, garden, x=frozenset(), o=frozenset(), last=None):
        self.garden, self.x, self.o, self.last = garden, x, o, last

    def side(self):
        return "x" if len(self.x) == len(self.o) else "o"

    def tiles_left(self):
        return 16 - len(self.x) - len(self.o)

    def matching_cells(self):
        taken = self.x | self.o
        if self.last is None:
            return list(BORDER)
        tile = self.garden[self.last]
        return [
            cell
            for cell in range(16)
            if cell not in taken
            and (self.garden[cell] // 4 == tile // 4 or self.garden[cell] % 4 == tile % 4)
        ]

    def end(self):
        """The ending of the game and its winner, or None."""
        mover, other = (self.x, self.o) if self.side() == "x" else (self.o, self.x)
        last_player = "o" if self.side() == "x" else "x"
        for player, tokens in ((last_player, other), (self.side(), mover)):
            for shape, cells in PATTERNS:
                if cells <= tokens:
                    return shape, player
        if not self.matching_cells():
            return ("block" if self.tiles_left() else "full_board"), last_player
        return None

    def moves(self):
        return [] if self.end() else self.matching_cells()

    def play(self, cell):
        if self.side() == "x":
            return Position(self.garden, self.x | {cell}, self.o, cell)
        return Position(self.garden, self.x, self.o | {cell}, cell)

    def text(self):
        rows = []
        for row in range(4):
            text, run = "", 0
            for cell in range(4 * row, 4 * row + 4):
                token = "x" if cell in self.x else "o" if cell in self.o else None
                if token is None:
                    run += 1
                else:
                    text, run = text + (str(run) if run else "") + token, 0
            rows.append(text + (str(run) if run else ""))
        last = "-" if self.last is None else CELLS[self.last]
        return f"{garden_text(self.garden)} {'/'.join(rows)} {last} {self.side()}"


def garden_text(garden):
    digits = "".join("0123456789abcdef"[tile] for tile in garden)
    return "/".join(digits[i : i + 4] for i in range(0, 16, 4))


def score(position, rules, known):
    """The value for the player to move: tiles left + 1 for a win, 0, -(tiles left + 1)."""
    key = (position.x, position.o, position.last)
    if key not in known:
        end = position.end()
        if end:
            ending, by = end
            size = 0 if ending == "full_board" and rules == "draw" else position.tiles_left() + 1
            known[key] = size if by == position.side() else -size
        else:
            known[key] = max(-score(position.play(cell), rules, known) for cell in position.matching_cells())
    return known[key]


def best_line(position, rules, known):
    """Best play to the end, always with the first of the best moves; and the result."""
    line = []
    while not position.end():
        value = score(position, rules, known)
        cell = next(c for c in position.moves() if -score(position.play(c), rules, known) == value)
        line.append(CELLS[cell])
        position = position.play(cell)
    return line, position.end()[0]


def perft(position, depth):
    counts, level = [], [position]
    for _ in range(depth):
        level = [before.play(cell) for before in level for cell in before.moves()]
        counts.append(len(level))
    return counts


def rank(garden):
    """The garden's place among all permutations in lexicographic order."""
    rest, total = sorted(garden), 0
    for place, tile in enumerate(garden):
        total += rest.index(tile) * factorial(15 - place)
        rest.remove(tile)
    return total


def board_symmetries():
    turn = [4 * (cell % 4) + 3 - cell // 4 for cell in range(16)]
    mirror = [4 * (cell // 4) + 3 - cell % 4 for cell in range(16)]
    symmetry = list(range(16))
    for _ in range(4):
        yield symmetry
        yield [mirror[cell] for cell in symmetry]
        symmetry = [turn[cell] for cell in symmetry]


BOARD = list(board_symmetries())
NAMES = list(itertools.permutations(range(4)))


def class_rank(garden):
    """The rank of the smallest image of the garden under all 9,216 symmetries."""
    smallest = None
    for symmetry in BOARD:
        moved = [garden[cell] for cell in symmetry]
        for swap in (False, True):
            pairs = [(tile % 4, tile // 4) if swap else (tile // 4, tile % 4) for tile in moved]
            for plants in NAMES:
                for symbols in NAMES:
                    image = [4 * plants[plant] + symbols[symbol] for plant, symbol in pairs]
                    if smallest is None or image < smallest:
                        smallest = image
    return rank(smallest)


def value_fields(value, tiles_now):
    tiles_left = max(abs(value) - 1, 0)
    return {
        "outcome": "win" if value > 0 else "loss" if value < 0 else "draw",
        "score": value,
        "tiles_left": tiles_left,
        "plies_to_end": tiles_now - tiles_left,
    }


def expected(position, rules):
    """The expected output of the program for the position."""
    known, moves = {}, []
    for cell in position.moves():
        after = position.play(cell)
        value = -score(after, rules, known)
        line, ending = best_line(after, rules, known)
        moves.append(
            value_fields(value, position.tiles_left())
            | {
                "move": CELLS[cell],
                "tile": "0123456789abcdef"[position.garden[cell]],
                "ending": ending,
                "replies": len(after.moves()),
                "line": [CELLS[cell]] + line,
            }
        )
    moves.sort(key=lambda move: (-move["score"], CELLS.index(move["move"])))
    line, ending = best_line(position, rules, known)
    return value_fields(score(position, rules, known), position.tiles_left()) | {
        "position": position.text(),
        "garden": garden_text(position.garden),
        "rules": f"full={rules}",
        "side": position.side(),
        "ending": ending,
        "line": line,
        "moves": moves,
        "rank": rank(position.garden),
    }


def shuffled(rng):
    garden = list(range(16))
    rng.shuffle(garden)
    return garden


def played(rng, tokens):
    """A position after this many random moves, or at the end of a shorter game."""
    position = Position(shuffled(rng))
    for _ in range(tokens):
        moves = position.moves()
        if not moves:
            break
        position = position.play(rng.choice(moves))
    return position


def static(rng, tokens):
    """This many tokens anywhere: consistent, but mostly unreachable."""
    cells = rng.sample(range(16), tokens)
    # Taken alternately, so that the last of them belongs to the player who is not to move.
    return Position(shuffled(rng), frozenset(cells[0::2]), frozenset(cells[1::2]), cells[-1])


def run(program, arguments, lines):
    """The program's answers to these lines, one object each."""
    result = subprocess.run(
        [program, "okiya", *arguments, "-", "--json", "--quiet"],
        input="".join(line + "\n" for line in lines),
        capture_output=True,
        text=True,
        check=False,
    )
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    if result.returncode != 0 or len(objects) != len(lines):
        sys.exit(f"{program} {' '.join(arguments)}: exit {result.returncode}, {len(objects)} answers\n{result.stderr}")
    return objects


def differences(want, got, where=""):
    """Every key of `want` that `got` answers differently."""
    for key, value in want.items():
        answer = got.get(key)
        if key == "moves" and isinstance(answer, list) and len(answer) == len(value):
            for one, other in zip(value, answer):
                yield from differences(one, other, f"move {one['move']}: ")
        elif answer != value:
            yield f"{where}{key} should be {value!r}, is {answer!r}"


def find_program(given):
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "target", "release", "hanamachi")
    program = given or (beside if os.path.exists(beside) else shutil.which("hanamachi"))
    if not program or not shutil.which(program):
        print("no program: cargo build --release --locked, or --program PATH", file=sys.stderr)
        sys.exit(2)
    return program


def main():
    parser = argparse.ArgumentParser(description="Check hanamachi against a second, slow solver.")
    parser.add_argument("--program", help="the program [target/release/hanamachi, else the one on the path]")
    parser.add_argument("--positions", type=int, default=300, help="number of positions [300]")
    parser.add_argument("--tokens", type=int, default=5, help="the fewest tokens in a position [5]")
    parser.add_argument("--classes", type=int, default=40, help="number of positions whose class is computed [40]")
    parser.add_argument("--seed", type=int, default=1, help="seed of the positions [1]")
    options = parser.parse_args()
    if not 1 <= options.tokens <= 16:
        parser.error("--tokens goes from 1 to 16")
    program = find_program(options.program)

    rng = random.Random(options.seed)
    positions = []
    for number in range(options.positions):
        tokens = rng.randint(options.tokens, 16)
        positions.append(static(rng, tokens) if number % 5 == 4 else played(rng, tokens))
    texts = [position.text() for position in positions]
    over = sum(1 for position in positions if position.end())
    print(f"{len(positions)} positions, seed {options.seed}, {over} of them over")

    wrong = 0

    def report(text, what):
        nonlocal wrong
        wrong += 1
        print(f"{text}: {what}")

    for rules in ("draw", "last"):
        solutions = run(program, ["solve", "--lines", "--full", rules], texts)
        verdicts = run(program, ["solve", "--verdict", "--full", rules], texts)
        values, outcomes = 0, {"win": 0, "draw": 0, "loss": 0}
        for position, text, solution, verdict in zip(positions, texts, solutions, verdicts):
            want = expected(position, rules)
            values += 1 + len(want["moves"])
            outcomes[want["outcome"]] += 1
            for difference in differences(want, solution):
                report(text, f"solve, full={rules}: {difference}")
            if verdict["outcome"] != want["outcome"]:
                report(text, f"verdict, full={rules}: should be {want['outcome']}, is {verdict['outcome']}")
        counts = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.items())
        print(f"full={rules}: {values} values with their lines compared ({counts})")

    depth = 6
    for position, text, counted in zip(positions, texts, run(program, ["perft", "--depth", str(depth)], texts)):
        want = perft(position, depth)
        if counted["nodes"] != want:
            report(text, f"perft should be {want}, is {counted['nodes']}")
    print(f"perft to depth {depth} compared")

    some = positions[: options.classes]
    for position, answer in zip(some, run(program, ["solve", "--show", "class"], texts[: options.classes])):
        want = {"rank": rank(position.garden), "class": class_rank(position.garden)}
        for difference in differences(want, answer):
            report(garden_text(position.garden), f"class: {difference}")
    print(f"{len(some)} classes compared, each over 9,216 images")

    print(f"{wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
