//! The program's players at the board.

use hanamachi_solver::search::parallel::Streams;
use serde::{Deserialize, Serialize};

use hanamachi_solver::hanamikoji::Document;

use super::knowledge::player;
use super::round::BoardRoundObject;
use super::{SeatNumber, number, read};
use crate::fault::Fault;
use crate::host::Host;
use crate::method::{Answer, Nothing, Solvers};
use hanamachi_solver::ENGINE;
use hanamachi_solver::hanamikoji::players::named::about_players;

/// `board.players/1`: the available opponents.
#[derive(Serialize)]
struct PlayersObject {
    schema: &'static str,
    engine: &'static str,
    players: Vec<PlayerInfo>,
}

#[derive(Serialize)]
struct PlayerInfo {
    name: &'static str,
    about: &'static str,
    parameters: Vec<ParameterObject>,
}

#[derive(Serialize)]
struct ParameterObject {
    name: &'static str,
    default: &'static str,
    about: &'static str,
}

/// Lists the available opponents.
#[expect(clippy::unnecessary_wraps, reason = "as every method")]
pub(crate) fn list_players(_: &Solvers, Nothing {}: Nothing, _: &dyn Host) -> Result<Answer, Fault> {
    let players = about_players().map(|of| {
        let parameters = of.parameters.iter().map(|parameter| ParameterObject {
            name: parameter.name,
            default: parameter.default,
            about: parameter.about,
        });
        PlayerInfo { name: of.name, about: of.about, parameters: parameters.collect() }
    });
    Ok(Answer::new(&PlayersObject { schema: "board.players/1", engine: ENGINE, players: players.collect() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplyParams {
    round: String,
    player: String,
    seed: u64,
    seat: Option<SeatNumber>,
}

/// `board.hana_reply/1`: the decision of a player, and the round after it.
#[derive(Serialize)]
struct ReplyObject {
    schema: &'static str,
    engine: &'static str,
    player: String,
    /// The decision; a secret and a trade-off hide their cards from other seats.
    action: String,
    by: usize,
    round: BoardRoundObject,
}

/// Lets a player decide.
pub(crate) fn reply(_: &Solvers, params: ReplyParams, host: &dyn Host) -> Result<Answer, Fault> {
    let document = read(&params.round)?;
    let Document::Record(record) = &document else {
        let message = "a player needs to know the cards that it holds: give a record with all cards";
        return Err(Fault::refused("record_needed", message).about("round"));
    };
    let Some(seat) = document.to_decide() else {
        return Err(Fault::refused("round_complete", "the round is complete").about("round"));
    };
    let player = player(&params.player, "player")?;
    let rules = record.rules();
    if !(player.plays)(rules) {
        let message = format!("`{}` knows the standard deals, actions and goals only", player.text);
        return Err(Fault::refused("unsuited", message).about("player"));
    }
    if player.iterations > host.limits().iterations {
        let message = format!("a decision may take {} iterations at most", host.limits().iterations);
        return Err(Fault::refused("too_slow", message).about("player"));
    }
    // Each decision has its own random stream, so one seed is enough for a game.
    let decisions = record.decisions().len();
    let mut generator = Streams::new(params.seed).nth(decisions).expect("there is no end of streams");
    let set = record.information_set(seat);
    let round = super::round_of(&set);
    let decided = (player.make)().decide(&round, set.key(), &mut generator);
    let action = decided.map_err(|forfeit| Fault::refused("forfeit", forfeit.to_string()).about("player"))?;
    let text = document.to_string();
    let appended = append(&text, &action.to_string());
    let after = read(&appended).map_err(Fault::without_place)?;
    let is_seen = params.seat.is_none_or(|SeatNumber(looks)| looks == seat);
    let shown = match action.kind() {
        Some(kind) if !is_seen && kind.number() <= 2 => {
            format!("{}{}", kind.number(), "X".repeat(kind.number().into()))
        }
        _ => action.to_string(),
    };
    Ok(Answer::new(&ReplyObject {
        schema: "board.hana_reply/1",
        engine: ENGINE,
        player: player.text.clone(),
        action: shown,
        by: number(seat),
        round: BoardRoundObject::new(&after, params.seat)?,
    }))
}

/// A record with one more decision.
fn append(record: &str, action: &str) -> String {
    let mut words: Vec<String> = record.split(' ').map(str::to_owned).collect();
    let history = &mut words[2];
    if history == "-" {
        action.clone_into(history);
    } else if action.starts_with('-') {
        history.push_str(action);
    } else {
        *history = format!("{history},{action}");
    }
    words.join(" ")
}
