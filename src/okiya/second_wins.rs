//! The list of all classes that the second player wins, from the census of all verdicts, embedded in the program.

use std::sync::LazyLock;

use hanamachi_solver::okiya::verdicts::SecondWins;
use hanamachi_solver::okiya::{ClassNumber, Garden, Symmetry};
use rand::{Rng, RngExt};

const FILE: &[u8] = include_bytes!("../../results/okiya-solved/second-wins.hana");

static LIST: LazyLock<SecondWins> = LazyLock::new(|| SecondWins::open(FILE).expect("a test reads it"));

/// Returns the numbers of these classes, in ascending order.
pub(super) fn numbers() -> &'static [u64] {
    LIST.numbers()
}

/// Whether the second player wins the gardens of this class under full=draw.
pub(super) fn contains(class: ClassNumber) -> bool {
    numbers().binary_search(&class.get()).is_ok()
}

/// Draws a garden that the second player wins, all of them equally likely.
pub(super) fn random<R: Rng + ?Sized>(rng: &mut R) -> Garden {
    loop {
        let number = numbers()[rng.random_range(0..numbers().len())];
        let symmetry = Symmetry::from_index(rng.random_range(0..Symmetry::COUNT));
        let Some((class, symmetry)) = ClassNumber::new(number).zip(symmetry) else { continue };
        let garden = class.garden();
        // Accepts a class with a probability proportional to its number of gardens.
        if rng.random_range(0..Symmetry::COUNT as u64) < garden.class_size() {
            return symmetry.garden(&garden);
        }
    }
}

#[cfg(test)]
mod tests {
    use hanamachi_solver::okiya::verdicts::ALL_GARDENS;
    use hanamachi_solver::okiya::{FullBoard, Outcome, Position, Solver};
    use hanamachi_solver::search::budget::Budget;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn the_list_has_all_classes_that_were_counted() {
        assert_eq!(numbers().len() as u64, ALL_GARDENS.classes(Outcome::Loss));
        assert_eq!(LIST.of_classes(), ClassNumber::COUNT);
        assert!(numbers().iter().all(|&number| ClassNumber::new(number).is_some_and(contains)));
        assert!(!contains(ClassNumber::new(0).unwrap()));
    }

    #[test]
    fn gardens_drawn_from_the_list_are_won_by_the_second_player() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut solver = Solver::new();
        let budget = Budget { nodes: None, cancel: None };
        for _ in 0..20 {
            let garden = random(&mut rng);
            assert!(contains(garden.canonical().0.class_number()));
            let solution = solver.solve(&Position::start(garden), FullBoard::Draw, &budget).unwrap();
            assert_eq!(solution.value.outcome(), Outcome::Loss, "{}", garden.short());
        }
    }
}
