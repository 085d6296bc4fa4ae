//! Comparison of runs with single searches and of parts with wholes; damaged and wrong files.

use std::io::Write;

use super::*;
use crate::bitslice::solve_outcomes;
use crate::census::{FileRun, JoinError, MergeError, Part, records as chunks};
use crate::garden::Garden;
use crate::symmetry::{ClassNumber, classes_from};
use crate::value::Outcome;
use hanamachi_core::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_table::{WriteError, Writer};

const PROGRAM: &str = "test 1";

/// Two whole chunks and parts of two others; o wins class 3,293,147.
const FIRST: u64 = 3_290_600;
const END: u64 = FIRST + 13_000;

fn census(numbers: std::ops::Range<u64>) -> VerdictCensus {
    VerdictCensus::new(numbers).unwrap()
}

fn file(census: &VerdictCensus, chunks: &[StoredChunk]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new()).unwrap();
    write_verdicts(&mut writer, |section| {
        section.write_all(VerdictCensus::bytes_of(chunks)).map_err(WriteError::Io)
    })
    .unwrap();
    writer.finish(&census.metadata(PROGRAM)).unwrap()
}

fn merged(files: &[Vec<u8>]) -> Result<Vec<u8>, MergeError> {
    let tables: Vec<_> = files.iter().map(|bytes| VerdictTable::open(bytes).unwrap()).collect();
    let mut writer = Writer::new(Vec::new()).unwrap();
    match merge_verdicts(&mut writer, &tables) {
        Ok(census) => Ok(writer.finish(&census.metadata(PROGRAM)).unwrap()),
        Err(JoinError::Unfit(unfit)) => Err(unfit),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_file_holds_the_outcome_of_each_class() {
    let census = census(FIRST..END);
    let whole = chunks(&census, 0, 2);
    let bytes = file(&census, &whole);
    assert_eq!(bytes.len() as u64, census.file_bytes(PROGRAM).unwrap());
    let table = VerdictTable::open(&bytes).unwrap();
    let first = ClassNumber::new(FIRST).unwrap();
    let gardens: Vec<Garden> = classes_from(first).take(13_000).collect();
    let truth = solve_outcomes(&gardens, &CancelToken::new()).unwrap();
    assert!(table.iter().map(|(_, outcome)| outcome).eq(truth.outcomes.iter().copied()));
    assert!(table.iter().map(|(number, _)| number).eq(FIRST..END));
    for (number, &outcome) in (FIRST..).zip(&truth.outcomes).step_by(977) {
        assert_eq!(table.outcome(ClassNumber::new(number).unwrap()), Some(outcome));
    }
    for outside in [0, FIRST - 1, END, ClassNumber::COUNT - 1] {
        assert_eq!(table.outcome(ClassNumber::new(outside).unwrap()), None);
    }
    assert_eq!(table.outcome(ClassNumber::new(3_293_147).unwrap()), Some(Outcome::Loss));
    let tally = table.tally();
    for outcome in [Outcome::Loss, Outcome::Draw, Outcome::Win] {
        let those = truth.outcomes.iter().zip(&gardens).filter(|&(&found, _)| found == outcome);
        assert_eq!(tally.classes(outcome), those.clone().count() as u64);
        assert_eq!(tally.shuffles(outcome), those.map(|(_, garden)| garden.class_size()).sum::<u64>());
    }
    assert_eq!(tally.nodes, truth.nodes.iter().map(|&nodes| u64::from(nodes)).sum::<u64>());
    table.check_chunks(RunContext::unwatched()).unwrap();
    table.check_outcomes(&[FIRST, FIRST + 5_000, END - 1], RunContext::unwatched()).unwrap();
}

#[test]
fn one_thread_and_many_resumed_and_unbroken_find_the_same() {
    let census = census(FIRST..END);
    let whole = chunks(&census, 0, 1);
    assert_eq!(whole.len(), 4);
    for done in 0..4_u64 {
        assert_eq!(chunks(&census, done, 3), whole[usize::try_from(done).unwrap()..]);
    }
    // Chunks begin at the multiples of 5,120; the first in the range is 3,292,160.
    assert_eq!([0, 1, 2, 3, 4].map(|done| census.gardens(done)), [0, 1_560, 6_680, 11_800, 13_000]);
}

#[test]
fn parts_merge_into_the_file_of_the_whole_wherever_it_is_cut() {
    let whole = census(FIRST..END);
    let bytes = file(&whole, &chunks(&whole, 0, 2));
    for of in [1, 2, 3, 7] {
        let mut parts: Vec<Vec<u8>> = (1..=of)
            .map(|number| {
                let part = VerdictCensus(whole.span().part(Part::new(number, of).unwrap()));
                file(&part, &chunks(&part, 0, 1))
            })
            .collect();
        parts.reverse();
        assert_eq!(merged(&parts).unwrap(), bytes, "{of} parts");
    }
    let [first, last] = [FIRST..FIRST + 100, FIRST + 200..FIRST + 300].map(census);
    let parts = [first, last].map(|part| file(&part, &chunks(&part, 0, 1)));
    assert_eq!(merged(&parts), Err(MergeError::Gap { first: FIRST + 100, end: FIRST + 200 }));
    let twice = [parts[0].clone(), parts[0].clone()];
    assert_eq!(merged(&twice), Err(MergeError::Overlap { first: FIRST, end: FIRST + 100 }));
    assert_eq!(merged(&[]), Err(MergeError::Nothing));
}

#[test]
fn an_empty_range_has_an_empty_file() {
    let census = census(7_000..7_000);
    let bytes = file(&census, &chunks(&census, 0, 1));
    let table = VerdictTable::open(&bytes).unwrap();
    assert_eq!((table.iter().count(), table.tally()), (0, VerdictTally::default()));
}

#[test]
fn a_stopped_run_says_why() {
    let cancel = CancelToken::new();
    cancel.cancel(Stop::Time);
    assert_eq!(solve_shard(&census(0..10), PROGRAM, RunContext::silent(&cancel)), Err(Stop::Time));
}

#[test]
fn false_outcomes_and_false_counts_are_found() {
    let census = census(FIRST..FIRST + 600);
    let right = chunks(&census, 0, 1);
    let bytes = file(&census, &right);
    let outcomes = VerdictTable::open(&bytes).unwrap();
    let class = outcomes.iter().find(|&(_, outcome)| outcome == Outcome::Draw).map(|(class, _)| class);
    let class = class.unwrap();
    let mut wrong = right.clone();
    // A draw, the digit 1, becomes a win, the digit 2; the counts are adjusted to agree.
    let size = ClassNumber::new(class).unwrap().garden().class_size();
    let mut bytes = VerdictCensus::bytes_of(&wrong).to_vec();
    let place = usize::try_from(class % CHUNK_CLASSES).unwrap();
    bytes[32 + place / 5] += 3_u8.pow(u32::try_from(place % 5).unwrap());
    for (at, change) in [(16, 0_u64.wrapping_sub(size)), (24, size)] {
        let count = u64::from_le_bytes(*bytes[at..].first_chunk().unwrap());
        bytes[at..at + 8].copy_from_slice(&count.wrapping_add(change).to_le_bytes());
    }
    wrong[0] = VerdictCensus::in_bytes(&bytes)[0];
    let forged = file(&census, &wrong);
    let table = VerdictTable::open(&forged).unwrap();
    table.check_chunks(RunContext::unwatched()).unwrap();
    table.check_outcomes(&[class + 1], RunContext::unwatched()).unwrap();
    let error = table.check_outcomes(&[class + 1, class], RunContext::unwatched()).unwrap_err();
    let (found, expected) = (Outcome::Win, Outcome::Draw);
    assert_eq!(error, VerdictError::Outcome { class, found, expected });

    bytes[24] ^= 1;
    wrong[0] = VerdictCensus::in_bytes(&bytes)[0];
    let forged = file(&census, &wrong);
    let error = VerdictTable::open(&forged).unwrap().check_chunks(RunContext::unwatched()).unwrap_err();
    assert!(matches!(error, VerdictError::Gardens { .. }), "{error}");
}

#[test]
fn every_flipped_byte_and_every_cut_is_refused() {
    let census = census(FIRST..FIRST + 20);
    let bytes = file(&census, &chunks(&census, 0, 1));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x11;
        assert!(VerdictTable::open(&damaged).is_err(), "byte {at}");
        assert!(VerdictTable::open(&bytes[..at]).is_err(), "{at} bytes");
    }
}

#[test]
fn the_shards_are_all_classes_one_after_another() {
    let mut end = 0;
    for number in 1..=SHARDS {
        let numbers = shard(number).unwrap().numbers();
        assert_eq!(numbers.start, end);
        assert!((1_000_200..=1_000_201).contains(&(numbers.end - numbers.start)));
        end = numbers.end;
    }
    assert_eq!(end, ClassNumber::COUNT);
    assert_eq!((shard(0), shard(SHARDS + 1)), (None, None));
}

#[test]
fn a_ledger_is_read_as_it_was_written() {
    let parts = [FIRST..FIRST + 700, FIRST + 700..END, 0..30].map(census);
    let solve = |part: &VerdictCensus| solve_shard(part, PROGRAM, RunContext::unwatched()).unwrap();
    let mut ledger = Ledger::default();
    for part in &parts {
        let solution = solve(part);
        let bytes = file(part, &chunks(part, 0, 1));
        assert_eq!(VerdictTable::open(&bytes).unwrap().solution(), solution);
        let outcomes: Vec<(u64, Outcome)> =
            part.numbers().map(|class| (class, solution.outcome(class).unwrap())).collect();
        let letters: String = outcomes.iter().map(|(_, outcome)| &outcome.word()[..1]).collect();
        assert_eq!(solution.row.blake3, *blake3::hash(letters.as_bytes()).as_bytes());
        let losses = outcomes.iter().filter(|(_, outcome)| *outcome == Outcome::Loss);
        assert!(losses.map(|&(class, _)| class).eq(solution.second_wins.iter().copied()));
        ledger.insert(solution.row).unwrap();
    }
    let text = ledger.to_string();
    assert_eq!(Ledger::parse(&text), Ok(ledger.clone()));
    assert_eq!(ledger.rows().map(|row| row.first_class).collect::<Vec<_>>(), [0, FIRST, FIRST + 700]);
    assert_eq!(ledger.tally().all_classes(), END - FIRST + 30);
    assert_eq!(ledger.row_of(FIRST + 699).map(|row| row.first_class), Some(FIRST));
    assert_eq!((ledger.row_of(30), ledger.row_of(END)), (None, None));
    assert!(!ledger.is_complete());
    // Shards with only a part in the ledger are still missing.
    assert_eq!(ledger.missing().count() as u64, SHARDS);

    // Adding the same classes again changes nothing; other outcomes of them, or overlapping ranges, are refused.
    let row = solve(&parts[0]).row;
    ledger.insert(row.clone()).unwrap();
    assert_eq!(ledger.to_string(), text);
    let other = LedgerRow { blake3: [7; 32], ..row.clone() };
    assert_eq!(row.difference(&other), Some("the hash of its outcomes"));
    let contradiction =
        LedgerError::Contradiction { first_class: FIRST, difference: "the hash of its outcomes" };
    assert_eq!(ledger.insert(other), Err(contradiction));
    for (part, overlapped) in [
        (FIRST + 600..FIRST + 800, FIRST),
        (FIRST + 10..FIRST + 20, FIRST),
        (FIRST..FIRST + 20, FIRST),
        (FIRST - 10..FIRST + 710, FIRST + 700),
    ] {
        let (from, row) = (part.start, solve(&census(part)).row);
        assert_eq!(ledger.insert(row), Err(LedgerError::Overlap(overlapped, from)));
    }
    assert_eq!(ledger.to_string(), text);

    // A range takes the place of its parts.
    let mut whole = ledger.clone();
    whole.insert(solve(&census(FIRST - 10..END)).row).unwrap();
    assert_eq!(whole.rows().map(LedgerRow::numbers).collect::<Vec<_>>(), [0..30, FIRST - 10..END]);

    // A shard is there once its parts are.
    let all = shard(5).unwrap().numbers();
    let part = |numbers: std::ops::Range<u64>| LedgerRow {
        first_class: numbers.start,
        classes: numbers.end - numbers.start,
        ..row.clone()
    };
    let mut parts = Ledger::default();
    parts.insert(part(all.start + 100..all.end)).unwrap();
    assert_eq!(parts.missing().count() as u64, SHARDS);
    parts.insert(part(all.start..all.start + 100)).unwrap();
    assert!(parts.missing().eq((1..=SHARDS).filter(|&number| number != 5)));

    let header = text.lines().next().unwrap();
    let line = text.lines().nth(1).unwrap();
    let refused = |text: String| Ledger::parse(&text).unwrap_err();
    assert_eq!(refused(String::new()), LedgerError::Header);
    assert_eq!(refused(text.replace("first_wins", "wins")), LedgerError::Header);
    assert!(matches!(refused(format!("{header}\n{line},1")), LedgerError::Field { line: 2, .. }));
    assert!(matches!(
        refused(format!("{header}\n{}", line.replacen("0,30", "0,-30", 1))),
        LedgerError::Field { .. }
    ));
    assert!(matches!(
        refused(format!("{header}\n{}", line.replacen("0,30", "0,31", 1))),
        LedgerError::Sum { line: 2, .. }
    ));
    assert!(Ledger::parse(&format!("{header}\n{}", "9".repeat(30))).is_err());
}

#[test]
fn lists_of_second_wins_are_read_as_they_were_written() {
    let lists = [vec![], vec![0], vec![5, 0, 127, 128, 129, 16_511, 4_000_000, ClassNumber::COUNT - 1]];
    for numbers in lists {
        let list = SecondWins::new(numbers, 77);
        let bytes = write_second_wins(Vec::new(), &list, PROGRAM).unwrap();
        assert_eq!(SecondWins::open(&bytes).unwrap(), list);
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x21;
            assert!(SecondWins::open(&damaged).is_err(), "byte {at}");
        }
    }
    let beyond = SecondWins::new(vec![ClassNumber::COUNT], 1);
    assert!(SecondWins::open(&write_second_wins(Vec::new(), &beyond, PROGRAM).unwrap()).is_err());
}
