//! A bounded run of the fuzz checks, the same on every machine: random texts, and valid ones with a few
//! characters changed.

use crate::checks;
use crate::common::mutated;
use hanamachi_solver::okiya::notation::Record;
use hanamachi_solver::okiya::{FullBoard, Game, Garden, Player};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Characters with a meaning somewhere, and some without a meaning anywhere.
const ALPHABET: &[char] = &[
    '0', '1', '2', '3', '4', '7', '9', 'a', 'b', 'c', 'd', 'e', 'f', 'A', 'B', 'C', 'F', 'M', 'P', 'I', 'S',
    'T', 'R', 'x', 'o', 'X', 'O', '-', '/', ' ', '_', '\t', '\n', '\r', '[', ']', '"', '\\', '.', '*', '=',
    'm', 'v', 's', 'g', '{', '\0', '\u{1b}', 'é', '桜', '\u{feff}', '🌸',
];

/// Pieces that random text would hardly hit.
const PIECES: &[&str] = &[
    "0123/4567/89ab/cdef",
    "MSMTMBMR/CSCTCBCR/PSPTPBPR/ISITIBIR",
    " moves ",
    " 4/4/4/4 - x",
    "a2 a3 ",
    "[Garden \"0123/4567/89ab/cdef\"]",
    "[Result \"o\"]",
    "[Ending \"resignation\"]",
    "[Name \"a \\\"b\\\" \\\\\"]",
    "full=draw",
    "1. ",
    " 1-0",
];

fn random_game<R: Rng>(rng: &mut R) -> Game {
    let mut game = Game::new(Garden::random(rng));
    for _ in 0..rng.random_range(0..=16) {
        let moves: Vec<_> = game.position().moves().into_iter().collect();
        let Some(&cell) = moves.choose(rng) else { break };
        game.play(cell).unwrap();
    }
    game
}

fn valid_text<R: Rng>(rng: &mut R) -> String {
    let game = random_game(rng);
    match rng.random_range(0..6) {
        0 => game.garden().short().to_string(),
        1 => game.garden().long().to_string(),
        2 => game.position().to_string(),
        3 => game.to_string(),
        4 => Record::new(game, FullBoard::Last).to_string(),
        _ => {
            let mut record = Record::resigned(game.clone(), FullBoard::Draw, Player::O)
                .unwrap_or_else(|_| Record::new(game, FullBoard::Draw));
            record.set_tag("Event", "Gion \"五\" \\").unwrap();
            record.to_string()
        }
    }
}

#[test]
fn random_texts_are_read_or_refused() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..20_000 {
        let length = rng.random_range(0..60);
        let text: String = (0..length).map(|_| *ALPHABET.choose(&mut rng).unwrap()).collect();
        checks::okiya_text(&text);
    }
}

#[test]
fn random_pieces_are_read_or_refused() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..20_000 {
        let count = rng.random_range(0..6);
        let text: String = (0..count).map(|_| *PIECES.choose(&mut rng).unwrap()).collect();
        checks::okiya_text(&text);
    }
}

#[test]
fn valid_texts_with_mistakes_are_read_or_refused() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..20_000 {
        let text = valid_text(&mut rng);
        checks::okiya_text(&text);
        checks::okiya_text(&mutated(&text, (ALPHABET, PIECES), &mut rng));
    }
}

/// A record of free tags only.
fn many_tags(count: usize) -> String {
    let mut text = String::new();
    for name in 0..count {
        text.push_str("[N");
        text.push_str(&name.to_string());
        text.push_str(" \"\"]\n");
    }
    text
}

/// Errors about huge texts stay small, and reading them stays linear: quadratic readers would take minutes.
#[test]
fn huge_texts_are_refused_cheaply() {
    let huge = 400_000;
    for text in [
        "0".repeat(huge),
        " ".repeat(huge),
        "[".repeat(huge),
        "桜".repeat(huge),
        format!("{}[", "_".repeat(huge)),
        format!("0123/4567/89ab/cdef {}", "1".repeat(huge)),
        format!("0123/4567/89ab/cdef moves {}", "x".repeat(huge)),
        format!("0123/4567/89ab/cdef 4/4/4/4 {} x", "桜".repeat(huge)),
        format!("[Garden \"0123/4567/89ab/cdef\"] {}", "1. ".repeat(huge)),
        format!("[Garden \"0123/4567/89ab/cdef\"] {}", "1.".repeat(huge)),
        format!("[Result \"{}\"]", "\\\"".repeat(huge)),
        format!("[{} \"\"]", "N".repeat(huge)),
        many_tags(huge / 4),
    ] {
        checks::okiya_text(&text);
    }
}
