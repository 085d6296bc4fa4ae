//! Policy tables as rows: one for each action of each information set, in the order of the table.

use std::fmt::Write;
use std::ops::Range;

use hanamachi_core::search::strength::Strength;
use hanamachi_table::PolicyTable;
use hanamachi_table::rows::{CellValue, Column, Rows, RowsError, TakeRow};

/// The columns of the rows, the same for every game. Texts and seat are missing if only codes are known.
pub const POLICY_COLUMNS: &[Column] = &[
    Column::text("key_hex"),
    Column::text("information_set").or_empty(),
    Column::integer("seat").or_empty(),
    Column::text("action").or_empty(),
    Column::integer("action_code"),
    Column::real("probability"),
    Column::integer("probability_in_65535ths"),
    Column::text("kind"),
];

/// Passes the rows of these keys to `take`, as [`Rows::each`]. `set` returns the text of the information set
/// of a key and its seat, 1 or 2; `action` returns the text of an action.
pub fn each_choice<B: AsRef<[u8]>>(
    policy: &PolicyTable<B>,
    keys: Range<u64>,
    set: impl Fn(&[u8]) -> Option<(String, usize)>,
    action: impl Fn(u32) -> Option<String>,
    take: &mut TakeRow<'_>,
) -> Result<(), RowsError> {
    let mut hex = String::new();
    for row in keys {
        let (key, choices) = policy.row(usize::try_from(row)?).ok_or("a row is missing")?;
        hex.clear();
        key.iter().try_for_each(|byte| write!(hex, "{byte:02x}"))?;
        let set = set(key);
        let played = choices.actions().zip(choices.units()).zip(choices.probabilities());
        for ((code, units), probability) in played {
            take(&[
                CellValue::Text(&hex),
                CellValue::text(set.as_ref().map(|(text, _)| text.as_str())),
                CellValue::integer(set.as_ref().map(|&(_, seat)| seat)),
                CellValue::text(action(code).as_deref()),
                CellValue::Integer(code.into()),
                CellValue::Real(probability),
                CellValue::Integer(units.into()),
                CellValue::Text(Strength::Computed.word()),
            ])?;
        }
    }
    Ok(())
}

/// Texts for the keys and codes of a game.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// The information set of a key, and its seat, 1 or 2.
    pub set: fn(&[u8]) -> Option<(String, usize)>,
    /// The action of a code.
    pub action: fn(u32) -> Option<String>,
}

impl Names {
    /// Those of a game of which only codes are known.
    pub const UNKNOWN: Self = Self { set: |_| None, action: |_| None };
}

/// The rows of a table of any game, with its texts as far as they are known.
#[derive(Clone, Debug)]
pub struct CodedRows<B> {
    table: PolicyTable<B>,
    names: Names,
}

impl<B> CodedRows<B> {
    /// The rows of this table, with these texts.
    #[must_use]
    pub const fn new(table: PolicyTable<B>, names: Names) -> Self {
        Self { table, names }
    }
}

impl<B: AsRef<[u8]>> Rows for CodedRows<B> {
    fn columns(&self) -> &'static [Column] {
        POLICY_COLUMNS
    }

    fn items(&self) -> u64 {
        self.table.counts().rows
    }

    fn count(&self) -> Option<u64> {
        None
    }

    fn each(&self, items: Range<u64>, take: &mut TakeRow<'_>) -> Result<(), RowsError> {
        each_choice(&self.table, items, self.names.set, self.names.action, take)
    }
}
