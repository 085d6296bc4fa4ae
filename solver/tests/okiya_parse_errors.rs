//! Refused texts, and the positions of the errors.

use hanamachi_solver::okiya::notation::{Described, ParseError, Record, TagError};
use hanamachi_solver::okiya::{FullBoard, Game, Garden, Position};

/// Code, field, column, and marked span.
fn facts(error: &ParseError) -> (&str, &str, usize, &str) {
    (error.code(), error.field(), error.column(), &error.text()[error.span()])
}

#[track_caller]
fn refused(text: &str, expected: (&str, &str, usize, &str)) {
    let error = Described::parse(text).expect_err(text);
    assert_eq!(facts(&error), expected, "{text}: {error}");
}

#[test]
fn gardens() {
    let code = "invalid_garden";
    refused("", (code, "garden", 1, ""));
    refused("hello", (code, "garden", 1, "h"));
    refused("05af/b4c1/27d8/3e9", (code, "garden", 19, ""));
    refused("05af/b4c1/27d8/3e9g", (code, "garden", 19, "g"));
    refused("05af/b4c1/27d8/3e965", (code, "garden", 20, "5"));
    refused("05af/b4c1/27d8/3e96/", (code, "garden", 20, "/"));
    refused("05af/b5c1/27d8/3e96", (code, "garden", 7, "5"));
    // Either all rows are separated by `/` or none.
    refused("05afb4c1/27d8/3e96", (code, "garden", 5, "b"));
    refused("05afb4c127d8/3e96", (code, "garden", 5, "b"));
    refused("05af/b4c127d83e96", (code, "garden", 10, "2"));
    refused("05af b4c1/27d8/3e96", (code, "garden", 6, "b"));
    refused("05af b4c1 27d8/3e96", (code, "garden", 6, "b"));
    refused("05af/b4c1 27d8 3e96", (code, "garden", 11, "2"));
    refused("PR IS MR PT MS / CR MB PB IT", (code, "garden", 13, "M"));
    refused("05af b4c1 27d8 3e9", (code, "garden", 19, ""));
    refused("05af b4c1 27d8 3e90", (code, "garden", 19, "0"));
    refused("05afb4c127d83e9", (code, "garden", 16, ""));
    refused("05afb4c127d83e90", (code, "garden", 16, "0"));
    refused("05afb4c127d83e965", (code, "garden", 17, "5"));
    refused("05afb4c127d83e96/", (code, "garden", 17, "/"));
    refused("MSCTPBIRPRCSISMTMBCRITPSMRIBPTMS", (code, "garden", 31, "MS"));
    refused("05a/fb4c1/27d8/3e96", (code, "garden", 4, "/"));
    refused("/05af/b4c1/27d8/3e96", (code, "garden", 1, "/"));
    refused("MSCTPBIR/PRCSISMT/MBCRITPS/MRIBPTMS", (code, "garden", 34, "MS"));
    refused("MSCTPBIR/PRCSISMT/MBCRITPS/MRIBPTC", (code, "garden", 35, ""));
    refused("MSCTPBIR/PRCSISMT/MBCRITPS/MRIBPTCP", (code, "garden", 35, "P"));
    refused("MSCTPBIR/PRCSISMT/MBCRITPS/MRIBPT6", (code, "garden", 34, "6"));
    refused("05af/b4c1/27d8/3e96\u{7}", (code, "garden", 20, "\u{7}"));
    refused("桜", (code, "garden", 1, "桜"));
}

