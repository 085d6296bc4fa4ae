//! A position, solved: the rest of the round for all that both players may hold.

use std::iter::successors;
use std::time::Duration;

use super::actions::{Advice, ValuedAction};
use super::exchanges::HandValue;
use crate::analysis::{ExactSettings, Opponent, Reach};
use crate::endgame::{
    self, Cut, Endgame, EndgameError, Estimate, LiveEndgame, MOST_ITERATIONS, PastPlay, Seen, Solution,
    Solutions,
};
use crate::knowledge::InformationSet;
use crate::policy::{Policy, SharedPolicy, Unsuited};
use crate::ranges::PublicRanges;
use crate::rules::{Information, Round};
use hanamachi_core::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_core::search::cfr::public_tree::{Goal, Report, Size, Solver, TooLarge, Unbuilt};
use hanamachi_core::search::strength::{Number, Proved};
use hanamachi_text::ByteSize;

/// How a position is to be solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolveRequest {
    /// How exactly, in how much memory, and what is assumed of the turns so far.
    pub settings: ExactSettings,
    /// Named in what is said of the solution; nothing is drawn from it.
    pub seed: u64,
    /// What takes longer than this on one core, as far as can be told before, is not begun.
    pub time: Option<Duration>,
    /// Over live hands so many of the last turns are solved where that costs little, usually [`LIVE_TURNS`].
    pub turns: usize,
}

/// The last turns of a round over which live hands are solved where that costs little.
pub const LIVE_TURNS: usize = 4;
/// What a best response would win more with the reader's cards, at most, in units of utility: half a per cent of a win.
const READER_GAP: f64 = 0.01;
/// Updates of regrets, at most, so that the strategy of the reader's cards may come closer: some two seconds of one core.
const MOST_WORK: u64 = 1 << 30;
/// Bytes of a tree over live hands, at most.
const LIVE_BYTES: u64 = 384 << 20;
/// So often fewer hands are live where the tree is too large.
const CUTS: usize = 3;
/// What is more exploitable than this when its time is over is no answer.
const USABLE: f64 = 0.01;

/// Why a position was not solved.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SolveError {
    /// The rest of the round is too large to be counted.
    #[error("the rest of the round has too many public states to be counted, let alone solved")]
    Uncounted,
    /// It needs more memory than it may use.
    #[error("the endgame needs {needed} of memory, more than the {allowed} that it may use")]
    Memory {
        /// What it needs.
        needed: ByteSize,
        /// What it may use.
        allowed: ByteSize,
    },
    /// It takes longer than it may.
    #[error("the endgame takes about {} s on one core, longer than it may", .needed.as_secs() + 1)]
    Time {
        /// About how long it takes on one core.
        needed: Duration,
    },
    /// There is no endgame.
    #[error(transparent)]
    Endgame(#[from] EndgameError),
    /// The cards that the reader holds do not lead there.
    #[error("the cards of the reader do not lead to the endgame")]
    Unreachable,
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// A position whose rest of the round was solved, as the reader sees it: **computed**, and **bounded** over all hands; all of it
/// **estimated** where the past is taken for that of sensible players, because that is a model of how people play.
///
/// ```
/// use hanamachi_solver::hanamikoji::analysis::ExactSettings;
/// use hanamachi_solver::hanamikoji::study::{SolveRequest, SolvedPosition};
/// use hanamachi_solver::hanamikoji::{Game, InformationSet};
/// use hanamachi_solver::search::budget::CancelToken;
/// use hanamachi_solver::search::strength::{HasStrength, Strength};
///
/// let set: InformationSet = "... 1 ABC - geisha=2,3,4 actions=1,3".parse()?;
/// let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
/// let request = SolveRequest { settings: ExactSettings::STANDARD, seed: 1, time: None, turns: 4 };
/// let solved = SolvedPosition::solve(&round, &set, &[], &request, &CancelToken::new())?;
/// assert_eq!((solved.win.strength(), solved.over_hands.strength()), (Strength::Computed, Strength::Bounded));
/// // A whole round: what each action is worth, and how often the equilibrium plays it.
/// let often: f64 = solved.actions.iter().filter_map(|of| of.frequency).map(|often| often.value()).sum();
/// assert!((often - 1.0).abs() < 1e-6);
/// // First the actions that cannot be told from the best one, by how often they are played.
/// let advice = solved.advice().ok_or("the reader decides")?;
/// assert_eq!(Some(advice.play), solved.actions.first().map(|first| first.action));
/// assert!(solved.actions.iter().any(|of| of.loss == Some(0.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct SolvedPosition {
    /// How it was solved.
    pub request: SolveRequest,
    /// The probability that the reader wins the game with the cards at hand, a shared one counting one half.
    pub win: Number,
    /// What a best response to the opponent's strategy would win with these cards.
    pub best_reply: Number,
    /// What the rest of the round is worth to the reader before the hands are looked at.
    pub over_hands: Number,
    /// In which that was proved to lie if hands are as likely as they are taken to be.
    pub interval: [f64; 2],
    /// The mean of what best responses gain over all hands, in units of utility.
    pub exploitability: Number,
    /// The reader's actions by what they lose; none where it is not for the reader to decide.
    pub actions: Vec<ValuedAction>,
    /// What the reader may see the opponent play, by how likely it is; none where it is not for the opponent to decide.
    pub opponent_actions: Vec<ValuedAction<Seen>>,
    /// What the same equilibrium says of the other hands that were asked about; `None` of one that cannot be held there.
    pub others: Vec<Option<HandValue>>,
    /// Iterations that were used.
    pub iterations: u64,
    /// Why it is less exact than was asked for, if it is.
    pub stopped: Option<Stop>,
    /// The size of the public tree.
    pub size: Size,
    /// Bytes that solving it took.
    pub bytes: u64,
    /// The share of what all pairs of hands weigh over which it was solved: 1 where all hands were.
    pub live: f64,
    hand: HandValue,
}

