//! Why an action is better than another: reasons, each a code with numbers.
//!
//! Everything follows from what the computation of the values has [seen](ActionEnds): how often each marker lies on
//! either side after the round, who reaches a goal, what the opponent takes of an offer. A difference is a
//! reason if it is larger than its error allows and large enough to matter. The English sentences, in `text`,
//! follow from the reasons alone; others may say them in another language.

#[cfg(test)]
mod tests;
mod text;

pub use self::text::named;

use std::cmp::Ordering;
use std::fmt::Display;

use serde::{Serialize, Serializer};

use super::actions::{Advice, NEGLIGIBLE, ValuedAction};
use crate::rules::{Action, ActionEnds, Decision, Ends, Geisha, Rules};
use hanamachi_core::search::estimate::error_of_both;
use hanamachi_core::search::strength::Number;

/// Why `action` is to be played and not `against`.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The recommended action.
    pub action: Action,
    /// The action that it is compared with.
    pub against: Action,
    /// The reasons, in the order in which they are said.
    pub reasons: Vec<Reason>,
}

/// One reason. Of two numbers the first belongs to the recommended action, the second to the one that it is compared
/// with.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Reason {
    /// It wins the game more often.
    Better(Margin),
    /// The two cannot be told apart, or differ by less than half a point.
    Even(Margin),
    /// The secret makes its geisha the reader's more often.
    Secures(MarkerChange),
    /// The secret or trade-off makes the geisha of its cards the opponent's less often.
    Withholds {
        /// The geisha.
        geisha: Vec<MarkerChange>,
    },
    /// These geisha are the reader's more often.
    Wins {
        /// The geisha, the largest gain in charm points first.
        geisha: Vec<MarkerChange>,
    },
    /// These geisha are the opponent's less often.
    Denies {
        /// The geisha, the largest gain in charm points first.
        geisha: Vec<MarkerChange>,
    },
    /// The reader reaches a goal in this round more often.
    Reaches(Goal),
    /// The opponent reaches a goal in this round less often.
    Prevents(Goal),
    /// No single geisha or goal shows a gain.
    Unclear,
    /// These geisha are the reader's less often.
    GivesUp {
        /// The geisha, the largest loss in charm points first.
        geisha: Vec<MarkerChange>,
    },
    /// These geisha are the opponent's more often.
    Concedes {
        /// The geisha, the largest loss in charm points first.
        geisha: Vec<MarkerChange>,
    },
    /// The reader reaches a goal in this round less often.
    Misses(Goal),
    /// The opponent reaches a goal in this round more often.
    Risks(Goal),
    /// The answers to the recommended offer.
    Invites(Offer),
    /// The answers to the offer that it is compared with.
    WouldInvite(Offer),
}

/// Probabilities of winning the game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Margin {
    /// Of both actions.
    pub win: [f64; 2],
    /// By how much the recommended action wins more often.
    pub difference: f64,
    /// Standard error of the difference; `None` if it is exact.
    pub difference_se: Option<f64>,
}

/// How often a geisha's marker lies on one side after the round.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MarkerChange {
    /// The geisha.
    #[serde(serialize_with = "as_text")]
    pub geisha: Geisha,
    /// After each of the two actions, 0 to 1.
    pub share: [f64; 2],
}

/// How often a player reaches a goal in this round.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Goal {
    /// After each of the two actions, 0 to 1.
    pub share: [f64; 2],
}

/// What the opponent takes of an offer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Offer {
    /// The offer.
    #[serde(serialize_with = "as_text")]
    pub offer: Action,
    /// The likeliest answers, the likeliest first.
    pub answers: Vec<OfferAnswer>,
}

/// An answer to an offer.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct OfferAnswer {
    /// The answer.
    #[serde(serialize_with = "as_text")]
    pub answer: Action,
    /// How often the opponent gives it, 0 to 1.
    pub frequency: f64,
    /// Its standard error; `None` if nothing was sampled.
    pub frequency_se: Option<f64>,
    /// Probability that the reader wins the game after it; `None` if it is never given, or was never seen.
    pub win: Option<f64>,
    /// Its standard error, at most.
    pub win_se: Option<f64>,
}

