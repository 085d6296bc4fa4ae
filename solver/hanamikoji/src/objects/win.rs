//! Winning probabilities in objects, and the favour table that values undecided rounds.

use std::num::NonZeroU16;
use std::path::{Path, PathBuf};

use crate::notation::FavourText;
use crate::{Continuation, FavourEstimates, FavourOrigin, Round, Rules, Tiebreak};
use hanamachi_core::search::strength::{HasStrength, Number, Strength};
use serde::Serialize;

/// A winning probability in an object, always with its strength. All fields are `null` if nothing is known.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct WinObject {
    win: Option<f64>,
    /// The standard error of an estimate; `null` if the sample does not provide it.
    se: Option<f64>,
    /// Kind of `win` alone.
    kind: Option<Strength>,
}

impl WinObject {
    /// An unknown probability.
    pub const UNKNOWN: Self = Self { win: None, se: None, kind: None };

    /// The number alone.
    #[must_use]
    pub const fn value(&self) -> Option<f64> {
        self.win
    }

    /// Its standard error.
    #[must_use]
    pub const fn se(&self) -> Option<f64> {
        self.se
    }

    /// Its strength.
    #[must_use]
    pub const fn kind(&self) -> Option<Strength> {
        self.kind
    }
}

impl<T: Into<Number>> From<T> for WinObject {
    fn from(number: T) -> Self {
        let number = number.into();
        Self { win: Some(number.value()), se: number.standard_error(), kind: Some(number.strength()) }
    }
}

/// The favour table that values undecided rounds, as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FavourTableObject {
    /// `built_in`, `file`, or `rule_of_thumb` in reduced games without a table.
    pub source: &'static str,
    /// The file, if it is from one.
    pub file: Option<PathBuf>,
    /// Its hash.
    pub hash: Option<String>,
    /// The tiebreak of the values of a limited game, if it is another one than that of the game; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiebreak: Option<&'static str>,
}

impl FavourTableObject {
    /// The library's table, for games with these rules.
    #[must_use]
    pub fn built_in(estimates: &FavourEstimates, rules: &Rules) -> Self {
        let source = if estimates.fit(rules) { "built_in" } else { "rule_of_thumb" };
        let tiebreak = tiebreak(rules).filter(|_| estimates.fit(rules));
        Self { source, file: None, hash: None, tiebreak }
    }

    /// What values the undecided games of a round, with the path of its file, if there is one; `None` where nothing does.
    #[must_use]
    pub fn of(rules: &Rules, continuation: Continuation, file: Option<&Path>) -> Option<Self> {
        match continuation {
            Continuation::FavourTable(source) => Some(Self {
                source: source.origin.word(),
                file: file.map(Path::to_owned).filter(|_| source.origin == FavourOrigin::File),
                hash: Some(source.hash_text()),
                tiebreak: tiebreak(rules),
            }),
            Continuation::RuleOfThumb => {
                Some(Self { source: continuation.word(), file: None, hash: None, tiebreak: None })
            }
            Continuation::None | Continuation::Given => None,
        }
    }
}

/// The tiebreak whose values stand in for those of these rules, for which no table has any.
#[must_use]
pub fn tiebreak(rules: &Rules) -> Option<&'static str> {
    (rules.rounds.is_some() && rules.tiebreak == Tiebreak::CharmOnly).then_some("charm")
}

/// The round that a value is about: with its rules, the whole question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RoundObject {
    /// Number of the round in its game; it matters only with a limit of rounds.
    pub round: NonZeroU16,
    /// Markers before the round, from the seat of its first player.
    pub favour: String,
    /// What values the games that it leaves undecided: `none`, `favour_table` or `rule_of_thumb`.
    pub continuation: Continuation,
    /// The source of these values; `null` if there are none.
    pub favour_table: Option<FavourTableObject>,
}

impl RoundObject {
    /// This round, with the path of the favour table's file, if there is one.
    #[must_use]
    pub fn new(round: &Round, file: Option<&Path>) -> Self {
        let continuation = round.continuation();
        Self {
            round: round.number(),
            favour: FavourText::new(round.favour(), round.rules()).to_string(),
            continuation,
            favour_table: FavourTableObject::of(round.rules(), continuation, file),
        }
    }
}

/// What values undecided games, in a part of a sentence for people.
#[must_use]
pub fn undecided_games(continuation: Continuation) -> String {
    match continuation {
        Continuation::None => "no game is left undecided".to_owned(),
        other => format!("undecided games are valued by {other}"),
    }
}
