//! Contents of a file of `okiya census`: values of all openings of each garden, or with `--verdicts` the outcome of each class.

use std::io::Write as _;
use std::path::Path;

use hanamachi_solver::okiya::census::{Census, CensusTable, FileRun, Source, solve, write_table};
use hanamachi_solver::okiya::verdicts::{
    StoredChunk, VerdictCensus, VerdictTable, VerdictTally, write_verdicts,
};
use hanamachi_solver::okiya::{ClassNumber, Garden, classes_from, solve_outcomes};
use hanamachi_solver::search::budget::{Budget, CancelToken};
use hanamachi_solver::table::{WriteError, Writer};

use super::counts::RecordCounts;
use super::frame::{Finishing, Frame, Pieces, other_run};
use crate::failure::Failure;
use crate::file::refusal;
use crate::okiya::tabled;
use crate::output::ENGINE;

/// A run of the program, with its figures and cost estimate.
pub(super) trait Content: FileRun {
    /// Schemas of the figures of a run and of its estimate.
    const SCHEMAS: [&'static str; 2];
    /// True if a run starts with a cost estimate: at a millisecond a garden, the estimate takes little time
    /// beside the run.
    const TELLS_ESTIMATE: bool;

    /// Returns the totals of the complete file at `path`, or an error if `bytes` are not the result of this run.
    fn finished(&self, path: &Path, bytes: &[u8]) -> Result<RecordCounts, Failure>;
    /// Writes the file. `read` passes the bytes of all records, a few thousand records at a time.
    fn write<'f>(&self, frame: Frame<'f>, read: Pieces<'_>) -> Result<(Frame<'f>, RecordCounts), Finishing>;

    /// Returns the gardens to time on `threads` threads. Each group is timed as a whole.
    fn groups(&self, threads: usize) -> Vec<Vec<Garden>>;
    /// Solves a group and returns the number of gardens solved.
    fn solve_group(&self, gardens: &[Garden], cancel: &CancelToken) -> Result<usize, Failure>;
}

/// Gardens in a group, solved side by side and timed as a whole.
const GROUP: usize = 128;
/// Timed groups per thread, and the maximum number of all groups.
const GROUPS_PER_THREAD: usize = 4;
const MOST_GROUPS: usize = 64;
/// At most one garden in `TIMED_OF` is timed, but at least one per group.
const TIMED_OF: u64 = 8;

impl Content for Census {
    const SCHEMAS: [&'static str; 2] = ["okiya.census/1", "okiya.census_estimate/1"];
    const TELLS_ESTIMATE: bool = true;

    fn finished(&self, path: &Path, bytes: &[u8]) -> Result<RecordCounts, Failure> {
        let table = CensusTable::open(bytes).map_err(|error| tabled::refused(path, error))?;
        if (table.census(), table.program()) != (self, ENGINE) {
            return Err(other_run(path, &table.census().command(), table.program()));
        }
        table.reader().verify().map_err(|error| refusal(path, &error))?;
        let tally = table.tally().map_err(|error| tabled::refused(path, error))?;
        Ok(RecordCounts::of_openings(self, &tally))
    }

    fn write<'f>(&self, frame: Frame<'f>, read: Pieces<'_>) -> Result<(Frame<'f>, RecordCounts), Finishing> {
        let (frame, tally) = write_table(frame, self, ENGINE, |records| {
            read(&mut |piece| {
                let piece = Self::in_bytes(piece);
                piece.iter().try_for_each(|record| records.push(record)).map_err(Finishing::from)
            })
        })?;
        Ok((frame, RecordCounts::of_openings(self, &tally)))
    }

    /// Takes gardens from the whole range, so that the groups are alike.
    fn groups(&self, threads: usize) -> Vec<Vec<Garden>> {
        let span = self.span();
        let groups = span.len().min((threads * GROUPS_PER_THREAD).min(MOST_GROUPS) as u64);
        let timed = groups * (span.len() / (TIMED_OF * groups.max(1))).clamp(1, GROUP as u64);
        let first = span.numbers().start;
        let number = |index: u64| match span.source() {
            // The gardens of a sample are in random order, so the first ones represent it.
            Source::Sample { .. } => first + index,
            Source::Classes => {
                let offset = u128::from(span.len()) * u128::from(index) / u128::from(timed.max(1));
                first + u64::try_from(offset).unwrap_or(0)
            }
        };
        let gardens = span.numbered(&(0..timed).map(number).collect::<Vec<_>>());
        let groups = usize::try_from(groups).unwrap_or(MOST_GROUPS);
        (0..groups).map(|group| gardens.iter().skip(group).step_by(groups).copied().collect()).collect()
    }

    /// Repeats the gardens of a small group, since a thread is busy only with many.
    fn solve_group(&self, gardens: &[Garden], cancel: &CancelToken) -> Result<usize, Failure> {
        let busy: Vec<Garden> = gardens.iter().copied().cycle().take(GROUP).collect();
        solve(&busy, self.full_board(), &Budget { nodes: None, cancel: Some(cancel) })?;
        Ok(busy.len())
    }
}

/// Number of places at which classes are timed, and number of classes at each: enough to fill the lanes of
/// the search.
const TIMED_PLACES: u64 = 16;
const TIMED_CLASSES: usize = 2048;

impl Content for VerdictCensus {
    const SCHEMAS: [&'static str; 2] = ["okiya.verdicts/1", "okiya.verdicts_estimate/1"];
    const TELLS_ESTIMATE: bool = false;

    fn finished(&self, path: &Path, bytes: &[u8]) -> Result<RecordCounts, Failure> {
        let table = VerdictTable::open(bytes).map_err(|error| refusal(path, &error))?;
        if (table.census(), table.program()) != (self, ENGINE) {
            return Err(other_run(path, &table.census().command(), table.program()));
        }
        Ok(RecordCounts::of_verdicts(&table.tally()))
    }

    fn write<'f>(&self, frame: Frame<'f>, read: Pieces<'_>) -> Result<(Frame<'f>, RecordCounts), Finishing> {
        let mut writer = Writer::new(frame)?;
        let (mut tally, mut done) = (VerdictTally::default(), 0);
        write_verdicts(&mut writer, |section| {
            read(&mut |piece| {
                tally += self.tally_of(done, Self::in_bytes(piece));
                done += (piece.len() / size_of::<StoredChunk>()) as u64;
                section.write_all(piece).map_err(|error| Finishing::from(WriteError::Io(error)))
            })
        })?;
        Ok((writer.finish(&self.metadata(ENGINE))?, RecordCounts::of_verdicts(&tally)))
    }

    /// Stretches of classes, spread evenly over the range.
    fn groups(&self, _threads: usize) -> Vec<Vec<Garden>> {
        let (first, classes) = (self.numbers().start, self.span().len());
        let apart = classes / TIMED_PLACES.min(classes).max(1);
        let stretch = usize::try_from(apart).unwrap_or(usize::MAX).min(TIMED_CLASSES);
        let starts =
            (0..TIMED_PLACES.min(classes)).filter_map(|place| ClassNumber::new(first + apart * place));
        starts.map(|first| classes_from(first).take(stretch).collect()).collect()
    }

    fn solve_group(&self, gardens: &[Garden], cancel: &CancelToken) -> Result<usize, Failure> {
        Ok(solve_outcomes(gardens, cancel)?.outcomes.len())
    }
}
