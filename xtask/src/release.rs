//! A release: the tarball with the libraries of all platforms that could be built, its checksum, and what it was made
//! of, so that anybody can build the same again and compare.

use crate::command::quietly;
use crate::layout::{Packaged, lay_out};
use crate::libraries::builder::Builder;
use crate::libraries::for_package::built;
use crate::libraries::targets::Target;
use crate::origin::{ORIGIN, Origin};
use crate::tarball;
use crate::workspace::{Workspace, cargo};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Upper bound of a release's size, in bytes.
const LARGEST: u64 = 10_000_000;
const SUMS: &str = "SHA256SUMS";

/// Builds what can be built here and writes the release into `out`.
pub fn write(workspace: &Workspace, builder: &Builder, targets: &[String], out: &Path) -> Result<()> {
    let commit = clean_commit(workspace)?;
    let libraries = built(builder, targets)?;
    let named = libraries.iter().map(|(target, _)| Ok((target.name.to_owned(), builder.compilers(target)?)));
    let origin = Origin { commit, compilers: named.collect::<Result<_>>()? };
    let made = workspace.target.join("release-package");
    std::fs::create_dir_all(&made)?;
    let Packaged { tarball, .. } = lay_out(workspace, &libraries, Some(&origin), &made)?;
    ensure_size(&tarball, LARGEST)?;
    std::fs::create_dir_all(out)?;
    let name = tarball.file_name().context("the tarball has a name")?;
    let released = out.join(name);
    std::fs::copy(&tarball, &released)?;
    let sum = tarball::sha256(&released)?;
    std::fs::write(out.join(SUMS), format!("{sum}  {}\n", name.to_string_lossy()))?;
    print!("{}", origin.text());
    println!("{} bytes, SHA-256 {sum}", std::fs::metadata(&released)?.len());
    println!("for Package Manager, Add package from tarball: {}", released.display());
    Ok(())
}

fn ensure_size(tarball: &Path, largest: u64) -> Result<()> {
    let size = std::fs::metadata(tarball)?.len();
    ensure!(size <= largest, "{} has {size} bytes, and a release at most {largest}", tarball.display());
    Ok(())
}

/// The commit that is checked out, if nothing was changed since.
fn clean_commit(workspace: &Workspace) -> Result<String> {
    let git = |words: &[&str]| quietly(Command::new("git").current_dir(&workspace.root).args(words));
    let changed = git(&["status", "--porcelain"])?;
    ensure!(changed.is_empty(), "a release is built from a commit; these files are not committed:\n{changed}");
    Ok(git(&["rev-parse", "HEAD"])?.trim().to_owned())
}

/// Builds the commit that a tarball names, with the compilers that it names, and compares the two.
pub fn verify(workspace: &Workspace, builder: &Builder, given: &Path) -> Result<()> {
    let given = given.canonicalize().with_context(|| given.display().to_string())?;
    check_sum(&given)?;
    let entries = tarball::read(&given)?;
    let text = entries.get(&format!("package/{ORIGIN}"));
    let text = text.with_context(|| format!("{} holds no package/{ORIGIN}", given.display()))?;
    let origin = Origin::parse(&String::from_utf8_lossy(text))?;
    println!("{} says that it was made of commit {}", given.display(), origin.commit);
    ensure_compilers(&origin, |target| builder.compilers(target))?;
    let rebuilt = rebuild(workspace, &origin, given.file_name().context("a tarball has a name")?)?;
    report(&given, &rebuilt)?;
    if entries.contains_key(tarball::SIGNATURE) {
        println!("the same files; the signature {} is left aside", tarball::SIGNATURE);
    } else {
        println!("the same, byte for byte: {}", tarball::sha256(&given)?);
    }
    Ok(())
}

/// Holds the tarball against the checksums beside it, where there are any.
fn check_sum(tarball: &Path) -> Result<()> {
    let Ok(sums) = std::fs::read_to_string(tarball.with_file_name(SUMS)) else {
        println!("no {SUMS} lies beside the tarball");
        return Ok(());
    };
    let name = tarball.file_name().unwrap_or_default().to_string_lossy();
    let named = sums.lines().filter_map(|line| line.split_once("  ")).find(|(_, file)| *file == name);
    let (expected, _) = named.with_context(|| format!("{SUMS} does not name {name}"))?;
    if tarball::sha256(tarball)? != expected {
        // The comparison goes on to say which file it is.
        println!("{SUMS} has another sum for {name}: the file was changed after the release was made");
    }
    Ok(())
}