#[test]
fn static_positions() {
    let at = |fields: &str| format!("05af/b4c1/27d8/3e96 {fields}");
    refused(&at("2x1/4/4/4"), ("missing_field", "last", 30, ""));
    refused(&at("2x1/4/4/4 c1"), ("missing_field", "side", 33, ""));
    assert!(Described::parse(&at("MT")).unwrap_err().to_string().starts_with("a garden has 16 tiles"));
    refused(&at("2y1/4/4/4 c1 o"), ("invalid_tokens", "tokens", 22, "y"));
    refused(&at("2x0/4/4/4 c1 o"), ("invalid_tokens", "tokens", 23, "0"));
    refused(&at("2x2/4/4/4 c1 o"), ("invalid_tokens", "tokens", 23, "2"));
    refused(&at("2x/4/4/4 c1 o"), ("invalid_tokens", "tokens", 23, "/"));
    refused(&at("2x1/4/4 c1 o"), ("invalid_tokens", "tokens", 28, ""));
    refused(&at("2x1/4/4/3 c1 o"), ("invalid_tokens", "tokens", 30, ""));
    refused(&at("2x1/4/4/4/4 c1 o"), ("invalid_tokens", "tokens", 30, "/"));
    refused(&at("2x1/4/4/4 e1 o"), ("invalid_cell", "last", 31, "e1"));
    refused(&at("2x1/4/4/4 c1 z"), ("invalid_side", "side", 34, "z"));
    refused(&at("2x1/4/4/4 c1 o last"), ("trailing_text", "trailing", 36, "last"));
    let code = "invalid_position";
    refused(&at("2x1/4/4/4 c1 x"), (code, "side", 34, "x"));
    refused(&at("2x1/4/4/4 a1 o"), (code, "last", 31, "a1"));
    refused(&at("2x1/4/4/4 - o"), (code, "last", 31, "-"));
    refused(&at("4/4/4/4 a1 x"), (code, "last", 29, "a1"));
    refused(&at("2xx/4/4/4 c1 o"), (code, "tokens", 21, "2xx/4/4/4"));
    refused(&at("2o1/4/4/4 c1 x"), (code, "tokens", 21, "2o1/4/4/4"));
}

#[test]
fn histories() {
    let at = |moves: &str| format!("0123/4567/89ab/cdef {moves}");
    refused(&at("a2 a3"), ("invalid_moves", "moves", 21, "a2"));
    refused(&at("moves a2 a5"), ("invalid_cell", "moves", 30, "a5"));
    refused(&at("moves b2"), ("illegal_move", "moves", 27, "b2"));
    refused(&at("moves_a2_a2"), ("illegal_move", "moves", 30, "a2"));
    refused(&at("moves a2 b1"), ("illegal_move", "moves", 30, "b1"));
    let error = Described::parse(&at("moves a2 b1")).unwrap_err();
    let reason = "b1 (MT) shares neither plant nor symbol with the tile taken last, CS on a2";
    assert_eq!(error.to_string(), reason);
    let error = "0123/4567/89ab/cdef".parse::<Game>().unwrap_err();
    assert_eq!(facts(&error), ("missing_field", "moves", 20, ""));
}

#[test]
fn forms_that_were_not_asked_for() {
    let history = "0123/4567/89ab/cdef moves a2";
    assert_eq!(facts(&history.parse::<Garden>().unwrap_err()), ("trailing_text", "trailing", 21, "moves"));
    assert_eq!(facts(&history.parse::<Position>().unwrap_err()), ("invalid_tokens", "tokens", 21, "m"));
    assert_eq!(facts(&history.parse::<Record>().unwrap_err()), ("invalid_record", "garden", 1, "0"));
}

#[test]
fn tags_that_are_not_tags() {
    let code = "invalid_record";
    refused("[", (code, "tags", 2, ""));
    refused("[\"x\"]", (code, "tags", 2, "\""));
    refused("[Event Gion]", (code, "tags", 8, "G"));
    refused("[Event \"Gion\n\"]", (code, "tags", 8, "\""));
    refused("[Event \"Gi\ton\"]", (code, "tags", 11, "\t"));
    refused("[Event \"Gion\\\"]", (code, "tags", 8, "\""));
    refused("[Event \"Gion\" x]", (code, "tags", 15, "x"));
    refused("[Event \"a\"] [event \"b\"]", (code, "tags", 14, "event"));
    refused("[Garden \"0123/4567/89ab/cdef\"] [Garden \"\"]", (code, "garden", 33, "Garden"));
    refused("[Event \"Gion\"]", (code, "garden", 15, ""));
}

