//! Templates to text.

use std::collections::BTreeMap;

use anyhow::Context;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, context};

use super::Report;
use crate::failure::Failure;
use crate::output::ENGINE;

/// SVG that code made, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawings(BTreeMap<String, String>);

impl Drawings {
    /// With this one.
    pub(crate) fn with(mut self, name: impl Into<String>, svg: String) -> Self {
        self.0.insert(name.into(), svg);
        self
    }
}

/// What every page may use.
const SHARED: [(&str, &str); 4] = [
    ("layout.html", include_str!("templates/layout.html")),
    ("layout.md", include_str!("templates/layout.md")),
    ("macros.html", include_str!("templates/macros.html")),
    ("style.css", include_str!("templates/style.css")),
];

/// The page.
pub(super) fn html<R: Report>(report: &R) -> Result<String, Failure> {
    render(report, "page.html", R::TEMPLATES.html)
}

/// Its Markdown twin.
pub(super) fn markdown<R: Report>(report: &R) -> Result<String, Failure> {
    render(report, "page.md", R::TEMPLATES.markdown)
}

fn render<R: Report>(report: &R, name: &'static str, source: &'static str) -> Result<String, Failure> {
    let mut environment = environment()?;
    let templates = SHARED.iter().chain(R::TEMPLATES.parts).copied().chain([(name, source)]);
    for (name, source) in templates {
        environment.add_template(name, source).with_context(|| format!("template {name}"))?;
    }
    let svg = |(name, svg): (String, String)| (name, Value::from_safe_string(svg));
    let drawings: BTreeMap<String, Value> = report.drawings().0.into_iter().map(svg).collect();
    let template = environment.get_template(name).context("the template was just added")?;
    let text = template.render(context! {
        engine => ENGINE,
        facts => Serde(report.facts()),
        report => Serde(report),
        drawings => drawings,
    });
    Ok(text.with_context(|| format!("cannot make the page of {}", R::SCHEMA))?)
}

/// Undefined names are errors; HTML is escaped, Markdown where `md` says so.
fn environment() -> anyhow::Result<Environment<'static>> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let syntax =
        SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
    environment.set_syntax(syntax.context("the syntax of templates")?);
    environment.set_auto_escape_callback(|name| match name.rsplit_once('.') {
        Some((_, "html" | "svg")) => AutoEscape::Html,
        _ => AutoEscape::None,
    });
    environment.add_filter("percent", percent);
    environment.add_filter("share", share_like);
    environment.add_filter("fixed", fixed);
    environment.add_filter("thousands", thousands);
    environment.add_filter("md", plain_markdown);
    environment.add_filter("code", code_span);
    Ok(environment)
}

/// A share as a percentage with so many decimals, 2 of 3 as `66.7`.
fn percent(share: f64, decimals: Option<usize>) -> String {
    format!("{:.*}", decimals.unwrap_or(1), 100.0 * share)
}

/// A share as a percentage with as many decimals as it needs: `67.6`, `0.022`, `0.00011`, `0`.
pub(crate) fn share(share: f64) -> String {
    share_like(share, None)
}

/// The same with as many decimals as `like` needs, so that a share and the ends of its interval are written alike. Where `like` is 0
/// it needs none, and the share has its own.
pub(crate) fn share_like(share: f64, like: Option<f64>) -> String {
    let percentage = 100.0 * share;
    if percentage == 0.0 {
        return "0".to_owned();
    }
    let model = like.filter(|&like| like != 0.0).map_or(percentage, |like| 100.0 * like).abs();
    let decimals = (1..7).find(|&decimals| model >= 10_f64.powi(1 - decimals)).unwrap_or(7);
    format!("{percentage:.*}", decimals.unsigned_abs() as usize)
}

/// A number with so many decimals, zeros too: `7.10`.
fn fixed(number: f64, decimals: usize) -> String {
    format!("{number:.decimals$}")
}

/// An integer in groups of three digits: `2,270,454,064`.
pub(crate) fn thousands(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::from(if number < 0 { "−" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A text without meaning to Markdown, on one line.
fn plain_markdown(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' => plain.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' => {
                plain.extend(['\\', character]);
            }
            _ => plain.push(character),
        }
    }
    plain
}

/// A text as code in Markdown, on one line: the fence is longer than any run of backticks in it, so that nothing gets out.
fn code_span(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_for_the_page() {
        let numbers = [0, 999, 1000, -12_345, 2_270_454_064].map(thousands);
        assert_eq!(numbers, ["0", "999", "1,000", "−12,345", "2,270,454,064"]);
        assert_eq!(
            (percent(2.0 / 3.0, None), percent(0.000_22, Some(3))),
            ("66.7".to_owned(), "0.022".to_owned())
        );
        let shares = [2.0 / 3.0, 1.0, 0.01, 0.000_22, 0.000_001_1, 1e-12, 0.0].map(share);
        assert_eq!(shares, ["66.7", "100.0", "1.0", "0.022", "0.00011", "0.0000000", "0"]);
        let row = [0.0005, 0.000_088, 0.002_78].map(|part| share_like(part, Some(0.0005)));
        assert_eq!(row, ["0.050", "0.009", "0.278"]);
        assert_eq!([share_like(0.018, Some(0.0)), share_like(0.0, Some(0.018))], ["1.8", "0"]);
        assert_eq!(fixed(7.1, 2), "7.10");
        let codes = ["a b", "a`b", "``a` <b>`", ""].map(code_span);
        assert_eq!(codes, ["`a b`", "``a`b``", "``` ``a` <b>` ```", "``"]);
        assert_eq!(plain_markdown("a|b *c*\n`d`"), "a\\|b \\*c\\* \\`d\\`");
    }
}
