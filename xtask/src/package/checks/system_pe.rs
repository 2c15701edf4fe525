//! Windows: the DLLs that are asked for.

use super::Subject;
use anyhow::{Result, bail};
use object::Object;

/// What every Windows since 10 has. bcryptprimitives gives Rust's hash maps their seeds.
const LIBRARIES: [&str; 6] =
    ["kernel32.dll", "ntdll.dll", "msvcrt.dll", "bcryptprimitives.dll", "userenv.dll", "ws2_32.dll"];

pub fn check(subject: &Subject<'_>) -> Result<String> {
    let mut asked: Vec<String> = Vec::new();
    for part in &subject.parts {
        for import in part.imports()? {
            asked.push(String::from_utf8_lossy(import.library()).to_lowercase());
        }
    }
    asked.sort_unstable();
    asked.dedup();
    let is_known = |name: &str| LIBRARIES.contains(&name) || name.starts_with("api-ms-win-core-");
    match asked.iter().find(|name| !is_known(name)) {
        Some(name) => bail!("it needs {name}, which a player's machine may lack"),
        None => Ok(asked.join(", ")),
    }
}
