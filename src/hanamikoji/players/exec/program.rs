//! A running program with its pipes. It can never block the caller beyond the time it was given, and no
//! process is left behind.
//!
//! One thread writes the requests, so that a program that does not read stops nobody but itself. Another
//! thread reads lines, and waits while one of them has not been taken, so that a program that writes without
//! end fills no memory. The end waits for neither: a pipe that was handed on to a grandchild may stay open
//! for as long as that lives.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use hanamachi_solver::search::budget::CancelToken;

/// Length limit of a line.
const MOST_BYTES: u64 = 1 << 20;
/// Interval at which a wait checks for the end of the match.
const TICK: Duration = Duration::from_millis(50);
/// Time that a program has to end after its input was closed.
const GRACE: Duration = Duration::from_millis(500);

/// Destination of a program's standard error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Errors {
    /// The standard error of this program.
    Shown,
    /// Nowhere.
    Dropped,
}

/// A program's failure.
#[derive(Debug, thiserror::Error)]
pub(super) enum ProgramFault {
    #[error("the program cannot be run: {}", hanamachi_solver::table::disk::reason(.0))]
    Start(io::Error),
    #[error("the program ended without an answer{}", .0.map_or(String::new(), |status| format!(" ({status})")))]
    Ended(Option<ExitStatus>),
    #[error("the program gave no answer within {} s", .0.as_secs_f64())]
    Late(Duration),
    #[error("the program wrote more than {MOST_BYTES} bytes without a line end")]
    TooLong,
    #[error("the program closed its output in the middle of a line: every answer ends with a line end")]
    Unfinished,
    #[error("{0}")]
    Answer(String),
    #[error("the match was interrupted")]
    Cancelled,
}

/// A line that was read, or the reason why none will follow.
type HeardLine = Result<Vec<u8>, Silence>;

enum Silence {
    Closed,
    TooLong,
    Unfinished,
}

/// A running program.
pub(super) struct Program {
    child: Child,
    /// `None` once its input is to be closed.
    requests: Option<Sender<String>>,
    answers: Receiver<HeardLine>,
}

impl Program {
    /// Starts the program of this name with these arguments.
    pub(super) fn start(words: &[String], errors: Errors) -> io::Result<Self> {
        let (name, arguments) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(match errors {
            Errors::Shown => Stdio::inherit(),
            Errors::Dropped => Stdio::null(),
        });
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // Ctrl-C reaches the whole process group of the terminal, but the match is to end the players.
            command.process_group(0);
        }
        let mut child = command.spawn()?;
        let (requests, to_write) = channel();
        let (heard, answers) = sync_channel(1);
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || write_all(input, &to_write));
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read_all(output, &heard));
        }
        Ok(Self { child, requests: Some(requests), answers })
    }

    /// Sends a line that needs no answer.
    pub(super) fn tell(&mut self, line: &str) {
        if let Some(requests) = &self.requests {
            // A failure shows at the next question.
            let _ = requests.send(format!("{line}\n"));
        }
    }

    /// Sends a line and waits for the answer.
    pub(super) fn ask(
        &mut self,
        line: &str,
        limit: Duration,
        cancel: &CancelToken,
    ) -> Result<String, ProgramFault> {
        self.tell(line);
        let deadline = deadline(limit);
        loop {
            let left = deadline.map_or(TICK, |at| at.saturating_duration_since(Instant::now()));
            match self.answers.recv_timeout(left.min(TICK)) {
                // Blank lines say nothing.
                Ok(Ok(line)) if line.trim_ascii().is_empty() && !left.is_zero() => {}
                Ok(Ok(line)) => {
                    return String::from_utf8(line)
                        .map_err(|_| ProgramFault::Answer("the program's answer is not UTF-8".to_owned()));
                }
                Ok(Err(Silence::TooLong)) => return Err(ProgramFault::TooLong),
                Ok(Err(Silence::Unfinished)) => return Err(ProgramFault::Unfinished),
                Ok(Err(Silence::Closed)) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(ProgramFault::Ended(self.ended_within(TICK)));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if cancel.reason().is_some() {
                        return Err(ProgramFault::Cancelled);
                    }
                    if left.is_zero() {
                        return Err(ProgramFault::Late(limit));
                    }
                }
            }
        }
    }

    /// Ends the program at once, with everything that it started.
    pub(super) fn kill(&mut self) {
        self.requests = None;
        kill_all(&family(self.child.id()));
        // The program may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Exit status of the program, if it ends within this time.
    fn ended_within(&mut self, limit: Duration) -> Option<ExitStatus> {
        let deadline = deadline(limit);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if deadline.is_some_and(|at| Instant::now() < at) => {
                    thread::sleep(Duration::from_millis(2));
                }
                _ => return None,
            }
        }
    }
}

impl Drop for Program {
    /// Closes the program's input, which asks it to end, and kills it if it does not.
    fn drop(&mut self) {
        if self.requests.take().is_none() {
            // It has been killed.
            return;
        }
        let family = family(self.child.id());
        if self.ended_within(GRACE).is_none() {
            self.kill();
        }
        // It may have left processes behind.
        kill_all(&family);
    }
}

/// A process, and all that descend from it, also in other groups. Only Linux tells the parents of processes, and what a
/// process has left behind that has ended itself is not found.
fn family(process: u32) -> Vec<i32> {
    let mut family = Vec::from_iter(i32::try_from(process));
    // In a container `/proc` may number processes in another way.
    if fs::read_link("/proc/self").ok() != Some(std::process::id().to_string().into()) {
        return family;
    }
    let with_parent = |entry: fs::DirEntry| {
        let process = entry.file_name().to_str()?.parse::<i32>().ok()?;
        let stat = String::from_utf8_lossy(&fs::read(entry.path().join("stat")).ok()?).into_owned();
        // After the name of the program, which may hold blanks and parentheses, and the state.
        Some((process, stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse::<i32>().ok()?))
    };
    let all: Vec<_> = fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(with_parent).collect();
    let mut place = 0;
    while let Some(&parent) = family.get(place) {
        family.extend(all.iter().filter(|(_, of)| *of == parent).map(|(child, _)| child));
        place += 1;
    }
    family
}

/// Kills these processes, and the group that the first of them leads, which exists as long as one of its processes does.
fn kill_all(family: &[i32]) {
    #[cfg(unix)]
    {
        use nix::sys::signal::{Signal, kill, killpg};
        use nix::unistd::Pid;
        let _ = family.first().map(|&leader| killpg(Pid::from_raw(leader), Signal::SIGKILL));
        for &process in family.iter().skip(1) {
            let _ = kill(Pid::from_raw(process), Signal::SIGKILL);
        }
    }
}

/// Writes every line until there are no more, or until nobody reads them, and then closes the pipe.
fn write_all(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

/// Sends lines until end of file or until the receiver is dropped.
fn read_all(output: ChildStdout, heard: &SyncSender<HeardLine>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut line);
        let silence = match read {
            Ok(_) if line.last() == Some(&b'\n') => None,
            Ok(count) if count as u64 > MOST_BYTES => Some(Silence::TooLong),
            Ok(_) if !line.trim_ascii().is_empty() => Some(Silence::Unfinished),
            Ok(_) | Err(_) => Some(Silence::Closed),
        };
        let done = silence.is_some();
        if heard.send(silence.map_or(Ok(line), Err)).is_err() || done {
            return;
        }
    }
}

/// The moment at which this time will have passed; `None` if no clock reaches it.
fn deadline(limit: Duration) -> Option<Instant> {
    Instant::now().checked_add(limit)
}
