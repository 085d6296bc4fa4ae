//! Study of a position.

use super::actions::{Advice, HandValue, ValuedAction};
use super::exchanges::Exchanges;
use super::holdings::Holdings;
use super::question::Evaluate;
use super::reasons::Comparison;
use super::searched::SearchedPosition;
use super::solved::SolvedPosition;
use crate::analysis::ModelError;
use crate::endgame::Seen;
use crate::knowledge::{InformationSet, Variation};
use crate::rules::{Action, ActionEnds, Continuation, Round};
use hanamachi_core::search::budget::Stop;
use hanamachi_core::search::strength::Number;

/// Value of a position to the reader, and the method that found it.
#[derive(Clone, PartialEq, Debug)]
pub enum PositionValue {
    /// Result of a search: an estimate.
    Searched(Box<SearchedPosition>),
    /// Solution of the rest of the round.
    Solved(Box<SolvedPosition>),
}

impl PositionValue {
    /// Probability that the reader wins the game; a shared game counts one half.
    #[must_use]
    pub fn win(&self) -> Number {
        match self {
            Self::Searched(searched) => searched.win,
            Self::Solved(solved) => solved.win,
        }
    }

    /// The reader's actions, the recommended one first; empty where the reader does not decide.
    #[must_use]
    pub fn actions(&self) -> &[ValuedAction] {
        match self {
            Self::Searched(searched) => &searched.actions,
            Self::Solved(solved) => &solved.actions,
        }
    }

    /// Possible actions of the opponent, the likeliest first; empty where the opponent does not decide.
    #[must_use]
    pub fn opponent_actions(&self) -> &[ValuedAction<Seen>] {
        match self {
            Self::Searched(searched) => &searched.opponent_actions,
            Self::Solved(solved) => &solved.opponent_actions,
        }
    }

    /// Advice to the reader; `None` where the reader does not decide.
    #[must_use]
    pub fn advice(&self) -> Option<Advice> {
        match self {
            Self::Searched(searched) => searched.advice(),
            Self::Solved(solved) => solved.advice(),
        }
    }

    /// What each action of the reader comes to; empty where the method does not see the ends of the round.
    #[must_use]
    pub fn ends(&self) -> &[ActionEnds] {
        match self {
            Self::Searched(searched) => &searched.ends,
            Self::Solved(solved) => &solved.ends,
        }
    }

    /// Value of the hand, and the action to play with it.
    #[must_use]
    pub fn hand_value(&self) -> HandValue {
        match self {
            Self::Searched(searched) => searched.hand_value(),
            Self::Solved(solved) => solved.hand_value(),
        }
    }

    /// Seed of the random numbers.
    #[must_use]
    pub fn seed(&self) -> u64 {
        match self {
            Self::Searched(searched) => searched.effort.seed,
            Self::Solved(solved) => solved.request.seed,
        }
    }

    /// Known error beyond sampling.
    #[must_use]
    pub fn model_error(&self) -> Option<ModelError> {
        match self {
            Self::Searched(searched) => searched.model_error,
            Self::Solved(solved) => solved.model_error(),
        }
    }

    /// If the rest of the round was solved: its value to the reader before the hands are known, where it
    /// [says something](SolvedPosition::told_over_hands).
    #[must_use]
    pub fn told_over_hands(&self) -> Option<Number> {
        match self {
            Self::Searched(_) => None,
            Self::Solved(solved) => solved.told_over_hands(),
        }
    }
}

