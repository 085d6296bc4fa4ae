//! The flags for the rules of whole games.

use std::num::NonZeroU16;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hanamachi_solver::hanamikoji::notation::{FavourText, Tags};
use hanamachi_solver::hanamikoji::{Favour, Rules, Tiebreak};

use crate::args::SHIELD;
use crate::failure::Failure;

/// Rules of whole games, if other than the standard ones.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct GameRulesArgs {
    /// A flag of earlier versions: the tag `rounds=`.
    #[arg(long = "rounds", hide = true, value_name = "N", value_parser = |text: &str| tags(&format!("rounds={text}")))]
    rounds_flag: Option<Tags>,
    /// A flag of earlier versions: the tag `tiebreak=`.
    #[arg(long = "tiebreak", hide = true, value_name = "RULE", value_parser = tiebreak(), ignore_case = true)]
    tiebreak_flag: Option<Tiebreak>,
    /// Rules as tags, for example 'rounds=3' or 'geisha=1,1,3,4 actions=1,3' [default: the standard game]
    ///
    /// `rounds=N` limits the rounds of a game. At the limit more charm points win, then the highest geisha; with
    /// `tiebreak=charm_only` charm points alone, with `tiebreak=none` the game is shared.
    #[arg(long, value_name = "TAGS", value_parser = tags)]
    rules: Option<Tags>,
}

/// Reads tags from an argument.
pub(crate) fn tags(text: &str) -> Result<Tags, String> {
    text.parse::<Tags>().map_err(|error| error.to_string())
}

/// Reads a tiebreak from an argument.
pub(super) fn tiebreak() -> impl TypedValueParser<Value = Tiebreak> {
    let words = PossibleValuesParser::new(["charm", "charm_only", "none"]);
    words.try_map(|word| tags(&format!("tiebreak={word}")).map(|tags| tags.rules.tiebreak))
}

/// Markers before a round, from the seat of its first player, from the argument of --favour.
pub(crate) fn markers(favour: Option<&str>, rules: &Rules) -> Result<Favour, Failure> {
    let Some(text) = favour else { return Ok(Favour::NEUTRAL) };
    let favour = FavourText::read(&text.replace(SHIELD, ""), rules)
        .map_err(|error| Failure::Usage(format!("--favour: {error}")))?;
    if rules.winner(favour).is_some() {
        return Err(Failure::Usage("--favour: these markers have decided the game".to_owned()));
    }
    Ok(favour)
}

impl GameRulesArgs {
    /// The rules: the tags, and the other flags.
    pub(crate) fn rules(self) -> Result<Rules, Failure> {
        let Tags { mut rules, round } = self.rules.unwrap_or_default();
        if round != NonZeroU16::MIN {
            return Err(Failure::Usage("a game begins with the first round: leave out `round=`".to_owned()));
        }
        if let Some(Tags { rules: Rules { rounds, .. }, .. }) = self.rounds_flag {
            if rules.rounds.is_some() && rules.rounds != rounds {
                let message = "--rounds and the tag `rounds=` contradict each other".to_owned();
                return Err(Failure::Usage(message));
            }
            rules.rounds = rounds;
        }
        rules.tiebreak = self.tiebreak_flag.unwrap_or(rules.tiebreak);
        Ok(rules)
    }
}
