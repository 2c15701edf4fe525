//! Makes files of C# of code in documents. A block is a file of its own where it has `using` lines or types, else the
//! body of a method.

use super::markdown::{Document, Part};

/// Namespaces that a fragment may use without saying so.
const USINGS: &str = "using System;\nusing System.Collections;\nusing System.Collections.Generic;\nusing GridStar;\n\
    using UnityEngine;\n";

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_with_types_is_a_file_and_other_code_a_method() {
        let file = |text: &str, number| {
            let document = Document::parse("d.md".into(), text);
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
}
