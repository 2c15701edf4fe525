//! The report: all tables with machine, date and command; and its way into the documents.

use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};

/// Tables under their titles. Each is printed when it is added.
pub(super) struct Report {
    head: String,
    sections: Vec<(String, String)>,
}

/// The documents with the engines' table. This program writes what lies between the marks, the same in all of them.
const READMES: [&str; 2] = ["README.md", "README.zh-CN.md"];
const BEGIN: &str = "<!-- written by cargo xtask bench --readme: begin -->\n";
const END: &str = "<!-- end -->\n";

/// All sections of a whole report.
const SECTIONS: [&str; 7] = ["Engines", "Growth", "Building", "Edits", "Frames", "Concurrent", "Patterns"];
/// The lines of a table above its rows.
const TABLE_HEAD: usize = 2;

const PLOTS: [&str; 2] = ["time-by-length.svg", "growth.svg"];
/// What the READMEs show of them.
const PICTURE: &str = "![A query's time by the length of its path](benches/time-by-length.svg)\n";

impl Report {
    /// `command`: what makes this report.
    pub(super) fn new(workspace: &Workspace, command: &str) -> Self {
        let date = time::OffsetDateTime::now_utc().date();
        let head = format!("`{command}`:\nGridStar {}, {}, {date}.\n", workspace.version, machine());
        println!("{head}");
        Self { head, sections: Vec::new() }
    }

    pub(super) fn add(&mut self, title: String, text: String) {
        println!("## {title}\n\n{text}");
        self.sections.push((title, text));
    }

    fn text(&self) -> String {
        let sections = self.sections.iter().map(|(title, text)| format!("\n## {title}\n\n{text}"));
        self.head.clone() + &sections.collect::<String>()
    }

    pub(super) fn save(&self, file: &Path) -> Result<()> {
        fs::write(file, self.text()).with_context(|| format!("{} can't be written", file.display()))
    }

    /// The engines' table into the READMEs, the plots into benches/, and a whole report there too.
    pub(super) fn write_into_documents(&self, workspace: &Workspace, plots: &Path) -> Result<()> {
        let benches = workspace.root.join("benches");
        if self.sections.len() == SECTIONS.len() {
            let picture = |plot: &str| format!("\n![{}]({plot})\n", plot.trim_end_matches(".svg").replace('-', " "));
            let head = "Written by `cargo xtask bench --readme`; NOTES.md says how to read it.";
            let text = format!("# What was measured\n\n{head}\n\n{}{}", self.text(), PLOTS.map(picture).concat());
            fs::write(benches.join("RESULTS.md"), text)?;
        }
        for plot in PLOTS.iter().filter(|plot| plots.join(plot).exists()) {
            fs::copy(plots.join(plot), benches.join(plot))?;
        }
        let Some((_, table)) = self.sections.iter().find(|(title, _)| title == "Engines") else { return Ok(()) };
        let part = format!("{}\n{table}\n{PICTURE}", self.head);
        for name in READMES {
            let readme = workspace.root.join(name);
            let text = replaced(&fs::read_to_string(&readme)?, &part).context(name)?;
            fs::write(readme, text)?;
        }
        Ok(())
    }
}

/// The document with other text between the marks.
fn replaced(document: &str, text: &str) -> Result<String> {
    let [before, _, after] = split(document).context("there is no place for the table")?;
    Ok(format!("{before}{BEGIN}{text}{END}{after}"))
}

/// What lies before, between and behind the marks.
fn split(document: &str) -> Option<[&str; 3]> {
    let (before, rest) = document.split_once(BEGIN)?;
    let (between, after) = rest.split_once(END)?;
    Some([before, between, after])
}

/// Whether a folder holds a whole report on these maps, and its plots. Says how much there is.
pub(crate) fn check_report(folder: &Path, maps: &[PathBuf]) -> Result<String> {
    let text = fs::read_to_string(folder.join("report.md")).context("there is no report")?;
    let section = |title: &str| text.split("\n## ").find(|section| section.starts_with(title)).unwrap_or_default();
    let rows = SECTIONS
        .map(|title| section(title).lines().filter(|line| line.starts_with('|')).count().saturating_sub(TABLE_HEAD));
    for map in maps {
        let column = format!(" {} |", map.file_stem().unwrap_or_default().display());
        ensure!(section("Engines").contains(&column), "the report has nothing on {}:\n{text}", map.display());
    }
    ensure!(!rows.contains(&0), "the report has tables of {rows:?} rows:\n{text}");
    for plot in PLOTS {
        let svg = fs::read_to_string(folder.join(plot)).with_context(|| format!("there is no {plot}"))?;
        ensure!(svg.contains("<polyline"), "{plot} has no line");
    }
    Ok(format!("{} maps, {} rows, {} plots", maps.len(), rows.iter().sum::<usize>(), PLOTS.len()))
}

/// What the figures were taken on.
fn machine() -> String {
    let processor = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (os, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
    format!("{} ({cores} cores, {os}, {architecture})", processor.as_deref().unwrap_or("unknown processor"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_between_the_marks_is_replaced() {
        let document = format!("a\n{BEGIN}old\n{END}b\n");
        assert_eq!(replaced(&document, "new\n").unwrap(), format!("a\n{BEGIN}new\n{END}b\n"));
        assert!(replaced("a\n", "new\n").is_err());
    }

    #[test]
    fn a_report_that_lacks_something_is_found_out() {
        let folder = std::env::temp_dir().join(format!("gridstar-report-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let write = |map: &str, frame_rows: usize| {
            let section = |title: &&str| {
                let rows = if *title == "Frames" { frame_rows } else { 1 };
                format!("\n## {title}\n\n| a | {map} |\n| - | - |\n{}", "| a | b |\n".repeat(rows))
            };
            fs::write(folder.join("report.md"), SECTIONS.iter().map(section).collect::<String>()).unwrap();
        };
        let check = || check_report(&folder, &["maps/arena.map".into()]);
        for plot in PLOTS {
            fs::write(folder.join(plot), "<svg><polyline/></svg>").unwrap();
        }
        write("arena", 1);
        assert!(check().unwrap().starts_with("1 maps"));
        write("another", 1);
        assert!(check().unwrap_err().to_string().contains("nothing on maps/arena.map"));
        write("arena", 0);
        assert!(check().is_err());
        write("arena", 1);
        fs::write(folder.join(PLOTS[1]), "<svg/>").unwrap();
        assert!(check().unwrap_err().to_string().contains("no line"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_readme_and_its_translation_have_the_same_table() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let tables = READMES.map(|name| split(&fs::read_to_string(root.join(name)).unwrap()).unwrap()[1].to_owned());
        assert!(tables[0].contains("| GridStar default"));
        assert_eq!(tables[0], tables[1]);
    }
}