fn as_text<T: Display, S: Serializer>(of: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(of)
}

/// The smallest difference that is said: four points.
const LEAST: f64 = 0.04;
/// Standard errors that a difference must exceed. More than usual, because many are looked at.
const ERRORS: f64 = 2.6;
/// Share of the largest change, in charm points, that another one must have to be said beside it.
const BESIDE: f64 = 0.4;
/// Most sentences about one comparison.
const MOST: usize = 5;
/// An answer to an offer is said if it is at least as frequent.
const FREQUENT: f64 = 0.25;

impl Comparison {
    /// Compares the recommended action with the best action of another kind, or where there is none with the best other
    /// action, and with each of those `asked` about. `ends` are those of the actions; without them there are
    /// no reasons. Differences below `model_error` are not reasons.
    pub(super) fn all(
        rules: &Rules,
        (actions, advice): (&[ValuedAction], &Advice),
        ends: &[ActionEnds],
        model_error: f64,
        asked: &[Action],
    ) -> Vec<Self> {
        let orbit = actions.iter().find(|of| of.action == advice.play).map(|of| of.orbit);
        let other = |of: &&ValuedAction| Some(of.orbit) != orbit && of.win.is_some();
        let win = |of: &&ValuedAction| of.win.map_or(-1.0, Number::value);
        let best = |is: &dyn Fn(&&ValuedAction) -> bool| {
            let candidates = actions.iter().filter(|of| other(of) && is(of));
            candidates
                .max_by(|one, other| win(one).total_cmp(&win(other)).then(other.action.cmp(&one.action)))
        };
        let usual = best(&|of| of.action.kind() != advice.play.kind()).or_else(|| best(&|_| true));
        let mut against: Vec<Action> = usual.iter().map(|of| of.action).collect();
        for &action in asked {
            if action != advice.play && !against.contains(&action) {
                against.push(action);
            }
        }
        against
            .into_iter()
            .filter_map(|against| Self::new(rules, actions, ends, model_error, [advice.play, against]))
            .collect()
    }

    /// Compares two actions; `None` if one of them was never followed.
    pub(super) fn new(
        rules: &Rules,
        actions: &[ValuedAction],
        ends: &[ActionEnds],
        model_error: f64,
        [action, against]: [Action; 2],
    ) -> Option<Self> {
        let find = |action: Action| actions.iter().find(|of| of.action == action);
        let seen = |action: Action| ends.iter().find(|of| of.action == action && of.ends.weight() > 0.0);
        let (values, seen) = ([find(action)?, find(against)?], [seen(action)?, seen(against)?]);
        let margin = Margin::new(values)?;
        let is_even = margin.difference < NEGLIGIBLE
            || margin.difference_se.is_some_and(|error| margin.difference <= 1.96 * error);
        let pair =
            Pair { rules, action, ends: [&seen[0].ends, &seen[1].ends], least: LEAST.max(model_error) };
        let gains = pair.gains();
        let goals = pair.goals();
        let (mut better, worse): (Vec<Reason>, Vec<Reason>) = (gains.for_it, gains.against_it);
        let (reached, missed) = goals;
        let offers = seen.iter().enumerate().filter_map(|(place, of)| {
            let offer = Offer::new(of)?;
            Some(if place == 0 { Reason::Invites(offer) } else { Reason::WouldInvite(offer) })
        });
        if better.is_empty() && reached.is_empty() && (!is_even || worse.is_empty() && missed.is_empty()) {
            better.push(Reason::Unclear);
        }
        let first = if is_even { Reason::Even(margin) } else { Reason::Better(margin) };
        let mut reasons = vec![first];
        let cost = worse.into_iter().chain(missed).take(1);
        let rest: Vec<Reason> = reached.into_iter().take(1).chain(cost).chain(offers).collect();
        // One gain always has room; a second one where nothing else needs it.
        let room = (MOST - 1).saturating_sub(rest.len()).max(1);
        reasons.extend(better.into_iter().take(room));
        reasons.extend(rest);
        reasons.truncate(MOST);
        Some(Self { action, against, reasons })
    }
}

