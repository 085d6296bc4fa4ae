//! Deals that fit what a player knows, weighted by what a sensible opponent would have done.
//!
//! A uniform deal takes the opponent for someone who plays without a reason. Here each deal of a random pool gets the
//! probability with which a model opponent, holding what the deal gives him, would have played what was seen of him:
//! his actions, his offers and his answers. The model plays an action with a probability in proportion to
//! e^(logit / temperature), the logit being that of the learned [`Evaluation`] of his view. Sampling from the pool by
//! these weights is sampling importance resampling (D. Rubin, 1987): as the pool grows it approaches the model's
//! posterior distribution, from the uniform one.
//!
//! One thing is drawn and not worked out: which of the cards that the opponent holds in a deal he drew at which turn.
//! Each is as likely as any other, so one random order a deal leaves the weights right on average.

use rand::{Rng, RngExt};

use crate::evaluation::{Choices, Evaluation, View};
use crate::rules::action::Action;
use crate::rules::card::Cards;
use crate::rules::chance::random_card;
use crate::rules::information::Information;
use crate::rules::parameters::{Kind, Kinds};
use crate::rules::round::Round;
use crate::rules::state::{MAX_TURNS, Phase, State, answers, mover};
use crate::rules::turn::Entry;
use hanamachi_core::game::Seat;

/// How an opponent is modelled.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// What the opponent thinks of his actions.
    pub evaluation: &'a Evaluation,
    /// How often he plays what he thinks worse: by e^(logit / temperature). Logits are about 4 apart from a sure win
    /// to a sure loss.
    pub temperature: f32,
}

/// A pool of deals with weights.
#[derive(Clone, Debug)]
pub struct WeightedDeals {
    states: Vec<State>,
    /// Sums of the weights up to each deal.
    cumulative: Vec<f32>,
}

/// No weight is smaller than this share of the model's certainty: nobody is quite as sensible as the model.
const LEAST_PROBABILITY: f32 = 1e-6;

impl WeightedDeals {
    /// A pool of `size` deals, at least one, which fit `information`.
    #[must_use]
    pub fn new<R: Rng + ?Sized>(
        round: &Round,
        information: &Information,
        model: Model<'_>,
        size: usize,
        rng: &mut R,
    ) -> Self {
        let hidden = round.hidden(information);
        let mut past = Past::new(round, information, model);
        let states: Vec<State> = (0..size.max(1)).map(|_| hidden.sample(rng)).collect();
        let logs: Vec<f32> = states.iter().map(|state| past.log_likelihood(state, rng)).collect();
        let largest = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let cumulative = logs.iter().scan(0.0, |sum, log| {
            *sum += (log - largest).exp();
            Some(*sum)
        });
        let cumulative = cumulative.collect();
        Self { states, cumulative }
    }

    /// A deal, with a probability in proportion to its weight.
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> &State {
        let all = self.cumulative.last().copied().unwrap_or_default();
        let at = rng.random::<f32>() * all;
        let place = self.cumulative.partition_point(|&sum| sum <= at);
        &self.states[place.min(self.states.len() - 1)]
    }

    /// The deals with their weights, to scale.
    pub fn iter(&self) -> impl Iterator<Item = (&State, f64)> {
        let before = std::iter::once(0.0).chain(self.cumulative.iter().copied());
        let weights = self.cumulative.iter().zip(before).map(|(sum, before)| f64::from(sum - before));
        self.states.iter().zip(weights)
    }
}

/// What the opponent decided, as far as it was seen, and what everybody saw at the time.
pub(crate) struct Past<'a> {
    evaluation: &'a Evaluation,
    temperature: f32,
    opponent: Seat,
    pack: Cards,
    /// From the last turn to the first.
    turns: Vec<Before>,
    choices: Box<Choices>,
    actions: Vec<Action>,
    round: &'a Round,
    logits: Vec<f32>,
    /// The view of the opponent but for his own cards.
    template: View,
}

