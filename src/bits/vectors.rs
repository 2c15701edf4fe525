//! Loops that are compiled twice on x86-64: for every processor, and for those with AVX2.

/// A loop over words of bits.
///
/// Every function that [`run`](Self::run) calls must be `#[inline(always)]`: only inlined code is compiled for AVX2.
pub(crate) trait Kernel {
    /// The result of the loop.
    type Output;

    /// Runs the loop. Implementations are `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// Runs a kernel with AVX2 where the processor has it, else with the instructions of every processor. Both give the
/// same result.
#[allow(unsafe_code)]
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn run_with_avx2<K: Kernel>(kernel: K) -> K::Output {
            kernel.run()
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2, as was just detected.
            return unsafe { run_with_avx2(kernel) };
        }
    }
    kernel.run()
}
