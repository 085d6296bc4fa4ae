//! The players, for the help of commands that take one.

use std::fmt::Write;

use hanamachi_solver::hanamikoji::analysis::Parameter;
use hanamachi_solver::hanamikoji::endgame::ResolveSettings;
use hanamachi_solver::hanamikoji::players::named::{WEIGHTS, about_players};

/// The players, for the help of commands that take one.
pub(crate) fn help() -> String {
    let mut text = "Players:\n".to_owned();
    let parameter = |text: &mut String, name: &str, about: &str, default: &str| {
        let _ = writeln!(text, "    {:<19} {about} [default: {default}]", format!("{name}=…"));
    };
    for player in about_players() {
        let _ = writeln!(text, "  {:<14} {}", player.name, player.about);
        let of_file = (player.name == "policy").then_some(&WEIGHTS);
        for Parameter { name, default, about } in of_file.into_iter().chain(player.parameters) {
            parameter(&mut text, name, about, default);
        }
    }
    let _ = writeln!(
        text,
        "  {:<14} solves the last turns of a round anew, so that nobody wins more there than against its policy",
        ResolveSettings::NAME
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
