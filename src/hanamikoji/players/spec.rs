//! Player specifications: `name`, `name:parameter=value,…`, `table:FILE` or `exec:COMMAND`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use hanamachi_solver::hanamikoji::Rules;

use super::exec::{ExecPlayer, Launcher};
use super::registry::{BOTS, Bot, Made, Maker, Parameter, Plays, Settings, SharedPolicy};
use super::table::TableSpec;
use crate::failure::Failure;
use crate::session::Session;

/// Whoever is to play, as it was specified.
#[derive(Clone)]
pub(crate) struct PlayerSpec {
    /// The specification with every parameter, the defaults too: what it means does not change with the program.
    text: String,
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    Bot(Made),
    Table(TableSpec),
    /// The words of a command.
    Exec(Vec<String>),
}

/// What is wrong with a specification.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum SpecError {
    /// Nobody has this name.
    #[error("there is no player `{name}`; there are {known}")]
    UnknownPlayer { name: String, known: String },
    /// The player has no such parameter.
    #[error("`{player}` has no parameter `{name}`; {known}")]
    UnknownParameter { player: String, name: String, known: String },
    /// A part is not `parameter=value`.
    #[error("`{part}` is not a parameter with its value: write `{player}:parameter=value,…`")]
    NoValue { player: String, part: String },
    /// A parameter comes twice.
    #[error("`{player}` has the parameter `{name}` twice")]
    Twice { player: String, name: &'static str },
    /// A value cannot be.
    #[error("`{player}` cannot have {name}={value}: {why}")]
    Value { player: String, name: &'static str, value: String, why: String },
    /// There is no command.
    #[error("no command: write exec:COMMAND, for example exec:'python3 scripts/example_player.py'")]
    NoCommand,
    /// There is no file.
    #[error("no file: write table:FILE or table:FILE,fallback=PLAYER")]
    NoFile,
    /// The fallback is itself no simple player.
    #[error("the fallback of a table is one of the program's own players, such as `random`")]
    Fallback,
    /// A quote has no end.
    #[error("a quote in the command has no end")]
    OpenQuote,
}

impl PlayerSpec {
    /// Fails where the player cannot play by these rules, so that nothing is played that tells nothing. A table is opened
    /// here.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), Failure> {
        let plays = match &self.kind {
            Kind::Bot(made) => made.plays,
            Kind::Table(table) => table.fallback_plays(),
            Kind::Exec(_) => Plays::All,
        };
        if plays == Plays::StandardDeals && !rules.is_standard_round() {
            return Err(Failure::Usage(format!(
                "`{self}` knows the standard deals, actions and goals only; in a reduced game let `greedy` play, or \
                 `ismcts:guide=none`"
            )));
        }
        match &self.kind {
            Kind::Table(table) => table.check(rules),
            _ => Ok(()),
        }
    }

    /// The hash of the strategy table that plays, if one does; it is known when the player has been
    /// [checked](Self::check).
    pub(crate) fn table_hash(&self) -> Option<String> {
        match &self.kind {
            Kind::Table(table) => table.hash(),
            Kind::Bot(_) | Kind::Exec(_) => None,
        }
    }

    /// Says what is to be said of the player when all has been played.
    pub(crate) fn note(&self, session: &Session) {
        if let Kind::Table(table) = &self.kind {
            table.note(session);
        }
    }

    /// The maker, if it is one of the program's own players.
    pub(super) fn into_bot(self) -> Option<Made> {
        match self.kind {
            Kind::Bot(made) => Some(made),
            Kind::Table(_) | Kind::Exec(_) => None,
        }
    }

    /// How likely it plays each action, in games by these rules, which are [checked](Self::check) first.
    pub(crate) fn policy(&self, rules: &Rules) -> Result<SharedPolicy, Failure> {
        self.check(rules)?;
        let policy = match &self.kind {
            Kind::Bot(made) => made.policy.clone(),
            Kind::Table(table) => table.policy(),
            Kind::Exec(_) => None,
        };
        policy.ok_or_else(|| {
            let known = "`random`, `greedy`, `learned`, `learned:temperature=…` and `table:FILE` can";
            Failure::Usage(format!("`{self}` cannot say how likely it plays each action; {known}"))
        })
    }
}

/// What outside programs are run with.
pub(crate) type Outside = Arc<Launcher>;

/// The players of a match with all that they are run with, ready to be made.
pub(crate) struct Lineup {
    pub(crate) makers: Vec<Maker>,
}

