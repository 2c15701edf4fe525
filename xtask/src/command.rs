//! Running programs: quietly with their output kept for when they fail, or with it shown as it comes.

use anyhow::{Context, Result, ensure};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Runs a program to its end and returns what it printed. A failure shows its output.
pub fn quietly(command: &mut Command) -> Result<String> {
    outputs(command).map(|[answer, remarks]| answer + &remarks)
}

/// Runs as [`quietly`] does, but returns only what the program printed to its standard output: an answer that is read
/// on. Cargo says on its standard error that it waits for another cargo.
pub fn answer(command: &mut Command) -> Result<String> {
    outputs(command).map(|[answer, _]| answer)
}

fn outputs(command: &mut Command) -> Result<[String; 2]> {
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("{} could not be started", line(command)))?;
    let outputs = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    ensure!(output.status.success(), "{} failed ({}):\n{}", line(command), output.status, outputs.concat());
    Ok(outputs)
}

/// Runs a program to its end with its output shown as it comes, such as a long build of cargo's.
pub fn shown(command: &mut Command) -> Result<()> {
    let status = command.stdin(Stdio::null()).status();
    let status = status.with_context(|| format!("{} could not be started", line(command)))?;
    ensure!(status.success(), "{} failed ({status})", line(command));
    Ok(())
}

/// Runs a program to its end, hands each line of its standard output to `on_line`, and says whether it succeeded. Its
/// standard error goes where ours goes.
pub fn watched(command: &mut Command, mut on_line: impl FnMut(&str)) -> Result<bool> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("{} could not be started", line(command)))?;
    if let Some(output) = child.stdout.take() {
        for text in BufReader::new(output).split(b'\n') {
            on_line(String::from_utf8_lossy(&text?).trim_end());
        }
    }
    Ok(child.wait()?.success())
}

/// A command as one would type it.
pub fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
