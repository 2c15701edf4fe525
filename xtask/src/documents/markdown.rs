//! The parts of a Markdown document that the checks look at, each with its line.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::collections::HashMap;

/// The path of the document that one is a translation of; `None` for what is no translation.
pub fn original(path: &str) -> Option<String> {
    Some(format!("{}.md", path.strip_suffix(".zh-CN.md")?))
}

/// A document, taken apart.
pub struct Document {
    /// From the root, with slashes.
    pub path: String,
    pub parts: Vec<Part>,
}

/// A part of a document.
pub struct Part {
    pub kind: Kind,
    /// Where it begins, from 1; of a code block its first line of code.
    pub line: usize,
    pub text: String,
}

/// Kind of a part, which says what its text is.
#[derive(PartialEq, Eq)]
pub enum Kind {
    /// Heading of a level; the text is what a link to it has behind its `#`, by GitHub's rule.
    Heading(usize),
    /// Code with what stands behind its fence: the language and what else there is to say.
    Block(String),
    /// Code within a sentence.
    Span,
    /// A link or a picture; the text is its target.
    Link,
    /// An end of a line between two Chinese characters, which is shown as a blank in the middle of a word.
    Tear,
}

/// Whether a character is Chinese, and no punctuation.
pub fn is_chinese(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}')
}

impl Document {
    pub fn parse(path: String, text: &str) -> Self {
        let mut parts: Vec<Part> = Vec::new();
        // The heading or block that has begun.
        let mut open: Option<usize> = None;
        let mut anchors: HashMap<String, usize> = HashMap::new();
        for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            let line = text[..range.start].matches('\n').count() + 1;
            let mut begin = |kind, line, text: &str| parts.push(Part { kind, line, text: text.to_owned() });
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    begin(Kind::Heading(level as usize), line, "");
                    open = Some(parts.len() - 1);
                }
                Event::Start(Tag::CodeBlock(kind)) => {
                    match kind {
                        CodeBlockKind::Fenced(info) => begin(Kind::Block(info.trim().to_owned()), line + 1, ""),
                        CodeBlockKind::Indented => begin(Kind::Block(String::new()), line, ""),
                    }
                    open = Some(parts.len() - 1);
                }
                Event::End(TagEnd::Heading(_)) => {
                    if let Some(at) = open.take() {
                        parts[at].text = anchor(&mut anchors, &parts[at].text);
                    }
                }
                Event::End(TagEnd::CodeBlock) => open = None,
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    begin(Kind::Link, line, &dest_url);
                }
                Event::SoftBreak => {
                    let next = text[range.end..].trim_start_matches(['>', ' ']);
                    if text[..range.start].ends_with(is_chinese) && next.starts_with(is_chinese) {
                        begin(Kind::Tear, line, "");
                    }
                }
                Event::Text(piece) => open.iter().for_each(|&at| parts[at].text += &piece),
                Event::Code(piece) => {
                    begin(Kind::Span, line, &piece);
                    open.iter().for_each(|&at| parts[at].text += &piece);
                }
                _ => {}
            }
        }
        Self { path, parts }
    }

    /// The parts of a kind.
    pub fn of(&self, kind: &Kind) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(move |part| part.kind == *kind)
    }

    pub fn headings(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| matches!(part.kind, Kind::Heading(_)))
    }

    /// Text behind the fence of each code block, and the block.
    pub fn blocks(&self) -> impl Iterator<Item = (&str, &Part)> {
        self.parts.iter().filter_map(|part| match &part.kind {
            Kind::Block(info) => Some((info.as_str(), part)),
            _ => None,
        })
    }

    /// The blocks of code of one language.
    pub fn blocks_of(&self, language: &str) -> impl Iterator<Item = &Part> {
        self.blocks().filter(move |(info, _)| *info == language).map(|(_, block)| block)
    }
}

/// The anchor of a title: the second of two equal ones gets a number.
fn anchor(seen: &mut HashMap<String, usize>, title: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
    let anchor: String = title.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-");
    let count = seen.entry(anchor.clone()).or_default();
    *count += 1;
    if *count == 1 { anchor } else { format!("{anchor}-{}", *count - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_with_their_lines() {
        let text = "# A `b`, c\n\nsee [x](y.md#z) and `code`\n\n```csharp old\nint a;\n\n  b();\n```\n\n\
            - item\n\n  ```c\n  int d;\n  ```\n";
        let document = Document::parse("d.md".into(), text);
        let lines = |parts: &mut dyn Iterator<Item = &Part>| {
            parts.map(|part| (part.line, part.text.clone())).collect::<Vec<_>>()
        };
        assert_eq!(lines(&mut document.headings()), [(1, "a-b-c".into())]);
        assert_eq!(lines(&mut document.of(&Kind::Link)), [(3, "y.md#z".into())]);
        assert_eq!(lines(&mut document.of(&Kind::Span)), [(1, "b".into()), (3, "code".into())]);
        let blocks: Vec<_> = document.blocks().map(|(info, b)| (b.line, info, b.text.as_str())).collect();
        assert_eq!(blocks, [(6, "csharp old", "int a;\n\n  b();\n"), (14, "c", "int d;\n")]);
    }

    #[test]
    fn a_line_that_ends_within_a_chinese_word_is_found() {
        let text = "甲，\n乙\n`丙`丁\n戊\n\n- 己\n  庚 a\n  辛\n\n> 壬\n> 癸\n";
        let document = Document::parse("d.md".into(), text);
        let lines: Vec<_> = document.of(&Kind::Tear).map(|tear| tear.line).collect();
        assert_eq!(lines, [3, 6, 10]);
    }

    #[test]
    fn anchors_follow_the_rule_of_the_site_that_shows_the_documents() {
        let text = "# Coming from `BaseGrid`\n\n## 从 BaseGrid 转来：第一步\n\n# A-b\n\n# A-b\n";
        let document = Document::parse("d.md".into(), text);
        let anchors: Vec<_> = document.headings().map(|heading| heading.text.as_str()).collect();
        assert_eq!(anchors, ["coming-from-basegrid", "从-basegrid-转来第一步", "a-b", "a-b-1"]);
    }
}
