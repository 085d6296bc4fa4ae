//! Where the unseen cards may be.

use hanamachi_solver::hanamikoji::study::Holdings;
use hanamachi_solver::hanamikoji::{Geisha, InformationSet, Place, distinguishable_placements};
use hanamachi_solver::search::strength::{HasStrength, Strength};
use serde::Serialize;

use super::words;
use crate::ENGINE;

/// `hanamikoji.beliefs/1`: the numbers are proved under the assumption that is named.
#[derive(Clone, Debug, Serialize)]
pub struct BeliefsObject {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    information_set: String,
    kind: Strength,
    /// What the opponent is assumed to have played by: `uniform`, every placement of the unseen cards equally likely,
    /// `learned`, or `policy`.
    method: &'static str,
    /// The player of the policy.
    policy: Option<String>,
    /// How often the opponent is taken to play at random, where the policy never plays what was seen; else `null`.
    tremble: Option<f64>,
    /// The size of the sample: there is none.
    n: Option<usize>,
    /// The unseen cards.
    unseen: String,
    /// How many of them lie in each place.
    sizes: ByPlace<u32>,
    /// Placements of the unseen cards, each card a thing of its own: the equally likely cases.
    placements: u128,
    /// The same where cards of one geisha are alike.
    distinguishable_placements: u128,
    /// For each geisha in the game, in order.
    geisha: Vec<GeishaObject>,
}

/// Where one geisha's unseen cards may be.
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

/// For each geisha in the game, in order, where her cards may be.
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
    /// What is believed in this information set; `policy` is the player by whom the opponent is taken to play, where one was named.
    #[must_use]
    pub fn new(set: &InformationSet, holdings: &Holdings, policy: Option<String>) -> Self {
        let hidden = &holdings.hidden;
        Self {
            schema: "hanamikoji.beliefs/1",
            engine: ENGINE,
            rules: words::rules_of_set(set),
            information_set: set.to_string(),
            kind: holdings.strength(),
            method: holdings.basis.word(),
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
