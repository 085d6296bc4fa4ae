"""Hanamikoji: information sets, rounds, players and their probabilities, evaluations, beliefs, matches, reviews, training.

Geisha are `A` to `G`; a card is its geisha's letter. Decisions are written as in a history: `1E` secret, `2BC` trade-off, `3BCC` gift,
`4ACBD` competition, `-C` and `-BD` the answers to offers. Rules are tags, such as `geisha=2,2,3 actions=1,2 rounds=1`; the empty text is the
standard game. Probabilities of winning are those of the game, with a shared game counted as one half; utilities are those of a round, −1 to 1.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _arguments, _favour, _native
from ._favour import FavourTable
from ._files import write_new
from ._native import InformationSet, Player, Round, RoundRecord, RoundState
from ._number import Number
from ._table import Table
from ._types import (
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
    "Decision",
    "Evaluation",
    "Exploitability",
    "FavourTable",
    "InformationSet",
    "Match",
    "PLACES",
    "Pairing",
    "Player",
    "Review",
    "Round",
    "RoundRecord",
    "RoundState",
    "Score",
    "Totals",
    "Training",
    "WithoutLuck",
    "beliefs",
    "evaluate",
    "exploit",
    "hint",
    "match",
    "policy",
    "review",
    "review_game",
    "train",
]

PLACES: tuple[Place, ...] = ("hand", "secret", "trade_off", "deck", "removed")
"""Places of unseen cards: the opponent's hand, secret and trade-off, the deck, and the removed card."""


@dataclass(frozen=True)
class Action:
    """A legal action with its value to the reader."""

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
    """The recommended play, by the same rule for evaluations, hints and reviews. `str(advice)` is `play`."""

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
class Evaluation:
    """The value of a position and of each action to the reader."""

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


@dataclass(frozen=True, eq=False)
class Beliefs:
    """The posterior of the unseen cards, under the assumption that `method` names."""

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
class Exploitability:
    """The exploitability of a player, in utility of one round."""

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
    first: float
    """Utility of the response against the player in the first seat."""
    second: float
    """Utility of the response against the player in the second seat."""
    exploitability: float
    """The mean of both: 0 in equilibrium."""
    kind: Kind
    """`proved` for `exact`, or `computed` where a rule of thumb values undecided games; else `estimated`."""
    se: float
    first_se: float
    second_se: float
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


def _number(raw: dict[str, Any], name: str, kind: str = "", se: str = "") -> Optional[Number]:
    """The number under this key, with its kind and error from the keys beside it."""
    value = raw[name]
    return None if value is None else Number(value, raw[kind or f"{name}_kind"], raw.get(se or f"{name}_se"))


def _action(raw: dict[str, Any]) -> Action:
    return Action(
        action=raw["action"],
        win=_number(raw, "win", "kind", "se"),
        loss=raw["loss"],
        loss_se=raw["loss_se"],
        share=raw["probability"],
        visits=raw["visits"],
        frequency=_number(raw, "frequency"),
    )


def _set(of: Union[InformationSet, str]) -> InformationSet:
    if isinstance(of, str):
        return InformationSet(_arguments.text("information_set", of))
    if not isinstance(of, InformationSet):
        raise TypeError(f"information_set: expected an InformationSet or its text, found {type(of).__name__}")
    return of


def _texts(records: Iterable[Union[RoundRecord, str]]) -> list[str]:
    given = _arguments.several("records", records, (str, bytes, RoundRecord))
    return [_text(f"records[{number}]", record) for number, record in enumerate(given)]


