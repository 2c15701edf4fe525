//! The pages name the figures that the committed results have, and the files and modules that the sources have.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn read(path: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A table of RESULTS.md: its head, then its rows.
struct Table(Vec<Vec<String>>);

impl Table {
    /// The first table below a heading.
    fn below(results: &str, heading: &str) -> Self {
        let (_, rest) = results.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
        let rows = rest.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
        let cells = |row: &str| -> Vec<String> {
            row.trim_matches('|').split('|').map(|cell| cell.replace("**", "").trim().to_owned()).collect()
        };
        Self(rows.filter(|row| !row.contains("--:")).map(cells).collect())
    }

    /// A cell of the row that begins with some cells.
    fn cell(&self, row: &[&str], column: &str) -> &str {
        let at = self.0[0].iter().position(|head| head == column).unwrap_or_else(|| panic!("no column {column}"));
        &self.0.iter().find(|cells| cells.iter().zip(row).all(|(cell, row)| cell == row)).expect("no such row")[at]
    }

    /// The numbers of a column in the rows that a condition holds for.
    fn numbers(&self, column: &str, has: impl Fn(&[String]) -> bool) -> Vec<f64> {
        let at = self.0[0].iter().position(|head| head == column).unwrap_or_else(|| panic!("no column {column}"));
        self.0[1..].iter().filter(|cells| has(cells)).map(|cells| cells[at].parse().unwrap()).collect()
    }
}

fn largest(numbers: Vec<f64>) -> f64 {
    numbers.into_iter().fold(f64::MIN, f64::max)
}

fn smallest(numbers: Vec<f64>) -> f64 {
    numbers.into_iter().fold(f64::MAX, f64::min)
}

/// Fails if a page lacks a sentence, wherever its lines end.
fn assert_says(page: &str, sentence: &str) {
    let text = read(page).replace("\\*", "*");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&text).contains(&words(sentence)), "{page} does not say: {sentence}");
}

#[test]
fn the_readme_has_the_times_of_the_results() {
    let results = read("benches/RESULTS.md");
    let (engines, edits) = (Table::below(&results, "Engines"), Table::below(&results, "Edits"));
    let time = |engine: &str| engines.cell(&[engine], "a query, µs").to_owned();
    for (engine, english, chinese) in [
        ("GridStar landmarks", "GridStar, landmarks prepared", "GridStar，已准备地标"),
        ("GridStar default", "GridStar, as it is", "GridStar，默认"),
        (
            "grid_pathfinding (cuts corners)",
            "the Rust library `grid_pathfinding`, which cuts corners",
            "`grid_pathfinding`（Rust 库，允许切角）",
        ),
        ("pathfinding", "the Rust library `pathfinding`", "`pathfinding`（Rust 库）"),
    ] {
        assert_says("README.md", &format!("| {english} | {} |", time(engine)));
        assert_says("README.zh-CN.md", &format!("| {chinese} | {} |", time(engine)));
    }
    // Beside the maps, five columns: the engine, all maps, a query, expansions and preparation.
    assert_eq!(engines.0[0].len() - 5, 12, "the README says how many maps there are");
    assert_says("README.md", "geometric means over twelve maps");
    assert_says("README.zh-CN.md", "十二张地图的几何平均值");
    let medians = || edits.numbers("median, µs", |_| true);
    let (least, most) = (smallest(medians()).round(), largest(medians()).round());
    assert_says("README.md", &format!("closing or opening one cell takes {least} to {most} µs"));
    assert_says("README.zh-CN.md", &format!("封闭或打开一个格子需要 {least} 到 {most} 微秒"));
}

