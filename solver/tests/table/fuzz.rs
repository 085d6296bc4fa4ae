//! A bounded run of the fuzz checks, the same on every machine.

use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game};
use hanamachi_solver::strategy_table::Tabled;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[path = "../../fuzz/favour_checks.rs"]
mod favour_checks;
#[path = "../../fuzz/table_checks.rs"]
mod table_checks;

/// Random bytes of which most are small.
fn bytes<R: Rng>(rng: &mut R) -> Vec<u8> {
    let length = rng.random_range(0..400);
    (0..length).map(|_| if rng.random_bool(0.7) { rng.random_range(0..4) } else { rng.random() }).collect()
}

/// The rows of a strategy as the checks read them, in order; every weight on the first action.
fn rows<R: Rng>(rng: &mut R) -> Vec<u8> {
    let rules = "rounds=1 tiebreak=none geisha=2,3,4 actions=1,3".parse::<Tags>().unwrap().rules;
    let round = Game::new(rules).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
    let mut rows: Vec<Vec<u8>> = Vec::new();
    for _ in 0..rng.random_range(0..5) {
        let mut state = round.deal_random(rng);
        for _ in 0..rng.random_range(0..4) {
            round.play_random(&mut state, rng);
            while round.turn(&state) == hanamachi_solver::game::Turn::Chance {
                round.sample_outcome(&mut state, rng);
            }
        }
        let mut actions = Vec::new();
        for seat in Seat::BOTH {
            let information = round.information(&state, seat);
            round.legal(&information, &mut actions);
            if actions.len() > 1 {
                let mut row = round.key(&information).to_vec();
                row.push(u8::try_from(actions.len()).unwrap());
                for (place, &action) in actions.iter().enumerate() {
                    row.extend(u16::try_from(round.code(action)).unwrap().to_le_bytes());
                    row.extend(if place == 0 { [0xff; 2] } else { [0; 2] });
                }
                rows.push(row);
            }
        }
    }
    rows.sort_unstable();
    rows.dedup();
    rows.concat()
}

#[test]
fn any_bytes_are_read_or_refused() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut in_order = 0;
    for _ in 0..500 {
        assert_eq!(table_checks::table_bytes(&bytes(&mut rng)), 0);
        let mut rows = rows(&mut rng);
        in_order += table_checks::table_bytes(&rows);
        for _ in 0..4 {
            if !rows.is_empty() {
                let at = rng.random_range(0..rows.len());
                rows[at] = rng.random();
                table_checks::table_bytes(&rows);
            }
        }
    }
    // The checks of valid data are reached, too.
    assert!(in_order > 500, "{in_order}");
}

#[test]
fn any_counts_make_a_favour_table_or_are_refused() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut in_order = 0;
    for _ in 0..500 {
        favour_checks::favour_bytes(&bytes(&mut rng));
        let counted: Vec<u8> = (0..90).map(|_| rng.random()).collect();
        in_order += favour_checks::favour_bytes(&counted);
        for _ in 0..4 {
            let changes: Vec<u8> = (0..rng.random_range(1..4) * 3).map(|_| rng.random()).collect();
            favour_checks::favour_bytes(&[counted.as_slice(), &changes].concat());
        }
    }
    // The checks of valid data are reached, too.
    assert!(in_order > 500, "{in_order}");
}
