//! Curves and bars as SVG fragments that follow the page's colours.
//!
//! Plotters lays the curves out. It writes colours as numbers, so each chart is drawn in a few colours that stand for a role, and `svg`
//! then puts the page's variables in their place. What a colour tells a sign tells too: curves differ in dash and marker, bars in
//! their names and values.
//!
//! Drawings are narrow and their text is large, so that it can be read on a phone: 10 pixels where a chart is 316 wide.

mod bars;
mod curves;
mod svg;

pub(crate) use bars::{Bar, Bars};
pub(crate) use curves::{Axis, Curve, Curves, Mark, Scale, Side, Whisker};

/// Width and height of a chart of curves, in the units of its own text.
const SIZE: (u32, u32) = (420, 270);
/// The size of text, which plotters shrinks by a quarter.
const TEXT: u32 = 18;
