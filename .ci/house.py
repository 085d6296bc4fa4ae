#!/usr/bin/env python3
"""Counts what a reader of this repository has to take in, and holds it to a budget.

    .ci/house.py                print the figures beside their ceilings; fail if one exceeds its ceiling
    .ci/house.py --lower        lower the ceilings in .ci/house to the figures of now; none rises
    .ci/house.py --circles      list the circles of files and of folders, with the items that close them
    .ci/house.py --names        list the type names that stand for more than one type

.ci/house has lines `CEILING  NAME`; `#` begins a comment. A feature that enters pays with one that leaves, so a ceiling is raised only
for something that a user would pay for. The script reads the text of the tracked Rust files without their tests and compiles nothing:
`use` lines and paths are resolved by reading. A *circle* is a set of files each of which names items of another until it comes back to
the first. Commands and flags are those of the short help of the program that the variable
HANAMACHI names; without it they are not counted.
"""

import collections
import os
import re
import subprocess
import sys

CEILINGS = ".ci/house"
VISIBLE = r"(?:pub(?:\([^)]*\))?\s+)?"
TYPE = re.compile(rf"^({VISIBLE})(?:struct|enum|trait|type|union)\s+([A-Za-z_]\w*)", re.M)
ITEM = re.compile(
    rf"^{VISIBLE}(?:const\s+|unsafe\s+|async\s+)*(?:struct|enum|trait|type|fn|union|static|const|macro_rules!)\s+(?:mut\s+)?([A-Za-z_]\w*)",
    re.M,
)
USE = re.compile(rf"^\s*({VISIBLE})use\s+([^;]+);", re.M)


def is_test(path):
    return re.search(r"(^|/)(tests|fuzz|examples)/|^benches/|/tests\.rs$", path) is not None


def without_tests(text):
    """The text without items under `#[cfg(test)]` and without comments."""
    lines, kept, at = text.split("\n"), [], 0
    while at < len(lines):
        if not lines[at].strip().startswith("#[cfg(test)]"):
            kept.append(re.sub(r"//.*", "", lines[at]))
            at += 1
            continue
        depth, opened = 0, False
        while at + 1 < len(lines):
            at += 1
            code = re.sub(r"\"(\\.|[^\"\\])*\"|'(\\.|[^'\\])'|//.*", "", lines[at])
            depth += code.count("{") - code.count("}")
            opened |= "{" in code
            if (opened and depth <= 0) or (not opened and code.strip().endswith(";")):
                break
        at += 1
    return "\n".join(kept)


def leaves(tree):
    """The paths of a `use` tree, each with the name it gets."""
    depth, start, parts = 0, 0, []
    for at, sign in enumerate(tree + ","):
        depth += (sign == "{") - (sign == "}")
        if sign == "," and depth == 0:
            parts.append(tree[start:at].strip())
            start = at + 1
    for part in filter(None, parts):
        if "{" in part:
            stem, _, inner = part.partition("{")
            for path, name in leaves(inner.rpartition("}")[0]):
                yield [word for word in stem.split("::") if word.strip()] + path, name
        else:
            path, _, alias = part.partition(" as ")
            path = [word.strip() for word in path.split("::") if word.strip()]
            yield path, alias.strip() or path[-1]


class Crate:
    """The files of a crate as modules, and the items that each names of the others."""

    def __init__(self, root, texts):
        self.root = root
        self.files = {self.module(path): path for path in texts}
        self.items = collections.defaultdict(dict)
        self.names = collections.defaultdict(dict)
        self.globs = collections.defaultdict(list)
        private = collections.defaultdict(list)
        for path, text in texts.items():
            module = self.module(path)
            self.items[module] = dict.fromkeys(ITEM.findall(text), path)
            for visible, tree in USE.findall(text):
                for leaf, name in leaves(re.sub(r"\s+", " ", tree)):
                    target = self.absolute(module, leaf)
                    if target is None:
                        continue
                    if leaf[-1] == "*":
                        self.globs[module].append(target[:-1])
                        continue
                    if target:
                        self.names[module][name] = target
                    if not visible:
                        private[module].append(target)
        self.edges = collections.defaultdict(lambda: collections.defaultdict(set))
        for path, text in texts.items():
            module = self.module(path)
            for target in private[module] + list(self.paths(module, USE.sub("", text))):
                known, last = None, target
                while last and known is None:
                    known = self.resolve(last, set())
                    last = last[:-1]
                if known and known != path:
                    self.edges[path][known].add(target[-1])

    def module(self, path):
        words = path[len(self.root) + 1 : -len(".rs")].split("/")
        return tuple(words[:-1] if words[-1] in ("mod", "lib", "main") else words)

    def absolute(self, module, path):
        """The path from the root of the crate; `None` for a path into another crate."""
        if path[0] == "crate":
            return tuple(path[1:])
        if path[0] == "self":
            return module + tuple(path[1:])
        up = 0
        while up < len(path) and path[up] == "super":
            up += 1
        if up:
            return module[: len(module) - up] + tuple(path[up:])
        return module + tuple(path) if module + (path[0],) in self.files else None

    def paths(self, module, body):
        """The paths in the body of a file that start in this crate."""
        for path in re.findall(r"\b(?:crate|super|self)(?:::\w+)+", body):
            target = self.absolute(module, path.split("::"))
            if target:
                yield target
        for path in re.findall(r"(?<![:\w])[a-z_]\w*(?:::\w+){1,2}", body):
            words = path.split("::")
            if module + (words[0],) in self.files:
                yield module + tuple(words)
            elif words[0] in self.names[module]:
                yield self.names[module][words[0]] + tuple(words[1:])

    def resolve(self, path, seen):
        """The file that defines the item at this path, through modules and re-exports."""
        if path in seen:
            return None
        seen.add(path)
        for length in range(len(path), -1, -1):
            module, rest = path[:length], path[length:]
            if module not in self.files:
                continue
            if not rest:
                return self.files[module]
            if rest[0] in self.items[module]:
                return self.items[module][rest[0]]
            if rest[0] in self.names[module]:
                return self.resolve(self.names[module][rest[0]] + rest[1:], seen)
            for glob in self.globs[module]:
                found = self.resolve(glob + rest, seen)
                if found:
                    return found
            return None
        return None

    def folder(self, path):
        return path[len(self.root) + 1 :].split("/")[0]

    def folders(self):
        up = collections.defaultdict(set)
        for one, others in self.edges.items():
            for other in others:
                pair = self.folder(one), self.folder(other)
                if pair[0] != pair[1] and not any(name.endswith(".rs") for name in pair):
                    up[pair[0]].add(pair[1])
        return up


