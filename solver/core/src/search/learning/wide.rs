//! Dispatch to the widest vector instructions of the processor.

/// Work that profits from wide vector instructions. Functions called in its loops are `#[inline(always)]`, so
/// that they are compiled for each instruction set.
pub(super) trait Work {
    /// Result of the work.
    type Yield;

    /// Does the work.
    fn run(self) -> Self::Yield;
}

/// Does the work with the widest instructions; the result does not depend on them.
pub(super) fn run<W: Work>(work: W) -> W::Yield {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has the instructions.
            return unsafe { run_avx512(work) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions.
            return unsafe { run_avx2(work) };
        }
    }
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn run_avx512<W: Work>(work: W) -> W::Yield {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
pub(super) fn run_avx2<W: Work>(work: W) -> W::Yield {
    work.run()
}
