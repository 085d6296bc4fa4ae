//! When strategies are measured during a run, and what the measurements say about its target.
//!
//! Both depend on the iterations alone, so that a run that was stopped and resumed ends where an uninterrupted
//! one ends.

/// **Rounding**: best responses in double precision tell exploitabilities below this one from 0 no more, per unit
/// of utility. Measurements down to −2·10⁻¹⁴ were seen.
pub const RESOLUTION: f64 = 1e-13;

/// Fewest iterations after which a run without progress has ended.
const LONG: u64 = 10_000;

/// The iteration of the next measurement: ten between successive powers of ten, at round numbers.
#[must_use]
pub(super) fn next_look(iteration: u64) -> u64 {
    let mut power: u64 = 1;
    loop {
        for tenths in [10, 12, 15, 20, 25, 30, 40, 50, 60, 80_u64] {
            let look = tenths.saturating_mul(power) / 10;
            if look > iteration {
                return look;
            }
        }
        power = power.saturating_mul(10);
        if power == u64::MAX {
            return u64::MAX;
        }
    }
}

/// Whether every run measures after this iteration, however it was interrupted.
#[must_use]
pub(super) fn is_look(iteration: u64) -> bool {
    next_look(iteration.saturating_sub(1)) == iteration
}

/// What measurements say about a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TargetState {
    /// The last measurement is at most the target.
    Reached,
    /// More iterations may reach it.
    Open,
    /// It is out of reach of double precision: it lies below [`RESOLUTION`], to which the strategies have come, or
    /// ten times as many iterations have not made them better.
    OutOfReach,
}

impl TargetState {
    /// The state of a run with this target, from its measurements in order: iteration and exploitability.
    #[must_use]
    pub(super) fn after(history: &[(u64, f64)], target: f64) -> Self {
        let Some(&(last, exploitability)) = history.last() else { return Self::Open };
        if exploitability <= target && target >= RESOLUTION {
            return Self::Reached;
        }
        if exploitability <= RESOLUTION && target < RESOLUTION {
            return Self::OutOfReach;
        }
        let looks = || history.iter().filter(|(iteration, _)| is_look(*iteration));
        let best = |is_recent: bool| {
            let part = looks().filter(|(iteration, _)| (*iteration > last / 10) == is_recent);
            part.map(|&(_, exploitability)| exploitability).fold(f64::INFINITY, f64::min)
        };
        let is_stuck = last >= LONG && is_look(last) && best(true) >= best(false);
        if is_stuck { Self::OutOfReach } else { Self::Open }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_round_numbers_ten_in_each_power_of_ten() {
        let mut looks = vec![0];
        while *looks.last().unwrap() < 100_000 {
            looks.push(next_look(*looks.last().unwrap()));
        }
        assert_eq!(looks[1..9], [1, 2, 3, 4, 5, 6, 8, 10]);
        assert_eq!(looks.iter().filter(|&&look| (1_000..10_000).contains(&look)).count(), 10);
        assert!(looks[1..].iter().all(|&look| is_look(look)) && !is_look(7) && !is_look(1_001));
        assert_eq!(next_look(u64::MAX - 1), u64::MAX);
    }

    #[test]
    fn a_run_has_ended_when_ten_times_the_iterations_gain_nothing() {
        let falling: Vec<(u64, f64)> = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000]
            .map(|at: u32| (at.into(), 1e-3 / f64::from(at)))
            .into();
        assert_eq!(TargetState::after(&falling, 1e-10), TargetState::Open);
        assert_eq!(TargetState::after(&falling, 1e-7), TargetState::Reached);
        let flat = [1_000, 2_000, 5_000, 10_000, 20_000].map(|at| (at, 1e-6));
        assert_eq!(TargetState::after(&flat, 1e-7), TargetState::OutOfReach);
        // Not yet: 5,000 iterations are few, and a measurement at a stop decides nothing.
        assert_eq!(TargetState::after(&flat[..3], 1e-7), TargetState::Open);
        assert_eq!(TargetState::after(&[(1_000, 1e-6), (10_001, 2e-6)], 1e-7), TargetState::Open);
        let rounded = [(1_000, 1e-12), (10_000, 2e-14)];
        assert_eq!(TargetState::after(&rounded, 1e-12), TargetState::Reached);
        assert_eq!(TargetState::after(&rounded, 1e-20), TargetState::OutOfReach);
        assert_eq!(TargetState::after(&rounded[..1], 1e-20), TargetState::Open);
    }
}
