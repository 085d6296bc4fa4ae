"""Checks of the arguments of Python functions: an error begins with the name of the argument."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Optional, TypeVar, Union

import numpy as np

from . import _native
from ._native import Garden, Player
from .types import Progress

_T = TypeVar("_T")
_LONGEST = 60
"""Characters of a value in a message."""


def shown(value: object) -> str:
    """A value as it stands in messages: cut when long, with control characters escaped."""
    text = repr(value[: _LONGEST + 1] if isinstance(value, (str, bytes)) else value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def found(value: object) -> str:
    """The type of a value, as it stands in messages."""
    return f"found {type(value).__name__}"


def whole(name: str, value: object, least: Optional[int] = None, most: Optional[int] = None) -> int:
    """A whole number, from `least` to `most` if there are bounds."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}: expected an integer, {found(value)}")
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name}: expected an integer, {found(value)}") from None
    if least is not None and most is not None and not least <= number <= most:
        digits = shown(number) if number.bit_length() < 1000 else "a number of too many digits"
        raise ValueError(f"{name}: expected {least} to {most}, found {digits}")
    return number


def real(name: str, value: object) -> Optional[float]:
    """A number as a float, or None; the solver checks the bounds."""
    if value is None:
        return None
    kind = type(value)
    is_number = hasattr(kind, "__float__") or hasattr(kind, "__index__")
    # NumPy makes numbers of durations, whatever their unit is, and of bytes.
    if isinstance(value, np.generic):
        is_number = isinstance(value, (np.integer, np.floating)) and not isinstance(value, np.timedelta64)
    if not is_number or isinstance(value, (bool, np.ndarray, complex, str)):
        raise TypeError(f"{name}: expected a number, {found(value)}")
    try:
        return float(value)  # type: ignore[arg-type]
    except OverflowError:
        raise ValueError(f"{name}: expected a finite number, found one of too many digits") from None


def text(name: str, value: object) -> str:
    """A text, without the half characters that Python makes of bytes that are no UTF-8."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a str, {found(value)}")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"{name}: expected Unicode text, found {shown(value)}: {error.reason}") from None
    return value


def word(name: str, value: object, known: tuple[str, ...], besides: str = "") -> None:
    """Refuse what is none of these words. `besides` names another value that is allowed, for the message."""
    if text(name, value) not in known:
        *others, last = [*(f"`{one}`" for one in known), *([besides] if besides else [])]
        raise ValueError(f"{name}: expected {', '.join(others)} or {last}, found {shown(value)}")


def text_or_none(name: str, value: object) -> Optional[str]:
    """A text, or None."""
    return None if value is None else text(name, value)


def callback(progress: Optional[Progress]) -> Optional[Progress]:
    """A callback for `progress`, or None."""
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: expected a callable or None, {found(progress)}")
    return progress


def several(name: str, values: Iterable[_T], singles: tuple[type, ...] = (str, bytes)) -> list[_T]:
    """The items of an iterable that is none of these single values."""
    if isinstance(values, singles):
        raise TypeError(f"{name}: expected several; one goes into a list")
    try:
        items = iter(values)
    except TypeError:
        raise TypeError(f"{name}: expected several, in a list or another iterable, {found(values)}") from None
    return list(items)


def player(name: str, value: object) -> Union[Player, str]:
    """A player, or the name of one."""
    from ._cfr import CfrRun
    from ._table import Table
    from .hanamikoji import Training

    if isinstance(value, (CfrRun, Table, Training)):
        return Player(value)
    if not isinstance(value, (str, Player)):
        raise TypeError(f"{name}: expected a Player or a name, {found(value)}")
    return text(name, value) if isinstance(value, str) else value


def opened(name: str, value: object, rules: str) -> Player:
    """A player, opened for games by these rules, which have no round number."""
    given = player(name, value)
    if isinstance(given, str):
        try:
            return Player(given, rules)
        except ValueError as error:
            raise renamed(error, "name", name) from None
    wanted = Player("random", rules).rules
    if given.rules != wanted:
        raise _native.UnsuitedError(
            f"{name}: `{given}` was opened for the rules {given.rules}, and these are {wanted}"
        )
    return given


def renamed(error: Exception, before: str, after: str) -> Exception:
    """The error, with another name of the argument at the beginning of its message."""
    message = str(error)
    if message.startswith(f"{before}: "):
        error.args = (after + message[len(before) :],)
    return error


def within(error: Exception, item: str) -> Exception:
    """The error, its message preceded by the item of a list that it is about, unless it begins so."""
    if not str(error).startswith(f"{item}: "):
        error.args = (f"{item}: {error}",)
    return error


def without_round(rules: str) -> str:
    """Rules tags without the round number."""
    return " ".join(tag for tag in rules.split() if not tag.startswith("round="))


def garden(value: object) -> Optional[Garden]:
    """A garden, given as such or as a text, or None."""
    if value is None or isinstance(value, Garden):
        return value
    if not isinstance(value, str):
        raise TypeError(f"garden: expected a Garden, its text or None, {found(value)}")
    return Garden(text("garden", value))
