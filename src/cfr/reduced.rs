//! The flags for a round of a reduced Hanamikoji, and the round.

use clap::Args;
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::objects::RoundObject;
use hanamachi_solver::hanamikoji::{Game, MergedRound};

use super::algorithm::Reduced;
use crate::failure::Failure;
use crate::hanamikoji::{FavourTableArgs, markers, tags};
use crate::session::Session;
use crate::shell::quoted_path;

/// The round of the reduced game.
#[derive(Clone, Debug, Args)]
pub(super) struct ReducedArgs {
    /// The rules as tags, for example 'geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none'; `round=` is the number of the round
    #[arg(long, value_name = "TAGS", value_parser = tags, conflicts_with_all = ["geisha", "actions", "rounds", "tiebreak"])]
    rules: Option<Tags>,
    /// Markers before the round, from the seat of its first player, such as '+.-' [default: all neutral]
    #[arg(long, value_name = "SIGNS", allow_hyphen_values = true)]
    favour: Option<String>,
    #[command(flatten)]
    favour_table: FavourTableArgs,
    /// Flags of earlier versions.
    #[arg(long, hide = true, requires = "actions")]
    geisha: Option<String>,
    #[arg(long, hide = true, requires = "geisha")]
    actions: Option<String>,
    #[arg(long, hide = true, requires = "geisha")]
    rounds: Option<String>,
    #[arg(long, hide = true, requires = "geisha")]
    tiebreak: Option<String>,
}

impl ReducedArgs {
    /// Whether any of the flags was given.
    pub(super) fn is_given(&self) -> bool {
        self.rules.is_some() || self.favour.is_some() || self.favour_table.is_given() || self.geisha.is_some()
    }

    /// The rules and the number of the round.
    fn tags(&self, session: &Session) -> Result<Tags, Failure> {
        if let Some(tags) = self.rules {
            return Ok(tags);
        }
        let (Some(geisha), Some(actions)) = (&self.geisha, &self.actions) else {
            let message = "--rules defines the game, for example --rules 'geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none'";
            return Err(Failure::Usage(message.to_owned()));
        };
        let rounds = self.rounds.as_deref().unwrap_or("1");
        let tiebreak = self.tiebreak.as_deref().unwrap_or("none");
        let text = format!("geisha={geisha} actions={actions} rounds={rounds} tiebreak={tiebreak}");
        let tags = tags(&text).map_err(Failure::Usage)?;
        session.note(format!("--geisha and --actions are flags of earlier versions: write --rules '{text}'"));
        Ok(tags)
    }

    /// The round, and how it is solved.
    pub(super) fn round(&self, session: &Session) -> Result<(MergedRound, Reduced), Failure> {
        let Tags { rules, round: number } = self.tags(session)?;
        let favour = markers(self.favour.as_deref(), &rules)?;
        let continuation = self.favour_table.open()?;
        continuation.check(&rules)?;
        let round = MergedRound::new(continuation.round(&Game::new(rules), number, favour));
        let reduced = Reduced {
            round: RoundObject::new(round.round(), continuation.path()),
            merged: (&round).into(),
            favour_table: continuation.path().map(quoted_path),
        };
        Ok((round, reduced))
    }
}
