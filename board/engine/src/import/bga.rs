//! Logs of Board Game Arena.
//!
//! A replay there is a list of notifications, each of which names its type and carries what a player was shown: the frame is documented by the
//! site, and is `{"status": …, "data": {"logs": [{"data": [{"type": …, "log": …, "args": {…}}]}]}}`. What types there are, and how cards
//! are named in them, every game decides for itself, and of Hanamikoji no log is public. So a log is told from other texts here, and
//! refused with a reason: a guess would be a wrong position.

use super::ItemObject;
use crate::fault::Fault;

/// Words that a replay or a page of the site has, and no text of the program.
const SIGNS: [&str; 6] =
    ["boardgamearena", "\"notifications\"", "\"move_id\"", "\"table_id\"", "\"gamelogs\"", "/archive/"];

/// Whether a text looks as if it came from the site.
pub(super) fn is_log(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_frame =
        lower.trim_start().starts_with(['{', '[']) && lower.contains("\"log\"") && lower.contains("\"args\"");
    is_frame || SIGNS.iter().any(|sign| lower.contains(sign))
}

/// What a log holds: nothing that is understood yet.
pub(super) fn items(_: &str) -> Result<Vec<ItemObject>, Fault> {
    Err(not_understood("this looks like a log of Board Game Arena, whose form for Hanamikoji is not public"))
}

/// Why a text is not read as a log.
pub(super) fn not_understood(why: &str) -> Fault {
    let message = format!(
        "{why}, so it is not read, rather than read wrongly; enter the round on the board, or paste a record of the program"
    );
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
            assert_eq!(items(log).unwrap_err().code, "log_not_understood");
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
