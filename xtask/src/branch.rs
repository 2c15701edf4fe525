//! `cargo xtask package --branch`: the package as a commit without a past, which holds nothing else, and its tag
//! `upm/VERSION`. Unity installs it by the repository's git URL, and registries that follow tags list it.

use crate::tarball;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Folder of the package in the commit, where the sources have it too: a URL names it by `?path=/unity-package`.
const FOLDER: &str = "unity-package";
/// Folder of the package in a tarball.
const PACKED: &str = "package/";

/// Commit and tag of a package.
pub struct Tagged {
    pub tag: String,
    pub commit: String,
    pub files: usize,
}

impl Tagged {
    /// Text for the person who publishes it.
    pub fn text(&self) -> String {
        let Self { tag, commit, files } = self;
        format!(
            "tagged {tag}: commit {commit} with {files} files in {FOLDER}/ and nothing else\n\
             to publish it: git push origin {tag}\n\
             in Unity, Install package from git URL: https://...git?path=/{FOLDER}#{tag}"
        )
    }
}

/// Commits the files of a tarball to a repository and tags the commit. Branches, the index and the working tree stay as
/// they are. Nothing refers to what a failure leaves.
pub fn write(repository: &Path, tarball: &Path) -> Result<Tagged> {
    let files = packaged(tarball)?;
    let tag = format!("upm/{}", version(tarball, &files)?);
    let reference = format!("refs/tags/{tag}");
    git(repository, &["rev-parse", "--git-dir"], &[])?;
    if git(repository, &["rev-parse", "--verify", "--quiet", &reference], &[]).is_ok() {
        bail!("the tag {tag} is there already: git tag --delete {tag} removes it");
    }
    let stream = fast_import(&reference, &committer(repository)?, &files);
    git(repository, &["fast-import", "--quiet"], &stream)?;
    let commit = git(repository, &["rev-parse", &reference], &[])?;
    Ok(Tagged { tag, commit: commit.trim().to_owned(), files: files.len() })
}

/// Files of a tarball by their names in the package.
fn packaged(tarball: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let read = tarball::read(tarball).map_err(|error| error.context(format!("{} is no tarball", tarball.display())))?;
    let inside = |(name, content): (String, Vec<u8>)| Some((name.strip_prefix(PACKED)?.to_owned(), content));
    Ok(read.into_iter().filter_map(inside).collect())
}

/// Version that the package's package.json names, which becomes a part of a tag.
fn version(tarball: &Path, files: &BTreeMap<String, Vec<u8>>) -> Result<String> {
    let manifest = files.get("package.json");
    let manifest = manifest.with_context(|| format!("{} has no {PACKED}package.json", tarball.display()))?;
    let manifest: serde_json::Value = serde_json::from_slice(manifest).context("package.json is no JSON")?;
    let version = manifest["version"].as_str().unwrap_or_default();
    let is_plain = version.split('.').all(|part| {
        !part.is_empty() && part.chars().all(|character| character.is_ascii_alphanumeric() || character == '-')
    });
    ensure!(is_plain, "package.json has the version {}, which can't be a tag", manifest["version"]);
    Ok(version.to_owned())
}

/// Name and mail of the person who commits, with the time of the commit that is checked out: the same package in the
/// same repository gives the same commit.
fn committer(repository: &Path) -> Result<String> {
    let identity = git(repository, &["var", "GIT_COMMITTER_IDENT"], &[])?;
    let Ok(time) = git(repository, &["log", "-1", "--format=%cd", "--date=raw"], &[]) else {
        return Ok(identity.trim().to_owned());
    };
    let name = identity.rsplit_once('>').map_or(identity.as_str(), |(name, _)| name);
    Ok(format!("{name}> {}", time.trim()))
}

/// Input of `git fast-import`, which takes bytes as they are, whatever git is set to do with the ends of lines.
fn fast_import(reference: &str, committer: &str, files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let message = format!("{}\n", reference.trim_start_matches("refs/tags/"));
    let mut stream =
        format!("commit {reference}\ncommitter {committer}\ndata {}\n{message}", message.len()).into_bytes();
    for (name, content) in files {
        stream.extend(format!("M 100644 inline {FOLDER}/{name}\ndata {}\n", content.len()).bytes());
        stream.extend(content);
        stream.push(b'\n');
    }
    stream
}

