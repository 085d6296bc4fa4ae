//! Imperfect recall: games that forget nothing, games that forget only irrelevant details, and games broken by forgetting.

use hanamachi_solver::conformance::{RecallCoverage, check_recall};
use hanamachi_solver::game::{HiddenInformation, Seat, Turn};
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game, Kind, MergedRound, Round, Rules};
use hanamachi_solver::reference::kuhn::{self, Kuhn};
use hanamachi_solver::reference::leduc::{self, Leduc, Suits};
use hanamachi_solver::reference::liars_dice::LiarsDice;
use hanamachi_solver::reference::random_game::{RandomGame, RandomGameShape};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::poll::Poll;
use super::two_bits::{Seen, TwoBits};

/// Another game in which players know less.
struct Forgetful<G, F> {
    game: G,
    forget: F,
}

impl<G, F> HiddenInformation for Forgetful<G, F>
where
    G: HiddenInformation,
    F: Fn(G::Information, Seat) -> G::Information + Sync,
{
    type State = G::State;
    type Action = G::Action;
    type Outcome = G::Outcome;
    type Information = G::Information;

    fn start(&self) -> G::State {
        self.game.start()
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.game.turn(state)
    }

    fn actions(&self, state: &G::State, actions: &mut Vec<G::Action>) {
        self.game.actions(state, actions);
    }

    fn play(&self, state: &mut G::State, action: G::Action) {
        self.game.play(state, action);
    }

    fn outcomes(&self, state: &G::State, outcomes: &mut Vec<(G::Outcome, f64)>) {
        self.game.outcomes(state, outcomes);
    }

    fn apply_chance(&self, state: &mut G::State, outcome: G::Outcome) {
        self.game.apply_chance(state, outcome);
    }

    fn information(&self, state: &G::State, seat: Seat) -> G::Information {
        (self.forget)(self.game.information(state, seat), seat)
    }

    fn utility(&self, state: &G::State) -> f64 {
        self.game.utility(state)
    }
}

fn round(values: &[u8], actions: &[Kind]) -> Round {
    let rules = Rules::reduced(values, actions.iter().copied().collect()).unwrap();
    Game::new(rules).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0)
}

/// The player found to forget something relevant.
fn forgets(game: &impl HiddenInformation) -> Seat {
    let violation = check_recall(game, 1_000_000).unwrap_err().to_string();
    assert!(violation.ends_with("but has forgotten something that matters"), "{violation}");
    Seat::BOTH.into_iter().find(|seat| violation.starts_with(&format!("{seat:?}"))).expect("a seat")
}

fn recall(game: &impl HiddenInformation) -> RecallCoverage {
    check_recall(game, 1_000_000).unwrap()
}

#[test]
fn reference_games_have_perfect_recall() {
    let coverage = recall(&Kuhn);
    assert!(coverage.is_perfect() && coverage.information_sets == [6, 6], "{coverage:?}");
    let coverage = recall(&Leduc::new(Suits::Apart));
    assert!(coverage.is_perfect() && coverage.information_sets == [468, 468], "{coverage:?}");
    let coverage = recall(&LiarsDice);
    assert!(coverage.is_perfect() && coverage.histories == 294_883, "{coverage:?}");
    assert!(recall(&Poll { answers: 5 }).is_perfect());
    for seed in 0..20 {
        let game = RandomGame::new(RandomGameShape::SMALL, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        assert!(recall(&game).is_perfect());
    }
}

/// A player of Hanamikoji forgets the order of the own cards, and nobody ever learns it.
#[test]
fn rounds_of_hanamikoji_are_well_formed() {
    use Kind::{Gift, Secret, TradeOff};
    for (values, actions) in
        [(&[2, 2, 3][..], &[Gift][..]), (&[1, 1, 2, 3], &[Secret, TradeOff]), (&[2, 3, 4], &[Secret, Gift])]
    {
        let coverage = recall(&round(values, actions));
        assert!(coverage.merged[0] > 0 && coverage.merged[1] > 0, "{coverage:?}");
    }
}

/// Nor does it matter by which names a player knew equal geisha.
#[test]
fn merged_rounds_of_hanamikoji_are_well_formed() {
    use Kind::{Competition, Gift, Secret, TradeOff};
    for (values, actions) in
        [(&[2, 2, 3][..], &[Gift][..]), (&[1, 1, 2, 3], &[Secret, TradeOff]), (&[3, 3, 3], &[Competition])]
    {
        let round = round(values, actions);
        let named = recall(&round).information_sets;
        let coverage = recall(&MergedRound::new(round));
        assert!(
            coverage.information_sets[0] < named[0] && coverage.information_sets[1] < named[1],
            "{named:?}, {coverage:?}"
        );
    }
}

#[test]
fn the_order_of_chance_may_be_forgotten_unless_the_opponent_saw_it() {
    let game = |remembers, opponent_sees_first| TwoBits { remembers, opponent_sees_first };
    assert!(recall(&game(Seen::Bits, false)).is_perfect());
    assert!(recall(&game(Seen::Bits, true)).is_perfect());
    assert_eq!(recall(&game(Seen::Sum, false)).merged, [1, 0]);
    assert_eq!(forgets(&game(Seen::Sum, true)), Seat::First);
    // Forgetting one of the bits matters, whichever player saw which.
    assert_eq!(forgets(&game(Seen::Nothing, false)), Seat::First);
}

#[test]
fn a_card_must_not_be_forgotten() {
    let game = Forgetful {
        game: Kuhn,
        forget: |known: kuhn::KuhnInformation, _| match known.history {
            kuhn::History::CheckedBet => kuhn::KuhnInformation { card: None, ..known },
            _ => known,
        },
    };
    assert_eq!(forgets(&game), Seat::First);
}

/// The pots do not show whether the first player checked before raising, but it reveals information about the card.
#[test]
fn bets_must_not_be_forgotten() {
    let forget = |known: leduc::LeducInformation, seat| match known.open {
        Some(_) if seat == Seat::Second => {
            let before = leduc::Round { checked: false, ..known.bets.rounds[0] };
            leduc::LeducInformation {
                bets: leduc::Bets { rounds: [before, known.bets.rounds[1]], ..known.bets },
                ..known
            }
        }
        _ => known,
    };
    assert_eq!(forgets(&Forgetful { game: Leduc::default(), forget }), Seat::Second);
}

#[test]
fn a_suit_that_was_never_seen_is_not_forgotten() {
    let plain = |card: leduc::LeducCard| leduc::LeducCard { suit: leduc::Suit::One, ..card };
    let forget = move |known: leduc::LeducInformation, _| leduc::LeducInformation {
        card: known.card.map(plain),
        open: known.open.map(plain),
        ..known
    };
    let coverage = recall(&Forgetful { game: Leduc::new(Suits::Apart), forget });
    assert!(coverage.is_perfect() && coverage.information_sets == [144, 144], "{coverage:?}");
}

#[test]
fn large_games_are_refused() {
    let refused = check_recall(&LiarsDice, 1_000).unwrap_err();
    assert_eq!(refused.to_string(), "the game has more than 1000 histories");
}
