#!/usr/bin/env python3
"""Compares the figures on the pages of this repository with the files of results/ that they come from, and draws their charts.

    .ci/figures.py            compare; fail and list what differs
    .ci/figures.py --write    also write the charts in results/ anew

Six checks. Rows of tables that are computed here must stand on their page word for word. Every `a ± b` on a page outside of its code must be a
value with its standard error in a file of results/. Every number of a million or more, and every percentage with a fraction, must be a count or a share
there. A module or file that a page names must be there. A flag that README or book name is one of the program that the
variable HANAMACHI names, if it is set. README, book and findings keep their lengths. Python 3.9 and its standard library alone; `cargo test figures::` runs it.
"""

import csv
import glob
import json
import math
import os
import re
import subprocess
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

BOOK = ["README.md", *sorted(glob.glob("docs/src/*.md"))]
FINDINGS = sorted(set(glob.glob("results/*/README.md")) - {"results/board/README.md", "results/checks/README.md"})
# Results of the rules and of counting, not of a measurement.
RULES = {math.factorial(16), 2_270_454_064, 2_270_454_063, 24 * 24 * math.factorial(12)}


def objects(path):
    """The JSON values of a file: one, or one on each line."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def leaf_objects(value):
    """All objects in a JSON value."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from leaf_objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaf_objects(inner)


