//! A sample each second: what was done since the last one, how long it took, and what memory is held.

use crate::common::work::work_info;
use crate::meters::Meters;
use anyhow::{Context, Result};
use gridstar::ffi::*;
use std::path::Path;
use std::sync::atomic::Ordering;

/// A row of soak.csv.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Second {
    /// Seconds since the beginning.
    pub(crate) at: f64,
    /// Grids created and destroyed, and answers, in a second since the last sample.
    pub(crate) grids_per_second: f64,
    pub(crate) answers_per_second: f64,
    /// Of all calls since the last sample.
    pub(crate) microseconds: [f64; 4],
    /// The process's memory in RAM, in bytes; 0 where the system does not tell.
    pub(crate) resident: u64,
    /// The library's own counters: objects of all kinds that live, and the memory of its worker threads.
    pub(crate) objects: u32,
    pub(crate) scratch_bytes: u64,
}

/// The columns of `microseconds`.
pub(crate) const QUANTILES: [(&str, f64); 4] = [("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999), ("max", 1.0)];

/// Objects behind ids that live.
pub(crate) fn live_objects() -> u32 {
    gridstar_grid_live_count()
        + gridstar_stepper_live_count()
        + gridstar_floors_live_count()
        + gridstar_profile_live_count()
        + gridstar_reservations_live_count()
        + gridstar_ticket_live_count()
}

/// Counts from the last sample on.
#[derive(Default)]
pub(crate) struct Sampler {
    last: (f64, u64, u64),
}

impl Sampler {
    pub(crate) fn sample(&mut self, at: f64, meters: &Meters) -> Result<Second> {
        let (grids, answers) = (meters.grids.load(Ordering::Relaxed), meters.answers.load(Ordering::Relaxed));
        let (last_at, last_grids, last_answers) = std::mem::replace(&mut self.last, (at, grids, answers));
        let rate = |now: u64, last: u64| (now - last) as f64 / (at - last_at).max(1e-3);
        let times = meters.take_lately()?;
        Ok(Second {
            at,
            grids_per_second: rate(grids, last_grids),
            answers_per_second: rate(answers, last_answers),
            microseconds: QUANTILES.map(|(_, quantile)| times.value_at_quantile(quantile) as f64 / 1e3),
            resident: resident_bytes().unwrap_or(0),
            objects: live_objects(),
            scratch_bytes: work_info().scratch_bytes,
        })
    }
}

fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Writes soak.csv.
pub(crate) fn write(seconds: &[Second], file: &Path) -> Result<()> {
    let mut table = csv::Writer::from_path(file).with_context(|| file.display().to_string())?;
    let before = ["second", "grids_per_second", "answers_per_second"].map(String::from);
    let quantiles = QUANTILES.map(|(name, _)| format!("{name}_us"));
    let after = ["resident_bytes", "objects", "scratch_bytes"].map(String::from);
    table.write_record(before.iter().chain(&quantiles).chain(&after))?;
    for second in seconds {
        let rates = [second.at, second.grids_per_second, second.answers_per_second];
        let times = second.microseconds.iter().map(|time| format!("{time:.1}"));
        let counters = [second.resident, second.objects.into(), second.scratch_bytes].map(|count| count.to_string());
        table.write_record(rates.iter().map(|rate| format!("{rate:.1}")).chain(times).chain(counters))?;
    }
    Ok(table.flush()?)
}
