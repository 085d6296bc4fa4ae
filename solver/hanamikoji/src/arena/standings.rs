//! Results, added up: exact counts, and estimates of the players' strength.

use serde::Serialize;

use super::game::{Ending, GameReport, Side};
use super::luck::{Luck, WithoutLuck};
use super::schedule::{Leg, pairings};
use crate::player::Verdict;
use hanamachi_core::search::estimate::{Moments, Share};

/// Number of forfeits per player that are kept with their reasons.
const NOTES: usize = 5;
/// Maximum points of a player from one pair: two for a game won, one for a game shared.
const POINTS_PER_PAIR: u64 = 4;

/// An **estimated** score: the mean share of the points, where a game won counts one and a game shared one half.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// The mean of the sample.
    pub value: f64,
    /// Its standard error, from the scores of pairs; `None` for a single pair.
    pub standard_error: Option<f64>,
    /// The 95 % interval, see [`Moments::interval_95_within`].
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The number of pairs.
    pub n: u64,
}

impl Score {
    /// The score from points of at most `most` per pair; `None` without pairs.
    #[expect(clippy::cast_precision_loss, reason = "points are far below 2⁵³")]
    fn from_points(points: &Moments, most: u64) -> Option<Self> {
        (points.n > 0).then(|| {
            let unit = most as f64;
            let interval = points.interval_95_within(most);
            Self {
                value: points.sum as f64 / points.n as f64 / unit,
                standard_error: points.mean().map(|mean| mean.standard_error / unit),
                low: interval.start() / unit,
                high: interval.end() / unit,
                n: points.n,
            }
        })
    }

    /// The difference in strength that corresponds to the score and to the ends of its interval.
    #[must_use]
    pub fn elo(&self) -> Elo {
        let [value, low, high] = [self.value, self.low, self.high].map(elo);
        Elo { value, low, high }
    }
}

/// A difference on Elo's scale, 400 · log₁₀(*s* / (1 − *s*)) for a score *s*. `None` is infinite.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// From the score.
    pub value: Option<f64>,
    /// From the lower end of its interval.
    pub low: Option<f64>,
    /// From the upper end.
    pub high: Option<f64>,
}

fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * libm::log10(score / (1.0 - score)))
}

/// Games by their result for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Results {
    /// Games won.
    pub won: u64,
    /// Games shared.
    pub shared: u64,
    /// Games lost.
    pub lost: u64,
}

impl Results {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Won => self.won += 1,
            Verdict::Shared => self.shared += 1,
            Verdict::Lost => self.lost += 1,
        }
    }

    /// All games.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.won + self.shared + self.lost
    }

    /// The same from the opponent's side.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { won: self.lost, shared: self.shared, lost: self.won }
    }

    /// The sum of both.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { won: self.won + other.won, shared: self.shared + other.shared, lost: self.lost + other.lost }
    }

    /// The share of won games among those with a winner.
    #[must_use]
    pub const fn share_won(self) -> Share {
        Share::new(self.won, self.won + self.lost)
    }
}

/// Games that a player forfeited.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Forfeits {
    /// Number of forfeits.
    pub count: u64,
    /// The first few.
    pub first: Vec<ForfeitNote>,
}

/// A forfeit with its place and reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForfeitNote {
    /// The number of the pair.
    pub pair: u64,
    /// The game within the pair, 0 or 1.
    pub game: usize,
    /// The reason in words.
    pub reason: String,
}

/// Totals of the games of one pairing. The numbers are exact, so the order of adding changes only which
/// forfeits come first and the rounding of the score [without luck](Self::without_luck).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PairingTally {
    /// Points of side A in each pair.
    points: Moments,
    /// The luck of side A in each pair, both games together, with its points.
    pairs: Vec<(Luck, u8)>,
    /// Results of side A, by the starting side.
    by_starter: [Results; 2],
    /// Rounds in each game.
    pub rounds: Moments,
    /// Games that were shared because they did not end.
    pub unfinished: u64,
    /// Decisions of each side.
    pub decisions: [u64; 2],
    /// Forfeits of each side.
    pub forfeits: [Forfeits; 2],
}

