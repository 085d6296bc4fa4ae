//! The methods of evaluation, from the flags that choose them.

use std::fmt::{Display, Write};

use clap::{Args, ValueEnum};
use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::analysis::{
    CfrSettings, Guide, IsmctsSettings, Leaf, MOST_SAMPLED_TURNS, Method, Observer, PimcSettings, Reach,
    Root, RuleName, SearchSettings,
};

use super::exact::{ExactArgs, Wish};
use crate::args::word;
use crate::failure::Failure;

/// How to evaluate.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct MethodArgs {
    /// The method: the exact one, the approximate equilibrium played out, sampled regret minimization, a search of information sets, or
    /// the baseline that looks at deals with open cards
    #[arg(long, value_enum, value_name = "METHOD", default_value = "auto")]
    method: Name,
    /// Whether what self-play has taught guides the search; `none` also for reduced games [default: learned for the
    /// standard game]
    #[arg(long, value_parser = word::<Guide>(), value_name = "GUIDE")]
    guide: Option<Guide>,
    /// Which action an iteration follows [default: puct with a guide, else ucb]
    #[arg(long, value_parser = word::<RuleName>(), value_name = "RULE")]
    rule: Option<RuleName>,
    /// Whose knowledge makes a node of the tree: the player's to act, or the reader's alone [default: multiple]
    #[arg(long, value_parser = word::<Observer>(), value_name = "WHO")]
    observer: Option<Observer>,
    /// How leaves are valued [default: evaluation with a guide, else random]
    #[arg(long, value_parser = word::<Leaf>(), value_name = "HOW")]
    leaf: Option<Leaf>,
    /// Of ismcts and cfr: what the opponent is taken to hold: any cards alike, or those with which a sensible player, or the approximate
    /// equilibrium, would have played so [default: learned with a guide, else uniform]
    #[arg(long, value_parser = word::<Reach>(), value_name = "MODEL")]
    opponent: Option<Reach>,
    /// Of cfr: what the opponent may know of the reader's cards while he learns [default: reader]
    #[arg(long, value_parser = word::<Root>(), value_name = "ROOT")]
    root: Option<Root>,
    /// The search with all its settings in one, as players of `match` have them: `ismcts:…`, `cfr:…`,
    /// `pimc:…` or `equilibrium`
    #[arg(
        long,
        value_name = "SETTINGS",
        conflicts_with_all = ["method", "guide", "rule", "observer", "leaf", "opponent", "root"]
    )]
    search: Option<SearchSettings>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Name {
    /// Exact where the rest of the round is small, as in most last two turns, else equilibrium, and in reduced games ismcts; ismcts wherever a
    /// flag of that search is given
    Auto,
    /// The rest of the round solved, for all hands that both players may have
    Exact,
    /// Rollouts of the approximate equilibrium that self-play has found, from the exact posterior; standard deals only
    Equilibrium,
    /// Information-set Monte Carlo tree search
    Ismcts,
    /// The last four turns by sampled counterfactual regret minimization: towards an equilibrium, with an error
    Cfr,
    /// Perfect-information Monte Carlo: strategy fusion and all
    Pimc,
}

impl Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

/// Adds a flag with its value, where it has one.
pub(super) fn add_flag(text: &mut String, name: &str, value: Option<impl Display>) {
    if let Some(value) = value {
        let _ = write!(text, " --{name} {value}");
    }
}

/// The share of the prior that is the same for every action: for whoever wants to know what every action is worth, and not
/// only the best. As in [`Settings::ANALYSIS`](hanamachi_solver::hanamikoji::analysis::Settings::ANALYSIS).
const FLOOR: f32 = 0.25;

impl MethodArgs {
    /// Whether to solve: always, where it costs little, or not at all. Whoever says which search, wants a search; `searches` tells whether it was said how much.
    pub(super) fn wish(self, searches: bool, exact: &ExactArgs) -> Result<Option<Wish>, Failure> {
        let has_search = self.guide.is_some() || self.has_search() || self.search.is_some();
        let usage = |message: &str| Err(Failure::Usage(message.to_owned()));
        match self.method {
            Name::Exact if has_search || searches => usage(
                "exact searches nothing: leave out --iterations, --block, --guide, --rule, --observer, --leaf, --opponent",
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

    /// The flags that ask for the same again.
    pub(super) fn flags(self) -> String {
        let mut text = String::new();
        if self.method != Name::Auto {
            add_flag(&mut text, "method", Some(self.method));
        }
        add_flag(&mut text, "guide", self.guide);
        add_flag(&mut text, "rule", self.rule);
        add_flag(&mut text, "observer", self.observer);
        add_flag(&mut text, "leaf", self.leaf);
        add_flag(&mut text, "opponent", self.opponent);
        add_flag(&mut text, "root", self.root);
        add_flag(&mut text, "search", self.search);
        text
    }

    /// The same search, however much of it was asked for.
    pub(super) fn without_effort(self) -> Self {
        let search = self.search.map(|search| SearchSettings { iterations: None, block: None, ..search });
        Self { search, ..self }
    }

    const fn has_search(self) -> bool {
        self.has_rule() || self.opponent.is_some() || self.root.is_some()
    }

    /// What only ismcts has.
    const fn has_rule(self) -> bool {
        self.rule.is_some() || self.observer.is_some() || self.leaf.is_some()
    }

    /// The search for a game by these rules, with as much of it as `--search` says.
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
                "pimc deals at random and plays at random: leave out --guide, --rule, --observer, --leaf, --opponent",
            ),
            Name::Pimc => Ok(Method::Pimc(PimcSettings::default())),
            Name::Cfr if self.guide.is_some() || self.has_rule() => {
                usage("cfr walks to the end of the round: leave out --guide, --rule, --observer, --leaf")
            }
            Name::Cfr => Ok(Method::Cfr(CfrSettings {
                root: self.root.unwrap_or_default(),
                reach: self.opponent.unwrap_or_default(),
                memory: None,
            })),
            Name::Equilibrium if self.guide.is_some() || self.has_search() => usage(
                "equilibrium plays out what it has found: leave out --guide, --rule, --observer, --leaf, --opponent, --root",
            ),
            Name::Equilibrium => Ok(Method::Equilibrium),
            Name::Auto
                if self.guide.is_none()
                    && !self.has_search()
                    && Reach::for_rules(rules) == Reach::Equilibrium =>
            {
                Ok(Method::Equilibrium)
            }
            Name::Auto | Name::Exact | Name::Ismcts if self.root.is_some() => {
                usage("--root is for --method cfr")
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
                    observer: self.observer,
                    leaf: self.leaf,
                    opponent: self.opponent,
                    ..IsmctsSettings::default()
                }))
            }
        }
    }
}

/// Fails where the search has nothing to say: so many turns before the end.
pub(super) fn check_turns(search: &SearchSettings, left: usize) -> Result<(), Failure> {
    if search.reaches(left) {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "cfr solves the last {MOST_SAMPLED_TURNS} turns of a round, and here are {left}: use --method ismcts"
    )))
}
