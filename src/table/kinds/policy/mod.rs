//! Strategies: a distribution over the actions of each information set.

mod claims;

use std::fmt::Write as _;

use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::strategy_table::{GAME, StrategyTable, action, information_set};
use hanamachi_solver::search::strength::Strength;
use hanamachi_solver::table::{POLICY_KIND, PolicyTable, ReadError};

use super::{Capability, Checks, Export, Kind, Merge, OpenFile};
use crate::failure::Failure;
use crate::hanamikoji::unfit;
use crate::session::Session;
use crate::table::file::refusal;
use crate::table::rows::{Cell, Column, ColumnType, Rows, TakeRow};
use crate::table::sample::Sample;

/// The kind of strategies.
pub(super) struct Policies;

impl Kind for Policies {
    fn name(&self) -> &'static str {
        POLICY_KIND
    }

    fn check(
        &self,
        file: &OpenFile<'_>,
        sample: &mut Sample<'_>,
        session: &Session,
    ) -> Result<Checks, Failure> {
        let refused = |error: ReadError| refusal(file.path, &error);
        if file.reader.metadata().game != GAME {
            PolicyTable::open(file.bytes).and_then(|table| table.check_rows()).map_err(refused)?;
            let checks = Checks { checked: vec!["rows"], ..Checks::default() };
            return if sample.is_wanted() { claims::check(file, checks, session) } else { Ok(checks) };
        }
        let table = StrategyTable::open(file.bytes).map_err(|error| unfit(file.path, &error))?;
        table.check_rows().map_err(refused)?;
        let checks = Checks { checked: vec!["rows", "legal_actions"], ..Checks::default() };
        if sample.is_wanted() { claims::check_rounds(file, &table, checks, session) } else { Ok(checks) }
    }

    fn export(&self) -> Capability<'_, dyn Export> {
        Ok(self)
    }

    fn merge(&self) -> Capability<'_, dyn Merge> {
        Err("strategies of two runs cannot be merged: a mixture of them has no measured value")
    }

    #[cfg(test)]
    fn samples(&self) -> &'static [&'static str] {
        &[
            "tests/data/tables/kuhn-policy.table",
            "tests/data/tables/hanamikoji-policy.table",
            "tests/data/tables/hanamikoji-policy-with-run.table",
            "solver/tests/table/kept/kuhn-policy-1.table",
        ]
    }
}

impl Export for Policies {
    fn rows<'a>(&self, file: &OpenFile<'a>) -> Result<Box<dyn Rows + 'a>, Failure> {
        if file.reader.metadata().game == GAME {
            let table = StrategyTable::open(file.bytes).map_err(|error| unfit(file.path, &error))?;
            let rules = *table.rules();
            return rows(file, Some(rules));
        }
        rows(file, None)
    }
}

fn rows<'a>(file: &OpenFile<'a>, rules: Option<Rules>) -> Result<Box<dyn Rows + 'a>, Failure> {
    let table = PolicyTable::open(file.bytes).map_err(|error| refusal(file.path, &error))?;
    table.check_rows().map_err(|error| refusal(file.path, &error))?;
    Ok(Box::new(PolicyRows { table, rules }))
}

/// Rows of a strategy: one for each action of each information set, in the order of the table.
struct PolicyRows<'a> {
    table: PolicyTable<&'a [u8]>,
    /// Rules, if the table is for Hanamikoji.
    rules: Option<Rules>,
}

/// Columns, the same for every game. Values specific to one game are missing in the tables of the others.
const COLUMNS: &[Column] = &[
    Column::new("key_hex", ColumnType::Text),
    Column::nullable("information_set", ColumnType::Text),
    Column::nullable("seat", ColumnType::Integer),
    Column::nullable("action", ColumnType::Text),
    Column::new("action_code", ColumnType::Integer),
    Column::new("probability", ColumnType::Real),
    Column::new("probability_in_65535ths", ColumnType::Integer),
    Column::new("kind", ColumnType::Text),
];

impl Rows for PolicyRows<'_> {
    fn columns(&self) -> &'static [Column] {
        COLUMNS
    }

    fn each(&self, take: &mut TakeRow<'_>) -> Result<(), Failure> {
        let (mut hex, mut played) = (String::new(), String::new());
        for (key, choices) in self.table.rows() {
            hex.clear();
            key.iter().try_for_each(|byte| write!(hex, "{byte:02x}")).map_err(anyhow::Error::new)?;
            let set = self.rules.and_then(|rules| information_set(&rules, key));
            let reader = set.as_ref().map(|set| set.seat().index() + 1);
            let written = set.map(|set| set.to_string());
            for ((code, units), probability) in
                choices.actions().zip(choices.units()).zip(choices.probabilities())
            {
                played.clear();
                let known = self.rules.and_then(|_| action(code));
                known.map_or(Ok(()), |action| write!(played, "{action}")).map_err(anyhow::Error::new)?;
                take(&[
                    Cell::Text(&hex),
                    Cell::text(written.as_deref()),
                    Cell::integer(reader),
                    Cell::text(known.map(|_| played.as_str())),
                    Cell::Integer(code.into()),
                    Cell::Real(probability),
                    Cell::Integer(units.into()),
                    Cell::Text(Strength::Computed.word()),
                ])?;
            }
        }
        Ok(())
    }
}
