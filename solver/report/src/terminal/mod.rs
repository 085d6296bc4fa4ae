//! Answers as text for a terminal: tables in columns, headings in bold, colors that are always beside a sign or a word.
//!
//! The program prints these texts. Where there is no terminal, it leaves the styles out.

#[cfg(feature = "hanamikoji")]
pub mod hanamikoji;
pub mod okiya;
#[cfg(feature = "hanamikoji")]
pub mod solved_run;
mod style;

pub use style::{BOLD, DIM, paint};

pub use crate::frame::count;
