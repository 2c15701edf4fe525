//! The checks of libraries, checked: each must refuse a copy of a sound library in which just what it looks at was spoilt, and a library
//! in another platform's place must be refused.

use crate::library;
use crate::package::checks;
use crate::package::targets::{Link, TARGETS, Target};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::path::Path;

/// The check that must object, what is done to the library, and to which bytes.
struct Doctoring {
    check: &'static str,
    what: &'static str,
    bytes: Vec<u8>,
}

/// Spoils a library in each way that it can be spoilt in.
pub fn check(workspace: &Workspace, target: &'static Target, file: &Path) -> Result<String> {
    let sound = std::fs::read(file)?;
    let declared = library::declared(workspace)?;
    let refusal = |bytes: &[u8], check: &str| {
        let outcomes = checks::of_bytes(target, bytes, &declared, &[]);
        outcomes.into_iter().find(|(name, _)| *name == check).map(|(_, outcome)| outcome)
    };
    let refuses = |other: &'static Target| {
        checks::of_bytes(other, &sound, &declared, &[]).iter().any(|(_, outcome)| outcome.is_err())
    };
    if let Some(other) = TARGETS.iter().find(|other| other.name != target.name && !refuses(other)) {
        bail!("in the place of {} it is taken for that platform's", other.name);
    }
    let doctored = doctorings(target, &sound)?;
    for Doctoring { check, what, bytes } in &doctored {
        if !matches!(refusal(&sound, check), Some(Ok(_))) {
            bail!("{check} refuses the library as it is");
        }
        match refusal(bytes, check) {
            Some(Err(_)) => {}
            Some(Ok(_)) => bail!("{check} takes a library with {what}"),
            None => bail!("{check} was not asked about a library with {what}"),
        }
    }
    Ok(format!("{}: {}", doctored.len(), doctored.iter().map(|doctored| doctored.what).collect::<Vec<_>>().join(", ")))
}

fn doctorings(target: &Target, sound: &[u8]) -> Result<Vec<Doctoring>> {
    let is_archive = sound.starts_with(b"!<arch>");
    let mut all = vec![
        Ok(Doctoring {
            check: "kind",
            what: "nothing but a pointer to it",
            bytes: b"version https://git-lfs.github.com/spec/v1\n".to_vec(),
        }),
        Ok(replaced_all("exports", "another name", sound, b"gridstar_abi_version", b"gridstar_abi_versiox")),
        Ok(replaced("traces of the building machine", "a folder of a person", sound, b"/rustc/", b"/root//")),
    ];
    if !is_archive {
        let mut bytes = sound.to_vec();
        bytes.resize(checks::SIZE_LIMIT, 0);
        all.push(Ok(Doctoring { check: "size", what: "ballast", bytes }));
    }
    match target.link {
        Link::Zig => {
            all.push(Ok(replaced("system", "a newer C library", sound, b"GLIBC_2.17\0", b"GLIBC_2.18\0")));
            all.push(Ok(replaced("system", "a foreign library", sound, b"libc.so.6\0", b"libx.so.6\0")));
        }
        Link::MinGw | Link::Msvc => {
            all.push(Ok(replaced_all("system", "a foreign DLL", sound, b"KERNEL32.dll\0", b"KERNEL33.dll\0")));
        }
        Link::Apple | Link::AppleStatic => {
            all.push(Ok(replaced_all("system", "a strange symbol", sound, b"_pthread_create\0", b"_pthread_creatx\0")));
            all.push(newer_apple(sound));
        }
        Link::Ndk | Link::Emscripten => {}
    }
    if target.link == Link::Apple {
        all.push(Ok(replaced("system", "another install name", sound, b"@rpath/libgridstar", b"@rpath/libgridstxr")));
        let magic = 0xfade_0cc0_u32.to_be_bytes();
        all.push(Ok(replaced("signature", "no signature", sound, &magic, &[0; 4])));
    }
    if !is_archive && (target.link == Link::Ndk || target.name == "linux-arm64") {
        all.push(small_pages(sound));
    }
    all.into_iter().collect::<Result<Vec<_>>>().and_then(changed)
}

/// Each doctoring must have found what it changes.
fn changed(all: Vec<Doctoring>) -> Result<Vec<Doctoring>> {
    match all.iter().find(|doctored| doctored.bytes.is_empty()) {
        Some(doctored) => bail!("the library has no place for {}", doctored.what),
        None => Ok(all),
    }
}

fn replaced(check: &'static str, what: &'static str, sound: &[u8], from: &[u8], to: &[u8]) -> Doctoring {
    let mut bytes = sound.to_vec();
    match places(sound, from).first() {
        Some(&at) => bytes[at..at + to.len()].copy_from_slice(to),
        None => bytes.clear(),
    }
    Doctoring { check, what, bytes }
}

fn replaced_all(check: &'static str, what: &'static str, sound: &[u8], from: &[u8], to: &[u8]) -> Doctoring {
    let mut bytes = sound.to_vec();
    let places = places(sound, from);
    for &at in &places {
        bytes[at..at + to.len()].copy_from_slice(to);
    }
    if places.is_empty() {
        bytes.clear();
    }
    Doctoring { check, what, bytes }
}

fn places(bytes: &[u8], wanted: &[u8]) -> Vec<usize> {
    memchr::memmem::find_iter(bytes, wanted).collect()
}

/// A library for the system of the year 99: the load command that names the oldest one is found by its number and length.
fn newer_apple(sound: &[u8]) -> Result<Doctoring> {
    let mut bytes = sound.to_vec();
    // LC_BUILD_VERSION, its length, the system's number; then the oldest version, in its upper half.
    let commands = [32_u32, 24].map(|length| [0x32_u32.to_le_bytes(), length.to_le_bytes()].concat());
    let at = commands.iter().flat_map(|command| places(sound, command)).find(|at| at % 4 == 0);
    let version = at.context("no load command names the oldest system")? + 12;
    bytes[version..version + 4].copy_from_slice(&(99_u32 << 16).to_le_bytes());
    Ok(Doctoring { check: "system", what: "a newer system", bytes })
}

/// The first segment that is loaded says that 4 KB will do.
fn small_pages(sound: &[u8]) -> Result<Doctoring> {
    let mut bytes = sound.to_vec();
    let wide = sound.get(4) == Some(&2);
    let (size, start_at, align_at) = if wide { (56, 64, 48) } else { (32, 52, 28) };
    let is_load = |at: &usize| sound.get(*at..*at + 4) == Some(&[1, 0, 0, 0][..]);
    let header = (start_at..).step_by(size).take(16).find(is_load).context("no segment is loaded")?;
    let align = header + align_at;
    let small = if wide { 4096_u64.to_le_bytes().to_vec() } else { 4096_u32.to_le_bytes().to_vec() };
    bytes[align..align + small.len()].copy_from_slice(&small);
    Ok(Doctoring { check: "pages", what: "segments of 4 KB", bytes })
}
