//! Planted faults: a checker that does not report them is no checker.

use crate::command::line;
use anyhow::{Context, Result, ensure};
use std::process::Command;

/// The tests of `tests/planted_faults.rs`.
pub(super) const RACE: &str = "two_threads_write_one_number";
pub(super) const FREED: &str = "memory_is_read_after_it_was_freed";
pub(super) const LEAK: &str = "memory_is_never_freed";

/// The words that run one of them, behind the words of cargo that choose how.
pub(super) fn words(test: &str) -> [&str; 7] {
    ["test", "--test", "planted_faults", "--", "--ignored", "--exact", test]
}

/// Runs a program with a fault, which has to fail with a report that has these words in it.
pub(super) fn ensure_reported(command: &mut Command, sign: &str) -> Result<String> {
    let output = command.output().with_context(|| format!("{} could not be started", line(command)))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let is_reported = !output.status.success() && said.contains(sign);
    ensure!(is_reported, "no {sign:?} in what {} said ({}):\n{said}", line(command), output.status);
    Ok(format!("reported: {sign}"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_fault_counts_as_reported_only_with_the_report_and_a_failure() {
        assert!(ensure_reported(&mut shell("echo a data race >&2; exit 66"), "data race").is_ok());
        assert!(ensure_reported(&mut shell("echo a data race"), "data race").is_err());
        assert!(ensure_reported(&mut shell("echo nothing; exit 1"), "data race").is_err());
    }
}
