//! A player that needs no file.

use std::fmt;
use std::sync::Arc;

use crate::Rules;
use crate::analysis::Parameter;
use crate::player::Player;
use crate::policy::SharedPolicy;

/// Makes players, on any thread.
pub type Maker = Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>;

/// One of the program's own players, ready to be made.
#[derive(Clone)]
pub struct OwnPlayer {
    /// The specification, including its parameters.
    pub text: String,
    /// Whether it supports games with these rules.
    pub plays: Arc<dyn Fn(&Rules) -> bool + Send + Sync>,
    /// Makes one.
    pub make: Maker,
    /// Maximum number of iterations of a tree search per decision; 0 for a player without one. Rollouts are
    /// not counted.
    pub iterations: u64,
    /// The player's policy, if it can report its probabilities.
    pub policy: Option<SharedPolicy>,
}

impl fmt::Debug for OwnPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Description of a player, for choosing one.
#[derive(Clone, Copy, Debug)]
pub struct AboutPlayer {
    /// Name in specifications.
    pub name: &'static str,
    /// Description of its play.
    pub about: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
}