def circles(edges):
    """The strongly connected sets of two or more nodes (Tarjan, 1972)."""
    number, low, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in list(edges.get(node, ())):
            if other not in number:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], number[other])
        if low[node] == number[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for node in list(edges):
        if node not in number:
            visit(node)
    return found


def commands_and_flags(program, words=()):
    """The leaf commands, and the distinct flags of their short help."""
    text = subprocess.check_output([program, *words, "-h"], text=True)
    inner = re.search(r"^Commands:\n(.*?)(?:\n\n|\Z)", text, re.M | re.S)
    if not inner:
        return 1, set(re.findall(r"^ {2,6}(?:-\w, )?(--[a-z-]+)", text, re.M))
    commands, flags = 0, set()
    for name in re.findall(r"^  ([a-z]+)\b", inner[1], re.M):
        if name != "help":
            more = commands_and_flags(program, (*words, name))
            commands, flags = commands + more[0], flags | more[1]
    return commands, flags


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    sys.setrecursionlimit(10_000)
    tracked = subprocess.check_output(["git", "ls-files", "*.rs"], text=True).split()
    whole = {}
    for path in filter(os.path.exists, tracked):
        with open(path) as file:
            whole[path] = file.read()
    texts = {path: without_tests(text) for path, text in whole.items() if not is_test(path)}
    types, public = collections.defaultdict(list), collections.Counter()
    for path, text in texts.items():
        for visible, name in TYPE.findall(text):
            types[name].append(path)
            public[path.split("/src/")[0], name] += visible.strip() == "pub"
    roots = sorted({os.path.dirname(path) for path in texts if os.path.basename(path) in ("lib.rs", "main.rs")}, key=len, reverse=True)
    of_root = collections.defaultdict(dict)
    for path, text in texts.items():
        root = next((root for root in roots if path.startswith(root + "/")), None)
        if root:
            of_root[root][path] = re.sub(r"pub\(in [^)]*\)", "pub(crate)", text)
    crates = [Crate(root, files) for root, files in of_root.items()]
    of_files = [(crate, circle) for crate in crates for circle in circles(crate.edges)]
    of_folders = [(crate, circle) for crate in crates for circle in circles(crate.folders())]
    figures = {
        "lines of Rust": sum(text.count("\n") for text in whole.values()),
        "lines in src": sum(text.count("\n") for path, text in whole.items() if path.startswith("src/")),
        "types": sum(map(len, types.values())),
        "names of two or more types": sum(len(paths) > 1 for paths in types.values()),
        "public names twice in a crate": sum(count > 1 for count in public.values()),
        "circles of files": len(of_files),
        "files in the largest circle": max((len(circle) for _, circle in of_files), default=0),
        "circles of folders": len(of_folders),
    }
    if os.environ.get("HANAMACHI"):
        commands, flags = commands_and_flags(os.environ["HANAMACHI"])
        figures |= {"leaf commands": commands, "distinct flags": len(flags)}
    if "--names" in sys.argv:
        for name, paths in sorted(types.items(), key=lambda of: (-len(of[1]), of[0])):
            if len(paths) > 1:
                print(len(paths), name, *paths)
    if "--circles" in sys.argv:
        for crate, circle in of_folders:
            print(f"folders of {crate.root}:", *circle)
        for crate, circle in sorted(of_files, key=lambda of: -len(of[1])):
            print(f"files of {crate.root}:")
            for one in circle:
                for other in filter(crate.edges[one].__contains__, circle):
                    items = ", ".join(sorted(crate.edges[one][other]))
                    print(f"    {one[len(crate.root) + 1 :]} → {other[len(crate.root) + 1 :]}: {items}")
    with open(CEILINGS) as file:
        lines = file.readlines()
    ceilings = {}
    for line in lines:
        ceiling, _, name = line.partition("#")[0].strip().partition("  ")
        if name:
            ceilings[name.strip()] = int(ceiling)
    if "--lower" in sys.argv:
        ceilings |= {name: min(figure, ceilings.get(name, figure)) for name, figure in figures.items()}
        with open(CEILINGS, "w") as file:
            file.writelines([line for line in lines if line.startswith("#")] + [f"{ceiling:>7}  {name}\n" for name, ceiling in ceilings.items()])
    print(f"{'figure':<32} {'now':>7} {'ceiling':>8}")
    for name, figure in figures.items():
        print(f"{name:<32} {figure:>7} {ceilings.get(name, ''):>8}")
    grown = [name for name, figure in figures.items() if figure > ceilings.get(name, -1)]
    for name in grown:
        print(
            f"FAILED: {name}: {figures[name]}, more than the ceiling in {CEILINGS}: take something away, or raise it for something that a user would pay for",
            file=sys.stderr,
        )
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
