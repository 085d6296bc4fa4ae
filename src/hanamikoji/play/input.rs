//! Decisions as a person types them: cards in any order and either case, with or without blanks.

use hanamachi_solver::hanamikoji::{Action, Cards, Entry, Geisha, Information, Kind, Round};

use super::prompt::is_between;
use crate::hanamikoji::words;

/// Reads the legal action that was meant, or explains in a sentence why there is none.
pub(in crate::hanamikoji) fn read(
    text: &str,
    round: &Round,
    information: &Information,
) -> Result<Action, String> {
    let offer = information.history().last().copied().filter(|entry| entry.is_open());
    let action = match offer {
        Some(offer) => answer(text, offer)?,
        None => use_of(text, round, information)?,
    };
    let mut legal = Vec::new();
    round.legal(information, &mut legal);
    let is_legal = legal.binary_search(&action).is_ok();
    if is_legal { Ok(action) } else { Err(format!("{action} is not legal here; `legal` lists what is.")) }
}

/// The answer to an offer.
fn answer(text: &str, offer: Entry) -> Result<Action, String> {
    let is_gift = offer.kind() == Some(Kind::Gift);
    let how = if is_gift { "the card that you take" } else { "the pair that you take" };
    let text = text.trim_start_matches('-');
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(format!("There is an offer to answer first, {offer}: type {how}."));
    }
    let cards = cards(text)?;
    let action = match cards[..] {
        [card] if is_gift => Action::take_card(card),
        [a, b] if !is_gift => Action::take_pair([a, b]),
        _ => return Err(format!("The answer to {offer} is {how}.")),
    };
    let is_offered = match offer.unpack() {
        Some(played) if is_gift => played.cards().contains(action.cards()),
        Some(hanamachi_solver::hanamikoji::Played::Competition(pairs, _)) => {
            pairs.iter().any(|pair| pair.iter().copied().collect::<Cards>() == action.cards())
        }
        _ => false,
    };
    if is_offered { Ok(action) } else { Err(format!("{} is not offered: {offer}.", action.cards())) }
}

/// One of the four actions with its cards.
fn use_of(text: &str, round: &Round, information: &Information) -> Result<Action, String> {
    let known = round.hidden(information);
    let left = known.known().left(information.seat());
    let mut rest = text.chars();
    let first = rest.next().unwrap_or_default();
    let Some(digit) = first.to_digit(10) else {
        let message = "There is no offer to answer. Begin with the number of an action, for example 1E; you \
                       have left";
        return Err(format!("{message} {}.", words::actions(left)));
    };
    let kind = u8::try_from(digit).ok().and_then(Kind::from_number);
    let Some(kind) = kind.filter(|&kind| round.rules().actions().contains(kind)) else {
        return Err(format!("There is no action {digit}; you have left {}.", words::actions(left)));
    };
    if !left.contains(kind) {
        let (number, word) = (kind.number(), kind.word());
        return Err(format!(
            "You have used action {number}, the {word}; you have left {}.",
            words::actions(left)
        ));
    }
    let cards = cards(rest.as_str())?;
    let action = match (kind, &cards[..]) {
        (Kind::Secret, &[card]) => Action::secret(card),
        (Kind::TradeOff, &[a, b]) => Action::trade_off([a, b]),
        (Kind::Gift, &[a, b, c]) => Action::gift([a, b, c]),
        (Kind::Competition, &[a, b, c, d]) => Action::competition([[a, b], [c, d]]),
        _ => {
            let (number, word) = (kind.number(), kind.word());
            let noun = if number == 1 { "card" } else { "cards" };
            return Err(format!("Action {number}, the {word}, uses {number} {noun}, not {}.", cards.len()));
        }
    };
    let hand = information.hand();
    if hand.contains(action.cards()) {
        Ok(action)
    } else {
        Err(format!("{} cannot be played from your hand {hand}.", action.cards()))
    }
}

fn cards(text: &str) -> Result<Vec<Geisha>, String> {
    let letters = text.chars().filter(|&c| !is_between(c));
    letters
        .map(|letter| {
            Geisha::from_letter(letter.to_ascii_uppercase())
                .ok_or_else(|| format!("`{}` is not a card; cards are A to G.", letter.escape_debug()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use hanamachi_solver::hanamikoji::{Game, InformationSet, Rules};

    use super::*;

    fn reading(set: &str, text: &str) -> Result<String, String> {
        let set: InformationSet = set.parse().unwrap();
        let round = Game::new(Rules::STANDARD).round(set.round_number(), set.favour_of_first(), |_| 0.0);
        read(text, &round, set.key()).map(|action| action.to_string())
    }

    #[test]
    fn cards_may_stand_in_any_order() {
        let first = "....... 1 ABCDEFG -";
        for (input, written) in
            [("1e", "1E"), ("2cb", "2BC"), ("3 g,a b", "3ABG"), ("4DB/CA", "4ACBD"), ("4acdb", "4ACBD")]
        {
            assert_eq!(reading(first, input).as_deref(), Ok(written), "{input}");
        }
        assert_eq!(reading("....... 2 ABDEFG 4ACBD", "db").as_deref(), Ok("-BD"));
        assert_eq!(reading("....... 2 ABDEFG 4ACBD", "-ca").as_deref(), Ok("-AC"));
        assert_eq!(reading("....... 2 ABDEFG 3BCC", " c").as_deref(), Ok("-C"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let first = "....... 1 ABCDEFG -";
        let says = |set, text, part: &str| {
            let message = reading(set, text).unwrap_err();
            assert!(message.contains(part), "{text}: {message}");
        };
        says(first, "E", "There is no offer to answer");
        says(first, "5E", "There is no action 5");
        says(first, "2B", "uses 2 cards, not 1");
        says(first, "2BH", "`H` is not a card");
        says(first, "2BB", "BB cannot be played from your hand ABCDEFG");
        says("....... 2 ABDEFG 4ACBD", "1E", "There is an offer to answer first, 4ACBD");
        says("....... 2 ABDEFG 4ACBD", "A", "the pair that you take");
        says("....... 2 ABDEFG 4ACBD", "AB", "AB is not offered");
        says("....... 2 ABDEFG 3BCC", "D", "D is not offered");
        says("+..-... 2 ABDFG 2XX,3EEG-E,1X", "", "There is no offer");
        says("....... 1 ABCDFGG 1E,1X", "1A", "You have used action 1, the secret; you have left 2 3 4");
    }
}
