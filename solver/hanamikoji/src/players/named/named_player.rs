//! A player by its text form, and the same with its files open.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::equilibrium::{THRESHOLD, least_probability};
use super::names;
use super::own::{Maker, OwnPlayer};
use crate::Rules;
use crate::analysis::{Parameter, Parameters, SettingsError};
use crate::endgame::ResolveSettings;
use crate::learn::{NetworkFileError, NetworkPolicy, read_network};
use crate::players::{PolicyPlayer, TablePlayer};
use crate::policy::{Policy as _, SharedPolicy, Threshold, Unsuited};
use crate::resolve::ResolvingPolicy;
use crate::strategy_table::{StrategyTable, StrategyTableError, TablePolicy};
use hanamachi_core::search::budget::CancelToken;
use hanamachi_table::Reader;

/// The parameter of `policy` that names a file.
pub const WEIGHTS: Parameter = Parameter {
    name: "weights",
    default: "the network of the standard game",
    about: "another network: the file that `hana train` wrote, for the rules by which it was trained",
};

/// The name of networks.
const NETWORK: &str = "policy";
/// Separator between the parameters of `resolve` and the player whose last turns are re-solved.
const POLICY: &str = "policy=";
/// What earlier versions wrote after the file of a table.
const FALLBACK: &str = ",fallback=";

/// A player, read from its text form. [`open`](Self::open) opens the files that it names.
#[derive(Clone)]
pub struct NamedPlayer {
    /// The text with every parameter, including the defaults, so that its meaning does not change with the library.
    text: String,
    source: PlayerSource,
}

#[derive(Clone)]
enum PlayerSource {
    Own(OwnPlayer),
    Table(PathBuf),
    /// A network in a file, and the smallest probability with which it plays an action.
    Network(PathBuf, Option<f64>),
    /// The last turns of another player, re-solved.
    Resolving(ResolveSettings, Box<NamedPlayer>, Arc<CancelToken>),
    /// The words of a command.
    Program(Vec<String>),
}

/// Error in the text form of a player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerTextError {
    /// No player has this name.
    #[error(
        "there is no player `{name}`; there are {}, `policy:weights=FILE`, `resolve:policy=PLAYER`, `table:FILE`, `exec:COMMAND`",
        names()
    )]
    UnknownPlayer {
        /// The name.
        name: String,
    },
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
    /// The player whose last turns are re-solved is missing.
    #[error("no policy: write resolve:policy=PLAYER, for example resolve:policy=learned")]
    NoPolicy,
    /// A quote has no end.
    #[error("a quote in the command has no end")]
    OpenQuote,
}

/// The reason why a player cannot play.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PlayerError {
    /// It is for the standard game.
    #[error(
        "`{player}` knows the standard deals, actions and goals only; in a reduced game let `greedy` play, or `ismcts:guide=none`"
    )]
    StandardOnly {
        /// The player.
        player: String,
    },
    /// It gives its decisions only.
    #[error("`{player}` states no probabilities of its actions")]
    NoProbabilities {
        /// The player.
        player: String,
    },
    /// The file of strategies is refused.
    #[error("{}: {error}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: Box<StrategyTableError>,
    },
    /// The file of a network is refused.
    #[error("{}: {error}", path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: Box<NetworkFileError>,
    },
    /// The network was trained by other rules.
    #[error("{}: {unsuited}", path.display())]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// The reason.
        unsuited: Unsuited,
    },
}

/// How a front end opens the files that players name, and says that one is refused.
pub trait PlayerFiles {
    /// The bytes of a file.
    type Bytes: AsRef<[u8]> + Send + Sync + 'static;
    /// A failure.
    type Error;

    /// Opens a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    fn open(&self, path: &Path) -> Result<Self::Bytes, Self::Error>;

    /// Runs the checks of a whole file, which may take seconds.
    ///
    /// # Errors
    ///
    /// If they are interrupted.
    fn check<T: Send + 'static>(&self, check: impl FnOnce() -> T + Send + 'static) -> Result<T, Self::Error> {
        Ok(check())
    }

    /// The failure with this reason.
    fn refused(&self, error: PlayerError) -> Self::Error;
}

/// A player with its files open, for games by some rules.
#[derive(Clone)]
pub struct OpenedPlayer<B> {
    player: NamedPlayer,
    /// Its policy, if it can report its probabilities.
    pub policy: Option<SharedPolicy>,
    /// Makes the player for a game.
    pub make: Maker,
    /// The table by which it plays, if any.
    pub table: Option<Arc<StrategyTable<B>>>,
}

