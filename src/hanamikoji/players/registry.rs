//! All players with a name, for help and refusals. Players that need no file and no other program are in the
//! library (`players::named`); new ones belong there.

use std::fmt::Write;

use hanamachi_solver::hanamikoji::analysis::Parameter;
use hanamachi_solver::hanamikoji::endgame::ResolveSettings;
pub(crate) use hanamachi_solver::hanamikoji::players::named::SharedPolicy;
pub(super) use hanamachi_solver::hanamikoji::players::named::{Maker, OwnPlayer};
use hanamachi_solver::hanamikoji::players::named::{about_players, names};

use super::network::{self, NetworkSpec};
use super::resolving::ResolvingSpec;
use super::spec::SpecError;

/// Error: no player has this name.
pub(super) fn unknown(name: &str) -> SpecError {
    let known =
        format!("{}, `policy:weights=FILE`, `resolve:policy=PLAYER`, `table:FILE`, `exec:COMMAND`", names());
    SpecError::UnknownPlayer { name: name.to_owned(), known }
}

/// The players, for the help of commands that take one.
pub(crate) fn help() -> String {
    let mut text = "Players:\n".to_owned();
    let parameter = |text: &mut String, name: &str, about: &str, default: &str| {
        let _ = writeln!(text, "    {:<19} {about} [default: {default}]", format!("{name}=…"));
    };
    for player in about_players() {
        let _ = writeln!(text, "  {:<14} {}", player.name, player.about);
        let of_file = (player.name == NetworkSpec::NAME).then_some(&network::WEIGHTS);
        for Parameter { name, default, about } in of_file.into_iter().chain(player.parameters) {
            parameter(&mut text, name, about, default);
        }
    }
    let _ = writeln!(
        text,
        "  {:<14} solves the last turns of a round anew, so that nobody wins more there than against its policy",
        ResolvingSpec::NAME
    );
    for Parameter { name, default, about } in ResolveSettings::PARAMETERS {
        parameter(&mut text, name, about, default);
    }
    let about = "plays the turns before, and must not be worse off: a player that states its probabilities";
    let _ = writeln!(text, "    {:<19} {about}", "policy=PLAYER");
    text += "  table:FILE     plays a strategy table, each action with its probability, in the rounds that it is for\n";
    text += "  exec:COMMAND   an outside program, see docs/src/protocol.md\n";
    text += "\nParameters follow a colon, separated by commas: NAME:PARAMETER=VALUE,PARAMETER=VALUE\n";
    text
}
