//! The distribution of times: percentiles, and counts by powers of two.

use crate::percentiles;
use anyhow::Result;
use hdrhistogram::Histogram;
use std::time::Duration;

/// Number of ranges. Their upper ends are 1, 2, 4, ... 65,536 microseconds.
const RANGES: u32 = 17;

/// The times of calls of one kind.
pub(crate) struct Spread {
    histogram: Histogram<u64>,
    ranges: [u64; RANGES as usize + 1],
}

impl Spread {
    pub(crate) fn new() -> Result<Self> {
        Ok(Self { histogram: percentiles::empty_histogram()?, ranges: [0; RANGES as usize + 1] })
    }

    pub(crate) fn add(&mut self, time: Duration) -> Result<()> {
        percentiles::record(&mut self.histogram, time)?;
        let range = (0..RANGES).position(|range| time <= Duration::from_micros(1 << range));
        self.ranges[range.unwrap_or(RANGES as usize)] += 1;
        Ok(())
    }

    pub(crate) fn count(&self) -> u64 {
        self.histogram.len()
    }

    /// The columns of [`percentiles::HEADS`].
    pub(crate) fn percentiles(&self) -> String {
        percentiles::cells_of(&self.histogram)
    }

    /// The columns of [`range_heads`].
    pub(crate) fn ranges(&self) -> String {
        let cell = |&count: &u64| if count == 0 { String::new() } else { count.to_string() };
        self.ranges.iter().map(cell).collect::<Vec<_>>().join(" | ")
    }
}

/// The headings of the ranges' columns, and the rule below the headings.
pub(crate) fn range_heads() -> (String, String) {
    let ends = (0..RANGES).map(|range| format!("≤ {}", 1_u32 << range));
    let heads: Vec<String> = ends.chain(["more".to_owned()]).collect();
    (heads.join(" | "), vec!["---:"; heads.len()].join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_time_is_counted_in_the_smallest_range_that_holds_it() {
        let mut spread = Spread::new().unwrap();
        for nanoseconds in [1, 1000, 1001, 2000, 65_536_000, 65_536_001] {
            spread.add(Duration::from_nanos(nanoseconds)).unwrap();
        }
        let expected = |range| [2, 2].get(range).copied().unwrap_or(u64::from(range >= RANGES as usize - 1));
        assert_eq!(spread.ranges.to_vec(), (0..=RANGES as usize).map(expected).collect::<Vec<u64>>());
        assert_eq!((spread.count(), spread.ranges.iter().sum::<u64>()), (6, 6));
        let (heads, rule) = range_heads();
        assert_eq!([heads, rule, spread.ranges()].map(|row| row.matches('|').count()), [RANGES as usize; 3]);
    }
}
