//! A table, opened and checked against the game.

use std::num::NonZeroU16;
use std::ops::Range;

use super::code::{self, KEY_BYTES};
use super::question::{TableQuestion, markers};
use crate::FIRST_ROUND;
use crate::knowledge::InformationSet;
use crate::merged::MergedRound;
use crate::notation::{GAME, ParseError, Tags, rules_text};
use crate::rules::action::Action;
use crate::rules::card::Geisha;
use crate::rules::continuation::Continuation;
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::{Game, Round};
use hanamachi_strategies::{POLICY_COLUMNS, Tabled, each_choice};
use hanamachi_table::rows::{Column, Rows, RowsError, TakeRow};
use hanamachi_table::{Choices, FilePart, Flaw, PolicyTable, ReadError, Reader};

/// The reason why a table is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StrategyTableError {
    /// The file is damaged, or no policy.
    #[error(transparent)]
    File(#[from] ReadError),
    /// It is about another game.
    #[error("the table is about the game `{}`, not `{GAME}`", .found.escape_debug())]
    OtherGame {
        /// The game found.
        found: String,
    },
    /// Its rules cannot be read.
    #[error("the table's rules cannot be read: {0}")]
    Rules(ParseError),
    /// Its keys have another size than those of this version.
    #[error("the table's keys have {found} bytes instead of {KEY_BYTES}")]
    Keys {
        /// Size of its keys in bytes.
        found: usize,
    },
    /// Its rules are not those of the current game.
    #[error("the table is for {table}, but the game is {game}")]
    OtherRules {
        /// The rules of the table.
        table: String,
        /// The rules of the game.
        game: String,
    },
    /// Its metadata do not say what its rows say.
    #[error("the table's metadata do not fit its rows: markers, or the value of undecided games")]
    Question,
    /// It has no strategy for rounds with these markers.
    #[error("the table is for rounds that begin with the markers {table}, but this one begins with {round}")]
    OtherMarkers {
        /// The markers of the table.
        table: String,
        /// The markers of the round.
        round: String,
    },
    /// In its rounds undecided games have other values.
    #[error("in the table undecided games are valued by {table}, but here by {round}")]
    OtherContinuation {
        /// What values them in the table.
        table: Continuation,
        /// What values them in the round.
        round: Continuation,
    },
    /// It does not cover whole games.
    #[error(
        "the table is for rounds that begin with the markers {table}, but games by {game} have rounds that begin with others"
    )]
    OneRound {
        /// The markers of the table.
        table: String,
        /// The rules of the games.
        game: String,
    },
    /// It covers the round, but lacks a decision of it.
    #[error("the table has no row for {set}, though it is for such rounds")]
    NoRow {
        /// The information set.
        set: String,
    },
}

/// A strategy for one set of rules, in the bytes of a file.
#[derive(Clone, Debug)]
pub struct StrategyTable<B> {
    policy: PolicyTable<B>,
    rules: Rules,
    question: TableQuestion,
}

impl<B: AsRef<[u8]>> StrategyTable<B> {
    /// Opens a table from all bytes of its file. Checks only the sizes of the sections: see
    /// [`verify`](Self::verify).
    pub fn open(bytes: B) -> Result<Self, StrategyTableError> {
        let policy = PolicyTable::open(bytes)?;
        let found = policy.metadata().game.clone();
        if found != GAME {
            return Err(StrategyTableError::OtherGame { found });
        }
        let tags: Tags = policy.metadata().rules.parse().map_err(StrategyTableError::Rules)?;
        let found = policy.key_bytes();
        if found != KEY_BYTES {
            return Err(StrategyTableError::Keys { found });
        }
        let question = TableQuestion::read(&policy, &tags.rules).ok_or(StrategyTableError::Question)?;
        Ok(Self { policy, rules: tags.rules, question })
    }

    /// Checks the whole file against its hashes, and [every row](Self::check_rows).
    pub fn verify(&self) -> Result<(), ReadError> {
        Reader::open(self.policy.bytes())?.verify()?;
        self.check_rows()
    }

