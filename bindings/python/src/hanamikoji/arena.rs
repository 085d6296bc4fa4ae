//! Matches between players, over pairs of games with the same deals.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use hanamachi_solver::hanamikoji::arena::{
    self, Elo, GameReport, Keep, MakePlayer, MatchTable, PairingTally, PlayedGame, Results, Schedule, Score,
    Standings, WithoutLuck, pairings,
};
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour};
use hanamachi_solver::search::budget::Stop;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::convert::{game, rules_text, tags};
use super::favours::{FavourTableData, Favours};
use super::player::{Given, Known};
use super::record::RoundRecord;
use crate::work::{self, Limits};
use crate::{arguments, error};

/// Result of a match, in the fields of `hanamikoji.match/1` and `hanamikoji.round_robin/1`.
#[derive(IntoPyObject)]
pub(super) struct MatchData {
    players: Vec<String>,
    rules: String,
    /// What values undecided rounds for players who look ahead.
    continuation: &'static str,
    favour_table: Option<FavourTableData>,
    seed: u64,
    /// Pairs played.
    pairs: u64,
    scores: Vec<ScoreData>,
    pairings: Vec<PairingData>,
    games: Vec<GameData>,
    stopped: Option<&'static str>,
}

/// A game, in the fields of the program's match records.
#[derive(Clone, IntoPyObject)]
struct GameData {
    pair: u64,
    /// Places of the players, the one who starts the game first.
    seats: [usize; 2],
    ending: &'static str,
    winner: Option<usize>,
    reason: Option<String>,
    rounds: u16,
    /// By seats.
    decisions: [u64; 2],
    /// Of the starter.
    luck: f64,
    records: Vec<RoundRecord>,
}

impl GameData {
    fn new(pair: u64, pairing: [usize; 2], report: &GameReport) -> Self {
        let PlayedGame { pair, seats, ending, winner, reason, rounds, decisions, luck, .. } =
            PlayedGame::new(pair, pairing, report);
        let records = report.records.iter().cloned().map(RoundRecord).collect();
        Self { pair, seats, ending: ending.word(), winner, reason, rounds, decisions, luck, records }
    }
}

/// The check value of a line in a file of match records, after the check value of the line before it.
#[pyfunction]
pub(super) fn check_value(before: &str, object: &str) -> String {
    arena::check_value(before, object)
}

/// A score, from 0 to 1.
#[derive(IntoPyObject)]
struct ScoreData {
    win: f64,
    se: Option<f64>,
    interval: (f64, f64),
    n: u64,
    elo: Option<f64>,
    elo_interval: (Option<f64>, Option<f64>),
    without_luck: Option<WithoutLuckData>,
}

#[derive(IntoPyObject)]
struct WithoutLuckData {
    win: f64,
    se: Option<f64>,
    interval: (f64, f64),
    variance_saved: Option<f64>,
}

/// Results of two players against each other, from the first one's side.
#[derive(IntoPyObject)]
struct PairingData {
    first: usize,
    second: usize,
    score: ScoreData,
    /// Games won, shared and lost.
    games: (u64, u64, u64),
    /// The same for the player who started the game.
    starter_games: (u64, u64, u64),
    rounds_per_game: f64,
    unfinished: u64,
    forfeits: (u64, u64),
}

impl ScoreData {
    fn new(score: Score, without_luck: Option<WithoutLuck>) -> Self {
        let Score { value, standard_error, low, high, n } = score;
        let Elo { value: elo, low: elo_low, high: elo_high } = score.elo();
        let without_luck = without_luck.map(|of| WithoutLuckData {
            win: of.value,
            se: of.standard_error,
            interval: (of.low, of.high),
            variance_saved: of.variance_saved,
        });
        let (interval, elo_interval) = ((low, high), (elo_low, elo_high));
        Self { win: value, se: standard_error, interval, n, elo, elo_interval, without_luck }
    }
}

const fn games(results: Results) -> (u64, u64, u64) {
    (results.won, results.shared, results.lost)
}

