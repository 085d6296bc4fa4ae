//! Access control of requests.
//!
//! Every page that is open in a browser of the same machine can reach a server on loopback. Two headers identify foreign
//! pages. `Host` is the server name in the requested address: it reveals a page that rebinds its own name to 127.0.0.1.
//! `Origin` is the server of the requesting page.

use std::net::{IpAddr, SocketAddr};

use hyper::header::{HOST, ORIGIN};
use hyper::{HeaderMap, http::Uri};

/// Valid names of the server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    address: SocketAddr,
}

impl Guard {
    pub(super) const fn new(address: SocketAddr) -> Self {
        Self { address }
    }

    /// Accepts requests from this server's own pages and from programs; returns the reason for a refusal.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), &'static str> {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        if headers.get_all(HOST).iter().count() != 1 || !host.is_some_and(|host| self.is_own(host)) {
            return Err("the request is for another host than this server");
        }
        let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
        let authority = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        // The origin must equal the host; another name of this machine is not enough: 127.0.0.1 and localhost
        // are two origins.
        match authority {
            Some(authority) if Some(authority) == host => Ok(()),
            _ => Err("the request comes from a page of another server"),
        }
    }

    /// Whether this is a valid name of the server: an address of the machine, or `localhost`, with the port. Other names may
    /// resolve to any address.
    fn is_own(&self, authority: &str) -> bool {
        let Ok(uri) = authority.parse::<Uri>() else { return false };
        let Some(authority) = uri.authority() else { return false };
        if authority.as_str().contains('@') || authority.port_u16().unwrap_or(80) != self.address.port() {
            return false;
        }
        let name = authority.host();
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let Ok(ip) = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() else {
            return false;
        };
        if self.address.ip().is_unspecified() { true } else { ip == self.address.ip() }
    }
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    fn check(address: &str, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_str(host).unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        Guard::new(address.parse().unwrap()).check(&headers).is_ok()
    }

    #[test]
    fn only_own_names_are_answered() {
        let own = "127.0.0.1:8742";
        for (host, is_own) in [
            ("127.0.0.1:8742", true),
            ("localhost:8742", true),
            ("LOCALHOST:8742", true),
            ("127.0.0.1", false),
            ("127.0.0.1:80", false),
            ("127.0.0.2:8742", false),
            ("evil.example:8742", false),
            ("localhost.evil.example:8742", false),
            ("a@127.0.0.1:8742", false),
            ("", false),
        ] {
            assert_eq!(check(own, host, None), is_own, "{host}");
        }
        assert!(check("[::1]:8742", "[::1]:8742", None) && !check("[::1]:8742", "127.0.0.1:8742", None));
        assert!(
            check("0.0.0.0:8742", "192.168.1.4:8742", None) && !check("0.0.0.0:8742", "a.example:8742", None)
        );
    }

    #[test]
    fn only_own_pages_may_ask() {
        let own = "127.0.0.1:8742";
        for (origin, is_own) in [
            ("http://127.0.0.1:8742", true),
            ("http://localhost:8742", false),
            ("https://127.0.0.1:8742", false),
            ("http://127.0.0.1:9", false),
            ("http://evil.example", false),
            ("null", false),
        ] {
            assert_eq!(check(own, own, Some(origin)), is_own, "{origin}");
        }
        assert!(check(own, "localhost:8742", Some("http://localhost:8742")));
    }
}
