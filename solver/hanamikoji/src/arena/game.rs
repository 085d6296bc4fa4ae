//! One game: rounds until a player has won, or the rounds are over.

use std::num::NonZeroU16;
use std::ops::Not;

use rand_xoshiro::Xoshiro256PlusPlus;

use super::deals::Deals;
use super::luck::Luck;
use crate::luck::Critic;
use crate::player::{Event, Forfeit, Player, Verdict};
use crate::{Action, Deal, Entry, Favour, FavourEstimates, FavourTable, Game, Round, RoundRecord, State};
use hanamachi_core::game::{HiddenInformation, Seat, Turn};
use hanamachi_core::search::budget::{CancelToken, Stop};

/// Number of rounds after which an undecided game is shared, so that every game ends. Random players need two
/// rounds on average, and the longest of 400,000 of their games took eight.
pub const MOST_ROUNDS: NonZeroU16 = NonZeroU16::new(200).unwrap();

/// One of the two players of a match, in the order in which they were named. A seat changes from round to
/// round, a side does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

impl Side {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;

    /// The opponent.
    fn not(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// The data kept of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// The result only.
    Ending,
    /// Also each round with its deal and its turns.
    Rounds,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This side won.
    Won(Side),
    /// The last round allowed by the rules is over, and nobody has won.
    Shared,
    /// Nobody has won within [`MatchTable::most_rounds`]; the game is shared.
    Unfinished,
    /// This side could not go on, and lost.
    Forfeited(Side, Forfeit),
}

impl Ending {
    /// The winner.
    #[must_use]
    pub const fn winner(&self) -> Option<Side> {
        match *self {
            Self::Won(Side::A) | Self::Forfeited(Side::B, _) => Some(Side::A),
            Self::Won(Side::B) | Self::Forfeited(Side::A, _) => Some(Side::B),
            Self::Shared | Self::Unfinished => None,
        }
    }

    /// The verdict for one side.
    #[must_use]
    pub fn verdict(&self, side: Side) -> Verdict {
        match self.winner() {
            Some(winner) if winner == side => Verdict::Won,
            Some(_) => Verdict::Lost,
            None => Verdict::Shared,
        }
    }
}

/// The course of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameReport {
    /// The side that started the first round.
    pub starter: Side,
    /// The end of the game.
    pub ending: Ending,
    /// Rounds begun.
    pub rounds: u16,
    /// Decisions of each side, without the forfeiting one.
    pub decisions: [u64; 2],
    /// The luck of side A.
    pub luck: Luck,
    /// The rounds, if [kept](Keep::Rounds), by their own seats; after a forfeit the last history is
    /// incomplete.
    pub records: Vec<RoundRecord>,
}

/// The data that the games of a match share: the rules, and the value of an undecided round.
#[derive(Clone, Debug)]
pub struct MatchTable {
    /// A round far from the limit, with some markers.
    ordinary: Round,
    /// The last rounds before a limit, the very last one first: undecided games have different values there.
    last: Vec<Round>,
    /// Rounds after which a game is shared; [`MOST_ROUNDS`] unless it is changed.
    pub most_rounds: NonZeroU16,
}

impl MatchTable {
    /// A table for this game. Players who look ahead value undecided rounds by the [best
    /// table](crate::FavourTable::best_after); the winner does not depend on it.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        Self::with_estimates(game, &FavourEstimates::built_in())
    }

    /// The same where players value undecided rounds by these estimates.
    #[must_use]
    pub fn with_estimates(game: &Game, estimates: &FavourEstimates) -> Self {
        let round = |number| estimates.round(game, number, Favour::NEUTRAL);
        let limit = game.rules().rounds.map_or(0, NonZeroU16::get);
        let numbers = (1..=limit).rev().filter_map(NonZeroU16::new);
        Self {
            ordinary: round(NonZeroU16::MIN),
            last: numbers.take(FavourTable::HORIZON + 1).map(round).collect(),
            most_rounds: MOST_ROUNDS,
        }
    }

    /// The round with this number and these markers before it.
    fn round(&self, number: NonZeroU16, favour: Favour) -> Round {
        let left =
            self.game().rules().rounds.map(|limit| usize::from(limit.get().saturating_sub(number.get())));
        left.and_then(|left| self.last.get(left)).unwrap_or(&self.ordinary).again(number, favour)
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        self.ordinary.game()
    }

    /// Plays a game, with `starter` starting the first round.
    ///
    /// A player that gives up, or makes an illegal decision, loses at once. Each player draws from its side's
    /// generator.
    ///
    /// # Errors
    ///
    /// The reason with which `cancel` was set.
    // Seven parameters: each game has its own, and nothing else needs two of them together.
    pub fn play<'a>(
        &self,
        starter: Side,
        deals: &mut Deals,
        players: [&'a mut dyn Player; 2],
        streams: [Xoshiro256PlusPlus; 2],
        keep: Keep,
        cancel: &'a CancelToken,
    ) -> Result<GameReport, Stop> {
        let report = GameReport {
            starter,
            ending: Ending::Unfinished,
            rounds: 0,
            decisions: [0; 2],
            luck: Luck::default(),
            records: Vec::new(),
        };
        let mut play = Play { players, streams, keep, cancel, legal: Vec::new(), luck: 0.0, report };
        let rules = self.game().rules();
        for side in Side::BOTH {
            play.shows(side, Event::GameBegins { rules, moves_first: side == starter });
        }
        play.report.ending = self.ending(&mut play, deals)?;
        play.report.luck = Luck::of_win(play.luck / 2.0);
        for side in Side::BOTH {
            play.shows(side, Event::GameOver(play.report.ending.verdict(side)));
        }
        Ok(play.report)
    }

    fn ending(&self, play: &mut Play<'_>, deals: &mut Deals) -> Result<Ending, Stop> {
        let rules = self.game().rules();
        let mut favour = Favour::NEUTRAL;
        let mut starter = play.report.starter;
        for (number, index) in (1..=self.most_rounds.get()).filter_map(NonZeroU16::new).zip(0..) {
            let round = self.round(number, favour);
            let is_last = round.is_last();
            play.report.rounds = number.get();
            let state = match play.round(&round, starter, deals.get(index))? {
                Ok(state) => state,
                Err((side, forfeit)) => return Ok(Ending::Forfeited(side, forfeit)),
            };
            let after = round.favour_after(state.placed(Seat::First), state.placed(Seat::Second));
            let winner = if is_last { rules.winner_at_limit(after) } else { rules.winner(after) };
            if let Some(seat) = winner {
                return Ok(Ending::Won(side_of(seat, starter)));
            }
            if is_last {
                return Ok(Ending::Shared);
            }
            favour = after.flipped();
            starter = !starter;
        }
        Ok(Ending::Unfinished)
    }
}

