//! Gardens answered from a file of the census.

use std::path::Path;

use hanamachi_solver::okiya::census::{CensusError, CensusTable, Lookup, Record};
use hanamachi_solver::okiya::{FullBoard, Position, Solution, Solver};
use hanamachi_solver::search::budget::Budget;

use crate::failure::{ByteSize, Cost, Failure, Trouble};
use crate::table::refusal;

/// Why the census at `path` is refused.
pub(crate) fn refused(path: &Path, error: CensusError) -> Failure {
    match error {
        CensusError::Read(error) => refusal(path, &error),
        CensusError::Write(error) => error.into(),
        error if error.is_wrong() => Trouble::Unverified.in_file(path, error),
        error => Trouble::Damaged.in_file(path, error),
    }
}

/// A census in which gardens are looked up.
#[derive(Clone, Debug)]
pub(crate) struct Tabled<'a> {
    path: &'a Path,
    lookup: Lookup<'a>,
}

impl<'a> Tabled<'a> {
    /// The table of the file at `path`, which may take so much memory to find gardens in.
    pub(crate) fn new(
        path: &'a Path,
        table: &'a CensusTable<'a>,
        memory: Option<ByteSize>,
    ) -> Result<Self, Failure> {
        let needed = ByteSize(table.lookup_bytes());
        if let Some(limit) = memory.filter(|&limit| needed > limit) {
            return Err(Cost::Lookup { needed, path: path.to_owned(), limit }.into());
        }
        let lookup = table.lookup().map_err(|error| refused(path, error))?;
        Ok(Self { path, lookup })
    }

    /// The file.
    pub(crate) const fn path(&self) -> &'a Path {
        self.path
    }

    /// Value of `position` in the table, which holds gardens before the first move only.
    pub(crate) fn find(&self, position: &Position, full_board: FullBoard) -> Result<Option<Record>, Failure> {
        let table = self.lookup.table();
        if table.full_board() != full_board {
            let (path, rules) = (self.path.display(), table.full_board());
            let why = format!("{path} is by the rules {rules}, and asked is {full_board}");
            return Err(Trouble::OtherRules.of(self.path, why));
        }
        if position.last().is_some() || position.tiles_left() < hanamachi_solver::okiya::Cell::COUNT {
            return Ok(None);
        }
        self.lookup.find(position.garden()).map_err(|error| refused(self.path, error))
    }

    /// The solution of the garden before the first move, whose values `record` has: the lines are searched for.
    pub(crate) fn solution(
        &self,
        record: &Record,
        position: &Position,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Solution, Failure> {
        let full_board = self.lookup.table().full_board();
        let contradiction = || {
            let garden = position.garden().short();
            Trouble::Unverified.in_file(
                self.path,
                format_args!("its value of {garden} is wrong: a search finds another one"),
            )
        };
        let scores = record.scores_in(position.garden()).ok_or_else(contradiction)?;
        let solution = solver.solve_known(position, full_board, &scores, budget)?;
        let solution = solution.ok_or_else(contradiction)?;
        let is_this = record.garden() == position.garden();
        let agrees = |(cell, opening): (_, hanamachi_solver::okiya::census::OpeningValue)| {
            solution.moves.iter().any(|found| found.cell == cell && found.ending == opening.ending())
        };
        if is_this && !record.openings().all(agrees) {
            return Err(contradiction());
        }
        Ok(solution)
    }
}