def table(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


MEASURED = {of["name"]: of for of in objects("results/hanamikoji-equilibrium/measurements.json")[0]}
ROUND_ROBIN = objects("results/hanamikoji-equilibrium/round-robin.json")[0]
FEW_HANDS = objects("results/hanamikoji-values/few-hands.json")[0]
FOURTH = objects("results/hanamikoji-values/fourth-turn.json")[0]
FAVOUR = {of["favour"]: of for of in objects("results/hanamikoji-favour/favour.json")[0]["layouts"]}
CALIBRATION = table("results/hanamikoji-exploit/calibration.csv")
SPEED = {of["name"]: of for of in objects("results/okiya-speed/speed.json")[0]}
OPENINGS = objects("results/okiya-openings/openings.json")[0]
LEDGER = table("results/okiya-solved/ledger.csv")
TOTALS = {key: sum(int(row[key]) for row in LEDGER) for key in LEDGER[0] if key not in ("first_class", "blake3", "program")}


def reduced():
    """The most precise line of each reduced game, by its set of actions; those of most games first come first."""
    games = {}
    for row in table("results/hanamikoji-reduced/solved.csv"):
        key = row["actions"], row["geisha"], row["tiebreak"]
        if key not in games or float(row["exploitability"]) < float(games[key]["exploitability"]):
            games[key] = row
    actions = {}
    for row in games.values():
        actions.setdefault(row["actions"], []).append(row)
    return dict(sorted(actions.items(), key=lambda of: (len(of[0]), of[0])))


def signed(value, digits, plus=False):
    text = f"{value:.{digits}f}"
    if float(text) == 0:
        return text.replace("-", "")
    return ("+" if plus and value > 0 else "") + text.replace("-", "−")


def with_error(of, digits=3, scale=1, plus=False, value="value"):
    return f"{signed(scale * of[value], digits, plus)} ± {scale * of['se']:.{digits}f}"


def score(row, column):
    """Games won without luck by one player of the round robin against another, in per cent; `None` for all games."""
    names = [of["player"].replace(",guide=auto", "") for of in ROUND_ROBIN["players"]]
    if column is None:
        return with_error(ROUND_ROBIN["players"][names.index(row)]["without_luck"], 1, 100, value="win")
    for of in ROUND_ROBIN["pairings"]:
        pair = [names[of["first"]], names[of["second"]]]
        if pair == [row, column]:
            return with_error(of["without_luck"], 1, 100, value="win")
        if pair == [column, row]:
            return with_error({**of["without_luck"], "win": 1 - of["without_luck"]["win"]}, 1, 100, value="win")
    return ""


# The value of a geisha, and the layouts in which one such marker is the player's or the opponent's, all others neutral.
MARKERS = [(2, "+......", "-......"), (3, "...+...", "...-..."), (4, ".....+.", ".....-."), (5, "......+", "......-")]
PLAYERS = ["random", "greedy", "learned", "ismcts:iterations=1000", "policy", "ismcts:iterations=10000", "best:rollouts=800,turns=2"]


def method_errors():
    """Names and measurements of the method errors, in the order of the page."""
    shares = [("50 to 90 %", "0.5 to 0.9"), ("10 to 50 %", "0.1 to 0.5"), ("less than 10 %", "0.0 to 0.1")]
    for where, of in (("turns 5 and 6", FEW_HANDS), ("turn 4", FOURTH)):
        for name, share in shares:
            yield "solved", where, name, of["by_share_of_pairs"][share]
    for where, of in (("turns 5 and 6", FEW_HANDS), ("turn 4", FOURTH)):
        for name, markers in (("neutral markers", "neutral_markers"), ("markers moved", "moved_markers")):
            yield "rollouts", where, name, of["rollouts"][markers]


def rows():
    """The rows that stand on pages: page, line."""
    equilibrium = "results/hanamikoji-equilibrium/README.md"
    for name, label in [("random", "`random`"), ("greedy", "`greedy`"), ("pimc", "`pimc`"), ("learned", "`learned`"), ("policy", "`policy`")]:
        of = MEASURED[f"exploitability/{name}"]
        response = "local best response" if of["response"] == "lbr" else of["response"]
        yield equilibrium, f"| {label} | {response} | {with_error(of)} | {of['deals']} |"
    for row in reversed(PLAYERS):
        cells = " | ".join(score(row, column) for column in [None, *PLAYERS])
        yield equilibrium, f"| `{row}` | {cells} |".replace("|  |", "| |").replace("|  |", "| |")
    for row in ["ismcts:iterations=10000", "policy", "learned", "greedy", "random"]:
        scores = " | ".join(score(row, column) for column in (None, "learned", "ismcts:iterations=10000"))
        yield "docs/src/players.md", f"| `{row}` | {scores} | {with_error(MEASURED[f'exploitability/{row}'])} |".replace("|  |", "| |")
    for saying in ("two identical pairs in the competition", "a high card as the secret", "the trade-off as the first action", "discard a single card of a geisha of two"):
        for page in (equilibrium, "docs/src/play_hanamikoji.md"):
            yield page, with_error(MEASURED[f"saying/{saying}"], 1, plus=True)
    values = "results/hanamikoji-values/README.md"
    for kind, where, name, of in method_errors():
        if kind == "solved":
            label = f"solved over {name} of all pairs, {where}" if (name, where) == ("50 to 90 %", "turns 5 and 6") else f"solved over {name}, {where}"
            label = label if name == "50 to 90 %" else f"over {name}"
        else:
            label = f"rollouts, {where}, {name}"
        loses = "" if of["advice_loses"] is None else f" {of['advice_loses']:.2f}"
        numbers = " | ".join(f"{of[key] + 1e-9:.1f}" for key in ("mean", "root_mean_square", "largest"))
        yield values, f"| {label} | {of['positions']} | {numbers} |{loses} |"
    for value, own, other in MARKERS:
        own, other = FAVOUR[own], FAVOUR[other]
        both = " | ".join(with_error(of, 2, 100, value="win") for of in (own, other))
        yield "results/hanamikoji-favour/README.md", f"| {value} | {both} | {50 * (own['win'] - other['win']):.1f} |"
    for player, label in [("random", "`random`"), ("greedy", "`greedy`"), ("cfr:iterations=1", "CFR, 1 iteration"), ("cfr:iterations=8", "CFR, 8 iterations")]:
        means = " | ".join(f"{mean_of(player, key):.4f}" for key in ("exact", "lbr", "trained"))
        yield "results/hanamikoji-exploit/README.md", f"| {label} | {means} |"
    for label, least, most in [("exploitability 0.2 or more", 0.2, 9), ("0.05 to 0.2", 0.05, 0.2)]:
        of = [row for row in CALIBRATION if least <= float(row["exact"]) < most]
        shares = [[float(row[key]) / float(row["exact"]) for row in of] for key in ("lbr", "trained")]
        both = " | ".join(f"{100 * sum(share) / len(share):.0f} %; {100 * min(share):.0f} %" for share in shares)
        yield "results/hanamikoji-exploit/README.md", f"| {label} | {len(of)} | {both} |"
    every = []
    for actions, games in reduced().items():
        every += games
        yield "results/hanamikoji-reduced/README.md", reduced_row(actions, games)
    yield "results/hanamikoji-reduced/README.md", reduced_row("all", every)
    for key, name in [("first_wins", "first player wins"), ("draws", "draw"), ("second_wins", "second player wins")]:
        gardens = TOTALS[key[:-1] + "_shuffles"]
        digits = 4 if key == "second_wins" else 3
        yield "results/okiya-solved/README.md", f"| {name} | {TOTALS[key]:,} | {gardens:,} | {100 * gardens / math.factorial(16):.{digits}f} % |"
    for page in ("README.md", "results/okiya-speed/README.md"):
        for name in ("hanamachi", "plain", "hyakkei", "okiya-solver"):
            of = SPEED[f"speed/{name}"]
            yield page, f"{of['value']} {of['unit']}"
    wrong = SPEED["speed/hyakkei"]["wrong_gardens_percent"]
    yield "README.md", f"no: in {wrong} % of gardens the value of some opening is wrong"
    yield from first_hands()
    yield from openings()
    # How far to trust it, in the README and the book.
    neutral, moved = (round(50 * MEASURED[f"exploitability/policy{where}"]["value"], 1) for where in ("", "/moved"))
    few = [of for kind, _, _, of in method_errors() if kind == "solved"]
    rollouts = [of for kind, _, _, of in method_errors() if kind == "rollouts"]
    solved = f"{min(of['mean'] for of in few):.1f} to {max(of['mean'] for of in few):.1f} points on average, {max(of['largest'] for of in few):.0f} at most"
    played = f"{min(of['mean'] for of in rollouts):.1f} to {max(of['mean'] for of in rollouts):.1f} points on average, {max(of['largest'] for of in rollouts):.0f} at most"
    for page in ("README.md", "docs/src/strength.md"):
        yield page, f"at least {neutral} points a round, {moved} once markers have moved"
        yield page, solved
        yield page, played


def openings():
    """What is seen of an opening of Okiya, and rules for choosing one."""
    for name in ("in_middle", "touching"):
        for number, of in OPENINGS[name].items():
            shares = " | ".join(f"{100 * of[outcome]:.1f} %" for outcome in ("win", "draw", "loss"))
            yield "results/okiya-openings/README.md", f"| {number} | {of['n']:,} | {shares} |"
            if name == "in_middle":
                yield "docs/src/play_okiya.md", f"| {number} | {shares} |"
    for number, (name, of) in enumerate(OPENINGS["rules"].items()):
        shares = " | ".join(f"{100 * of[outcome]:.1f} %" for outcome in ("win", "draw", "loss", "wins_where_one_wins"))
        yield "results/okiya-openings/README.md", f"| {name} | {shares} |"
        if number != 2:
            yield "docs/src/play_okiya.md", f"| {'by this rule' if number == 3 else name} | {shares} |"


def first_hands():
    """What the players' chapter says of the opening chart."""
    page = "docs/src/play_hanamikoji.md"
    hands = [(row["hand"], row["action"], float(row["deal_probability"]), row) for row in table("results/reports/openings.csv")]

    def share(condition, of=lambda hand, action: True):
        among = sum(weight for hand, action, weight, _ in hands if of(hand, action))
        return 100 * sum(weight for hand, action, weight, _ in hands if of(hand, action) and condition(hand, action)) / among

    for digit, name in enumerate(("secret", "trade-off", "gift", "competition"), 1):
        loss = 0
        for _, _, weight, row in hands:
            kinds = {row[f"{place}action"][:1]: float(row[f"{place}win"]) for place in ("", "second_", "third_", "fourth_") if row[f"{place}action"]}
            loss += 100 * weight * (float(row["win"]) - kinds[str(digit)])
        best = share(lambda _, action, digit=str(digit): action.startswith(digit))
        yield page, f"| {name} | {best:.1f} %" + (" of the deals" if digit == 1 else "") + f" | {loss:.1f} points |"
    for name, letters in (("four or five", "FG"), ("two", "ABC"), ("three", "DE")):
        found = share(lambda _, action, letters=letters: action[1] in letters, lambda _, action: action[0] == "1")
        yield page, f"| a card of {'the' if name == 'four or five' else 'a'} geisha of {name} | {found:.0f} % |"
    single = share(lambda hand, action: hand.count(action[1]) == 1, lambda _, action: action[0] == "1")
    yield page, f"| the only card of its geisha in the hand | {single:.0f} % |"
    for name, condition in (
        ("four tea bowls", lambda hand, _: hand.count("F") == 4),
        ("three tea bowls", lambda hand, _: hand.count("F") == 3),
        ("four or five hairpins", lambda hand, _: hand.count("G") >= 4),
        ("any hand", lambda hand, _: True),
        ("no tea bowl and at most one hairpin", lambda hand, _: hand.count("F") == 0 and hand.count("G") <= 1),
    ):
        among = share(condition)
        wins = 100 * sum(weight * float(row["win"]) for hand, action, weight, row in hands if condition(hand, action)) / among
        deals = "100 %" if among > 99 else f"{among:.1f} %"
        yield page, f"| {name} | {deals} | {100 * wins:.1f} % |"
    triple = share(lambda _, action: action == "3FFF", lambda hand, _: hand.count("F") == 3)
    yield page, f"the gift `FFF` is best in {triple:.0f} % of the deals"
    for count, letters, said in ((1, "F", "it is the tea bowl in {:.0f} % of the deals"), (2, "ABC", "it is a card of a geisha of two in {:.0f} %")):
        kept = share(lambda _, action, letters=letters: action[1] in letters, lambda hand, action, count=count: action[0] == "1" and hand.count("F") == count)
        yield page, said.format(kept)
    wins = {hand: f"{100 * float(row['win']):.1f} %" for hand, _, _, row in hands}
    best, worst = (of(hands, key=lambda of: float(of[3]["win"]))[0] for of in (max, min))
    yield page, f"The best are hands like `{best}` ({wins[best]}), the worst like `{worst}` ({wins[worst]})"
    yield page, f"In {sum(row['close'] == 'true' for *_, row in hands)} of the {len(hands)} hands another action may be as good"
    for value, own, other in MARKERS:
        yield page, f"| {value} | {50 * (FAVOUR[own]['win'] - FAVOUR[other]['win']):.1f} |"


def mean_of(player, key):
    found = [float(row[key]) for row in CALIBRATION if row["player"] == player]
    return sum(found) / len(found)


def reduced_row(actions, games):
    first = sum(float(row["low"]) > 0 for row in games)
    second = sum(float(row["high"]) < 0 for row in games)
    values = [float(row["value"]) for row in games]
    least, greatest = (signed(value, 3, plus=True) for value in (min(values), max(values)))
    sets = max(int(row["information_sets"]) for row in games)
    return f"| {actions} | {len(games)} | {len(games) - first - second} | {first} | {second} | {least} | {greatest} | {sets:,} |"


def known():
    """Values with their errors, and the shares and counts, of all files of results/."""
    pairs, shares, counts = set(), set(), set(RULES)
    for path in glob.glob("results/**/*.json", recursive=True):
        for of in (inner for value in objects(path) for inner in leaf_objects(value)):
            numbers = {key: value for key, value in of.items() if isinstance(value, (int, float)) and not isinstance(value, bool)}
            for key, value in numbers.items():
                error = numbers.get(f"{key}_se", numbers.get("se"))
                if error is not None and error > 0:
                    pairs |= {(value, error), (100 * value, 100 * error), (100 * (1 - value), 100 * error)}
                if key in ("share", "low", "high", "value"):
                    shares |= {100 * value, value}
                if key == "count":
                    counts.add(value)
    for name, total in TOTALS.items():
        counts.add(total)
        if name.endswith("_shuffles"):
            shares.add(100 * total / math.factorial(16))
            counts.add(math.factorial(16) - total)
    counts.add(TOTALS["draw_shuffles"] + TOTALS["second_win_shuffles"])
    shares.add(100 * (TOTALS["draw_shuffles"] + TOTALS["second_win_shuffles"]) / math.factorial(16))
    shares.add(100 * FAVOUR["......."]["win"])
    # Four tiles of which no two match.
    shares.add(100 * 24 * 24 * math.factorial(12) / math.factorial(16))
    with open("results/okiya-solved/report.csv", encoding="utf-8") as file:
        numbers = {int(number) for number in re.findall(r"(?<![\d.])\d{7,}(?![\d.])", file.read())}
    counts |= numbers
    shares |= {100 * number / TOTALS["second_win_shuffles"] for number in numbers if number < TOTALS["second_win_shuffles"]}
    for row in table("results/reports/openings.csv"):
        pairs.add((100 * float(row["win"]), 100 * float(row["win_se"])))
    return pairs, shares, counts


def prose(path, checked):
    """A page without its code and the lines checked already, and of the changelog the current section alone."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for line in checked:
        text = text.replace(line, "")
    if path == "CHANGELOG.md":
        text = text.split("\n## ")[1]
    return re.sub(r"^ {4}.*$|`[^`\n]*`|\]\([^)]*\)", "", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), flags=re.M)


def rounds_to(text, value):
    """Whether a value, rounded to as many digits as this text has, is the text."""
    digits = len(text.partition(".")[2])
    return abs(float(text) - value) <= 0.5 * 10**-digits + 1e-9


def unknown_figures(checked):
    pairs, shares, counts = known()
    for path in [*BOOK, "CHANGELOG.md", *FINDINGS]:
        text = prose(path, checked.get(path, [])).replace("−", "-")
        for value, error in re.findall(r"([+-]?\d+(?:\.\d+)?) ± (\d+(?:\.\d+)?)", text):
            if not any(rounds_to(value, of) and rounds_to(error, its) for of, its in pairs):
                yield path, f"{value} ± {error}"
        for number in re.findall(r"(?<![\d.,])\d{1,3}(?:,\d{3}){2,}(?![\d.,]*\d)", text):
            if path in BOOK and int(number.replace(",", "")) not in counts:
                yield path, number
        for number in re.findall(r"(?<![±\d.,] )(?<![\d.,])(\d+\.\d+) %", text):
            if path in BOOK and not any(rounds_to(number, of) for of in shares):
                yield path, f"{number} %"


# Where the first part of a module's path on a page leads.
MODULES = {
    "search": "solver/core/src/search", "game": "solver/core/src/game", "conformance": "solver/core/src/conformance", "okiya": "solver/okiya/src",
    "hanamikoji": "solver/hanamikoji/src", "study": "solver/hanamikoji/src/study", "table": "solver/table/src", "reference": "solver/reference/src",
}  # fmt: skip
ITEM = r"\b(?:fn|struct|enum|trait|type|const|static|mod|macro_rules!)\s+%s\b|\buse\b[^;]*\b%s\b|\b%s\b\s*[({,]"


def is_item(place, names):
    """Whether this path of names leads to a module or an item below a folder or file of sources."""
    if not names:
        return True
    folder, name = place.removesuffix(".rs"), names[0]
    if os.path.isdir(f"{folder}/{name}"):
        return is_item(f"{folder}/{name}", names[1:])
    if os.path.exists(f"{folder}/{name}.rs"):
        return is_item(f"{folder}/{name}.rs", names[1:])
    for file in [place] if place.endswith(".rs") else [*glob.glob(f"{place}/*.rs"), f"{place}.rs"]:
        if os.path.exists(file):
            with open(file, encoding="utf-8") as source:
                if re.search(ITEM % (name, name, name), source.read()):
                    return True
    return False


def missing_names():
    """Modules and files of the repository that a page names and that are not there."""
    for path in [*BOOK, "CONTRIBUTING.md", *FINDINGS]:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if path != "CONTRIBUTING.md":
            # Commands of an earlier commit say so.
            text = re.sub(r"^.*of commit.*$", "", text, flags=re.M)
        for name in re.findall(r"`((?:hanamachi_solver::)?[a-z_]+(?:::\w+)+)`", text):
            first, *rest = name.removeprefix("hanamachi_solver::").split("::")
            if first in MODULES and not is_item(MODULES[first], rest):
                yield path, name
        for name in re.findall(r"`((?:src|solver|tests|benches|scripts|results|docs|board|bindings|examples|\.ci)/[\w./-]*)", text):
            if not os.path.exists(name) and not name.startswith("docs/book"):
                yield path, name


# Flags of other programs: cargo, the scripts, the example in Python.
OF_TOOLS = {"--as-built", "--dir", "--example", "--locked", "--minutes", "--no-default-features", "--no-deps", "--parts", "--path", "--release", "--workspace"}


def missing_flags(program):
    """Flags on the pages that the program does not have."""
    commands = {""}
    for path in BOOK:
        with open(path, encoding="utf-8") as file:
            # Those of the list, and hidden ones that an example runs.
            found = re.findall(r"^\| `([a-z]+(?: [a-z]+)?)` \||\bhanamachi ((?:okiya |hana |hanamikoji |table )?[a-z]+)", file.read(), flags=re.M)
        commands |= {listed or run for listed, run in found}
    helps = [subprocess.run([program, *command.split(), "--help"], capture_output=True, text=True, check=False).stdout for command in sorted(commands)]
    known = OF_TOOLS | {flag for text in helps for flag in re.findall(r"--[a-z][a-z-]*", text)}
    for path in BOOK:
        with open(path, encoding="utf-8") as file:
            code = "\n".join(file.read().split("`")[1::2])
        # The page about the flags of the last version.
        if path == "docs/src/from_0_2.md":
            continue
        for flag in sorted(set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", code)) - known):
            yield path, f"flag {flag}"


def words(path):
    with open(path, encoding="utf-8") as file:
        return sum(bool(re.search(r"\w", word)) for word in file.read().split())


def too_long():
    """Pages longer than a reader takes in at one sitting."""
    with open("README.md", encoding="utf-8") as file:
        yield "README.md", "lines", len(file.readlines()), 110
    yield "the book", "words", sum(map(words, BOOK[1:])), 30_000
    for path in ["CONTRIBUTING.md", *sorted(glob.glob("results/*/README.md"))]:
        yield path, "words", words(path), 1_200


STYLE = "<style>text{font:13px system-ui,sans-serif;fill:#444}.b{fill:#a3352b}.c{fill:#2b4c7e}path{stroke:#444;fill:none}@media(prefers-color-scheme:dark){text{fill:#ccc}.b{fill:#ec8a7c}.c{fill:#9dbbe6}path{stroke:#ccc}}</style>"


def chart(title, bars, digits):
    """Horizontal bars as SVG: label, from, to, standard error, class of the bar, printed text."""
    least = min(0, *(min(of[1], of[2] - of[3]) for of in bars))
    scale = 340 / (max(of[2] + of[3] for of in bars) - least)
    at = lambda value: 290 + scale * (value - least)  # noqa: E731
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {26 * len(bars) + 40}" role="img" aria-label="{title}">', STYLE, f'<text x="10" y="20">{title}</text>']
    for number, (label, low, high, error, color, shown) in enumerate(bars):
        y = 34 + 26 * number
        lines.append(f'<text x="280" y="{y + 14}" text-anchor="end">{label}</text>')
        lines.append(f'<rect class="{color}" x="{at(min(low, high)):.1f}" y="{y + 2}" width="{max(scale * abs(high - low), 1):.1f}" height="15"/>')
        if error:
            lines.append(f'<path d="M{at(high - error):.1f} {y + 9.5}H{at(high + error):.1f}"/>')
        end = max(at(high) + scale * error, at(low)) + 8
        lines.append(f'<text x="{end:.1f}" y="{y + 14}">{shown if shown else signed(high, digits)}</text>')
    return "\n".join([*lines, "</svg>", ""])


def charts():
    """Path and text of each chart."""
    bars = []
    for name, label in [("random", "random"), ("greedy", "greedy"), ("pimc", "pimc"), ("learned", "learned"), ("ismcts:iterations=10000", "ismcts, 10,000 iterations"), ("policy", "policy"), ("policy/moved", "policy, markers moved"), ("best:rollouts=800,turns=2", "best")]:
        of = MEASURED[f"exploitability/{name}"]
        bars.append((label, 0, of["value"], of["se"], "b", with_error(of)))
    yield "results/hanamikoji-equilibrium/exploitability.svg", chart("Exploitability, at least: utility per round, ± one standard error", bars, 3)
    bars = []
    for name in sorted(PLAYERS, key=lambda name: -float(score(name, None).split()[0])):
        value, _, error = score(name, None).split()
        bars.append((name, 0, float(value), float(error), "b", score(name, None)))
    yield "results/hanamikoji-equilibrium/strength.svg", chart("Share of all games won, %, without luck, ± one standard error", bars, 1)
    bars = [(f"{kind}, {where}, {name}", 0, of["mean"], 0, "c" if kind == "solved" else "b", "") for kind, where, name, of in method_errors()]
    yield "results/hanamikoji-values/error.svg", chart("Mean method error, points", bars, 1)
    bars = [(f"{number} in the middle", 0, 100 * of["win"], 0, "b", f"{100 * of['win']:.1f} %") for number, of in OPENINGS["in_middle"].items()]
    yield "results/okiya-openings/openings.svg", chart("Openings that win, by how many of their six matches lie in the middle", bars, 1)
    bars = []
    for value, own, other in MARKERS:
        bars.append((f"geisha worth {value}", 0, 50 * (FAVOUR[own]["win"] - FAVOUR[other]["win"]), 0, "b", ""))
    yield "results/hanamikoji-favour/markers.svg", chart("What one marker is worth: points of a game, all others in the middle", bars, 1)
    bars = []
    for player in ("random", "greedy", "cfr:iterations=1"):
        for key, label, color in (("exact", "exact", "c"), ("lbr", "local best response", "b"), ("trained", "learned", "b")):
            bars.append((f"{player}, {label}", 0, mean_of(player, key), 0, color, ""))
    yield "results/hanamikoji-exploit/tightness.svg", chart("Mean exploitability in 13 reduced rounds", bars, 3)
    bars = []
    for actions, games in reduced().items():
        values = [float(row["value"]) for row in games]
        least, greatest = min(values), max(values)
        bars.append((f"actions {actions}: {len(games)} games", least, greatest, 0, "b", f"{signed(least, 3)} to {signed(greatest, 3, plus=True)}"))
    yield "results/hanamikoji-reduced/values.svg", chart("Values to the first player, least to greatest", bars, 3)


def charts_of_gardens():
    """The charts of Okiya, and that of the last two turns."""
    all_gardens = math.factorial(16)
    names = [("first_win_shuffles", "the first player wins"), ("draw_shuffles", "draw"), ("second_win_shuffles", "the second player wins")]
    bars = [(name, 0, 100 * TOTALS[key] / all_gardens, 0, "c", f"{100 * TOTALS[key] / all_gardens:.3f} %") for key, name in names]
    yield "results/okiya-solved/outcomes.svg", chart("All 16! gardens with best play", bars, 3)
    sample = objects("results/okiya-census/sample.json")[0]
    bars = [(f"{of['winning_openings']} openings win", 0, 100 * of["share"], 0, "b", f"{100 * of['share']:.2f} %") for of in sample["winning_openings"]]
    yield "results/okiya-census/openings.svg", chart("Four million gardens by their number of winning openings", bars, 2)
    bars = []
    for name, label in (("uniform", "all placements equally likely"), ("learned", "both played by the evaluation")):
        of = objects(f"results/hanamikoji-endgames/{name}.json")[0]["all"]
        loss, error = 100 * of["mean_lost"], 100 * of["mean_lost_se"]
        bars.append((label, 0, loss, error, "b", f"{loss:.3f} ± {error:.3f} %"))
    yield "results/hanamikoji-endgames/loss.svg", chart("Mean loss of the search in the last two turns", bars, 3)


def main():
    faults, checked = [], {}
    for path, line in rows():
        checked.setdefault(path, []).append(line)
        with open(path, encoding="utf-8") as file:
            if line not in file.read():
                faults.append(f"{path} lacks: {line}")
    faults += [f"{path}: {figure} stands in no file of results/" for path, figure in unknown_figures(checked)]
    faults += [f"{path} has {number:,} {unit}, more than {most:,}" for path, unit, number, most in too_long() if number > most]
    missing = list(missing_names())
    if program := os.environ.get("HANAMACHI"):
        missing += missing_flags(program)
    faults += [f"{path}: there is no {name}" for path, name in missing]
    for path, text in [*charts(), *charts_of_gardens()]:
        if "--write" in sys.argv:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        with open(path, encoding="utf-8") as file:
            if file.read() != text:
                faults.append(f"{path} is not what the figures draw: .ci/figures.py --write")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
