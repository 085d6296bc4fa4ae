//! Static evaluation: a learned estimate of the probability of winning the game, without search.
//!
//! There are two small networks of table rows, trained by self-play. One evaluates a player's
//! [`View`] and may guide decisions. The other evaluates states with all cards open. It may value the leaves
//! of a search over deals but must never choose an action. Both assume the deals, actions and goals of the
//! standard game.

mod choices;
mod features;
mod network;
mod view;

use std::sync::LazyLock;

use arrayvec::ArrayVec;
pub use choices::ViewActions;
use features::{STATE_ROWS, VIEW_ROWS};
use network::{Network, WIDTH, sigmoid};
pub use view::View;

use crate::rules::action::Action;
use crate::rules::card::Cards;
use crate::rules::parameters::Kind;
use crate::rules::round::Round;
use crate::rules::state::{State, answers};
use crate::rules::turn::Entry;

/// Strength of the opponent's preference for answers that are worse for the offering player: the weight of an
/// answer is e^(−`BETA` · logit).
const BETA: f32 = 1.5;

/// A learned evaluation.
#[derive(Clone, Debug)]
pub struct Evaluation {
    view: Network,
    state: Network,
}

/// The weights: 16-bit integers, little-endian, in units of 2⁻¹¹; first those for views, then those for states. They were
/// trained by 16,000,000 rounds of self-play of version 0.1, whose command `hanamikoji train --evaluation` is gone.
const WEIGHTS: &[u8; 2 * WIDTH * (VIEW_ROWS + STATE_ROWS)] = include_bytes!("standard.bin");

static STANDARD: LazyLock<Evaluation> = LazyLock::new(|| {
    let (view, state) = WEIGHTS.split_at(2 * WIDTH * VIEW_ROWS);
    Evaluation { view: Network::from_bytes(view), state: Network::from_bytes(state) }
});

impl Evaluation {
    /// The evaluation that comes with the library.
    #[must_use]
    pub fn standard() -> &'static Self {
        &STANDARD
    }

    /// The logit of the probability of winning the game with this view, between turns.
    #[must_use]
    pub fn logit(&self, view: &View) -> f32 {
        self.view.logit(&features::of_view(view, features::markers(view.favour)))
    }

    /// Probability that the player who is to use an action wins the game, given the location of every card:
    /// the mean over rounds in which the players do not know the locations.
    #[must_use]
    pub fn open_win(&self, round: &Round, state: &State) -> f32 {
        sigmoid(self.state.logit(&features::of_state(round, state, state.mover())))
    }

    /// The logit of the probability of winning after one of the four actions at this view. The value of an
    /// offer is the mean over its answers, weighted towards the worse ones.
    #[must_use]
    pub fn action_logit(&self, view: &View, kind: Kind, action: Action) -> f32 {
        if matches!(kind, Kind::Secret | Kind::TradeOff) {
            return self.logit(&view.after_action(kind, action, Cards::EMPTY));
        }
        let answers = answers(Entry::from_action(action)).into_iter();
        let logits: ArrayVec<f32, 3> =
            answers.map(|answer| self.logit(&view.after_action(kind, action, answer.cards()))).collect();
        soft_worst(&logits)
    }

    /// The logit of the probability of winning after any decision: an answer if there is an offer, else one
    /// of the four actions.
    #[must_use]
    pub fn decision_logit(&self, view: &View, offer: Option<Entry>, action: Action) -> f32 {
        match (offer, action.kind()) {
            (Some(offer), _) => self.answer_logit(view, offer, action),
            (None, Some(kind)) => self.action_logit(view, kind, action),
            // An answer without an offer changes nothing.
            (None, None) => self.logit(view),
        }
    }

    /// The logit of the probability of winning after answering this offer of the opponent.
    #[must_use]
    pub fn answer_logit(&self, view: &View, offer: Entry, answer: Action) -> f32 {
        let kind = offer.kind().unwrap_or(Kind::Gift);
        self.logit(&view.after_answer(kind, offer.cards(), answer.cards()))
    }
}

/// The mean of logits, weighted by e^(−[`BETA`] · logit).
fn soft_worst(logits: &[f32]) -> f32 {
    let worst = logits.iter().copied().fold(f32::INFINITY, f32::min);
    let (sum, weights) = logits.iter().fold((0.0, 0.0), |(sum, weights), logit| {
        let weight = libm::expf(BETA * (worst - logit));
        (sum + weight * logit, weights + weight)
    });
    sum / weights
}
