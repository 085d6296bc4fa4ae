//! The engine of the study board in a browser's worker.
//!
//! The worker and the module exchange texts through memory by hand, without generated glue. There are only
//! four functions to call and two to be called. A glue generator would need exactly the version of its
//! library on every machine that builds the site, and is not among Debian's packages. So a compiler with the
//! target `wasm32-unknown-unknown` is enough.
//!
//! | function | side | what it does |
//! |---|---|---|
//! | `allocate(len) → pointer` | module | room for the text of a request |
//! | `request(pointer, len)` | module | answers the request that was written there, and frees the room |
//! | `network(pointer, len)` | module of Hanamikoji | takes the file of the network that was written there, answers as `request` does, and frees the room |
//! | `abi() → 2` | module | the version of this table |
//! | `host.now() → milliseconds` | worker | a clock that only goes forward |
//! | `host.tell(pointer, len)` | worker | takes a message, UTF-8, which is gone when the function returns |
//!
//! The network of the approximate equilibrium of Hanamikoji is as large as all the rest and is a file of its
//! own, so a player of Okiya does not wait for it. Without it, a search gives the advice about Hanamikoji.
//! Each game has its own module for the same reason; the feature `hanamikoji` selects the one to compile.
//!
//! `request` answers before it returns and calls `tell` any number of times on the way. To cancel a request,
//! end the worker: nothing else reaches a thread that computes.
#![cfg(target_arch = "wasm32")]

use std::time::Duration;

use hanamachi_board_engine::{CancelToken, Engine, Host, Limits, Message, serve};

#[cfg(feature = "hanamikoji")]
static ENGINE: Engine = Engine::of_hanamikoji();
#[cfg(not(feature = "hanamikoji"))]
static ENGINE: Engine = Engine::of_okiya();

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    safe fn now() -> f64;
    fn tell(text: *const u8, len: usize);
}

/// Sends a message to the worker.
fn say(text: &str) {
    // SAFETY: the pointer and the length are those of a text that lives until the call returns; the worker only reads it.
    unsafe { tell(text.as_ptr(), text.len()) }
}

/// One request in a worker; it can be cancelled only by ending the worker.
struct Worker {
    started: f64,
    cancel: CancelToken,
}

impl Host for Worker {
    fn elapsed(&self) -> Duration {
        Duration::try_from_secs_f64((now() - self.started) / 1e3).unwrap_or_default()
    }

    fn tell(&self, message: &Message<'_>) {
        say(&message.text());
    }

    fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    fn limits(&self) -> Limits {
        Limits::STANDARD
    }
}

/// Version of the functions of this module.
#[unsafe(no_mangle)]
pub extern "C" fn abi() -> u32 {
    2
}

/// Allocates `len` bytes to be filled and passed to [`request`] or [`network`].
#[unsafe(no_mangle)]
pub extern "C" fn allocate(len: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; len].into_boxed_slice()).cast()
}

/// Answers the request in the `len` bytes at `text`, and frees them.
///
/// # Safety
///
/// `text` came from [`allocate`] with the same `len` and has not been passed on before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn request(text: *mut u8, len: usize) {
    // SAFETY: the contract of this function is that of `taken`.
    let text = unsafe { taken(text, len) };
    let host = Worker { started: now(), cancel: CancelToken::new() };
    say(&serve(&ENGINE, &String::from_utf8_lossy(&text), &host));
}

/// Takes the file of the network in the `len` bytes at `file`, frees them, and answers as [`request`] does.
///
/// # Safety
///
/// `file` came from [`allocate`] with the same `len` and has not been passed on before.
#[cfg(feature = "hanamikoji")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn network(file: *mut u8, len: usize) {
    // SAFETY: the contract of this function is that of `taken`.
    let file = unsafe { taken(file, len) };
    say(&hanamachi_board_engine::last_message(&hanamachi_board_engine::hand_over_network(&file)));
}

/// The bytes that were passed in, owned again.
///
/// # Safety
///
/// `bytes` came from [`allocate`] with the same `len` and has not been passed on before.
unsafe fn taken(bytes: *mut u8, len: usize) -> Box<[u8]> {
    // SAFETY: by the contract of this function it is the box that `allocate` made.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(bytes, len)) }
}
