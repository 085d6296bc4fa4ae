//! Comparison of the census with the solver, with the plain solver, and with its own parts.

use proptest::prelude::*;

use super::*;
use crate::population::{Combination, GardenTally};
use crate::survey::{Survey, SurveyTally};
use crate::{Cell, CellSet, Ending, FullBoard, Garden, GardenRank, Outcome, Position, Solver, Symmetry};
use hanamachi_core::game::Score;
use hanamachi_core::search::budget::{Budget, CancelToken, RunContext, Silent, Stop};
use hanamachi_table::{Reader, Writer};

const PROGRAM: &str = "test 1";

fn sample(numbers: std::ops::Range<u64>, full_board: FullBoard) -> Census {
    Census::new(Span::new(Source::Sample { seed: 5 }, numbers).unwrap(), full_board)
}

fn classes(numbers: std::ops::Range<u64>) -> Census {
    Census::new(Span::new(Source::Classes, numbers).unwrap(), FullBoard::Draw)
}

fn file(census: &Census, records: &[StoredRecord]) -> Vec<u8> {
    let written = write_table(Vec::new(), census, PROGRAM, |file| {
        records.iter().try_for_each(|record| file.push(record))
    });
    written.map_err(|error: CensusError| error.to_string()).unwrap().0
}

fn merged(files: &[Vec<u8>]) -> Result<Vec<u8>, JoinError> {
    let tables: Vec<CensusTable<'_>> = files.iter().map(|file| CensusTable::open(file).unwrap()).collect();
    let mut writer = Writer::new(Vec::new())?;
    let (census, _) = merge_tables(&mut writer, &tables)?;
    Ok(writer.finish(&census.metadata(PROGRAM))?)
}

#[test]
fn neither_threads_nor_interruptions_nor_parts_change_a_byte() {
    // Both begin and end within a block.
    for census in [sample(150..420, FullBoard::Draw), classes(1000..1150)] {
        let whole = records(&census, 0, 1);
        let bytes = file(&census, &whole);
        assert_eq!(census.file_bytes(PROGRAM).unwrap(), bytes.len() as u64);
        assert_eq!(records(&census, 0, 3), whole);
        for done in [1, 105, 107, 149] {
            assert_eq!(records(&census, done, 2)[..], whole[usize::try_from(done).unwrap()..]);
        }
        for of in [1, 2, 3, 7, 200] {
            let mut start = 0;
            let mut parts = Vec::new();
            for number in 1..=of {
                let part = census.span().part(Part::new(number, of).unwrap());
                let census = Census::new(part, census.full_board());
                let end = start + usize::try_from(part.len()).unwrap();
                if of == 3 {
                    assert_eq!(records(&census, 0, 2), whole[start..end]);
                }
                parts.push(file(&census, &whole[start..end]));
                start = end;
            }
            assert_eq!(start, whole.len());
            let third = parts.len() / 3;
            parts.rotate_left(third);
            parts.reverse();
            assert_eq!(merged(&parts).unwrap(), bytes, "{of} parts");
        }
    }
}

#[test]
fn a_run_that_is_stopped_has_handed_on_its_first_records() {
    let census = classes(500..1700);
    let cancel = CancelToken::new();
    let mut found = Vec::new();
    let sink = |records: &[StoredRecord]| {
        found.extend_from_slice(records);
        if found.len() > 300 { Err("full") } else { Ok(()) }
    };
    let budget = Budget { nodes: None, cancel: Some(&cancel) };
    assert_eq!(run(&census, 0, &budget, &Silent, sink), Err(RunError::Sink("full")));
    let done = found.len() as u64;
    assert!(done > 300 && done < 1200, "{done}");
    found.extend(records(&census, done, 2));
    assert_eq!(found, records(&census, 0, 2));
    cancel.cancel(Stop::Time);
    let none = |_: &[StoredRecord]| Ok::<_, ()>(());
    assert_eq!(run(&census, 0, &budget, &Silent, none), Err(RunError::Stopped(Stop::Time)));
}

/// Compares the counts of a survey with a census of the same gardens, from its first block or later.
#[test]
fn a_survey_counts_what_a_census_keeps() {
    let survey = Survey::new(5, 300).unwrap();
    let blocks = records(&survey, 0, 3);
    assert_eq!(blocks.iter().map(SurveyTally::gardens).collect::<Vec<_>>(), [256, 44]);
    for done in [0, 1, 2] {
        assert_eq!(records(&survey, done, 1)[..], blocks[usize::try_from(done).unwrap()..]);
    }
    let mut whole = blocks[0].clone();
    whole.merge(&blocks[1]);
    assert!(whole.is_consistent());
    for rule in [FullBoard::Draw, FullBoard::Last] {
        let census = sample(0..300, rule);
        let bytes = file(&census, &records(&census, 0, 2));
        let kept = CensusTable::open(&bytes).unwrap().tally().unwrap();
        assert_eq!(GardenTally { nodes: kept.nodes, ..whole.under(rule).clone() }, kept);
        assert_eq!(whole.under(rule).nodes == kept.nodes, rule == FullBoard::Draw);
    }
    let mut forged = whole.clone();
    forged.last.endings[0] += 1;
    assert!(!forged.is_consistent());
    forged = whole;
    forged.draw.joint.add(Combination::new(Score::ZERO, 0).unwrap());
    assert!(!forged.is_consistent());
}

