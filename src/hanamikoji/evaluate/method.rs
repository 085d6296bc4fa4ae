//! The methods of evaluation, from the flags that choose them.

use std::fmt::{Display, Write};

use clap::{Args, ValueEnum};
use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::analysis::{
    Guide, IsmctsSettings, Leaf, Method, PimcSettings, Reach, RuleName, SearchSettings,
};

use super::exact::{ExactArgs, Wish};
use crate::failure::Failure;
use crate::hanamikoji::words::setting;

/// Flags of the method.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct MethodArgs {
    /// Method of evaluation: the exact solver, rollouts of the approximate equilibrium, information-set search,
    /// or the baseline with open cards
    #[arg(long, value_enum, value_name = "METHOD", default_value = "auto")]
    method: Name,
    /// Guide of the search: networks learned by self-play, or none, which works in reduced games too
    /// [default: learned for the standard game]
    #[arg(long, value_parser = setting::<Guide>(), value_name = "GUIDE")]
    guide: Option<Guide>,
    /// Selection rule for the action that an iteration follows [default: puct with a guide, else ucb]
    #[arg(long, value_parser = setting::<RuleName>(), value_name = "RULE")]
    rule: Option<RuleName>,
    /// Evaluation of leaves [default: evaluation with a guide, else random]
    #[arg(long, value_parser = setting::<Leaf>(), value_name = "HOW")]
    leaf: Option<Leaf>,
    /// Ismcts: weight the opponent's hand by a model of the play so far: none (all cards are equally
    /// likely), sensible play, or the approximate equilibrium [default: learned with a guide, else uniform]
    #[arg(long, value_parser = setting::<Reach>(), value_name = "MODEL")]
    opponent: Option<Reach>,
    /// Search method with all its settings in one text, as for players of `match`: `ismcts:…`, `pimc:…` or
    /// `equilibrium`
    #[arg(
        long,
        value_name = "SETTINGS",
        conflicts_with_all = ["method", "guide", "rule", "leaf", "opponent"]
    )]
    search: Option<SearchSettings>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Name {
    /// Exact where the rest of the round is small enough, in the standard game in the last four turns and
    /// often in the turn before, over the likely hands; else equilibrium (ismcts in reduced games); ismcts
    /// whenever a flag of that search is given
    Auto,
    /// Solve the rest of the round over all hands that both players may have
    Exact,
    /// Rollouts of the approximate equilibrium found by self-play, from the exact posterior; standard deals
    /// only
    Equilibrium,
    /// Information-set Monte Carlo tree search
    Ismcts,
    /// Perfect-information Monte Carlo, with its strategy fusion
    Pimc,
}

impl Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

/// Adds a flag with its value, if it has one.
pub(super) fn add_flag(text: &mut String, name: &str, value: Option<impl Display>) {
    if let Some(value) = value {
        let _ = write!(text, " --{name} {value}");
    }
}

/// Uniform share of the prior, so that the search values every action and not only the best. As in
/// [`Settings::ANALYSIS`](hanamachi_solver::hanamikoji::analysis::Settings::ANALYSIS).
const FLOOR: f32 = 0.25;

impl MethodArgs {
    /// Decides when to solve: always, where it costs little, or never. A flag of a search asks for that
    /// search; `searches` tells whether its effort was given.
    pub(super) fn wish(self, searches: bool, exact: &ExactArgs) -> Result<Option<Wish>, Failure> {
        let has_search = self.guide.is_some() || self.has_search() || self.search.is_some();
        let usage = |message: &str| Err(Failure::Usage(message.to_owned()));
        match self.method {
            Name::Exact if has_search || searches => usage(
                "--method exact does not search: leave out --iterations, --block, --guide, --rule, --leaf, --opponent",
            ),
            Name::Exact => Ok(Some(Wish::Always)),
            Name::Auto if !has_search => Ok(Some(Wish::WhereSmall)),
            _ if exact.is_any() => usage(
                "--exploitability, --memory and --reach are for --method exact, or auto without a flag of the search",
            ),
            _ => Ok(None),
        }
    }

    /// Whether the exact method was asked for by its name.
    pub(super) fn is_exact(self) -> bool {
        self.method == Name::Exact
    }

    /// Flags that repeat the request.
    pub(super) fn flags(self) -> String {
        let mut text = String::new();
        if self.method != Name::Auto {
            add_flag(&mut text, "method", Some(self.method));
        }
        add_flag(&mut text, "guide", self.guide);
        add_flag(&mut text, "rule", self.rule);
        add_flag(&mut text, "leaf", self.leaf);
        add_flag(&mut text, "opponent", self.opponent);
        add_flag(&mut text, "search", self.search);
        text
    }

    /// The same search without its effort.
    pub(super) fn without_effort(self) -> Self {
        let search = self.search.map(|search| SearchSettings { iterations: None, block: None, ..search });
        Self { search, ..self }
    }

    const fn has_search(self) -> bool {
        self.has_rule() || self.opponent.is_some()
    }

    /// Returns `true` if a flag was given that only ismcts has.
    const fn has_rule(self) -> bool {
        self.rule.is_some() || self.leaf.is_some()
    }

    /// Search settings for a game by these rules, with the effort that `--search` names.
    pub(super) fn search(self, rules: &Rules) -> Result<SearchSettings, Failure> {
        let search = match self.search {
            Some(search) => search,
            None => SearchSettings { method: self.method(rules)?, iterations: None, block: None },
        };
        search.check(rules).map_err(|error| Failure::Usage(error.to_string()))?;
        Ok(search)
    }

    fn method(self, rules: &Rules) -> Result<Method, Failure> {
        let usage = |message: &str| Err(Failure::Usage(message.to_owned()));
        match self.method {
            Name::Pimc if self.guide.is_some_and(|guide| guide != Guide::None) || self.has_search() => usage(
                "pimc deals at random and plays at random: leave out --guide, --rule, --leaf, --opponent",
            ),
            Name::Pimc => Ok(Method::Pimc(PimcSettings::default())),
            Name::Equilibrium if self.guide.is_some() || self.has_search() => {
                usage("--method equilibrium does not search: leave out --guide, --rule, --leaf, --opponent")
            }
            Name::Equilibrium => Ok(Method::Equilibrium),
            Name::Auto
                if self.guide.is_none()
                    && !self.has_search()
                    && Reach::for_rules(rules) == Reach::Equilibrium =>
            {
                Ok(Method::Equilibrium)
            }
            Name::Auto | Name::Exact | Name::Ismcts => {
                let guide = self.guide.unwrap_or_default();
                let may_be_puct = match self.rule {
                    Some(rule) => rule == RuleName::Puct,
                    None => guide != Guide::None,
                };
                Ok(Method::Ismcts(IsmctsSettings {
                    guide,
                    rule: self.rule,
                    floor: may_be_puct.then_some(FLOOR),
                    leaf: self.leaf,
                    opponent: self.opponent,
                    ..IsmctsSettings::default()
                }))
            }
        }
    }
}
