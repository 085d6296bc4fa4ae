"""Methods and examples of the compiled classes that are written in Python."""

from __future__ import annotations

import os
from typing import Any, Optional, TypeVar, Union

from . import _arguments, _files, _html, _native, _svg
from .types import FullBoard, Method, Progress

_T = TypeVar("_T")


def _copy(self: _T) -> _T:
    return self


def _deepcopy(self: _T, _memo: object, /) -> _T:
    return self


def _svg_of_garden(self: _native.Garden) -> str:
    """The tiles, as an SVG picture."""
    return _svg.garden(self)


def _svg_of_position(self: _native.Position) -> str:
    """Tiles and tokens, as an SVG picture: the last token is framed, legal moves are dotted."""
    return _svg.position(self)


def _written(page: str, path: Union[str, os.PathLike[str], None]) -> str:
    if path is not None:
        _files.write_new(path, page.encode())
    return page


def _report_of_garden(
    self: _native.Garden,
    path: Union[str, os.PathLike[str], None] = None,
    *,
    full_board: FullBoard = "draw",
    time: Optional[float] = None,
) -> str:
    """The page of the garden that `hanamachi okiya report` makes, as HTML: values of the openings, best replies, traps, rarity.

    `path` is a file to write it to, which must not exist yet. `time` (seconds) limits the search; it raises `hanamachi.LimitError` if
    it has no answer by then.

        >>> from hanamachi import okiya
        >>> page = okiya.Garden("05af/b4c1/27d8/3e96").report()
        >>> page.startswith("<!doctype html>")
        True
    """
    rule, limit = _arguments.text("full_board", full_board), _arguments.real("time", time)
    return _written(_native.garden_report(self, rule, limit), path)


