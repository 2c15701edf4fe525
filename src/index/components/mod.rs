//! Connected components of the walkable cells: a goal out of reach needs no search.
//!
//! Labelling takes so little time (`benches/NOTES.md`) that no edit keeps labels current: an edit drops them, and the
//! next question labels the map anew. Searches ask for labels only once searches without success have taken about as
//! long as labelling takes. The time of labelling changes no answer: a search that finds no path gives the answer that
//! labels would have given earlier.
//!
//! Labels are positions in an array of links. The segments of a word have consecutive labels: a cell finds its label by
//! counting the segments before it, and the link of the label is the number of the component. [`Labelling`] makes all
//! of them at once.
//!
//! Memory: 4 bytes for each run of walkable cells, and about 4 for each word of 64 cells. On a checkerboard, the worst
//! case, 2.1 bytes a cell.

mod labelling;
mod row_flood;
mod segments;
mod walled;

use crate::bits::bit_rows::{BitRows, zeroed};
use crate::grid::MapError;
use crate::held::held;
use crate::index::walkable_cells::{IndexCell, WalkableCells};
use crate::index::walls::{WalledLines, closed_around};
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, hexagon_directions};
use labelling::Labelling;
pub(super) use segments::Connectivity;
use segments::{segments, starts};
use walled::cut;

/// The components of a map under one connectivity.
#[derive(Debug)]
pub(crate) struct Components {
    words_per_row: usize,
    labels: Labelling,
}

held!(Components: labels);

impl Components {
    /// The components of a map.
    pub(crate) fn new(connectivity: Connectivity, walkable: &WalkableCells) -> Result<Self, MapError> {
        if walkable.walls().is_none() {
            return Self::of_bits(connectivity, &walkable.rows, walkable.height());
        }
        let labels = Labelling::of_walled(connectivity, walkable)?;
        Ok(Self { words_per_row: walkable.rows.words_per_row(), labels })
    }

    fn of_bits(connectivity: Connectivity, walkable: &BitRows, height: usize) -> Result<Self, MapError> {
        let labels = Labelling::new(connectivity, walkable, height)?;
        Ok(Self { words_per_row: walkable.words_per_row(), labels })
    }

    /// Whether a path may lead from `start` to `goal`, which must be walkable. Where steps lead in one direction only,
    /// a path may be missing.
    #[inline(always)]
    pub(crate) fn connect(
        &self,
        rule: DiagonalRule,
        walkable: &WalkableCells,
        start: IndexCell,
        goal: IndexCell,
    ) -> bool {
        if walkable.is_walkable(start.x as usize, start.y as usize) {
            return self.component(walkable, start) == self.component(walkable, goal);
        }
        first_steps(rule, walkable, start).any(|cell| self.component(walkable, cell) == self.component(walkable, goal))
    }

    /// The number of the component of a walkable cell. Numbers are valid until the next edit.
    #[inline(always)]
    pub(crate) fn component(&self, walkable: &WalkableCells, cell: IndexCell) -> u32 {
        let (x, y) = (cell.x as usize, cell.y as usize);
        let (word, bit) = (walkable.rows.row(y as isize)[x / 64], x as u32 % 64);
        let cut = if walkable.walls().is_none() { 0 } else { cut(walkable.lines_along_rows(), y, x / 64) };
        let segment = (starts(word, cut) & u64::MAX >> (63 - bit)).count_ones() - 1;
        self.labels.links[(self.labels.first[y * self.words_per_row + x / 64] + segment) as usize]
    }

    /// The components that a path from a blocked start can step into. A component may appear several times.
    pub(crate) fn beside(
        &self,
        rule: DiagonalRule,
        walkable: &WalkableCells,
        start: IndexCell,
    ) -> impl Iterator<Item = u32> {
        first_steps(rule, walkable, start).map(|cell| self.component(walkable, cell))
    }

    /// Number of expansions that take about as long as labelling: one for eight words of a map. At least 256, because
    /// labelling small maps is cheap.
    pub(crate) fn expansions_to_label(walkable: &WalkableCells) -> u32 {
        (walkable.width().div_ceil(64) * walkable.height() / 8).max(256) as u32
    }

