//! A deterministic policy without plan or symmetry, for tests.

use std::hash::{BuildHasher, BuildHasherDefault};

use super::{Policy, Unsuited};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;

/// Plays with pseudorandom probabilities that depend on all of its information. It never plays some actions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scrambled {
    pub(crate) seed: u64,
}

impl Policy for Scrambled {
    fn check(&self, _rules: &Rules) -> Result<(), Unsuited> {
        Ok(())
    }

    fn of_choice(
        &self,
        _round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        let hasher = BuildHasherDefault::<rustc_hash::FxHasher>::default();
        probabilities.clear();
        probabilities.extend(actions.iter().map(|action| {
            let hash = hasher.hash_one((self.seed, information, action)) >> 20 & 0xff;
            if hash < 32 { 0.0 } else { f64::from(u8::try_from(hash).unwrap()) }
        }));
        let sum: f64 = probabilities.iter().sum();
        if sum == 0.0 {
            super::only(0, actions, probabilities);
        }
        let sum: f64 = probabilities.iter().sum();
        for probability in probabilities {
            *probability /= sum;
        }
    }
}
