//! Code in documents is code that people paste. C# and C are compiled, and no language goes unnoticed.
//!
//! A block is a file of its own where it has `using` lines, `#include` lines or types, else the body of a method. C# of
//! the scripts that GridStar replaces is left to `replaced`.

use super::markdown::{Document, Part};
use super::replaced;
use crate::command::quietly;
use crate::csharp::{Build, GAME_WITH_PACKAGES};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a fragment may use without saying so.
const USINGS: &str = "using System;\nusing System.Collections;\nusing System.Collections.Generic;\nusing GridStar;\n\
    using UnityEngine;\n";

/// Compiles the blocks of all documents and says how many there are.
pub fn check(workspace: &Workspace, build: &Build, documents: &[Document]) -> Result<String> {
    let folder = build.folder.join("documents");
    let [current, c] = ["csharp", "c"];
    let mut files: BTreeMap<&str, Vec<PathBuf>> = [current, c].map(|language| (language, vec![])).into();
    for document in documents {
        for (info, block) in document.blocks() {
            let Some(files) = files.get_mut(info) else {
                ensure_other(info).with_context(|| format!("{}:{}", document.path, block.line))?;
                continue;
            };
            let number = files.len();
            let (name, text) = match info {
                "c" => (format!("Block{number}.c"), c_file(document, block)),
                _ => (format!("Block{number}.cs"), csharp_file(document, block, &format!("Document{number}"))),
            };
            std::fs::create_dir_all(folder.join(info))?;
            files.push(folder.join(info).join(name));
            std::fs::write(&files[number], text)?;
        }
    }
    ensure!(!files[current].is_empty(), "the documents hold no C#");
    build.compile_folder("Documents.dll", &folder.join(current), GAME_WITH_PACKAGES)?;
    let old = replaced::check(workspace, build, documents)?;
    compile_c(&workspace.root, &files[c])?;
    let [current, c] = [current, c].map(|language| files[language].len());
    Ok(format!("{current} blocks of C# compiled, {old} of old C# beside the scripts it was written for, {c} of C"))
}

/// Fails on what should be compiled: commands have a check of their own, and output is no code.
fn ensure_other(info: &str) -> Result<()> {
    match info {
        "sh" | "text" | "json" | replaced::OLD => Ok(()),
        "" => bail!("a code block that does not say its language"),
        other => bail!("nothing here checks blocks of \"{other}\""),
    }
}

/// A file in which errors are reported with the document's lines. In namespaces of their own, two blocks may have the
/// same types.
pub(super) fn csharp_file(document: &Document, block: &Part, namespace: &str) -> String {
    if block.text.lines().any(|line| is_using(line) || begins_type(line)) {
        return csharp_unit(&document.path, block.line, &block.text, namespace);
    }
    // A fragment shows calls, and need not use what they return.
    let begin = format!("#pragma warning disable 0168, 0219\n#line {} \"{}\"\n", block.line, document.path);
    let method = format!("class Fragment : MonoBehaviour\n{{\nvoid Run()\n{{\n{begin}{}}}\n}}\n", block.text);
    format!("{USINGS}namespace {namespace}\n{{\n{method}}}\n")
}

/// A file with types, of which `line` is the first line, in a namespace.
pub(super) fn csharp_unit(path: &str, line: usize, text: &str, namespace: &str) -> String {
    let (mut head, mut body) = (String::new(), String::new());
    for (number, text) in (line..).zip(text.lines()) {
        if is_using(text) {
            head += &format!("#line {number} \"{path}\"\n{text}\n");
        } else {
            body += text;
        }
        body.push('\n');
    }
    format!("{head}namespace {namespace}\n{{\n#line {line} \"{path}\"\n{body}}}\n")
}

fn is_using(line: &str) -> bool {
    line.starts_with("using ") && line.ends_with(';')
}

/// Whether a line in the first column declares a type.
fn begins_type(line: &str) -> bool {
    const MODIFIERS: [&str; 6] = ["public", "internal", "static", "sealed", "abstract", "partial"];
    let word = line.split(' ').find(|word| !MODIFIERS.contains(word));
    word.is_some_and(|word| ["class", "struct", "enum", "interface"].contains(&word))
}

fn c_file(document: &Document, block: &Part) -> String {
    let line = format!("#line {} \"{}\"\n", block.line, document.path);
    if block.text.lines().any(|line| line.starts_with("#include")) {
        return line + &block.text;
    }
    format!("#include \"gridstar.h\"\nvoid fragment(void) {{\n{line}{}}}\n", block.text)
}

fn compile_c(root: &Path, files: &[PathBuf]) -> Result<()> {
    let mut command = Command::new("cc");
    command.args(["-std=c99", "-Wall", "-Werror", "-Wno-unused-variable", "-fsyntax-only", "-I"]);
    if files.is_empty() { Ok(()) } else { quietly(command.arg(root.join("include")).args(files)).map(drop) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document::parse("d.md".into(), text)
    }

    #[test]
    fn a_block_with_types_is_a_file_and_other_code_a_method() {
        let file = |text: &str, number| {
            let document = document(text);
            csharp_file(&document, document.blocks().next().unwrap().1, &format!("Document{number}"))
        };
        assert_eq!(
            file("\n```csharp\nusing X;\n\npublic static class A\n{\n}\n```\n", 7),
            "#line 3 \"d.md\"\nusing X;\nnamespace Document7\n{\n#line 3 \"d.md\"\n\n\npublic static class A\n{\n}\n}\n"
        );
        let file = file("```csharp\nusing (var a = B())\n{\n    C(a);\n}\n```\n", 1);
        let run = "void Run()\n{\n#pragma warning disable 0168, 0219\n#line 2 \"d.md\"\nusing (var a";
        assert!(file.contains(run), "{file}");
    }

    #[test]
    fn a_block_that_nothing_checks_is_reported() {
        assert!(ensure_other("text").is_ok());
        assert!(ensure_other("rust").unwrap_err().to_string().contains("\"rust\""));
        assert!(ensure_other("").unwrap_err().to_string().contains("does not say"));
        assert!(ensure_other("csharp odl").is_err());
    }

    #[test]
    fn c_that_does_not_compile_is_reported_with_the_line_of_the_document() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = std::env::temp_dir().join(format!("gridstar-documents-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let verdict = |code: &str| {
            let document = document(&format!("# A\n\n```c\n{code}```\n"));
            let block = document.blocks().next().unwrap().1;
            let file = folder.join("block.c");
            std::fs::write(&file, c_file(&document, block)).unwrap();
            compile_c(&root, &[file]).map_err(|error| error.to_string())
        };
        assert_eq!(verdict("uint64_t grid = 0;\ngridstar_grid_destroy(grid);\n"), Ok(()));
        let unit = "#include \"gridstar.h\"\nstatic int f(void) { return 1; }\nint g(void) { return f(); }\n";
        assert_eq!(verdict(unit), Ok(()));
        let wrong = verdict("uint64_t grid = 0;\ngridstar_grid_destory(grid);\n").unwrap_err();
        assert!(wrong.contains("d.md:5:"), "{wrong}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
