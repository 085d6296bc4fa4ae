//! Sampled counterfactual regret minimization for the rest of a round.

use rand::{Rng, RngExt};

use super::{AnalysisError, Opponent, RoundDeals};
use crate::ranges::PublicRanges;
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::round::Round;
use crate::rules::state::State;
use hanamachi_core::game::{Resample, Seat};
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::cfr::sampled::SampledRule;
use hanamachi_core::search::cfr::sampled::subgame::{Alternating, Fixed, Redeals, Subgame};
use hanamachi_core::search::root_values::{Answer, Effort};

/// Probability of dealing the reader's own hand on purpose while the opponent learns.
const NEAR: f64 = 0.5;

/// Information about the reader's cards that the opponent may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Root {
    /// Public information only: the opponent must reckon with every hand that the reader may have. This is
    /// the sounder root. It converges to an equilibrium, but slowly: with too few iterations the opponent is
    /// still clumsy, and values are too high. On 17 positions two turns before the end, four blocks of 10,000
    /// iterations missed the exact value by 0.089.
    Public,
    /// The opponent learns against the reader's own cards, as if he had seen them. With very many iterations
    /// values become too low where that helps him. On the same positions it missed by 0.005.
    #[default]
    Reader,
}

/// Settings of [`sampled_cfr`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SampledSettings {
    /// Root of the subgame: the opponent's information about the reader's cards.
    pub root: Root,
    /// Model of the hands: those of both players at the public root, those of the opponent at the reader's.
    pub opponent: Opponent,
    /// Memory limit of a thread's table, in bytes.
    pub memory: usize,
}

impl SampledSettings {
    /// The reader's root and uniform deals, without assumptions about the opponent's past play. 512 MiB per
    /// thread.
    pub const UNIFORM: Self = Self { root: Root::Reader, opponent: Opponent::Uniform, memory: 512 << 20 };
}

impl Redeals<Round> for RoundDeals {
    fn redeal<R: Rng + ?Sized>(&self, round: &Round, state: &State, seat: Seat, rng: &mut R) -> State {
        let information = state.information(seat);
        match &self.policy {
            None => round.resample(&information, seat, rng),
            Some(policy) => {
                let ranges = || PublicRanges::new(round, &self.information, policy);
                self.ranges.get_or_init(ranges).sample(round, &information, rng)
            }
        }
    }

    fn redeal_near<R: Rng + ?Sized>(&self, round: &Round, state: &State, rng: &mut R) -> (State, f64) {
        let opponent = !self.information.seat();
        if self.policy.is_some() {
            return (self.redeal(round, state, opponent, rng), 1.0);
        }
        let hidden = round.hidden(&state.information(opponent));
        let hand = self.information.hand();
        let likely = hidden.probability_of_hand(hand);
        if likely == 0.0 {
            return (hidden.sample(rng), 1.0);
        }
        let near = rng.random_bool(NEAR);
        let state = if near { hidden.sample_with_hand(hand, rng) } else { hidden.sample(rng) };
        let drawn_more = if state.hand(!opponent) == hand { NEAR / likely } else { 0.0 };
        (state, 1.0 / (1.0 - NEAR + drawn_more))
    }
}

