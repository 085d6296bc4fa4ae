use std::time::Duration;

/// Milliseconds to the microsecond.
#[must_use]
pub fn milliseconds(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e6).round() / 1e3
}
