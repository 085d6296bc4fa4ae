//! Leduc poker: six cards, two betting rounds, and a public card between them.
//!
//! F. Southey, M. Bowling, B. Larson, C. Piccione, N. Burch, D. Billings and C. Rayner, "Bayes' Bluff:
//! Opponent Modelling in Poker", UAI 2005. The deck has jack, queen and king in two suits. Each player antes
//! one chip and is dealt a card. In each of two rounds the first player opens. A player checks or calls,
//! raises (at most two raises in a round by both players together), or folds after a raise. A raise is two
//! chips in the first round and four in the second, before which one card is dealt face up. Unless somebody
//! folded, a pair with the public card wins, otherwise the higher rank; equal ranks split.
//!
//! The value of the game is −0.0856 chips for the first player.
//!
//! Suits have no meaning, so [`Leduc::default`] deals ranks, each with the probability of the remaining cards
//! of that rank. That loses nothing: a state of the merged game stands for states that differ by a renaming
//! of suits within a rank, which affects neither legal actions nor payoffs. It has 288 information sets with
//! a decision. [`Suits::Apart`] distinguishes the cards and has 936, the number in programs that do not merge
//! suits.

use std::hash::{Hash, Hasher};

use rand::{Rng, RngExt};

use hanamachi_core::game::{HiddenInformation, Resample, Seat, Turn};

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Leduc {
    /// Whether the two cards of a rank are distinguished.
    pub suits: Suits,
}

/// Whether the two cards of a rank are distinguished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Suits {
    /// Chance deals ranks, without suits.
    #[default]
    Merged,
    /// Chance deals cards.
    Apart,
}

/// A card's rank; later ones are higher.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rank {
    /// The lowest rank.
    Jack,
    /// The middle rank.
    Queen,
    /// The highest rank.
    King,
}

impl Rank {
    /// All values, in ascending order.
    pub const ALL: [Self; 3] = [Self::Jack, Self::Queen, Self::King];
}

/// One of the two suits, which have no meaning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// The first suit, and the only one if suits are merged.
    One,
    /// The second suit.
    Two,
}

/// A card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LeducCard {
    /// Rank: decides the showdown.
    pub rank: Rank,
    /// Suit: has no effect.
    pub suit: Suit,
}

/// A decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LeducAction {
    /// Gives up the chips put in.
    Fold,
    /// Checks, or matches the opponent's raise.
    Call,
    /// Matches the opponent's raise, if any, and raises.
    Raise,
}

/// Bets of a round. They determine the order of actions: first a check, then raises.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Round {
    /// The opener has checked.
    pub checked: bool,
    /// Number of raises by both players.
    pub raises: u8,
    /// The round is over.
    pub over: bool,
}

impl Round {
    /// No bet.
    const START: Self = Self { checked: false, raises: 0, over: false };

    /// Maximum number of raises in a round.
    const MOST_RAISES: u8 = 2;

    /// Player to act before the end of the round.
    fn to_act(self) -> Seat {
        Seat::BOTH[usize::from((u8::from(self.checked) + self.raises) % 2)]
    }

    /// Chips put in by each player once each raise is matched, for raises of `stake` chips.
    fn chips(self, stake: u8) -> f64 {
        f64::from(self.raises * stake)
    }
}

/// Public actions of the players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bets {
    /// The round before the open card and the round after it.
    pub rounds: [Round; 2],
    /// Player who folded.
    pub folded: Option<Seat>,
}

/// The cards dealt, and the public actions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LeducState {
    hands: [Option<LeducCard>; 2],
    open: Option<LeducCard>,
    bets: Bets,
}

/// Information state of a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LeducInformation {
    /// The player's card, if it has been dealt.
    pub card: Option<LeducCard>,
    /// The public card, if it has been dealt.
    pub open: Option<LeducCard>,
    /// Number of cards dealt to the players; dealing is public.
    pub dealt: u8,
    /// Public actions of the players.
    pub bets: Bets,
}

