//! Eight numbers side by side. Loops over lanes become vectors.

/// Numbers side by side.
pub(super) const LANES: usize = 8;

pub(super) type Lanes<T> = [T; LANES];

const SIGN: u32 = 1 << 31;

/// A number whose highest bit is set exactly if `a` is less than `b`, where -0 is less than 0. Both must be finite.
#[inline(always)]
pub(super) fn is_below(a: f32, b: f32) -> u32 {
    (a - b).to_bits()
}

/// A number whose highest bit is set exactly if any bit of `bits` is.
#[inline(always)]
pub(super) fn is_any(bits: u32) -> u32 {
    bits | bits.wrapping_neg()
}

/// The first number if `is_first`, else the second one, without a branch: behind one, lanes would not become vectors.
#[inline(always)]
pub(super) fn either(is_first: bool, first: f32, second: f32) -> f32 {
    let mask = u32::from(is_first).wrapping_neg();
    f32::from_bits(first.to_bits() & mask | second.to_bits() & !mask)
}

/// The lanes whose highest bit is set, as bits. Lanes of `bool` would take three times the instructions, and so would
/// lanes that the compiler sees a difference between. So all of them are shifted, and the result is not: it is rotated.
#[inline(always)]
pub(super) fn as_bits(signs: Lanes<u32>) -> u32 {
    let mut bits = 0;
    for (lane, sign) in signs.into_iter().enumerate() {
        bits |= (sign & SIGN) >> (LANES - lane);
    }
    bits.rotate_left(LANES as u32 + 1)
}

/// The largest or smallest of all lanes, as `of_two` says of two.
#[inline(always)]
pub(super) fn in_all(lanes: Lanes<f32>, of_two: impl Fn(f32, f32) -> f32) -> f32 {
    let [a, b, c, d, e, f, g, h] = lanes;
    let [a, b, c, d] = [of_two(a, e), of_two(b, f), of_two(c, g), of_two(d, h)];
    of_two(of_two(a, c), of_two(b, d))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_those_of_comparisons() {
        let numbers = [-1024.0, -1.0, -1.0e-6, -0.0, 0.0, 1.0e-6, 1.0, 1.0 + f32::EPSILON, 2.5e9];
        let rotated = |lane: usize, by: usize| numbers[(lane + by) % numbers.len()];
        let pairs = |first: usize| (0..numbers.len()).map(move |second| (first, second));
        for (first, second) in (0..numbers.len()).flat_map(pairs) {
            let of = |lane: usize| (rotated(lane, first), rotated(3 * lane, second));
            let is_less = |(a, b): (f32, f32)| a < b || (a == b && a.is_sign_negative() && b.is_sign_positive());
            let expected = (0..LANES).fold(0, |bits, lane| bits | u32::from(is_less(of(lane))) << lane);
            let signs = std::array::from_fn(|lane| is_below(of(lane).0, of(lane).1));
            assert_eq!(as_bits(signs), expected, "{first} {second}");
        }
        assert_eq!(in_all([3.0, -1.0, 2.0, 0.0, 5.0, 4.0, -2.0, 1.0], f32::max), 5.0);
        let layers = [0, 1, 2, u32::MAX, 1 << 31, 0, 6, 0];
        assert_eq!(as_bits(layers.map(is_any)), 0b0101_1110);
    }
}
