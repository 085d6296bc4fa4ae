"""Files that are written."""

from __future__ import annotations

import os
from typing import Union


def write_new(path: Union[str, os.PathLike[str]], data: bytes) -> None:
    """Write a file that does not exist yet; a file that cannot be written whole is removed.

    Raises `FileExistsError` if the file exists, and `TypeError` for anything but a path, such as a file descriptor.
    """
    file = open(file_path(path), "xb")
    try:
        with file:
            file.write(data)
    except BaseException:
        os.unlink(path)
        raise


def file_path(path: Union[str, os.PathLike[str]]) -> str:
    """The text of a path.

    Raises `TypeError` for anything but a path, such as a file descriptor, and `ValueError` for one that this system cannot have: with a NUL,
    or with half a character.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"path: expected a str or os.PathLike object, found {type(path).__name__}")
    text = os.fsdecode(path)
    if "\0" in text:
        raise ValueError("path: expected a path without NUL characters")
    try:
        os.fsencode(text)
    except UnicodeEncodeError as error:
        raise ValueError(f"path: expected Unicode text: {error.reason}") from None
    return text
