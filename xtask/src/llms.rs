//! `cargo xtask llms`: the manual for programs that read, as <https://llmstxt.org> has it. `llms.txt` lists the pages,
//! and `llms-full.txt` has their text in one file. Both stand at the top of the repository, and a package has its own.

use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use std::fmt::Write as _;
use std::path::Path;

/// The list of pages.
pub const LIST: &str = "llms.txt";
/// The text of all pages.
pub const FULL: &str = "llms-full.txt";

const MANUAL: &str = "unity-package/Documentation~";
/// Pages for C, which lie in [`DOCS`].
const OF_C: [&str; 2] = ["c-guide.md", "c-reference.md"];
const DOCS: &str = "docs";

/// A page of the manual.
struct Page {
    file: String,
    title: String,
    /// The task that the index names for it, else its first sentence.
    summary: String,
    /// The text without the link to its translation.
    text: String,
}

/// Where the files of a list lie, seen from the list.
struct Places<'a> {
    manual: &'a str,
    /// Folder of the pages for C; none in a package, where the full file has their text.
    of_c: Option<&'a str>,
    header: &'a str,
}

const IN_REPOSITORY: Places =
    Places { manual: "unity-package/Documentation~/", of_c: Some("docs/"), header: "include/gridstar.h" };
const IN_PACKAGE: Places = Places { manual: "", of_c: None, header: "gridstar.h" };

/// Writes both files at the top of the repository and says how large they are.
pub fn write(workspace: &Workspace) -> Result<String> {
    write_into(&workspace.root, make(&workspace.root, &IN_REPOSITORY)?)
}

/// Writes both files into the manual of a package.
pub fn add_to_package(workspace: &Workspace, manual: &Path) -> Result<()> {
    write_into(manual, make(&workspace.root, &IN_PACKAGE)?).map(drop)
}

/// Fails where the files at the top of the repository are not those of the pages.
pub fn check(workspace: &Workspace) -> Result<String> {
    let made = make(&workspace.root, &IN_REPOSITORY)?;
    for (name, text) in &made {
        let standing = std::fs::read_to_string(workspace.root.join(name)).unwrap_or_default();
        ensure!(standing == *text, "{name} is not that of the pages: cargo xtask llms writes it");
    }
    Ok(sizes(&made))
}

fn write_into(folder: &Path, made: [(&str, String); 2]) -> Result<String> {
    for (name, text) in &made {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(sizes(&made))
}

fn sizes(made: &[(&str, String)]) -> String {
    made.iter().map(|(name, text)| format!("{name}: {} KB", text.len() / 1000)).collect::<Vec<_>>().join(", ")
}

fn make(root: &Path, places: &Places) -> Result<[(&'static str, String); 2]> {
    let read = |path: &str| std::fs::read_to_string(root.join(path)).with_context(|| path.to_owned());
    let index = read(&format!("{MANUAL}/index.md"))?;
    let names = std::fs::read_dir(root.join(MANUAL)).context(MANUAL)?;
    let names = names.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect::<Result<Vec<_>>>()?;
    let mut pages = vec![page("index.md", &index)?];
    for name in order(&index, &names)? {
        let page = page(name, &read(&format!("{MANUAL}/{name}"))?)?;
        pages.push(Page { summary: task(&index, name).unwrap_or(page.summary), ..page });
    }
    let of_c = OF_C.map(|name| page(name, &read(&format!("{DOCS}/{name}"))?));
    let of_c = of_c.into_iter().collect::<Result<Vec<_>>>()?;
    Ok([(LIST, list(&pages, &of_c, places)), (FULL, full(pages.iter().chain(&of_c)))])
}

/// The English pages in the order in which the index links them.
fn order<'a>(index: &str, names: &'a [String]) -> Result<Vec<&'a str>> {
    let is_page = |name: &&String| name.ends_with(".md") && !name.ends_with(".zh-CN.md") && *name != "index.md";
    let mut found = Vec::new();
    for name in names.iter().filter(is_page) {
        let at = [")", "#"].iter().filter_map(|end| index.find(&format!("]({name}{end}"))).min();
        found.push((at.with_context(|| format!("index.md has no link to {name}"))?, name.as_str()));
    }
    found.sort_unstable();
    Ok(found.into_iter().map(|(_, name)| name).collect())
}

fn page(file: &str, text: &str) -> Result<Page> {
    let Some((title, rest)) = text.strip_prefix("# ").and_then(|text| text.split_once('\n')) else {
        bail!("{file} does not begin with its title");
    };
    let is_translation = |line: &&str| line.starts_with('[') && line.ends_with(".zh-CN.md)");
    let rest: String =
        rest.lines().filter(|line| !is_translation(line)).fold(String::new(), |text, line| text + line + "\n");
    let plain = |paragraph: &&str| paragraph.starts_with(|first: char| first.is_alphabetic() || "[`".contains(first));
    let first = rest.split("\n\n").map(str::trim).find(plain).with_context(|| format!("{file} has no paragraph"))?;
    let summary = first_sentence(&without_links(&first.replace('\n', " ")));
    Ok(Page { file: file.to_owned(), title: title.to_owned(), summary, text: rest.trim().to_owned() })
}

fn first_sentence(text: &str) -> String {
    text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches(['.', ':']).to_owned()
}

