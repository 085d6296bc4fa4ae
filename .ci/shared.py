#!/usr/bin/env python3
"""Checks that the tests reuse what the README's first command and the builds of the whole program and the Python package compile.

Cargo compiles a crate again where a profile or the features of a dependency differ; a crate that only tests use can change the features of one that the program
uses. The first command leaves out what a garden of Okiya does not need, so the crates that have features for it, and they alone, are compiled again. Compares
cargo's plans, and compiles nothing. If the plans differ otherwise, it names the causes and exits with 1.
"""

import json
import os
import subprocess
import sys

# Crates with features that the first command leaves out: the program, the pages and the facade of the library.
LEAN = ("hanamachi", "hanamachi_report", "hanamachi_solver")


def units(*command):
    """The plan: a key for each unit that contains all its dependencies."""
    # The plan is not a stable option of cargo.
    environment = {**os.environ, "RUSTC_BOOTSTRAP": "1"}
    plan = ["cargo", *command, "--locked", "--unit-graph", "-Z", "unstable-options"]
    graph = json.loads(subprocess.run(plan, env=environment, check=True, stdout=subprocess.PIPE).stdout)["units"]
    own, whole = {}, {}

    def key(index):
        if index not in whole:
            unit = graph[index]
            target, profile = unit["target"], {key: value for key, value in unit["profile"].items() if key != "name"}
            own[index] = (unit["pkg_id"], *target["kind"], target["name"], unit["mode"], str(unit["platform"])), (
                json.dumps(profile, sort_keys=True),
                tuple(sorted(unit["features"])),
            )
            whole[index] = hash((own[index], tuple(sorted(key(other["index"]) for other in unit["dependencies"]))))
        return whole[index]

    for index in range(len(graph)):
        key(index)
    return own, whole


def again(what, command, exceptions, tests):
    """Whether this command compiles a unit that the tests do not reuse; prints why."""
    own, whole = units(*command)
    own_of_tests, whole_of_tests = tests
    shared, same = set(whole_of_tests.values()), set(own_of_tests.values())
    # Crates that the tests do not have, such as PyO3, are compiled once.
    names = {name for name, _ in same}
    not_shared = [index for index in whole if whole[index] not in shared and own[index][0] in names]
    print(f"{len(whole) - len(not_shared)} of {len(whole)} units of {what} are compiled once, or shared with the tests")
    refused = [index for index in not_shared if own[index][0][2] not in exceptions]
    for name, (profile, features) in sorted(own[index] for index in refused if own[index] not in same):
        print(f"{name[0]} ({name[3]}): profile {profile}, features {features}, but for the tests")
        for other, settings in own_of_tests.values():
            if other == name:
                print(f"    profile {settings[0]}, features {settings[1]}")
    return bool(refused)


def main():
    tests = units("test", "--workspace")
    whole_program = ("build", "--bin", "hanamachi")
    found = [
        again("the first command", (*whole_program, "--no-default-features"), LEAN, tests),
        again("the whole program", whole_program, (), tests),
        again("the Python package", ("build", "--package", "hanamachi-python"), (), tests),
    ]
    return 1 if any(found) else 0


if __name__ == "__main__":
    sys.exit(main())
