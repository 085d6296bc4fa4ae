//! Checks that memory is available before results are made.

use std::fs::read_to_string;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// Results of up to this many bytes are not checked.
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
    if bytes <= room {
        return Ok(());
    }
    Err(PyMemoryError::new_err(format!(
        "{name}: {count} take {bytes_each} bytes each, {bytes} in all, and {room} are available"
    )))
}

/// An empty vector with room for `count` items; raises `MemoryError` if the system refuses the memory.
pub(crate) fn room_for<T>(name: &str, count: usize) -> PyResult<Vec<T>> {
    let mut room = Vec::new();
    room.try_reserve_exact(count)
        .map_err(|_| PyMemoryError::new_err(format!("{name}: the system has no memory for {count}")))?;
    Ok(room)
}

/// Bytes available on the machine, at most the limit of the process's control group; `None` where Linux does
/// not report them.
fn available() -> Option<u64> {
    let machine = read_to_string("/proc/meminfo").ok()?;
    let line = machine.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let of_machine = kibibytes.saturating_mul(1024);
    let of_group = read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    Some(of_group.map_or(of_machine, |of_group: u64| of_group.min(of_machine)))
}
