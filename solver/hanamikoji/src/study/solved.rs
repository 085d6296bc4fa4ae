//! Solution of a position: the rest of the round over all hands that both players may hold.

use std::time::Duration;

use super::actions::{Advice, HandValue, ValuedAction};
use super::naming::{equalise, equalise_seen, named_back, named_back_ends};
use super::solving::{SolveError, SolveRequest, USABLE, Unfinished, if_in_time, stop_of, unless_stopped};
use super::tree_limits::TreeLimits;
use crate::analysis::{ModelError, NEARLY_ALL, Past};
use crate::endgame::{
    self, Endgame, EndgameError, Estimate, LiveEndgame, MOST_ITERATIONS, Seen, Solution, Solutions,
};
use crate::knowledge::InformationSet;
use crate::knowledge::canonical::Canonical;
use crate::policy::Policy;
use crate::ranges::PublicRanges;
use crate::rules::{ActionEnds, Continuation, Information, Round};
use hanamachi_core::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_core::search::cfr::public_tree::{Goal, RunReport, Size, Solver, Unbuilt};
use hanamachi_core::search::strength::{HasStrength, Number, Proved};
use hanamachi_text::ByteSize;

/// Largest accepted gain of a best response with the reader's cards, in units of utility: half a per cent of
/// a win.
const READER_GAP: f64 = 0.01;
/// A second tree is solved if it may have this many times the sequences of the first.
const WORTH_SOLVING: f64 = 1.5;

/// The name of solving over live hands.
const LIVE: &str = "live";
/// The width of an interval over all hands, as a probability, above which nobody learns anything from it.
const MOST_TOLD: f64 = 0.2;

/// Solution of the rest of the round, as the reader sees it: **computed**, and **bounded** over all hands.
/// Values of a solution over few hands are **estimated**, see [`live`](Self::live). All of it is **estimated**
/// if it assumes that the past was played by the learned model, because that is a model of how people play.
///
/// ```
/// use hanamachi_solver::hanamikoji::study::{SolveRequest, SolvedPosition};
/// use hanamachi_solver::hanamikoji::{Game, InformationSet};
/// use hanamachi_solver::search::budget::CancelToken;
/// use hanamachi_solver::search::strength::{HasStrength, Strength};
///
/// let set: InformationSet = "... 1 ABC - geisha=2,3,4 actions=1,3 rounds=1".parse()?;
/// let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
/// let request = SolveRequest::STANDARD;
/// let solved = SolvedPosition::solve(&round, &set, &[], &request, &CancelToken::new())?;
/// assert_eq!((solved.win.strength(), solved.over_hands.strength()), (Strength::Computed, Strength::Bounded));
/// // A whole round: the value and the equilibrium frequency of each action.
/// let often: f64 = solved.actions.iter().filter_map(|of| of.frequency).map(|often| often.value()).sum();
/// assert!((often - 1.0).abs() < 1e-6);
/// // The actions that cannot be told from the best one come first, by frequency.
/// let advice = solved.advice().ok_or("the reader decides")?;
/// assert_eq!(Some(advice.play), solved.actions.first().map(|first| first.action));
/// assert!(solved.actions.iter().any(|of| of.loss == Some(0.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct SolvedPosition {
    /// The request.
    pub request: SolveRequest,
    /// Probability that the reader wins the game with the cards at hand; a shared game counts one half.
    pub win: Number,
    /// Winning probability of a best response with these cards to the opponent's strategy.
    pub best_reply: Number,
    /// Value of the rest of the round to the reader before the hands are known.
    pub over_hands: Number,
    /// Interval proved to contain `over_hands`, if hands are as likely as assumed.
    pub interval: [f64; 2],
    /// Exploitability: the mean gain of best responses over all hands, in units of utility.
    pub exploitability: Number,
    /// The reader's actions, the recommended one first; empty where the reader does not decide.
    pub actions: Vec<ValuedAction>,
    /// Actions that the reader may see the opponent play, the likeliest first; empty where the opponent does
    /// not decide.
    pub opponent_actions: Vec<ValuedAction<Seen>>,
    /// Values of the other hands that were asked about; `None` for a hand that cannot be held there.
    pub others: Vec<Option<HandValue>>,
    /// Iterations used.
    pub iterations: u64,
    /// Reason for being less exact than requested, if it is: [`Stop::Precision`] where single precision allows no
    /// more, [`Stop::Nodes`] if [`MOST_ITERATIONS`] were not enough.
    pub stopped: Option<Stop>,
    /// The size of the public tree.
    pub size: Size,
    /// Memory for solving, in bytes: an estimate where all hands were solved, not live ones alone.
    pub bytes: u64,
    /// Share of the total weight of all pairs of hands that the solution covers: 1 if it covers all hands.
    /// Below [`NEARLY_ALL`] the values are estimates.
    pub live: f64,
    /// The share of all pairs and the value of the reader's hand of a solution over fewer hands that was found on the way, if
    /// there was one: how much more hands have moved the value.
    pub over_fewer: Option<(f64, Number)>,
    /// What each action of the reader comes to, in ascending order.
    pub ends: Vec<ActionEnds>,
    hand: HandValue,
}

