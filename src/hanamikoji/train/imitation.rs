//! Learning to imitate a player.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::arena::{RecordedGame, RecordedMatch, read_games};
use hanamachi_solver::hanamikoji::learn::{Decisions, NetworkFileError, write_network};
use hanamachi_solver::search::budget::Progress;
use hanamachi_solver::table::disk::{Existing, NewFile};
use hanamachi_solver::table::{Metadata, Writer};
use serde_json::json;

use super::args::TrainArgs;
use super::object::{ImitationObject, TrainingObject};
use crate::failure::{Failure, Trouble};
use crate::hanamikoji::players::PlayerSpec;
use crate::output::ENGINE;
use crate::progress::CountProgress;
use crate::seed;
use crate::session::Session;
use crate::shell::{quoted, quoted_path};
use crate::workers::thread_pool;

/// Name under which the metadata of a network hold the player that it imitates.
pub(in crate::hanamikoji) const IMITATION: &str = "imitation";

/// One pair of games in this many is held out.
const HELD_OUT: u64 = 10;
/// The most decisions: they are in memory, with some two kilobytes each.
const MOST_DECISIONS: usize = 2_000_000;

/// The decisions of a player in recorded games.
struct Recorded {
    /// What the player may be called. Nobody yet, if it is the first in the first file.
    names: Vec<String>,
    /// Its name in the games.
    player: Option<String>,
    /// Names of all players.
    seen: BTreeSet<String>,
    rounds: u64,
    of_rules: Option<(Rules, [Decisions; 2])>,
}

/// Trains a policy that imitates a player, and writes its weights.
pub(super) fn run(args: &TrainArgs, session: &Session) -> Result<TrainingObject, Failure> {
    let Some(path) = &args.output else {
        return Err(Failure::Usage("--imitate needs a file for the weights: -o FILE".to_owned()));
    };
    let mut file = NewFile::create(path, Existing::forced(args.force))?;
    let seed = seed::resolve(args.seed.seed, session)?;
    let mut recorded = Recorded::new(args.player.as_deref());
    let mut games = Vec::new();
    for path in &args.imitate {
        let read = read_games(path, &mut |of, game| {
            session.check()?;
            recorded.add(path, of, game)
        })?;
        games.push(read.into());
    }
    let (rules, [learned, held_out]) = recorded.decisions()?;
    let pool = thread_pool(args.threads.count())?;
    let mut imitation = learned.imitation(seed);
    let progress = CountProgress::start("decisions", 0, imitation.total(), session);
    loop {
        // Half of a run is of no use to anybody.
        session.check()?;
        let before = imitation.done();
        if !pool.install(|| imitation.step()) {
            break;
        }
        progress.advance(imitation.done() - before);
    }
    drop(progress);
    let predicted = pool.install(|| imitation.policy().prediction(held_out.examples()));
    if imitation.policy().weights().iter().any(|weight| !weight.is_finite()) {
        return Err(anyhow!("the training has diverged: its weights are no longer finite").into());
    }
    let object = ImitationObject {
        player: recorded.player.clone().unwrap_or_default(),
        decisions: learned.examples().len(),
        held_out: (predicted.decisions > 0).then(|| predicted.into()),
        games,
    };
    let mut metadata = Metadata {
        program: ENGINE.to_owned(),
        seed: Some(seed),
        command: command(&args.imitate, &object.player, seed),
        ..Metadata::default()
    };
    metadata.counts.insert("rounds".to_owned(), recorded.rounds);
    metadata.details.insert(IMITATION.to_owned(), json!(object));
    let mut writer = Writer::new(Vec::new())?;
    write_network(&mut writer, &mut metadata, rules, imitation.policy())?;
    let bytes = writer.finish(&metadata)?;
    file.write(&bytes)?;
    file.finish()?;
    let trained = TrainingObject::of_weights(IMITATION, recorded.rounds, seed, &bytes);
    Ok(TrainingObject { imitation: Some(object), ..trained })
}

impl Recorded {
    /// None yet, of the player of this name: as the file has it, or as the program would write it.
    fn new(player: Option<&str>) -> Self {
        let canonical = player.and_then(|text| text.parse::<PlayerSpec>().ok());
        let names = player.map(str::to_owned).into_iter().chain(canonical.map(|player| player.to_string()));
        Self { names: names.collect(), player: None, seen: BTreeSet::new(), rounds: 0, of_rules: None }
    }

    /// Adds the decisions of a game in the file `path`.
    fn add(&mut self, path: &Path, of: &RecordedMatch, game: &RecordedGame) -> Result<(), Failure> {
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
                let fresh =
                    fresh().ok_or_else(|| Trouble::OtherRules.in_file::<Failure>(path, NetworkFileError::TooLarge))?;
                none.insert(fresh)
            }
        };
        if *rules != of.rules {
            let why = "its games have other rules than those of the first file";
            return Err(Trouble::OtherRules.in_file(path, why));
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
            return Err(Failure::Usage(message));
        }
        Ok(())
    }

    /// The rules, the decisions to learn from and those held out.
    fn decisions(&self) -> Result<(&Rules, &[Decisions; 2]), Failure> {
        let found = self.of_rules.as_ref().filter(|(_, [learned, _])| !learned.examples().is_empty());
        let nobody = || {
            let quoted = |name: &String| quoted(&name.escape_debug().to_string());
            let [player, players] = [
                self.names.first().into_iter().map(quoted).collect(),
                self.seen.iter().map(quoted).collect(),
            ]
            .map(|names: Vec<String>| names.join(", "));
            Failure::Usage(format!("{player} decides nothing in these games; their players are {players}"))
        };
        found.map(|(rules, decisions)| (rules, decisions)).ok_or_else(nobody)
    }
}

/// The command of the run.
fn command(paths: &[PathBuf], player: &str, seed: u64) -> String {
    let mut command = "hanamachi hanamikoji train".to_owned();
    for path in paths {
        let _ = write!(command, " --imitate {}", quoted_path(path));
    }
    let _ = write!(command, " --player {} --seed {seed}", quoted(player));
    command
}
