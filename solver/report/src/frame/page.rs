//! Rendering of templates.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::Context;
use hanamachi_solver::ENGINE;
use hanamachi_solver::search::strength::{Computed, Estimated, Exploitation, NoStrength, Number, Strength};
use hanamachi_solver::text::shell_word as quoted;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, context};
use serde::Serialize;

use super::link::Link;
use super::{Facts, Report};
use crate::percent;

/// SVG drawings made by code, by name.
#[derive(Clone, Debug, Default)]
pub struct Drawings(BTreeMap<String, String>);

impl Drawings {
    /// Adds a drawing.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, svg: String) -> Self {
        self.0.insert(name.into(), svg);
        self
    }
}

/// Templates that every report can use.
const SHARED: [(&str, &str); 4] = [
    ("layout.html", include_str!("templates/layout.html")),
    ("layout.md", include_str!("templates/layout.md")),
    ("macros.html", include_str!("templates/macros.html")),
    ("style.css", include_str!("templates/style.css")),
];

/// Renders the page, with these links to other pages.
pub fn html<R: Report>(report: &R, links: &[Link]) -> anyhow::Result<String> {
    Ok(with_contents(&render(report, links, "page.html", R::TEMPLATES.html)?))
}

/// Renders the page as Markdown, with these links to other pages.
pub fn markdown<R: Report>(report: &R, links: &[Link]) -> anyhow::Result<String> {
    render(report, links, "page.md", R::TEMPLATES.markdown)
}

fn render<R: Report>(
    report: &R,
    links: &[Link],
    name: &'static str,
    source: &'static str,
) -> anyhow::Result<String> {
    let mut environment = environment()?;
    let templates = SHARED.iter().chain(R::TEMPLATES.parts).copied().chain([(name, source)]);
    for (name, source) in templates {
        environment.add_template(name, source).with_context(|| format!("template {name}"))?;
    }
    let svg = |(name, svg): (String, String)| (name, Value::from_safe_string(svg));
    let drawings: BTreeMap<String, Value> = report.drawings().0.into_iter().map(svg).collect();
    let template = environment.get_template(name).context("the template was just added")?;
    let facts = facts_with(report, links);
    let told = |kind: &Strength| context! { word => kind.word(), meaning => kind.meaning() };
    let legend: Vec<Value> = facts.strengths.iter().map(told).collect();
    let text = template.render(context! {
        engine => ENGINE,
        legend => legend,
        facts => Serde(facts),
        links => Serde(links),
        report => Serde(report),
        drawings => drawings,
    });
    text.with_context(|| format!("cannot make the page of {}", R::SCHEMA))
}

/// Renders a text without the layout of pages: `source` is its template, which accesses the values as `report`.
pub(crate) fn text(
    name: &'static str,
    source: &'static str,
    report: &impl Serialize,
) -> anyhow::Result<String> {
    let mut environment = environment()?;
    environment.add_template(name, source).with_context(|| format!("template {name}"))?;
    let text = environment.get_template(name)?.render(context! { report => Serde(report) });
    text.with_context(|| format!("cannot make {name}"))
}

/// Returns the facts about the page, with the links added to its command.
fn facts_with<R: Report>(report: &R, links: &[Link]) -> Facts {
    let mut facts = report.facts();
    for link in links {
        let _ = write!(facts.command, " --link {}", quoted(&link.to_string()));
    }
    facts
}

/// Inserts the table of contents at its place in the layout, and gives each section an id to link to.
///
/// The entries are the headings of the page itself. Short pages get no table of contents.
fn with_contents(page: &str) -> String {
    const PLACE: &str = "<!-- contents -->\n";
    const FEWEST: usize = 3;
    let mut items = String::new();
    let mut named = String::with_capacity(page.len());
    let mut rest = page;
    let mut count = 0;
    while let Some((before, after)) = rest.split_once("<h2") {
        named += before;
        let parts = after.split_once('>').and_then(|(tag, after)| Some((tag, after.split_once("</h2>")?)));
        let Some((tag, (heading, behind))) = parts else {
            rest = &rest[before.len()..];
            break;
        };
        count += 1;
        let own = tag.split_once("id=\"").and_then(|(_, id)| id.split('"').next());
        let id = own.map_or_else(|| format!("part-{count}"), str::to_owned);
        let name = if own.is_some() { String::new() } else { format!(" id=\"{id}\"") };
        let _ = write!(named, "<h2{name}{tag}>{heading}</h2>");
        let _ = writeln!(items, "<li><a href=\"#{id}\">{}</a></li>", without_tags(heading));
        rest = behind;
    }
    named += rest;
    let list = if count < FEWEST {
        String::new()
    } else {
        format!("<nav class=\"contents screen-only\" aria-label=\"On this page\"><ul>\n{items}</ul></nav>\n")
    };
    named.replacen(PLACE, &list, 1)
}

