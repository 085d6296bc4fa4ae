//! The question about the value of a position: its text form and its plan.

use std::fmt::{self, Display, Write};
use std::num::NonZeroU64;
use std::str::FromStr;
use std::time::Duration;

use super::solving::SolveRequest;
use super::tree_limits::SOLVING;
use crate::analysis::{
    AnalysisError, FEWEST_BLOCKS, IsmctsSettings, Method, Parameter, Parameters, Past, SearchSettings,
    SettingsError, above_0, memory, split_parameters,
};
use crate::knowledge::InformationSet;
use crate::rules::{Favour, Rules};
use hanamachi_core::search::root_values::Effort;
use hanamachi_text::{ByteSize, quoted};

/// Question about the value of a position. Its text form is `method:parameter=value,…`, with the parameters of
/// [`Evaluate::parameters`]: `auto` solves the rest of the round where that costs little and searches elsewhere,
/// `exact` solves it over all hands or fails, and `equilibrium`, `ismcts` and `pimc` search.
///
/// Evaluations, hints, reviews, reports and the board get the same answer from the same solving, search,
/// effort and seed. Geisha of equal value with their markers in the same place are treated alike: a position in which they are exchanged has the
/// exchanged answer, to the last digit.
///
/// ```
/// use hanamachi_solver::hanamikoji::study::Evaluate;
/// use hanamachi_solver::hanamikoji::{Game, InformationSet};
/// use hanamachi_solver::search::budget::RunContext;
///
/// // The reader takes one of two pairs.
/// let set: InformationSet = "....... 2 ABDEFG 4ACBD".parse()?;
/// let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
/// let question = "auto:iterations=4000".parse::<Evaluate>()?;
/// let study = question.run(&round, &set, RunContext::unwatched())?;
/// assert_eq!(study.value.advice().unwrap().play.to_string(), "-AC");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Evaluate {
    choice: Approach,
    /// Exploitability of a solution, in units of utility; `None`, as below, for the best known.
    pub exploitability: Option<f64>,
    /// Memory for solving.
    pub memory: Option<ByteSize>,
    /// Model of the turns so far, where the position is solved.
    pub reach: Option<Past>,
    /// Iterations of a search, deals of pimc, which also bound the work of solving where that costs little; `None` for the
    /// usual number, and for no bound with a time limit.
    pub iterations: Option<NonZeroU64>,
    /// Iterations in a block of a search; `None` for the usual number.
    pub block: Option<NonZeroU64>,
    /// Time limit on one core. The caller keeps the clock: see [`run_within`](Self::run_within).
    pub time: Option<Duration>,
    /// Seed of the random numbers; `None` for the seed that follows from the [position](InformationSet::seed).
    pub seed: Option<u64>,
}

/// How the value is found.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
enum Approach {
    /// Solved where that costs little, else searched by the best known method.
    #[default]
    Auto,
    /// Solved over all hands.
    Exact,
    /// Searched by this method.
    Search(Method),
}

/// Minimum number of blocks of a search with enough iterations.
const USUAL_BLOCKS: u64 = 20;
/// Uniform share of the prior of `ismcts`, so that the search values every action and not only the best.
const FLOOR: f32 = 0.25;

const AUTO: &str = "auto";
const EXACT: &str = "exact";
const REACH: &str = "model of the play so far: `uniform`, none (all hands are equally likely); `learned`, sensible play; `equilibrium`, the approximate equilibrium; \
     the last two for standard deals only";
const TIME: Parameter = Parameter { name: "time", default: "no limit", about: "seconds on one core" };
const ITERATIONS: Parameter =
    Parameter { name: "iterations", default: "the usual number", about: "iterations of a search" };
const BLOCK: Parameter =
    Parameter { name: "block", default: "the usual size", about: "iterations per block" };
const OF_EXACT: [Parameter; 4] = [
    Parameter {
        name: "exploitability",
        default: "0.002",
        about: "solve until best responses gain no more than this on average, in units of utility",
    },
    Parameter { name: "memory", default: "1G", about: "memory limit" },
    Parameter { name: "reach", default: "uniform", about: REACH },
    TIME,
];
const OF_AUTO: [Parameter; 6] = [OF_EXACT[0], OF_EXACT[1], OF_EXACT[2], ITERATIONS, BLOCK, TIME];

