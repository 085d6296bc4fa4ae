//! Curves and bars as SVG fragments that follow the page's colours.
//!
//! Plotters lays the charts out. It writes colours as numbers, so each chart is drawn in a few colours that stand for a role, and `svg`
//! then puts the page's variables in their place. What a colour tells a sign tells too: curves differ in dash and marker, bars in
//! hatching of their legend's order and in labels.

mod bars;
mod curves;
mod svg;

pub(crate) use bars::{Bar, Bars};
pub(crate) use curves::{Axis, Curve, Curves, Label, Scale, Whisker};

/// Width and height of a chart, in the units of its own text: a page shows it as wide as it can.
const SIZE: (u32, u32) = (560, 320);
/// The size of text, which plotters shrinks by a quarter.
const TEXT: u32 = 17;
