//! Lower bound on the size of a sequence form, before it is built.

use rand::RngExt;
use rustc_hash::FxHashMap;

use super::SequenceForm;
use super::treeplex::FoundSet;
use crate::game::{HiddenInformation, Seat, Turn};
use crate::search::budget::{CancelToken, Stop};
use crate::search::parallel::Streams;

/// Random games that are played.
const GAMES: u32 = 20_000;

/// The size of a sequence form, **estimated** from below.
///
/// Random games are played, and it is counted how often two of them come to the same information set after as many decisions
/// of its player (the birthday problem). The more sets there are the less often that happens; if some are met more often than others it
/// happens more often than their number says. So the estimate is too small rather than too large, and the
/// more so the more unequal they are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LowerEstimate {
    /// Information sets of both players, at least.
    pub information_sets: f64,
    /// Bytes that they take while the game is compiled, at least.
    pub bytes: f64,
}

impl<G: HiddenInformation> SequenceForm<G> {
    /// Estimates how large the sequence form of a game would be at least, by playing some thousand random games.
    ///
    /// # Errors
    ///
    /// Returns an error if it was cancelled.
    pub fn estimate(game: &G, seed: u64, cancel: &CancelToken) -> Result<LowerEstimate, Stop> {
        let mut rng = Streams::new(seed).first();
        let mut actions = Vec::new();
        // How often each information set was met, by seat and decisions before.
        let mut met: [Vec<FxHashMap<G::Information, u32>>; 2] = [Vec::new(), Vec::new()];
        let (mut decisions, mut choices) = (0_u64, 0_u64);
        for _ in 0..GAMES {
            if let Some(stop) = cancel.reason() {
                return Err(stop);
            }
            let mut state = game.start();
            let mut depths = [0; 2];
            loop {
                match game.turn(&state) {
                    Turn::End => break,
                    Turn::Chance => game.sample_outcome(&mut state, &mut rng),
                    Turn::Player(seat) => {
                        let (met, depth) = (&mut met[seat.index()], &mut depths[seat.index()]);
                        if met.len() == *depth {
                            met.push(FxHashMap::default());
                        }
                        *met[*depth].entry(game.information(&state, seat)).or_default() += 1;
                        *depth += 1;
                        game.actions(&state, &mut actions);
                        decisions += 1;
                        choices += actions.len() as u64;
                        if actions.is_empty() {
                            break;
                        }
                        let action = actions[rng.random_range(0..actions.len())];
                        game.play(&mut state, action);
                    }
                }
            }
        }
        let information_sets = Seat::BOTH.iter().flat_map(|seat| &met[seat.index()]).map(at_least).sum();
        #[expect(clippy::cast_precision_loss, reason = "for a rough mean")]
        let actions_each = choices as f64 / decisions.max(1) as f64;
        Ok(LowerEstimate { information_sets, bytes: information_sets * bytes_of_set::<G>(actions_each) })
    }
}

/// Memory of an information set with this number of actions during compilation.
#[expect(clippy::cast_precision_loss, reason = "some hundred bytes")]
fn bytes_of_set<G: HiddenInformation>(actions: f64) -> f64 {
    let set = 2 * size_of::<G::Information>() + size_of::<FoundSet>() + size_of::<(u32, f64)>() + 9;
    set as f64 + actions * (size_of::<G::Action>() + size_of::<f64>()) as f64
}

/// Lower bound on the number of items, from how often they were sampled.
fn at_least<K>(met: &FxHashMap<K, u32>) -> f64 {
    let games: f64 = met.values().map(|&times| f64::from(times)).sum();
    let pairs: f64 = met.values().map(|&times| f64::from(times) * (f64::from(times) - 1.0) / 2.0).sum();
    // Three standard deviations more pairs than were met, so that luck alone makes the estimate hardly ever too large.
    let most_pairs = pairs + 3.0 * pairs.sqrt() + 3.0;
    #[expect(clippy::cast_precision_loss, reason = "some thousands")]
    let different = met.len() as f64;
    (games * (games - 1.0) / 2.0 / most_pairs).max(different)
}
