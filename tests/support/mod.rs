//! Shared by the tests of the program: running it, and positions that take no time to solve.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

/// A garden.
pub(crate) const GARDEN: &str = "05af/b4c1/27d8/3e96";
/// The garden in the long form.
pub(crate) const LONG: &str = "MSCTPBIR/PRCSISMT/MBCRITPS/MRIBPTCB";
/// The garden after six moves; x wins by b2 alone, the other move draws.
pub(crate) const LATE: &str = "05af/b4c1/27d8/3e96 moves c1 a2 d1 c2 a1 d3";
/// A game that x wins with its last move, by a diagonal with one tile left.
pub(crate) const WON: &str = "05af/b4c1/27d8/3e96 moves c1 a2 d1 c2 a1 d3 b2 b1 c3 c4 d2 a4 a3 b4 d4";

/// The result of a run of the program.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program, ready to run with these words as arguments; a word in single quotes may hold blanks.
pub(crate) fn hanamachi(line: &str) -> Command {
    let mut command = Command::cargo_bin("hanamachi").expect("the program is built");
    for (place, part) in line.split('\'').enumerate() {
        if place % 2 == 1 {
            command.arg(part)
        } else {
            command.args(part.split_whitespace())
        };
    }
    command
}

/// Runs the program on these words.
pub(crate) fn run(line: &str) -> Run {
    finish(&mut hanamachi(line))
}

/// Runs the program on these words with this on standard input.
pub(crate) fn feed(line: &str, input: impl Into<Vec<u8>>) -> Run {
    finish(hanamachi(line).write_stdin(input))
}

/// Runs a prepared command.
pub(crate) fn finish(command: &mut Command) -> Run {
    of_output(command.output().expect("the program runs"))
}

fn of_output(output: std::process::Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run {
        code: output.status.code().expect("the program ends by itself"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// The result of an endless run that Ctrl-C ends once it has something to print: the delay before it doubles until it has.
#[cfg(unix)]
pub(crate) fn interrupted(words: &[&str]) -> Run {
    use std::process::{Command, Stdio};
    for milliseconds in (0..).map(|doubled| 500 << doubled) {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("hanamachi"));
        let child = command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = child.spawn().expect("the program runs");
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.expect("a shell command").success(), "{words:?} ended by itself");
        let run = of_output(child.wait_with_output().expect("the program ends"));
        assert_eq!(run.code, 130, "{words:?}: {run:?}");
        if !run.stdout.is_empty() && !run.stdout.starts_with("{\"error\"") {
            return run;
        }
        assert!(milliseconds < 60_000, "{words:?} printed nothing: {run:?}");
    }
    unreachable!("the delays have no end")
}

impl Run {
    /// The only object on standard output of a run that went well.
    pub(crate) fn object(&self) -> Value {
        assert_eq!(self.code, 0, "{self:?}");
        let objects = self.objects();
        assert_eq!(objects.len(), 1, "{self:?}");
        objects.into_iter().next().expect("one")
    }

    /// Every line of standard output as JSON.
    pub(crate) fn objects(&self) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.stdout.lines().map(parse).collect()
    }

    /// The error object of a run that failed with this code.
    pub(crate) fn refusal(&self, code: i32) -> Value {
        assert_eq!(self.code, code, "{self:?}");
        let object = self.objects().pop().expect("an object");
        object["error"].clone()
    }
}

/// A folder for files, and their names.
pub(crate) struct Place(tempfile::TempDir);

impl Place {
    /// An empty one, which goes when this does.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// The folder itself.
    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    /// A file in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs the program on these words in the folder.
    pub(crate) fn run(&self, line: &str) -> Run {
        finish(hanamachi(line).current_dir(self.folder()))
    }

    /// The content of a file.
    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("the file is there")
    }

    /// Whether the file exists.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }
}

/// The keys of an object in order.
pub(crate) fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}
