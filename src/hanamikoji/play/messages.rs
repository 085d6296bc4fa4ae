//! Events at the table, in words.

use std::fmt::Write;

use hanamachi_report::terminal::{BOLD, count, paint};
use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::{Cards, Entry, Favour, Played, RoundOutcome, RoundRecord, Rules};

use crate::hanamikoji::words;
use hanamachi_report::terminal::hanamikoji::picture::{self, TableSide};

/// The opponent's last turn, as the person sees it. The entry itself tells whether the opponent answered in
/// it, since only the opponent answers the person's own offers.
pub(super) fn opponents_turn(entry: Entry) -> String {
    let text = match entry.unpack() {
        Some(Played::Secret(_)) => "keeps a card secretly".to_owned(),
        Some(Played::TradeOff(_)) => "puts two cards away".to_owned(),
        Some(Played::Gift([a, b, c], None)) => format!("offers {a}, {b} and {c}: take one"),
        Some(Played::Competition([[a, b], [c, d]], None)) => {
            format!("offers {a}{b} and {c}{d}: take one pair")
        }
        Some(played) => {
            let taken = played.taken();
            format!("takes {taken}, and you have {}", played.cards().checked_minus(taken).unwrap_or_default())
        }
        None => "waits".to_owned(),
    };
    format!("The opponent {text} ({entry}).")
}

/// The end of a round: the hidden cards, the cards that count, and the movement of the markers.
pub(super) fn end_of_round(record: &RoundRecord, person: Seat) -> String {
    let (end, rules) = (record.end(), record.rules());
    let after = record.favour_after().unwrap_or(record.favour());
    let mut text = paint(BOLD, format_args!("Round {} is over.", record.round_number()));
    let seats = [("opponent", !person), ("you", person)];
    for (name, seat) in seats {
        let (secret, away) = (words::cards(end.secret(seat)), words::cards(end.trade_off(seat)));
        let _ = write!(text, "\n{name:<10}secret {secret}, discarded {away}");
    }
    let _ = write!(text, "\nremoved   {}", record.deal().removed());
    let [above, below] = seats.map(|(name, seat)| TableSide { name, seat, row: end.placed(seat) });
    let _ = write!(text, "\n\n{}\n\n", picture::table(rules, after, above, below));
    text += &moved(record.favour(), after, rules, person);
    let _ = write!(
        text,
        "\nYou have {}, the opponent {}.",
        standing(after, person, rules),
        standing(after, !person, rules)
    );
    text
}

/// Markers that moved, and their new owners.
fn moved(before: Favour, after: Favour, rules: &Rules, person: Seat) -> String {
    let to = |seat| -> Cards {
        let moved = |geisha: &_| after.owner(*geisha) == Some(seat) && before.owner(*geisha) != Some(seat);
        rules.geisha().filter(moved).collect()
    };
    let (mine, theirs) = (to(person), to(!person));
    match (mine.is_empty(), theirs.is_empty()) {
        (true, true) => "No marker moves.".to_owned(),
        (false, true) => format!("Markers move to you: {mine}."),
        (true, false) => format!("Markers move to the opponent: {theirs}."),
        (false, false) => format!("Markers move to you: {mine}, to the opponent: {theirs}."),
    }
}

/// `7 charm points and 2 geisha`.
pub(super) fn standing(favour: Favour, seat: Seat, rules: &Rules) -> String {
    let charm = words::charm(favour, seat, rules) as usize;
    format!("{} and {} geisha", count(charm, "charm point"), words::geisha(favour, seat))
}

/// Result of the game, from the person's seat; `None` if it goes on.
pub(super) fn result(outcome: RoundOutcome, person: Seat) -> Option<&'static str> {
    match outcome {
        RoundOutcome::Won(winner) if winner == person => Some("You win the game."),
        RoundOutcome::Won(_) => Some("The opponent wins the game."),
        RoundOutcome::Shared => Some("The game is shared."),
        RoundOutcome::Undecided => None,
    }
}
