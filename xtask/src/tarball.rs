//! The package as one file, packed as npm does, which is what Unity reads: everything below `package/`.

use anyhow::{Context, Result};
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

/// How long packing may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// A second.
    Quick,
    /// Minutes, for a file that is a thirtieth smaller.
    Smallest,
}

/// Packs a folder. Times and owners are left out, files are sorted, and all are as readable as one another, so that the
/// same content gives the same file. Files of one kind stand together: gzip then finds more that repeats, 0.3 % of a
/// package.
pub fn write(folder: &Path, tarball: &Path, packing: Packing) -> Result<()> {
    let archive = archive(folder)?;
    let mut file = File::create(tarball)?;
    match packing {
        Packing::Quick => {
            let mut gzip = GzBuilder::new().mtime(0).write(file, Compression::best());
            gzip.write_all(&archive)?;
            gzip.finish()?;
        }
        Packing::Smallest => {
            // In place of the usual 15 blocks in a million bytes as many as help: 2 % on a package. More iterations
            // gain nothing.
            let options = zopfli::Options { maximum_block_splits: 1000, ..zopfli::Options::default() };
            zopfli::compress(options, zopfli::Format::Gzip, archive.as_slice(), &mut file)?;
        }
    }
    Ok(())
}

fn archive(folder: &Path) -> Result<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    let entries = walkdir::WalkDir::new(folder).into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut files: Vec<_> = entries.iter().filter(|entry| entry.file_type().is_file()).map(|it| it.path()).collect();
    files.sort_by_key(|file| (file.extension(), *file));
    for file in files {
        let content = std::fs::read(file)?;
        let mut header = tar::Header::new_gnu();
        header.set_mode(0o644);
        header.set_mtime(0);
        header.set_uid(0);
        header.set_gid(0);
        header.set_size(content.len() as u64);
        let inside = Path::new("package").join(file.strip_prefix(folder)?);
        archive.append_data(&mut header, inside, content.as_slice())?;
    }
    Ok(archive.into_inner()?)
}

/// The files of a tarball by their names.
pub fn read(tarball: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let file = File::open(tarball).with_context(|| tarball.display().to_string())?;
    let mut archive = tar::Archive::new(GzDecoder::new(file));
    let mut files = BTreeMap::new();
    for entry in archive.entries()? {
        let mut entry = entry?;
        let name = entry.path()?.to_string_lossy().into_owned();
        let mut content = Vec::new();
        entry.read_to_end(&mut content)?;
        files.insert(name, content);
    }
    Ok(files)
}

/// Unpacks a tarball into a folder.
pub fn unpack(tarball: &Path, folder: &Path) -> Result<()> {
    Ok(tar::Archive::new(GzDecoder::new(File::open(tarball)?)).unpack(folder)?)
}

/// Where Unity's `upm pack` puts its signature. Only the owner of the key can make it again.
pub const SIGNATURE: &str = "package/.attestation.p7m";

/// Differences between a tarball that was given and one that was built, a line for each file. A signature is left
/// aside, and with it the archive around the files, which Unity's tool has packed anew to sign it.
pub fn compare(given: &Path, built: &Path) -> Result<Vec<String>> {
    if std::fs::read(given)? == std::fs::read(built)? {
        return Ok(Vec::new());
    }
    let (mut given, built) = (read(given)?, read(built)?);
    let is_signed = given.remove(SIGNATURE).is_some();
    let mut differences = Vec::new();
    for (name, content) in &given {
        match built.get(name) {
            None => differences.push(format!("{name} was added")),
            Some(other) if other != content => {
                let same = content.iter().zip(other).take_while(|(one, other)| one == other).count();
                differences.push(format!("{name} is different from byte {same} on"));
            }
            Some(_) => {}
        }
    }
    let missing = built.keys().filter(|name| !given.contains_key(*name));
    differences.extend(missing.map(|name| format!("{name} is missing")));
    if differences.is_empty() && !is_signed {
        differences.push("all files are the same; order, times, owners or compression are not".into());
    }
    Ok(differences)
}

