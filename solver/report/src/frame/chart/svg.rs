//! Converts the output of plotters to the SVG of a page.

use plotters::style::RGBColor;

/// Role of a color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Ink,
    Grid,
    Bar,
    Series(u8),
}

/// Number of series with distinct colors.
pub(super) const SERIES: u8 = 5;

impl Role {
    /// Returns the placeholder color of the role, which [`themed`] replaces by the page's.
    pub(super) const fn colour(self) -> RGBColor {
        match self {
            Self::Ink => RGBColor(0, 0, 1),
            Self::Grid => RGBColor(0, 0, 2),
            Self::Bar => RGBColor(0, 0, 3),
            Self::Series(index) => RGBColor(0, 1, index % SERIES),
        }
    }

    pub(super) fn variable(self) -> String {
        match self {
            Self::Ink => "var(--ink)".to_owned(),
            Self::Grid => "var(--grid)".to_owned(),
            Self::Bar => "var(--bar)".to_owned(),
            Self::Series(index) => format!("var(--series-{})", index % SERIES + 1),
        }
    }
}

/// Returns the drawing in the page's colors and font, with `title` as its accessible name.
pub(super) fn themed(drawing: &str, title: &str) -> String {
    let content = drawing.split_once(">\n").map_or(drawing, |(_, content)| content);
    let (width, height) = super::SIZE;
    let title = escaped(title);
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\" xmlns=\"http://www.w3.org/2000/svg\">\
         <title>{title}</title>\n{content}"
    );
    let roles = [Role::Ink, Role::Grid, Role::Bar].into_iter().chain((0..SERIES).map(Role::Series));
    for role in roles {
        let RGBColor(red, green, blue) = role.colour();
        svg =
            svg.replace(&format!("\"#{red:02X}{green:02X}{blue:02X}\""), &format!("\"{}\"", role.variable()));
    }
    svg.replace(" font-family=\"sans-serif\"", "").replace(" opacity=\"1\"", "")
}

/// Escapes text for SVG elements and attributes.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
