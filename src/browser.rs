//! Files and addresses shown in the browser.

use std::ffi::OsStr;
use std::io;
use std::process::{Command, Stdio};

/// The command of the system that opens a file or an address with its default program.
const OPEN: &[&str] = if cfg!(target_os = "macos") {
    &["open"]
} else if cfg!(windows) {
    // `start` is part of cmd, which would take `&` in an address for its own.
    &["rundll32.exe", "url.dll,FileProtocolHandler"]
} else {
    &["xdg-open"]
};

/// Opens a file or an address in the default browser, and does not wait for it.
///
/// # Errors
///
/// When the system has no such command.
pub(crate) fn open(target: impl AsRef<OsStr>) -> io::Result<()> {
    let nothing = Stdio::null;
    let mut command = Command::new(OPEN[0]);
    command.args(&OPEN[1..]).arg(target).stdin(nothing()).stdout(nothing()).stderr(nothing());
    command.spawn().map(drop)
}
