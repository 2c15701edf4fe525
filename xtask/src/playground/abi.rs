//! What JavaScript needs to know of the header: where the fields of structs lie, and constants.

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value, json};

/// `{"structs": {name: {"size", "fields": {name: [type, offset]}}}, "constants": {name: number}}`, of a header that
/// cbindgen wrote.
pub(super) fn listing(header: &str) -> Result<Value> {
    let mut structs = Map::new();
    let mut constants = Map::new();
    let mut fields: Option<Struct> = None;
    // Comments are whole lines.
    for line in header.lines().map(str::trim).filter(|line| !line.starts_with(['*', '/'])) {
        if line == "typedef struct {" {
            fields = Some(Struct::default());
        } else if let Some(name) = line.strip_prefix("} ").and_then(|rest| rest.strip_suffix(';')) {
            if let Some(found) = fields.take() {
                structs.insert(name.to_owned(), found.end());
            }
        } else if let Some(found) = fields.as_mut() {
            found.add(line)?;
        } else if let Some((name, value)) = constant(line) {
            constants.insert(name.to_owned(), value.into());
        }
    }
    ensure!(!structs.is_empty() && !constants.is_empty(), "the header has no structs or no constants");
    Ok(json!({ "structs": structs, "constants": constants }))
}

/// `#define NAME 1` or `NAME = 1,`.
fn constant(line: &str) -> Option<(&str, i64)> {
    let (name, value) = match line.strip_prefix("#define ") {
        Some(rest) => rest.split_once(' ')?,
        None => line.strip_suffix(',')?.split_once(" = ")?,
    };
    Some((name, value.trim().parse().ok()?))
}

/// A struct whose fields are laid out as C does.
#[derive(Default)]
struct Struct {
    fields: Map<String, Value>,
    end: u64,
    alignment: u64,
}

impl Struct {
    fn add(&mut self, line: &str) -> Result<()> {
        if line.is_empty() {
            return Ok(());
        }
        let field = line.strip_suffix(';').and_then(|field| field.rsplit_once(' '));
        let (kind, name) = field.with_context(|| format!("{line:?} is no field of a struct"))?;
        let size: u64 = match kind {
            "int32_t" | "uint32_t" | "float" => 4,
            "uint64_t" | "double" => 8,
            _ => bail!("a field is of type {kind}, which the page can't read"),
        };
        let offset = self.end.next_multiple_of(size);
        self.fields.insert(name.to_owned(), json!([kind, offset]));
        self.end = offset + size;
        self.alignment = self.alignment.max(size);
        Ok(())
    }

    fn end(self) -> Value {
        json!({ "size": self.end.next_multiple_of(self.alignment.max(1)), "fields": self.fields })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structs_are_laid_out_as_c_does_and_constants_are_found() {
        let header = "#define GRIDSTAR_SIDE 16\n/**\n * A = 3,\n */\nenum E {\n    GRIDSTAR_E_NONE = -1,\n};\n\
                      typedef struct {\n    /**\n     * Text; more.\n     */\n    uint32_t a;\n    double b;\n    \
                      int32_t c;\n} S;\nint32_t f(void);\n";
        let expected = json!({
            "structs": {"S": {"size": 24, "fields": {"a": ["uint32_t", 0], "b": ["double", 8], "c": ["int32_t", 16]}}},
            "constants": {"GRIDSTAR_SIDE": 16, "GRIDSTAR_E_NONE": -1},
        });
        assert_eq!(listing(header).unwrap(), expected);
        assert!(listing("typedef struct {\n    char *a;\n} S;\n").unwrap_err().to_string().contains("char"));
    }

    #[test]
    fn sizes_are_those_of_rust() {
        let header = include_str!("../../../include/gridstar.h");
        let listing = listing(header).unwrap();
        let size = |name: &str| listing["structs"][name]["size"].as_u64();
        assert_eq!(size("GridstarCell"), Some(8));
        assert_eq!(size("GridstarPathRequest"), Some(24));
        assert_eq!(size("GridstarPathReply"), Some(32));
        assert_eq!(listing["constants"]["GRIDSTAR_STATUS_BUFFER_TOO_SMALL"], -16);
    }
}
