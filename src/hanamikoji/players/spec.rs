//! Player specifications: `name`, `name:parameter=value,…`, `table:FILE` or `exec:COMMAND`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use hanamachi_solver::hanamikoji::analysis::SettingsError;
use hanamachi_solver::hanamikoji::players::named::Opened;
use hanamachi_solver::hanamikoji::{InformationSet, Round, Rules};

use super::exec::{ExecPlayer, Launcher};
use super::network::NetworkSpec;
use super::registry::{Maker, OwnPlayer, SharedPolicy, unknown};
use super::resolving::ResolvingSpec;
use super::table::{TableSpec, unopened};
use crate::failure::Failure;
use crate::interrupt;

/// A player's specification.
#[derive(Clone)]
pub(crate) struct PlayerSpec {
    /// The specification with every parameter, including the defaults, so that its meaning does not change
    /// with the program.
    text: String,
    kind: PlayerSource,
}

#[derive(Clone)]
enum PlayerSource {
    Own(OwnPlayer),
    Table(TableSpec),
    Network(NetworkSpec),
    Resolving(ResolvingSpec),
    /// The words of a command.
    Exec(Vec<String>),
}

/// Error in a specification.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum SpecError {
    /// No player has this name.
    #[error("there is no player `{name}`; there are {known}")]
    UnknownPlayer { name: String, known: String },
    /// The parameters are wrong.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The command is missing.
    #[error("no command: write exec:COMMAND, for example exec:'python3 scripts/example_player.py'")]
    NoCommand,
    /// The file is missing.
    #[error("no file: write table:FILE")]
    NoFile,
    /// Nobody plays in place of a table.
    #[error(
        "a table has no fallback: leave out `,fallback=…`. A table plays the rounds that it is for, and is refused for others"
    )]
    NoFallback,
    /// The weights are missing.
    #[error("no weights: write policy:weights=FILE, where `hanamachi hanamikoji train` wrote FILE")]
    NoWeights,
    /// The blueprint is missing.
    #[error("no policy: write resolve:policy=PLAYER, for example resolve:policy=learned")]
    NoPolicy,
    /// A quote has no end.
    #[error("a quote in the command has no end")]
    OpenQuote,
}

