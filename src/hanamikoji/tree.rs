//! `hanamikoji tree`: the whole graph of a reduced round, for other programs.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use clap::Args;
use hanamachi_solver::game::{HiddenInformation, Seat, Turn};
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::objects::RoundObject;
use hanamachi_solver::hanamikoji::{Favour, Game, InformationSet, Outcome, Round, State};
use serde::Serialize;

use super::rules_args::tags;
use super::words;
use crate::args::OutputArgs;
use crate::failure::{Failure, Limit};
use crate::output::{ENGINE, Output, json_asked};
use crate::progress::Patience;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  # How large a reduced round is
  hanamachi hanamikoji tree --rules 'geisha=2,2,3 actions=3 rounds=1 tiebreak=none'

  # Every state of it, with what may be decided or dealt there, for another program to solve
  hanamachi hanamikoji tree --rules 'geisha=2,2,3 actions=3 rounds=1 tiebreak=none' --json
";

/// List every state that a reduced round can reach
///
/// The markers are neutral. A round that does not decide the game is worth 0 with `rounds=1`; otherwise a rule of thumb values
/// its markers, as for `cfr`. States are numbered from 0, the start, and later ones have higher numbers; different sequences
/// of steps may lead to the same state.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TreeArgs {
    /// All rules as tags, for example 'geisha=2,2,3 actions=3 rounds=1 tiebreak=none'
    #[arg(long, value_name = "TAGS", value_parser = tags)]
    rules: Tags,
    /// Refuse a round with more states than this
    #[arg(long, value_name = "N", default_value = "200000")]
    nodes: usize,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Runs the command.
pub(crate) fn run(args: &TreeArgs, session: &Session) -> Result<(), Failure> {
    let mut output = Output::open(&args.output)?;
    let tree = TreeObject::new(args.rules, args.nodes, session)?;
    let text = if args.output.json { json_asked(&tree) } else { tree.page() };
    output.line(&text)?;
    output.finish()
}

/// `hanamikoji.tree/1`: a round as a graph. `histories` counts the paths from the start to all states
/// together.
#[derive(Serialize)]
struct TreeObject {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    #[serde(flatten)]
    round: RoundObject,
    histories: u64,
    information_sets: [usize; 2],
    states: Vec<StateObject>,
}

/// A state. `turn` is `first`, `second`, `chance` or `end`; `information_set` is that of the player to
/// decide. `steps` are the actions or the outcomes of chance, `next` the states after them, and
/// `probabilities` those of chance. `utility` is that of the end for the first player.
#[derive(Serialize)]
struct StateObject {
    turn: &'static str,
    information_set: Option<String>,
    steps: Vec<String>,
    next: Vec<usize>,
    probabilities: Option<Vec<f64>>,
    utility: Option<f64>,
}

impl TreeObject {
    fn new(tags: Tags, limit: usize, session: &Session) -> Result<Self, Failure> {
        let _patience = Patience::start("the states are listed", session);
        let round = Game::new(tags.rules).valued_round(tags.round, Favour::NEUTRAL);
        let mut found = vec![round.start()];
        let mut places = HashMap::from([(round.start(), 0)]);
        let mut states = Vec::new();
        while let Some(&state) = found.get(states.len()) {
            session.check()?;
            let mut here = StateObject::new(&round, &tags, &state)?;
            for next in successors(&round, &state) {
                let place = match places.entry(next) {
                    Entry::Occupied(place) => *place.get(),
                    Entry::Vacant(_) if found.len() >= limit => return Err(Failure::Limit(Limit::Nodes)),
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

    fn page(&self) -> String {
        let ends = self.states.iter().filter(|state| state.turn == "end").count();
        let [first, second] = self.information_sets;
        [
            format!("{:<26}{:>12}", "states", self.states.len()),
            format!("{:<26}{:>12}", "of them ends", ends),
            format!("{:<26}{:>12}", "histories", self.histories),
            format!("{:<26}{:>12}", "information sets, first", first),
            format!("{:<26}{:>12}", "information sets, second", second),
        ]
        .join("\n")
    }
}

impl StateObject {
    fn new(round: &Round, tags: &Tags, state: &State) -> Result<Self, Failure> {
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
                let known = InformationSet::from_information(round, tags.round, &information)
                    .map_err(anyhow::Error::new)?;
                here.information_set = Some(known.to_string());
            }
        }
        Ok(here)
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
