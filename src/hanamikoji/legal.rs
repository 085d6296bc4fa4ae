//! `hanamikoji show --legal`: the legal actions of a player.

use std::fmt::Write;

use hanamachi_report::terminal::{BOLD, count, paint};
use hanamachi_solver::hanamikoji::objects::{LastGame, LegalObject};
use hanamachi_solver::hanamikoji::{Action, InformationSet, Kind};

use crate::failure::Failure;
use crate::output::json;
use crate::query::{AnswerForm, Query};

/// The query for the legal actions of an information set.
pub(super) struct Legal;

impl Query for Legal {
    type Item = InformationSet;
    type State = LastGame;

    fn answer(&self, game: &mut LastGame, set: &InformationSet, form: AnswerForm) -> Result<String, Failure> {
        let mut actions = Vec::new();
        game.round_of(set).legal(set.key(), &mut actions);
        Ok(match form {
            AnswerForm::Json => json(&LegalObject::new(set, &actions)),
            AnswerForm::Line => format!("{set}  {}", list(&actions, " ")),
            AnswerForm::Page => page(set, &actions),
        })
    }
}

fn list(actions: &[Action], separator: &str) -> String {
    actions.iter().map(Action::to_string).collect::<Vec<_>>().join(separator)
}

/// Legal actions of the reader of an information set.
pub(super) fn page_of_set(set: &InformationSet, game: &mut LastGame) -> String {
    let mut actions = Vec::new();
    game.round_of(set).legal(set.key(), &mut actions);
    page(set, &actions)
}

fn page(set: &InformationSet, actions: &[Action]) -> String {
    if actions.is_empty() {
        return match set.to_decide() {
            Some(_) => "It is for the opponent to decide.".to_owned(),
            None => "The round is complete.".to_owned(),
        };
    }
    let groups = [None].into_iter().chain(Kind::ALL.map(Some));
    let mut text = String::new();
    for group in groups {
        let of_group: Vec<Action> = actions.iter().copied().filter(|action| action.kind() == group).collect();
        if of_group.is_empty() {
            continue;
        }
        let title = match group {
            None => count(of_group.len(), "answer"),
            Some(kind) => format!("{} {}: {}", kind.number(), kind.word(), count(of_group.len(), "way")),
        };
        if !text.is_empty() {
            text.push('\n');
        }
        text += &paint(BOLD, title);
        for row in of_group.chunks(12) {
            let _ = write!(text, "\n  {}", list(row, "  "));
        }
    }
    text
}
