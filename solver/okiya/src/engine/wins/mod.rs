//! Whether a player wins in time: the search that answers every question about a position of Okiya.
//!
//! "Is the score at least *t*?" always means that one player, the **attacker**, must win with so many tiles left, and that the
//! other, the **holder**, must prevent it: *t* > 0 makes the player to move the attacker, *t* ≤ 0 the holder. How many tiles
//! must be left says how many plies may pass before the winning token, and that number of plies is all that a
//! [search](reach) has to know of the question. It starts from an open position: nobody can win at once, and somebody has a
//! safe move.
//!
//! The general [`alpha_beta`](hanamachi_core::search::alpha_beta) answers the same [questions](hanamachi_core::search::questions) about the same
//! [`BitPosition`], and in the tests both must agree. For 100 random gardens, both in one run, three runs on one core of a busy
//! two-core AMD EPYC, it took 1.8 to 1.9 times as long for the verdicts and 1.5 to 1.6 times for whole solutions. It expands about
//! as many nodes. What it cannot have is one function for each number of plies, without bounds, move lists and a table on the
//! way: in a tree of two moves a node the processor predicts few branches, so that every branch left out counts.

mod cpu;
mod plies;
mod reach;
#[cfg(test)]
mod tests;

use self::cpu::{AnyCpu, Cpu};
use self::plies::{MostPlies, Plies};
use self::reach::{Open, Search};
use super::order::Task;
use super::{BitPosition, Parts};
use hanamachi_core::game::{Bounds, PerfectInformation, Score};
use hanamachi_core::search::budget::{Budget, Meter, Stop};
use hanamachi_core::search::questions::Questions;
use hanamachi_core::search::transposition::TranspositionTable;

/// A search under way: a budget, how much of it is spent, and a table for those who ask many questions. Within one question a table
/// would save less than it costs.
#[derive(Clone, Debug)]
pub(crate) struct WinSearch<'a> {
    meter: Meter<'a>,
    table: Option<&'a TranspositionTable>,
}

impl<'a> WinSearch<'a> {
    /// A search without a table, which keeps to `budget`: for a single question.
    pub(crate) const fn new(budget: Budget<'a>) -> Self {
        Self { meter: Meter::new(budget), table: None }
    }

    /// A search for many questions about one garden, which remembers in `table` what it proved early in the game.
    pub(crate) const fn with_table(table: &'a TranspositionTable, budget: Budget<'a>) -> Self {
        Self { meter: Meter::new(budget), table: Some(table) }
    }

    /// Positions expanded so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Whether the player to move reaches his goal on the fastest code that this processor can run.
    fn reaches(&mut self, position: &BitPosition<'_>, plies: u8) -> Result<bool, Stop> {
        #[cfg(target_arch = "x86_64")]
        if let Some(cpu) = cpu::BitCpu::detect() {
            return self.reaches_on(cpu, position, plies);
        }
        self.reaches_on(AnyCpu, position, plies)
    }

    fn reaches_on<C: Cpu>(&mut self, cpu: C, position: &BitPosition<'_>, plies: u8) -> Result<bool, Stop> {
        let Parts { own, other, free, safe, .. } = position.parts();
        let [own, other, free, safe] = [own, other, free, safe].map(u32::from);
        let at = Open { own, other, free, safe };
        let (garden, table) = (position.garden, self.table);
        let mut search = Search { garden, table, meter: self.meter.clone(), cpu };
        let reaches = choose_level::<C, MostPlies>(&mut search, at, plies);
        self.meter = search.meter;
        self.meter.stopped().map_or(Ok(reaches), Err)
    }
}

/// What an answer says about the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Wins {
    /// The attacker's score when he wins with the last token that is in time. Two less is the next score that he can win with.
    in_time: i8,
}

