"""Results as rows with named columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, Callable, Literal, Optional, Union, get_args, get_origin, get_type_hints

from . import _arguments
from ._native import Garden, InformationSet, Position
from ._number import Number

if TYPE_CHECKING:
    import pandas as _pandas  # type: ignore[import, unused-ignore]
    import polars as _polars
    import pyarrow as _pyarrow  # type: ignore[import, unused-ignore]

_Column = tuple[str, type, Callable[[Any], Any]]


def _columns(name: str, hint: Any, get: Callable[[Any], Any]) -> list[_Column]:
    """The columns of a value of this type, which `get` takes from a row; none for what has no place in a table."""
    if get_origin(hint) is Union:
        hints = [one for one in get_args(hint) if one is not type(None)]
        if all(get_origin(one) is Literal for one in hints):
            return [(name, str, get)]
        return _columns(name, hints[0], get) if len(hints) == 1 else []
    if get_origin(hint) is Literal:
        return [(name, str, get)]
    if get_origin(hint) is tuple:
        items = get_args(hint)
        if items == (str, ...):
            return [(name, str, lambda row: _joined(get(row)))]
        if Ellipsis in items:
            return []
        ends = ("low", "high") if items == (float, float) or "interval" in name else tuple(map(str, range(len(items))))
        return [
            column
            for place, (item, end) in enumerate(zip(items, ends))
            for column in _columns(f"{name}_{end}", item, _part(get, _item(place)))
        ]
    if hint in (str, int, float, bool):
        return [(name, hint, get)]
    if hint in (InformationSet, Position, Garden):
        return [(name, str, _part(get, str))]
    if hint is Number:
        parts = (("", float, "value"), ("_kind", str, "kind"), ("_se", float, "se"))
        return [(name + end, of, _part(get, _attribute(part))) for end, of, part in parts]
    if isinstance(hint, type) and is_dataclass(hint):
        return _of_class(hint, get, f"{name}_")
    return []


def _joined(words: Optional[Iterable[str]]) -> Optional[str]:
    return None if words is None else " ".join(words)


def _item(place: int) -> Callable[[Any], Any]:
    return lambda of: of[place]


def _attribute(name: str) -> Callable[[Any], Any]:
    return lambda of: getattr(of, name)


def _part(get: Callable[[Any], Any], of: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A part of a value, None if there is none."""

    def part(row: Any) -> Any:
        value = get(row)
        return None if value is None else of(value)

    return part


def _of_class(kind: type, get: Callable[[Any], Any], prefix: str = "") -> list[_Column]:
    hints = get_type_hints(kind)
    shown = (field.name for field in fields(kind) if field.repr)
    return [
        column
        for name in shown
        for column in _columns(prefix + name, hints[name], _part(get, _attribute(name)))
    ]


class Frame:
    """Rows with named columns, as `hanamachi.frame` makes them.

    Each column has one type, `str`, `int`, `float` or `bool`, and None where a value is missing.

        >>> from hanamachi import frame, okiya
        >>> values = frame([okiya.solve("05af/b4c1/27d8/3e96")])
        >>> values.columns[:4], len(values)
        (['result', 'position', 'full_board', 'move'], 12)
        >>> values.rows[0]["move"], values.rows[0]["outcome"]
        ('c1', 'win')
    """

    def __init__(self, types: dict[str, type], data: dict[str, list[Any]]) -> None:
        self.types: dict[str, type] = types
        """The type of each column, by its name."""
        self._data = data

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self.types)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows, each by the names of the columns."""
        return [dict(zip(self._data, row)) for row in zip(*self._data.values())]

    def __len__(self) -> int:
        return max(map(len, self._data.values()), default=0)

    def to_arrow(self) -> _pyarrow.Table:
        """The rows as a `pyarrow.Table`."""
        import pyarrow

        kinds = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
        schema = pyarrow.schema([(name, kinds[kind]) for name, kind in self.types.items()])
        return pyarrow.table(self._data, schema=schema)

    def to_polars(self) -> _polars.DataFrame:
        """The rows as a `polars.DataFrame`."""
        import polars

        kinds = {str: polars.String, int: polars.Int64, float: polars.Float64, bool: polars.Boolean}
        return polars.DataFrame(self._data, schema={name: kinds[kind] for name, kind in self.types.items()})

    def to_pandas(self) -> _pandas.DataFrame:
        """The rows as a `pandas.DataFrame`, with Arrow's columns (`ArrowDtype`)."""
        import pandas

        return self.to_arrow().to_pandas(types_mapper=pandas.ArrowDtype)

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<Frame of {len(self)} rows: {', '.join(self.types)}>"


class Framed:
    """A result that is a frame too: see `hanamachi.frame`."""

    # The fields that stand in each row, the type of the rows' own items, and the items; without them the result is the row.
    _head: tuple[str, ...] = ()
    _row: Optional[type] = None

    def _items(self) -> Iterable[Any]:
        return (self,)

    def to_arrow(self) -> _pyarrow.Table:
        """Its rows as a `pyarrow.Table`: see `hanamachi.frame`."""
        return _frame([self]).to_arrow()

    def to_polars(self) -> _polars.DataFrame:
        """Its rows as a `polars.DataFrame`: see `hanamachi.frame`."""
        return _frame([self]).to_polars()

    def to_pandas(self) -> _pandas.DataFrame:
        """Its rows as a `pandas.DataFrame`: see `hanamachi.frame`."""
        return _frame([self]).to_pandas()


def _frame(results: list[Framed]) -> Frame:
    kind = type(results[0])
    hints = get_type_hints(kind)
    heads = [column for name in kind._head for column in _columns(name, hints[name], _attribute(name))]
    rows = _of_class(kind._row or kind, lambda row: row)
    types = {name: of for name, of, _ in (*heads, *rows)}
    data: dict[str, list[Any]] = {name: [] for name in types}
    for result in results:
        items = list(result._items())
        for name, _, get in heads:
            data[name].extend([get(result)] * len(items))
        for name, _, get in rows:
            data[name].extend(map(get, items))
    return Frame(types, data)


def frame(results: Iterable[Framed]) -> Frame:
    """One frame of many results of one kind; the column `result` has the place of each.

    | results | rows |
    |---|---|
    | `okiya.Solution` | moves |
    | `hanamikoji.Evaluation` | actions of the reader, or of the opponent |
    | `hanamikoji.Beliefs` | places, geisha and numbers of cards |
    | `hanamikoji.Exploitability` | the result itself |
    | `hanamikoji.Match` | pairings |
    | `hanamikoji.Review` | decisions |
    | `CfrRun` | measurements; `strategy` is a table of its own |

    A single result has `to_arrow`, `to_polars` and `to_pandas` itself. Raises `TypeError` for anything else, and for results of different kinds.
    """
    given = _arguments.several("results", results, (str, bytes, Framed))
    for place, result in enumerate(given):
        if not isinstance(result, Framed) or type(result) is not type(given[0]):
            raise TypeError(f"results[{place}]: expected results of one kind, {_arguments.found(result)}")
    if not given:
        raise ValueError("results: expected one or more")
    whole = _frame(given)
    places = [place for place, result in enumerate(given) for _ in result._items()]
    return Frame({"result": int, **whole.types}, {"result": places, **whole._data})
