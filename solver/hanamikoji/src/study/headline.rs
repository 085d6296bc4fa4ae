//! What to play, in words.

use std::fmt::{Display, Write};

use super::actions::{Advice, ValuedAction};
use super::reasons::named;
use crate::rules::{Action, Decision};

/// Largest number of actions named beside the one to play.
const MOST_NAMED: usize = 3;
/// Longest name of a group of equal actions, in letters.
const LONGEST_NAME: usize = 16;
/// A frequency from which on an action is the one to play, or at least part of what is played.
const NEARLY_ALWAYS: f64 = 0.9;
const MOSTLY: f64 = 0.5;
const SOMETIMES: f64 = 0.1;

impl Advice {
    /// What to play, in words: one action, a group of equal ones, or the mixture, from all actions in display order:
    ///
    /// `Play 1D or 1E, which are equal (keep the parasol or the shamisen as the secret).`
    /// `Mostly play 1F (keep the tea bowl as the secret), 70 ± 12 % of the time; sometimes 1G (keep the hairpin as the secret); 1A is as good within the error.`
    #[must_use]
    pub fn headline(&self, actions: &[ValuedAction]) -> String {
        let is_of_best = |orbit: &&[ValuedAction]| orbit.iter().any(|of| self.best.contains(&of.action));
        let best: Vec<&[ValuedAction]> = orbits(actions).filter(is_of_best).collect();
        let [played, others @ ..] = &best[..] else {
            return format!("Play {} ({}).", self.play, in_words(self.play));
        };
        let (sometimes, good): (Vec<_>, Vec<_>) =
            others.iter().partition(|orbit| orbit_frequency(orbit).is_some_and(|often| often >= SOMETIMES));
        let often = orbit_frequency(played).filter(|&often| often < NEARLY_ALWAYS);
        let equal = if played.len() > 1 { ", which are equal" } else { "" };
        let mut text = match often {
            Some(often) if often >= MOSTLY => "Mostly play ".to_owned(),
            Some(_) if !sometimes.is_empty() => "Most often play ".to_owned(),
            _ => "Play ".to_owned(),
        };
        let _ = write!(text, "{}{equal} ({})", orbit_name(played), orbit_in_words(played));
        if let Some(often) = often {
            let error: Option<f64> = played.iter().map(|of| of.frequency_se).sum();
            let error = error.map(|error| format!(" ± {:.0}", (100.0 * error).ceil())).unwrap_or_default();
            let _ = write!(text, ", {:.0}{error} % of the time", 100.0 * often);
        }
        let in_words = |orbit: &[ValuedAction]| format!("{} ({})", orbit_name(orbit), orbit_in_words(orbit));
        if let Some((list, _)) = list(&sometimes, "or", in_words) {
            let _ = write!(text, "; sometimes {list}");
        }
        if let Some((list, is_one)) = list(&good, "and", orbit_name) {
            let are = if is_one { "is" } else { "are" };
            let _ = write!(text, "; {list} {are} as good within the error");
        }
        text + "."
    }
}

/// Frequency of an orbit; `None` where no strategy was found.
#[must_use]
pub fn orbit_frequency<A>(orbit: &[ValuedAction<A>]) -> Option<f64> {
    orbit.iter().map(|of| Some(of.frequency?.value())).sum()
}

/// Runs of actions of one orbit, which stand together.
pub fn orbits<A: PartialEq>(actions: &[ValuedAction<A>]) -> impl Iterator<Item = &[ValuedAction<A>]> {
    actions.chunk_by(|one, other| one.orbit == other.orbit)
}

/// Name of an orbit: `1F`, `1D or 1E`, `4ADBE + 5 equal`.
#[must_use]
pub fn orbit_name<A: Display>(orbit: &[ValuedAction<A>]) -> String {
    let named: Vec<String> = orbit.iter().map(|of| of.action.to_string()).collect();
    match &named[..] {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] if named.len() <= MOST_NAMED && 4 * last.len() <= LONGEST_NAME => {
            format!("{} or {last}", before.join(", "))
        }
        [first, rest @ ..] => format!("{first} + {} equal", rest.len()),
    }
}

/// An orbit in words: `keep the parasol or the shamisen as the secret`.
fn orbit_in_words(orbit: &[ValuedAction]) -> String {
    let Some(first) = orbit.first() else { return String::new() };
    let cards: Vec<String> = orbit
        .iter()
        .filter_map(|of| match of.action.unpack() {
            Decision::Secret(card) | Decision::TakeCard(card) => Some(named(&[card])),
            _ => None,
        })
        .collect();
    let all = in_words(first.action);
    match &cards[..] {
        [card, .., last] => {
            all.replacen(card, &format!("{} or {last}", cards[..cards.len() - 1].join(", ")), 1)
        }
        _ => all,
    }
}

/// A decision, worded as a request: `offer flute, fan and hairpin`.
#[must_use]
pub fn in_words(action: Action) -> String {
    match action.unpack() {
        Decision::Secret(card) => format!("keep {} as the secret", named(&[card])),
        Decision::TradeOff(cards) => format!("discard {}", named(&cards)),
        Decision::Gift(cards) => format!("offer {}", named(&cards)),
        Decision::Competition([one, other]) => format!("offer {}, or {}", named(&one), named(&other)),
        Decision::TakeCard(card) => format!("take {}", named(&[card])),
        Decision::TakePair(cards) => format!("take {}", named(&cards)),
    }
}

/// The first of these orbits, as `name` tells them, and the number of the others; whether it is only one action. `None` without any.
fn list(
    orbits: &[&&[ValuedAction]],
    and: &str,
    name: impl Fn(&[ValuedAction]) -> String,
) -> Option<(String, bool)> {
    let named: Vec<String> = orbits.iter().take(MOST_NAMED).map(|orbit| name(orbit)).collect();
    let more = orbits.len().saturating_sub(MOST_NAMED);
    let is_one = matches!(orbits, [[_]]);
    match (&named[..], more) {
        ([], _) => None,
        ([one], 0) => Some((one.clone(), is_one)),
        ([before @ .., last], 0) => Some((format!("{} {and} {last}", before.join(", ")), false)),
        (named, more) => Some((format!("{} {and} {more} more", named.join(", ")), false)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Geisha;

    #[test]
    fn actions_are_worded_without_codes() {
        let of = |letter| Geisha::from_letter(letter).unwrap();
        for (action, words) in [
            (Action::secret(of('E')), "keep the shamisen as the secret"),
            (Action::trade_off(['B', 'C'].map(of)), "discard fan and scroll"),
            (Action::gift(['A', 'B', 'G'].map(of)), "offer flute, fan and hairpin"),
            (
                Action::competition([['A', 'C'], ['B', 'D']].map(|pair| pair.map(of))),
                "offer flute and scroll, or fan and parasol",
            ),
            (Action::take_card(of('C')), "take the scroll"),
            (Action::take_pair(['B', 'B'].map(of)), "take two fans"),
        ] {
            assert_eq!(in_words(action), words);
        }
    }
}
