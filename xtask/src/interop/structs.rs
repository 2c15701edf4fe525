//! The structs of the header that have no public twin, field by field.

use super::csharp_types::name;
use super::twins::Twins;
use crate::header::{Header, Struct};

const BEGIN: &str = "using System.Runtime.InteropServices;

// Only the native side writes some of the fields.
#pragma warning disable 649

namespace GridStar
{
    // The structs of gridstar.h under their C names. `Size` is the struct's size in C: store it in `struct_size` before
    // a call. A public struct stands for a C struct if a comment in it says so.

";

pub(super) fn text(header: &Header, twins: &Twins) -> String {
    let own = header.structs.iter().filter(|one| twins.of_struct(&one.name).is_none());
    let all: Vec<String> = own.map(|one| structure(one, header, twins)).collect();
    format!("{BEGIN}{}}}\n", all.join("\n"))
}

fn structure(one: &Struct, header: &Header, twins: &Twins) -> String {
    let mut text = format!("    [StructLayout(LayoutKind.Sequential)]\n    internal struct {}\n    {{\n", one.name);
    if one.fields[0].name == "struct_size" {
        text += &format!("        internal const uint Size = {};\n\n", header.layout(one).size);
    }
    for field in &one.fields {
        text += &format!("        public {} {};\n", twins.element(&field.of_type.base), name(&field.name));
    }
    text + "    }\n"
}
