//! `hanamikoji report`: study pages of positions, rounds, first hands, markers, and runs of solvers and of training.
//!
//! | file | contents |
//! |---|---|
//! | `args` | the arguments |
//! | `input` | the subject of a page, from the arguments, a file or standard input |
//! | `tableau` | the table as a template draws it |
//! | `position` | the study of an information set |
//! | `openings` | the chart of all first hands |
//! | `favour` | values of the markers between rounds |
//! | `solution`, `solved_game` | a run of a solver |
//! | `training` | a run of training |
//! | `round` | the review of a record |
//! | `parts` | what the pages share |
//! | `templates` | their pages, and shared parts |

mod args;
mod favour;
mod input;
mod openings;
mod parts;
mod position;
mod round;
mod solution;
mod solved_game;
mod tableau;
mod training;

use std::path::Path;

use hanamachi_solver::hanamikoji::learn::NETWORK_KIND;
use hanamachi_solver::hanamikoji::openings::OPENINGS_KIND;
use hanamachi_solver::table::{CHECKPOINT_KIND, POLICY_KIND, Reader};

pub(crate) use self::args::HanamikojiReportArgs;
use self::input::PageSubject;
use crate::contents::{self, Stored};
use crate::failure::Failure;
use crate::file::{FileBytes, refusal};
use crate::session::Session;

/// Runs the command.
pub(crate) fn run(args: &HanamikojiReportArgs, session: &Session) -> Result<(), Failure> {
    let stored = contents::stored(&args.text.text()?);
    args.check(stored.as_ref(), session)?;
    match stored {
        Some(Stored::Object(path)) => return of_solver(args, &path, session),
        Some(Stored::Table(path)) => return of_table(args, &path, session),
        Some(Stored::Folder(_)) | None => {}
    }
    if args.favour {
        let delivery = args.report.delivery(session)?;
        return delivery.deliver(&favour::report(args.favour_table.file()?.as_ref()));
    }
    if args.openings {
        return openings::run(args, session);
    }
    match PageSubject::read(&args.text, session)? {
        PageSubject::Position(set) => position::run(args, &set, session),
        PageSubject::Rounds(records) => round::run(args, records, session),
    }
}

/// Page of a file of any kind.
fn of_table(args: &HanamikojiReportArgs, path: &Path, session: &Session) -> Result<(), Failure> {
    let bytes = FileBytes::open(path)?;
    let reader = Reader::open(bytes.as_ref()).map_err(|error| refusal(path, &error))?;
    match reader.metadata().kind.as_str() {
        OPENINGS_KIND => openings::render(args, path, &reader, session),
        POLICY_KIND if !args.openings => of_solver(args, path, session),
        NETWORK_KIND | CHECKPOINT_KIND if !args.openings => of_training(args, path, session),
        _ => {
            let error = reader.expect_kind(OPENINGS_KIND, reader.metadata().kind_version);
            error.map_err(|error| refusal(path, &error))
        }
    }
}

/// Page of a run of a solver.
fn of_solver(args: &HanamikojiReportArgs, path: &Path, session: &Session) -> Result<(), Failure> {
    let delivery = args.report.delivery(session)?;
    delivery.deliver(&solution::report(path, args.run.as_deref(), &args.at)?)
}

/// Page of a run of training.
fn of_training(args: &HanamikojiReportArgs, path: &Path, session: &Session) -> Result<(), Failure> {
    if args.run.is_some() || !args.at.is_empty() {
        let message = "--run and --at are for runs of a solver, not of training";
        return Err(Failure::Usage(message.to_owned()));
    }
    let delivery = args.report.delivery(session)?;
    delivery.deliver(&training::report(path)?)
}
