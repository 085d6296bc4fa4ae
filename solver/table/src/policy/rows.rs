//! Rows of a policy, for writing to a file.

use std::io::Write;

use zerocopy::little_endian::{F64, U16, U32, U64};

use super::quantized::{NoDistribution, UNITS, quantize};
use super::{ACTIONS, ENDS, EXACT, KEYS, PROBABILITIES};
use crate::error::WriteError;
use crate::layout::Width;
use crate::writer::Writer;

/// A key and the distribution over its actions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PolicyRow<'a> {
    /// The key.
    pub key: &'a [u8],
    /// The actions, in the game's order.
    pub actions: &'a [u32],
    /// Probability of each action, in units of 1/65,535 that sum to [`UNITS`].
    pub units: &'a [u16],
    /// The same before they were rounded; empty in all rows if that is not kept.
    pub exact: &'a [f64],
}

/// Reason why a policy was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The length of a key is 0, or differs from that of the others.
    #[error("a key has {found} bytes instead of {expected}")]
    KeyLength {
        /// Length found in bytes.
        found: usize,
        /// Length expected in bytes.
        expected: usize,
    },
    /// A key is not greater than the one before it.
    #[error("the keys are not in ascending order, or one occurs twice")]
    Order,
    /// The distribution of a row is invalid, or has a different length than its actions.
    #[error("the distribution of a row does not fit its actions")]
    Row,
    /// The weights to quantize are not a distribution.
    #[error(transparent)]
    NoDistribution(#[from] NoDistribution),
    /// The rows differ between two passes.
    #[error("the rows changed while they were written")]
    Changed,
}

/// Source of the rows, which can be passed through several times with the same result.
pub trait PolicyRows {
    /// Length of each key in bytes, above 0.
    fn key_bytes(&self) -> usize;

    /// Whether the rows have their probabilities before rounding too.
    fn is_exact(&self) -> bool {
        false
    }

    /// Passes every row to `take`, in ascending order of keys; stops at the first error.
    fn each_row(
        &self,
        take: &mut dyn FnMut(PolicyRow<'_>) -> Result<(), PolicyError>,
    ) -> Result<(), PolicyError>;
}

/// Size of a policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PolicyCounts {
    /// Number of keys.
    pub rows: u64,
    /// Number of actions of all keys.
    pub choices: u64,
}

/// Adds the sections of a policy to a file. Passes through the rows once for each section and stores none of them.
pub fn write_policy<W: Write>(
    writer: &mut Writer<W>,
    rows: &impl PolicyRows,
) -> Result<PolicyCounts, PolicyError> {
    let mut counts = PolicyCounts::default();
    let mut largest = 0;
    let key_bytes = rows.key_bytes();
    let no_key = PolicyError::KeyLength { found: 0, expected: key_bytes };
    let width = std::num::NonZeroU64::new(key_bytes as u64).ok_or(no_key)?;
    writer.section(KEYS, Width::Records(width), |section| {
        let mut last: Vec<u8> = Vec::new();
        rows.each_row(&mut |row| {
            check(&row, key_bytes)?;
            if counts.rows > 0 && *last >= *row.key {
                return Err(PolicyError::Order);
            }
            last.clear();
            last.extend_from_slice(row.key);
            largest = row.actions.iter().copied().fold(largest, u32::max);
            counts.rows += 1;
            counts.choices += row.actions.len() as u64;
            section.write_all(row.key).map_err(|error| WriteError::Io(error).into())
        })
    })?;
    let mut seen = PolicyCounts::default();
    column(writer, rows, ENDS, Width::for_type::<U64>(), |row, bytes| {
        seen.rows += 1;
        seen.choices += row.actions.len() as u64;
        bytes.extend(seen.choices.to_le_bytes());
    })?;
    if seen != counts {
        return Err(PolicyError::Changed);
    }
    let mut sum = 0;
    if u16::try_from(largest).is_ok() {
        column(writer, rows, ACTIONS, Width::for_type::<U16>(), |row, bytes| {
            sum += row.actions.len() as u64;
            let narrow = |action: &u32| {
                let [low, high, ..] = action.to_le_bytes();
                [low, high]
            };
            bytes.extend(row.actions.iter().flat_map(narrow));
        })?;
    } else {
        column(writer, rows, ACTIONS, Width::for_type::<U32>(), |row, bytes| {
            sum += row.actions.len() as u64;
            bytes.extend(row.actions.iter().flat_map(|action| action.to_le_bytes()));
        })?;
    }
    column(writer, rows, PROBABILITIES, Width::for_type::<U16>(), |row, bytes| {
        sum += row.units.len() as u64;
        bytes.extend(row.units.iter().flat_map(|units| units.to_le_bytes()));
    })?;
    if sum != 2 * counts.choices {
        return Err(PolicyError::Changed);
    }
    if rows.is_exact() {
        column(writer, rows, EXACT, Width::for_type::<F64>(), |row, bytes| {
            sum += row.exact.len() as u64;
            bytes.extend(row.exact.iter().flat_map(|probability| probability.to_le_bytes()));
        })?;
    }
    let columns = if rows.is_exact() { 3 } else { 2 };
    if sum == columns * counts.choices { Ok(counts) } else { Err(PolicyError::Changed) }
}

