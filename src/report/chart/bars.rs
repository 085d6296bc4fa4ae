//! Bars over categories, with intervals where the values are estimates.

use anyhow::{Context, anyhow};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::svg::{Role, themed};
use super::{SIZE, TEXT};

/// Bars side by side.
#[derive(Clone, Debug)]
pub(crate) struct Bars {
    /// What the chart shows, for those who do not see it: say the finding, not only the axes.
    pub(crate) title: String,
    /// What the categories are.
    pub(crate) x: String,
    /// What the bars measure, with its unit.
    pub(crate) y: String,
    /// From left to right.
    pub(crate) shown: Vec<Bar>,
    /// How a value is written.
    pub(crate) label: fn(&f64) -> String,
}

/// One of them.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    /// The category.
    pub(crate) name: String,
    /// Its value, from 0.
    pub(crate) value: f64,
    /// Where it may lie, if that is known only so far.
    pub(crate) interval: Option<[f64; 2]>,
}

impl Bars {
    /// The chart, as SVG for a page.
    pub(crate) fn svg(&self) -> anyhow::Result<String> {
        let mut drawing = String::new();
        {
            let area = SVGBackend::with_string(&mut drawing, SIZE).into_drawing_area();
            self.draw(&area)?;
            area.present().map_err(|error| anyhow!("{error}")).context("cannot finish a chart")?;
        }
        Ok(themed(&drawing, &self.title))
    }

    fn draw(&self, area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> anyhow::Result<()> {
        let failed = |error| anyhow!("cannot draw a chart: {error}");
        let tops =
            self.shown.iter().map(|bar| bar.interval.map_or(bar.value, |[_, upper]| upper.max(bar.value)));
        let top = tops.fold(0.0, f64::max);
        let top = if top > 0.0 { 1.12 * top } else { 1.0 };
        let count = u32::try_from(self.shown.len()).context("too many bars")?;
        let mut chart = ChartBuilder::on(area)
            .margin_top(10)
            .margin_right(14)
            .margin_left(8)
            .x_label_area_size(50)
            .y_label_area_size(66)
            .build_cartesian_2d(0.0..f64::from(count), 0.0..top)
            .map_err(failed)?;
        let text = ("sans-serif", TEXT).into_font().color(&Role::Ink.colour());
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(Role::Grid.colour().mix(0.0))
            .bold_line_style(Role::Grid.colour())
            .axis_style(Role::Ink.colour())
            .label_style(text.clone())
            .axis_desc_style(text.clone())
            .x_labels(0)
            .x_desc(&self.x)
            .y_desc(&self.y)
            .y_labels(6)
            .y_label_formatter(&|value| (self.label)(value))
            .draw()
            .map_err(failed)?;
        let middle = |index: u32| f64::from(index) + 0.5;
        for (index, bar) in (0..).zip(&self.shown) {
            let [left, right] = [-0.36, 0.36].map(|side| middle(index) + side);
            let shape = Rectangle::new([(left, 0.0), (right, bar.value)], Role::Bar.colour().filled());
            chart.draw_series([shape]).map_err(failed)?;
            if let Some([lower, upper]) = bar.interval {
                let at = middle(index);
                let strokes = [
                    [(at, lower), (at, upper)],
                    [(at - 0.1, lower), (at + 0.1, lower)],
                    [(at - 0.1, upper), (at + 0.1, upper)],
                ];
                let style = Role::Ink.colour().stroke_width(1);
                let strokes = strokes.map(|stroke| PathElement::new(stroke, style));
                chart.draw_series(strokes).map_err(failed)?;
            }
            let above = bar.interval.map_or(bar.value, |[_, upper]| upper.max(bar.value));
            let over = text.clone().pos(Pos::new(HPos::Center, VPos::Bottom));
            chart
                .draw_series([Text::new((self.label)(&bar.value), (middle(index), above), over)])
                .map_err(failed)?;
        }
        let below = text.pos(Pos::new(HPos::Center, VPos::Top));
        for (index, bar) in (0..).zip(&self.shown) {
            let (x, y) = chart.backend_coord(&(middle(index), 0.0));
            area.draw(&Text::new(bar.name.clone(), (x, y + 6), below.clone())).map_err(failed)?;
        }
        Ok(())
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
            x: "outcome".to_owned(),
            y: "per cent".to_owned(),
            shown: vec![bar("win", 67.6, Some([67.5, 67.7])), bar("draw", 32.4, None)],
            label: |value| format!("{value:.1}"),
        };
        let svg = chart.svg().unwrap();
        for text in ["win", "draw", "67.6", "32.4", "outcome", "per cent"] {
            assert!(svg.contains(&format!("\n{text}\n")), "{text}: {svg}");
        }
        assert!(!svg.contains("\"#"), "a colour of its own: {svg}");
        assert_eq!(svg.matches("<rect").count(), 2);
    }
}
