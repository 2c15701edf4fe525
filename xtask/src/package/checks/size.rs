//! A library is small enough to ship without a thought, and what makes it large is told.

use super::{Subject, is_archive};
use crate::package::targets::Link;
use anyhow::{Result, bail};
use object::{Object, ObjectSection, SectionKind};
use std::collections::BTreeMap;

/// In bytes, of the file as it ships, for however many processors it is.
pub const LIMIT: usize = 1_500_000;

pub fn check(subject: &Subject<'_>) -> Result<String> {
    let file = subject.bytes.len();
    // Android's static library ships nowhere: of what it holds, a shared one would have what programs load.
    let is_to_be_linked = subject.target.link == Link::Ndk && is_archive(subject.bytes);
    let size = if is_to_be_linked { loaded(subject) } else { file };
    if size >= LIMIT {
        bail!("it has {size} bytes, and must have fewer than {LIMIT}: {}", largest(subject));
    }
    let whole = if size == file { String::new() } else { format!(" ({} KB in all)", file / 1000) };
    Ok(format!("{} KB{whole}: {}", size / 1000, largest(subject)))
}

fn loaded(subject: &Subject<'_>) -> usize {
    let sections = subject.parts.iter().flat_map(|part| part.sections());
    let is_loaded = |kind| {
        use SectionKind::{Data, ReadOnlyData, ReadOnlyDataWithRel, ReadOnlyString, Text, Tls};
        matches!(kind, Text | Data | ReadOnlyData | ReadOnlyDataWithRel | ReadOnlyString | Tls)
    };
    sections.filter(|section| is_loaded(section.kind())).map(|section| section.size() as usize).sum()
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
