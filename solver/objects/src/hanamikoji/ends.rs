//! What an action comes to, as JSON.

use hanamachi_solver::hanamikoji::{ActionEnds, Ends, Rules};
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
    /// How often each of them wins the game with this round, by a goal.
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

/// An answer of the opponent to an offer.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AnswerObject {
    /// The card or pair taken.
    pub answer: ActionText,
    /// How often the opponent gives it.
    pub frequency: f64,
    /// The reader's probability of winning the game after it.
    pub win: f64,
}

/// What this action comes to, and the opponent's answers if it is an offer.
pub(super) fn of_action(
    rules: &Rules,
    ends: &[ActionEnds],
    action: ActionText,
) -> (Option<EndsObject>, Option<Vec<AnswerObject>>) {
    let Some(of) = ends.iter().find(|of| ActionText::from(of.action) == action) else { return (None, None) };
    let answers = of.answers.iter().map(|(answer, ends)| AnswerObject {
        answer: (*answer).into(),
        frequency: of.frequency(ends),
        win: ends.utility().midpoint(1.0),
    });
    let answers: Vec<AnswerObject> = answers.collect();
    (Some(EndsObject::new(rules, &of.ends)), (!answers.is_empty()).then_some(answers))
}