impl SolvedPosition {
    /// Solves the rest of the round on the current pool of threads. The solution also values the hands of
    /// `others`, which the opponent cannot tell from the reader's. If `cancel` stops it, the strategies found
    /// by then are the answer if their exploitability is at most 0.01.
    ///
    /// # Errors
    ///
    /// Returns an error if the position cannot be solved, or not within the limits, and the reason if solving
    /// is stopped without an answer.
    pub fn solve(
        round: &Round,
        set: &InformationSet,
        others: &[InformationSet],
        request: &SolveRequest,
        cancel: &CancelToken,
    ) -> Result<Self, SolveError> {
        let canonical = Canonical::new(round, set);
        let estimate = Estimate::new(round, canonical.set.key(), cancel)?.ok_or(SolveError::Uncounted)?;
        let others = canonical.others(others);
        Self::solve_estimated((round, &canonical), &others, request, estimate, RunContext::silent(cancel))
    }

    /// Solves the rest of the round where that costs little; `None` where it does not, or where the time is
    /// over before the strategies are usable.
    ///
    /// If both players are assumed to have played a policy, the solution covers the hands that this makes
    /// likely, see [`LiveEndgame`], in the last [turns](SolveRequest::turns): as many as a tree of limited size
    /// can have. With less than [`NEARLY_ALL`] of all pairs, the values are **estimated**; `None` with so few of them that the
    /// measured error of rollouts is smaller. Without a model of the past, it
    /// covers all hands if the endgame is [small](Estimate::of_small). The progress of `context` counts
    /// iterations; their total is not known in advance.
    ///
    /// A first solution over fewer hands costs an eighth of the whole. It tells how many iterations the position needs,
    /// and so how many hands the time allows; and it is the answer if the time ends before there is a better one.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn solve_if_small(
        round: &Round,
        set: &InformationSet,
        others: &[InformationSet],
        request: &SolveRequest,
        context: RunContext<'_>,
    ) -> Result<Option<Self>, SolveError> {
        let canonical = Canonical::new(round, set);
        let others = canonical.others(others);
        if_in_time(match request.policy(round)? {
            Some(policy) => Self::solve_live((round, &canonical), &others, request, &*policy, context),
            None => Self::solve_small((round, &canonical), &others, request, context),
        })
    }

    fn solve_small(
        (round, canonical): (&Round, &Canonical),
        others: &[Information],
        request: &SolveRequest,
        context: RunContext<'_>,
    ) -> Result<Option<Self>, SolveError> {
        let memory = request.memory.0;
        let estimate = Estimate::of_small(round, canonical.set.key(), memory, context.cancel)?;
        let solve = |estimate| Self::solve_estimated((round, canonical), others, request, estimate, context);
        estimate.map(solve).transpose()
    }

    fn solve_live(
        (round, canonical): (&Round, &Canonical),
        others: &[Information],
        request: &SolveRequest,
        policy: &dyn Policy,
        context: RunContext<'_>,
    ) -> Result<Option<Self>, SolveError> {
        let set = &canonical.set;
        if !request.reaches(set) {
            return Ok(None);
        }
        policy.check(round.rules()).map_err(EndgameError::from)?;
        let ranges = PublicRanges::until(round, set.key(), policy, context.cancel)?;
        let readers: Vec<Information> = [set.key()].into_iter().chain(others).copied().collect();
        let favour = set.favour_of_first();
        let is_better = |share| ModelError::is_smaller_over_share(share, favour, set.turns_over());
        let solve = |live: &[Information]| {
            let within = |limits: TreeLimits, is_wanted: &dyn Fn(f64) -> bool| {
                LiveSolution::within(
                    (round, &ranges),
                    (live, &readers),
                    (request, limits),
                    is_wanted,
                    context,
                )
            };
            // Where hands of others are live, the reader's value is known already.
            LiveSolution::find((request, canonical), live.len() == 1, &is_better, within)
        };
        // The reader's solution must not depend on the other hands that are asked about.
        let Some(found) = solve(&readers[..1])? else { return Ok(None) };
        let mut hands = found.hand_values(request, canonical);
        if hands.iter().any(Option::is_none)
            && found.report.stopped.is_none()
            && let Some(all) = unless_stopped(solve(&readers))?
        {
            for (value, of_all) in hands.iter_mut().zip(all.hand_values(request, canonical)) {
                *value = value.take().or(of_all);
            }
        }
        let Some(solution) = found.solutions.first().and_then(Option::as_ref) else { return Ok(None) };
        let others = hands.into_iter().skip(1);
        let position =
            found.strategies(request).position(canonical, solution, others, found.size, found.bytes);
        let ends = named_back_ends(&found.ends, canonical);
        Ok(Some(SolvedPosition { over_fewer: found.over_fewer, ends, ..position }))
    }

    fn solve_estimated(
        (round, canonical): (&Round, &Canonical),
        others: &[Information],
        request: &SolveRequest,
        estimate: Estimate,
        context: RunContext<'_>,
    ) -> Result<Self, SolveError> {
        let allowed = request.memory;
        let too_large = |bytes| SolveError::Memory { needed: ByteSize(bytes), allowed };
        if estimate.bytes > allowed.0 {
            return Err(too_large(estimate.bytes));
        }
        if request.is_too_slow(&estimate) {
            return Err(SolveError::Time { needed: Duration::from_nanos(estimate.nanoseconds) });
        }
        let set = &canonical.set;
        let policy = request.policy(round)?;
        let mut game = Endgame::new(round, set.key(), policy.as_deref())?;
        // The estimate has counted it.
        let grown = Solver::grow(&mut game, endgame::RULE, u64::MAX, context.cancel);
        let mut solver = grown.map_err(|unbuilt| match unbuilt {
            Unbuilt::Memory { .. } => too_large(estimate.bytes),
            Unbuilt::Stopped(stop) => SolveError::out_of_time(stop, Unfinished::Building),
        })?;
        let report = solver.run(request.goal(true), context);
        SolveError::unless_usable(&report)?;
        let solutions = Solutions::new(&solver, set.seat());
        let solution = solutions.solution(set.key()).ok_or(SolveError::Unreachable)?;
        let continuation = round.continuation();
        let found = SolvedStrategies { request, report: &report, continuation, pairs: 1.0, is_whole: true };
        let of_others: Vec<Option<Solution>> = others.iter().map(|other| solutions.solution(other)).collect();
        let others = found.hand_values(others, &of_others, canonical);
        let ends = named_back_ends(&ActionEnds::in_solution(&solver, set.key()), canonical);
        let position =
            found.position(canonical, &solution, others.into_iter(), estimate.size, estimate.bytes);
        Ok(Self { ends, ..position })
    }

    /// The name of the method: `exact` over all hands, `live` over those that past play makes likely.
    #[must_use]
    pub fn method(&self) -> &'static str {
        if self.live < 1.0 { LIVE } else { "exact" }
    }

    /// The value over all hands, where it says something: hands left out may make its interval so wide that it does not.
    #[must_use]
    pub fn told_over_hands(&self) -> Option<Number> {
        let [low, high] = self.interval;
        (high - low <= MOST_TOLD).then_some(self.over_hands)
    }

    /// Advice to the reader; `None` where the reader does not decide.
    #[must_use]
    pub fn advice(&self) -> Option<Advice> {
        Advice::new(&self.actions, None, None)
    }

    /// Known error of the values of a solution over few hands. It was measured for a past played by the
    /// approximate equilibrium.
    #[must_use]
    pub fn model_error(&self) -> Option<ModelError> {
        let is_measured = self.request.reach == Past::Equilibrium;
        ModelError::over_share(self.live).filter(|_| is_measured)
    }

    /// Value of the hand, and the action to play with it.
    #[must_use]
    pub const fn hand_value(&self) -> HandValue {
        self.hand
    }
}

