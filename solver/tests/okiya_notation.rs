//! Every text form survives reading and writing.

use crate::common::{games, gardens};
use hanamachi_solver::okiya::notation::{Described, GameResult, Record, RecordEnding};
use hanamachi_solver::okiya::{FullBoard, Game, Garden, Player};
use proptest::prelude::*;

fn full_boards() -> impl Strategy<Value = FullBoard> {
    prop_oneof![Just(FullBoard::Draw), Just(FullBoard::Last)]
}

proptest! {
    #[test]
    fn gardens_round_trip(garden in gardens()) {
        let (short, long) = (garden.short().to_string(), garden.long().to_string());
        prop_assert_eq!(short.parse(), Ok(garden));
        prop_assert_eq!(long.parse(), Ok(garden));
        prop_assert_eq!(short.to_ascii_uppercase().parse(), Ok(garden));
        prop_assert_eq!(long.to_ascii_lowercase().parse(), Ok(garden));
        let spaced: String = short.chars().flat_map(|c| [' ', c, '_']).collect();
        prop_assert_eq!(spaced.parse(), Ok(garden));
        prop_assert_eq!(Described::parse(&short), Ok(Described::Garden(garden)));
        // Rows by blanks alone, tiles by blanks alone, nothing between them.
        let joined = |text: &str| text.replace('/', "");
        for text in
            [short.replace('/', " "), long.replace('/', "\t"), joined(&spaced), joined(&short), joined(&long)]
        {
            prop_assert_eq!(text.parse(), Ok(garden), "{}", text);
            prop_assert_eq!(Described::parse(&text), Ok(Described::Garden(garden)), "{}", text);
        }
    }

    #[test]
    fn positions_round_trip(game in games(16)) {
        for position in game.positions() {
            let text = position.to_string();
            prop_assert_eq!(text.parse(), Ok(position));
            prop_assert_eq!(Described::parse(&text), Ok(Described::Position(position)));
            prop_assert_eq!(text.replace(' ', "_").parse(), Ok(position));
            prop_assert_eq!(text.replacen('/', "  ", 3).parse(), Ok(position));
            prop_assert_eq!(text.replacen('/', "", 3).parse(), Ok(position));
            // Runs of tiles may be split.
            let words: Vec<_> = text.split(' ').collect();
            let split = words[1].replace('4', "22").replace('3', "12");
            let split = [words[0], &split, words[2], words[3]].join(" ");
            prop_assert_eq!(split.parse(), Ok(position));
        }
    }

    #[test]
    fn games_round_trip(game in games(16)) {
        let text = game.to_string();
        prop_assert_eq!(text.parse(), Ok(game.clone()));
        prop_assert_eq!(text.replace(' ', "_").to_ascii_uppercase().parse(), Ok(game.clone()));
        prop_assert_eq!(Described::parse(&text).map(|d| d.position()), Ok(game.position()));
        prop_assert_eq!(game.positions().count(), game.moves().len() + 1);
        prop_assert_eq!(game.positions().last(), Some(game.position()));
    }

    #[test]
    fn taking_back_undoes_a_move(game in games(16)) {
        let mut back = game.clone();
        let positions: Vec<_> = game.positions().collect();
        for &position in positions.iter().rev() {
            prop_assert_eq!(back.position(), position);
            back.undo();
        }
        prop_assert_eq!(back, Game::new(*game.garden()));
    }

    #[test]
    fn records_round_trip(
        game in games(16), full in full_boards(), resigns in any::<bool>(), tag in "\\PC*"
    ) {
        let record = if resigns { Record::resigned(game.clone(), full, Player::O).ok() } else { None };
        let mut record = record.unwrap_or_else(|| Record::new(game, full));
        record.set_tag("Remark", &tag).unwrap();
        record.set_tag("Date", "2013.??.??").unwrap();
        let text = record.to_string();
        prop_assert_eq!(text.parse(), Ok(record.clone()));
        prop_assert_eq!(Described::parse(&text), Ok(Described::Record(record.clone())));
        prop_assert_eq!(record.free_tag("remark"), Some(tag.as_str()));
        // The same on one line, and with only the required parts.
        prop_assert_eq!(text.replace('\n', " ").parse(), Ok(record.clone()));
        let derived = |line: &&str| !line.starts_with("[Ending") && !line.starts_with("[TilesLeft");
        if record.ending() != Some(RecordEnding::Resignation) {
            let text: Vec<_> = text.lines().filter(derived).filter(|l| !l.starts_with("[Result")).collect();
            prop_assert_eq!(text.join("\n").parse(), Ok(record.clone()));
        }
    }
}

#[test]
fn only_the_first_letters_tell_the_forms_apart() {
    // `CB` opens a garden in either form.
    let long: Garden = "CBMS MTMB/MRCSCTCR/PSPTPBPR/ISITIBIR".parse().unwrap();
    assert_eq!(long.short().to_string(), "6012/3457/89ab/cdef");
    let short: Garden = "cb05/1234/6789/adef".parse().unwrap();
    assert_eq!(short.short().to_string(), "cb05/1234/6789/adef");
}

#[test]
fn a_record_as_people_write_it() {
    let text = "[Game \"Okiya\"] [garden \"MSMTMBMR/CSCTCBCR/PSPTPBPR/ISITIBIR\"]\n\
                [X \"Sei \\\"Shō\\\" nagon\"]\n\n1. a2 a3 2.d3 d4\n3... d1 1/2-1/2";
    let error = text.parse::<Record>().unwrap_err();
    assert_eq!(
        (error.code(), error.field(), error.line(), error.column()),
        ("invalid_record", "Result", 5, 9)
    );
    let record: Record = text.replace("1/2-1/2", "*").parse().unwrap();
    assert_eq!(record.game().moves().len(), 5);
    assert_eq!(record.full_board(), FullBoard::Draw);
    assert_eq!(record.result(), GameResult::Unfinished);
    assert_eq!(record.free_tags().collect::<Vec<_>>(), [("X", "Sei \"Shō\" nagon")]);
}

#[test]
fn a_resignation_is_kept() {
    let text = "[Game \"Okiya\"]\n[Garden \"0123/4567/89ab/cdef\"]\n[FullBoard \"last\"]\n[Result \"o\"]\n\
                [Ending \"resignation\"]\n[TilesLeft \"14\"]\n\na2 a3\n";
    let record: Record = text.parse().unwrap();
    assert_eq!(record.result(), GameResult::Won(Player::O));
    assert_eq!(record.tiles_left(), Some(14));
    assert_eq!(record.to_string(), text);
}

#[test]
fn a_position_in_a_url() {
    let described = Described::parse("05af/b4c1/27d8/3e96_1x2/4/2o1/4_c3_x").unwrap();
    assert_eq!(described.position().to_string(), "05af/b4c1/27d8/3e96 1x2/4/2o1/4 c3 x");
    assert_eq!(described.position().garden().long().to_string(), "MSCTPBIR/PRCSISMT/MBCRITPS/MRIBPTCB");
    assert_eq!((described.game(), described.full_board()), (None, None));
}

#[test]
fn the_rules_tag() {
    for rule in [FullBoard::Draw, FullBoard::Last] {
        assert_eq!(rule.to_string().parse(), Ok(rule));
        assert_eq!(rule.word().parse(), Ok(rule));
    }
}
