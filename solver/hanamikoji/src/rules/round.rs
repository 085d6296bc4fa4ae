//! A round, implementing the traits of games with hidden information.

use std::num::NonZeroU16;
use std::sync::Arc;

use rand::Rng;

use crate::rules::action::Action;
use crate::rules::action_lists::{ActionLists, subsets};
use crate::rules::card::{Cards, Geisha};
use crate::rules::chance::{below, choose, random_card, random_hand};
use crate::rules::continuation::Continuation;
use crate::rules::deal::Deal;
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::{Kind, Kinds, Rules};
use crate::rules::state::{State, answers};
use crate::rules::turn::Phase;
use hanamachi_core::game::{HiddenInformation, Resample, Seat, Turn};

/// A game with the data that its rounds share. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    lists: Arc<ActionLists>,
}

impl Game {
    /// The game with these rules. Computing the legal actions of every hand takes a few milliseconds.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self { rules, lists: Arc::new(ActionLists::new(&rules)) }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Round number `number` of the game (the number matters only with a limit of rounds), with the markers
    /// at `favour`. If the round leaves the game undecided, `prospect` returns the utility to the player who
    /// starts the next round, from −1 to 1, given the markers from that player's seat.
    #[must_use]
    pub fn round(&self, number: NonZeroU16, favour: Favour, prospect: impl Fn(Favour) -> f64) -> Round {
        self.round_by(Continuation::Given, number, favour, prospect)
    }

    /// The same, with the name of the prospect.
    #[must_use]
    pub(crate) fn round_by(
        &self,
        continuation: Continuation,
        number: NonZeroU16,
        favour: Favour,
        prospect: impl Fn(Favour) -> f64,
    ) -> Round {
        let is_last = self.rules.rounds.is_some_and(|rounds| number >= rounds);
        let won = |winner: Seat| winner.from_first(1.0);
        let utility = |index| {
            let after = Favour::from_index(index).unwrap_or_default();
            if is_last {
                return self.rules.winner_at_limit(after).map_or(0.0, won);
            }
            // The second player starts the next round.
            self.rules.winner(after).map_or_else(|| -prospect(after.flipped()), won)
        };
        let utilities = (0..Favour::LAYOUTS).map(utility).collect();
        let continuation = if is_last { Continuation::None } else { continuation };
        Round { game: self.clone(), number, favour, continuation, utilities, pack: self.rules.pack() }
    }
}

/// One round: its number, its markers, and the utilities of its end.
#[derive(Clone, Debug)]
pub struct Round {
    game: Game,
    number: NonZeroU16,
    favour: Favour,
    continuation: Continuation,
    /// Utility to the first player of each layout of the markers after the round.
    utilities: Arc<[f64]>,
    pack: Cards,
}

/// A chance outcome.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// This card is removed or drawn.
    Card(Geisha),
    /// This is the first hand of the player being dealt to.
    Hand(Cards),
}

impl Round {
    /// The game of which this is a round.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.game.rules
    }

    /// The round's number in its game, from 1.
    #[must_use]
    pub const fn number(&self) -> NonZeroU16 {
        self.number
    }

    /// What values the games that the round leaves undecided.
    #[must_use]
    pub const fn continuation(&self) -> Continuation {
        self.continuation
    }

    /// Whether the rules allow no round after this one.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.rules().rounds.is_some_and(|rounds| self.number >= rounds)
    }

    /// The same round with other markers before it. Cheap.
    #[must_use]
    pub fn with_favour(&self, favour: Favour) -> Self {
        Self { favour, ..self.clone() }
    }

    /// All cards of the game.
    pub(crate) const fn pack(&self) -> Cards {
        self.pack
    }

    /// Another round of the game; both rounds or neither must be the last. Cheap.
    #[must_use]
    pub(crate) fn again(&self, number: NonZeroU16, favour: Favour) -> Self {
        debug_assert_eq!(self.is_last(), self.rules().rounds.is_some_and(|rounds| number >= rounds));
        Self { number, favour, ..self.clone() }
    }

    /// The markers before the round.
    #[must_use]
    pub const fn favour(&self) -> Favour {
        self.favour
    }

    /// The markers after these cards have been placed for the first and the second player.
    #[must_use]
    pub const fn favour_after(&self, first: Cards, second: Cards) -> Favour {
        self.favour.after_round(first, second)
    }

    /// The markers at the start of the next round after this one has ended in `end`, from the seat of its
    /// first player. Neutral, as in a new game, if this round decides the game.
    #[must_use]
    pub(crate) fn next_favour(&self, end: &State) -> Favour {
        let after = self.favour_after(end.placed(Seat::First), end.placed(Seat::Second));
        let is_over = self.is_last() || self.rules().winner(after).is_some();
        if is_over { Favour::NEUTRAL } else { after.flipped() }
    }

    /// Utility to the round's first player of the markers `after` it, from −1 to 1.
    #[must_use]
    pub fn utility_of(&self, after: Favour) -> f64 {
        self.utilities[after.index()]
    }

    /// Utility to the first player of each layout of the markers after the round, by [index](Favour::index).
    pub(crate) fn utilities(&self) -> &[f64] {
        &self.utilities
    }

    /// The state after this deal and its first draw, the first player to act.
    #[must_use]
    pub fn dealt(&self, deal: &Deal) -> State {
        State::dealt(self.rules(), deal)
    }

    /// Draws the deal's next card if the state waits for one.
    pub fn draw_from(&self, deal: &Deal, state: &mut State) {
        state.draw_from(deal);
    }

    /// A random state at the first decision.
    pub fn deal_random<R: Rng + ?Sized>(&self, rng: &mut R) -> State {
        let mut state = self.start();
        while state.phase != Phase::Act {
            self.sample_outcome(&mut state, rng);
        }
        state
    }

    /// Whether this action is legal here.
    #[must_use]
    pub fn is_legal(&self, state: &State, action: Action) -> bool {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        actions.binary_search(&action).is_ok()
    }

    /// Replaces the contents of `actions` with the legal actions of the player with this information; leaves
    /// it empty if another player or nobody decides.
    pub fn legal(&self, information: &Information, actions: &mut Vec<Action>) {
        let hidden = self.hidden(information);
        if self.turn(hidden.known()) == Turn::Player(information.seat) {
            self.actions(hidden.known(), actions);
        } else {
            actions.clear();
        }
    }

    /// The ways to use each of these actions with this hand.
    pub(crate) fn ways(&self, hand: Cards, left: Kinds) -> impl Iterator<Item = (Kind, &[Action])> {
        let lists = self.game.lists.for_hand(hand);
        left.iter().map(move |kind| (kind, lists.by(kind)))
    }

    /// Replaces the contents of `actions` with the ways to use these actions with this hand.
    pub(crate) fn actions_of(&self, hand: Cards, left: Kinds, actions: &mut Vec<Action>) {
        actions.clear();
        for (_, ways) in self.ways(hand, left) {
            actions.extend_from_slice(ways);
        }
    }
}

