//! The report: all tables with machine, date and command; and its way into the documents.

use super::{engines, table};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// Tables under their titles. Each is printed when it is added.
pub(super) struct Report {
    head: String,
    sections: Vec<(&'static str, String)>,
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

    pub(super) fn add(&mut self, title: &'static str, text: &str) {
        println!("## {title}\n\n{text}");
        self.sections.push((title, text.to_owned()));
    }

    fn text(&self) -> String {
        let sections = self.sections.iter().map(|(title, text)| format!("\n## {title}\n\n{text}"));
        std::iter::once(self.head.clone()).chain(sections).collect()
    }

    pub(super) fn save(&self, file: &Path) -> Result<()> {
        fs::write(file, self.text()).with_context(|| format!("{} can't be written", file.display()))
    }

    /// The engines' table into the READMEs, the plots into benches/, and a whole report there too.
    pub(super) fn write_into_documents(&self, workspace: &Workspace, plots: &Path) -> Result<()> {
        let benches = workspace.root.join("benches");
        if self.sections.len() == SECTIONS.len() {
            let head =
                "# What was measured\n\nWritten by `cargo xtask bench --readme`; NOTES.md says how to read it.\n\n";
            let picture = |plot: &str| format!("\n![{}]({plot})\n", plot.trim_end_matches(".svg").replace('-', " "));
            let text = format!("{head}{}{}", self.text(), PLOTS.map(picture).concat());
            fs::write(benches.join("RESULTS.md"), text)?;
        }
        for plot in PLOTS.iter().filter(|plot| plots.join(plot).exists()) {
            fs::copy(plots.join(plot), benches.join(plot))?;
        }
        let Some((_, table)) = self.sections.iter().find(|(title, _)| *title == "Engines") else { return Ok(()) };
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
    let (before, _, after) = split(document).context("there is no place for the table")?;
    Ok(format!("{before}{BEGIN}{text}{END}{after}"))
}

/// What lies before, between and behind the marks.
fn split(document: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = document.split_once(BEGIN)?;
    let (between, after) = rest.split_once(END)?;
    Some((before, between, after))
}

/// Whether a folder holds a whole report on so many maps, and its plots. Says how much there is.
pub(crate) fn check_report(folder: &Path, maps: usize) -> Result<String> {
    let text = fs::read_to_string(folder.join("report.md")).context("there is no report")?;
    let rows = |title: &str| {
        let section = text.split("\n## ").find(|section| section.starts_with(title)).unwrap_or_default();
        section.lines().filter(|line| line.starts_with('|')).count().saturating_sub(TABLE_HEAD)
    };
    let rows = SECTIONS.map(rows);
    if rows[0] < table::engine_rows(engines::all(false).len(), maps) || rows.contains(&0) {
        bail!("the report on {maps} maps has tables of {rows:?} rows:\n{text}");
    }
    for plot in PLOTS {
        let svg = fs::read_to_string(folder.join(plot)).with_context(|| format!("there is no {plot}"))?;
        if !svg.contains("<polyline") {
            bail!("{plot} has no line");
        }
    }
    Ok(format!("{maps} maps, {} rows, {} plots", rows.iter().sum::<usize>(), PLOTS.len()))
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
        let engine_rows = engines::all(false).len();
        let section = |title: &str, rows: usize| format!("\n## {title}\n\n{}", "| a | b |\n".repeat(TABLE_HEAD + rows));
        let write = |engine_rows: usize, frame_rows: usize| {
            let rows = [engine_rows, 1, 1, 1, frame_rows, 1, 1];
            let sections = SECTIONS.iter().zip(rows).map(|(title, rows)| section(title, rows));
            fs::write(folder.join("report.md"), sections.collect::<String>()).unwrap();
        };
        for plot in PLOTS {
            fs::write(folder.join(plot), "<svg><polyline/></svg>").unwrap();
        }
        write(engine_rows, 1);
        assert!(check_report(&folder, 9).unwrap().starts_with("9 maps"));
        // Further maps go into a second table.
        assert!(check_report(&folder, 13).is_err());
        write(engine_rows - 1, 1);
        assert!(check_report(&folder, 9).is_err());
        write(engine_rows, 0);
        assert!(check_report(&folder, 9).is_err());
        write(engine_rows, 1);
        fs::write(folder.join(PLOTS[1]), "<svg/>").unwrap();
        assert!(check_report(&folder, 9).unwrap_err().to_string().contains("no line"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_readme_and_its_translation_have_the_same_table() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let tables = READMES.map(|name| {
            let text = fs::read_to_string(root.join(name)).unwrap();
            split(&text).unwrap().1.to_owned()
        });
        assert!(tables[0].contains("| GridStar default"));
        assert_eq!(tables[0], tables[1]);
    }
}