/// Fails where this machine would build with other compilers.
fn ensure_compilers(origin: &Origin, here: impl Fn(&Target) -> Result<String>) -> Result<()> {
    let mut others = String::new();
    for (name, with) in &origin.compilers {
        let targets = Target::named(std::slice::from_ref(name))?;
        let target = targets.first().with_context(|| format!("{name} is no platform"))?;
        let here = here(target)?;
        if here != *with {
            others += &format!("\n{name}: built with {with}\n  this machine has {here}");
        }
    }
    ensure!(others.is_empty(), "the compilers that the package was built with are not installed here:{others}");
    Ok(())
}

/// Builds a commit's release in a checkout of its own, by that commit's own commands.
fn rebuild(workspace: &Workspace, origin: &Origin, name: &std::ffi::OsStr) -> Result<PathBuf> {
    let folder = workspace.target.join("verify");
    let (source, out) = (folder.join("source"), folder.join("dist"));
    for old in [&source, &out] {
        if old.exists() {
            std::fs::remove_dir_all(old)?;
        }
    }
    std::fs::create_dir_all(&folder)?;
    quietly(
        Command::new("git").args(["clone", "--quiet", "--shared", "--no-checkout"]).arg(&workspace.root).arg(&source),
    )?;
    let mut checkout = Command::new("git");
    checkout.current_dir(&source).args(["checkout", "--quiet", "--detach", &origin.commit]);
    quietly(&mut checkout).with_context(|| format!("this repository has no commit {}", origin.commit))?;
    let targets: Vec<&str> = origin.compilers.iter().map(|(target, _)| target.as_str()).collect();
    println!("building {} in {}", targets.join(", "), source.display());
    let mut command = cargo();
    command.current_dir(&source).env("CARGO_TARGET_DIR", folder.join("target"));
    command.args(["run", "--quiet", "--locked", "--package", "xtask", "--", "package", "--release"]);
    command.args(["--targets", &targets.join(","), "--out"]).arg(&out);
    quietly(&mut command)?;
    let rebuilt = out.join(name);
    ensure!(rebuilt.exists(), "commit {} builds no {}", origin.commit, name.to_string_lossy());
    Ok(rebuilt)
}

/// An error that names what differs.
fn report(given: &Path, rebuilt: &Path) -> Result<()> {
    let lines: String =
        tarball::compare(given, rebuilt)?.iter().map(|difference| format!("\n  {difference}")).collect();
    ensure!(lines.is_empty(), "{} is not what its commit builds:{lines}", given.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin() -> Origin {
        let compilers = vec![("linux-x86_64".into(), "rustc 1.2.3; zig 4".into())];
        Origin { commit: "0123456789abcdef0123456789abcdef01234567".into(), compilers }
    }

    #[test]
    fn other_compilers_are_refused_by_name() {
        ensure_compilers(&origin(), |_| Ok("rustc 1.2.3; zig 4".into())).unwrap();
        let error = ensure_compilers(&origin(), |_| Ok("rustc 9.9.9; zig 4".into())).unwrap_err().to_string();
        assert!(error.contains("linux-x86_64") && error.contains("1.2.3") && error.contains("9.9.9"), "{error}");
    }

    #[test]
    fn a_tarball_that_is_too_large_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("large.tgz");
        std::fs::write(&file, [0; 11]).unwrap();
        ensure_size(&file, 11).unwrap();
        let error = ensure_size(&file, 10).unwrap_err().to_string();
        assert!(error.contains("11 bytes"), "{error}");
    }

    #[test]
    fn a_changed_tarball_is_reported_with_the_file_that_was_changed() {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path();
        let content = folder.join("content");
        std::fs::create_dir_all(content.join("inner")).unwrap();
        std::fs::write(content.join("inner/same.txt"), "same").unwrap();
        std::fs::write(content.join("changed.txt"), "before").unwrap();
        let (given, rebuilt) = (folder.join("given.tgz"), folder.join("rebuilt.tgz"));
        tarball::write(&content, &rebuilt, tarball::Packing::Quick).unwrap();
        tarball::write(&content, &given, tarball::Packing::Quick).unwrap();
        report(&given, &rebuilt).unwrap();
        std::fs::write(content.join("changed.txt"), "behind").unwrap();
        tarball::write(&content, &given, tarball::Packing::Quick).unwrap();
        let error = report(&given, &rebuilt).unwrap_err().to_string();
        assert!(error.contains("package/changed.txt") && !error.contains("same.txt"), "{error}");
    }
}
