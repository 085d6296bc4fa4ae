//! A policy in a file.

use std::cmp::Ordering;
use std::ops::Range;

use zerocopy::FromBytes;
use zerocopy::little_endian::{F64, U16, U32, U64};

use super::quantized::{UNITS, unquantize};
use super::rows::PolicyCounts;
use super::{ACTIONS, ENDS, EXACT, KEYS, POLICY_KIND, POLICY_VERSION, PROBABILITIES};
use crate::error::{Flaw, ReadError};
use crate::layout::Width;
use crate::metadata::Metadata;
use crate::reader::{Reader, Section};

/// A policy in the bytes of a file, which may be borrowed, owned, mapped or shared, depending on `B`.
#[derive(Clone, Debug)]
pub struct PolicyTable<B> {
    bytes: B,
    identity: [u8; 32],
    metadata: Metadata,
    counts: PolicyCounts,
    key_bytes: usize,
    action_bytes: usize,
    keys: Range<usize>,
    ends: Range<usize>,
    actions: Range<usize>,
    probabilities: Range<usize>,
    /// Empty without the section.
    exact: Range<usize>,
}

/// Actions of a key with their probabilities.
#[derive(Clone, Copy, Debug)]
pub struct Choices<'a> {
    action_bytes: usize,
    actions: &'a [u8],
    units: &'a [U16],
    /// Empty if the file has rounded probabilities alone.
    exact: &'a [F64],
}

impl Choices<'_> {
    /// Number of actions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether there are no actions.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// The actions, in the order of the row.
    pub fn actions(&self) -> impl Iterator<Item = u32> {
        self.actions.chunks_exact(self.action_bytes).map(|action| {
            let wide = U32::read_from_bytes(action).map(U32::get);
            let narrow = U16::read_from_bytes(action).map(|action| action.get().into());
            wide.or(narrow).unwrap_or_default()
        })
    }

    /// Probability of each action in units of 1/65,535.
    pub fn units(&self) -> impl Iterator<Item = u16> {
        self.units.iter().map(|units| units.get())
    }

    /// Probability of each action, rounded only if the file has no other.
    pub fn probabilities(&self) -> impl Iterator<Item = f64> {
        let exact = |place: usize| self.exact.get(place).map(|probability| probability.get());
        self.units().enumerate().map(move |(place, units)| exact(place).unwrap_or_else(|| unquantize(units)))
    }
}

impl<B: AsRef<[u8]>> PolicyTable<B> {
    /// Opens a policy from the bytes of the whole file. Checks that the sections match each other, but
    /// neither their hashes nor the single rows: see [`verify`](Self::verify). Lookups in an unverified table
    /// may return anything or `None`, but do no other harm.
    pub fn open(bytes: B) -> Result<Self, ReadError> {
        let reader = Reader::open(bytes.as_ref())?;
        reader.expect_kind(POLICY_KIND, POLICY_VERSION)?;
        let [keys, ends, actions, probabilities] = [
            reader.section(KEYS)?,
            reader.section(ENDS)?,
            reader.section(ACTIONS)?,
            reader.section(PROBABILITIES)?,
        ];
        reader.records::<U64>(ENDS)?;
        reader.records::<U16>(PROBABILITIES)?;
        let key_bytes = width(keys)?;
        let action_bytes = width(actions)?;
        if !matches!(action_bytes, 2 | 4) {
            let found = action_bytes as u64;
            return Err(ReadError::section(ACTIONS, Flaw::OtherWidth { found, expected: 4 }));
        }
        let counts = PolicyCounts {
            rows: keys.records().unwrap_or_default(),
            choices: probabilities.records().unwrap_or_default(),
        };
        let last = reader.records::<U64>(ENDS)?.last().map_or(0, |end| end.get());
        if ends.records() != Some(counts.rows) || last != counts.choices {
            return Err(misfit(ENDS, "it does not fit the other sections"));
        }
        if actions.records() != Some(counts.choices) {
            return Err(misfit(ACTIONS, "it does not fit the probabilities"));
        }
        let exact = reader.sections().iter().find(|section| section.name() == EXACT);
        if exact.is_some() && reader.records::<F64>(EXACT)?.len() as u64 != counts.choices {
            return Err(misfit(EXACT, "it does not fit the probabilities"));
        }
        let exact = exact.map_or(0..0, range);
        let [keys, ends, actions, probabilities] = [keys, ends, actions, probabilities].map(range);
        let (identity, metadata) = (*reader.identity(), reader.metadata().clone());
        Ok(Self {
            bytes,
            identity,
            metadata,
            counts,
            key_bytes,
            action_bytes,
            keys,
            ends,
            actions,
            probabilities,
            exact,
        })
    }

    /// Checks every section against its hash, and [every row](Self::check_rows).
    pub fn verify(&self) -> Result<(), ReadError> {
        Reader::open(self.bytes.as_ref())?.verify()?;
        self.check_rows()
    }

