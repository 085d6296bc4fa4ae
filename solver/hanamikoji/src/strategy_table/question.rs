//! The question that the strategies of a table answer: the rounds that they are for, and the value of games that these
//! leave undecided.

use std::num::NonZeroU16;

use serde_json::{Value, json};

use super::code;
use crate::FIRST_ROUND;
use crate::between_rounds::FavourEstimates;
use crate::notation::{FavourText, rules_text};
use crate::rules::continuation::{Continuation, FavourOrigin, FavourSource};
use crate::rules::favour::Favour;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use hanamachi_table::{Metadata, PolicyTable};

/// Keys of the metadata.
const FAVOUR: &str = "favour";
const ROUND: &str = "round";
const CONTINUATION: &str = "continuation";
const FAVOUR_TABLE: &str = "favour_table";

/// The question that the strategies of a table answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableQuestion {
    /// Number and markers of each round with rows, in their order, or of the one that a file without rows states. The number is 1
    /// without a limit of rounds.
    pub rounds: Vec<(NonZeroU16, Favour)>,
    /// What values the games that the rounds leave undecided.
    pub continuation: Continuation,
    /// Whether the file names that. Files of before 0.3 do not: their rounds were valued as by the versions that wrote
    /// them.
    pub is_stated: bool,
}

/// Adds the question of strategies for this round to the metadata of their table.
pub fn describe_round(round: &Round, metadata: &mut Metadata) {
    let rules = round.rules();
    metadata.rules = rules_text(rules);
    let mut tell = |name: &str, value: Value| metadata.details.insert(name.to_owned(), value);
    tell(FAVOUR, FavourText::new(round.favour(), rules).to_string().into());
    if rules.rounds.is_some() {
        tell(ROUND, round.number().get().into());
    }
    tell(CONTINUATION, round.continuation().word().into());
    if let Some(source) = round.continuation().favour_table() {
        tell(FAVOUR_TABLE, json!({ "source": source.origin.word(), "hash": source.hash_text() }));
    }
}

impl TableQuestion {
    /// The question of this table by these rules; `None` if its metadata contradict its rows or themselves.
    pub(super) fn read<B: AsRef<[u8]>>(policy: &PolicyTable<B>, rules: &Rules) -> Option<Self> {
        let heads = policy.prefixes(code::ROUND_BYTES);
        let mut rounds: Vec<_> = heads.into_iter().filter_map(|head| code::round_of(rules, head)).collect();
        let details = &policy.metadata().details;
        if let Some(stated) = details.get(FAVOUR) {
            let favour = FavourText::read(stated.as_str()?, rules).ok()?;
            if rounds.iter().any(|&(_, found)| found != favour) {
                return None;
            }
            // A round without choices has no rows.
            if rounds.is_empty() {
                let number = details.get(ROUND).map_or(Some(1), Value::as_u64)?;
                rounds.push((NonZeroU16::new(u16::try_from(number).ok()?)?, favour));
            }
        }
        let is_last =
            |&(number, _): &(NonZeroU16, Favour)| rules.rounds.is_some_and(|rounds| number >= rounds);
        let are_last = rounds.iter().all(is_last) && rules.rounds.is_some();
        let stated = match details.get(CONTINUATION) {
            Some(word) => Some(continuation(word.as_str()?, details.get(FAVOUR_TABLE))?),
            None => None,
        };
        let usual = if are_last { Continuation::None } else { FavourEstimates::usual_for(rules) };
        Some(Self { rounds, continuation: stated.unwrap_or(usual), is_stated: stated.is_some() })
    }

    /// Whether the strategies cover the round with this number and these markers.
    #[must_use]
    pub fn covers(&self, rules: &Rules, number: NonZeroU16, favour: Favour) -> bool {
        let number = rules.rounds.map_or(FIRST_ROUND, |_| number);
        self.rounds.contains(&(number, favour))
    }

    /// The markers of the rounds, for sentences; with the numbers of the rounds if there is a limit.
    #[must_use]
    pub fn markers(&self, rules: &Rules) -> String {
        let text = |&(number, favour): &(NonZeroU16, Favour)| markers(rules, number, favour);
        match self.rounds.as_slice() {
            [] => "no markers".to_owned(),
            [first, _, _, _, .., last] => {
                format!("{} to {} ({} rounds)", text(first), text(last), self.rounds.len())
            }
            few => few.iter().map(text).collect::<Vec<_>>().join(", "),
        }
    }
}

/// Markers before a round, with its number if there is a limit above one.
pub(super) fn markers(rules: &Rules, number: NonZeroU16, favour: Favour) -> String {
    let text = FavourText::new(favour, rules).to_string();
    match rules.rounds {
        Some(rounds) if rounds > FIRST_ROUND => format!("{text} in round {number}"),
        _ => text,
    }
}

/// The continuation of metadata.
fn continuation(word: &str, table: Option<&Value>) -> Option<Continuation> {
    match word {
        "none" => Some(Continuation::None),
        "rule_of_thumb" => Some(Continuation::RuleOfThumb),
        "given" => Some(Continuation::Given),
        "favour_table" => {
            let table = table?;
            let origin = match table.get("source")?.as_str()? {
                "built_in" => FavourOrigin::BuiltIn,
                "file" => FavourOrigin::File,
                _ => return None,
            };
            Some(Continuation::FavourTable(FavourSource {
                origin,
                hash: hash(table.get("hash")?.as_str()?)?,
            }))
        }
        _ => None,
    }
}

/// A hash in hexadecimal digits.
fn hash(text: &str) -> Option<[u8; 32]> {
    let mut hash = [0; 32];
    if text.len() != 2 * hash.len() || !text.is_ascii() {
        return None;
    }
    for (place, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).ok()?;
    }
    Some(hash)
}
