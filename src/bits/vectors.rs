//! Loops over words, compiled for the vectors that the processor has.

/// A loop over words of bits. All that [`run`](Self::run) calls is inlined, so that it becomes part of both compilations.
pub(crate) trait Kernel {
    /// What the loop comes to.
    type Output;

    /// Runs the loop; `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// Runs a kernel in vectors of four words where the processor has them, else in those that every one has. The outcome is the same.
#[allow(unsafe_code)]
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn run_with_avx2<K: Kernel>(kernel: K) -> K::Output {
            kernel.run()
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has just said that it has AVX2.
            return unsafe { run_with_avx2(kernel) };
        }
    }
    kernel.run()
}
