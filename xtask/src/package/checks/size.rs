//! A library is small enough to ship without a thought, and what makes it large is told.

use super::{Subject, is_archive};
use anyhow::{Result, bail};
use object::{Object, ObjectSection, SectionKind};
use std::collections::BTreeMap;

/// In bytes, for each processor.
const LIMIT: u64 = 1_500_000;

pub fn check(subject: &Subject<'_>) -> Result<String> {
    let file = subject.bytes.len() as u64;
    // Of a static library, players get what programs load; the rest is for linkers.
    let shipped = if is_archive(subject.bytes) { loaded(subject) } else { file / subject.parts.len().max(1) as u64 };
    if shipped > LIMIT {
        bail!("it has {} KB, more than {}: {}", shipped / 1000, LIMIT / 1000, largest(subject));
    }
    let whole = if shipped == file { String::new() } else { format!(" ({} KB in all)", file / 1000) };
    Ok(format!("{} KB{whole}: {}", shipped / 1000, largest(subject)))
}

fn loaded(subject: &Subject<'_>) -> u64 {
    let sections = subject.parts.iter().flat_map(|part| part.sections());
    let is_loaded = |kind| {
        use SectionKind::{Data, ReadOnlyData, ReadOnlyDataWithRel, ReadOnlyString, Text, Tls};
        matches!(kind, Text | Data | ReadOnlyData | ReadOnlyDataWithRel | ReadOnlyString | Tls)
    };
    sections.filter(|section| is_loaded(section.kind())).map(|section| section.size()).sum()
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
