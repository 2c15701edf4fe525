//! Origin of a package: the file in it that names commit and compilers.

use anyhow::{Context, Result, ensure};

/// The file in the package that names commit and compilers.
pub const ORIGIN: &str = "BUILD.txt";

/// Origin of a package.
#[derive(Debug, PartialEq, Eq)]
pub struct Origin {
    pub commit: String,
    /// A platform's name, and what compiled and linked its library.
    pub compilers: Vec<(String, String)>,
}

impl Origin {
    /// Text of the file in the package.
    pub fn text(&self) -> String {
        let lines = self.compilers.iter().map(|(target, with)| format!("{target}: {with}\n"));
        format!("commit: {}\n{}", self.commit, lines.collect::<String>())
    }

    pub fn parse(text: &str) -> Result<Self> {
        let mut lines = text.lines().filter_map(|line| line.split_once(": "));
        let commit = lines.next().filter(|(key, _)| *key == "commit").map(|(_, commit)| commit);
        // It goes to git as an argument.
        let is_hash = |commit: &&str| commit.len() == 40 && commit.chars().all(|digit| digit.is_ascii_hexdigit());
        let commit = commit.filter(is_hash).with_context(|| format!("{ORIGIN} names no commit"))?;
        let compilers: Vec<_> = lines.map(|(target, with)| (target.to_owned(), with.to_owned())).collect();
        ensure!(!compilers.is_empty(), "{ORIGIN} names no library");
        Ok(Self { commit: commit.to_owned(), compilers })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin() -> Origin {
        let compilers = vec![("linux-x86_64".into(), "rustc 1.2.3; zig 4".into())];
        Origin { commit: "0123456789abcdef0123456789abcdef01234567".into(), compilers }
    }

    #[test]
    fn what_a_package_was_made_of_can_be_read_back() {
        assert_eq!(Origin::parse(&origin().text()).unwrap(), origin());
        for bad in ["", "commit: main\nlinux-x86_64: rustc\n", "linux-x86_64: rustc\n", "commit: --upload-pack=x\n"] {
            assert!(Origin::parse(bad).is_err(), "{bad}");
        }
        let without_libraries = format!("commit: {}\n", origin().commit);
        assert!(Origin::parse(&without_libraries).is_err());
    }
}
