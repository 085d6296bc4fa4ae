//! Encoding of an information set for a network: features as rows of tables.

use std::ops::Range;

use crate::game::HiddenInformation;

/// Encoder of the information sets of a game.
///
/// All inputs are numbered features, each a row of a table. The features of the information set add up to a
/// context, those of an action to the change that it makes. An action whose consequences depend on the
/// opponent's answer has a branch for each answer. Features may depend only on the player's information.
pub trait Encoder<G: HiddenInformation>: Sync {
    /// Number of features.
    fn features(&self) -> Features;

    /// Writes the features of this information set and of its legal actions, in order, to an empty encoding.
    fn encode(&self, game: &G, information: &G::Information, actions: &[G::Action], encoding: &mut Encoding);
}

/// Numbers of features of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// Number of features of information sets.
    pub context: usize,
    /// Number of features of actions, at most [`MAX`](Self::MAX).
    pub action: usize,
    /// Number of kinds of decisions, each with a dense layer of its own: at least one, and at most
    /// [`MAX`](Self::MAX).
    pub buckets: usize,
}

impl Features {
    /// Maximum number of features of one table.
    pub const MAX: usize = 1 << 15;
}

/// A feature of an action. It is added, or subtracted if it held before the action and no longer holds after
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change(u16);

impl Change {
    const GOES: u16 = 1 << 15;

    /// Adds this feature.
    #[must_use]
    pub const fn comes(feature: u16) -> Self {
        debug_assert!(feature < Self::GOES);
        Self(feature)
    }

    /// Subtracts this feature.
    #[must_use]
    pub const fn goes(feature: u16) -> Self {
        debug_assert!(feature < Self::GOES);
        Self(feature | Self::GOES)
    }

    /// Index of the feature.
    pub(super) const fn feature(self) -> usize {
        (self.0 & !Self::GOES) as usize
    }

    /// 1 if the feature is added, −1 if it is subtracted.
    pub(super) const fn sign(self) -> f32 {
        if self.0 & Self::GOES == 0 { 1.0 } else { -1.0 }
    }
}

/// A group of changes that several branches may share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SharedChanges(u16);

impl SharedChanges {
    /// The part with this number, counted from 0 in the order of [`Encoding::part`].
    #[must_use]
    pub fn new(number: usize) -> Self {
        Self(u16::try_from(number).unwrap_or(u16::MAX))
    }
}

/// Maximum number of branches of an action.
pub const MOST_BRANCHES: usize = 3;

/// Features of an information set and of its actions.
///
/// An action has branches, a branch has parts, and a part has changes.
#[derive(Clone, Debug, Default)]
pub struct Encoding {
    bucket: u16,
    context: Vec<u16>,
    changes: Vec<Change>,
    /// End of each part in the changes.
    part_ends: Vec<u32>,
    parts: Vec<SharedChanges>,
    /// End of each branch in the parts.
    branch_ends: Vec<u32>,
    /// End of each action in the branches.
    action_ends: Vec<u32>,
}

impl Encoding {
    /// Clears the encoding and keeps its memory.
    pub fn clear(&mut self) {
        self.bucket = 0;
        self.context.clear();
        self.changes.clear();
        self.part_ends.clear();
        self.parts.clear();
        self.branch_ends.clear();
        self.action_ends.clear();
    }

    /// Sets the kind of the decision; 0 by default.
    pub const fn set_bucket(&mut self, bucket: u16) {
        self.bucket = bucket;
    }

    /// Adds a feature of the information set.
    pub fn push_context(&mut self, feature: u16) {
        self.context.push(feature);
    }

    /// Adds a part with these changes.
    pub fn part(&mut self, changes: impl IntoIterator<Item = Change>) -> SharedChanges {
        self.changes.extend(changes);
        self.part_ends.push(narrow(self.changes.len()));
        SharedChanges::new(self.part_ends.len() - 1)
    }

    /// Adds a part to the current branch.
    pub fn push(&mut self, part: SharedChanges) {
        self.parts.push(part);
    }

    /// Ends the current branch.
    pub fn end_branch(&mut self) {
        self.branch_ends.push(narrow(self.parts.len()));
    }

    /// Ends the current action, whose branches are those ended since the last action: one to
    /// [`MOST_BRANCHES`].
    pub fn end_action(&mut self) {
        self.action_ends.push(narrow(self.branch_ends.len()));
    }

    /// Writes the actions of another encoding, whose parts have the same numbers, into one without actions. In each branch, the part in
    /// this place becomes the one given for it.
    pub fn copy_actions(&mut self, of: &Self, place: usize, given: &[SharedChanges]) {
        self.parts.clone_from(&of.parts);
        self.branch_ends.clone_from(&of.branch_ends);
        self.action_ends.clone_from(&of.action_ends);
        for ((start, _), &part) in spans(&self.branch_ends).zip(given) {
            self.parts[start + place] = part;
        }
    }

    /// Number of actions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.action_ends.len()
    }

    /// Whether there are no actions.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.action_ends.is_empty()
    }

    /// Kind of the decision.
    pub(super) const fn bucket(&self) -> usize {
        self.bucket as usize
    }

    /// Features of the information set.
    pub(super) fn context(&self) -> &[u16] {
        &self.context
    }

    /// Changes of each part, in order.
    pub(super) fn parts(&self) -> impl Iterator<Item = &[Change]> {
        spans(&self.part_ends).map(|(start, end)| &self.changes[start..end])
    }

    /// Whether an action has several branches.
    pub(super) const fn has_answers(&self) -> bool {
        self.branch_ends.len() > self.action_ends.len()
    }

    /// Branches of each action, in order.
    pub(super) fn actions(&self) -> impl Iterator<Item = Range<usize>> {
        spans(&self.action_ends).map(|(start, end)| start..end)
    }

    /// All branches, in order.
    pub(super) fn branches(&self) -> impl Iterator<Item = Branch<'_>> {
        spans(&self.branch_ends).map(|(start, end)| Branch(&self.parts[start..end]))
    }

    pub(super) fn branch(&self, branch: usize) -> Branch<'_> {
        let start = if branch == 0 { 0 } else { self.branch_ends[branch - 1] as usize };
        Branch(&self.parts[start..self.branch_ends[branch] as usize])
    }
}

/// Parts of one branch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch<'a>(&'a [SharedChanges]);

impl Branch<'_> {
    /// Indices of its parts.
    pub(super) fn parts(self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|part| part.0.into())
    }
}

/// Converts ends to spans.
fn spans(ends: &[u32]) -> impl Iterator<Item = (usize, usize)> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends).map(|(start, &end)| (start as usize, end as usize))
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
