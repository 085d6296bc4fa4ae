//! The file of `--record`: one round per line, and comments that name the players.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;

use crate::failure::Failure;
use crate::output::records_file;

/// A file that may hold other games. It is opened before the first round, so that a failure costs no game.
#[derive(Debug)]
pub(super) struct RecordFile(Option<(File, PathBuf)>);

impl RecordFile {
    /// Opens the file in this path, if one was named.
    pub(super) fn open(path: Option<PathBuf>) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self(None)) };
        Ok(Self(Some((records_file(&path, b"#.+-")?, path))))
    }

    /// Adds a comment. Line breaks in the words of outside programs become blanks.
    pub(super) fn comment(&self, text: &str) -> Result<(), Failure> {
        let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.line(&format!("# {plain}"))
    }

    /// Adds a line. It is in the file when this returns.
    pub(super) fn line(&self, line: &str) -> Result<(), Failure> {
        let Some((file, path)) = &self.0 else { return Ok(()) };
        let mut file = file;
        let written = writeln!(file, "{line}").and_then(|()| file.sync_data());
        Ok(written.with_context(|| format!("cannot write {}", path.display()))?)
    }
}
