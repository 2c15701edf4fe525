//! The steps of `cargo xtask test`: each shown while it runs, counted, and summed up at the end.

use crate::command::watched;
use crate::tools::Unavailable;
use anyhow::{Result, bail, ensure};
use indicatif::ProgressBar;
use std::process::Command;
use std::time::{Duration, Instant};

/// How many checks passed, failed and were skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub passed: u32,
    pub failed: u32,
    pub skipped: u32,
    /// Names of those that failed, as their runner prints them.
    pub failures: Vec<String>,
}

/// Begin of a line of [`Steps::end`] with the name of one test that failed.
const FAILURE: &str = "        failed: ";

/// A run of steps. A failed one does not stop the rest.
pub struct Steps {
    sum: Counts,
    /// Notes that are read at the end.
    notes: Vec<String>,
    /// A line for each step that did not pass.
    remarks: Vec<String>,
    begun: Instant,
}

impl Steps {
    pub fn begin() -> Self {
        Self { sum: Counts::default(), notes: Vec::new(), remarks: Vec::new(), begun: Instant::now() }
    }

    /// A step that is one check; what it returns is shown behind its name. [`Unavailable`] makes it one that can't be
    /// done here.
    pub fn check(&mut self, name: &str, body: impl FnOnce() -> Result<String>) {
        let spinner = ProgressBar::new_spinner().with_message(name.to_owned());
        spinner.enable_steady_tick(Duration::from_millis(120));
        let begun = Instant::now();
        let outcome = body();
        spinner.finish_and_clear();
        let time = begun.elapsed().as_secs_f64();
        let passed = outcome.map(|remark| println!("ok      {name} ({time:.1} s) {remark}"));
        self.count(name, passed.map(|()| Counts { passed: 1, ..Counts::default() }));
    }

    /// A step that shows its own output and counts its own checks.
    pub fn suite(&mut self, name: &str, body: impl FnOnce() -> Result<Counts>) {
        println!("begin   {name}");
        let begun = Instant::now();
        let outcome = body();
        if let Ok(Counts { passed, failed, skipped, .. }) = &outcome {
            let verdict = if *failed > 0 { "FAILED " } else { "ok     " };
            let time = begun.elapsed().as_secs_f64();
            println!("{verdict} {name}: {passed} passed, {failed} failed, {skipped} skipped ({time:.1} s)");
        }
        self.count(name, outcome);
    }

    fn count(&mut self, name: &str, outcome: Result<Counts>) {
        match outcome {
            Ok(Counts { passed, failed, skipped, failures }) => {
                self.sum.passed += passed;
                self.sum.failed += failed;
                self.sum.skipped += skipped;
                if failed > 0 {
                    self.remarks.push(format!("FAILED  {name}: {failed} failed"));
                    self.remarks.extend(failures.iter().map(|failure| format!("{FAILURE}{failure}")));
                }
            }
            Err(error) if error.is::<Unavailable>() => self.skip(name, &error.to_string()),
            Err(error) => {
                println!("FAILED  {name}: {error:#}");
                self.remarks.push(format!("FAILED  {name}"));
                self.sum.failed += 1;
            }
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

    /// Prints the sum; an error when anything failed.
    pub fn end(self) -> Result<()> {
        let Counts { passed, failed, skipped, .. } = self.sum;
        println!("\nAll steps took {:.0} s.", self.begun.elapsed().as_secs_f64());
        for line in self.notes.iter().chain(&self.remarks) {
            println!("{line}");
        }
        println!("{passed} passed, {failed} failed, {skipped} skipped");
        ensure!(failed == 0, "{failed} failed");
        Ok(())
    }
}

/// The sum in the last line that [`Steps::end`] printed, and the failures in those before it.
pub fn sum_of(printed: &str) -> Counts {
    let line = printed.lines().next_back().unwrap_or_default();
    let [passed, failed, skipped] = [" passed", " failed", " skipped"].map(|mark| number_before(line, mark));
    let failures = printed.lines().filter_map(|line| line.strip_prefix(FAILURE)).map(str::to_owned).collect();
    Counts { passed, failed, skipped, failures }
}

/// Runs cargo's tests and counts them.
pub fn cargo_tests(command: &mut Command) -> Result<Counts> {
    let mut counts = Counts::default();
    let succeeded = watched(command, |line| {
        // "test result: ok. 23 passed; 0 failed; 1 ignored; ..."
        if let Some(result) = line.strip_prefix("test result: ") {
            counts.passed += number_before(result, " passed");
            counts.failed += number_before(result, " failed");
            counts.skipped += number_before(result, " ignored");
        }
        // "test name_of_the_test ... FAILED"
        if let Some(name) = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED")) {
            counts.failures.push(name.to_owned());
        }
        println!("{line}");
    })?;
    if !succeeded && counts.failed == 0 {
        bail!("cargo test failed before its tests ran");
    }
    Ok(counts)
}

/// Runs NUnit's console on an assembly and counts its tests.
pub fn nunit_tests(command: &mut Command, assembly: &str) -> Result<Counts> {
    command.args(["-nologo", "-noshadow", "-nodots", "-labels", assembly]);
    let mut counts = Counts::default();
    let succeeded = watched(command, |line| {
        // "Tests run: 5, Errors: 0, Failures: 0, Inconclusive: 0, Time: 0.1 seconds" and "  Not run: 0, ..."
        if line.starts_with("Tests run: ") {
            counts.failed =
                ["Errors: ", "Failures: ", "Inconclusive: "].map(|mark| number_after(line, mark)).iter().sum();
            counts.passed = number_after(line, "Tests run: ").saturating_sub(counts.failed);
        } else if line.trim_start().starts_with("Not run: ") {
            counts.skipped = number_after(line, "Not run: ");
        } else if let Some((_, name)) =
            line.split_once(") Test Failure : ").or_else(|| line.split_once(") Test Error : "))
        {
            counts.failures.push(name.to_owned());
        }
        println!("{line}");
    })?;
    if counts.failed == 0 && (!succeeded || counts.passed == 0) {
        bail!("nunit-console ran no test of {assembly}");
    }
    Ok(counts)
}

fn number_before(text: &str, mark: &str) -> u32 {
    let head = text.split_once(mark).map_or("", |(head, _)| head);
    head.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn number_after(text: &str, mark: &str) -> u32 {
    let tail = text.split_once(mark).map_or("", |(_, tail)| tail);
    tail.split(',').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_from_what_the_runners_print() {
        let cargo = "ok. 23 passed; 1 failed; 4 ignored; 0 measured; 0 filtered out";
        assert_eq!([" passed", " failed", " ignored"].map(|mark| number_before(cargo, mark)), [23, 1, 4]);
        let nunit = "Tests run: 57, Errors: 2, Failures: 1, Inconclusive: 0, Time: 1.5 seconds";
        assert_eq!(["Tests run: ", "Errors: ", "Failures: "].map(|mark| number_after(nunit, mark)), [57, 2, 1]);
        let sum = sum_of("All steps took 3 s.\n        failed: walls::hex\n12 passed, 1 failed, 2 skipped");
        assert_eq!(sum, Counts { passed: 12, failed: 1, skipped: 2, failures: vec!["walls::hex".to_owned()] });
        assert_eq!(number_after("  Not run: 3, Invalid: 0", "Not run: "), 3);
    }
}
