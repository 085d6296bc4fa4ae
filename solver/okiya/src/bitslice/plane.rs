//! Planes: one bit for each of many gardens, in one machine word.
//!
//! Everything that the search knows about a garden is a yes or no: whether a cell is taken, whether two tiles
//! match. A plane holds one such fact for all gardens that are searched side by side, garden *k* in bit *k*.
//! A logical operation on planes works on all gardens at once. The wider the word, the more gardens.
//!
//! `u64` works everywhere. On x86-64 the vector registers are wider: 128 bits always, 256 with AVX2, 512 with
//! AVX-512. They are used through the compiler's intrinsics, because auto-vectorized arrays of `u64` are 1.6
//! to 8 times slower (measured with an earlier step: 67 µs a garden instead of 41 with AVX2, 200 instead of
//! 24 with AVX-512). Hence the `unsafe` code here.

/// An unrolled loop from 0. The compiler by itself does not unroll some of these loops and keeps planes in
/// memory, at half the speed.
macro_rules! unrolled {
    (for $i:ident in 0..4 $body:block) => { unrolled!(@ $i [0 1 2 3] $body) };
    (for $i:ident in 0..16 $body:block) => { unrolled!(@ $i [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15] $body) };
    (for $i:ident in 0..19 $body:block) => { unrolled!(@ $i [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18] $body) };
    (for $i:ident in 0..41 $body:block) => { unrolled!(@ $i [
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
    ] $body) };
    (@ $i:ident [$($value:literal)*] $body:block) => { $({ let $i: usize = $value; $body })* };
}
pub(super) use unrolled;

/// A bit for each of [`LANES`](Self::LANES) gardens.
pub(super) trait Plane: Copy {
    /// Number of gardens in a plane.
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
    /// The bits, mutable.
    fn words_mut(&mut self) -> &mut [u64];

    /// Gardens that are not in the plane.
    #[inline(always)]
    fn not(self) -> Self {
        self.xor(Self::all())
    }

