//! The rarity of a garden, as a sentence.

use hanamachi_solver::okiya::Outcome;
use hanamachi_solver::okiya::objects::{AmongAll, Rarity};
use hanamachi_solver::okiya::population::Combination;

use super::figures::counted;
use super::{structure, words};
use crate::frame::{interval, share, thousands};

/// Returns a sentence with the number of all gardens that have this outcome.
pub fn among_all(all: &AmongAll) -> String {
    let [gardens, of] = [all.gardens, all.of].map(counted);
    let percentage = 100.0 * all.share;
    match all.outcome {
        "draw" => format!("{gardens} of all {of} are drawn, {percentage:.2} % (proved)."),
        "win" => format!("x wins {gardens} of all {of}, {percentage:.2} % (proved)."),
        _ if all.share < 0.01 => {
            format!("o wins {gardens} of all {of}, {} (proved).", structure::one_in(all.gardens, all.of))
        }
        _ => format!("o wins {gardens} of all {of}, {percentage:.2} % (proved)."),
    }
}

/// Returns a sentence on the rarity of such gardens.
pub fn sentence(rarity: &Rarity) -> String {
    let sample = format!("{} random gardens of seed {}", counted(rarity.of), rarity.seed);
    let share_in_words = |of: f64| {
        let ends = [rarity.low, rarity.high];
        format!("{} %, 95 % interval {} %", share(of, Some(ends)), interval(of, ends))
    };
    let how_rare = match rarity.share {
        Some(of) if rarity.count > 0 => {
            format!("1 garden in {} (estimated: {}, from {sample})", one_in(of), share_in_words(of))
        }
        _ => format!(
            "none of {sample}: rarer than 1 garden in {} (estimated, 95 % interval)",
            rounded_down(1.0 / rarity.high)
        ),
    };
    format!("{}: {how_rare}.", combination_in_words(rarity.combination))
}

/// Describes a combination: `x wins with 3 tiles left and exactly 1 winning opening`.
fn combination_in_words(combination: Combination) -> String {
    let tiles = usize::from(combination.score().get().unsigned_abs().saturating_sub(1));
    let left = words::count(tiles, "tile");
    match combination.outcome() {
        Outcome::Win => {
            let openings = words::count(combination.winning_openings(), "winning opening");
            format!("x wins with {left} left and exactly {openings}")
        }
        Outcome::Draw => "a draw".to_owned(),
        Outcome::Loss => format!("o wins with {left} left"),
    }
}

/// Formats the reciprocal of a share with two or three digits: `3.1`, `31`, `4,650`.
fn one_in(share: f64) -> String {
    let gardens = 1.0 / share;
    if gardens < 9.95 { format!("{gardens:.1}") } else { three_digits(gardens, f64::round) }
}

/// Formats a number of gardens, rounded down to three digits: `104,000`.
fn rounded_down(gardens: f64) -> String {
    three_digits(gardens, f64::floor)
}

/// Formats a number with three significant digits, rounded by `round`.
fn three_digits(number: f64, round: fn(f64) -> f64) -> String {
    let mut unit = 1.0;
    while number / unit >= 1000.0 {
        unit *= 10.0;
    }
    #[expect(clippy::cast_possible_truncation, reason = "as large as a sample at most")]
    let whole = (round(number / unit) * unit) as i64;
    thousands(whole)
}

#[cfg(test)]
mod tests {
    use hanamachi_solver::game::Score;
    use hanamachi_solver::search::strength::HasStrength;

    use super::*;

    #[test]
    fn numbers_have_two_digits_or_three() {
        for (share, words) in
            [(0.323_6, "3.1"), (0.101, "9.9"), (0.1, "10"), (0.031_9, "31"), (0.000_208_25, "4,800")]
        {
            assert_eq!(one_in(share), words);
        }
        assert_eq!([104_129.0, 999.9, 12.3].map(rounded_down), ["104,000", "999", "12"]);
        // The quotient is 4,633.65.
        assert_eq!(structure::one_in(4_515_399_936, 20_922_789_888_000), "one in 4,634");
    }

    #[test]
    fn combinations_have_names() {
        for (score, openings, words) in [
            (2, 1, "x wins with 1 tile left and exactly 1 winning opening"),
            (6, 12, "x wins with 5 tiles left and exactly 12 winning openings"),
            (0, 0, "a draw"),
            (-1, 0, "o wins with 0 tiles left"),
        ] {
            let combination = Combination::new(Score::new(score), openings).unwrap();
            assert_eq!(combination_in_words(combination), words);
        }
    }

    #[test]
    fn what_the_sample_does_not_have_is_said_to_be_rarer_than_that() {
        let combination = Combination::new(Score::new(6), 12).unwrap();
        let share = hanamachi_solver::search::estimate::Share::new(0, 400_000);
        let rarity = Rarity {
            kind: share.strength(),
            outcome: "win",
            winning_openings: 12,
            score: 6,
            count: 0,
            of: 400_000,
            share: share.value(),
            low: *share.interval_95().start(),
            high: *share.interval_95().end(),
            seed: 1,
            command: "",
            combination,
        };
        let expected = "x wins with 5 tiles left and exactly 12 winning openings: none of 400,000 random gardens of seed 1: \
                        rarer than 1 garden in 104,000 (estimated, 95 % interval).";
        assert_eq!(sentence(&rarity), expected);
    }
}
