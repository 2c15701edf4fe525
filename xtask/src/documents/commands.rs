//! The commands of this program that documents name: each exists, with the options that are named.

use super::markdown::{Document, Kind};
use anyhow::{Context, Result, ensure};
use clap::Command;

const CALL: &str = "cargo xtask ";

/// Looks through blocks and sentences and returns how many commands are named.
pub fn check(documents: &[Document], known: &Command) -> Result<usize> {
    let mut count = 0;
    for document in documents {
        let spans = document.of(&Kind::Span).map(|span| (span.line, span.text.as_str()));
        let lines = document.blocks().flat_map(|(_, block)| (block.line..).zip(block.text.lines()));
        for (line, text) in spans.chain(lines) {
            for call in text.match_indices(CALL).map(|(at, _)| &text[at + CALL.len()..]) {
                check_call(known, call).with_context(|| format!("{}:{line}", document.path))?;
                count += 1;
            }
        }
    }
    Ok(count)
}

/// Checks the text behind `cargo xtask `, up to a comment or another command.
fn check_call(known: &Command, call: &str) -> Result<()> {
    let is_end = |word: &&str| ["#", "|", "&&", ";"].iter().any(|end| word.starts_with(end));
    let mut words = call.split_whitespace().take_while(|word| !is_end(word));
    let name = words.next().unwrap_or("");
    let command = known.find_subcommand(name).with_context(|| format!("there is no cargo xtask {name}"))?;
    for word in words {
        let word = word.trim_matches(['[', ']', ',', '.']);
        let Some(option) = word.strip_prefix("--").map(|word| word.split('=').next().unwrap_or(word)) else { continue };
        // A command that hands its words on to another program has options that this one does not know.
        let hands_on = command.get_arguments().any(clap::Arg::is_trailing_var_arg_set);
        ensure!(
            hands_on || command.get_arguments().any(|argument| argument.get_long() == Some(option)),
            "cargo xtask {name} has no option --{option}"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Arg;

    fn verdict(text: &str) -> Result<usize, String> {
        let known = Command::new("xtask").subcommand(Command::new("demo").arg(Arg::new("out").long("out")));
        check(&[Document::parse("d.md".into(), text)], &known).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn commands_and_options_that_do_not_exist_are_reported_with_their_lines() {
        assert_eq!(verdict("`cargo xtask demo --out X` cargo xtask nothing"), Ok(1));
        assert_eq!(verdict("```sh\nA=b cargo xtask demo [--out X]  # --not\ncargo xtask demo && ls --no\n```"), Ok(2));
        assert_eq!(verdict("\n`cargo xtask dmo`"), Err("d.md:2: there is no cargo xtask dmo".into()));
        let option = verdict("```sh\nls\ncargo xtask demo --ot X\n```");
        assert_eq!(option, Err("d.md:3: cargo xtask demo has no option --ot".into()));
    }
}
