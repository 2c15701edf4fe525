//! The tests' own map: one `bool` for each cell, and drawings with `.` for walkable and `#` for an obstacle.

use gridstar::grid::Cell;
use std::fmt;

/// Cells, each walkable or an obstacle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellMap {
    width: i32,
    height: i32,
    obstacles: Vec<bool>,
}

impl CellMap {
    /// A map of walkable cells.
    pub fn new(width: u32, height: u32) -> Self {
        Self { width: width as i32, height: height as i32, obstacles: vec![false; width as usize * height as usize] }
    }

    /// Parses an ASCII drawing, row y = 0 first. Lines are trimmed, so that drawings can be indented.
    pub fn parse(drawing: &str) -> Self {
        let rows: Vec<&str> = drawing.trim().lines().map(str::trim).collect();
        let mut map = Self::new(rows[0].len() as u32, rows.len() as u32);
        for (y, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), rows[0].len(), "the rows of a drawing differ in length");
            for (x, drawn) in row.chars().enumerate() {
                assert!(drawn == '.' || drawn == '#', "unknown cell {drawn:?} in a drawing");
                map.set_obstacle(Cell::new(x as i32, y as i32), drawn == '#');
            }
        }
        map
    }

    pub fn width(&self) -> i32 {
        self.width
    }

    pub fn height(&self) -> i32 {
        self.height
    }

    pub fn contains(&self, cell: Cell) -> bool {
        (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y)
    }

    /// Whether a cell lies on the map and is walkable.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.contains(cell) && !self.obstacles[(cell.y * self.width + cell.x) as usize]
    }

    pub fn set_obstacle(&mut self, cell: Cell, obstacle: bool) {
        let index = self.index(cell);
        self.obstacles[index] = obstacle;
    }

    /// The row index of a cell: `y * width + x`.
    pub fn index(&self, cell: Cell) -> usize {
        assert!(self.contains(cell), "{cell:?} lies outside the map");
        (cell.y * self.width + cell.x) as usize
    }

    /// The cell at a row index.
    pub fn cell(&self, index: usize) -> Cell {
        Cell::new(index as i32 % self.width, index as i32 / self.width)
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    /// One byte for each cell, row by row: the format of the C functions.
    pub fn cell_types(&self) -> Vec<u8> {
        self.obstacles.iter().map(|&obstacle| u8::from(obstacle)).collect()
    }
}

impl fmt::Display for CellMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.obstacles.chunks(self.width as usize) {
            let drawn: String = row.iter().map(|&obstacle| if obstacle { '#' } else { '.' }).collect();
            writeln!(f, "{drawn}")?;
        }
        Ok(())
    }
}
