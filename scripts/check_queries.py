#!/usr/bin/env python3
"""Runs the DuckDB and Polars queries of the book on the table that its chapter makes, and compares their output.

    pip install duckdb==2.0.0 polars==2.1.0
    cargo build --release --locked
    scripts/check_queries.py

The chapter is docs/src/tables.md. Its console commands run in an empty folder, with the release build on the path, or the program that HANAMACHI names. After
each `sql` or `python` block a `text` block must contain its output. Exits with 1 when anything differs.
"""

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHAPTER = "docs/src/tables.md"


def printed(language: str, query: str) -> str:
    """Output of the query."""
    import duckdb

    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        if language == "sql":
            duckdb.sql(query).show()
        else:
            exec(compile(query, CHAPTER, "exec"), {})
    return output.getvalue()


def main() -> int:
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", (ROOT / CHAPTER).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    program = Path(os.environ.get("HANAMACHI", ROOT / "target" / "release" / "hanamachi"))
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    queries = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for (language, code), (kind, expected) in zip(blocks, [*blocks[1:], ("", "")]):
            if language == "console":
                for line in re.findall(r"^\$ (.*)$", code, re.MULTILINE):
                    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
                    subprocess.run(line, shell=True, check=True, env={**os.environ, "PATH": path}, **quiet)
            elif language in ("sql", "python"):
                queries += 1
                found = printed(language, code)
                if kind != "text" or found.strip() != expected.strip():
                    wrong += 1
                    print(f"{CHAPTER}: this {language} block does not print the text after it:\n{code}\nbut\n{found}")
        os.chdir(ROOT)
    print(f"{queries} queries, {wrong} wrong")
    return 1 if wrong or not queries else 0


if __name__ == "__main__":
    sys.exit(main())
