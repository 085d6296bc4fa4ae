//! Line charts, such as convergence or the course of a game.

use std::ops::Range;

use anyhow::{Context, anyhow};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::svg::{Role, SERIES, themed};
use super::{SIZE, TEXT};

/// A line chart with one or more curves.
#[derive(Clone, Debug)]
pub(crate) struct Curves {
    /// Text alternative of the chart: the finding, not only the axes.
    pub(crate) title: String,
    /// Horizontal axis.
    pub(crate) x: Axis,
    /// Vertical axis.
    pub(crate) y: Axis,
    /// Curves, of which at most five are distinguishable.
    pub(crate) shown: Vec<Curve>,
    /// Error bars, drawn as thin lines through the points of the first curve.
    pub(crate) whiskers: Vec<Whisker>,
    /// Labels at points.
    pub(crate) marks: Vec<Mark>,
}

/// Extent of an error bar.
#[derive(Clone, Debug)]
pub(crate) struct Whisker {
    /// Horizontal position.
    pub(crate) at: f64,
    /// Vertical range.
    pub(crate) range: Range<f64>,
}

/// A short text at a point.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    /// Position of the point.
    pub(crate) at: (f64, f64),
    /// Text of the label.
    pub(crate) text: String,
    /// Placement of the label.
    pub(crate) side: LabelSide,
}

/// Placement of a label beside its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LabelSide {
    /// Centered above the point; below it if there is no room above.
    Above,
    /// Below the point, ending there.
    BelowLeft,
}

/// An axis: its quantity, scale and format.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// Name of the quantity, with its unit.
    pub(crate) name: String,
    /// Smallest and largest value.
    pub(crate) range: Range<f64>,
    /// Linear or logarithmic.
    pub(crate) scale: Scale,
    /// Formats a value.
    pub(crate) label: fn(&f64) -> String,
}

/// Scale of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scale {
    /// Equal steps.
    Linear,
    /// Equal factors: the range must lie above 0.
    Logarithmic,
}

/// A curve of a chart.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// Name in the legend, which is omitted for a single curve.
    pub(crate) name: String,
    /// Points from left to right.
    pub(crate) points: Vec<(f64, f64)>,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

impl Curves {
    /// Returns the chart as SVG for a page.
    pub(crate) fn svg(&self) -> anyhow::Result<String> {
        let mut drawing = String::new();
        {
            let area = SVGBackend::with_string(&mut drawing, SIZE).into_drawing_area();
            self.draw(&area)?;
            area.present().map_err(|error| anyhow!("{error}")).context("cannot finish a chart")?;
        }
        Ok(themed(&drawing, &self.title))
    }

    fn draw(&self, area: &Area<'_>) -> anyhow::Result<()> {
        let (x, y) = (self.x.range.clone(), self.y.range.clone());
        match (self.x.scale, self.y.scale) {
            (Scale::Linear, Scale::Linear) => self.draw_over::<RangedCoordf64, RangedCoordf64>(area, x, y),
            (Scale::Logarithmic, Scale::Linear) => self.draw_over(area, x.log_scale(), y),
            (Scale::Linear, Scale::Logarithmic) => self.draw_over(area, x, y.log_scale()),
            (Scale::Logarithmic, Scale::Logarithmic) => self.draw_over(area, x.log_scale(), y.log_scale()),
        }
    }

