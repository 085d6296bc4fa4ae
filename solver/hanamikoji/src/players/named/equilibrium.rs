//! The players of the approximate equilibrium: `policy`, the network alone, and `best`.

use std::num::NonZeroU64;
use std::sync::Arc;

use super::own::{AboutPlayer, OwnPlayer};
use crate::Rules;
use crate::analysis::{Parameter, Parameters, SettingsError};
use crate::endgame::ResolveSettings;
use crate::evaluation::Evaluation;
use crate::improve::{ImproveSettings, ImprovingPolicy, OpponentType};
use crate::learn::NetworkPolicy;
use crate::players::PolicyPlayer;
use crate::policy::{Argmax, GreedyPolicy, LearnedPolicy, SharedPolicy, Threshold, Tremble};
use crate::resolve::ResolvingPolicy;
use hanamachi_core::search::budget::CancelToken;

/// The parameter of any network player.
pub(super) const THRESHOLD: Parameter = Parameter {
    name: "threshold",
    default: "0",
    about: "never play an action with a smaller probability than this, 0 to 1, except the most likely one",
};

/// Reads the [threshold](THRESHOLD); `None` where there is none.
pub(super) fn least_probability(given: &Parameters<'_>) -> Result<Option<f64>, SettingsError> {
    Ok(given.get_by(THRESHOLD.name, probability)?.filter(|&least| least > 0.0))
}

fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "it is a number from 0 to 1".to_owned())
}

pub(super) const POLICY: AboutPlayer = AboutPlayer {
    name: "policy",
    about: "plays the approximate equilibrium found by self-play, each action with its probability; `policy:argmax` always plays \
            the most likely action; standard deals only",
    parameters: &[THRESHOLD],
};

pub(super) const BEST: AboutPlayer = AboutPlayer {
    name: "best",
    about: "`policy`, improved by rollouts before each decision, with the last turns re-solved; standard deals only",
    parameters: &[
        Parameter {
            name: "time",
            default: "1",
            about: "about how many seconds a decision may take on one core; sets rollouts and turns",
        },
        Parameter { name: "rollouts", default: "by time", about: "rollouts per decision, at least 1" },
        Parameter {
            name: "turns",
            default: "by time",
            about: "number of turns to solve at the end of a round, 1 to 4",
        },
        Parameter {
            name: "doubt",
            default: "0.5",
            about: "probability, before a round, that the opponent does not play like `policy` but like \
                    `ismcts:iterations=10000` (60 % of it), `learned` (27 %) or `greedy` (13 %), 0 to 1",
        },
    ],
};

/// Usual probability that the opponent does not play like `policy`.
const DOUBT: f64 = 0.5;
/// Shares of the opponents that `best` suspects in the doubt: the search, `learned` and `greedy`.
const SHARES: [f64; 3] = [9.0 / 15.0, 4.0 / 15.0, 2.0 / 15.0];
/// Temperature of `learned` as an opponent.
const OPPONENT_TEMPERATURE: f64 = 0.5;
/// How often `learned` and `greedy` as opponents play a random action: nobody plays exactly like them.
const OPPONENT_TREMBLE: f64 = 0.1;
/// The same for the imitation of the search, which has probabilities of its own.
const SEARCH_TREMBLE: f64 = 0.05;

/// The opponents that `best` suspects besides `policy`; `None` without the imitation of the search, in whose place nobody is
/// suspected.
fn suspected(doubt: f64) -> Option<Vec<OpponentType>> {
    let learned = LearnedPolicy::softmax(Evaluation::standard(), OPPONENT_TEMPERATURE);
    let search = NetworkPolicy::imitated_search()?;
    let policies: [SharedPolicy; 3] = [
        Arc::new(Tremble::new(search, SEARCH_TREMBLE)),
        Arc::new(Tremble::new(learned, OPPONENT_TREMBLE)),
        Arc::new(Tremble::new(GreedyPolicy, OPPONENT_TREMBLE)),
    ];
    let each = policies.into_iter().zip(SHARES);
    Some(each.map(|(policy, share)| OpponentType { policy, prior: doubt * share }).collect())
}

/// This many rollouts take less than a second on one core, including the rest of the decision.
const ROLLOUTS_PER_SECOND: f64 = 8_000.0;
/// From this many seconds on, `best` solves the last three turns of a round, with less time two.
const SECONDS_FOR_THREE_TURNS: f64 = 0.3;

/// The most seconds for a decision: a day. A longer time is a mistake.
const MOST_SECONDS: f64 = 86_400.0;

/// Work of `best` per decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct BestWork {
    rollouts: NonZeroU64,
    turns: usize,
}

/// What `best` was asked to be.
struct BestSettings {
    work: BestWork,
    doubt: f64,
    /// The canonical specification.
    text: String,
}

