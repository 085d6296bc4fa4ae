//! Structural properties of gardens by outcome, over all classes.
//!
//! The list of the classes that the second player wins identifies these classes, so structural properties are
//! counted exactly, for those and for all. The other two outcomes are not listed and come from solving again:
//! completely for the few classes with symmetries of their own, and in a random sample for the rest.

use std::collections::BTreeMap;
use std::ops::Range;

use rayon::prelude::*;

use super::second_wins::SecondWins;
use super::tally::VerdictTally;
use crate::bitslice::solve_outcomes;
use crate::cell::CellSet;
use crate::census::Source;
use crate::garden::Garden;
use crate::population::Feature;
use crate::symmetry::{ClassNumber, Symmetry, classes_from};
use hanamachi_core::search::budget::{RunContext, Stop};

/// Number of gardens, and of those that the second player wins: **proved** counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SecondPlayerShare {
    /// Number of classes.
    pub classes: u64,
    /// Number of gardens in these classes.
    pub gardens: u64,
    /// Number of classes that the second player wins.
    pub won_classes: u64,
    /// Number of gardens that the second player wins.
    pub won_gardens: u64,
}

impl SecondPlayerShare {
    fn add(&mut self, class_size: u64, is_won: bool) {
        self.merge(&Self {
            classes: 1,
            gardens: class_size,
            won_classes: u64::from(is_won),
            won_gardens: if is_won { class_size } else { 0 },
        });
    }

    fn merge(&mut self, other: &Self) {
        self.classes += other.classes;
        self.gardens += other.gardens;
        self.won_classes += other.won_classes;
        self.won_gardens += other.won_gardens;
    }
}

/// Number of possible counts of matching pairs among the four tiles in the middle: the maximum plus one.
const IN_THE_MIDDLE: usize = 7;

/// Number of possible counts of matching pairs on the four outer lines: the maximum plus one.
const ON_THE_SIDES: usize = 25;

/// The four outer lines: top, bottom, left and right.
const SIDES: [CellSet; 4] = [
    CellSet::from_bits(0x000f),
    CellSet::from_bits(0xf000),
    CellSet::from_bits(0x1111),
    CellSet::from_bits(0x8888),
];

/// Number of matching pairs within the four outer lines, out of 24 pairs.
#[must_use]
pub fn matching_on_the_sides(garden: &Garden) -> usize {
    SIDES.iter().map(|&side| garden.matching_pairs(side)).sum()
}

/// Result of an enumeration of all classes, given the list of those that the second player wins. Proved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Structure {
    /// Counts by the number of matching pairs among the four tiles in the middle, 0 to 6.
    pub middle: [SecondPlayerShare; IN_THE_MIDDLE],
    /// Counts of the gardens without such a pair, by the number of [matching pairs on the four
    /// sides](matching_on_the_sides), 0 to 24.
    pub sides: [SecondPlayerShare; ON_THE_SIDES],
    /// Counts by the number of a garden's own symmetries, two or more: all outcomes.
    pub symmetric: BTreeMap<usize, VerdictTally>,
}

/// Number of classes that a thread walks at a time. Starting a walk takes as long as some ten thousand
/// classes.
const STRIDE: u64 = 1 << 20;

/// Number of classes between checks of the cancel token.
const UNTIL_A_LOOK: usize = 1 << 14;

impl Structure {
    /// Enumerates all classes on the current rayon pool, given the `list` of those that the second player
    /// wins: some four minutes on one core. The result does not depend on the number of threads. Progress
    /// counts classes.
    ///
    /// # Errors
    ///
    /// Returns the reason with which `cancel` was set.
    pub fn count(list: &SecondWins, context: RunContext<'_>) -> Result<Self, Stop> {
        let walk = |first: u64| {
            let end = ClassNumber::COUNT.min(first + STRIDE);
            Self::of_stretch(list, first..end, context)
        };
        let strides: Vec<u64> =
            (0..ClassNumber::COUNT.div_ceil(STRIDE)).map(|stride| stride * STRIDE).collect();
        let parts = strides.into_par_iter().with_max_len(1).map(walk);
        parts.try_reduce(Self::default, |mut sum, part| {
            sum.merge(&part);
            Ok(sum)
        })
    }

