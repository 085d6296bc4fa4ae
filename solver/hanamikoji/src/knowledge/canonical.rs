//! Canonical positions: geisha that differ by name alone under the names that make the information set smallest.
//!
//! A round does not change if geisha of equal value with their markers in the same place exchange their names, as long as the value of
//! undecided games does not tell them apart. Whoever answers the canonical position and names the answer back gives
//! exchanged positions exchanged answers, to the last digit. Names that leave the canonical position as it is are its symmetries.
//! They map actions onto equal actions: those of one *orbit*.

use crate::knowledge::information_set::InformationSet;
use crate::rules::action::Action;
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::relabelling::{Relabelling, alike, smallest_information};
use crate::rules::round::Round;

/// An information set under its canonical names.
#[derive(Clone, Debug)]
pub(crate) struct Canonical {
    /// The canonical information set.
    pub(crate) set: InformationSet,
    /// The names that lead back to the given information set.
    pub(crate) back: Relabelling,
    /// The names that lead from the given information set to the canonical one.
    pub(crate) names: Relabelling,
    /// The symmetries of the canonical information set, the identity first.
    pub(crate) same: Vec<Relabelling>,
    /// The symmetries of the round.
    all: Vec<Relabelling>,
}

/// Utilities that differ by no more are equal: some are sums in the order of the geisha.
const ROUNDING: f64 = 1e-12;

impl Canonical {
    /// The canonical form of an information set in this round.
    pub(crate) fn new(round: &Round, set: &InformationSet) -> Self {
        let all = symmetries(round);
        let (canonical, found) = smallest_information(&all, set.key());
        let names = found.first().copied().unwrap_or(Relabelling::NONE);
        let back = names.inverse();
        // From the canonical position back, then on by any names that lead to it.
        let mut same: Vec<Relabelling> = found.iter().map(|names| back.then(*names)).collect();
        same.sort_unstable();
        Self { set: set.with_information(canonical), back, names, same, all }
    }

    /// The symmetries of other information in the round, under canonical names.
    pub(crate) fn same_of(&self, information: &Information) -> Vec<Relabelling> {
        self.all.iter().copied().filter(|names| names.information(information) == *information).collect()
    }

    /// A number for random streams that follows from the canonical position alone, with its rules and markers: FNV-1a of its text. It has
    /// 53 bits, so that JSON readers with floating-point numbers preserve it.
    pub(crate) fn seed(&self) -> u64 {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        self.set.to_string().bytes().fold(0xcbf2_9ce4_8422_2325, mix) >> 11
    }
}

impl InformationSet {
    /// Seed of the random numbers of questions about this position, unless another is asked for. It follows from the position up to the
    /// names of geisha that are alike in `round`, on every machine, and has at most 53 bits.
    ///
    /// ```
    /// use hanamachi_solver::hanamikoji::{Game, InformationSet};
    ///
    /// let seed = |text: &str| {
    ///     let set: InformationSet = text.parse()?;
    ///     let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
    ///     Ok::<u64, hanamachi_solver::hanamikoji::notation::ParseError>(set.seed(&round))
    /// };
    /// // A and B are worth the same, and so are D and E.
    /// assert_eq!(seed("....... 1 AACDEFG -")?, seed("....... 1 BBCDEFG -")?);
    /// assert_ne!(seed("....... 1 AACDEFG -")?, seed("....... 1 AACDDFG -")?);
    /// // The marker of A tells her apart.
    /// assert_ne!(seed("+...... 1 AACDEFG -")?, seed("+...... 1 BBCDEFG -")?);
    /// # Ok::<(), hanamachi_solver::hanamikoji::notation::ParseError>(())
    /// ```
    #[must_use]
    pub fn seed(&self, round: &Round) -> u64 {
        Canonical::new(round, self).seed()
    }
}

/// The symmetries of a player's information in this round, the identity first.
pub(crate) fn symmetries_of(round: &Round, information: &Information) -> Vec<Relabelling> {
    let mut all = symmetries(round);
    all.retain(|names| names.information(information) == *information);
    all
}

