//! A library asks for no newer system than we say, and for nothing that may be missing from one.

use super::Subject;
use super::{system_elf, system_macho, system_pe};
use crate::package::targets::Link;
use anyhow::Result;

pub fn check(subject: &Subject<'_>) -> Result<String> {
    match subject.target.link {
        Link::Zig => system_elf::check_glibc(subject),
        Link::Ndk => system_elf::check_android(subject),
        Link::MinGw | Link::Msvc => system_pe::check(subject),
        Link::Apple | Link::AppleStatic => system_macho::check(subject),
        // What the player's Emscripten lacks is found when it links: node runs that.
        Link::Emscripten => Ok(String::new()),
    }
}
