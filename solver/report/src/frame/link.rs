//! Links from a page to others.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// A link: its text and its address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Link {
    text: String,
    address: String,
}

impl FromStr for Link {
    type Err = String;

    /// Parses `TEXT=ADDRESS`. The address is a path relative to the page, or a web address.
    fn from_str(link: &str) -> Result<Self, String> {
        let parts = link.split_once('=').filter(|(text, address)| !text.is_empty() && !address.is_empty());
        let Some((text, address)) = parts else {
            return Err(format!("`{link}` is not a link: write TEXT=ADDRESS, as in `All pages=index.html`"));
        };
        let scheme = address.split(['/', '?', '#']).next().and_then(|start| start.split_once(':'));
        if scheme.is_some_and(|(scheme, _)| !["http", "https"].contains(&scheme))
            || address.contains(char::is_control)
        {
            return Err(format!("`{address}` is neither a path nor a web address"));
        }
        Ok(Self { text: text.to_owned(), address: address.to_owned() })
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.text, self.address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_files_and_to_the_web() {
        for link in
            ["All pages=../index.html", "Rules=https://example.org/a?b=c", "Here=#map", "x=a/b:c.html"]
        {
            assert_eq!(link.parse::<Link>().map(|link| link.to_string()).as_deref(), Ok(link));
        }
        for link in ["", "index.html", "=x", "x=", "x=javascript:alert(1)", "x=file:/etc", "x=a\nb"] {
            assert!(link.parse::<Link>().is_err(), "{link}");
        }
    }
}
