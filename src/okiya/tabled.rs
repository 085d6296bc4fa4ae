//! Looks up gardens in a census file.

use std::path::Path;

use hanamachi_solver::okiya::census::{CensusError, CensusRecord, CensusTable, Lookup};
use hanamachi_solver::okiya::{FullBoard, Position, Solution, Solver};
use hanamachi_solver::search::budget::Budget;

use crate::failure::{ByteSize, Cost, Failure, Trouble};

/// Converts an error of the census at `path` to a failure.
pub(crate) fn refused(path: &Path, error: CensusError) -> Failure {
    error.in_file(path).into()
}

/// A census file in which gardens can be looked up.
#[derive(Clone, Debug)]
pub(crate) struct CensusLookup<'a> {
    path: &'a Path,
    lookup: Lookup<'a>,
}

impl<'a> CensusLookup<'a> {
    /// Prepares lookups in the census at `path`. Fails if they need more than `memory`.
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

    /// Returns the path of the file.
    pub(crate) const fn path(&self) -> &'a Path {
        self.path
    }

    /// Returns the record of `position`, if any. The table contains only gardens before the first move.
    pub(crate) fn find(
        &self,
        position: &Position,
        full_board: FullBoard,
    ) -> Result<Option<CensusRecord>, Failure> {
        let table = self.lookup.table();
        if table.full_board() != full_board {
            let (path, rules) = (self.path.display(), table.full_board());
            let why = format!("{path} has the rules {rules}, but {full_board} is requested");
            return Err(Trouble::OtherRules.saying(self.path, why));
        }
        if position.last().is_some() || position.tiles_left() < hanamachi_solver::okiya::Cell::COUNT {
            return Ok(None);
        }
        self.lookup.find(position.garden()).map_err(|error| refused(self.path, error))
    }

    /// Returns the solution of a garden before the first move. The values come from `record`; the lines are searched.
    pub(crate) fn solution(
        &self,
        record: &CensusRecord,
        position: &Position,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Solution, Failure> {
        let full_board = self.lookup.table().full_board();
        let contradiction = || {
            let garden = position.garden().short();
            Trouble::Unverified.in_file(
                self.path,
                format_args!("its value of {garden} is wrong: a search finds a different one"),
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