    /// Calls `visit` with the number of cells and the first cell of each component of squares under a rule, in the
    /// order of these cells, row by row.
    pub(super) fn for_each(
        rule: DiagonalRule,
        walkable: &WalkableCells,
        visit: &mut dyn FnMut(usize, (usize, usize)),
    ) -> Result<(), MapError> {
        let lines = walkable.lines_along_rows();
        Self::new(Connectivity::of_squares(rule), walkable)?.for_each_component(lines, visit)
    }

    /// Like [`for_each`](Self::for_each), for cells without walls between them.
    pub(super) fn for_each_of_bits(
        rule: DiagonalRule,
        cells: &BitRows,
        height: usize,
        visit: &mut dyn FnMut(usize, (usize, usize)),
    ) -> Result<(), MapError> {
        let components = Self::of_bits(Connectivity::of_squares(rule), cells, height)?;
        components.for_each_component(WalledLines { cells, walls: None }, visit)
    }

    fn for_each_component(
        &self,
        lines: WalledLines,
        visit: &mut dyn FnMut(usize, (usize, usize)),
    ) -> Result<(), MapError> {
        let labelled = || {
            self.labels.first.iter().enumerate().flat_map(|(number, &first)| {
                let (column, y) = (number % self.words_per_row, number / self.words_per_row);
                let word = segments(lines.cells.row(y as isize)[column], cut(lines, y, column)).zip(first..);
                word.map(move |(segment, label)| {
                    let x = 64 * column + segment.trailing_zeros() as usize;
                    (self.labels.links[label as usize] as usize, segment.count_ones(), (x, y))
                })
            })
        };
        let mut sizes: Vec<u32> = zeroed(self.labels.links.len())?;
        labelled().for_each(|(root, size, _)| sizes[root] += size);
        for (root, _, cell) in labelled() {
            let size = std::mem::take(&mut sizes[root]);
            if size > 0 {
                visit(size as usize, cell);
            }
        }
        Ok(())
    }
}

