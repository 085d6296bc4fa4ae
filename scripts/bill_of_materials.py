#!/usr/bin/env python3
"""Writes the bill of materials of the program, the Python package or the site of the study board, and the licences of all its parts.

    scripts/bill_of_materials.py sbom > sbom.cdx.json
    scripts/bill_of_materials.py licences > THIRD-PARTY-LICENCES.txt
    scripts/bill_of_materials.py licences --of python > bindings/python/THIRD-PARTY-LICENCES.txt
    scripts/bill_of_materials.py licences --of site --target wasm32-unknown-unknown > THIRD-PARTY-LICENCES.txt

The bill is CycloneDX 1.5 in JSON. The crates are those of the lock file and the features on --target (by default that of this machine); of the program and the site, which contain the
study board, the vendored files of JavaScript too. Neither contains anything about the machine or the time, so both are the same on every run. Crates must have been downloaded: `cargo fetch --locked`. Exits with 1 if a crate has no text of a licence
that its metadata name, unless that text is one of the common ones of this repository.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The crates of the released packages.
RELEASED = {"program": "hanamachi", "python": "hanamachi-python", "site": "hanamachi-board-web"}
VENDORED = ROOT / "board/page/vendor"
# Files in which crates keep their licences.
NAMES = ("LICENSE", "LICENCE", "COPYING", "UNLICENSE", "NOTICE")
# Shorter files have no text of a licence: they name one, or were a link to a file outside the crate.
LEAST_CHARACTERS = 100


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def host():
    lines = output("rustc", "-vV").splitlines()
    return next(line.split()[1] for line in lines if line.startswith("host:"))


def crates(of, target):
    """The released package and the crates compiled into it, by name and version, without build tools and tests."""
    released = RELEASED[of]
    metadata = json.loads(output("cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target))
    # The metadata have the features of the whole workspace, the tree those of this package alone.
    tree = ("cargo", "tree", "--locked", "--package", released, "--edges", "normal", "--target", target, "--prefix", "none")
    compiled = {tuple(line.split()[:2]) for line in output(*tree).splitlines()}
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    program = next(id for id in metadata["workspace_members"] if packages[id]["name"] == released)
    found, left = {}, [program]
    while left:
        id = left.pop()
        if id in found:
            continue
        normal = [
            dependency["pkg"]
            for dependency in nodes[id]["deps"]
            if any(kind["kind"] is None for kind in dependency["dep_kinds"])
            and not any(target["kind"] == ["proc-macro"] for target in packages[dependency["pkg"]]["targets"])
            and (packages[dependency["pkg"]]["name"], f"v{packages[dependency['pkg']]['version']}") in compiled
        ]
        found[id] = sorted(normal)
        left += normal
    order = sorted(found, key=lambda id: (packages[id]["name"], packages[id]["version"]))
    return packages[program], [(packages[id], [packages[other] for other in found[id]]) for id in order]


def vendored(of):
    """The npm packages whose files are copied into the release: name, version, licence, the text of it, and the published files with their hashes, by name."""
    if of == "python":
        return []
    found = {}
    for line in (VENDORED / "README.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 5 and cells[0].endswith(".js"):
            name, version = cells[1].rsplit(" ", 1)
            text = VENDORED / f"LICENSE-{name.lstrip('@').replace('/', '-')}"
            package = found.setdefault(name, (name, version, cells[3], text.read_text("utf-8").strip(), {}))
            package[4][cells[2]] = cells[4]
    return [found[name] for name in sorted(found)]


def hashes():
    """The hashes of the downloads in the lock file."""
    found, name, version = {}, None, None
    for line in (ROOT / "Cargo.lock").read_text("utf-8").splitlines():
        key, _, value = line.partition(" = ")
        if key == "name":
            name = value.strip('"')
        elif key == "version":
            version = value.strip('"')
        elif key == "checksum":
            found[name, version] = value.strip('"')
    return found


def reference(package):
    return f"pkg:cargo/{package['name']}@{package['version']}"


def sbom(of, target):
    program, parts = crates(of, target)
    checksums = hashes()

    def component(package, kind):
        part = {
            "type": kind,
            "bom-ref": reference(package),
            "name": package["name"],
            "version": package["version"],
            "purl": reference(package),
            "licenses": [{"expression": package["license"].replace("/", " OR ")}],
        }
        if package["description"]:
            part["description"] = " ".join(package["description"].split())
        checksum = checksums.get((package["name"], package["version"]))
        if checksum:
            part["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        return part

    def copied(name, version, licence, _, files):
        purl = f"pkg:npm/{name.replace('@', '%40')}@{version}"
        return {
            "type": "library",
            "bom-ref": purl,
            "name": name,
            "version": version,
            "purl": purl,
            "licenses": [{"expression": licence}],
            "components": [
                {"type": "file", "name": file, "hashes": [{"alg": "SHA-256", "content": content}]}
                for file, content in sorted(files.items())
            ],
        }

    scripts = [copied(*package) for package in vendored(of)]
    body = {
        "metadata": {
            "component": component(program, "application"),
            "properties": [{"name": "cargo:target", "value": target}],
        },
        "components": [component(package, "library") for package, _ in parts if package is not program] + scripts,
        "dependencies": [
            {
                "ref": reference(package),
                "dependsOn": sorted(reference(other) for other in others)
                + ([script["bom-ref"] for script in scripts] if package is program else []),
            }
            for package, others in parts
        ],
    }
    # Named after its content: the same bill has the same number.
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(body, sort_keys=True))
    head = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
    }
    print(json.dumps({**head, **body}, indent=1, ensure_ascii=False))
    return 0


def texts(package):
    """The texts of licences in a crate, in the order of the names of their files."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = [file for file in folder.iterdir() if file.is_file() and file.name.upper().startswith(NAMES)]
    read = [file.read_text("utf-8", errors="replace").strip() for file in sorted(files, key=lambda file: file.name)]
    return [text for text in read if len(text) >= LEAST_CHARACTERS]


