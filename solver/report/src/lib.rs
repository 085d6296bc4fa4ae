//! Pages to study of both games: an answer of the library in, HTML, Markdown, CSV or JSON out.
//!
//! A report is a structure that serde serializes: its JSON form. Templates render it as an HTML page and as Markdown; its
//! [`Sheet`] is the CSV form. Every page is a single file without network access or scripts. It contains its style and
//! drawings, its colors follow the reader's color scheme, and color is never the only distinction. Every page states its
//! rules, the program's version, the command that reproduces it, and the kinds of its numbers. Nothing on a page depends
//! on the time or the machine unless it is about them.
//!
//! ```
//! use hanamachi_report::okiya::GardenReport;
//! use hanamachi_solver::okiya::study::GardenStudy;
//! use hanamachi_solver::okiya::{FullBoard, Garden, Solver};
//! use hanamachi_solver::search::budget::Budget;
//!
//! let garden: Garden = "PRISMRPT/MSCRMBPB/ITCBIRPS/CTIBCSMT".parse()?;
//! let mut solver = Solver::new();
//! let study = GardenStudy::solve(&garden, FullBoard::Draw, &mut solver, &Budget::UNLIMITED)?;
//! let report = GardenReport::new(study, "the command that makes this page".to_owned())?;
//! assert!(hanamachi_report::html(&report, &[])?.starts_with("<!doctype html>"));
//! assert!(hanamachi_report::csv(&report)?.starts_with("ply,after,player,move,"));
//! # Ok::<(), anyhow::Error>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `frame` | what all pages have: facts, templates, sheets, charts, rendering |
//! | [`okiya`] | pages of gardens, games, a census and the solved game, and their figures in words |
//! | `hanamikoji` | pages of positions, rounds, openings, markers, and runs of solvers and of training, and sentences |
//! | [`rows`] | the rows of files as CSV, JSON Lines and Parquet |
//! | [`terminal`] | answers as text for a terminal |
//! | [`percent`] | probabilities in per cent, with their errors |

#![allow(clippy::must_use_candidate, reason = "nearly all functions return texts or parts of pages")]
// Parts of the frame have no user among the pages of Okiya.
#![cfg_attr(not(feature = "hanamikoji"), allow(dead_code, unused_imports))]

mod frame;
#[cfg(feature = "hanamikoji")]
pub mod hanamikoji;
pub mod okiya;
pub mod percent;
pub mod rows;
pub mod terminal;

pub use frame::{
    Drawings, Facts, Link, Report, Sheet, Templates, count, csv, html, interval, markdown, scientific, share,
    thousands,
};
