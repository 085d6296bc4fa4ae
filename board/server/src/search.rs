//! One request to the engine: computed on a thread of its own, streamed as lines, cancelled when the client
//! disconnects.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use hanamachi_board_engine::{CancelToken, Engine, Fault, FaultKind, Host, Limits, Message, Stop};
use hyper::StatusCode;
use hyper::body::{Body, Bytes, Frame};
use rayon::ThreadPool;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::reply::{LINES, Reply, reply, text};

/// A line of an answer.
#[derive(Debug)]
enum EventLine {
    /// More lines follow.
    Message(String),
    Answer(String),
    Fault(Fault),
}

impl EventLine {
    fn bytes(self) -> Bytes {
        let mut text = match self {
            Self::Message(text) | Self::Answer(text) => text,
            Self::Fault(fault) => fault.text(),
        };
        text.push('\n');
        text.into()
    }
}

/// The thread that computes a request.
struct Computing {
    started: Instant,
    cancel: Arc<CancelToken>,
    lines: Sender<EventLine>,
    limits: Limits,
}

impl Host for Computing {
    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn tell(&self, message: &Message<'_>) {
        // A client that does not read gets no more work.
        if let Err(TrySendError::Full(_)) = self.lines.try_send(EventLine::Message(message.text())) {
            self.cancel.cancel(Stop::Interrupted);
        }
    }

    fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    fn limits(&self) -> Limits {
        self.limits
    }
}

/// Cancels the work when dropped: with the body of the response, when the connection closes.
struct CancelOnDrop(Arc<CancelToken>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel(Stop::Interrupted);
    }
}

/// The stream of lines of an answer.
struct EventLines {
    /// Line read to determine the status.
    first: Option<EventLine>,
    rest: Receiver<EventLine>,
    _cancel: CancelOnDrop,
}

impl Body for EventLines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let frame = |line: EventLine| Some(Ok(Frame::data(line.bytes())));
        match self.first.take() {
            Some(line) => Poll::Ready(frame(line)),
            None => self.rest.poll_recv(context).map(|line| line.and_then(frame)),
        }
    }
}

/// Requests in progress, which the server cancels when it ends.
#[derive(Debug, Default)]
pub(super) struct RunningSearch(std::sync::Mutex<Vec<std::sync::Weak<CancelToken>>>);

impl RunningSearch {
    fn add(&self, token: &Arc<CancelToken>) {
        let mut tokens = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        tokens.retain(|token| token.strong_count() > 0);
        tokens.push(Arc::downgrade(token));
    }

    /// Cancels all work.
    pub(super) fn cancel(&self) {
        let tokens = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for token in tokens.iter().filter_map(std::sync::Weak::upgrade) {
            token.cancel(Stop::Interrupted);
        }
    }
}

/// Upper bound on how far a search may overrun its time limit.
const GRACE: Duration = Duration::from_secs(5);

/// Maximum number of lines that a client has not yet read; then its search is ended.
const MOST_UNREAD: usize = 256;

/// Answers a request, on the threads of the pool if there is one. Releases the permit when the work is done.
pub(super) async fn answer(
    engine: Arc<Engine>,
    running: &RunningSearch,
    (method, parameters): (String, String),
    limits: Limits,
    (permit, pool): (OwnedSemaphorePermit, Option<Arc<ThreadPool>>),
) -> Reply {
    let cancel = Arc::new(CancelToken::new());
    running.add(&cancel);
    let guard = CancelOnDrop(Arc::clone(&cancel));
    let (sender, mut receiver) = channel(MOST_UNREAD);
    let host =
        Computing { started: Instant::now(), cancel: Arc::clone(&cancel), lines: sender.clone(), limits };
    let longest = limits.time_of(&method) + GRACE;
    let watchdog = tokio::spawn(async move {
        tokio::time::sleep(longest).await;
        cancel.cancel(Stop::Time);
    });
    tokio::task::spawn_blocking(move || {
        let ask = || engine.answer(&method, &parameters, &host);
        let line = match pool.map_or_else(ask, |pool| pool.install(ask)) {
            Ok(answer) => EventLine::Answer(answer.text()),
            Err(fault) => EventLine::Fault(fault),
        };
        let _ = sender.blocking_send(line);
        watchdog.abort();
        drop(permit);
    });
    match receiver.recv().await {
        // A fault before the first byte determines the status.
        Some(EventLine::Fault(fault)) => text(status(fault.kind), LINES, EventLine::Fault(fault).bytes()),
        Some(first) => {
            reply(StatusCode::OK, LINES, EventLines { first: Some(first), rest: receiver, _cancel: guard })
        }
        None => {
            let fault = Fault::new(FaultKind::Internal, "internal", "the engine stopped");
            text(StatusCode::INTERNAL_SERVER_ERROR, LINES, EventLine::Fault(fault).bytes())
        }
    }
}

/// Returns the status of a request that failed.
const fn status(kind: FaultKind) -> StatusCode {
    match kind {
        FaultKind::Request => StatusCode::BAD_REQUEST,
        FaultKind::UnknownMethod => StatusCode::NOT_FOUND,
        FaultKind::Refused | FaultKind::Limit => StatusCode::UNPROCESSABLE_ENTITY,
        // The client is gone.
        FaultKind::Cancelled => StatusCode::OK,
        FaultKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
