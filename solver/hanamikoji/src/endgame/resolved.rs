//! The last turns of a round, solved anew behind a gadget, to be played instead of a policy.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::blueprint::Blueprint;
use super::game::{Endgame, Leaf};
use super::private::Layout;
use super::public::PublicState;
use super::reach::{ByPolicy, Roots, by_deal};
use super::solution::Seen;
use super::{Estimate, MOST_ITERATIONS, RULE};
use crate::policy::Policy;
use crate::ranges::{Private, PublicRanges};
use crate::rules::action::Action;
use crate::rules::card::Cards;
use crate::rules::information::Information;
use crate::rules::round::Round;
use crate::rules::state::{MAX_TURNS, Phase};
use crate::rules::turn::Entry;
use hanamachi_core::game::{PublicTree, Seat};
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::cfr::public_tree::{
    AverageStrategy, Choice, Gadget, Goal, Solver, best_reply_to,
};
use hanamachi_text::ByteSize;

/// What a network takes to say what it plays with some private state.
const ASKED_NANOSECONDS: u64 = 3_000;

/// How the last turns are solved anew.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ResolveSettings {
    /// From so many turns before the end of a round on, at least one; from fewer where these are too large.
    pub turns: usize,
    /// Until best responses gain no more than this on average in the game behind the gadget, in units of utility.
    pub exploitability: f64,
    /// How much memory it may take.
    pub memory: ByteSize,
    /// About how many seconds of one core an ending may take, as its size tells.
    pub seconds: f64,
    /// The share of the opponent's reaches that have to enter, so that the strategy wins what it can. With more of it the opponent may win
    /// more than against the policy in private states that are hardly ever reached.
    pub committed: f32,
    /// The share of the opponent's reaches that is alike for all placements of the cards, rather than by the policy: so that it is
    /// safe, too, against whoever plays otherwise.
    pub uniform: f32,
}

impl Default for ResolveSettings {
    fn default() -> Self {
        Self {
            turns: 2,
            exploitability: 0.001,
            memory: ByteSize(1 << 30),
            seconds: f64::INFINITY,
            committed: 0.1,
            uniform: 0.1,
        }
    }
}

/// The last turns of a round as one player is to play them: for all that this player may hold there.
#[derive(Debug)]
pub struct Resolved {
    game: Endgame,
    seat: Seat,
    average: AverageStrategy<Leaf>,
    nodes: Mutex<FxHashMap<Vec<usize>, Arc<Decided>>>,
}

/// What there is to decide at a public node, for all private states.
#[derive(Debug)]
struct Decided {
    layout: Layout,
    choices: Vec<Vec<Choice>>,
    /// What leads to each child, with the player's private states there where they tell what was played face down.
    children: Vec<(Seen, Vec<Private>)>,
}

/// The turns before those that are solved anew, as an onlooker knows them.
pub(crate) type Before = [Entry; MAX_TURNS];

/// The turns before the last `turns` of a round, where they are over. What only one player knows of them is left out.
pub(crate) fn before_last(round: &Round, information: &Information, turns: usize) -> Option<Before> {
    let over = round.rules().turns().checked_sub(turns)?;
    let history = information.history();
    (history.len() >= over && history[..over].iter().all(|entry| !entry.is_open())).then(|| {
        let mut before = [Entry::NONE; MAX_TURNS];
        for (to, entry) in before.iter_mut().zip(&history[..over]) {
            *to = entry.hidden();
        }
        before
    })
}

