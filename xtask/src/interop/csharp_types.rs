//! Types and names of C as those of C#.

/// The type of a number with a width; `None` for a struct.
pub(super) fn number(base: &str) -> Option<&'static str> {
    match base {
        "u8" => Some("byte"),
        "i32" => Some("int"),
        "u32" => Some("uint"),
        "i64" => Some("long"),
        "u64" => Some("ulong"),
        "f32" => Some("float"),
        "f64" => Some("double"),
        _ => None,
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