impl PairingTally {
    /// Adds the two games of a pair.
    pub fn add(&mut self, pair: u64, games: &[GameReport; 2]) {
        let (mut points, mut luck) = (0, Luck::NONE);
        for (game, report) in games.iter().enumerate() {
            let verdict = report.ending.verdict(Side::A);
            points += match verdict {
                Verdict::Won => 2,
                Verdict::Shared => 1,
                Verdict::Lost => 0,
            };
            luck = luck.plus(report.luck);
            self.by_starter[report.starter.index()].add(verdict);
            self.rounds.add(report.rounds.into());
            for side in Side::BOTH {
                self.decisions[side.index()] += report.decisions[side.index()];
            }
            match &report.ending {
                Ending::Unfinished => self.unfinished += 1,
                Ending::Forfeited(side, forfeit) => {
                    let forfeits = &mut self.forfeits[side.index()];
                    forfeits.count += 1;
                    if forfeits.first.len() < NOTES {
                        forfeits.first.push(ForfeitNote { pair, game, reason: forfeit.reason.clone() });
                    }
                }
                Ending::Won(_) | Ending::Shared => {}
            }
        }
        self.points.add(usize::from(points));
        self.pairs.push((luck, points));
    }

    /// The score of side A; `None` before the first game.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        Score::from_points(&self.points, POINTS_PER_PAIR)
    }

    /// The same with the luck removed.
    #[must_use]
    pub fn without_luck(&self) -> Option<WithoutLuck> {
        WithoutLuck::from_pairs(
            self.pairs.iter().map(|&(luck, points)| (luck.win() / 2.0, share(points.into(), 1))),
        )
    }

    /// All games for side A.
    #[must_use]
    pub const fn results(&self) -> Results {
        self.by_starter[0].plus(self.by_starter[1])
    }

    /// All games from the view of the starting side.
    #[must_use]
    pub const fn starters(&self) -> Results {
        self.by_starter[0].plus(self.by_starter[1].mirrored())
    }
}

/// Totals of a whole match or round robin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standings {
    players: usize,
    /// In the order of [`pairings`].
    pairings: Vec<PairingTally>,
    /// Points of each player over all pairings, for each number of a pair: those pairs share their deals, so
    /// together they are one observation.
    totals: Vec<Moments>,
}

impl Standings {
    /// No games yet.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self {
            players,
            pairings: vec![PairingTally::default(); pairings(players).count()],
            totals: vec![Moments::default(); players],
        }
    }

    /// Adds the games of all pairings with one sequence of deals.
    pub fn add(&mut self, leg: &Leg) {
        let mut points = vec![0_usize; self.players];
        for (([a, b], tally), games) in pairings(self.players).zip(&mut self.pairings).zip(&leg.games) {
            tally.add(leg.pair, games);
            for report in games {
                match report.ending.winner() {
                    Some(Side::A) => points[a] += 2,
                    Some(Side::B) => points[b] += 2,
                    None => {
                        points[a] += 1;
                        points[b] += 1;
                    }
                }
            }
        }
        for (total, points) in self.totals.iter_mut().zip(points) {
            total.add(points);
        }
    }

    /// Each pairing with its tally.
    pub fn pairings(&self) -> impl Iterator<Item = ([usize; 2], &PairingTally)> {
        pairings(self.players).zip(&self.pairings)
    }

    /// A player's score over all pairings; `None` before the first game.
    #[must_use]
    pub fn total(&self, player: usize) -> Option<Score> {
        let opponents = self.players.saturating_sub(1) as u64;
        Score::from_points(self.totals.get(player)?, POINTS_PER_PAIR * opponents.max(1))
    }

    /// The same with the luck removed.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "there are few opponents")]
    pub fn total_without_luck(&self, player: usize) -> Option<WithoutLuck> {
        let own = self.pairings().filter_map(|(pairing, tally)| {
            let side = pairing.iter().position(|&other| other == player)?;
            Some((Side::BOTH[side], &tally.pairs))
        });
        let own: Vec<_> = own.collect();
        let pairs = own.iter().map(|(_, pairs)| pairs.len()).min().unwrap_or_default();
        let of_pair = |pair: usize| {
            let mut total = (Luck::NONE, 0);
            for &(side, pairs) in &own {
                let (luck, points) = pairs[pair];
                let (luck, points) = match side {
                    Side::A => (luck, u64::from(points)),
                    Side::B => (-luck, POINTS_PER_PAIR - u64::from(points)),
                };
                total = (total.0.plus(luck), total.1 + points);
            }
            (total.0.win() / (2 * own.len()) as f64, share(total.1, own.len() as u64))
        };
        WithoutLuck::from_pairs((0..pairs).map(of_pair))
    }
}

/// Points of this many pairs as a share of the maximum.
#[expect(clippy::cast_precision_loss, reason = "points are far below 2⁵³")]
fn share(points: u64, pairs: u64) -> f64 {
    points as f64 / (POINTS_PER_PAIR * pairs) as f64
}
