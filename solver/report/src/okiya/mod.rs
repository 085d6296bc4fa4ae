//! Pages of Okiya, and its figures in words.
//!
//! | file | contents |
//! |---|---|
//! | `garden` | [`GardenReport`]: the sheet of a garden |
//! | `game` | [`OkiyaGameReport`]: the review of a game |
//! | `population` | [`PopulationReport`]: statistics of the gardens of a census |
//! | `solved` | [`SolvedReport`]: the outcomes of all gardens, from a ledger |
//! | `structure` | [`StructureRows`]: structure of gardens by winner, over all classes |
//! | `survey` | [`SurveyFigures`]: statistics of random gardens under both rules |
//! | `rows`, `class`, `frequency`, `finding` | parts of these pages |
//! | `drawing` | gardens and boards as SVG |
//! | `parts`, `templates` | what the pages share, the pages, and the plants and symbols |
//! | [`figures`] | counts, shares and their intervals |
//! | [`rarity`], [`words`] | sentences |

mod class;
mod drawing;
pub mod figures;
mod finding;
mod frequency;
mod game;
mod garden;
mod parts;
mod population;
pub mod rarity;
mod rows;
mod solved;
mod structure;
mod survey;
pub mod words;

pub use game::OkiyaGameReport;
pub use garden::GardenReport;
pub use population::PopulationReport;
pub use solved::SolvedReport;
pub use structure::{SAMPLE, SEED, StructureRows};
pub use survey::SurveyFigures;
