//! The search compiled for more than one kind of processor, chosen at run time.
//!
//! Counting the members of a set, finding the lowest and the highest and clearing one are single instructions where the
//! processor has `popcnt`, `lzcnt`, `bmi1` and `bmi2`, as x86-64 has since 2013 but no program may assume. Every recursive function
//! has to be compiled for them: one that is not calls its helpers instead of containing them.
//!
//! Without these instructions a verdict takes a quarter longer, and a whole solution too, in the runs of the
//! [parent module](super). That is the reason for the one `unsafe` call.

use super::plies::Plies;
use super::reach::{Open, Search};

/// A kind of processor. A value of the type is the proof that the program runs on one.
pub(super) trait Cpu: Copy {
    /// [`Search::expand`], compiled for this processor.
    fn reaches<P: Plies>(self, search: &mut Search<'_, '_, Self>, at: Open) -> bool;
}

/// Any processor that the program was compiled for.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyCpu;

impl Cpu for AnyCpu {
    #[inline(never)]
    fn reaches<P: Plies>(self, search: &mut Search<'_, '_, Self>, at: Open) -> bool {
        search.expand::<P>(at)
    }
}

/// A processor of the x86-64 family with instructions for sets of bits.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct BitCpu(());

#[cfg(target_arch = "x86_64")]
impl BitCpu {
    /// The proof, if this is one.
    pub(super) fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2");
        has_all.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Cpu for BitCpu {
    #[expect(clippy::inline_always, reason = "a call that only passes on")]
    #[inline(always)]
    fn reaches<P: Plies>(self, search: &mut Search<'_, '_, Self>, at: Open) -> bool {
        // SAFETY: only `detect` makes a `BitCpu`, where the processor has these instructions.
        unsafe { reaches_with_bit_instructions::<P>(search, at.own, at.other, at.free, at.safe) }
    }
}

/// The parts of the position come one by one, each in a register; a struct would be packed into one and unpacked.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
fn reaches_with_bit_instructions<P: Plies>(
    search: &mut Search<'_, '_, BitCpu>,
    own: u32,
    other: u32,
    free: u32,
    safe: u32,
) -> bool {
    search.expand::<P>(Open { own, other, free, safe })
}
