//! Flags shared by commands, each parsed directly into a typed value.

use std::ffi::OsString;
use std::num::{NonZero, NonZeroU64};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ColorChoice};
use hanamachi_solver::okiya::FullBoard;
use hanamachi_solver::text::Item;

use crate::contents::{self, ItemArgument};
use crate::failure::{ByteSize, Cost, Failure, Refusal};

/// Verbosity on standard error.
#[derive(Clone, Debug, Args)]
pub(crate) struct Chatter {
    /// Suppress progress and notices; print errors only
    #[arg(short, long, global = true, display_order = 100)]
    pub(crate) quiet: bool,
    /// Print more detail on standard error
    #[arg(short, long, global = true, display_order = 101, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Color the output [default: auto]
    ///
    /// `auto` colors it on terminals, unless the environment variable `NO_COLOR` is set.
    #[arg(
        long,
        global = true,
        display_order = 102,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        hide_default_value = true
    )]
    pub(crate) color: ColorChoice,
}

/// Colors all further output, or does not.
pub(crate) fn color_output(when: ColorChoice) {
    let choice = match when {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Parses one of these words to its meaning.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static>(
    words: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(words.iter().map(|(word, _)| *word)).try_map(|asked| {
        let found = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(&asked));
        found.map(|(_, meaning)| *meaning).ok_or("no such word")
    })
}

/// Destination and format of the results.
#[derive(Clone, Debug, Args)]
pub(crate) struct OutputArgs {
    /// Print JSON, one object for each item on a line of its own
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the results to FILE, which appears only when complete
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace FILE if it exists
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
}

/// Number of threads.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ThreadArgs {
    /// Worker threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// Returns the flag as given, with a leading space; empty if it was not given.
    pub(crate) fn flag(self) -> String {
        self.threads.map(|threads| format!(" --threads {threads}")).unwrap_or_default()
    }

    /// Returns the number of threads to start.
    pub(crate) fn count(self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// Threads and limits.
#[derive(Clone, Debug, Args)]
pub(crate) struct WorkArgs {
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Give up after this many seconds, for the whole run
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Give up on an item, or end a census, after this many expanded positions
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU64>,
    /// Refuse to start if the tables need more memory, for example 512M
    #[arg(long, value_name = "SIZE")]
    memory: Option<ByteSize>,
}

impl WorkArgs {
    /// Returns the maximum number of positions to expand for an item, if there is one.
    pub(crate) fn nodes(&self) -> Option<u64> {
        self.nodes.map(NonZeroU64::get)
    }

    /// Returns the memory limit, if there is one.
    pub(crate) const fn memory(&self) -> Option<ByteSize> {
        self.memory
    }

    /// Fails if all threads together need too much memory, at `bytes` bytes each.
    pub(crate) fn check_memory(&self, bytes: u64) -> Result<(), Failure> {
        let threads = self.threads.count();
        let needed = ByteSize(bytes.saturating_mul(threads as u64));
        match self.memory {
            Some(limit) if needed > limit => Err(Cost::Memory { needed, threads, limit }.into()),
            _ => Ok(()),
        }
    }
}

/// Parses a number above 0.
pub(crate) fn above_0(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| format!("`{text}` is not a number above 0"))
}

/// Parses a number of seconds above 0.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a number of seconds above 0");
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(seconds).ok().filter(|limit| !limit.is_zero()).ok_or_else(wrong)
}

/// The full-board rule, which the publisher's rules leave open.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RulesArgs {
    /// Result of a full board without a four: a draw, or a win for the last token [default: draw, or the rule of
    /// the record]
    #[arg(long, value_name = "RULE", value_parser = one_of(&[("draw", FullBoard::Draw), ("last", FullBoard::Last)]), ignore_case = true)]
    full: Option<FullBoard>,
}

impl RulesArgs {
    /// Whether a rule was asked for.
    pub(crate) const fn is_given(self) -> bool {
        self.full.is_some()
    }

    /// Returns the requested rule, else the one named in the input, else a draw.
    pub(crate) fn full_board(self, named: Option<FullBoard>) -> FullBoard {
        self.full.or(named).unwrap_or_default()
    }
}

/// Seed of the random numbers.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SeedArgs {
    /// Seed of the random numbers; without it one is drawn and shown
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// Seed of the random numbers of questions about positions.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct PositionSeedArgs {
    /// Seed of the random numbers, or `random` to draw one; without it the seed follows from the position
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<PositionSeed>,
}

