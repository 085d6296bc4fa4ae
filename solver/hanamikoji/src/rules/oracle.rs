//! A slow, simple engine for rounds: letters in vectors, moved as a person would move cards.
//!
//! It shares only the parameters of the rules with the state machine, so a disagreement reveals an error in
//! one of the two. Actions and all compared data are texts, as in a history.

use std::collections::BTreeSet;

use crate::rules::deal::Deal;
use crate::rules::parameters::Rules;
use hanamachi_core::game::Seat;

/// A table with a round in progress.
#[derive(Clone, Debug)]
pub struct OracleTable {
    /// The numbers of the actions in the game.
    actions: Vec<usize>,
    deck: Vec<char>,
    players: [Player; 2],
    /// Every completed turn: its player, its text, and the answer.
    turns: Vec<(usize, String, Option<String>)>,
    /// An offer that waits for its answer.
    offer: Option<String>,
}

#[derive(Clone, Default, Debug)]
struct Player {
    hand: Vec<char>,
    row: Vec<char>,
    secret: Vec<char>,
    used: Vec<usize>,
}

impl OracleTable {
    /// Deals the cards and draws the first one.
    #[must_use]
    pub fn new(rules: &Rules, deal: &Deal) -> Self {
        let letters = |text: String| text.chars().filter(|&c| c != '-').collect::<Vec<char>>();
        let text = deal.to_string();
        let parts: Vec<&str> = text.split('/').collect();
        let player = |part: &str| Player { hand: letters(part.to_owned()), ..Player::default() };
        let mut table = Self {
            actions: rules.actions().iter().map(|kind| usize::from(kind.number())).collect(),
            deck: letters(parts[3].to_owned()),
            players: [player(parts[1]), player(parts[2])],
            turns: Vec::new(),
            offer: None,
        };
        table.draw();
        table
    }

    fn draw(&mut self) {
        if !self.is_over() {
            let card = self.deck.remove(0);
            let hand = &mut self.players[self.turns.len() % 2].hand;
            hand.push(card);
            hand.sort_unstable();
        }
    }

    /// Whether the round is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.turns.len() == 2 * self.actions.len()
    }

    /// The player who decides next.
    #[must_use]
    pub fn decider(&self) -> Option<Seat> {
        let player = (self.turns.len() + usize::from(self.offer.is_some())) % 2;
        (!self.is_over()).then(|| Seat::BOTH[player])
    }

    /// The legal actions of the player who decides, in alphabetical order.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        let mut found = BTreeSet::new();
        if let Some(offer) = &self.offer {
            let size = if offer.starts_with('3') { 1 } else { 2 };
            let cards: Vec<char> = offer.chars().skip(1).collect();
            found.extend(cards.chunks(size).map(|taken| format!("-{}", taken.iter().collect::<String>())));
        } else if let Some(seat) = self.decider() {
            let player = &self.players[seat.index()];
            for &action in self.actions.iter().filter(|action| !player.used.contains(action)) {
                let mut orders = Vec::new();
                arrange(&player.hand, action, &mut Vec::new(), &mut orders);
                found.extend(orders.into_iter().map(|cards| tidy(action, &cards)));
            }
        }
        found.into_iter().collect()
    }

    /// Plays an action of [`legal`](Self::legal).
    ///
    /// # Panics
    ///
    /// If the action is not legal.
    pub fn play(&mut self, action: &str) {
        assert!(self.legal().iter().any(|legal| legal == action), "{action} is not legal");
        let me = self.turns.len() % 2;
        if let Some(offer) = self.offer.take() {
            let mut rest: Vec<char> = offer.chars().skip(1).collect();
            for card in action.chars().skip(1) {
                remove(&mut rest, card);
                self.players[1 - me].row.push(card);
            }
            self.players[me].row.extend(rest);
            self.turns.push((me, offer, Some(action.to_owned())));
            self.draw();
            return;
        }
        let number = action[..1].parse().expect("an action begins with its number");
        let player = &mut self.players[me];
        player.used.push(number);
        for card in action.chars().skip(1) {
            remove(&mut player.hand, card);
            if number == 1 {
                player.secret.push(card);
            }
        }
        if number >= 3 {
            self.offer = Some(action.to_owned());
        } else {
            self.turns.push((me, action.to_owned(), None));
            self.draw();
        }
    }

    /// A player's hand.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> String {
        sorted(&self.players[seat.index()].hand)
    }

    /// The cards that lie open before a player.
    #[must_use]
    pub fn row(&self, seat: Seat) -> String {
        sorted(&self.players[seat.index()].row)
    }

    /// The cards that count for a player.
    #[must_use]
    pub fn placed(&self, seat: Seat) -> String {
        let player = &self.players[seat.index()];
        sorted(&[player.row.clone(), player.secret.clone()].concat())
    }

    /// The markers after the round, from the first player's seat, given those before it.
    #[must_use]
    pub fn markers_after(&self, before: &str) -> String {
        let [first, second] = Seat::BOTH.map(|seat| self.placed(seat));
        let count = |cards: &str, letter: char| cards.chars().filter(|&card| card == letter).count();
        let marker = |(letter, old): (char, char)| match count(&first, letter).cmp(&count(&second, letter)) {
            std::cmp::Ordering::Greater => '+',
            std::cmp::Ordering::Less => '-',
            std::cmp::Ordering::Equal => old,
        };
        ('A'..='G').zip(before.chars()).map(marker).collect()
    }

    /// All information of a player: the hand, and the turns with the opponent's hidden cards as `X`.
    #[must_use]
    pub fn view(&self, seat: Seat) -> String {
        let mut text = format!("{} ", self.hand(seat));
        for (player, action, answer) in &self.turns {
            let is_hidden = *player != seat.index() && answer.is_none();
            let shown = |c: char| if is_hidden && c.is_alphabetic() { 'X' } else { c };
            text.extend(action.chars().map(shown));
            text += answer.as_deref().unwrap_or_default();
            text.push(',');
        }
        text + self.offer.as_deref().unwrap_or_default()
    }
}

fn sorted(cards: &[char]) -> String {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards.into_iter().collect()
}

fn remove(cards: &mut Vec<char>, card: char) {
    let at = cards.iter().position(|&other| other == card).expect("a legal card is there");
    cards.remove(at);
}

/// Every ordered selection of `count` of these cards.
fn arrange(cards: &[char], count: usize, laid: &mut Vec<char>, found: &mut Vec<Vec<char>>) {
    if laid.len() == count {
        found.push(laid.clone());
        return;
    }
    for at in 0..cards.len() {
        let mut rest = cards.to_vec();
        laid.push(rest.remove(at));
        arrange(&rest, count, laid, found);
        laid.pop();
    }
}

/// The canonical text of an action with these cards, in any order.
fn tidy(action: usize, cards: &[char]) -> String {
    if action < 4 {
        return format!("{action}{}", sorted(cards));
    }
    let mut pairs: Vec<String> = cards.chunks(2).map(sorted).collect();
    pairs.sort_unstable();
    format!("{action}{}", pairs.concat())
}