impl NamedPlayer {
    /// Reads `NAME`, `NAME:PARAMETER=VALUE,…`, `table:FILE` or `exec:COMMAND`. No file is opened.
    ///
    /// Setting `cancel` ends the searches of its players and of its policy. From then on what they play means nothing, and
    /// the caller discards it.
    ///
    /// # Errors
    ///
    /// If there is no such player, or its parameters are wrong.
    pub fn parse(text: &str, cancel: &Arc<CancelToken>) -> Result<Self, PlayerTextError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let (text, source) = match name {
            "exec" => {
                let words = words(rest)?;
                if words.is_empty() {
                    return Err(PlayerTextError::NoCommand);
                }
                (text.to_owned(), PlayerSource::Program(words))
            }
            "table" if rest.is_empty() => return Err(PlayerTextError::NoFile),
            "table" if rest.contains(FALLBACK) => return Err(PlayerTextError::NoFallback),
            "table" => (text.to_owned(), PlayerSource::Table(rest.into())),
            NETWORK if rest.contains(WEIGHTS.name) => {
                let given = Parameters::read(NETWORK, &[WEIGHTS, THRESHOLD], rest)?;
                let path = given.get_by(WEIGHTS.name, |text| Ok(text.to_owned()))?;
                let path = path.filter(|path| !path.is_empty()).ok_or(PlayerTextError::NoWeights)?;
                let least = least_probability(&given)?;
                let threshold = least.map(|least| format!(",{}={least}", THRESHOLD.name));
                let text = format!("{NETWORK}:{}={path}{}", WEIGHTS.name, threshold.unwrap_or_default());
                (text, PlayerSource::Network(path.into(), least))
            }
            ResolveSettings::NAME => {
                let (settings, blueprint) = if let Some(blueprint) = rest.strip_prefix(POLICY) {
                    (name.to_owned(), blueprint)
                } else {
                    let (settings, blueprint) =
                        rest.split_once(",policy=").ok_or(PlayerTextError::NoPolicy)?;
                    (format!("{name}:{settings}"), blueprint)
                };
                let settings: ResolveSettings = settings.parse()?;
                let blueprint = Box::new(Self::parse(blueprint, cancel)?);
                let text = format!("{settings},{POLICY}{blueprint}");
                (text, PlayerSource::Resolving(settings, blueprint, Arc::clone(cancel)))
            }
            _ => {
                let own = OwnPlayer::parse(text, cancel)?;
                let own = own.ok_or_else(|| PlayerTextError::UnknownPlayer { name: name.to_owned() })?;
                (own.text.clone(), PlayerSource::Own(own))
            }
        };
        Ok(Self { text, source })
    }

    /// The words of the command, if it is an outside program.
    #[must_use]
    pub fn command(&self) -> Option<&[String]> {
        match &self.source {
            PlayerSource::Program(words) => Some(words),
            _ => None,
        }
    }

    /// The player that plays the first turns of a round: another one if this one re-solves the last.
    fn first_turns(&self) -> &Self {
        match &self.source {
            PlayerSource::Resolving(_, blueprint, _) => blueprint.first_turns(),
            _ => self,
        }
    }

    /// Opens and checks its files. An outside program is refused: it is not for the library to start one.
    ///
    /// # Errors
    ///
    /// If it cannot play by these rules, or a file is refused.
    pub fn open<F: PlayerFiles>(&self, rules: &Rules, files: &F) -> Result<OpenedPlayer<F::Bytes>, F::Error> {
        let no_probabilities =
            |player: &Self| files.refused(PlayerError::NoProbabilities { player: player.text.clone() });
        let opened = match &self.source {
            PlayerSource::Own(own) => OpenedPlayer {
                player: self.clone(),
                policy: own.policy.clone(),
                make: Arc::clone(&own.make),
                table: None,
            },
            PlayerSource::Table(path) => {
                let (bytes, rules) = (files.open(path)?, *rules);
                let table = files.check(move || opened_table(bytes, &rules))?.map_err(|error| {
                    files.refused(PlayerError::Table { path: path.clone(), error: Box::new(error) })
                })?;
                return Ok(OpenedPlayer::plays_table(self.clone(), Arc::new(table)));
            }
            PlayerSource::Network(path, least) => {
                let network = opened_network(files.open(path)?.as_ref()).map_err(|error| {
                    files.refused(PlayerError::Network { path: path.clone(), error: Box::new(error) })
                })?;
                let policy: SharedPolicy = match *least {
                    Some(least) => Arc::new(Threshold::new(network, least)),
                    None => Arc::new(network),
                };
                OpenedPlayer::of_policy(self.clone(), policy, None)
            }
            PlayerSource::Resolving(settings, blueprint, cancel) => {
                let opened = blueprint.open(rules, files)?;
                let policy = opened.policy.ok_or_else(|| no_probabilities(blueprint))?;
                let resolving = ResolvingPolicy::new(policy, *settings, Arc::clone(cancel));
                OpenedPlayer::of_policy(self.clone(), Arc::new(resolving), opened.table)
            }
            PlayerSource::Program(_) => return Err(no_probabilities(self)),
        };
        opened.check(rules).map_err(|error| files.refused(error))?;
        Ok(opened)
    }
}

