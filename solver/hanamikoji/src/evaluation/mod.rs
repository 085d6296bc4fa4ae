//! Static evaluation: a learned estimate of the probability of winning the game, without search.
//!
//! There are two small networks of table rows, trained by [self-play](training). One evaluates a player's
//! [`View`] and may guide decisions. The other evaluates states with all cards open. It may value the leaves
//! of a search over deals but must never choose an action. Both assume the deals, actions and goals of the
//! standard game.

mod choices;
mod features;
mod network;
pub mod training;
mod view;

use std::sync::LazyLock;

use arrayvec::ArrayVec;
pub use choices::Choices;
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

/// Error of reading an evaluation from bytes of the wrong length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an evaluation has {expected} bytes, not {found}")]
pub struct EvaluationError {
    expected: usize,
    found: usize,
}

/// Weights trained by `hanamachi hanamikoji train --evaluation --rounds 16000000 --seed 1`.
static STANDARD: LazyLock<Evaluation> = LazyLock::new(|| {
    Evaluation::from_bytes(include_bytes!("standard.bin")).expect("the size is that of the networks")
});

impl Evaluation {
    /// The evaluation that comes with the library.
    #[must_use]
    pub fn standard() -> &'static Self {
        &STANDARD
    }

    /// Reads an evaluation written by [`to_bytes`](Self::to_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EvaluationError> {
        let split = 2 * WIDTH * VIEW_ROWS;
        let expected = split + 2 * WIDTH * STATE_ROWS;
        if bytes.len() != expected {
            return Err(EvaluationError { expected, found: bytes.len() });
        }
        let (view, state) = bytes.split_at(split);
        Ok(Self { view: Network::from_bytes(view), state: Network::from_bytes(state) })
    }

    /// The weights: 16-bit integers, little-endian, in units of 2⁻¹¹; first those for views, then those for states.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        [self.view.to_bytes(), self.state.to_bytes()].concat()
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
