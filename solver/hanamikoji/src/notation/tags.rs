//! Rules tags: `rounds=3 round=2 tiebreak=none geisha=2,3,4 actions=1,3`.

use std::fmt::{self, Display};
use std::num::NonZeroU16;
use std::ops::Range;
use std::str::FromStr;

use arrayvec::ArrayVec;

use super::error::{ParseError, code, field};
use super::reader::{Reader, read_text};
use crate::rules::card::Geisha;
use crate::rules::parameters::{Kind, Kinds, Rules, Tiebreak};
use hanamachi_text::{TextFault, Word};

/// The rules of a game and the number of the current round, as tags.
///
/// [`Display`] writes the differences from the standard, which may be nothing;
/// [`complete`](Self::complete) writes all tags.
///
/// ```
/// use hanamachi_solver::hanamikoji::notation::Tags;
///
/// let tags: Tags = "round=2 actions=1,3 geisha=1,1,3,4 rounds=3".parse()?;
/// assert_eq!(tags.rules.charm_goal(), 5);
/// assert_eq!(tags.to_string(), "rounds=3 round=2 geisha=1,1,3,4 actions=1,3");
/// let standard: Tags = "".parse()?;
/// assert_eq!(
///     standard.complete().to_string(),
///     "rounds=inf round=1 tiebreak=charm geisha=2,2,2,3,3,4,5 actions=1,2,3,4"
/// );
/// # Ok::<(), hanamachi_solver::hanamikoji::notation::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tags {
    /// The rules.
    pub rules: Rules,
    /// The number of the current round, from 1; it matters only with a limit of rounds.
    pub round: NonZeroU16,
}

impl Default for Tags {
    fn default() -> Self {
        Self { rules: Rules::STANDARD, round: NonZeroU16::MIN }
    }
}

const NAMES: [&str; 5] = ["rounds", "round", "tiebreak", "geisha", "actions"];

/// The tags as they stand in the text.
#[derive(Default)]
struct FoundTags {
    spans: [Option<Range<usize>>; NAMES.len()],
    rounds: Option<NonZeroU16>,
    round: Option<NonZeroU16>,
    tiebreak: Tiebreak,
    values: Option<ArrayVec<u8, { Geisha::COUNT + 1 }>>,
    actions: Option<Kinds>,
}

fn refuse(span: Range<usize>, message: impl Display) -> TextFault {
    TextFault::new(code::RULES, field::RULES, span, message)
}

impl FoundTags {
    fn add(&mut self, word: &Word<'_>) -> Result<(), TextFault> {
        let (name, value) = word.text.split_once('=').unwrap_or((word.text, ""));
        let place = NAMES.iter().position(|known| known.eq_ignore_ascii_case(name));
        let Some(place) = place.filter(|_| word.text.len() > name.len()) else {
            let message = if word.text.starts_with(['1', '2', '3', '4']) && !word.text.contains('=') {
                "turns are separated by commas, without blanks; expected a rules tag"
            } else {
                "expected a rules tag, `rounds=`, `round=`, `tiebreak=`, `geisha=` or `actions=`"
            };
            return Err(refuse(word.span(), message).found(word.text));
        };
        if self.spans[place].is_some() {
            return Err(refuse(word.span(), format_args!("the tag `{}` is there already", NAMES[place])));
        }
        self.spans[place] = Some(word.span());
        let value_span = word.span().start + name.len() + 1..word.span().end;
        let refuse = |expected| refuse(value_span, expected).found(value);
        match NAMES[place] {
            "rounds" if value.eq_ignore_ascii_case("inf") => Ok(()),
            "rounds" => number(value)
                .map(|rounds| self.rounds = Some(rounds))
                .ok_or_else(|| refuse("expected `inf` or a number of rounds, 1 to 65535")),
            "round" => number(value)
                .map(|round| self.round = Some(round))
                .ok_or_else(|| refuse("expected the number of a round, 1 to 65535")),
            "tiebreak" => tiebreak(value)
                .map(|tiebreak| self.tiebreak = tiebreak)
                .ok_or_else(|| refuse("expected `charm`, `charm_only` or `none`")),
            "geisha" => geisha_values(value)
                .map(|values| self.values = Some(values))
                .ok_or_else(|| refuse("expected the value of each geisha, as in `2,2,2,3,3,4,5`")),
            _ => actions(value)
                .map(|actions| self.actions = Some(actions))
                .ok_or_else(|| refuse("expected the numbers of actions, each once, as in `1,2,3,4`")),
        }
    }

    /// The rules that the tags define. If geisha and actions do not match, the error points to the first of
    /// the two tags.
    fn rules(&self) -> Result<Rules, TextFault> {
        let standard = Rules::STANDARD;
        let mut rules = standard;
        let [.., geisha_span, actions_span] = &self.spans;
        if let Some(span) = geisha_span.as_ref().or(actions_span.as_ref()) {
            let of_standard = || standard.geisha().map(|geisha| value_of(&standard, geisha)).collect();
            let values = self.values.clone().unwrap_or_else(of_standard);
            rules = Rules::reduced(&values, self.actions.unwrap_or(standard.actions()))
                .map_err(|error| refuse(span.clone(), error))?;
        }
        rules.rounds = self.rounds;
        rules.tiebreak = self.tiebreak;
        Ok(rules)
    }
}

