//! The C# in the documents is code that people paste: each block that is marked `csharp` must compile as a file of its own.

use crate::csharp::Build;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::fmt::Write;

/// The documents whose C# blocks are compiled.
const DOCUMENTS: [&str; 3] = ["README.md", "unity-package/README.md", "unity-package/Documentation~/index.md"];

/// Compiles every block. A block lies in a namespace of its own, since two may define the same class.
pub fn compile_code(workspace: &Workspace, build: &Build) -> Result<String> {
    let folder = build.folder.join("documents");
    std::fs::create_dir_all(&folder)?;
    let mut count = 0;
    for document in DOCUMENTS {
        let text = std::fs::read_to_string(workspace.root.join(document)).with_context(|| document.to_owned())?;
        for block in blocks(&text) {
            count += 1;
            std::fs::write(folder.join(format!("Block{count}.cs")), in_namespace(&block, count))?;
        }
    }
    if count == 0 {
        bail!("the documents hold no C#");
    }
    let references = ["GridStar.Core.dll", "GridStar.Unity.dll", "UnityEngine.dll"];
    build.compile_folder("Documents.dll", &folder, &references)?;
    Ok(format!("{count} blocks"))
}

fn blocks(markdown: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<String> = None;
    for line in markdown.lines() {
        match &mut open {
            None if line.trim() == "```csharp" => open = Some(String::new()),
            None => {}
            Some(_) if line.trim() == "```" => blocks.extend(open.take()),
            Some(block) => {
                let _ = writeln!(block, "{line}");
            }
        }
    }
    blocks
}

/// `using` lines stay on top, as C# wants them.
fn in_namespace(block: &str, number: usize) -> String {
    let (usings, rest): (Vec<&str>, Vec<&str>) = block.lines().partition(|line| line.starts_with("using "));
    format!("{}\nnamespace Document{number} {{\n{}\n}}\n", usings.join("\n"), rest.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_other_languages_are_left_alone() {
        let text = "a\n```csharp\nusing X;\nclass A {}\n```\n```c\nint a;\n```\n```csharp\nclass B {}\n```\n";
        assert_eq!(blocks(text), ["using X;\nclass A {}\n", "class B {}\n"]);
        assert_eq!(in_namespace(&blocks(text)[0], 1), "using X;\nnamespace Document1 {\nclass A {}\n}\n");
    }
}
