//! Where things lie in the picture, and how large a cell is.

use crate::canvas::TextSize;
use crate::map_file::MapFile;

/// The width that a small map is blown up to, about.
const WANTED_WIDTH: usize = 1280;
/// No side of the map's part is longer, in pixels.
const LARGEST_SIDE: usize = 4096;
/// The legend needs as much for its smallest letters.
const SMALLEST_WIDTH: u32 = 850;

/// Wide enough for the marks of ends at the map's edge.
pub(crate) const MARGIN: u32 = 24;

/// All in pixels.
pub(crate) struct Layout {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) margin: u32,
    /// Upper left corner of the map.
    pub(crate) map_x: u32,
    pub(crate) map_y: u32,
    pub(crate) legend_y: u32,
    pub(crate) text: TextSize,
    /// Side of a cell; 1 where a pixel shows one or more cells.
    pub(crate) cell: u32,
    /// Cells along the side of a pixel; 1 where a cell has one or more pixels.
    pub(crate) cells_per_pixel: u32,
}

impl Layout {
    /// With room for a number of lines below the map, each of up to `letters` letters.
    pub(crate) fn new(map: &MapFile, lines: u32, letters: u32) -> Self {
        Self::of_width(WANTED_WIDTH, map, lines, letters)
    }

    /// As [`new`](Self::new), for a map that is blown up to about this width.
    pub(crate) fn of_width(wanted_width: usize, map: &MapFile, lines: u32, letters: u32) -> Self {
        let longer = map.width.max(map.height);
        let cells_per_pixel = longer.div_ceil(LARGEST_SIDE) as u32;
        let wanted = (wanted_width + map.width / 2) / map.width;
        let cell = wanted.min(LARGEST_SIDE / longer).max(1) as u32;
        let pixels = |cells: usize| (cells as u32).div_ceil(cells_per_pixel) * cell;
        let (map_width, map_height) = (pixels(map.width), pixels(map.height));
        let margin = MARGIN;
        let width = map_width.max(SMALLEST_WIDTH - 2 * margin) + 2 * margin;
        let text = TextSize::fitting(letters, width - 2 * margin);
        let legend_y = map_height + 2 * margin;
        Self {
            width,
            height: legend_y + lines * text.line() + margin,
            margin,
            map_x: (width - map_width) / 2,
            map_y: margin,
            legend_y,
            text,
            cell,
            cells_per_pixel,
        }
    }

    /// The middle of a cell.
    pub(crate) fn center(&self, (x, y): (u32, u32)) -> (f32, f32) {
        let along = |cell: u32| (cell as f32 + 0.5) * self.cell as f32 / self.cells_per_pixel as f32;
        (self.map_x as f32 + along(x), self.map_y as f32 + along(y))
    }

    /// The upper left pixel of a cell.
    pub(crate) fn corner(&self, x: u32, y: u32) -> (u32, u32) {
        let along = |cell: u32| cell / self.cells_per_pixel * self.cell;
        (self.map_x + along(x), self.map_y + along(y))
    }
}
