"""Hanamikoji: what a player knows, rounds, players and their probabilities, evaluations, beliefs, matches, reviews, training.

Geisha are `A` to `G`; a card is its geisha's letter. Decisions are written as in a history: `1E` secret, `2BC` trade-off, `3BCC` gift,
`4ACBD` competition, `-C` and `-BD` the answers to offers. Rules are tags, such as `geisha=2,2,3 actions=1,2 rounds=1`; the empty text is the
standard game. Probabilities of winning are those of the game, a shared one counting one half; utilities are those of a round, −1 to 1.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _native
from ._native import InformationSet, Player, Round, RoundRecord, RoundState
from ._number import Number, number
from ._types import (
    BeliefsMethod,
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
"""Where unseen cards may be: the opponent's hand, secret and trade-off, the deck, and aside as the card removed."""


@dataclass(frozen=True)
class Action:
    """What a player may decide, and what it is worth to the reader."""

    action: str
    """As in a history: `1E`, `3BCC`, `-C`; of the opponent as the reader sees it: `1X`, `2XX`."""
    win: Optional[Number]
    """The probability that the reader wins the game with it; None if a search never followed it."""
    loss: Optional[float]
    """What it wins less than the best action, at least 0; None of the opponent's actions, and where `win` is not known."""
    loss_se: Optional[float]
    """The standard error of `loss`; None where it is exact, or where the sample does not tell it."""
    share: float
    """The share of the search that followed the action, which is no advice to mix; of an equilibrium the same as `frequency`."""
    visits: Optional[int]
    """How often a search followed it."""
    frequency: Optional[Number]
    """How often the equilibrium that was found plays it; None where no equilibrium was found."""


@dataclass(frozen=True)
class Advice:
    """What to play: the same for evaluations, hints and reviews. `str(advice)` is `play`."""

    play: str
    """The first of `best`."""
    best: tuple[str, ...]
    """The actions whose loss cannot be told from 0, those that are played most first."""
    self_loss: Optional[float]
    """What playing by the frequencies loses by the values, as a probability of winning; None where no strategy was found."""
    self_loss_se: Optional[float]
    """Its standard error; None where it is exact."""

    def __str__(self) -> str:
        return self.play


@dataclass(frozen=True)
class Evaluation:
    """What a position is worth to the reader, and what each action is."""

    information_set: InformationSet
    """The position."""
    method: str
    """`exact`, `equilibrium`, `ismcts`, `cfr` or `pimc`."""
    settings: str
    """What was chosen of it."""
    seed: int
    win: Number
    """The probability that the reader wins the game."""
    interval: Optional[tuple[float, float]]
    """The 95 % interval of `win`, where it is an estimate with an error."""
    exact: bool
    """Whether `win` is proved."""
    n: Optional[int]
    """Iterations that a search used; deals, of pimc."""
    blocks: Optional[int]
    """Blocks that were finished."""
    actions: tuple[Action, ...]
    """The reader's actions, what to play first; none where it is not for the reader to decide."""
    opponent_actions: tuple[Action, ...]
    """What the opponent may play, the likeliest first; none where it is not for the opponent to decide."""
    advice: Optional[Advice]
    """What to play; None where it is not for the reader to decide."""
    model_error: Optional[float]
    """What is known of the error of the method beyond sampling, as a probability of winning."""
    exploitability: Optional[Number]
    """Of the exact method: the mean of what best responses gain over all hands, in utility."""
    over_hands: Optional[Number]
    """Of the exact method: what the rest of the round is worth to the reader before the hands are looked at."""
    stopped: Stopped
    """`time` when the limit cut it short."""

    def _repr_html_(self) -> str:
        from . import _html

        return _html.evaluation(self)


