"""Favour tables, by their data."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Literal, Optional, Union


@dataclass(frozen=True)
class FavourTable:
    """The favour table that values undecided games.

        >>> from hanamachi import hanamikoji
        >>> hanamikoji.exploit("random", rounds=2, rollouts=10).favour_table.source
        'built_in'
    """

    source: Union[Literal["built_in"], Literal["file"]]
    hash: str
    """Of the file, or of the table that comes with the package, in hexadecimal digits."""
    file: Optional[str] = None
    """The path of the file."""


def favour_table_of(raw: Optional[dict[str, Any]]) -> Optional[FavourTable]:
    """The table of an object of the program; None for a rule of thumb, which is none."""
    if raw is None or raw["source"] == "rule_of_thumb":
        return None
    return FavourTable(raw["source"], raw["hash"], raw["file"])


def favour_table(raw: Optional[tuple[str, str, Optional[os.PathLike[str]]]]) -> Optional[FavourTable]:
    """The table of source, hash and path."""
    if raw is None:
        return None
    source, digits, file = raw
    return FavourTable("built_in" if source == "built_in" else "file", digits, None if file is None else os.fspath(file))