#[test]
fn tags_that_contradict_the_moves() {
    let garden = "[Garden \"0123/4567/89ab/cdef\"] ";
    let at = |rest: &str| format!("{garden}{rest}");
    let code = "invalid_record";
    refused(&at("[Game \"Go\"]"), (code, "Game", 39, "Go"));
    refused(&at("[FullBoard \"full=draw\"]"), (code, "FullBoard", 44, "full=draw"));
    refused(&at("[Result \"1-0\"]"), (code, "Result", 41, "1-0"));
    refused(&at("[Ending \"boredom\"]"), (code, "Ending", 41, "boredom"));
    refused(&at("[TilesLeft \"-1\"]"), (code, "TilesLeft", 44, "-1"));
    refused(&at("[TilesLeft \"99999999999999999999\"]"), (code, "TilesLeft", 44, "99999999999999999999"));
    refused(&at("[TilesLeft \"13\"] a2 a3"), (code, "TilesLeft", 44, "13"));
    refused(&at("[Result \"x\"] a2 a3"), (code, "Result", 41, "x"));
    refused(&at("[Ending \"row\"] a2 a3"), (code, "Ending", 41, "row"));
    refused(&at("[Ending \"resignation\"] a2 a3"), (code, "Result", 41, "resignation"));
    refused(&at("[Result \"draw\"] [Ending \"resignation\"] a2"), (code, "Result", 41, "draw"));
    refused(&at("[Result \"*\"] a2 a3 x"), (code, "Result", 51, "x"));
    refused(&at("a2 a3 * a4"), ("trailing_text", "trailing", 40, "a4"));
    refused(&at("a2 {comment"), (code, "moves", 35, "{"));
    refused(&at("a2 (b1 {)}"), (code, "moves", 35, "("));
    refused(&at("a2 z9!"), ("invalid_cell", "moves", 35, "z9"));
    refused(&at("1.a2 1...b1"), ("illegal_move", "moves", 41, "b1"));
    refused("[Garden \"0123/4567/89ab/cdee\"]", ("invalid_garden", "garden", 28, "e"));
}

#[test]
fn finished_games_end_as_they_end() {
    let game = first_finished_game();
    let text = Record::new(game, FullBoard::Draw).to_string();
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        let error = text.replace(from, to).parse::<Record>().unwrap_err();
        (error.code() == "invalid_record").then(|| error.field())
    };
    let line_of = |tag: &str| text.lines().find(|line| line.starts_with(tag)).unwrap().to_owned();
    assert_eq!(change(&line_of("[Result"), "[Result \"draw\"]"), Some("Result"));
    assert_eq!(change(&line_of("[Result"), "[Result \"*\"]"), Some("Result"));
    assert_eq!(change(&line_of("[Ending"), "[Ending \"full_board\"]"), Some("Ending"));
    assert_eq!(change(&line_of("[Ending"), "[Ending \"resignation\"]"), Some("Ending"));
    assert_eq!(change(&line_of("[TilesLeft"), "[TilesLeft \"16\"]"), Some("TilesLeft"));
}

/// Always the first legal move.
fn first_finished_game() -> Game {
    let mut game = Game::new(Garden::sorted());
    while let Some(cell) = game.position().moves().into_iter().next() {
        game.play(cell).unwrap();
    }
    game
}

#[test]
fn tags_that_cannot_be_set() {
    let mut record = Record::new(first_finished_game(), FullBoard::Draw);
    assert_eq!(record.set_tag("", "x"), Err(TagError::Name));
    assert_eq!(record.set_tag("Ende gut", "x"), Err(TagError::Name));
    assert_eq!(record.set_tag("result", "x"), Err(TagError::Reserved("Result")));
    assert_eq!(record.set_tag("Event", "a\nb"), Err(TagError::Value));
    assert_eq!(record.free_tags().len(), 0);
}

#[test]
fn rules() {
    let error = "full=maybe".parse::<FullBoard>().unwrap_err();
    assert_eq!(facts(&error), ("invalid_rules", "rules", 1, "full=maybe"));
    assert_eq!("".parse::<FullBoard>().unwrap_err().code(), "missing_field");
    assert_eq!("draw last".parse::<FullBoard>().unwrap_err().code(), "trailing_text");
}
