//! Kuhn poker: three cards and one chip to bet; the smallest poker with bluffing.
//!
//! H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games I, 1950. Each player
//! antes one chip and is dealt one of three cards. The first player checks or bets one chip. After a bet the
//! other player folds or calls; after a check he may check, which ends the game, or bet, and the first player
//! folds or calls. The higher card wins the chips unless somebody folded.
//!
//! The value of the game is −1/18 chips for the first player. He has a family of equilibrium strategies: he
//! bets the jack with a probability *α* from 0 to 1/3, the king with 3*α*, never the queen, and after a check
//! and a bet calls with the queen with *α* + 1/3. The second player has one: he bets the jack after a check
//! and calls a bet with the queen with 1/3 each.

use rand::{Rng, RngExt};

use hanamachi_core::game::{HiddenInformation, Resample, Seat, Turn};

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kuhn;

/// A card; later ones are higher.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum KuhnCard {
    /// The lowest card.
    Jack,
    /// The middle card.
    Queen,
    /// The highest card.
    King,
}

impl KuhnCard {
    /// All values, in ascending order.
    pub const ALL: [Self; 3] = [Self::Jack, Self::Queen, Self::King];
}

/// A decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum KuhnAction {
    /// Checks, or folds after a bet.
    Pass,
    /// Bets, or calls after a bet.
    Bet,
}

/// Public history of actions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum History {
    /// No action yet: the first player decides.
    Open,
    /// The first player has checked: the second decides.
    Checked,
    /// The first player has bet: the second decides.
    Bet,
    /// Checked, then bet: the first player decides.
    CheckedBet,
    /// Nobody bet.
    BothChecked,
    /// The first player has bet and was called.
    BetCalled,
    /// Checked, then bet, then called.
    CheckedBetCalled,
    /// This player has folded.
    Folded(Seat),
}

/// The cards dealt, the first player's first, and the history.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KuhnState {
    cards: [Option<KuhnCard>; 2],
    history: History,
}

/// Information state: the player's card, if dealt, and the history.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct KuhnInformation {
    /// The player's card.
    pub card: Option<KuhnCard>,
    /// Number of cards dealt; dealing is public.
    pub dealt: u8,
    /// Public history of actions.
    pub history: History,
}

impl Kuhn {
    /// The state after this deal, with the first player to act; `None` if the cards are equal.
    #[must_use]
    pub fn dealt(self, first: KuhnCard, second: KuhnCard) -> Option<KuhnState> {
        (first != second).then_some(KuhnState { cards: [Some(first), Some(second)], history: History::Open })
    }
}

impl HiddenInformation for Kuhn {
    type State = KuhnState;
    type Action = KuhnAction;
    type Outcome = KuhnCard;
    type Information = KuhnInformation;

    fn start(&self) -> KuhnState {
        KuhnState { cards: [None; 2], history: History::Open }
    }

    fn turn(&self, state: &KuhnState) -> Turn {
        if state.cards.contains(&None) {
            return Turn::Chance;
        }
        match state.history {
            History::Open | History::CheckedBet => Turn::Player(Seat::First),
            History::Checked | History::Bet => Turn::Player(Seat::Second),
            History::BothChecked | History::BetCalled | History::CheckedBetCalled | History::Folded(_) => {
                Turn::End
            }
        }
    }

    fn actions(&self, state: &KuhnState, actions: &mut Vec<KuhnAction>) {
        actions.clear();
        if let Turn::Player(_) = self.turn(state) {
            actions.extend([KuhnAction::Pass, KuhnAction::Bet]);
        }
    }

    fn play(&self, state: &mut KuhnState, action: KuhnAction) {
        state.history = match (state.history, action) {
            (History::Open, KuhnAction::Pass) => History::Checked,
            (History::Open, KuhnAction::Bet) => History::Bet,
            (History::Checked, KuhnAction::Pass) => History::BothChecked,
            (History::Checked, KuhnAction::Bet) => History::CheckedBet,
            (History::Bet, KuhnAction::Pass) => History::Folded(Seat::Second),
            (History::CheckedBet, KuhnAction::Pass) => History::Folded(Seat::First),
            (History::Bet, KuhnAction::Bet) => History::BetCalled,
            (History::CheckedBet, KuhnAction::Bet) => History::CheckedBetCalled,
            (over, _) => over,
        };
    }

    fn outcomes(&self, state: &KuhnState, outcomes: &mut Vec<(KuhnCard, f64)>) {
        outcomes.clear();
        if self.turn(state) == Turn::Chance {
            outcomes.extend(KuhnCard::ALL.map(|card| (card, 0.0)));
            outcomes.retain(|&(card, _)| state.cards[0] != Some(card));
            #[expect(clippy::cast_precision_loss, reason = "two or three cards")]
            let probability = 1.0 / outcomes.len() as f64;
            for outcome in outcomes {
                outcome.1 = probability;
            }
        }
    }

    fn apply_chance(&self, state: &mut KuhnState, card: KuhnCard) {
        let undealt = state.cards.iter_mut().find(|dealt| dealt.is_none());
        if let Some(undealt) = undealt {
            *undealt = Some(card);
        }
    }

    fn information(&self, state: &KuhnState, seat: Seat) -> KuhnInformation {
        let dealt = state.cards.iter().flatten().map(|_| 1).sum();
        KuhnInformation { card: state.cards[seat.index()], dealt, history: state.history }
    }

    /// Chips won by the first player.
    fn utility(&self, state: &KuhnState) -> f64 {
        let chips = match state.history {
            History::Folded(seat) => return seat.from_first(-1.0),
            History::BetCalled | History::CheckedBetCalled => 2.0,
            _ => 1.0,
        };
        if state.cards[0] > state.cards[1] { chips } else { -chips }
    }

    /// Two chips.
    fn utility_bound(&self) -> f64 {
        2.0
    }
}

impl Resample for Kuhn {
    fn resample<R: Rng + ?Sized>(&self, known: &KuhnInformation, seat: Seat, rng: &mut R) -> KuhnState {
        let mut unseen = KuhnCard::ALL.into_iter().filter(|&card| known.card != Some(card));
        let mut cards = [None; 2];
        cards[seat.index()] = known.card;
        let hidden = usize::from(known.dealt).saturating_sub(usize::from(known.card.is_some()));
        if hidden > 0 {
            cards[(!seat).index()] = unseen.nth(rng.random_range(0..unseen.clone().count()));
        }
        KuhnState { cards, history: known.history }
    }
}
