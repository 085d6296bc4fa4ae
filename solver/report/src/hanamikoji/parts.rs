//! What all pages of Hanamikoji share.

use crate::percent;

/// Shared parts of the pages.
pub(super) const PARTS: [(&str, &str); 3] = [
    ("hanamikoji.html", include_str!("templates/hanamikoji.html")),
    ("hanamikoji.css", include_str!("templates/hanamikoji.css")),
    ("hanamikoji.md", include_str!("templates/hanamikoji.md")),
];

/// Estimated probability in per cent with its standard error, `54.1 ± 0.1 %`.
pub(super) fn estimated(value: f64, se: Option<f64>) -> String {
    format!("{} %", percent::estimated(value, se))
}