    /// Checks every row: it must be an information set under the table's rules, in order, with a distribution
    /// over all of its legal actions in ascending order.
    pub fn check_rows(&self) -> Result<(), ReadError> {
        self.policy.check_rows()?;
        let round = Game::new(self.rules).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
        let mut legal = Vec::new();
        for (number, (key, choices)) in self.policy.rows().enumerate() {
            let set = code::information_set(&self.rules, key)
                .ok_or_else(|| misfit("keys", format!("row {number} is no information set by its rules")))?;
            round.legal(set.key(), &mut legal);
            if !choices.actions().map(code::action).eq(legal.iter().copied().map(Some)) {
                return Err(misfit(
                    "actions",
                    format!("row {number} has other actions than are legal with {set}"),
                ));
            }
        }
        Ok(())
    }

    /// Fails unless the table has these rules.
    pub fn expect_rules(&self, game: &Rules) -> Result<(), StrategyTableError> {
        if self.rules == *game {
            return Ok(());
        }
        let (table, game) = (rules_text(&self.rules), rules_text(game));
        Err(StrategyTableError::OtherRules { table, game })
    }

    /// Fails unless the table has the rules of this information set and covers its round.
    ///
    /// # Errors
    ///
    /// The difference.
    pub fn expect_set(&self, set: &InformationSet) -> Result<(), StrategyTableError> {
        self.expect_rules(set.rules())?;
        self.expect_markers(set.round_number(), set.favour_of_first())
    }

    /// Fails unless the table is for this round: its rules, its markers, and its values of undecided games.
    ///
    /// # Errors
    ///
    /// The first difference.
    pub fn expect_round(&self, round: &Round) -> Result<(), StrategyTableError> {
        self.expect_rules(round.rules())?;
        self.expect_markers(round.number(), round.favour())?;
        let (table, round) = (self.question.continuation, round.continuation());
        if table.agrees(round) { Ok(()) } else { Err(StrategyTableError::OtherContinuation { table, round }) }
    }

    /// Fails unless the table covers every round of games by these rules. After the first round markers have moved, so
    /// tables of single rounds cover games of one round alone.
    ///
    /// # Errors
    ///
    /// The difference.
    pub fn expect_games(&self, game: &Rules) -> Result<(), StrategyTableError> {
        self.expect_rules(game)?;
        if game.rounds == Some(FIRST_ROUND) {
            return self.expect_markers(FIRST_ROUND, Favour::NEUTRAL);
        }
        let most = game.rounds.map_or(FIRST_ROUND.get(), NonZeroU16::get);
        let in_game = |favour: &Favour| {
            Geisha::ALL.into_iter().all(|geisha| game.value(geisha) > 0 || favour.owner(geisha).is_none())
                && game.winner(*favour).is_none()
        };
        let undecided = || (0..Favour::LAYOUTS).filter_map(Favour::from_index).filter(in_game);
        let covers = |number| undecided().all(|favour| self.question.covers(game, number, favour));
        if self.question.covers(game, FIRST_ROUND, Favour::NEUTRAL)
            && (1..=most).filter_map(NonZeroU16::new).all(covers)
        {
            return Ok(());
        }
        let (table, game) = (self.question.markers(&self.rules), rules_text(game));
        Err(StrategyTableError::OneRound { table, game })
    }

    fn expect_markers(&self, number: NonZeroU16, favour: Favour) -> Result<(), StrategyTableError> {
        if self.question.covers(&self.rules, number, favour) {
            return Ok(());
        }
        let round = markers(&self.rules, number, favour);
        Err(StrategyTableError::OtherMarkers { table: self.question.markers(&self.rules), round })
    }

    /// The question that the strategies answer.
    #[must_use]
    pub const fn question(&self) -> &TableQuestion {
        &self.question
    }