/// A seed that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PositionSeed {
    /// Draw one.
    Random,
    /// This one.
    Given(u64),
}

impl FromStr for PositionSeed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "random" => Ok(Self::Random),
            _ => text.parse().map(Self::Given).map_err(|_| "expected a whole number, or `random`".to_owned()),
        }
    }
}

impl PositionSeedArgs {
    /// The seed that was given, if one was.
    pub(crate) const fn given(self) -> Option<u64> {
        match self.seed {
            Some(PositionSeed::Given(seed)) => Some(seed),
            Some(PositionSeed::Random) | None => None,
        }
    }
}

/// Input and output of a query.
#[derive(Clone, Debug, Args)]
pub(crate) struct ItemArgs {
    #[command(flatten)]
    pub(crate) text: TextArgs,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

const TEXT_HELP: &str = "A garden, a position, a garden with moves, or a record; a file with some; `random`; `-` for standard input, one a line";

/// Help of an argument with a garden, followed by the letters of the tiles.
pub(crate) fn with_letters(help: &str) -> String {
    format!(
        "{help}\n\n\
         A garden has 16 tiles, row by row. A tile is a letter for its plant and one for its symbol: M maple, C cherry, \
         P pine, I iris; S rising sun, T tanzaku, B bird, R rain. In short it is a hexadecimal digit: 0 to 3 are MS MT MB MR, \
         4 to 7 the cherries, 8 to b the pines, c to f the irises. Moves are cells, a1 to d4.\n\n\
         Several arguments are joined to one text, so quotes are optional."
    )
}

/// Input of a command.
#[derive(Clone, Debug, Args)]
pub(crate) struct TextArgs {
    #[arg(value_name = "TEXT", help = TEXT_HELP, long_help = with_letters(TEXT_HELP))]
    words: Vec<OsString>,
    /// The items of the file that the words name, once they are read: a pipe is read only once.
    #[arg(skip)]
    file: OnceLock<Option<Vec<Item>>>,
}

/// Prefix that keeps an argument from being parsed as a flag. Arguments of a process cannot contain it.
pub(crate) const SHIELD: char = '\0';

/// Adds [`SHIELD`] to arguments that begin with the markers of Hanamikoji, such as `-.+....`: at least two signs and
/// dots, followed by nothing or a space.
pub(crate) fn shielded(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    arguments.map(|argument| {
        let is_text = argument.to_str().is_some_and(|text| {
            let first = text.split([' ', '_']).next().unwrap_or_default();
            let is_marker = |c| matches!(c, '+' | '-' | '.');
            first.starts_with('-') && first.len() > 1 && text != "--" && first.chars().all(is_marker)
        });
        if is_text {
            let mut shielded = OsString::from(SHIELD.to_string());
            shielded.push(argument);
            shielded
        } else {
            argument
        }
    })
}

impl TextArgs {
    /// Whether the text is empty.
    pub(crate) const fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the item argument. A missing text is a usage error, with `example` in its message.
    pub(crate) fn asked(&self, example: &str) -> Result<ItemArgument, Failure> {
        if self.words.is_empty() {
            let message = format!("expected a text, a file, `random` or `-`, for example: {example}");
            return Err(Failure::Usage(message));
        }
        let text = self.text()?;
        Ok(match text.as_str() {
            "-" => ItemArgument::Stdin,
            "random" => ItemArgument::Random,
            _ => match self.file(&text)? {
                Some(items) => ItemArgument::File(items),
                None => ItemArgument::Text(text),
            },
        })
    }

    /// Returns the items of the file of this name, if there is one.
    fn file(&self, name: &str) -> Result<Option<Vec<Item>>, Failure> {
        if let Some(items) = self.file.get() {
            return Ok(items.clone());
        }
        let items = contents::file(name)?;
        Ok(self.file.get_or_init(|| items).clone())
    }

    /// Joins the arguments to one text.
    pub(crate) fn text(&self) -> Result<String, Failure> {
        let words: Option<Vec<&str>> = self.words.iter().map(|word| word.to_str()).collect();
        let words = words.ok_or_else(|| Refusal::whole("not_utf8", "the text is not valid UTF-8", ""))?;
        Ok(words.join(" ").replace(SHIELD, ""))
    }
}
