//! Propagation of vectors over private states down a public tree and back up.

use crate::game::Passage;

/// Reaches at a child, given those at the node. Where states merge, their reaches are added. The length of
/// `buffer` is the number of states of the child.
pub(super) fn down<'a>(passage: &Passage, node: &'a [f32], buffer: &'a mut [f32]) -> &'a [f32] {
    match passage {
        Passage::Same => return node,
        Passage::Slice(start) => return &node[*start as usize..][..buffer.len()],
        Passage::From(origins) => {
            for (slot, &origin) in buffer.iter_mut().zip(&**origins) {
                *slot = node[origin as usize];
            }
        }
        Passage::Merge(merge) => {
            for (child, slot) in buffer.iter_mut().enumerate() {
                *slot = merge.origins_of(child).iter().map(|&origin| node[origin as usize]).sum();
            }
        }
    }
    buffer
}

/// Adds the values at a child to those at the node.
pub(super) fn add_up(passage: &Passage, child: &[f32], node: &mut [f32]) {
    match passage {
        Passage::Same => add(child, node),
        Passage::Slice(start) => add(child, &mut node[*start as usize..]),
        Passage::From(origins) => {
            for (&value, &origin) in child.iter().zip(&**origins) {
                node[origin as usize] += value;
            }
        }
        Passage::Merge(merge) => {
            for (child, &value) in child.iter().enumerate() {
                for &origin in merge.origins_of(child) {
                    node[origin as usize] += value;
                }
            }
        }
    }
}

fn add(child: &[f32], node: &mut [f32]) {
    for (sum, &value) in node.iter_mut().zip(child) {
        *sum += value;
    }
}