    fn draw_over<X, Y>(
        &self,
        area: &Area<'_>,
        x: impl AsRangedCoord<CoordDescType = X, Value = f64>,
        y: impl AsRangedCoord<CoordDescType = Y, Value = f64>,
    ) -> anyhow::Result<()>
    where
        X: Ranged<ValueType = f64> + ValueFormatter<f64>,
        Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let failed = |error| anyhow!("cannot draw a chart: {error}");
        let legend = self.legend();
        let mut chart = ChartBuilder::on(area)
            .margin_top(legend.last().map_or(10, |entry| entry.y + 16))
            .margin_right(26)
            .margin_left(4)
            .x_label_area_size(46)
            .y_label_area_size(78)
            .build_cartesian_2d(x, y)
            .map_err(failed)?;
        let text = ("sans-serif", TEXT).into_font().color(&Role::Ink.colour());
        chart
            .configure_mesh()
            .light_line_style(Role::Grid.colour().mix(0.0))
            .bold_line_style(Role::Grid.colour())
            .axis_style(Role::Ink.colour())
            .label_style(text.clone())
            .axis_desc_style(text)
            .x_desc(&self.x.name)
            .y_desc(&self.y.name)
            .x_labels(5)
            .y_labels(6)
            .x_label_formatter(&|value| (self.x.label)(value))
            .y_label_formatter(&|value| (self.y.label)(value))
            .draw()
            .map_err(failed)?;
        let thin = Role::Ink.colour().stroke_width(1);
        let whiskers = self.whiskers.iter();
        let whiskers = whiskers
            .map(|Whisker { at, range }| PathElement::new([(*at, range.start), (*at, range.end)], thin));
        chart.draw_series(whiskers).map_err(failed)?;
        for (index, curve) in (0..).zip(&self.shown) {
            let style = Role::Series(index).colour().stroke_width(2);
            let points = curve.points.iter().copied();
            match dash(index) {
                None => chart.draw_series(LineSeries::new(points, style)).map_err(failed)?,
                Some(gap) => {
                    chart.draw_series(DashedLineSeries::new(points, 7, gap, style)).map_err(failed)?
                }
            };
            if curve.points.len() <= MARKED {
                let marks = curve.points.iter().map(|&point| Circle::new(point, 3, style.filled()));
                chart.draw_series(marks).map_err(failed)?;
            }
        }
        let ink = ("sans-serif", TEXT).into_font().color(&Role::Ink.colour());
        let strong = ("sans-serif", TEXT + 3).into_font().style(FontStyle::Bold).color(&Role::Ink.colour());
        let high = 0.1 * self.y.range.start + 0.9 * self.y.range.end;
        for mark in &self.marks {
            let (style, pos, shift) = match mark.side {
                LabelSide::Above if mark.at.1 > high => (&strong, Pos::new(HPos::Center, VPos::Top), (0, 6)),
                LabelSide::Above => (&strong, Pos::new(HPos::Center, VPos::Bottom), (0, -4)),
                LabelSide::BelowLeft => (&ink, Pos::new(HPos::Right, VPos::Top), (4, 6)),
            };
            let text = Text::new(mark.text.clone(), shift, style.clone().pos(pos));
            chart.draw_series([EmptyElement::at(mark.at) + text]).map_err(failed)?;
        }
        self.draw_legend(area, &legend)
    }

    /// Returns the positions of the legend's entries, in as many rows as needed; empty for a single curve.
    fn legend(&self) -> Vec<LegendEntry> {
        let mut entries: Vec<LegendEntry> = Vec::new();
        let (start, end) = (10, i32::try_from(SIZE.0).unwrap_or(i32::MAX));
        let (mut left, mut y) = (start, 14);
        for curve in self.shown.iter().filter(|_| self.shown.len() > 1) {
            let letters = i32::try_from(curve.name.chars().count()).unwrap_or(i32::MAX / 16);
            let wide = 32 + 8 * letters;
            if left > start && left + wide > end {
                (left, y) = (start, y + 18);
            }
            entries.push(LegendEntry { left, y });
            left += wide + 14;
        }
        entries
    }

    fn draw_legend(&self, area: &Area<'_>, legend: &[LegendEntry]) -> anyhow::Result<()> {
        let failed = |error| anyhow!("cannot draw a chart: {error}");
        for ((index, curve), &LegendEntry { left, y }) in (0..).zip(&self.shown).zip(legend) {
            let style = Role::Series(index).colour().stroke_width(2);
            let sample = [(left, y), (left + 26, y)];
            match dash(index) {
                None => area.draw(&PathElement::new(sample, style)).map_err(failed)?,
                Some(gap) => {
                    area.draw(&DashedPathElement::new(sample, 7, gap, style)).map_err(failed)?;
                }
            }
            let text = ("sans-serif", TEXT).into_font().color(&Role::Ink.colour());
            let text = text.pos(Pos::new(HPos::Left, VPos::Center));
            area.draw(&Text::new(curve.name.clone(), (left + 32, y), text)).map_err(failed)?;
        }
        Ok(())
    }
}

/// Position of an entry of the legend.
#[derive(Clone, Copy, Debug)]
struct LegendEntry {
    left: i32,
    y: i32,
}

/// Maximum number of points of a curve that are marked.
const MARKED: usize = 24;

/// Returns the gap of the dashes of a curve: `None` for the first, which is solid, and larger gaps for later ones.
const fn dash(index: u8) -> Option<i32> {
    match index % SERIES {
        0 => None,
        1 => Some(3),
        2 => Some(7),
        3 => Some(12),
        _ => Some(18),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_has_its_curves_and_names_no_colour() {
        let axis = |range, scale| Axis {
            name: "axis <1>".to_owned(),
            range,
            scale,
            label: |value| format!("{value}"),
        };
        let curve = |name: &str| Curve {
            name: name.to_owned(),
            points: vec![(1.0, 0.5), (10.0, 0.1), (100.0, 0.01)],
        };
        for (x, y) in [
            (Scale::Linear, Scale::Linear),
            (Scale::Linear, Scale::Logarithmic),
            (Scale::Logarithmic, Scale::Linear),
            (Scale::Logarithmic, Scale::Logarithmic),
        ] {
            let chart = Curves {
                title: "A & B".to_owned(),
                x: axis(1.0..100.0, x),
                y: axis(0.01..1.0, y),
                shown: vec![curve("first"), curve("second")],
                whiskers: vec![Whisker { at: 10.0, range: 0.05..0.2 }],
                marks: vec![
                    Mark { at: (10.0, 0.1), text: "?!".to_owned(), side: LabelSide::Above },
                    Mark { at: (10.0, 0.1), text: "here".to_owned(), side: LabelSide::BelowLeft },
                ],
            };
            let svg = chart.svg().unwrap();
            assert!(svg.starts_with("<svg class=\"plot\" viewBox"), "{svg}");
            assert!(svg.trim_end().ends_with("</svg>"));
            assert!(svg.contains("aria-label=\"A &amp; B\"") && svg.contains("axis &lt;1&gt;"));
            assert!(svg.contains("var(--series-1)") && svg.contains("var(--series-2)"));
            assert!(svg.contains("\n?!\n"), "{svg}");
            assert!(!svg.contains("\"#"), "a colour of its own: {svg}");
            assert_eq!(svg.matches("<circle").count(), 6);
            assert!(svg.contains("\nhere\n"), "{svg}");
        }
    }
}
