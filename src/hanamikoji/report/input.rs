//! The subject of a page: from the arguments, a file, or standard input.

use hanamachi_solver::hanamikoji::notation::Described;
use hanamachi_solver::hanamikoji::{InformationSet, RoundRecord};

use super::EXAMPLE;
use crate::args::TextArgs;
use crate::contents::Contents;
use crate::failure::{Failure, Refusal};
use crate::query::Item;

/// The subject of a text.
pub(super) enum Subject {
    Position(Box<InformationSet>),
    /// One or more rounds.
    Rounds(Vec<RoundRecord>),
}

impl Subject {
    /// Reads the subject from the arguments, a file or standard input.
    pub(super) fn read(args: &TextArgs) -> Result<Self, Failure> {
        if args.is_empty() {
            let message =
                format!("give an information set, a record, a file with one, or `-`; for example: {EXAMPLE}");
            return Err(Failure::Usage(message));
        }
        match Contents::read(args.asked(EXAMPLE)?)? {
            Contents::Random => {
                let message = "a page is about one information set or record, and `random` names none: \
                               `hanamachi hana replay random` and `hanamachi hana deal random` print some";
                Err(Failure::Usage(message.to_owned()))
            }
            Contents::Argument(text)
                if !text.contains(char::is_whitespace) && Described::parse(&text).is_err() =>
            {
                let message = format!(
                    "`{text}` is neither an information set nor a record nor a file that can be read"
                );
                Err(Refusal::whole("no_text", message, text).into())
            }
            Contents::Argument(text) | Contents::Read(text) => Self::from_lines(&lines(&text)),
        }
    }

    /// Subject of these lines: one text, or the records of a game.
    fn from_lines(lines: &[(u64, &str)]) -> Result<Self, Failure> {
        match lines {
            [] => {
                Err(Refusal::whole("no_text", "the input holds no information set and no record", "").into())
            }
            [(line, text)] => Self::parse(text).map_err(|refusal| Failure::from(refusal).of_item_at(*line)),
            lines => {
                let record = |(line, text): &(u64, &str)| {
                    Item::parse(text).map_err(|refusal| Failure::from(refusal).of_item_at(*line))
                };
                Ok(Self::Rounds(lines.iter().map(record).collect::<Result<_, _>>()?))
            }
        }
    }

    fn parse(text: &str) -> Result<Self, Box<Refusal>> {
        Ok(match Described::parse(text).map_err(named)? {
            Described::InformationSet(set) => Self::Position(set),
            Described::Record(record) => Self::Rounds(vec![*record]),
        })
    }
}

/// The lines with content, by their numbers: no comments.
fn lines(text: &str) -> Vec<(u64, &str)> {
    let says = |(_, line): &(u64, &str)| !line.is_empty() && !line.starts_with('#');
    (1..).zip(text.lines().map(str::trim)).filter(says).collect()
}

/// Adds to the refusal of a text the kind for which it was taken.
fn named(mut refusal: Box<Refusal>) -> Box<Refusal> {
    let is_record = refusal.text.split_whitespace().nth(1).is_some_and(|word| word.contains('/'));
    let taken = if is_record {
        "taken for a round record, because its second word has slashes; an information set is `favour seat hand history [rules]`"
    } else {
        "taken for an information set; a round record is `favour deal history [rules]`"
    };
    refusal.message = format!("{} ({taken})", refusal.message);
    refusal
}
