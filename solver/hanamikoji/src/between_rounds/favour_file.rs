//! Counts of rounds and the estimates from them, on disk.
//!
//! | section | record | content |
//! |---|---|---|
//! | `layouts` | 80 bytes | every undecided layout, in the order of [`Layout::undecided`]: [`Favour::index`] (2), placements that are alike (2), 0 (4), rounds counted from it (8), the probability of winning (8), its standard error (8), the same within one, two and three rounds by charm points (24) and with ties shared (24) |
//! | `counts` | 12 bytes | how rounds ended, in order, only what happened: number of the layout (2), [result](Chain::result) (2), how often (8) |
//!
//! Numbers are little-endian, those of layouts unsigned, probabilities in IEEE 754 double precision. The kind
//! of the file is `hanamikoji.favour`, version 1. The counts are included, so that tables of different seeds
//! can be merged and the estimates can be checked.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::json;
use zerocopy::little_endian::{F64, U16, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::chain::Chain;
use super::estimates::{FavourEstimates, LayoutEstimate, LayoutWin};
use super::favour_table::{FavourTable, Layout};
use crate::notation::{FavourText, GAME, ParseError, Tags, rules_text};
use crate::rules::favour::Favour;
use crate::rules::parameters::Rules;
use hanamachi_core::search::strength::Strength;
use hanamachi_table::rows::{CellValue, Column, Rows, RowsError, TakeRow, part};
use hanamachi_table::{FilePart, Flaw, Metadata, ReadError, Reader, WriteError, Writer};

/// The kind in the file's metadata.
pub const FAVOUR_KIND: &str = "hanamikoji.favour";
/// The version of the sections.
pub const FAVOUR_VERSION: u32 = 1;

const LAYOUTS: &str = "layouts";
const COUNTS: &str = "counts";
const PLAYER: &str = "player";
const RUNS: &str = "runs";

/// Smallest number of rounds with a variance.
const FEWEST_ROUNDS: u64 = 2;
/// Whole numbers up to this one are exact in double precision.
const MOST_ROUNDS: u64 = 1 << 53;

#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct LayoutRecord {
    favour: U16,
    placements: U16,
    zero: [u8; 4],
    rounds: U64,
    win: F64,
    standard_error: F64,
    within_charm: [F64; FavourTable::HORIZON],
    within_none: [F64; FavourTable::HORIZON],
}

#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct CountRecord {
    layout: U16,
    result: U16,
    times: U64,
}

/// A run that counted rounds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct CountedRun {
    /// The seed of its random streams.
    pub seed: u64,
    /// Number of rounds from each layout.
    pub rounds_each: u64,
}

/// Origin of the counts of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The player of both seats.
    pub player: String,
    /// The program that counted, and its version.
    pub program: String,
    /// The runs, by seed, each seed once.
    pub runs: Vec<CountedRun>,
}

impl Origin {
    /// The metadata of a file with these counts; the caller adds the command.
    #[must_use]
    pub fn metadata(&self, chain: &Chain) -> Metadata {
        let counts = [
            ("layouts", chain.layouts().len() as u64),
            ("rounds", (0..chain.layouts().len()).map(|layout| chain.rounds(layout)).sum()),
            ("transitions", chain.counts().count() as u64),
        ];
        let details = [
            ("value_kind", json!(Strength::Estimated)),
            ("method", json!("markov_chain")),
            (PLAYER, json!(self.player)),
            (RUNS, json!(self.runs)),
        ];
        let seed = match self.runs.as_slice() {
            [run] => Some(run.seed),
            _ => None,
        };
        Metadata {
            kind: FAVOUR_KIND.to_owned(),
            kind_version: FAVOUR_VERSION,
            game: GAME.to_owned(),
            rules: rules_text(chain.rules()),
            program: self.program.clone(),
            seed,
            counts: counts.map(|(name, count)| (name.to_owned(), count)).into(),
            details: details.map(|(name, value)| (name.to_owned(), value)).into(),
            ..Metadata::default()
        }
    }

