//! Seeds, and the random gardens that a seed stands for.

use anyhow::Context;
use hanamachi_solver::okiya::Garden;
use hanamachi_solver::search::parallel::Streams;
use rand::TryRng;
use rand::rngs::SysRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::failure::Failure;
use crate::session::Session;

/// The seed asked for, or one drawn from the operating system, which is then said on standard error so that
/// the run can be repeated.
pub(crate) fn resolve(asked: Option<u64>, session: &Session) -> Result<u64, Failure> {
    if let Some(seed) = asked {
        return Ok(seed);
    }
    let bits = SysRng.try_next_u64().context("the operating system provides no random numbers")?;
    // 53 bits survive a reader of JSON that knows no integers.
    let seed = bits >> 11;
    session.note(format_args!("seed {seed}"));
    Ok(seed)
}

/// The first random stream of `seed`.
pub(crate) fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Streams::new(seed).first()
}

/// The gardens of `seed`, one after another without end: the same for every command and machine.
pub(crate) fn gardens(seed: u64) -> impl Iterator<Item = Garden> {
    let mut generator = generator(seed);
    std::iter::repeat_with(move || Garden::random(&mut generator))
}
