//! What an action comes to, as JSON.

use crate::study::OfferAnswer;
use crate::{ActionEnds, Ends, Rules};
use serde::Serialize;

use super::action_text::ActionText;

/// Where the markers lie after the round, of the kind and computation of `win`.
#[derive(Clone, Debug, Serialize)]
pub struct EndsObject {
    /// For each geisha of the game in order, how often her marker lies on the reader's side.
    pub mine: Vec<f64>,
    /// How often it lies on the opponent's.
    pub theirs: Vec<f64>,
    /// Mean charm points of the reader and of the opponent.
    pub charm: [f64; 2],
    /// How often each of them has reached a goal.
    pub goal: [f64; 2],
    /// Size of the sample; `null` if these numbers are not sampled.
    pub n: Option<u64>,
}

impl EndsObject {
    fn new(rules: &Rules, ends: &Ends) -> Self {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of rollouts")]
        let whole = |size: f64| size.round() as u64;
        Self {
            mine: rules.geisha().map(|geisha| ends.mine(geisha)).collect(),
            theirs: rules.geisha().map(|geisha| ends.theirs(geisha)).collect(),
            charm: ends.charm(rules),
            goal: ends.goal(),
            n: ends.size().map(whole),
        }
    }
}

/// What this action comes to, and the opponent's answers if it is an offer.
pub(super) fn of_action(
    rules: &Rules,
    ends: &[ActionEnds],
    action: ActionText,
) -> (Option<EndsObject>, Option<Vec<OfferAnswer>>) {
    let is_seen = |of: &&ActionEnds| ActionText::from(of.action) == action && of.ends.weight() > 0.0;
    let Some(of) = ends.iter().find(is_seen) else { return (None, None) };
    let answers = of.answers.iter().map(|(answer, ends)| OfferAnswer::new(of, *answer, ends));
    let answers: Vec<OfferAnswer> = answers.collect();
    (Some(EndsObject::new(rules, &of.ends)), (!answers.is_empty()).then_some(answers))
}
