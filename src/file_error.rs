//! Messages for errors of the operating system about files, without error numbers.

use std::io;
use std::path::PathBuf;

pub(crate) use hanamachi_solver::text::{reason, without_number};

/// Context of an error: this file cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot read {}", .0.display())]
pub(crate) struct Unread(pub(crate) PathBuf);

/// Formats an error and its causes, separated by colons.
pub(crate) fn told(error: &anyhow::Error) -> String {
    let causes = error.chain().map(|cause| match cause.downcast_ref::<io::Error>() {
        Some(error) => reason(error),
        None => cause.to_string(),
    });
    without_number(&causes.collect::<Vec<_>>().join(": "))
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn causes_are_told_without_numbers() {
        let error =
            Err::<(), _>(io::Error::from(io::ErrorKind::NotFound)).context("cannot read x").unwrap_err();
        assert_eq!(told(&error), "cannot read x: there is no such file or folder");
    }
}
