"""Data classes from the objects of `--json`: each field from the key of its name, by its type."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Callable, TypeVar, Union, get_args, get_origin, get_type_hints

from ._native import InformationSet, Position
from ._number import Number

_T = TypeVar("_T")
_hints: Callable[[Any], dict[str, Any]] = cache(get_type_hints)


def read(kind: type[_T], raw: dict[str, Any], **given: Any) -> _T:
    """A data class from an object. `given` has the fields that the object has in another form; other keys are left out."""
    hints = _hints(kind)
    names = [field.name for field in fields(kind) if field.name in raw and field.name not in given]  # type: ignore[arg-type]
    return kind(**given, **{name: _value(hints[name], raw, name) for name in names})


def _value(hint: Any, raw: dict[str, Any], name: str) -> Any:
    value = raw[name]
    if value is None:
        return None
    if get_origin(hint) is Union:
        hint = get_args(hint)[0]
    if hint is Number:
        # The strength and the error stand beside a number, those of `win` under names of their own.
        own = "" if name == "win" else f"{name}_"
        return Number(value, raw[f"{own}kind"], raw.get(f"{own}se"))
    if hint in (InformationSet, Position):
        return hint(value)
    if get_origin(hint) is tuple:
        item = get_args(hint)[0]
        is_read = isinstance(item, type) and is_dataclass(item)
        return tuple(read(item, of) for of in value) if is_read else tuple(value)
    if isinstance(hint, type) and is_dataclass(hint):
        return read(hint, value)
    return value
