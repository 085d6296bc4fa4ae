//! The inputs that a person may type at the prompt.

/// A line typed at the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// Nothing: the last decision stands.
    Empty,
    /// A decision, not yet checked against the rules.
    Decision(String),
    /// Evaluate every legal action.
    Hint,
    /// Show the opponent's probable cards.
    Beliefs,
    /// Draw the table again.
    Show,
    /// List the legal actions.
    Legal,
    /// Take the last decision back.
    Undo,
    /// Write the round so far in the notation.
    Record,
    /// List the commands.
    Help,
    /// Leave.
    Quit,
    /// Anything else.
    Unknown(String),
}

/// The commands in words.
pub(super) const HELP: &str = "\
  1E 2BC 3BCC 4ACBD  use an action: the number of its cards, then the cards, in any order and either case;
                     the first two cards of action 4 are one pair, the other two the other
  C  BD              answer an offer: the card or the pair that you take
  Enter              with --undo ask: let your decision stand
  undo               with --undo ask: take your decision back, as long as it does not stand
  hint               what every action is worth, and what it loses
  beliefs            what the opponent probably holds
  show               draw the table again
  legal              list the legal actions
  record             the round so far as you know it, in the notation
  quit               leave";

impl Input {
    /// Reads a line, in upper or lower case.
    pub(super) fn parse(line: &str) -> Self {
        let line = line.trim();
        match line.to_ascii_lowercase().as_str() {
            "" => Self::Empty,
            "hint" => Self::Hint,
            "beliefs" => Self::Beliefs,
            "show" => Self::Show,
            "legal" => Self::Legal,
            "undo" => Self::Undo,
            "record" => Self::Record,
            "help" | "?" => Self::Help,
            "quit" | "exit" | "q" => Self::Quit,
            other if looks_like_a_decision(other) => Self::Decision(line.to_owned()),
            _ => Self::Unknown(line.to_owned()),
        }
    }
}

/// Returns `true` for a text that begins with a number, or consists of cards only.
fn looks_like_a_decision(line: &str) -> bool {
    let is_card = |c: char| matches!(c, 'a'..='g') || c == '-' || is_between(c);
    line.starts_with(|c: char| c.is_ascii_digit()) || line.chars().all(is_card)
}

/// Returns `true` for a character that may stand between cards.
pub(super) fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '/' | '+' | '|')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_in_either_case_and_with_blanks() {
        assert_eq!(Input::parse(" Undo\t"), Input::Undo);
        assert_eq!(Input::parse("  "), Input::Empty);
        for text in ["1e", "3 BCC", "-C", "bd", "9", "4 AC/BD"] {
            assert_eq!(Input::parse(text), Input::Decision(text.to_owned()));
        }
        assert_eq!(Input::parse("undo it"), Input::Unknown("undo it".to_owned()));
        assert_eq!(Input::parse("H"), Input::Unknown("H".to_owned()));
    }
}
