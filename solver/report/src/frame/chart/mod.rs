//! Line and bar charts as SVG fragments in the page's colors.
//!
//! Plotters lays out the curves. It writes colors as numbers, so each chart is drawn in placeholder colors, one per role,
//! and `svg` replaces them by the page's variables. Color is never the only distinction: curves also differ in dash and
//! marker, bars in their names and values.
//!
//! Drawings are narrow and their text is large, so that it is legible on a phone: 10 pixels in a chart 316 pixels wide.

mod bars;
mod curves;
mod svg;

pub(crate) use bars::{Bar, Bars};
pub(crate) use curves::{Axis, Curve, Curves, LabelSide, Mark, Scale, Whisker};

/// Width and height of a line chart, in the units of its text.
const SIZE: (u32, u32) = (420, 270);
/// Font size, which plotters reduces by a quarter.
const TEXT: u32 = 18;
