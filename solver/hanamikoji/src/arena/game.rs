//! One game: rounds until somebody has won, or the rounds are over.

use std::num::NonZeroU16;
use std::ops::Not;

use rand_xoshiro::Xoshiro256PlusPlus;

use super::deals::Deals;
use super::luck::Luck;
use crate::luck::Critic;
use crate::players::{Event, Forfeit, Player, Verdict};
use crate::{Action, Deal, Entry, Favour, FavourEstimates, FavourTable, Game, Round, RoundRecord, State};
use hanamachi_core::game::{HiddenInformation, Seat, Turn};
use hanamachi_core::search::budget::{CancelToken, Stop};

/// Rounds after which a game that nobody has won is shared, so that none is endless. Random players need two rounds
/// in the mean, and of 400,000 of their games the longest took eight.
pub const MOST_ROUNDS: NonZeroU16 = NonZeroU16::new(200).unwrap();

/// One of the two players of a match, by the order in which they were named. A seat changes from round to
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

/// What is kept of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// How it ended.
    Ending,
    /// Each round with its deal and its turns, too.
    Rounds,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This side won.
    Won(Side),
    /// The rounds that the rules allow are over, and nobody has won.
    Shared,
    /// Nobody has won within [`Table::most_rounds`]; the game is shared.
    Unfinished,
    /// This side could not go on, and lost.
    Forfeited(Side, Forfeit),
}

impl Ending {
    /// Who won.
    #[must_use]
    pub const fn winner(&self) -> Option<Side> {
        match *self {
            Self::Won(Side::A) | Self::Forfeited(Side::B, _) => Some(Side::A),
            Self::Won(Side::B) | Self::Forfeited(Side::A, _) => Some(Side::B),
            Self::Shared | Self::Unfinished => None,
        }
    }

    /// The same from one of the sides.
    #[must_use]
    pub fn verdict(&self, side: Side) -> Verdict {
        match self.winner() {
            Some(winner) if winner == side => Verdict::Won,
            Some(_) => Verdict::Lost,
            None => Verdict::Shared,
        }
    }
}

/// How a game went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameReport {
    /// Who started the first round.
    pub starter: Side,
    /// How it ended.
    pub ending: Ending,
    /// Rounds begun.
    pub rounds: u16,
    /// Decisions of each side, the one that forfeited not counted.
    pub decisions: [u64; 2],
    /// What side A owes to luck.
    pub luck: Luck,
    /// The rounds, if they were to be [kept](Keep::Rounds), by their own seats; a forfeit leaves the last history
    /// short.
    pub records: Vec<RoundRecord>,
}

/// What the games of a match share: the rules, and what an undecided round is worth.
#[derive(Clone, Debug)]
pub struct Table {
    /// A round far from the limit, with some markers.
    ordinary: Round,
    /// The last rounds of a limited number, the very last one first: what undecided ones are worth differs.
    last: Vec<Round>,
    /// Rounds after which a game is shared; [`MOST_ROUNDS`] unless it is changed.
    pub most_rounds: NonZeroU16,
}

impl Table {
    /// A table for this game. Players who look ahead take undecided rounds for worth what the [best
    /// table](crate::FavourTable::after) says; who wins does not depend on it.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        Self::with_estimates(game, &FavourEstimates::built_in())
    }

    /// The same where players take undecided rounds for worth what these estimates say.
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

    /// The round of this number, with these markers before it.
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

    /// Plays a game that `starter` starts.
    ///
    /// A player that gives up, or answers with what is not legal, loses at once. Each player draws from the
    /// generator of its side.
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
    /// Of side A, in utility: −1 to 1 is from a sure loss to a sure win.
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
        let critic = Critic::of(round);
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
            // A token set meanwhile may be why the player gave up: such a game does not count.
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

    /// What a player decides, and its place among the legal actions.
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

/// What has been played of a round.
fn record(round: &Round, deal: &Deal, state: &State) -> RoundRecord {
    let history = state.open_history().filter_map(Entry::unpack);
    RoundRecord::new(*round.rules(), round.number(), round.favour(), deal.clone(), history)
        .expect("what was played is legal")
}

/// The side that has this seat in a round which `starter` starts.
fn side_of(seat: Seat, starter: Side) -> Side {
    match seat {
        Seat::First => starter,
        Seat::Second => !starter,
    }
}
