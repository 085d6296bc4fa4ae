#!/usr/bin/env python3
"""Prints the steps of .ci/run with their seconds, and holds them to a budget.

    .ci/table.py STEPS BUDGET [hold|write]

STEPS has a line for each step: name, wall seconds and CPU seconds, separated by tabs. BUDGET has lines `SECONDS  NAME`; `#` begins a comment. With
`hold` a step that exceeds its budget by half fails; one without a line has no budget. Machines differ, so budgets are scaled first by one factor: the upper
quartile over the steps of seconds taken to seconds allowed. Steps that became cheaper say nothing about the machine: a median would fall with them and
refuse steps that did not change. Up to a quarter of the steps may grow without raising the factor, and be refused. A step of a few seconds may take twenty
more. `write` makes the seconds of this run the budget.
"""

import statistics
import sys

GROWTH, SLACK = 1.5, 20


def factor(ratios):
    """How many times as long as the budget says steps take on this machine: the upper quartile."""
    if len(ratios) < 2:
        return ratios[0] if ratios else 1.0
    return statistics.quantiles(ratios, n=4, method="inclusive")[2]


def main():
    with open(sys.argv[1]) as file:
        steps = [line.rstrip("\n").split("\t") for line in file]
    budget = {}
    with open(sys.argv[2]) as file:
        for line in file:
            seconds, _, name = line.partition("#")[0].strip().partition("  ")
            if name:
                budget[name.strip()] = float(seconds)
    steps = [(name, int(clock), int(cpu)) for name, clock, cpu in steps]
    ratios = [cpu / budget[name] for name, _, cpu in steps if budget.get(name, 0) >= SLACK]
    speed = factor(ratios)
    print(f"{'step':<60} {'clock s':>8} {'CPU s':>8} {'budget':>8}")
    grown = []
    for name, clock, cpu in steps:
        allowed = budget.get(name)
        print(f"{name:<60} {clock:>8} {cpu:>8} {'' if allowed is None else f'{allowed * speed:.0f}':>8}")
        if allowed is not None and cpu > GROWTH * allowed * speed + SLACK:
            grown.append((name, cpu, allowed))
    total = sum(cpu for _, _, cpu in steps)
    print(f"{'sum':<60} {'':>8} {total:>8}   (budgets times {speed:.2f}, this machine)")
    if sys.argv[3:] == ["write"]:
        with open(sys.argv[2]) as file:
            comments = [line for line in file if line.startswith("#")]
        # Steps that were skipped keep their lines, at the speed of this machine.
        taken = {name: round(allowed * speed) for name, allowed in budget.items()} | {name: cpu for name, _, cpu in steps}
        with open(sys.argv[2], "w") as file:
            file.writelines(comments + [f"{cpu:>5}  {name}\n" for name, cpu in taken.items()])
    if sys.argv[3:] != ["hold"]:
        return 0
    for name, cpu, allowed in grown:
        print(
            f"FAILED: '{name}' took {cpu} s, more than one and a half times its budget, {allowed * speed:.0f} s here: make it faster, or edit .ci/budget",
            file=sys.stderr,
        )
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
