//! Reading damaged files of every kind never takes more memory than a small multiple of the file's size.

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use hanamachi_solver::hanamikoji::FavourFile;
use hanamachi_solver::hanamikoji::strategy_table::StrategyTable;
use hanamachi_solver::table::{Checkpoint, Identity, PolicyTable, Reader};

/// Counts the memory in use, and its peak.
struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed unchanged to the system's allocator; only counters are kept in addition.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(used, Ordering::Relaxed);
        // SAFETY: the caller keeps to the contract of this very function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps to the contract of this very function.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Peak memory use of `work` beyond the use before it.
fn peak_of<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = USED.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let result = work();
    (PEAK.load(Ordering::Relaxed).saturating_sub(before), result)
}

/// Opens a file in every way that commands use, and returns whether any of them accepted it.
fn is_taken(bytes: &[u8]) -> bool {
    let policy = PolicyTable::open(bytes).and_then(|table| table.verify()).is_ok();
    let strategies = StrategyTable::open(bytes).is_ok_and(|table| table.verify().is_ok());
    let favours = FavourFile::open(bytes).is_ok();
    let checkpoint = Checkpoint::open(bytes, &Identity::new());
    let state = checkpoint.is_ok_and(|file| file.state::<(u64, Vec<(u64, f64, [f64; 2])>)>().is_ok());
    let whole = Reader::open(bytes).is_ok_and(|reader| reader.verify().is_ok());
    policy || strategies || favours || state || whole
}

/// Metadata of a file become maps of texts: about fifty bytes for each entry, which has at least five bytes in the file.
const FOR_EACH_BYTE: usize = 40;
/// A table that is right up to here needs its counts, and the rules their layouts.
const BESIDES: usize = 256 << 10;

/// A single test, because allocations of parallel tests would be counted, too.
#[test]
fn damaged_files_are_refused_in_little_memory() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in [
        "../tests/data/tables/kuhn-policy.table",
        "../tests/data/tables/hanamikoji-policy.table",
        "../tests/data/tables/hanamikoji-favour.table",
        "../tests/data/tables/kuhn-checkpoint.table",
        "tests/table/kept/kuhn-policy-1.table",
    ] {
        let bytes = fs::read(root.join(name)).unwrap();
        let most = FOR_EACH_BYTE * bytes.len() + BESIDES;
        assert!(is_taken(&bytes), "{name}");
        let mut damaged = bytes.clone();
        for at in 0..bytes.len() {
            for change in [1_u8, 0x80, 0xff] {
                damaged[at] ^= change;
                let (peak, taken) = peak_of(|| is_taken(&damaged));
                damaged[at] ^= change;
                assert!(!taken && peak < most, "{name}, byte {at}: {peak} bytes");
            }
            let (peak, taken) = peak_of(|| is_taken(&bytes[..at]));
            assert!(!taken && peak < most, "{name}, {at} bytes: {peak} bytes");
        }
    }
}