/// Full study of a position: its value, the value of each action, the probable locations of the unseen cards,
/// and the effect of exchanging a card in hand.
///
/// ```
/// use hanamachi_solver::hanamikoji::study::{Evaluate, Exchanges, PositionStudy};
/// use hanamachi_solver::hanamikoji::{Game, InformationSet};
/// use hanamachi_solver::search::budget::RunContext;
///
/// let set: InformationSet = "....... 2 ABDEFG 4ACBD".parse()?;
/// let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
/// let context = RunContext::unwatched();
/// // Solved where that costs little, else searched.
/// let question: Evaluate = "auto:iterations=2000".parse()?;
/// let study = question.run(&round, &set, context)?;
/// assert_eq!(study.value.advice().unwrap().play.to_string(), "-AC");
/// let each: Evaluate = "auto:iterations=100".parse()?;
/// let study = PositionStudy { exchanges: Exchanges::search(&round, &set, each.search(&set), context, |_| ())?, ..study };
/// // Each of the six different cards, for each geisha with an unseen card.
/// assert_eq!(study.exchanges.unwrap().others.len(), set.variations().len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionStudy {
    /// The question.
    pub question: Evaluate,
    /// The position.
    pub information_set: InformationSet,
    /// What values the games that the round leaves undecided.
    pub continuation: Continuation,
    /// Value of the position.
    pub value: PositionValue,
    /// Probable locations of the unseen cards.
    pub holdings: Holdings,
    /// Effect of exchanging a card; `None` where that was not asked for, or there is no card to exchange.
    pub exchanges: Option<Exchanges>,
}

impl PositionStudy {
    /// Why the recommended action is better than the best action of another kind, and than each of those
    /// `asked` about. Empty where the reader does not decide, and where the method does not see the ends of
    /// the round.
    #[must_use]
    pub fn why(&self, asked: &[Action]) -> Vec<Comparison> {
        let value = &self.value;
        let Some(advice) = value.advice() else { return Vec::new() };
        let actions = (value.actions(), &advice);
        Comparison::all(self.information_set.rules(), actions, value.ends(), self.least_difference(), asked)
    }

    /// Why the recommended action is better than this one, if that is known.
    #[must_use]
    pub fn why_not(&self, action: Action) -> Option<Comparison> {
        let (value, rules) = (&self.value, self.information_set.rules());
        let play = value.advice()?.play;
        let pair = [play, action];
        Comparison::new(rules, value.actions(), value.ends(), self.least_difference(), pair)
            .filter(|_| play != action)
    }

    /// Differences below the error of the method are no reasons.
    fn least_difference(&self) -> f64 {
        self.value.model_error().map_or(0.0, |error| error.mean)
    }

    /// True if a search had no time for a second block, so that it has no standard error.
    pub(super) fn tells_no_error(&self) -> bool {
        matches!(&self.value, PositionValue::Searched(of) if of.blocks < 2 && of.stopped == Some(Stop::Time))
    }