impl HiddenInformation for Round {
    type State = State;
    type Action = Action;
    type Outcome = Outcome;
    type Information = Information;

    fn start(&self) -> State {
        State::new(self.pack, self.rules().actions())
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Remove | Phase::Deal(_) | Phase::Draw => Turn::Chance,
            Phase::Act => Turn::Player(state.mover()),
            Phase::Answer => Turn::Player(!state.mover()),
            Phase::End => Turn::End,
        }
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        actions.clear();
        match state.phase {
            Phase::Act => {
                let mover = state.mover();
                self.actions_of(state.hand(mover), state.left(mover), actions);
            }
            Phase::Answer => actions.extend(answers(state.seen[0][state.turns()])),
            _ => {}
        }
    }

    fn play(&self, state: &mut State, action: Action) {
        let turns = self.rules().turns();
        match action.kind() {
            Some(kind) => state.act(kind, action, turns),
            None => state.answer(action, turns),
        }
    }

    fn outcomes(&self, state: &State, outcomes: &mut Vec<(Outcome, f64)>) {
        outcomes.clear();
        let deck = state.deck;
        match state.phase {
            Phase::Remove | Phase::Draw => {
                let all = f64::from(deck.len());
                outcomes
                    .extend(deck.kinds().map(|(card, count)| (Outcome::Card(card), f64::from(count) / all)));
            }
            Phase::Deal(_) => {
                let size = self.rules().first_hand();
                let all = choose(deck.len(), size);
                let ways = |hand: Cards| -> f64 {
                    hand.kinds().map(|(card, count)| choose(deck.count(card), count)).product()
                };
                let hands = subsets(deck, size).into_iter().filter(|hand| hand.len() == size);
                outcomes.extend(hands.map(|hand| (Outcome::Hand(hand), ways(hand) / all)));
                outcomes.sort_unstable_by_key(|&(outcome, _)| outcome);
            }
            _ => {}
        }
    }

    fn apply_chance(&self, state: &mut State, outcome: Outcome) {
        match (state.phase, outcome) {
            (Phase::Remove, Outcome::Card(card)) => state.remove(Cards::single(card)),
            (Phase::Deal(seat), Outcome::Hand(hand)) => state.deal(seat, hand),
            (Phase::Draw, Outcome::Card(card)) => state.draw(Cards::single(card)),
            _ => debug_assert!(false, "{outcome:?} cannot happen in {state:?}"),
        }
    }

    fn information(&self, state: &State, seat: Seat) -> Information {
        state.information(seat)
    }

    fn utility(&self, state: &State) -> f64 {
        self.utility_of(self.favour_after(state.placed(Seat::First), state.placed(Seat::Second)))
    }

    fn sample_outcome<R: Rng + ?Sized>(&self, state: &mut State, rng: &mut R) {
        match state.phase {
            Phase::Remove => state.remove(random_card(state.deck, rng)),
            Phase::Deal(seat) => state.deal(seat, random_hand(state.deck, self.rules().first_hand(), rng)),
            Phase::Draw => state.draw(random_card(state.deck, rng)),
            _ => {}
        }
    }

    fn play_random<R: Rng + ?Sized>(&self, state: &mut State, rng: &mut R) {
        let action = match state.phase {
            Phase::Act => {
                let mover = state.mover();
                self.game.lists.for_hand(state.hand(mover)).random(state.left(mover), rng)
            }
            Phase::Answer => {
                let answers = answers(state.seen[0][state.turns()]);
                answers[below(u32::try_from(answers.len()).unwrap_or_default(), rng) as usize]
            }
            _ => return,
        };
        self.play(state, action);
    }
}

impl Resample for Round {
    /// Shuffles the cards that the player has not seen and lays them in their possible places: the opponent's
    /// hand, secret and trade-off, the deck, and the removed card. Each placement of the physical cards is
    /// equally likely, whatever the opponent may have intended.
    fn resample<R: Rng + ?Sized>(&self, information: &Information, _seat: Seat, rng: &mut R) -> State {
        self.hidden(information).sample(rng)
    }
}
