//! Items of input: an information set, a round record, either of them, or a deal.

use clap::Arg;
use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::hanamikoji::notation::{DescribedDeal, Tags};
use hanamachi_solver::hanamikoji::{
    Deal, Document, Entry, FIRST_ROUND, Favour, Game, InformationSet, RecordedRound, RoundRecord, Rules,
};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::failure::Refusal;
use crate::query::QueryItem;

/// Argument of a command about an information set.
pub(super) fn information_set(argument: Arg) -> Arg {
    describe(
        argument,
        "INFOSET",
        "An information set, `favour seat hand history [rules]`; a file with some; `random`; `-` for standard input, one a line",
        "The markers from the reader's seat, one sign a geisha: `+` mine, `-` theirs, `.` neutral. `1` if the \
         reader moves first in this round, else `2`. The hand, after the draw. The turns so far, separated by \
         commas, or `-`: 1E secret, 2BC trade-off, 3BCC-C gift and the card taken, 4ACBD-BD competition and the \
         pair taken; X for a card that the reader has not seen. Seven cards alone: the reader begins a game.",
    )
}

/// Argument of a command that reviews a record.
pub(super) fn record(argument: Arg) -> Arg {
    describe(
        argument,
        "RECORD",
        "A round record, `favour deal history [rules]`; a file with some; `random`; `-` for standard input, one a line",
        "The markers from the first player's seat, one sign a geisha: `+`, `-`, or `.` neutral. The deal, \
         `removed/first/second/draws`. The turns, separated by commas, or `-`. Every card in letters, or `X` for \
         all that one of the players never saw.",
    )
}

/// Argument of a command about either.
pub(super) fn described(argument: Arg) -> Arg {
    describe(
        argument,
        "TEXT",
        "An information set or a round record; a file with some; `random`; `-` for standard input, one a line",
        "An information set is `favour seat hand history [rules]`, a record `favour deal history [rules]`.",
    )
}

/// Argument of a command that makes a page of either.
pub(super) fn described_for_report(argument: Arg) -> Arg {
    describe(
        argument,
        "TEXT",
        "An information set or a round record, a file with one, or `-` for standard input; several records on lines of their own are a game; or the file of a chart, of a solver or of training",
        "An information set is `favour seat hand history [rules]`, a record `favour deal history [rules]`.",
    )
}

/// Argument of a command about a deal.
pub(super) fn deal(argument: Arg) -> Arg {
    describe(
        argument,
        "DEAL",
        "A deal, `removed/first/second/draws [rules]`; a file with some; `random`; `-` for standard input, one a line",
        "The draws stand in the order in which they are drawn.",
    )
}

fn describe(argument: Arg, name: &'static str, help: &'static str, more: &str) -> Arg {
    const LETTERS: &str = "A to G are the geisha from left to right, and their item cards: A, B and C are worth 2, \
                           D and E 3, F 4, G 5, and there are as many cards of each.";
    const TAGS: &str = "Rules tags may follow, in any order: rounds=3 round=2 tiebreak=none geisha=2,3,4 \
                        actions=1,3. Several arguments are read as one text, so quotes are optional.";
    argument.value_name(name).help(help).long_help(format!("{help}\n\n{more}\n\n{LETTERS}\n\n{TAGS}"))
}

impl QueryItem for InformationSet {
    fn parse(text: &str) -> Result<Self, Box<Refusal>> {
        text.parse().map_err(|error| Refusal::of_text(&error, text))
    }

    /// The first decision of a shuffled round.
    fn random(generator: &mut Xoshiro256PlusPlus) -> Self {
        let deal = Deal::random(&Rules::STANDARD, generator);
        RoundRecord::new(Rules::STANDARD, FIRST_ROUND, Favour::NEUTRAL, deal, [])
            .expect("nothing has been played")
            .information_set(Seat::First)
    }

    fn canonical(&self) -> String {
        self.to_string()
    }
}

impl QueryItem for RoundRecord {
    fn parse(text: &str) -> Result<Self, Box<Refusal>> {
        text.parse().map_err(|error| Refusal::of_text(&error, text))
    }

    /// A round played at random to its end.
    fn random(generator: &mut Xoshiro256PlusPlus) -> Self {
        let round = Game::new(Rules::STANDARD).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
        let deal = Deal::random(round.rules(), generator);
        let mut state = round.dealt(&deal);
        while !state.is_over() {
            round.play_random(&mut state, generator);
            round.draw_from(&deal, &mut state);
        }
        let history = state.open_history().filter_map(Entry::unpack);
        Self::new(Rules::STANDARD, FIRST_ROUND, Favour::NEUTRAL, deal, history).expect("only what is legal")
    }

    fn canonical(&self) -> String {
        self.to_string()
    }
}

impl QueryItem for RecordedRound {
    fn parse(text: &str) -> Result<Self, Box<Refusal>> {
        text.parse().map_err(|error| Refusal::of_text(&error, text))
    }

    /// With all cards face up.
    fn random(generator: &mut Xoshiro256PlusPlus) -> Self {
        RoundRecord::random(generator).into()
    }

    fn canonical(&self) -> String {
        self.to_string()
    }
}

impl QueryItem for Document {
    fn parse(text: &str) -> Result<Self, Box<Refusal>> {
        text.parse().map_err(|error| Refusal::of_text(&error, text))
    }

    fn random(generator: &mut Xoshiro256PlusPlus) -> Self {
        Self::Set(Box::new(QueryItem::random(generator)))
    }

    fn canonical(&self) -> String {
        self.to_string()
    }
}

impl QueryItem for DescribedDeal {
    fn parse(text: &str) -> Result<Self, Box<Refusal>> {
        text.parse().map_err(|error| Refusal::of_text(&error, text))
    }

    fn random(generator: &mut Xoshiro256PlusPlus) -> Self {
        Self::random(Tags::default(), generator)
    }

    fn canonical(&self) -> String {
        self.to_string()
    }
}
