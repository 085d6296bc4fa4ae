//! Learning to imitate a player in the recorded games of matches.

use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::path::{Path, PathBuf};

use hanamachi_core::ENGINE;
use hanamachi_core::game::Seat;
use hanamachi_core::search::budget::{CancelToken, RunContext};
use hanamachi_core::search::learning::{Imitation, Prediction};
use hanamachi_core::search::strength::Strength;
use hanamachi_table::disk::{DiskError, Trouble};
use hanamachi_table::{Metadata, WriteError, Writer};
use hanamachi_text::shell_word;
use serde::Serialize;
use serde_json::json;

use super::error::TrainingError;
use crate::Rules;
use crate::arena::{RecordedGame, RecordedMatch, read_games};
use crate::learn::{Decisions, NetworkFileError, write_network};

/// Name under which the metadata of a network hold the player that it imitates.
pub const IMITATION: &str = "imitation";

/// One pair of games in this many is held out.
const HELD_OUT: u64 = 10;
/// The most decisions: they are in memory, with some two kilobytes each.
const MOST_DECISIONS: usize = 2_000_000;

/// The decisions of a player in recorded games.
#[derive(Default)]
pub struct RecordedDecisions {
    /// What the player may be called. Nobody yet, if it is the first in the first file.
    names: Vec<String>,
    /// Its name in the games.
    player: Option<String>,
    /// Names of all players.
    seen: BTreeSet<String>,
    /// Rounds in which it plays.
    pub rounds: u64,
    of_rules: Option<(Rules, [Decisions; 2])>,
    files: Vec<(PathBuf, RecordedMatch)>,
}

/// A policy that learns to predict the decisions of a player.
pub struct PlayerImitation<'a> {
    recorded: &'a RecordedDecisions,
    rules: &'a Rules,
    decisions: &'a [Decisions; 2],
    imitation: Imitation<'a>,
    seed: u64,
}

impl RecordedDecisions {
    /// None yet, of the player with one of these names; without names, of the first player in the first file.
    #[must_use]
    pub fn new(names: Vec<String>) -> Self {
        Self { names, ..Self::default() }
    }

    /// Adds the decisions in the complete games of the file at `path`, which a match has written.
    pub fn read(&mut self, path: &Path, cancel: &CancelToken) -> Result<(), TrainingError> {
        let games = read_games(path, &mut |of, game| match cancel.reason() {
            Some(stop) => Err(stop.into()),
            None => self.add(path, of, game),
        })?;
        self.files.push((path.to_owned(), games));
        Ok(())
    }

    /// Begins to learn to predict them.
    pub fn imitation(&self, seed: u64) -> Result<PlayerImitation<'_>, TrainingError> {
        let (rules, decisions) = self.decisions()?;
        Ok(PlayerImitation {
            recorded: self,
            rules,
            decisions,
            imitation: decisions[0].imitation(seed),
            seed,
        })
    }

    /// Adds the decisions of a game in the file `path`.
    fn add(&mut self, path: &Path, of: &RecordedMatch, game: &RecordedGame) -> Result<(), TrainingError> {
        if self.names.is_empty() {
            self.names.push(of.players[0].clone());
        }
        if of.games == 0 {
            self.seen.extend(of.players.iter().cloned());
        }
        let fresh = || Some((of.rules, [Decisions::new(&of.rules)?, Decisions::new(&of.rules)?]));
        let (rules, [learned, held_out]) = match &mut self.of_rules {
            Some(known) => known,
            none => {
                let fresh = fresh().ok_or_else(|| {
                    Trouble::OtherRules.in_file::<DiskError>(path, NetworkFileError::TooLarge)
                })?;
                none.insert(fresh)
            }
        };
        if *rules != of.rules {
            let why = "its games have other rules than those of the first file";
            return Err(Trouble::OtherRules.in_file::<DiskError>(path, why).into());
        }
        let decisions = if game.pair % HELD_OUT == HELD_OUT - 1 { &mut *held_out } else { &mut *learned };
        for (record, places) in game.rounds() {
            let here = places.map(|place| self.names.contains(&of.players[place]));
            self.rounds += u64::from(here.contains(&true));
            for (place, seat) in places.into_iter().zip(Seat::BOTH) {
                if here[seat.index()] {
                    self.player.get_or_insert_with(|| of.players[place].clone());
                    decisions.add(record, seat);
                }
            }
        }
        if learned.examples().len() + held_out.examples().len() > MOST_DECISIONS {
            let message = format!("there are more than {MOST_DECISIONS} decisions: leave some games out");
            return Err(TrainingError::Unsuited(message));
        }
        Ok(())
    }

    /// The rules, the decisions to learn from and those held out.
    fn decisions(&self) -> Result<(&Rules, &[Decisions; 2]), TrainingError> {
        let found = self.of_rules.as_ref().filter(|(_, [learned, _])| !learned.examples().is_empty());
        let nobody = || {
            let quoted = |name: &String| shell_word(&name.escape_debug().to_string());
            let [player, players] = [
                self.names.first().into_iter().map(quoted).collect(),
                self.seen.iter().map(quoted).collect(),
            ]
            .map(|names: Vec<String>| names.join(", "));
            TrainingError::Unsuited(format!(
                "{player} decides nothing in these games; their players are {players}"
            ))
        };
        found.map(|(rules, decisions)| (rules, decisions)).ok_or_else(nobody)
    }
}