impl Hash for LeducInformation {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Packed into one number, so that hashing takes one step instead of a dozen.
        let card =
            |card: Option<LeducCard>| card.map_or(0, |card| 1 + 2 * card.rank as u32 + card.suit as u32);
        let round = |round: Round| {
            u32::from(round.checked) | u32::from(round.over) << 1 | u32::from(round.raises) << 2
        };
        let [before, after] = self.bets.rounds.map(round);
        let folded = self.bets.folded.map_or(0, |seat| 1 + seat as u32);
        let cards = card(self.card) | card(self.open) << 4 | u32::from(self.dealt) << 8;
        (cards | before << 12 | after << 20 | folded << 28).hash(state);
    }
}

/// Chips of a raise, by round.
const STAKES: [u8; 2] = [2, 4];

impl LeducState {
    /// 0 before the public card, then 1.
    fn round(&self) -> usize {
        usize::from(self.open.is_some())
    }
}

impl Leduc {
    /// The game with this treatment of suits.
    #[must_use]
    pub const fn new(suits: Suits) -> Self {
        Self { suits }
    }

    /// The cards that are distinguished, in ascending order.
    const fn cards(self) -> &'static [LeducCard] {
        const fn of(rank: Rank, suit: Suit) -> LeducCard {
            LeducCard { rank, suit }
        }
        const RANKS: &[LeducCard] =
            &[of(Rank::Jack, Suit::One), of(Rank::Queen, Suit::One), of(Rank::King, Suit::One)];
        const CARDS: &[LeducCard] = &[
            of(Rank::Jack, Suit::One),
            of(Rank::Jack, Suit::Two),
            of(Rank::Queen, Suit::One),
            of(Rank::Queen, Suit::Two),
            of(Rank::King, Suit::One),
            of(Rank::King, Suit::Two),
        ];
        match self.suits {
            Suits::Merged => RANKS,
            Suits::Apart => CARDS,
        }
    }

    /// Number of cards that each of them stands for.
    const fn of_each(self) -> u8 {
        match self.suits {
            Suits::Merged => 2,
            Suits::Apart => 1,
        }
    }

    /// Cards that may be dealt after these, in ascending order, with the multiplicity of each.
    fn left(self, gone: [Option<LeducCard>; 3]) -> impl Iterator<Item = (LeducCard, u8)> {
        self.cards().iter().filter_map(move |&card| {
            let left = gone
                .iter()
                .fold(self.of_each(), |left: u8, &other| left.saturating_sub((other == Some(card)).into()));
            (left > 0).then_some((card, left))
        })
    }

    /// A uniformly random one of the remaining cards.
    fn draw<R: Rng + ?Sized>(self, gone: [Option<LeducCard>; 3], rng: &mut R) -> Option<LeducCard> {
        let all: u8 = self.left(gone).map(|(_, count)| count).sum();
        let mut place = rng.random_range(0..all.max(1));
        let found = self.left(gone).find(|&(_, count)| {
            let here = place < count;
            place = place.saturating_sub(count);
            here
        });
        found.map(|(card, _)| card)
    }
}

impl HiddenInformation for Leduc {
    type State = LeducState;
    type Action = LeducAction;
    type Outcome = LeducCard;
    type Information = LeducInformation;

    fn start(&self) -> LeducState {
        LeducState { hands: [None; 2], open: None, bets: Bets { rounds: [Round::START; 2], folded: None } }
    }

    fn turn(&self, state: &LeducState) -> Turn {
        let round = state.bets.rounds[state.round()];
        if state.bets.folded.is_some() {
            Turn::End
        } else if state.hands.contains(&None) {
            Turn::Chance
        } else if !round.over {
            Turn::Player(round.to_act())
        } else if state.open.is_none() {
            Turn::Chance
        } else {
            Turn::End
        }
    }

    fn actions(&self, state: &LeducState, actions: &mut Vec<LeducAction>) {
        actions.clear();
        if let Turn::Player(_) = self.turn(state) {
            let raises = state.bets.rounds[state.round()].raises;
            if raises > 0 {
                actions.push(LeducAction::Fold);
            }
            actions.push(LeducAction::Call);
            if raises < Round::MOST_RAISES {
                actions.push(LeducAction::Raise);
            }
        }
    }

