//! The search that hints and reviews rest on: information-set Monte Carlo tree search in blocks, whose differences tell
//! the error.

use std::num::NonZeroU64;

use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::hanamikoji::analysis::{AnalysisError, Settings, ismcts};
use hanamachi_solver::hanamikoji::{Action, Information, InformationSet, Round, Rules, Setup};
use hanamachi_solver::search::budget::{CancelToken, Progress, RunContext};
use hanamachi_solver::search::estimate::ClusterMean;
use hanamachi_solver::search::root_values::{Answer, Effort};

use crate::failure::Failure;

/// Blocks of a search. Enough that their differences tell the error, few enough that each grows a tree.
pub(in crate::hanamikoji) const BLOCKS: u64 = 20;

/// How much to search and what to draw from.
#[derive(Clone, Copy, Debug)]
pub(in crate::hanamikoji) struct Search {
    /// Iterations in all.
    pub(in crate::hanamikoji) iterations: NonZeroU64,
    /// Whose random streams the blocks draw from.
    pub(in crate::hanamikoji) seed: u64,
}

impl Search {
    /// The settings for these rules: what self-play has taught where it applies, else nothing but the rules.
    pub(in crate::hanamikoji) fn settings(rules: &Rules) -> Settings {
        if rules.is_standard_round() { Settings::ANALYSIS } else { Settings::PLAIN }
    }

    /// The search in a word, for output.
    pub(in crate::hanamikoji) fn method(rules: &Rules) -> &'static str {
        if Self::settings(rules).is_plain() { "ismcts:guide=none" } else { "ismcts:guide=learned" }
    }

    /// What is known of its error beyond sampling, in the first turns of a round, in a sentence.
    pub(in crate::hanamikoji) fn model_error(rules: &Rules) -> Option<String> {
        Self::settings(rules).model_error(0).map(|error| error.sentence())
    }

    /// Iterations of a block.
    fn block_size(self) -> NonZeroU64 {
        NonZeroU64::new(self.iterations.get().div_ceil(BLOCKS)).unwrap_or(NonZeroU64::MIN)
    }

    /// What one block of its own says of the value alone.
    pub(in crate::hanamikoji) fn block(
        self,
        round: &Round,
        information: &Information,
        seed: u64,
        cancel: &CancelToken,
    ) -> Result<ClusterMean, Failure> {
        let size = self.block_size();
        let effort = Effort { iterations: size.get(), block_size: size, seed };
        let settings = Self::settings(round.rules());
        Ok(ismcts(round, information, &settings, effort, RunContext::silent(cancel)).map_err(failure)?.value)
    }

    /// Searches on the current pool of threads. Values are utilities of the player whose information it is.
    pub(in crate::hanamikoji) fn run(
        self,
        round: &Round,
        information: &Information,
        context: RunContext<'_, impl Progress>,
    ) -> Result<Answer<Action>, Failure> {
        let effort =
            Effort { iterations: self.iterations.get(), block_size: self.block_size(), seed: self.seed };
        let settings = Self::settings(round.rules());
        let answer = ismcts(round, information, &settings, effort, context).map_err(failure)?;
        // What was finished before a limit is no answer to what was asked.
        answer.stopped.map_or(Ok(answer), |stop| Err(stop.into()))
    }
}

fn failure(error: AnalysisError) -> Failure {
    match error {
        AnalysisError::Stopped(stop) => stop.into(),
        AnalysisError::NotStandard => anyhow::Error::new(error).into(),
    }
}

/// What the player knows who decides so, as soon as it is decided.
pub(in crate::hanamikoji) fn after(round: &Round, information: &Information, action: Action) -> Information {
    let mut known = *round.hidden(information).known();
    round.play(&mut known, action);
    let after = round.information(&known, information.seat());
    // Where it is the opponent's turn next, the card that he draws is not seen: go on where he has drawn it, as an
    // information set does. A moment before an own draw is none, and stays.
    let setup = Setup {
        rules: *round.rules(),
        round_number: round.number(),
        favour_of_first: round.favour(),
        seat: after.seat(),
        hand: after.hand(),
        history: after.history().iter().filter_map(|entry| entry.unpack()).collect(),
    };
    InformationSet::try_from(setup).map_or(after, |set| *set.key())
}

#[cfg(test)]
mod tests {
    use hanamachi_solver::game::Turn;
    use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game, RoundRecord};

    use super::*;

    /// Every decision of a round is followed by something that can be searched: the opponent, an own draw or the end.
    #[test]
    fn what_is_known_after_a_decision_can_be_searched() {
        let text = "....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD-A,3ADE-D,2CF,2BF,4EEFG-EE,1C";
        let record: RoundRecord = text.parse().unwrap();
        let round = Game::new(Rules::STANDARD).valued_round(FIRST_ROUND, Favour::NEUTRAL);
        let search = Search { iterations: NonZeroU64::new(20).unwrap(), seed: 1 };
        for decision in record.decisions() {
            let set = &decision.information_set;
            let after = after(&round, set.key(), decision.action);
            let known = *round.hidden(&after).known();
            assert_ne!(round.turn(&known), Turn::Player(set.seat()), "{set}");
            let answer = search.run(&round, &after, RunContext::unwatched()).unwrap();
            assert!(answer.value.value.abs() <= 1.0 && answer.iterations == 20, "{set}");
        }
    }
}
