//! Responses, with the headers common to all of them.

use http_body_util::BodyExt;
use http_body_util::Full;
use http_body_util::combinators::BoxBody;
use hyper::body::{Body, Bytes};
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};
use std::convert::Infallible;

use super::page::PageFile;

/// A body of any kind.
pub(super) type AnyBody = BoxBody<Bytes, Infallible>;
pub(super) type Reply = Response<AnyBody>;

/// Content security policy: scripts, styles, pictures and data come from this server only; WebAssembly may be
/// compiled; the page appears in no frame and sends no form.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(&str, &str); 7] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// Media type of a stream of messages, one per line.
pub(super) const LINES: &str = "application/x-ndjson";

/// Creates a response with this body.
pub(super) fn reply<B>(status: StatusCode, media_type: &'static str, body: B) -> Reply
where
    B: Body<Data = Bytes, Error = Infallible> + Send + Sync + 'static,
{
    let mut response = Response::new(body.boxed());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Creates a response with this text.
pub(super) fn text(status: StatusCode, media_type: &'static str, text: impl Into<Bytes>) -> Reply {
    reply(status, media_type, Full::new(text.into()))
}

/// Creates a response with a file of the page. The browser revalidates each time; an unchanged file is answered without
/// its contents.
pub(super) fn file(file: PageFile, known: Option<&HeaderValue>) -> Reply {
    let is_known = known.is_some_and(|known| known.as_bytes() == file.tag.as_bytes());
    let mut response = if is_known {
        text(StatusCode::NOT_MODIFIED, file.media_type, Bytes::new())
    } else {
        text(StatusCode::OK, file.media_type, Bytes::from(file.bytes.into_owned()))
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&file.tag) {
        headers.insert(ETAG, tag);
    }
    response
}