#[test]
fn nodes_do_not_depend_on_what_is_solved_beside() {
    let census = sample(0..20, FullBoard::Draw);
    let numbers: Vec<u64> = census.span().numbers().collect();
    let gardens = census.span().numbered(&numbers);
    let solve = |gardens: &[Garden]| super::solve(gardens, FullBoard::Draw, &Budget::UNLIMITED).unwrap();
    let backwards: Vec<Garden> = gardens.iter().rev().copied().collect();
    for (garden, record) in gardens.iter().zip(solve(&backwards).iter().rev()) {
        assert_eq!(solve(&[*garden]), [*record]);
    }
}

#[test]
fn a_table_says_what_the_solver_and_the_plain_solver_say() {
    for full_board in [FullBoard::Draw, FullBoard::Last] {
        let census = sample(10..40, full_board);
        let bytes = file(&census, &records(&census, 0, 2));
        let table = CensusTable::open(&bytes).unwrap();
        let mut solver = Solver::new();
        let mut outcomes = [0; 3];
        for record in table.iter() {
            let record = record.unwrap();
            let start = Position::start(*record.garden());
            let solution = solver.solve(&start, full_board, &Budget::UNLIMITED).unwrap();
            let (best, value) = record.best();
            assert_eq!((best, value.value()), (solution.moves[0].cell, solution.value));
            assert_eq!(value.ending(), solution.ending);
            for found in &solution.moves {
                let (_, opening) = record.openings().find(|&(cell, _)| cell == found.cell).unwrap();
                assert_eq!((opening.value(), opening.ending()), (found.value, found.ending));
            }
            outcomes[Outcome::of_score(value.score()) as usize] += 1;
        }
        let tally = table.tally().unwrap();
        assert_eq!((tally.gardens(), tally.outcomes()), (30, outcomes));
        let indices: Vec<u64> = (0..table.len()).collect();
        table.check_records(RunContext::unwatched()).unwrap();
        table.check_values(&indices, RunContext::unwatched()).unwrap();
    }
}

#[test]
fn gardens_are_found_through_symmetries() {
    let sampled = sample(0..60, FullBoard::Draw);
    for census in [sampled, classes(7000..7060)] {
        let bytes = file(&census, &records(&census, 0, 2));
        let table = CensusTable::open(&bytes).unwrap();
        let lookup = table.lookup().unwrap();
        let mut solver = Solver::new();
        for (index, symmetry) in [(0, 0), (3, 1000), (17, 5000), (31, 8191), (59, 9215)] {
            let record = table.record(index).unwrap();
            let symmetry = Symmetry::from_index(symmetry).unwrap();
            let garden = symmetry.garden(record.garden());
            let found = lookup.find(&garden).unwrap().unwrap();
            assert_eq!(found.class(), garden.class());
            let start = Position::start(garden);
            let scores = found.scores_in(&garden).unwrap();
            let searched = solver.solve(&start, FullBoard::Draw, &Budget::UNLIMITED).unwrap();
            let known = solver.solve_known(&start, FullBoard::Draw, &scores, &Budget::UNLIMITED).unwrap();
            let mut known = known.unwrap();
            assert!(known.nodes < searched.nodes);
            known.nodes = searched.nodes;
            assert_eq!(known, searched);
        }
        assert_eq!(lookup.find(&"05af/b4c1/27d8/3e96".parse().unwrap()).unwrap(), None);
    }
}

#[test]
fn scores_that_are_too_good_come_to_light() {
    let census = sample(0..12, FullBoard::Draw);
    let mut solver = Solver::new();
    for stored in records(&census, 0, 2) {
        let record = CensusRecord::decode(&stored, FullBoard::Draw).unwrap();
        let start = Position::start(*record.garden());
        let mut scores = record.scores_in(record.garden()).unwrap();
        let known = |scores: &[(Cell, Score)], solver: &mut Solver| {
            solver.solve_known(&start, FullBoard::Draw, scores, &Budget::UNLIMITED).unwrap()
        };
        assert!(known(&scores, &mut solver).is_some());
        assert!(known(&scores[1..], &mut solver).is_none());
        let score = scores[4].1.get();
        scores[4].1 = Score::new(if score < 9 { 10 } else { 8 });
        assert!(known(&scores, &mut solver).is_none());
    }
}

