//! The icons of the Unity components: cells on a grid, since each is drawn from eight rows of characters.

use anyhow::Result;

/// Width and height of an icon, in pixels: what the Editor scales down from.
const SIDE: usize = 64;
/// Width of a character's square, of which the last pixel to the right and below stays clear.
const CELL: usize = 8;

/// File names without extension, and rows of characters that [`color`] knows.
const ICONS: [(&str, [&str; 8]); 6] = [
    ("PathGrid", ["........", ".##.....", ".##..##.", ".....##.", "..#..##.", "..#.....", "..####..", "........"]),
    ("PathFollower", ["       G", "      o ", "  ##  o ", "  ##  o ", "  #### o", " o    o ", " ooooo  ", "S       "]),
    ("PathFloors", ["   .....", "   .#.G.", "   o....", "  o     ", " o      ", ".o...   ", ".S.#.   ", ".....   "]),
    ("PathObstacle", ["        ", " ...... ", " .####. ", " .####.o", " .####.o", " .####. ", " ...... ", "        "]),
    ("SearchViewer", ["  ccc   ", " cccccv ", "ccccccvv", "ccSccv G", "cccccvv ", " cccvv  ", "  vvv   ", "        "]),
    (
        "TraversalProfile",
        ["wwww....", "wwww....", "wwwgg...", "wwgggg..", "ggggggrr", "ggggrrrr", "gggrrrrr", "ggrrrrrr"],
    ),
];

/// All icons: file names, and their contents as PNG.
pub fn icons() -> Result<Vec<(String, Vec<u8>)>> {
    ICONS.iter().map(|(name, rows)| Ok((format!("{name}.png"), png_of(rows)?))).collect()
}

fn png_of(rows: &[&str; 8]) -> Result<Vec<u8>> {
    let mut pixels = vec![0; SIDE * SIDE * 4];
    for (row, characters) in rows.iter().enumerate() {
        for (column, character) in characters.bytes().enumerate() {
            for at in 0..(CELL - 1) * (CELL - 1) {
                let (x, y) = (column * CELL + at % (CELL - 1), row * CELL + at / (CELL - 1));
                let pixel = (y * SIDE + x) * 4;
                pixels[pixel..pixel + 4].copy_from_slice(&color(character));
            }
        }
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, SIDE as u32, SIDE as u32);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(file)
}

/// Colors that show on the light and on the dark Editor.
fn color(character: u8) -> [u8; 4] {
    match character {
        b'.' => [0xB8, 0xC0, 0xCC, 255],
        b'#' => [0x4C, 0x56, 0x6A, 255],
        b'o' | b'g' => [0x2E, 0x9E, 0x5B, 255],
        b'S' => [0xF2, 0xC1, 0x2E, 255],
        b'G' => [0xD9, 0x48, 0x3B, 255],
        b'c' => [0x5B, 0x8D, 0xD9, 255],
        b'v' => [0x9C, 0xD3, 0xF0, 255],
        b'w' => [0x3C, 0x7F, 0xC9, 255],
        b'r' => [0xA8, 0x8A, 0x5E, 255],
        _ => [0; 4],
    }
}
