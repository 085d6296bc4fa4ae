//! The figures of a match as JSON.

use hanamachi_solver::hanamikoji::arena::{
    Elo, ForfeitNote, MOST_ROUNDS, PairingTally, Results, Score, Standings, WithoutLuck,
};
use hanamachi_solver::hanamikoji::objects::FavourTableObject;
use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

use crate::output::ENGINE;

/// `hanamikoji.match/1` for two players, `hanamikoji.round_robin/1` for more.
#[derive(Debug, Serialize)]
pub(super) struct MatchFigures {
    schema: &'static str,
    engine: &'static str,
    /// All statements about the players are estimates.
    kind: Strength,
    /// Command that reproduces the figures.
    command: String,
    rules: String,
    /// Differences from the standard rules, for people.
    #[serde(skip)]
    pub(super) own_rules: String,
    pub(super) seed: u64,
    /// Favour table by which players who look ahead value undecided rounds.
    favour_table: FavourTableObject,
    move_time_ms: u64,
    max_rounds: u16,
    /// Pairs of games that each pairing played.
    pub(super) pairs: u64,
    /// `interrupted` if Ctrl-C ended the match before all pairs were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<&'static str>,
    pub(super) players: Vec<PlayerFigures>,
    /// The first player against the second, if there are only two.
    #[serde(flatten)]
    pub(super) only: Option<PairingFigures>,
    /// Every pairing, if there are more than two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pairings: Option<Vec<PairingRow>>,
}

/// The request.
pub(super) struct MatchRequest {
    pub(super) command: String,
    pub(super) rules: String,
    pub(super) own_rules: String,
    pub(super) seed: u64,
    pub(super) favour_table: FavourTableObject,
    pub(super) move_time_ms: u64,
    pub(super) pairs: u64,
    /// Whether it was interrupted.
    pub(super) stopped: bool,
}

/// Facts about a player that do not come from the games.
pub(super) struct PlayerFacts {
    pub(super) player: String,
    pub(super) table_hash: Option<String>,
    pub(super) name: Option<String>,
    pub(super) version: Option<String>,
    pub(super) ms_per_move: Option<f64>,
}

/// A player against all others together.
#[derive(Debug, Serialize)]
pub(super) struct PlayerFigures {
    /// Specification, with defaults filled in.
    pub(super) player: String,
    /// Hash of the player's strategy table, if it has one.
    table_hash: Option<String>,
    /// Name that an outside program gave itself.
    name: Option<String>,
    version: Option<String>,
    #[serde(flatten)]
    pub(super) score: ScoreEstimate,
    decisions: u64,
    /// Measured in this run, without games that were read from a file.
    pub(super) ms_per_move: Option<f64>,
    pub(super) forfeits: ForfeitFigures,
}

/// Estimated probability of winning; a shared game counts one half.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct ScoreEstimate {
    pub(super) win: Option<f64>,
    se: Option<f64>,
    pub(super) low: f64,
    pub(super) high: f64,
    /// Number of pairs of games.
    n: u64,
    pub(super) elo: EloFigures,
    pub(super) without_luck: Option<WithoutLuckFigures>,
}

/// The same estimate with luck removed.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct WithoutLuckFigures {
    /// It may lie outside 0 to 1.
    pub(super) win: f64,
    pub(super) se: Option<f64>,
    low: f64,
    high: f64,
    /// Share of the variance of `win` above.
    pub(super) variance_saved: Option<f64>,
}

/// Difference in Elo; infinite numbers are `null`.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct EloFigures {
    pub(super) value: Option<f64>,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

/// Games that a player forfeited.
#[derive(Debug, Serialize)]
pub(super) struct ForfeitFigures {
    pub(super) count: u64,
    /// The first few.
    pub(super) first: Vec<Note>,
}

/// A forfeited game.
#[derive(Debug, Serialize)]
pub(super) struct Note {
    pair: u64,
    game: usize,
    /// The opponent's place among the players.
    opponent: usize,
    pub(super) reason: String,
}

/// A pairing of a round robin.
#[derive(Debug, Serialize)]
pub(super) struct PairingRow {
    /// Places among the players; the figures are those of the first.
    pub(super) first: usize,
    pub(super) second: usize,
    #[serde(flatten)]
    pub(super) figures: PairingFigures,
}