/// The bytes of a record with another value in one opening.
fn forged(record: &StoredRecord, opening: usize) -> StoredRecord {
    let mut bytes = Census::bytes_of(std::slice::from_ref(record)).to_vec();
    // A draw, or else a win of the second player by a row with two tiles left.
    bytes[8 + opening] = if bytes[8 + opening] == 0xac { 9 } else { 0xac };
    Census::in_bytes(&bytes)[0]
}

#[test]
fn a_false_value_and_a_false_garden_are_found() {
    let census = sample(3..23, FullBoard::Draw);
    let whole = records(&census, 0, 2);
    let cancel = CancelToken::new();
    let mut values = whole.clone();
    values[11] = forged(&values[11], 7);
    let bytes = file(&census, &values);
    let table = CensusTable::open(&bytes).unwrap();
    table.check_records(RunContext::silent(&cancel)).unwrap();
    table.check_values(&[0, 10, 12, 19], RunContext::silent(&cancel)).unwrap();
    let error = table.check_values(&[2, 11], RunContext::silent(&cancel)).unwrap_err();
    let CheckError::Census(error) = error else { panic!("{error}") };
    assert!(error.is_wrong() && error.to_string().contains("record 11"), "{error}");
    let mut gardens = whole.clone();
    gardens.swap(4, 5);
    let bytes = file(&census, &gardens);
    let error = CensusTable::open(&bytes).unwrap().check_records(RunContext::silent(&cancel)).unwrap_err();
    let CheckError::Census(error) = error else { panic!("{error}") };
    assert!(error.is_wrong() && error.to_string().contains("record 4 "), "{error}");
}

#[test]
fn every_flipped_byte_and_every_cut_is_refused() {
    let census = classes(0..3);
    let bytes = file(&census, &records(&census, 0, 2));
    let check = |bytes: &[u8]| -> Result<(), CheckError> {
        let table = CensusTable::open(bytes)?;
        let _ = table.lookup().and_then(|lookup| lookup.find(&Garden::sorted()));
        let _ = table.tally();
        let _ = table.record(u64::MAX);
        table.check_records(RunContext::unwatched())
    };
    check(&bytes).unwrap();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x11;
        let error = check(&damaged).expect_err("a flipped byte");
        assert!(!matches!(error, CheckError::Census(error) if error.is_wrong()), "byte {at}");
        assert!(check(&bytes[..at]).is_err(), "{at} bytes");
    }
}

#[test]
fn files_that_do_not_make_one_census_are_refused() {
    let by_test = |census: Census| -> (Census, &str) { (census, PROGRAM) };
    let unfit = |parts: &[(Census, &str)]| super::merged(parts).unwrap_err();
    let (draw, last) = (FullBoard::Draw, FullBoard::Last);
    assert_eq!(unfit(&[]), MergeError::Nothing);
    assert!(matches!(
        unfit(&[by_test(sample(0..5, draw)), by_test(sample(5..7, last))]),
        MergeError::Rules(..)
    ));
    assert!(matches!(unfit(&[by_test(sample(0..5, draw)), by_test(classes(5..7))]), MergeError::Source(..)));
    assert!(matches!(
        unfit(&[by_test(sample(0..5, draw)), (sample(5..7, draw), "test 2")]),
        MergeError::Program(..)
    ));
    let gap = [classes(9..12), classes(0..5), classes(5..8)].map(by_test);
    assert_eq!(unfit(&gap), MergeError::Gap { first: 8, end: 9 });
    let overlap = [classes(0..9), classes(3..5)].map(by_test);
    assert_eq!(unfit(&overlap), MergeError::Overlap { first: 3, end: 5 });
    let (whole, order) = super::merged(&[classes(4..8), classes(4..4), classes(0..4)].map(by_test)).unwrap();
    assert_eq!((whole, order), (classes(0..8), vec![2, 1, 0]));
}

