//! `cargo xtask enums`: the C# enums that stand for enums of the C header. Their members and numbers come from the
//! header; the comment over a member is that of the C# file.

use crate::header::Header;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};

/// Enums of the header, and the C# files below Runtime/Core that stand for them. The file is named as the enum.
const TWINS: [(&str, &str); 16] = [
    ("GridstarStatus", "Interop/NativeStatus"),
    ("GridstarKind", "Interop/NativeKind"),
    ("GridstarCellPlane", "Interop/NativeCellPlane"),
    ("GridstarStatus", "PathReason"),
    ("GridstarCellType", "CellType"),
    ("GridstarPlane", "GridPlane"),
    ("GridstarLayout", "CellLayout"),
    ("GridstarDiagonalRule", "DiagonalRule"),
    ("GridstarOrder", "SearchOrder"),
    ("GridstarHeuristic", "Heuristic"),
    ("GridstarEngine", "SearchEngine"),
    ("GridstarCharge", "TraversalCharge"),
    ("GridstarFieldOperation", "FieldOperation"),
    ("GridstarPathForm", "PathForm"),
    ("GridstarSearchCellState", "SearchCellState"),
    ("GridstarSearchChangeKind", "SearchChangeKind"),
];

/// Members that C# calls otherwise.
const OTHER_NAMES: [(&str, &str, &str); 3] =
    [("PathReason", "Ok", "Found"), ("GridPlane", "Xz", "XZ"), ("GridPlane", "Xy", "XY")];

/// `PathReason` has the statuses with which searches end, and those mistakes that jobs report without an exception.
fn is_reason(number: i64) -> bool {
    match number {
        0.. => ![6, 10].contains(&number),
        _ => [-4, -16, -17, -33].contains(&number),
    }
}

#[derive(clap::Args)]
pub struct EnumsArgs {
    /// Only fail if a file is stale
    #[arg(long)]
    pub check: bool,
}

/// Writes the members of all files anew, or fails if one is stale.
pub fn run(workspace: &Workspace, is_check: bool) -> Result<String> {
    let header = Header::parse(&std::fs::read_to_string(workspace.root.join("include/gridstar.h"))?);
    for (of_header, twin) in TWINS {
        let file = workspace.unity_package().join(format!("Runtime/Core/{twin}.cs"));
        let (old, name) = (std::fs::read_to_string(&file)?, twin.rsplit('/').next().unwrap_or(twin));
        let new = rewritten(&old, name, &members(&header, of_header, name)?)?;
        if new != old {
            ensure!(!is_check, "{} is stale: cargo xtask enums", workspace.display(&file));
            std::fs::write(&file, new)?;
            println!("wrote {}", workspace.display(&file));
        }
    }
    Ok(format!("{} enums", TWINS.len()))
}

/// The members of a C# enum with their numbers, in the order of the header.
fn members(header: &Header, of_header: &str, name: &str) -> Result<Vec<(String, i64)>> {
    let found = header.enums.iter().find(|one| one.name == of_header).context(of_header.to_owned())?;
    let mut members = Vec::new();
    for &(ref c_name, number) in &found.values {
        let member = pascal(c_name).strip_prefix(of_header).with_context(|| c_name.clone())?.to_owned();
        let other = OTHER_NAMES.iter().find(|(of, c_member, _)| *of == name && *c_member == member);
        if name != "PathReason" || is_reason(number) {
            members.push((other.map_or(member, |(.., other)| (*other).to_owned()), number));
        }
    }
    Ok(members)
}

/// `GRIDSTAR_ORDER_A_STAR` as `GridstarOrderAStar`.
fn pascal(c_name: &str) -> String {
    c_name.split('_').map(|word| word[..1].to_owned() + &word[1..].to_lowercase()).collect()
}

/// A C# file with these members, each under the comment that it has there.
fn rewritten(file: &str, name: &str, members: &[(String, i64)]) -> Result<String> {
    let begin = file.find(&format!(" enum {name}")).with_context(|| format!("no enum {name}"))?;
    let begin = begin + file[begin..].find("{\n").context("the enum has no body")? + 2;
    let end = begin + file[begin..].find("\n    }").context("the enum does not end")? + 1;
    let (is_public, body) = (file[..begin].contains("public enum"), &file[begin..end]);
    let mut text = Vec::new();
    for (member, number) in members {
        let line = format!("        {member} = ");
        let at = body.find(&format!("\n{line}")).map(|at| at + 1).or_else(|| body.starts_with(&line).then_some(0));
        let above = at.map_or("", |at| &body[..at]);
        let comment: usize =
            above.split_inclusive('\n').rev().take_while(|line| line.contains("///")).map(str::len).sum();
        let comment = &above[above.len() - comment..];
        ensure!(!is_public || !comment.is_empty(), "{name}.{member} has no comment: write the member with one");
        text.push(format!("{comment}{line}{number},\n"));
    }
    Ok(file[..begin].to_owned() + &text.join(if is_public { "\n" } else { "" }) + &file[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "\nenum GridstarPlane\n : uint32_t\n {\n    /**\n     * A, b = 1,\n     */\n    \
                          GRIDSTAR_PLANE_XZ = 0,\n    GRIDSTAR_PLANE_A_B = -7,\n};\n";

    #[test]
    fn members_come_from_the_header_and_comments_stay() {
        let plane = members(&Header::parse(HEADER), "GridstarPlane", "GridPlane").unwrap();
        assert_eq!(plane, [("XZ".to_owned(), 0), ("AB".to_owned(), -7)]);
        let file = |members: &str| format!("/// All.\npublic enum GridPlane\n    {{\n{members}    }}\n}}\n");
        let one = "        /// One.\n        XZ = 0,\n";
        let two = |number: i64| format!("        /// Two,\n        /// lines.\n        AB = {number},\n");
        let stale = &file(&format!("{}\n{one}", two(3)));
        let right = file(&format!("{one}\n{}", two(-7)));
        assert_eq!(rewritten(stale, "GridPlane", &plane).unwrap(), right);
        let without = right.replace("        /// One.\n        XZ = 0,\n\n", "");
        assert!(rewritten(&without, "GridPlane", &plane).unwrap_err().to_string().contains("GridPlane.XZ"));
    }
}