@dataclass(frozen=True, eq=False)
class Beliefs:
    """Where the unseen cards may be, and how likely: proved under the assumption that `method` names."""

    method: BeliefsMethod
    """What the opponent is taken to have played by: `uniform`, every placement of the unseen cards equally likely, `learned`, `equilibrium` or `policy`."""
    policy: Optional[str]
    """The player of the policy."""
    tremble: Optional[float]
    """How often the opponent is taken to play at random, where the policy never plays what was seen."""
    unseen: str
    """The unseen cards."""
    geisha: str
    """The geisha in the game: the second axis of the arrays."""
    sizes: tuple[int, ...]
    """How many unseen cards lie in each of `PLACES`."""
    placements: int
    """Placements of the unseen cards, each card a thing of its own: the equally likely cases."""
    distinguishable_placements: int
    """The same where cards of one geisha are alike."""
    probabilities: npt.NDArray[np.float64]
    """Shape (5, geisha, most + 1): the probability of 0, 1, 2, … of her cards in each of `PLACES`."""
    kind: Kind = "proved"

    @property
    def expected(self) -> npt.NDArray[np.float64]:
        """Shape (5, geisha): the expected number of her cards in each of `PLACES`."""
        return self.probabilities @ np.arange(self.probabilities.shape[2], dtype=np.float64)

    def copies(self, place: Place, geisha: str) -> npt.NDArray[np.float64]:
        """The probability of 0, 1, 2, … cards of this geisha in this place. Raises `ValueError` for others than there are."""
        if place not in PLACES:
            raise ValueError(f"place: expected one of {', '.join(PLACES)}, found {place!r}")
        if len(geisha) != 1 or geisha not in self.geisha:
            raise ValueError(f"geisha: expected one letter of {self.geisha}, found {geisha!r}")
        copies: npt.NDArray[np.float64] = self.probabilities[PLACES.index(place), self.geisha.index(geisha)]
        return copies

    def _repr_html_(self) -> str:
        from . import _html

        return _html.beliefs(self)


@dataclass(frozen=True)
class Exploitability:
    """What an opponent who knows a player wins against it, in utility of one round."""

    player: str
    method: ExploitMethod
    """`exact`: the best response over all of a reduced round, proved. `lbr`, `search`, `trained`, `scripted`: a response that was played, a lower bound."""
    model: Optional[str]
    """Who stood for a player that says only what it plays."""
    rules: str
    favour: Optional[str]
    """The markers before the round, from the seat of its first player; None where they are those of the player's own games."""
    first: float
    """What the response wins against the player in the first seat."""
    second: float
    """And in the second."""
    exploitability: float
    """The mean of both: 0 in equilibrium."""
    kind: Kind
    se: float
    first_se: float
    second_se: float
    interval: tuple[float, float]
    """95 %, of an estimate."""
    is_lower_bound: bool
    """Whether other responses may win more."""
    self_play: Optional[float]
    """What the player wins as the first against itself; None where nobody has counted it."""
    value_interval: Optional[tuple[float, float]]
    """In which the value of the round to its first player lies, as these responses prove."""
    information_sets: Optional[tuple[int, int]]
    rounds: Optional[int]
    rollouts: Optional[int]
    training_rounds: Optional[int]
    script: Optional[str]
    """Who responded, of the players that do not search."""
    seed: Optional[int]
    variance_saved: Optional[float]
    """Which share of the variance was taken out as luck."""

    def _repr_html_(self) -> str:
        from . import _html

        return _html.exploitability(self)


def _action(raw: dict[str, Any]) -> Action:
    return Action(**{**raw, "win": number(raw["win"]), "frequency": number(raw["frequency"])})


def _set(of: Union[InformationSet, str]) -> InformationSet:
    if isinstance(of, str):
        return InformationSet(of)
    if not isinstance(of, InformationSet):
        raise TypeError(f"information_set: expected an InformationSet or its text, found {type(of).__name__}")
    return of


def _name(of: Union[Player, str]) -> str:
    if not isinstance(of, (str, Player)):
        raise TypeError(f"player: expected a Player or a name, found {type(of).__name__}")
    return of if isinstance(of, str) else of.name


def _texts(records: Iterable[Union[RoundRecord, str]]) -> list[str]:
    if isinstance(records, (str, RoundRecord)):
        raise TypeError("records: expected several; one goes into a list")
    return [str(record) for record in records]


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
    seed: int = 1,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Evaluation:
    """Find what every legal action is worth and loses: what `hanamachi hanamikoji evaluate` finds with the same settings and seed.

    `method` is `auto` (solved where the rest of the round is small, else `equilibrium`, and in reduced games `ismcts`), `exact`, `equilibrium`, `ismcts`, `cfr` or `pimc`; `search` names a search with all its
    settings, such as `ismcts:observer=single`, and then nothing is solved. `exploitability` (utility), `memory` (bytes) and `reach` (`uniform`, `learned` or
    `equilibrium`) are for solving. With `time` (seconds) there is an answer by then: where solving takes too long, a search answers from what is done; `exact` is not begun where it
    would take longer. A seed gives the same answer on any number of threads, unless
    `time` cuts it short. `progress` counts iterations.

    Raises `hanamachi.UnsuitedError` for a method that does not fit the rules, `hanamachi.LimitError` where a limit leaves no answer.
    """
    raw = _native.evaluate(
        _set(information_set),
        method,
        search,
        iterations,
        block,
        exploitability,
        memory,
        reach,
        seed,
        threads,
        time,
        progress,
    )
    return _evaluation(raw)


