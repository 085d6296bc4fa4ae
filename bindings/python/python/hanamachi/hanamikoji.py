"""Hanamikoji: what a player knows, rounds, evaluations, beliefs, and how exploitable a player is.

Geisha are `A` to `G`; a card is its geisha's letter. Decisions are written as in a history: `1E` secret, `2BC` trade-off, `3BCC` gift,
`4ACBD` competition, `-C` and `-BD` the answers to offers. Rules are tags, such as `geisha=2,2,3 actions=1,2 rounds=1`; the empty text is the
standard game. Probabilities of winning are those of the game, a shared one counting one half; utilities are those of a round, −1 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _native
from ._native import InformationSet, Round, RoundRecord, RoundState
from ._number import Number, number

__all__ = [
    "Action",
    "Beliefs",
    "Evaluation",
    "Exploitability",
    "InformationSet",
    "PLACES",
    "Round",
    "RoundRecord",
    "RoundState",
    "beliefs",
    "evaluate",
    "exploit",
]

PLACES = ("hand", "secret", "trade_off", "deck", "removed")
"""Where unseen cards may be: the opponent's hand, secret and trade-off, the deck, and aside as the card removed."""

Progress = Callable[[int, Optional[int]], object]
"""Called a few times a second with how much is done and how much there is (None where nobody knows). What it raises stops the work."""


@dataclass(frozen=True)
class Action:
    """What a player may decide, and what it is worth to the reader."""

    action: str
    """As in a history: `1E`, `3BCC`, `-C`; of the opponent as the reader sees it: `1X`, `2XX`."""
    win: Optional[Number]
    """The probability that the reader wins the game with it; None if a search never followed it."""
    loss: Optional[float]
    """What it wins less than the best action; None of the opponent's actions, and where `win` is not known."""
    share: float
    """The share of the search that followed the action, which is no advice to mix; of an equilibrium the same as `frequency`."""
    visits: Optional[int]
    """How often a search followed it."""
    frequency: Optional[Number]
    """How often the equilibrium that was found plays it; None where no equilibrium was found."""


@dataclass(frozen=True)
class Evaluation:
    """What a position is worth to the reader, and what each action is."""

    information_set: InformationSet
    """The position."""
    method: str
    """`exact`, `ismcts`, `cfr` or `pimc`."""
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
    """The reader's actions by what they lose; none where it is not for the reader to decide."""
    opponent_actions: tuple[Action, ...]
    """What the opponent may play, the likeliest first; none where it is not for the opponent to decide."""
    advice: Optional[str]
    """What to play: what the equilibrium plays most, or what loses least in a search."""
    model_error: Optional[float]
    """What is known of the error of the method beyond sampling, as a probability of winning."""
    exploitability: Optional[Number]
    """Of the exact method: the mean of what best responses gain over all hands, in utility."""
    over_hands: Optional[Number]
    """Of the exact method: what the rest of the round is worth to the reader before the hands are looked at."""
    stopped: Optional[str]
    """`time` when the limit cut it short."""

    def _repr_html_(self) -> str:
        from . import _svg

        return _svg.evaluation(self)


@dataclass(frozen=True, eq=False)
class Beliefs:
    """Where the unseen cards may be, and how likely: proved under the assumption that `method` names."""

    method: str
    """What the opponent is taken to have played by: `uniform`, every placement of the unseen cards equally likely, `learned` or `policy`."""
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
    kind: str = "proved"

    @property
    def expected(self) -> npt.NDArray[np.float64]:
        """Shape (5, geisha): the expected number of her cards in each of `PLACES`."""
        return self.probabilities @ np.arange(self.probabilities.shape[2], dtype=np.float64)

    def copies(self, place: str, geisha: str) -> npt.NDArray[np.float64]:
        """The probability of 0, 1, 2, … cards of this geisha in this place."""
        copies: npt.NDArray[np.float64] = self.probabilities[PLACES.index(place), self.geisha.index(geisha)]
        return copies


@dataclass(frozen=True)
class Exploitability:
    """What an opponent who knows a player wins against it, in utility of one round."""

    player: str
    method: str
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
    kind: str
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


def _action(raw: dict[str, Any]) -> Action:
    return Action(**{**raw, "win": number(raw["win"]), "frequency": number(raw["frequency"])})


def _set(of: Union[InformationSet, str]) -> InformationSet:
    return InformationSet(of) if isinstance(of, str) else of


def evaluate(
    information_set: Union[InformationSet, str],
    *,
    method: str = "auto",
    search: Optional[str] = None,
    iterations: Optional[int] = None,
    block: Optional[int] = None,
    exploitability: Optional[float] = None,
    memory: Optional[int] = None,
    reach: Optional[str] = None,
    seed: int = 1,
    time: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Evaluation:
    """Find what every legal action is worth and loses: what `hanamachi hanamikoji evaluate` finds with the same settings and seed.

    `method` is `auto` (solved where the rest of the round is small, else `equilibrium`, and in reduced games `ismcts`), `exact`, `equilibrium`, `ismcts`, `cfr` or `pimc`; `search` names a search with all its
    settings, such as `ismcts:observer=single`. Whoever says `search`, `iterations` or `block` wants a search. `exploitability` (utility),
    `memory` (bytes) and `reach` (`uniform` or `learned`) are for the exact method. `time` (seconds) stops a search, which answers
    from what is done; the exact method is not begun where it would take longer. A seed gives the same answer on any number of threads, unless
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
    win = number(raw["win"])
    assert win is not None
    known = {
        "win": win,
        "actions": tuple(_action(action) for action in raw["actions"]),
        "opponent_actions": tuple(_action(action) for action in raw["opponent_actions"]),
        "exploitability": number(raw["exploitability"]),
        "over_hands": number(raw["over_hands"]),
    }
    return Evaluation(**{**raw, **known})


def beliefs(information_set: Union[InformationSet, str], opponent: str = "uniform") -> Beliefs:
    """Tell where the unseen cards may be, and how likely, exactly.

    `opponent` is what the opponent is taken to have played by: `uniform`, no reason at all; `learned`, what self-play has taught (the standard game
    only); or a player that can tell how likely it plays each action: `random`, `greedy`, `learned:temperature=T`, `policy:weights=FILE`, `table:FILE`.
    """
    raw = _native.beliefs(_set(information_set), opponent)
    return Beliefs(**{**raw, "sizes": tuple(raw["sizes"])})


def exploit(
    player: str,
    *,
    rules: str = "",
    favour: Optional[str] = None,
    method: Optional[str] = None,
    model: Optional[str] = None,
    layouts: str = "given",
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
    it is said; `search`, `trained` and `scripted` are the others. `exact` uses up to `memory` bytes. The others play `rounds` deals from both seats, with `rollouts` a
    decision, or what was learned in `training` rounds (200,000), or as the player that wins most of those that do not search; `layouts="play"` begins each deal with
    markers that the player comes to in games against itself.

    Players that search, such as `ismcts`, say only what they play. `trained`, which is their default, with 10,000 rounds, and `scripted` need no more; `lbr` and
    `search` need a `model`, a player that stands for it and can tell its probabilities.
    """
    raw = _native.exploit(
        player,
        rules,
        favour,
        method,
        model,
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