    /// The rules of its games.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The table behind it.
    #[must_use]
    pub const fn policy(&self) -> &PolicyTable<B> {
        &self.policy
    }

    /// The strategy for this information, each action with its probability, in ascending order of the
    /// actions. `None` if the table has no entry: for other rules, unknown markers, a single legal action, or
    /// a decision of another player.
    #[must_use]
    pub fn lookup(&self, set: &InformationSet) -> Option<Vec<(Action, f64)>> {
        if self.expect_set(set).is_err() || set.to_decide() != Some(set.seat()) {
            return None;
        }
        let key = code::key(&self.rules, set.round_number(), set.favour_of_first(), set.key());
        self.choices(&key).or_else(|| {
            let round = Game::new(self.rules).round(set.round_number(), set.favour_of_first(), |_| 0.0);
            alike(&round, set.key())
        })
    }

    /// The same for this information in a round.
    #[must_use]
    pub fn find(&self, round: &Round, information: &Information) -> Option<Vec<(Action, f64)>> {
        if self.rules != *round.rules() || !self.question.covers(&self.rules, round.number(), round.favour())
        {
            return None;
        }
        self.choices(&round.key(information)).or_else(|| alike(round, information))
    }

    /// The error of a round whose row for this information is not there.
    pub(crate) fn without(&self, round: &Round, information: &Information) -> StrategyTableError {
        let covered = self.expect_rules(round.rules());
        let covered = covered.and_then(|()| self.expect_markers(round.number(), round.favour()));
        covered.err().unwrap_or_else(|| {
            let set = InformationSet::from_information(round, round.number(), information);
            StrategyTableError::NoRow {
                set: set.map_or_else(|_| "a decision".to_owned(), |set| set.to_string()),
            }
        })
    }

    fn choices(&self, key: &[u8]) -> Option<Vec<(Action, f64)>> {
        decoded(&self.policy.find(key)?)
    }

    /// All decoded rows, grouped by markers, round, seat and hand.
    pub fn rows(&self) -> impl Iterator<Item = (InformationSet, Vec<(Action, f64)>)> {
        let row = |(key, choices): (&[u8], Choices<'_>)| {
            Some((code::information_set(&self.rules, key)?, decoded(&choices)?))
        };
        self.policy.rows().filter_map(row)
    }
}

/// A row for each action of each information set, in the order of the table.
impl<B: AsRef<[u8]>> Rows for StrategyTable<B> {
    fn columns(&self) -> &'static [Column] {
        POLICY_COLUMNS
    }

    fn items(&self) -> u64 {
        self.policy.counts().rows
    }

    fn count(&self) -> Option<u64> {
        None
    }

    fn each(&self, items: Range<u64>, take: &mut TakeRow<'_>) -> Result<(), RowsError> {
        let set = |key: &[u8]| {
            let set = code::information_set(&self.rules, key)?;
            Some((set.to_string(), set.seat().index() + 1))
        };
        let action = |code| code::action(code).map(|action| action.to_string());
        each_choice(&self.policy, items, set, action, take)
    }
}

/// The strategy where no table has a row because there is nothing to solve: all actions differ only in the
/// names of equal geisha.
#[expect(clippy::cast_precision_loss, reason = "some hundred actions")]
fn alike(round: &Round, information: &Information) -> Option<Vec<(Action, f64)>> {
    let actions =
        MergedRound::new(round.clone()).all_alike(information).filter(|actions| actions.len() > 1)?;
    let each = 1.0 / actions.len() as f64;
    Some(actions.into_iter().map(|action| (action, each)).collect())
}

fn misfit(section: &str, what: String) -> ReadError {
    ReadError::Damaged { part: FilePart::Section(section.to_owned()), flaw: Flaw::Content(what) }
}

fn decoded(choices: &Choices<'_>) -> Option<Vec<(Action, f64)>> {
    let choice = |(action, probability)| Some((code::action(action)?, probability));
    choices.actions().zip(choices.probabilities()).map(choice).collect()
}
