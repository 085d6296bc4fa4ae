//! Objects about rounds.

mod action_text;
mod beliefs;
mod deal;
mod ends;
mod evaluation;
mod favour;
mod position;
mod replay;
mod review;
mod tree;
mod what_if;
mod win;
pub mod words;

pub use action_text::ActionText;
pub use beliefs::{BeliefsObject, GeishaObject, geisha_objects};
pub use deal::DealObject;
pub use ends::EndsObject;
pub use evaluation::{
    ActionObject, AdviceObject, EffortObject, EvaluationObject, OverHands, SubgameObject, TableObject, ms,
};
pub use favour::{FavourObject, LayoutObject};
pub use position::{LastGame, LegalObject, PositionObject, SideObject};
pub use replay::ReplayObject;
pub use review::ReviewObject;
pub use tree::{StateObject, TreeObject};
pub use what_if::{ExchangeObject, WhatIf};
pub use win::{FavourTableObject, RoundObject, WinObject, tiebreak, undecided_games};
