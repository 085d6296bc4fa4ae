//! The solver report: the convergence of a run, its size, and its strategy.
//!
//! The results come from the file that the run wrote, or from the output of its `--json`. Only the latter has
//! times, because files are the same on every machine.

use hanamachi_solver::RunPoint;
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::objects::ActionText;
use hanamachi_solver::hanamikoji::strategy_table::{GAME, StrategyTable, StrategyTableError};
use hanamachi_solver::hanamikoji::study::{PolicyAt, PolicyReader};
use hanamachi_solver::hanamikoji::{Action, Continuation, InformationSet, Rules};
use hanamachi_solver::search::strength::{HasStrength, Strength};
use hanamachi_solver::table::{Metadata, POLICY_KIND, POLICY_VERSION, ReadError, Reader};
use hanamachi_solver::text::shell_word as quoted;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::parts::PARTS;
use super::solved_game::{SolvedGame, game, told};
use super::tableau::letters;
use super::words;
use crate::frame::chart::{Axis, Curve, Curves, Scale};
use crate::frame::{Drawings, Facts, Report, Sheet, Templates, scientific};
use crate::percent;

/// `hanamikoji.solver_report/1`. Values are utilities of the first player, −1 to 1.
#[derive(Serialize)]
pub struct SolverReport {
    file: String,
    run_file: Option<String>,
    /// Unit of the utilities: `games` or `chips`.
    unit: &'static str,
    /// Description of the algorithm, in a sentence.
    method: Option<String>,
    /// Ends of the interval of the value, as a page writes them.
    value_ends: Option<[String; 2]>,
    #[serde(flatten)]
    run: RunFacts,
    policies: Vec<PolicyObject>,
    /// Strategy at the information sets of `--at`.
    at: Vec<PolicyObject>,
}

/// Facts about a run.
#[derive(Clone, Default, Debug, Serialize)]
pub struct RunFacts {
    game: String,
    /// Rules as in the file; the facts of the page repeat them.
    #[serde(skip)]
    rules: String,
    /// Markers before the round, if it is one of Hanamikoji.
    favour: Option<String>,
    /// What values the games that the round leaves undecided: `none`, `favour_table` or `rule_of_thumb`.
    continuation: Option<String>,
    algorithm: String,
    /// Program and command that made the file.
    program: String,
    made_by: Option<String>,
    seed: Option<u64>,
    iterations: Option<u64>,
    value: Option<f64>,
    value_bounds: Option<[f64; 2]>,
    /// Strength of the value of the game.
    kind: Option<Strength>,
    exploitability: Option<f64>,
    exploitability_kind: Option<Strength>,
    /// Exploitability of the strategy as the file stores it.
    exploitability_rounded: Option<f64>,
    sizes: Vec<SizeObject>,
    elapsed_ms: Option<f64>,
    build_ms: Option<f64>,
    iterations_per_second: Option<f64>,
    history: Vec<RunPoint>,
}

#[derive(Clone, Debug, Serialize)]
struct SizeObject {
    name: &'static str,
    count: u64,
}

/// The strategy at an information set.
#[derive(Serialize)]
struct PolicyObject {
    information_set: String,
    hand: String,
    /// Probability of being dealt the hand, for first hands.
    deal_probability: Option<f64>,
    deal_probability_kind: Option<Strength>,
    /// Number of hands that are the same up to renaming.
    hands: Option<usize>,
    /// Actions, the most frequent first; empty if the table has none, because there is no choice or all
    /// actions are alike.
    choices: Vec<ChoiceObject>,
    /// Strength of the frequencies: they are exact for the average strategy, but another equilibrium may play
    /// otherwise.
    kind: Strength,
}

#[derive(Serialize)]
struct ChoiceObject {
    action: ActionText,
    probability: f64,
}

