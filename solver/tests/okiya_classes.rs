//! The classes in order and their numbers, against canonical gardens found one by one.

use std::fs;
use std::num::NonZeroU64;
use std::ops::Range;

use crate::common::gardens;
use hanamachi_solver::okiya::{ClassNumber, Garden, GardenRank, classes_from, classes_from_rank};
use hanamachi_solver::search::budget::{RunContext, Stop};
use hanamachi_solver::search::parallel::{Block, Plan, fold_blocks};
use proptest::prelude::*;

/// 7! and 8!: the numbers of gardens with a given beginning of nine or eight tiles.
const SEVEN_LEFT: u64 = 5_040;
const EIGHT_LEFT: u64 = 40_320;

/// Classes from one milestone to the next.
const SPACING: u32 = 1 << 17;

fn garden(rank: u64) -> Garden {
    Garden::from_rank(GardenRank::new(rank).unwrap())
}

fn number(number: u64) -> ClassNumber {
    ClassNumber::new(number).unwrap()
}

/// The smallest gardens with these ranks, by asking each.
fn filtered(ranks: Range<u64>) -> Vec<Garden> {
    ranks.map(garden).filter(|garden| garden.canonical().0 == *garden).collect()
}

/// The same by the walk.
fn walked(ranks: Range<u64>) -> Vec<Garden> {
    let end = garden(ranks.end);
    let classes = classes_from_rank(GardenRank::new(ranks.start).unwrap());
    classes.take_while(|garden| *garden < end).collect()
}

/// All gardens with the same beginning as this one; `gardens` is their number.
fn beginning(garden: &Garden, gardens: u64) -> Range<u64> {
    let start = garden.rank().get() / gardens * gardens;
    start..start + gardens
}

#[test]
fn the_first_classes_are_the_smallest_of_the_first_gardens() {
    let first = filtered(0..2 * EIGHT_LEFT);
    assert!(first.len() > 1_000 && classes_from(number(0)).take(first.len()).eq(first));
}

#[test]
fn the_last_class_is_the_last() {
    let last = number(ClassNumber::COUNT - 1).garden();
    let mut classes = classes_from(number(ClassNumber::COUNT - 1));
    assert_eq!(classes.next(), Some(last));
    assert_eq!((classes.next(), classes.next()), (None, None));
    assert_eq!(last.class_number().get(), ClassNumber::COUNT - 1);
    assert_eq!(walked(beginning(&last, EIGHT_LEFT)), filtered(beginning(&last, EIGHT_LEFT)));
}

