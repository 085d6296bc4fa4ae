"""Files of the program."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _arguments, _native
from ._files import file_path, write_new
from .types import ColumnType, Progress

if TYPE_CHECKING:
    # Private names: there are none of them at run time.
    import pandas as _pandas  # type: ignore[import, unused-ignore]
    import polars as _polars
    import pyarrow as _pyarrow  # type: ignore[import, unused-ignore]


class Section(NamedTuple):
    """A section of a file."""

    name: str
    offset: int
    """Offset in the file, in bytes."""
    length: int
    """Length in bytes."""
    record_bytes: Optional[int]
    """Bytes per record; None for a coded structure, and if there are no records."""


class Column(NamedTuple):
    """A column of the rows."""

    name: str
    holds: ColumnType
    """`text`, `integer` (64 bits, signed) or `real` (64 bits)."""
    nullable: bool
    """Whether values may be missing."""


class Table:
    """A file of the program with rows: a census, verdicts, a strategy, a favour table, an opening chart.

    The columns are those of `hanamachi table export`. Any library that takes Arrow data by the C stream interface takes a table as it is:
    `polars.DataFrame(table)`, `pyarrow.table(table)`, `duckdb.sql("FROM table")` after `table = table.to_arrow()`. The rows are made in
    batches on demand and passed on without a copy. `to_arrow`, `to_polars` and `to_pandas` make all of them at once; Ctrl-C stops them.

        >>> from hanamachi import cfr
        >>> table = cfr("kuhn", iterations=50).strategy
        >>> table.kind, table.to_polars(["seat", "information_set", "action"]).row(0)
        ('policy', (1, 'J', 'pass'))

    Tables are picklable. A table of a file is pickled as its path and hash, so unpickling needs the same file; a table in memory is
    pickled as its bytes.
    """

    __slots__ = ("__weakref__", "_native")

    def __init__(self, table: _native.Table) -> None:
        """Use `Table.open`."""
        if not isinstance(table, _native.Table):
            raise TypeError(f"table: use Table.open or Table.from_bytes, found {type(table).__name__}")
        self._native = table

    @classmethod
    def open(cls, path: Union[str, os.PathLike[str]], *, mmap: bool = True) -> Table:
        """Opens a file and checks its structure; `verify` reads all of it.

        Files of a megabyte or more are mapped into memory unless `mmap` is false. The program replaces files by
        renaming, which leaves a mapped one unchanged. If another program cuts the file short, the next read raises
        `hanamachi.TableError`; if that happens during a read, the operating system ends the process (`SIGBUS`), which nothing in a
        process can prevent. With `mmap=False` the file is read once, and later changes to it do not matter.

        Raises `hanamachi.TableError`, which names the file, if it is damaged or not a table.
        """
        return cls(_native.Table.open(file_path(path), mmap))

    @classmethod
    def from_bytes(cls, data: bytes) -> Table:
        """The table in the bytes of a file. Raises `hanamachi.TableError` if they are damaged or not a table."""
        if not isinstance(data, bytes):
            raise TypeError(f"data: expected bytes, found {type(data).__name__}")
        return cls(_native.Table.from_bytes(data))

    def select(self, columns: Sequence[str]) -> Table:
        """The same table with only these columns, in this order; the others are not made.

        Raises `ValueError` for a column that does not exist or comes twice.
        """
        if isinstance(columns, str):
            raise TypeError("columns: expected several names; one goes into a list")
        given = enumerate(_arguments.several("columns", columns))
        names = [_arguments.text(f"columns[{number}]", name) for number, name in given]
        return Table(self._native.select(names))

    def verify(self) -> None:
        """Compares every byte with the hashes of the sections that the file contains. Raises `hanamachi.TableError` if they differ."""
        self._native.verify()

    @property
    def path(self) -> Optional[str]:
        """The absolute path of the file; None for a table in memory."""
        path = self._native.path
        return None if path is None else os.fspath(path)

    @property
    def metadata(self) -> dict[str, Any]:
        """The metadata of the file: kind, game, rules, program, command, seed, counts, details, memo."""
        read: dict[str, Any] = json.loads(self._native.metadata_text)
        return read

    @property
    def kind(self) -> str:
        """The kind of file, such as `okiya.census`."""
        return str(self.metadata["kind"])

    @property
    def hash(self) -> str:
        """The hash that identifies the file, in hexadecimal digits."""
        return self._native.hash

    @property
    def sections(self) -> list[Section]:
        """The sections of the file."""
        return [Section(*section) for section in self._native.sections]

    @property
    def columns(self) -> list[Column]:
        """The columns of the rows."""
        return [Column(*column) for column in self._native.columns]

    @property
    def num_rows(self) -> Optional[int]:
        """The number of rows; None for a strategy or an opening chart, whose rows are counted only by reading them."""
        return self._native.num_rows

    def records(self, section: str) -> npt.NDArray[np.uint8]:
        """The records of a section as they lie in the file: uint8 of shape (records, bytes of a record), read-only.

        The array is a view of the bytes that the table has open, also after the file was replaced or deleted. If another program cuts
        a mapped file short, reading the view beyond the new end ends the process (`SIGBUS`); tables opened with `mmap=False` have no
        such risk. The documentation of the library describes the bytes. Raises `KeyError` if the section has no records.
        """
        records = self._native.records(_arguments.text("section", section))
        if records is None:
            raise KeyError(section)
        return records

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the file, which the program reads too. Raises `FileExistsError` if the file exists."""
        # The bytes first: an error must not leave an empty file.
        write_new(path, self._native.to_bytes())

    def _rows(self, columns: Optional[Sequence[str]], progress: Optional[Progress]) -> _native.Rows:
        table = self if columns is None else self.select(columns)
        return table._native.read(_arguments.callback(progress))

    def to_arrow(
        self, columns: Optional[Sequence[str]] = None, *, progress: Optional[Progress] = None
    ) -> _pyarrow.Table:
        """The rows as a `pyarrow.Table`, of all columns or of these. `progress` counts rows. Raises `MemoryError` if they do not fit."""
        import pyarrow

        return pyarrow.table(self._rows(columns, progress))

    def to_polars(
        self, columns: Optional[Sequence[str]] = None, *, progress: Optional[Progress] = None
    ) -> _polars.DataFrame:
        """The rows as a `polars.DataFrame`, of all columns or of these, with the types of Arrow. `progress` counts rows."""
        import polars

        return polars.DataFrame(self._rows(columns, progress))

    def to_pandas(
        self, columns: Optional[Sequence[str]] = None, *, progress: Optional[Progress] = None
    ) -> _pandas.DataFrame:
        """The rows as a `pandas.DataFrame`, of all columns or of these. The columns stay in Arrow (`ArrowDtype`), so nothing is copied and whole numbers stay whole."""
        import pandas

        return self.to_arrow(columns, progress=progress).to_pandas(types_mapper=pandas.ArrowDtype)

    def __reduce__(self) -> tuple[Any, ...]:
        columns = [column.name for column in self.columns]
        if self.path is None:
            return _of_bytes, (self._native.to_bytes(), columns)
        return _of_file, (self.path, self.hash, columns, self._native.mmap)

    def __arrow_c_schema__(self) -> object:
        return self._native.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return repr(self._native)

    def _repr_html_(self) -> str:
        from . import _html

        return _html.table(self)


def _of_bytes(data: bytes, columns: list[str]) -> Table:
    return Table.from_bytes(data).select(columns)


def _of_file(path: str, identity: str, columns: list[str], mmap: bool) -> Table:
    table = Table.open(path, mmap=mmap)
    if table.hash != identity:
        error = _native.TableError(f"{path}: it is not the file that was pickled")
        error.file = path
        raise error
    return table.select(columns)
