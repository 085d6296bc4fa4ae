"""Hanamikoji: information sets, rounds, players and their probabilities, evaluations, beliefs, matches, reviews, training.

Geisha are `A` to `G`; a card is its geisha's letter. Decisions are written as in a history: `1E` secret, `2BC` trade-off, `3BCC` gift,
`4ACBD` competition, `-C` and `-BD` the answers to offers. Rules are tags, such as `geisha=2,2,3 actions=1,2 rounds=1`; the empty text is the
standard game. Probabilities of winning are those of the game, with a shared game counted as one half; utilities are those of a round, −1 to 1.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Optional, Union, overload

import numpy as np
import numpy.typing as npt

from . import _arguments, _favour, _native
from ._favour import FavourTable
from ._files import write_new
from ._frames import Framed
from ._game import Game, GameState
from ._native import InformationSet, Player, Round, RoundRecord, RoundState
from ._number import Number
from ._objects import read
from ._table import Table
from .types import (
    BeliefsMethod,
    Continuation,
    ExploitMethod,
    Kind,
    Layouts,
    Mark,
    Method,
    Place,
    Progress,
    Reach,
    RoundOutcome,
    Seat,
    Stopped,
)

__all__ = [
    "Action",
    "Advice",
    "Beliefs",
    "BeliefsMethod",
    "Continuation",
    "Decision",
    "Evaluation",
    "ExploitMethod",
    "Exploitability",
    "FavourTable",
    "Game",
    "GameState",
    "InformationSet",
    "Layouts",
    "Mark",
    "Match",
    "Method",
    "PLACES",
    "Pairing",
    "Place",
    "PlayedGame",
    "Player",
    "Policies",
    "Reach",
    "Review",
    "Round",
    "RoundOutcome",
    "RoundRecord",
    "RoundState",
    "Score",
    "Seat",
    "Stopped",
    "Totals",
    "Training",
    "WithoutLuck",
    "beliefs",
    "evaluate",
    "evaluate_many",
    "exploit",
    "hint",
    "match",
    "openings",
    "policies",
    "policy",
    "review",
    "review_game",
    "train",
]

PLACES: tuple[Place, ...] = ("hand", "secret", "trade_off", "deck", "removed")
"""Places of unseen cards: the opponent's hand, secret and trade-off, the deck, and the removed card."""


@dataclass(frozen=True)
class Action:
    """A legal action with its value to the reader.

        >>> action = evaluate("....... 2 ABDEFG 4ACBD", iterations=1000, seed=1).actions[0]
        >>> action.action, action.loss, action.frequency.kind
        ('-AC', 0.0, 'computed')
    """

    action: str
    """As in a history: `1E`, `3BCC`, `-C`; an opponent's action as the reader sees it: `1X`, `2XX`."""
    win: Optional[Number]
    """The probability that the reader wins the game with it; None if a search never followed it."""
    loss: Optional[float]
    """Difference of `win` from that of the best action, at least 0; None for the opponent's actions, and if `win` is unknown."""
    loss_se: Optional[float]
    """The standard error of `loss`; None if it is exact, or if the sample does not determine it."""
    share: float
    """The share of the search that followed the action, not a frequency to play it with; for an equilibrium the same as `frequency`."""
    visits: Optional[int]
    """Number of times that a search followed it."""
    frequency: Optional[Number]
    """Probability with which the equilibrium found plays it; None if no equilibrium was found."""


@dataclass(frozen=True)
class Advice:
    """The recommended play, by the same rule for evaluations, hints and reviews. `str(advice)` is `play`.

        >>> advice = evaluate("....... 2 ABDEFG 4ACBD", iterations=1000, seed=1).advice
        >>> advice.play, str(advice) == advice.best[0]
        ('-AC', True)
    """

    play: str
    """The first of `best`."""
    best: tuple[str, ...]
    """The actions whose loss cannot be told from 0, by descending frequency."""
    self_loss: Optional[float]
    """Loss of playing by the frequencies, measured by the values, as a probability of winning; None if no strategy was found."""
    self_loss_se: Optional[float]
    """Its standard error; None if it is exact."""
    text: str = ""
    """What to play, in a sentence."""

    def __str__(self) -> str:
        return self.play


