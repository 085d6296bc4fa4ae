//! Opens files and addresses in the browser.

use std::ffi::OsStr;
use std::io;
use std::process::{Command, Stdio};

/// System command that opens a file or an address with its default program.
const OPEN: &[&str] = if cfg!(target_os = "macos") {
    &["open"]
} else if cfg!(windows) {
    // Not `start`, which is part of cmd: cmd would interpret an `&` in an address.
    &["rundll32.exe", "url.dll,FileProtocolHandler"]
} else {
    &["xdg-open"]
};

/// Opens a file or an address in the default browser, without waiting for it.
///
/// # Errors
///
/// Returns an error if the system command cannot be started.
pub(crate) fn open(target: impl AsRef<OsStr>) -> io::Result<()> {
    let nothing = Stdio::null;
    let mut command = Command::new(OPEN[0]);
    command.args(&OPEN[1..]).arg(target).stdin(nothing()).stdout(nothing()).stderr(nothing());
    command.spawn().map(drop)
}