/// Gardens whose corners match none of their neighbors are rare, and their rivals are eliminated later than others.
#[test]
fn classes_that_do_not_go_on_with_tile_1() {
    let begins_05 = "0523/4167/89ab/cdef".parse::<Garden>().unwrap();
    for garden in classes_from_rank(begins_05.rank()).step_by(99_991).take(5) {
        let ranks = beginning(&garden, SEVEN_LEFT);
        assert_eq!(walked(ranks.clone()), filtered(ranks));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_beginnings_go_on_as_asking_each_garden_says(any in gardens(), level in 0..3_usize) {
        // Those of any garden, which mostly has no class below it, and those of a smallest garden.
        let (garden, left) = [(any, EIGHT_LEFT), (any.canonical().0, EIGHT_LEFT), (any.canonical().0, SEVEN_LEFT)][level];
        let ranks = beginning(&garden, left);
        let walked = walked(ranks.clone());
        prop_assert!(level == 0 || walked.contains(&garden));
        prop_assert_eq!(walked, filtered(ranks));
    }

    #[test]
    fn a_walk_from_between_two_classes_begins_with_the_next(any in gardens(), further in 0..SEVEN_LEFT) {
        let start = any.class().get() + further;
        let next = (start..start + SEVEN_LEFT).map(garden).find(|garden| garden.canonical().0 == *garden);
        let first = classes_from_rank(GardenRank::new(start).unwrap()).next();
        match next {
            Some(_) => prop_assert_eq!(first, next),
            None => prop_assert!(first.is_none_or(|first| first.rank().get() >= start + SEVEN_LEFT)),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn numbers_find_classes_and_keep_their_order(a in gardens(), b in gardens()) {
        let (number_of_a, number_of_b) = (a.class_number(), b.class_number());
        prop_assert_eq!(number_of_a.garden(), a.canonical().0);
        prop_assert_eq!(number_of_a.cmp(&number_of_b), a.class().cmp(&b.class()));
    }

    #[test]
    fn consecutive_numbers_have_consecutive_classes(first in 0..ClassNumber::COUNT - 2) {
        let classes: Vec<Garden> = classes_from(number(first)).take(3).collect();
        prop_assert_eq!(&classes, &[0, 1, 2].map(|further| number(first + further).garden()));
        prop_assert!(classes.is_sorted());
        prop_assert_eq!(classes[2].class_number().get(), first + 2);
    }

    /// At a milestone the walk to a number has length 0, so both ends come from the file.
    #[test]
    fn milestones_are_as_far_apart_as_they_say(
        milestone in 0..ClassNumber::COUNT / u64::from(SPACING),
    ) {
        let [here, next] = [milestone, milestone + 1].map(|index| number(index * u64::from(SPACING)).garden());
        prop_assert_eq!(classes_from_rank(here.rank()).nth(SPACING as usize), Some(next));
    }
}

#[test]
fn from_the_last_milestone_it_is_as_far_to_the_end_as_the_count_says() {
    let left = ClassNumber::COUNT % u64::from(SPACING);
    let last = number(ClassNumber::COUNT - left).garden();
    assert_eq!(classes_from_rank(last.rank()).count() as u64, left);
}

/// Smallest gardens begin with tile 0, so their ranks are below 15!.
const RANKS: u64 = 1_307_674_368_000;

/// Ranks in a block of the whole walk: 10!, the gardens that begin with the same six tiles.
const BLOCK: u64 = 3_628_800;

/// The walk of a block sets a mark at this interval of classes, so that milestones need no second walk.
const MARKS: usize = 1 << 12;

/// The smallest gardens of a block: their number, and the rank of every 4,096th.
struct Walked {
    classes: u64,
    marks: Vec<GardenRank>,
}

fn walk(ranks: Range<u64>) -> Walked {
    let mut walked = Walked { classes: 0, marks: Vec::new() };
    let end = garden(ranks.end);
    let classes = classes_from_rank(GardenRank::new(ranks.start).unwrap());
    for garden in classes.take_while(|garden| *garden < end) {
        if walked.classes.is_multiple_of(MARKS as u64) {
            walked.marks.push(garden.rank());
        }
        walked.classes += 1;
    }
    walked
}

/// Walks over all classes. Their number agrees with Burnside's lemma. Since the output is ascending and canonical,
/// this proves that the walk misses no class and gives none twice.
///
/// Minutes on two cores: `cargo test -p hanamachi-solver --test integration the_whole_walk -- --ignored --nocapture`. With
/// `MILESTONES=overwrite` it writes the file that it otherwise compares.
#[test]
#[ignore = "walks over 2,270,454,064 classes"]
fn the_whole_walk_makes_the_milestones() {
    let plan = Plan { items: RANKS, block_size: NonZeroU64::new(BLOCK).unwrap(), seed: 0, blocks_done: 0 };
    let work = |(): &mut (), block: Block| Ok::<_, Stop>(walk(block.items));
    let (mut classes, mut ranks) = (0, Vec::new());
    fold_blocks(
        &plan,
        RunContext::unwatched(),
        || (),
        work,
        |walked| {
            let end = classes + walked.classes;
            while let milestone = ranks.len() as u64 * u64::from(SPACING)
                && milestone < end
            {
                let within = usize::try_from(milestone - classes).unwrap();
                let from_mark = classes_from_rank(walked.marks[within / MARKS]).nth(within % MARKS);
                ranks.push(from_mark.expect("walked over before").rank());
            }
            classes = end;
        },
    )
    .unwrap();
    println!("{classes} classes, {} milestones", ranks.len());

    let mut bytes = b"okiyacls".to_vec();
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend(SPACING.to_le_bytes());
    bytes.extend(classes.to_le_bytes());
    bytes.extend(ranks.iter().flat_map(|rank| rank.get().to_le_bytes()[..6].to_vec()));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/okiya/src/symmetry/classes/milestones.bin");
    assert_eq!(classes, 2_270_454_064, "as Burnside's lemma says");
    if std::env::var("MILESTONES").is_ok_and(|what| what == "overwrite") {
        fs::write(path, &bytes).unwrap();
    }
    assert!(fs::read(path).unwrap() == bytes, "the file differs from the walk");
}