    /// Study of a position with this value, with the probable locations of the unseen cards.
    pub(super) fn new(
        question: Evaluate,
        (round, set): (&Round, &InformationSet),
        variations: &[Variation],
        value: PositionValue,
    ) -> Self {
        let others: Vec<(Variation, HandValue)> = match &value {
            PositionValue::Searched(_) => Vec::new(),
            PositionValue::Solved(solved) => {
                let others = variations.iter().zip(&solved.others);
                others.filter_map(|(variation, hand)| Some((*variation, (*hand)?))).collect()
            }
        };
        let holdings = match &value {
            PositionValue::Searched(searched) => Holdings::of_search(round, set, &searched.method),
            PositionValue::Solved(solved) => Holdings::new(round, set, solved.request.reach),
        };
        Self {
            question,
            information_set: *set,
            continuation: round.continuation(),
            holdings,
            exchanges: (!others.is_empty()).then(|| Exchanges::new(value.hand_value(), others)),
            value,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::analysis::{Against, NEARLY_ALL};
    use crate::rules::Game;
    use crate::study::{SolveError, SolveRequest};
    use hanamachi_core::search::budget::{CancelToken, RunContext};
    use hanamachi_core::search::strength::{HasStrength, Strength};

    fn round(set: &InformationSet) -> Round {
        Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first())
    }

    /// A solution gives another hand the same value as that hand's own study.
    #[test]
    fn an_exchange_is_worth_what_the_other_hand_is_worth() {
        let set: InformationSet = "... 1 ABC - geisha=2,3,4 actions=1,3".parse().unwrap();
        let round = round(&set);
        let exact: Evaluate = "exact".parse().unwrap();
        let solve = |set: &InformationSet, variations: &[Variation]| {
            exact.solve(&round, set, variations, RunContext::unwatched()).unwrap().unwrap()
        };
        let study = solve(&set, &set.variations());
        let exchanges = study.exchanges.unwrap();
        assert_eq!(exchanges.here, study.value.hand_value());
        assert_eq!(exchanges.others.len(), set.variations().len());
        for exchange in &exchanges.others {
            let other = solve(&exchange.variation.information_set, &[]);
            assert_eq!(exchange.value, other.value.hand_value());
            let change = other.value.win().value() - study.value.win().value();
            assert!((exchange.change.value() - change).abs() < 1e-12);
            assert_eq!(exchange.change.strength(), Strength::Computed);
            assert!(other.exchanges.is_none());
        }
    }

    #[test]
    fn a_search_values_all_actions_and_the_best_stands_first() {
        let set: InformationSet = "....... 2 ABDEFG 4ACBD".parse().unwrap();
        let round = round(&set);
        let question: Evaluate = "ismcts:iterations=400,block=20".parse().unwrap();
        let study = question.run(&round, &set, RunContext::unwatched()).unwrap();
        let losses: Vec<f64> = study.value.actions().iter().filter_map(|action| action.loss).collect();
        assert!(losses.len() == 2 && losses[0] == 0.0 && losses[1] > 0.0);
        assert_eq!(study.value.advice().unwrap().play, study.value.actions()[0].action);
        assert_eq!(study.value.win().strength(), Strength::Estimated);
        assert!(study.value.model_error().is_some() || study.value.told_over_hands().is_none());
    }

    /// What this question solves.
    fn request(set: &InformationSet, question: &str) -> SolveRequest {
        let question: Evaluate = question.parse().unwrap();
        question.solve_request(set.rules(), 1).unwrap()
    }

    /// Solves with these limits on memory, in MiB, and on time.
    fn solved_within(set: &InformationSet, mebibytes: u64, time: Option<Duration>) -> SolvedPosition {
        let request = SolveRequest { time, ..request(set, &format!("auto:memory={mebibytes}M")) };
        let cancel = CancelToken::new();
        let other: InformationSet = "+..-.-+ 2 BDGG 3CEG-G,1B,1X,4ADFF-FF,2XX".parse().unwrap();
        let solved =
            SolvedPosition::solve_if_small(&round(set), set, &[other], &request, RunContext::silent(&cancel));
        solved.unwrap().expect("small enough over few hands")
    }

    #[test]
    fn in_little_memory_or_time_few_hands_are_live_and_the_values_are_estimates() {
        let set: InformationSet = "+..-.-+ 2 BEGG 3CEG-G,1B,1X,4ADFF-FF,2XX".parse().unwrap();
        let [all, few] = [1024, 1].map(|mebibytes| solved_within(&set, mebibytes, None));
        assert!(all.live >= NEARLY_ALL && few.live < NEARLY_ALL, "{} {}", all.live, few.live);
        assert!(few.bytes < all.bytes / 2 && few.bytes <= 1 << 20);
        let strengths = |of: &SolvedPosition| [&of.win, &of.exploitability].map(HasStrength::strength);
        assert_eq!(strengths(&all), [Strength::Computed, Strength::Proved]);
        assert_eq!(strengths(&few), [Strength::Estimated; 2]);
        let against = |of: &SolvedPosition| of.model_error().map(|error| error.against);
        assert_eq!([against(&all), against(&few)], [None, Some(Against::MoreHands)]);
        let other = |of: &SolvedPosition| of.others[0].map(|hand| hand.win.strength());
        assert_eq!([other(&all), other(&few)], [Some(Strength::Computed), Some(Strength::Estimated)]);
        // What is proved about the few hands leaves room for all others.
        let width = |of: &SolvedPosition| of.interval[1] - of.interval[0];
        assert!(width(&all) < 0.06 && width(&few) > 0.2, "{} {}", width(&all), width(&few));
        assert!((all.win.value() - few.win.value()).abs() < 0.1, "{} {}", all.win.value(), few.win.value());
        assert_eq!(all.advice().unwrap().play, few.advice().unwrap().play);
        assert!(solved_within(&set, 1024, Some(Duration::from_millis(20))).live < all.live);
    }

    /// The work done is that which a time of one core stands for, whether a position takes many iterations or few; a larger tree may
    /// take up to twice as many as the first look tells.
    #[test]
    fn where_not_all_hands_fit_the_work_is_that_of_the_time() {
        let (budget, hard) = (30_000_000.0, "..++.+- 1 AADFF 3EEE-E,1X,1D,3GGG-G");
        for (text, likely, question, target) in [
            ("....... 1 ABEEG 1E,1X,3FFF-F,3ABC-C", 0.1..NEARLY_ALL, "auto:time=1.4", 0.0075),
            (hard, 0.01..NEARLY_ALL, "auto:time=1.4", 0.0075),
            // Whoever asks for a smaller exploitability gets it, over fewer hands.
            (hard, 0.01..NEARLY_ALL, "auto:time=1.4,exploitability=0.004", 0.004),
        ] {
            let set: InformationSet = text.parse().unwrap();
            let request = request(&set, question);
            let (round, context) = (round(&set), RunContext::unwatched());
            let solved = SolvedPosition::solve_if_small(&round, &set, &[], &request, context);
            let solved = solved.unwrap().expect("small enough over few hands");
            #[expect(clippy::cast_precision_loss, reason = "some millions")]
            let updates = (solved.size.sequences * solved.iterations) as f64;
            assert!((0.4..2.0).contains(&(updates / budget)), "{text}: {updates} updates");
            assert!(likely.contains(&solved.live), "{text}: {}", solved.live);
            // The work goes into hands, not into the last tenths of a point.
            assert_eq!((solved.exploitability.value() <= target, solved.stopped), (true, None), "{text}");
            // A first look, unless there was room for nothing else, had an eighth of it and fewer hands.
            if let Some((fewer, _)) = solved.over_fewer {
                assert!(fewer < solved.live, "{text}: {fewer} {}", solved.live);
            }
        }
    }

    /// An answer to an offer is solved with the turns after it, and is worth what it is worth over all hands.
    #[test]
    fn an_answer_is_solved_with_the_turns_after_it() {
        let set: InformationSet = "+...--+ 1 AAFF 3BFG-F,4BCGG-GG,1D,3DDE".parse().unwrap();
        let (round, cancel) = (round(&set), CancelToken::new());
        let request = SolveRequest { turns: 4, ..request(&set, "auto") };
        let live = SolvedPosition::solve_if_small(&round, &set, &[], &request, RunContext::silent(&cancel));
        let (live, all) =
            (live.unwrap().unwrap(), SolvedPosition::solve(&round, &set, &[], &request, &cancel).unwrap());
        assert!(live.live >= NEARLY_ALL && live.live < all.live && all.live >= 1.0, "{}", live.live);
        assert_eq!(live.advice().unwrap().play, all.advice().unwrap().play);
        // A change of 0.01 of utility is one of 0.005 in the probability of winning.
        let apart = live.win.value() - all.win.value();
        assert!(apart.abs() < 0.01, "{apart}");
        let fewer = SolveRequest { turns: 3, ..request };
        let solved = SolvedPosition::solve_if_small(&round, &set, &[], &fewer, RunContext::silent(&cancel));
        assert!(solved.unwrap().is_none());
    }

    #[test]
    fn what_is_too_large_is_not_begun() {
        let set: InformationSet = "....... 1 ABCDEFG -".parse().unwrap();
        let round = round(&set);
        let exact: Evaluate = "exact".parse().unwrap();
        let context = RunContext::unwatched();
        assert!(exact.solve_if_small(&round, &set, &[], context).unwrap().is_none());
        let refused = exact.solve(&round, &set, &[], context).unwrap_err();
        let SolveError::Memory { needed, allowed } = refused else { panic!("{refused}") };
        assert!(needed > allowed && allowed == SolveRequest::STANDARD.memory);
    }
}
