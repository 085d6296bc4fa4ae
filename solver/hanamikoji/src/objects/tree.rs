//! A reduced round as a graph.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use hanamachi_core::ENGINE;
use hanamachi_core::game::{HiddenInformation, Seat, Turn};
use hanamachi_core::search::budget::{CancelToken, Stop};
use serde::Serialize;

use super::win::RoundObject;
use super::words;
use crate::notation::Tags;
use crate::{Favour, Game, InformationSet, Outcome, Round, State};

/// `hanamikoji.tree/1`: a round as a graph. `histories` counts the paths from the start to all states
/// together.
#[derive(Clone, Debug, Serialize)]
pub struct TreeObject {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    #[serde(flatten)]
    round: RoundObject,
    /// Number of paths from the start to all states together.
    pub histories: u64,
    /// Number of information sets of the first and of the second player.
    pub information_sets: [usize; 2],
    /// The states, the start first.
    pub states: Vec<StateObject>,
}

/// A state. `turn` is `first`, `second`, `chance` or `end`; `information_set` is that of the player to
/// decide. `steps` are the actions or the outcomes of chance, `next` the states after them, and
/// `probabilities` those of chance. `utility` is that of the end for the first player.
#[derive(Clone, Debug, Serialize)]
pub struct StateObject {
    /// Who decides.
    pub turn: &'static str,
    information_set: Option<String>,
    steps: Vec<String>,
    next: Vec<usize>,
    probabilities: Option<Vec<f64>>,
    utility: Option<f64>,
}

impl TreeObject {
    /// All states of the round of these tags under neutral markers.
    ///
    /// # Errors
    ///
    /// [`Stop::Nodes`] if they are more than `limit`, or the reason in `cancel`.
    pub fn new(tags: Tags, limit: usize, cancel: &CancelToken) -> Result<Self, Stop> {
        let round = Game::new(tags.rules).valued_round(tags.round, Favour::NEUTRAL);
        let mut found = vec![round.start()];
        let mut places = HashMap::from([(round.start(), 0)]);
        let mut states = Vec::new();
        while let Some(&state) = found.get(states.len()) {
            cancel.reason().map_or(Ok(()), Err)?;
            let mut here = StateObject::new(&round, &tags, &state);
            for next in successors(&round, &state) {
                let place = match places.entry(next) {
                    Entry::Occupied(place) => *place.get(),
                    Entry::Vacant(_) if found.len() >= limit => return Err(Stop::Nodes),
                    Entry::Vacant(place) => {
                        found.push(next);
                        *place.insert(found.len() - 1)
                    }
                };
                here.next.push(place);
            }
            states.push(here);
        }
        Ok(Self {
            schema: "hanamikoji.tree/1",
            engine: ENGINE,
            rules: words::rules(tags),
            round: RoundObject::new(&round, None),
            histories: histories(&states),
            information_sets: Seat::BOTH.map(|seat| information_sets(&states, seat)),
            states,
        })
    }
}

impl StateObject {
    fn new(round: &Round, tags: &Tags, state: &State) -> Self {
        let turn = round.turn(state);
        let mut here = Self {
            turn: word(turn),
            information_set: None,
            steps: Vec::new(),
            next: Vec::new(),
            probabilities: None,
            utility: None,
        };
        match turn {
            Turn::End => here.utility = Some(round.utility(state) + 0.0),
            Turn::Chance => {
                let mut outcomes = Vec::new();
                round.outcomes(state, &mut outcomes);
                here.steps = outcomes.iter().map(|(outcome, _)| text(outcome)).collect();
                here.probabilities = Some(outcomes.into_iter().map(|(_, probability)| probability).collect());
            }
            Turn::Player(seat) => {
                let mut actions = Vec::new();
                round.actions(state, &mut actions);
                here.steps = actions.iter().map(ToString::to_string).collect();
                let information = round.information(state, seat);
                let known = InformationSet::from_information(round, tags.round, &information);
                here.information_set = known.ok().map(|set| set.to_string());
            }
        }
        here
    }
}

/// The states one step later, in the order of the steps.
fn successors(round: &Round, state: &State) -> Vec<State> {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    round.actions(state, &mut actions);
    round.outcomes(state, &mut outcomes);
    let played = actions.into_iter().map(|action| {
        let mut next = *state;
        round.play(&mut next, action);
        next
    });
    let dealt = outcomes.into_iter().map(|(outcome, _)| {
        let mut next = *state;
        round.apply_chance(&mut next, outcome);
        next
    });
    played.chain(dealt).collect()
}

/// Number of paths from the start to all states together.
fn histories(states: &[StateObject]) -> u64 {
    let mut ways = vec![0_u64; states.len()];
    if let Some(start) = ways.first_mut() {
        *start = 1;
    }
    for (place, state) in states.iter().enumerate() {
        for &next in &state.next {
            ways[next] = ways[next].saturating_add(ways[place]);
        }
    }
    ways.into_iter().fold(0, u64::saturating_add)
}

fn information_sets(states: &[StateObject], seat: Seat) -> usize {
    let of_seat = states.iter().filter(|state| state.turn == word(Turn::Player(seat)));
    let mut sets: Vec<_> = of_seat.filter_map(|state| state.information_set.as_deref()).collect();
    sets.sort_unstable();
    sets.dedup();
    sets.len()
}

const fn word(turn: Turn) -> &'static str {
    match turn {
        Turn::Chance => "chance",
        Turn::Player(Seat::First) => "first",
        Turn::Player(Seat::Second) => "second",
        Turn::End => "end",
    }
}

fn text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Card(card) => card.letter().to_string(),
        Outcome::Hand(cards) => cards.to_string(),
    }
}