impl BestWork {
    fn of_time(seconds: f64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "`as` saturates, and a time is above 0"
        )]
        let rollouts = NonZeroU64::new((ROLLOUTS_PER_SECOND * seconds) as u64).unwrap_or(NonZeroU64::MIN);
        Self { rollouts, turns: if seconds >= SECONDS_FOR_THREE_TURNS { 3 } else { 2 } }
    }
}

impl BestSettings {
    /// Reads the parameters.
    fn read(rest: &str) -> Result<Self, SettingsError> {
        let given = Parameters::read(BEST.name, BEST.parameters, rest)?;
        let seconds = |text: &str| {
            let number = text.parse().ok().filter(|&number: &f64| number > 0.0 && number <= MOST_SECONDS);
            number.ok_or_else(|| "it is a number of seconds above 0, at most 86400, a day".to_owned())
        };
        let turns = |text: &str| {
            let number = text.parse().ok().filter(|number| (1..=4).contains(number));
            number.ok_or_else(|| "it is a number from 1 to 4".to_owned())
        };
        let time = given.get_by("time", seconds)?;
        let doubt = given.get_by("doubt", probability)?;
        let (rollouts, turns) = (given.get("rollouts")?, given.get_by("turns", turns)?);
        let usual = BestWork::of_time(time.unwrap_or(1.0));
        let mut text: Vec<String> = Vec::new();
        if time.is_some() || (rollouts.is_none() && turns.is_none()) {
            text.push(format!("time={}", time.unwrap_or(1.0)));
        }
        text.extend(rollouts.map(|rollouts: NonZeroU64| format!("rollouts={rollouts}")));
        text.extend(turns.map(|turns: usize| format!("turns={turns}")));
        text.extend(doubt.map(|doubt| format!("doubt={doubt}")));
        let work =
            BestWork { rollouts: rollouts.unwrap_or(usual.rollouts), turns: turns.unwrap_or(usual.turns) };
        let text = format!("{}:{}", BEST.name, text.join(","));
        Ok(Self { work, doubt: doubt.unwrap_or(DOUBT), text })
    }
}

/// A parameter that never takes `=VALUE`.
const ARGMAX: &str = "argmax";

/// Reads a specification of one of these players; `None` for other players, or without a network.
pub(super) fn parse(
    name: &str,
    rest: &str,
    cancel: &Arc<CancelToken>,
) -> Result<Option<OwnPlayer>, SettingsError> {
    let Some(network) = NetworkPolicy::standard() else { return Ok(None) };
    if name == POLICY.name {
        if rest.trim() == ARGMAX {
            return Ok(Some(player(format!("{name}:{ARGMAX}"), Arc::new(Argmax::new(network)))));
        }
        let least = least_probability(&Parameters::read(name, POLICY.parameters, rest)?)?;
        return Ok(Some(match least {
            None => player(name.to_owned(), Arc::new(network)),
            Some(least) => {
                player(format!("{name}:threshold={least}"), Arc::new(Threshold::new(network, least)))
            }
        }));
    }
    if name != BEST.name {
        return Ok(None);
    }
    let BestSettings { work: BestWork { rollouts, turns }, doubt, text } = BestSettings::read(rest)?;
    let Some(suspected) = suspected(doubt) else { return Ok(None) };
    let late = ResolveSettings::for_play(turns);
    let late = ResolvingPolicy::new(network, late, Arc::clone(cancel));
    let improve = ImproveSettings { rollouts, ..ImproveSettings::default() };
    let best = ImprovingPolicy::new(late, improve, Arc::clone(cancel)).facing(suspected);
    Ok(Some(player(text, Arc::new(best))))
}

/// The player of a policy for the standard game.
fn player(text: String, policy: SharedPolicy) -> OwnPlayer {
    let plays = Arc::clone(&policy);
    let made = Arc::clone(&policy);
    OwnPlayer {
        text,
        plays: Arc::new(move |rules: &Rules| rules.is_standard_round() && plays.check(rules).is_ok()),
        make: Arc::new(move || Box::new(PolicyPlayer::new(Arc::clone(&made)))),
        iterations: 0,
        policy: Some(policy),
    }
}

#[cfg(all(test, feature = "network"))]
mod tests {
    use super::*;

    #[test]
    fn the_suspected_opponents_share_the_doubt() {
        for doubt in [0.0, DOUBT, 1.0] {
            let suspected = suspected(doubt).expect("the networks come together");
            assert_eq!(suspected.len(), SHARES.len(), "the search among them");
            let all: f64 = suspected.iter().map(|of| of.prior).sum();
            assert!((all - doubt).abs() < 1e-12, "{all} of {doubt}");
        }
    }
}