def _text(name: str, record: Union[RoundRecord, str]) -> str:
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
    text = _native.evaluate(
        _set(information_set),
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


def _evaluation(text: str) -> Evaluation:
    raw = json.loads(text)
    win, advice, over = _number(raw, "win", "kind", "se"), raw["advice"], raw["over_hands"]
    assert win is not None
    return Evaluation(
        information_set=InformationSet(raw["information_set"]),
        method=raw["method"],
        settings=raw["settings"],
        seed=raw["seed"],
        win=win,
        interval=_pair(raw["interval"]),
        exact=raw["exact"],
        n=raw["n"],
        blocks=raw["blocks"],
        actions=tuple(_action(action) for action in raw["actions"]),
        opponent_actions=tuple(_action(action) for action in raw["opponent_actions"]),
        advice=None if advice is None else Advice(**{**advice, "best": tuple(advice["best"])}),
        why=tuple(of["text"] for of in raw["why"]),
        model_error=None if raw["model_error"] is None else raw["model_error"]["mean"],
        exploitability=_number(raw, "exploitability"),
        exploitability_method=raw["exploitability_method"],
        continuation=raw["continuation"],
        favour_table=_favour.favour_table_of(raw["favour_table"]),
        over_hands=None if over is None else Number(over["win"], over["kind"], interval=_pair(over["interval"])),
        stopped=raw["stopped"],
        data=raw,
    )


def _pair(interval: Optional[list[float]]) -> Optional[tuple[float, float]]:
    return None if interval is None else (interval[0], interval[1])


def beliefs(
    information_set: Union[InformationSet, str], opponent: Union[Player, str] = "auto"
) -> Beliefs:
    """Compute the exact posterior of the unseen cards.

    `opponent` is the model of the opponent's play so far: `equilibrium`, the approximate equilibrium, or `learned`, a policy learned
    by self-play (both for the standard game only); `uniform`, under which every placement is equally likely; `auto`, the
    equilibrium in the standard game and else `uniform`, as in `evaluate`; or a player that reports its probabilities, such as `random`, `greedy`, `policy:weights=FILE` or `table:FILE`.

    Raises `hanamachi.UnsuitedError` for a player that was opened for other rules, or cannot play by these.
    """
    raw = _native.beliefs(_set(information_set), _arguments.player("opponent", opponent))
    return Beliefs(**{**raw, "sizes": tuple(raw["sizes"])})


def exploit(
    player: Union[Player, Table, str],
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
    return Exploitability(**{**raw, "favour_table": _favour.favour_table(raw["favour_table"])})


def policy(player: Union[Player, Table, str], information_set: Union[InformationSet, str]) -> dict[str, float]:
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


@dataclass(frozen=True)
class WithoutLuck:
    """A score with luck removed: the same expected value, with a smaller error."""

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
    """An estimated score: the mean share of the points, one for a game won and one half for a shared game."""

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
    """Results of two players against each other, from the first one's side."""

    first: int
    """Its index among the players."""
    second: int
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
class Match:
    """Result of a match. Scores are estimates; they depend on the seed, not on the number of threads."""

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
    stopped: Stopped
    """`time` when the limit cut it short."""

    def _repr_html_(self) -> str:
        from . import _html

        return _html.match(self)


def _score(raw: dict[str, Any]) -> Score:
    luck = raw["without_luck"]
    return Score(**{**raw, "without_luck": None if luck is None else WithoutLuck(**luck)})


def match(
    players: Sequence[Union[Player, Table, str]],
    *,
    rules: str = "",
    favour_table: Union[str, os.PathLike[str], None] = None,
    pairs: int = 100,
    seed: int = 1,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Match:
    """Play a match between players, as `hanamachi hanamikoji match` does with the same players, pairs and seed.

    Each two of the `players`, two or more, play `pairs` pairs of games with the same deals, changing sides within a pair. `time`
    (seconds) ends the match; the first pairs played by then count. `progress` counts pairs. Only the program supports outside
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
        seed,
        threads,
        _arguments.real("time", time),
        _arguments.callback(progress),
    )
    known = {
        "players": tuple(raw["players"]),
        "favour_table": _favour.favour_table(raw["favour_table"]),
        "scores": tuple(_score(score) for score in raw["scores"]),
        "pairings": tuple(Pairing(**{**pairing, "score": _score(pairing["score"])}) for pairing in raw["pairings"]),
    }
    return Match(**{**raw, **known})


@dataclass(frozen=True)
class Decision:
    """A decision in a played round, judged by its player's information. Probabilities are of winning the game, for that player."""

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
    """The losses of a player in a round or a game."""

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
class Review:
    """A round with the loss of each decision."""

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


_TOTALS = tuple(Totals.__dataclass_fields__)


def _totals(raw: Optional[dict[str, Any]]) -> Optional[Totals]:
    return None if raw is None else Totals(**{name: raw[name] for name in _TOTALS})


def _decision(raw: dict[str, Any], kind: Kind) -> Decision:
    def win(value: Optional[float], se: Optional[float]) -> Optional[Number]:
        return None if value is None else Number(value, kind, se)

    return Decision(
        turn=raw["turn"],
        seat=raw["seat"],
        information_set=InformationSet(raw["information_set"]),
        action=raw["action"],
        legal=raw["legal"],
        forced=raw["forced"],
        win=win(raw["win"], raw["se"]),
        best=raw["best"],
        best_actions=tuple(raw["best_actions"]),
        best_win=win(raw["best_win"], raw["best_se"]),
        loss=raw["loss"],
        loss_se=raw["loss_se"],
        mark=raw["mark"],
        why=raw["why"][0]["text"] if raw["why"] else None,
    )


def _review(text: str) -> Review:
    raw = json.loads(text)
    return Review(
        record=raw["record"],
        rules=raw["rules"],
        seat=raw["seat"],
        outcome=raw["outcome"],
        method=raw["method"],
        iterations=raw["iterations"],
        seed=raw["seed"],
        exploitability=raw["exploitability"],
        continuation=raw["continuation"],
        favour_table=_favour.favour_table_of(raw["favour_table"]),
        decisions=tuple(_decision(decision, raw["kind"]) for decision in raw["decisions"]),
        first=_totals(raw["first"]),
        second=_totals(raw["second"]),
        data=raw,
    )


def review_game(
    records: Iterable[Union[RoundRecord, str]],
    *,
    favour_table: Union[str, os.PathLike[str], None] = None,
    iterations: int = 10_000,
    seed: Optional[int] = None,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> list[Review]:
    """Review the consecutive rounds of a game, as `hanamachi hanamikoji review` does with the same settings.

    `data["game"]` of the last review has the totals of the game. `progress` counts decisions. Raises `hanamachi.ParseError` for a
    text that is no record, `ValueError` for rounds that do not follow one another, and `hanamachi.LimitError` if `time` (seconds) is
    up before the answer.
    """
    return _reviews(_texts(records), favour_table, iterations, seed, time, threads, progress)


def _reviews(
    records: list[str],
    favour_table: Union[str, os.PathLike[str], None],
    iterations: int,
    seed: Optional[int],
    time: Optional[float],
    threads: Optional[int],
    progress: Optional[Progress],
) -> list[Review]:
    limit, callback = _arguments.real("time", time), _arguments.callback(progress)
    return [_review(text) for text in _native.review(records, favour_table, iterations, seed, threads, limit, callback)]


def review(
    record: Union[RoundRecord, str],
    *,
    favour_table: Union[str, os.PathLike[str], None] = None,
    iterations: int = 10_000,
    seed: Optional[int] = None,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Review:
    """Find the loss of each decision in a round, as `hanamachi hanamikoji review` does with the same settings.

    The text of a round as one seat saw it has `X` for each card that this player never saw; then only this player's decisions are
    reviewed.

        >>> found = review("....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG", iterations=200)
        >>> [decision.action for decision in found.decisions], found.decisions[2].forced
        (['1F', '4GGGG', '-GG'], True)
    """
    (one,) = _reviews([_text("record", record)], favour_table, iterations, seed, time, threads, progress)
    return one


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
    """Recommend an action by the quick search that reviews and the hints of `hanamachi hanamikoji play` use.

    The result equals that of `evaluate` with the same iterations; its `advice` has the action to play. Raises `ValueError`
    if it is not for the reader to decide, and `hanamachi.LimitError` if `time` (seconds) is up before there is an answer.
    """
    limit, callback = _arguments.real("time", time), _arguments.callback(progress)
    text = _native.hint(_set(information_set), favour_table, iterations, seed, threads, limit, callback)
    return _evaluation(text)


@dataclass(frozen=True)
class Training:
    """A policy learned by self-play. `save` it, and `policy:weights=FILE` plays it."""

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