impl PlayerSpec {
    /// Fails if the player cannot play by these rules, so that no pointless games are played. Opens tables.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), Failure> {
        let plays = match &self.kind {
            PlayerSource::Own(player) => (player.plays)(rules),
            PlayerSource::Table(_)
            | PlayerSource::Network(_)
            | PlayerSource::Resolving(_)
            | PlayerSource::Exec(_) => true,
        };
        if !plays {
            return Err(Failure::Usage(format!(
                "`{self}` knows the standard deals, actions and goals only; in a reduced game let `greedy` play, or \
                 `ismcts:guide=none`"
            )));
        }
        match &self.kind {
            PlayerSource::Table(table) => table.check(rules),
            PlayerSource::Network(network) => network.check(rules),
            PlayerSource::Resolving(resolving) => resolving.check(rules),
            _ => Ok(()),
        }
    }

    /// Does the same for a player of whole games, in which markers move from round to round.
    pub(crate) fn check_games(&self, rules: &Rules) -> Result<(), Failure> {
        self.check(rules)?;
        self.table().map_or(Ok(()), |table| table.expect(|table| table.expect_games(rules)))
    }

    /// Fails unless the player, which has been [checked](Self::check), can play this round.
    pub(crate) fn check_round(&self, round: &Round) -> Result<(), Failure> {
        self.table().map_or(Ok(()), |table| table.expect(|table| table.expect_round(round)))
    }

    /// Fails unless the player, which has been [checked](Self::check), plays in rounds like that of this information set.
    pub(crate) fn check_set(&self, set: &InformationSet) -> Result<(), Failure> {
        self.table().map_or(Ok(()), |table| table.expect(|table| table.expect_set(set)))
    }

    /// The table by which the player plays, if it is one of tables.
    fn table(&self) -> Option<&TableSpec> {
        match &self.kind {
            PlayerSource::Table(table) => Some(table),
            PlayerSource::Resolving(resolving) => resolving.blueprint().table(),
            PlayerSource::Own(_) | PlayerSource::Network(_) | PlayerSource::Exec(_) => None,
        }
    }

    /// Hash of the player's strategy table, if it has one. It is known once the player has been
    /// [checked](Self::check).
    pub(crate) fn table_hash(&self) -> Option<String> {
        self.table().and_then(TableSpec::hash)
    }

    /// The player's policy in games by these rules, which are [checked](Self::check) first.
    pub(crate) fn policy(&self, rules: &Rules) -> Result<SharedPolicy, Failure> {
        match self.opened(rules)? {
            Opened::Policy(policy) => Ok(policy),
            Opened::Player(_) => Err(self.cannot_tell("")),
        }
    }

    /// The player in games by these rules, which are [checked](Self::check) first: as a policy if possible.
    /// Refuses outside programs.
    pub(crate) fn opened(&self, rules: &Rules) -> Result<Opened, Failure> {
        self.check(rules)?;
        let policy = match &self.kind {
            PlayerSource::Own(player) => return Ok(player.opened()),
            PlayerSource::Table(table) => table.policy(),
            PlayerSource::Network(network) => network.policy(),
            PlayerSource::Resolving(resolving) => resolving.policy(),
            PlayerSource::Exec(_) => None,
        };
        policy.map(Opened::Policy).ok_or_else(|| self.cannot_tell(""))
    }

    /// Failure for a command that needs probabilities; `way_out` names an alternative to another player.
    pub(crate) fn cannot_tell(&self, way_out: &str) -> Failure {
        let known = "`random`, `greedy`, `learned`, `policy`, `best`, `resolve:…` and `table:FILE` do";
        Failure::Usage(format!("`{self}` states no probabilities of its actions; {known}{way_out}"))
    }
}

/// Launcher of outside programs.
pub(crate) type Outside = Arc<Launcher>;

/// The makers of the players of a match, with everything they need.
pub(crate) struct Lineup {
    pub(crate) makers: Vec<Maker>,
}

impl Lineup {
    /// Makes the lineup of these players, all of whom have been [checked](PlayerSpec::check); `outside` runs
    /// outside programs.
    pub(crate) fn new(specs: &[PlayerSpec], outside: &Outside) -> Self {
        let maker = |(index, spec): (usize, &PlayerSpec)| -> Maker {
            match &spec.kind {
                PlayerSource::Own(player) => Arc::clone(&player.make),
                PlayerSource::Table(table) => table.maker(),
                PlayerSource::Network(network) => network.maker().unwrap_or_else(unopened),
                PlayerSource::Resolving(resolving) => resolving.maker().unwrap_or_else(unopened),
                PlayerSource::Exec(words) => {
                    let (words, outside) = (words.clone(), Arc::clone(outside));
                    Arc::new(move || Box::new(ExecPlayer::new(index, words.clone(), Arc::clone(&outside))))
                }
            }
        };
        Self { makers: specs.iter().enumerate().map(maker).collect() }
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if name == "exec" {
            let words = words(rest)?;
            if words.is_empty() {
                return Err(SpecError::NoCommand);
            }
            return Ok(Self { text: text.to_owned(), kind: PlayerSource::Exec(words) });
        }
        if name == "table" {
            return Ok(Self { text: text.to_owned(), kind: PlayerSource::Table(TableSpec::parse(rest)?) });
        }
        if NetworkSpec::is_meant(name, rest) {
            let network = NetworkSpec::parse(rest)?;
            return Ok(Self { text: network.to_string(), kind: PlayerSource::Network(network) });
        }
        if name == ResolvingSpec::NAME {
            let resolving = ResolvingSpec::parse(rest)?;
            return Ok(Self { text: resolving.to_string(), kind: PlayerSource::Resolving(resolving) });
        }
        if let Some(player) = OwnPlayer::parse(text, interrupt::token())? {
            return Ok(Self { text: player.text.clone(), kind: PlayerSource::Own(player) });
        }
        Err(unknown(name))
    }
}

