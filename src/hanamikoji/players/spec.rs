//! Players of a command: read, checked, and made for a match.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use hanamachi_solver::hanamikoji::players::named::{
    Maker, NamedPlayer, OpenedPlayer, PlayerError, PlayerFiles, PlayerTextError,
};
use hanamachi_solver::hanamikoji::policy::SharedPolicy;
use hanamachi_solver::hanamikoji::{InformationSet, Round, Rules};
use hanamachi_solver::table::disk::FileBytes;
use hanamachi_solver::table::hex;

use super::exec::{ExecPlayer, Launcher};
use crate::failure::{Failure, Trouble};
use crate::hanamikoji::strategy_file;
use crate::interrupt;

/// A player by name. [`check`](Self::check) opens its files, once.
#[derive(Clone)]
pub(crate) struct PlayerSpec {
    player: NamedPlayer,
    opened: Arc<OnceLock<OpenedPlayer<FileBytes>>>,
}

/// The files of players.
struct DiskFiles;

impl PlayerFiles for DiskFiles {
    type Bytes = FileBytes;
    type Error = Failure;

    fn open(&self, path: &std::path::Path) -> Result<FileBytes, Failure> {
        Ok(FileBytes::open(path)?)
    }

    fn refused(&self, error: PlayerError) -> Failure {
        match &error {
            PlayerError::StandardOnly { .. } => Failure::Usage(error.to_string()),
            PlayerError::NoProbabilities { player } => no_probabilities(player, ""),
            PlayerError::Table { path, error } => strategy_file::unfit(path, error),
            PlayerError::Network { path, error } => error.in_file(path),
            PlayerError::OtherRules { path, unsuited } => Trouble::OtherRules.in_file(path, unsuited),
        }
    }
}

/// Failure for a command that needs probabilities; `way_out` names an alternative to another player.
fn no_probabilities(player: &str, way_out: &str) -> Failure {
    let known = "`random`, `greedy`, `learned`, `policy`, `best`, `resolve:…` and `table:FILE` do";
    Failure::Usage(format!("`{player}` states no probabilities of its actions; {known}{way_out}"))
}

impl PlayerSpec {
    /// Fails if the player cannot play by these rules, so that no pointless games are played. Opens files.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), Failure> {
        if self.player.command().is_some() {
            return Ok(());
        }
        if let Some(opened) = self.opened.get() {
            return opened.check(rules).map_err(|error| DiskFiles.refused(error));
        }
        let opened = self.player.open(rules, &DiskFiles)?;
        self.opened.get_or_init(|| opened);
        Ok(())
    }

    /// Does the same for a player of whole games, in which markers move from round to round.
    pub(crate) fn check_games(&self, rules: &Rules) -> Result<(), Failure> {
        self.check(rules)?;
        self.expect(|opened| opened.expect(|table| table.expect_games(rules)))
    }

    /// Fails unless the player, which has been [checked](Self::check), can play this round.
    pub(crate) fn check_round(&self, round: &Round) -> Result<(), Failure> {
        self.expect(|opened| opened.expect(|table| table.expect_round(round)))
    }

    /// Fails unless the player, which has been [checked](Self::check), plays in rounds like that of this information set.
    pub(crate) fn check_set(&self, set: &InformationSet) -> Result<(), Failure> {
        self.expect(|opened| opened.expect(|table| table.expect_set(set)))
    }

    fn expect(
        &self,
        expect: impl FnOnce(&OpenedPlayer<FileBytes>) -> Result<(), PlayerError>,
    ) -> Result<(), Failure> {
        self.opened.get().map_or(Ok(()), |opened| expect(opened).map_err(|error| DiskFiles.refused(error)))
    }

    /// Hash of the player's strategy table, if it has one. It is known once the player has been
    /// [checked](Self::check).
    pub(crate) fn table_hash(&self) -> Option<String> {
        let table = self.opened.get()?.table.as_ref()?;
        Some(hex(table.policy().identity()))
    }

    /// The player's policy in games by these rules, which are [checked](Self::check) first.
    pub(crate) fn policy(&self, rules: &Rules) -> Result<SharedPolicy, Failure> {
        self.opened(rules)?.policy.clone().ok_or_else(|| self.cannot_tell(""))
    }

    /// The player in games by these rules, which are [checked](Self::check) first. Refuses outside programs.
    pub(crate) fn opened(&self, rules: &Rules) -> Result<&OpenedPlayer<FileBytes>, Failure> {
        self.check(rules)?;
        self.opened.get().ok_or_else(|| self.cannot_tell(""))
    }

    /// Failure for a command that needs probabilities; `way_out` names an alternative to another player.
    pub(crate) fn cannot_tell(&self, way_out: &str) -> Failure {
        no_probabilities(&self.to_string(), way_out)
    }
}

/// The makers of these players in games by these rules, which are [checked](PlayerSpec::check) first; `launcher` runs outside
/// programs.
pub(crate) fn makers(
    players: &[PlayerSpec],
    rules: &Rules,
    launcher: &Arc<Launcher>,
) -> Result<Vec<Maker>, Failure> {
    let maker = |(index, spec): (usize, &PlayerSpec)| -> Result<Maker, Failure> {
        let Some(words) = spec.player.command() else {
            return Ok(Arc::clone(&spec.opened(rules)?.make));
        };
        let (words, launcher) = (words.to_vec(), Arc::clone(launcher));
        Ok(Arc::new(move || Box::new(ExecPlayer::new(index, words.clone(), Arc::clone(&launcher)))))
    };
    players.iter().enumerate().map(maker).collect()
}

impl FromStr for PlayerSpec {
    type Err = PlayerTextError;

    fn from_str(text: &str) -> Result<Self, PlayerTextError> {
        let player = NamedPlayer::parse(text, interrupt::token())?;
        Ok(Self { player, opened: Arc::default() })
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.player.fmt(f)
    }
}

impl fmt::Debug for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.player.fmt(f)
    }
}