impl PlayerImitation<'_> {
    /// Number of decisions to learn from, each as often as it is seen.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.imitation.total()
    }

    /// Learns from all decisions, on the threads of the current pool. Half of a run is of no use to anybody.
    pub fn go(&mut self, context: RunContext<'_>) -> Result<(), TrainingError> {
        loop {
            if let Some(stop) = context.cancel.reason() {
                return Err(stop.into());
            }
            let before = self.imitation.done();
            if !self.imitation.step() {
                break;
            }
            context.progress.advance(self.imitation.done() - before);
        }
        if self.imitation.policy().weights().iter().any(|weight| !weight.is_finite()) {
            let why = "the training has diverged: its weights are no longer finite";
            return Err(DiskError::Refused(why.to_owned()).into());
        }
        Ok(())
    }

    /// How well the policy predicts decisions that were held out, measured on the threads of the current pool, and its file.
    pub fn network(&self) -> Result<(ImitationObject, Vec<u8>), WriteError> {
        let Self { recorded, decisions: [learned, held_out], imitation, seed, .. } = self;
        let predicted = imitation.policy().prediction(held_out.examples());
        let object = ImitationObject {
            player: recorded.player.clone().unwrap_or_default(),
            decisions: learned.examples().len(),
            held_out: (predicted.decisions > 0).then(|| predicted.into()),
            games: recorded.files.iter().map(|(_, games)| games.clone()).collect(),
        };
        let mut metadata = Metadata {
            program: ENGINE.to_owned(),
            seed: Some(*seed),
            command: command(&recorded.files, &object.player, *seed),
            ..Metadata::default()
        };
        metadata.counts.insert("rounds".to_owned(), recorded.rounds);
        metadata.details.insert(IMITATION.to_owned(), json!(object));
        let mut writer = Writer::new(Vec::new())?;
        write_network(&mut writer, &mut metadata, self.rules, imitation.policy())?;
        Ok((object, writer.finish(&metadata)?))
    }
}

/// The command of the run.
fn command(files: &[(PathBuf, RecordedMatch)], player: &str, seed: u64) -> String {
    let mut command = "hanamachi hanamikoji train".to_owned();
    for (path, _) in files {
        let _ = write!(command, " --imitate {}", shell_word(&path.display().to_string()));
    }
    let _ = write!(command, " --player {} --seed {seed}", shell_word(player));
    command
}

/// The imitated player, and how well the policy predicts it.
#[derive(Debug, Serialize)]
pub struct ImitationObject {
    player: String,
    /// Decisions that were learned from.
    decisions: usize,
    /// Prediction of decisions in other games; none in fewer than ten pairs of games.
    held_out: Option<HeldOutObject>,
    /// The matches.
    games: Vec<RecordedMatch>,
}

#[derive(Debug, Serialize)]
struct HeldOutObject {
    kind: Strength,
    decisions: u64,
    /// Share of decisions in which the player took the most probable action.
    accuracy: f64,
    /// Mean of −ln of the probability of the player's action, in nats.
    cross_entropy: f64,
}

impl From<Prediction> for HeldOutObject {
    fn from(Prediction { decisions, accuracy, cross_entropy }: Prediction) -> Self {
        Self { kind: Strength::Estimated, decisions, accuracy, cross_entropy }
    }
}

impl fmt::Display for ImitationObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: learned from {} decisions", self.player.escape_debug(), self.decisions)?;
        let Some(HeldOutObject { kind, decisions, accuracy, cross_entropy }) = &self.held_out else {
            return f.write_str(", none held out");
        };
        write!(
            f,
            "; in {decisions} held out accuracy {:.1} %, cross-entropy {cross_entropy:.3} nats ({kind})",
            100.0 * accuracy
        )
    }
}
