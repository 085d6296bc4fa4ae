//! Files of every kind: verified, merged, and read as rows.
//!
//! **To add a kind, add its [`FileKind`] to [`KINDS`].** Front ends know no kind by name.
//!
//! | file | kinds |
//! |---|---|
//! | `policy` | strategies: a distribution over the actions of each information set |
//! | `hanamikoji` | values of the markers between rounds, learned policies, opening charts |
//! | `ledger` | ledgers of Okiya, which are text files |
//! | `okiya` | the garden census, the census of verdicts, the classes that the second player wins |
//! | here | checkpoints: the state of a run |
//!
//! ```
//! use hanamachi_solver::files::{self, OpenFile};
//! # let bytes = std::fs::read("../tests/data/tables/hanamikoji-favour.table")?;
//!
//! let file = OpenFile::new(&bytes)?;
//! let rows = files::kind_of(&file).unwrap().rows.unwrap()(&file)?;
//! assert_eq!((rows.columns()[0].name, rows.count()), ("favour", Some(rows.items())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "hanamikoji")]
mod hanamikoji;
mod kind;
#[cfg(feature = "okiya")]
mod ledger;
#[cfg(feature = "okiya")]
mod okiya;
#[cfg(all(feature = "hanamikoji", feature = "reference"))]
mod policy;
mod sample;

pub use kind::{Checking, Checks, FileKind, KindError, MergeFiles, NotChecked, OpenFile, ReadRows};
#[cfg(feature = "okiya")]
pub use ledger::{is_ledger, verify_ledger};
#[cfg(all(feature = "hanamikoji", feature = "reference"))]
pub use policy::check_rows;
pub use sample::{Recomputed, Sample};

use hanamachi_table::CHECKPOINT_KIND;

/// Checkpoints: the state of a run that can be resumed.
const CHECKPOINT: FileKind = FileKind {
    name: CHECKPOINT_KIND,
    // Only the run can interpret its state, and it reads all of it when it resumes.
    check: |_, _| Ok(Checks::default().without("state", "only the run can read its state, when it resumes")),
    rows: Err("a checkpoint is the state of a run, which only the run can read: it has no rows to export"),
    merge: Err("a checkpoint is the state of one run and cannot be merged"),
};

/// All kinds.
pub const KINDS: &[FileKind] = &[
    #[cfg(all(feature = "hanamikoji", feature = "reference"))]
    policy::POLICY,
    #[cfg(feature = "hanamikoji")]
    hanamikoji::FAVOUR,
    #[cfg(feature = "hanamikoji")]
    hanamikoji::NETWORK,
    #[cfg(feature = "hanamikoji")]
    hanamikoji::OPENINGS,
    #[cfg(feature = "okiya")]
    okiya::CENSUS,
    #[cfg(feature = "okiya")]
    okiya::VERDICTS,
    #[cfg(feature = "okiya")]
    okiya::SECOND_WINS,
    CHECKPOINT,
];

/// The kind of a file; `None` if it is unknown.
#[must_use]
pub fn kind_of(file: &OpenFile<'_>) -> Option<&'static FileKind> {
    KINDS.iter().find(|kind| kind.name == file.reader.metadata().kind)
}
