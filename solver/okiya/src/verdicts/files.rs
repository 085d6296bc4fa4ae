//! The files of a ledger.

use std::fmt::Display;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{fs, io};

use hanamachi_core::ENGINE;
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_table::disk::{DiskError, Existing, FileBytes, Journal, NewFile, Trouble};
use rayon::prelude::*;

use super::ledger::{Ledger, LedgerError, shard};
use super::run::solve_shard;
use super::second_wins::{SecondWins, write_second_wins};
use super::shard::ShardSolution;
use crate::value::Outcome;

/// File with one line for each finished shard.
const LEDGER: &str = "ledger.csv";
/// File with the classes in these shards that the second player wins.
const SECOND_WINS: &str = "second-wins.hana";
/// Lock file, held while shards are added.
const LOCK: &str = ".ledger.lock";

/// The files of a ledger: its lines, and the list of second-player wins.
#[derive(Debug)]
pub struct LedgerFiles {
    /// File with the lines.
    pub ledger_path: PathBuf,
    wins_path: PathBuf,
    /// The lines.
    pub ledger: Ledger,
    /// Numbers of the classes that the second player wins, in any order.
    pub second_wins: Vec<u64>,
}

impl LedgerFiles {
    /// Reads both files; a missing file counts as empty. The list is written first, so it may contain classes of a shard
    /// that is not in the ledger yet: they are dropped.
    pub fn open(folder: &Path) -> Result<Self, DiskError> {
        let (ledger_path, wins_path) = (folder.join(LEDGER), folder.join(SECOND_WINS));
        let ledger = match fs::read_to_string(&ledger_path) {
            Ok(text) => Ledger::parse(&text)
                .map_err(|error| Trouble::Damaged.in_file::<DiskError>(&ledger_path, error))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ledger::default(),
            Err(error) => return Err(DiskError::Unread(ledger_path, error)),
        };
        let mut second_wins = Vec::new();
        if ledger.rows().len() > 0 {
            let bytes = FileBytes::open(&wins_path)?;
            let list =
                SecondWins::open(bytes.as_ref()).map_err(|error| error.in_file::<DiskError>(&wins_path))?;
            second_wins
                .extend(list.numbers().iter().copied().filter(|&class| ledger.row_of(class).is_some()));
        }
        let files = Self { ledger_path, wins_path, ledger, second_wins };
        files.check()?;
        Ok(files)
    }

    /// Checks the number of listed classes of each shard against its line.
    fn check(&self) -> Result<(), DiskError> {
        let mut numbers = self.second_wins.clone();
        numbers.sort_unstable();
        for row in self.ledger.rows() {
            let range = row.numbers();
            let listed = numbers.partition_point(|&class| class < range.end)
                - numbers.partition_point(|&class| class < range.start);
            if listed as u64 != row.tally.classes(Outcome::Loss) {
                let why = format_args!(
                    "{listed} classes from {} on are listed, and {} counts {}",
                    row.first_class,
                    self.ledger_path.display(),
                    row.tally.classes(Outcome::Loss)
                );
                return Err(Trouble::Damaged.in_file(&self.wins_path, why));
            }
        }
        Ok(())
    }

    /// Adds a solution to both files. It takes the place of solutions of some of its classes, whose lists must agree.
    pub fn enter(&mut self, solution: ShardSolution) -> Result<(), LedgerError> {
        let ShardSolution { row, second_wins, .. } = solution;
        let numbers = row.numbers();
        let mut ledger = self.ledger.clone();
        ledger.insert(row)?;
        let listed = self.listed(&numbers);
        let known = second_wins.iter().copied().filter(|&class| self.ledger.row_of(class).is_some());
        if !known.eq(listed) {
            return Err(LedgerError::Contradiction {
                first_class: numbers.start,
                difference: "the classes that the second player wins",
            });
        }
        self.second_wins.retain(|class| !numbers.contains(class));
        self.second_wins.extend(second_wins);
        self.ledger = ledger;
        Ok(())
    }

    /// The classes among these that the second player wins, in ascending order.
    #[must_use]
    pub fn listed(&self, numbers: &Range<u64>) -> Vec<u64> {
        let mut listed: Vec<u64> =
            self.second_wins.iter().copied().filter(|class| numbers.contains(class)).collect();
        listed.sort_unstable();
        listed
    }

    /// Whether there is a ledger in the folder.
    #[must_use]
    pub fn is_there(folder: &Path) -> bool {
        folder.join(LEDGER).exists()
    }

    /// Creates the folder if there is none, and locks its ledger against other runs while the returned file is open.
    pub fn lock(folder: &Path, note: &dyn Fn(&dyn Display)) -> Result<Journal, DiskError> {
        match fs::create_dir(folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                Err(DiskError::cannot("create the folder", folder)(error))
            }
            _ => Journal::open(&folder.join(LOCK), note),
        }
    }

    /// Solves the first `most` missing shards on the current rayon pool, and writes the files after every few of them, so that little is
    /// lost when the run is stopped: one shard keeps about eight threads busy, so with many threads several are solved at a time.
    /// `written` is called after each writing. Returns the reason with which the run was stopped, if it was.
    pub fn solve<E: From<DiskError>>(
        &mut self,
        most: usize,
        context: RunContext<'_>,
        refused: impl Fn(LedgerError) -> E,
        mut written: impl FnMut(&Ledger),
    ) -> Result<Option<Stop>, E> {
        let missing: Vec<u64> = self.ledger.missing().take(most).collect();
        for group in missing.chunks(rayon::current_num_threads().div_ceil(4)) {
            let solve = |&number: &u64| {
                let census = shard(number).ok_or(Stop::Interrupted)?;
                solve_shard(&census, ENGINE, context)
            };
            let solved: Vec<Result<ShardSolution, Stop>> =
                group.par_iter().with_max_len(1).map(solve).collect();
            let mut stopped = None;
            for solution in solved {
                match solution {
                    Ok(solution) => self.enter(solution).map_err(&refused)?,
                    Err(stop) => stopped = Some(stop),
                }
            }
            self.write()?;
            written(&self.ledger);
            if stopped.is_some() {
                return Ok(stopped);
            }
        }
        Ok(None)
    }

    /// Replaces both files.
    pub fn write(&self) -> Result<(), DiskError> {
        let wins = SecondWins::new(self.second_wins.clone(), self.ledger.tally().all_classes());
        let bytes = write_second_wins(Vec::new(), &wins, ENGINE)?;
        replace(&self.wins_path, &bytes)?;
        replace(&self.ledger_path, self.ledger.to_string().as_bytes())
    }
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), DiskError> {
    let mut file = NewFile::create(path, Existing::Replace)?;
    file.write(bytes)?;
    file.finish()
}
