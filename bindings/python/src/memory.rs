//! Checks that memory is available before results are made.

use std::fs::read_to_string;
use std::path::Path;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// Results of up to this many bytes are not checked, and this much is left free beside larger ones, for the
/// memory of the computation.
const SMALL: u128 = 1 << 26;

/// Raises `MemoryError` unless there is room for `count` items of `bytes_each` bytes. `name` is the argument
/// that requests them.
///
/// Only Linux reports the available memory; elsewhere the allocation itself may fail.
pub(crate) fn expect_room(name: &str, count: u64, bytes_each: u32) -> PyResult<()> {
    let bytes = u128::from(count) * u128::from(bytes_each);
    if bytes <= SMALL {
        return Ok(());
    }
    let room = available().map_or(isize::MAX.unsigned_abs() as u128, u128::from);
    if bytes + SMALL <= room {
        return Ok(());
    }
    #[expect(clippy::cast_precision_loss, reason = "for a message")]
    let [bytes, room] = [bytes, room].map(|bytes| mebibytes(bytes as f64));
    Err(PyMemoryError::new_err(format!("{name}: {count} take {bytes}, and {room} are available")))
}

/// This many bytes in words, rounded up.
pub(crate) fn mebibytes(bytes: f64) -> String {
    format!("{:.0} MiB", (bytes / f64::from(1 << 20)).ceil())
}

/// An empty vector with room for `count` items; raises `MemoryError` if the system refuses the memory.
pub(crate) fn room_for<T>(name: &str, count: usize) -> PyResult<Vec<T>> {
    let mut room = Vec::new();
    room.try_reserve_exact(count)
        .map_err(|_| PyMemoryError::new_err(format!("{name}: the system has no memory for {count}")))?;
    Ok(room)
}

/// This many bytes, or half of those that are available if they are fewer: the limit for a computation. While
/// a table of it grows, the old one and the new one are both there for a moment, and threads have memory of
/// their own.
pub(crate) fn at_most_available(bytes: u64) -> u64 {
    let spare = u64::try_from(SMALL).unwrap_or_default();
    available().map_or(bytes, |available| bytes.min(available.saturating_sub(spare) / 2))
}

/// Bytes that this process may still allocate: the least of what the machine, the process's control groups
/// and its address space have left. `None` where Linux does not report them.
fn available() -> Option<u64> {
    [of_machine(), of_control_groups(), of_address_space()].into_iter().flatten().min()
}

/// Bytes available on the machine.
fn of_machine() -> Option<u64> {
    kibibytes(&read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// Bytes left in the control group of the process and those above it.
fn of_control_groups() -> Option<u64> {
    let groups = read_to_string("/proc/self/cgroup").ok()?;
    // Version 2 has one line, `0::/PATH`; version 1 has one for each controller, `4:memory:/PATH`.
    let version_2 = groups.lines().find_map(|line| line.strip_prefix("0::"));
    let version_1 = groups.lines().find_map(|line| Some(line.split_once(":memory:")?.1));
    let left = [
        version_2.and_then(|path| least_left("/sys/fs/cgroup", path, ["memory.max", "memory.current"])),
        version_1.and_then(|path| {
            least_left("/sys/fs/cgroup/memory", path, ["memory.limit_in_bytes", "memory.usage_in_bytes"])
        }),
    ];
    left.into_iter().flatten().min()
}

/// Bytes left in the group at this path or one above it, up to the root, whichever has least. In a container
/// the path may be that of the host, and only the root is there.
fn least_left(root: &str, path: &str, [limit, used]: [&str; 2]) -> Option<u64> {
    let path = Path::new(path.trim_start_matches('/'));
    let left = |folder: &Path| {
        let folder = Path::new(root).join(folder);
        let number = |file: &str| read_to_string(folder.join(file)).ok()?.trim().parse::<u64>().ok();
        let limit = number(limit)?;
        // The cache of files is given back when memory is short.
        let statistics = read_to_string(folder.join("memory.stat")).unwrap_or_default();
        let cached = statistics.lines().find_map(|line| line.strip_prefix("inactive_file "));
        let cached = cached.and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        let used: u64 = number(used).unwrap_or(0);
        Some(limit.saturating_sub(used.saturating_sub(cached)))
    };
    path.ancestors().filter_map(left).min()
}

/// Bytes left under the limit of the address space, `ulimit -v`.
fn of_address_space() -> Option<u64> {
    let limits = read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
    let used = kibibytes(&read_to_string("/proc/self/status").ok()?, "VmSize:")?;
    Some(limit.saturating_sub(used))
}

/// The number of bytes in the line of this name, which has it in units of 1,024 bytes.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(number.saturating_mul(1024))
}
