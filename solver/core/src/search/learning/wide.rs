//! Dispatch to the widest vector instructions of the processor.

/// Work that profits from wide vector instructions: a kernel that names no game, so that it is compiled once for
/// each instruction set and not for each game too. Functions called in its loops are `#[inline(always)]`.
pub(super) trait WideWork {
    /// Does the work.
    fn run(self);
}

/// Does the work with the widest instructions; the result does not depend on them.
pub(super) fn run<W: WideWork>(work: W) {
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
    work.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn run_avx512<W: WideWork>(work: W) {
    work.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
pub(super) fn run_avx2<W: WideWork>(work: W) {
    work.run();
}
