//! The file of `--record`: rounds one a line, and comments that say who played.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;

use crate::failure::Failure;

/// A file that may hold other games. It is opened before the first round, so that none is played for a record that
/// cannot be kept.
#[derive(Debug)]
pub(super) struct RecordFile(Option<(File, PathBuf)>);

impl RecordFile {
    /// The file in this path, if there is to be one.
    pub(super) fn open(path: Option<PathBuf>) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self(None)) };
        let file = OpenOptions::new().append(true).create(true).open(&path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self(Some((file, path))))
    }

    /// Adds a comment. What outside programs say may hold line breaks; a comment holds none.
    pub(super) fn comment(&self, text: &str) -> Result<(), Failure> {
        let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.line(&format!("# {plain}"))
    }

    /// Adds a line; it is in the file when this returns.
    pub(super) fn line(&self, line: &str) -> Result<(), Failure> {
        let Some((file, path)) = &self.0 else { return Ok(()) };
        let mut file = file;
        let written = writeln!(file, "{line}").and_then(|()| file.sync_data());
        Ok(written.with_context(|| format!("cannot write {}", path.display()))?)
    }
}
