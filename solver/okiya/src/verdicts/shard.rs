//! The outcomes of a shard: its line of the ledger, and the hash that names them.

use super::chunk::StoredChunk;
use super::range::VerdictCensus;
use super::row::LedgerRow;
use crate::value::Outcome;

/// Results for a shard of the ledger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShardSolution {
    /// Its line in the ledger.
    pub row: LedgerRow,
    /// The numbers of the classes that o wins, in ascending order.
    pub second_wins: Vec<u64>,
    census: VerdictCensus,
    chunks: Vec<StoredChunk>,
}

impl ShardSolution {
    /// The results of these chunks, which cover the range.
    pub(super) fn of_chunks(census: &VerdictCensus, chunks: Vec<StoredChunk>, program: &str) -> Self {
        let (mut hasher, mut second_wins) = (OutcomeHasher::default(), Vec::new());
        for (number, chunk) in census.chunks().zip(&chunks) {
            for class in census.in_chunk(number) {
                let outcome = chunk.outcome(VerdictCensus::place(class));
                hasher.add(outcome);
                if outcome == Outcome::Loss {
                    second_wins.push(class);
                }
            }
        }
        let numbers = census.numbers();
        let row = LedgerRow {
            first_class: numbers.start,
            classes: numbers.end - numbers.start,
            tally: census.tally_of(0, &chunks),
            blake3: hasher.finish(),
            program: program.to_owned(),
        };
        Self { row, second_wins, census: *census, chunks }
    }

    /// The outcome of a class; `None` if it is not in the shard.
    #[must_use]
    pub fn outcome(&self, class: u64) -> Option<Outcome> {
        self.census.outcome(&self.chunks, class)
    }
}

/// The hash of outcomes in order: BLAKE3 of one letter a class, `w`, `d` or `l` for a win, a draw or a loss
/// of x.
#[derive(Clone, Debug, Default)]
pub struct OutcomeHasher {
    hasher: blake3::Hasher,
    letters: Vec<u8>,
}

impl OutcomeHasher {
    /// Adds the outcome of the next class.
    pub fn add(&mut self, outcome: Outcome) {
        self.letters.push(outcome.word().as_bytes()[0]);
        if self.letters.len() >= 1 << 16 {
            self.hasher.update(&self.letters);
            self.letters.clear();
        }
    }

    /// The hash of all outcomes.
    #[must_use]
    pub fn finish(mut self) -> [u8; 32] {
        self.hasher.update(&self.letters);
        *self.hasher.finalize().as_bytes()
    }
}
