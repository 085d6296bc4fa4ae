//! The rows of each kind of table, in batches made on demand. Columns are those of `table export`.

use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use hanamachi_solver::hanamikoji::notation::FavourText;
use hanamachi_solver::hanamikoji::openings::{
    FirstHands, OPENINGS_KIND, openings_round, openings_strength, read_openings,
};
use hanamachi_solver::hanamikoji::strategy_table::{self, StrategyTable};
use hanamachi_solver::hanamikoji::{FAVOUR_KIND, FavourFile, Kind, LayoutEstimate, Rules};
use hanamachi_solver::okiya::census::{CENSUS_KIND, CensusTable, OpeningValue, Source};
use hanamachi_solver::okiya::verdicts::{SECOND_WINS_KIND, SecondWins, VERDICTS_KIND, VerdictTable};
use hanamachi_solver::okiya::{Cell as BoardCell, CellSet, ClassNumber, Outcome, Value, classes_from};
use hanamachi_solver::search::strength::{HasStrength, Strength};
use hanamachi_solver::table::{POLICY_KIND, PolicyTable, Reader};

use super::columns::{Cell, Column, Growing, integer, maybe, real, schema, text, whole};
use super::file::FileBytes;
use super::hex;

/// Maximum rows of a batch; the rows of one information set stay together.
const ROWS: u64 = 1 << 16;

/// Contents of a table.
#[derive(Clone, Debug)]
pub(super) struct Contents {
    kind: KindOfTable,
    /// All columns of the rows.
    all: Arc<[Column]>,
    /// Indices of the selected columns, in their order.
    kept: Vec<usize>,
    schema: SchemaRef,
    /// Number of units from which batches are made: rows, or information sets.
    units: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KindOfTable {
    Census,
    Verdicts,
    SecondWins,
    /// The rules of Hanamikoji, if it is about that game.
    Policy(Option<Rules>),
    Favour,
    Openings,
}

/// An error in words.
type Trouble = Box<dyn std::error::Error + Send + Sync>;

fn columns_of_census() -> Vec<Column> {
    let mut columns = vec![
        integer("number"),
        text("garden"),
        integer("rank"),
        integer("class"),
        integer("class_number").or_nothing(),
        text("outcome"),
        integer("tiles_left"),
        integer("score"),
        text("ending"),
        integer("winning_openings"),
        integer("nodes"),
    ];
    for cell in CellSet::BORDER {
        let name = |what: &str| format!("{cell}_{what}");
        columns.extend([text(&name("outcome")), integer(&name("tiles_left"))]);
        columns.extend([integer(&name("score")), text(&name("ending"))]);
    }
    columns.push(text("kind"));
    columns
}

impl Contents {
    /// The contents of this file.
    pub(super) fn new(bytes: &[u8], reader: &Reader<'_>) -> Result<Self, Trouble> {
        let kind = reader.metadata().kind.as_str();
        let (kind, columns, units) = match kind {
            CENSUS_KIND => {
                (KindOfTable::Census, columns_of_census(), CensusTable::new(reader.clone())?.len())
            }
            VERDICTS_KIND => {
                let columns = vec![
                    integer("class_number"),
                    text("garden"),
                    integer("class_size"),
                    text("outcome"),
                    text("kind"),
                ];
                let table = VerdictTable::new(reader.clone())?;
                (KindOfTable::Verdicts, columns, table.census().span().len())
            }
            SECOND_WINS_KIND => {
                let wins = SecondWins::of_reader(reader)?.numbers().len();
                (KindOfTable::SecondWins, vec![integer("class_number")], wins as u64)
            }
            POLICY_KIND => {
                let is_ours = reader.metadata().game == strategy_table::GAME;
                let rules = if is_ours { Some(*StrategyTable::open(bytes)?.rules()) } else { None };
                let table = PolicyTable::open(bytes)?;
                table.check_rows()?;
                let columns = vec![
                    text("key_hex"),
                    text("information_set").or_nothing(),
                    integer("seat").or_nothing(),
                    text("action").or_nothing(),
                    integer("action_code"),
                    real("probability"),
                    integer("probability_in_65535ths"),
                    text("kind"),
                ];
                (KindOfTable::Policy(rules), columns, table.counts().rows)
            }
            FAVOUR_KIND => {
                let table = FavourFile::open(bytes)?;
                let mut columns = vec![text("favour"), integer("placements"), integer("n_rounds")];
                let wins = ["1_charm", "2_charm", "3_charm", "1_none", "2_none", "3_none"];
                columns.extend([real("win"), real("se")]);
                columns.extend(wins.map(|name| real(&format!("win_{name}"))));
                columns.push(text("kind"));
                (KindOfTable::Favour, columns, table.layouts().len() as u64)
            }
            OPENINGS_KIND => {
                let columns = vec![
                    text("hand"),
                    integer("hands_alike"),
                    real("deal_probability"),
                    integer("action_number"),
                    text("action"),
                    real("win"),
                    real("se").or_nothing(),
                    integer("visits"),
                    real("share"),
                    real("kind_share"),
                    text("kind"),
                    text("deal_probability_kind"),
                ];
                let round = openings_round(reader.metadata())?;
                (KindOfTable::Openings, columns, read_openings(&round, reader)?.len() as u64)
            }
            other => return Err(format!("files of the kind `{other}` have no rows").into()),
        };
        let (kept, schema) = ((0..columns.len()).collect(), schema(columns.iter()));
        Ok(Self { kind, all: columns.into(), kept, schema, units })
    }

