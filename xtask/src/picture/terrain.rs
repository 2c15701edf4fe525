//! The ground of the map: flat colors, with a light from the north so that walls stand up from the ground.

use super::canvas::{Canvas, Color};
use super::layout::Layout;
use super::map_file::{MapFile, Terrain};

/// The color of a terrain seen from above.
pub(super) fn color(terrain: Terrain) -> Color {
    match terrain {
        Terrain::Ground => Color(0xEC, 0xEE, 0xDD),
        Terrain::Road => Color(0xDF, 0xD0, 0xAE),
        Terrain::Swamp => Color(0xCB, 0xD3, 0xAE),
        Terrain::Tree => Color(0x7C, 0x9A, 0x78),
        Terrain::Water => Color(0xA3, 0xC9, 0xDC),
        Terrain::Wall => Color(0x5A, 0x60, 0x6B),
    }
}

/// What stands up from the ground has a side in a darker color.
fn side_color(terrain: Terrain) -> Option<Color> {
    match terrain {
        Terrain::Tree => Some(Color(0x5A, 0x78, 0x58)),
        Terrain::Wall => Some(Color(0x3B, 0x40, 0x49)),
        _ => None,
    }
}

pub(super) fn draw(canvas: &mut Canvas, layout: &Layout, map: &MapFile) {
    if layout.cells_per_pixel > 1 {
        draw_averages(canvas, layout, map);
        return;
    }
    for y in 0..map.height {
        for x in 0..map.width {
            draw_cell(canvas, layout, map, x, y);
        }
    }
}

/// A cell of one or more pixels.
fn draw_cell(canvas: &mut Canvas, layout: &Layout, map: &MapFile, x: usize, y: usize) {
    let terrain = map.terrain(x, y);
    let top = color(terrain);
    let (left, upper) = layout.corner(x as u32, y as u32);
    let north = (y > 0).then(|| map.terrain(x, y - 1));
    let south = (y + 1 < map.height).then(|| map.terrain(x, y + 1));
    let edge = layout.cell / 3;
    for row in 0..layout.cell {
        let side = side_color(terrain).filter(|_| row + edge >= layout.cell && south != Some(terrain));
        let color = match (side, north) {
            (Some(side), _) => side,
            // Shadow of what stands to the north, or of the shore on the water.
            (None, Some(north)) if row < edge && casts_shadow(north, terrain) => {
                top.mixed(Color(0x20, 0x30, 0x40), 0.22)
            }
            _ => top,
        };
        for column in 0..layout.cell {
            canvas.set(left + column, upper + row, color);
        }
    }
}

fn casts_shadow(north: Terrain, here: Terrain) -> bool {
    match here {
        Terrain::Wall | Terrain::Tree => false,
        Terrain::Water => north != Terrain::Water,
        _ => side_color(north).is_some(),
    }
}

/// Pixels that show several cells each.
fn draw_averages(canvas: &mut Canvas, layout: &Layout, map: &MapFile) {
    let step = layout.cells_per_pixel as usize;
    for pixel_y in 0..layout.map_height {
        for pixel_x in 0..layout.map_width {
            let (first_x, first_y) = (pixel_x as usize * step, pixel_y as usize * step);
            let (mut sums, mut count) = ([0; 3], 0);
            for y in first_y..(first_y + step).min(map.height) {
                for x in first_x..(first_x + step).min(map.width) {
                    let Color(red, green, blue) = color(map.terrain(x, y));
                    sums = [sums[0] + u32::from(red), sums[1] + u32::from(green), sums[2] + u32::from(blue)];
                    count += 1;
                }
            }
            let [red, green, blue] = sums.map(|sum| (sum / count) as u8);
            canvas.set(layout.map_x + pixel_x, layout.map_y + pixel_y, Color(red, green, blue));
        }
    }
}
