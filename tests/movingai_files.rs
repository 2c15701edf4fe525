//! Reads MovingAI files with various line ends, and files with mistakes.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::cell_map::CellMap;
use common::movingai::{load_map, parse_map, parse_scenario};
use gridstar::grid::Cell;

const MAP: &str = "type octile\nheight 2\nwidth 5\nmap\n.GS@.\nOTW..\n";

fn map() -> CellMap {
    CellMap::parse("...#.\n###..")
}

#[test]
fn three_kinds_of_cells_are_walkable_and_four_are_not() {
    assert_eq!(parse_map(MAP), Ok(map()));
}

#[test]
fn a_map_may_have_other_line_ends_other_types_and_no_end_of_the_last_line() {
    assert_eq!(parse_map(&MAP.replace('\n', "\r\n")), Ok(map()));
    assert_eq!(parse_map(MAP.trim_end()), Ok(map()));
    assert_eq!(parse_map(&format!("{MAP}\n\r\n")), Ok(map()));
    assert_eq!(parse_map(&MAP.replace("octile", "tile")), Ok(map()));
    assert_eq!(parse_map(&MAP.replace("height 2\nwidth 5", "width 5\nheight 2")), Ok(map()));
}

#[test]
fn every_kind_of_line_end_and_a_byte_order_mark_are_read() {
    for end in ["\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"] {
        for mark in ["", "\u{FEFF}"] {
            let text = format!("{mark}{}", MAP.replace('\n', end));
            assert_eq!(parse_map(&text), Ok(map()), "{text:?}");
            let scenario = format!("{mark}version 1.0{end}3 map.map 5 2 0 0 4 1 5.41421{end}");
            assert_eq!(parse_scenario(&scenario, &map()).map(|queries| queries.len()), Ok(1), "{scenario:?}");
        }
    }
}

#[test]
fn a_map_with_a_mistake_is_refused_and_the_line_named() {
    let cases = [
        (MAP.replace(".GS@.", ".GS@"), "line 5: a row of 4 cells"),
        (MAP.replace("OTW..", "OTW..."), "line 6: a row of 6 cells"),
        (MAP.replace("OTW", "OT?"), "line 6: '?' is not a cell character"),
        (MAP.replace("height 2", "height 3"), "the header says 3 rows, the file has 2"),
        (MAP.replace("height 2", "height 1"), "line 6: a row after the last of 1"),
        (MAP.replace("height 2", "height 0"), "line 2: \"0\" is not a width or height"),
        (MAP.replace("width 5", "width -5"), "line 3: \"-5\" is not a width or height"),
        (MAP.replace("width 5", "width 99999999999"), "is not a width or height"),
        (MAP.replace("width 5\n", ""), "the header has no width"),
        (MAP.replace("map\n", ""), "line 4: \".GS@.\" is not a header line"),
        (String::new(), "the header has no line `map`"),
    ];
    for (text, expected) in cases {
        let problem = parse_map(&text).expect_err(expected);
        assert!(problem.contains(expected), "{problem:?} instead of {expected:?}");
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let problem = load_map(std::path::Path::new("no-such-folder/none.map")).unwrap_err();
    assert!(problem.contains("none.map"), "{problem}");
}

#[test]
fn a_scenario_line_is_a_query() {
    for text in [
        "version 1\n3\ta map.map\t5\t2\t0\t0\t4\t1\t5.41421\n",
        "version 1.0\r\n3 map.map 5 2 0 0 4 1 5.41421\r\n\r\n",
        "version 1\n3\tmap.map\t5\t2\t0\t0\t4\t1\t5.41421",
    ] {
        let queries = parse_scenario(text, &map()).unwrap();
        assert_eq!(queries.len(), 1, "{text:?}");
        let query = &queries[0];
        assert_eq!((query.start, query.goal), (Cell::new(0, 0), Cell::new(4, 1)));
        assert_eq!((query.reference, query.line_number), (5.41421, 2));
    }
}

#[test]
fn a_length_may_be_off_by_the_decimals_to_which_its_scenario_rounds_all() {
    let tolerances = |lengths: &[&str]| -> Vec<f64> {
        let lines: String = lengths.iter().map(|length| format!("0\tm\t5\t2\t0\t0\t4\t1\t{length}\n")).collect();
        let queries = parse_scenario(&format!("version 1\n{lines}"), &map()).unwrap();
        queries.iter().map(|query| query.tolerance).collect()
    };
    let near = |found: Vec<f64>, expected: &[f64]| {
        found.len() == expected.len() && found.iter().zip(expected).all(|(found, right)| (found - right).abs() < 2e-6)
    };
    // Six digits, without trailing zeros.
    assert!(near(tolerances(&["1", "100.5", "1000.25"]), &[0.000_01, 0.001_005, 0.010_002_5]));
    // Two decimals everywhere, in enough lengths to detect them.
    let two_decimals = ["1.00", "100.50", "1000.25", "2.00", "3.00", "4.00", "5.00", "6.00", "7.00", "8.00"];
    assert!(near(tolerances(&two_decimals)[..3].to_vec(), &[0.005, 0.005, 0.010_002_5]));
    assert!(near(tolerances(&two_decimals[..3]), &[0.000_01, 0.001_005, 0.010_002_5]));
    assert!(near(tolerances(&["1.00000000"; 10])[..1].to_vec(), &[0.000_01]));
    // Whole numbers don't show their rounding.
    assert!(near(tolerances(&["1", "3"]), &[0.000_01, 0.000_03]));
}

#[test]
fn a_scenario_with_a_mistake_is_refused_and_the_line_named() {
    let cases = [
        ("", "must begin with its version"),
        ("3\tm\t5\t2\t0\t0\t4\t1\t5\n", "must begin with its version"),
        ("version 1\n3\tm\t5\t2\t0\t0\t4\t1\n", "line 2: 8 fields instead of 9"),
        ("version 1\n3\tm\t5\t2\t0\t0\t4\t1\t5\t\n", "line 2: 10 fields instead of 9"),
        ("version 1\n3\tm\t5\t3\t0\t0\t4\t1\t5\n", "not for this map of 5 x 2"),
        ("version 1\n3\tm\t5\t2\t0\t0\t5\t1\t5\n", "(5, 1) lies outside the map"),
        ("version 1\n3\tm\t5\t2\t0\t-1\t4\t1\t5\n", "(0, -1) lies outside the map"),
        ("version 1\n3\tm\t5\t2\t0\tx\t4\t1\t5\n", "\"x\" is not a whole number"),
        ("version 1\n3\tm\t5\t2\t0\t0\t4\t1\tNaN\n", "\"NaN\" is not a length"),
        ("version 1\n3\tm\t5\t2\t0\t0\t4\t1\t-1\n", "\"-1\" is not a length"),
    ];
    for (text, expected) in cases {
        let problem = parse_scenario(text, &map()).expect_err(expected);
        assert!(problem.contains(expected), "{problem:?} instead of {expected:?}");
    }
}