    /// The same with only these columns, in this order; or else the name of one that does not exist or comes
    /// twice.
    pub(super) fn select(&self, names: &[String]) -> Result<Self, String> {
        let mut kept = Vec::with_capacity(names.len());
        for name in names {
            let place = self.kept.iter().copied().find(|&place| self.all[place].name == *name);
            match place.filter(|place| !kept.contains(place)) {
                Some(place) => kept.push(place),
                None => return Err(name.clone()),
            }
        }
        let schema = schema(kept.iter().map(|&place| &self.all[place]));
        Ok(Self { kept, schema, ..self.clone() })
    }

    /// Approximate bytes per row.
    pub(super) fn bytes_of_row(&self) -> u32 {
        self.columns().map(|column| column.holds.bytes()).sum()
    }

    /// The selected columns.
    pub(super) fn columns(&self) -> impl Iterator<Item = &Column> {
        self.kept.iter().map(|&place| &self.all[place])
    }

    /// Number of units from which batches are made: rows, or information sets.
    pub(super) const fn units(&self) -> u64 {
        self.units
    }

    pub(super) fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// Number of rows; `None` if a unit may have several.
    pub(super) const fn rows(&self) -> Option<u64> {
        match self.kind {
            KindOfTable::Policy(_) | KindOfTable::Openings => None,
            _ => Some(self.units),
        }
    }

    pub(super) const fn kind(&self) -> &'static str {
        match self.kind {
            KindOfTable::Census => CENSUS_KIND,
            KindOfTable::Verdicts => VERDICTS_KIND,
            KindOfTable::SecondWins => SECOND_WINS_KIND,
            KindOfTable::Policy(_) => POLICY_KIND,
            KindOfTable::Favour => FAVOUR_KIND,
            KindOfTable::Openings => OPENINGS_KIND,
        }
    }

    /// A batch of the units from `first` on, and the number of units in it.
    fn batch(&self, bytes: &[u8], first: u64) -> Result<(RecordBatch, u64), Trouble> {
        let mut rows = Growing::new(self.schema(), self.all.len(), &self.kept);
        let end = self.units.min(first + ROWS);
        let taken = match self.kind {
            KindOfTable::Census => census(bytes, first..end, &mut rows)?,
            KindOfTable::Verdicts => verdicts(bytes, first..end, &mut rows)?,
            KindOfTable::SecondWins => {
                let wins = SecondWins::open(bytes)?;
                let numbers = wins.numbers().iter().skip(usize::try_from(first)?);
                for &number in numbers.take(usize::try_from(end - first)?) {
                    rows.push([whole(number)])?;
                }
                end - first
            }
            KindOfTable::Policy(rules) => policy(bytes, rules, first..self.units, &mut rows)?,
            KindOfTable::Favour => {
                favour(bytes, &mut rows)?;
                self.units
            }
            KindOfTable::Openings => {
                openings(bytes, &mut rows)?;
                self.units
            }
        };
        Ok((rows.finish()?, taken))
    }
}

/// Outcome for the player who begins, tiles left, score, ending.
fn value(opening: OpeningValue) -> [Cell<'static>; 4] {
    let (score, value): (_, Value) = (opening.score(), opening.value());
    [
        value.outcome().word().into(),
        whole(value.tiles_left()),
        whole(score.get()),
        opening.ending().word().into(),
    ]
}

fn census(bytes: &[u8], units: std::ops::Range<u64>, rows: &mut Growing) -> Result<u64, Trouble> {
    let table = CensusTable::open(bytes)?;
    let is_of_classes = table.census().span().source() == Source::Classes;
    for index in units.clone() {
        let record = table.record(index)?;
        let garden = record.garden().short().to_string();
        let number = table.number(index);
        let is_won = |&(_, opening): &(BoardCell, OpeningValue)| opening.value().outcome() == Outcome::Win;
        let winning = record.openings().filter(is_won).count();
        let head = [
            whole(number),
            garden.as_str().into(),
            whole(record.garden().rank().get()),
            whole(record.class().get()),
            maybe(is_of_classes.then_some(number)),
        ];
        let best = value(record.best().1);
        let openings = record.openings().flat_map(|(_, opening)| value(opening));
        let kind = Cell::from(Strength::Proved.word());
        let cells = head.into_iter().chain(best).chain([whole(winning), whole(record.nodes())]);
        rows.push(cells.chain(openings).chain([kind]))?;
    }
    Ok(units.end - units.start)
}

