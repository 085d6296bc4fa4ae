//! A few gardens that the second player wins, for exercises: the full list is too large for a page.

use hanamachi_solver::okiya::{ClassNumber, Garden, Symmetry};
use rand::{Rng, RngExt};

/// Numbers of classes that the second player wins with a full board drawn, at even distances in `results/okiya-solved/second-wins.hana`
/// when 1,945 of its 2,270 shards were in: row (2 *i* + 1) *n* / 96 of the *n* = 430,239 rows that `hanamachi table export` writes. A test
/// solves them.
const CLASSES: [u64; 48] = [
    81_104_545,
    109_622_982,
    142_793_939,
    172_828_231,
    202_979_355,
    235_709_252,
    261_594_493,
    312_175_654,
    339_392_632,
    353_436_331,
    385_332_866,
    415_492_224,
    445_771_815,
    467_534_873,
    530_263_149,
    553_280_919,
    584_797_477,
    635_610_497,
    678_160_495,
    694_139_837,
    717_097_408,
    733_731_417,
    757_946_398,
    784_136_700,
    807_211_543,
    849_998_027,
    882_392_297,
    908_190_658,
    946_957_914,
    984_876_665,
    1_026_317_171,
    1_064_414_394,
    1_110_822_953,
    1_159_456_983,
    1_195_715_653,
    1_240_105_759,
    1_301_757_305,
    1_335_873_222,
    1_382_203_275,
    1_430_169_856,
    1_471_215_857,
    1_527_227_562,
    1_592_451_204,
    1_659_837_020,
    1_705_440_677,
    1_769_973_005,
    1_839_950_351,
    1_905_429_621,
];

/// One of these gardens under a random symmetry.
pub(super) fn random<R: Rng + ?Sized>(generator: &mut R) -> Garden {
    let class = ClassNumber::new(CLASSES[generator.random_range(0..CLASSES.len())]);
    let symmetry = Symmetry::from_index(generator.random_range(0..Symmetry::COUNT));
    let (class, symmetry) = class.zip(symmetry).expect("numbers of classes and of symmetries");
    symmetry.garden(&class.garden())
}

#[cfg(test)]
mod tests {
    use hanamachi_solver::okiya::{FullBoard, Outcome, Position, Solver};
    use hanamachi_solver::search::budget::Budget;

    use super::*;

    #[test]
    fn the_second_player_wins_all_of_them_by_both_rules() {
        let mut solver = Solver::new();
        for number in CLASSES {
            let garden = ClassNumber::new(number).unwrap().garden();
            for full_board in [FullBoard::Draw, FullBoard::Last] {
                let solution =
                    solver.solve(&Position::start(garden), full_board, &Budget::UNLIMITED).unwrap();
                assert_eq!(solution.value.outcome(), Outcome::Loss, "class {number}, {full_board}");
            }
        }
    }
}