fn value_of(rules: &Rules, geisha: Geisha) -> u8 {
    u8::try_from(rules.value(geisha)).unwrap_or(u8::MAX)
}

/// A number above 0, digits only.
fn number(text: &str) -> Option<NonZeroU16> {
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    is_digits.then(|| text.parse().ok()).flatten()
}

fn tiebreak(text: &str) -> Option<Tiebreak> {
    [Tiebreak::Charm, Tiebreak::CharmOnly, Tiebreak::None]
        .into_iter()
        .find(|tiebreak| word_of(*tiebreak).eq_ignore_ascii_case(text))
}

const fn word_of(tiebreak: Tiebreak) -> &'static str {
    match tiebreak {
        Tiebreak::Charm => "charm",
        Tiebreak::CharmOnly => "charm_only",
        Tiebreak::None => "none",
    }
}

/// The values; keeps one more than allowed, so that the rules refuse it.
fn geisha_values(text: &str) -> Option<ArrayVec<u8, { Geisha::COUNT + 1 }>> {
    let mut values = ArrayVec::new();
    for part in text.split(',') {
        let value = number(part).and_then(|value| u8::try_from(value.get()).ok())?;
        if values.try_push(value).is_err() {
            break;
        }
    }
    Some(values)
}

fn actions(text: &str) -> Option<Kinds> {
    text.split(',').try_fold(Kinds::NONE, |kinds, part| {
        let kind =
            number(part).and_then(|number| u8::try_from(number.get()).ok()).and_then(Kind::from_number)?;
        (!kinds.contains(kind)).then(|| kinds.with(kind))
    })
}

impl Reader<'_> {
    /// The tags at the end of the text, if any.
    pub(super) fn tags(&mut self) -> Result<Tags, TextFault> {
        Tags::read(self)
    }
}

impl Tags {
    /// Reads tags to the end of the text.
    fn read(reader: &mut Reader<'_>) -> Result<Self, TextFault> {
        let mut found = FoundTags::default();
        while let Some(word) = reader.word() {
            found.add(&word)?;
            // `_` also separates words, so `charm_only` is two of them.
            let mut ahead = reader.clone();
            if word.text.eq_ignore_ascii_case("tiebreak=charm")
                && ahead.word().is_some_and(|next| next.text.eq_ignore_ascii_case("only"))
            {
                (found.tiebreak, *reader) = (Tiebreak::CharmOnly, ahead);
            }
        }
        let rules = found.rules()?;
        let round = found.round.unwrap_or(NonZeroU16::MIN);
        if let (Some(rounds), Some(span)) = (rules.rounds.filter(|&rounds| round > rounds), &found.spans[1]) {
            let message = format_args!("round {round} is beyond the limit of {rounds}");
            return Err(refuse(span.clone(), message));
        }
        Ok(Self { rules, round })
    }

    /// All tags, including those with standard values.
    #[must_use]
    pub const fn complete(&self) -> CompleteTags<'_> {
        CompleteTags(self)
    }

    /// Each tag with its value.
    fn each(&self) -> [String; NAMES.len()] {
        let list = |numbers: &mut dyn Iterator<Item = u8>| {
            numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
        };
        let Self { rules, round } = self;
        [
            format!("rounds={}", rules.rounds.map_or_else(|| "inf".to_owned(), |rounds| rounds.to_string())),
            format!("round={round}"),
            format!("tiebreak={}", word_of(rules.tiebreak)),
            format!("geisha={}", list(&mut rules.geisha().map(|geisha| value_of(rules, geisha)))),
            format!("actions={}", list(&mut rules.actions().iter().map(Kind::number))),
        ]
    }
}

impl FromStr for Tags {
    type Err = ParseError;

    /// Reads tags in any order, each at most once; missing tags have their standard values.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_text(text, Self::read)
    }
}

impl fmt::Display for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = self.each().into_iter().zip(Self::default().each());
        let other: Vec<String> =
            pairs.filter(|(tag, standard)| tag != standard).map(|(tag, _)| tag).collect();
        f.write_str(&other.join(" "))
    }
}

/// All tags of a game.
#[derive(Clone, Copy, Debug)]
pub struct CompleteTags<'a>(&'a Tags);

impl fmt::Display for CompleteTags<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.each().join(" "))
    }
}

/// The tags after a text form: a blank and the differences from the standard, or nothing.
pub(super) fn write_behind(f: &mut fmt::Formatter<'_>, rules: &Rules, round: NonZeroU16) -> fmt::Result {
    let text = Tags { rules: *rules, round }.to_string();
    if text.is_empty() { Ok(()) } else { write!(f, " {text}") }
}

/// The name of the game in the metadata of a file.
pub const GAME: &str = "hanamikoji";

/// The rules as in the metadata of a file: every tag except that of the round, which is not a rule.
#[must_use]
pub fn rules_text(rules: &Rules) -> String {
    let tags = Tags { rules: *rules, round: NonZeroU16::MIN }.complete().to_string();
    tags.split(' ').filter(|tag| !tag.starts_with("round=")).collect::<Vec<_>>().join(" ")
}