    /// Checks that the keys are in ascending order and that each has a distribution.
    pub fn check_rows(&self) -> Result<(), ReadError> {
        let mut last: Option<&[u8]> = None;
        let mut start = 0;
        let keys = self.piece(&self.keys).chunks_exact(self.key_bytes);
        for (key, end) in keys.zip(self.ends()) {
            if last.is_some_and(|last| last >= key) {
                return Err(misfit(KEYS, "its keys are not in order"));
            }
            last = Some(key);
            let choices = self.choices(start, end.get()).ok_or_else(|| misfit(ENDS, "it is not in order"))?;
            start = end.get();
            if choices.units().map(u64::from).sum::<u64>() != u64::from(UNITS) {
                return Err(misfit(PROBABILITIES, "not every row sums to 1"));
            }
            let exact = choices.exact.iter().map(|probability| probability.get());
            let sum: f64 = exact.clone().sum();
            let sums_to_1 = (sum - 1.0).abs() < 1e-9 && exact.clone().all(|one| one >= 0.0);
            if !(sums_to_1 || choices.exact.is_empty()) {
                return Err(misfit(EXACT, "not every row sums to 1"));
            }
        }
        Ok(())
    }

    /// All bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Metadata of the file.
    #[must_use]
    pub const fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Hash of everything in the file.
    #[must_use]
    pub const fn identity(&self) -> &[u8; 32] {
        &self.identity
    }

    /// Size of the table.
    #[must_use]
    pub const fn counts(&self) -> PolicyCounts {
        self.counts
    }

    /// Length of a key in bytes.
    #[must_use]
    pub const fn key_bytes(&self) -> usize {
        self.key_bytes
    }

    /// Choices of this key, if it is in the table.
    pub fn find(&self, key: &[u8]) -> Option<Choices<'_>> {
        if key.len() != self.key_bytes {
            return None;
        }
        let row = self.bisect(key)?;
        self.row(row).map(|(_, choices)| choices)
    }

    /// Key and choices of the row with this index, in the order of the keys.
    #[must_use]
    pub fn row(&self, row: usize) -> Option<(&[u8], Choices<'_>)> {
        let end = self.ends().get(row)?.get();
        let start = row.checked_sub(1).map_or(Some(0), |before| Some(self.ends().get(before)?.get()))?;
        Some((self.key(row)?, self.choices(start, end)?))
    }

    /// All rows, in the order of their keys.
    pub fn rows(&self) -> impl Iterator<Item = (&[u8], Choices<'_>)> {
        (0..self.ends().len()).filter_map(|row| self.row(row))
    }

    /// The different beginnings of this length of the keys, in order. Takes time for each of them alone.
    #[must_use]
    pub fn prefixes(&self, bytes: usize) -> Vec<&[u8]> {
        let mut prefixes = Vec::new();
        let mut row = 0;
        while let Some(prefix) = self.key(row).and_then(|key| key.get(..bytes)) {
            prefixes.push(prefix);
            let mut rows = row + 1..self.ends().len();
            while !rows.is_empty() {
                let middle = rows.start + rows.len() / 2;
                match self.key(middle) {
                    Some(key) if &key[..bytes] <= prefix => rows.start = middle + 1,
                    _ => rows.end = middle,
                }
            }
            row = rows.start;
        }
        prefixes
    }

    fn bisect(&self, key: &[u8]) -> Option<usize> {
        let mut rows = 0..self.ends().len();
        while !rows.is_empty() {
            let middle = rows.start + rows.len() / 2;
            match self.key(middle)?.cmp(key) {
                Ordering::Less => rows.start = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => rows.end = middle,
            }
        }
        None
    }

    fn key(&self, row: usize) -> Option<&[u8]> {
        let start = row.checked_mul(self.key_bytes)?;
        self.piece(&self.keys).get(start..start.checked_add(self.key_bytes)?)
    }

    fn ends(&self) -> &[U64] {
        <[U64]>::ref_from_bytes(self.piece(&self.ends)).unwrap_or_default()
    }

    fn choices(&self, start: u64, end: u64) -> Option<Choices<'_>> {
        let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
        let units = <[U16]>::ref_from_bytes(self.piece(&self.probabilities)).ok()?.get(start..end)?;
        let bytes = start.checked_mul(self.action_bytes)?..end.checked_mul(self.action_bytes)?;
        let actions = self.piece(&self.actions).get(bytes)?;
        let exact = <[F64]>::ref_from_bytes(self.piece(&self.exact)).ok()?;
        let exact = if exact.is_empty() { exact } else { exact.get(start..end)? };
        Some(Choices { action_bytes: self.action_bytes, actions, units, exact })
    }

    fn piece(&self, range: &Range<usize>) -> &[u8] {
        self.bytes.as_ref().get(range.clone()).unwrap_or_default()
    }
}

fn misfit(section: &str, what: &str) -> ReadError {
    ReadError::section(section, Flaw::Content(what.to_owned()))
}

fn width(section: &Section) -> Result<usize, ReadError> {
    let bytes = match section.width() {
        Width::Records(bytes) => usize::try_from(bytes.get()).ok(),
        Width::Coded => None,
    };
    bytes.ok_or_else(|| misfit(section.name(), "it has no records"))
}

/// Opening the file has checked that the section lies within it.
fn range(section: &Section) -> Range<usize> {
    let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
    place(section.offset())..place(section.offset().saturating_add(section.len()))
}
