//! Reasons in English sentences.

use std::fmt::{self, Display};

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::{Comparison, Goal, Margin, MarkerChange, Offer, OfferAnswer, Reason};
use crate::rules::{Action, Decision, Geisha};

/// A geisha's item. The rulebooks tell geisha apart by their items.
const fn item(geisha: Geisha) -> &'static str {
    match geisha.index() {
        0 => "flute",
        1 => "fan",
        2 => "scroll",
        3 => "parasol",
        4 => "shamisen",
        5 => "tea bowl",
        _ => "hairpin",
    }
}

/// Writes the sentences of a comparison, one after another.
impl Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, reason) in self.reasons.iter().enumerate() {
            let space = if place > 0 { " " } else { "" };
            write!(f, "{space}{}", sentence(self, reason))?;
        }
        Ok(())
    }
}

impl Serialize for Comparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Comparison", 4)?;
        object.serialize_field("action", &self.action.to_string())?;
        object.serialize_field("against", &self.against.to_string())?;
        object.serialize_field("reasons", &self.reasons)?;
        object.serialize_field("text", &self.to_string())?;
        object.end()
    }
}

fn sentence(of: &Comparison, reason: &Reason) -> String {
    match reason {
        Reason::Better(margin) => better(of, margin),
        Reason::Even(margin) => even(of, margin),
        Reason::Secures(change) => {
            format!("As the secret, {} is yours {}.", the(change.geisha), often(change.share))
        }
        Reason::Withholds { geisha } => {
            let with = if matches!(of.action.unpack(), Decision::Secret(_)) { "secret" } else { "discard" };
            format!("With the {with}, {}.", theirs(geisha))
        }
        Reason::Wins { geisha } => capital(&format!("{}.", yours(geisha))),
        Reason::Denies { geisha } => capital(&format!("{}.", theirs(geisha))),
        Reason::Reaches(Goal { share }) => format!("You reach a goal in this round {}.", times(*share)),
        Reason::Prevents(Goal { share }) => {
            format!("The opponent reaches a goal in this round {}.", times(*share))
        }
        Reason::Unclear if matches!(of.reasons[..], [Reason::Even(_), ..]) => {
            "No geisha and no goal tells them apart.".to_owned()
        }
        Reason::Unclear => "No single geisha shows the gain.".to_owned(),
        Reason::GivesUp { geisha } => format!("On the other hand, {}.", yours(geisha)),
        Reason::Concedes { geisha } => format!("On the other hand, {}.", theirs(geisha)),
        Reason::Misses(Goal { share }) => {
            format!("On the other hand, you reach a goal in this round {}.", times(*share))
        }
        Reason::Risks(Goal { share }) => {
            format!("On the other hand, the opponent reaches a goal in this round {}.", times(*share))
        }
        Reason::Invites(offer) => invites(offer, "The opponent takes"),
        Reason::WouldInvite(offer) => {
            invites(offer, &format!("Of {} the opponent would take", cards(offer.offer)))
        }
    }
}

fn better(of: &Comparison, margin: &Margin) -> String {
    let (action, against) = (doing(of.action), doing(of.against));
    capital(&format!(
        "{action} wins {}, {} more than {}.",
        percent_1(margin.win[0]),
        points(margin),
        without_repeat(of, &against)
    ))
}

fn even(of: &Comparison, margin: &Margin) -> String {
    let (action, against) = (doing(of.action), doing(of.against));
    let [one, other] = margin.win.map(percent_1);
    capital(&format!(
        "{action} ({one}) and {} ({other}) are equally good, as far as can be told.",
        without_repeat(of, &against)
    ))
}

/// Leaves out of the second of two actions what both have in common.
fn without_repeat<'t>(of: &Comparison, against: &'t str) -> &'t str {
    match (of.action.unpack(), of.against.unpack()) {
        (Decision::Secret(_), Decision::Secret(_)) => {
            against.strip_suffix(" as the secret").unwrap_or(against)
        }
        _ => against,
    }
}

/// `5.5 points`, `5.5 ± 0.8 points`.
fn points(margin: &Margin) -> String {
    let difference = 100.0 * margin.difference;
    match margin.difference_se.map(|error| 100.0 * error).filter(|error| *error >= 0.05) {
        // Rounded up, as in tables.
        Some(error) => format!("{difference:.1} ± {:.1} points", (10.0 * error).ceil() / 10.0),
        None => format!("{difference:.1} points"),
    }
}

/// `in 71 % of rounds instead of 48 %`, `in only 12 % of rounds instead of 40 %`.
fn often([one, other]: [f64; 2]) -> String {
    format!("in {}{} of rounds instead of {}", only(one, other), percent(one), percent(other))
}

