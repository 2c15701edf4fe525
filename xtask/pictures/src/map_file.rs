//! Maps in the format of the MovingAI benchmarks.

use crate::color::Color;
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// What a cell of a map shows.
pub(crate) struct Terrain {
    pub(crate) marks: &'static [u8],
    pub(crate) name: &'static str,
    /// Whether it is an obstacle to all agents without a profile.
    pub(crate) is_blocked: bool,
    /// Seen from above.
    pub(crate) color: Color,
    /// What stands up from the ground has a side in a darker color.
    pub(crate) side: Option<Color>,
    pub(crate) is_water: bool,
}

const fn flat(marks: &'static [u8], name: &'static str, color: Color) -> Terrain {
    Terrain { marks, name, is_blocked: false, color, side: None, is_water: false }
}

const fn blocked(marks: &'static [u8], name: &'static str, color: Color, side: Option<Color>) -> Terrain {
    Terrain { is_blocked: true, side, ..flat(marks, name, color) }
}

/// All of them, in the order of the legend.
pub(crate) const TERRAINS: [Terrain; 6] = [
    flat(b".", "ground", Color(0xEC, 0xEE, 0xDD)),
    flat(b"G", "road, floor", Color(0xDF, 0xD0, 0xAE)),
    flat(b"S", "swamp", Color(0xBD, 0xC7, 0x8C)),
    blocked(b"T", "trees", Color(0x7C, 0x9A, 0x78), Some(Color(0x5A, 0x78, 0x58))),
    Terrain { is_water: true, ..blocked(b"W", "water", Color(0xA3, 0xC9, 0xDC), None) },
    blocked(b"@O", "wall", Color(0x5A, 0x60, 0x6B), Some(Color(0x3B, 0x40, 0x49))),
];

/// The terrain that a character of a map stands for.
pub(crate) fn terrain_of(mark: char) -> Option<&'static Terrain> {
    TERRAINS.iter().find(|terrain| terrain.marks.iter().any(|&own| char::from(own) == mark))
}

/// A map, row by row.
pub struct MapFile {
    /// The file's name without its folder.
    pub(crate) name: String,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Places in [`TERRAINS`].
    cells: Vec<u8>,
}

impl MapFile {
    /// Reads a `.map` file; the error says in which line what is wrong.
    pub fn load(file: &Path) -> Result<Self> {
        let bytes = std::fs::read(file).with_context(|| format!("the map {} can't be read", file.display()))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self::parse(name, &bytes).with_context(|| format!("{} is not a map that can be used", file.display()))
    }

    /// What the head says of the size is for the C# program, which reads the map too and judges it.
    pub(crate) fn parse(name: String, bytes: &[u8]) -> Result<Self> {
        let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end).collect();
        ensure!(lines[0] == b"type octile", "line 1: a MovingAI map begins with \"type octile\"");
        ensure!(lines.get(3) == Some(&&b"map"[..]), "line 4: \"map\" is expected here");
        let rows = || lines[4..].iter().take_while(|row| !row.is_empty());
        let (width, height) = (rows().next().map_or(0, |row| row.len()), rows().count());
        ensure!((1..=16384).contains(&width) && height <= 16384, "a map has up to 16384 columns and rows");
        let mut cells = Vec::new();
        for (number, row) in (5..).zip(rows()) {
            ensure!(row.len() == width, "line {number}: the row has {} cells and should have {width}", row.len());
            for mark in *row {
                let terrain = TERRAINS.iter().position(|terrain| terrain.marks.contains(mark));
                let unknown =
                    || format!("line {number}: the character '{}' stands for no terrain", mark.escape_ascii());
                cells.push(terrain.with_context(unknown)? as u8);
            }
        }
        Ok(Self { name, width, height, cells })
    }

    pub(crate) fn terrain(&self, x: usize, y: usize) -> &'static Terrain {
        &TERRAINS[usize::from(self.cells[y * self.width + x])]
    }

    /// Those that are on the map, in the order of the legend.
    pub(crate) fn terrains(&self) -> impl Iterator<Item = &'static Terrain> {
        (0..).zip(&TERRAINS).filter(|(place, _)| self.cells.contains(place)).map(|(_, terrain)| terrain)
    }
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
        assert_eq!([map.terrain(2, 0), map.terrain(0, 1)].map(|terrain| terrain.marks), [b"T", b"W"]);
        assert_eq!(map.terrains().count(), 6);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, message) in [
            ("", "line 1"),
            ("type octile\nheight 1\nwidth 3\n...", "line 4"),
            ("type octile\nheight 0\nwidth 0\nmap\n", "up to 16384"),
            ("type octile\nheight 2\nwidth 3\nmap\n...\n..\n", "line 6: the row has 2 cells"),
            ("type octile\nheight 1\nwidth 3\nmap\n.?.\n", "'?' stands for no terrain"),
        ] {
            let error = format!("{:#}", parse(text).err().unwrap());
            assert!(error.contains(message), "{error}");
        }
    }
}
