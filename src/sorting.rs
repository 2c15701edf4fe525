//! Sorting in place by a heap.
//!
//! Sorts of the standard library take 5 to 12 KB of code for each type of element, this one 0.2 KB. It takes about
//! three times as long, which lists that are sorted once for a search or a call can bear. Long lists of numbers of 128
//! bits share one sort of the standard library.

/// Keeps the `count` smallest numbers of a list, sorted.
pub(crate) fn keep_first(list: &mut Vec<u128>, count: usize) {
    if count < list.len() {
        list.select_nth_unstable(count);
        list.truncate(count);
    }
    list.sort_unstable();
}

/// Sorts a list. The order of equal elements is not kept.
pub(crate) fn sort<T: Ord + Copy>(list: &mut [T]) {
    sort_by_key(list, |&element| element);
}

/// Sorts a list by a key of its elements. The order of elements with equal keys is not kept.
pub(crate) fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |one, other| key(one) < key(other));
}

/// Sorts a list by an order. The order of equal elements is not kept.
pub(crate) fn sort_by<T>(list: &mut [T], is_less: impl Fn(&T, &T) -> bool) {
    if list.windows(2).any(|pair| is_less(&pair[1], &pair[0])) {
        sort_heap(list.len(), &mut Ordered { list, is_less });
    }
}

/// A list of any type, as the sort sees it: all types share its code.
trait Places {
    /// Whether the element at one place is less than that at another.
    fn is_less(&self, one: usize, other: usize) -> bool;

    fn swap(&mut self, one: usize, other: usize);
}

struct Ordered<'a, T, F> {
    list: &'a mut [T],
    is_less: F,
}

impl<T, F: Fn(&T, &T) -> bool> Places for Ordered<'_, T, F> {
    fn is_less(&self, one: usize, other: usize) -> bool {
        (self.is_less)(&self.list[one], &self.list[other])
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.list.swap(one, other);
    }
}

fn sort_heap(count: usize, list: &mut dyn Places) {
    // First each element with children sinks to its place, the last one first. Then the largest element leaves the heap
    // for the end of the list, again and again.
    for step in (0..count + count / 2).rev() {
        let (mut at, end) = if step >= count {
            (step - count, count)
        } else {
            list.swap(0, step);
            (0, step)
        };
        loop {
            let mut child = 2 * at + 1;
            if child + 1 < end && list.is_less(child, child + 1) {
                child += 1;
            }
            if child >= end || !list.is_less(at, child) {
                break;
            }
            list.swap(at, child);
            at = child;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn lists_come_out_as_the_standard_library_sorts_them() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let (count, values) = (random.below(40), 1 + random.below(60));
            let mut list: Vec<usize> = (0..count).map(|_| random.below(values)).collect();
            let mut expected = list.clone();
            expected.sort_unstable();
            let mut falling = list.clone();
            sort_by_key(&mut falling, |&value| std::cmp::Reverse(value));
            sort(&mut list);
            assert_eq!(list, expected, "seed {seed}");
            expected.reverse();
            assert_eq!(falling, expected, "seed {seed}");
        }
    }
}
