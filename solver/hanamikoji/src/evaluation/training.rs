//! Training of the evaluation by self-play.
//!
//! Both players choose by the evaluation of their views, with noise that fades. After a round, the networks
//! learn its result for every view and state of the round, by one step of gradient descent each. The result
//! of an undecided round is the value of its markers for the player who starts the next round. This value
//! comes from a table that is learned alongside: the running mean of the results of rounds from those
//! markers, which begins with a rule of thumb that fades. The rules are the only other input.
//!
//! One thread, one random stream: the same seed gives the same weights.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::features::{self, Rows, STATE_ROWS, VIEW_ROWS};
use super::network::Network;
use super::{Choices, Evaluation, View};
use crate::FIRST_ROUND;
use crate::between_rounds::favour_table::{FavourTable, Layout};
use crate::rules::action::Action;
use crate::rules::favour::Favour;
use crate::rules::parameters::Rules;
use crate::rules::round::{Game, Round};
use crate::rules::state::State;
use hanamachi_core::game::{HiddenInformation, Seat, Turn};
use hanamachi_core::search::budget::{RunContext, Stop};

/// Rounds between two checks of the cancel flag, and between two updates of the values of undecided rounds.
const ROUNDS_AT_ONCE: u64 = 4096;

/// Result of training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The evaluation.
    pub evaluation: Evaluation,
    /// Learned values of the markers, without standard errors: a by-product.
    pub favour: FavourTable,
    /// Rounds played.
    pub rounds: u64,
    /// Reason for fewer rounds than requested, if there are fewer.
    pub stopped: Option<Stop>,
}

/// Trains an evaluation with `rounds` rounds of self-play of the standard game, about 50,000 a second. If the
/// context stops it, the evaluation is that of the rounds so far.
///
/// # Errors
///
/// The reason for which it was stopped before the first round.
pub fn train(rounds: u64, rng: &mut Xoshiro256PlusPlus, context: RunContext<'_>) -> Result<Trained, Stop> {
    let mut school = School::new(rng);
    let (mut done, mut stopped) = (0, None);
    while done < rounds {
        stopped = context.cancel.reason();
        if stopped.is_some() {
            break;
        }
        let lesson = ROUNDS_AT_ONCE.min(rounds - done);
        for _ in 0..lesson {
            #[expect(clippy::cast_precision_loss, reason = "a share for schedules")]
            let share = done as f32 / rounds as f32;
            school.round(&Schedule::at(share), rng);
            done += 1;
        }
        school.update_prospects();
        context.progress.advance(lesson);
    }
    if let Some(stop) = stopped.filter(|_| done == 0) {
        return Err(stop);
    }
    Ok(Trained { evaluation: school.evaluation, favour: school.favour, rounds: done, stopped })
}

/// Training parameters at a given share of finished rounds.
struct Schedule {
    rate: f32,
    /// Scale of the Gumbel noise on logits: choosing by the largest of noisy logits is choosing with probabilities
    /// proportional to e^(logit / noise).
    noise: f32,
    /// Probability of a uniformly random action instead; answers are never random in this way.
    blind: f32,
    /// Least weight of a new result in the running means of the markers' values.
    forget: f32,
}

impl Schedule {
    fn at(share: f32) -> Self {
        let left = 1.0 - share;
        let rate = if share < 0.7 { 0.02 * left + 0.002 } else { 0.008 * left / 0.3 + 0.0003 };
        Self {
            rate,
            noise: 0.15 + 0.6 * left.powi(4),
            blind: 0.01 + 0.5 * (1.0 - 10.0 * share).max(0.0),
            forget: 0.0005 + 0.01 * left,
        }
    }
}

struct School {
    evaluation: Evaluation,
    favour: FavourTable,
    /// Number of results in the running mean of each layout.
    seen: Box<[u32]>,
    game: Game,
    round: Round,
    layout: Favour,
    actions: Vec<Action>,
    choices: Choices,
}

