//! Matches: the same on any number of threads, fair, complete, and a forfeit loses.

use std::num::NonZeroU16;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hanamachi_solver::game::{HiddenInformation, Turn};
use hanamachi_solver::hanamikoji::arena::{
    Deals, Ending, Keep, Leg, Luck, MakePlayer, MatchTable, Schedule, Side, Standings, pairings,
};
use hanamachi_solver::hanamikoji::players::named::OwnPlayer;
use hanamachi_solver::hanamikoji::players::{Event, Forfeit, GreedyPlayer, Player, RandomPlayer};
use hanamachi_solver::hanamikoji::{
    Action, Favour, Game, Geisha, Information, Round, RoundOutcome, RoundRecord, Rules, Tiebreak,
};
use hanamachi_solver::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_solver::search::estimate::error_of_both;
use hanamachi_solver::search::parallel::Streams;
use rand_xoshiro::Xoshiro256PlusPlus;

fn random() -> Box<dyn Player> {
    Box::<RandomPlayer>::default()
}

fn limited_to(rounds: u16, tiebreak: Tiebreak) -> Rules {
    let mut rules = Rules::STANDARD;
    rules.rounds = NonZeroU16::new(rounds);
    rules.tiebreak = tiebreak;
    rules
}

fn table(rules: Rules) -> MatchTable {
    MatchTable::new(&Game::new(rules))
}

fn schedule(pairs: u64, seed: u64) -> Schedule {
    Schedule { pairs, pairs_done: 0, seed, keep: Keep::Rounds }
}