    fn of_stretch(list: &SecondWins, numbers: Range<u64>, context: RunContext<'_>) -> Result<Self, Stop> {
        let mut found = Self::default();
        let Some(first) = ClassNumber::new(numbers.start) else { return Ok(found) };
        let mut listed = {
            let all = list.numbers();
            all[all.partition_point(|&number| number < numbers.start)..].iter().copied().peekable()
        };
        let mut symmetric = Vec::new();
        let mut classes = classes_from(first);
        let all: Vec<u64> = numbers.collect();
        for stretch in all.chunks(UNTIL_A_LOOK) {
            if let Some(stop) = context.cancel.reason() {
                return Err(stop);
            }
            for &number in stretch {
                let Some(garden) = classes.next() else { break };
                let size = classes.class_size();
                let is_won = listed.next_if_eq(&number).is_some();
                let middle = Feature::Middle.value(&garden);
                found.middle[middle].add(size, is_won);
                if middle == 0 {
                    found.sides[matching_on_the_sides(&garden)].add(size, is_won);
                }
                if size < Symmetry::COUNT as u64 {
                    symmetric.push((garden, size));
                }
            }
            context.progress.advance(stretch.len() as u64);
        }
        let gardens: Vec<Garden> = symmetric.iter().map(|&(garden, _)| garden).collect();
        let solved = solve_outcomes(&gardens, context.cancel)?;
        for ((_, size), (outcome, nodes)) in
            symmetric.into_iter().zip(solved.outcomes.into_iter().zip(solved.nodes))
        {
            let own = Symmetry::COUNT / usize::try_from(size).unwrap_or(1);
            found.symmetric.entry(own).or_default().add(outcome, size, nodes.into());
        }
        Ok(found)
    }

    fn merge(&mut self, other: &Self) {
        let shares = self.middle.iter_mut().zip(&other.middle).chain(self.sides.iter_mut().zip(&other.sides));
        shares.for_each(|(sum, share)| sum.merge(share));
        for (&own, &tally) in &other.symmetric {
            *self.symmetric.entry(own).or_default() += tally;
        }
    }

    /// The total over all classes.
    #[must_use]
    pub fn all(&self) -> SecondPlayerShare {
        let mut all = SecondPlayerShare::default();
        self.middle.iter().for_each(|share| all.merge(share));
        all
    }
}

/// Outcomes of random gardens by structural property. The outcomes are proved; their shares among all gardens
/// with the same property are estimates.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StructureSample {
    /// Number of gardens that x loses, draws and wins, by matching pairs among the four tiles in the middle.
    pub middle: [[u64; 3]; IN_THE_MIDDLE],
    /// The same by [matching pairs on the four sides](matching_on_the_sides).
    pub sides: [[u64; 3]; ON_THE_SIDES],
}

/// Number of gardens solved together: four times the number that the solver searches at once.
const TOGETHER: usize = 2048;