#[test]
fn the_promise_about_patterns_has_the_ratios_of_the_results() {
    let patterns = Table::below(&read("benches/RESULTS.md"), "Patterns");
    let of = |column: &str, engine: &str, sides: std::ops::RangeInclusive<u32>| {
        let is_meant = |row: &[String]| row[1] == engine && sides.contains(&row[0].parse().unwrap());
        largest(patterns.numbers(column, is_meant))
    };
    let [large, middle, small] = [384..=u32::MAX, 192..=192, 64..=64]
        .map(|sides| ["default", "landmarks"].map(|engine| of("greatest", engine, sides.clone())));
    let above = ["default", "landmarks"].map(|engine| of("above 2.0", engine, 64..=64));
    let cases = of("cases", "default", 64..=64);
    for sentence in [
        format!("the slowest took {:.2} times A*'s time, and {:.2} times with landmarks", large[0], large[1]),
        format!("at 192 cells a side, {:.2} and {:.2} times", middle[0], middle[1]),
        format!("{} and {} of {cases} cases took more than twice A*'s time", above[0], above[1]),
        format!("The greatest ratios there were {:.2},", small[0]),
        format!("and {:.2} with landmarks.", small[1]),
    ] {
        assert_says("RELIABILITY.md", &sentence);
    }
}

#[test]
fn the_notes_quote_the_results_as_they_are() {
    let results = read("benches/RESULTS.md");
    let (engines, growth) = (Table::below(&results, "Engines"), Table::below(&results, "Growth"));
    let ratios = engines.0[0][5..].iter().map(|map| {
        let of = |engine| engines.cell(&[engine], map).parse::<f64>().unwrap();
        of("GridStar A*") / of("GridStar jump points")
    });
    let ratios: Vec<f64> = ratios.collect();
    let (least, most) = (smallest(ratios.clone()), largest(ratios));
    assert_says("benches/NOTES.md", &format!("by the engines' table of benches/RESULTS.md: {least:.1} to {most:.0} |"));
    let preparation = ["GridStar landmarks", "yardstick landmarks", "yardstick bitmaps-landmarks"]
        .map(|engine| engines.cell(&[engine], "preparation, ms"));
    let [own, landmarks, bitmaps] = preparation;
    let sentence = format!(
        "Preparation takes {own} ms, against {landmarks} for the yardstick's `landmarks` and {bitmaps} for its \
         `bitmaps-landmarks`"
    );
    assert_says("benches/NOTES.md", &sentence);
    let time = |side, column| growth.cell(&["10 % random", side], column);
    let [at_512, at_1024, at_4096] =
        ["512", "1024", "4096"].map(|side| [time(side, "landmarks: µs"), time(side, "default: µs")]);
    let sentence = format!(
        "has {} us with landmarks and {} without on 512 x 512, {} and {} on 1024 x 1024, {} and {} on 4096 x 4096",
        at_512[0], at_512[1], at_1024[0], at_1024[1], at_4096[0], at_4096[1]
    );
    assert_says("benches/NOTES.md", &sentence);
    let on_random = |engine| engines.cell(&[engine], "random512-10-0");
    let (with, without) = (on_random("GridStar landmarks"), on_random("GridStar default"));
    assert_says("benches/NOTES.md", &format!("{with} of the yardstick's time with landmarks and {without} without"));
}

#[test]
fn the_readme_and_the_page_for_users_of_basegrid_have_the_times_of_the_bars() {
    let bars = read("benches/bars.svg");
    let milliseconds = |name: &str| {
        let (_, rest) = bars.split_once(&format!(">{name}</text>")).unwrap();
        let number = rest.split(" µs<").next().unwrap().rsplit('>').next().unwrap().replace(',', "");
        number.parse::<f64>().unwrap() / 1e3
    };
    let (sorted, own) = (milliseconds("C# A*, sorted list"), milliseconds("GridStar"));
    let page = "unity-package/Documentation~/coming-from-basegrid";
    for (ending, unit) in [(".md", "ms"), (".zh-CN.md", "毫秒")] {
        assert_says(&format!("{page}{ending}"), &format!("{sorted:.0} {unit}"));
        assert_says(&format!("{page}{ending}"), &format!("{own:.3} {unit}"));
        for (name, decimals) in [("GridStar", 3), ("C# A*, binary heap", 1), ("C# A*, sorted list", 0)] {
            let time = format!("{:.decimals$} {unit}", milliseconds(name));
            assert!(read(&format!("README{ending}")).contains(&time), "README{ending} does not say {time}");
        }
    }
}

/// The files of a folder and below with an ending, as paths from the root.
fn files(folder: &str, ending: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut found, mut waiting) = (Vec::new(), vec![root.join(folder)]);
    while let Some(folder) = waiting.pop() {
        let entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        for path in entries {
            match path.is_dir() {
                true => waiting.push(path),
                false => found.push(path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/")),
            }
        }
    }
    found.retain(|file| file.ends_with(ending));
    found
}