/// Splits a command into words at blanks, except in `'…'` and `"…"`, as a shell does. Nothing else is
/// special, so that a specification means the same everywhere.
fn words(command: &str) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match c {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        None => return Err(SpecError::OpenQuote),
                        Some(end) if end == c => break,
                        Some(inner) => word.push(inner),
                    }
                }
            }
            c if c.is_whitespace() => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_blanks_outside_quotes() {
        let split = |text| words(text).unwrap();
        assert_eq!(split("python3  a.py"), ["python3", "a.py"]);
        assert_eq!(split(" './my bot' --name=\"it's\" '' "), ["./my bot", "--name=it's", ""]);
        assert!(split("  ").is_empty());
        assert_eq!(words("a 'b"), Err(SpecError::OpenQuote));
    }

    /// A specification keeps its meaning when it is shown and read again.
    #[test]
    fn specifications_are_shown_with_what_they_mean() {
        for (text, shown) in [
            ("pimc", "pimc:deals=100,playouts=10"),
            ("pimc:deals=20", "pimc:deals=20,playouts=10"),
            ("ismcts", "ismcts:iterations=10000,guide=auto"),
            ("ismcts:guide=learned,iterations=50", "ismcts:iterations=50,guide=learned"),
            (
                "ismcts:leaf=random,rule=ucb,block=5",
                "ismcts:iterations=10000,guide=auto,rule=ucb,leaf=random,block=5",
            ),
            ("table:a.table", "table:a.table"),
            (
                "resolve:turns=1,policy=resolve:policy=learned:temperature=0.15",
                "resolve:turns=1,exploitability=0.002,memory=256M,mass=0.001,share=0.95,committed=0.1,uniform=0.1,\
                 policy=resolve:turns=3,exploitability=0.002,memory=256M,mass=0.001,share=0.95,committed=0.1,uniform=0.1,\
                 policy=learned:temperature=0.15",
            ),
            ("policy:threshold=0.05", "policy:threshold=0.05"),
            ("best:doubt=0", "best:time=1,doubt=0"),
            ("best:doubt=0.5,turns=2,rollouts=9", "best:rollouts=9,turns=2,doubt=0.5"),
            ("policy:threshold=0", "policy"),
            ("policy:threshold=0.1,weights=a.network", "policy:weights=a.network,threshold=0.1"),
        ] {
            let spec: PlayerSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), shown);
            assert_eq!(shown.parse::<PlayerSpec>().unwrap().to_string(), shown);
        }
    }

    #[test]
    fn nobody_and_nothing_are_refused_with_what_there_is() {
        let message = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(message("randm").starts_with("there is no player `randm`; there are `random`, "));
        assert_eq!(message("random:seed=1"), "`random` has no parameter `seed`; it has none");
        for gone in ["exact:fallback=random", "cfr"] {
            assert!(
                message(gone).contains("is no longer there: use `best`, or `resolve:policy=PLAYER`"),
                "{gone}"
            );
        }
        assert_eq!(
            message("pimc:iterations=1"),
            "`pimc` has no parameter `iterations`; it has `deals`, `playouts`, `block`"
        );
        assert!(message("policy:threshold=1.5").contains("0 to 1"));
        assert!(message("best:doubt=-0.1").contains("0 to 1"));
        assert!(message("exec:").starts_with("no command"));
        assert!(message("resolve:turns=2").starts_with("no policy"));
        assert!(message("exec:'a").contains("quote"));
        assert_eq!("random".parse::<PlayerSpec>().unwrap().to_string(), "random");
        assert_eq!("exec:a b".parse::<PlayerSpec>().unwrap().to_string(), "exec:a b");
    }
}
