//! Lower bound on the size of a sequence form, before it is built.

use rand::RngExt;
use rustc_hash::FxHashMap;

use super::SequenceForm;
use super::treeplex::FoundSet;
use crate::game::{HiddenInformation, Seat, Turn};
use crate::search::budget::{CancelToken, Stop};
use crate::search::parallel::Streams;

/// Number of random games.
const GAMES: u32 = 20_000;

/// The size of a sequence form, **estimated** from below.
///
/// The estimate plays random games and counts how often two of them reach the same information set after the
/// same number of decisions of its player (the birthday problem). The more sets there are, the rarer this is.
/// If some sets are visited more often than others, it is more frequent than their number implies. So the
/// estimate is rather too small than too large, the more so the more uneven the visits are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LowerEstimate {
    /// Lower estimate of the number of information sets of both players.
    pub information_sets: f64,
    /// Lower estimate of their memory during compilation, in bytes.
    pub bytes: f64,
}

impl<G: HiddenInformation> SequenceForm<G> {
    /// Estimates a lower bound on the size of the sequence form of a game, by playing some thousand random
    /// games.
    ///
    /// # Errors
    ///
    /// Returns an error if the run is canceled.
    pub fn estimate(game: &G, seed: u64, cancel: &CancelToken) -> Result<LowerEstimate, Stop> {
        let mut rng = Streams::new(seed).first();
        let mut actions = Vec::new();
        // Visits of each information set, by seat and number of earlier decisions.
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

/// Lower bound on the number of items, from the number of times that each was sampled.
fn at_least<K>(met: &FxHashMap<K, u32>) -> f64 {
    let games: f64 = met.values().map(|&times| f64::from(times)).sum();
    let pairs: f64 = met.values().map(|&times| f64::from(times) * (f64::from(times) - 1.0) / 2.0).sum();
    // Adds three standard deviations to the number of pairs, so that the estimate is hardly ever too large by
    // chance.
    let most_pairs = pairs + 3.0 * pairs.sqrt() + 3.0;
    #[expect(clippy::cast_precision_loss, reason = "some thousands")]
    let different = met.len() as f64;
    (games * (games - 1.0) / 2.0 / most_pairs).max(different)
}