/// Solution over live hands.
struct LiveSolution {
    report: RunReport,
    continuation: Continuation,
    /// Share of the total weight of all pairs of hands that the solution covers.
    pairs: f64,
    size: Size,
    bytes: u64,
    /// Whether no limit kept any hand out.
    is_whole: bool,
    over_fewer: Option<(f64, Number)>,
    /// The readers, and the solution for the hand of each; `None` for a hand that is not live.
    readers: Vec<Information>,
    solutions: Vec<Option<Solution>>,
    /// What each action of the first reader comes to.
    ends: Vec<ActionEnds>,
}

impl LiveSolution {
    /// The strategies that were found.
    const fn strategies<'a>(&'a self, request: &'a SolveRequest) -> SolvedStrategies<'a> {
        let Self { report, continuation, pairs, is_whole, .. } = self;
        SolvedStrategies { request, report, continuation: *continuation, pairs: *pairs, is_whole: *is_whole }
    }

    /// Value of the hand of each reader.
    fn hand_values(&self, request: &SolveRequest, canonical: &Canonical) -> Vec<Option<HandValue>> {
        self.strategies(request).hand_values(&self.readers, &self.solutions, canonical)
    }

    /// Solves over as many hands as the request allows, with a first look before if that is wanted. `within` solves within
    /// some limits if the share of all pairs is wanted. Returns `None` where that takes too much time or memory, or where a
    /// search is better.
    fn find(
        (request, canonical): (&SolveRequest, &Canonical),
        looks_first: bool,
        is_better: &dyn Fn(f64) -> bool,
        within: impl Fn(TreeLimits, &dyn Fn(f64) -> bool) -> Result<Option<Self>, SolveError>,
    ) -> Result<Option<Self>, SolveError> {
        let effort = (request.time, request.iterations);
        let limits = TreeLimits::new(request.memory, effort, canonical.set.favour_of_first());
        let first = if looks_first { within(limits.of_first_look(), &|_| true)? } else { None };
        let Some(first) = first else { return within(limits, is_better) };
        let left = limits.after(&first.size, first.report.iterations);
        let is_last = first.is_whole || first.report.stopped.is_some();
        let kept = |found: Self| is_better(found.pairs).then_some(found);
        if is_last || left.room_for(&first.size) < WORTH_SOLVING {
            return Ok(kept(first));
        }
        match within(left, is_better) {
            Ok(Some(found)) => Ok(Some(Self { over_fewer: first.as_fewer((request, canonical)), ..found })),
            Ok(None) => Ok(kept(first)),
            Err(error) => {
                let stop = stop_of(&error).ok_or(error)?;
                let report = RunReport { stopped: Some(stop), ..first.report };
                Ok(kept(Self { report, ..first }))
            }
        }
    }

