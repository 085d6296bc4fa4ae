//! The search that grading and hints rest on: what is [known best](Advisor) for the rules, in a fixed number of blocks, whose differences
//! tell the error.

use std::num::NonZeroU64;

use crate::analysis::{Advisor, AnalysisError};
use crate::knowledge::{InformationSet, Setup};
use crate::rules::{Action, Information, Round};
use hanamachi_core::game::HiddenInformation;
use hanamachi_core::search::budget::{CancelToken, RunContext};
use hanamachi_core::search::estimate::ClusterMean;
use hanamachi_core::search::root_values::{Answer, Effort};

/// How a decision is searched: how much, and from which seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionSearch {
    /// Iterations in all, in [`BLOCKS`](Self::BLOCKS) blocks.
    pub iterations: NonZeroU64,
    /// Whose random streams the blocks draw from.
    pub seed: u64,
}

impl DecisionSearch {
    /// Blocks of a search. Enough that their differences tell the error, few enough that each grows a tree.
    pub const BLOCKS: u64 = 20;

    /// Iterations of a block.
    fn block_size(self) -> NonZeroU64 {
        NonZeroU64::new(self.iterations.get().div_ceil(Self::BLOCKS)).unwrap_or(NonZeroU64::MIN)
    }

    /// Searches on the current pool of threads. Values are utilities of the player whose information it is, −1 to 1.
    ///
    /// # Errors
    ///
    /// [`AnalysisError::Stopped`] when the token was set: what was finished by then is no answer to what was asked.
    pub fn run(
        self,
        round: &Round,
        information: &Information,
        context: RunContext<'_>,
    ) -> Result<Answer<Action>, AnalysisError> {
        let effort =
            Effort { iterations: self.iterations.get(), block_size: self.block_size(), seed: self.seed };
        let answer = Advisor::new(round, information).run(effort, context)?;
        answer.stopped.map_or(Ok(answer), |stop| Err(stop.into()))
    }

    /// What one block with a seed of its own says of the value alone.
    pub(super) fn block(
        self,
        advisor: &Advisor<'_>,
        seed: u64,
        cancel: &CancelToken,
    ) -> Result<ClusterMean, AnalysisError> {
        let size = self.block_size();
        let effort = Effort { iterations: size.get(), block_size: size, seed };
        Ok(advisor.run(effort, RunContext::silent(cancel))?.value)
    }
}

/// What the player knows who decides so, as soon as it is decided.
pub(super) fn after(round: &Round, information: &Information, action: Action) -> Information {
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
    use super::*;
    use crate::FIRST_ROUND;
    use crate::knowledge::RoundRecord;
    use crate::rules::{Favour, Game, Rules};
    use hanamachi_core::game::Turn;
    use hanamachi_core::search::budget::Stop;

    /// Every decision of a round is followed by something that can be searched: the opponent, an own draw or the end.
    #[test]
    fn what_is_known_after_a_decision_can_be_searched() {
        let text = "....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD-A,3ADE-D,2CF,2BF,4EEFG-EE,1C";
        let record: RoundRecord = text.parse().unwrap();
        let round = Game::new(Rules::STANDARD).valued_round(FIRST_ROUND, Favour::NEUTRAL);
        let search = DecisionSearch { iterations: NonZeroU64::new(20).unwrap(), seed: 1 };
        for decision in record.decisions() {
            let set = &decision.information_set;
            let after = after(&round, set.key(), decision.action);
            let known = *round.hidden(&after).known();
            assert_ne!(round.turn(&known), Turn::Player(set.seat()), "{set}");
            let answer = search.run(&round, &after, RunContext::unwatched()).unwrap();
            assert!(answer.value.value.abs() <= 1.0 && answer.iterations == 20, "{set}");
        }
    }

    #[test]
    fn a_search_that_is_stopped_has_no_answer() {
        let set: InformationSet = "....... 1 ABCDEFG -".parse().unwrap();
        let round = Game::new(Rules::STANDARD).valued_round(FIRST_ROUND, Favour::NEUTRAL);
        let search = DecisionSearch { iterations: NonZeroU64::new(100_000).unwrap(), seed: 1 };
        let cancel = CancelToken::new();
        cancel.cancel(Stop::Time);
        let answer = search.run(&round, set.key(), RunContext::silent(&cancel));
        assert_eq!(answer.err(), Some(AnalysisError::Stopped(Stop::Time)));
    }
}