fn legs(schedule: &Schedule, rules: Rules, makers: &[&MakePlayer<'_>], threads: usize) -> Vec<Leg> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut legs = Vec::new();
    let table = table(rules);
    let play = || schedule.play(&table, makers, RunContext::unwatched(), |leg| legs.push(leg));
    pool.install(play).unwrap();
    legs
}

fn standings(players: usize, legs: &[Leg]) -> Standings {
    let mut standings = Standings::new(players);
    for leg in legs {
        standings.add(leg);
    }
    standings
}

/// Plays the last legal action, says why not, or plays what is not legal.
#[derive(Clone, Copy)]
enum Odd {
    Last,
    GivesUp,
    Cheats,
}

impl Player for Odd {
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        _rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit> {
        let mut legal = Vec::new();
        round.legal(information, &mut legal);
        match self {
            Self::Last => Ok(*legal.last().unwrap()),
            Self::GivesUp => Err(Forfeit { reason: "tired".to_owned() }),
            // Legal as an answer but never as a turn, and the other way round.
            Self::Cheats if legal[0].kind().is_some() => Ok(Action::take_card(Geisha::ALL[0])),
            Self::Cheats => Ok(Action::secret(Geisha::ALL[0])),
        }
    }
}

#[test]
fn a_seed_gives_the_same_games_on_any_number_of_threads() {
    let makers: [&MakePlayer<'_>; 3] = [&random, &|| Box::new(Odd::Last), &random];
    let one = legs(&schedule(40, 5), Rules::STANDARD, &makers, 1);
    assert_eq!(one.len(), 40);
    for threads in [2, 5] {
        assert_eq!(one, legs(&schedule(40, 5), Rules::STANDARD, &makers, threads));
    }
    assert_ne!(one, legs(&schedule(40, 6), Rules::STANDARD, &makers, 2));
}

#[test]
fn a_longer_match_and_the_rest_of_one_go_on_with_the_same_games() {
    let makers: [&MakePlayer<'_>; 2] = [&random, &random];
    let whole = legs(&schedule(60, 1), Rules::STANDARD, &makers, 2);
    assert_eq!(legs(&schedule(25, 1), Rules::STANDARD, &makers, 2), whole[..25]);
    let rest = Schedule { pairs_done: 25, ..schedule(60, 1) };
    assert_eq!(legs(&rest, Rules::STANDARD, &makers, 2), whole[25..]);
}

#[test]
fn a_round_robin_holds_the_match_of_its_first_two() {
    let last = || -> Box<dyn Player> { Box::new(Odd::Last) };
    let three: [&MakePlayer<'_>; 3] = [&random, &last, &random];
    let all = legs(&schedule(20, 5), Rules::STANDARD, &three, 2);
    for (leg, alone) in all.iter().zip(legs(&schedule(20, 5), Rules::STANDARD, &three[..2], 2)) {
        assert_eq!(leg.games.len(), 3);
        assert_eq!(leg.games[0], alone.games[0]);
    }
    // The third player is no copy of the first.
    assert!(all.iter().any(|leg| leg.games[2][1].records != leg.games[0][0].records));
}

#[test]
fn random_against_itself_scores_one_half_within_its_error() {
    let makers: [&MakePlayer<'_>; 3] = [&random, &random, &random];
    let all = legs(&Schedule { keep: Keep::Ending, ..schedule(3000, 8) }, Rules::STANDARD, &makers, 2);
    let standings = standings(3, &all);
    for (pairing, tally) in standings.pairings() {
        let score = tally.score().unwrap();
        let error = score.standard_error.unwrap();
        assert!(error < 0.01 && (score.value - 0.5).abs() < 4.0 * error, "{pairing:?}: {score:?}");
        assert!(score.low < score.value && score.value < score.high);
        assert_eq!((tally.results().games(), tally.rounds.n, tally.unfinished), (6000, 6000, 0));
    }
    let total: f64 = (0..3).map(|player| standings.total(player).unwrap().value).sum();
    assert!((total - 1.5).abs() < 1e-12);
}

#[test]
fn a_player_against_itself_does_not_play_both_games_alike() {
    let makers: [&MakePlayer<'_>; 2] = [&random, &random];
    let all = legs(&schedule(20, 3), Rules::STANDARD, &makers, 1);
    assert!(all.iter().all(|leg| leg.games[0][0].records != leg.games[0][1].records));
    // But one that draws no random numbers does, and so each pair is split.
    let makers: [&MakePlayer<'_>; 2] = [&|| Box::new(Odd::Last), &|| Box::new(Odd::Last)];
    let all = legs(&schedule(20, 3), Rules::STANDARD, &makers, 1);
    assert!(all.iter().all(|leg| leg.games[0][0].records == leg.games[0][1].records));
    let score = standings(2, &all).total(0).unwrap();
    assert_eq!((score.value.to_bits(), score.standard_error), (0.5_f64.to_bits(), Some(0.0)));
    assert!(score.low < 0.5 && score.high > 0.5 && score.high - score.low < 0.2, "{score:?}");
}

#[test]
fn both_games_of_a_pair_have_the_same_deals_with_the_sides_exchanged() {
    let makers: [&MakePlayer<'_>; 2] = [&random, &|| Box::new(Odd::Last)];
    for leg in legs(&schedule(30, 4), Rules::STANDARD, &makers, 2) {
        let [first, second] = &leg.games[0];
        assert_eq!((first.starter, second.starter), (Side::A, Side::B));
        let deals = |game: usize| leg.games[0][game].records.iter().map(RoundRecord::deal);
        assert!(deals(0).zip(deals(1)).all(|(a, b)| a == b));
    }
}

#[test]
fn the_records_replay_to_the_result() {
    let limited = limited_to(3, Tiebreak::Charm);
    let others = [limited_to(1, Tiebreak::None), limited_to(1, Tiebreak::CharmOnly)];
    for rules in [Rules::STANDARD, limited].into_iter().chain(others) {
        let makers: [&MakePlayer<'_>; 2] = [&random, &|| Box::new(Odd::Last)];
        for leg in legs(&schedule(50, 9), rules, &makers, 2) {
            for report in &leg.games[0] {
                let mut favour = Favour::NEUTRAL;
                let mut starter = report.starter;
                let mut decisions = [0_u64; 2];
                let mut outcome = None;
                for (record, number) in report.records.iter().zip(1..) {
                    assert!(outcome.is_none_or(|outcome| outcome == RoundOutcome::Undecided));
                    assert_eq!((record.favour(), record.round_number().get()), (favour, number));
                    assert_eq!(record.to_string().parse::<RoundRecord>().as_ref(), Ok(record));
                    let sides = [starter, !starter];
                    for decision in record.decisions() {
                        decisions[sides[decision.information_set.seat().index()].index()] += 1;
                    }
                    outcome = record.outcome();
                    match record.outcome().unwrap() {
                        RoundOutcome::Won(seat) => {
                            assert_eq!(report.ending, Ending::Won(sides[seat.index()]));
                        }
                        RoundOutcome::Shared => assert_eq!(report.ending, Ending::Shared),
                        RoundOutcome::Undecided => {
                            favour = record.favour_after().unwrap().flipped();
                            starter = !starter;
                        }
                    }
                }
                assert!(outcome.is_some_and(|outcome| outcome != RoundOutcome::Undecided));
                assert_eq!(report.records.len(), usize::from(report.rounds));
                assert_eq!(report.decisions, decisions);
            }
        }
    }
}

#[test]
fn whoever_gives_up_or_cheats_loses_the_game_and_the_match_goes_on() {
    for odd in [Odd::GivesUp, Odd::Cheats] {
        let make = move || -> Box<dyn Player> { Box::new(odd) };
        let makers: [&MakePlayer<'_>; 2] = [&random, &make];
        let all = legs(&schedule(10, 2), Rules::STANDARD, &makers, 2);
        let standings = standings(2, &all);
        let (_, tally) = standings.pairings().next().unwrap();
        assert_eq!(tally.results().won, 20);
        assert_eq!(tally.forfeits.clone().map(|forfeits| forfeits.count), [0, 20]);
        let notes = &tally.forfeits[1].first;
        assert_eq!(notes.len(), 5);
        assert_eq!((notes[1].pair, notes[1].game), (0, 1));
        let expected = if matches!(odd, Odd::GivesUp) { "tired" } else { "is not legal" };
        assert!(notes[0].reason.ends_with(expected), "{notes:?}");
        let score = standings.total(1).unwrap();
        assert!(score.low.abs() < 1e-12 && score.high > 0.05 && score.high < 0.4, "{score:?}");
        assert_eq!(score.elo().value, None);
        assert!(all.iter().flat_map(|leg| &leg.games[0]).all(|report| report.decisions[1] == 0));
    }
}

#[test]
fn players_hear_how_a_game_ended() {
    struct Listener<'a>(RandomPlayer, &'a [AtomicU64; 3]);
    impl Player for Listener<'_> {
        fn decide(
            &mut self,
            round: &Round,
            information: &Information,
            rng: &mut Xoshiro256PlusPlus,
        ) -> Result<Action, Forfeit> {
            self.0.decide(round, information, rng)
        }

        fn sees(&mut self, event: Event<'_>) {
            if let Event::GameOver(verdict) = event {
                self.1[verdict as usize].fetch_add(1, Ordering::Relaxed);
            }
        }
    }
    static HEARD: [AtomicU64; 3] = [const { AtomicU64::new(0) }; 3];
    let listener = || -> Box<dyn Player> { Box::new(Listener(RandomPlayer::default(), &HEARD)) };
    let makers: [&MakePlayer<'_>; 2] = [&listener, &random];
    let rules = limited_to(1, Tiebreak::None);
    let standings = standings(2, &legs(&schedule(30, 7), rules, &makers, 2));
    let results = standings.pairings().next().unwrap().1.results();
    let heard = HEARD.each_ref().map(|count| count.load(Ordering::Relaxed));
    assert_eq!(heard, [results.won, results.shared, results.lost]);
}

#[test]
fn a_game_without_end_is_shared_at_the_bound() {
    let mut table = table(Rules::STANDARD);
    table.most_rounds = NonZeroU16::MIN;
    let mut deals = Deals::new(Rules::STANDARD, Streams::new(0).first());
    let streams = || [Streams::new(1).first(), Streams::new(2).first()];
    let ended = (0..20).map(|_| {
        let (mut a, mut b) = (random(), random());
        let players: [&mut dyn Player; 2] = [&mut *a, &mut *b];
        table.play(Side::A, &mut deals, players, streams(), Keep::Ending, &CancelToken::new()).unwrap().ending
    });
    assert!(ended.into_iter().any(|ending| ending == Ending::Unfinished && ending.winner().is_none()));
}

#[test]
fn a_cancelled_match_keeps_its_first_pairs() {
    let cancel = CancelToken::new();
    let makers: [&MakePlayer<'_>; 2] = [&random, &random];
    let mut kept = Vec::new();
    let answer =
        schedule(1_000_000, 1).play(&table(Rules::STANDARD), &makers, RunContext::silent(&cancel), |leg| {
            kept.push(leg);
            if kept.len() == 40 {
                cancel.cancel(Stop::Interrupted);
            }
        });
    assert_eq!(answer, Err(Stop::Interrupted));
    assert_eq!(kept, legs(&schedule(kept.len() as u64, 1), Rules::STANDARD, &makers, 2));
}

#[test]
fn everybody_plays_everybody_once() {
    assert_eq!(pairings(1).count(), 0);
    assert_eq!(pairings(4).collect::<Vec<_>>(), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
}

/// Removing luck leaves the mean unchanged, and saves a quarter of the variance or more if a player draws its actions at random.
#[test]
fn scores_without_luck_are_the_same_scores_with_less_variance() {
    let greedy = || -> Box<dyn Player> { Box::<GreedyPlayer>::default() };
    let makers: [&MakePlayer<'_>; 3] = [&random, &greedy, &random];
    let all = legs(&Schedule { keep: Keep::Ending, ..schedule(400, 2) }, Rules::STANDARD, &makers, 2);
    let standings = standings(3, &all);
    let pairings =
        standings.pairings().map(|(_, tally)| (tally.score().unwrap(), tally.without_luck().unwrap()));
    let totals = (0..3)
        .map(|player| (standings.total(player).unwrap(), standings.total_without_luck(player).unwrap()));
    let mut saved = Vec::new();
    for (score, without) in pairings.chain(totals) {
        let [raw, corrected] = [score.standard_error, without.standard_error].map(Option::unwrap);
        assert!(
            (score.value - without.value).abs() < 3.0 * error_of_both(raw, corrected),
            "{score:?} {without:?}"
        );
        assert!(without.low < without.value && without.value < without.high, "{without:?}");
        let ratio = 1.0 - (corrected / raw).powi(2);
        assert!((without.variance_saved.unwrap() - ratio).abs() < 1e-9, "{without:?} {ratio}");
        saved.push(ratio);
    }
    // Of 2,000 pairs: 0.23 against greedy, 0.46 against random.
    assert!(saved[0] > 0.1 && saved[1] > 0.3 && saved[2] > 0.1, "{saved:?}");
    let total: f64 = (0..3).map(|player| standings.total_without_luck(player).unwrap().value).sum();
    assert!((total - 1.5).abs() < 0.05, "{total}");
}

/// The luck of a game has mean zero for any players.
#[test]
fn the_mean_of_luck_is_zero() {
    let greedy = || -> Box<dyn Player> { Box::<GreedyPlayer>::default() };
    let makers: [&MakePlayer<'_>; 2] = [&random, &greedy];
    let all = legs(&Schedule { keep: Keep::Ending, ..schedule(1000, 11) }, Rules::STANDARD, &makers, 2);
    let luck: Vec<f64> = all.iter().flat_map(|leg| &leg.games[0]).map(|game| game.luck.win()).collect();
    let n = 2000.0;
    let mean = luck.iter().sum::<f64>() / n;
    let variance = luck.iter().map(|luck| (luck - mean).powi(2)).sum::<f64>() / n;
    assert!(variance > 0.01 && mean.abs() < 4.0 * (variance / n).sqrt(), "{mean} {variance}");
}

/// The decisions of a deterministic player contribute no luck, and one pair gives no error estimate.
#[test]
fn few_pairs_claim_little() {
    let makers: [&MakePlayer<'_>; 2] = [&random, &random];
    assert!(Standings::new(2).total_without_luck(0).is_none());
    for pairs in [1, 2] {
        let standings = standings(2, &legs(&schedule(pairs, 1), Rules::STANDARD, &makers, 1));
        let without = standings.total_without_luck(0).unwrap();
        assert_eq!(without.standard_error.is_some(), pairs > 1);
        assert!(without.high - without.low > 0.5, "{without:?}");
    }
    // Too few games to estimate the weight of luck: the uncorrected score, and an interval within the possible range.
    for pairs in 3..20 {
        let standings = standings(2, &legs(&schedule(pairs, 3), Rules::STANDARD, &makers, 1));
        let (score, without) = (standings.total(0).unwrap(), standings.total_without_luck(0).unwrap());
        assert!((score.value - without.value).abs() < 1e-12, "{pairs} {without:?}");
        assert!(0.0 <= without.low && without.low < without.high && without.high <= 1.0, "{without:?}");
    }
    assert!(Standings::new(2).total_without_luck(7).is_none());
    assert_eq!(Luck::of_win(f64::NAN), Luck::NONE);
    assert_eq!(-Luck::of_win(0.25), Luck::of_win(-0.25));
}

/// Once the token is set, players that search for years decide at once, and legally.
#[test]
fn a_search_that_was_cancelled_decides_at_once() {
    let round = Game::new(Rules::STANDARD).valued_round(NonZeroU16::MIN, Favour::NEUTRAL);
    for text in ["best:time=86400,turns=4", "ismcts:iterations=1000000000000", "pimc:deals=1000000000000"] {
        let cancel = Arc::<CancelToken>::default();
        let player = OwnPlayer::parse(text, &cancel).unwrap().unwrap();
        cancel.cancel(Stop::Interrupted);
        let (mut player, mut rng) = ((player.make)(), Streams::new(1).first());
        let mut state = round.deal_random(&mut rng);
        let mut legal = Vec::new();
        while round.turn(&state) != Turn::End {
            if round.turn(&state) == Turn::Chance {
                round.sample_outcome(&mut state, &mut rng);
                continue;
            }
            let Turn::Player(seat) = round.turn(&state) else { break };
            let action = player.decide(&round, &round.information(&state, seat), &mut rng).unwrap();
            round.actions(&state, &mut legal);
            assert!(legal.contains(&action), "{text}: {action}");
            round.play(&mut state, action);
        }
    }
}