    fn from_metadata(metadata: &Metadata) -> Option<Self> {
        let player = metadata.details.get(PLAYER)?.as_str()?.to_owned();
        let runs: Vec<CountedRun> = metadata.details.get(RUNS).cloned().map(serde_json::from_value)?.ok()?;
        let is_in_order = runs.windows(2).all(|pair| pair[0].seed < pair[1].seed);
        is_in_order.then(|| Self { player, program: metadata.program.clone(), runs })
    }
}

/// Adds the sections of a favour table to a file: the counts, and the estimates from them.
///
/// # Errors
///
/// If fewer than two rounds were counted from some layout, or if the stream fails.
pub fn write_favours<W: Write>(writer: &mut Writer<W>, chain: &Chain) -> Result<(), FavourFileError> {
    let estimates = estimates_of(chain).ok_or(FavourFileError::TooFew)?;
    writer.records(LAYOUTS, estimates.iter().map(LayoutEstimate::record))?;
    let number = |number: usize| U16::new(u16::try_from(number).unwrap_or(u16::MAX));
    let record = |(layout, result, times): (usize, usize, u64)| CountRecord {
        layout: number(layout),
        result: number(result),
        times: times.into(),
    };
    writer.records(COUNTS, chain.counts().map(record))?;
    Ok(())
}

impl LayoutEstimate {
    fn record(&self) -> LayoutRecord {
        LayoutRecord {
            favour: U16::new(u16::try_from(self.layout.favour().index()).unwrap_or(u16::MAX)),
            placements: self.placements.into(),
            zero: [0; 4],
            rounds: self.rounds.into(),
            win: self.win.endless.into(),
            standard_error: self.standard_error.into(),
            within_charm: self.win.within_charm.map(F64::new),
            within_none: self.win.within_none.map(F64::new),
        }
    }

    fn from_record(record: &LayoutRecord, layout: Layout) -> Self {
        Self {
            layout,
            placements: record.placements.get(),
            rounds: record.rounds.get(),
            win: LayoutWin {
                endless: record.win.get(),
                within_charm: record.within_charm.map(F64::get),
                within_none: record.within_none.map(F64::get),
            },
            standard_error: record.standard_error.get(),
        }
    }

    fn is_sound(&self) -> bool {
        let probability = |value: &f64| (0.0..=1.0).contains(value);
        let LayoutWin { endless, within_charm, within_none } = self.win;
        (FEWEST_ROUNDS..=MOST_ROUNDS).contains(&self.rounds)
            && within_charm.iter().chain(&within_none).all(probability)
            // If rounds may go on for ever by the counts, it may have any value.
            && endless.is_finite()
            && self.standard_error.is_finite()
            && self.standard_error >= 0.0
    }
}

/// The estimates of all layouts, if each has counts.
fn estimates_of(chain: &Chain) -> Option<Vec<LayoutEstimate>> {
    let placements = FavourTable::placements(chain.rules());
    let wins = FavourEstimates::of_chain(chain);
    let mut wins = wins.layouts().map(|(_, win)| win);
    let mut estimates = Vec::new();
    for (number, (&layout, win)) in chain.layouts().iter().zip(chain.win()).enumerate() {
        let standard_error = win?.standard_error;
        let placements = placements.get(&layout).and_then(|&count| u16::try_from(count).ok())?;
        let (rounds, win) = (chain.rounds(number), wins.next()?);
        estimates.push(LayoutEstimate { layout, placements, rounds, win, standard_error });
    }
    estimates.iter().all(LayoutEstimate::is_sound).then_some(estimates)
}

/// The reason why a favour table cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FavourFileError {
    /// The file is damaged, or no favour table.
    #[error(transparent)]
    File(#[from] ReadError),
    /// Its rules cannot be read.
    #[error("the table's rules cannot be read: {0}")]
    Rules(ParseError),
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// There is no estimate for some layout.
    #[error(
        "too few rounds were counted: each layout needs {FEWEST_ROUNDS} at least, and a game must be able to end"
    )]
    TooFew,
}

