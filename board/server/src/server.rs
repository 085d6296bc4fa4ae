//! Connections and requests, with their limits.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use hanamachi_board_engine::{CONTRACT, CancelToken, Engine, Fault, FaultKind, Limits, methods, takes_long};
use hanamachi_solver::ENGINE;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::header::{ACCEPT, CONTENT_TYPE, HOST, IF_NONE_MATCH};
use hyper::service::service_fn;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use rayon::ThreadPool;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

use super::guard::{Guard, HostName, Refused};
use super::impatient::Impatient;
use super::page;
use super::reply::{LINES, Reply, file, text};
use super::search::{RunningSearch, answer};

/// Maximum size of a request: a pasted text of one mebibyte, with its escapes.
const MOST_BYTES: usize = (1 << 20) + (1 << 18);
/// Maximum number of concurrent connections; a browser opens at most six for each tab.
const MOST_CONNECTIONS: usize = 256;
/// Maximum number of waiting requests, of quick and of long ones each.
const MOST_WAITING: usize = 96;
/// Maximum number of waiting requests of one client, of each kind.
const MOST_OF_CLIENT: usize = 48;
/// Time without progress after which a client counts as gone that does not read its answer.
const UNREAD: Duration = Duration::from_secs(10);
/// Time limit for the arrival of a request.
const ARRIVAL: Duration = Duration::from_secs(10);
/// Interval between checks of the cancel token.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Time for requests in progress to end when the server shuts down.
const FAREWELL: Duration = Duration::from_millis(500);

/// State shared by all connections.
struct Server {
    engine: Arc<Engine>,
    guard: Guard,
    limits: Limits,
    /// Permits for concurrent requests. Quick and long ones are separate, so that a long search does not delay a move.
    quick: Arc<Semaphore>,
    long: Arc<Semaphore>,
    waiting_quick: SearchQueue,
    waiting_long: SearchQueue,
    running: RunningSearch,
    /// Threads shared by long searches. Quick requests do not use them.
    pool: Arc<ThreadPool>,
    info: String,
}

/// Serves until the token is cancelled. Searches run on the threads of the pool.
///
/// Requests are answered under the addresses of this machine and these further names. `site` is a public site for
/// links, if there is one.
///
/// # Errors
///
/// Fails if the server cannot start.
pub fn serve(
    listener: TcpListener,
    names: Vec<HostName>,
    pool: ThreadPool,
    site: Option<&str>,
    cancel: &CancelToken,
) -> anyhow::Result<()> {
    listener.set_nonblocking(true).context("cannot listen without waiting")?;
    let address = listener.local_addr().context("the listening socket has no address")?;
    let threads = pool.current_num_threads();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(4 * threads.max(2))
        .build()
        .context("cannot start the server")?;
    let limits = Limits { threads, ..Limits::STANDARD };
    let server = Arc::new(Server {
        engine: Arc::new(Engine::new()),
        guard: Guard::new(address, names),
        limits,
        quick: Arc::new(Semaphore::new(threads.max(2))),
        long: Arc::new(Semaphore::new(threads.max(2))),
        waiting_quick: SearchQueue::default(),
        waiting_long: SearchQueue::default(),
        running: RunningSearch::default(),
        pool: Arc::new(pool),
        info: info(threads, site),
    });
    let ended = runtime.block_on(accept(listener, &server, cancel));
    server.running.cancel();
    runtime.shutdown_timeout(FAREWELL);
    ended
}

/// `board.engine/1`: description of the engine, which the page reads before any other request.
fn info(threads: usize, site: Option<&str>) -> String {
    let names = |is_long: bool| -> Vec<&str> {
        methods().filter(|method| !is_long || method.is_long).map(|method| method.name).collect()
    };
    serde_json::json!({
        "schema": "board.engine/1",
        "engine": ENGINE,
        "contract": CONTRACT,
        "transport": "server",
        "threads": threads,
        "site": site,
        "methods": names(false),
        "long": names(true),
    })
    .to_string()
}