impl SolverReport {
    /// Page of a run, whose facts are from these files: its own, and that of its times. With the strategy table of
    /// Hanamikoji, it shows the strategy of first hands and at these information sets.
    ///
    /// # Errors
    ///
    /// Fails if an information set is not of the game of the table.
    pub fn new<B: AsRef<[u8]>>(
        mut run: RunFacts,
        (file, run_file): (String, Option<String>),
        table: Option<&StrategyTable<B>>,
        sets: &[InformationSet],
    ) -> Result<Self, StrategyTableError> {
        let is_heuristic = run.continuation.as_deref() == Some(Continuation::RuleOfThumb.word());
        let strength = |of: Strength| if is_heuristic { Continuation::RuleOfThumb.strength(of) } else { of };
        run.kind = run.value_bounds.map(|_| strength(Strength::Bounded));
        run.exploitability_kind = run.exploitability.map(|_| strength(Strength::Proved));
        for point in &mut run.history {
            point.exploitability_kind = strength(Strength::Proved);
        }
        let mut report = Self {
            file,
            run_file,
            unit: game(&run.game).unit,
            method: told(&run.algorithm),
            value_ends: run.value_bounds.map(|bounds| percent::ends(bounds, 5)),
            run,
            policies: Vec::new(),
            at: Vec::new(),
        };
        if let Some(table) = table {
            let policy = PolicyReader::new(table);
            report.policies = policy.first_hands().iter().map(PolicyObject::of_class).collect();
            for set in sets {
                table.expect_set(set)?;
                report.at.push(PolicyObject::new(&policy.at(set)));
            }
        }
        Ok(report)
    }
}

