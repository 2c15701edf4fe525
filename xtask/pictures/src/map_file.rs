//! Maps in the format of the MovingAI benchmarks. The C# program reads a map first and says what is wrong with it.

use crate::color::Color;
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// How a cell of a map looks.
pub(crate) struct Terrain {
    pub(crate) marks: &'static [u8],
    pub(crate) name: &'static str,
    /// Whether it is an obstacle to all agents without a profile.
    pub(crate) is_blocked: bool,
    /// Seen from above.
    pub(crate) color: Color,
    /// Color of the sides of what stands up from the ground.
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

/// A map, row by row.
pub struct MapFile {
    /// The file's name without its folder.
    pub(crate) name: String,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Places in [`TERRAINS`].
    cells: Vec<usize>,
}

impl MapFile {
    /// Reads a `.map` file.
    pub fn load(file: &Path) -> Result<Self> {
        let bytes = std::fs::read(file).with_context(|| format!("the map {} can't be read", file.display()))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self::parse(name, &bytes).with_context(|| format!("{} is not a map that can be drawn", file.display()))
    }

    pub(crate) fn parse(name: String, bytes: &[u8]) -> Result<Self> {
        let lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
        let rows: Vec<&[u8]> =
            lines.skip_while(|line| line != b"map").skip(1).take_while(|row| !row.is_empty()).collect();
        let width = rows.first().context("it has no rows")?.len();
        ensure!(rows.iter().all(|row| row.len() == width), "its rows differ in length");
        let place = |mark: &u8| {
            let place = TERRAINS.iter().position(|terrain| terrain.marks.contains(mark));
            place.with_context(|| format!("the character '{}' stands for no terrain", mark.escape_ascii()))
        };
        let cells = rows.iter().flat_map(|row| row.iter()).map(place).collect::<Result<_>>()?;
        Ok(Self { name, width, height: rows.len(), cells })
    }

    pub(crate) fn terrain(&self, x: usize, y: usize) -> &'static Terrain {
        &TERRAINS[self.cells[y * self.width + x]]
    }

    /// The terrains on the map, in the order of the legend.
    pub(crate) fn terrains(&self) -> impl Iterator<Item = &'static Terrain> {
        (0..).zip(&TERRAINS).filter(|(place, _)| self.cells.contains(place)).map(|(_, terrain)| terrain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_are_where_they_should_be() {
        let text = b"type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n.@T\r\nWSG\r\n";
        let map = MapFile::parse("a.map".into(), text).unwrap();
        assert_eq!((map.width, map.height, map.terrains().count()), (3, 2, 6));
        assert_eq!([map.terrain(2, 0), map.terrain(0, 1)].map(|terrain| terrain.marks), [b"T", b"W"]);
        assert!(MapFile::parse("a.map".into(), b"map\n...\n..\n").is_err());
        assert!(MapFile::parse("a.map".into(), b"map\n.?.\n").is_err());
    }
}
