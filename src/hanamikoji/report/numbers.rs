//! Numbers as pages write them, and arguments as a shell reads them.

/// A probability in per cent with its standard error, `54.12 ± 0.06 %`; without an error where there is none.
pub(super) fn percent(value: f64, se: Option<f64>) -> String {
    match se {
        Some(se) => format!("{:.2} ± {:.2} %", 100.0 * value, 100.0 * se),
        None => format!("{:.2} %", 100.0 * value),
    }
}

/// A number for CSV, as exact as it is; empty where there is none.
pub(super) fn cell(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// An argument for a shell.
pub(super) fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-+=,/:@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
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