    /// Solves over the likely hands and those of `live`, as many as the limits allow; `None` if there are too many, or if their
    /// share of all pairs is not wanted. The strategy is most accurate for the first of `readers`, whose hands are valued.
    fn within(
        (round, ranges): (&Round, &PublicRanges),
        (live, readers): (&[Information], &[Information]),
        (request, mut limits): (&SolveRequest, TreeLimits),
        is_wanted: &dyn Fn(f64) -> bool,
        context: RunContext<'_>,
    ) -> Result<Option<Self>, SolveError> {
        let most = limits.bytes;
        while let Some((mut game, is_whole)) = limits.largest(round, live, ranges, context.cancel)? {
            let pairs = game.pairs();
            if !is_wanted(pairs) {
                return Ok(None);
            }
            match Solver::grow(&mut game, endgame::RULE, most, context.cancel) {
                Ok(solver) => {
                    let of = (round.continuation(), pairs);
                    let goal = request.goal(is_whole);
                    let found = Self::solve(solver, of, readers, (goal, limits), context)?;
                    return Ok(found.map(|found| Self { is_whole, ..found }));
                }
                // The count leaves out the tables of utilities, which matter in a small tree.
                Err(Unbuilt::Memory { .. }) => limits.bytes = limits.bytes / 4 * 3,
                Err(Unbuilt::Stopped(stop)) => {
                    return Err(SolveError::out_of_time(stop, Unfinished::Building));
                }
            }
        }
        Ok(None)
    }