/// Links of Markdown become their words.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let Some((_, behind)) = after.split_once(')') else { break };
        let begin = before.rfind('[').unwrap_or(before.len());
        plain += &before[..begin];
        plain += before.get(begin + 1..).unwrap_or("");
        rest = behind;
    }
    plain + rest
}

/// The index's table of tasks: what a page is good for, where it is the first page of a row.
fn task(index: &str, file: &str) -> Option<String> {
    let rows = index.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    let is_first = |pages: &str| {
        let target = pages.split_once("](").and_then(|(_, rest)| rest.split([')', '#']).next());
        !pages.contains(" | ") && target == Some(file)
    };
    rows.into_iter().find(|(_, pages)| is_first(pages)).map(|(task, _)| without_links(task))
}

fn list(pages: &[Page], of_c: &[Page], places: &Places) -> String {
    let mut text = String::from(
        "# GridStar\n\n> Shortest paths on grids of squares and hexagons for Unity games: C# over a native library, which \
         .NET, C and C++ can use without Unity. The C# namespace is `GridStar`, the package `com.gridstar.pathfinding`.\n\n",
    );
    text += &format!("All pages in one file: [{FULL}]({FULL}).\n\n## Manual\n\n");
    let mut line = |place: &str, page: &Page| {
        let _ = writeln!(text, "- [{}]({place}): {}", page.title, page.summary);
    };
    pages.iter().for_each(|page| line(&format!("{}{}", places.manual, page.file), page));
    for page in of_c {
        let place = places.of_c.map_or_else(|| FULL.to_owned(), |folder| format!("{folder}{}", page.file));
        line(&place, page);
    }
    let _ = write!(
        text,
        "\n## Reference\n\n- [C# types]({}reference/index.md): Every public type and member, a page a type\n\
         - [C header]({}): Every function with its statuses, limits and thread rule\n",
        places.manual, places.header
    );
    text
}

fn full<'a>(pages: impl Iterator<Item = &'a Page>) -> String {
    let mut text = String::from(
        "GridStar: the manual in one file. Each page begins with a line of = signs and the name of its file, by which \
         links between pages name it.\n",
    );
    for page in pages {
        let _ = write!(text, "\n{}\n{}\n\n# {}\n\n{}\n", "=".repeat(80), page.file, page.title, page.text);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: &str = "# Top\n\n[中](index.zh-CN.md)\n\nIt begins here. And goes on.\n\n[b](b.md#x) [a](a.md) \
        [b](b.md)\n\n| you want to | page |\n| --- | --- |\n| be [short](a.md) | [B](b.md#x), [a](a.md) |\n| three | [a](a.md) | cells |\n";

    fn root(pages: &[(&str, &str)]) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        let write = |path: String, text: &str| {
            let file = directory.path().join(path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        };
        write(format!("{DOCS}/c-guide.md"), "# From C\n\nFor programs.\n");
        write(format!("{DOCS}/c-reference.md"), "# Of C\n\nEach call.\n");
        write(format!("{MANUAL}/index.zh-CN.md"), "# 上\n");
        for (name, text) in pages {
            write(format!("{MANUAL}/{name}"), text);
        }
        directory
    }

    #[test]
    fn the_list_goes_by_the_index_and_has_first_sentences() {
        let a = "# A\n\n![p](p.png)\n\n> note\n\n`Go` is [a call](x.md) of\ntwo `int[,]`: see below. More.\n";
        let directory = root(&[("index.md", INDEX), ("a.md", a), ("b.md", "# B\n\nShort:\n")]);
        let [(_, list), (_, full)] = make(directory.path(), &IN_REPOSITORY).unwrap();
        let lines: Vec<&str> = list.lines().filter(|line| line.starts_with("- ")).collect();
        assert_eq!(
            lines[..5],
            [
                "- [Top](unity-package/Documentation~/index.md): It begins here",
                "- [B](unity-package/Documentation~/b.md): be short",
                "- [A](unity-package/Documentation~/a.md): `Go` is a call of two `int[,]`: see below",
                "- [From C](docs/c-guide.md): For programs",
                "- [Of C](docs/c-reference.md): Each call",
            ]
        );
        assert!(full.contains("\na.md\n\n# A\n\n![p](p.png)\n") && !full.contains("zh-CN"), "{full}");
        let [(_, list), _] = make(directory.path(), &IN_PACKAGE).unwrap();
        assert!(list.contains("(a.md)") && list.contains("(gridstar.h)") && !list.contains("docs/"), "{list}");
    }

    #[test]
    fn what_is_missing_is_told_in_a_line() {
        let fails = |pages: &[(&str, &str)], said: &str| {
            let error = format!("{:#}", make(root(pages).path(), &IN_REPOSITORY).unwrap_err());
            assert!(error.contains(said) && error.lines().count() == 1, "{error}");
        };
        fails(&[("index.md", INDEX), ("a.md", "# A\n\nText.\n"), ("c.md", "# C\n\nText.\n")], "no link to c.md");
        fails(&[("index.md", INDEX), ("a.md", "Text.\n")], "a.md does not begin with its title");
        fails(&[("index.md", INDEX), ("a.md", "# A\n\n| t |\n")], "a.md has no paragraph");
        fails(&[("a.md", "# A\n\nText.\n")], "index.md: No such file");
    }
}