/// What everybody saw before a turn.
#[derive(Clone, Copy)]
struct Before {
    turn: usize,
    entry: Entry,
    kind: Kind,
    rows: [Cards; 2],
    left: [Kinds; 2],
}

impl<'a> Past<'a> {
    pub(crate) fn new(round: &'a Round, information: &Information, model: Model<'a>) -> Self {
        let opponent = !information.seat();
        let known = round.hidden(information);
        let mut rows = [Cards::EMPTY; 2];
        let mut left = [round.rules().actions(); 2];
        let mut turns = Vec::with_capacity(MAX_TURNS);
        for (turn, &entry) in information.history().iter().enumerate() {
            let Some(kind) = entry.kind() else { break };
            turns.push(Before { turn, entry, kind, rows, left });
            let me = mover(turn);
            left[me.index()] = left[me.index()].without(Kinds::NONE.with(kind));
            if matches!(kind, Kind::Gift | Kind::Competition) && !entry.is_open() {
                let taken = entry.taken();
                rows[(!me).index()] = rows[(!me).index()].plus(taken);
                rows[me.index()] = rows[me.index()].plus(entry.cards().minus(taken));
            }
        }
        turns.reverse();
        Self {
            evaluation: model.evaluation,
            temperature: model.temperature,
            opponent,
            pack: round.pack(),
            turns,
            choices: Box::default(),
            actions: Vec::new(),
            round,
            logits: Vec::new(),
            template: View::of(round, known.known(), opponent),
        }
    }

    /// The logarithm of the probability that the model opponent plays what was seen, with the cards of this deal.
    pub(crate) fn log_likelihood<R: Rng + ?Sized>(&mut self, state: &State, rng: &mut R) -> f32 {
        let opponent = self.opponent;
        let (mut secret, mut trade_off) = (state.secret(opponent), state.trade_off(opponent));
        let mut hand = state.hand(opponent);
        // Whoever is to act has drawn; that card was not there at earlier turns.
        if state.phase == Phase::Act && state.mover() == opponent {
            hand = hand.minus(random_card(hand, rng));
        }
        let mut log = 0.0;
        for place in 0..self.turns.len() {
            let before = self.turns[place];
            if mover(before.turn) == opponent {
                let played = match before.kind {
                    Kind::Secret => std::mem::take(&mut secret),
                    Kind::TradeOff => std::mem::take(&mut trade_off),
                    Kind::Gift | Kind::Competition => before.entry.cards(),
                };
                hand = hand.plus(played);
                let view = self.view(&before, hand, secret, trade_off);
                log += self.log_of_action(&view, &before, played);
                hand = hand.minus(random_card(hand, rng));
            } else if !before.entry.is_open() && !before.entry.taken().is_empty() {
                let view = self.view(&before, hand, secret, trade_off);
                log += self.log_of_answer(&view, &before);
            }
        }
        log
    }

    fn view(&self, before: &Before, hand: Cards, secret: Cards, trade_off: Cards) -> View {
        let me = self.opponent.index();
        let (mine, theirs) = (before.rows[me].plus(secret), before.rows[1 - me]);
        let seen = mine.plus(theirs).plus(hand).plus(trade_off);
        View {
            mine,
            theirs,
            hand,
            unseen: self.pack.minus(seen),
            left: before.left[me],
            opponent_left: before.left[1 - me],
            ..self.template
        }
    }

    fn log_of_action(&mut self, view: &View, before: &Before, played: Cards) -> f32 {
        self.choices.set(self.evaluation, view);
        self.logits.clear();
        self.round.actions_of(view.hand, view.left, &mut self.actions);
        let mut chosen = 0.0;
        // An offer is seen as it is; of what is hidden the cards are those of the deal.
        let offer = before.entry.offer();
        for &action in &self.actions {
            let Some(kind) = action.kind() else { continue };
            let logit = self.choices.logit(kind, action);
            let is_it = match offer {
                Some(offer) => action == offer,
                None => kind == before.kind && action.cards() == played,
            };
            if is_it {
                chosen = logit;
            }
            self.logits.push(logit);
        }
        self.log_share(chosen)
    }

