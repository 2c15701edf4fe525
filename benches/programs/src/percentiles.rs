//! Histograms of times, and tables of their percentiles.

use anyhow::Result;
use hdrhistogram::Histogram;
use std::time::Duration;

/// The headings of the columns of [`cells`].
pub(crate) const HEADS: &str = "median, µs | 99 %, µs | 99.9 %, µs | greatest, µs";
pub(crate) const RULE: &str = "---: | ---: | ---: | ---:";

/// Keeps each step's fastest time of several passes over the same steps. This removes disturbances by the machine, but
/// keeps rare steps that are slow in every pass.
pub(crate) fn keep_fastest(kept: &mut Vec<Duration>, pass: Vec<Duration>) {
    if kept.is_empty() {
        *kept = pass;
        return;
    }
    for (mine, others) in kept.iter_mut().zip(pass) {
        *mine = (*mine).min(others);
    }
}

/// Percentiles in microseconds, as cells of a Markdown table, with a resolution of 1 part in 1000.
pub(crate) fn cells(durations: impl IntoIterator<Item = Duration>) -> Result<String> {
    let mut histogram = Histogram::<u64>::new_with_bounds(1, 60_000_000_000, 3)?;
    for duration in durations {
        histogram.record((duration.as_nanos() as u64).max(1))?;
    }
    let values = [0.5, 0.99, 0.999, 1.0].map(|quantile| histogram.value_at_quantile(quantile) as f64 / 1e3);
    Ok(values.map(|value| format!("{value:.2}")).join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_times() {
        let durations = (1..=1000).map(Duration::from_micros);
        let cells = cells(durations).unwrap();
        let values: Vec<f64> = cells.split(" | ").map(|cell| cell.parse().unwrap()).collect();
        for (value, expected) in values.iter().zip([500.0, 990.0, 999.0, 1000.0]) {
            assert!((value / expected - 1.0).abs() < 2e-3, "{cells}");
        }
    }

    #[test]
    fn the_fastest_of_each_step_is_kept() {
        let pass = |micros: [u64; 2]| micros.map(Duration::from_micros).to_vec();
        let mut kept = Vec::new();
        keep_fastest(&mut kept, pass([3, 5]));
        keep_fastest(&mut kept, pass([4, 2]));
        assert_eq!(kept, pass([3, 2]));
    }
}
