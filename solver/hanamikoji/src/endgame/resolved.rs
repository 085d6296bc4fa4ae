//! The last turns of a round, solved anew behind a gadget, to be played instead of a policy.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::blueprint::Blueprint;
use super::live::{Cut, LiveEndgame, LiveHands, LiveLeaf};
use super::public::PublicState;
use super::reach::by_deal;
use super::solution::Seen;
use super::{EndgameTree, MOST_ITERATIONS, RULE, private_of};
use crate::policy::Policy;
use crate::ranges::{Private, PublicRanges};
use crate::rules::action::Action;
use crate::rules::card::Cards;
use crate::rules::information::Information;
use crate::rules::round::Round;
use crate::rules::state::{MAX_TURNS, Phase};
use crate::rules::turn::Entry;
use hanamachi_core::game::{PublicTree, Seat};
use hanamachi_core::search::budget::{CancelToken, RunContext};
use hanamachi_core::search::cfr::public_tree::{AverageStrategy, Choice, Gadget, Goal, Solver};
use hanamachi_text::ByteSize;

/// How the last turns are solved anew.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ResolveSettings {
    /// From so many turns before the end of a round on, at least one; from fewer where these are too large.
    pub turns: usize,
    /// Until best responses gain no more than this on average in the game behind the gadget, in units of utility.
    pub exploitability: f64,
    /// How much memory it may take: the tree is built until it needs more. Then fewer hands are live, and then fewer turns are solved.
    pub memory: ByteSize,
    /// Which hands are live.
    pub cut: Cut,
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
            turns: 3,
            exploitability: 0.002,
            memory: ByteSize(256 << 20),
            cut: Cut::USUAL,
            committed: 0.1,
            uniform: 0.1,
        }
    }
}

/// So often fewer hands are live where the tree is too large.
const CUTS: usize = 3;

/// The last turns of a round as one player is to play them: for all that this player may hold there.
#[derive(Debug)]
pub struct Resolved {
    game: LiveEndgame,
    seat: Seat,
    average: AverageStrategy<LiveLeaf>,
    nodes: Mutex<FxHashMap<Vec<usize>, Arc<Decided>>>,
}

/// What there is to decide at a public node, for all private states.
#[derive(Debug)]
struct Decided {
    /// The player's private states, in ascending order.
    states: Vec<Private>,
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
    /// `None` where it needs more memory than it may take however few hands are live.
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
        let ranges = PublicRanges::new(round, &onlooker, policy);
        let mixed = mixed(ranges.range(!seat).states(), settings.uniform.into());
        let mut states = Seat::BOTH.map(|seat| ranges.range(seat).states());
        states[(!seat).index()] = &mixed;
        let cuts = std::iter::successors(Some(settings.cut), |cut| Some(cut.wider())).take(CUTS);
        cuts.into_iter().find_map(|cut| {
            let live = LiveHands::new(root.pool, states, cut, &[]);
            Self::of_live(round, root, before, seat, policy, live, settings)
        })
    }

    // Seven parameters: what is solved, for whom, instead of what, and how.
    fn of_live(
        round: &Round,
        root: PublicState,
        before: Before,
        seat: Seat,
        policy: &(impl Policy + ?Sized),
        live: LiveHands,
        settings: ResolveSettings,
    ) -> Option<Self> {
        let mut game = LiveEndgame::new(round, root, live)?;
        let solver = Solver::grow(&mut game, RULE, settings.memory.0, &CancelToken::new()).ok()?;
        let mut blueprint = Blueprint::new(round, policy, seat, before);
        let alternatives = solver.best_reply_to(!seat, &mut blueprint);
        let gadget = Gadget { seat: !seat, alternatives, committed: settings.committed };
        let mut solver = solver.behind(gadget);
        let goal = Goal { exploitability: settings.exploitability, iterations: MOST_ITERATIONS };
        solver.run(goal, RunContext::unwatched());
        let average = solver.into_average();
        Some(Self { game, seat, average, nodes: Mutex::default() })
    }

    /// Bytes that it keeps, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        // What has been asked is kept again, about as large.
        2 * self.average.bytes() + self.game.shared_bytes()
    }

    /// How often to play which action with this information, in ascending order. `None` where the player in this seat has nothing to decide
    /// in these turns with it.
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
            // Nothing leads there where none of the hands that are live is played so.
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

/// A range of which this share is alike for all placements of the cards.
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
    fn action(&self, choice: &Choice) -> Option<Action> {
        let (seen, states) = self.children.get(choice.child)?;
        seen.action(states.get(choice.state))
    }
}
