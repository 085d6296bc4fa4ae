//! The decisions of one player, as a forest of information sets.

use std::ops::Range;

/// Sparse links with shares: for each item, the items that it links to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    /// Start of the links of each item; one entry more than items.
    starts: Vec<u32>,
    ends: Vec<(u32, f64)>,
}

impl Links {
    /// Builds the table from links sorted by origin; origins are below `things`.
    fn new(things: usize, links: &[(u32, u32, f64)]) -> Self {
        let mut starts = vec![0; things + 1];
        for &(from, _, _) in links {
            starts[from as usize + 1] += 1;
        }
        for thing in 0..things {
            starts[thing + 1] += starts[thing];
        }
        Self { starts, ends: links.iter().map(|&(_, to, share)| (to, share)).collect() }
    }

    #[inline]
    pub(crate) fn links_from(&self, thing: usize) -> &[(u32, f64)] {
        &self.ends[self.starts[thing] as usize..self.starts[thing + 1] as usize]
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.starts[..]) + size_of_val(&self.ends[..])
    }
}

/// The information sets of one player and the sequences that lead to them and out of them (the *treeplex* of
/// the sequence form).
///
/// A **sequence** consists of the player's decisions so far. Sequence 0 is the empty one; each action of each
/// information set ends one more. An information set is reached by one sequence, or, where the order of
/// chance events is forgotten, by several. Each of them has a share of the chance probability; the shares of
/// an information set sum to 1.
///
/// Information sets are numbered by component (components share no sequence except the empty one), and within
/// a component by depth, so that parents come before children. Sequences are numbered in the order of their
/// information sets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Treeplex {
    /// First sequence of each information set, followed by the number of sequences.
    first: Vec<u32>,
    /// For each information set, the sequences that lead to it.
    pub(crate) parents: Links,
    /// For each sequence, the information sets that it leads to.
    pub(crate) children: Links,
    /// Information sets of each level; the levels of each component are contiguous.
    levels: Vec<Range<u32>>,
    /// Levels of each component.
    components: Vec<Range<u32>>,
}

/// One information set during the search. Sequences are numbered as they are found.
#[derive(Clone, Debug)]
pub(super) struct FoundSet {
    pub(super) first: u32,
    pub(super) actions: u32,
    pub(super) depth: u32,
    /// Sequences that lead here, each with its chance probability.
    pub(super) parents: Vec<(u32, f64)>,
}

/// A treeplex, with the mapping from the numbers of the search.
pub(super) struct Ordered {
    pub(super) treeplex: Treeplex,
    /// New number of each sequence found.
    pub(super) renumbered: Vec<u32>,
    /// For each information set of the treeplex, its number in the search.
    pub(super) found_at: Vec<u32>,
}

impl Treeplex {
    /// Number of information sets.
    pub(crate) fn information_sets(&self) -> usize {
        self.first.len() - 1
    }

    /// Number of sequences, including the empty one.
    pub(crate) fn sequences(&self) -> usize {
        self.first[self.information_sets()] as usize
    }

    /// The sequences that end with an action of this information set.
    #[inline]
    pub(crate) fn sequences_of(&self, set: usize) -> Range<usize> {
        self.first[set] as usize..self.first[set + 1] as usize
    }

    /// First sequence of an information set; for the number of information sets, the number of sequences.
    #[inline]
    pub(crate) fn first_sequence(&self, set: usize) -> usize {
        self.first[set] as usize
    }

    /// Number of components.
    pub(crate) fn components(&self) -> usize {
        self.components.len()
    }

    /// Information sets of a range of components.
    pub(crate) fn sets_of(&self, components: Range<usize>) -> Range<usize> {
        let start = |component: usize| {
            let level =
                self.components.get(component).map_or(self.levels.len(), |levels| levels.start as usize);
            self.levels.get(level).map_or(self.information_sets(), |sets| sets.start as usize)
        };
        start(components.start)..start(components.end)
    }