impl Lineup {
    /// The makers of these players, all of whom have been [checked](PlayerSpec::check); outside programs are run as
    /// `outside` says.
    pub(crate) fn new(specs: &[PlayerSpec], outside: &Outside) -> Self {
        let maker = |(index, spec): (usize, &PlayerSpec)| -> Maker {
            match &spec.kind {
                Kind::Bot(made) => Arc::clone(&made.maker),
                Kind::Table(table) => table.maker(),
                Kind::Exec(words) => {
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
            return Ok(Self { text: text.to_owned(), kind: Kind::Exec(words) });
        }
        if name == "table" {
            let (table, text) = TableSpec::parse(rest)?;
            return Ok(Self { text, kind: Kind::Table(table) });
        }
        let known = || {
            let names = BOTS.iter().map(|bot| format!("`{}`", bot.name));
            names.chain(["`table:FILE`", "`exec:COMMAND`"].map(str::to_owned)).collect::<Vec<_>>().join(", ")
        };
        let bot = BOTS.iter().find(|bot| bot.name == name);
        let bot = bot.ok_or_else(|| SpecError::UnknownPlayer { name: name.to_owned(), known: known() })?;
        let values = values(bot.name, bot.parameters, rest)?;
        let given = values.iter().filter(|(_, value)| !value.is_empty());
        let shown: Vec<String> = given.map(|(name, value)| format!("{name}={value}")).collect();
        let text = if shown.is_empty() { name.to_owned() } else { format!("{name}:{}", shown.join(",")) };
        let Bot { make, .. } = bot;
        let made = make(&Settings { player: name, values })?;
        Ok(Self { text, kind: Kind::Bot(made) })
    }
}

/// Each of the parameters with the value from `rest`, or else its default.
fn values(
    player: &str,
    parameters: &'static [Parameter],
    rest: &str,
) -> Result<Vec<(&'static str, String)>, SpecError> {
    let mut given: Vec<(&'static str, &str)> = Vec::new();
    for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let no_value = || SpecError::NoValue { player: player.to_owned(), part: part.to_owned() };
        let (name, value) =
            part.split_once('=').filter(|(_, value)| !value.is_empty()).ok_or_else(no_value)?;
        let parameter = parameters.iter().find(|parameter| parameter.name == name);
        let name = parameter.map(|parameter| parameter.name).ok_or_else(|| SpecError::UnknownParameter {
            player: player.to_owned(),
            name: name.to_owned(),
            known: known_parameters(parameters),
        })?;
        if given.iter().any(|&(other, _)| other == name) {
            return Err(SpecError::Twice { player: player.to_owned(), name });
        }
        given.push((name, value));
    }
    let value = |Parameter { name, default, .. }: &'static Parameter| {
        let found = given.iter().find(|(key, _)| key == name);
        (*name, found.map_or(*default, |(_, value)| value).to_owned())
    };
    Ok(parameters.iter().map(value).collect())
}

fn known_parameters(parameters: &[Parameter]) -> String {
    if parameters.is_empty() {
        return "it has none".to_owned();
    }
    let names: Vec<String> = parameters.iter().map(|parameter| format!("`{}`", parameter.name)).collect();
    format!("it has {}", names.join(", "))
}

/// The words of a command, as a shell would split them: at blanks, except in `'…'` and `"…"`. Nothing else is
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

    #[test]
    fn parameters_are_checked_and_defaults_filled_in() {
        const PARAMETERS: &[Parameter] =
            &[Parameter::for_test("deals", "100"), Parameter::for_test("depth", "2")];
        let read = |rest| values("bot", PARAMETERS, rest);
        assert_eq!(read("").unwrap(), [("deals", "100".to_owned()), ("depth", "2".to_owned())]);
        assert_eq!(read("depth=7").unwrap(), [("deals", "100".to_owned()), ("depth", "7".to_owned())]);
        let message = |rest| read(rest).unwrap_err().to_string();
        assert_eq!(message("deal=1"), "`bot` has no parameter `deal`; it has `deals`, `depth`");
        assert_eq!(message("deals=1,deals=2"), "`bot` has the parameter `deals` twice");
        assert!(message("deals").contains("`bot:parameter=value,…`"));
        let settings = Settings { player: "bot", values: read("deals=x").unwrap() };
        assert_eq!(settings.get::<u8>("depth"), Ok(2));
        let message = settings.get::<u8>("deals").unwrap_err().to_string();
        assert_eq!(message, "`bot` cannot have deals=x: invalid digit found in string");
    }

    #[test]
    fn nobody_and_nothing_are_refused_with_what_there_is() {
        let message = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(message("randm").starts_with("there is no player `randm`; there are `random`, "));
        assert_eq!(message("random:seed=1"), "`random` has no parameter `seed`; it has none");
        assert!(message("exec:").starts_with("no command"));
        assert!(message("exec:'a").contains("quote"));
        assert_eq!("random".parse::<PlayerSpec>().unwrap().to_string(), "random");
        assert_eq!("exec:a b".parse::<PlayerSpec>().unwrap().to_string(), "exec:a b");
    }
}
