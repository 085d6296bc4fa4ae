//! Structure of gardens by winner: the part of the solved game's report that enumerates all classes.

use hanamachi_solver::okiya::Outcome;
use hanamachi_solver::okiya::verdicts::{SecondPlayerShare, Structure, StructureSample, VerdictTally};
use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

use super::figures::{ShareNumber, ShareRow, counted};
use super::population::bars;
use crate::frame::{Drawings, Sheet};

/// Number of random gardens that are solved to distinguish wins from draws.
pub const SAMPLE: u64 = 4_000_000;
/// Their seed.
pub const SEED: u64 = 1;

/// Rows of the enumeration and of the sample.
#[derive(Serialize)]
pub struct StructureRows {
    /// Kind of all numbers except those in `sample`.
    kind: Strength,
    /// Counts by the number of symmetries of the garden itself.
    symmetries: Vec<SymmetryRow>,
    /// Counts by matching pairs among the four tiles in the middle.
    middle: Vec<LookRow>,
    /// Counts of the gardens without a matching pair in the middle, by matching pairs within the four outer lines.
    sides: Vec<LookRow>,
    sample: SampleRows,
    /// Findings, in sentences.
    sentences: Vec<String>,
    #[serde(skip)]
    charts: [String; 2],
}

/// Counts of gardens with `own_symmetries` symmetries, by outcome.
#[derive(Serialize)]
struct SymmetryRow {
    own_symmetries: usize,
    classes: u64,
    gardens: u64,
    outcomes: [ShareRow; 3],
}

/// Counts of gardens with `pairs` matching pairs, and of those that o wins.
#[derive(Serialize)]
struct LookRow {
    pairs: usize,
    classes: u64,
    gardens: u64,
    o_wins_classes: u64,
    o_wins: ShareRow,
}

/// Outcomes of random gardens.
#[derive(Serialize)]
struct SampleRows {
    kind: Strength,
    gardens: u64,
    seed: u64,
    middle: Vec<OutcomesRow>,
    /// Counts of all gardens by matching pairs within the four outer lines.
    sides: Vec<OutcomesRow>,
}

/// Outcomes of the gardens with `pairs` matching pairs.
#[derive(Serialize)]
struct OutcomesRow {
    pairs: usize,
    gardens: u64,
    outcomes: [ShareRow; 3],
}

/// Outcomes with their names, best first for x.
const OUTCOMES: [(Outcome, &str); 3] =
    [(Outcome::Win, "x wins"), (Outcome::Draw, "draw"), (Outcome::Loss, "o wins")];

impl StructureRows {
    /// Builds the rows from an enumeration of all classes, whose outcomes add up to `all`, and from a sample.
    pub fn new(found: &Structure, sample: &StructureSample, all: &VerdictTally) -> Self {
        let symmetries = symmetries(found, all);
        let middle = looks(&found.middle);
        let sides = looks(&found.sides);
        let sample = SampleRows {
            kind: Strength::Estimated,
            gardens: sample.middle.as_flattened().iter().sum(),
            seed: SEED,
            middle: outcomes(&sample.middle),
            sides: outcomes(&sample.sides),
        };
        let named = |pairs: usize, row: &ShareRow| {
            let mut row = row.clone();
            row.of = pairs.to_string();
            row
        };
        let won: Vec<ShareRow> = sides.iter().map(|row| named(row.pairs, &row.o_wins)).collect();
        let by_middle: Vec<ShareRow> =
            sample.middle.iter().map(|row| named(row.pairs, &row.outcomes[0])).collect();
        Self {
            kind: Strength::Proved,
            sentences: sentences(found, &symmetries),
            charts: [
                bars(
                    "Gardens that o wins, no two tiles in the middle matching",
                    "per cent of these gardens, by matching pairs on the four sides",
                    &won,
                ),
                bars(
                    "Gardens that x wins",
                    "per cent of gardens, by matching pairs in the middle",
                    &by_middle,
                ),
            ],
            symmetries,
            middle,
            sides,
            sample,
        }
    }

    /// Appends the rows to a sheet.
    pub(super) fn write(&self, sheet: &mut Sheet) {
        let mut write = |table: &str, of: String, row: &ShareRow, kind: Strength| {
            sheet.row((table, of, row.count, row.number.value, kind));
        };
        for row in &self.symmetries {
            for outcome in &row.outcomes {
                let of = format!("{} own symmetries: {}", row.own_symmetries, outcome.of);
                write("symmetries", of, outcome, self.kind);
            }
        }
        for (table, rows) in [("o_wins_by_middle", &self.middle), ("o_wins_by_sides", &self.sides)] {
            for row in rows {
                write(table, format!("{} pairs", row.pairs), &row.o_wins, self.kind);
            }
        }
        for (table, rows) in
            [("sample_by_middle", &self.sample.middle), ("sample_by_sides", &self.sample.sides)]
        {
            for (pairs, outcome) in rows.iter().flat_map(|row| row.outcomes.iter().map(|of| (row.pairs, of)))
            {
                write(table, format!("{pairs} pairs: {}", outcome.of), outcome, self.sample.kind);
            }
        }
    }

    pub(super) fn draw(&self, drawings: Drawings) -> Drawings {
        let [sides, middle] = &self.charts;
        drawings.with("sides", sides.clone()).with("middle", middle.clone())
    }
}