impl Evaluate {
    /// Names of the methods in the text form.
    pub const METHODS: &'static [&'static str] = &[AUTO, EXACT, "equilibrium", "ismcts", "pimc"];

    /// Best known method, with this number of iterations of a search, or the usual number, and as much solving. The
    /// ends of rounds are solved where that costs little, with hands weighted by the model of past play.
    #[must_use]
    pub fn usual(iterations: Option<NonZeroU64>, seed: Option<u64>) -> Self {
        Self { iterations, seed, ..Self::default() }
    }

    /// This search, with its settings as they are for players.
    #[must_use]
    pub fn by_search(search: SearchSettings) -> Self {
        let SearchSettings { method, iterations, block } = search;
        Self { choice: Approach::Search(method), iterations, block, ..Self::default() }
    }

    /// Parameters of the method with this name but `time`, which all have; empty for an unknown name.
    #[must_use]
    pub fn parameters(name: &str) -> &'static [Parameter] {
        match name {
            AUTO => &OF_AUTO[..5],
            EXACT => &OF_EXACT[..3],
            _ => SearchSettings::parameters(name),
        }
    }

    /// Reads the text form. The parameters of `more` take precedence over those of the text. A parameter that only
    /// `ismcts` has turns `auto` into `ismcts`.
    ///
    /// # Errors
    ///
    /// For an unknown method, a parameter that the method does not have, or a wrong value.
    pub fn read(
        text: &str,
        more: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Result<Self, SettingsError> {
        let (mut name, rest) = split_parameters(text)?;
        let more: Vec<(&str, String)> = more.into_iter().collect();
        let name_of = |part: &str| part.split('=').next().unwrap_or_default().trim().to_owned();
        let mut parts: Vec<String> = (!rest.is_empty())
            .then(|| rest.split(',').filter(|part| more.iter().all(|(name, _)| *name != name_of(part))))
            .into_iter()
            .flatten()
            .map(str::to_owned)
            .collect();
        parts.extend(more.iter().map(|(name, value)| format!("{name}={value}")));
        let has = |parameters: &[Parameter], part: &str| parameters.iter().any(|of| of.name == name_of(part));
        let ismcts = Method::Ismcts(IsmctsSettings::default()).name();
        if name == AUTO
            && parts.iter().any(|part| !has(&OF_AUTO, part) && has(Self::parameters(ismcts), part))
        {
            name = ismcts;
        }
        let rest = |parts: &[String]| parts.join(",");
        if name == AUTO || name == EXACT {
            let (choice, known) =
                if name == AUTO { (Approach::Auto, &OF_AUTO[..]) } else { (Approach::Exact, &OF_EXACT[..]) };
            let rest = rest(&parts);
            let given = Parameters::read(name, known, &rest)?;
            return Ok(Self {
                choice,
                exploitability: given.get_by("exploitability", above_0())?,
                memory: given.get_by("memory", memory())?,
                reach: given.get("reach")?,
                iterations: given.get("iterations")?,
                block: given.get("block")?,
                time: given.get_by("time", seconds)?,
                seed: None,
            });
        }
        let (of_time, mut parts): (Vec<String>, Vec<String>) =
            parts.into_iter().partition(|part| name_of(part) == TIME.name);
        if name == "pimc" {
            for part in &mut parts {
                *part = part.replacen("iterations=", "deals=", usize::from(part.starts_with("iterations=")));
            }
        }
        let text = if parts.is_empty() { name.to_owned() } else { format!("{name}:{}", rest(&parts)) };
        let search: SearchSettings = text.parse().map_err(|error| match error {
            SettingsError::UnknownMethod { .. } => {
                let names: Vec<String> = Self::METHODS.iter().map(|name| format!("`{name}`")).collect();
                SettingsError::UnknownMethod { name: quoted(name), known: names.join(", ") }
            }
            error => error,
        })?;
        let of_time = rest(&of_time);
        let time = Parameters::read(name, &[TIME], &of_time)?.get_by("time", seconds)?;
        let mut asked = Self { time, ..Self::by_search(search) };
        if let Approach::Search(Method::Ismcts(settings)) = &mut asked.choice
            && settings.floor.is_none()
            && settings.may_have_floor()
        {
            settings.floor = Some(FLOOR);
        }
        Ok(asked)
    }

    /// The name of the method.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        match &self.choice {
            Approach::Auto => AUTO,
            Approach::Exact => EXACT,
            Approach::Search(method) => method.name(),
        }
    }

    /// Whether the method is chosen automatically.
    #[must_use]
    pub const fn is_auto(&self) -> bool {
        matches!(self.choice, Approach::Auto)
    }

    /// Whether the rest of the round is solved or there is no answer.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        matches!(self.choice, Approach::Exact)
    }

    /// Whether nothing but the seed was chosen.
    #[must_use]
    pub fn is_default(&self) -> bool {
        Self { seed: None, ..*self } == Self::default()
    }

    /// Whether nothing but the number of iterations, the block and the seed was chosen.
    #[must_use]
    pub fn has_only_iterations(&self) -> bool {
        Self { iterations: None, block: None, ..*self }.is_default()
    }

    /// This many iterations, in blocks of this size, without a time limit.
    #[must_use]
    pub fn with(self, iterations: NonZeroU64, block: Option<NonZeroU64>) -> Self {
        Self { iterations: Some(iterations), block, time: None, ..self }
    }

    /// The question by the search that answers it in games by these rules where nothing is solved.
    #[must_use]
    pub fn searching(self, rules: &Rules) -> Self {
        let choice = Approach::Search(self.searches_by(rules));
        Self { choice, exploitability: None, memory: None, reach: None, ..self }
    }

    /// The flags of the program that ask the question, each after a blank; without the seed.
    #[must_use]
    pub fn flags(&self) -> String {
        // What has a flag of its own, and what is left for the text.
        let short = Self { choice: Approach::Auto, block: None, ..*self };
        let long = Self { choice: self.choice, block: self.block, ..Self::default() };
        let mut text = match &long {
            Self { choice: Approach::Auto, block: None, .. } => String::new(),
            long => format!(" --method {long}"),
        };
        for (name, value) in short.given() {
            let _ = write!(text, " --{name} {value}");
        }
        text
    }

    /// The parameters that were given, but those of the method of a search.
    fn given(&self) -> Vec<(&'static str, String)> {
        let iterations =
            if matches!(self.choice, Approach::Search(Method::Pimc { .. })) { "deals" } else { "iterations" };
        [
            ("exploitability", self.exploitability.map(|of| of.to_string())),
            ("memory", self.memory.map(ByteSize::exact_text)),
            ("reach", self.reach.map(|of| of.to_string())),
            (iterations, self.iterations.map(|of| of.to_string())),
            ("block", self.block.map(|of| of.to_string())),
            ("time", self.time.map(|of| of.as_secs_f64().to_string())),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
    }

    /// The search that answers in games by these rules where nothing is solved.
    #[must_use]
    pub fn searches_by(&self, rules: &Rules) -> Method {
        match self.choice {
            Approach::Search(method) => method,
            Approach::Auto | Approach::Exact => Method::for_rules(rules),
        }
    }

    /// The effort of that search, with the seed 0 where the position decides about it. Without a number of iterations it is
    /// the usual one, or no bound if there is a time limit.
    #[must_use]
    pub fn effort(&self, set: &InformationSet) -> Effort {
        self.effort_under(set.rules(), set.favour_of_first())
    }

    /// That search with its effort.
    #[must_use]
    pub fn search(&self, set: &InformationSet) -> (Method, Effort) {
        (self.searches_by(set.rules()), self.effort(set))
    }

    /// The effort in rounds by these rules that begin with these markers.
    #[must_use]
    pub fn effort_under(&self, rules: &Rules, favour: Favour) -> Effort {
        let usual = self.searches_by(rules).usual(favour);
        let unless_given = if self.time.is_some() { u64::MAX } else { usual.iterations };
        let iterations = self.iterations.map_or(unless_given, NonZeroU64::get);
        // Few iterations are cut into smaller blocks, so that there are enough blocks to estimate the error.
        let finest = NonZeroU64::new(iterations.div_ceil(USUAL_BLOCKS)).unwrap_or(NonZeroU64::MIN);
        let block_size = self.block.unwrap_or(usual.block_size.min(finest));
        Effort { iterations, block_size, seed: self.seed.unwrap_or_default() }
    }

    /// The smallest effort of that search that yields a standard error; it takes some hundredths of a second.
    pub(super) fn least_effort(&self, rules: &Rules) -> Effort {
        let usual = self.searches_by(rules).usual(Favour::NEUTRAL);
        let block = usual.block_size.get().div_ceil(40);
        let block_size = NonZeroU64::new(block).unwrap_or(NonZeroU64::MIN);
        Effort { iterations: block * FEWEST_BLOCKS, block_size, ..usual }
    }

    /// Checks that the search is available in games by these rules.
    ///
    /// # Errors
    ///
    /// As [`Method::check`].
    pub fn check(&self, rules: &Rules) -> Result<(), AnalysisError> {
        self.searches_by(rules).check(rules)
    }

    /// Time for solving: all of the time, or a share of it where a search answers otherwise; `None` without a limit.
    #[must_use]
    pub fn solving_time(&self) -> Option<Duration> {
        let share = if matches!(self.choice, Approach::Exact) { 1.0 } else { SOLVING };
        self.time.map(|time| time.mul_f64(share))
    }

    /// Whether this position may be solved, as far as its turn tells.
    #[must_use]
    pub fn may_solve(&self, set: &InformationSet) -> bool {
        self.solve_request(set.rules(), 0).is_some_and(|request| request.reaches(set))
    }

    /// What is solved in games by these rules, if anything is.
    #[must_use]
    pub fn solve_request(&self, rules: &Rules, seed: u64) -> Option<SolveRequest> {
        let usual = match self.choice {
            // Where the method is chosen automatically, so is the reading of the past.
            Approach::Auto => SolveRequest::for_rules(rules),
            Approach::Exact => SolveRequest::STANDARD,
            Approach::Search(_) => return None,
        };
        Some(SolveRequest {
            exploitability: self.exploitability.unwrap_or(usual.exploitability),
            over_part: self.exploitability.unwrap_or(usual.over_part),
            memory: self.memory.unwrap_or(usual.memory),
            reach: self.reach.unwrap_or(usual.reach),
            seed,
            time: self.time,
            iterations: self.iterations,
            ..usual
        })
    }
}

