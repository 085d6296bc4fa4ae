//! The figures of a match, as objects.

use serde::Serialize;

use super::luck::WithoutLuck;
use super::standings::{Elo, ForfeitNote, PairingTally, Results, Score, Standings};

/// Players and pairings of a match or a round robin.
#[derive(Debug, Serialize)]
pub struct MatchFigures {
    /// Each player against all others together.
    pub players: Vec<PlayerFigures>,
    /// The first player against the second, if there are only two.
    #[serde(flatten)]
    pub only: Option<PairingFigures>,
    /// Every pairing, if there are more than two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairings: Option<Vec<PairingRow>>,
}

/// Facts about a player that do not come from the games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayerFacts {
    /// Specification, with defaults filled in.
    pub player: String,
    /// Hash of the player's strategy table, if it has one.
    pub table_hash: Option<String>,
    /// Name that an outside program gave itself.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Measured in this run, without games that were read from a file.
    pub ms_per_move: Option<f64>,
}

/// A player against all others together.
#[derive(Debug, Serialize)]
pub struct PlayerFigures {
    /// Specification, with defaults filled in.
    pub player: String,
    table_hash: Option<String>,
    name: Option<String>,
    version: Option<String>,
    /// Over all pairings.
    #[serde(flatten)]
    pub score: ScoreFigures,
    decisions: u64,
    /// See [`PlayerFacts::ms_per_move`].
    pub ms_per_move: Option<f64>,
    /// Games that the player forfeited.
    pub forfeits: ForfeitFigures,
}

/// **Estimated** probability of winning; a shared game counts one half.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ScoreFigures {
    /// The estimate; `None` without games.
    pub win: Option<f64>,
    se: Option<f64>,
    /// The 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Number of pairs of games.
    n: u64,
    /// As a difference in Elo; infinite numbers are `None`.
    pub elo: Elo,
    /// The same estimate with luck removed.
    pub without_luck: Option<WithoutLuck>,
}

/// Games that a player forfeited.
#[derive(Debug, Serialize)]
pub struct ForfeitFigures {
    /// Number of games.
    pub count: u64,
    /// The first few.
    pub first: Vec<ForfeitRow>,
}

/// A forfeited game.
#[derive(Debug, Serialize)]
pub struct ForfeitRow {
    pair: u64,
    game: usize,
    /// The opponent's place among the players.
    opponent: usize,
    /// The reason in words.
    pub reason: String,
}

/// A pairing of a round robin.
#[derive(Debug, Serialize)]
pub struct PairingRow {
    /// Place among the players; the figures are those of this one.
    pub first: usize,
    /// Place of the other one.
    pub second: usize,
    /// Their results.
    #[serde(flatten)]
    pub figures: PairingFigures,
}

/// Results of two players against each other.
#[derive(Debug, Serialize)]
pub struct PairingFigures {
    /// Score of the first.
    #[serde(flatten)]
    pub score: ScoreFigures,
    /// Games of the first.
    pub games: Results,
    /// The same for the player who started the game.
    pub starter: StarterFigures,
    /// Length of a game.
    pub rounds_per_game: MeanFigures,
    /// Games shared because nobody had won within the bound.
    unfinished: u64,
}

/// Advantage of starting.
#[derive(Debug, Serialize)]
pub struct StarterFigures {
    #[serde(flatten)]
    games: Results,
    /// Share of the decided games that the starter won.
    pub share: Option<f64>,
    /// Its 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// A mean.
#[derive(Debug, Serialize)]
pub struct MeanFigures {
    /// `None` without games.
    pub mean: Option<f64>,
    /// Its standard error.
    pub se: Option<f64>,
}

impl MatchFigures {
    /// The figures of these standings.
    #[must_use]
    pub fn new(known: Vec<PlayerFacts>, standings: &Standings) -> Self {
        let several = known.len() > 2;
        let players = known.into_iter().enumerate();
        let players = players.map(|(place, known)| PlayerFigures::new(known, place, standings)).collect();
        let mut rows = standings.pairings().map(|([first, second], tally)| PairingRow {
            first,
            second,
            figures: PairingFigures::new(tally),
        });
        let (only, pairings) =
            if several { (None, Some(rows.collect())) } else { (rows.next().map(|row| row.figures), None) };
        Self { players, only, pairings }
    }

    /// Every pairing, also the only one.
    pub fn rows(&self) -> impl Iterator<Item = ([usize; 2], &PairingFigures)> {
        let several = self.pairings.iter().flatten().map(|row| ([row.first, row.second], &row.figures));
        self.only.iter().map(|figures| ([0, 1], figures)).chain(several)
    }
}

impl PlayerFigures {
    fn new(known: PlayerFacts, place: usize, standings: &Standings) -> Self {
        let mut decisions = 0;
        let mut forfeits = ForfeitFigures { count: 0, first: Vec::new() };
        for (pairing, tally) in standings.pairings() {
            let Some(side) = pairing.iter().position(|&other| other == place) else { continue };
            decisions += tally.decisions[side];
            forfeits.count += tally.forfeits[side].count;
            let row = |ForfeitNote { pair, game, reason }: &ForfeitNote| ForfeitRow {
                pair: *pair,
                game: *game,
                opponent: pairing[1 - side],
                reason: reason.clone(),
            };
            forfeits.first.extend(tally.forfeits[side].first.iter().map(row));
        }
        let PlayerFacts { player, table_hash, name, version, ms_per_move } = known;
        let score = ScoreFigures::new(standings.total(place), standings.total_without_luck(place));
        Self { player, table_hash, name, version, score, decisions, ms_per_move, forfeits }
    }
}

impl ScoreFigures {
    fn new(score: Option<Score>, without_luck: Option<WithoutLuck>) -> Self {
        let Some(score) = score else {
            let elo = Elo { value: None, low: None, high: None };
            return Self { win: None, se: None, low: 0.0, high: 1.0, n: 0, elo, without_luck: None };
        };
        let Score { value, standard_error: se, low, high, n } = score;
        Self { win: Some(value), se, low, high, n, elo: score.elo(), without_luck }
    }
}

impl PairingFigures {
    fn new(tally: &PairingTally) -> Self {
        let games = tally.starters();
        let (share, interval) = (games.share_won().value(), games.share_won().interval_95());
        let rounds = tally.rounds.mean();
        Self {
            score: ScoreFigures::new(tally.score(), tally.without_luck()),
            games: tally.results(),
            starter: StarterFigures { games, share, low: *interval.start(), high: *interval.end() },
            rounds_per_game: MeanFigures {
                mean: rounds.map(|mean| mean.value),
                se: rounds.map(|mean| mean.standard_error),
            },
            unfinished: tally.unfinished,
        }
    }
}