impl School {
    fn new(rng: &mut Xoshiro256PlusPlus) -> Self {
        let evaluation =
            Evaluation { view: Network::random(VIEW_ROWS, rng), state: Network::random(STATE_ROWS, rng) };
        let favour = FavourTable::rule_of_thumb(&Rules::STANDARD);
        let game = Game::new(Rules::STANDARD);
        let round = game.round(FIRST_ROUND, Favour::NEUTRAL, |layout| favour.utility(layout));
        let seen = vec![0; Favour::LAYOUTS].into();
        Self {
            evaluation,
            favour,
            seen,
            game,
            round,
            layout: Favour::NEUTRAL,
            actions: Vec::new(),
            choices: Choices::new(),
        }
    }

    fn update_prospects(&mut self) {
        let favour = &self.favour;
        self.round = self.game.round(FIRST_ROUND, self.layout, |layout| favour.utility(layout));
    }

    /// Plays a round and learns from it.
    fn round(&mut self, schedule: &Schedule, rng: &mut Xoshiro256PlusPlus) {
        let mut state = self.round.deal_random(rng);
        let mut views: Vec<(Seat, Rows)> = Vec::with_capacity(16);
        let mut states: Vec<(Seat, Rows)> = Vec::with_capacity(8);
        let mut turns = 0;
        loop {
            match self.round.turn(&state) {
                Turn::End => break,
                Turn::Chance => self.round.sample_outcome(&mut state, rng),
                Turn::Player(seat) => {
                    if state.offer().is_none() {
                        states.push((seat, features::of_state(&self.round, &state, seat)));
                    }
                    let action = self.choose(&state, seat, schedule, rng);
                    self.round.play(&mut state, action);
                }
            }
            if state.turns() > turns {
                turns = state.turns();
                for seat in Seat::BOTH {
                    let view = View::new(&self.round, &state, seat);
                    views.push((seat, features::of_view(&view, features::markers(view.favour))));
                }
            }
        }
        let utility = self.round.utility(&state);
        #[expect(clippy::cast_possible_truncation, reason = "a probability")]
        let win = |seat: Seat| f64::midpoint(1.0, seat.from_first(utility)) as f32;
        for (seat, rows) in &views {
            self.evaluation.view.learn(rows, win(*seat), schedule.rate);
        }
        for (seat, rows) in &states {
            self.evaluation.state.learn(rows, win(*seat), schedule.rate);
        }
        self.learn_layout(win(Seat::First), schedule);
        self.layout = self.round.next_favour(&state);
        self.round = self.round.with_favour(self.layout);
    }

    fn learn_layout(&mut self, win: f32, schedule: &Schedule) {
        let layout = Layout::new(self.game.rules(), self.layout);
        let seen = &mut self.seen[layout.favour().index()];
        *seen += 1;
        #[expect(clippy::cast_precision_loss, reason = "a weight")]
        let weight = (1.0 / (*seen as f32 + 20.0)).max(schedule.forget);
        self.favour.nudge(layout, f64::from(win), f64::from(weight));
    }

    /// The action with the largest noisy logit.
    fn choose(
        &mut self,
        state: &State,
        seat: Seat,
        schedule: &Schedule,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Action {
        self.round.actions(state, &mut self.actions);
        let offer = state.offer();
        if offer.is_none() && rng.random::<f32>() < schedule.blind {
            return self.actions[rng.random_range(0..self.actions.len())];
        }
        let view = View::new(&self.round, state, seat);
        if offer.is_none() {
            self.choices.set(&self.evaluation, &view);
        }
        let mut best = (f32::NEG_INFINITY, self.actions[0]);
        for &action in &self.actions {
            let logit = match (offer, action.kind()) {
                (None, Some(kind)) => self.choices.logit(kind, action),
                _ => self.evaluation.decision_logit(&view, offer, action),
            };
            let gumbel = -libm::logf(-libm::logf(rng.random::<f32>().max(1e-9)));
            let noisy = logit + schedule.noise * gumbel;
            if noisy > best.0 {
                best = (noisy, action);
            }
        }
        best.1
    }
}