impl Margin {
    fn new([one, other]: [&ValuedAction; 2]) -> Option<Self> {
        let win = [one.win?.value(), other.win?.value()];
        let lost = |of: &ValuedAction| of.loss.unwrap_or_default();
        let errors = [one.loss_se, other.loss_se];
        // The errors of losses are those of differences to the best action, which one of the two may be.
        let difference_se =
            errors.iter().flatten().map(|error| error * error).reduce(|one, other| one + other);
        Some(Self { win, difference: lost(other) - lost(one), difference_se: difference_se.map(f64::sqrt) })
    }
}

impl OfferAnswer {
    /// This answer to an offer, after which these are the ends.
    #[must_use]
    pub fn new(of: &ActionEnds, answer: Action, ends: &Ends) -> Self {
        let frequency = of.frequency(ends);
        let win = (ends.weight() > 0.0).then(|| ends.utility().midpoint(1.0));
        let win_se = win.and_then(|win| ends.error(win));
        Self { answer, frequency, frequency_se: of.ends.error(frequency), win, win_se }
    }
}

impl Offer {
    fn new(of: &ActionEnds) -> Option<Self> {
        // One answer is no choice.
        if of.answers.len() < 2 {
            return None;
        }
        let answer = |(answer, ends): &(Action, Ends)| OfferAnswer::new(of, *answer, ends);
        let mut answers: Vec<OfferAnswer> =
            of.answers.iter().map(answer).filter(|answer| answer.frequency >= FREQUENT).collect();
        answers.sort_by(|one, other| other.frequency.total_cmp(&one.frequency));
        let is_known = of.ends.size().is_none_or(|size| size >= FEWEST);
        (is_known && !answers.is_empty()).then_some(Self { offer: of.action, answers })
    }
}

/// With fewer ends in a sample nothing is said about an offer.
const FEWEST: f64 = 60.0;

/// Two actions and what they come to.
struct Pair<'a> {
    rules: &'a Rules,
    action: Action,
    ends: [&'a Ends; 2],
    /// The smallest difference that counts.
    least: f64,
}

/// Reasons about geisha.
struct Gains {
    for_it: Vec<Reason>,
    against_it: Vec<Reason>,
}

