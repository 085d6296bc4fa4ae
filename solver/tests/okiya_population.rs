//! The population of a census against a plain count of its records.

use hanamachi_solver::game::Score;
use hanamachi_solver::okiya::census::{
    Census, CensusError, CensusRecord, CensusTable, CheckError, FileRun as _, Source, Span, solve,
    write_table,
};
use hanamachi_solver::okiya::plain::Plain;
use hanamachi_solver::okiya::population::{Combination, Feature, JointSample, LISTED, Population};
use hanamachi_solver::okiya::{FullBoard, Garden, Outcome, Solver, Symmetry};
use hanamachi_solver::search::budget::{Budget, CancelToken, RunContext, Stop};

/// A sample, solved and written.
fn file(gardens: u64, full_board: FullBoard) -> Vec<u8> {
    let census = Census::new(Span::new(Source::Sample { seed: 3 }, 0..gardens).unwrap(), full_board);
    let numbers: Vec<u64> = (0..gardens).collect();
    let (bytes, _) = write_table(Vec::new(), &census, "test", |records| {
        for record in solve(&census.span().numbered(&numbers), full_board, &Budget::UNLIMITED).unwrap() {
            records.push(&record.encode())?;
        }
        Ok::<_, CensusError>(())
    })
    .unwrap();
    bytes
}

fn population(bytes: &[u8]) -> Population {
    Population::count(&CensusTable::open(bytes).unwrap(), RunContext::unwatched()).unwrap()
}

#[test]
fn counts_are_those_of_a_plain_pass() {
    for full_board in [FullBoard::Draw, FullBoard::Last] {
        let bytes = file(120, full_board);
        let table = CensusTable::open(&bytes).unwrap();
        let found = population(&bytes);
        let records: Vec<_> = table.iter().map(Result::unwrap).collect();
        let score = |garden: &Garden| {
            let start = hanamachi_solver::okiya::Position::start(*garden);
            Solver::new().solve(&start, full_board, &Budget::UNLIMITED).unwrap().value.score()
        };
        let of_outcome = |outcome: Outcome| {
            records
                .iter()
                .filter(|record| Outcome::of_score(score(record.garden())) == outcome)
                .collect::<Vec<_>>()
        };
        for outcome in [Outcome::Loss, Outcome::Draw, Outcome::Win] {
            let group = of_outcome(outcome);
            let index = outcome as usize;
            assert_eq!(found.tally.outcomes()[index], group.len() as u64);
            // The size of a class from the symmetries that leave it unchanged.
            let sizes = group.iter().map(|record| {
                let own =
                    Symmetry::all().filter(|symmetry| symmetry.garden(record.garden()) == *record.garden());
                (Symmetry::COUNT / own.count()) as u64
            });
            assert_eq!(found.in_classes[index], sizes.sum::<u64>());
            for feature in Feature::ALL {
                let sum: usize = group.iter().map(|record| feature.value(record.garden())).sum();
                let moments = found.feature(feature, &[outcome]);
                assert_eq!((moments.n, moments.sum), (group.len() as u64, sum as u64), "{feature:?}");
            }
            for (place, counts) in found.cells.iter().enumerate() {
                let openings = records.iter().map(|record| record.openings().nth(place).unwrap().1.score());
                let expected = openings.filter(|&score| Outcome::of_score(score) == outcome).count();
                assert_eq!(counts[index], expected as u64);
            }
        }
        // Counted again by plain alpha-beta, and compared with the separate counts.
        assert_eq!(found.tally.joint.gardens(), records.len() as u64);
        let mut plain = Plain::new();
        let combined: Vec<(Option<Score>, usize)> = records
            .iter()
            .map(|record| {
                let scores = plain.openings(record.garden(), full_board).into_iter().map(|(_, score)| score);
                let scores: Vec<Score> = scores.collect();
                let winning = scores.iter().filter(|&&score| score > Score::ZERO).count();
                (scores.into_iter().max(), winning)
            })
            .collect();
        for (combination, count) in found.tally.joint.iter() {
            let wanted = (Some(combination.score()), combination.winning_openings());
            let alike = combined.iter().filter(|&&combined| combined == wanted).count();
            assert_eq!(alike as u64, count, "{combination:?}");
        }
        let sum_where = |is: &dyn Fn(Combination) -> bool| {
            found.tally.joint.iter().filter(|&(of, _)| is(of)).map(|(_, count)| count).sum::<u64>()
        };
        for outcome in [Outcome::Loss, Outcome::Draw, Outcome::Win] {
            assert_eq!(sum_where(&|of| of.outcome() == outcome), found.tally.outcomes()[outcome as usize]);
        }
        for (score, count) in found.tally.scores() {
            assert_eq!(sum_where(&|of| of.score() == score), count);
        }
        for (number, &count) in found.tally.winning_openings().iter().enumerate() {
            assert_eq!(sum_where(&|of| of.winning_openings() == number), count);
        }
        let sample = JointSample::of_census(table.census(), found.tally.joint.clone());
        assert_eq!(sample.is_some(), full_board == FullBoard::Draw);
        if let Some(sample) = sample {
            assert_eq!((sample.seed(), sample.counts()), (3, &found.tally.joint));
            assert_eq!(sample.to_string().parse(), Ok(sample));
        }
        let won: Vec<_> =
            of_outcome(Outcome::Loss).iter().map(|record| *record.garden()).take(LISTED).collect();
        assert_eq!(found.won_by_o.iter().map(|(garden, _)| *garden).collect::<Vec<_>>(), won);
        assert!(found.won_by_o.iter().all(|&(_, score)| score < Score::ZERO));
        assert_eq!(found.tally.nodes, records.iter().map(|record| u64::from(record.nodes())).sum::<u64>());
        assert_eq!(found.most_nodes, records.iter().map(CensusRecord::nodes).max());
        assert_eq!(found.fewest_nodes, records.iter().map(CensusRecord::nodes).min());
    }
}

#[test]
fn parts_add_up_to_the_whole() {
    let bytes = file(60, FullBoard::Last);
    let table = CensusTable::open(&bytes).unwrap();
    let mut parts = [Population::default(), Population::default(), Population::default()];
    for (index, record) in table.iter().map(Result::unwrap).enumerate() {
        parts[index / 20].add(&record);
    }
    let mut whole = Population::default();
    for part in &parts {
        whole.merge(part);
    }
    assert_eq!(whole, population(&bytes));
    assert_eq!(whole.tally.gardens(), 60);
}

#[test]
fn a_cancelled_pass_ends_and_a_damaged_record_is_found() {
    let mut bytes = file(5, FullBoard::Draw);
    let cancel = CancelToken::new();
    cancel.cancel(Stop::Interrupted);
    let stopped = Population::count(&CensusTable::open(&bytes).unwrap(), RunContext::silent(&cancel));
    assert!(matches!(stopped.unwrap_err(), CheckError::Stopped(Stop::Interrupted)));
    let first = {
        let table = CensusTable::open(&bytes).unwrap();
        let record = table.record(0).unwrap().encode();
        let needle = Census::bytes_of(std::slice::from_ref(&record)).to_vec();
        bytes.windows(needle.len()).position(|window| window == needle).unwrap()
    };
    bytes[first + 9] ^= 1;
    let table = CensusTable::open(&bytes);
    assert!(table.is_err() || Population::count(&table.unwrap(), RunContext::unwatched()).is_err());
}
