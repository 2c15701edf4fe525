//! A library lies where its own kind belongs: format and processor are those of its target. A pointer of Git LFS, or a library in
//! another's folder, would be found by players and nobody before.

use super::Subject;
use crate::package::targets::Link;
use anyhow::{Result, bail};
use object::{Architecture, BinaryFormat, Object, ObjectKind};

pub fn check(subject: &Subject<'_>) -> Result<String> {
    let format = match subject.target.link {
        Link::Zig | Link::Ndk => BinaryFormat::Elf,
        Link::MinGw | Link::Msvc => BinaryFormat::Pe,
        Link::Apple | Link::AppleStatic => BinaryFormat::MachO,
        Link::Emscripten => BinaryFormat::Wasm,
    };
    let is_static = is_archive(subject.bytes);
    let takes_static = matches!(subject.target.link, Link::AppleStatic | Link::Emscripten);
    // Without Android's NDK a static library is built to be looked at.
    if is_static != takes_static && !(is_static && subject.target.link == Link::Ndk) {
        bail!("this is {} library", if is_static { "a static" } else { "no static" });
    }
    let mut wanted: Vec<Architecture> = subject.target.triples.iter().map(|triple| architecture(triple)).collect();
    for part in &subject.parts {
        if part.format() != format {
            bail!("this is a {:?} file, not a {format:?} one", part.format());
        }
        let is_linked = part.kind() == ObjectKind::Dynamic || part.format() == BinaryFormat::Pe;
        if is_linked == is_static {
            bail!("a part is a {:?} file", part.kind());
        }
        let Some(place) = wanted.iter().position(|&wanted| wanted == part.architecture()) else {
            bail!("a part is for {:?}", part.architecture());
        };
        wanted.remove(place);
    }
    if !wanted.is_empty() {
        bail!("there is no part for {wanted:?}");
    }
    Ok(String::new())
}

/// Whether the library is a static one.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"!<arch>\n")
}

fn architecture(triple: &str) -> Architecture {
    match triple.split('-').next() {
        Some("x86_64") => Architecture::X86_64,
        Some("aarch64") => Architecture::Aarch64,
        Some("armv7") => Architecture::Arm,
        Some("wasm32") => Architecture::Wasm32,
        _ => Architecture::Unknown,
    }
}
