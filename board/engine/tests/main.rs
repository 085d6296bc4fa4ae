//! The engine from outside: requests in, objects out.

mod games;
mod requests;

use std::sync::Mutex;
use std::time::Duration;

use hanamachi_board_engine::{CancelToken, Engine, Host, Limits, Message};
use serde_json::Value;

/// A host that records the messages, and whose clock advances by a millisecond at every look.
pub(crate) struct Listener {
    pub(crate) heard: Mutex<Vec<Value>>,
    pub(crate) cancel: CancelToken,
    looks: std::sync::atomic::AtomicU64,
}

impl Listener {
    pub(crate) fn new() -> Self {
        Self::with_delay(0)
    }

    /// A host whose request arrived this many milliseconds ago.
    pub(crate) fn with_delay(milliseconds: u64) -> Self {
        Self { heard: Mutex::default(), cancel: CancelToken::new(), looks: milliseconds.into() }
    }
}

impl Host for Listener {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
    }

    fn tell(&self, message: &Message<'_>) {
        self.heard.lock().unwrap().push(serde_json::from_str(&message.text()).unwrap());
    }

    fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    fn limits(&self) -> Limits {
        Limits::STANDARD
    }
}

/// The single engine of these tests: building its tables takes longer than most answers.
pub(crate) fn engine() -> &'static Engine {
    static ENGINE: Engine = Engine::new();
    &ENGINE
}

/// The answer to a request, or the code of its fault.
pub(crate) fn ask(method: &str, parameters: &Value) -> Result<Value, String> {
    let answer = engine().answer(method, &parameters.to_string(), &Listener::new());
    match answer {
        Ok(answer) => Ok(serde_json::from_str(answer.result.get()).unwrap()),
        Err(fault) => Err(fault.code.to_owned()),
    }
}