/// `in 71 % of cases instead of 48 %`.
fn times([one, other]: [f64; 2]) -> String {
    format!("in {}{} of cases instead of {}", only(one, other), percent(one), percent(other))
}

fn only(one: f64, other: f64) -> &'static str {
    if one < other && one >= 0.01 { "only " } else { "" }
}

/// `the tea bowl (F) is yours in 71 % of rounds instead of 48 %, and the fan (B) in 40 % of rounds instead of 31 %`.
fn yours(of: &[MarkerChange]) -> String {
    let each = of.iter().enumerate().map(|(place, change)| {
        let is = if place == 0 { " is yours" } else { "" };
        format!("{}{is} {}", the(change.geisha), often(change.share))
    });
    each.collect::<Vec<_>>().join(", and ")
}

/// `the opponent has the hairpin (G) in only 12 % of rounds instead of 40 %`.
fn theirs(of: &[MarkerChange]) -> String {
    let each = of.iter().map(|change| format!("{} {}", the(change.geisha), often(change.share)));
    format!("the opponent has {}", each.collect::<Vec<_>>().join(", and "))
}

/// `The opponent takes the fan (B) in 83 % of cases (you then win 41 ± 2 %)`. Answers with the same numbers are told together.
fn invites(offer: &Offer, start: &str) -> String {
    let win = |answer: &OfferAnswer| match (answer.win, answer.win_se.map(|error| (100.0 * error).ceil())) {
        (Some(win), Some(error)) => format!("{:.0} ± {error:.0} %", 100.0 * win),
        (win, _) => win.map_or_else(|| "?".to_owned(), percent),
    };
    let numbers = |answer: &OfferAnswer| (percent(answer.frequency), win(answer));
    let alike = offer.answers.chunk_by(|one, other| numbers(one) == numbers(other));
    let told = alike.filter_map(|answers| {
        let (frequency, win) = numbers(answers.first()?);
        let each = if answers.len() > 1 { " each" } else { "" };
        let taken = listed(answers.iter().map(|of| cards(of.answer)));
        Some(format!("{taken} in {frequency} of cases{each} (you then win {win})"))
    });
    format!("{start} {}.", listed(told))
}

/// An action as a noun: `keeping the tea bowl (F) as the secret`.
fn doing(action: Action) -> String {
    let cards = cards(action);
    match action.unpack() {
        Decision::Secret(_) => format!("keeping {cards} as the secret"),
        Decision::TradeOff(_) => format!("discarding {cards}"),
        Decision::Gift(_) | Decision::Competition(_) => format!("offering {cards}"),
        Decision::TakeCard(_) | Decision::TakePair(_) => format!("taking {cards}"),
    }
}

/// The cards of an action: `the tea bowl (F)`, `fan and parasol (BD) or scroll and hairpin (CG)`.
fn cards(action: Action) -> String {
    match action.unpack() {
        Decision::Secret(card) | Decision::TakeCard(card) => the(card),
        Decision::TradeOff(cards) | Decision::TakePair(cards) => all(&cards),
        Decision::Gift(cards) => all(&cards),
        Decision::Competition([one, other]) => format!("{} or {}", all(&one), all(&other)),
    }
}

fn the(geisha: Geisha) -> String {
    all(&[geisha])
}

/// With their letters: `flute, fan and hairpin (ABG)`.
fn all(cards: &[Geisha]) -> String {
    let letters: String = cards.iter().map(|card| card.letter()).collect();
    format!("{} ({letters})", named(cards))
}

/// Cards by their items, by which the rulebooks tell geisha apart: `flute, fan and hairpin`, `two hairpins`; a single one with its article.
#[must_use]
pub fn named(cards: &[Geisha]) -> String {
    let several = cards.len() > 1;
    listed(cards.chunk_by(|one, other| one == other).map(|same| match same {
        [] => String::new(),
        [one] if several => item(*one).to_owned(),
        [one] => format!("the {}", item(*one)),
        [one, _] => format!("two {}s", item(*one)),
        [one, ..] => format!("three {}s", item(*one)),
    }))
}

/// `a`, `a and b`, `a, b and c`.
fn listed(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    match parts.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// A share in per cent. Only what is 0 or 1 is written so.
fn percent(share: f64) -> String {
    match format!("{:.0} %", 100.0 * share) {
        all if all == "100 %" && share < 1.0 - 1e-6 => "over 99 %".to_owned(),
        none if none == "0 %" && share > 1e-6 => "under 1 %".to_owned(),
        rounded => rounded,
    }
}

fn percent_1(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
