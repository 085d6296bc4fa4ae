//! The last turns of a round, re-solved behind a gadget, to be played instead of a policy.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::blueprint::Blueprint;
use super::live::{Cut, LiveEndgame, LiveHands, LiveLeaf};
use super::public::PublicState;
use super::reach::by_deal;
use super::seen::Seen;
use super::{EndgameTree, MOST_ITERATIONS, RULE, private_of};
use crate::policy::Policy;
use crate::ranges::{Private, PublicRanges};
use crate::rules::action::Action;
use crate::rules::card::Cards;
use crate::rules::information::Information;
use crate::rules::round::Round;
use crate::rules::turn::{Entry, MAX_TURNS, Phase};
use hanamachi_core::game::{PublicTree, Seat};
use hanamachi_core::search::budget::{CancelToken, RunContext};
use hanamachi_core::search::cfr::public_tree::{
    AverageStrategy, Gadget, Goal, Size, Solver, StateContinuation, size_within,
};
use hanamachi_text::ByteSize;

/// Settings for re-solving the last turns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ResolveSettings {
    /// Number of turns to re-solve at the end of a round, at least one; fewer if these are too large.
    pub turns: usize,
    /// Target exploitability of the game behind the gadget: the average gain of best responses, in utility.
    pub exploitability: f64,
    /// Memory limit for the tree. When the tree exceeds it, fewer hands are live, and then fewer turns are
    /// solved.
    pub memory: ByteSize,
    /// The selection of the live hands.
    pub cut: Cut,
    /// The share of the opponent's reaches that must enter the subgame, so that the strategy wins as much as
    /// it can. With a larger share the opponent may win more than against the policy in private states that
    /// are hardly ever reached.
    pub committed: f32,
    /// The share of the opponent's reaches that treats all placements of the cards alike instead of following
    /// the policy. It makes the strategy safe, too, against opponents who play otherwise.
    pub uniform: f32,
}

impl Default for ResolveSettings {
    fn default() -> Self {
        Self {
            turns: 3,
            exploitability: 0.002,
            memory: ByteSize(256 << 20),
            cut: Cut::USUAL,
            committed: 0.1,
            uniform: 0.1,
        }
    }
}

impl ResolveSettings {
    /// Turns at the end of a round whose trees are small.
    const FEW_TURNS: usize = 2;

    /// Settings for playing these last turns within some seconds a decision: in more turns than the last two the
    /// tree is large, and a quarter of a per cent of a win is precise enough.
    #[must_use]
    pub fn for_play(turns: usize) -> Self {
        let usual = Self { turns, ..Self::default() };
        if turns <= Self::FEW_TURNS {
            return usual;
        }
        Self { exploitability: 0.005, memory: ByteSize(96 << 20), ..usual }
    }
}

/// Number of cuts that are tried, each with fewer live hands, when the tree is too large.
const CUTS: usize = 4;

/// One player's strategy for the last turns of a round, for all hands that this player may hold there.
#[derive(Debug)]
pub struct Resolved {
    game: LiveEndgame,
    seat: Seat,
    average: AverageStrategy<LiveLeaf>,
    nodes: Mutex<FxHashMap<Vec<usize>, Arc<Decided>>>,
}

/// The decision at a public node, for all private states.
#[derive(Debug)]
struct Decided {
    /// The player's private states, in ascending order.
    states: Vec<Private>,
    choices: Vec<Vec<StateContinuation>>,
    /// The public action to each child, with the player's private states there if they reveal the face-down
    /// cards.
    children: Vec<(Seen, Vec<Private>)>,
}

/// The turns before the re-solved ones, face-down cards hidden.
pub(crate) type Before = [Entry; MAX_TURNS];