impl PairingData {
    /// `None` if no game was played.
    fn new([first, second]: [usize; 2], tally: &PairingTally) -> Option<Self> {
        let [of_first, of_second] = &tally.forfeits;
        Some(Self {
            first,
            second,
            score: ScoreData::new(tally.score()?, tally.without_luck()),
            games: games(tally.results()),
            starter_games: games(tally.starters()),
            rounds_per_game: tally.rounds.mean().map_or(0.0, |mean| mean.value),
            unfinished: tally.unfinished,
            forfeits: (of_first.count, of_second.count),
        })
    }
}

/// Lets players play against each other.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of a Python function with keywords")]
pub(super) fn play_match<'py>(
    py: Python<'py>,
    players: Vec<Given<'py>>,
    rules: &str,
    #[pyo3(from_py_with = arguments::optional::favour_table)] favour_table: Option<PathBuf>,
    #[pyo3(from_py_with = arguments::pairs)] pairs: NonZeroU64,
    records: bool,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    #[pyo3(from_py_with = arguments::optional::threads)] threads: Option<usize>,
    time: Option<f64>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<MatchData> {
    if players.len() < 2 {
        return Err(PyValueError::new_err(format!("players: expected two or more, found {}", players.len())));
    }
    let Tags { rules, round } = tags(py, rules)?;
    if round != FIRST_ROUND {
        return Err(PyValueError::new_err("rules: a match consists of whole games: leave out `round=`"));
    }
    let favours = Favours::open(py, favour_table.as_deref(), &rules)?;
    players.iter().try_for_each(|player| player.expect_favours(&favours))?;
    let open = |(place, player): (usize, &Given<'py>)| player.known(py, &format!("players[{place}]"), &rules);
    let all = players.iter().enumerate().map(open).collect::<PyResult<Vec<Known>>>()?;
    all.iter().try_for_each(|player| player.expect(|table| table.expect_games(&rules)))?;
    let players: Vec<String> = players.iter().map(|player| player.name().to_owned()).collect();
    let table = MatchTable::with_estimates(&game(&rules), favours.estimates());
    let continuation = favours.round(&game(&rules), FIRST_ROUND, Favour::NEUTRAL).continuation();
    let keep = if records { Keep::Rounds } else { Keep::Ending };
    let schedule = Schedule { pairs: pairs.get(), pairs_done: 0, seed, keep };
    let limits = Limits { threads, time, progress, total: Some(pairs.get()), ..Limits::default() };
    // Shared with the work, which a player who thinks for long may keep beyond the time: the pairs played by
    // then count.
    let tally = Arc::new(Mutex::new((Standings::new(players.len()), 0_u64, Vec::new())));
    let counted = Arc::clone(&tally);
    let ended = work::attempt(py, limits, move |context| {
        let makers: Vec<&MakePlayer<'_>> =
            all.iter().map(|known| &*known.opened.make as &MakePlayer<'_>).collect();
        schedule.play(&table, &makers, context, |leg| {
            // After its time the call has taken the standings, and nobody waits for this pair.
            let mut tally = counted.lock().unwrap_or_else(PoisonError::into_inner);
            tally.0.add(&leg);
            tally.1 += 1;
            for (pairing, games) in pairings(all.len()).zip(&leg.games).filter(|_| records) {
                tally.2.extend(games.iter().map(|report| GameData::new(leg.pair, pairing, report)));
            }
        })
    })?;
    let (standings, played, games) = tally.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let stopped = match ended.unwrap_or(Err(Stop::Time)) {
        Ok(()) => None,
        Err(Stop::Time) if played > 0 => Some("time"),
        Err(stop) => return Err(error::stopped(py, stop)),
    };
    let score = |player| Some(ScoreData::new(standings.total(player)?, standings.total_without_luck(player)));
    Ok(MatchData {
        rules: rules_text(&rules),
        continuation: continuation.word(),
        favour_table: favours.data(continuation),
        seed,
        pairs: played,
        scores: (0..players.len()).filter_map(score).collect(),
        pairings: standings
            .pairings()
            .filter_map(|(pairing, tally)| PairingData::new(pairing, tally))
            .collect(),
        games,
        stopped,
        players,
    })
}