    /// Solves the tree of the live hands; `pairs` is their share of all pairs.
    fn solve(
        mut solver: Solver<'_, LiveEndgame>,
        (continuation, pairs): (Continuation, f64),
        readers: &[Information],
        (mut goal, limits): (Goal, TreeLimits),
        context: RunContext<'_>,
    ) -> Result<Option<Self>, SolveError> {
        let [reader, ..] = readers else { return Ok(None) };
        goal.iterations = goal.iterations.min(limits.most_iterations(solver.size()));
        let (report, solutions) = loop {
            let mut report = solver.run(goal, context);
            if report.stopped.is_none() && report.exploitability.mean() > USABLE {
                report = solver.run(Goal { exploitability: USABLE, iterations: MOST_ITERATIONS }, context);
            }
            SolveError::unless_usable(&report)?;
            let solutions = Solutions::new(&solver, reader.seat());
            let Some(solution) = solutions.solution(reader) else { return Ok(None) };
            // The reader's hand may be one of the least likely, to which the exploitability is hardly
            // sensitive.
            let gap = solution.best_reply - solution.value;
            let iterations = MOST_ITERATIONS.min(report.iterations + report.iterations.div_ceil(2));
            let is_last = report.stopped.is_some() || report.iterations >= MOST_ITERATIONS;
            if gap <= READER_GAP || is_last || !limits.allows(solver.size(), iterations) {
                break (report, readers.iter().map(|reader| solutions.solution(reader)).collect());
            }
            goal = Goal { exploitability: 0.0, iterations };
        };
        let (size, bytes) = (*solver.size(), solver.size().bytes(endgame::RULE));
        let ends = ActionEnds::in_solution(&solver, reader);
        let readers = readers.to_vec();
        Ok(Some(Self {
            report,
            continuation,
            pairs,
            size,
            bytes,
            is_whole: false,
            over_fewer: None,
            readers,
            solutions,
            ends,
        }))
    }

    /// The share of all pairs and the reader's value, for a solution over more hands.
    fn as_fewer(&self, (request, canonical): (&SolveRequest, &Canonical)) -> Option<(f64, Number)> {
        self.hand_values(request, canonical).first().copied().flatten().map(|hand| (self.pairs, hand.win))
    }
}

impl Canonical {
    /// Other information sets of the round under canonical names.
    fn others(&self, others: &[InformationSet]) -> Vec<Information> {
        others.iter().map(|other| self.names.information(other.key())).collect()
    }
}

/// The strategies that were found, with their exploitability.
struct SolvedStrategies<'a> {
    request: &'a SolveRequest,
    report: &'a RunReport,
    continuation: Continuation,
    /// Share of the total weight of all pairs of hands that the solution covers.
    pairs: f64,
    /// Whether no limit kept any hand out.
    is_whole: bool,
}