    fn log_of_answer(&mut self, view: &View, before: &Before) -> f32 {
        self.logits.clear();
        let mut chosen = 0.0;
        for answer in answers(before.entry.without_answer()) {
            let logit = self.evaluation.answer_logit(view, before.entry, answer);
            if answer.cards() == before.entry.taken() {
                chosen = logit;
            }
            self.logits.push(logit);
        }
        self.log_share(chosen)
    }

    /// The logarithm of the probability of an action with the logit `chosen`.
    fn log_share(&self, chosen: f32) -> f32 {
        let weights = self.logits.iter().map(|logit| ((logit - chosen) / self.temperature).exp());
        let share = 1.0 / weights.sum::<f32>();
        share.max(LEAST_PROBABILITY).ln()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::{FIRST_ROUND, Favour, Game, Rules};
    use hanamachi_core::game::{HiddenInformation, Turn};

    fn after(decisions: usize, seed: u64) -> (Round, State, Xoshiro256PlusPlus) {
        let round = Game::new(Rules::STANDARD).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut state = round.deal_random(&mut rng);
        for decision in 0..=decisions {
            while round.turn(&state) == Turn::Chance {
                round.sample_outcome(&mut state, &mut rng);
            }
            if decision < decisions {
                round.play_random(&mut state, &mut rng);
            }
        }
        (round, state, rng)
    }

    #[test]
    fn every_deal_fits_what_the_player_knows() {
        let model = Model { evaluation: Evaluation::standard(), temperature: 0.3 };
        for (decisions, seed) in (1..12).zip(5..) {
            let (round, state, mut rng) = after(decisions, seed);
            let Turn::Player(seat) = round.turn(&state) else { continue };
            let information = round.information(&state, seat);
            let deals = WeightedDeals::new(&round, &information, model, 50, &mut rng);
            assert!(deals.iter().map(|(_, weight)| weight).sum::<f64>() > 0.0);
            for (deal, weight) in deals.iter() {
                assert!(weight >= 0.0 && weight.is_finite());
                assert_eq!(round.information(deal, seat), information);
            }
        }
    }

    /// After one decision nothing is random: the weights are the model's probabilities of that decision, worked out
    /// here by playing every action with the deal's cards.
    #[test]
    fn after_one_decision_the_weight_is_the_probability_of_that_decision() {
        let model = Model { evaluation: Evaluation::standard(), temperature: 0.4 };
        for seed in 0..20 {
            let (round, state, mut rng) = after(1, seed);
            let information = round.information(&state, Seat::Second);
            let deals = WeightedDeals::new(&round, &information, model, 20, &mut rng);
            let probability = |deal: &State| {
                let played = deal.open_history().next().unwrap();
                // The state before: the cards are back in the hand.
                let mut before = View::of(&round, &round.start(), Seat::First);
                before.hand = deal.hand(Seat::First).plus(played.cards());
                before.unseen = round.pack().minus(before.hand);
                let mut actions = Vec::new();
                round.actions_of(before.hand, before.left, &mut actions);
                let weight = |action: &Action| {
                    let logit = model.evaluation.action_logit(&before, action.kind().unwrap(), *action);
                    f64::from(logit / model.temperature).exp()
                };
                let sum: f64 = actions.iter().map(weight).sum();
                let it = actions.iter().find(|action| {
                    let entry = Entry::of(**action);
                    entry == played || entry == played.without_answer()
                });
                (weight(it.unwrap()) / sum).max(f64::from(LEAST_PROBABILITY))
            };
            let expected: Vec<f64> = deals.iter().map(|(deal, _)| probability(deal)).collect();
            let largest = expected.iter().copied().fold(0.0, f64::max);
            for ((_, weight), expected) in deals.iter().zip(expected) {
                assert!((weight - expected / largest).abs() < 1e-3, "{weight} {expected} {largest}");
            }
        }
    }
}
