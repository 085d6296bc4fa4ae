//! Commands, flags and values of earlier versions, and what to use instead.

use std::ffi::OsString;

use clap::ArgMatches;
use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;

/// Commands of earlier versions that still work: the command, a flag that must be among the arguments and is left out but for its
/// value, the words that replace the command, and the new form for people. The first row that fits counts.
const RENAMED: &[(&str, Option<&str>, &str, &str)] = &[
    ("okiya show", None, "okiya solve --show position", "okiya solve --show position"),
    ("okiya class", Some("--solve"), "okiya solve --show rarity", "okiya solve --show rarity"),
    ("okiya class", None, "okiya solve --show class", "okiya solve --show class"),
    ("okiya survey", None, "okiya census --counts", "okiya census --counts"),
    ("okiya report", Some("--table"), "okiya report", "okiya report FILE"),
    ("okiya report", Some("--ledger"), "okiya report", "okiya report DIR"),
    ("hanamikoji legal", None, "hanamikoji show --legal", "hanamikoji show --legal"),
    ("hanamikoji replay", None, "hanamikoji review --score", "hanamikoji review --score"),
    ("hanamikoji solve", None, "cfr --game hanamikoji --solution", "cfr --game hanamikoji"),
    ("hanamikoji report", Some("--table"), "hanamikoji report", "hanamikoji report FILE"),
    ("hanamikoji report", Some("--solution"), "hanamikoji report", "hanamikoji report FILE"),
    ("hanamikoji report", Some("--training"), "hanamikoji report", "hanamikoji report FILE"),
];

/// Puts the new form of a renamed command in its place, and returns a sentence that names it.
pub(crate) fn translated(mut arguments: Vec<OsString>) -> (Vec<OsString>, Option<String>) {
    let mut places = Vec::new();
    let mut place = 1;
    while places.len() < 2 && place < arguments.len() {
        match arguments[place].to_str() {
            Some("--color") => place += 1,
            Some(flag) if flag.starts_with('-') => {}
            _ => places.push(place),
        }
        place += 1;
    }
    let &[game, command] = places.as_slice() else { return (arguments, None) };
    let words = [game, command].map(|place| arguments[place].to_string_lossy().into_owned());
    let asked = words.join(" ").replacen("hana ", "hanamikoji ", 1);
    let row = RENAMED.iter().find(|(old, flag, ..)| {
        let is_given = |flag| arguments.iter().any(|argument| value_of(argument, flag).is_some());
        *old == asked && flag.is_none_or(is_given)
    });
    let Some(&(old, flag, words, now)) = row else { return (arguments, None) };
    arguments.remove(command);
    arguments.splice(game..=game, words.split(' ').map(OsString::from));
    let mut sentence = format!("`hanamachi {old}` is now `hanamachi {now}`");
    if let Some(flag) = flag {
        sentence = format!("`hanamachi {old} {flag}` is now `hanamachi {now}`");
        let value = |argument| value_of(&argument, flag).unwrap_or(Some(argument));
        arguments = arguments.into_iter().filter_map(value).collect();
    }
    (arguments, Some(sentence))
}

/// The value that an argument gives to `flag`: `Some(None)` if the next argument is the value, `None` if this is no such flag.
#[expect(clippy::option_option, reason = "another argument, the flag alone, the flag with its value")]
fn value_of(argument: &OsString, flag: &str) -> Option<Option<OsString>> {
    let rest = argument.to_str()?.strip_prefix(flag)?;
    match rest.strip_prefix('=') {
        Some(value) => Some(Some(value.into())),
        None => rest.is_empty().then_some(None),
    }
}

/// Flags of an earlier version that still work: identifier, which ends in `_flag`, flag, new form.
const SUPERSEDED: &[(&str, &str, &str)] = &[
    ("rounds_flag", "--rounds N", "--rules rounds=N"),
    ("slip_flag", "--slip P", "--level P"),
    ("tiebreak_flag", "--tiebreak RULE", "--rules tiebreak=RULE"),
];

/// Returns a sentence for each superseded flag that was given.
pub(crate) fn superseded(matches: &ArgMatches) -> Vec<String> {
    let is_given = |name| {
        let is_known = matches.try_contains_id(name).is_ok_and(|is_there| is_there);
        is_known && matches.value_source(name) == Some(ValueSource::CommandLine)
    };
    let given = SUPERSEDED.iter().filter(|row| is_given(row.0));
    given.map(|(_, flag, now)| format!("`{flag}` is now `{now}`")).collect()
}

/// Flags, each with a value or for all values, and what to use instead.
const GONE: &[(&str, Option<&str>, &str)] = &[
    ("--method", Some("search"), "lbr, which finds more against most players"),
    ("--rule", Some("regret"), "puct or ucb"),
    ("--algorithm", Some("external+"), "external"),
    ("--algorithm", Some("outcome"), "external"),
    ("--algorithm", Some("vr-outcome+"), "external"),
    ("--tree", None, "--algorithm external of cfr, which builds no tree"),
    ("--root", None, "--method exact, which reckons with all hands of both players"),
    (
        "--evaluation",
        None,
        "train without it, which learns a policy; the weights of `learned` come with the program",
    ),
];

/// Returns a sentence about a flag or a value that an earlier version had, if `error` is about one.
pub(crate) fn hint(error: &clap::Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let flag = text(ContextKind::InvalidArg)?.split([' ', '=']).next()?;
    let value = text(ContextKind::InvalidValue);
    let &(flag, value, instead) =
        GONE.iter().find(|&&(gone, of, _)| gone == flag && (of.is_none() || of == value))?;
    let value = value.map(|value| format!(" {value}")).unwrap_or_default();
    Some(format!("`{flag}{value}` is no longer there: use {instead}"))
}