impl Pair<'_> {
    /// Whether a share is larger or less with the recommended action; equal if the difference is within its error.
    fn compare(&self, share: [f64; 2]) -> Ordering {
        let [one, other] = [0, 1].map(|place| self.ends[place].error(share[place]).unwrap_or_default());
        let (least, difference) = (self.least.max(ERRORS * error_of_both(one, other)), share[0] - share[1]);
        if difference.abs() < least { Ordering::Equal } else { difference.total_cmp(&0.0) }
    }

    /// The geisha that this share favours the recommended action by, the most charm points first.
    fn changes(&self, share: impl Fn(&Ends, Geisha) -> f64, change: Ordering) -> Vec<MarkerChange> {
        let points =
            |of: &MarkerChange| (of.share[0] - of.share[1]).abs() * f64::from(self.rules.value(of.geisha));
        let found = self.rules.geisha().filter_map(|geisha| {
            let share = self.ends.map(|ends| share(ends, geisha));
            (self.compare(share) == change).then_some(MarkerChange { geisha, share })
        });
        let mut changes: Vec<MarkerChange> = found.collect();
        changes
            .sort_by(|one, other| points(other).total_cmp(&points(one)).then(one.geisha.cmp(&other.geisha)));
        let most = changes.first().map_or(0.0, points);
        changes.retain(|change| points(change) >= BESIDE * most);
        changes.truncate(2);
        changes
    }

    /// Changes of whose geisha are whose. Where a geisha changes sides, the larger of the two changes is said.
    fn gains(&self) -> Gains {
        let mut won = self.changes(Ends::mine, Ordering::Greater);
        let mut denied = self.changes(Ends::theirs, Ordering::Less);
        let mut given_up = self.changes(Ends::mine, Ordering::Less);
        let mut conceded = self.changes(Ends::theirs, Ordering::Greater);
        keep_larger(&mut won, &mut denied);
        keep_larger(&mut given_up, &mut conceded);
        let mut for_it = Vec::new();
        match self.action.unpack() {
            Decision::Secret(card) => {
                for_it.extend(taken(&mut won, &[card]).into_iter().map(Reason::Secures));
                for_it.extend(withheld(&mut denied, &[card]));
            }
            Decision::TradeOff(cards) => for_it.extend(withheld(&mut denied, &cards)),
            _ => {}
        }
        let points = |changes: &[MarkerChange]| -> f64 {
            let of = |change: &MarkerChange| {
                (change.share[0] - change.share[1]).abs() * f64::from(self.rules.value(change.geisha))
            };
            changes.iter().map(of).sum()
        };
        let (of_won, of_denied) = (points(&won), points(&denied));
        let mut rest = Vec::new();
        rest.extend((!won.is_empty()).then_some((of_won, Reason::Wins { geisha: won })));
        rest.extend((!denied.is_empty()).then_some((of_denied, Reason::Denies { geisha: denied })));
        rest.sort_by(|one, other| other.0.total_cmp(&one.0));
        for_it.extend(rest.into_iter().map(|(_, reason)| reason));
        let is_given_up = points(&given_up) >= points(&conceded);
        let against_it = match (given_up.is_empty(), conceded.is_empty()) {
            (true, true) => Vec::new(),
            _ if is_given_up => vec![Reason::GivesUp { geisha: given_up }],
            _ => vec![Reason::Concedes { geisha: conceded }],
        };
        Gains { for_it, against_it }
    }

    /// Changes of who reaches a goal: those for the action, and those against it.
    fn goals(&self) -> (Vec<Reason>, Vec<Reason>) {
        let [own, others] = [0, 1].map(|player| self.ends.map(|ends| ends.goal()[player]));
        let (mut for_it, mut against_it) = (Vec::new(), Vec::new());
        match self.compare(own) {
            Ordering::Greater => for_it.push(Reason::Reaches(Goal { share: own })),
            Ordering::Less => against_it.push(Reason::Misses(Goal { share: own })),
            Ordering::Equal => {}
        }
        match self.compare(others) {
            Ordering::Less => for_it.push(Reason::Prevents(Goal { share: others })),
            Ordering::Greater => against_it.push(Reason::Risks(Goal { share: others })),
            Ordering::Equal => {}
        }
        let size = |reason: &Reason| match reason {
            Reason::Reaches(goal) | Reason::Misses(goal) | Reason::Prevents(goal) | Reason::Risks(goal) => {
                (goal.share[0] - goal.share[1]).abs()
            }
            _ => 0.0,
        };
        for reasons in [&mut for_it, &mut against_it] {
            reasons.sort_by(|one, other| size(other).total_cmp(&size(one)));
        }
        (for_it, against_it)
    }
}

/// Of a geisha in both lists, keeps the larger change.
fn keep_larger(one: &mut Vec<MarkerChange>, other: &mut Vec<MarkerChange>) {
    let size = |of: &MarkerChange| (of.share[0] - of.share[1]).abs();
    let size_in =
        |list: &[MarkerChange], geisha| list.iter().find(|of| of.geisha == geisha).map_or(0.0, size);
    let of_other = other.clone();
    one.retain(|of| size(of) >= size_in(&of_other, of.geisha));
    other.retain(|of| size_in(one, of.geisha) == 0.0);
}

/// The reason that these geisha's cards are kept from the opponent, if some are.
fn withheld(denied: &mut Vec<MarkerChange>, cards: &[Geisha]) -> Option<Reason> {
    let geisha = taken(denied, cards);
    (!geisha.is_empty()).then_some(Reason::Withholds { geisha })
}

/// Removes and returns the changes of these geisha.
fn taken(changes: &mut Vec<MarkerChange>, geisha: &[Geisha]) -> Vec<MarkerChange> {
    let (taken, rest) = changes.iter().partition(|of| geisha.contains(&of.geisha));
    *changes = rest;
    taken
}