// `reaches`, here and below, is the answer to a yes-or-no question: what a search of such questions returns is a bool.
impl Wins {
    /// The bound on the score of the player with this task that an answer proves: a lower bound if he reaches his goal.
    fn bound(self, task: Task, reaches: bool) -> Score {
        let late = (self.in_time - 2).max(0);
        Score::new(match (task, reaches) {
            (Task::Win, true) => self.in_time,
            (Task::Win, false) => late,
            (Task::Hold, true) => -late,
            (Task::Hold, false) => -self.in_time,
        })
    }

    /// Whether the player to move reaches his goal, if the table knows.
    fn look_up(self, table: &TranspositionTable, key: u64, task: Task) -> Option<bool> {
        let known = table.get(key)?;
        if known.lower >= self.bound(task, true) {
            Some(true)
        } else if known.upper <= self.bound(task, false) {
            Some(false)
        } else {
            None
        }
    }

    /// Stores an answer beside what the table knows of the position.
    fn remember(self, table: &TranspositionTable, key: u64, task: Task, reaches: bool) {
        let mut known = table.get(key).unwrap_or(Bounds::UNKNOWN);
        let bound = self.bound(task, reaches);
        if reaches {
            known.lower = bound;
        } else {
            known.upper = bound;
        }
        table.put(key, known);
    }
}

/// Calls the function for this number of plies, or for the most below it.
fn choose_level<C: Cpu, P: Plies>(search: &mut Search<'_, '_, C>, at: Open, plies: u8) -> bool {
    if plies < P::COUNT {
        choose_level::<C, P::Fewer>(search, at, plies)
    } else if at.free == u32::from(u16::MAX) {
        search.first_token::<P>(at)
    } else {
        search.cpu.reaches::<P>(search, at)
    }
}

/// A question about an open position that its bounds leave open: whether the player to move reaches his goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WinQuestion {
    /// How many plies may pass before the winning token: even, and at least 2, if the player to move must win; odd, and at least 3, if he
    /// must prevent it.
    plies: u8,
    wins: Wins,
    task: Task,
}

impl WinQuestion {
    /// Whether the score of `position` is at least `threshold`.
    ///
    /// # Errors
    ///
    /// The answer, a bound on the score, if it is known without search.
    pub(crate) fn new(position: &BitPosition<'_>, threshold: Score) -> Result<Self, Score> {
        let bounds = position.bounds();
        if bounds.lower >= threshold {
            return Err(bounds.lower);
        }
        if bounds.upper < threshold {
            return Err(bounds.upper);
        }
        let tiles = position.parts().tiles_left;
        let attacks = threshold > Score::ZERO;
        let must_be_left = if attacks { threshold.get() - 1 } else { -threshold.get() };
        // The attacker moves after an even number of plies if it is his turn, else after an odd number.
        let latest = tiles - 1 - must_be_left;
        let plies = latest - ((latest & 1) ^ i8::from(!attacks));
        let task = if attacks { Task::Win } else { Task::Hold };
        Ok(Self { plies: plies.cast_unsigned(), wins: Wins { in_time: tiles - plies }, task })
    }

    /// How many plies may pass before the winning token.
    pub(crate) const fn plies(self) -> u8 {
        self.plies
    }

    /// The bound on the score that the answer proves.
    pub(crate) fn bound(self, reaches: bool) -> Score {
        self.wins.bound(self.task, reaches)
    }
}

impl Questions<BitPosition<'_>> for WinSearch<'_> {
    fn bound(&mut self, position: &BitPosition<'_>, threshold: Score) -> Result<Score, Stop> {
        let question = match WinQuestion::new(position, threshold) {
            Ok(question) => question,
            Err(bound) => return Ok(bound),
        };
        let WinQuestion { plies, wins, task } = question;
        let key = position.key();
        if let Some(reaches) = self.table.and_then(|table| wins.look_up(table, key, task)) {
            return Ok(question.bound(reaches));
        }
        let reaches = self.reaches(position, plies)?;
        if let Some(table) = self.table {
            wins.remember(table, key, task, reaches);
        }
        Ok(question.bound(reaches))
    }
}
