//! The files of a ledger.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::anyhow;
use hanamachi_solver::okiya::Outcome;
use hanamachi_solver::okiya::verdicts::{Ledger, LedgerError, SecondWins, ShardSolution, write_second_wins};

use crate::failure::{Failure, Trouble};
use crate::file::{FileBytes, refusal};
use crate::file_error::Unread;
use crate::output::{ENGINE, Existing, NewFile};

/// File with one line for each finished shard.
pub(super) const LEDGER: &str = "ledger.csv";
/// File with the classes in these shards that the second player wins.
const SECOND_WINS: &str = "second-wins.hana";
/// Lock file, held while shards are added.
pub(super) const LOCK: &str = ".ledger.lock";

/// The ledger and its list of second-player wins.
pub(crate) struct LedgerFiles {
    ledger_path: PathBuf,
    wins_path: PathBuf,
    pub(crate) ledger: Ledger,
    /// Numbers of the classes that the second player wins, in any order.
    pub(crate) second_wins: Vec<u64>,
}

impl LedgerFiles {
    /// Reads both files; a missing file counts as empty. The list is written first, so it may contain classes of a shard
    /// that is not in the ledger yet: they are dropped.
    pub(crate) fn open(folder: &Path) -> Result<Self, Failure> {
        let (ledger_path, wins_path) = (folder.join(LEDGER), folder.join(SECOND_WINS));
        let ledger = match fs::read_to_string(&ledger_path) {
            Ok(text) => {
                Ledger::parse(&text).map_err(|error| Trouble::Damaged.in_file(&ledger_path, error))?
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ledger::default(),
            Err(error) => {
                return Err(anyhow!(error).context(Unread(ledger_path)).into());
            }
        };
        let mut second_wins = Vec::new();
        if ledger.rows().len() > 0 {
            let bytes = FileBytes::open(&wins_path)?;
            let list = SecondWins::open(bytes.as_ref()).map_err(|error| refusal(&wins_path, &error))?;
            second_wins
                .extend(list.numbers().iter().copied().filter(|&class| ledger.row_of(class).is_some()));
        }
        let files = Self { ledger_path, wins_path, ledger, second_wins };
        files.check()?;
        Ok(files)
    }

    /// Checks the number of listed classes of each shard against its line.
    fn check(&self) -> Result<(), Failure> {
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
    pub(super) fn enter(&mut self, solution: ShardSolution) -> Result<(), LedgerError> {
        let ShardSolution { row, second_wins, .. } = solution;
        let numbers = row.numbers();
        let mut ledger = self.ledger.clone();
        ledger.insert(row)?;
        let mut listed: Vec<u64> =
            self.second_wins.iter().copied().filter(|class| numbers.contains(class)).collect();
        listed.sort_unstable();
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

    /// Replaces both files.
    pub(super) fn write(&self) -> Result<(), Failure> {
        let wins = SecondWins::new(self.second_wins.clone(), self.ledger.tally().all_classes());
        let bytes = write_second_wins(Vec::new(), &wins, ENGINE)?;
        replace(&self.wins_path, &bytes)?;
        replace(&self.ledger_path, self.ledger.to_string().as_bytes())
    }
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = NewFile::create(path, Existing::Replace)?;
    file.write(bytes)?;
    file.finish()
}
