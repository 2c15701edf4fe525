//! Nothing in a library tells where it was built or by whom: no folder of a person, of a package registry or of a compiler.

use super::Subject;
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use memchr::memmem;
use std::path::PathBuf;

/// Parts of paths that no library needs, on any machine.
const FOLDERS: [&str; 10] = [
    "/home/",
    "/root/",
    "/Users/",
    "\\Users\\",
    "/tmp/",
    "/.cargo/",
    "\\.cargo\\",
    "/.rustup/",
    "/registry/src/",
    "/Xcode",
];

/// The folders of this machine that a build may have seen, and its user's name.
pub fn places(workspace: &Workspace) -> Vec<String> {
    let variables = ["HOME", "USERPROFILE", "CARGO_HOME", "RUSTUP_HOME"].into_iter().filter_map(std::env::var_os);
    let folders = variables.map(PathBuf::from).chain([workspace.root.clone(), workspace.target.clone()]);
    let mut places: Vec<String> = folders.map(|folder| folder.to_string_lossy().into_owned()).collect();
    let users = ["USER", "LOGNAME", "USERNAME"].into_iter().filter_map(|name| std::env::var(name).ok());
    places.extend(users.flat_map(|user| [format!("/{user}/"), format!("\\{user}\\")]));
    places.retain(|place| place.len() > 3);
    places
}

pub fn check(subject: &Subject<'_>) -> Result<String> {
    let wanted = FOLDERS.into_iter().chain(subject.places.iter().map(String::as_str));
    let found: Vec<String> = wanted.filter_map(|text| place_of(subject.bytes, text)).collect();
    if !found.is_empty() {
        bail!("it holds {}", found.join(", "));
    }
    Ok(String::new())
}

/// The text around the first place where a text stands.
fn place_of(bytes: &[u8], text: &str) -> Option<String> {
    let at = memmem::find(bytes, text.as_bytes())?;
    let is_text = |byte: &u8| byte.is_ascii_graphic();
    let start = at - bytes[..at].iter().rev().take(40).take_while(|byte| is_text(byte)).count();
    let end = at + bytes[at..].iter().take(80).take_while(|byte| is_text(byte)).count();
    Some(format!("{:?}", String::from_utf8_lossy(&bytes[start..end])))
}