/// Removes the tags from a heading.
fn without_tags(html: &str) -> String {
    let mut text = String::new();
    let mut is_tag = false;
    for character in html.chars() {
        match character {
            '<' => is_tag = true,
            '>' if is_tag => is_tag = false,
            _ if !is_tag => text.push(character),
            _ => {}
        }
    }
    text
}

/// Number of the action that a text of Hanamikoji names; `None` for an answer.
fn number_of_action(text: &str) -> Option<u32> {
    text.chars().next().and_then(|first| first.to_digit(10))
}

/// The cards of an action or an answer of Hanamikoji, in the sets that a player can take separately.
fn groups_of_action(text: &str) -> Vec<String> {
    let cards = text.trim_start_matches(|first: char| first == '-' || first.is_ascii_digit());
    match number_of_action(text) {
        Some(3) => cards.chars().map(String::from).collect(),
        _ => cards.split('-').map(str::to_owned).collect(),
    }
}

/// Creates the template environment. Undefined names are errors. HTML is escaped automatically, Markdown only by the
/// filter `md`.
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
    environment.add_filter("percent", in_percent);
    environment.add_filter("share", |part, low, high| share(part, ends(low, high)));
    environment.add_filter("interval", |part, low, high| interval(part, [low, high]));
    environment.add_filter("fixed", fixed);
    environment.add_filter("with_error", estimate);
    environment.add_filter("error", error);
    environment.add_filter("number", number);
    environment.add_filter("difference", difference);
    environment.add_filter("thousands", thousands);
    environment.add_filter("counted", count);
    environment.add_filter("md", plain_markdown);
    environment.add_filter("number_of_action", number_of_action);
    environment.add_filter("groups_of_action", groups_of_action);
    environment.add_filter("scientific", scientific);
    environment.add_filter("code", code_span);
    environment.add_filter("fenced", code_block);
    Ok(environment)
}

/// Formats a share in per cent with this many decimals (default 1): 2 of 3 as `66.7`.
fn in_percent(share: f64, decimals: Option<usize>) -> String {
    format!("{:.*}", decimals.unwrap_or(1), 100.0 * share)
}

/// Formats a share in per cent, with enough decimals for the share and for its interval: `67.6`, `0.022`, `0`.
pub fn share(share: f64, interval: Option<[f64; 2]>) -> String {
    written(share, decimals(share, interval))
}

/// Formats the ends of the interval of a share like [`share`]: `67.57 to 67.66`.
pub fn interval(share: f64, ends: [f64; 2]) -> String {
    let [low, high] = ends.map(|end| written(end, decimals(share, Some(ends))));
    format!("{low} to {high}")
}

fn written(share: f64, decimals: usize) -> String {
    if share == 0.0 { "0".to_owned() } else { format!("{:.decimals$}", 100.0 * share) }
}

/// Returns the number of decimals: two significant digits for a small share, one decimal for a large one, and enough
/// that an interval spans at least four units of the last decimal.
fn decimals(share: f64, interval: Option<[f64; 2]>) -> usize {
    let model = if share == 0.0 { interval.map_or(0.0, |[_, high]| high) } else { share };
    let shows = |length: f64, least: f64| {
        (1..7).find(|&decimals| length >= least * 10_f64.powi(-decimals)).unwrap_or(7)
    };
    let of_interval = interval.map(|[low, high]| 100.0 * (high - low)).filter(|&length| length > 0.0);
    let decimals = shows(100.0 * model, 10.0).max(of_interval.map_or(1, |length| shows(length, 4.0)));
    decimals.unsigned_abs() as usize
}

