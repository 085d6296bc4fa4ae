//! The [protocol](https://chromedevtools.github.io/devtools-protocol/) of Chromium over two pipes: a message is a JSON object and a
//! zero byte.
//!
//! Crates for this protocol generate types for all of it, and need a WebSocket and URLs: 77 crates for the eight calls used here.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// No downloads by the browser itself, and no sandbox if the tests run as root.
const FLAGS: [&str; 14] = [
    "--headless",
    "--remote-debugging-pipe",
    "--no-sandbox",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
];

/// Chromium reads from descriptor 3 and writes to descriptor 4.
const START: &str = "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1";

/// An answer that takes longer will never come.
const PATIENCE: Duration = Duration::from_secs(120);

/// A browser with one page.
pub(super) struct Pipe {
    browser: Child,
    state: RefCell<State>,
    /// The browser's profile. Removed when the browser has ended.
    _profile: TempDir,
}

struct State {
    requests: ChildStdin,
    messages: Receiver<Value>,
    calls: u64,
    /// The session of the page, once it is open.
    session: Option<String>,
    /// Events that arrived while waiting for an answer.
    events: Vec<String>,
}

impl Pipe {
    /// Starts the browser at this path.
    pub(super) fn open(path: &Path) -> Self {
        let profile = tempfile::tempdir().expect("a temporary folder");
        let mut browser = Command::new("sh")
            .args(["-c", START])
            .arg(path)
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell starts");
        let requests = browser.stdin.take().expect("a pipe");
        let answers = browser.stdout.take().expect("a pipe");
        let (sender, messages) = channel();
        thread::spawn(move || forward(answers, &sender));
        let state = State { requests, messages, calls: 0, session: None, events: Vec::new() };
        let pipe = Self { browser, state: RefCell::new(state), _profile: profile };

        let page = pipe.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let target = json!({ "targetId": page["targetId"], "flatten": true });
        let session = pipe.call("Target.attachToTarget", &target)["sessionId"].as_str().map(str::to_owned);
        assert!(session.is_some(), "the page has no session");
        pipe.state.borrow_mut().session = session;
        pipe.call("Page.enable", &json!({}));
        pipe
    }

    /// The browser's answer.
    pub(super) fn call(&self, method: &str, parameters: &Value) -> Value {
        let mut state = self.state.borrow_mut();
        let id = state.send(method, parameters);
        state.events.clear();
        loop {
            let mut message = state.receive(method);
            if message["id"] == id {
                assert_eq!(message.get("error"), None, "{method}");
                return message["result"].take();
            }
            state.events.extend(message["method"].as_str().map(str::to_owned));
        }
    }

    /// The bytes that the browser answers with.
    pub(super) fn call_for_bytes(&self, method: &str, parameters: &Value) -> Vec<u8> {
        from_base64(self.call(method, parameters)["data"].as_str().expect("a text"))
    }

    /// Waits for an event that follows from the last call.
    pub(super) fn wait_for(&self, event: &str) {
        let mut state = self.state.borrow_mut();
        while !state.events.iter().any(|name| name == event) {
            let message = state.receive(event);
            state.events.extend(message["method"].as_str().map(str::to_owned));
        }
    }
}

impl State {
    /// The number of the call.
    fn send(&mut self, method: &str, parameters: &Value) -> u64 {
        self.calls += 1;
        let mut request = json!({ "id": self.calls, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            request["sessionId"] = json!(session);
        }
        self.requests.write_all(format!("{request}\0").as_bytes()).expect("the browser listens");
        self.calls
    }

    fn receive(&self, awaited: &str) -> Value {
        self.messages.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("no {awaited}: {error}"))
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // The browser ends by itself, so that nothing writes into the profile any more.
        let state = self.state.get_mut();
        state.session = None;
        if thread::panicking() {
            _ = self.browser.kill();
        } else {
            state.send("Browser.close", &json!({}));
        }
        _ = self.browser.wait();
    }
}

/// Forwards every message as it arrives.
fn forward(answers: ChildStdout, messages: &Sender<Value>) {
    for message in BufReader::new(answers).split(0) {
        let message = message.expect("the pipe can be read");
        let message = serde_json::from_slice(&message).expect("the browser writes JSON");
        if messages.send(message).is_err() {
            break;
        }
    }
}

/// Base64 without line breaks, as used for bytes in JSON.
fn from_base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    // A printed page has megabytes of them.
    let mut values = [None; 256];
    for (value, &digit) in (0_u32..).zip(DIGITS) {
        values[usize::from(digit)] = Some(value);
    }
    let (mut bits, mut count) = (0_u32, 0);
    let mut bytes = Vec::new();
    for digit in text.trim_end_matches('=').bytes() {
        let value = values[usize::from(digit)].expect("a digit of Base64");
        bits = bits << 6 | value;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xff).expect("eight bits"));
        }
    }
    bytes
}