/// Runs git, hands it its input and returns what it prints. The error is a line.
fn git(repository: &Path, words: &[&str], input: &[u8]) -> Result<String> {
    let mut command = Command::new("git");
    command.current_dir(repository).args(words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound => anyhow::anyhow!("git is not installed, or {} is gone", repository.display()),
        _ => error.into(),
    })?;
    let written = child.stdin.take().context("git has an input")?.write_all(input);
    let Output { status, stdout, stderr } = child.wait_with_output()?;
    let said = String::from_utf8_lossy(&stderr);
    let reason = said.lines().find(|line| line.starts_with("fatal:")).or(said.lines().next()).unwrap_or("it failed");
    ensure!(status.success(), "git {}: {reason}", words[0]);
    written?;
    Ok(String::from_utf8_lossy(&stdout).into_owned())
}

/// Publishes a tarball as a tag in a bare repository below `folder`, clones the tag as Unity does, and compares the
/// clone with the tarball file by file.
pub fn check(tarball: &Path, folder: &Path) -> Result<String> {
    let [source, bare, clone] = ["source", "bare.git", "clone"].map(|name| folder.join(name));
    for old in [&source, &bare, &clone] {
        if old.exists() {
            std::fs::remove_dir_all(old)?;
        }
    }
    std::fs::create_dir_all(folder)?;
    git(folder, &["init", "--quiet", "source"], &[])?;
    git(folder, &["init", "--quiet", "--bare", "bare.git"], &[])?;
    git(&source, &["config", "user.name", "GridStar contributors"], &[])?;
    git(&source, &["config", "user.email", "nobody@example.com"], &[])?;
    let Tagged { tag, files, .. } = write(&source, tarball)?;
    git(&source, &["push", "--quiet", &bare.to_string_lossy(), &tag], &[])?;
    let url = format!("file://{}", bare.canonicalize()?.display());
    git(folder, &["clone", "--quiet", "--depth", "1", "--branch", &tag, &url, "clone"], &[])?;
    compare(tarball, &clone)?;
    Ok(format!("{tag}, {files} files as in the tarball"))
}