/// The reason why favour tables cannot be merged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FavourMergeError {
    /// There is nothing to merge.
    #[error("there is no table to merge")]
    None,
    /// The tables differ in their subject.
    #[error(
        "its {what} is `{found}`, that of the first table `{expected}`: such counts do not belong together"
    )]
    Other {
        /// The property that differs.
        what: &'static str,
        /// The value in this table.
        found: String,
        /// The value in the first table.
        expected: String,
    },
    /// The same rounds would be counted twice.
    #[error("seed {seed} is in another table too: the same rounds would count twice")]
    Twice {
        /// The seed.
        seed: u64,
    },
    /// Too many rounds to count.
    #[error("there are too many rounds to be counted")]
    TooMany,
}

/// A favour table, read completely.
#[derive(Clone, Debug)]
pub struct FavourFile {
    identity: [u8; 32],
    metadata: Metadata,
    origin: Origin,
    chain: Chain,
    layouts: Vec<LayoutEstimate>,
}

impl FavourFile {
    /// Reads a file from all of its bytes, and checks its hashes, that it has every undecided layout, and
    /// that the counts are in order and complete. [`recheck`](Self::recheck) checks that the estimates follow
    /// from the counts.
    pub fn open(bytes: &[u8]) -> Result<Self, FavourFileError> {
        let reader = Reader::open(bytes)?;
        reader.expect_kind(FAVOUR_KIND, FAVOUR_VERSION)?;
        reader.verify()?;
        let metadata = reader.metadata();
        let wrong = |what: &str| ReadError::Damaged {
            part: FilePart::Metadata,
            flaw: Flaw::Content(what.to_owned()),
        };
        let tags: Tags = metadata.rules.parse().map_err(FavourFileError::Rules)?;
        if metadata.game != GAME || tags.rules.rounds.is_some() {
            return Err(wrong("they are not those of games of Hanamikoji without a limit of rounds").into());
        }
        let origin =
            Origin::from_metadata(metadata).ok_or_else(|| wrong("they do not say who played which runs"))?;
        let mut chain = Chain::new(&tags.rules);
        let layouts = read_layouts(&reader, &chain)?;
        read_counts(&reader, &mut chain, &layouts)?;
        Ok(Self { identity: *reader.identity(), metadata: metadata.clone(), origin, chain, layouts })
    }

    /// The counts of all tables together, in any order, and their origin; or the index of a table that
    /// cannot be merged with those before it, and the reason.
    pub fn merge(files: &[Self]) -> Result<(Chain, Origin), (usize, FavourMergeError)> {
        let first = files.first().ok_or((0, FavourMergeError::None))?;
        let mut chain = Chain::new(first.rules());
        let mut runs = BTreeSet::new();
        let mut seeds = BTreeSet::new();
        for (number, file) in files.iter().enumerate() {
            first.check_mate(file).map_err(|error| (number, error))?;
            for run in &file.origin.runs {
                if !seeds.insert(run.seed) {
                    return Err((number, FavourMergeError::Twice { seed: run.seed }));
                }
                runs.insert(*run);
            }
            for (layout, result, times) in file.chain.counts() {
                if chain.rounds(layout).checked_add(times).is_none_or(|rounds| rounds > MOST_ROUNDS) {
                    return Err((number, FavourMergeError::TooMany));
                }
                chain.record(layout, result, times);
            }
        }
        let Origin { player, program, .. } = first.origin.clone();
        Ok((chain, Origin { player, program, runs: runs.into_iter().collect() }))
    }

    fn check_mate(&self, other: &Self) -> Result<(), FavourMergeError> {
        let facts = |file: &Self| {
            [
                ("rules tag", file.metadata.rules.clone()),
                ("player", file.origin.player.clone()),
                ("program", file.origin.program.clone()),
            ]
        };
        for ((what, expected), (_, found)) in facts(self).into_iter().zip(facts(other)) {
            if expected != found {
                return Err(FavourMergeError::Other { what, found, expected });
            }
        }
        Ok(())
    }

    /// A hash of the whole file.
    #[must_use]
    pub const fn identity(&self) -> &[u8; 32] {
        &self.identity
    }

