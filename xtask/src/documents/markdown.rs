//! What the checks look at in a Markdown document, each with its line.

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
    pub headings: Vec<Heading>,
    pub blocks: Vec<Block>,
    /// Code within sentences.
    pub spans: Vec<Span>,
    /// Links and pictures.
    pub links: Vec<Link>,
}

/// A heading; lines count from 1.
pub struct Heading {
    pub line: usize,
    pub level: usize,
    /// What a link to it has behind its `#`, by GitHub's rule.
    pub anchor: String,
}

/// A code block.
pub struct Block {
    /// The first line of the code.
    pub line: usize,
    /// What stands behind the fence: the language and what else there is to say.
    pub info: String,
    pub code: String,
}

/// Code within a sentence.
pub struct Span {
    pub line: usize,
    pub code: String,
}

/// A link or a picture.
pub struct Link {
    pub line: usize,
    pub target: String,
}

impl Document {
    pub fn parse(path: String, text: &str) -> Self {
        let mut parsed = Self { path, headings: vec![], blocks: vec![], spans: vec![], links: vec![] };
        let mut anchors = Anchors::default();
        let mut title: Option<String> = None;
        let mut is_in_block = false;
        for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            let line = line_of(text, range.start);
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    parsed.headings.push(Heading { line, level: level as usize, anchor: String::new() });
                    title = Some(String::new());
                }
                Event::End(TagEnd::Heading(_)) => {
                    if let (Some(heading), Some(title)) = (parsed.headings.last_mut(), title.take()) {
                        heading.anchor = anchors.next(&title);
                    }
                }
                Event::Start(Tag::CodeBlock(kind)) => {
                    let (line, info) = match kind {
                        CodeBlockKind::Fenced(info) => (line + 1, info.trim().to_owned()),
                        CodeBlockKind::Indented => (line, String::new()),
                    };
                    parsed.blocks.push(Block { line, info, code: String::new() });
                    is_in_block = true;
                }
                Event::End(TagEnd::CodeBlock) => is_in_block = false,
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    parsed.links.push(Link { line, target: dest_url.into_string() });
                }
                Event::Text(piece) if is_in_block => {
                    if let Some(block) = parsed.blocks.last_mut() {
                        block.code += &piece;
                    }
                }
                Event::Text(piece) => title.iter_mut().for_each(|title| *title += &piece),
                Event::Code(piece) => {
                    title.iter_mut().for_each(|title| *title += &piece);
                    parsed.spans.push(Span { line, code: piece.into_string() });
                }
                _ => {}
            }
        }
        parsed
    }
}

fn line_of(text: &str, offset: usize) -> usize {
    text[..offset].matches('\n').count() + 1
}

/// Titles on their way to anchors: the second of two equal ones gets a number.
#[derive(Default)]
struct Anchors {
    seen: HashMap<String, usize>,
}

impl Anchors {
    fn next(&mut self, title: &str) -> String {
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
        let anchor: String = title.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-");
        let count = self.seen.entry(anchor.clone()).or_default();
        *count += 1;
        if *count == 1 { anchor } else { format!("{anchor}-{}", *count - 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_with_their_lines() {
        let text = "# A `b`, c\n\nsee [x](y.md#z) and `code`\n\n```csharp old\nint a;\n\n  b();\n```\n\n- item\n\n  ```c\n  int d;\n  ```\n";
        let document = Document::parse("d.md".into(), text);
        let heading = &document.headings[0];
        assert_eq!((heading.line, heading.level, heading.anchor.as_str()), (1, 1, "a-b-c"));
        assert_eq!((document.links[0].line, document.links[0].target.as_str()), (3, "y.md#z"));
        assert_eq!((document.spans[1].line, document.spans[1].code.as_str()), (3, "code"));
        let blocks: Vec<_> = document.blocks.iter().map(|b| (b.line, b.info.as_str(), b.code.as_str())).collect();
        assert_eq!(blocks, [(6, "csharp old", "int a;\n\n  b();\n"), (14, "c", "int d;\n")]);
    }

    #[test]
    fn anchors_follow_the_rule_of_the_site_that_shows_the_documents() {
        let text = "# Coming from `BaseGrid`\n\n## 从 BaseGrid 转来:第一步\n\n# A-b\n\n# A-b\n";
        let document = Document::parse("d.md".into(), text);
        let anchors: Vec<_> = document.headings.iter().map(|heading| heading.anchor.as_str()).collect();
        assert_eq!(anchors, ["coming-from-basegrid", "从-basegrid-转来第一步", "a-b", "a-b-1"]);
    }
}