impl SolvedPosition {
    /// Solves the rest of the round on the current pool of threads. With it comes what it says to a reader who holds the cards of
    /// one of `others`, of what nobody else could tell apart. Where `cancel` stops it for its time, the strategies found by then are
    /// the answer.
    ///
    /// # Errors
    ///
    /// When the position cannot be solved, or not within the limits; and why it was stopped otherwise.
    pub fn solve(
        round: &Round,
        set: &InformationSet,
        others: &[InformationSet],
        request: &SolveRequest,
        cancel: &CancelToken,
    ) -> Result<Self, SolveError> {
        let estimate = Estimate::new(round, set.key())?.ok_or(SolveError::Uncounted)?;
        Self::solve_estimated((round, set), others, request, estimate, RunContext::silent(cancel))
    }

    /// The same where that costs little; `None` where it does not, or where the time is over before the strategies are worth anything.
    ///
    /// Where both are taken to have played by a policy, the rest of the round is solved over the hands that this makes likely, see [`LiveEndgame`],
    /// in the last [turns](SolveRequest::turns); where nothing is known of the past, over all of them, where that is [small](Estimate::of_small). The
    /// progress of `context` counts iterations; how many it will take nobody knows before.
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
        if let Some(policy) = request.policy(round)? {
            return Self::solve_live((round, set), others, request, &*policy, context);
        }
        let estimate = Estimate::of_small(round, set.key(), request.settings.memory.0)?;
        let estimate = estimate.filter(|estimate| !request.is_too_slow(estimate));
        let solve = |estimate| Self::solve_estimated((round, set), others, request, estimate, context);
        match estimate.map(solve).transpose() {
            Err(SolveError::Time { .. }) => Ok(None),
            solved => solved,
        }
    }

    fn solve_live(
        (round, set): (&Round, &InformationSet),
        others: &[InformationSet],
        request: &SolveRequest,
        policy: &dyn Policy,
        context: RunContext<'_>,
    ) -> Result<Option<Self>, SolveError> {
        if turns_left(round, set.key()) > request.turns {
            return Ok(None);
        }
        policy.check(round.rules()).map_err(EndgameError::from)?;
        let ranges = match PublicRanges::until(round, set.key(), policy, context.cancel) {
            Ok(ranges) => ranges,
            Err(Stop::Time) => return Ok(None),
            Err(stop) => return Err(stop.into()),
        };
        let readers: Vec<Information> = [set].into_iter().chain(others).map(|set| *set.key()).collect();
        let solve =
            |live: &[Information]| LiveSolution::find(round, live, &readers, &ranges, request, context);
        // What it says to the reader does not depend on who else is asked about.
        let Some(mut found) = solve(&readers[..1])? else { return Ok(None) };
        if found.solutions.iter().any(Option::is_none)
            && let Some(all) = solve(&readers)?
        {
            for (solution, of_all) in found.solutions.iter_mut().zip(all.solutions) {
                *solution = solution.take().or(of_all);
            }
        }
        let LiveSolution { report, pairs, size, bytes, solutions } = found;
        let mut solutions = solutions.into_iter();
        let Some(solution) = solutions.next().flatten() else { return Ok(None) };
        let found = SolvedStrategies { request, report: &report, pairs };
        Ok(Some(found.position(set, &solution, solutions, size, bytes)))
    }

    fn solve_estimated(
        (round, set): (&Round, &InformationSet),
        others: &[InformationSet],
        request: &SolveRequest,
        estimate: Estimate,
        context: RunContext<'_>,
    ) -> Result<Self, SolveError> {
        let ExactSettings { exploitability, memory: allowed, .. } = request.settings;
        let too_large = |bytes| SolveError::Memory { needed: ByteSize(bytes), allowed };
        let too_slow = SolveError::Time { needed: Duration::from_nanos(estimate.nanoseconds) };
        if estimate.bytes > allowed.0 {
            return Err(too_large(estimate.bytes));
        }
        if request.is_too_slow(&estimate) {
            return Err(too_slow);
        }
        let policy = request.policy(round)?;
        let mut game = Endgame::new(round, set.key(), PastPlay::of(policy.as_deref()))?;
        let mut solver = Solver::new(&mut game, endgame::RULE, allowed.0)
            .map_err(|TooLarge { needed, .. }| too_large(needed))?;
        let report = solver.run(Goal { exploitability, iterations: MOST_ITERATIONS }, context);
        match report.stopped {
            Some(stop) if stop != Stop::Time => return Err(stop.into()),
            Some(_) if report.exploitability.mean() > USABLE => return Err(too_slow),
            _ => {}
        }
        let solutions = Solutions::new(&solver, set.seat());
        let solution = solutions.of(set.key()).ok_or(SolveError::Unreachable)?;
        let others = others.iter().map(|other| solutions.of(other.key()));
        let found = SolvedStrategies { request, report: &report, pairs: 1.0 };
        Ok(found.position(set, &solution, others, *solver.size(), estimate.bytes))
    }

    /// What to play; `None` where it is not for the reader to decide.
    #[must_use]
    pub fn advice(&self) -> Option<Advice> {
        Advice::new(&self.actions, None, None)
    }

    /// What the hand is worth, and what to play with it.
    #[must_use]
    pub const fn hand_value(&self) -> HandValue {
        self.hand
    }
}