async fn accept(listener: TcpListener, server: &Arc<Server>, cancel: &CancelToken) -> anyhow::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener).context("cannot listen")?;
    let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut look = tokio::time::interval(LOOK_EVERY);
    loop {
        let accepted = std::future::poll_fn(|context| {
            // Waits for a connection or the next check of the token, whichever comes first.
            if let std::task::Poll::Ready(accepted) = listener.poll_accept(context) {
                return std::task::Poll::Ready(Some(accepted));
            }
            look.poll_tick(context).map(|_| None)
        })
        .await;
        if cancel.reason().is_some() {
            return Ok(());
        }
        match accepted {
            Some(Ok((stream, peer))) => {
                // Connections beyond the limit are closed at once, and the browser retries.
                let Ok(permit) = Arc::clone(&connections).try_acquire_owned() else { continue };
                let server = Arc::clone(server);
                tokio::spawn(async move {
                    connection(stream, peer.ip(), server).await;
                    drop(permit);
                });
            }
            // The connection is already gone, or too many files are open: keep serving the others.
            Some(Err(_)) => tokio::time::sleep(LOOK_EVERY).await,
            None => {}
        }
    }
}

async fn connection(stream: TcpStream, client: IpAddr, server: Arc<Server>) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let server = Arc::clone(&server);
        async move { Ok::<_, Infallible>(server.respond(request, client).await) }
    });
    let http = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(ARRIVAL)
        .max_buf_size(1 << 16)
        .serve_connection(TokioIo::new(Impatient::new(stream, UNREAD)), service);
    // A client that does not speak HTTP or disconnects gets no answer.
    let _ = http.await;
}

/// Creates a refusal, as one line.
fn refuse(status: StatusCode, code: &'static str, message: &str) -> Reply {
    let mut line = Fault::new(FaultKind::Request, code, message).text();
    line.push('\n');
    text(status, LINES, line)
}

impl Server {
    async fn respond(&self, request: Request<Incoming>, client: IpAddr) -> Reply {
        if let Err(refused) = self.guard.check(request.headers()) {
            let accepts =
                request.headers().get(ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
            if refused == Refused::Host && accepts.contains("text/html") {
                let host =
                    request.headers().get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
                return text(StatusCode::FORBIDDEN, "text/html; charset=utf-8", unknown_host(host));
            }
            return refuse(StatusCode::FORBIDDEN, "forbidden", refused.message());
        }
        let path = request.uri().path().to_owned();
        let Some(path) = path.strip_prefix('/') else {
            return refuse(StatusCode::BAD_REQUEST, "invalid_request", "the address has no path");
        };
        match (request.method(), path.strip_prefix("api/v1/")) {
            (&(Method::GET | Method::HEAD), Some("engine.json")) => {
                text(StatusCode::OK, "application/json", self.info.clone())
            }
            (&Method::POST, Some(method)) => {
                let method = method.to_owned();
                self.ask(method, request, client).await
            }
            (_, Some(_)) => {
                refuse(StatusCode::METHOD_NOT_ALLOWED, "invalid_request", "methods are called with POST")
            }
            (&(Method::GET | Method::HEAD), None) => match page::file(path) {
                Some(found) => file(found, request.headers().get(IF_NONE_MATCH)),
                None => refuse(StatusCode::NOT_FOUND, "not_found", "there is no such file"),
            },
            (_, None) => refuse(StatusCode::METHOD_NOT_ALLOWED, "invalid_request", "files are read with GET"),
        }
    }

    async fn ask(&self, method: String, request: Request<Incoming>, client: IpAddr) -> Reply {
        // A page of another server may send this type only after a preflight request, which this server refuses.
        let media_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media_type = media_type.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
        if !media_type.eq_ignore_ascii_case("application/json") {
            let message = "the parameters of a method are JSON: Content-Type: application/json";
            return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "invalid_request", message);
        }
        let Some(info) = methods().find(|known| known.name == method) else {
            return refuse(StatusCode::NOT_FOUND, "unknown_method", "there is no such method");
        };
        let body = Limited::new(request.into_body(), MOST_BYTES).collect();
        let body = match tokio::time::timeout(ARRIVAL, body).await {
            Ok(Ok(body)) => body.to_bytes(),
            Ok(Err(error)) if error.is::<LengthLimitError>() => {
                return refuse(StatusCode::PAYLOAD_TOO_LARGE, "invalid_request", "the request is too large");
            }
            Ok(Err(_)) => {
                return refuse(StatusCode::BAD_REQUEST, "invalid_request", "the request was cut short");
            }
            Err(_) => {
                return refuse(StatusCode::REQUEST_TIMEOUT, "invalid_request", "the request took too long");
            }
        };
        let Ok(parameters) = String::from_utf8(body.to_vec()) else {
            return refuse(StatusCode::BAD_REQUEST, "invalid_request", "the request is not UTF-8");
        };
        let is_long = info.is_long || takes_long(&method, &parameters);
        let (turns, queue) =
            if is_long { (&self.long, &self.waiting_long) } else { (&self.quick, &self.waiting_quick) };
        let turns = Arc::clone(turns);
        // Counts the request as waiting until its turn comes or its connection closes.
        let Some(_waiting) = queue.enter(client) else {
            return refuse(StatusCode::TOO_MANY_REQUESTS, "busy", "too many requests at a time: try again");
        };
        let Ok(permit) = turns.acquire_owned().await else {
            return refuse(StatusCode::TOO_MANY_REQUESTS, "busy", "the server is closing");
        };
        let parameters = if parameters.trim().is_empty() { "{}".to_owned() } else { parameters };
        let pool = is_long.then(|| Arc::clone(&self.pool));
        let engine = Arc::clone(&self.engine);
        answer(engine, &self.running, (method, parameters), self.limits, (permit, pool)).await
    }
}