impl SolvedStrategies<'_> {
    /// Value or probability under the strategies anywhere in the endgame, with its strength.
    fn number(&self, value: f64) -> Number {
        self.over_all(self.report.exploitability.computed(value))
    }

    /// A number under what is assumed: the past, and the values of undecided games.
    fn as_asked(&self, number: impl Into<Number>) -> Number {
        let number = self.request.under_reach(number);
        let holds = self.continuation.strength(number.strength()) == number.strength();
        if holds { number } else { self.report.exploitability.computed(number.value()).into() }
    }

    /// A number of the solution as one about all hands: an estimate if the solution covers few of them.
    fn over_all(&self, number: impl Into<Number>) -> Number {
        let number = self.as_asked(number);
        if self.pairs < NEARLY_ALL { number.of_an_estimate() } else { number }
    }

    fn hand_value(&self, solution: &Solution) -> HandValue {
        let most =
            solution.actions.iter().rev().max_by(|one, other| one.probability.total_cmp(&other.probability));
        HandValue {
            win: self.number(solution.value).probability(),
            best: most.map(|best| (best.action, best.probability)),
        }
    }

    /// Values of the hands of these readers in a canonical position, under the names of the given one. Hands that a symmetry of the
    /// position maps onto each other have the mean of their values and are played alike.
    fn hand_values(
        &self,
        readers: &[Information],
        solutions: &[Option<Solution>],
        canonical: &Canonical,
    ) -> Vec<Option<HandValue>> {
        let hand = |reader: &Information| {
            // The hands of the orbit that were solved, each with the names that lead from there to this one.
            let orbit = canonical.same.iter().filter_map(|names| {
                let there = names.inverse().information(reader);
                let place = readers.iter().position(|other| *other == there)?;
                Some((place, *names, solutions[place].as_ref()?))
            });
            let mut orbit: Vec<_> = orbit.collect();
            orbit.sort_by_key(|&(place, names, _)| (place, names));
            let (_, names, first) = *orbit.first()?;
            let same = canonical.same_of(reader);
            let mut pooled = first.clone();
            pooled.pool(&canonical.same_of(&names.inverse().information(reader)));
            let mut value = self.hand_value(&pooled);
            value.best = value.best.map(|(action, frequency)| (names.action(action), frequency));
            orbit.dedup_by_key(|&mut (place, ..)| place);
            let count: f64 = orbit.iter().map(|_| 1.0).sum();
            let mean = orbit.iter().map(|(.., solution)| solution.value).sum::<f64>() / count;
            value.win = self.number(mean).probability();
            Some(value.named_back(&same, canonical.back))
        };
        readers.iter().map(hand).collect()
    }

    fn position(
        &self,
        canonical: &Canonical,
        solution: &Solution,
        others: impl Iterator<Item = Option<HandValue>>,
        size: Size,
        bytes: u64,
    ) -> SolvedPosition {
        let Self { request, report, pairs, .. } = *self;
        let Canonical { set, same, back, .. } = canonical;
        let number = |value| self.number(value);
        let game = endgame::bounds(&report.exploitability, set.seat()).over_share(pairs);
        let mut solution = solution.clone();
        solution.pool(same);
        let mut own: Vec<ValuedAction> =
            solution.actions.iter().map(|own| ValuedAction::of_own(own, &number)).collect();
        equalise(&mut own, same);
        let mut actions = ValuedAction::ordered(own);
        let seen = solution.opponent_actions.iter().map(|seen| ValuedAction::of_opponent(seen, &number));
        let mut opponent_actions = equalise_seen(&seen.collect::<Vec<_>>(), same);
        opponent_actions
            .sort_by(|one, other| other.share.total_cmp(&one.share).then(one.orbit.cmp(&other.orbit)));
        named_back(&mut actions, canonical);
        named_back(&mut opponent_actions, canonical);
        SolvedPosition {
            request: *request,
            win: number(solution.value).probability(),
            best_reply: number(solution.best_reply).probability(),
            over_hands: self.as_asked(game).probability(),
            interval: [game.low, game.high].map(|end| Number::Proved(end).probability().value()),
            // Rounding may leave it slightly negative.
            exploitability: self.over_all(Proved(report.exploitability.mean().max(0.0))),
            actions,
            opponent_actions,
            others: others.collect(),
            iterations: report.iterations,
            stopped: report.stopped.or_else(|| request.missed(report, self.is_whole)),
            size,
            bytes,
            live: pairs,
            over_fewer: None,
            ends: Vec::new(),
            hand: self.hand_value(&solution).named_back(same, *back),
        }
    }
}
