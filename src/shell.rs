//! Quoting for a shell, for the commands in pages and messages.

use std::path::Path;

pub(crate) use hanamachi_solver::text::shell_word as quoted;

/// Quotes a file name for a shell.
pub(crate) fn quoted_path(path: &Path) -> String {
    quoted(&path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_what_was_quoted() {
        for text in ["plain", "", "a b", "it's", "<script>", "$(rm) `x` \"y\" \\", "two\nlines", "-.+...."] {
            let words = format!("printf %s {}", quoted(text));
            let output = std::process::Command::new("sh").args(["-c", &words]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), text);
        }
    }
}