/// Returns the interval if both ends are known.
fn ends(low: Option<f64>, high: Option<f64>) -> Option<[f64; 2]> {
    low.zip(high).map(|(low, high)| [low, high])
}

/// Formats a number with this many decimals, including trailing zeros: `7.10`.
fn fixed(number: f64, decimals: usize) -> String {
    format!("{number:.decimals$}")
}

/// Formats an estimated share in per cent with its standard error; a dash if the share is unknown.
fn estimate(share: Option<f64>, se: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| percent::estimated(share, se))
}

/// Formats a share in per cent according to its kind: an estimate with its standard error, a computed value with as many
/// decimals as the exploitability supports, a dash if the share is unknown.
fn number(
    share: Option<f64>,
    se: Option<f64>,
    kind: Option<&str>,
    exploitability: Option<f64>,
) -> Result<String, Error> {
    let number = with_kind(share, se, kind, exploitability)?;
    Ok(number.map_or_else(|| "–".to_owned(), |number| percent::format_number(&number)))
}

/// Formats the difference of two shares of a kind in per cent, with its standard error if that is known.
fn difference(
    share: Option<f64>,
    se: Option<f64>,
    kind: Option<&str>,
    exploitability: Option<f64>,
) -> Result<String, Error> {
    let number = with_kind(share, None, kind, exploitability)?;
    Ok(number.map_or_else(|| "–".to_owned(), |number| percent::difference(number.value(), se, &number)))
}

/// Combines a value, its kind and its error to a [`Number`]; `None` if the value or the kind is missing.
fn with_kind(
    value: Option<f64>,
    standard_error: Option<f64>,
    kind: Option<&str>,
    exploitability: Option<f64>,
) -> Result<Option<Number>, Error> {
    let Some((value, kind)) = value.zip(kind) else { return Ok(None) };
    let strength: Strength = kind
        .parse()
        .map_err(|error: NoStrength| Error::new(ErrorKind::InvalidOperation, error.to_string()))?;
    Ok(Some(match strength {
        Strength::Proved => Number::Proved(value),
        Strength::Estimated => Number::Estimated(Estimated { value, standard_error, n: None }),
        // The value of a bounded number is that of the strategies that prove the bounds, hence computed.
        Strength::Bounded | Strength::Computed => {
            let exploitability = exploitability.map_or(Exploitation::Unmeasured, Exploitation::Exact);
            Number::Computed(Computed { value, exploitability, standard_error })
        }
    }))
}

/// Formats a standard error in per cent.
fn error(se: Option<f64>) -> String {
    percent::error(se)
}

/// Formats a number with three significant digits, small and large ones with a power of ten: `0.0857`, `1.54·10⁻⁷`.
pub fn scientific(number: f64) -> String {
    let written = format!("{number:.2e}");
    let parts =
        written.split_once('e').and_then(|(digits, power)| Some((digits, power.parse::<i32>().ok()?)));
    let Some((digits, power)) = parts.filter(|_| number != 0.0) else {
        return format!("{number}").replace('-', "−");
    };
    let text = if (-3..=3).contains(&power) {
        let decimals = (2 - power).max(0).unsigned_abs() as usize;
        format!("{number:.decimals$}")
    } else {
        let raised = |digit: char| match digit {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            other => other.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)).unwrap_or(other),
        };
        format!("{digits}·10{}", power.to_string().chars().map(raised).collect::<String>())
    };
    text.replace('-', "−")
}