    /// The file's metadata.
    #[must_use]
    pub const fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// The origin of its counts.
    #[must_use]
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The rules of its games.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        self.chain.rules()
    }

    /// The counts.
    #[must_use]
    pub const fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The estimates, in the order of [`Chain::layouts`].
    #[must_use]
    pub fn layouts(&self) -> &[LayoutEstimate] {
        &self.layouts
    }

    /// The same estimates, for valuing undecided games.
    #[must_use]
    pub fn estimates(&self) -> FavourEstimates {
        let layouts = self.layouts.iter().map(|layout| (layout.layout, layout.win));
        FavourEstimates::of_file(*self.rules(), self.identity, layouts)
    }
}

const COLUMNS: &[Column] = &[
    Column::text("favour"),
    Column::integer("placements"),
    Column::integer("n_rounds"),
    Column::real("win"),
    Column::real("se"),
    Column::real("win_1_charm"),
    Column::real("win_2_charm"),
    Column::real("win_3_charm"),
    Column::real("win_1_none"),
    Column::real("win_2_none"),
    Column::real("win_3_none"),
    Column::text("kind"),
];

/// A row for each layout, in the order of [`FavourFile::layouts`].
impl Rows for FavourFile {
    fn columns(&self) -> &'static [Column] {
        COLUMNS
    }

    fn items(&self) -> u64 {
        self.layouts.len() as u64
    }

    fn each(&self, items: Range<u64>, take: &mut TakeRow<'_>) -> Result<(), RowsError> {
        for estimate in part(&self.layouts, items)? {
            let LayoutEstimate { layout, placements, rounds, win, standard_error } = estimate;
            let favour = FavourText::new(layout.favour(), self.rules()).to_string();
            let mut row = vec![
                CellValue::Text(&favour),
                CellValue::Integer((*placements).into()),
                CellValue::integer(Some(*rounds)),
                CellValue::Real(win.endless),
                CellValue::Real(*standard_error),
            ];
            row.extend(win.within_charm.iter().chain(&win.within_none).copied().map(CellValue::Real));
            row.push(CellValue::Text(Strength::Estimated.word()));
            take(&row)?;
        }
        Ok(())
    }
}

fn misfit(section: &str, what: impl Into<String>) -> ReadError {
    ReadError::Damaged { part: FilePart::Section(section.to_owned()), flaw: Flaw::Content(what.into()) }
}

fn read_layouts(reader: &Reader<'_>, chain: &Chain) -> Result<Vec<LayoutEstimate>, ReadError> {
    let records = reader.records::<LayoutRecord>(LAYOUTS)?;
    if records.len() != chain.layouts().len() {
        return Err(misfit(LAYOUTS, "it does not have every undecided layout once"));
    }
    let placements = FavourTable::placements(chain.rules());
    let read = |(record, &layout): (&LayoutRecord, &Layout)| {
        let is_it = Favour::from_index(record.favour.get().into()) == Some(layout.favour())
            && placements.get(&layout) == Some(&record.placements.get().into())
            && record.zero == [0; 4];
        let estimate = LayoutEstimate::from_record(record, layout);
        if is_it && estimate.is_sound() {
            Ok(estimate)
        } else {
            Err(misfit(LAYOUTS, format!("record {} is none of its layout", estimate.layout.favour().index())))
        }
    };
    records.iter().zip(chain.layouts()).map(read).collect()
}

fn read_counts(reader: &Reader<'_>, chain: &mut Chain, layouts: &[LayoutEstimate]) -> Result<(), ReadError> {
    let mut last = None;
    for record in reader.records::<CountRecord>(COUNTS)? {
        let place = (usize::from(record.layout.get()), usize::from(record.result.get()));
        let times = record.times.get();
        let left = layouts.get(place.0).and_then(|layout| layout.rounds.checked_sub(chain.rounds(place.0)));
        let is_next = last < Some(place) && place.1 < chain.results();
        if !is_next || times == 0 || left.is_none_or(|left| times > left) {
            return Err(misfit(COUNTS, "its counts are not in order, or more than the layouts have"));
        }
        last = Some(place);
        chain.record(place.0, place.1, times);
    }
    if layouts.iter().enumerate().any(|(number, layout)| chain.rounds(number) != layout.rounds) {
        return Err(misfit(COUNTS, "its counts are fewer than the layouts have"));
    }
    Ok(())
}
