/// `text` as one word of a command line of a POSIX shell.
///
/// ```
/// # use hanamachi_solver::text::shell_word;
/// assert_eq!(shell_word("05af/b4c1/27d8/3e96"), "05af/b4c1/27d8/3e96");
/// assert_eq!(shell_word("it's"), r"'it'\''s'");
/// ```
#[must_use]
pub fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-+=,/:@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}