/// A file's SHA-256 in hexadecimal digits.
pub fn sha256(file: &Path) -> Result<String> {
    let content = std::fs::read(file).with_context(|| file.display().to_string())?;
    Ok(Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use std::path::PathBuf;
    use std::time::{Duration, SystemTime};
    use tempfile::tempdir;

    #[test]
    fn the_same_content_gives_the_same_file_whatever_its_times_and_order_of_making() {
        let directory = tempdir().unwrap();
        let folder = directory.path();
        let mut packed = Vec::new();
        for (number, names) in [["b/two.txt", "a.txt"], ["a.txt", "b/two.txt"]].into_iter().enumerate() {
            let content = folder.join(number.to_string());
            std::fs::create_dir_all(content.join("b")).unwrap();
            for name in names {
                std::fs::write(content.join(name), name).unwrap();
                let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 * (number as u64 + 1));
                File::options().write(true).open(content.join(name)).unwrap().set_modified(time).unwrap();
            }
            let tarball = folder.join(format!("{number}.tgz"));
            write(&content, &tarball, Packing::Quick).unwrap();
            packed.push(std::fs::read(&tarball).unwrap());
        }
        assert_eq!(packed[0], packed[1]);
        let names: Vec<String> = read(&folder.join("0.tgz")).unwrap().into_keys().collect();
        assert_eq!(names, ["package/a.txt", "package/b/two.txt"]);
        let file = File::open(folder.join("0.tgz")).unwrap();
        for entry in tar::Archive::new(GzDecoder::new(file)).entries().unwrap() {
            let header = entry.unwrap().header().clone();
            assert_eq!((header.mtime().unwrap(), header.uid().unwrap(), header.mode().unwrap()), (0, 0, 0o644));
        }
    }

    #[test]
    fn the_smallest_file_has_the_same_content() {
        let directory = tempdir().unwrap();
        let folder = directory.path();
        let content = folder.join("content");
        std::fs::create_dir_all(&content).unwrap();
        let lines: String = (0..2000).map(|number| format!("line {}\n", number * number % 997)).collect();
        std::fs::write(content.join("lines.txt"), lines).unwrap();
        let [quick, smallest] = [Packing::Quick, Packing::Smallest].map(|packing| {
            let tarball = folder.join(format!("{packing:?}.tgz"));
            write(&content, &tarball, packing).unwrap();
            tarball
        });
        assert_eq!(read(&quick).unwrap(), read(&smallest).unwrap());
        let size = |file| std::fs::metadata(file).unwrap().len();
        assert!(size(&smallest) < size(&quick), "{} and {} bytes", size(&smallest), size(&quick));
    }

    /// Packs files with these contents.
    fn pack(folder: &Path, name: &str, packing: Packing, files: &[(&str, &str)]) -> PathBuf {
        let content = folder.join(name);
        std::fs::create_dir_all(&content).unwrap();
        files.iter().for_each(|(file, text)| std::fs::write(content.join(file), text).unwrap());
        let tarball = folder.join(format!("{name}.tgz"));
        write(&content, &tarball, packing).unwrap();
        tarball
    }

    #[test]
    fn every_kind_of_difference_is_named() {
        let directory = tempdir().unwrap();
        let folder = directory.path();
        let pack = |name, files| pack(folder, name, Packing::Quick, files);
        let given = pack("given", &[("changed", "abX"), ("extra", ""), ("same", "s")]);
        let built = pack("built", &[("changed", "abc"), ("lost", ""), ("same", "s")]);
        let expected = ["changed is different from byte 2 on", "extra was added", "lost is missing"];
        assert_eq!(compare(&given, &built).unwrap(), expected.map(|line| format!("package/{line}")));
        assert!(compare(&given, &given).unwrap().is_empty());
        let mut later = std::fs::read(&built).unwrap();
        // The time in the header of gzip.
        later[4] = 1;
        std::fs::write(&given, later).unwrap();
        assert!(compare(&given, &built).unwrap()[0].starts_with("all files are the same"));
    }

    #[test]
    fn a_signature_is_left_aside_and_nothing_else() {
        let directory = tempdir().unwrap();
        let folder = directory.path();
        let built = pack(folder, "built", Packing::Quick, &[("a", "x")]);
        // Another tool packs in another way.
        let differs = |name, files| compare(&pack(folder, name, Packing::Smallest, files), &built).unwrap();
        assert!(differs("signed", &[("a", "x"), (".attestation.p7m", "s")]).is_empty());
        let changed = differs("changed", &[("a", "y"), (".attestation.p7m", "s")]);
        assert_eq!(changed, ["package/a is different from byte 0 on"]);
        let more = differs("more", &[("a", "x"), (".attestation.p7m", "s"), ("other.p7m", "")]);
        assert_eq!(more, ["package/other.p7m was added"]);
    }

    #[test]
    fn a_checksum_is_the_one_that_other_programs_compute() {
        let directory = tempdir().unwrap();
        let file = directory.path().join("abc");
        std::fs::write(&file, "abc").unwrap();
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(&file).unwrap(), known);
    }
}