/// The turns before the last `turns` of a round, if they are over, without what only one player knows of
/// them.
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
    /// Solves the rest of the round after these turns for the player in `seat`. If both players have reached
    /// their hands by the policy, no private state of the opponent wins more than it does against the policy.
    ///
    /// `None` if even with the fewest live hands it exceeds the memory limit, or if `cancel` is set.
    pub(crate) fn new(
        round: &Round,
        before: Before,
        seat: Seat,
        policy: &(impl Policy + ?Sized),
        settings: ResolveSettings,
        cancel: &CancelToken,
    ) -> Option<Self> {
        let turns: Vec<Entry> = before.into_iter().take_while(|entry| entry.kind().is_some()).collect();
        let root = PublicState::after_turns(round, &turns);
        let onlooker = Information { seat, phase: Phase::Draw, hand: Cards::EMPTY, history: before };
        let ranges = PublicRanges::until(round, &onlooker, policy, cancel).ok()?;
        let mixed = mixed(ranges.range(!seat).states(), settings.uniform.into());
        let mut states = Seat::BOTH.map(|seat| ranges.range(seat).states());
        states[(!seat).index()] = &mixed;
        let cuts = std::iter::successors(Some(settings.cut), |cut| Some(cut.wider())).take(CUTS);
        cuts.into_iter().find_map(|cut| {
            let live = LiveHands::new(root.pool, states, cut.into(), &[]);
            let game = LiveEndgame::new(round, root, live)?;
            let fits = |size: &Size| size.bytes(RULE) <= settings.memory.0;
            size_within(&game, usize::MAX, fits, cancel).ok()?;
            Self::of_live(game, before, seat, policy, settings, cancel)
        })
    }

    fn of_live(
        mut game: LiveEndgame,
        before: Before,
        seat: Seat,
        policy: &(impl Policy + ?Sized),
        settings: ResolveSettings,
        cancel: &CancelToken,
    ) -> Option<Self> {
        let solver = Solver::grow(&mut game, RULE, settings.memory.0, cancel).ok()?;
        let mut blueprint = Blueprint::new(solver.game().round(), policy, seat, before);
        let alternatives = solver.best_reply_to(!seat, &mut blueprint);
        let gadget = Gadget { seat: !seat, alternatives, committed: settings.committed };
        let mut solver = solver.behind(gadget);
        let goal = Goal { exploitability: settings.exploitability, iterations: MOST_ITERATIONS };
        if solver.run(goal, RunContext::silent(cancel)).stopped.is_some() {
            return None;
        }
        let average = solver.into_average();
        Some(Self { game, seat, average, nodes: Mutex::default() })
    }

    /// Approximate number of bytes that it keeps.
    #[must_use]
    pub fn bytes(&self) -> usize {
        // The cache of decisions adds about the same size.
        2 * self.average.bytes() + self.game.shared_bytes()
    }

    /// The actions with this information, in ascending order, with their probabilities. `None` if the player
    /// in this seat has no decision with it in these turns.
    #[must_use]
    pub fn choices(&self, information: &Information) -> Option<Vec<(Action, f64)>> {
        let decided = self.decided(information)?;
        let state = decided.states.binary_search(&private_of(self.game.round(), information)).ok()?;
        let mut choices: Vec<(Action, f64)> = decided.choices[state]
            .iter()
            .filter_map(|choice| Some((decided.action(choice)?, choice.probability)))
            .collect();
        choices.sort_unstable_by_key(|&(action, _)| action);
        Some(choices)
    }

    fn decided(&self, information: &Information) -> Option<Arc<Decided>> {
        let (mut node, turns) = (self.game.root(), self.game.round().rules().turns());
        let root = LiveEndgame::public(&node);
        let since = information.history().get(usize::from(root.turns)..)?;
        let states = root.path(since, information.phase, turns);
        let mut children = Vec::new();
        let mut path = Vec::with_capacity(states.len());
        for state in states.into_iter().skip(1) {
            self.game.children(&node, &mut children);
            // No child leads there if none of the live hands is played so.
            let place = children.iter().position(|child| *LiveEndgame::public(child) == state)?;
            path.push(place);
            node = children.swap_remove(place);
        }
        let mut known = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(decided) = known.get(&path) {
            return Some(Arc::clone(decided));
        }
        self.game.children(&node, &mut children);
        let here = LiveEndgame::public(&node);
        let of_child = |(place, child): (usize, &_)| {
            let seen = here.seen_before(LiveEndgame::public(child), place)?;
            let is_open = matches!(seen, Seen::Open(_));
            Some((seen, if is_open { Vec::new() } else { self.game.private_states(child, self.seat) }))
        };
        let children = children.iter().enumerate().map(of_child).collect::<Option<_>>()?;
        let choices = self.average.choices(&path, self.seat)?;
        let states = self.game.private_states(&node, self.seat);
        let decided = Arc::new(Decided { states, choices, children });
        known.insert(path, Arc::clone(&decided));
        Some(decided)
    }
}

/// A range mixed with this share of the uniform one, in which all placements of the cards are equally likely.
fn mixed(states: &[(Private, f64)], uniform: f64) -> Vec<(Private, f64)> {
    let all_by_policy: f64 = states.iter().map(|state| state.1).sum();
    let all_by_deal: f64 = states.iter().map(|state| by_deal(&state.0)).sum();
    let mix = |&(private, weight): &(Private, f64)| {
        let by_policy = weight / all_by_policy.max(f64::MIN_POSITIVE);
        (private, (1.0 - uniform) * by_policy + uniform * by_deal(&private) / all_by_deal)
    };
    states.iter().map(mix).collect()
}

impl Decided {
    /// The action that a choice stands for.
    fn action(&self, choice: &StateContinuation) -> Option<Action> {
        let (seen, states) = self.children.get(choice.child)?;
        seen.action(states.get(choice.state))
    }
}