/// Formats an integer in groups of three digits: `2,270,454,064`.
pub fn thousands(number: i64) -> String {
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

/// Formats a number with a noun: `1 tile`, `2 tiles`.
pub fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// Escapes a text for Markdown, on one line.
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

/// Formats a text as a Markdown code span, on one line. The fence is longer than any run of backticks in the text, so
/// the text cannot end it.
fn code_span(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    let fence = "`".repeat(longest_fence(&text) + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Formats a text of several lines as a Markdown code block, with a fence like that of [`code_span`].
fn code_block(text: &str) -> String {
    let fence = "`".repeat(longest_fence(text).max(2) + 1);
    format!("{fence}sh\n{text}\n{fence}")
}

/// Returns the length of the longest run of backticks.
fn longest_fence(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_drawn_as_its_number_and_the_sets_to_take() {
        for (text, number, groups) in [
            ("1A", Some(1), "A"),
            ("2AB", Some(2), "AB"),
            ("3ABB", Some(3), "A|B|B"),
            ("4AC-BD", Some(4), "AC|BD"),
            ("-C", None, "C"),
            ("-BD", None, "BD"),
            ("2XX", Some(2), "XX"),
        ] {
            assert_eq!((number_of_action(text), groups_of_action(text).join("|").as_str()), (number, groups));
        }
    }

    #[test]
    fn the_contents_are_the_headings() {
        let page = "<header>\n<!-- contents -->\n</header><h2 id=\"map\">Where <b>to</b> begin</h2><h2>Two &amp; more</h2>\n";
        assert_eq!(
            with_contents(page),
            page.replace("<!-- contents -->\n", "").replace("<h2>", "<h2 id=\"part-2\">")
        );
        let page = format!("{page}<h2 class=\"x\">Last</h2>");
        let listed = with_contents(&page);
        for item in [
            "<li><a href=\"#map\">Where to begin</a></li>",
            "<li><a href=\"#part-2\">Two &amp; more</a></li>",
            "<li><a href=\"#part-3\">Last</a></li>",
            "<h2 id=\"part-3\" class=\"x\">Last</h2>",
        ] {
            assert!(listed.contains(item), "{item}: {listed}");
        }
    }

    #[test]
    fn numbers_and_texts_for_the_page() {
        let numbers = [0, 999, 1000, -12_345, 2_270_454_064].map(thousands);
        assert_eq!(numbers, ["0", "999", "1,000", "−12,345", "2,270,454,064"]);
        assert_eq!(
            (in_percent(2.0 / 3.0, None), in_percent(0.000_22, Some(3))),
            ("66.7".to_owned(), "0.022".to_owned())
        );
        let shares = [2.0 / 3.0, 1.0, 0.01, 0.000_22, 0.000_001_1, 1e-12, 0.0].map(|part| share(part, None));
        assert_eq!(shares, ["66.7", "100.0", "1.0", "0.022", "0.00011", "0.0000000", "0"]);
        let intervals = [
            (0.676_17, [0.675_71, 0.676_63]),
            (0.675, [0.654, 0.695]),
            (0.0005, [0.000_088, 0.002_78]),
            (0.000_208, [0.000_194, 0.000_223]),
            (0.0, [0.0, 0.018]),
            (0.0, [0.0, 0.0]),
        ];
        let text =
            intervals.map(|(part, ends)| format!("{} ({})", share(part, Some(ends)), interval(part, ends)));
        assert_eq!(
            text,
            [
                "67.62 (67.57 to 67.66)",
                "67.5 (65.4 to 69.5)",
                "0.050 (0.009 to 0.278)",
                "0.0208 (0.0194 to 0.0223)",
                "0 (0 to 1.8)",
                "0 (0 to 0)"
            ]
        );
        assert_eq!(fixed(7.1, 2), "7.10");
        let errors = [None, Some(0.001), Some(0.000_05), Some(0.000_049), Some(0.000_000_1), Some(0.0)];
        assert_eq!(
            errors.map(|se| estimate(Some(0.521_539_4), se)),
            ["about 52", "52.2 ± 0.1", "52.2 ± 0.1", "52.2 ± 0.1", "52.2 ± 0.1", "52.2 ± 0.0"]
        );
        let numbers = [1.54e-7, -0.085_786, 2.0511, 0.0, 12_345.0, 99.9].map(scientific);
        assert_eq!(numbers, ["1.54·10⁻⁷", "−0.0858", "2.05", "0", "1.23·10⁴", "99.9"]);
        let codes = ["a b", "a`b", "``a` <b>`", ""].map(code_span);
        assert_eq!(codes, ["`a b`", "``a`b``", "``` ``a` <b>` ```", "``"]);
        let blocks = ["a\nb", "a\n```\nb"].map(code_block);
        assert_eq!(blocks, ["```sh\na\nb\n```", "````sh\na\n```\nb\n````"]);
        assert_eq!(plain_markdown("a|b *c*\n`d`"), "a\\|b \\*c\\* \\`d\\`");
    }
}