def _report_of_set(
    self: _native.InformationSet,
    path: Union[str, os.PathLike[str], None] = None,
    *,
    method: Method = "auto",
    search: Optional[str] = None,
    iterations: Optional[int] = None,
    what_if: Optional[int] = None,
    favour_table: Union[str, os.PathLike[str], None] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> str:
    """The page of the position that `hanamachi hanamikoji report` makes, as HTML: what to play, the unseen cards, other hands.

    `path` is a file to write it to, which must not exist yet. `what_if` is the number of iterations for each hand with one card
    exchanged: by default a 25th part of those of the position, and 0 leaves them out. `progress` counts iterations. The other arguments are
    those of `hanamachi.hanamikoji.evaluate`, and so are the errors.

        >>> from hanamachi import hanamikoji
        >>> page = hanamikoji.InformationSet("....... 2 ABDEFG 4ACBD").report(method="ismcts", iterations=200)
        >>> "--iterations 200" in page
        True
    """
    page = _native.position_report(
        self,
        favour_table,
        _arguments.text("method", method),
        _arguments.text_or_none("search", search),
        iterations,
        what_if,
        seed,
        threads,
        _arguments.callback(progress),
    )
    return _written(page, path)


def _html_of_set(self: _native.InformationSet) -> str:
    return _html.information_set(self)


def _html_of_record(self: _native.RoundRecord) -> str:
    return _html.round_record(self)


_SHOWN: tuple[tuple[type, dict[str, Any]], ...] = (
    (_native.Garden, {"report": _report_of_garden, "svg": _svg_of_garden, "_repr_svg_": _svg_of_garden}),
    (_native.Position, {"svg": _svg_of_position, "_repr_svg_": _svg_of_position}),
    (_native.InformationSet, {"report": _report_of_set, "_repr_html_": _html_of_set}),
    (_native.RoundRecord, {"_repr_html_": _html_of_record}),
    (_native.Round, {}),
    (_native.RoundState, {}),
    (_native.Player, {}),
)

# They never change, so that a copy is the object itself.
for _kind, _shown in _SHOWN:
    for _name, _method in {"__copy__": _copy, "__deepcopy__": _deepcopy, **_shown}.items():
        setattr(_kind, _name, _method)

_EXAMPLES: dict[type, str] = {
    _native.Garden: """
    >>> from hanamachi import okiya
    >>> garden = okiya.Garden("05af/b4c1/27d8/3e96")
    >>> garden.long, garden.rank
    ('MSCTPBIR/PRCSISMT/MBCRITPS/MRIBPTCB', 404610113333)
""",
    _native.Position: """
    >>> from hanamachi import okiya
    >>> position = okiya.Position("05af/b4c1/27d8/3e96 moves a2 c1")
    >>> position.side, position.moves, position.play("a3").last
    ('x', ['a3', 'd3', 'b4', 'c4', 'd4'], 'a3')
""",
    _native.InformationSet: """
    >>> from hanamachi import hanamikoji
    >>> known = hanamikoji.InformationSet("....... 2 ABDEFG 4ACBD")
    >>> known.seat, known.to_decide, known.legal_actions()
    ('second', 'reader', ['-AC', '-BD'])
""",
    _native.RoundRecord: """
    >>> from hanamachi import hanamikoji
    >>> record = hanamikoji.RoundRecord("....... G/ABCDEF/ABDEFG/CDEFFGGG -").play("4ACBD")
    >>> record.to_decide, str(record.information_set("second"))
    ('second', '....... 2 ABDEFG 4ACBD')
""",
    _native.Round: """
    >>> from hanamachi import hanamikoji
    >>> tiny = hanamikoji.Round("geisha=2,2,3 actions=1,2 rounds=1")
    >>> tiny.num_actions, tiny.actions[:4], tiny.continuation
    (9, ['1A', '1B', '1C', '2AA'], 'none')
""",
    _native.RoundState: """
    >>> from hanamachi import hanamikoji
    >>> state = hanamikoji.Round().state(hanamikoji.RoundRecord("....... G/ABCDEF/ABDEFG/CDEFFGGG 4ACBD"))
    >>> state.to_act, [state.action_text(number) for number in state.legal_actions()]
    (1, ['-AC', '-BD'])
""",
    _native.Player: """
    >>> from hanamachi import hanamikoji
    >>> greedy = hanamikoji.Player("greedy")
    >>> greedy.has_probabilities, greedy.decide(hanamikoji.InformationSet("....... 2 ABDEFG 4ACBD"), seed=1)
    (True, '-BD')
""",
    _native.IllegalMoveError: """
    >>> from hanamachi import IllegalMoveError, okiya
    >>> try:
    ...     okiya.Position("05af/b4c1/27d8/3e96").play("b2")
    ... except IllegalMoveError as error:
    ...     error.move
    'b2'
""",
    _native.LimitError: """
    >>> from hanamachi import LimitError, okiya
    >>> try:
    ...     okiya.solve("05af/b4c1/27d8/3e96", nodes=10)
    ... except LimitError as error:
    ...     error.limit
    'nodes'
""",
    _native.ParseError: """
    >>> from hanamachi import ParseError, hanamikoji
    >>> try:
    ...     hanamikoji.InformationSet("+..-... 2 ACDFF 1X,2BE,3EEG-E")
    ... except ParseError as error:
    ...     error.field, error.column
    ('hand', 11)
""",
    _native.TableError: """
    >>> from hanamachi import Table, TableError
    >>> try:
    ...     Table.from_bytes(b"no table")
    ... except TableError as error:
    ...     error.file is None
    True
""",
    _native.UnsuitedError: """
    >>> from hanamachi import UnsuitedError, hanamikoji
    >>> try:
    ...     hanamikoji.Player("learned", "geisha=2,2,3 actions=1,2")
    ... except UnsuitedError as error:
    ...     isinstance(error, ValueError)
    True
""",
}
for _kind, _example in _EXAMPLES.items():
    _kind.__doc__ = f"{_kind.__doc__}\n{_example}"