@dataclass(frozen=True)
class Evaluation(Framed):
    """The value of a position and of each action to the reader.

        >>> found = evaluate("....... 2 ABDEFG 4ACBD", iterations=1000, seed=1)
        >>> [(action.action, action.win.kind) for action in found.actions]
        [('-AC', 'computed'), ('-BD', 'computed')]
    """

    _head = ("information_set", "method")
    _row = Action

    def _items(self) -> Iterable[Any]:
        return (*self.actions, *self.opponent_actions)

    information_set: InformationSet
    """The position."""
    method: str
    """`exact`, `live` (solved over the hands that matter), `equilibrium`, `ismcts` or `pimc`."""
    settings: str
    """The settings of the method."""
    seed: int
    win: Number
    """The probability that the reader wins the game."""
    interval: Optional[tuple[float, float]]
    """The 95 % interval of `win`, if it is an estimate with a known error."""
    exact: bool
    """Whether `win` is proved."""
    n: Optional[int]
    """Iterations of a search; for pimc, deals."""
    blocks: Optional[int]
    """Finished blocks."""
    actions: tuple[Action, ...]
    """The reader's actions, the recommended one first; empty if it is not for the reader to decide."""
    opponent_actions: tuple[Action, ...]
    """The opponent's actions, the likeliest first; empty if it is not for the opponent to decide."""
    advice: Optional[Advice]
    """The recommended play; None if it is not for the reader to decide."""
    why: tuple[str, ...]
    """Why the recommended action is better than the best action of another kind, in sentences; `data["why"]` has the reasons with their numbers. Empty if the method does not see the ends of the round."""
    model_error: Optional[float]
    """The known error of the method beyond sampling, as a probability of winning."""
    exploitability: Optional[Number]
    """The mean gain of responses to the strategies over all hands, in utility: see `exploitability_method`; None for searches that find no strategy."""
    exploitability_method: Optional[Literal["exact", "lower_bound", "none"]]
    """`exact` for best responses, `lower_bound` where others may win more."""
    continuation: Continuation
    """What values the games that the round leaves undecided."""
    favour_table: Optional[FavourTable]
    """The favour table, if it is one that values them."""
    over_hands: Optional[Number]
    """For the exact method: the value of the rest of the round to the reader before the hands are seen."""
    stopped: Stopped
    """The reason why it is less exact than asked for, if it is: see `Stopped`."""
    data: dict[str, Any] = field(repr=False, compare=False)
    """The whole evaluation as the program prints it: `hanamikoji.evaluation/1`."""

    def _repr_html_(self) -> str:
        from . import _html

        return _html.evaluation(self)


@dataclass(frozen=True)
class Copies:
    """The probability of a number of cards of a geisha in a place."""

    place: Place
    geisha: str
    copies: int
    probability: float


@dataclass(frozen=True, eq=False)
class Beliefs(Framed):
    """The posterior of the unseen cards, under the assumption that `method` names.

        >>> beliefs("....... 2 ABDEFG 4ACBD", opponent="uniform").copies("removed", "G").round(2).tolist()
        [0.64, 0.36, 0.0, 0.0, 0.0]
    """

    _head = ("method", "policy", "kind")
    _row = Copies

    def _items(self) -> Iterator[Copies]:
        places = zip(PLACES, self.probabilities.tolist())
        for place, of_place in places:
            for geisha, of_geisha in zip(self.geisha, of_place):
                for copies, probability in enumerate(of_geisha):
                    yield Copies(place, geisha, copies, probability)

    method: BeliefsMethod
    """The model of the opponent's play: `uniform`, with every placement of the unseen cards equally likely, `learned`, `equilibrium` or `policy`."""
    policy: Optional[str]
    """The player of the policy."""
    tremble: Optional[float]
    """Assumed probability of a random action of the opponent, used if the policy never plays an action seen."""
    unseen: str
    """The unseen cards."""
    geisha: str
    """The geisha in the game: the second axis of the arrays."""
    sizes: tuple[int, ...]
    """Number of unseen cards in each of `PLACES`."""
    placements: int
    """Number of placements of the unseen cards, all cards distinct: the equally likely cases."""
    distinguishable_placements: int
    """The same with cards of one geisha indistinguishable."""
    probabilities: npt.NDArray[np.float64]
    """Shape (5, geisha, most + 1): the probability of 0, 1, 2, … of her cards in each of `PLACES`."""
    kind: Kind = "proved"
    """`proved` where every placement is as likely, `computed` under a model of how the opponent plays."""

    @property
    def expected(self) -> npt.NDArray[np.float64]:
        """Shape (5, geisha): the expected number of her cards in each of `PLACES`."""
        return self.probabilities @ np.arange(self.probabilities.shape[2], dtype=np.float64)

    def copies(self, place: Place, geisha: str) -> npt.NDArray[np.float64]:
        """The probability of 0, 1, 2, … cards of this geisha in this place. Raises `ValueError` for an unknown place or geisha."""
        if _arguments.text("place", place) not in PLACES:
            raise ValueError(f"place: expected one of {', '.join(PLACES)}, found {_arguments.shown(place)}")
        if len(_arguments.text("geisha", geisha)) != 1 or geisha not in self.geisha:
            raise ValueError(f"geisha: expected one letter of {self.geisha}, found {_arguments.shown(geisha)}")
        copies: npt.NDArray[np.float64] = self.probabilities[PLACES.index(place), self.geisha.index(geisha)]
        return copies

    def _repr_html_(self) -> str:
        from . import _html

        return _html.beliefs(self)


