//! The functions of the header as externs of C#, under their C names.

use super::csharp_types::name;
use super::twins::Twins;
use crate::header::{CType, Function, Header, Member};

const BEGIN: &str = "using System;
using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>
    /// The functions of gridstar.h under their C names; the header documents them. A function that can fail returns a
    /// <see cref=\"NativeStatus\"/> as int. All types are blittable; arrays pass by <see cref=\"FirstElement\"/>.
    /// </summary>
    internal static class NativeMethods
    {
";

const IMPORT: &str =
    "        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]\n";

const COLUMNS: usize = 120;

pub(super) fn text(header: &Header, twins: &Twins) -> String {
    let all: Vec<String> = header.functions.iter().map(|one| external(one, header, twins)).collect();
    format!("{BEGIN}{}    }}\n}}\n", all.join("\n"))
}

fn external(one: &Function, header: &Header, twins: &Twins) -> String {
    let parameters: Vec<String> =
        (0..one.parameters.len()).map(|index| parameter(&one.parameters, index, header, twins)).collect();
    let begin = format!("        internal static extern {} {}(", result(&one.result, twins), one.name);
    let line = parameters.join(", ");
    let fits = |before: usize| before + line.len() + 2 <= COLUMNS;
    let (indent, separator) = ("\n            ", ",\n            ");
    let parameters = match () {
        () if fits(begin.len()) => line,
        () if fits(12) => format!("{indent}{line}"),
        () => format!("{indent}{}", parameters.join(separator)),
    };
    format!("{IMPORT}{begin}{parameters});\n")
}

/// The type of a result. Text stays a pointer, since the library owns it.
fn result<'a>(c: &'a CType, twins: &'a Twins) -> &'a str {
    if c.pointer { "IntPtr" } else { twins.element(&c.base) }
}

/// A parameter with its type. What the library reads, and a buffer, passes by `ref`; so does a struct that says its
/// size in its first field, for the caller to write. One value that the library writes passes by `out`.
fn parameter(all: &[Member], index: usize, header: &Header, twins: &Twins) -> String {
    let Member { name: c_name, of_type } = &all[index];
    let passing = match of_type {
        CType { pointer: false, .. } => "",
        CType { base, .. } if base == "char" || base == "void" => return format!("IntPtr {}", name(c_name)),
        CType { base, .. } if is_buffer(all, index) || base == "u8" || is_sized(base, header) => "ref ",
        CType { constant: true, .. } => "ref ",
        _ => "out ",
    };
    format!("{passing}{} {}", twins.element(&of_type.base), name(c_name))
}

/// Whether a capacity follows what the library writes. Buffers that follow each other share one; single values come
/// last.
fn is_buffer(all: &[Member], index: usize) -> bool {
    let next = all[index..].iter().find(|one| !one.of_type.pointer || one.of_type.constant);
    next.is_some_and(|one| one.name.ends_with("capacity"))
}

fn is_sized(base: &str, header: &Header) -> bool {
    header.find_struct(base).is_some_and(|one| one.fields[0].name == "struct_size")
}