/// Text form of a search whose `ismcts` has the floor of evaluations if it names none.
fn search_text(mut method: Method) -> String {
    if let Method::Ismcts(settings) = &mut method
        && settings.may_have_floor()
    {
        settings.floor = match settings.floor {
            Some(FLOOR) => None,
            None => Some(0.0),
            floor => floor,
        };
    }
    let name = method.name();
    let is_default = name.parse::<SearchSettings>().is_ok_and(|usual| usual.method == method);
    if is_default {
        return name.to_owned();
    }
    SearchSettings { method, iterations: None, block: None }.to_string()
}

/// Parser for a time limit.
fn seconds(text: &str) -> Result<Duration, String> {
    let found = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    found.filter(|time| !time.is_zero()).ok_or_else(|| "it is a number of seconds above 0".to_owned())
}

impl FromStr for Evaluate {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        Self::read(text, [])
    }
}

impl Display for Evaluate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.choice {
            Approach::Auto | Approach::Exact => self.method().to_owned(),
            Approach::Search(method) => search_text(method),
        };
        f.write_str(&text)?;
        for (i, (name, value)) in self.given().into_iter().enumerate() {
            let mark = if i == 0 && !text.contains(':') { ':' } else { ',' };
            write!(f, "{mark}{name}={value}")?;
        }
        Ok(())
    }
}
