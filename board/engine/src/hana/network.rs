//! The network of the approximate equilibrium where it is not compiled in: see [`hand_over`].

use hanamachi_solver::ENGINE;
use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::analysis::Method;
use hanamachi_solver::hanamikoji::learn::NetworkPolicy;
use serde::Serialize;

use crate::fault::Fault;
use crate::method::Answer;

/// `board.network/1`: the method that answers questions about the standard game from now on.
#[derive(Serialize)]
struct NetworkObject {
    schema: &'static str,
    engine: &'static str,
    /// `equilibrium`.
    method: &'static str,
}

/// Hands the engine the file of the network. From then on, advice about the standard game is that of the
/// equilibrium. An engine that was compiled with the network needs no file.
///
/// # Errors
///
/// `invalid_network`: the file is damaged, or it is not the network.
pub fn hand_over(file: &[u8]) -> Result<Answer, Fault> {
    NetworkPolicy::hand_over_standard(file)
        .map_err(|error| Fault::refused("invalid_network", error.to_string()))?;
    Ok(Answer::new(&NetworkObject {
        schema: "board.network/1",
        engine: ENGINE,
        method: Method::for_rules(&Rules::STANDARD).name(),
    }))
}
