//! Bar charts over categories, with intervals for estimates.
//!
//! The bars are horizontal, one per row, so that names and values fit beside them on the narrowest screen. The layout
//! is simple enough to be written as SVG directly, without a plotting library.

use std::fmt::Write;

use super::svg::{Role, escaped};

/// A bar chart.
#[derive(Clone, Debug)]
pub(crate) struct Bars {
    /// Text alternative of the chart: the finding, not only the axes.
    pub(crate) title: String,
    /// Quantity that the bars measure, with its unit.
    pub(crate) axis: String,
    /// Bars from top to bottom.
    pub(crate) shown: Vec<Bar>,
    /// Formats the value at the end of its bar.
    pub(crate) label: fn(&Bar) -> String,
}

/// A bar of a chart.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    /// Name of the category.
    pub(crate) name: String,
    /// Value, at least 0.
    pub(crate) value: f64,
    /// Interval of the value, if it is uncertain.
    pub(crate) interval: Option<[f64; 2]>,
}

/// Width of the drawing, in units of its text.
const WIDTH: f64 = 420.0;
/// Font size.
const TEXT: f64 = 13.5;
/// Upper bound on the width of nearly all letters.
const LETTER: f64 = 0.62 * TEXT;
/// Distance from one bar to the next.
const STEP: f64 = 23.0;
/// Thickness of a bar.
const THICK: f64 = 15.0;

impl Bar {
    /// Returns the upper end of the bar or of its interval, whichever is larger.
    fn end(&self) -> f64 {
        self.interval.map_or(self.value, |[_, upper]| upper.max(self.value))
    }
}

/// Returns the width reserved for the longest of some texts, at most a third of the chart.
fn room(texts: impl Iterator<Item = String>) -> f64 {
    let letters = texts.map(|text| u16::try_from(text.chars().count()).unwrap_or(u16::MAX)).max();
    (f64::from(letters.unwrap_or(0)) * LETTER).min(WIDTH / 3.0)
}

impl Bars {
    /// Returns the chart as SVG for a page.
    pub(crate) fn svg(&self) -> String {
        let left = room(self.shown.iter().map(|bar| bar.name.clone())) + 8.0;
        let right = WIDTH - room(self.shown.iter().map(|bar| (self.label)(bar))) - 10.0;
        let top = self.shown.iter().map(Bar::end).fold(0.0, f64::max);
        let scale = if top > 0.0 { (right - left) / top } else { 0.0 };
        let rows = f64::from(u16::try_from(self.shown.len()).unwrap_or(u16::MAX));
        let bottom = rows * STEP + 4.0;
        let height = bottom + 1.8 * TEXT;
        let title = escaped(&self.title);
        let (ink, bar_fill) = (Role::Ink.variable(), Role::Bar.variable());
        let mut svg = format!(
            "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\" font-size=\"{TEXT}\" \
             fill=\"{ink}\" xmlns=\"http://www.w3.org/2000/svg\"><title>{title}</title>\n"
        );
        for (row, bar) in (0_u16..).zip(&self.shown) {
            let y = f64::from(row) * STEP + 4.0;
            let (middle, base) = (y + THICK / 2.0, y + THICK / 2.0 + 0.36 * TEXT);
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{base:.1}\" text-anchor=\"end\">{}</text>\
                 <rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"{:.2}\" height=\"{THICK}\" fill=\"{bar_fill}\"/>",
                left - 6.0,
                escaped(&bar.name),
                scale * bar.value,
            );
            if let Some(ends) = bar.interval {
                let [low, high] = ends.map(|end| left + scale * end);
                let (above, below) = (middle - 4.0, middle + 4.0);
                let _ = writeln!(
                    svg,
                    "<path d=\"M{low:.2} {middle:.1}H{high:.2}M{low:.2} {above:.1}V{below:.1}M{high:.2} {above:.1}V{below:.1}\" \
                     fill=\"none\" stroke=\"{ink}\"/>"
                );
            }
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{base:.1}\">{}</text>",
                left + scale * bar.end() + 6.0,
                escaped(&(self.label)(bar)),
            );
        }
        let _ = writeln!(
            svg,
            "<path d=\"M{left:.1} 0V{bottom:.1}\" fill=\"none\" stroke=\"{ink}\"/>\
             <text x=\"{left:.1}\" y=\"{:.1}\">{}</text>",
            bottom + 1.25 * TEXT,
            escaped(&self.axis),
        );
        svg + "</svg>"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bar_has_its_name_and_its_value() {
        let bar = |name: &str, value, interval| Bar { name: name.to_owned(), value, interval };
        let chart = Bars {
            title: "Shares".to_owned(),
            axis: "per cent".to_owned(),
            shown: vec![bar("win", 67.6, Some([67.5, 67.7])), bar("<draw>", 32.4, None)],
            label: |bar| format!("{:.1}", bar.value),
        };
        let svg = chart.svg();
        for text in ["win", "&lt;draw&gt;", "67.6", "32.4", "per cent"] {
            assert!(svg.contains(&format!(">{text}</text>")), "{text}: {svg}");
        }
        assert!(!svg.contains("\"#"), "a colour of its own: {svg}");
        assert_eq!(svg.matches("<rect").count(), 2);
        assert_eq!(svg.matches("fill=\"none\"").count(), 2, "one interval, one axis");
    }

    #[test]
    fn nothing_reaches_beyond_the_drawing() {
        let bar = |value| Bar { name: "a very long name ".repeat(9), value, interval: Some([0.0, value]) };
        for values in [vec![], vec![0.0], vec![1e9, 1e-9]] {
            let shown = values.into_iter().map(bar).collect();
            let chart =
                Bars { title: String::new(), axis: String::new(), shown, label: |bar| bar.value.to_string() };
            let svg = chart.svg();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            let widths = svg.split(" width=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
            assert!(widths.map(|width| width.parse::<f64>().unwrap()).all(|width| width <= WIDTH), "{svg}");
        }
    }
}
