//! The programs of the C guide, as a reader has them who has no Rust: they are compiled with the header of a tarball,
//! linked with the library that lies in it, and print what the guide says.

use crate::command::quietly;
use crate::libraries::targets::Target;
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

/// Words before a program's output in the guide.
const PRINTS: &str = "It prints `";

/// A program of the guide, with what it prints.
#[derive(Debug, PartialEq, Eq)]
struct Program<'a> {
    is_cpp: bool,
    text: &'a str,
    printed: &'a str,
}

/// Compiles and runs the programs in a folder, with an unpacked package. Returns their number.
pub fn run(guide: &str, package: &Path, folder: &Path) -> Result<usize> {
    let library = package.join(Target::of_this_machine()?.plugin.path);
    let library = library.parent().context("a library lies in a folder")?;
    std::fs::create_dir_all(folder)?;
    let programs = programs(guide)?;
    for (number, program) in programs.iter().enumerate() {
        let name = format!("program{number}");
        let (compiler, standard, ending) =
            if program.is_cpp { ("c++", "-std=c++17", "cpp") } else { ("cc", "-std=c99", "c") };
        let source = folder.join(format!("{name}.{ending}"));
        std::fs::write(&source, program.text)?;
        let mut command = Command::new(compiler);
        command.args([standard, "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1"]);
        command.arg("-I").arg(package.join("Documentation~")).arg(&source).arg("-o").arg(folder.join(&name));
        command.arg("-L").arg(library).args(["-lgridstar", "-lpthread", "-lm"]);
        quietly(&mut command).with_context(|| format!("{} does not compile", source.display()))?;
        let mut command = Command::new(folder.join(&name));
        let found = quietly(command.env("LD_LIBRARY_PATH", library).env("DYLD_LIBRARY_PATH", library))?;
        ensure!(found.trim_end() == program.printed, "{}: {found} and not {}", source.display(), program.printed);
    }
    Ok(programs.len())
}

/// The programs with a `main`, in their order.
fn programs(guide: &str) -> Result<Vec<Program<'_>>> {
    let mut programs = Vec::new();
    let mut rest = guide;
    while let Some((_, block)) = rest.split_once("```c") {
        let (language, block) = block.split_once('\n').context("a block without an end")?;
        let (text, after) = block.split_once("```").context("a block without an end")?;
        rest = after;
        if text.contains("main(") {
            let (_, printed) = after.split_once(PRINTS).context("a program whose output the guide does not tell")?;
            let (printed, _) = printed.split_once('`').context("an output without an end")?;
            programs.push(Program { is_cpp: language == "pp", text, printed });
        }
    }
    Ok(programs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_come_with_what_they_print() {
        let guide =
            "# A\n\n```c\nint main(void) {}\n```\n\nIt prints `1 2`.\n\n```cpp\nint main() {}\n```\nIt prints `3`";
        let program = |is_cpp, text, printed| Program { is_cpp, text, printed };
        let expected = [program(false, "int main(void) {}\n", "1 2"), program(true, "int main() {}\n", "3")];
        assert_eq!(programs(guide).unwrap(), expected);
        assert!(programs("```c\nint main(void) {}\n```\n").is_err());
    }
}
