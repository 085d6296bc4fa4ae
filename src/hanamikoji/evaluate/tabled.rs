//! Evaluations looked up in a strategy table: `--table FILE`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use hanamachi_solver::hanamikoji::objects::{
    ActionObject, EffortObject, EvaluationObject, TableObject, WinObject, ms,
};
use hanamachi_solver::hanamikoji::strategy_table::StrategyTable;
use hanamachi_solver::hanamikoji::{Action, InformationSet, Round};
use hanamachi_solver::search::strength::Strength;
use hanamachi_solver::table::disk::FileBytes;
use hanamachi_solver::table::hex;
use serde_json::Value;

use crate::failure::Failure;
use crate::hanamikoji::strategy_file::{open, unfit};
use crate::hanamikoji::words;
use crate::output::json;
use crate::query::AnswerForm;
use crate::style::{BOLD, DIM, paint};

/// The flag that names a strategy table.
#[derive(Clone, Debug, Args)]
pub(super) struct TableArgs {
    /// Answer from this strategy table. Items of other rules, markers or values of undecided games are refused; where there
    /// is nothing to decide, the method answers
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

impl TableArgs {
    /// Opens the table and checks all of it.
    pub(super) fn open(&self) -> Result<Option<OpenedTable>, Failure> {
        let opened = |path: &PathBuf| Ok(OpenedTable { table: open(path)?, path: path.clone() });
        self.table.as_ref().map(opened).transpose()
    }
}

/// A table and its path.
pub(super) struct OpenedTable {
    table: StrategyTable<FileBytes>,
    path: PathBuf,
}

impl OpenedTable {
    /// The answer, if there is something to decide. Fails if the table is not for this round.
    pub(super) fn answer(
        &self,
        round: &Round,
        set: &InformationSet,
        form: AnswerForm,
    ) -> Result<Option<String>, Failure> {
        let started = Instant::now();
        self.table.expect_round(round).map_err(|error| unfit(&self.path, &error))?;
        let Some(mut choices) = self.table.lookup(set) else { return Ok(None) };
        choices.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        Ok(Some(match form {
            AnswerForm::Json => json(&self.object(set, &choices, started.elapsed())),
            AnswerForm::Line => line(set, &choices),
            AnswerForm::Page => self.page(set, &choices),
        }))
    }

    fn exploitability(&self) -> Option<f64> {
        // Exploitability of the stored, rounded probabilities, if the maker of the table measured it.
        let details = &self.table.policy().metadata().details;
        let found =
            details.get("exploitability_rounded_to_16_bits").or_else(|| details.get("exploitability"));
        found.and_then(Value::as_f64)
    }

    /// The strength of that exploitability.
    fn strength(&self) -> Strength {
        self.table.question().continuation.strength(Strength::Proved)
    }

    fn object<'a>(
        &'a self,
        set: &InformationSet,
        choices: &[(Action, f64)],
        elapsed: Duration,
    ) -> EvaluationObject<'a> {
        let metadata = self.table.policy().metadata();
        let action = |&(action, probability): &(Action, f64)| ActionObject {
            action: action.into(),
            orbit: action.into(),
            probability,
            value: WinObject::UNKNOWN,
            visits: None,
            loss: None,
            loss_se: None,
            frequency: Some(probability),
            frequency_kind: Some(Strength::Computed),
            frequency_se: None,
            ends: None,
            answers: None,
        };
        let table = TableObject {
            file: &self.path,
            hash: hex(self.table.policy().identity()),
            engine: &metadata.program,
            command: &metadata.command,
            exploitability: self.exploitability(),
        };
        EvaluationObject {
            settings: format!("table={}", self.path.display()),
            actions: choices.iter().map(action).collect(),
            elapsed_ms: Some(ms(elapsed)),
            exploitability: self.exploitability(),
            exploitability_kind: self.exploitability().map(|_| self.strength()),
            continuation: Some(self.table.question().continuation),
            table: Some(table),
            ..EvaluationObject::unknown(
                set,
                "table",
                EffortObject::Tabled { method: "table", table: &self.path },
            )
        }
    }

    fn page(&self, set: &InformationSet, choices: &[(Action, f64)]) -> String {
        let mut text = paint(BOLD, "  action    frequency % (computed)");
        for (action, probability) in choices {
            let action = action.to_string();
            let _ = write!(text, "\n  {action:<7} {:>11.1}", 100.0 * probability);
        }
        let exploitability = self.exploitability().map_or_else(String::new, |found| {
            format!(" Its exploitability is {found:.2e} ({} by the program that wrote it).", self.strength())
        });
        let note = format!(
            "From the table {}: a strategy, without values.{exploitability} Rules: {}.",
            self.path.display(),
            words::rules_of_set(set)
        );
        let _ = write!(text, "\n\n{}", paint(DIM, note));
        text
    }
}

/// One line: the most frequent action.
fn line(set: &InformationSet, choices: &[(Action, f64)]) -> String {
    let mut text = format!("{set}  table");
    if let Some((action, probability)) = choices.first() {
        let _ = write!(text, "  {action}, frequency {:.1} % (computed)", 100.0 * probability);
    }
    text
}