def common_text(package):
    """The text of a licence for a crate that leaves it out, with the copyright of its authors; none if it is not one of this repository."""
    named = package["license"].replace("/", " ").split()
    if "MIT" in named:
        text = (ROOT / "LICENSE-MIT").read_text("utf-8").strip()
        authors = [author.split("<")[0].strip() for author in package["authors"]] or [f"the authors of {package['name']}"]
        first, rest = text.split("\n", 1)
        if not first.startswith("Copyright (c) "):
            raise ValueError(f"LICENSE-MIT begins with {first!r}, not with a copyright")
        return [f"Copyright (c) {', '.join(authors)}\n{rest}"]
    if "Apache-2.0" in named:
        return [(ROOT / "LICENSE-APACHE").read_text("utf-8").strip()]
    return []


def licences(of, target):
    _, parts = crates(of, target)
    scripts = vendored(of)
    named = "package" if of == "python" else of
    print(f"The {named} contains what is named below, each under its own licence.")
    by_text, missing = {}, []
    for name, version, _, text, _ in scripts:
        by_text.setdefault(text, []).append(f"{name} {version}")
    for package, _ in parts:
        if package["source"] is None:
            continue
        name = f"{package['name']} {package['version']}"
        found = texts(package) or common_text(package)
        if not found:
            missing.append(f"{name}: {package['license']}")
        for text in found:
            by_text.setdefault(text, []).append(name)
    for package, _ in parts:
        if package["source"] is not None:
            print(f"\n{package['name']} {package['version']}  {package['license']}", end="")
            if package["authors"]:
                print(f"\n    {', '.join(package['authors'])}", end="")
    for name, version, licence, _, _ in scripts:
        print(f"\n{name} {version} (JavaScript)  {licence}", end="")
    print()
    for text, names in sorted(by_text.items(), key=lambda pair: (pair[1][0], pair[0][:40])):
        print(f"\n{'=' * 100}\n{', '.join(names)}\n{'-' * 100}\n\n{text}")
    for line in missing:
        print(f"{line}: no text", file=sys.stderr)
    return 1 if missing else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["sbom", "licences"])
    parser.add_argument("--of", choices=sorted(RELEASED), default="program", help="released package [default: %(default)s]")
    parser.add_argument("--target", help="the target triple [default: that of this machine]")
    options = parser.parse_args()
    write = {"sbom": sbom, "licences": licences}[options.what]
    return write(options.of, options.target or host())


if __name__ == "__main__":
    sys.exit(main())
