//! Zip archives as NuGet reads them: names, contents, and nothing that depends on when they were made.

use anyhow::{Context, Result};
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use std::io::Write;

/// The first day of the format's calendar, and the version of the format that has deflated files.
const DATE: u16 = (1 << 5) | 1;
const VERSION: u16 = 20;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
const DEFLATED: u16 = 8;

/// Packs files, in their order, under names with slashes.
pub fn pack<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Result<Vec<u8>> {
    let (mut archive, mut directory, mut count) = (Vec::new(), Vec::new(), 0_u16);
    for (name, content) in files {
        let mut deflater = DeflateEncoder::new(Vec::new(), Compression::best());
        deflater.write_all(content)?;
        let fields = fields(name, content, &deflater.finish()?)?;
        let offset = u32::try_from(archive.len())?;
        archive.extend(b"PK\x03\x04");
        archive.extend(&fields.head);
        archive.extend(name.bytes());
        archive.extend(&fields.packed);
        directory.extend(b"PK\x01\x02");
        directory.extend(VERSION.to_le_bytes());
        directory.extend(&fields.head);
        // No comment, the first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.bytes());
        count = count.checked_add(1).context("too many files for an archive")?;
    }
    let (size, offset) = (u32::try_from(directory.len())?, u32::try_from(archive.len())?);
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    archive.extend([size.to_le_bytes(), offset.to_le_bytes()].concat());
    archive.extend([0; 2]);
    Ok(archive)
}

/// Fields that a file's own header and its entry in the directory share, and its packed content.
struct Fields {
    head: Vec<u8>,
    packed: Vec<u8>,
}

fn fields(name: &str, content: &[u8], packed: &[u8]) -> Result<Fields> {
    let mut sum = Crc::new();
    sum.update(content);
    let mut head = Vec::new();
    for number in [VERSION, FLAGS, DEFLATED, 0, DATE] {
        head.extend(number.to_le_bytes());
    }
    for number in [sum.sum(), u32::try_from(packed.len())?, u32::try_from(content.len())?] {
        head.extend(number.to_le_bytes());
    }
    head.extend(u16::try_from(name.len())?.to_le_bytes());
    head.extend([0; 2]);
    Ok(Fields { head, packed: packed.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::answer;
    use std::process::Command;

    /// Python reads archives by code of its own.
    #[test]
    fn another_reader_finds_the_names_and_the_contents() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("a.zip");
        let large = "line\n".repeat(10_000);
        let files: [(&str, &[u8]); 3] = [("a/b.txt", large.as_bytes()), ("\u{4e2d}", b"\x00\xff"), ("empty", b"")];
        std::fs::write(&file, pack(files).unwrap()).unwrap();
        let script = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n\
            for i in z.infolist(): print(i.filename, i.date_time[0], z.read(i.filename)[:6])";
        if which::which("python3").is_err() {
            return;
        }
        let mut python = Command::new("python3");
        let printed = answer(python.args(["-X", "utf8", "-c", script]).arg(&file)).unwrap();
        assert_eq!(printed, "a/b.txt 1980 b'line\\nl'\n\u{4e2d} 1980 b'\\x00\\xff'\nempty 1980 b''\n");
        assert!(std::fs::metadata(&file).unwrap().len() < 1000);
    }
}