fn check(row: &PolicyRow<'_>, key_bytes: usize) -> Result<(), PolicyError> {
    if row.key.len() != key_bytes {
        return Err(PolicyError::KeyLength { found: row.key.len(), expected: key_bytes });
    }
    let units: u64 = row.units.iter().copied().map(u64::from).sum();
    if row.actions.len() != row.units.len() || units != u64::from(UNITS) {
        return Err(PolicyError::Row);
    }
    Ok(())
}

/// Adds a section with the bytes that `add` appends for each row.
fn column<W: Write>(
    writer: &mut Writer<W>,
    rows: &impl PolicyRows,
    name: &str,
    width: Option<Width>,
    mut add: impl FnMut(PolicyRow<'_>, &mut Vec<u8>),
) -> Result<(), PolicyError> {
    let mut bytes = Vec::new();
    writer.section(name, width.unwrap_or(Width::Coded), |section| {
        rows.each_row(&mut |row| {
            bytes.clear();
            add(row, &mut bytes);
            section.write_all(&bytes).map_err(|error| WriteError::Io(error).into())
        })
    })
}

/// Rows in memory, for sorting. Its size is about that of the resulting file.
#[derive(Clone, PartialEq, Debug)]
pub struct RowBuffer {
    key_bytes: usize,
    keys: Vec<u8>,
    ends: Vec<usize>,
    actions: Vec<u32>,
    units: Vec<u16>,
    /// The probabilities before rounding, if they are kept.
    exact: Option<Vec<f64>>,
    /// Row indices, sorted by key as far as the rows are.
    order: Vec<usize>,
    quantized: Vec<u16>,
}

impl RowBuffer {
    /// A buffer without rows, for keys of this many bytes.
    #[must_use]
    pub fn new(key_bytes: usize) -> Self {
        let (keys, ends, actions, units) = Default::default();
        let (order, quantized) = Default::default();
        Self { key_bytes, keys, ends, actions, units, exact: None, order, quantized }
    }

    /// The same, which keeps the probabilities before rounding too.
    #[must_use]
    pub fn exact(self) -> Self {
        Self { exact: Some(Vec::new()), ..self }
    }

    /// Adds a row; keys may come in any order. Quantizes the probabilities.
    pub fn push(
        &mut self,
        key: &[u8],
        actions: impl IntoIterator<Item = u32>,
        probabilities: &[f64],
    ) -> Result<(), PolicyError> {
        if key.len() != self.key_bytes || key.is_empty() {
            return Err(PolicyError::KeyLength { found: key.len(), expected: self.key_bytes });
        }
        quantize(probabilities, &mut self.quantized)?;
        let before = self.actions.len();
        self.actions.extend(actions);
        if self.actions.len() - before != probabilities.len() {
            self.actions.truncate(before);
            return Err(PolicyError::Row);
        }
        self.units.extend_from_slice(&self.quantized);
        if let Some(exact) = &mut self.exact {
            let sum: f64 = probabilities.iter().sum();
            exact.extend(probabilities.iter().map(|probability| probability / sum));
        }
        self.keys.extend_from_slice(key);
        self.order.push(self.ends.len());
        self.ends.push(self.actions.len());
        Ok(())
    }

    /// Number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Sorts the rows by key. Returns an error if a key occurs twice.
    pub fn sort(&mut self) -> Result<(), PolicyError> {
        let mut order = std::mem::take(&mut self.order);
        order.sort_unstable_by_key(|&row| self.key(row));
        let is_ascending = order.windows(2).all(|pair| self.key(pair[0]) < self.key(pair[1]));
        self.order = order;
        if is_ascending { Ok(()) } else { Err(PolicyError::Order) }
    }

    fn key(&self, row: usize) -> &[u8] {
        &self.keys[row * self.key_bytes..(row + 1) * self.key_bytes]
    }
}

impl PolicyRows for RowBuffer {
    fn key_bytes(&self) -> usize {
        self.key_bytes
    }

    fn is_exact(&self) -> bool {
        self.exact.is_some()
    }

    fn each_row(
        &self,
        take: &mut dyn FnMut(PolicyRow<'_>) -> Result<(), PolicyError>,
    ) -> Result<(), PolicyError> {
        for &row in &self.order {
            let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
            let choices = start..self.ends[row];
            let exact = self.exact.as_ref().map_or(&[][..], |exact| &exact[choices.clone()]);
            let (actions, units) = (&self.actions[choices.clone()], &self.units[choices]);
            take(PolicyRow { key: self.key(row), actions, units, exact })?;
        }
        Ok(())
    }
}
