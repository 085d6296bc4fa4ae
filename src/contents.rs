//! Input of a command: an argument, or the contents of a file or of standard input.

use std::io::Read;
use std::path::Path;

use anyhow::Context;

use crate::args::ItemArgument;
use crate::failure::{Failure, Refusal};
use crate::file_error::Unread;

/// Input of a command, with files and standard input read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Contents {
    /// The argument itself, which names no existing file.
    Argument(String),
    /// Contents of the file or standard input, without a byte order mark.
    Read(String),
    /// A random item.
    Random,
}

impl Contents {
    /// Reads the input that the argument names, if any.
    pub(crate) fn read(asked: ItemArgument) -> Result<Self, Failure> {
        let mut file = None;
        let bytes = match asked {
            ItemArgument::Random => return Ok(Self::Random),
            ItemArgument::Stdin => {
                let mut bytes = Vec::new();
                std::io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
                bytes
            }
            ItemArgument::Text(text) if Path::new(&text).is_file() => {
                let bytes = std::fs::read(&text).with_context(|| Unread(text.clone().into()))?;
                file = Some(text);
                bytes
            }
            ItemArgument::Text(text) => return Ok(Self::Argument(text)),
        };
        let text = String::from_utf8(bytes).map_err(|_| {
            let what = file.map_or("the input".to_owned(), |file| format!("the file {file}"));
            Refusal::whole("not_utf8", format!("{what} is not valid UTF-8"), "")
        })?;
        Ok(Self::Read(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_and_what_names_none_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let asked = || ItemArgument::Text(path.display().to_string());
        assert_eq!(Contents::read(asked()).unwrap(), Contents::Argument(path.display().to_string()));
        std::fs::write(&path, "\u{feff}abc\n").unwrap();
        assert_eq!(Contents::read(asked()).unwrap(), Contents::Read("abc\n".to_owned()));
        std::fs::write(&path, b"\xff").unwrap();
        assert_eq!(Contents::read(asked()).unwrap_err().exit_code(), 3);
        assert_eq!(Contents::read(ItemArgument::Random).unwrap(), Contents::Random);
    }
}