    /// Gardens in this one that are not in `other`.
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.and(other.not())
    }

    /// A function of three planes: `formula`. `TABLE` is its truth table, in bit 4*a* + 2*b* + *c*, for
    /// planes with an instruction for such tables.
    #[inline(always)]
    fn of_three<const TABLE: i32>(
        self,
        b: Self,
        c: Self,
        formula: impl FnOnce(Self, Self, Self) -> Self,
    ) -> Self {
        formula(self, b, c)
    }

    /// `yes` where this plane has the garden, `no` elsewhere.
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        self.of_three::<0xca>(yes, no, |mask, yes, no| no.xor(mask.and(yes.xor(no))))
    }

    /// Gardens in at least two of three.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.of_three::<0xe8>(b, c, |a, b, c| a.and(b).or(c.and(a.xor(b))))
    }

    /// Gardens in one or three of three.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.of_three::<0x96>(b, c, |a, b, c| a.xor(b).xor(c))
    }

    /// Gardens in at least one of three.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.of_three::<0xfe>(b, c, |a, b, c| a.or(b).or(c))
    }

    /// Gardens in none of three.
    #[inline(always)]
    fn none_of(self, b: Self, c: Self) -> Self {
        self.of_three::<0x01>(b, c, |a, b, c| a.or(b).or(c).not())
    }

    /// Gardens in this one, or in both of the others.
    #[inline(always)]
    fn or_both(self, b: Self, c: Self) -> Self {
        self.of_three::<0xf8>(b, c, |a, b, c| a.or(b.and(c)))
    }

    /// Gardens in this one or in both of the others, but not in all three.
    #[inline(always)]
    fn xor_both(self, b: Self, c: Self) -> Self {
        self.of_three::<0x78>(b, c, |a, b, c| a.xor(b.and(c)))
    }

    /// Gardens in this one and in one of the others.
    #[inline(always)]
    fn and_either(self, b: Self, c: Self) -> Self {
        self.of_three::<0xe0>(b, c, |a, b, c| a.and(b.or(c)))
    }

    /// Gardens in this one, or in exactly one of the others.
    #[inline(always)]
    fn or_one(self, b: Self, c: Self) -> Self {
        self.of_three::<0xf6>(b, c, |a, b, c| a.or(b.xor(c)))
    }

    /// Gardens in this one and in exactly one of the others.
    #[inline(always)]
    fn and_one(self, b: Self, c: Self) -> Self {
        self.of_three::<0x60>(b, c, |a, b, c| a.and(b.xor(c)))
    }

    /// Gardens in this one and in neither of the others.
    #[inline(always)]
    fn and_neither(self, b: Self, c: Self) -> Self {
        self.of_three::<0x10>(b, c, |a, b, c| a.without(b.or(c)))
    }

    /// Whether the first of two numbers is greater, if this plane and `other` are their next higher bits:
    /// these decide if they differ, otherwise `so_far` decides.
    #[inline(always)]
    fn greater(self, other: Self, so_far: Self) -> Self {
        self.of_three::<0xb2>(other, so_far, |a, b, so_far| a.xor(b).select(a, so_far))
    }

    /// Gardens in this one and, if they are in `condition`, in `demanded`, too.
    #[inline(always)]
    fn and_if(self, condition: Self, demanded: Self) -> Self {
        self.of_three::<0xb0>(condition, demanded, |a, condition, demanded| {
            a.and(condition.not().or(demanded))
        })
    }

    /// The planes `a` and `b`, exchanged in the gardens of this one.
    #[inline(always)]
    fn exchange(self, a: Self, b: Self) -> (Self, Self) {
        let change = self.and(a.xor(b));
        (a.xor(change), b.xor(change))
    }

    /// Whether no garden is in the plane.
    #[inline(always)]
    fn is_none(self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// Whether the garden in this lane is in the plane.
    #[inline]
    fn has(&self, lane: usize) -> bool {
        self.words()[lane / 64] >> (lane % 64) & 1 != 0
    }

    /// Sets the bit of this lane's garden to `value`.
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
    ($vector:ident, $words:literal, $set_one:ident, $zero:ident, $and:ident, $or:ident, $xor:ident, {$($more:tt)*}) => {
        impl Plane for std::arch::x86_64::$vector {
            const LANES: usize = 64 * $words;

            // SAFETY of the intrinsics: `Lanes` in the module above names this type only in functions that are
            // called after the processor was found to have the instructions.
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

            $($more)*

            #[inline]
            fn words(&self) -> &[u64] {
                // SAFETY: the vector is that many words of plain data, and aligned more strictly than they
                // need.
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
vector_plane!(__m128i, 2, _mm_set1_epi64x, _mm_setzero_si128, _mm_and_si128, _mm_or_si128, _mm_xor_si128, {});
#[cfg(target_arch = "x86_64")]
vector_plane!(
    __m256i,
    4,
    _mm256_set1_epi64x,
    _mm256_setzero_si256,
    _mm256_and_si256,
    _mm256_or_si256,
    _mm256_xor_si256,
    {}
);
#[cfg(target_arch = "x86_64")]
vector_plane!(
    __m512i,
    8,
    _mm512_set1_epi64,
    _mm512_setzero_si512,
    _mm512_and_si512,
    _mm512_or_si512,
    _mm512_xor_si512,
    {
        #[inline(always)]
        fn of_three<const TABLE: i32>(
            self,
            b: Self,
            c: Self,
            _: impl FnOnce(Self, Self, Self) -> Self,
        ) -> Self {
            // SAFETY: see above.
            unsafe { std::arch::x86_64::_mm512_ternarylogic_epi64::<TABLE>(self, b, c) }
        }

        #[inline(always)]
        fn exchange(self, a: Self, b: Self) -> (Self, Self) {
            (self.select(b, a), self.select(a, b))
        }

        #[inline(always)]
        fn is_none(self) -> bool {
            // SAFETY: see above.
            unsafe { std::arch::x86_64::_mm512_test_epi64_mask(self, self) == 0 }
        }
    }
);
