//! Translations, `NAME.zh-CN.md` beside `NAME.md`: the same headings, code blocks and links, so that neither says what the other does not.
//! A document and its translation link to each other, which makes a missing one a link to nowhere.

use super::links::{self, Target};
use super::markdown::{Document, original};
use anyhow::{Context, Result, bail};

/// Holds each translation against its original and returns how many there are.
pub fn check(documents: &[Document]) -> Result<usize> {
    let mut count = 0;
    for translation in documents {
        let Some(original) = original(&translation.path) else { continue };
        let original = documents.iter().find(|document| document.path == original);
        let original = original.with_context(|| format!("{} is the translation of nothing", translation.path))?;
        compare(documents, original, translation)?;
        count += 1;
    }
    Ok(count)
}

fn compare(documents: &[Document], original: &Document, translation: &Document) -> Result<()> {
    let to_original = Target::Here(original.path.clone(), None);
    if !translation
        .links
        .iter()
        .any(|link| links::target(documents, translation, link).is_ok_and(|to| to == to_original))
    {
        bail!("{} does not link to {}", translation.path, original.path);
    }
    same_headings(original, translation)?;
    same_blocks(original, translation)?;
    same_links(documents, original, translation)
}

fn same_headings(original: &Document, translation: &Document) -> Result<()> {
    for (here, there) in translation.headings.iter().zip(&original.headings) {
        if here.level != there.level {
            let place = place(translation, here.line, original, there.line);
            bail!("{place}: a heading of level {}, and there one of level {}", here.level, there.level);
        }
    }
    let lines = |document: &Document| document.headings.iter().map(|heading| heading.line).collect::<Vec<_>>();
    same_count("headings", original, &lines(original), translation, &lines(translation))
}

fn same_blocks(original: &Document, translation: &Document) -> Result<()> {
    for (here, there) in translation.blocks.iter().zip(&original.blocks) {
        if here.info != there.info {
            let place = place(translation, here.line, original, there.line);
            bail!("{place}: a block of \"{}\", and there one of \"{}\"", here.info, there.info);
        }
        if here.code != there.code {
            // Blocks that differ only in their last line ends differ in the line behind the shorter one.
            let same = here.code.lines().zip(there.code.lines()).take_while(|(here, there)| here == there).count();
            let place = place(translation, here.line + same, original, there.line + same);
            bail!("{place}: another line of code");
        }
    }
    let lines = |document: &Document| document.blocks.iter().map(|block| block.line).collect::<Vec<_>>();
    same_count("code blocks", original, &lines(original), translation, &lines(translation))
}

/// In any order: a translated sentence may name its links the other way round.
fn same_links(documents: &[Document], original: &Document, translation: &Document) -> Result<()> {
    let targets = |document: &Document| -> Result<Vec<(Target, usize)>> {
        let resolve = |link| {
            let target = links::target(documents, document, link);
            Ok((target.with_context(|| format!("{}:{}", document.path, link.line))?, link.line))
        };
        document.links.iter().map(resolve).collect()
    };
    let (here, mut there) = (targets(translation)?, targets(original)?);
    for (target, line) in here {
        match there.iter().position(|(other, _)| *other == target) {
            Some(found) => drop(there.remove(found)),
            None => bail!("{}:{line}: a link that {} does not have", translation.path, original.path),
        }
    }
    match there.first() {
        Some((_, line)) => bail!("{}:{line}: a link that {} does not have", original.path, translation.path),
        None => Ok(()),
    }
}

fn same_count(what: &str, original: &Document, there: &[usize], translation: &Document, here: &[usize]) -> Result<()> {
    let (longer, lines, other) =
        if here.len() > there.len() { (translation, here, original) } else { (original, there, translation) };
    match lines.get(here.len().min(there.len())) {
        Some(line) => bail!("{}:{line}: one of the {what}, which {} does not have", longer.path, other.path),
        None => Ok(()),
    }
}

fn place(translation: &Document, here: usize, original: &Document, there: usize) -> String {
    format!("{}:{here} (at {}:{there})", translation.path, original.path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGINAL: &str = "# A\n\n[zh](a.zh-CN.md) [x](b.md#two) [y](https://example.com)\n\n## B\n\n```c\nint a;\n/* b */\n```\n\n```sh\nls\n```\n\n## C\n";
    const TRANSLATION: &str = "# 甲\n\n[en](a.md) [y](https://example.com) [x](b.zh-CN.md#二)\n\n\n\n## 乙\n\n```c\nint a;\n/* b */\n```\n\n```sh\nls\n```\n\n## 丙\n";

    fn verdict(translation: &str) -> Result<usize, String> {
        let document = |path: &str, text: &str| Document::parse(path.into(), text);
        let documents = [
            document("a.md", ORIGINAL),
            document("a.zh-CN.md", translation),
            document("b.md", "# one\n\n# two\n\n[zh](b.zh-CN.md)"),
            document("b.zh-CN.md", "# 一\n\n# 二\n\n[en](b.md)"),
        ];
        check(&documents).map_err(|error| format!("{error:#}"))
    }

    fn doctored(from: &str, to: &str) -> String {
        assert!(TRANSLATION.contains(from));
        verdict(&TRANSLATION.replace(from, to)).unwrap_err()
    }

    #[test]
    fn a_faithful_translation_passes() {
        assert_eq!(verdict(TRANSLATION), Ok(2));
    }

    #[test]
    fn headings_that_differ_are_reported_with_their_lines() {
        assert_eq!(
            doctored("## 乙", "### 乙"),
            "a.zh-CN.md:7 (at a.md:5): a heading of level 3, and there one of level 2"
        );
        assert_eq!(doctored("## 丙\n", ""), "a.md:16: one of the headings, which a.zh-CN.md does not have");
        assert_eq!(
            doctored("## 丙\n", "## 丙\n\n## 丁\n"),
            "a.zh-CN.md:20: one of the headings, which a.md does not have"
        );
    }

    #[test]
    fn code_that_differs_is_reported_with_its_line() {
        assert_eq!(doctored("/* b */", "/* 乙 */"), "a.zh-CN.md:11 (at a.md:9): another line of code");
        assert_eq!(doctored("/* b */\n", "/* b */\n\n"), "a.zh-CN.md:12 (at a.md:10): another line of code");
        assert_eq!(
            doctored("```sh", "```text"),
            "a.zh-CN.md:15 (at a.md:13): a block of \"text\", and there one of \"sh\""
        );
        assert_eq!(doctored("```sh\nls\n```\n", ""), "a.md:13: one of the code blocks, which a.zh-CN.md does not have");
    }

    #[test]
    fn links_that_differ_are_reported_with_their_lines() {
        assert_eq!(doctored("example.com", "example.cn"), "a.zh-CN.md:3: a link that a.md does not have");
        assert_eq!(doctored("#二", "#一"), "a.zh-CN.md:3: a link that a.md does not have");
        assert_eq!(doctored("[y](https://example.com)", ""), "a.md:3: a link that a.zh-CN.md does not have");
        assert_eq!(doctored("[en](a.md)", ""), "a.zh-CN.md does not link to a.md");
        assert!(doctored("#二", "#三").contains("no heading #三"));
    }

    #[test]
    fn a_translation_of_nothing_is_reported() {
        let alone = [Document::parse("c.zh-CN.md".into(), "# 甲")];
        assert!(check(&alone).unwrap_err().to_string().contains("c.zh-CN.md is the translation of nothing"));
    }
}
