//! Pages of Hanamikoji, and sentences about its rounds.
//!
//! | file | contents |
//! |---|---|
//! | `position` | [`PositionReport`]: the study of an information set |
//! | `round` | [`ReviewReport`]: the review of a round or a game |
//! | `openings` | [`OpeningsReport`]: the chart of all first hands |
//! | `favour` | [`FavourReport`]: values of the markers between rounds |
//! | `solution`, `solved_game` | [`SolverReport`]: a run of a solver |
//! | `training` | [`TrainingReport`]: a run of training, and its measurements |
//! | `tableau` | the table as a template draws it |
//! | `parts`, `templates` | what the pages share, and the pages |
//! | [`insight`], [`results`], `words` | sentences |

mod favour;
pub mod insight;
mod openings;
mod parts;
mod position;
pub mod results;
mod round;
mod solution;
mod solved_game;
mod tableau;
mod training;
mod words;

pub use favour::FavourReport;
pub use openings::{OpeningsReport, openings_command};
pub use position::{PositionReport, Studied};
pub use round::ReviewReport;
pub use solution::{RunFacts, RunFileError, SolverReport};
pub use training::{TrainingReport, curve_line};
pub use words::favour_note;