impl Resolved {
    /// Solves what follows these turns for the player in `seat`, so that no private state of the opponent, if the policy has given both
    /// players the hands that they hold, wins more than against the policy.
    ///
    /// `None` where it needs more memory or time than it may take.
    pub(crate) fn new(
        round: &Round,
        before: Before,
        seat: Seat,
        policy: &(impl Policy + ?Sized),
        settings: ResolveSettings,
    ) -> Option<Self> {
        let turns: Vec<Entry> = before.into_iter().take_while(|entry| entry.kind().is_some()).collect();
        let root = PublicState::after(round, &turns);
        let onlooker = Information { seat, phase: Phase::Draw, hand: Cards::EMPTY, history: before };
        let (opponent, limit) = (!seat, settings.memory.0);
        // Before anything of it is made: what the policy plays is asked in all of it.
        let estimate = Estimate::of_root(round, root)?;
        // Whatever a private state may do, the policy is asked about it.
        let asking = estimate.size.information_sets.saturating_mul(ASKED_NANOSECONDS);
        let time = Duration::from_nanos(estimate.nanoseconds.saturating_add(asking));
        if estimate.bytes > limit || time.as_secs_f64() > settings.seconds {
            return None;
        }
        let weights = ByPolicy::new(&PublicRanges::new(round, &onlooker, policy));
        let actions = round.rules().actions();
        let layout = Layout::new(root.pool, root.holding(actions, opponent));
        let all_by_policy: f64 = layout.states().map(|private| weights.weight(opponent, &private)).sum();
        let all_by_deal: f64 = layout.states().map(|private| by_deal(&private)).sum();
        let uniform = f64::from(settings.uniform);
        let mixed = |private: &Private| {
            let by_policy = weights.weight(opponent, private) / all_by_policy.max(f64::MIN_POSITIVE);
            (1.0 - uniform) * by_policy + uniform * by_deal(private) / all_by_deal
        };
        let roots = Roots::new(&root, actions, |of, private| {
            if of == opponent { mixed(&private) } else { weights.weight(of, &private) }
        });
        let mut game = Endgame::with_roots(round, root, roots);
        let reaches = game.reaches(seat);
        let mut blueprint = Blueprint::new(round, policy, seat, before);
        let alternatives = best_reply_to(&mut game, opponent, &reaches, &mut blueprint);
        let gadget = Gadget { seat: opponent, alternatives, committed: settings.committed };
        let mut solver = Solver::resolving(&mut game, RULE, limit, gadget).ok()?;
        let goal = Goal { exploitability: settings.exploitability, iterations: MOST_ITERATIONS };
        solver.run(goal, RunContext::unwatched());
        let average = solver.into_average();
        Some(Self { game, seat, average, nodes: Mutex::default() })
    }

    /// Bytes that it keeps, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        // What has been asked is kept again, about as large.
        2 * self.average.bytes()
    }

    /// How often to play which action with this information, in ascending order. `None` where the player in this seat has nothing to decide
    /// in these turns with it.
    #[must_use]
    pub fn choices(&self, information: &Information) -> Option<Vec<(Action, f64)>> {
        let decided = self.decided(information)?;
        let known = *self.game.round().hidden(information).known();
        let (hand, secret, trade_off) =
            (known.hand(self.seat), known.secret(self.seat), known.trade_off(self.seat));
        let state = decided.layout.place_of(hand, secret, trade_off)?;
        let mut choices: Vec<(Action, f64)> = decided.choices[state]
            .iter()
            .filter_map(|choice| Some((decided.action(choice)?, choice.probability)))
            .collect();
        choices.sort_unstable_by_key(|&(action, _)| action);
        Some(choices)
    }

    fn decided(&self, information: &Information) -> Option<Arc<Decided>> {
        let (root, turns) = (self.game.root_state(), self.game.round().rules().turns());
        let since = information.history().get(usize::from(root.turns)..)?;
        let nodes = root.path(since, information.phase, turns);
        let mut children = Vec::new();
        let mut path = Vec::with_capacity(nodes.len());
        for pair in nodes.windows(2) {
            pair[0].children(turns, &mut children);
            path.push(children.iter().position(|child| *child == pair[1])?);
        }
        let mut known = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(decided) = known.get(&path) {
            return Some(Arc::clone(decided));
        }
        let node = *nodes.last()?;
        let layout =
            |node: &PublicState| Layout::new(node.pool, node.holding(self.game.actions(), self.seat));
        node.children(turns, &mut children);
        let of_child = |(place, child): (usize, &PublicState)| {
            let seen = node.seen_before(child, place)?;
            let is_open = matches!(seen, Seen::Open(_));
            Some((seen, if is_open { Vec::new() } else { layout(child).states().collect() }))
        };
        let children = children.iter().enumerate().map(of_child).collect::<Option<_>>()?;
        let choices = self.average.choices(&path, self.seat)?;
        let decided = Arc::new(Decided { layout: layout(&node), choices, children });
        known.insert(path, Arc::clone(&decided));
        Some(decided)
    }
}

impl Decided {
    /// The action that a choice stands for.
    fn action(&self, choice: &Choice) -> Option<Action> {
        let (seen, states) = self.children.get(choice.child)?;
        seen.action(states.get(choice.state))
    }
}
