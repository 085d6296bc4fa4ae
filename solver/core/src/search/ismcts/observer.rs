//! Observer that defines the nodes.

use std::fmt::Debug;
use std::hash::Hash;

use crate::game::{HiddenInformation, Seat};

/// Observer: determines which states share a node of the tree; see the [module](super) for consequences.
///
/// Sealed: the forms are [`SingleObserver`], [`MultipleObserver`] and [`Open`].
pub trait Observer: Copy + Sync + sealed::Sealed {
    /// Key of a node.
    #[doc(hidden)]
    type Key<I: Copy + Eq + Hash + Debug + Send>: Copy + Eq + Hash + Send;

    /// The key of the node for a decision of `actor` in `state`, `depth` decisions below the root, when the search is
    /// made for `root`.
    #[doc(hidden)]
    fn key<G: HiddenInformation>(
        game: &G,
        state: &G::State,
        actor: Seat,
        root: Seat,
        depth: usize,
    ) -> Self::Key<G::Information>;

    /// Whether all states of a node have the same legal actions.
    #[doc(hidden)]
    fn actions_are_known(actor: Seat, root: Seat) -> bool;
}

mod sealed {
    pub trait Sealed {}
}

/// A node is what the **root player** knows, whoever is to act (SO-ISMCTS). Of the opponent's decisions it merges
/// all hidden hands, so that the opponent plays one mixture of actions whatever he holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SingleObserver;

/// A node is what the **player to act** knows (MO-ISMCTS): each player decides by his own information.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MultipleObserver;

/// A node is what **both players together** know: plain UCT on the game with open cards. Both peek, so this is no
/// sound search of a game with hidden information; it is what [`determinized`](crate::search::determinized) search
/// uses, and what the other forms must beat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Open;

impl sealed::Sealed for SingleObserver {}
impl sealed::Sealed for MultipleObserver {}
impl sealed::Sealed for Open {}

impl Observer for SingleObserver {
    type Key<I: Copy + Eq + Hash + Debug + Send> = (Seat, usize, I);

    fn key<G: HiddenInformation>(
        game: &G,
        state: &G::State,
        actor: Seat,
        root: Seat,
        depth: usize,
    ) -> (Seat, usize, G::Information) {
        // Where the opponent decides twice and the root player notices neither, the depth keeps the two apart. Of the
        // root player's own decisions it would tell what he does not know.
        (actor, if actor == root { 0 } else { depth }, game.information(state, root))
    }

    fn actions_are_known(actor: Seat, root: Seat) -> bool {
        actor == root
    }
}

impl Observer for MultipleObserver {
    type Key<I: Copy + Eq + Hash + Debug + Send> = (Seat, I);

    fn key<G: HiddenInformation>(
        game: &G,
        state: &G::State,
        actor: Seat,
        _: Seat,
        _: usize,
    ) -> (Seat, G::Information) {
        (actor, game.information(state, actor))
    }

    fn actions_are_known(_: Seat, _: Seat) -> bool {
        true
    }
}

impl Observer for Open {
    type Key<I: Copy + Eq + Hash + Debug + Send> = (Seat, [I; 2]);

    fn key<G: HiddenInformation>(
        game: &G,
        state: &G::State,
        actor: Seat,
        _: Seat,
        _: usize,
    ) -> (Seat, [G::Information; 2]) {
        (actor, Seat::BOTH.map(|seat| game.information(state, seat)))
    }

    fn actions_are_known(_: Seat, _: Seat) -> bool {
        true
    }
}