/// Solves the rest of a round from a player's information, by external sampling with regret matching; see
/// [`Subgame`]. Meant for the last four turns: earlier there are too many hands to learn about.
///
/// Each block of `effort` has its own table. Values are utilities, −1 to 1, of the player with this
/// information. Their standard errors cover sampling only, not the distance of a block of this size from
/// equilibrium.
pub fn sampled_cfr(
    round: &Round,
    information: &Information,
    settings: &SampledSettings,
    effort: Effort,
    context: RunContext<'_>,
) -> Result<Answer<Action>, AnalysisError> {
    settings.opponent.check(round.rules())?;
    let deals = RoundDeals::new(round, *information, settings.opponent);
    let SampledSettings { memory, .. } = *settings;
    let answer = match settings.root {
        Root::Public => {
            Subgame { game: round, deals: Alternating(deals), rule: SampledRule::Vanilla, memory }
                .run(effort, context)
        }
        Root::Reader => Subgame { game: round, deals: Fixed(deals), rule: SampledRule::Vanilla, memory }
            .run(effort, context),
    };
    Ok(answer?)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::{FIRST_ROUND, Favour, Game, Geisha, Kind, Rules};
    use hanamachi_core::game::HiddenInformation;
    use hanamachi_core::game::Turn;
    use hanamachi_core::search::cfr::{Cfr, Plus, SequenceForm};

    fn round(rules: Rules) -> Round {
        Game::new(rules).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0)
    }

    /// A state after this many random decisions.
    fn random_state(round: &Round, decisions: usize, rng: &mut Xoshiro256PlusPlus) -> State {
        let mut state = round.deal_random(rng);
        for _ in 0..decisions {
            round.play_random(&mut state, rng);
            while round.turn(&state) == Turn::Chance {
                round.sample_outcome(&mut state, rng);
            }
        }
        state
    }

    /// The weights correct for hands that are drawn too often: weighted means equal those of uniform deals.
    #[test]
    fn weights_make_up_for_hands_that_are_drawn_more_often() {
        let round = round(Rules::STANDARD);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let n = 40_000;
        let mut near = 0;
        for decisions in [3, 8, 9, 10] {
            let state = random_state(&round, decisions, &mut rng);
            let Turn::Player(seat) = round.turn(&state) else { continue };
            let deals = RoundDeals::new(&round, round.information(&state, seat), Opponent::Uniform);
            let other = deals.sample(&mut rng);
            // Count of a geisha's cards on the asker's side or in the asker's hand, and whether the asker
            // holds the very same hand.
            let facts = |state: &State| {
                let g =
                    Geisha::from_index(6).map_or(0, |g| state.placed(seat).plus(state.hand(seat)).count(g));
                [f64::from(g), f64::from(u8::from(state.hand(seat) == other.hand(seat))), 1.0]
            };
            let mut plain = [[0.0; 2]; 3];
            let mut weighted = [[0.0; 2]; 3];
            for _ in 0..n {
                let uniform = deals.redeal(&round, &other, !seat, &mut rng);
                let (drawn, weight) = deals.redeal_near(&round, &other, &mut rng);
                assert_eq!(drawn.information(!seat), other.information(!seat));
                near += u32::from(drawn.hand(seat) == other.hand(seat));
                for (sums, state, weight) in [(&mut plain, uniform, 1.0), (&mut weighted, drawn, weight)] {
                    for (sums, fact) in sums.iter_mut().zip(facts(&state)) {
                        sums[0] += weight * fact;
                        sums[1] += (weight * fact).powi(2);
                    }
                }
            }
            let n = f64::from(n);
            for (one, other) in plain.iter().zip(&weighted) {
                let [[mean, variance], [other_mean, other_variance]] = [one, other].map(|[sum, squares]| {
                    let mean = sum / n;
                    [mean, squares / n - mean * mean]
                });
                let error = ((variance + other_variance) / n).sqrt() + 1e-9;
                assert!((mean - other_mean).abs() < 5.0 * error, "{mean} {other_mean} ± {error}");
            }
        }
        assert!(near > 40_000, "the asker's hand was drawn {near} times only");
    }

    /// From the first decision on, the public subgame is the whole game. The values of all first hands,
    /// weighted by their probabilities, add up to the value of the game as full traversals and exact best
    /// responses find it.
    #[test]
    fn the_values_of_all_first_hands_make_up_the_value_of_a_reduced_round() {
        let kinds = [1, 3].into_iter().filter_map(Kind::from_number).collect();
        let round = round(Rules::reduced(&[2, 3, 4], kinds).expect("a game"));
        let form = SequenceForm::compile(&round, 1 << 30, RunContext::unwatched()).unwrap();
        let mut full = Cfr::new(&form, Plus);
        (0..300).for_each(|_| full.iterate());
        let truth = full.exploitability();
        assert!(truth.mean() < 1e-3, "{truth:?}");

        let mut open = vec![(round.start(), 1.0)];
        let mut first: Vec<(Information, f64)> = Vec::new();
        let mut outcomes = Vec::new();
        while let Some((state, probability)) = open.pop() {
            if let Turn::Player(seat) = round.turn(&state) {
                let known = round.information(&state, seat);
                match first.iter_mut().find(|(information, _)| *information == known) {
                    Some((_, sum)) => *sum += probability,
                    None => first.push((known, probability)),
                }
                continue;
            }
            round.outcomes(&state, &mut outcomes);
            open.extend(outcomes.iter().map(|&(outcome, share)| {
                let mut next = state;
                round.apply_chance(&mut next, outcome);
                (next, probability * share)
            }));
        }
        let effort = Effort { iterations: 16_000, block_size: NonZeroU64::new(4_000).unwrap(), seed: 5 };
        let settings = SampledSettings { root: Root::Public, ..SampledSettings::UNIFORM };
        let mut value = 0.0;
        for (information, probability) in &first {
            let answer =
                sampled_cfr(&round, information, &settings, effort, RunContext::unwatched()).unwrap();
            assert!((answer.actions.iter().map(|action| action.share).sum::<f64>() - 1.0).abs() < 1e-9);
            value += probability * answer.value.value;
        }
        assert!((value - truth.value).abs() < 0.02, "{value} by {} hands, but {truth:?}", first.len());
    }

    #[test]
    fn a_model_needs_the_standard_game() {
        let kinds = [1, 3].into_iter().filter_map(Kind::from_number).collect();
        let round = round(Rules::reduced(&[2, 3, 4], kinds).expect("a game"));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let state = random_state(&round, 1, &mut rng);
        let Turn::Player(seat) = round.turn(&state) else { panic!("a decision") };
        let settings = SampledSettings {
            opponent: super::super::Settings::LEARNED.opponent,
            ..SampledSettings::UNIFORM
        };
        let effort = Effort { iterations: 10, block_size: NonZeroU64::new(5).unwrap(), seed: 5 };
        let answer =
            sampled_cfr(&round, &state.information(seat), &settings, effort, RunContext::unwatched());
        assert_eq!(answer.err(), Some(AnalysisError::NotStandard));
    }
}
