//! Messages for errors of the operating system about files, without error numbers.

use std::io::{self, ErrorKind};

/// Formats the reason why a file cannot be used, with our own messages for common errors of the operating system.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let usual = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder",
        ErrorKind::PermissionDenied => "you have no permission to do this",
        ErrorKind::AlreadyExists => "a file or folder of this name exists already",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "a part of the path is a file, not a folder",
        ErrorKind::StorageFull => "there is no space left on the disk",
        ErrorKind::QuotaExceeded => "your disk quota is used up",
        ErrorKind::FileTooLarge => "the file would exceed the maximum file size",
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        ErrorKind::InvalidFilename => "a file cannot have this name, or the name is too long",
        // The message of other errors is complete.
        _ => return without_number(&error.to_string()),
    };
    usual.to_owned()
}

/// Removes the error numbers of the operating system from a message, such as `Broken pipe (os error 32)`.
#[must_use]
pub fn without_number(message: &str) -> String {
    const NUMBER: &str = " (os error ";
    let mut rest = message;
    let mut text = String::with_capacity(message.len());
    while let Some((before, after)) = rest.split_once(NUMBER) {
        text += before;
        let digits = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        rest = if let Some(behind) = digits.strip_prefix(')') {
            behind
        } else {
            text += NUMBER;
            after
        };
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_system_are_left_out() {
        let of = |number| reason(&io::Error::from_raw_os_error(number));
        #[cfg(unix)]
        {
            assert_eq!(of(17), "a file or folder of this name exists already");
            assert_eq!(of(2), "there is no such file or folder");
            assert_eq!(of(28), "there is no space left on the disk");
        }
        for number in 1..134 {
            assert!(!of(number).contains("os error"), "{}", of(number));
        }
        assert_eq!(reason(&io::Error::other("it is not a regular file")), "it is not a regular file");
        // As libraries pass errors on, with words of their own.
        let full = io::Error::new(ErrorKind::StorageFull, "No space left on device at path \"/tmp/.x\"");
        assert_eq!(reason(&full), "there is no space left on the disk");
        for (message, shown) in [
            ("a (os error 5): b (os error -7)", "a: b"),
            ("x (os error 5", "x (os error 5"),
            ("plain", "plain"),
        ] {
            assert_eq!(without_number(message), shown);
        }
    }
}
