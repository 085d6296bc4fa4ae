//! The flags of every report, and how its four forms reach the disk.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

use super::{Facts, Report, page};
use crate::failure::Failure;
use crate::output::{ENGINE, NewFile, Output, json};

/// Where a report goes, and in which form.
#[derive(Clone, Debug, Args)]
pub(crate) struct ReportArgs {
    /// Write the page to FILE.html, with its twins FILE.md and FILE.csv beside it; a name in .md or .csv writes that one alone
    #[arg(short, long, value_name = "FILE.html")]
    output: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long, requires = "output")]
    force: bool,
    /// What goes to standard output where there is no -o [default: html]
    #[arg(long, value_enum, value_name = "FORM", conflicts_with = "output")]
    format: Option<Form>,
    /// Print what the page shows as one JSON object
    #[arg(long, conflicts_with_all = ["output", "format"])]
    pub(crate) json: bool,
}

/// A form of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    Html,
    Markdown,
    Csv,
}

impl Form {
    const ALL: [Self; 3] = [Self::Html, Self::Markdown, Self::Csv];

    const fn extension(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Markdown => "md",
            Self::Csv => "csv",
        }
    }

    fn of<R: Report>(self, report: &R) -> Result<String, Failure> {
        match self {
            Self::Html => page::html(report),
            Self::Markdown => page::markdown(report),
            Self::Csv => Ok(report.sheet().csv().map_err(anyhow::Error::new)?),
        }
    }
}

/// Where a report will go: files are refused when this is made, before any work is done.
#[derive(Debug)]
pub(crate) struct Delivery(To);

#[derive(Debug)]
enum To {
    Stdout(Form),
    Json,
    Files(Vec<(Form, NewFile)>),
}

impl ReportArgs {
    /// Makes sure that the report can be delivered.
    pub(crate) fn delivery(&self) -> Result<Delivery, Failure> {
        if self.json {
            return Ok(Delivery(To::Json));
        }
        let to = match &self.output {
            Some(path) if path.as_os_str() != "-" => To::Files(self.files(path)?),
            _ => To::Stdout(self.format.unwrap_or(Form::Html)),
        };
        Ok(Delivery(to))
    }

    fn files(&self, path: &Path) -> Result<Vec<(Form, NewFile)>, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let asked = Form::ALL.into_iter().find(|form| form.extension().eq_ignore_ascii_case(extension));
        let forms = match asked {
            // The page last: where it stands, its twins stand.
            Some(Form::Html) => vec![Form::Csv, Form::Markdown, Form::Html],
            Some(form) => vec![form],
            None => {
                let message = format!("{}: name the page with .html, .md or .csv", path.display());
                return Err(Failure::Usage(message));
            }
        };
        let file = |form: Form| {
            // The name that was given keeps its case.
            let path =
                if Some(form) == asked { path.to_owned() } else { path.with_extension(form.extension()) };
            Ok((form, NewFile::create(&path, self.force)?))
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
        match self.0 {
            To::Json => {
                let Facts { rules, command, strengths, .. } = report.facts();
                let (rules, command, kinds) = (&*rules, &*command, &*strengths);
                let object = Object { schema: R::SCHEMA, engine: ENGINE, rules, command, kinds, report };
                print(&json(&object))
            }
            To::Stdout(form) => print(form.of(report)?.trim_end_matches('\n')),
            To::Files(files) => {
                let texts = files.iter().map(|(form, _)| form.of(report));
                let texts = texts.collect::<Result<Vec<_>, _>>()?;
                let mut written = Vec::new();
                for ((_, mut file), text) in files.into_iter().zip(texts) {
                    file.write(text.as_bytes())?;
                    written.push(file);
                }
                written.into_iter().try_for_each(NewFile::finish)
            }
        }
    }
}

fn print(text: &str) -> Result<(), Failure> {
    let mut output = Output::stdout();
    output.line(text)?;
    output.finish()
}
