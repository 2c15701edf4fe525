//! Code in documents is code that people paste. C# and C are compiled, and no language goes unnoticed.
//!
//! A block is a file of its own where it has `using` lines, `#include` lines or types, else the body of a method. C# of the scripts that
//! GridStar replaces is marked `csharp old` behind its fence: there is nothing here that it could be compiled against, so it is parsed.

use super::markdown::{Block, Document};
use crate::command::quietly;
use crate::csharp::Build;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a fragment may use without saying so.
const USINGS: [&str; 5] = [
    "using System;",
    "using System.Collections;",
    "using System.Collections.Generic;",
    "using GridStar;",
    "using UnityEngine;",
];

#[derive(Debug, PartialEq, Eq)]
enum Language {
    CSharp,
    OldCSharp,
    C,
    /// Not compiled: commands have a check of their own, and output is no code.
    Other,
}

/// Compiles the blocks of all documents and says how many there are.
pub fn check(workspace: &Workspace, build: &Build, documents: &[Document]) -> Result<String> {
    let folder = build.folder.join("documents");
    let (current, old) = (folder.join("current"), folder.join("old"));
    for folder in [&current, &old] {
        std::fs::create_dir_all(folder)?;
    }
    let mut counts = [0; 3];
    for document in documents {
        for block in &document.blocks {
            let number = counts.iter().sum::<usize>();
            let place = || format!("{}:{}", document.path, block.line);
            match language(&block.info).with_context(place)? {
                Language::CSharp => {
                    std::fs::write(current.join(format!("Block{number}.cs")), csharp_file(document, block, number))?;
                    counts[0] += 1;
                }
                Language::OldCSharp => {
                    parse(&old, &csharp_file(document, block, number)).with_context(place)?;
                    counts[1] += 1;
                }
                Language::C => {
                    compile_c(&workspace.root, &folder, &c_file(document, block)).with_context(place)?;
                    counts[2] += 1;
                }
                Language::Other => {}
            }
        }
    }
    if counts[0] == 0 {
        bail!("the documents hold no C#");
    }
    build.compile_folder("Documents.dll", &current, &["GridStar.Core.dll", "GridStar.Unity.dll", "UnityEngine.dll"])?;
    Ok(format!("{} blocks of C# compiled, {} of old C# parsed, {} of C compiled", counts[0], counts[1], counts[2]))
}

fn language(info: &str) -> Result<Language> {
    match info {
        "csharp" => Ok(Language::CSharp),
        "csharp old" => Ok(Language::OldCSharp),
        "c" => Ok(Language::C),
        "sh" | "text" | "json" => Ok(Language::Other),
        "" => bail!("a code block that does not say its language"),
        other => bail!("nothing here checks blocks of \"{other}\""),
    }
}

/// A file in which errors are reported with the document's lines, and where two blocks may have the same types.
fn csharp_file(document: &Document, block: &Block, number: usize) -> String {
    let is_unit = block.code.lines().any(|line| is_using(line) || begins_type(line));
    let (mut head, mut body) = (String::new(), String::new());
    for (number, line) in (block.line..).zip(block.code.lines()) {
        if is_unit && is_using(line) {
            head += &format!("#line {number} \"{}\"\n{line}\n", document.path);
        } else {
            body += line;
        }
        body.push('\n');
    }
    let begin = format!("#line {} \"{}\"\n", block.line, document.path);
    if is_unit {
        return format!("{head}namespace Document{number}\n{{\n{begin}{body}}}\n");
    }
    // A fragment shows calls, and need not use what they return.
    let begin = format!("#pragma warning disable 0168, 0219\n{begin}");
    let usings = USINGS.join("\n");
    format!(
        "{usings}\nnamespace Document{number}\n{{\nclass Fragment : MonoBehaviour\n{{\nvoid Run()\n{{\n{begin}{body}}}\n}}\n}}\n"
    )
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

fn parse(folder: &Path, text: &str) -> Result<()> {
    let file = write(folder, "Old.cs", text)?;
    quietly(Command::new("mcs").args(["-langversion:7.2", "--parse"]).arg(file)).map(|_| ())
}

fn c_file(document: &Document, block: &Block) -> String {
    let line = format!("#line {} \"{}\"\n", block.line, document.path);
    if block.code.lines().any(|line| line.starts_with("#include")) {
        return line + &block.code;
    }
    format!("#include \"gridstar.h\"\nvoid fragment(void) {{\n{line}{}}}\n", block.code)
}

fn compile_c(root: &Path, folder: &Path, text: &str) -> Result<()> {
    let file = write(folder, "block.c", text)?;
    let mut command = Command::new("cc");
    command.args(["-std=c99", "-Wall", "-Werror", "-Wno-unused-variable", "-fsyntax-only", "-I"]);
    quietly(command.arg(root.join("include")).arg(file)).map(|_| ())
}

fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf> {
    let file = folder.join(name);
    std::fs::write(&file, text)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document::parse("d.md".into(), text)
    }

    #[test]
    fn a_block_with_types_is_a_file_and_other_code_a_method() {
        let unit = document("\n```csharp\nusing X;\n\npublic static class A\n{\n}\n```\n");
        assert_eq!(
            csharp_file(&unit, &unit.blocks[0], 7),
            "#line 3 \"d.md\"\nusing X;\nnamespace Document7\n{\n#line 3 \"d.md\"\n\n\npublic static class A\n{\n}\n}\n"
        );
        let fragment = document("```csharp\nusing (var a = B())\n{\n    C(a);\n}\n```\n");
        let file = csharp_file(&fragment, &fragment.blocks[0], 1);
        assert!(
            file.contains("void Run()\n{\n#pragma warning disable 0168, 0219\n#line 2 \"d.md\"\nusing (var a"),
            "{file}"
        );
    }

    #[test]
    fn a_block_that_nothing_checks_is_reported() {
        assert_eq!(language("csharp old").unwrap(), Language::OldCSharp);
        assert!(language("rust").unwrap_err().to_string().contains("\"rust\""));
        assert!(language("").unwrap_err().to_string().contains("does not say"));
        assert!(language("csharp odl").is_err());
    }

    #[test]
    fn c_that_does_not_compile_is_reported_with_the_line_of_the_document() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = std::env::temp_dir().join(format!("gridstar-documents-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let verdict = |text: &str| {
            let document = document(text);
            compile_c(&root, &folder, &c_file(&document, &document.blocks[0])).map_err(|error| error.to_string())
        };
        assert_eq!(verdict("```c\nuint64_t grid = 0;\ngridstar_grid_destroy(grid);\n```\n"), Ok(()));
        assert_eq!(
            verdict(
                "```c\n#include \"gridstar.h\"\nstatic int f(void) { return 1; }\nint g(void) { return f(); }\n```\n"
            ),
            Ok(())
        );
        let wrong = verdict("# A\n\n```c\nuint64_t grid = 0;\ngridstar_grid_destory(grid);\n```\n").unwrap_err();
        assert!(wrong.contains("d.md:5:"), "{wrong}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
