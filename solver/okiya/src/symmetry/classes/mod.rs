//! The classes in order, and a number for each.
//!
//! A class has the place of its smallest garden in the order of the short form: class number 0 is that of
//! `0123/4567/89ab/cdef`. [`Garden::class`] is the rank of that garden among all 16!. The class number counts
//! only classes, without gaps, so that equal ranges are equal amounts of work.
//!
//! | file | contents |
//! |---|---|
//! | `images` | the sixteen images of a garden |
//! | `rivals` | detection of partial gardens that cannot become the smallest of their class |
//! | `second_tiles` | fast elimination of most rivals |
//! | `walk` | enumeration of the smallest gardens, from any place |
//! | `milestones` | starting points for the walk to a number |

mod images;
mod milestones;
mod rivals;
mod second_tiles;
mod walk;

use std::fmt;
use std::iter::FusedIterator;

use crate::cell::Cell;
use crate::garden::Garden;
use crate::rank::GardenRank;
use crate::symmetry::Symmetry;
use crate::tile::Tile;

use milestones::Milestone;
use walk::ClassWalk;

/// The place of a class among all classes, in the order of their smallest gardens: 0 to 2,270,454,063.
///
/// ```
/// use hanamachi_solver::okiya::{ClassNumber, Garden};
///
/// let fourth = ClassNumber::new(3).expect("there are more");
/// assert_eq!(fourth.garden().short().to_string(), "0123/4567/89ab/cefd");
/// assert_eq!(fourth.garden().class_number(), fourth);
/// assert_eq!(ClassNumber::new(ClassNumber::COUNT), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClassNumber(u64);

impl ClassNumber {
    /// Number of classes.
    pub const COUNT: u64 = milestones::CLASSES;

    /// The class with this number, or `None` from [`COUNT`](Self::COUNT) on.
    #[must_use]
    pub const fn new(number: u64) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The smallest garden of the class.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "there is a class with this number")]
    pub fn garden(self) -> Garden {
        classes_from(self).next().expect("a class for every number")
    }
}

impl fmt::Display for ClassNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Garden {
    /// The number of this garden's class.
    ///
    /// Counts the classes from the last milestone on. Takes some milliseconds, whereas [`class`](Self::class)
    /// takes a fraction of a microsecond.
    ///
    /// ```
    /// use hanamachi_solver::okiya::Garden;
    ///
    /// let garden: Garden = "05af/b4c1/27d8/3e96".parse()?;
    /// assert_eq!(garden.class_number().garden(), garden.canonical().0);
    /// # Ok::<(), hanamachi_solver::okiya::notation::ParseError>(())
    /// ```
    #[must_use]
    pub fn class_number(&self) -> ClassNumber {
        let smallest = self.canonical().0;
        let milestone = Milestone::at_rank(smallest.rank());
        let mut walk = ClassWalk::from(&Self::from_rank(milestone.rank));
        let mut number = milestone.number;
        while walk.advance().is_some_and(|tiles| garden(tiles) < smallest) {
            number += 1;
        }
        ClassNumber(number)
    }
}

/// The smallest gardens of classes, in ascending order up to the last: the iterator of [`classes_from`] and
/// [`classes_from_rank`].
///
/// Some hundred nanoseconds each.
#[derive(Clone, Debug)]
pub struct Classes(ClassWalk);

impl Classes {
    /// Number of gardens in the last class returned. Equal to [`Garden::class_size`], but free of charge: the
    /// walk has compared the garden with its images. Before the first class, the number for a garden without
    /// symmetries of its own.
    ///
    /// ```
    /// use hanamachi_solver::okiya::{ClassNumber, classes_from};
    ///
    /// let mut classes = classes_from(ClassNumber::new(0).expect("there are classes"));
    /// assert_eq!(classes.next().map(|garden| garden.class_size()), Some(1152));
    /// assert_eq!(classes.class_size(), 1152);
    /// ```
    #[must_use]
    pub fn class_size(&self) -> u64 {
        (Symmetry::COUNT / usize::from(self.0.own_symmetries())) as u64
    }
}

impl Iterator for Classes {
    type Item = Garden;

    fn next(&mut self) -> Option<Garden> {
        self.0.advance().map(garden)
    }

    fn nth(&mut self, skipped: usize) -> Option<Garden> {
        for _ in 0..skipped {
            self.0.advance()?;
        }
        self.next()
    }
}

impl FusedIterator for Classes {}

/// The classes from this number to the last, each as its smallest garden.
///
/// Takes some milliseconds to start.
///
/// ```
/// use hanamachi_solver::okiya::{ClassNumber, classes_from};
///
/// let third = ClassNumber::new(2).expect("there are more");
/// let gardens: Vec<String> = classes_from(third).take(2).map(|garden| garden.short().to_string()).collect();
/// assert_eq!(gardens, ["0123/4567/89ab/cedf", "0123/4567/89ab/cefd"]);
/// ```
#[must_use]
pub fn classes_from(first: ClassNumber) -> Classes {
    let milestone = Milestone::at_number(first.0);
    let mut walk = ClassWalk::from(&Garden::from_rank(milestone.rank));
    for _ in milestone.number..first.0 {
        walk.advance();
    }
    Classes(walk)
}

/// The classes whose smallest garden has at least this rank, each as its smallest garden.
///
/// Starts at once. For work that divides the classes by rank and needs no numbers.
///
/// ```
/// use hanamachi_solver::okiya::{GardenRank, classes_from_rank};
///
/// // No smallest garden comes after the last garden that begins with tile 0.
/// let behind = GardenRank::new((1..=15).product()).expect("a garden begins with tile 1");
/// assert_eq!(classes_from_rank(behind).next(), None);
/// ```
#[must_use]
pub fn classes_from_rank(first: GardenRank) -> Classes {
    Classes(ClassWalk::from(&Garden::from_rank(first)))
}

/// The garden with these tiles, which come from a walk.
fn garden(tiles: &[u8; Cell::COUNT]) -> Garden {
    Garden::from_permutation(tiles.map(Tile::from_low_bits))
}