/// The table in these bytes, all of it checked.
fn opened_table<B: AsRef<[u8]>>(bytes: B, rules: &Rules) -> Result<StrategyTable<B>, StrategyTableError> {
    let table = StrategyTable::open(bytes)?;
    table.expect_rules(rules)?;
    table.verify()?;
    Ok(table)
}

/// The network in these bytes, all of it checked.
fn opened_network(bytes: &[u8]) -> Result<NetworkPolicy, NetworkFileError> {
    let reader = Reader::open(bytes)?;
    let policy = read_network(&reader)?;
    reader.verify()?;
    Ok(policy)
}

impl<B: AsRef<[u8]> + Send + Sync + 'static> OpenedPlayer<B> {
    fn of_policy(player: NamedPlayer, policy: SharedPolicy, table: Option<Arc<StrategyTable<B>>>) -> Self {
        let plays = Arc::clone(&policy);
        let make: Maker = Arc::new(move || Box::new(PolicyPlayer::new(Arc::clone(&plays))));
        Self { player, policy: Some(policy), make, table }
    }

    /// The player of a table, which has been checked. `name` stands for it in messages.
    #[must_use]
    pub fn of_table(name: &str, table: Arc<StrategyTable<B>>) -> Self {
        let source = PlayerSource::Table(name.into());
        Self::plays_table(NamedPlayer { text: name.to_owned(), source }, table)
    }

    /// The player of a network in these bytes. `name` stands for it in messages.
    ///
    /// # Errors
    ///
    /// If the bytes are no network, or damaged.
    pub fn of_network(name: &str, bytes: &[u8]) -> Result<Self, NetworkFileError> {
        let player = NamedPlayer { text: name.to_owned(), source: PlayerSource::Network(name.into(), None) };
        Ok(Self::of_policy(player, Arc::new(opened_network(bytes)?), None))
    }

    fn plays_table(player: NamedPlayer, table: Arc<StrategyTable<B>>) -> Self {
        let plays = Arc::clone(&table);
        let make: Maker = Arc::new(move || Box::new(TablePlayer::new(Arc::clone(&plays))));
        let policy: SharedPolicy = Arc::new(TablePolicy::new(Arc::clone(&table)));
        Self { player, policy: Some(policy), make, table: Some(table) }
    }

    /// Fails unless it can play by these rules.
    ///
    /// # Errors
    ///
    /// The reason.
    pub fn check(&self, rules: &Rules) -> Result<(), PlayerError> {
        let player = self.player.first_turns();
        match (&player.source, &self.policy) {
            (PlayerSource::Own(own), _) if !(own.plays)(rules) => {
                Err(PlayerError::StandardOnly { player: player.text.clone() })
            }
            (PlayerSource::Network(path, _), Some(policy)) => policy
                .check(rules)
                .map_err(|unsuited| PlayerError::OtherRules { path: path.clone(), unsuited }),
            _ => self.expect(|table| table.expect_rules(rules)),
        }
    }

    /// Fails unless the table by which it plays, if any, covers what it is asked for.
    ///
    /// # Errors
    ///
    /// The reason.
    pub fn expect(
        &self,
        covers: impl FnOnce(&StrategyTable<B>) -> Result<(), StrategyTableError>,
    ) -> Result<(), PlayerError> {
        let path = match &self.player.first_turns().source {
            PlayerSource::Table(path) => path.as_path(),
            _ => Path::new(""),
        };
        let refused = |error| PlayerError::Table { path: path.to_owned(), error: Box::new(error) };
        self.table.as_deref().map_or(Ok(()), |table| covers(table).map_err(refused))
    }
}

/// Splits a command into words at blanks, except in `'…'` and `"…"`, as a shell does. Nothing else is
/// special, so that a specification means the same everywhere.
fn words(command: &str) -> Result<Vec<String>, PlayerTextError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match c {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        None => return Err(PlayerTextError::OpenQuote),
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

impl fmt::Display for NamedPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for NamedPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(all(test, feature = "network"))]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<NamedPlayer, PlayerTextError> {
        NamedPlayer::parse(text, &Arc::default())
    }

    #[test]
    fn commands_are_split_at_blanks_outside_quotes() {
        let split = |text| words(text).unwrap();
        assert_eq!(split("python3  a.py"), ["python3", "a.py"]);
        assert_eq!(split(" './my bot' --name=\"it's\" '' "), ["./my bot", "--name=it's", ""]);
        assert!(split("  ").is_empty());
        assert_eq!(words("a 'b"), Err(PlayerTextError::OpenQuote));
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
            assert_eq!(parse(text).unwrap().to_string(), shown);
            assert_eq!(parse(shown).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn nobody_and_nothing_are_refused_with_what_there_is() {
        let message = |text: &str| parse(text).unwrap_err().to_string();
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
        assert_eq!(parse("random").unwrap().to_string(), "random");
        assert_eq!(parse("exec:a b").unwrap().to_string(), "exec:a b");
    }
}