#[test]
fn what_a_file_says_of_itself_must_hold_together() {
    let census = sample(0..4, FullBoard::Draw);
    let whole = records(&census, 0, 2);
    let with = |change: fn(&mut hanamachi_table::Metadata)| {
        let mut writer = Writer::new(Vec::new()).unwrap();
        let pushed =
            |file: &mut Records<'_, '_, Vec<u8>>| whole.iter().try_for_each(|record| file.push(record));
        write_records::<_, CensusError>(&mut writer, &census, pushed).unwrap();
        let mut metadata = census.metadata(PROGRAM);
        change(&mut metadata);
        let bytes = writer.finish(&metadata).unwrap();
        CensusTable::new(Reader::open(&bytes).unwrap()).map(drop)
    };
    with(|_| ()).unwrap();
    let changes: [fn(&mut hanamachi_table::Metadata); 10] = [
        |metadata| metadata.rules = "full=other".to_owned(),
        |metadata| metadata.game = "go".to_owned(),
        |metadata| metadata.seed = None,
        |metadata| metadata.kind_version = 2,
        |metadata| metadata.counts.extend([("gardens".to_owned(), 5)]),
        |metadata| metadata.details.extend([("end".to_owned(), 5.into())]),
        |metadata| metadata.details.extend([("first".to_owned(), u64::MAX.into())]),
        |metadata| metadata.details.extend([("source".to_owned(), "classes".into())]),
        |metadata| metadata.details.retain(|name, _| name != "block_size"),
        |metadata| metadata.details.extend([("record_bytes".to_owned(), 25.into())]),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        assert!(with(change).is_err(), "change {number}");
    }
    let short = write_table(Vec::new(), &census, PROGRAM, |file| file.push(&whole[0]));
    assert!(matches!(short, Err(CensusError::Count { expected: 4, found: 1 })));
    let mut nowhere = *Census::bytes_of(&whole).first_chunk::<24>().unwrap();
    nowhere[..8].fill(0xff);
    let nowhere = Census::in_bytes(&nowhere)[0];
    let pushed = write_table(Vec::new(), &census, PROGRAM, |file| file.push(&nowhere));
    assert!(matches!(pushed, Err(CensusError::Record { index: 0, fault: CensusRecordFault::Class { .. } })));
    let census = classes(0..2);
    let turned = records(&census, 0, 1).into_iter().rev().collect::<Vec<_>>();
    let pushed = write_table(Vec::new(), &census, PROGRAM, |file| {
        turned.iter().try_for_each(|record| file.push(record))
    });
    assert!(matches!(pushed, Err(CensusError::Record { index: 1, fault: CensusRecordFault::Order })));
}

/// Possible scores and endings of an opening, from the rules: the game lasts 7 to 16 tokens, x places the odd
/// ones, and only the sixteenth fills the board.
fn possible(full_board: FullBoard) -> Vec<(i8, Ending)> {
    let mut values = Vec::new();
    for tokens in 7..=16_i8 {
        let score = if tokens % 2 == 1 { 17 - tokens } else { tokens - 17 };
        values.extend(Ending::ALL[..4].iter().map(|&four| (score, four)));
        values.push(match (tokens, full_board) {
            (16, FullBoard::Draw) => (0, Ending::FullBoard),
            (16, FullBoard::Last) => (-1, Ending::FullBoard),
            _ => (score, Ending::Block),
        });
    }
    values
}

#[test]
fn an_opening_has_one_of_fifty_values() {
    for full_board in [FullBoard::Draw, FullBoard::Last] {
        let possible = possible(full_board);
        assert_eq!(possible.len(), 50);
        for score in -17..=17 {
            for ending in Ending::ALL {
                let value = OpeningValue::new(Score::new(score), ending, full_board);
                assert_eq!(value.is_some(), possible.contains(&(score, ending)), "{score} {ending}");
            }
        }
    }
}

proptest! {
    #[test]
    fn whatever_a_record_holds_is_read_back(
        rank in 0..GardenRank::COUNT,
        values in prop::array::uniform12(0..50_usize),
        nodes: u32,
        last: bool,
    ) {
        let full_board = if last { FullBoard::Last } else { FullBoard::Draw };
        let possible = possible(full_board);
        let openings = values.map(|index| {
            let (score, ending) = possible[index];
            OpeningValue::new(Score::new(score), ending, full_board).unwrap()
        });
        let garden = Garden::from_rank(GardenRank::new(rank).unwrap());
        let record = CensusRecord::new(garden, openings, nodes);
        let stored = record.encode();
        prop_assert_eq!(stored.class(), garden.class().get());
        prop_assert_eq!(CensusRecord::decode(&stored, full_board), Ok(record));
        prop_assert!(record.openings().map(|(cell, _)| cell).eq(CellSet::BORDER));
    }

    #[test]
    fn bytes_that_make_a_record_are_its_bytes(bytes in prop::array::uniform24(any::<u8>()), rank in 0..GardenRank::COUNT) {
        let mut bytes = bytes;
        let class = Garden::from_rank(GardenRank::new(rank).unwrap()).class().get();
        let place = (class << 14) | (u64::from_le_bytes(bytes[..8].try_into().unwrap()) % 9300);
        for bytes in [bytes, { bytes[..8].copy_from_slice(&place.to_le_bytes()); bytes }] {
            let stored = Census::in_bytes(&bytes)[0];
            for full_board in [FullBoard::Draw, FullBoard::Last] {
                if let Ok(record) = CensusRecord::decode(&stored, full_board) {
                    prop_assert_eq!(record.encode(), stored);
                }
            }
        }
    }
}