/// A game in progress.
struct Play<'a> {
    players: [&'a mut dyn Player; 2],
    streams: [Xoshiro256PlusPlus; 2],
    keep: Keep,
    cancel: &'a CancelToken,
    legal: Vec<Action>,
    /// The luck of side A, in utility: −1 is a sure loss, 1 a sure win.
    luck: f64,
    report: GameReport,
}

impl Play<'_> {
    /// Plays a round to its end, or to the forfeit of a side.
    fn round(
        &mut self,
        round: &Round,
        starter: Side,
        deal: &Deal,
    ) -> Result<Result<State, (Side, Forfeit)>, Stop> {
        let critic = Critic::for_round(round);
        let mut state = State::before_draws(round.rules(), deal);
        let mut luck = 0.0;
        // Under neutral markers both games of a pair have the same luck of the deal, one for each side.
        if round.favour() != Favour::NEUTRAL {
            luck += critic.luck_of_hands(round, &state);
        }
        for seat in Seat::BOTH {
            self.shows(side_of(seat, starter), Event::RoundBegins { round, seat, hand: deal.hand(seat) });
        }
        let mut drawn = 0;
        let forfeit = loop {
            if round.turn(&state) == Turn::Chance {
                let before = state;
                round.draw_from(deal, &mut state);
                luck += critic.luck_of_draw(round, &before, &state);
            }
            let Turn::Player(seat) = round.turn(&state) else { break None };
            let side = side_of(seat, starter);
            if let Some(&card) =
                deal.draws().get(drawn).filter(|_| drawn == state.turns() && seat == state.mover())
            {
                drawn += 1;
                self.shows(side, Event::Draws { card });
            }
            let decided = self.decide(round, &state, seat, side);
            // A player may have given up because the token was set meanwhile: such a game does not count.
            if let Some(reason) = self.cancel.reason() {
                return Err(reason);
            }
            match decided {
                Ok((action, place)) => {
                    if let Some(probabilities) = self.players[side.index()].probabilities() {
                        luck += critic.luck_of_decision(round, &state, &self.legal, probabilities, place);
                    }
                    round.play(&mut state, action);
                }
                Err(forfeit) => break Some((side, forfeit)),
            }
            self.report.decisions[side.index()] += 1;
        };
        self.luck += if starter == Side::A { luck } else { -luck };
        if self.keep == Keep::Rounds {
            self.report.records.push(record(round, deal, &state));
        }
        Ok(forfeit.map_or(Ok(state), Err))
    }

    fn shows(&mut self, side: Side, event: Event<'_>) {
        self.players[side.index()].sees(event);
    }

    /// A player's decision, and its index among the legal actions.
    fn decide(
        &mut self,
        round: &Round,
        state: &State,
        seat: Seat,
        side: Side,
    ) -> Result<(Action, usize), Forfeit> {
        let information = round.information(state, seat);
        let stream = &mut self.streams[side.index()];
        let action = self.players[side.index()].decide(round, &information, stream)?;
        round.actions(state, &mut self.legal);
        match self.legal.binary_search(&action) {
            Ok(place) => Ok((action, place)),
            Err(_) => Err(Forfeit { reason: format!("the action {action} is not legal") }),
        }
    }
}

/// The record of a round as played so far.
fn record(round: &Round, deal: &Deal, state: &State) -> RoundRecord {
    let history = state.open_history().filter_map(Entry::unpack);
    RoundRecord::new(*round.rules(), round.number(), round.favour(), deal.clone(), history)
        .expect("what was played is legal")
}

/// The side that has this seat in a round that `starter` starts.
fn side_of(seat: Seat, starter: Side) -> Side {
    match seat {
        Seat::First => starter,
        Seat::Second => !starter,
    }
}
