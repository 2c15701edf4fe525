//! Types and names of C as those of C#.

use super::twins::Twins;
use crate::header::CType;

/// The type of a value, or of what a pointer points to. A struct without a twin keeps its name.
pub(super) fn element<'a>(base: &'a str, twins: &'a Twins) -> &'a str {
    match base {
        "u8" => "byte",
        "i32" => "int",
        "u32" => "uint",
        "i64" => "long",
        "u64" => "ulong",
        "f32" => "float",
        "f64" => "double",
        name => twins.of_struct(name).unwrap_or(name),
    }
}

/// The type of a result. Text stays a pointer, since the library owns it.
pub(super) fn result<'a>(c: &'a CType, twins: &'a Twins) -> &'a str {
    match (c.pointer, c.base.as_str()) {
        (true, _) => "IntPtr",
        (false, "void") => "void",
        (false, base) => element(base, twins),
    }
}

/// A name that C# may reserve.
pub(super) fn name(c_name: &str) -> String {
    const RESERVED: [&str; 7] = ["base", "checked", "fixed", "object", "operator", "params", "ref"];
    if RESERVED.contains(&c_name) { format!("@{c_name}") } else { c_name.to_owned() }
}

/// `GRIDSTAR_ORDER_A_STAR` as `GridstarOrderAStar`.
pub(super) fn pascal(c_name: &str) -> String {
    c_name.split('_').map(|word| word[..1].to_owned() + &word[1..].to_lowercase()).collect()
}
