use super::twins::Twins;
use super::{externs, numbers, structs};
use crate::header::Header;

/// Every width, both kinds of pointers, buffers, a nested struct, an enum with a width of its own, and constants.
const HEADER: &str = r#"
#define GRIDSTAR_MAX_SIDE 16384
#define GRIDSTAR_NEVER 4294967295

enum GridstarStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus)
 {
    /**
     * A, b = 1,
     */
    GRIDSTAR_STATUS_OK = 0,
    GRIDSTAR_STATUS_NOT_SO_GOOD = -7,
    GRIDSTAR_STATUS_NO_CELL_FOUND = 10,
};
#ifndef __cplusplus
typedef int32_t GridstarStatus;
#endif

enum GridstarPlane
  : uint32_t
 {
    GRIDSTAR_PLANE_XZ = 0,
    GRIDSTAR_PLANE_A_B = 1,
};

enum GridstarKind
  : uint32_t
 {
    GRIDSTAR_KIND_ANY = 0,
    GRIDSTAR_KIND_BIG_GRID = 1,
};

typedef struct {
    int32_t x;
    int32_t y;
} GridstarCell;

/**
 * Words.
 */
typedef struct {
    uint32_t struct_size;
    uint8_t small;
    int32_t base;
    int64_t before;
    uint64_t id;
    float near;
    double far;
    GridstarCell cell;
} GridstarAll;

typedef struct {
    GridstarStatus status;
} GridstarPlain;

#ifdef __cplusplus
extern "C" {
#endif

uint32_t gridstar_abi_version(void);

const char *gridstar_version(void);

void gridstar_say(const char *words, void *whatever);

GridstarStatus gridstar_all_widths(int32_t a, uint32_t b, int64_t c, uint64_t d, uint8_t e, float f, double g,
                                   GridstarCell h);

GridstarStatus gridstar_read(const GridstarCell *start, const GridstarAll *def, const uint8_t *base);

GridstarStatus gridstar_write(uint64_t *floors_out, GridstarCell *cell_out, GridstarPlain *plain_out,
                              GridstarAll *all_out, uint8_t *flags_out);

GridstarStatus gridstar_fill(const float *wishes, uint32_t wish_count, float *positions_out, GridstarCell *cells_out,
                             uint32_t capacity, GridstarPlain *path_out, uint32_t path_capacity, uint32_t *count_out);

#ifdef __cplusplus
}  // extern "C"
#endif
"#;

const CELL: &str = r"[StructLayout(LayoutKind.Sequential)]
public struct GridCell
{
    // GridstarCell of gridstar.h.

    /// One.
    public readonly int X;
    private readonly int _y;
    public int Y => _y;
}
";

fn twins() -> Twins {
    Twins::of(&[("GridCell.cs", CELL), ("Other.cs", "class Other\n{\n}\n")]).unwrap()
}

fn file(members: &str) -> String {
    let mark = "        // GridstarPlane of gridstar.h. More words.\n\n";
    format!("/// All.\n    public enum GridPlane\n    {{\n{mark}{members}    }}\n}}\n")
}

