//! Symmetries keep the game; ranks number the gardens.

use crate::common::{games, gardens, symmetries};
use hanamachi_solver::okiya::{Cell, FullBoard, Garden, GardenRank, Symmetry, Tile, oracle};
use proptest::prelude::*;

proptest! {
    #[test]
    fn rank_and_from_rank_invert_each_other(rank in 0..GardenRank::COUNT) {
        let rank = GardenRank::new(rank).unwrap();
        prop_assert_eq!(Garden::from_rank(rank).rank(), rank);
    }

    #[test]
    fn ranks_order_gardens_as_their_short_forms(a in gardens(), b in gardens()) {
        prop_assert_eq!(a.rank().cmp(&b.rank()), a.short().to_string().cmp(&b.short().to_string()));
        prop_assert_eq!(a.rank().cmp(&b.rank()), a.cmp(&b));
    }

    #[test]
    fn symmetries_form_a_group(a in symmetries(), b in symmetries(), c in symmetries()) {
        prop_assert_eq!(a.then(b).then(c), a.then(b.then(c)));
        prop_assert_eq!(a.then(Symmetry::IDENTITY), a);
        prop_assert_eq!(Symmetry::IDENTITY.then(a), a);
        prop_assert_eq!(a.then(b).inverse(), b.inverse().then(a.inverse()));
    }

    #[test]
    fn composition_acts_on_gardens(garden in gardens(), a in symmetries(), b in symmetries()) {
        prop_assert_eq!(a.then(b).garden(&garden), b.garden(&a.garden(&garden)));
        prop_assert_eq!(a.inverse().garden(&a.garden(&garden)), garden);
        for cell in Cell::all() {
            prop_assert_eq!(a.garden(&garden).tile(a.cell(cell)), a.tile(garden.tile(cell)));
        }
    }

    #[test]
    fn images_share_their_class(garden in gardens(), symmetry in symmetries()) {
        let image = symmetry.garden(&garden);
        prop_assert_eq!(image.class(), garden.class());
        let ((smallest, there), (of_image, from_image)) = (garden.canonical(), image.canonical());
        prop_assert_eq!(smallest, of_image);
        prop_assert_eq!(there.garden(&garden), smallest);
        prop_assert_eq!(from_image.inverse().garden(&smallest), image);
        prop_assert_eq!(smallest.class(), smallest.rank());
    }

    #[test]
    fn moves_and_ends_go_along(game in games(16), symmetry in symmetries()) {
        let (position, image) = (game.position(), symmetry.position(&game.position()));
        prop_assert_eq!(symmetry.cells(position.moves()), image.moves());
        prop_assert_eq!(position.side(), image.side());
        let facts = |p: &hanamachi_solver::okiya::Position| p.end().map(|end| (end.by, end.tiles_left));
        prop_assert_eq!(facts(&position), facts(&image));
        // Played move by move, the image of a game is a game.
        let moved = game.positions().map(|p| symmetry.position(&p));
        let mut replayed = hanamachi_solver::okiya::Game::new(symmetry.garden(game.garden()));
        for (position, &cell) in moved.zip(game.moves()) {
            prop_assert_eq!(replayed.position(), position);
            prop_assert!(replayed.play(symmetry.cell(cell)).is_ok());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn values_go_along(game in games(16), symmetry in symmetries()) {
        let game_late = game.position().tiles_left() <= 9;
        prop_assume!(game_late);
        for rule in [FullBoard::Draw, FullBoard::Last] {
            let image = symmetry.position(&game.position());
            prop_assert_eq!(oracle::score(&game.position(), rule), oracle::score(&image, rule));
        }
    }
}

#[test]
fn tiles_are_numbered_as_the_notation_says() {
    for tile in Tile::all() {
        assert_eq!(tile.index(), 4 * tile.plant().index() + tile.symbol().index());
    }
}
