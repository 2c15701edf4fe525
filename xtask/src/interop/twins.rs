//! The public types of C# that stand for types of the header.

use super::csharp_types::{number, pascal};
use crate::header::{Enum, Header};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// The public types that stand for types of the header.
pub(super) struct Twins(Vec<Twin>);

struct Twin {
    /// The type's name in the header.
    c_name: String,
    /// Its name in C#, which is that of its file.
    name: String,
    file: PathBuf,
    text: String,
    is_enum: bool,
}

/// The enum that has only some members of its twin: the statuses with which searches end, and those mistakes that jobs
/// report without an exception.
const PARTIAL: &str = "PathReason";

/// Members that C# calls otherwise.
const OTHER_NAMES: [(&str, &str, &str); 3] =
    [("PathReason", "Ok", "Found"), ("GridPlane", "Xz", "XZ"), ("GridPlane", "Xy", "XY")];

fn is_reason(number: i64) -> bool {
    match number {
        0.. => ![6, 10].contains(&number),
        _ => [-4, -16, -17, -33].contains(&number),
    }
}

impl Twins {
    /// Reads the files of a folder.
    pub(super) fn find(folder: &Path) -> Result<Self> {
        let mut twins = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let file = entry?.path();
            if file.extension().is_some_and(|extension| extension == "cs") {
                let text = std::fs::read_to_string(&file)?.replace("\r\n", "\n");
                twins.extend(Twin::read(file, text)?);
            }
        }
        twins.sort_by(|a: &Twin, b| a.name.cmp(&b.name));
        Ok(Self(twins))
    }

    #[cfg(test)]
    pub(super) fn of(files: &[(&str, &str)]) -> Result<Self> {
        let twins = files.iter().filter_map(|(file, text)| Twin::read(file.into(), (*text).to_owned()).transpose());
        Ok(Self(twins.collect::<Result<_>>()?))
    }

    pub(super) fn of_struct(&self, c_name: &str) -> Option<&str> {
        self.0.iter().find(|one| !one.is_enum && one.c_name == c_name).map(|one| one.name.as_str())
    }

    /// The type of a value, or of what a pointer points to. A struct without a twin keeps its name.
    pub(super) fn element<'a>(&'a self, base: &'a str) -> &'a str {
        number(base).or_else(|| self.of_struct(base)).unwrap_or(base)
    }

    pub(super) fn has_whole_enum(&self, c_name: &str) -> bool {
        self.0.iter().any(|one| one.is_enum && one.c_name == c_name && one.name != PARTIAL)
    }

    /// Fails if a public struct has other fields than the struct of the header.
    pub(super) fn check_structs(&self, header: &Header) -> Result<()> {
        self.0.iter().filter(|one| !one.is_enum).try_for_each(|one| one.check_fields(header, self))
    }

    /// The files of the public enums, with the members of the header.
    pub(super) fn with_members(&self, header: &Header) -> Result<Vec<(PathBuf, String)>> {
        let enums = self.0.iter().filter(|one| one.is_enum);
        enums.map(|one| Ok((one.file.clone(), one.with_members(header)?))).collect()
    }
}

impl Twin {
    /// A type whose file says that it stands for one of the header.
    fn read(file: PathBuf, text: String) -> Result<Option<Self>> {
        let marks = text.lines().filter_map(|line| line.trim().strip_prefix("// "));
        let named = marks.filter_map(|line| line.split_once(" of gridstar.h.")).map(|(name, _)| name);
        let Some(c_name) = named.filter(|name| name.starts_with("Gridstar")).map(str::to_owned).next() else {
            return Ok(None);
        };
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_enum = text.contains(&format!("public enum {name}"));
        ensure!(is_enum || text.contains(&format!("public struct {name}")), "{name}.cs has no such public type");
        Ok(Some(Self { c_name, name, file, text, is_enum }))
    }

    fn check_fields(&self, header: &Header, twins: &Twins) -> Result<()> {
        let of_header = header.find_struct(&self.c_name);
        let of_header = of_header.with_context(|| format!("{} stands for {}", self.name, self.c_name))?;
        let expected: Vec<_> =
            of_header.fields.iter().map(|field| (twins.element(&field.of_type.base), plain(&field.name))).collect();
        let fields: Vec<_> = self.text.lines().filter_map(field).collect();
        let name = &self.name;
        ensure!(self.text.contains("LayoutKind.Sequential"), "{name} needs [StructLayout(LayoutKind.Sequential)]");
        ensure!(fields == expected, "{name} has the fields {fields:?}, and {} {expected:?}", self.c_name);
        Ok(())
    }

    /// The file of an enum with the header's members, each under the comment that it has there.
    fn with_members(&self, header: &Header) -> Result<String> {
        let of_header = header.enums.iter().find(|one| one.name == self.c_name);
        let of_header = of_header.with_context(|| format!("{} stands for {}", self.name, self.c_name))?;
        let (begin, end) = self.body().with_context(|| format!("{} has no body", self.name))?;
        let body = &self.text[begin..end];
        let mut members = Vec::new();
        for (member, number) in members_of(of_header, &self.name) {
            let comment = comment_over(body, &member);
            let name = &self.name;
            ensure!(!comment.is_empty(), "{name}.{member} has no comment: write the member with one");
            members.push(format!("{comment}        {member} = {number},\n"));
        }
        Ok(self.text[..begin].to_owned() + &members.join("\n") + &self.text[end..])
    }

    /// Where the members of an enum begin and end, below the line that names the enum of the header.
    fn body(&self) -> Option<(usize, usize)> {
        let mark = self.text.find(&format!("// {} of gridstar.h.", self.c_name))?;
        let begin = mark + self.text[mark..].find("\n\n")? + 2;
        Some((begin, begin + self.text[begin..].find("\n    }")? + 1))
    }
}

/// The members of an enum with their numbers, in the order of the header.
pub(super) fn members(one: &Enum) -> impl Iterator<Item = (String, i64)> {
    one.values.iter().map(|(c_name, number)| {
        let name = pascal(c_name);
        (name.strip_prefix(&one.name).unwrap_or(&name).to_owned(), *number)
    })
}

/// The members that a public enum has.
fn members_of<'a>(one: &'a Enum, name: &'a str) -> impl Iterator<Item = (String, i64)> + 'a {
    members(one).filter(move |(_, number)| name != PARTIAL || is_reason(*number)).map(move |(member, number)| {
        let other = OTHER_NAMES.iter().find(|(of, c_member, _)| *of == name && *c_member == member);
        (other.map_or(member, |(.., other)| (*other).to_owned()), number)
    })
}

/// The comment over a member, with the end of its last line.
fn comment_over<'a>(body: &'a str, member: &str) -> &'a str {
    let line = format!("        {member} = ");
    let at = body.find(&format!("\n{line}")).map_or(0, |at| at + 1);
    let lines = body[..at].split_inclusive('\n').rev();
    let length: usize = lines.take_while(|line| line.contains("///")).map(str::len).sum();
    &body[at - length..at]
}

/// The type and name of a field that a line declares.
fn field(line: &str) -> Option<(&str, String)> {
    let declared = line.trim().strip_suffix(';')?;
    let words: Vec<&str> = declared.split(' ').filter(|word| *word != "readonly").collect();
    match words[..] {
        ["public" | "internal" | "private", of_type, name] => Some((of_type, plain(name))),
        _ => None,
    }
}

/// A name without the case and underscores that differ between C and C#.
fn plain(name: &str) -> String {
    name.replace(['_', '@'], "").to_lowercase()
}
