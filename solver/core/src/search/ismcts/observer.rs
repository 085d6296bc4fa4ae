//! Observers, which define the nodes.

use std::fmt::Debug;
use std::hash::Hash;

use crate::game::{HiddenInformation, Seat};

/// Observer: determines which states share a node of the tree; see the [module](super) for the consequences.
///
/// Sealed: the forms are [`MultipleObserver`] and [`Open`].
pub trait Observer: Copy + Sync + sealed::Sealed {
    /// Key of a node.
    #[doc(hidden)]
    type Key<I: Copy + Eq + Hash + Debug + Send>: Copy + Eq + Hash + Send;

    /// Key of the node for a decision of `actor` in `state`. States that share it have the same legal actions.
    #[doc(hidden)]
    fn key<G: HiddenInformation>(game: &G, state: &G::State, actor: Seat) -> Self::Key<G::Information>;
}

mod sealed {
    pub trait Sealed {}
}

/// A node is an information set of the **player to act** (MO-ISMCTS): each player decides by that player's
/// own information.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MultipleObserver;

/// A node is defined by the information of **both players together**: plain UCT on the game with open cards.
/// Both players peek, so this is not a sound search of a game with hidden information. It is used by
/// [`determinized`](crate::search::determinized) search, and as a baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Open;

impl sealed::Sealed for MultipleObserver {}
impl sealed::Sealed for Open {}

impl Observer for MultipleObserver {
    type Key<I: Copy + Eq + Hash + Debug + Send> = (Seat, I);

    fn key<G: HiddenInformation>(game: &G, state: &G::State, actor: Seat) -> (Seat, G::Information) {
        (actor, game.information(state, actor))
    }
}

impl Observer for Open {
    type Key<I: Copy + Eq + Hash + Debug + Send> = (Seat, [I; 2]);

    fn key<G: HiddenInformation>(game: &G, state: &G::State, actor: Seat) -> (Seat, [G::Information; 2]) {
        (actor, Seat::BOTH.map(|seat| game.information(state, seat)))
    }
}
