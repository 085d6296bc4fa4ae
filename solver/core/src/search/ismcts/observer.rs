//! Observers, which define the nodes.

use std::fmt::Debug;
use std::hash::Hash;

use crate::game::{HiddenInformation, Seat};

/// Observer: determines which states share a node of the tree; see the [module](super) for the consequences.
///
/// Sealed: the forms are [`SingleObserver`], [`MultipleObserver`] and [`Open`].
pub trait Observer: Copy + Sync + sealed::Sealed {
    /// Key of a node.
    #[doc(hidden)]
    type Key<I: Copy + Eq + Hash + Debug + Send>: Copy + Eq + Hash + Send;

    /// Key of the node for a decision of `actor` in `state`, `depth` decisions below the root, in a search
    /// for `root`.
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

/// A node is an information set of the **root player**, whoever is to act (SO-ISMCTS). The opponent's
/// decisions are merged over all hidden hands, so the opponent plays one mixture of actions for all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SingleObserver;

/// A node is an information set of the **player to act** (MO-ISMCTS): each player decides by that player's
/// own information.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MultipleObserver;

/// A node is defined by the information of **both players together**: plain UCT on the game with open cards.
/// Both players peek, so this is not a sound search of a game with hidden information. It is used by
/// [`determinized`](crate::search::determinized) search, and as a baseline for the other forms.
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
        // If the opponent decides twice and the root player sees neither action, the depth tells the two
        // nodes apart. At the root player's own decisions it would reveal hidden information.
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