def _evaluation(raw: dict[str, Any]) -> Evaluation:
    win, advice = number(raw["win"]), raw["advice"]
    assert win is not None
    known = {
        "win": win,
        "advice": None if advice is None else Advice(**{**advice, "best": tuple(advice["best"])}),
        "actions": tuple(_action(action) for action in raw["actions"]),
        "opponent_actions": tuple(_action(action) for action in raw["opponent_actions"]),
        "exploitability": number(raw["exploitability"]),
        "over_hands": number(raw["over_hands"]),
    }
    return Evaluation(**{**raw, **known})


def beliefs(
    information_set: Union[InformationSet, str], opponent: Union[Player, str] = "uniform"
) -> Beliefs:
    """Tell where the unseen cards may be, and how likely, exactly.

    `opponent` is what the opponent is taken to have played by: `uniform`, no reason at all; `learned`, what self-play has taught, and `equilibrium`, the
    approximate equilibrium (both the standard game only); or a player that can tell how likely it plays each action, such as `random`, `greedy`,
    `policy:weights=FILE` or `table:FILE`.
    """
    raw = _native.beliefs(_set(information_set), _name(opponent))
    return Beliefs(**{**raw, "sizes": tuple(raw["sizes"])})


def exploit(
    player: Union[Player, str],
    *,
    rules: str = "",
    favour: Optional[str] = None,
    method: Optional[ExploitMethod] = None,
    model: Union[Player, str, None] = None,
    layouts: Layouts = "given",
    rounds: int = 400,
    rollouts: int = 1000,
    training: Optional[int] = None,
    seed: int = 1,
    memory: int = 4 << 30,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Exploitability:
    """Measure what an opponent who knows a player wins against it: what `hanamachi hanamikoji exploit` finds with the same settings and seed.

    `player` is one of the program's own players, `policy:weights=FILE` or `table:FILE`. `method` is `exact` in reduced rounds and `lbr` in the standard game, unless
    it is said; `search`, `trained` and `scripted` are the others. `exact` uses up to `memory` bytes. The others play `rounds` deals, two or more, from both seats, with `rollouts` a
    decision, or what was learned in `training` rounds (200,000), or as the player that wins most of those that do not search; `layouts="play"` begins each deal with
    markers that the player comes to in games against itself.

    Players that search, such as `ismcts`, say only what they play. `trained`, which is their default, with 10,000 rounds, and `scripted` need no more; `lbr` and
    `search` need a `model`, a player that stands for it and can tell its probabilities.
    """
    raw = _native.exploit(
        _name(player),
        rules,
        favour,
        method,
        None if model is None else _name(model),
        layouts,
        rounds,
        rollouts,
        training,
        seed,
        memory,
        threads,
        time,
        progress,
    )
    return Exploitability(**raw)


def policy(player: Union[Player, str], information_set: Union[InformationSet, str]) -> dict[str, float]:
    """How likely a player plays each legal action: a dictionary of action and probability, in ascending order of the actions; the sum is 1 up to rounding.

    A `player` that is a name is opened for the rules of the information set, and if it names a file, that is read each time: for many questions
    make a `Player` once.

        >>> policy("random", "....... 2 ABDEFG 4ACBD")
        {'-AC': 0.5, '-BD': 0.5}

    Raises `ValueError` for a player that cannot tell its probabilities, such as `ismcts`, and where it is not for the reader to decide;
    `hanamachi.UnsuitedError` for a player of other rules.
    """
    known = _set(information_set)
    opened = player if isinstance(player, Player) else Player(_name(player), _rules(known))
    return opened.probabilities(known)


def _rules(known: InformationSet) -> str:
    """The rules without the number of the round."""
    return " ".join(tag for tag in known.rules.split() if not tag.startswith("round="))


@dataclass(frozen=True)
class WithoutLuck:
    """A score with what luck decided taken out: the same mean, and a smaller error."""

    win: float
    """It may lie outside of 0 to 1."""
    se: Optional[float]
    """One pair tells none."""
    interval: tuple[float, float]
    """95 %."""
    variance_saved: Optional[float]
    """By how much the variance is smaller, as a share of that of the score; None where that has none."""


@dataclass(frozen=True)
class Score:
    """An estimated score: the mean share of the points, a game won counting one and a shared game one half."""

    win: float
    se: Optional[float]
    """From the scores of pairs; one pair tells none."""
    interval: tuple[float, float]
    """95 %."""
    n: int
    """Pairs of games."""
    elo: Optional[float]
    """The difference in strength that the score stands for; None where it is infinite."""
    elo_interval: tuple[Optional[float], Optional[float]]
    """That of the ends of `interval`."""
    without_luck: Optional[WithoutLuck]
    kind: Kind = "estimated"


@dataclass(frozen=True)
class Pairing:
    """What two players made of each other, told of the first."""

    first: int
    """Its place among the players."""
    second: int
    score: Score
    games: tuple[int, int, int]
    """Won, shared, lost."""
    starter_games: tuple[int, int, int]
    """The same for whoever moved first in the first round of a game."""
    rounds_per_game: float
    unfinished: int
    """Games that were shared because nobody had won within 200 rounds."""
    forfeits: tuple[int, int]
    """Games that each of them gave up."""


@dataclass(frozen=True)
class Match:
    """What came of a match. Scores are estimates, and depend on the seed, not on the number of threads."""

    players: tuple[str, ...]
    rules: str
    seed: int
    pairs: int
    """Pairs of games that each pairing played."""
    scores: tuple[Score, ...]
    """Of each player against all others together."""
    pairings: tuple[Pairing, ...]
    """Each two players once."""
    stopped: Stopped
    """`time` when the limit cut it short."""

    def _repr_html_(self) -> str:
        from . import _html

        return _html.match(self)


def _score(raw: dict[str, Any]) -> Score:
    luck = raw["without_luck"]
    return Score(**{**raw, "without_luck": None if luck is None else WithoutLuck(**luck)})


def match(
    players: Sequence[Union[Player, str]],
    *,
    rules: str = "",
    pairs: int = 100,
    seed: int = 1,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Match:
    """Let players play against each other: what `hanamachi hanamikoji match` finds with the same players, pairs and seed.

    Each two of the `players`, two or more, play `pairs` pairs of games with the same deals, each of them once in each part. `time` (seconds) ends
    the match; the first pairs that were played then count. `progress` counts pairs. Outside programs (`exec:`) are for the program alone.

        >>> found = match(["greedy", "random"], pairs=20, seed=1)
        >>> found.pairs, found.scores[0].win > 0.5
        (20, True)
    """
    if isinstance(players, (str, Player)):
        raise TypeError("players: expected two or more, in a list")
    names = [_name(player) for player in players]
    raw = _native.play_match(names, rules, pairs, seed, threads, time, progress)
    known = {
        "players": tuple(raw["players"]),
        "scores": tuple(_score(score) for score in raw["scores"]),
        "pairings": tuple(Pairing(**{**pairing, "score": _score(pairing["score"])}) for pairing in raw["pairings"]),
    }
    return Match(**{**raw, **known})


@dataclass(frozen=True)
class Decision:
    """A decision of a round that was played, by what its player knew. Probabilities are of winning the game, for that player."""

    turn: int
    """The number of the turn, from 1."""
    seat: Seat
    information_set: InformationSet
    action: str
    """What was played."""
    legal: int
    """How many actions were legal."""
    forced: bool
    """Whether there was nothing else to do; then all below is None."""
    win: Optional[Number]
    """What it wins."""
    best: Optional[str]
    """What to play: `advice.play` of an evaluation of `information_set` with the same seed and iterations."""
    best_actions: tuple[str, ...]
    """The actions whose loss cannot be told from 0, `best` first."""
    best_win: Optional[Number]
    loss: Optional[float]
    """The probability lost, never below 0."""
    loss_se: Optional[float]
    """Its standard error; None where it is exact, or where the sample does not tell it."""
    mark: Optional[Mark]
    """`?!`, `?` or `??` for a loss of 0.02, 0.04 or 0.08 at least that is more than two of its standard errors."""


@dataclass(frozen=True)
class Totals:
    """What a player lost in a round or a game."""

    decisions: int
    forced: int
    unforced: int
    doubtful: int
    """Decisions marked `?!`."""
    bad: int
    """`?`."""
    very_bad: int
    """`??`."""
    loss: float
    """The sum of what was lost, as a probability of winning."""
    loss_se: float
    error_rate: Optional[float]
    """The loss for each unforced decision; None if there was none."""
    error_rate_se: Optional[float]


@dataclass(frozen=True)
class Review:
    """A round with what each of its decisions lost."""

    record: str
    rules: str
    seat: Optional[Seat]
    """From whose seat the round was seen; None where all cards are known."""
    outcome: Optional[RoundOutcome]
    method: str
    """How the decisions were looked at."""
    iterations: int
    """Of each decision."""
    seed: int
    exploitability: Optional[float]
    """Of the strategies by which both are taken to play, in utility; None where the method is a search."""
    decisions: tuple[Decision, ...]
    first: Optional[Totals]
    """Of the first player; None where the record does not show the decisions."""
    second: Optional[Totals]
    data: dict[str, Any] = field(repr=False, compare=False)
    """All of it as the program prints it: `hanamikoji.review/1`."""

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
        decisions=tuple(_decision(decision, raw["kind"]) for decision in raw["decisions"]),
        first=_totals(raw["first"]),
        second=_totals(raw["second"]),
        data=raw,
    )


def review_game(
    records: Iterable[Union[RoundRecord, str]],
    *,
    iterations: int = 10_000,
    seed: int = 1,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> list[Review]:
    """Review the rounds of a game, each of which follows the one before: what `hanamachi hanamikoji review` finds with the same settings and seed.

    `data["game"]` of the last review has the totals of the game. `progress` counts decisions. Raises `hanamachi.ParseError` for a text that is no
    record, `ValueError` for rounds that do not follow one another, and `hanamachi.LimitError` where `time` (seconds) is up before the answer.
    """
    return [_review(text) for text in _native.review(_texts(records), iterations, seed, threads, time, progress)]


def review(
    record: Union[RoundRecord, str],
    *,
    iterations: int = 10_000,
    seed: int = 1,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Review:
    """Find what each decision of a round lost: what `hanamachi hanamikoji review` finds with the same settings and seed.

    A round that one seat saw is a text with `X` for what that player never saw; then the decisions of that player alone are reviewed.

        >>> found = review("....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG", iterations=200)
        >>> [decision.action for decision in found.decisions], found.decisions[2].forced
        (['1F', '4GGGG', '-GG'], True)
    """
    (one,) = review_game(
        [record], iterations=iterations, seed=seed, time=time, threads=threads, progress=progress
    )
    return one


def hint(
    information_set: Union[InformationSet, str],
    *,
    iterations: int = 10_000,
    seed: int = 1,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Evaluation:
    """What to play: the quick look behind reviews and the hints of `hanamachi hanamikoji play`.

    It is what `evaluate` finds with as many iterations and the same seed, for positions in which the reader decides: `ValueError` for others. Its `advice` says what to
    play. `hanamachi.LimitError` where `time` (seconds) is up before there is an answer.
    """
    raw = _native.hint(_set(information_set), iterations, seed, threads, time, progress)
    return _evaluation(raw)


@dataclass(frozen=True)
class Training:
    """A policy learned by self-play. `save` it, and `policy:weights=FILE` plays it."""

    rules: str
    rounds: int
    """Rounds of self-play."""
    seed: int
    threads: int
    """What is learned depends on their number."""
    entropy: float
    """How varied the play was at the end: nats a decision."""
    error: float
    """The root of the mean squared error of the action values at the end, in utility."""
    stopped: Stopped
    """`time` when the limit cut it short."""
    weights: bytes = field(repr=False)
    """The file, as `hanamachi hanamikoji train` writes it."""

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the file, which the program reads too. Raises `FileExistsError` where there is one."""
        with open(path, "xb") as file:
            file.write(self.weights)


def train(
    *,
    rules: str = "",
    rounds: int = 1_000_000,
    seed: int = 1,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Training:
    """Learn a policy by self-play, from nothing but the rules: what `hanamachi hanamikoji train` learns of as many rounds with the same seed and threads.

    `time` (seconds) ends the training where it is, which is worse than to have asked for fewer rounds, because what fades over the rounds has
    not faded. `progress` counts rounds. The program also measures how strong the policy is while it learns, resumes runs and refines them.
    """
    return Training(**_native.train(rules, rounds, seed, threads, time, progress))