/// What was found over live hands.
struct LiveSolution {
    report: Report,
    /// The share of what all pairs of hands weigh over which it was solved.
    pairs: f64,
    size: Size,
    bytes: u64,
    /// What it says to each reader; `None` to whoever holds a hand that is not live.
    solutions: Vec<Option<Solution>>,
}

impl LiveSolution {
    /// Solves over the hands that are likely and those of `live`, whose first is to know most exactly what to play; `None` where that takes too much time
    /// or memory.
    fn find(
        round: &Round,
        live: &[Information],
        readers: &[Information],
        ranges: &PublicRanges,
        request: &SolveRequest,
        context: RunContext<'_>,
    ) -> Result<Option<Self>, SolveError> {
        let ExactSettings { exploitability, memory, .. } = request.settings;
        let memory = memory.0.min(LIVE_BYTES);
        let [reader, ..] = live else { return Ok(None) };
        let cut = if turns_left(round, reader) < LIVE_TURNS { Cut::FINE } else { Cut::USUAL };
        for cut in successors(Some(cut), |cut| Some(cut.wider())).take(CUTS) {
            let Some(mut game) = LiveEndgame::within(round, live, ranges, cut)? else {
                return Ok(None);
            };
            let pairs = game.pairs();
            let mut solver = match Solver::grow(&mut game, endgame::RULE, memory, context.cancel) {
                Ok(solver) => solver,
                Err(Unbuilt::Memory { .. }) => continue,
                Err(Unbuilt::Stopped(Stop::Time)) => return Ok(None),
                Err(Unbuilt::Stopped(stop)) => return Err(stop.into()),
            };
            let mut goal = Goal { exploitability, iterations: MOST_ITERATIONS };
            let (report, solutions) = loop {
                let report = solver.run(goal, context);
                match report.stopped {
                    Some(stop) if stop != Stop::Time => return Err(stop.into()),
                    Some(_) if report.exploitability.mean() > USABLE => return Ok(None),
                    _ => {}
                }
                let solutions = Solutions::new(&solver, reader.seat());
                let Some(solution) = solutions.of(reader) else { return Ok(None) };
                // The hand of the reader may be one of the least likely, which the exploitability hardly sees.
                let gap = solution.best_reply - solution.value;
                let work = solver.size().sequences.saturating_mul(2 * report.iterations);
                if gap <= READER_GAP || report.stopped.is_some() || work > MOST_WORK {
                    break (report, readers.iter().map(|reader| solutions.of(reader)).collect());
                }
                goal = Goal { exploitability: 0.0, iterations: 2 * report.iterations };
            };
            let size = *solver.size();
            return Ok(Some(Self { report, pairs, size, bytes: size.bytes(&endgame::RULE), solutions }));
        }
        Ok(None)
    }
}

