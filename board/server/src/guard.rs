//! Access control of requests.
//!
//! Every page that is open in a browser of the same machine can reach a server on loopback. Two headers identify foreign
//! pages. `Host` is the server name in the requested address: it reveals a page that rebinds its own name to 127.0.0.1.
//! `Origin` is the server of the requesting page.
//!
//! A page cannot rebind an IP address or `localhost`, because no name server answers for them. So these are accepted with any
//! port, as they arrive through a forwarded port, and all other names only if they were given with `--host`.

use std::net::{IpAddr, SocketAddr};

use hyper::header::{HOST, ORIGIN};
use hyper::{HeaderMap, http::Uri};

/// Valid names of the server.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    address: SocketAddr,
    /// The names of `--host`.
    names: Vec<HostName>,
}

/// A further name of the server, with or without a port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostName {
    name: String,
    port: Option<u16>,
}

impl std::str::FromStr for HostName {
    type Err = String;

    /// Reads `NAME` or `NAME:PORT`.
    fn from_str(text: &str) -> Result<Self, String> {
        let refused =
            || format!("`{text}` is not the name of a host, such as board.local or example.org:8080");
        let uri = text.parse::<Uri>().map_err(|_| refused())?;
        let authority = uri.authority().filter(|authority| authority.as_str() == text).ok_or_else(refused)?;
        let has_port = authority.as_str().len() > authority.host().len();
        let is_name =
            !authority.host().is_empty() && !text.contains('@') && has_port == authority.port_u16().is_some();
        if !is_name {
            return Err(refused());
        }
        Ok(Self { name: canonical(authority.host()), port: authority.port_u16() })
    }
}

/// A name in lower case, without the dot of a complete name.
fn canonical(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}

/// A refused request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refused {
    /// Its `Host` is no name of the server.
    Host,
    /// It comes from a page of another server.
    Origin,
}

impl Refused {
    /// The reason in words.
    pub(super) const fn message(self) -> &'static str {
        match self {
            Self::Host => {
                "the board does not know the name of the host in this address; `--host NAME` accepts it"
            }
            Self::Origin => "the request comes from a page of another server",
        }
    }
}

impl Guard {
    pub(super) const fn new(address: SocketAddr, names: Vec<HostName>) -> Self {
        Self { address, names }
    }

    /// Accepts requests from this server's own pages and from programs.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), Refused> {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        if headers.get_all(HOST).iter().count() != 1 || !host.is_some_and(|host| self.is_own(host)) {
            return Err(Refused::Host);
        }
        let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
        let origin = origin.to_str().unwrap_or_default();
        // A proxy may add the encryption.
        let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        // The origin must equal the host; another name of this machine is not enough: 127.0.0.1 and localhost
        // are two origins.
        match authority {
            Some(authority) if Some(authority) == host => Ok(()),
            _ => Err(Refused::Origin),
        }
    }

    /// Whether this is a valid name of the server: an address of the machine, `localhost`, or a name of `--host`. Other names
    /// may resolve to any address.
    fn is_own(&self, authority: &str) -> bool {
        let Ok(uri) = authority.parse::<Uri>() else { return false };
        let Some(authority) = uri.authority() else { return false };
        if authority.as_str().contains('@') {
            return false;
        }
        let name = canonical(authority.host());
        let port = authority.port_u16();
        let is_given =
            |given: &HostName| given.name == name && given.port.is_none_or(|wanted| Some(wanted) == port);
        if name == "localhost" || name.ends_with(".localhost") || self.names.iter().any(is_given) {
            return true;
        }
        let Ok(ip) = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() else {
            return false;
        };
        ip.is_loopback() || self.address.ip().is_unspecified() || ip == self.address.ip()
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
        let names = ["board.local", "Example.org:8080"].map(|name| name.parse().unwrap()).to_vec();
        Guard::new(address.parse().unwrap(), names).check(&headers).is_ok()
    }

    #[test]
    fn only_own_names_are_answered() {
        let own = "127.0.0.1:8742";
        for (host, is_own) in [
            ("127.0.0.1:8742", true),
            ("localhost:8742", true),
            ("LOCALHOST:8742", true),
            // As through a forwarded port.
            ("127.0.0.1", true),
            ("127.0.0.1:9000", true),
            ("127.0.0.2:8742", true),
            ("localhost", true),
            ("board.localhost:80", true),
            ("[::1]:9000", true),
            // Names of `--host`.
            ("board.local", true),
            ("BOARD.local.:8742", true),
            ("example.org:8080", true),
            ("example.org", false),
            ("a.board.local", false),
            ("board.local.evil.example", false),
            // The server is not there.
            ("192.168.1.4:8742", false),
            ("127.0.0.1.evil.example", false),
            ("127.0.0.1@evil.example", false),
            ("evil.example:8742", false),
            ("localhost.evil.example:8742", false),
            ("a@127.0.0.1:8742", false),
            ("", false),
        ] {
            assert_eq!(check(own, host, None), is_own, "{host}");
        }
        assert!(check("[::1]:8742", "[::1]:8742", None) && !check("[::1]:8742", "[::2]:8742", None));
        assert!(
            check("0.0.0.0:8742", "192.168.1.4:8742", None) && !check("0.0.0.0:8742", "a.example:8742", None)
        );
    }

    #[test]
    fn names_of_hosts_are_read() {
        for text in ["", "http://a", "a/b", "a b", "u@a", "a:b", "a:", "a?b"] {
            assert!(text.parse::<HostName>().is_err(), "{text}");
        }
        assert_eq!("A.local".parse(), Ok(HostName { name: "a.local".to_owned(), port: None }));
    }

    #[test]
    fn only_own_pages_may_ask() {
        let own = "127.0.0.1:8742";
        for (origin, is_own) in [
            ("http://127.0.0.1:8742", true),
            ("http://localhost:8742", false),
            ("https://127.0.0.1:8742", true),
            ("http://127.0.0.1:9", false),
            ("http://evil.example", false),
            ("null", false),
        ] {
            assert_eq!(check(own, own, Some(origin)), is_own, "{origin}");
        }
        assert!(check(own, "localhost:8742", Some("http://localhost:8742")));
    }
}