/// The declarations of the externs, each on one line.
fn declared(header: &str) -> Vec<String> {
    let text = externs::text(&Header::parse(header), &twins());
    let words = |one: &str| one.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(");
    text.split(" static extern ").skip(1).map(|one| words(one.split_once(';').unwrap().0)).collect()
}

#[test]
fn functions_are_externs_under_their_names() {
    let declared = declared(HEADER);
    assert_eq!(
        declared,
        [
            "uint gridstar_abi_version()",
            "IntPtr gridstar_version()",
            "void gridstar_say(IntPtr words, IntPtr whatever)",
            "int gridstar_all_widths(int a, uint b, long c, ulong d, byte e, float f, double g, GridCell h)",
            "int gridstar_read(ref GridCell start, ref GridstarAll def, ref byte @base)",
            "int gridstar_write(out ulong floors_out, out GridCell cell_out, out GridstarPlain plain_out, \
             ref GridstarAll all_out, ref byte flags_out)",
            "int gridstar_fill(ref float wishes, uint wish_count, ref float positions_out, ref GridCell cells_out, \
             uint capacity, ref GridstarPlain path_out, uint path_capacity, out uint count_out)",
        ]
    );
}

#[test]
fn every_extern_has_its_import_and_keeps_to_the_columns() {
    let text = externs::text(&Header::parse(HEADER), &twins());
    let import =
        "[DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]\n";
    assert_eq!(text.matches(import).count(), 7);
    assert!(text.lines().all(|line| line.len() <= 120), "{text}");
    assert!(text.ends_with(");\n    }\n}\n"), "{text}");
    let broken =
        "gridstar_all_widths(\n            int a, uint b, long c, ulong d, byte e, float f, double g, GridCell h);";
    assert!(text.contains(broken), "{text}");
    assert!(text.contains("gridstar_fill(\n            ref float wishes,\n            uint wish_count,\n"), "{text}");
}

#[test]
fn structs_without_a_twin_have_the_fields_of_the_header() {
    let text = structs::text(&Header::parse(HEADER), &twins());
    let all = "    internal struct GridstarAll\n    {\n        internal const uint Size = 56;\n\n        \
               public uint struct_size;\n        public byte small;\n        public int @base;\n        \
               public long before;\n        public ulong id;\n        public float near;\n        \
               public double far;\n        public GridCell cell;\n    }\n";
    let plain = "    internal struct GridstarPlain\n    {\n        public int status;\n    }\n";
    let begin = "    [StructLayout(LayoutKind.Sequential)]\n";
    assert!(text.ends_with(&format!("\n\n{begin}{all}\n{begin}{plain}}}\n")), "{text}");
    assert!(!text.contains("GridstarCell"), "{text}");
}

#[test]
fn enums_without_a_whole_twin_and_constants_have_the_numbers_of_the_header() {
    let plane = file("        /// One.\n        XZ = 0,\n");
    let reason = "public enum PathReason\n{\n    // GridstarStatus of gridstar.h.\n\n}\n";
    let twins = Twins::of(&[("GridPlane.cs", &plane), ("PathReason.cs", reason)]).unwrap();
    let text = numbers::text(&Header::parse(HEADER), &twins);
    for part in [
        "enum NativeStatus : int\n    {\n        Ok = 0,\n        NotSoGood = -7,\n        NoCellFound = 10,\n    }\n",
        "    internal enum NativeKind : uint\n    {\n        Any = 0,\n        BigGrid = 1,\n    }\n",
        "        internal const int MaxSide = 16384;\n        internal const uint Never = 4294967295;\n    }\n}\n",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    assert!(!text.contains("Plane"), "{text}");
}

#[test]
fn members_of_a_public_enum_come_from_the_header_and_comments_stay() {
    let members = |text: &str| {
        let files = Twins::of(&[("GridPlane.cs", text)]).unwrap().with_members(&Header::parse(HEADER));
        files.map(|files| files[0].1.clone())
    };
    let one = "        /// One.\n        XZ = 0,\n";
    let two = |number: i64| format!("        /// Two,\n        /// lines.\n        AB = {number},\n");
    let right = file(&format!("{one}\n{}", two(1)));
    assert_eq!(members(&file(&format!("{}\n{one}", two(3)))).unwrap(), right);
    assert_eq!(members(&right).unwrap(), right);
    assert!(members(&file(one)).unwrap_err().to_string().contains("GridPlane.AB has no comment"));
}

#[test]
fn a_reason_is_how_a_search_ends() {
    let reason = "public enum PathReason\n    {\n        // GridstarStatus of gridstar.h.\n\n        /// One.\n        \
                  Found = 5,\n    }\n";
    let files = Twins::of(&[("PathReason.cs", reason)]).unwrap().with_members(&Header::parse(HEADER)).unwrap();
    assert_eq!(files[0].1, reason.replace('5', "0"));
}

#[test]
fn a_public_struct_with_other_fields_is_refused() {
    let check = |text: &str| Twins::of(&[("GridCell.cs", text)]).unwrap().check_structs(&Header::parse(HEADER));
    check(CELL).unwrap();
    for (old, new) in [
        ("int X", "uint X"),
        ("_y;", "_z;"),
        ("    private readonly int _y;\n", ""),
        ("[StructLayout(LayoutKind.Sequential)]\n", ""),
        ("GridstarCell", "GridstarOther"),
    ] {
        assert_ne!(CELL.replacen(old, new, 1), CELL, "{old}");
        check(&CELL.replacen(old, new, 1)).expect_err(new);
    }
    assert!(Twins::of(&[("Cell.cs", CELL)]).is_err());
}

/// C that the parser does not know is not skipped.
#[test]
#[should_panic(expected = "after")]
fn an_array_in_a_struct_is_refused() {
    Header::parse("typedef struct {\n    int32_t x[4];\n} GridstarCells;\n");
}
