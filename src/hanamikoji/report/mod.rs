//! `hanamikoji report`: study pages of positions, rounds, first hands, markers, and runs of solvers and of training.
//!
//! | file | contents |
//! |---|---|
//! | `args` | the arguments |
//! | `input` | the subject of a page, from the arguments, a file or standard input |
//! | `position` | the study of an information set |
//! | `openings` | the chart of all first hands |
//! | `review` | the review of a record |
//! | `solver_run` | a run of a solver |
//! | `training_run` | a run of training |

mod args;
mod input;
mod openings;
mod position;
mod review;
mod solver_run;
mod training_run;

use std::path::Path;

use hanamachi_report::hanamikoji::FavourReport;
use hanamachi_solver::hanamikoji::learn::NETWORK_KIND;
use hanamachi_solver::hanamikoji::openings::OPENINGS_KIND;
use hanamachi_solver::table::disk::FileBytes;
use hanamachi_solver::table::{CHECKPOINT_KIND, POLICY_KIND, Reader};

pub(crate) use self::args::HanamikojiReportArgs;
use self::input::PageSubject;
use crate::contents::{self, Stored};
use crate::failure::{Failure, refusal};
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
        let named = args.favour_table.file()?;
        let table = named.as_ref().map(|(path, favours)| (path.as_path(), favours));
        return delivery.deliver(&FavourReport::new(table));
    }
    if args.openings {
        return openings::run(args, session);
    }
    match PageSubject::read(&args.text, session)? {
        PageSubject::Position(set) => position::run(args, &set, session),
        PageSubject::Rounds(records) => review::run(args, records, session),
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
    delivery.deliver(&solver_run::report(path, args.run.as_deref(), &args.at)?)
}

/// Page of a run of training.
fn of_training(args: &HanamikojiReportArgs, path: &Path, session: &Session) -> Result<(), Failure> {
    if args.run.is_some() || !args.at.is_empty() {
        let message = "--run and --at are for runs of a solver, not of training";
        return Err(Failure::Usage(message.to_owned()));
    }
    let delivery = args.report.delivery(session)?;
    delivery.deliver(&training_run::report(path)?)
}
