//! Values of strategies and gains of best responses, history by history.
//!
//! A direct implementation of the definition: plays every history, and finds best responses over the states
//! that a player cannot tell apart. It is independent of the sequence form of
//! [`search::cfr`](crate::search::cfr), which is thousands of times as fast, so a disagreement reveals an
//! error in one of them.

use std::collections::HashMap;

use crate::game::{HiddenInformation, Seat, Turn};
use crate::search::budget::{CancelToken, Stop};
use crate::search::cfr::{Exploitability, Strategy};

/// Reason for a failed computation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ValueError {
    /// The game has more histories than the limit.
    #[error("the game has more than {limit} histories")]
    TooLarge {
        /// Limit on the number of histories.
        limit: u64,
    },
    /// The run was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Value of these strategies, and the gains of the best responses to them.
///
/// Every history, finished or not, is played about three times. The states of one step are in memory
/// together.
///
/// ```
/// use hanamachi_solver::conformance::value_by_histories;
/// use hanamachi_solver::reference::kuhn::Kuhn;
/// use hanamachi_solver::search::budget::CancelToken;
/// use hanamachi_solver::search::cfr::Uniform;
///
/// // With all actions alike the first player wins 1/8 of a chip; best responses win 1/2 and 5/12.
/// let found = value_by_histories(&Kuhn, &Uniform, 100, &CancelToken::new())?;
/// assert!((found.value - 0.125).abs() < 1e-12);
/// assert!((found.mean() - 11.0 / 24.0).abs() < 1e-12);
/// # Ok::<(), hanamachi_solver::conformance::ValueError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the game has more than `limit` histories, or if `cancel` is set.
pub fn value_by_histories<G: HiddenInformation>(
    game: &G,
    strategies: &impl Strategy<G>,
    limit: u64,
    cancel: &CancelToken,
) -> Result<Exploitability, ValueError> {
    let mut walk = ValueWalk { game, strategies, cancel, known: HashMap::new() };
    walk.count(limit)?;
    let value = walk.value(&game.start())?;
    let mut gains = [0.0; 2];
    for seat in Seat::BOTH {
        gains[seat.index()] = walk.best(seat, vec![(game.start(), 1.0)])? - seat.from_first(value);
    }
    Ok(Exploitability { value, gains })
}

struct ValueWalk<'a, G: HiddenInformation, S> {
    game: &'a G,
    strategies: &'a S,
    cancel: &'a CancelToken,
    /// Probabilities of the strategies, by information state.
    known: HashMap<G::Information, Vec<f64>>,
}

impl<G: HiddenInformation, S: Strategy<G>> ValueWalk<'_, G, S> {
    /// Returns an error if there are more than `limit` histories.
    fn count(&self, limit: u64) -> Result<(), ValueError> {
        let mut histories = 0_u64;
        let mut open = vec![self.game.start()];
        while let Some(state) = open.pop() {
            histories += 1;
            if histories > limit {
                return Err(ValueError::TooLarge { limit });
            }
            self.look()?;
            open.extend(self.next(&state).map(|(next, _)| next));
        }
        Ok(())
    }

    fn look(&self) -> Result<(), Stop> {
        self.cancel.reason().map_or(Ok(()), Err)
    }

    /// Successors of a state; after a chance event each with its probability.
    fn next(&self, state: &G::State) -> impl Iterator<Item = (G::State, Option<f64>)> {
        let (game, state) = (self.game, state.clone());
        let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
        match game.turn(&state) {
            Turn::End => {}
            Turn::Player(_) => game.actions(&state, &mut actions),
            Turn::Chance => game.outcomes(&state, &mut outcomes),
        }
        let played = {
            let state = state.clone();
            actions.into_iter().map(move |action| {
                let mut next = state.clone();
                game.play(&mut next, action);
                (next, None)
            })
        };
        let dealt = outcomes.into_iter().map(move |(outcome, probability)| {
            let mut next = state.clone();
            game.apply_chance(&mut next, outcome);
            (next, Some(probability))
        });
        played.chain(dealt)
    }

    /// Successors of a state, each with its probability under chance and the strategies.
    fn successors(&mut self, state: &G::State) -> Vec<(G::State, f64)> {
        let mut next: Vec<(G::State, f64)> =
            self.next(state).map(|(next, probability)| (next, probability.unwrap_or(1.0))).collect();
        if let Turn::Player(seat) = self.game.turn(state)
            && next.len() > 1
        {
            let strategies = self.strategies;
            let information = self.game.information(state, seat);
            let shares = self.known.entry(information).or_insert_with(|| {
                let mut shares = Vec::new();
                strategies.probabilities(&information, next.len(), &mut shares);
                shares
            });
            next.iter_mut().zip(shares).for_each(|((_, share), &mut probability)| *share = probability);
        }
        next
    }

    /// Expected utility of the first player from this state.
    fn value(&mut self, state: &G::State) -> Result<f64, Stop> {
        self.look()?;
        if self.game.turn(state) == Turn::End {
            return Ok(self.game.utility(state));
        }
        let mut sum = 0.0;
        for (next, share) in self.successors(state) {
            if share > 0.0 {
                sum += share * self.value(&next)?;
            }
        }
        Ok(sum)
    }

    /// Value of a best response of `seat` from these states, each weighted by the probability with which
    /// chance and the other player reach it.
    fn best(&mut self, seat: Seat, states: Vec<(G::State, f64)>) -> Result<f64, Stop> {
        let mut sum = 0.0;
        // In order of first visit, so that sums are the same in every run.
        let mut groups: Vec<Vec<(G::State, f64)>> = Vec::new();
        let mut places: HashMap<G::Information, usize> = HashMap::new();
        let mut rest = states;
        while let Some((state, reach)) = rest.pop() {
            self.look()?;
            match self.game.turn(&state) {
                Turn::End => sum += reach * seat.from_first(self.game.utility(&state)),
                Turn::Player(acts) if acts == seat => {
                    let place = *places.entry(self.game.information(&state, seat)).or_insert(groups.len());
                    if place == groups.len() {
                        groups.push(Vec::new());
                    }
                    groups[place].push((state, reach));
                }
                _ => {
                    let next = self.successors(&state).into_iter().map(|(next, share)| (next, reach * share));
                    rest.extend(next.filter(|&(_, reach)| reach > 0.0));
                }
            }
        }
        for group in groups {
            sum += self.best_action(seat, &group)?;
        }
        Ok(sum)
    }

    /// Value of a best response of `seat` from these states, which form one information set of `seat`.
    fn best_action(&mut self, seat: Seat, group: &[(G::State, f64)]) -> Result<f64, Stop> {
        let mut actions = Vec::new();
        if let Some((state, _)) = group.first() {
            self.game.actions(state, &mut actions);
        }
        let mut best = f64::NEG_INFINITY;
        for action in actions {
            let played = group.iter().map(|(state, reach)| {
                let mut next = state.clone();
                self.game.play(&mut next, action);
                (next, *reach)
            });
            let played = played.collect();
            best = best.max(self.best(seat, played)?);
        }
        Ok(best)
    }
}