/// For each action the place of the first one in its orbit.
pub(crate) fn orbits(same: &[Relabelling], actions: &[Action]) -> Vec<usize> {
    let smallest = |action: Action| same.iter().map(|names| names.action(action)).fold(action, Action::min);
    let smallest: Vec<Action> = actions.iter().map(|&action| smallest(action)).collect();
    smallest.iter().map(|of| smallest.iter().position(|other| other == of).unwrap_or_default()).collect()
}

/// The relabellings that leave the round as it is, the identity first.
fn symmetries(round: &Round) -> Vec<Relabelling> {
    let groups = alike(round.rules(), round.favour());
    let mut all = Relabelling::all(&groups);
    let is_kept = |names: &Relabelling| {
        (0..Favour::LAYOUTS).all(|layout| {
            let other = names.favour(Favour::from_index(layout).unwrap_or_default()).index();
            other <= layout || (round.utilities()[layout] - round.utilities()[other]).abs() < ROUNDING
        })
    };
    // Exchanges of neighbours make up all the others.
    let neighbours = groups.iter().flat_map(|group| group.windows(2));
    if !neighbours.map(Relabelling::exchange).all(|names| is_kept(&names)) {
        all.retain(is_kept);
    }
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;

    use super::*;
    use crate::rules::Game;
    use crate::{FIRST_ROUND, Geisha, Rules};

    fn set(text: &str) -> InformationSet {
        text.parse().unwrap()
    }

    fn valued(set: &InformationSet) -> Round {
        Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first())
    }

    #[test]
    fn composite_exchanges_are_symmetries() {
        // A with B, and D with E, at the same time: the pairs of the competition tell single exchanges apart.
        let set = set("....... 2 ABCDEF 4ADBE");
        let canonical = Canonical::new(&valued(&set), &set);
        assert_eq!(canonical.same.len(), 2);
        let pairs = ["AD", "BE", "AE"].map(|pair| {
            let pair: Vec<Geisha> = pair.chars().filter_map(Geisha::from_letter).collect();
            Action::take_pair([pair[0], pair[1]])
        });
        let same = symmetries_of(&valued(&set), set.key());
        assert_eq!((same.len(), orbits(&same, &pairs)), (2, vec![0, 0, 2]));
    }

    /// A table that values the marker of A more than that of B tells these two apart, and no others.
    #[test]
    fn an_asymmetric_table_tells_geisha_apart() {
        let of_a = |favour: Favour| {
            let owner = favour.owner(Geisha::ALL[0]);
            owner.map_or(0.0, |owner| owner.from_first(0.1))
        };
        let round = Game::new(Rules::STANDARD).round(FIRST_ROUND, Favour::NEUTRAL, of_a);
        assert_eq!(symmetries(&round).len(), 4);
        let plain = Game::new(Rules::STANDARD).valued_round(FIRST_ROUND, Favour::NEUTRAL);
        assert_eq!(symmetries(&plain).len(), 12);
    }

    /// All relabellings of a position have the same canonical form and lead back to themselves.
    #[test]
    fn exchanged_positions_have_one_canonical_form() {
        let round = Game::new(Rules::STANDARD).valued_round(FIRST_ROUND, Favour::NEUTRAL);
        let all = symmetries(&round);
        let pack: Vec<char> = "AABBCCDDDEEEFFFFGGGGG".chars().collect();
        let hands = prop::sample::subsequence(pack, 7);
        let config = ProptestConfig { cases: 24, ..ProptestConfig::default() };
        TestRunner::new(config)
            .run(&hands, |hand| {
                let given = set(&format!("....... 1 {} -", hand.into_iter().collect::<String>()));
                let canonical = Canonical::new(&round, &given);
                prop_assert_eq!(canonical.back.information(canonical.set.key()), *given.key());
                for names in &canonical.same {
                    prop_assert_eq!(names.information(canonical.set.key()), *canonical.set.key());
                }
                for names in &all {
                    let other = given.with_information(names.information(given.key()));
                    let of_other = Canonical::new(&round, &other);
                    prop_assert_eq!(of_other.set, canonical.set);
                    prop_assert_eq!(&of_other.same, &canonical.same);
                    prop_assert_eq!(of_other.seed(), canonical.seed());
                }
                Ok(())
            })
            .unwrap();
    }
}