/// Results of two players against each other.
#[derive(Debug, Serialize)]
pub(super) struct PairingFigures {
    #[serde(flatten)]
    pub(super) score: ScoreEstimate,
    pub(super) games: GameCounts,
    /// The same for the player who started the game.
    pub(super) starter: StarterFigures,
    pub(super) rounds_per_game: MeanFigures,
    /// Games shared because nobody had won within the bound.
    unfinished: u64,
}

/// Games by how they ended.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct GameCounts {
    pub(super) won: u64,
    pub(super) shared: u64,
    pub(super) lost: u64,
}

/// Advantage of starting.
#[derive(Debug, Serialize)]
pub(super) struct StarterFigures {
    #[serde(flatten)]
    games: GameCounts,
    /// Share of the decided games that the starter won.
    pub(super) share: Option<f64>,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// A mean.
#[derive(Debug, Serialize)]
pub(super) struct MeanFigures {
    pub(super) mean: Option<f64>,
    pub(super) se: Option<f64>,
}

impl MatchFigures {
    /// The figures of these standings.
    pub(super) fn new(asked: MatchRequest, known: Vec<PlayerFacts>, standings: &Standings) -> Self {
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
        Self {
            schema: if several { "hanamikoji.round_robin/1" } else { "hanamikoji.match/1" },
            engine: ENGINE,
            kind: Strength::Estimated,
            command: asked.command,
            rules: asked.rules,
            own_rules: asked.own_rules,
            seed: asked.seed,
            favour_table: asked.favour_table,
            move_time_ms: asked.move_time_ms,
            max_rounds: MOST_ROUNDS.get(),
            pairs: asked.pairs,
            stopped: asked.stopped.then_some("interrupted"),
            players,
            only,
            pairings,
        }
    }

    /// Every pairing, also the only one.
    pub(super) fn rows(&self) -> impl Iterator<Item = ([usize; 2], &PairingFigures)> {
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
            let note = |note: &ForfeitNote| Note {
                pair: note.pair,
                game: note.game,
                opponent: pairing[1 - side],
                reason: note.reason.clone(),
            };
            forfeits.first.extend(tally.forfeits[side].first.iter().map(note));
        }
        Self {
            player: known.player,
            table_hash: known.table_hash,
            name: known.name,
            version: known.version,
            score: ScoreEstimate::new(standings.total(place), standings.total_without_luck(place)),
            decisions,
            ms_per_move: known.ms_per_move,
            forfeits,
        }
    }
}

impl ScoreEstimate {
    fn new(score: Option<Score>, without_luck: Option<WithoutLuck>) -> Self {
        let Some(score) = score else {
            let elo = EloFigures { value: None, low: None, high: None };
            return Self { win: None, se: None, low: 0.0, high: 1.0, n: 0, elo, without_luck: None };
        };
        let Elo { value, low, high } = score.elo();
        let elo = EloFigures { value, low, high };
        let Score { value, standard_error, low, high, n } = score;
        let without_luck = without_luck.map(WithoutLuckFigures::new);
        Self { win: Some(value), se: standard_error, low, high, n, elo, without_luck }
    }
}

impl WithoutLuckFigures {
    const fn new(without: WithoutLuck) -> Self {
        let WithoutLuck { value, standard_error, low, high, variance_saved } = without;
        Self { win: value, se: standard_error, low, high, variance_saved }
    }
}

impl PairingFigures {
    fn new(tally: &PairingTally) -> Self {
        let starters = tally.starters();
        let share = starters.share_won();
        let interval = share.interval_95();
        let rounds = tally.rounds.mean();
        Self {
            score: ScoreEstimate::new(tally.score(), tally.without_luck()),
            games: GameCounts::new(tally.results()),
            starter: StarterFigures {
                games: GameCounts::new(starters),
                share: share.value(),
                low: *interval.start(),
                high: *interval.end(),
            },
            rounds_per_game: MeanFigures {
                mean: rounds.map(|mean| mean.value),
                se: rounds.map(|mean| mean.standard_error),
            },
            unfinished: tally.unfinished,
        }
    }
}

impl GameCounts {
    const fn new(results: Results) -> Self {
        let Results { won, shared, lost } = results;
        Self { won, shared, lost }
    }
}
