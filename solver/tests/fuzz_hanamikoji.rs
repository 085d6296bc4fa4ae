//! A bounded run of the fuzz checks of Hanamikoji, the same on every machine: random texts, and valid ones with a few
//! characters changed.

use std::num::NonZeroU16;

use crate::checks;
use crate::common::mutated;
use crate::common::rounds::{GAMES, as_seen, random_record, rules_of};
use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::{Favour, Game, Round};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Characters with a meaning somewhere, and some without a meaning anywhere.
const ALPHABET: &[char] = &[
    '0', '1', '2', '3', '4', '5', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'a', 'g', 'X', 'x', '+', '-', '.', ',',
    '/', '=', ' ', '_', '\t', '\n', '\0', '\u{1b}', 'é', '桜', '🌸',
];

/// Pieces that random text would hardly hit.
const PIECES: &[&str] = &[
    "+..-... ",
    " 1 ",
    " 2 ABCDEF",
    "G/ABCDEF/ABDEFG/CDEFFGGG",
    " -",
    "1A,",
    "2XX,",
    "3BCC-C,",
    "4ACBD-BD",
    " rounds=3",
    " round=2",
    " tiebreak=none",
    " geisha=2,3,4",
    " actions=1,3",
];

fn valid_text<R: Rng>(rounds: &[Round], rng: &mut R) -> String {
    let record = random_record(rounds.choose(rng).unwrap(), rng.next_u64());
    let decisions = record.decisions();
    match decisions.choose(rng) {
        Some(decision) if rng.random_bool(0.5) => decision.information_set.to_string(),
        _ if rng.random_bool(0.3) => record.deal().to_string(),
        _ if rng.random_bool(0.4) => {
            let seat = *Seat::BOTH.choose(rng).unwrap();
            as_seen(&record, seat, rng.random_bool(0.5))
        }
        _ => record.to_string(),
    }
}

#[test]
fn random_texts_are_read_or_refused() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..20_000 {
        let text: String =
            (0..rng.random_range(0..60)).map(|_| *ALPHABET.choose(&mut rng).unwrap()).collect();
        checks::hanamikoji_text(&text);
        let pieces: String = (0..rng.random_range(0..7)).map(|_| *PIECES.choose(&mut rng).unwrap()).collect();
        checks::hanamikoji_text(&pieces);
    }
}

#[test]
fn valid_texts_with_mistakes_are_read_or_refused() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let round = |game| Game::new(rules_of(game)).round(NonZeroU16::MIN, Favour::NEUTRAL, |_| 0.0);
    let rounds: Vec<Round> = (0..GAMES).map(round).collect();
    for _ in 0..20_000 {
        let text = valid_text(&rounds, &mut rng);
        checks::hanamikoji_text(&text);
        checks::hanamikoji_text(&mutated(&text, (ALPHABET, PIECES), &mut rng));
    }
}

#[test]
fn huge_texts_are_refused_cheaply() {
    let huge = 400_000;
    for text in [
        "+".repeat(huge),
        "桜".repeat(huge),
        "/".repeat(huge),
        format!("+..-... 1 {} -", "A".repeat(huge)),
        format!("+..-... 1 ABCDEFG {}", "1A,".repeat(huge)),
        format!("+..-... 1 ABCDEFG {}", ",".repeat(huge)),
        format!("+..-... 1 ABCDEFG 3{}", "A".repeat(huge)),
        format!("....... {}", "G/".repeat(huge)),
        format!("....... G/ABCDEF/ABDEFG/{}", "G".repeat(huge)),
        format!("+..-... 1 ABCDEFG - {}", "rounds=1 ".repeat(huge)),
        format!("+..-... 1 ABCDEFG - geisha={}", "1,".repeat(huge)),
        format!("+..-... 1 ABCDEFG - rounds={}", "1".repeat(huge)),
    ] {
        checks::hanamikoji_text(&text);
    }
}
