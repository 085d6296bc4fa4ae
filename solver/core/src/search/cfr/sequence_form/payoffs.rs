//! Utilities of the ends of a game by the last sequences of both players: the sparse matrix of the sequence form.

/// A matrix with the sequences of one player as rows: chance probability times utility, summed over all ends
/// with the same sequences.
#[derive(Clone, Debug, Default)]
pub(crate) struct Payoffs {
    /// Start of each row; one entry more than rows.
    starts: Vec<usize>,
    /// Sequences of the opponent, ascending in a row.
    columns: Vec<u32>,
    values: Vec<f64>,
}

impl Payoffs {
    /// Number of entries.
    pub(crate) fn entries(&self) -> usize {
        self.columns.len()
    }

    /// Number of entries before this row.
    pub(crate) fn entries_before(&self, row: usize) -> usize {
        self.starts[row]
    }

    /// Product of a row with the opponent's realization weights.
    #[inline]
    pub(crate) fn against(&self, row: usize, opponent: &[f64]) -> f64 {
        let entries = self.starts[row]..self.starts[row + 1];
        let columns = &self.columns[entries.clone()];
        let values = &self.values[entries];
        // Four independent sums: additions to a single sum would wait for each other.
        let mut sums = [0.0; 4];
        let (columns_by_4, columns_left) = columns.as_chunks::<4>();
        let (values_by_4, values_left) = values.as_chunks::<4>();
        for (columns, values) in columns_by_4.iter().zip(values_by_4) {
            for lane in 0..4 {
                sums[lane] += values[lane] * opponent[columns[lane] as usize];
            }
        }
        let rest: f64 = columns_left
            .iter()
            .zip(values_left)
            .map(|(&column, value)| value * opponent[column as usize])
            .sum();
        (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.starts[..]) + size_of_val(&self.columns[..]) + size_of_val(&self.values[..])
    }

    fn from_sorted(rows: usize, entries: impl Iterator<Item = PayoffEntry> + Clone) -> Self {
        let mut starts = vec![0; rows + 1];
        for entry in entries.clone() {
            starts[entry.first as usize + 1] += 1;
        }
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let (columns, values) = entries.map(|entry| (entry.second, entry.value)).unzip();
        Self { starts, columns, values }
    }

    /// The same matrix for the opponent: transposed, with negated values.
    fn flipped(&self, rows: usize) -> Self {
        let mut starts = vec![0; rows + 1];
        for &column in &self.columns {
            starts[column as usize + 1] += 1;
        }
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let (mut columns, mut values) = (vec![0; self.entries()], vec![0.0; self.entries()]);
        for (row, bounds) in (0_u32..).zip(self.starts.windows(2)) {
            for entry in bounds[0]..bounds[1] {
                let place = &mut next[self.columns[entry] as usize];
                columns[*place] = row;
                values[*place] = -self.values[entry];
                *place += 1;
            }
        }
        Self { starts, columns, values }
    }
}

/// One end, or the sum of several.
#[derive(Clone, Copy, Debug)]
struct PayoffEntry {
    /// The first player's sequence.
    first: u32,
    /// The second player's sequence.
    second: u32,
    /// Chance probability times utility of the first player.
    value: f64,
}

impl PayoffEntry {
    const fn place(&self) -> (u32, u32) {
        (self.first, self.second)
    }
}

/// The ends of a game during compilation. Ends with the same sequences are added up to save memory.
#[derive(Debug, Default)]
pub(super) struct PayoffEnds {
    /// Sorted, without duplicates.
    merged: Vec<PayoffEntry>,
    /// In the order of arrival.
    fresh: Vec<PayoffEntry>,
}

/// Minimum number of new ends before they are merged.
const FEWEST_FRESH: usize = 1 << 20;

impl PayoffEnds {
    /// Adds one end. Ends with value 0 are not stored.
    pub(super) fn add(&mut self, first: u32, second: u32, value: f64) {
        if value != 0.0 {
            self.fresh.push(PayoffEntry { first, second, value });
            if self.fresh.len() >= FEWEST_FRESH.max(self.merged.len() / 2) {
                self.merge();
            }
        }
    }

    /// Bytes in use, including those needed by the next merge.
    pub(super) fn bytes(&self) -> usize {
        (2 * self.merged.len() + 2 * self.fresh.len()) * size_of::<PayoffEntry>()
    }

    fn merge(&mut self) {
        // A stable sort, so that ends with the same sequences are added in the order of arrival.
        self.fresh.sort_by_key(PayoffEntry::place);
        let old = std::mem::take(&mut self.merged);
        self.merged.reserve_exact(old.len() + self.fresh.len());
        let mut old = old.into_iter().peekable();
        for fresh in self.fresh.drain(..) {
            while let Some(entry) = old.next_if(|entry| entry.place() <= fresh.place()) {
                self.merged.push(entry);
            }
            match self.merged.last_mut() {
                Some(last) if last.place() == fresh.place() => last.value += fresh.value,
                _ => self.merged.push(fresh),
            }
        }
        self.merged.extend(old);
    }

    /// The matrices of both players, with their sequences renumbered.
    pub(super) fn finish(mut self, renumbered: [&[u32]; 2], sequences: [usize; 2]) -> [Payoffs; 2] {
        self.merge();
        let renumber = |entry: PayoffEntry| PayoffEntry {
            first: renumbered[0][entry.first as usize],
            second: renumbered[1][entry.second as usize],
            ..entry
        };
        let mut ends = Self { fresh: self.merged.into_iter().map(renumber).collect(), merged: Vec::new() };
        ends.merge();
        let first = Payoffs::from_sorted(sequences[0], ends.merged.iter().copied());
        drop(ends);
        let second = first.flipped(sequences[1]);
        [first, second]
    }
}