    fn play(&self, state: &mut LeducState, action: LeducAction) {
        let round = state.round();
        let round = &mut state.bets.rounds[round];
        match action {
            LeducAction::Fold => state.bets.folded = Some(round.to_act()),
            LeducAction::Call if round.raises == 0 && !round.checked => round.checked = true,
            LeducAction::Call => round.over = true,
            LeducAction::Raise => round.raises += 1,
        }
    }

    fn outcomes(&self, state: &LeducState, outcomes: &mut Vec<(LeducCard, f64)>) {
        outcomes.clear();
        if self.turn(state) == Turn::Chance {
            let gone = [state.hands[0], state.hands[1], state.open];
            let all: u8 = self.left(gone).map(|(_, count)| count).sum();
            outcomes.extend(self.left(gone).map(|(card, count)| (card, f64::from(count) / f64::from(all))));
        }
    }

    fn apply_chance(&self, state: &mut LeducState, card: LeducCard) {
        let [first, second] = &mut state.hands;
        let undealt = [first, second, &mut state.open].into_iter().find(|dealt| dealt.is_none());
        if let Some(undealt) = undealt {
            *undealt = Some(card);
        }
    }

    /// Draws as the default does, without a list of the outcomes.
    fn sample_outcome<R: Rng + ?Sized>(&self, state: &mut LeducState, rng: &mut R) {
        let gone = [state.hands[0], state.hands[1], state.open];
        let mut all = 0;
        let mut counts = [0; 6];
        for (count, &card) in counts.iter_mut().zip(self.cards()) {
            let dealt = gone.iter().filter(|&&other| other == Some(card)).count();
            *count = self.of_each().saturating_sub(u8::try_from(dealt).unwrap_or(u8::MAX));
            all += *count;
        }
        let mut left: f64 = rng.random();
        let mut drawn = None;
        for (count, &card) in counts.into_iter().zip(self.cards()).filter(|&(count, _)| count > 0) {
            drawn = Some(card);
            left -= f64::from(count) / f64::from(all);
            if left < 0.0 {
                break;
            }
        }
        if let Some(card) = drawn {
            self.apply_chance(state, card);
        }
    }

    fn information(&self, state: &LeducState, seat: Seat) -> LeducInformation {
        let dealt = state.hands.iter().flatten().map(|_| 1).sum();
        LeducInformation { card: state.hands[seat.index()], open: state.open, dealt, bets: state.bets }
    }

    /// Chips won by the first player.
    fn utility(&self, state: &LeducState) -> f64 {
        let [before, after] = state.bets.rounds;
        let chips = 1.0 + before.chips(STAKES[0]) + after.chips(STAKES[1]);
        if let Some(seat) = state.bets.folded {
            // The player who folded has not matched the last raise.
            return seat.from_first(f64::from(STAKES[state.round()]) - chips);
        }
        let strength = |card: Option<LeducCard>| {
            let rank = card.map(|card| card.rank);
            (rank == state.open.map(|open| open.rank), rank)
        };
        let [first, second] = state.hands.map(strength);
        match first.cmp(&second) {
            std::cmp::Ordering::Less => -chips,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Greater => chips,
        }
    }

    /// One chip, two raises of two and two of four.
    fn utility_bound(&self) -> f64 {
        13.0
    }
}

impl Resample for Leduc {
    /// The opponent's card is uniform among the cards that the player does not see.
    fn resample<R: Rng + ?Sized>(&self, known: &LeducInformation, seat: Seat, rng: &mut R) -> LeducState {
        let mut hands = [None; 2];
        hands[seat.index()] = known.card;
        if known.dealt > u8::from(known.card.is_some()) {
            hands[(!seat).index()] = self.draw([known.card, None, known.open], rng);
        }
        LeducState { hands, open: known.open, bets: known.bets }
    }
}
