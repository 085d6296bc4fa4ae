//! The rules by the rulebook's examples.
//!
//! The rulebook shows them as pictures (E3 to E7), which we do not have. Each test has the number of the
//! picture whose rule it shows, on our own positions in the sorted garden. There the rows are the plants and
//! the columns the symbols, so that one tile may follow another if they share a row or column.
//!
//! ```text
//!      a  b  c  d
//!  1  MS MT MB MR
//!  2  CS CT CB CR
//!  3  PS PT PB PR
//!  4  IS IT IB IR
//! ```

use crate::common::{cell, cells};
use hanamachi_solver::okiya::{
    CellSet, Ending, FullBoard, Game, GameEnd, Garden, IllegalMove, Player, Position, Setup, SetupFault,
    Shape,
};

fn at(fields: &str) -> Position {
    format!("0123/4567/89ab/cdef {fields}").parse().unwrap()
}

fn moves(position: &Position) -> Vec<hanamachi_solver::okiya::Cell> {
    position.moves().into_iter().collect()
}

/// The end of the game after a move that ends it.
#[track_caller]
fn end_after(position: &Position, name: &str) -> GameEnd {
    assert_eq!(position.end(), None, "the game is still open");
    position.play(cell(name)).unwrap().end().expect("the move ends the game")
}

#[test]
fn the_first_token_goes_on_the_border() {
    let start = Position::start(Garden::sorted());
    assert_eq!(moves(&start), cells("a1 b1 c1 d1 a2 d2 a3 d3 a4 b4 c4 d4"));
    for centre in ["b2", "c2", "b3", "c3"] {
        assert_eq!(start.play(cell(centre)), Err(IllegalMove::NotOnBorder(cell(centre))));
    }
}

#[test]
fn e3_the_reply_shares_the_plant_or_the_symbol() {
    let after = Position::start(Garden::sorted()).play(cell("a2")).unwrap();
    // Cherry: b2 c2 d2. Rising sun: a1 a3 a4.
    assert_eq!(moves(&after), cells("b2 c2 d2 a1 a3 a4"));
    assert!(matches!(after.play(cell("b1")), Err(IllegalMove::NoMatch { .. })));
}

#[test]
fn e4_tiles_already_taken_are_no_replies() {
    let game: Game = "0123/4567/89ab/cdef moves a2 c2 c3".parse().unwrap();
    // Pine: a3 b3 d3. Bird: c1 c4, and c2 is taken.
    assert_eq!(moves(&game.position()), cells("a3 b3 d3 c1 c4"));
    assert_eq!(game.position().play(cell("c2")), Err(IllegalMove::Occupied(cell("c2"))));
}

#[test]
fn e5_four_in_a_line_win() {
    let four = |shape| GameEnd { ending: Ending::Four(shape), by: Player::X, tiles_left: 9 };
    assert_eq!(end_after(&at("xxx1/3o/1o2/2o1 d2 x"), "d1"), four(Shape::Row));
    assert_eq!(end_after(&at("x3/x1o1/x3/2oo d4 x"), "a4"), four(Shape::Column));
    assert_eq!(end_after(&at("x2o/1x2/o1x1/1o2 d1 x"), "d4"), four(Shape::Diagonal));
    assert_eq!(end_after(&at("o2x/2x1/1x1o/1o2 b4 x"), "a4"), four(Shape::Diagonal));
}

#[test]
fn e6_a_square_wins() {
    let end = end_after(&at("2o1/1xx1/1x2/o2o c1 x"), "c3");
    assert_eq!(end, GameEnd { ending: Ending::Four(Shape::Square), by: Player::X, tiles_left: 9 });
    // Corners of a larger square are no pattern.
    assert_eq!(at("x2x/1o2/2o1/x1o1 c4 x").play(cell("d4")).unwrap().end(), None);
}

#[test]
fn e7_an_opponent_without_a_tile_to_take_has_lost() {
    let blocked = at("1xox/o3/x3/o3 a2 x");
    let end = end_after(&blocked, "a1");
    assert_eq!(end, GameEnd { ending: Ending::Block, by: Player::X, tiles_left: 9 });
    for rule in [FullBoard::Draw, FullBoard::Last] {
        assert_eq!(end.winner(rule), Some(Player::X));
    }
    let after = blocked.play(cell("a1")).unwrap();
    assert_eq!(after.moves(), CellSet::EMPTY);
    let over = IllegalMove::GameOver { cell: cell("b2"), ending: Ending::Block };
    assert_eq!(after.play(cell("b2")), Err(over));
}

#[test]
fn a_full_board_is_drawn_or_won_by_the_last_token() {
    let end = end_after(&at("xxoo/ooxx/xxoo/1oxx d4 o"), "a4");
    assert_eq!(end, GameEnd { ending: Ending::FullBoard, by: Player::O, tiles_left: 0 });
    assert_eq!(end.winner(FullBoard::Draw), None);
    assert_eq!(end.winner(FullBoard::Last), Some(Player::O));
}

#[test]
fn a_four_with_the_last_tile_is_a_win_and_no_full_board() {
    let end = end_after(&at("ooxo/xxxo/oxoo/xxx1 c4 o"), "d4");
    assert_eq!(end, GameEnd { ending: Ending::Four(Shape::Column), by: Player::O, tiles_left: 0 });
    assert_eq!(end.winner(FullBoard::Draw), Some(Player::O));
}

#[test]
fn a_token_that_completes_two_patterns_is_named_by_the_first() {
    // d4 completes the row a4 to d4 and the square c3 d3 c4 d4.
    let end = end_after(&at("o1oo/1o2/o1xx/xxx1 d1 x"), "d4");
    assert_eq!(end, GameEnd { ending: Ending::Four(Shape::Row), by: Player::X, tiles_left: 5 });
}

#[test]
fn setups_that_contradict_themselves() {
    use Player::{O, X};
    let garden = Garden::sorted();
    let set =
        |names: &str| if names.is_empty() { CellSet::EMPTY } else { cells(names).into_iter().collect() };
    let faults = |x: &str, o: &str, last: Option<&str>, side| {
        let setup = Setup { garden, x: set(x), o: set(o), last: last.map(cell), side };
        Position::try_from(setup).map_err(|error| error.faults().to_vec())
    };
    assert_eq!(faults("", "", None, X), Ok(Position::start(garden)));
    assert_eq!(faults("a1", "a1", Some("a1"), X), Err(vec![SetupFault::Overlap(cell("a1"))]),);
    assert_eq!(faults("a1 b1", "", Some("a1"), O), Err(vec![SetupFault::Counts { x: 2, o: 0 }]));
    assert_eq!(faults("", "a1", Some("a1"), X), Err(vec![SetupFault::Counts { x: 0, o: 1 }]));
    assert_eq!(faults("", "", None, O), Err(vec![SetupFault::Side { x: 0, o: 0, expected: X, stated: O }]),);
    assert_eq!(faults("a1", "", None, O), Err(vec![SetupFault::LastMissing]));
    assert_eq!(faults("", "", Some("a1"), X), Err(vec![SetupFault::LastOfNothing]));
    assert_eq!(
        faults("a1", "", Some("b1"), O),
        Err(vec![SetupFault::LastMisplaced { cell: cell("b1"), player: X }]),
    );
}
