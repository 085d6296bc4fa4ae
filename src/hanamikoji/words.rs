//! Seats, markers and cards in words.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use hanamachi_solver::hanamikoji::analysis::WordSetting;
pub(super) use hanamachi_solver::hanamikoji::objects::words::*;
use hanamachi_solver::hanamikoji::{Cards, Kinds};

/// Returns a parser of a setting with a few possible words, which the help lists.
pub(super) fn setting<T: WordSetting>() -> impl TypedValueParser<Value = T> {
    let values = T::WORDS.iter().map(|word| {
        let value = PossibleValue::new(word.word);
        if word.about.is_empty() { value } else { value.help(word.about) }
    });
    PossibleValuesParser::new(values).try_map(|text| text.parse::<T>())
}

/// Cards, or `-` if there are none.
pub(super) fn cards(cards: Cards) -> String {
    if cards.is_empty() { "-".to_owned() } else { cards.to_string() }
}

/// Numbers of actions, `1 3`, or `-` if there are none.
pub(super) fn actions(kinds: Kinds) -> String {
    let numbers: Vec<String> = kinds.iter().map(|kind| kind.number().to_string()).collect();
    if numbers.is_empty() { "-".to_owned() } else { numbers.join(" ") }
}