/// Counts all classes by their own symmetries. The count for the identity alone is `all` minus the other counts.
fn symmetries(found: &Structure, all: &VerdictTally) -> Vec<SymmetryRow> {
    let mut by_outcome =
        vec![(1, OUTCOMES.map(|(outcome, _)| (all.classes(outcome), all.shuffles(outcome))))];
    for (&own, tally) in &found.symmetric {
        let counts = OUTCOMES.map(|(outcome, _)| (tally.classes(outcome), tally.shuffles(outcome)));
        for (rest, (classes, gardens)) in by_outcome[0].1.iter_mut().zip(counts) {
            (rest.0, rest.1) = (rest.0.saturating_sub(classes), rest.1.saturating_sub(gardens));
        }
        by_outcome.push((own, counts));
    }
    let row = |(own_symmetries, counts): (usize, [(u64, u64); 3])| {
        let gardens: u64 = counts.iter().map(|&(_, gardens)| gardens).sum();
        let outcomes =
            [0, 1, 2].map(|at| ShareRow::new(Strength::Proved, OUTCOMES[at].1, counts[at].1, gardens));
        SymmetryRow { own_symmetries, classes: counts.iter().map(|of| of.0).sum(), gardens, outcomes }
    };
    by_outcome.into_iter().map(row).collect()
}

/// Returns a row for each number of pairs that occurs.
fn looks(shares: &[SecondPlayerShare]) -> Vec<LookRow> {
    let row = |(pairs, share): (usize, &SecondPlayerShare)| LookRow {
        pairs,
        classes: share.classes,
        gardens: share.gardens,
        o_wins_classes: share.won_classes,
        o_wins: ShareRow::new(Strength::Proved, "o wins", share.won_gardens, share.gardens),
    };
    shares.iter().enumerate().filter(|(_, share)| share.classes > 0).map(row).collect()
}

fn outcomes(counts: &[[u64; 3]]) -> Vec<OutcomesRow> {
    let row = |(pairs, counts): (usize, &[u64; 3])| {
        let gardens = counts.iter().sum();
        let outcomes =
            OUTCOMES.map(|(of, name)| ShareRow::new(Strength::Estimated, name, counts[of as usize], gardens));
        OutcomesRow { pairs, gardens, outcomes }
    };
    counts.iter().enumerate().filter(|(_, counts)| counts.iter().sum::<u64>() > 0).map(row).collect()
}

fn sentences(found: &Structure, symmetries: &[SymmetryRow]) -> Vec<String> {
    let all = found.all();
    let of_all = |count: u64, all: u64| ShareNumber::share(Strength::Proved, count, all).in_words();
    let middle = found.middle[0];
    let mut sentences = vec![
        format!(
            "Of the {} gardens that o wins, {} ({}) have four tiles in the middle of which no two match: one of each plant and one of \
             each symbol. Of all gardens {} have that, and o wins {} of these.",
            counted(all.won_gardens),
            counted(middle.won_gardens),
            of_all(middle.won_gardens, all.won_gardens),
            of_all(middle.gardens, all.gardens),
            one_in(middle.won_gardens, middle.gardens),
        ),
        "Then no row or column has one plant or one symbol throughout: each inner line has two tiles of the middle that do not match, \
         and each plant and symbol has only three tiles left for the border."
            .to_owned(),
    ];
    let sides: Vec<(usize, &SecondPlayerShare)> =
        found.sides.iter().enumerate().filter(|(_, share)| share.gardens > 0).collect();
    let rises = |pair: &[(usize, &SecondPlayerShare)]| {
        let cross = |of: &SecondPlayerShare, by: &SecondPlayerShare| {
            u128::from(of.won_gardens) * u128::from(by.gardens)
        };
        cross(pair[0].1, pair[1].1) < cross(pair[1].1, pair[0].1)
    };
    let rising = sides.windows(2).rposition(|pair| !rises(pair)).map_or(0, |at| at + 1);
    if let [(from, _), .., (pairs, most)] = sides[rising..] {
        sentences.push(format!(
            "Of the gardens with such a middle and {from} or more matching pairs within the four outer lines o wins the more, the more \
             pairs match: {} of the {} gardens with {pairs} pairs. No number of pairs makes it certain.",
            one_in(most.won_gardens, most.gardens),
            counted(most.gardens),
        ));
    }
    let with_symmetries = |own: &dyn Fn(usize) -> bool| {
        let rows = symmetries.iter().filter(|row| own(row.own_symmetries));
        rows.fold((0, 0), |(won, gardens), row| (won + row.outcomes[2].count, gardens + row.gardens))
    };
    let (won, gardens) = with_symmetries(&|own| own > 1);
    let (won_without, without) = with_symmetries(&|own| own == 1);
    sentences.push(format!(
        "Symmetry helps o: of the {} gardens that have a symmetry of their own o wins {}, of the others {}.",
        counted(gardens),
        one_in(won, gardens),
        one_in(won_without, without),
    ));
    sentences
}

/// `one in 61`, rounded to the nearest.
pub(super) fn one_in(count: u64, of: u64) -> String {
    match (of + count / 2).checked_div(count) {
        Some(gardens) => format!("one in {}", counted(gardens)),
        None => "none".to_owned(),
    }
}