/// The page for a browser that asks for a host that the board does not know.
fn unknown_host(host: &str) -> String {
    let name: String =
        host.chars().take(100).filter(|c| c.is_ascii_alphanumeric() || ".-:[]_".contains(*c)).collect();
    let option = name.rsplit_once(':').map_or(name.as_str(), |(name, _)| name);
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Hanamachi: unknown host</title>\
         <h1>The board does not know this address</h1>\
         <p>The board answers under the addresses of its own machine. Other names, such as <b>{name}</b>, could belong to \
         foreign pages, and are accepted only if you name them:</p>\
         <pre>hanamachi board --host {option}</pre>\
         <p>If you did not expect this page, close it.</p></html>\n"
    )
}

/// The requests of one kind that wait for their turn, by client.
#[derive(Debug, Default)]
struct SearchQueue(Mutex<HashMap<IpAddr, usize>>);

/// A request waiting for its turn.
struct Waiting<'a> {
    queue: &'a SearchQueue,
    client: IpAddr,
}

impl SearchQueue {
    /// Counts a request of this client. Returns `None` if too many are waiting, of the client or in all.
    fn enter(&self, client: IpAddr) -> Option<Waiting<'_>> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = counts.values().sum();
        let own = counts.get(&client).copied().unwrap_or_default();
        if all >= MOST_WAITING || own >= MOST_OF_CLIENT {
            return None;
        }
        counts.insert(client, own + 1);
        Some(Waiting { queue: self, client })
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut counts = self.queue.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_client_leaves_room_for_others() {
        let (queue, client) = (SearchQueue::default(), |last| IpAddr::from([192, 0, 2, last]));
        let own: Vec<_> = (0..MOST_OF_CLIENT).map(|_| queue.enter(client(1)).unwrap()).collect();
        assert!(queue.enter(client(1)).is_none());
        let others: Vec<_> = (0..MOST_OF_CLIENT).map(|_| queue.enter(client(2)).unwrap()).collect();
        assert!(queue.enter(client(3)).is_none());
        drop(own);
        assert!(queue.enter(client(1)).is_some());
        drop(others);
        assert!(queue.0.lock().unwrap().is_empty());
    }

    #[test]
    fn the_page_for_an_unknown_host_repeats_no_markup() {
        let page = unknown_host("a<script>.example:8742");
        assert!(page.contains("--host ascript.example<") && !page.contains("<script"), "{page}");
    }
}
