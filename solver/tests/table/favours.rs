//! Favour tables: counting, writing, reading, merging and looking up.

use std::num::NonZeroU64;

use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::players::RandomPlayer;
use hanamachi_solver::hanamikoji::{
    Chain, Continuation, CountedRun, FIRST_ROUND, Favour, FavourEstimates, FavourFile, FavourFileError,
    FavourMergeError, FavourOrigin, FavourSource, FavourTable, Game, Origin, Rules, count_rounds,
    write_favours,
};
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::table::Writer;

const SMALL: &str = "geisha=3,4 actions=1,2";

fn rules(tags: &str) -> Rules {
    tags.parse::<Tags>().unwrap().rules
}

/// Rounds of random players.
fn counted(tags: &str, rounds_each: u64, seed: u64) -> Chain {
    let round = Game::new(rules(tags)).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
    let players = || [RandomPlayer::default(), RandomPlayer::default()];
    let rounds = NonZeroU64::new(rounds_each).unwrap();
    count_rounds(&round, rounds, seed, players, RunContext::unwatched()).unwrap().chain
}

fn origin(runs: &[(u64, u64)]) -> Origin {
    let runs = runs.iter().map(|&(seed, rounds_each)| CountedRun { seed, rounds_each }).collect();
    Origin { player: "random".to_owned(), program: "a test".to_owned(), runs }
}

fn written(chain: &Chain, origin: &Origin) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new()).unwrap();
    write_favours(&mut writer, chain).unwrap();
    writer.finish(&origin.metadata(chain)).unwrap()
}

#[test]
fn what_is_written_is_read() {
    let chain = counted("", 20, 4);
    let bytes = written(&chain, &origin(&[(4, 20)]));
    let file = FavourFile::open(&bytes).unwrap();
    assert_eq!(file.layouts().len(), 274);
    assert!(file.chain().counts().eq(chain.counts()));
    for (layout, win) in file.layouts().iter().zip(chain.win()) {
        let win = win.unwrap();
        assert_eq!(
            (layout.win.endless, layout.standard_error, layout.rounds),
            (win.value, win.standard_error, win.n)
        );
    }
    assert_eq!(file.layouts().iter().map(|layout| u64::from(layout.placements)).sum::<u64>(), 1249);
    assert!(file.estimates().layouts().eq(FavourEstimates::of_chain(&chain).layouts()));
    let source = FavourSource { origin: FavourOrigin::File, hash: *file.identity() };
    let continuation = file.estimates().continuation(file.rules(), FIRST_ROUND);
    assert_eq!(continuation, Continuation::FavourTable(source));
    // For other geisha it is refused.
    let other = rules("geisha=2,3,4 actions=1,3");
    assert!(file.estimates().check(&other).is_err() && FavourEstimates::built_in().check(&other).is_ok());
    assert_eq!(FavourEstimates::built_in().continuation(&other, FIRST_ROUND), Continuation::RuleOfThumb);
    assert_eq!(written(file.chain(), file.origin()), bytes);
    assert_eq!(file.recheck(0..274), Ok(Ok(())));
}

/// The results of estimates equal those of a table with the same values, at each distance from the limit.
#[test]
fn estimates_are_for_the_rounds_that_are_left() {
    let chain = counted(SMALL, 200, 1);
    let estimates = FavourEstimates::of_chain(&chain);
    for (number, layout) in chain.layouts().iter().enumerate() {
        for tags in ["tiebreak=none", "tiebreak=charm"] {
            for left in 1..=4_u16 {
                let limited = rules(&format!("rounds=5 {SMALL} {tags}"));
                let found =
                    estimates.table_after(&limited, (5 - left).try_into().unwrap()).win(layout.favour());
                let expected = match left {
                    4 => chain.win()[number].unwrap().value,
                    left => chain.win_within(left.into(), limited.tiebreak)[number],
                };
                assert_eq!(found.to_bits(), expected.to_bits());
            }
        }
        let endless = estimates.table_after(&rules(SMALL), FIRST_ROUND).win(layout.favour());
        assert_eq!(endless.to_bits(), chain.win()[number].unwrap().value.to_bits());
    }
    let elsewhere = rules("geisha=2,5 actions=1,2");
    assert_eq!(estimates.table_after(&elsewhere, FIRST_ROUND), FavourTable::rule_of_thumb(&elsewhere));
}

#[test]
fn tables_of_two_seeds_are_one_of_twice_the_rounds() {
    let [one, two] = [1, 2].map(|seed| counted(SMALL, 50, seed));
    let files = [(&one, 1), (&two, 2)]
        .map(|(chain, seed)| FavourFile::open(&written(chain, &origin(&[(seed, 50)]))).unwrap());
    let (merged, from) = FavourFile::merge(&files).unwrap();
    assert_eq!(from, origin(&[(1, 50), (2, 50)]));
    for layout in 0..merged.layouts().len() {
        assert_eq!(merged.rounds(layout), 100);
    }
    let sums = |chain: &Chain| chain.counts().map(|(_, _, times)| times).sum::<u64>();
    assert_eq!(sums(&merged), sums(&one) + sums(&two));
    let both = FavourFile::open(&written(&merged, &from)).unwrap();
    assert_eq!(both.recheck(0..99), Ok(Ok(())));
    let refused = |files: &[FavourFile]| FavourFile::merge(files).unwrap_err();
    assert_eq!(refused(&[]), (0, FavourMergeError::None));
    assert_eq!(refused(&[both.clone(), files[1].clone()]), (1, FavourMergeError::Twice { seed: 2 }));
    let elsewhere =
        FavourFile::open(&written(&counted("geisha=2,5 actions=1,2", 5, 3), &origin(&[(3, 5)]))).unwrap();
    assert!(matches!(refused(&[both, elsewhere]), (1, FavourMergeError::Other { what: "rules tag", .. })));
}

#[test]
fn too_few_rounds_make_no_table() {
    let mut writer = Writer::new(Vec::new()).unwrap();
    let none = write_favours(&mut writer, &Chain::new(&Rules::STANDARD));
    assert!(matches!(none, Err(FavourFileError::TooFew)));
    let one = write_favours(&mut writer, &counted(SMALL, 1, 1));
    assert!(matches!(one, Err(FavourFileError::TooFew)));
}
