//! The subject of a page: from the arguments, a file, or standard input.

use hanamachi_solver::hanamikoji::Document;
use hanamachi_solver::hanamikoji::{InformationSet, RoundRecord};
use hanamachi_solver::text;

use super::args::EXAMPLE;
use crate::args::TextArgs;
use crate::contents;
use crate::failure::{Failure, Refusal};
use crate::query::QueryItem;
use crate::session::Session;

/// The subject of a text.
pub(super) enum PageSubject {
    Position(Box<InformationSet>),
    /// One or more rounds.
    Rounds(Vec<RoundRecord>),
}

impl PageSubject {
    /// Reads the subject from the arguments, a file or standard input.
    pub(super) fn read(args: &TextArgs, session: &Session) -> Result<Self, Failure> {
        if args.is_empty() {
            let message =
                format!("give an information set, a record, a file with one, or `-`; for example: {EXAMPLE}");
            return Err(Failure::Usage(message));
        }
        let Some(items) = contents::read(args.asked(EXAMPLE)?)? else {
            let message = "a page is about one information set or record, and `random` names none: \
                           `hanamachi hana review random --score` and `hanamachi hana deal random` print some";
            return Err(Failure::Usage(message.to_owned()));
        };
        Self::from_items(&items, session)
    }

    /// Subject of these items: one text, or the records of a game.
    fn from_items(items: &[text::Item], session: &Session) -> Result<Self, Failure> {
        let say = |reading: Option<String>| {
            if let Some(reading) = reading {
                session.note(reading);
            }
        };
        let refused = |refusal, item: &text::Item| {
            Failure::from(contents::missing_file(&item.text, refusal)).of_item_at(item.line)
        };
        if let [item] = items {
            let document = Document::parse(&item.text).map_err(|refusal| refused(named(refusal), item))?;
            say(document.reading(&item.text));
            return match document {
                Document::Set(set) => Ok(Self::Position(set)),
                Document::Record(record) => Ok(Self::Rounds(vec![*record])),
                // Refused with the reason of a record.
                Document::Seat(_) => <RoundRecord as QueryItem>::parse(&item.text)
                    .map(|record| Self::Rounds(vec![record]))
                    .map_err(|refusal| refused(refusal, item)),
            };
        }
        let record = |item: &text::Item| {
            let record =
                <RoundRecord as QueryItem>::parse(&item.text).map_err(|refusal| refused(refusal, item))?;
            say(record.reading(&item.text));
            Ok::<_, Failure>(record)
        };
        Ok(Self::Rounds(items.iter().map(record).collect::<Result<_, _>>()?))
    }
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
