//! Objects about gardens.

mod class;
mod position;
mod rarity;
mod review;
mod solution;

pub use class::{ClassObject, SymmetryObject, TileFeature, board_words};
pub use position::{GardenObject, PositionObject};
pub use rarity::{AmongAll, Rarity};
pub use review::ReviewObject;
pub use solution::{Detail, MoveObject, SolutionObject};
