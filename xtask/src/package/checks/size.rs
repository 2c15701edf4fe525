//! A library is small enough to ship without a thought, and what makes it large is told.

use super::Subject;
use anyhow::{Result, bail};
use object::{Object, ObjectSection};
use std::collections::BTreeMap;

/// In bytes, of the file as it ships, for however many processors it is.
pub const LIMIT: usize = 1_500_000;

pub fn check(subject: &Subject<'_>) -> Result<String> {
    let size = subject.bytes.len();
    if size >= LIMIT {
        bail!("it has {size} bytes, and must have fewer than {LIMIT}: {}", largest(subject));
    }
    Ok(format!("{} KB: {}", size / 1000, largest(subject)))
}

/// The largest sections, alike ones of an object taken together.
fn largest(subject: &Subject<'_>) -> String {
    let mut sizes: BTreeMap<String, u64> = BTreeMap::new();
    for section in subject.parts.iter().flat_map(|part| part.sections()) {
        let name = section.name().unwrap_or("?");
        // Objects of ELF have a section for each function: `.text.NAME`.
        let short = match section.file_range() {
            None => continue,
            Some(_) => name.get(1..).and_then(|rest| rest.find('.')).map_or(name, |dot| &name[..=dot]),
        };
        *sizes.entry(short.to_owned()).or_default() += section.size();
    }
    let mut sizes: Vec<(String, u64)> = sizes.into_iter().collect();
    sizes.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    let line = |(name, size): &(String, u64)| format!("{name} {}", size / 1000);
    sizes.iter().take(4).map(line).collect::<Vec<_>>().join(", ")
}
