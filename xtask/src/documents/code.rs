//! Code in documents is code that people paste. C#, C and C++ are compiled, and no language goes unnoticed.
//!
//! A block of C is a file of its own where it has `#include` lines, else the body of a function. C# of the scripts that
//! GridStar replaces is left to `replaced`.

use super::markdown::{Document, Part};
use super::replaced;
use super::unit::csharp_file;
use crate::command::quietly;
use crate::csharp::{Build, GAME_WITH_PACKAGES};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles the blocks of all documents and says how many there are.
pub fn check(workspace: &Workspace, build: &Build, documents: &[Document]) -> Result<String> {
    let folder = build.folder.join("documents");
    let [current, c, cpp] = ["csharp", "c", "cpp"];
    let mut files: BTreeMap<&str, Vec<PathBuf>> = [current, c, cpp].map(|language| (language, vec![])).into();
    for document in documents {
        for (info, block) in document.blocks() {
            let Some(files) = files.get_mut(info) else {
                ensure_other(info).with_context(|| format!("{}:{}", document.path, block.line))?;
                continue;
            };
            let number = files.len();
            let (name, text) = match info {
                "c" => (format!("Block{number}.c"), c_file(document, block)),
                "cpp" => (format!("Block{number}.cpp"), c_file(document, block)),
                _ => (format!("Block{number}.cs"), csharp_file(document, block, &format!("Document{number}"))),
            };
            std::fs::create_dir_all(folder.join(info))?;
            files.push(folder.join(info).join(name));
            std::fs::write(&files[number], text)?;
        }
    }
    ensure!(!files[current].is_empty(), "the documents hold no C#");
    ensure_distinct(documents.iter())?;
    build.compile_folder("Documents.dll", &folder.join(current), GAME_WITH_PACKAGES)?;
    let old = replaced::check(workspace, build, documents)?;
    compile_c(&workspace.root, &["cc", "-std=c99"], &files[c])?;
    compile_c(&workspace.root, &["c++", "-std=c++17"], &files[cpp])?;
    let [current, c, cpp] = [current, c, cpp].map(|language| files[language].len());
    let old = format!("{old} of old C# beside the scripts it was written for");
    Ok(format!("{current} blocks of C# compiled, {old}, {c} of C and {cpp} of C++"))
}

/// Fails if two pages declare a type of the same name: a reader who takes both could compile neither.
fn ensure_distinct<'a>(documents: impl Iterator<Item = &'a Document>) -> Result<()> {
    let mut pages = BTreeMap::new();
    for document in documents {
        for block in document.blocks_of("csharp") {
            for name in block.text.lines().filter_map(declared_type) {
                let first = *pages.entry(name).or_insert(&document.path);
                ensure!(*first == document.path, "{first} and {} both declare {name}", document.path);
            }
        }
    }
    Ok(())
}

/// The type that a line declares which is not indented.
pub(super) fn declared_type(line: &str) -> Option<&str> {
    let words = line.split([' ', ':', '<']);
    let mut rest = words.skip_while(|word| ["public", "internal", "sealed", "static", "abstract"].contains(word));
    let is_type = ["class", "struct", "enum", "interface"].contains(&rest.next()?);
    rest.next().filter(|_| is_type)
}

/// Fails on what should be compiled: commands have a check of their own, and output is no code.
fn ensure_other(info: &str) -> Result<()> {
    match info {
        "sh" | "text" | "json" | replaced::OLD => Ok(()),
        "" => bail!("a code block that does not say its language"),
        other => bail!("nothing here checks blocks of \"{other}\""),
    }
}

fn c_file(document: &Document, block: &Part) -> String {
    let line = format!("#line {} \"{}\"\n", block.line, document.path);
    if block.text.lines().any(|line| line.starts_with("#include")) {
        return line + &block.text;
    }
    format!("#include \"gridstar.h\"\nvoid fragment(void) {{\n{line}{}}}\n", block.text)
}

fn compile_c(root: &Path, compiler: &[&str], files: &[PathBuf]) -> Result<()> {
    let mut command = Command::new(compiler[0]);
    command.args(&compiler[1..]).args(["-Wall", "-Werror", "-Wno-unused-variable", "-fsyntax-only", "-I"]);
    if files.is_empty() { Ok(()) } else { quietly(command.arg(root.join("include")).args(files)).map(drop) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document::parse("d.md".into(), text)
    }

    #[test]
    fn a_block_that_nothing_checks_is_reported() {
        assert!(ensure_other("text").is_ok());
        assert!(ensure_other("rust").unwrap_err().to_string().contains("\"rust\""));
        assert!(ensure_other("").unwrap_err().to_string().contains("does not say"));
        assert!(ensure_other("csharp odl").is_err());
    }

    #[test]
    fn a_type_that_two_pages_declare_is_reported() {
        let page = |path: &str, code: &str| Document::parse(path.into(), &format!("# A\n\n```csharp\n{code}\n```\n"));
        let verdict = |code: &str| {
            let pages = [page("a.md", "public sealed class Wave : MonoBehaviour\n{\n}"), page("b.md", code)];
            ensure_distinct(pages.iter()).map_err(|error| error.to_string())
        };
        assert!(verdict("public class Waves\n{\n    private class Wave { }\n}").is_ok());
        assert!(verdict("static class Wave<T>\n{\n}").unwrap_err().ends_with("b.md both declare Wave"));
    }

    #[test]
    fn c_that_does_not_compile_is_reported_with_the_line_of_the_document() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let directory = tempfile::tempdir().unwrap();
        let verdict = |code: &str| {
            let document = document(&format!("# A\n\n```c\n{code}```\n"));
            let block = document.blocks().next().unwrap().1;
            let file = directory.path().join("block.c");
            std::fs::write(&file, c_file(&document, block)).unwrap();
            compile_c(&root, &["cc", "-std=c99"], &[file]).map_err(|error| error.to_string())
        };
        assert_eq!(verdict("uint64_t grid = 0;\ngridstar_destroy(grid);\n"), Ok(()));
        let unit = "#include \"gridstar.h\"\nstatic int f(void) { return 1; }\nint g(void) { return f(); }\n";
        assert_eq!(verdict(unit), Ok(()));
        let wrong = verdict("uint64_t grid = 0;\ngridstar_grid_destory(grid);\n").unwrap_err();
        assert!(wrong.contains("d.md:5:"), "{wrong}");
    }
}
