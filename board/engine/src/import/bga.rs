//! Logs of Board Game Arena.
//!
//! A replay on that site is a list of notifications. Each names its type and carries the data shown to a
//! player. The site documents the frame:
//! `{"status": …, "data": {"logs": [{"data": [{"type": …, "log": …, "args": {…}}]}]}}`.
//! Each game chooses its own types and its names of cards, and no log of Hanamikoji is public. So this module
//! recognizes a log and refuses it with a reason: a guess would give a wrong position.

use crate::fault::Fault;

/// Words that occur in a replay or a page of the site and in no text of the program.
const SIGNS: [&str; 6] =
    ["boardgamearena", "\"notifications\"", "\"move_id\"", "\"table_id\"", "\"gamelogs\"", "/archive/"];

/// Returns `true` if a text looks as if it came from the site.
pub(super) fn is_log(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_frame =
        lower.trim_start().starts_with(['{', '[']) && lower.contains("\"log\"") && lower.contains("\"args\"");
    is_frame || SIGNS.iter().any(|sign| lower.contains(sign))
}

/// The fault for a log: none is understood yet.
pub(super) fn unknown_form() -> Fault {
    not_understood("this looks like a log of Board Game Arena, whose form for Hanamikoji is not public")
}

/// The fault for a text that is not read as a log.
pub(super) fn not_understood(why: &str) -> Fault {
    let message =
        format!("{why}, so it is not read; enter the round on the board, or paste a record of the program");
    Fault::refused("log_not_understood", message).about("text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_told_from_records() {
        for log in [
            r#"{"status":1,"data":{"logs":[{"data":[{"type":"x","log":"y","args":{}}]}]}}"#,
            "https://boardgamearena.com/gamereview?table=1",
        ] {
            assert!(is_log(log));
            assert_eq!(unknown_form().code, "log_not_understood");
        }
        for record in [
            "....... 1 ABCDEFG -",
            "05af/b4c1/27d8/3e96",
            "[Game \"Okiya\"]\n[Garden \"05af/b4c1/27d8/3e96\"]",
        ] {
            assert!(!is_log(record));
        }
    }
}