#[test]
fn the_architecture_names_each_file_with_unsafe_code_and_no_other() {
    let page = read("ARCHITECTURE.md");
    let (_, rest) = page.split_once("- **Unsafe code**").unwrap();
    let named = rest.split("\n- **").next().unwrap().split('`').skip(1).step_by(2);
    let named: BTreeSet<&str> = named.filter(|name| name.ends_with(".rs")).collect();
    let is_unsafe = |file: &String| !file.starts_with("src/ffi/") && read(file).contains("allow(unsafe_code)");
    let unsafe_files: Vec<String> = files("src", ".rs").into_iter().filter(is_unsafe).collect();
    assert_eq!(named.len(), unsafe_files.len(), "named: {named:?}, there are: {unsafe_files:?}");
    for file in &unsafe_files {
        assert!(named.iter().any(|name| file.ends_with(&format!("/{name}"))), "ARCHITECTURE.md does not name {file}");
    }
}

#[test]
fn the_crate_and_the_architecture_list_each_room_and_the_glossary_is_short() {
    let (page, library) = (read("ARCHITECTURE.md"), read("src/lib.rs"));
    let modules = library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    for module in modules.clone() {
        assert!(library.contains(&format!("\n//! - [`{module}`]:")), "the head of lib.rs lacks {module}");
        assert!(page.contains(&format!("\nsrc/{module}")), "ARCHITECTURE.md lacks src/{module}");
    }
    assert!(modules.count() > 8);
    let (_, glossary) = page.split_once("\n## Glossary\n").unwrap();
    let rows = glossary.split("\n## ").next().unwrap().lines().filter(|line| line.starts_with("| ")).count();
    // The head and the line below it are no words.
    assert!(rows - 2 <= 40, "the glossary has {} words", rows - 2);
}

#[test]
fn the_api_at_a_glance_has_every_kind_of_object() {
    let header = read("include/gridstar.h");
    let words = header.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let kinds = words.filter_map(|name| name.strip_prefix("GRIDSTAR_KIND_")).filter(|kind| *kind != "ANY");
    let kinds: BTreeSet<String> = kinds.map(str::to_lowercase).collect();
    assert!(kinds.len() >= 7, "{kinds:?}");
    for page in ["api.md", "api.zh-CN.md"] {
        let text = read(&format!("unity-package/Documentation~/{page}"));
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
        for kind in &kinds {
            let name = format!("`gridstar_{kind}_");
            assert!(rows.iter().any(|row| row.contains(&name)), "the API table of {page} has no {name}*");
        }
    }
}

#[test]
fn the_pages_name_the_rust_that_the_crate_needs() {
    let manifest = read("Cargo.toml");
    let version = manifest.split("rust-version = \"").nth(1).unwrap().split('"').next().unwrap();
    for page in ["README.md", "README.zh-CN.md", "BUILDING.md", "BUILDING.zh-CN.md"] {
        assert!(read(page).contains(&format!("[Rust](https://rustup.rs) {version}")), "{page}: not {version}");
    }
}

#[test]
fn a_translation_has_the_rows_and_the_items_of_its_original() {
    let folders = ["unity-package", "docs"].map(|folder| files(folder, ".zh-CN.md"));
    let at_the_root = ["README.zh-CN.md", "BUILDING.zh-CN.md"].map(str::to_owned);
    let translations: Vec<String> = folders.into_iter().flatten().chain(at_the_root).collect();
    assert!(translations.len() > 20, "{translations:?}");
    for translation in translations {
        let text = read(&translation.replace(".zh-CN", ""));
        let counts = [text, read(&translation)].map(|text| {
            let lines = || text.lines().map(str::trim_start);
            let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let is_item =
                |line: &&str| line.starts_with("- ") || line.split_once(". ").is_some_and(|(n, _)| is_number(n));
            [lines().filter(|line| line.starts_with('|')).count(), lines().filter(is_item).count()]
        });
        assert_eq!(counts[0], counts[1], "rows of tables and items of lists, {translation}");
    }
}