@dataclass(frozen=True)
class Exploitability(Framed):
    """The exploitability of a player, in utility of one round.

        >>> found = exploit("greedy", rules="geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none")
        >>> found.exploitability == (found.against_first + found.against_second) / 2
        True
    """

    player: str
    method: ExploitMethod
    """`exact`: the best response over all of a reduced round. `lbr`, `trained`, `scripted`: a response that was played, a lower bound."""
    model: Optional[str]
    """The stand-in for a player that does not report probabilities."""
    rules: str
    favour: Optional[str]
    """The markers before the round, from the seat of its first player; None if they are taken from the player's own games."""
    continuation: Continuation
    """What values the games that the round leaves undecided."""
    favour_table: Optional[FavourTable]
    """The favour table, if it is one that values them."""
    against_first: float
    """Utility of the response to the player in the first seat: that of the second player."""
    against_second: float
    """Utility of the response to the player in the second seat: that of the first player."""
    exploitability: float
    """The mean of both: 0 in equilibrium."""
    kind: Kind
    """`proved` for `exact`, or `computed` where a rule of thumb values undecided games; else `estimated`."""
    se: float
    against_first_se: float
    against_second_se: float
    interval: tuple[float, float]
    """The 95 % interval of an estimate."""
    is_lower_bound: bool
    """Whether other responses may win more."""
    self_play: Optional[float]
    """Utility of the player in the first seat against itself; None if it was not measured."""
    value_interval: Optional[tuple[float, float]]
    """Bounds of the value of the round to its first player, from these responses."""
    value_interval_kind: Optional[Kind]
    """`bounded`, or `computed` where a rule of thumb values undecided games."""
    information_sets: Optional[tuple[int, int]]
    rounds: Optional[int]
    rollouts: Optional[int]
    stand_in: bool
    """Whether a quicker policy stood in for the player in rollouts, as for `best`; the response wins against the player itself."""
    since: Optional[int]
    """The turn from which on the response decided."""
    training_rounds: Optional[int]
    script: Optional[str]
    """The responding player, chosen from those that do not search."""
    seed: Optional[int]
    variance_saved: Optional[float]
    """The share of the variance that was removed as luck."""

    def _repr_html_(self) -> str:
        from . import _html

        return _html.exploitability(self)


def _action(raw: dict[str, Any]) -> Action:
    return read(Action, raw, share=raw["probability"])


def _set(of: Union[InformationSet, str], name: str = "information_set") -> InformationSet:
    if isinstance(of, str):
        return InformationSet(_arguments.text(name, of))
    if not isinstance(of, InformationSet):
        raise TypeError(f"{name}: expected an InformationSet or its text, found {type(of).__name__}")
    return of


def _set_of(item: str, of: Union[InformationSet, str]) -> InformationSet:
    try:
        return _set(of, item)
    except ValueError as error:
        raise _arguments.within(error, item) from None


def _text(name: str, record: object) -> str:
    if not isinstance(record, (str, RoundRecord)):
        raise TypeError(f"{name}: expected a RoundRecord or its text, found {type(record).__name__}")
    return _arguments.text(name, record) if isinstance(record, str) else str(record)