/// Fails unless a clone holds the files of a tarball and nothing else.
fn compare(tarball: &Path, clone: &Path) -> Result<()> {
    let mut expected = packaged(tarball)?;
    let is_git = |entry: &walkdir::DirEntry| entry.depth() == 1 && entry.file_name() == ".git";
    for entry in walkdir::WalkDir::new(clone).into_iter().filter_entry(|entry| !is_git(entry)) {
        let entry = entry?;
        if entry.file_type().is_file() {
            let inside = entry.path().strip_prefix(clone)?.to_string_lossy().replace('\\', "/");
            let content = inside.strip_prefix(&format!("{FOLDER}/")).and_then(|name| expected.remove(name));
            let content = content.with_context(|| format!("the tag holds {inside}, and the tarball does not"))?;
            ensure!(content == std::fs::read(entry.path())?, "{inside} of the tag is not that of the tarball");
        }
    }
    let missing = expected.into_keys().next();
    ensure!(missing.is_none(), "the tag lacks {}", missing.unwrap_or_default());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tarball::Packing;
    use std::path::PathBuf;

    const MANIFEST: &str = "{\"version\": \"1.2.3-dev\"}";

    fn pack(folder: &Path, files: &[(&str, &[u8])]) -> PathBuf {
        let content = folder.join("content");
        for (name, bytes) in files {
            let file = content.join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, bytes).unwrap();
        }
        let tarball = folder.join("package.tgz");
        tarball::write(&content, &tarball, Packing::Quick).unwrap();
        tarball
    }

    fn package(folder: &Path) -> PathBuf {
        let strange: &[u8] = b"\x00\xff\ndata 5\n\r\n";
        pack(
            folder,
            &[
                ("package.json", MANIFEST.as_bytes()),
                ("Plugins/Linux/x86_64/lib.so", strange),
                ("Documentation~/a b \"c\".md", b"ends of lines\r\nstay\r\n"),
                ("Documentation~/\u{4e2d}\u{6587}.md", b""),
            ],
        )
    }

    #[test]
    fn a_clone_of_the_tag_in_a_bare_repository_is_the_tarball() {
        let directory = tempfile::tempdir().unwrap();
        let tarball = package(directory.path());
        assert_eq!(check(&tarball, &directory.path().join("tag")).unwrap(), "upm/1.2.3-dev, 4 files as in the tarball");
    }

    #[test]
    fn the_last_release_can_be_installed_by_a_tag() {
        let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dist");
        let files = std::fs::read_dir(dist).unwrap().map(|entry| entry.unwrap().path());
        let tarball = files.into_iter().find(|file| file.extension().is_some_and(|it| it == "tgz")).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let said = check(&tarball, directory.path()).unwrap();
        let count: usize = said.split(' ').nth(1).unwrap().parse().unwrap();
        assert!(said.starts_with("upm/") && count > 300, "{said}");
    }

    #[test]
    fn a_clone_that_differs_is_told() {
        let directory = tempfile::tempdir().unwrap();
        let tarball = package(directory.path());
        check(&tarball, directory.path()).unwrap();
        let clone = directory.path().join("clone");
        let verdict = || compare(&tarball, &clone).unwrap_err().to_string();
        std::fs::write(clone.join("more.txt"), "").unwrap();
        assert_eq!(verdict(), "the tag holds more.txt, and the tarball does not");
        std::fs::remove_file(clone.join("more.txt")).unwrap();
        std::fs::write(clone.join("unity-package/package.json"), "{}").unwrap();
        assert_eq!(verdict(), "unity-package/package.json of the tag is not that of the tarball");
        std::fs::remove_file(clone.join("unity-package/package.json")).unwrap();
        assert_eq!(verdict(), "the tag lacks package.json");
    }

    #[test]
    fn the_commit_has_no_past_and_touches_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let tarball = package(directory.path());
        let repository = directory.path().join("repository");
        std::fs::create_dir_all(&repository).unwrap();
        let run = |words: &[&str]| git(&repository, words, &[]).unwrap();
        run(&["init", "--quiet"]);
        run(&["config", "user.name", "A"]);
        run(&["config", "user.email", "a@example.com"]);
        run(&["config", "core.autocrlf", "true"]);
        run(&["commit", "--quiet", "--allow-empty", "--message", "begin"]);
        std::fs::write(repository.join("staged.txt"), "").unwrap();
        run(&["add", "staged.txt"]);
        let before = (run(&["status", "--porcelain"]), run(&["for-each-ref", "refs/heads"]));
        let tagged = write(&repository, &tarball).unwrap();
        assert_eq!((run(&["status", "--porcelain"]), run(&["for-each-ref", "refs/heads"])), before);
        assert_eq!(run(&["rev-list", "--count", "upm/1.2.3-dev"]).trim(), "1");
        assert_eq!(run(&["ls-tree", "--name-only", "upm/1.2.3-dev"]).trim(), "unity-package");
        assert!(tagged.text().contains("?path=/unity-package#upm/1.2.3-dev"));
        let again = write(&repository, &tarball).err().unwrap().to_string();
        assert!(again.starts_with("the tag upm/1.2.3-dev is there already"), "{again}");
        run(&["tag", "--delete", "upm/1.2.3-dev"]);
        assert_eq!(write(&repository, &tarball).unwrap().commit, tagged.commit, "the same again");
    }

    #[test]
    fn what_can_not_be_tagged_is_told_in_a_line() {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path();
        let fails = |repository: &Path, tarball: &Path, said: &str| {
            let error = write(repository, tarball).err().unwrap();
            let text = format!("{error:#}");
            assert!(text.contains(said) && text.lines().count() == 1, "{text}");
        };
        let tarball = package(folder);
        fails(folder, &tarball, "git rev-parse: fatal: not a git repository");
        fails(&folder.join("nowhere"), &tarball, "nowhere is gone");
        fails(folder, &folder.join("no.tgz"), "no.tgz is no tarball");
        std::fs::write(folder.join("text.tgz"), "text").unwrap();
        fails(folder, &folder.join("text.tgz"), "text.tgz is no tarball");
        git(folder, &["init", "--quiet"], &[]).unwrap();
        for (manifest, said) in [("{", "is no JSON"), ("{}", "version null"), ("{\"version\": \"../1\"}", "can't be")] {
            let other = folder.join(said);
            fails(folder, &pack(&other, &[("package.json", manifest.as_bytes())]), said);
        }
        fails(folder, &pack(&folder.join("none"), &[("a.txt", b"")]), "has no package/package.json");
        let tags = git(folder, &["tag"], &[]).unwrap();
        assert!(tags.is_empty(), "{tags}");
        let clone = git(folder, &["clone", "--branch", "upm/9.9.9", ".", "clone"], &[]).unwrap_err().to_string();
        assert!(clone.contains("upm/9.9.9") && clone.lines().count() == 1 && !folder.join("clone").exists(), "{clone}");
    }
}