impl StructureSample {
    /// Solves the first gardens of the [sample](Source::Sample) with this seed, on the current rayon pool: some
    /// 15 microseconds each on one core. Progress counts gardens.
    ///
    /// # Errors
    ///
    /// Returns the reason with which `cancel` was set.
    pub fn draw(gardens: u64, seed: u64, context: RunContext<'_>) -> Result<Self, Stop> {
        let mut sample = Self::default();
        let mut drawn = Source::drawn(seed).take(usize::try_from(gardens).unwrap_or(usize::MAX));
        let work = |gardens: &[Garden]| {
            let outcomes = solve_outcomes(gardens, context.cancel)?.outcomes;
            let mut part = Self::default();
            for (garden, outcome) in gardens.iter().zip(outcomes) {
                part.middle[Feature::Middle.value(garden)][outcome as usize] += 1;
                part.sides[matching_on_the_sides(garden)][outcome as usize] += 1;
            }
            context.progress.advance(gardens.len() as u64);
            Ok::<_, Stop>(part)
        };
        loop {
            let wave: Vec<Garden> =
                drawn.by_ref().take(16 * TOGETHER * rayon::current_num_threads()).collect();
            if wave.is_empty() {
                return Ok(sample);
            }
            let parts: Vec<Self> = wave.par_chunks(TOGETHER).map(work).collect::<Result<_, _>>()?;
            for part in parts {
                let rows =
                    sample.middle.iter_mut().zip(part.middle).chain(sample.sides.iter_mut().zip(part.sides));
                for (sum, counts) in rows {
                    sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use hanamachi_core::search::budget::{Budget, CancelToken};

    use super::*;
    use crate::census::Span;
    use crate::position::Position;
    use crate::rules::FullBoard;
    use crate::solve::Solver;
    use crate::value::Outcome;

    /// Computes the result independently: with another search, another count of symmetries, and the text of
    /// the tiles.
    fn expected(numbers: Range<u64>, is_listed: impl Fn(u64) -> bool) -> Structure {
        let mut solver = Solver::new();
        let mut expected = Structure::default();
        let first = ClassNumber::new(numbers.start).unwrap();
        for (number, garden) in numbers.zip(classes_from(first)) {
            let matches = |one: usize, other: usize| {
                let [one, other] = [one, other].map(|cell| garden.tiles()[cell].index());
                one / 4 == other / 4 || one % 4 == other % 4
            };
            let pairs = |cells: [usize; 4]| -> usize {
                let with =
                    |index: usize| cells[..index].iter().filter(move |&&other| matches(cells[index], other));
                (1..4).map(|index| with(index).count()).sum()
            };
            let (size, is_won) = (garden.class_size(), is_listed(number));
            let middle = pairs([5, 6, 9, 10]);
            expected.middle[middle].add(size, is_won);
            if middle == 0 {
                let sides = [[0, 1, 2, 3], [12, 13, 14, 15], [0, 4, 8, 12], [3, 7, 11, 15]];
                expected.sides[sides.map(pairs).iter().sum::<usize>()].add(size, is_won);
            }
            if size < 9216 {
                let budget = Budget { nodes: None, cancel: None };
                let solution = solver.solve(&Position::start(garden), FullBoard::Draw, &budget).unwrap();
                let own = usize::try_from(9216 / size).unwrap();
                expected.symmetric.entry(own).or_default().add(solution.value.outcome(), size, 0);
            }
        }
        expected
    }

    #[test]
    fn a_walk_counts_what_each_garden_shows() {
        let cancel = CancelToken::new();
        // The first classes have symmetries; in the other classes the tiles in the middle do not match.
        for (numbers, own_symmetries, without_a_match) in
            [(0..1500, vec![2, 4, 8], false), (752_567_500..752_569_000, vec![], true)]
        {
            let is_listed = |number: u64| number.is_multiple_of(7);
            let list = SecondWins::new(numbers.clone().filter(|&number| is_listed(number)).collect(), 0);
            let context = RunContext::silent(&cancel);
            let mut found = Structure::of_stretch(&list, numbers.clone(), context).unwrap();
            found.symmetric.values_mut().for_each(|tally| tally.nodes = 0);
            assert_eq!(found, expected(numbers.clone(), is_listed));
            assert_eq!(found.symmetric.keys().copied().collect::<Vec<_>>(), own_symmetries);
            assert_eq!(found.middle[0].classes > 0, without_a_match);
            assert_eq!(found.all().classes, 1500);
            assert_eq!(found.all().won_classes, list.numbers().len() as u64);
        }
    }

    #[test]
    fn a_sample_counts_each_garden_twice() {
        let cancel = CancelToken::new();
        let sample = StructureSample::draw(5000, 1, RunContext::silent(&cancel)).unwrap();
        let all = |rows: &[[u64; 3]]| {
            let mut sums = [0; 3];
            for row in rows {
                sums.iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
            }
            sums
        };
        assert_eq!(all(&sample.middle), all(&sample.sides));
        assert_eq!(all(&sample.middle).iter().sum::<u64>(), 5000);
        // Two in three are won, and one in three is drawn.
        let won = all(&sample.middle)[Outcome::Win as usize];
        assert!((3200..3550).contains(&won), "{won}");
    }

    #[test]
    fn a_sample_has_the_gardens_of_the_census_with_its_seed() {
        const GARDENS: u64 = 600;
        let cancel = CancelToken::new();
        let mut expected = StructureSample::default();
        let span = Span::new(Source::Sample { seed: 5 }, 0..GARDENS).unwrap();
        let mut solver = Solver::new();
        for garden in span.numbered(&(0..GARDENS).collect::<Vec<_>>()) {
            let solution =
                solver.solve(&Position::start(garden), FullBoard::Draw, &Budget::UNLIMITED).unwrap();
            let outcome = solution.value.outcome() as usize;
            expected.middle[Feature::Middle.value(&garden)][outcome] += 1;
            expected.sides[matching_on_the_sides(&garden)][outcome] += 1;
        }
        assert_eq!(StructureSample::draw(GARDENS, 5, RunContext::silent(&cancel)), Ok(expected));
    }
}
