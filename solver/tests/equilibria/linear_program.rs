//! The value of a game by linear programming: the independent reference.
//!
//! D. Koller, N. Megiddo and B. von Stengel, "Efficient Computation of Equilibria for Extensive Two-Person Games", Games and
//! Economic Behavior 14, 1996. The program is built from the game alone, history by history, and from nothing that the
//! library derives from it. Information states may forget details if this loses nothing; here nothing is forgotten: an
//! information set contains everything that its player has observed and done, in order. So the program also detects lossy
//! merging.

use std::collections::{BTreeMap, HashMap};

use hanamachi_solver::game::{HiddenInformation, Seat, Turn};
use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOptions, Variable};

/// A game with perfect recall in sequence form.
#[derive(Debug)]
pub(crate) struct Program {
    seats: [Sequences; 2],
    /// The value of a pair of sequences to the first player, times the probability of chance.
    payoffs: BTreeMap<[usize; 2], f64>,
}

/// One player's decisions.
#[derive(Debug)]
struct Sequences {
    /// Information sets: the sequence before, and the sequences that end there.
    sets: Vec<(usize, std::ops::Range<usize>)>,
    /// Sequences, with the empty one.
    count: usize,
}

/// Own actions and observations of a player so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Met<I, A> {
    Known(I),
    Done(A),
}

/// A player's past: the past before, and the last thing in it.
type Past<G> = (usize, Met<<G as HiddenInformation>::Information, <G as HiddenInformation>::Action>);

struct Builder<'a, G: HiddenInformation> {
    game: &'a G,
    program: Program,
    pasts: [HashMap<Past<G>, usize>; 2],
    /// The information set of a past.
    sets: [HashMap<usize, usize>; 2],
}

/// The past and the current sequence of a history, for each player.
#[derive(Clone, Copy)]
struct Place {
    past: [usize; 2],
    sequence: [usize; 2],
    /// The probability of the chance events.
    chance: f64,
}

impl Program {
    pub(crate) fn new<G: HiddenInformation>(game: &G) -> Self {
        let empty = || Sequences { sets: Vec::new(), count: 1 };
        let program = Self { seats: [empty(), empty()], payoffs: BTreeMap::new() };
        let mut builder = Builder {
            game,
            program,
            pasts: [HashMap::new(), HashMap::new()],
            sets: [HashMap::new(), HashMap::new()],
        };
        builder.walk(&game.start(), [None; 2], Place { past: [0; 2], sequence: [0; 2], chance: 1.0 });
        builder.program
    }

    /// The information sets of both players.
    pub(crate) fn information_sets(&self) -> [usize; 2] {
        self.seats.each_ref().map(|seat| seat.sets.len())
    }

    /// The highest value that `seat` can guarantee, whatever the opponent does.
    pub(crate) fn guarantee(&self, seat: Seat) -> f64 {
        let (own, other) = (&self.seats[seat.index()], &self.seats[(!seat).index()]);
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let anything = (f64::NEG_INFINITY, f64::INFINITY);
        // The realization plan, and the value of each information set of the opponent to `seat`; the first is for the start.
        let plan: Vec<Variable> =
            (0..own.count).map(|_| problem.add_var(0.0, (0.0, f64::INFINITY))).collect();
        let start = problem.add_var(1.0, anything);
        let values: Vec<Variable> = other.sets.iter().map(|_| problem.add_var(0.0, anything)).collect();
        problem.add_constraint([(plan[0], 1.0)], ComparisonOp::Eq, 1.0);
        for (before, after) in &own.sets {
            let sum = after.clone().map(|sequence| (plan[sequence], 1.0));
            problem.add_constraint(
                sum.chain([(plan[*before], -1.0)]).collect::<Vec<_>>(),
                ComparisonOp::Eq,
                0.0,
            );
        }
        // The opponent chooses the sequence with the lowest value, so an information set is worth at most what follows.
        let mut follows: Vec<Vec<(Variable, f64)>> = vec![Vec::new(); other.count];
        for (&pair, &value) in &self.payoffs {
            let (own, other) = (pair[seat.index()], pair[(!seat).index()]);
            follows[other].push((plan[own], seat.from_first(value)));
        }
        let mut set_of = vec![start; other.count];
        for ((before, after), &value) in other.sets.iter().zip(&values) {
            follows[*before].push((value, 1.0));
            set_of[after.clone()].fill(value);
        }
        for (mut follows, set) in follows.into_iter().zip(set_of) {
            follows.push((set, -1.0));
            problem.add_constraint(follows, ComparisonOp::Ge, 0.0);
        }
        let mut options = SolveOptions::default();
        options.tolerances.feasibility = 1e-10;
        problem.solve_with(options).unwrap().into_solution().unwrap().objective()
    }

    /// The value of the game for the first player: the values that both can guarantee must be equal.
    pub(crate) fn value(&self) -> f64 {
        let [first, second] = Seat::BOTH.map(|seat| self.guarantee(seat));
        assert!((first + second).abs() < 1e-8, "{first} and {second} do not sum to nothing");
        f64::midpoint(first, -second)
    }
}

impl<G: HiddenInformation> Builder<'_, G> {
    fn go_on(&mut self, seat: Seat, past: usize, met: Met<G::Information, G::Action>) -> usize {
        let pasts = &mut self.pasts[seat.index()];
        let new = pasts.len() + 1;
        *pasts.entry((past, met)).or_insert(new)
    }

    fn walk(&mut self, state: &G::State, mut known: [Option<G::Information>; 2], mut place: Place) {
        for seat in Seat::BOTH {
            let key = self.game.information(state, seat);
            if known[seat.index()] != Some(key) {
                known[seat.index()] = Some(key);
                place.past[seat.index()] = self.go_on(seat, place.past[seat.index()], Met::Known(key));
            }
        }
        match self.game.turn(state) {
            Turn::End => {
                *self.program.payoffs.entry(place.sequence).or_default() +=
                    place.chance * self.game.utility(state);
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                self.game.outcomes(state, &mut outcomes);
                for (outcome, probability) in outcomes {
                    let mut next = state.clone();
                    self.game.apply_chance(&mut next, outcome);
                    self.walk(&next, known, Place { chance: place.chance * probability, ..place });
                }
            }
            Turn::Player(seat) => {
                let mut actions = Vec::new();
                self.game.actions(state, &mut actions);
                let sequences = self.sequences(seat, place, actions.len());
                for (action, sequence) in actions.into_iter().zip(sequences) {
                    let mut next = state.clone();
                    self.game.play(&mut next, action);
                    let mut place = place;
                    place.past[seat.index()] = self.go_on(seat, place.past[seat.index()], Met::Done(action));
                    place.sequence[seat.index()] = sequence;
                    self.walk(&next, known, place);
                }
            }
        }
    }

    /// The sequences that end in a decision.
    fn sequences(&mut self, seat: Seat, place: Place, actions: usize) -> std::ops::Range<usize> {
        let Sequences { sets, count } = &mut self.program.seats[seat.index()];
        let place_of_set = *self.sets[seat.index()].entry(place.past[seat.index()]).or_insert_with(|| {
            sets.push((place.sequence[seat.index()], *count..*count + actions));
            *count += actions;
            sets.len() - 1
        });
        let (before, after) = &sets[place_of_set];
        assert_eq!((*before, after.len()), (place.sequence[seat.index()], actions), "the same past");
        after.clone()
    }
}
