//! The rules tag `full=draw` or `full=last`.

use std::str::FromStr;

use super::error::{Fault, Field, ParseError, Reason};
use super::garden::finish;
use crate::rules::FullBoard;
use hanamachi_text::{Cursor, quoted};

impl FromStr for FullBoard {
    type Err = ParseError;

    /// Reads the rules tag, or its value alone.
    ///
    /// ```
    /// use hanamachi_solver::okiya::FullBoard;
    ///
    /// assert_eq!("full=last".parse(), Ok(FullBoard::Last));
    /// assert_eq!("draw".parse(), Ok(FullBoard::Draw));
    /// assert_eq!("full=win".parse::<FullBoard>().unwrap_err().code(), "invalid_rules");
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let rule = match cursor.word() {
            None => {
                let reason = Reason::Missing { expected: "`full=draw` or `full=last`" };
                Err(Fault::new(Field::Rules, cursor.here(), reason))
            }
            Some(word) => {
                let value = word.text.strip_prefix("full=").unwrap_or(word.text);
                let reason = || Reason::FullBoard { found: quoted(word.text) };
                Self::from_word(value).ok_or_else(|| Fault::new(Field::Rules, word.span(), reason()))
            }
        };
        rule.and_then(|rule| finish(&mut cursor).map(|()| rule)).map_err(|fault| fault.in_text(text))
    }
}
