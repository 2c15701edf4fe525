//! The enums of the header that no public enum of C# has whole, and the header's constants.

use super::csharp_types::pascal;
use super::twins::{Twins, members};
use crate::header::{Enum, Header};

pub(super) fn text(header: &Header, twins: &Twins) -> String {
    let own = header.enums.iter().filter(|one| !twins.has_whole_enum(&one.name));
    let mut all: Vec<String> = own.map(|one| enumeration(one, twins)).collect();
    all.push(constants(header));
    format!("namespace GridStar\n{{\n{}}}\n", all.join("\n"))
}

/// `GridstarStatus` is `NativeStatus`.
fn enumeration(one: &Enum, twins: &Twins) -> String {
    let name = one.name.replacen("Gridstar", "Native", 1);
    let mut text = format!("    /// <summary>{} of gridstar.h.</summary>\n", one.name);
    text += &format!("    internal enum {name} : {}\n    {{\n", twins.element(&one.base));
    for (member, number) in members(one) {
        text += &format!("        {member} = {number},\n");
    }
    text + "    }\n"
}

/// A number is an int if it fits, which is the rule of C.
fn constants(header: &Header) -> String {
    let mut text =
        "    /// <summary>The constants of gridstar.h.</summary>\n    internal static class NativeConstants\n    {\n"
            .to_owned();
    for (c_name, &number) in &header.constants {
        let of_type = if i32::try_from(number).is_ok() { "int" } else { "uint" };
        let name = pascal(c_name).replacen("Gridstar", "", 1);
        text += &format!("        internal const {of_type} {name} = {number};\n");
    }
    text + "    }\n"
}
