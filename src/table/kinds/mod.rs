//! Operations that are specific to one kind of file.
//!
//! **To add a kind, add a file here with its [`FileKind`], and a line to [`KINDS`].** The commands know no kind by name.
//!
//! | file | kind |
//! |---|---|
//! | `policy` | strategies: a distribution over the actions of each information set |
//! | `favour` | values of the markers of Hanamikoji between rounds |
//! | `network` | policies of Hanamikoji, learned by self-play |
//! | `openings` | opening charts of Hanamikoji: an evaluation of each first hand |
//! | `census` | the garden census: values of all openings of many gardens |
//! | `verdicts` | the census of verdicts: the outcome of each class |
//! | `second_wins` | the classes that the second player wins |
//! | `checkpoint` | the state of a run |

mod census;
mod checkpoint;
#[cfg(feature = "hanamikoji")]
mod favour;
#[cfg(feature = "hanamikoji")]
mod network;
#[cfg(feature = "hanamikoji")]
mod openings;
#[cfg(feature = "hanamikoji")]
mod policy;
mod second_wins;
mod verdicts;

use super::kind::{FileKind, OpenFile};
use crate::failure::Failure;

/// All kinds.
pub(super) const KINDS: &[FileKind] = &[
    #[cfg(feature = "hanamikoji")]
    policy::KIND,
    #[cfg(feature = "hanamikoji")]
    favour::KIND,
    #[cfg(feature = "hanamikoji")]
    network::KIND,
    #[cfg(feature = "hanamikoji")]
    openings::KIND,
    census::KIND,
    verdicts::KIND,
    second_wins::KIND,
    checkpoint::KIND,
];

/// Returns the kind of this name, if there is one.
pub(super) fn find(name: &str) -> Option<&'static FileKind> {
    KINDS.iter().find(|kind| kind.name == name)
}

/// Returns the kind of a file.
pub(super) fn kind_of(file: &OpenFile<'_>) -> Result<&'static FileKind, Failure> {
    let name = &file.reader.metadata().kind;
    find(name).ok_or_else(|| {
        let known: Vec<String> = KINDS.iter().map(|kind| format!("`{}`", kind.name)).collect();
        let hint =
            if cfg!(feature = "hanamikoji") { "" } else { ", and others without --no-default-features" };
        file.other_kind(format_args!(
            "the kind `{}` is unknown; this program knows {}{hint}",
            name.escape_debug(),
            known.join(", ")
        ))
    })
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::path::Path;

    use super::*;

    #[test]
    fn rows_of_parts_are_the_rows_of_the_whole() {
        for name in KINDS.iter().flat_map(|kind| kind.samples) {
            let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap();
            let file = OpenFile::new(Path::new(name), &bytes).unwrap();
            let Ok(rows) = kind_of(&file).unwrap().rows else { continue };
            let rows = rows(&file).unwrap();
            let read = |items: Range<u64>| {
                let mut read = Vec::new();
                let each = rows.each(items, &mut |cells| {
                    assert_eq!(cells.len(), rows.columns().len(), "{name}");
                    read.push(format!("{cells:?}"));
                    Ok(())
                });
                each.map(|()| read).unwrap()
            };
            let (items, whole) = (rows.items(), read(0..rows.items()));
            assert!(rows.count().is_none_or(|count| count == whole.len() as u64), "{name}");
            for cut in [0, items.min(1), items / 3, items / 2, items] {
                assert_eq!([read(0..cut), read(cut..items)].concat(), whole, "{name}, cut at {cut}");
            }
        }
    }
}
