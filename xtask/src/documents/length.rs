//! A page of the manual that is too long to be read at one sitting is split.

use super::markdown::Document;
use anyhow::{Result, ensure};

const MANUAL: &str = "unity-package/Documentation~/";
/// Pages made by a program, in which readers look something up.
const REFERENCE: &str = "unity-package/Documentation~/reference";
const WORDS: usize = 1500;

/// Fails on the first page of the manual with more words than [`WORDS`], code and tables included. `text` reads a page.
pub fn check(documents: &[Document], text: impl Fn(&str) -> Result<String>) -> Result<()> {
    let is_page = |path: &str| path.starts_with(MANUAL) && !path.starts_with(REFERENCE);
    for document in documents.iter().filter(|document| is_page(&document.path)) {
        let words = text(&document.path)?.split_whitespace().count();
        ensure!(words <= WORDS, "{} has {words} words, more than {WORDS}: split it", document.path);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_is_too_long_is_reported() {
        let verdict = |path: &str, words: usize| {
            let text = "word ".repeat(words);
            let page = [Document::parse(path.into(), &text)];
            check(&page, |_| Ok(text.clone())).map_err(|error| error.to_string())
        };
        let page = format!("{MANUAL}a.md");
        assert_eq!(verdict(&page, WORDS), Ok(()));
        let long = verdict(&page, WORDS + 1).unwrap_err();
        assert!(long.starts_with(&format!("{page} has 1501 words")), "{long}");
        assert_eq!(verdict("benches/NOTES.md", 9 * WORDS), Ok(()));
        assert_eq!(verdict(&format!("{MANUAL}reference-grid.md"), 9 * WORDS), Ok(()));
    }
}
