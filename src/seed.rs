//! Seeds, and the random gardens of a seed.

use anyhow::Context;
use hanamachi_solver::okiya::Garden;
use hanamachi_solver::search::parallel::Streams;
use rand::TryRng;
use rand::rngs::SysRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::args::PositionSeedArgs;
use crate::failure::Failure;
use crate::session::Session;

/// Returns the requested seed, or one from the operating system, which is printed on standard error so that the run can
/// be repeated.
pub(crate) fn resolve(asked: Option<u64>, session: &Session) -> Result<u64, Failure> {
    if let Some(seed) = asked {
        return Ok(seed);
    }
    let bits = SysRng.try_next_u64().context("the operating system provides no random numbers")?;
    // 53 bits, so that JSON readers with floating-point numbers only preserve it.
    let seed = bits >> 11;
    session.note(format_args!("seed {seed}"));
    Ok(seed)
}

/// Returns the seed for all positions, which is drawn and shown if that was asked for; `None` for seeds that follow from the positions.
pub(crate) fn of_positions(asked: PositionSeedArgs, session: &Session) -> Result<Option<u64>, Failure> {
    asked.seed.map(|_| resolve(asked.given(), session)).transpose()
}

/// Returns the first random stream of `seed`.
pub(crate) fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Streams::new(seed).first()
}

/// Returns the endless sequence of gardens of `seed`, the same for every command and machine.
pub(crate) fn gardens(seed: u64) -> impl Iterator<Item = Garden> {
    let mut generator = generator(seed);
    std::iter::repeat_with(move || Garden::random(&mut generator))
}