/// The turns that are to be finished.
fn turns_left(round: &Round, information: &Information) -> usize {
    round.rules().turns() - information.turns_over()
}

impl SolveRequest {
    /// By which both are taken to have played, if by any.
    fn policy(&self, round: &Round) -> Result<Option<SharedPolicy>, SolveError> {
        let opponent = Opponent::from(self.settings.reach);
        match opponent.check(round.rules()) {
            Ok(()) => Ok(opponent.policy()),
            Err(error) => Err(EndgameError::Unsuited(Unsuited { reason: error.to_string() }).into()),
        }
    }

    fn is_too_slow(&self, estimate: &Estimate) -> bool {
        self.time.is_some_and(|time| u128::from(estimate.nanoseconds) > time.as_nanos())
    }

    /// What is said of the endgame, as strong as it is: a learned past is a model of how people play, so that all that rests on it is
    /// an estimate.
    fn under_reach(&self, number: impl Into<Number>) -> Number {
        match self.settings.reach {
            Reach::Uniform | Reach::Equilibrium => number.into(),
            Reach::Learned => number.into().of_an_estimate(),
        }
    }
}

/// The strategies that were found, and how exploitable they are.
struct SolvedStrategies<'a> {
    request: &'a SolveRequest,
    report: &'a Report,
    /// The share of what all pairs of hands weigh over which it was solved.
    pairs: f64,
}

impl SolvedStrategies<'_> {
    /// A number that the strategies have somewhere in the endgame.
    fn number(&self, value: f64) -> Number {
        self.request.under_reach(self.report.exploitability.computed(value))
    }

    fn hand_value(&self, solution: &Solution) -> HandValue {
        let most = solution.actions.iter().max_by(|one, other| one.probability.total_cmp(&other.probability));
        HandValue {
            win: self.number(solution.value).probability(),
            best: most.map(|best| (best.action, best.probability)),
        }
    }

    fn position(
        &self,
        set: &InformationSet,
        solution: &Solution,
        others: impl Iterator<Item = Option<Solution>>,
        size: Size,
        bytes: u64,
    ) -> SolvedPosition {
        let Self { request, report, pairs } = *self;
        let number = |value| self.number(value);
        let game = endgame::bounds(&report.exploitability, set.seat()).over_share(pairs);
        let own = solution.actions.iter().map(|own| ValuedAction::of_own(own, &number)).collect();
        let mut opponent_actions: Vec<ValuedAction<Seen>> =
            solution.opponent_actions.iter().map(|seen| ValuedAction::of_opponent(seen, &number)).collect();
        opponent_actions.sort_by(|one, other| other.share.total_cmp(&one.share));
        SolvedPosition {
            request: *request,
            win: number(solution.value).probability(),
            best_reply: number(solution.best_reply).probability(),
            over_hands: request.under_reach(game).probability(),
            interval: [game.low, game.high].map(|end| Number::Proved(end).probability().value()),
            // Rounding may leave a hair less than nothing.
            exploitability: request.under_reach(Proved(report.exploitability.mean().max(0.0))),
            actions: ValuedAction::ordered(own),
            opponent_actions,
            others: others.map(|other| other.as_ref().map(|other| self.hand_value(other))).collect(),
            iterations: report.iterations,
            stopped: report.stopped,
            size,
            bytes,
            live: pairs,
            hand: self.hand_value(solution),
        }
    }
}
