//! Maps in the format of the MovingAI benchmarks.

use anyhow::{Context, Result, bail, ensure};
use std::path::Path;

/// What a cell of a map shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Terrain {
    Ground,
    Road,
    Swamp,
    Tree,
    Water,
    Wall,
}

impl Terrain {
    /// All of them, in the order of the legend.
    pub(crate) const ALL: [Self; 6] = [Self::Ground, Self::Road, Self::Swamp, Self::Tree, Self::Water, Self::Wall];

    fn from_mark(mark: u8) -> Option<Self> {
        Some(match mark {
            b'.' => Self::Ground,
            b'G' => Self::Road,
            b'S' => Self::Swamp,
            b'T' => Self::Tree,
            b'W' => Self::Water,
            b'@' | b'O' => Self::Wall,
            _ => return None,
        })
    }
}

/// A map, row by row.
pub(crate) struct MapFile {
    /// The file's name without its folder.
    pub(crate) name: String,
    pub(crate) width: usize,
    pub(crate) height: usize,
    cells: Vec<Terrain>,
}

impl MapFile {
    /// Reads a `.map` file; the error says in which line what is wrong.
    pub(crate) fn load(file: &Path) -> Result<Self> {
        let bytes = std::fs::read(file).with_context(|| format!("the map {} can't be read", file.display()))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self::parse(name, &bytes).with_context(|| format!("{} is not a map that can be used", file.display()))
    }

    fn parse(name: String, bytes: &[u8]) -> Result<Self> {
        let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
        let mut line = || lines.next().unwrap_or_default();
        ensure!(line() == b"type octile", "line 1: a MovingAI map begins with \"type octile\"");
        let height = side(line(), "height").context("line 2")?;
        let width = side(line(), "width").context("line 3")?;
        ensure!(line() == b"map", "line 4: \"map\" is expected here");
        let mut cells = Vec::new();
        for y in 0..height {
            let row = line();
            let number = y + 5;
            ensure!(row.len() == width, "line {number}: the row has {} cells and should have {width}", row.len());
            for &mark in row {
                let Some(terrain) = Terrain::from_mark(mark) else {
                    bail!("line {number}: the character '{}' stands for no terrain", char::from(mark).escape_default());
                };
                cells.push(terrain);
            }
        }
        Ok(Self { name, width, height, cells })
    }

    pub(crate) fn terrain(&self, x: usize, y: usize) -> Terrain {
        self.cells[y * self.width + x]
    }

    /// Whether any cell shows this.
    pub(crate) fn has(&self, terrain: Terrain) -> bool {
        self.cells.contains(&terrain)
    }
}

fn side(line: &[u8], word: &str) -> Result<usize> {
    let text = std::str::from_utf8(line)?;
    let mut words = text.split_whitespace();
    let number = if words.next() == Some(word) { words.next() } else { None };
    let number = number.and_then(|number| number.parse().ok()).filter(|side| (1..=16384).contains(side));
    number.with_context(|| format!("\"{word} N\" is expected here, N from 1 to 16384"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<MapFile> {
        MapFile::parse("a.map".into(), text.as_bytes())
    }

    #[test]
    fn rows_and_columns_are_where_they_should_be() {
        let map = parse("type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n.@T\r\nWSG\r\n").unwrap();
        assert_eq!((map.width, map.height), (3, 2));
        assert_eq!(map.terrain(2, 0), Terrain::Tree);
        assert_eq!(map.terrain(0, 1), Terrain::Water);
        assert!(map.has(Terrain::Swamp) && map.has(Terrain::Wall));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, message) in [
            ("", "line 1"),
            ("type octile\nheight x\nwidth 3\nmap\n", "line 2"),
            ("type octile\nheight 1\nwidth 0\nmap\n", "line 3"),
            ("type octile\nheight 1\nwidth 3\n...", "line 4"),
            ("type octile\nheight 1\nwidth 3\nmap\n..\n", "line 5: the row has 2 cells"),
            ("type octile\nheight 1\nwidth 3\nmap\n.?.\n", "'?' stands for no terrain"),
            ("type octile\nheight 2\nwidth 1\nmap\n.\n", "line 6: the row has 0 cells"),
        ] {
            let error = format!("{:#}", parse(text).err().unwrap());
            assert!(error.contains(message), "{error}");
        }
    }
}
