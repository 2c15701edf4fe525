//! Translations, `NAME.zh-CN.md` beside `NAME.md`: the same headings, code blocks and links, so that neither says what
//! the other does not. Comments in code are translated, code is the same. A document and its translation link to each
//! other, which makes a missing one a link to nowhere.

use super::comments::{self, Line};
use super::links;
use super::markdown::{Document, Kind, is_chinese, original};
use anyhow::{Context, Result, bail, ensure};

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
    let (here, there) = (links_of(documents, translation)?, links_of(documents, original)?);
    let leads_back = here.iter().any(|(link, _)| *link == original.path);
    ensure!(leads_back, "{} does not link to {}", translation.path, original.path);
    same(original, there, translation, here)?;
    same(original, outline(original), translation, outline(translation))?;
    comments_are_translated(translation)?;
    let tear = translation.of(&Kind::Tear).next().map_or(0, |tear| tear.line);
    ensure!(tear == 0, "{}:{tear} ends within a word", translation.path);
    Ok(())
}

/// Fails at a comment in code without a Chinese character.
fn comments_are_translated(translation: &Document) -> Result<()> {
    for (info, block) in translation.blocks() {
        for (line, text) in (block.line..).zip(block.text.lines()) {
            let comment = comments::split(info, text).comment.unwrap_or("");
            let is_said = comment.contains(is_chinese) || !comment.contains(char::is_alphabetic);
            ensure!(is_said, "{}:{line} has a comment that is not translated: {comment}", translation.path);
        }
    }
    Ok(())
}

/// Headings, and code blocks line by line without what comments say, each with its line.
fn outline(document: &Document) -> Vec<(String, usize)> {
    let mut outline = Vec::new();
    for part in &document.parts {
        match &part.kind {
            Kind::Heading(level) => outline.push((format!("a heading of level {level}"), part.line)),
            Kind::Block(info) => {
                outline.push((format!("a block of \"{info}\""), part.line));
                let code = |line| {
                    let Line { code, comment } = comments::split(info, line);
                    format!("the code {code:?}{}", comment.map_or("", |_| " and a comment"))
                };
                outline.extend(part.text.lines().map(code).zip(part.line..));
            }
            Kind::Span | Kind::Link | Kind::Tear => {}
        }
    }
    outline
}

/// Sorted, for a translated sentence may name its links the other way round.
fn links_of(documents: &[Document], document: &Document) -> Result<Vec<(String, usize)>> {
    let resolved = document.of(&Kind::Link).map(|link| {
        let target = links::target(documents, document, &link.text);
        Ok((target.with_context(|| format!("{}:{}", document.path, link.line))?, link.line))
    });
    let mut links = resolved.collect::<Result<Vec<_>>>()?;
    links.sort();
    Ok(links)
}

/// Fails at the first difference.
fn same(
    original: &Document,
    there: Vec<(String, usize)>,
    translation: &Document,
    here: Vec<(String, usize)>,
) -> Result<()> {
    for at in 0..here.len().max(there.len()) {
        let what = |list: &[(String, usize)]| list.get(at).map(|(what, _)| what.clone());
        if what(&here) != what(&there) {
            let say = |document: &Document, list: &[(String, usize)]| match list.get(at) {
                Some((what, line)) => format!("{}:{line} has {what}", document.path),
                None => format!("{} has no more", document.path),
            };
            bail!("{}; {}", say(translation, &here), say(original, &there));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGINAL: &str = "# A\n\n[zh](a.zh-CN.md) [x](b.md#two) [y](https://example.com)\n\n## B\n\n\
        ```c\nint a;\n/* b */\n```\n\n```sh\nls\n```\n\n## C\n";
    const TRANSLATION: &str = "# 甲\n\n[en](a.md) [y](https://example.com) [x](b.zh-CN.md#二)\n\n\n\n## 乙\n\n\
        ```c\nint a;\n/* 乙 */\n```\n\n```sh\nls\n```\n\n## 丙\n";

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

    #[test]
    fn a_faithful_translation_passes() {
        assert_eq!(verdict(TRANSLATION), Ok(2));
    }

    #[test]
    fn what_differs_is_reported_with_its_lines() {
        for (from, to, error) in [
            ("## 乙", "### 乙", "a.zh-CN.md:7 has a heading of level 3; a.md:5 has a heading of level 2"),
            ("## 丙\n", "", "a.zh-CN.md has no more; a.md:16 has a heading of level 2"),
            ("## 丙\n", "## 丙\n\n## 丁\n", "a.zh-CN.md:20 has a heading of level 2; a.md has no more"),
            ("int a", "int b", "a.zh-CN.md:10 has the code \"int b;\"; a.md:8 has the code \"int a;\""),
            ("/* 乙 */", "", "a.zh-CN.md:11 has the code \"\"; a.md:9 has the code \"\" and a comment"),
            ("/* 乙 */", "/* b */", "a.zh-CN.md:11 has a comment that is not translated: /* b */"),
            ("/* 乙 */\n", "/* 乙 */\n\n", "a.zh-CN.md:12 has the code \"\"; a.md:13 has a block of \"sh\""),
            ("```sh", "```text", "a.zh-CN.md:15 has a block of \"text\"; a.md:13 has a block of \"sh\""),
            ("example.com", "example.cn", "a.zh-CN.md:3 has https://example.cn; a.md:3 has https://example.com"),
            ("#二", "#一", "a.zh-CN.md:3 has b.md#0; a.md:3 has b.md#1"),
            ("[y](https://example.com)", "", "a.zh-CN.md has no more; a.md:3 has https://example.com"),
            ("[en](a.md)", "", "a.zh-CN.md does not link to a.md"),
            ("## 乙", "甲\n乙\n\n## 乙", "a.zh-CN.md:7 ends within a word"),
            ("#二", "#三", "a.zh-CN.md:3: b.zh-CN.md has no heading #三"),
        ] {
            assert!(TRANSLATION.contains(from));
            assert_eq!(verdict(&TRANSLATION.replace(from, to)), Err(error.to_owned()));
        }
    }

    #[test]
    fn a_translation_of_nothing_is_reported() {
        let alone = [Document::parse("c.zh-CN.md".into(), "# 甲")];
        assert!(check(&alone).unwrap_err().to_string().contains("c.zh-CN.md is the translation of nothing"));
    }
}