    /// Information sets of each level of a component, from the first level down.
    pub(crate) fn levels_of(&self, component: usize) -> impl DoubleEndedIterator<Item = Range<usize>> {
        let levels = &self.components[component];
        self.levels[levels.start as usize..levels.end as usize]
            .iter()
            .map(|sets| sets.start as usize..sets.end as usize)
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.first[..])
            + self.parents.bytes()
            + self.children.bytes()
            + size_of_val(&self.levels[..])
            + size_of_val(&self.components[..])
    }

    /// Builds the treeplex from the sets found. Sets with a single action and a single parent are not
    /// decisions: their sequence is identified with the one before.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "whoever found the sets saw to it that 32 bits are enough"
    )]
    pub(super) fn order(mut found: Vec<FoundSet>, actions: usize) -> Ordered {
        let sequences = actions as u32 + 1;
        let mut stands_for: Vec<u32> = (0..sequences).collect();
        let mut kept = Vec::with_capacity(found.len());
        for (place, set) in (0_u32..).zip(&found) {
            match set.parents[..] {
                // A parent was found before its child, so its own replacement is known.
                [(parent, _)] if set.actions == 1 => {
                    stands_for[set.first as usize] = stands_for[parent as usize];
                }
                _ => kept.push(place),
            }
        }
        for &place in &kept {
            let parents = &mut found[place as usize].parents;
            for parent in parents.iter_mut() {
                parent.0 = stands_for[parent.0 as usize];
            }
            parents.sort_by_key(|&(parent, _)| parent);
            parents.dedup_by(|next, parent| {
                let same = next.0 == parent.0;
                if same {
                    parent.1 += next.1;
                }
                same
            });
        }
        // The set that each sequence belongs to.
        let mut owner = vec![u32::MAX; sequences as usize];
        for &place in &kept {
            let set = &found[place as usize];
            owner[set.first as usize..(set.first + set.actions) as usize].fill(place);
        }
        let component = components(&found, &kept, &owner);
        kept.sort_by_key(|&place| (component[place as usize], found[place as usize].depth, place));

        let mut treeplex = Self::default();
        let mut renumbered = vec![0; sequences as usize];
        let mut next = 1;
        let mut set = 0;
        for component in kept.chunk_by(|&one, &other| component[one as usize] == component[other as usize]) {
            let first_level = treeplex.levels.len() as u32;
            let depth = |place: u32| found[place as usize].depth;
            for level in component.chunk_by(|&one, &other| depth(one) == depth(other)) {
                for &place in level {
                    let FoundSet { first, actions, .. } = found[place as usize];
                    treeplex.first.push(next);
                    for action in 0..actions {
                        renumbered[(first + action) as usize] = next + action;
                    }
                    next += actions;
                }
                treeplex.levels.push(set..set + level.len() as u32);
                set += level.len() as u32;
            }
            treeplex.components.push(first_level..treeplex.levels.len() as u32);
        }
        treeplex.first.push(next);
        for sequence in 0..sequences as usize {
            renumbered[sequence] = renumbered[stands_for[sequence] as usize];
        }

        let mut links = Vec::new();
        for (set, &place) in (0_u32..).zip(&kept) {
            let parents = &found[place as usize].parents;
            let all: f64 = parents.iter().map(|&(_, chance)| chance).sum();
            let shares = parents.iter().map(|&(parent, chance)| {
                // A single parent has the share 1, regardless of rounding.
                let share = if parents.len() == 1 { 1.0 } else { chance / all };
                (set, renumbered[parent as usize], share)
            });
            links.extend(shares);
        }
        treeplex.parents = Links::new(kept.len(), &links);
        for link in &mut links {
            *link = (link.1, link.0, link.2);
        }
        links.sort_by_key(|&(sequence, set, _)| (sequence, set));
        treeplex.children = Links::new(next as usize, &links);
        Ordered { treeplex, renumbered, found_at: kept }
    }
}

/// For each set found, its component, named by the first of its sets.
fn components(found: &[FoundSet], kept: &[u32], owner: &[u32]) -> Vec<u32> {
    fn root(link: &mut [u32], mut set: u32) -> u32 {
        while link[set as usize] != set {
            link[set as usize] = link[link[set as usize] as usize];
            set = link[set as usize];
        }
        set
    }
    let mut link: Vec<u32> = (0..).take(found.len()).collect();
    for &place in kept {
        for &(parent, _) in &found[place as usize].parents {
            if parent != 0 {
                let (one, other) = (root(&mut link, place), root(&mut link, owner[parent as usize]));
                link[one.max(other) as usize] = one.min(other);
            }
        }
    }
    (0..).take(found.len()).map(|set| root(&mut link, set)).collect()
}
