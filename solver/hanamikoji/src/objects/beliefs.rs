//! Posterior distribution of the unseen cards.

use crate::study::Holdings;
use crate::{Geisha, InformationSet, Place, distinguishable_placements};
use hanamachi_core::search::strength::{HasStrength, Strength};
use serde::Serialize;

use super::words;
use hanamachi_core::ENGINE;

/// `hanamikoji.beliefs/1`: the numbers hold under the assumption that `method` names.
#[derive(Clone, Debug, Serialize)]
pub struct BeliefsObject {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    information_set: String,
    kind: Strength,
    /// Assumed strategy of the opponent: `uniform`, every placement of the unseen cards equally likely,
    /// `learned`, or `policy`.
    method: &'static str,
    /// The player of the policy.
    policy: Option<String>,
    /// Assumed probability of random play by the opponent, if the policy never plays what was seen; else
    /// `null`.
    tremble: Option<f64>,
    /// The size of the sample: always `null`, since there is none.
    n: Option<usize>,
    /// The unseen cards.
    unseen: String,
    /// Number of unseen cards in each place.
    sizes: ByPlace<u32>,
    /// Placements of the unseen cards, each physical card distinct: the equally likely cases.
    placements: u128,
    /// The same where cards of one geisha are alike.
    distinguishable_placements: u128,
    /// For each geisha in the game, in order.
    geisha: Vec<GeishaObject>,
}

/// Possible places of one geisha's unseen cards.
#[derive(Clone, Debug, Serialize)]
pub struct GeishaObject {
    geisha: char,
    unseen: u32,
    #[serde(flatten)]
    places: ByPlace<CopiesObject>,
}

/// The probabilities of 0, 1, 2, … cards, and the expected number.
#[derive(Clone, Debug, Serialize)]
struct CopiesObject {
    probabilities: Vec<f64>,
    expected: f64,
}

#[derive(Clone, Debug, Serialize)]
struct ByPlace<T> {
    hand: T,
    secret: T,
    trade_off: T,
    deck: T,
    removed: T,
}

impl<T> ByPlace<T> {
    fn new(of: impl Fn(Place) -> T) -> Self {
        Self {
            hand: of(Place::Hand),
            secret: of(Place::Secret),
            trade_off: of(Place::TradeOff),
            deck: of(Place::Deck),
            removed: of(Place::Removed),
        }
    }
}

/// The distribution of the unseen cards of each geisha in the game, in order.
#[must_use]
pub fn geisha_objects(set: &InformationSet, holdings: &Holdings) -> Vec<GeishaObject> {
    let Holdings { beliefs, hidden, .. } = holdings;
    let copies = |place, geisha| {
        let copies = beliefs.copies(place, geisha);
        CopiesObject { probabilities: copies.probabilities().to_vec(), expected: copies.expected() }
    };
    let of = |geisha: Geisha| GeishaObject {
        geisha: geisha.letter(),
        unseen: hidden.unseen().count(geisha),
        places: ByPlace::new(|place| copies(place, geisha)),
    };
    set.rules().geisha().map(of).collect()
}

impl BeliefsObject {
    /// The beliefs in this information set; `policy` is the player whose strategy the opponent is assumed to
    /// use, if one was named.
    #[must_use]
    pub fn new(set: &InformationSet, holdings: &Holdings, policy: Option<String>) -> Self {
        let hidden = &holdings.hidden;
        Self {
            schema: "hanamikoji.beliefs/1",
            engine: ENGINE,
            rules: words::rules_of_set(set),
            information_set: set.to_string(),
            kind: holdings.strength(),
            method: holdings.basis_word(),
            policy,
            tremble: holdings.tremble,
            n: None,
            unseen: hidden.unseen().to_string(),
            sizes: ByPlace::new(|place| hidden.size(place)),
            placements: hidden.placements(),
            distinguishable_placements: distinguishable_placements(hidden),
            geisha: geisha_objects(set, holdings),
        }
    }
}
