//! Flags and values of earlier versions, and what to use instead.

use clap::error::{ContextKind, ContextValue};

/// Flags, each with a value or for all values, and what to use instead.
const GONE: &[(&str, Option<&str>, &str)] = &[
    ("--method", Some("search"), "lbr, which finds more against most players"),
    ("--rule", Some("regret"), "puct or ucb"),
    ("--algorithm", Some("external+"), "external"),
    ("--algorithm", Some("outcome"), "external"),
    ("--algorithm", Some("vr-outcome+"), "external"),
    ("--tree", None, "--algorithm external, which builds no tree"),
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
