//! The steps of `cargo xtask test`: each shown while it runs, counted, and summed up at the end.

use crate::tools::Unavailable;
use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// How many checks passed, failed and were skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub passed: u32,
    pub failed: u32,
    pub skipped: u32,
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// A run of steps. A failed one does not stop the rest.
pub struct Steps {
    sum: Counts,
    /// What is to be read at the end.
    notes: Vec<String>,
    /// A line for each step that did not pass.
    remarks: Vec<String>,
    begun: Instant,
}

impl Steps {
    pub fn begin() -> Self {
        Self { sum: Counts::default(), notes: Vec::new(), remarks: Vec::new(), begun: Instant::now() }
    }

    /// A step that is one check; what it returns is shown behind its name. [`Unavailable`] makes it one that can't be done here.
    pub fn check(&mut self, name: &str, body: impl FnOnce() -> Result<String>) {
        let spinner = spinner(name);
        let begun = Instant::now();
        let outcome = body();
        spinner.finish_and_clear();
        match outcome {
            Ok(remark) => {
                println!("ok      {name} ({:.1} s) {remark}", begun.elapsed().as_secs_f64());
                self.sum.passed += 1;
            }
            Err(error) if error.is::<Unavailable>() => self.skip(name, &error.to_string()),
            Err(error) => self.fail(name, &error, 1),
        }
    }

    /// A step that shows its own output and counts its own checks.
    pub fn suite(&mut self, name: &str, body: impl FnOnce() -> Result<Counts>) {
        println!("begin   {name}");
        let begun = Instant::now();
        match body() {
            Ok(counts) => {
                self.sum.add(counts);
                let Counts { passed, failed, skipped } = counts;
                let verdict = if failed > 0 { "FAILED " } else { "ok     " };
                let line = format!("{name}: {passed} passed, {failed} failed, {skipped} skipped");
                println!("{verdict} {line} ({:.1} s)", begun.elapsed().as_secs_f64());
                if failed > 0 {
                    self.remarks.push(format!("FAILED  {line}"));
                }
            }
            Err(error) if error.is::<Unavailable>() => self.skip(name, &error.to_string()),
            Err(error) => self.fail(name, &error, 1),
        }
    }

    /// A line for the end, of what the steps have come to.
    pub fn note(&mut self, line: String) {
        self.notes.push(line);
    }

    /// A step that can't be done here.
    pub fn skip(&mut self, name: &str, why: &str) {
        println!("skipped {name}: {why}");
        self.remarks.push(format!("skipped {name}: {why}"));
        self.sum.skipped += 1;
    }

    fn fail(&mut self, name: &str, error: &anyhow::Error, count: u32) {
        println!("FAILED  {name}: {error:#}");
        self.remarks.push(format!("FAILED  {name}"));
        self.sum.failed += count;
    }

    /// Prints the sum; an error when anything failed.
    pub fn end(self) -> Result<()> {
        let Counts { passed, failed, skipped } = self.sum;
        println!("\nAll steps took {:.0} s.", self.begun.elapsed().as_secs_f64());
        for line in self.notes.iter().chain(&self.remarks) {
            println!("{line}");
        }
        println!("{passed} passed, {failed} failed, {skipped} skipped");
        if failed > 0 {
            bail!("{failed} failed");
        }
        Ok(())
    }
}

fn spinner(name: &str) -> ProgressBar {
    let spinner = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]") {
        spinner.set_style(style);
    }
    spinner.set_message(name.to_owned());
    spinner.enable_steady_tick(Duration::from_millis(120));
    spinner
}
