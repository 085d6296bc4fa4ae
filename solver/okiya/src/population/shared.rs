//! Features common to the gardens that the second player wins, and rare elsewhere.

use super::{Feature, Population};

/// A value of a feature that (nearly) every garden won by the second player has, though few gardens have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SharedValue {
    /// The feature.
    pub feature: Feature,
    /// Number of matching pairs.
    pub pairs: usize,
    /// Gardens that the second player wins.
    pub won_by_o: u64,
    /// Gardens among them with the value.
    pub sharing: u64,
    /// Gardens with the value, for any winner.
    pub gardens: u64,
}

/// Minimum number of gardens: fewer may agree by chance.
pub const FEWEST: u64 = 3;

/// At most one in this many gardens won by the second player may have another value.
pub const EXCEPTIONS: u64 = 20;

/// A property is special only if at most one in this many gardens has it.
pub const RARITY: u64 = 4;

impl Population {
    /// The features for which all gardens won by the second player, except for one in [`EXCEPTIONS`], agree
    /// on a value that at most a quarter of all gardens have, in the order of [`Feature::ALL`]. Empty if the
    /// second player wins fewer than [`FEWEST`] gardens.
    #[must_use]
    pub fn shared_by_o(&self) -> Vec<SharedValue> {
        let [by_loss, ..] = &self.values;
        let shared = |feature: Feature| {
            let values = &by_loss[feature as usize];
            let won_by_o: u64 = values.values().sum();
            let (&pairs, &sharing) = values.iter().max_by_key(|&(_, &count)| count)?;
            let is_one = (won_by_o - sharing).saturating_mul(EXCEPTIONS) <= won_by_o && won_by_o >= FEWEST;
            let of_outcome = self.values.iter().filter_map(|values| values[feature as usize].get(&pairs));
            let gardens: u64 = of_outcome.sum();
            let is_rare = gardens.saturating_mul(RARITY) <= self.tally.gardens();
            (is_one && is_rare).then_some(SharedValue { feature, pairs, won_by_o, sharing, gardens })
        };
        Feature::ALL.into_iter().filter_map(shared).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Combination;
    use super::*;
    use hanamachi_core::game::Score;

    /// Gardens counted by hand: won by o, all others, and the value of every feature.
    fn population(rows: &[(u64, u64, usize)]) -> Population {
        let mut population = Population::default();
        for &(won_by_o, others, pairs) in rows {
            let drawn = Combination::new(Score::ZERO, 0).unwrap();
            (0..won_by_o + others).for_each(|_| population.tally.joint.add(drawn));
            for feature in 0..Feature::ALL.len() {
                for (outcome, count) in [(0, won_by_o), (2, others)] {
                    if count > 0 {
                        *population.values[outcome][feature].entry(pairs).or_default() += count;
                    }
                }
            }
        }
        population
    }

    #[test]
    fn a_rare_value_that_all_of_them_have_is_found() {
        let found = population(&[(9, 16, 0), (0, 75, 3)]).shared_by_o();
        let first =
            SharedValue { feature: Feature::Neighbours, pairs: 0, won_by_o: 9, sharing: 9, gardens: 25 };
        assert_eq!((found.len(), found[0]), (Feature::ALL.len(), first));
    }

    #[test]
    fn one_in_twenty_may_be_an_exception() {
        let found = population(&[(19, 6, 0), (1, 74, 3)]).shared_by_o();
        let first =
            SharedValue { feature: Feature::Neighbours, pairs: 0, won_by_o: 20, sharing: 19, gardens: 25 };
        assert_eq!(found[0], first);
        assert_eq!(population(&[(18, 7, 0), (1, 74, 3)]).shared_by_o(), []);
    }

    #[test]
    fn what_is_common_or_not_shared_or_of_too_few_is_not() {
        for rows in [
            &[(9, 17, 0), (0, 75, 3)][..],
            &[(8, 0, 0), (1, 0, 1), (0, 91, 3)],
            &[(2, 0, 0), (0, 98, 3)],
            &[(0, 100, 3)],
            &[],
        ] {
            assert_eq!(population(rows).shared_by_o(), [], "{rows:?}");
        }
    }
}
