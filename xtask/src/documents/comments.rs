//! Comments in the code of documents, which a translation translates.

/// A line of code, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Text before the comment, without blanks at its end.
    pub code: &'a str,
    /// With the signs that begin it.
    pub comment: Option<&'a str>,
}

/// Splits a line of a block, of which `info` stands behind the fence.
pub fn split<'a>(info: &str, line: &'a str) -> Line<'a> {
    let starts: &[&str] = match info.split(' ').next() {
        Some("csharp" | "c") => &["//", "/*"],
        Some("sh") => &["#"],
        _ => &[],
    };
    let at = comment_start(line, starts);
    let (code, comment) = line.split_at(at.unwrap_or(line.len()));
    Line { code: code.trim_end(), comment: at.map(|_| comment) }
}

/// The first of some signs outside of quotes.
fn comment_start(line: &str, starts: &[&str]) -> Option<usize> {
    let mut quote = None;
    let mut is_escaped = false;
    for (at, c) in line.char_indices() {
        let begins = quote.is_none() && starts.iter().any(|start| line[at..].starts_with(start));
        if begins {
            return Some(at);
        }
        if !is_escaped && matches!(c, '"' | '\'') {
            match quote {
                None => quote = Some(c),
                Some(open) if open == c => quote = None,
                Some(_) => {}
            }
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_code_and_a_comment() {
        for (info, line, code, comment) in [
            ("csharp", "    a();  // b", "    a();", Some("// b")),
            ("csharp old", "/// <b>c</b>", "", Some("/// <b>c</b>")),
            ("csharp", "a(\"http://b\");", "a(\"http://b\");", None),
            ("csharp", "a('\"'); // \"b", "a('\"');", Some("// \"b")),
            ("csharp", "a(\"\\\"//\");", "a(\"\\\"//\");", None),
            ("c", "a; /* b */", "a;", Some("/* b */")),
            ("sh", "ls a  # b", "ls a", Some("# b")),
            ("sh", "echo '#'", "echo '#'", None),
            ("text", "#..// a", "#..// a", None),
        ] {
            assert_eq!(split(info, line), Line { code, comment }, "{line}");
        }
    }
}
