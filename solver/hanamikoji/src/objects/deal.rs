//! A deal.

use crate::notation::DescribedDeal;
use hanamachi_core::game::Seat;
use serde::Serialize;

use super::words;
use hanamachi_core::ENGINE;

/// `hanamikoji.deal/1`: a deal, its parts, and its number within its seed, counted from 0.
#[derive(Clone, Debug, Serialize)]
pub struct DealObject {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    deal: String,
    removed: char,
    first: String,
    second: String,
    draws: String,
    seed: u64,
    index: u64,
}

impl DealObject {
    /// Deal number `index` of a seed.
    #[must_use]
    pub fn new(dealt: &DescribedDeal, seed: u64, index: u64) -> Self {
        let deal = dealt.deal();
        Self {
            schema: "hanamikoji.deal/1",
            engine: ENGINE,
            rules: words::rules(*dealt.tags()),
            deal: deal.to_string(),
            removed: deal.removed().letter(),
            first: deal.hand(Seat::First).to_string(),
            second: deal.hand(Seat::Second).to_string(),
            draws: deal.draws().iter().map(|card| card.letter()).collect(),
            seed,
            index,
        }
    }
}
