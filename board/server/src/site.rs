//! Addresses of public sites of the board.

/// Parses the web address of a folder; the result ends with one slash.
///
/// # Errors
///
/// Says that the text is not such an address.
pub fn parse_site(text: &str) -> Result<String, String> {
    let refused = || format!("`{text}` is not the address of a site, such as https://example.org/board/");
    let uri: hyper::Uri = text.parse().map_err(|_| refused())?;
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    let is_folder =
        uri.host().is_some_and(|host| !host.is_empty()) && uri.query().is_none() && !text.contains('#');
    if !is_web || !is_folder {
        return Err(refused());
    }
    Ok(format!("{}/", text.trim_end_matches('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_a_folder_on_the_web() {
        for (text, address) in [
            ("https://example.org", "https://example.org/"),
            ("https://example.org/board", "https://example.org/board/"),
            ("http://localhost:8000/board/", "http://localhost:8000/board/"),
        ] {
            assert_eq!(parse_site(text).as_deref(), Ok(address));
        }
        for text in [
            "",
            "example.org",
            "/board",
            "ftp://example.org/",
            "https://",
            "https://a/?b",
            "https://a/#o",
            "javascript:alert(1)",
            "https://a b/",
        ] {
            assert!(parse_site(text).is_err(), "{text}");
        }
    }
}