def evaluate(
    information_set: Union[InformationSet, str],
    *,
    method: Method = "auto",
    search: Optional[str] = None,
    iterations: Optional[int] = None,
    block: Optional[int] = None,
    exploitability: Optional[float] = None,
    memory: Optional[int] = None,
    reach: Optional[Reach] = None,
    favour_table: Union[str, os.PathLike[str], None] = None,
    seed: Optional[int] = None,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Evaluation:
    """Find the value and the loss of every legal action, as `hanamachi hanamikoji evaluate` does with the same settings.

    `method` is `auto` (solved if the rest of the round is small, else `equilibrium`, and in reduced games `ismcts`), `exact`,
    `equilibrium`, `ismcts` or `pimc`. `search` names a search with all its settings, such as `ismcts:guide=none`; then
    nothing is solved. `exploitability` (utility), `memory` (bytes) and `reach` (`uniform`, `learned` or `equilibrium`) are for
    solving; `iterations` limits both solving and searching. Games that the round leaves undecided are valued by `favour_table`, a
    file that `hanamachi hanamikoji favour --table` wrote for these rules: see `Evaluation.continuation`. With `time` (seconds) there is an answer by then: if solving takes
    too long, a search answers in the time left; the method `exact` does not begin if it would take longer. Without `seed` the
    seed follows from the position, so the same question has the same answer on any machine and number of threads, unless `time`
    cuts it short.
    `progress` counts iterations.

    Raises `hanamachi.UnsuitedError` for a method that does not fit the rules, and `hanamachi.LimitError` if a limit leaves no answer.
    """
    known = [_set(information_set)]
    (text,) = _native.evaluate(
        known,
        favour_table,
        _arguments.text("method", method),
        _arguments.text_or_none("search", search),
        iterations,
        block,
        _arguments.real("exploitability", exploitability),
        memory,
        _arguments.text_or_none("reach", reach),
        seed,
        threads,
        _arguments.real("time", time),
        _arguments.callback(progress),
    )
    return _evaluation(text)


def evaluate_many(
    information_sets: Iterable[Union[InformationSet, str]],
    *,
    method: Method = "auto",
    search: Optional[str] = None,
    iterations: Optional[int] = None,
    block: Optional[int] = None,
    exploitability: Optional[float] = None,
    memory: Optional[int] = None,
    reach: Optional[Reach] = None,
    favour_table: Union[str, os.PathLike[str], None] = None,
    seed: Optional[int] = None,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> list[Evaluation]:
    """Evaluate many positions, side by side on all cores: the evaluations of `evaluate`, in their order.

    `progress` counts positions. `time` (seconds) is for all of them; `hanamachi.LimitError` is raised if it is up before the last. A
    `favour_table` is for positions of one set of rules.

        >>> many = evaluate_many(["....... 2 ABDEFG 4ACBD", "....... 2 BDEFGG 4ACBD"], iterations=1000)
        >>> [found.advice.play for found in many] == [evaluate(found.information_set, iterations=1000).advice.play for found in many]
        True
    """
    given = _arguments.several("information_sets", information_sets, (str, bytes, InformationSet))
    known = [_set_of(f"information_sets[{place}]", of) for place, of in enumerate(given)]
    texts = _native.evaluate(
        known,
        favour_table,
        _arguments.text("method", method),
        _arguments.text_or_none("search", search),
        iterations,
        block,
        _arguments.real("exploitability", exploitability),
        memory,
        _arguments.text_or_none("reach", reach),
        seed,
        threads,
        _arguments.real("time", time),
        _arguments.callback(progress),
    )
    return [_evaluation(text) for text in texts]


def _evaluation(text: str) -> Evaluation:
    raw = json.loads(text)
    over = raw["over_hands"]
    return read(
        Evaluation,
        raw,
        actions=tuple(map(_action, raw["actions"])),
        opponent_actions=tuple(map(_action, raw["opponent_actions"])),
        why=tuple(of["text"] for of in raw["why"]),
        model_error=None if raw["model_error"] is None else raw["model_error"]["mean"],
        favour_table=_favour.favour_table_of(raw["favour_table"]),
        over_hands=None if over is None else Number(over["win"], over["kind"], interval=(over["interval"][0], over["interval"][1])),
        data=raw,
    )


def beliefs(
    information_set: Union[InformationSet, str], opponent: Union[Player, str] = "auto"
) -> Beliefs:
    """Compute the exact posterior of the unseen cards.

    `opponent` is the model of the opponent's play so far: `equilibrium`, the approximate equilibrium, or `learned`, a policy learned
    by self-play (both for the standard game only); `uniform`, under which every placement is equally likely; `auto`, the
    equilibrium in the standard game and else `uniform`, as in `evaluate`; or a player that reports its probabilities, such as `random`, `greedy`, `policy:weights=FILE` or `table:FILE`.

    Raises `hanamachi.UnsuitedError` for a player that was opened for other rules, or cannot play by these.
    """
    raw = json.loads(_native.beliefs(_set(information_set), _arguments.player("opponent", opponent)))
    found = [[of[place]["probabilities"] for of in raw["geisha"]] for place in PLACES]
    probabilities = np.zeros((len(PLACES), len(raw["geisha"]), max(len(one) for of in found for one in of)))
    for place, of_place in enumerate(found):
        for geisha, one in enumerate(of_place):
            probabilities[place, geisha, : len(one)] = one
    return read(
        Beliefs,
        raw,
        geisha="".join(of["geisha"] for of in raw["geisha"]),
        sizes=tuple(raw["sizes"][place] for place in PLACES),
        probabilities=probabilities,
    )


def exploit(
    player: Union[Player, Table, Training, str],
    *,
    rules: str = "",
    favour: Optional[str] = None,
    favour_table: Union[str, os.PathLike[str], None] = None,
    method: Optional[ExploitMethod] = None,
    model: Union[Player, str, None] = None,
    layouts: Layouts = "given",
    rounds: Optional[int] = None,
    rollouts: Optional[int] = None,
    since: Optional[int] = None,
    training: Optional[int] = None,
    seed: int = 1,
    memory: int = 4 << 30,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Exploitability:
    """Measure the exploitability of a player, as `hanamachi hanamikoji exploit` does with the same settings and seed.

    `player` is one of the program's own players, `policy:weights=FILE` or `table:FILE`. `method` defaults to `exact` in reduced
    rounds and to `lbr` in the standard game; `trained` and `scripted` are the others. `exact` uses up to `memory` bytes.
    The other methods play `rounds` deals (400), two or more, from both seats. `lbr` uses `rollouts` per decision (1,000)
    and responds from the turn `since` on (1, the first), before which it plays as the player does;
    `trained` responds as learned in `training` rounds (200,000), and `scripted` as the strongest of the players that do not search.
    `layouts="play"` begins each deal with markers that occur when the player plays itself. `exact` plays no deals and refuses
    `rounds`, `rollouts`, `since` and these layouts, and only `trained` takes `training`.

    Players that search, such as `ismcts`, do not report their probabilities. `trained`, which is their default, with 10,000 rounds,
    and `scripted` do not need them; `lbr` needs a `model`, a stand-in that reports its probabilities. A `model` may also
    stand for a player such as `best`, which takes long to compute its own; `exact` takes none.

    Games that the round leaves undecided are valued by `favour_table`, a file that `hanamachi hanamikoji favour --table` wrote for
    these rules, without one by the built-in table in the standard game and by a rule of thumb in reduced ones.

    Raises `hanamachi.UnsuitedError` for a player that was opened for other rules, or cannot play by these, and for a table of a round
    with other markers or other values of undecided games.
    """
    raw = _native.exploit(
        _arguments.player("player", player),
        _arguments.text("rules", rules),
        _arguments.text_or_none("favour", favour),
        favour_table,
        _arguments.text_or_none("method", method),
        None if model is None else _arguments.player("model", model),
        _arguments.text("layouts", layouts),
        rounds,
        rollouts,
        since,
        training,
        seed,
        memory,
        threads,
        _arguments.real("time", time),
        _arguments.callback(progress),
    )
    named = {f"against_{name}": raw.pop(name) for name in ("first", "second", "first_se", "second_se")}
    return Exploitability(**{**raw, **named, "favour_table": _favour.favour_table(raw["favour_table"])})


def policy(player: Union[Player, Table, Training, str], information_set: Union[InformationSet, str]) -> dict[str, float]:
    """The probability with which a player plays each legal action.

    Returns a dictionary of action and probability, in ascending order of the actions; the sum is 1 up to rounding. A `player` given
    by name is opened for the rules of the information set, and a file that it names is read each time: for many questions make a
    `Player` once.

        >>> policy("random", "....... 2 ABDEFG 4ACBD")
        {'-AC': 0.5, '-BD': 0.5}

    Raises `ValueError` for a player that does not report probabilities, such as `ismcts`, and if it is not for the reader to decide;
    `hanamachi.UnsuitedError` for a player of other rules.
    """
    known = _set(information_set)
    return _arguments.opened("player", player, _arguments.without_round(known.rules)).probabilities(known)


@dataclass(frozen=True, eq=False)
class Policies:
    """The play of a player at many information sets.

        >>> found = policies("random", ["....... 2 ABDEFG 4ACBD", "....... 2 BDEFGG 4ACBD"])
        >>> found.probabilities.shape == found.legal.shape == (2, len(found.actions))
        True
        >>> found.probabilities[found.legal].tolist()
        [0.5, 0.5, 0.5, 0.5]
    """

    actions: tuple[str, ...]
    """The actions of the second axis: those of `Round.actions`."""
    probabilities: npt.NDArray[np.float64]
    """Shape (sets, actions): each row sums to 1, with 0 for what is not legal."""
    legal: npt.NDArray[np.bool_]
    """The same shape: which actions are legal."""


def policies(
    player: Union[Player, Table, Training, str],
    information_sets: Iterable[Union[InformationSet, str]],
    *,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Policies:
    """The probabilities with which a player plays at many information sets of the same rules, computed on all cores.

    `progress` counts sets. Raises as `policy` does, and `ValueError` without a set.
    """
    given = _arguments.several("information_sets", information_sets, (str, bytes, InformationSet))
    known = [_set_of(f"information_sets[{place}]", of) for place, of in enumerate(given)]
    if not known:
        raise ValueError("information_sets: expected one or more")
    rules = _arguments.without_round(known[0].rules)
    opened = _arguments.opened("player", player, rules)
    workers = None if threads is None else _arguments.whole("threads", threads, 1, 1024)
    probabilities, legal = opened.batch(known, workers, _arguments.callback(progress))
    return Policies(tuple(Round(rules).actions), probabilities, legal)


@dataclass(frozen=True)
class WithoutLuck:
    """A score with luck removed: the same expected value, with a smaller error.

        >>> score = match(["greedy", "random"], pairs=20, seed=1).scores[0]
        >>> score.without_luck.se < score.se
        True
    """

    win: float
    """The score; it may lie outside of 0 to 1."""
    se: Optional[float]
    """The standard error; None for a single pair."""
    interval: tuple[float, float]
    """95 %."""
    variance_saved: Optional[float]
    """The reduction of the variance, as a share of that of the score; None if the score has none."""


@dataclass(frozen=True)
class Score:
    """An estimated score: the mean share of the points, one for a game won and one half for a shared game.

        >>> score = match(["greedy", "random"], pairs=20, seed=1).scores[0]
        >>> score.n, score.interval[0] < score.win < score.interval[1]
        (20, True)
    """

    win: float
    se: Optional[float]
    """The standard error, from the scores of pairs; None for a single pair."""
    interval: tuple[float, float]
    """95 %."""
    n: int
    """Pairs of games."""
    elo: Optional[float]
    """The difference in strength that corresponds to the score; None if it is infinite."""
    elo_interval: tuple[Optional[float], Optional[float]]
    """The differences that correspond to the ends of `interval`."""
    without_luck: Optional[WithoutLuck]
    kind: Kind = "estimated"


@dataclass(frozen=True)
class Pairing:
    """Results of two players against each other, from the first one's side.

        >>> found = match(["greedy", "random"], pairs=20, seed=1).pairings[0]
        >>> sum(found.games) == 2 * found.score.n
        True
    """

    first: int
    """Its index among the players."""
    second: int
    first_player: str
    """Its name."""
    second_player: str
    score: Score
    games: tuple[int, int, int]
    """Games won, shared and lost."""
    starter_games: tuple[int, int, int]
    """The same for the player who moved first in the first round of a game."""
    rounds_per_game: float
    unfinished: int
    """Games shared because nobody had won within 200 rounds."""
    forfeits: tuple[int, int]
    """Games that each of them gave up."""


@dataclass(frozen=True)
class PlayedGame:
    """A game of a match that kept its games.

        >>> game = match(["greedy", "random"], pairs=1, seed=1, records=True).games[0]
        >>> game.rounds == len(game.records), [review.outcome for review in review(game.records, iterations=100)][-1] == "undecided"
        (True, False)
    """

    pair: int
    """The number of the pair, from 0."""
    seats: tuple[int, int]
    """The players by their indices, the one who starts the game first. The players take turns in starting rounds."""
    ending: Literal["won", "shared", "unfinished", "forfeited"]
    winner: Optional[int]
    """The index of the winner."""
    reason: Optional[str]
    """Why a player gave up."""
    rounds: int
    decisions: tuple[int, int]
    """Number of decisions, in the order of `seats`."""
    luck: float
    """The part of the game that its starter owes to luck."""
    records: tuple[RoundRecord, ...]
    """The rounds, each by the seats of its own players."""


@dataclass(frozen=True)
class Match(Framed):
    """Result of a match. Scores are estimates; they depend on the seed, not on the number of threads.

        >>> found = match(["greedy", "random"], pairs=20, seed=1)
        >>> found.to_polars().select("first_player", "second_player").rows()
        [('greedy', 'random')]
    """

    _head = ("rules", "seed", "pairs")
    _row = Pairing

    def _items(self) -> Iterable[Any]:
        return self.pairings

    players: tuple[str, ...]
    rules: str
    continuation: Continuation
    """What values undecided rounds for players who look ahead."""
    favour_table: Optional[FavourTable]
    """The favour table, if it is one that values them."""
    seed: int
    pairs: int
    """Pairs of games in each pairing."""
    scores: tuple[Score, ...]
    """Score of each player against all others together."""
    pairings: tuple[Pairing, ...]
    """One pairing for each two players."""
    games: tuple[PlayedGame, ...] = field(repr=False)
    """The games, if they were kept."""
    stopped: Stopped
    """`time` when the limit cut it short."""

    def save_games(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the games as `hanamachi hanamikoji match -o` does, for `match --resume` and `train --imitate`.

        Raises `ValueError` if no games were kept, and `FileExistsError` if the file exists.
        """
        if not self.games:
            raise ValueError("no games were kept: play the match with records=True")
        header = {
            "schema": "hanamikoji.match_records/1",
            "engine": f"hanamachi {_native.__version__}",
            "players": self.players,
            "rules": self.rules,
            "seed": self.seed,
        }
        games = ({**vars(game), "records": [str(record) for record in game.records]} for game in self.games)
        lines, check = [], ""
        for of in (header, *games):
            line = json.dumps(of, separators=(",", ":"), ensure_ascii=False)
            check = _native.check_value(check, line)
            lines.append(f'{line[:-1]},"check":"{check}"}}\n')
        write_new(path, "".join(lines).encode())

    def _repr_html_(self) -> str:
        from . import _html

        return _html.match(self)


def match(
    players: Sequence[Union[Player, Table, Training, str]],
    *,
    rules: str = "",
    favour_table: Union[str, os.PathLike[str], None] = None,
    pairs: int = 100,
    records: bool = False,
    seed: int = 1,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Match:
    """Play a match between players, as `hanamachi hanamikoji match` does with the same players, pairs and seed.

    Each two of the `players`, two or more, play `pairs` pairs of games with the same deals, changing sides within a pair. `time`
    (seconds) ends the match; the first pairs played by then count. With `records` the result has every game with its rounds. `progress` counts pairs. Only the program supports outside
    programs (`exec:`). Players who look ahead value undecided rounds by `favour_table`, as in `evaluate`. Raises
    `hanamachi.UnsuitedError` for a player that was opened for other rules or with another favour table, or cannot play by these, and
    `ValueError` for rules with a round number.

        >>> found = match(["greedy", "random"], pairs=20, seed=1)
        >>> found.pairs, found.scores[0].win > 0.5
        (20, True)
    """
    if isinstance(players, (str, Player)):
        raise TypeError("players: expected two or more, in a list")
    given = enumerate(_arguments.several("players", players))
    raw = _native.play_match(
        [_arguments.player(f"players[{number}]", player) for number, player in given],
        _arguments.text("rules", rules),
        favour_table,
        pairs,
        records,
        seed,
        threads,
        _arguments.real("time", time),
        _arguments.callback(progress),
    )
    names = tuple(raw["players"])

    def pairing(of: dict[str, Any]) -> Pairing:
        return read(Pairing, of, first_player=names[of["first"]], second_player=names[of["second"]])

    def game(of: dict[str, Any]) -> PlayedGame:
        lists = {name: tuple(of[name]) for name in ("seats", "decisions", "records")}
        return PlayedGame(**{**of, **lists})

    return read(
        Match,
        raw,
        favour_table=_favour.favour_table(raw["favour_table"]),
        pairings=tuple(map(pairing, raw["pairings"])),
        games=tuple(map(game, raw["games"])),
    )


@dataclass(frozen=True)
class Decision:
    """A decision in a played round, judged by its player's information. Probabilities are of winning the game, for that player.

        >>> decision = review("....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG", iterations=200).decisions[2]
        >>> decision.seat, decision.action, decision.forced
        ('first', '-GG', True)
    """

    turn: int
    """The number of the turn, from 1."""
    seat: Seat
    information_set: InformationSet
    action: str
    """The action played."""
    legal: int
    """Number of legal actions."""
    forced: bool
    """Whether it was the only legal action; then the optional fields below are None."""
    win: Optional[Number]
    """The probability of winning with the action played."""
    best: Optional[str]
    """The recommended action: `advice.play` of an evaluation of `information_set` with the same iterations."""
    best_actions: tuple[str, ...]
    """The actions whose loss cannot be told from 0, `best` first."""
    best_win: Optional[Number]
    loss: Optional[float]
    """The probability of winning that was lost, at least 0."""
    loss_se: Optional[float]
    """Its standard error; None if it is exact, or if the sample does not determine it."""
    mark: Optional[Mark]
    """`?!`, `?` or `??` for a loss of at least 0.02, 0.04 or 0.08 that exceeds two of its standard errors."""
    why: Optional[str]
    """Why `best` is better than an action that loses something, in sentences; None if the method does not see the ends of the round."""


@dataclass(frozen=True)
class Totals:
    """The losses of a player in a round or a game.

        >>> totals = review("....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG", iterations=200).first
        >>> totals.decisions, totals.forced, totals.loss >= 0
        (2, 1, True)
    """

    decisions: int
    forced: int
    unforced: int
    doubtful: int
    """Decisions marked `?!`."""
    bad: int
    """Decisions marked `?`."""
    very_bad: int
    """Decisions marked `??`."""
    loss: float
    """The sum of the losses, as a probability of winning."""
    loss_se: float
    error_rate: Optional[float]
    """The mean loss per unforced decision; None if there was none."""
    error_rate_se: Optional[float]


@dataclass(frozen=True)
class Review(Framed):
    """A round with the loss of each decision.

        >>> found = review("....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG", iterations=200)
        >>> found.to_polars().select("turn", "seat", "action").rows()
        [(1, 'first', '1F'), (2, 'second', '4GGGG'), (2, 'first', '-GG')]
    """

    _head = ("record", "method", "iterations")
    _row = Decision

    def _items(self) -> Iterable[Any]:
        return self.decisions

    record: str
    rules: str
    seat: Optional[Seat]
    """The seat that saw the round; None if all cards are known."""
    outcome: Optional[RoundOutcome]
    method: str
    """The method that evaluated the decisions."""
    iterations: int
    """Iterations for each decision."""
    seed: Optional[int]
    """None if each decision has the seed that follows from its position."""
    exploitability: Optional[float]
    """Exploitability of the strategies assumed for both players, in utility; None if the method is a search."""
    continuation: Continuation
    """What values the games that the round leaves undecided."""
    favour_table: Optional[FavourTable]
    """The favour table, if it is one that values them."""
    decisions: tuple[Decision, ...]
    first: Optional[Totals]
    """Totals of the first player; None if the record does not show the decisions."""
    second: Optional[Totals]
    data: dict[str, Any] = field(repr=False, compare=False)
    """The whole review as the program prints it: `hanamikoji.review/1`."""

    def _repr_html_(self) -> str:
        from . import _html

        return _html.review(self)


def _decision(raw: dict[str, Any], kind: Kind) -> Decision:
    best = raw["best_win"]
    return read(
        Decision,
        {**raw, "kind": kind},
        best_win=None if best is None else Number(best, kind, raw["best_se"]),
        why=raw["why"][0]["text"] if raw["why"] else None,
    )


def _review(text: str) -> Review:
    raw = json.loads(text)
    return read(
        Review,
        raw,
        favour_table=_favour.favour_table_of(raw["favour_table"]),
        decisions=tuple(_decision(decision, raw["kind"]) for decision in raw["decisions"]),
        data=raw,
    )


@overload
def review(  # type: ignore[overload-overlap]
    record: Union[RoundRecord, str],
    *,
    favour_table: Union[str, os.PathLike[str], None] = None,
    iterations: int = 10_000,
    seed: Optional[int] = None,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Review: ...


@overload
def review(
    record: Iterable[Union[RoundRecord, str]],
    *,
    favour_table: Union[str, os.PathLike[str], None] = None,
    iterations: int = 10_000,
    seed: Optional[int] = None,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> list[Review]: ...


def review(
    record: Union[RoundRecord, str, Iterable[Union[RoundRecord, str]]],
    *,
    favour_table: Union[str, os.PathLike[str], None] = None,
    iterations: int = 10_000,
    seed: Optional[int] = None,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Union[Review, list[Review]]:
    """Find the loss of each decision in a round, or in the consecutive rounds of a game, as `hanamachi hanamikoji review` does
    with the same settings.

    Several records give a list; `data["game"]` of its last review has the totals of the game. The text of a round as one seat saw it
    has `X` for each card that this player never saw; then only this player's decisions are reviewed. `progress` counts decisions.

        >>> found = review("....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG", iterations=200)
        >>> [decision.action for decision in found.decisions], found.decisions[2].forced
        (['1F', '4GGGG', '-GG'], True)

    Raises `hanamachi.ParseError` for a text that is no record, `ValueError` for rounds that do not follow one another, and
    `hanamachi.LimitError` if `time` (seconds) is up before the answer.
    """
    is_one = isinstance(record, (RoundRecord, str, bytes))
    given = [record] if isinstance(record, (RoundRecord, str, bytes)) else _arguments.several("record", record)
    texts = [_text("record" if is_one else f"record[{place}]", one) for place, one in enumerate(given)]
    limit, callback = _arguments.real("time", time), _arguments.callback(progress)
    found = [_review(text) for text in _native.review(texts, favour_table, iterations, seed, threads, limit, callback)]
    return found[0] if is_one else found


review_game = review
"""Another name of `review`."""


def hint(
    information_set: Union[InformationSet, str],
    *,
    favour_table: Union[str, os.PathLike[str], None] = None,
    iterations: int = 10_000,
    seed: Optional[int] = None,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Evaluation:
    """`evaluate` with the iterations of reviews and of the hints of `hanamachi hanamikoji play`, where the reader decides.

    Its `advice` has the action to play. Raises `ValueError` if it is not for the reader to decide.
    """
    known = _set(information_set)
    if known.to_decide != "reader":
        raise ValueError("information_set: it is not for the reader to decide")
    return evaluate(
        known,
        favour_table=favour_table,
        iterations=iterations,
        seed=seed,
        time=time,
        threads=threads,
        progress=progress,
    )


def openings(
    *,
    rules: str = "",
    iterations: int = 100_000,
    block: Optional[int] = None,
    seed: int = 1,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Table:
    """Evaluate every first hand of the first round of a game: the opening chart, as `hanamachi hanamikoji report --openings` makes it.

    The table has a row for each action number of each class of hands; `save` writes a file from which the program makes its page.
    `progress` counts classes, of which the standard game has 212. Raises `hanamachi.LimitError` if `time` (seconds) is up before the last.

        >>> chart = openings(rules="geisha=3,3,3 actions=1,3", iterations=200)
        >>> chart.to_polars(["hand", "action", "win"]).height
        6
    """
    size = block
    if size is None:
        size = min(1000, -(-_arguments.whole("iterations", iterations, 1, 2**53) // 20))
    limit, callback = _arguments.real("time", time), _arguments.callback(progress)
    return Table(_native.openings(_arguments.text("rules", rules), iterations, size, seed, threads, limit, callback))


@dataclass(frozen=True)
class Training(Framed):
    """A policy learned by self-play: a player. `save` it, and `policy:weights=FILE` plays it.

        >>> found = train(rules="geisha=2,2,3 actions=1,2 rounds=1", rounds=500, threads=1)
        >>> Player(found).has_probabilities
        True
    """

    rules: str
    rounds: int
    """Rounds of self-play."""
    seed: int
    threads: int
    """The result depends on this number."""
    entropy: float
    """The entropy of the play at the end, in nats per decision."""
    error: float
    """The root mean squared error of the action values at the end, in utility."""
    stopped: Stopped
    """`time` when the limit cut it short."""
    weights: bytes = field(repr=False)
    """The policy file, in the form that `hanamachi hanamikoji train` writes."""

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the file, which the program reads too. Raises `FileExistsError` if the file exists."""
        write_new(path, self.weights)


def train(
    *,
    rules: str = "",
    rounds: int = 1_000_000,
    seed: int = 1,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Training:
    """Learn a policy by self-play from the rules alone, as `hanamachi hanamikoji train` does with the same rounds, seed and threads.

    `time` (seconds) ends the training early. This gives a worse policy than asking for fewer rounds, because the schedules that decay
    over the rounds have not finished. `progress` counts rounds. The program can also measure the strength of the policy while it
    learns, resume runs and refine policies.
    """
    limit, callback = _arguments.real("time", time), _arguments.callback(progress)
    return Training(**_native.train(_arguments.text("rules", rules), rounds, seed, threads, limit, callback))
