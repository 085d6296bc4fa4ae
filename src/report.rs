//! Flags of all reports, and delivery of the four formats.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use hanamachi_report::{Facts, Link, Report, csv, html, markdown};
use hanamachi_solver::search::strength::Strength;
use hanamachi_solver::table::disk::{Existing, NewFile};
use serde::Serialize;

use crate::browser;
use crate::failure::Failure;
use crate::output::{ENGINE, Output, json};
use crate::session::Session;

/// Destination and format of a report.
#[derive(Clone, Debug, Args)]
pub(crate) struct DeliveryArgs {
    /// Write the page to FILE.html, and the same contents to FILE.md and FILE.csv; a name in .md or .csv writes only that file
    #[arg(short, long, value_name = "FILE.html")]
    output: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long, requires = "output")]
    force: bool,
    /// Open the page in the browser
    #[arg(long, requires = "output")]
    open: bool,
    /// Add a link to another page, as in --link 'All pages=index.html'; may be repeated
    #[arg(long = "link", value_name = "TEXT=ADDRESS")]
    links: Vec<Link>,
    /// Format on standard output, without -o [default: html, except on a terminal]
    #[arg(long, value_enum, value_name = "FORM", conflicts_with = "output")]
    format: Option<ReportForm>,
    /// Print the data of the page as one JSON object
    #[arg(long, conflicts_with_all = ["output", "format"])]
    pub(crate) json: bool,
}

/// Format of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ReportForm {
    Html,
    Markdown,
    Csv,
}

impl ReportForm {
    const ALL: [Self; 3] = [Self::Html, Self::Markdown, Self::Csv];

    const fn extension(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Markdown => "md",
            Self::Csv => "csv",
        }
    }

    fn render<R: Report>(self, report: &R, links: &[Link]) -> anyhow::Result<String> {
        match self {
            Self::Html => html(report, links),
            Self::Markdown => markdown(report, links),
            Self::Csv => csv(report),
        }
    }
}

/// Destination of a report. Files are refused on construction, before any work is done.
#[derive(Debug)]
pub(crate) struct Delivery {
    to: To,
    links: Vec<Link>,
    session: Session,
}

#[derive(Debug)]
enum To {
    Stdout(ReportForm),
    Json,
    Files { files: Vec<(ReportForm, NewFile)>, open: bool },
}

impl DeliveryArgs {
    /// Opens the destination, so that an unusable one is refused before any work is done.
    pub(crate) fn delivery(&self, session: &Session) -> Result<Delivery, Failure> {
        let to = match (&self.output, self.format) {
            _ if self.json => To::Json,
            (Some(path), _) if path.as_os_str() != "-" => {
                To::Files { files: self.files(path)?, open: self.open }
            }
            (_, Some(form)) => To::Stdout(form),
            // HTML is useless on a terminal, but not in a pipe or a file.
            (None, None) if io::stdout().is_terminal() => {
                let message = "the page is HTML for a browser: give it a name, as in `-o page.html --open`, \
                               or read it here with `--format markdown`";
                return Err(Failure::Usage(message.to_owned()));
            }
            (_, None) => To::Stdout(ReportForm::Html),
        };
        Ok(Delivery { to, links: self.links.clone(), session: *session })
    }

    fn files(&self, path: &Path) -> Result<Vec<(ReportForm, NewFile)>, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let asked = ReportForm::ALL.into_iter().find(|form| form.extension().eq_ignore_ascii_case(extension));
        let forms = match asked {
            // The page comes last, so that it exists only once the other files do.
            Some(ReportForm::Html) => vec![ReportForm::Csv, ReportForm::Markdown, ReportForm::Html],
            Some(form) => vec![form],
            None => {
                let message = format!("{}: name the page with .html, .md or .csv", path.display());
                return Err(Failure::Usage(message));
            }
        };
        let file = |form: ReportForm| {
            // Keeps the case of the extension in the given name.
            let path =
                if Some(form) == asked { path.to_owned() } else { path.with_extension(form.extension()) };
            Ok((form, NewFile::create(&path, Existing::forced(self.force))?))
        };
        forms.into_iter().map(file).collect()
    }
}

/// A report as JSON.
#[derive(Serialize)]
struct Object<'a, R: Report> {
    schema: &'static str,
    engine: &'static str,
    rules: &'a str,
    command: &'a str,
    kinds: &'a [Strength],
    #[serde(flatten)]
    report: &'a R,
}

impl Delivery {
    /// Writes the report, each file whole or not at all.
    pub(crate) fn deliver<R: Report>(self, report: &R) -> Result<(), Failure> {
        match self.to {
            To::Json => {
                let Facts { rules, command, strengths, .. } = report.facts();
                let (rules, command, kinds) = (&*rules, &*command, &*strengths);
                let object = Object { schema: R::SCHEMA, engine: ENGINE, rules, command, kinds, report };
                let mut output = Output::stdout();
                output.line(&json(&object))?;
                output.finish()
            }
            To::Stdout(form) => {
                let mut output = Output::stdout();
                let text = form.render(report, &self.links)?;
                output.verbatim(text.trim_end_matches('\n'))?;
                output.verbatim("\n")?;
                output.finish()
            }
            To::Files { files, open } => {
                let texts = files.iter().map(|(form, _)| form.render(report, &self.links));
                let texts = texts.collect::<Result<Vec<_>, _>>()?;
                let mut written = Vec::new();
                for ((_, mut file), text) in files.into_iter().zip(texts) {
                    file.write(text.as_bytes())?;
                    written.push(file);
                }
                // The page is last in the list, but named first.
                let names: Vec<PathBuf> = written.iter().rev().map(|file| file.path().to_owned()).collect();
                written.into_iter().try_for_each(NewFile::finish)?;
                let told: Vec<String> = names.iter().map(|name| name.display().to_string()).collect();
                self.session.note(format_args!("Written: {}", told.join(", ")));
                match names.first().filter(|_| open) {
                    Some(page) => show(page),
                    None => Ok(()),
                }
            }
        }
    }
}

/// Opens a page in the browser.
fn show(page: &Path) -> Result<(), Failure> {
    Ok(browser::open(page).with_context(|| format!("{} was written but cannot be opened", page.display()))?)
}
