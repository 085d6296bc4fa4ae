//! Planes: one bit for each of many gardens, in one machine word.
//!
//! Everything that the search knows of a garden is a yes or no: whether a cell is taken, whether two tiles match. A plane holds one such
//! fact for all gardens that are searched side by side, garden *k* in bit *k*, and a logical operation on planes answers for all of
//! them at once. The wider the word, the more gardens.
//!
//! `u64` works everywhere. On x86-64 the vector registers are wider: 128 bits always, 256 with AVX2, 512 with AVX-512. They are used
//! through the compiler's intrinsics, because arrays of `u64`, left to its vectoriser, are 1.6 to 8 times slower (measured: 67 µs
//! a garden instead of 41 with AVX2, 200 instead of 24 with AVX-512). That is the reason for the `unsafe` here.

/// A bit for each of [`LANES`](Self::LANES) gardens.
pub(super) trait Plane: Copy {
    /// How many gardens there are in a plane.
    const LANES: usize;

    /// No garden.
    fn none() -> Self;
    /// Every garden.
    fn all() -> Self;
    /// Gardens in both.
    fn and(self, other: Self) -> Self;
    /// Gardens in at least one.
    fn or(self, other: Self) -> Self;
    /// Gardens in exactly one.
    fn xor(self, other: Self) -> Self;
    /// The bits, 64 gardens to a word.
    fn words(&self) -> &[u64];
    /// The same, to be changed.
    fn words_mut(&mut self) -> &mut [u64];

    /// Gardens that are not in it.
    #[inline(always)]
    fn not(self) -> Self {
        self.xor(Self::all())
    }

    /// Gardens in this one that are not in `other`.
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.and(other.not())
    }

    /// `yes` where this plane has the garden, `no` elsewhere.
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        no.xor(self.and(yes.xor(no)))
    }

    /// Gardens in at least two of three.
    #[inline(always)]
    fn majority(self, second: Self, third: Self) -> Self {
        self.and(second).or(third.and(self.or(second)))
    }

    /// Whether the garden in this lane is in it.
    #[inline]
    fn has(&self, lane: usize) -> bool {
        self.words()[lane / 64] >> (lane % 64) & 1 != 0
    }

    /// Puts the garden in this lane in or takes it out.
    #[inline]
    fn set(&mut self, lane: usize, value: bool) {
        let word = &mut self.words_mut()[lane / 64];
        *word = *word & !(1 << (lane % 64)) | u64::from(value) << (lane % 64);
    }
}

impl Plane for u64 {
    const LANES: usize = 64;

    #[inline(always)]
    fn none() -> Self {
        0
    }

    #[inline(always)]
    fn all() -> Self {
        Self::MAX
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }

    fn words(&self) -> &[u64] {
        std::slice::from_ref(self)
    }

    fn words_mut(&mut self) -> &mut [u64] {
        std::slice::from_mut(self)
    }
}

/// A plane in a vector register of x86-64.
#[cfg(target_arch = "x86_64")]
macro_rules! vector_plane {
    ($vector:ident, $words:literal, $set_one:ident, $zero:ident, $and:ident, $or:ident, $xor:ident) => {
        impl Plane for std::arch::x86_64::$vector {
            const LANES: usize = 64 * $words;

            // SAFETY of the intrinsics: `run` in the module above names this type only in functions that are called once the processor
            // was found to have the instructions.
            #[inline(always)]
            fn none() -> Self {
                // SAFETY: see above.
                unsafe { std::arch::x86_64::$zero() }
            }

            #[inline(always)]
            fn all() -> Self {
                // SAFETY: see above.
                unsafe { std::arch::x86_64::$set_one(-1) }
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { std::arch::x86_64::$and(self, other) }
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { std::arch::x86_64::$or(self, other) }
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { std::arch::x86_64::$xor(self, other) }
            }

            #[inline]
            fn words(&self) -> &[u64] {
                // SAFETY: the vector is that many words of plain data, and aligned more strictly than they need.
                unsafe { &*std::ptr::from_ref(self).cast::<[u64; $words]>() }
            }

            #[inline]
            fn words_mut(&mut self) -> &mut [u64] {
                // SAFETY: as for `words`; every bit pattern is a vector.
                unsafe { &mut *std::ptr::from_mut(self).cast::<[u64; $words]>() }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
vector_plane!(__m128i, 2, _mm_set1_epi64x, _mm_setzero_si128, _mm_and_si128, _mm_or_si128, _mm_xor_si128);
#[cfg(target_arch = "x86_64")]
vector_plane!(
    __m256i,
    4,
    _mm256_set1_epi64x,
    _mm256_setzero_si256,
    _mm256_and_si256,
    _mm256_or_si256,
    _mm256_xor_si256
);
#[cfg(target_arch = "x86_64")]
vector_plane!(
    __m512i,
    8,
    _mm512_set1_epi64,
    _mm512_setzero_si512,
    _mm512_and_si512,
    _mm512_or_si512,
    _mm512_xor_si512
);