/// A file that holds no run.
#[derive(Debug, thiserror::Error)]
pub enum RunFileError {
    /// It is no table of a policy.
    #[error(transparent)]
    File(#[from] ReadError),
    /// It is no strategy table of Hanamikoji.
    #[error(transparent)]
    Table(#[from] StrategyTableError),
    /// Its contents cannot be read.
    #[error("{0}")]
    Damaged(String),
    /// It is an output of another kind or version.
    #[error("{0}")]
    OtherVersion(String),
}

/// Sizes that a run prints, with their names on a page.
const PRINTED_SIZES: [(&str, &str); 9] = [
    ("information_sets", "information sets"),
    ("choices", "with more than one action"),
    ("states", "states"),
    ("nodes", "nodes of the tree"),
    ("end_nodes", "ends"),
    ("payoff_entries", "pay-offs kept"),
    ("memory_bytes", "bytes while it was solved"),
    ("build_memory_bytes", "bytes while it was compiled, at most"),
    ("information_sets_met", "information sets that were met"),
];

/// Size limit of that output, which has some kilobytes.
const MOST_JSON: usize = 16 << 20;

impl RunFacts {
    /// Facts that the file of a policy holds about its run.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are no such file.
    pub fn from_table(bytes: &[u8]) -> Result<Self, RunFileError> {
        let reader = Reader::open(bytes)?;
        reader.expect_kind(POLICY_KIND, POLICY_VERSION)?;
        reader.verify()?;
        let Metadata { game, rules, program, command, seed, counts, details, .. } = reader.metadata().clone();
        let number = |name: &str| details.get(name).and_then(Value::as_f64);
        let damaged = |what: &str| RunFileError::Damaged(format!("its {what} cannot be read"));
        let history = match details.get("history") {
            Some(history) => Vec::deserialize(history).map_err(|_| damaged("history"))?,
            None => Vec::new(),
        };
        let bounds = details.get("value_bounds").map(<[f64; 2]>::deserialize).transpose();
        let size = |(key, name): (&str, &'static str)| Some(SizeObject { name, count: *counts.get(key)? });
        let question = if game == GAME {
            let table = StrategyTable::open(bytes)?;
            let markers = table.question().markers(table.rules());
            Some((markers, table.question().continuation.word().to_owned()))
        } else {
            None
        };
        let (favour, continuation) = question.unzip();
        Ok(Self {
            game,
            rules,
            favour,
            continuation,
            algorithm: details.get("algorithm").and_then(Value::as_str).unwrap_or("unknown").to_owned(),
            program,
            made_by: Some(command),
            seed,
            iterations: counts.get("iterations").copied(),
            value: number("value"),
            value_bounds: bounds.map_err(|_| damaged("value_bounds"))?,
            exploitability: number("exploitability"),
            exploitability_rounded: number("exploitability_rounded_to_16_bits"),
            sizes: [("rows", "information sets in the file"), ("choices", "choices in the file")]
                .into_iter()
                .filter_map(size)
                .chain([SizeObject { name: "bytes of the file", count: reader.file_length() }])
                .collect(),
            history,
            ..Self::default()
        })
    }

    /// Reads the output of `--json` of a run.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are no such output.
    pub fn from_json(bytes: &[u8]) -> Result<Self, RunFileError> {
        let damaged = RunFileError::Damaged;
        if bytes.len() > MOST_JSON {
            return Err(damaged("it is too long for what a run prints".to_owned()));
        }
        let object: Value = serde_json::from_slice(bytes)
            .map_err(|error| damaged(format!("it is neither a table nor an output of --json: {error}")))?;
        let schema = object["schema"].as_str().unwrap_or("missing");
        if !["hanamikoji.solution/1", "cfr.run/1"].contains(&schema) {
            let message = format!("its schema is {schema}, not hanamikoji.solution/1 or cfr.run/1");
            return Err(RunFileError::OtherVersion(message));
        }
        let text = |name: &str| object[name].as_str().unwrap_or_default().to_owned();
        let number = |name: &str| object[name].as_f64();
        let size =
            |(key, name): (&str, &'static str)| Some(SizeObject { name, count: object[key].as_u64()? });
        let history =
            Vec::deserialize(&object["history"]).map_err(|error| damaged(format!("its history: {error}")))?;
        let bounds = Option::<[f64; 2]>::deserialize(&object["value_bounds"]);
        Ok(Self {
            game: text("game"),
            rules: text("rules"),
            favour: object["favour"].as_str().map(str::to_owned),
            continuation: object["continuation"].as_str().map(str::to_owned),
            algorithm: text("algorithm"),
            program: text("engine"),
            made_by: None,
            seed: object["seed"].as_u64(),
            iterations: object["iterations"].as_u64(),
            value: number("value"),
            value_bounds: bounds.map_err(|error| damaged(format!("its value_bounds: {error}")))?,
            exploitability: number("exploitability"),
            exploitability_rounded: None,
            sizes: PRINTED_SIZES.into_iter().filter_map(size).collect(),
            elapsed_ms: number("elapsed_ms"),
            build_ms: number("build_ms"),
            iterations_per_second: number("iterations_per_second"),
            history,
            ..Self::default()
        })
    }

    /// Adds the times, sizes and history of the same run.
    ///
    /// # Errors
    ///
    /// Returns the first fact in which the two differ.
    pub fn with_times(self, printed: Self) -> Result<Self, &'static str> {
        let facts = [
            ("game", self.game == printed.game),
            ("rules", self.rules == printed.rules),
            // What earlier versions printed does not have them.
            ("markers", printed.favour.is_none() || self.favour == printed.favour),
            (
                "value of undecided games",
                printed.continuation.is_none() || self.continuation == printed.continuation,
            ),
            ("algorithm", self.algorithm == printed.algorithm),
            ("seed", self.seed == printed.seed),
            ("number of iterations", self.iterations == printed.iterations),
        ];
        if let Some((fact, _)) = facts.into_iter().find(|(_, same)| !same) {
            return Err(fact);
        }
        let sizes = printed.sizes.into_iter().chain(self.sizes).collect();
        Ok(Self {
            sizes,
            elapsed_ms: printed.elapsed_ms,
            build_ms: printed.build_ms,
            iterations_per_second: printed.iterations_per_second,
            history: printed.history,
            ..self
        })
    }

    /// Whether the run solved a round of Hanamikoji.
    pub fn is_hanamikoji(&self) -> bool {
        self.game == GAME
    }

    /// Subject of the run, for a heading: a round of a reduced game is not Hanamikoji.
    fn title(&self) -> String {
        let title = game(&self.game).title;
        match self.hanamikoji_rules() {
            Some(rules) if rules.is_standard_round() => format!("A round of {title}"),
            Some(_) => format!("A round of a reduced {title}"),
            None => title.to_owned(),
        }
    }

    /// Rules of the run, if it solved a round of Hanamikoji.
    fn hanamikoji_rules(&self) -> Option<Rules> {
        self.rules.parse().ok().filter(|_| self.game == "hanamikoji").map(|tags: Tags| tags.rules)
    }

    /// Exploitability along some axis, with both axes logarithmic; `None` for fewer than two points.
    fn curve(
        &self,
        name: &str,
        of: impl Fn(&RunPoint) -> Option<f64>,
        label: fn(&f64) -> String,
    ) -> Option<Curves> {
        let at = |point: &RunPoint| Some((of(point).filter(|&at| at > 0.0)?, point.exploitability));
        let points: Vec<(f64, f64)> =
            self.history.iter().filter_map(at).filter(|point| point.1 > 0.0).collect();
        let (first, last) = (*points.first()?, *points.last()?);
        if first.0 >= last.0 {
            return None;
        }
        let low = points.iter().map(|point| point.1).fold(f64::INFINITY, f64::min);
        let high = points.iter().map(|point| point.1).fold(0.0, f64::max);
        Some(Curves {
            title: format!(
                "Exploitability falls from {} at {name} {} to {} at {}",
                scientific(first.1),
                label(&first.0),
                scientific(last.1),
                label(&last.0)
            ),
            x: Axis {
                name: name.to_owned(),
                range: first.0..last.0 * 1.05,
                scale: Scale::Logarithmic,
                label,
            },
            y: Axis {
                name: format!("exploitability, {}", unit_word(game(&self.game).unit)),
                range: low * 0.8..high * 1.25,
                scale: Scale::Logarithmic,
                label: |value| tick(*value),
            },
            shown: vec![Curve { name: "exploitability".to_owned(), points }],
            whiskers: Vec::new(),
            marks: Vec::new(),
        })
    }
}

/// Axis label of a small number: `10⁻³`, `5·10⁻⁴`.
fn tick(value: f64) -> String {
    let text = scientific(value);
    let trimmed = |digits: &str| digits.trim_end_matches('0').trim_end_matches('.').to_owned();
    match text.split_once("·10") {
        Some(("1.00", power)) => format!("10{power}"),
        Some((digits, power)) => format!("{}·10{power}", trimmed(digits)),
        None if text.contains('.') => trimmed(&text),
        None => text,
    }
}

/// Unit of exploitability.
fn unit_word(unit: &'static str) -> &'static str {
    if unit == "chips" { unit } else { "utility" }
}

impl PolicyObject {
    fn new(at: &PolicyAt) -> Self {
        let PolicyAt { information_set, choices, first_hand } = at;
        let choice =
            |&(action, probability): &(Action, f64)| ChoiceObject { action: action.into(), probability };
        Self {
            information_set: information_set.to_string(),
            hand: letters(information_set.hand()),
            deal_probability: first_hand.map(|class| class.probability.0),
            deal_probability_kind: first_hand.map(|class| class.probability.strength()),
            hands: None,
            kind: Strength::Computed,
            choices: choices.iter().map(choice).collect(),
        }
    }

    /// One first hand, for all hands that are the same up to renaming.
    fn of_class(at: &PolicyAt) -> Self {
        Self { hands: at.first_hand.map(|class| class.hands), ..Self::new(at) }
    }
}

impl Report for SolverReport {
    const SCHEMA: &'static str = "hanamikoji.solver_report/1";
    const TEMPLATES: Templates = Templates {
        html: include_str!("templates/solution.html"),
        markdown: include_str!("templates/solution.md"),
        parts: &PARTS,
    };

    fn facts(&self) -> Facts {
        let run = &self.run;
        let mut command = format!("hanamachi hanamikoji report {}", quoted(&self.file));
        if let Some(times) = &self.run_file {
            command.push_str(" --run ");
            command.push_str(&quoted(times));
        }
        for at in &self.at {
            command.push_str(" --at ");
            command.push_str(&quoted(&at.information_set));
        }
        let iterations =
            run.iterations.map_or_else(String::new, |count| format!(" after {count} iterations"));
        let SolvedGame { unit, rules, .. } = game(&run.game);
        let (words, chips) = if unit == "chips" { ("chips", "chips ") } else { ("of utility", "") };
        let gain = run.exploitability.zip(run.exploitability_kind);
        let summary = match (gain, self.value_ends.as_ref().zip(run.kind)) {
            (Some((exploitability, proved)), Some(([low, high], bounded))) => format!(
                "Best responses gain {} {words} on average against these strategies{iterations} ({proved}); the game is worth {low} to {high} \
                 {chips}to the first player ({bounded}).",
                scientific(exploitability)
            ),
            _ => format!("How good the strategies are was not measured{iterations}."),
        };
        let utilities = if unit == "chips" {
            "Utilities are the chips that the first player wins."
        } else {
            "Utilities are the first player's: 1 for a game won, −1 for a game lost."
        };
        let mut standing = vec![format!(
            "{utilities} Exploitability, the mean of what the two best responses gain, is computed \
             exactly over the whole game; it bounds the value of the game. The sizes are counts."
        )];
        if let Some(favour) = &run.favour {
            let undecided = match run.continuation.as_deref() {
                None | Some("none") => "The round is the last one of its game, and leaves none undecided.",
                Some("favour_table") => "Games that the round leaves undecided are valued by a favour table.",
                Some("rule_of_thumb") => {
                    "Games that the round leaves undecided are valued by a rule of thumb, so that all values are computed, not proved."
                }
                Some(_) => "Games that the round leaves undecided have values that were given.",
            };
            standing.push(format!("Markers before the round: {favour}. {undecided}"));
        }
        let has_policies = !(self.policies.is_empty() && self.at.is_empty());
        if has_policies {
            standing.push(
                "Frequencies are those of the average strategy: computed, because another equilibrium may \
                 play otherwise. The probabilities of the hands are proved."
                    .to_owned(),
            );
        }
        if run.elapsed_ms.is_some() {
            standing.push("Times are those of the machine on which the run was made; every other number is the same on any machine.".to_owned());
        }
        if let Some(rounded) = run.exploitability_rounded {
            standing.push(format!(
                "The file keeps probabilities in 16 bits; the strategy as kept is exploitable by {} ({}).",
                scientific(rounded),
                run.exploitability_kind.unwrap_or(Strength::Proved)
            ));
        }
        let is_computed = has_policies || !run.history.is_empty();
        let strengths = [
            run.exploitability_kind.or(Some(Strength::Proved)),
            run.kind,
            is_computed.then_some(Strength::Computed),
        ];
        Facts {
            title: format!("{} solved by {}", run.title(), run.algorithm),
            summary,
            rules_in_words: match run.rules.parse::<Tags>() {
                Ok(tags) if !run.rules.is_empty() => words::rules_in_words(&tags.rules),
                _ => rules.to_owned(),
            },
            rules: if run.rules.is_empty() { rules.to_owned() } else { run.rules.clone() },
            command,
            strengths: strengths.into_iter().flatten().collect(),
            standing,
        }
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::new(
            "part kind iteration elapsed_ms value exploitability information_set deal_probability action probability \
             exploitability_kind deal_probability_kind",
        );
        let none = None::<f64>;
        for point in &self.run.history {
            let RunPoint { iteration, elapsed_ms, value, exploitability, kind, exploitability_kind } = *point;
            #[rustfmt::skip]
            sheet.row((
                "history", kind, iteration, elapsed_ms, value, exploitability, none, none, none, none, exploitability_kind, none,
            ));
        }
        for (part, policies) in [("at", &self.at), ("first_hand", &self.policies)] {
            for policy in policies {
                for choice in &policy.choices {
                    #[rustfmt::skip]
                    sheet.row((
                        part, policy.kind, none, none, none, none, &policy.information_set, policy.deal_probability,
                        choice.action, choice.probability, none, policy.deal_probability_kind,
                    ));
                }
            }
        }
        sheet
    }

    fn drawings(&self) -> Drawings {
        let whole: fn(&f64) -> String = |value| format!("{value:.0}");
        #[expect(clippy::cast_precision_loss, reason = "a place on an axis")]
        let iterations = self.run.curve("iterations", |point| Some(point.iteration as f64), whole);
        let seconds: fn(&f64) -> String =
            |value| if *value < 1.0 { tick(*value) } else { format!("{value:.0}") };
        let time = self.run.curve("seconds", |point| point.elapsed_ms.map(|ms| ms / 1e3), seconds);
        // Curves that cannot be drawn are left out: the numbers stand in the table.
        let svg = |curves: Option<Curves>| curves.and_then(|curves| curves.svg().ok()).unwrap_or_default();
        Drawings::default().with("iterations", svg(iterations)).with("time", svg(time))
    }
}
