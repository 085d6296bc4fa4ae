//! Objects about gardens.

mod class;
mod garden;
mod position;
mod rarity;
mod review;
mod solution;

pub use class::{ClassObject, Feature, SymmetryObject, board_words};
pub use garden::GardenObject;
pub use position::PositionObject;
pub use rarity::{AmongAll, Rarity};
pub use review::ReviewObject;
pub use solution::{Detail, MoveObject, SolutionObject, milliseconds};
