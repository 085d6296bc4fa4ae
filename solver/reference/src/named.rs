//! Texts for the keys and actions of the test games in policy tables.

use std::fmt::Write;

use hanamachi_strategies::Names;

use super::liars_dice::BIDS;

/// Names of the information sets and actions of the game of this name: `kuhn`, `leduc` or `liars_dice`. Those of any other
/// game are unknown.
///
/// ```
/// use hanamachi_reference::names_of;
///
/// let kuhn = names_of("kuhn");
/// assert_eq!((kuhn.set)(&[2, 2, 3]), Some(("K after pass bet".to_owned(), 1)));
/// let leduc = names_of("leduc");
/// assert_eq!((leduc.set)(&[0, 4, 3, 2, 1, 1, 0, 2]), Some(("J, open K; round 1: 1 raise; round 2: check".to_owned(), 2)));
/// let dice = names_of("liars_dice");
/// assert_eq!((dice.set)(&[5, 2, 0, 0b101, 0]), Some(("6 after 1x1 1x3".to_owned(), 1)));
/// assert_eq!((dice.action)(7), Some("2x2".to_owned()));
/// ```
#[must_use]
pub fn names_of(game: &str) -> Names {
    match game {
        "kuhn" => Names { set: kuhn, action: |code| word(&["pass", "bet"], code) },
        "leduc" => Names { set: leduc, action: |code| word(&["fold", "call", "raise"], code) },
        "liars_dice" => Names {
            set: liars_dice,
            action: |code| (code == BIDS).then(|| "liar".to_owned()).or_else(|| bid(code)),
        },
        _ => Names::UNKNOWN,
    }
}

fn word(words: &[&str], code: u32) -> Option<String> {
    words.get(usize::try_from(code).ok()?).map(|&word| word.to_owned())
}

/// The card, and the actions so far.
fn kuhn(key: &[u8]) -> Option<(String, usize)> {
    let &[card, _, history] = key else { return None };
    let card = ["J", "Q", "K"].get(usize::from(card))?;
    let (actions, seat) = [("", 1), (" after pass", 2), (" after bet", 2), (" after pass bet", 1)]
        .get(usize::from(history))
        .copied()?;
    Some((format!("{card}{actions}"), seat))
}

/// The card, the open card if there is one, and for each round whether the opener has checked and the number of raises.
fn leduc(key: &[u8]) -> Option<(String, usize)> {
    let &[card, open, _, first, is_first_over, second, is_second_over, folded] = key else { return None };
    // The suit is shown where the game has both: the second one gets a prime.
    let name = |card: u8| {
        let rank = ["J", "Q", "K"].get(usize::from(card / 2))?;
        Some(format!("{rank}{}", if card % 2 == 1 { "'" } else { "" }))
    };
    let bets = |round: u8| {
        let raises = round / 2;
        match (round % 2 == 1, raises) {
            (true, 0) => "check".to_owned(),
            (is_checked, raises) => {
                let check = if is_checked { "check, " } else { "" };
                format!("{check}{raises} raise{}", if raises == 1 { "" } else { "s" })
            }
        }
    };
    if folded != 2 || is_second_over == 1 {
        return None;
    }
    let mut text = name(card)?;
    let current = if is_first_over == 1 { second } else { first };
    if is_first_over == 1 {
        let _ = write!(text, ", open {}; round 1: {}; round 2: {}", name(open)?, bets(first), bets(second));
    } else {
        let _ = write!(text, "; round 1: {}", bets(first));
    }
    // Each check and each raise passes the turn.
    Some((text, 1 + usize::from((current / 2 + current % 2) % 2)))
}

/// The die, and the bids so far.
fn liars_dice(key: &[u8]) -> Option<(String, usize)> {
    let &[die, _, high, low, called] = key else { return None };
    let made = u16::from_be_bytes([high, low]);
    if die > 5 || called != 0 || u32::from(made) >> BIDS != 0 {
        return None;
    }
    let bids: Vec<String> = (0..BIDS).filter(|index| made >> index & 1 == 1).filter_map(bid).collect();
    let seat = 1 + bids.len() % 2;
    let after = if bids.is_empty() { String::new() } else { format!(" after {}", bids.join(" ")) };
    Some((format!("{}{after}", die + 1), seat))
}

/// The bid of this index, dice times face.
fn bid(index: u32) -> Option<String> {
    (index < BIDS).then(|| format!("{}x{}", index / 6 + 1, index % 6 + 1))
}