fn verdicts(bytes: &[u8], units: std::ops::Range<u64>, rows: &mut Growing) -> Result<u64, Trouble> {
    let table = VerdictTable::open(bytes)?;
    let start = table.census().numbers().start;
    let Some(first) = ClassNumber::new(start + units.start) else { return Ok(units.end - units.start) };
    for (index, garden) in units.clone().zip(classes_from(first)) {
        let number = start + index;
        let outcome = ClassNumber::new(number).and_then(|class| table.outcome(class));
        let outcome = outcome.ok_or("a class has no outcome")?;
        rows.push([
            whole(number),
            garden.short().to_string().as_str().into(),
            whole(garden.class_size()),
            outcome.word().into(),
            Strength::Proved.word().into(),
        ])?;
    }
    Ok(units.end - units.start)
}

fn policy(
    bytes: &[u8],
    rules: Option<Rules>,
    units: std::ops::Range<u64>,
    rows: &mut Growing,
) -> Result<u64, Trouble> {
    let table = PolicyTable::open(bytes)?;
    let mut taken = 0;
    for unit in units {
        if rows.rows() as u64 >= ROWS {
            break;
        }
        let (key, choices) = table.row(usize::try_from(unit)?).ok_or("a row is missing")?;
        let key_hex: String = hex(key);
        let known = rules.and_then(|rules| strategy_table::information_set(&rules, key));
        let seat = known.as_ref().map(|known| known.seat().index() + 1);
        let written = known.map(|known| known.to_string());
        let played = choices.actions().zip(choices.units()).zip(choices.probabilities());
        for ((code, units), probability) in played {
            let action = rules.and_then(|_| strategy_table::action(code)).map(|action| action.to_string());
            rows.push([
                key_hex.as_str().into(),
                Cell::Text(written.as_deref()),
                maybe(seat),
                Cell::Text(action.as_deref()),
                whole(code),
                probability.into(),
                whole(units),
                Strength::Computed.word().into(),
            ])?;
        }
        taken += 1;
    }
    Ok(taken)
}

fn favour(bytes: &[u8], rows: &mut Growing) -> Result<(), Trouble> {
    let table = FavourFile::open(bytes)?;
    for LayoutEstimate { layout, placements, rounds, win, standard_error } in table.layouts() {
        let favour = FavourText::new(layout.favour(), table.rules()).to_string();
        let head = [favour.as_str().into(), whole(*placements), whole(*rounds)];
        let numbers = [win.endless, *standard_error].into_iter();
        let within = win.within_charm.iter().chain(&win.within_none).copied();
        let kind = Cell::from(Strength::Estimated.word());
        rows.push(head.into_iter().chain(numbers.chain(within).map(Cell::from)).chain([kind]))?;
    }
    Ok(())
}

fn openings(bytes: &[u8], rows: &mut Growing) -> Result<(), Trouble> {
    let reader = Reader::open(bytes)?;
    let round = openings_round(reader.metadata())?;
    let evaluations = read_openings(&round, &reader)?;
    let strength = openings_strength(reader.metadata());
    let hands = FirstHands::new(&round);
    for (class, evaluation) in hands.classes().iter().zip(&evaluations) {
        let hand = class.cards.to_string();
        for of in &evaluation.kinds {
            rows.push([
                hand.as_str().into(),
                whole(class.hands),
                class.probability.0.into(),
                maybe(of.action.kind().map(Kind::number)),
                of.action.to_string().as_str().into(),
                of.win.value.into(),
                Cell::Real(of.win.standard_error.filter(|error| error.is_finite())),
                whole(of.visits),
                of.share.into(),
                of.kind_share.into(),
                strength.word().into(),
                class.probability.strength().word().into(),
            ])?;
        }
    }
    Ok(())
}

/// The batches of a table, one after another.
pub(super) struct Batches {
    bytes: Arc<FileBytes>,
    contents: Contents,
    next: u64,
}

impl Batches {
    pub(super) const fn new(bytes: Arc<FileBytes>, contents: Contents) -> Self {
        Self { bytes, contents, next: 0 }
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.contents.units {
            return None;
        }
        let bytes = self.bytes.whole().map_err(|message| -> Trouble { message.into() });
        let made = bytes.and_then(|bytes| self.contents.batch(bytes, self.next));
        Some(match made {
            Ok((batch, taken)) => {
                self.next += taken.max(1);
                Ok(batch)
            }
            Err(error) => {
                self.next = u64::MAX;
                Err(ArrowError::ExternalError(error))
            }
        })
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.contents.schema()
    }
}