/// The cells that a first step from a blocked start can lead to.
fn first_steps(rule: DiagonalRule, walkable: &WalkableCells, start: IndexCell) -> impl Iterator<Item = IndexCell> {
    let around = walkable.rows.around(start.x as usize, start.y as usize);
    let legal = match walkable.shifts_line_of(start) {
        Some((shifts_columns, is_shifted)) => hexagon_directions(shifts_columns, is_shifted)[around],
        None => {
            let walls = walkable.lines_along_rows().walls;
            match walls.and_then(|walls| closed_around(walls, start.x as usize, start.y as usize)) {
                None => rule.successors()[ANY_ARRIVAL][around],
                Some(closed) => rule.successors_between(ANY_ARRIVAL, around, &closed),
            }
        }
    };
    let steps =
        (0..8).filter(move |direction| legal >> direction & 1 == 1).map(|direction: usize| DIRECTIONS[direction]);
    let targets = steps.map(move |(dx, dy)| IndexCell { x: start.x + dx, y: start.y + dy });
    let closes = move |target: &IndexCell| {
        walkable.layout().is_hexagonal()
            && walkable.walls().is_some_and(|walls| walls.closes(walkable.cell(start), walkable.cell(*target)))
    };
    targets.filter(move |target| !closes(target))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, CellType, Edit, GridSize, Layout, Rect};
    use crate::index::IndexedGrid;
    use crate::index::test_maps::Random;
    use crate::movement::StepCosts;
    use std::collections::{BTreeMap, BTreeSet};

    const SIZES: [(u32, u32); 9] =
        [(1, 1), (1, 70), (130, 1), (63, 9), (64, 30), (30, 65), (128, 20), (129, 40), (24, 24)];

    /// A map of random obstacles in several densities, of one long winding corridor, of stripes, of a checkerboard, or
    /// without obstacles.
    fn grid(random: &mut Random, (width, height): (u32, u32)) -> IndexedGrid {
        let mut grid = IndexedGrid::new(width, height).unwrap();
        let kind = random.below(7);
        let types: Vec<u8> = (0..width * height)
            .map(|i| (i % width, i / width))
            .map(|(x, y)| {
                let is_obstacle = match kind {
                    0 => y % 2 == 1 && x != if y % 4 == 1 { 0 } else { width - 1 },
                    1 => x % 2 == 1,
                    2 => (x + y) % 2 == 1,
                    3 => false,
                    _ => random.below(10) < 2 * kind - 6,
                };
                u8::from(is_obstacle)
            })
            .collect();
        let all = grid.map().bounds();
        grid.edit(&Edit::write(all, &types)).unwrap();
        grid
    }

    fn random_edit(random: &mut Random, grid: &mut IndexedGrid) {
        let (width, height) = (grid.map().width(), grid.map().height());
        let (x, y) = (random.below(width as usize) as u32, random.below(height as usize) as u32);
        let largest = if random.below(3) > 0 { 1 } else { 9 };
        let size =
            |random: &mut Random, from: u32, side: u32| 1 + random.below((side - from).min(largest) as usize) as u32;
        let rect = Rect { x: x as i32, y: y as i32, width: size(random, x, width), height: size(random, y, height) };
        let types: Vec<u8> = (0..rect.width * rect.height).map(|_| random.below(2) as u8).collect();
        let cell_type = if random.below(2) == 0 { CellType::OBSTACLE } else { CellType::WALKABLE };
        let edit = if random.below(3) > 0 { Edit::fill(rect, cell_type) } else { Edit::write(rect, &types) };
        grid.edit(&edit).unwrap();
    }

    /// The expected components, by a flood fill: for each cell, row by row, a number, or none for obstacles.
    fn flooded(grid: &IndexedGrid, connectivity: Connectivity) -> Vec<Option<u32>> {
        let map = grid.map();
        let width = map.width() as i32;
        let is_walkable = |cell: Cell| map.get(cell) == Ok(CellType::WALKABLE);
        let cells = || (0..map.height() as i32).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
        let mut numbers = vec![None; cells().count()];
        for (number, first) in (0..).zip(cells()) {
            let mut waiting = vec![first];
            while let Some(cell) = waiting.pop() {
                let index = (cell.y * width + cell.x) as usize;
                if is_walkable(cell) && numbers[index].is_none() {
                    numbers[index] = Some(number);
                    let is_next = |next: &Cell| match connectivity {
                        Connectivity::Diagonal => true,
                        Connectivity::Straight => next.x == cell.x || next.y == cell.y,
                        Connectivity::Hexagonal { .. } => map.layout().steps_between(cell, *next) == 1,
                    };
                    waiting.extend(map.size().neighbors(cell).filter(is_next));
                }
            }
        }
        numbers
    }

    /// Labels must give the same components as a flood fill.
    fn check(grid: &IndexedGrid, components: &Components, connectivity: Connectivity, history: &str) {
        let walkable = grid.layer().walkable();
        let width = grid.map().width() as i32;
        let (mut label_of, mut number_of) = (BTreeMap::new(), BTreeMap::new());
        for (i, number) in (0..).zip(flooded(grid, connectivity)).filter_map(|(i, number)| Some((i, number?))) {
            let cell = walkable.index_cell(Cell::new(i % width, i / width));
            let label = components.component(walkable, cell);
            let is_one = *label_of.entry(number).or_insert(label) == label;
            let is_whole = *number_of.entry(label).or_insert(number) == number;
            assert!(is_one && is_whole, "cell {i}, {connectivity:?}, {history}\n{}", drawn(grid));
        }
    }

    /// Each component is visited once, with its size and a cell of its own.
    fn check_sizes(grid: &IndexedGrid, components: &Components, connectivity: Connectivity, history: &str) {
        let mut expected: BTreeMap<u32, usize> = BTreeMap::new();
        let numbers = flooded(grid, connectivity);
        numbers.iter().flatten().for_each(|&number| *expected.entry(number).or_default() += 1);
        let walkable = grid.layer().walkable();
        let mut visit = |size: usize, (x, y): (usize, usize)| {
            let cell = walkable.cell(IndexCell { x: x as i32, y: y as i32 });
            let number = numbers[grid.map().size().index(cell)].unwrap();
            assert_eq!(expected.remove(&number), Some(size), "at {cell:?}, {connectivity:?}, {history}");
        };
        components.for_each_component(walkable.lines_along_rows(), &mut visit).unwrap();
        assert!(expected.is_empty(), "{connectivity:?}, {history}");
    }

    fn drawn(grid: &IndexedGrid) -> String {
        let mut types = vec![0; (grid.map().width() * grid.map().height()) as usize];
        grid.map().read(grid.map().bounds(), &mut types).unwrap();
        let row = |row: &[u8]| {
            row.iter().map(|&number| if number == 0 { '.' } else { '#' }).chain(['\n']).collect::<String>()
        };
        types.chunks(grid.map().width() as usize).map(row).collect()
    }

    #[test]
    fn components_of_hexagons_are_those_of_flooding_through_edits() {
        let mut several = 0;
        for (layout, seed) in Layout::HEXAGONS.into_iter().flat_map(|layout| (0..54).map(move |seed| (layout, seed))) {
            let mut random = Random::new(seed);
            let squares = grid(&mut random, SIZES[seed as usize % SIZES.len()]);
            let GridSize { width, height } = squares.map().size();
            let costs = StepCosts::new(1.0, 1.0).unwrap();
            let mut grid = IndexedGrid::in_layout(width, height, layout, DiagonalRule::Always, costs).unwrap();
            let mut types = vec![0; (width * height) as usize];
            squares.map().read(squares.map().bounds(), &mut types).unwrap();
            grid.edit(&Edit::write(squares.map().bounds(), &types)).unwrap();
            for edits in 0..40 {
                let history = format!("{layout:?}, seed {seed}, {edits} edits");
                let components = grid.layer().components(DiagonalRule::Always).unwrap();
                let connectivity = Connectivity::of(DiagonalRule::Always, grid.layer().walkable());
                check(&grid, components, connectivity, &history);
                let numbers: BTreeSet<u32> = flooded(&grid, connectivity).into_iter().flatten().collect();
                several += u32::from(numbers.len() > 1);
                random_edit(&mut random, &mut grid);
            }
        }
        assert!(several > 4000, "{several} maps of several components");
    }

    #[test]
    fn components_are_those_of_flooding_through_edits() {
        let (mut fresh, mut kept) = (0, 0);
        for seed in 0..180 {
            let mut random = Random::new(seed);
            let mut grid = grid(&mut random, SIZES[seed as usize % SIZES.len()]);
            for edits in 0..60 {
                for (rule, connectivity) in
                    [(DiagonalRule::Always, Connectivity::Diagonal), (DiagonalRule::BothFree, Connectivity::Straight)]
                {
                    let is_fresh = grid.layer().known_components(rule).is_none();
                    (fresh, kept) = (fresh + u32::from(is_fresh), kept + u32::from(!is_fresh));
                    let components = grid.layer().components(rule).unwrap();
                    check(&grid, components, connectivity, &format!("seed {seed}, {edits} edits"));
                }
                random_edit(&mut random, &mut grid);
            }
        }
        // An edit that leaves the same cells walkable drops nothing.
        assert!(fresh > 10_000 && kept > 2_000, "{fresh} made anew, {kept} kept");
    }

    #[test]
    fn components_are_those_of_flooding_at_every_density_of_obstacles() {
        for (seed, (percent, size)) in
            (0..).zip((0..=90).step_by(5).flat_map(|percent| [(percent, (200, 130)), (percent, (129, 190))]))
        {
            let mut random = Random::new(seed);
            let mut grid = IndexedGrid::new(size.0, size.1).unwrap();
            let types: Vec<u8> = (0..size.0 * size.1).map(|_| u8::from(random.below(100) < percent)).collect();
            let all = grid.map().bounds();
            grid.edit(&Edit::write(all, &types)).unwrap();
            for connectivity in [Connectivity::Straight, Connectivity::Diagonal] {
                let walkable = grid.layer().walkable();
                let components = Components::new(connectivity, walkable).unwrap();
                let history = format!("seed {seed}, {percent} % obstacles");
                check(&grid, &components, connectivity, &history);
                check_sizes(&grid, &components, connectivity, &history);
            }
        }
    }
}
