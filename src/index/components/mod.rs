//! Connected components of the walkable cells, kept through edits: a goal out of reach needs no search.
//!
//! Opening cells joins components at once. Closing cells may split a component. A bounded flood around the closed cells
//! usually finds out whether it does ([`SplitCheck`]). If the flood gives up, the labels become *coarse*: cells with
//! different labels are still certain not to be connected, but cells with the same label may not be connected either.
//!
//! Coarse labels are made anew once failed searches, or a search that is still running, have taken about as long as
//! labelling takes, and when an answer needs exact labels. The time of relabelling changes no answer: a search that
//! finds no path gives the answer that exact labels would have given earlier.

mod labelling;
mod labels;
mod row_flood;
mod segments;
mod split_check;

use crate::bits::bit_rows::BitRows;
use crate::grid::MapError;
use crate::index::walkable_cells::{Block, IndexCell, WalkableCells};
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, hexagon_directions};
use labels::{ComponentLabels, NoRoom};
use parking_lot::Mutex;
pub(super) use segments::Connectivity;
use segments::WordPosition;
use split_check::{Split, SplitCheck};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The components of a map under one connectivity.
#[derive(Debug)]
pub(crate) struct Components {
    labels: ComponentLabels,
    /// Whether a component may have been split without new labels.
    is_coarse: bool,
    /// Exact labels, made while `labels` were coarse. The next edit moves them to `labels`.
    renewed: OnceLock<ComponentLabels>,
    renewing: Mutex<()>,
    /// Cells that failed searches have expanded since the labels became coarse.
    expanded_by_failed_searches: AtomicUsize,
    /// During an edit: the words of the block before the edit.
    words_before: Vec<u64>,
    split_check: SplitCheck,
}

impl Components {
    /// The components of a map.
    pub(crate) fn new(connectivity: Connectivity, walkable: &WalkableCells) -> Result<Self, MapError> {
        Self::of(ComponentLabels::new(connectivity, &walkable.rows, walkable.height())?, false)
    }

    fn of(labels: ComponentLabels, is_coarse: bool) -> Result<Self, MapError> {
        Ok(Self {
            labels,
            is_coarse,
            renewed: OnceLock::new(),
            renewing: Mutex::new(()),
            expanded_by_failed_searches: AtomicUsize::new(0),
            words_before: Vec::new(),
            split_check: SplitCheck::new()?,
        })
    }

    /// The newest labels, and whether they are exact.
    #[inline(always)]
    fn labels(&self) -> (&ComponentLabels, bool) {
        if !self.is_coarse {
            return (&self.labels, true);
        }
        self.renewed.get().map_or((&self.labels, false), |labels| (labels, true))
    }

    /// Whether a path may lead from `start` to `goal`, which must be walkable. `false` is certain; `true` is certain if
    /// the labels are exact.
    #[inline(always)]
    pub(crate) fn may_connect(
        &self,
        rule: DiagonalRule,
        walkable: &WalkableCells,
        start: IndexCell,
        goal: IndexCell,
    ) -> bool {
        let labels = self.labels().0;
        let component = |cell: IndexCell| labels.component(&walkable.rows, cell.x as usize, cell.y as usize);
        if walkable.is_walkable(start.x as usize, start.y as usize) {
            return component(start) == component(goal);
        }
        first_steps(rule, walkable, start).any(|cell| component(cell) == component(goal))
    }

    /// The number of the component of a walkable cell. Numbers are valid until the next edit.
    pub(crate) fn component(&self, walkable: &WalkableCells, cell: IndexCell) -> u32 {
        self.labels().0.component(&walkable.rows, cell.x as usize, cell.y as usize)
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

    /// Whether a `true` of [`may_connect`](Self::may_connect) is certain.
    pub(crate) fn are_exact(&self) -> bool {
        self.labels().1
    }

    /// Makes the labels exact.
    pub(crate) fn renew(&self, walkable: &WalkableCells) -> Result<(), MapError> {
        let _renewing = self.renewing.lock();
        if !self.are_exact() {
            let labels = ComponentLabels::new(self.labels.connectivity(), &walkable.rows, walkable.height())?;
            self.renewed.get_or_init(|| labels);
        }
        Ok(())
    }

    /// Number of expansions that take about as long as labelling: one for eight words of a map. At least 256, because
    /// relabelling small maps is cheap.
    pub(crate) fn expansions_to_label(walkable: &WalkableCells) -> u32 {
        (walkable.width().div_ceil(64) * walkable.height() / 8).max(256) as u32
    }

    /// Counts the expansions of a failed search. Renews the labels once there are as many as
    /// [`expansions_to_label`](Self::expansions_to_label).
    pub(crate) fn note_failed_search(&self, walkable: &WalkableCells, expansions: u32) {
        let before = self.expanded_by_failed_searches.fetch_add(expansions as usize, Ordering::Relaxed);
        if before + expansions as usize >= Self::expansions_to_label(walkable) as usize {
            // Without memory the labels stay coarse.
            let _ = self.renew(walkable);
        }
    }

    /// To be called before an edit, with the block in which cells may change. [`after_edit`](Self::after_edit) must
    /// follow.
    pub(crate) fn before_edit(&mut self, walkable: &WalkableCells, block: Block) -> Result<(), MapError> {
        if let Some(labels) = self.renewed.take() {
            self.labels = labels;
            self.is_coarse = false;
            *self.expanded_by_failed_searches.get_mut() = 0;
        }
        let columns = block.x.1 / 64 - block.x.0 / 64 + 1;
        self.words_before.clear();
        self.words_before.try_reserve((block.y.1 - block.y.0 + 1) * columns)?;
        for y in block.y.0..=block.y.1 {
            self.words_before.extend_from_slice(&walkable.rows.row(y as isize)[block.x.0 / 64..=block.x.1 / 64]);
        }
        Ok(())
    }

    /// Updates the components after an edit, in the block given to [`before_edit`](Self::before_edit). After an error,
    /// the components must be made anew.
    pub(crate) fn after_edit(&mut self, walkable: &WalkableCells, block: Block) -> Result<(), NoRoom> {
        let before = std::mem::take(&mut self.words_before);
        let changes = || {
            let positions = (block.y.0..=block.y.1)
                .flat_map(|y| (block.x.0 / 64..=block.x.1 / 64).map(move |column| WordPosition { column, y }));
            let words = positions
                .zip(&before)
                .map(|(position, &old)| (position, old, walkable.rows.row(position.y as isize)[position.column]));
            words.filter(|(_, old, new)| old != new)
        };
        for (position, old, new) in changes() {
            self.labels.change_word(position, old, new)?;
        }
        for (position, old, new) in changes() {
            self.labels.join_opened(&walkable.rows, position, new & !old);
        }
        if !self.is_coarse {
            let closed =
                changes().map(|(position, old, new)| (position, old & !new)).filter(|&(_, closed)| closed != 0);
            match self.split_check.look(&self.labels, &walkable.rows, closed) {
                Split::None => {}
                Split::Some => self.split_check.label_parts(&mut self.labels, &walkable.rows)?,
                Split::Unknown => self.is_coarse = true,
            }
        }
        self.words_before = before;
        Ok(())
    }

    /// A copy, or [`MapError::Memory`].
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        let (labels, are_exact) = self.labels();
        let copy = Self::of(labels.try_clone()?, !are_exact)?;
        copy.expanded_by_failed_searches
            .store(self.expanded_by_failed_searches.load(Ordering::Relaxed), Ordering::Relaxed);
        Ok(copy)
    }

    /// Memory held besides the size of the value itself, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let words = self.words_before.capacity() * size_of::<u64>();
        let labels = self.labels.bytes() + self.renewed.get().map_or(0, ComponentLabels::bytes);
        labels + words as u64 + self.split_check.bytes()
    }
}

/// Calls `visit` with the number of cells and the first cell of each component of squares of `walkable` under a rule,
/// in the order of these cells, row by row.
pub(super) fn for_each_component(
    rule: DiagonalRule,
    walkable: &BitRows,
    height: usize,
    visit: impl FnMut(usize, (usize, usize)),
) -> Result<(), MapError> {
    ComponentLabels::new(Connectivity::of_squares(rule), walkable, height)?.for_each_component(walkable, visit)
}

/// The cells that a first step from a blocked start can lead to.
fn first_steps(rule: DiagonalRule, walkable: &WalkableCells, start: IndexCell) -> impl Iterator<Item = IndexCell> {
    let around = walkable.rows.around(start.x as usize, start.y as usize);
    let legal = match walkable.shifts_line_of(start) {
        Some((shifts_columns, is_shifted)) => hexagon_directions(shifts_columns, is_shifted)[around],
        None => rule.successors()[ANY_ARRIVAL][around],
    };
    let steps =
        (0..8).filter(move |direction| legal >> direction & 1 == 1).map(|direction: usize| DIRECTIONS[direction]);
    steps.map(move |(dx, dy)| IndexCell { x: start.x + dx, y: start.y + dy })
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

    /// Exact labels must give the same components as a flood fill. Coarse labels must give unions of such components.
    fn check(grid: &IndexedGrid, components: &Components, connectivity: Connectivity, history: &str) {
        let (labels, are_exact) = components.labels();
        let walkable = grid.layer().walkable();
        let width = grid.map().width() as i32;
        let (mut label_of, mut number_of) = (BTreeMap::new(), BTreeMap::new());
        for (i, number) in (0..).zip(flooded(grid, connectivity)).filter_map(|(i, number)| Some((i, number?))) {
            let cell = walkable.index_cell(Cell::new(i % width, i / width));
            let label = labels.component(&walkable.rows, cell.x as usize, cell.y as usize);
            let is_one = *label_of.entry(number).or_insert(label) == label;
            let is_whole = !are_exact || *number_of.entry(label).or_insert(number) == number;
            assert!(is_one && is_whole, "cell {i}, exact {are_exact}, {connectivity:?}, {history}\n{}", drawn(grid));
        }
    }

    /// Each component is visited once, with its size and a cell of its own.
    fn check_sizes(grid: &IndexedGrid, components: &Components, connectivity: Connectivity, history: &str) {
        let mut expected: BTreeMap<u32, usize> = BTreeMap::new();
        let numbers = flooded(grid, connectivity);
        numbers.iter().flatten().for_each(|&number| *expected.entry(number).or_default() += 1);
        let walkable = grid.layer().walkable();
        let visit = |size: usize, (x, y): (usize, usize)| {
            let cell = walkable.cell(IndexCell { x: x as i32, y: y as i32 });
            let number = numbers[grid.map().size().index(cell)].unwrap();
            assert_eq!(expected.remove(&number), Some(size), "at {cell:?}, {connectivity:?}, {history}");
        };
        components.labels().0.for_each_component(&walkable.rows, visit).unwrap();
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
        let (mut exact, mut coarse, mut several) = (0, 0, 0);
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
                (exact, coarse) =
                    (exact + u32::from(components.are_exact()), coarse + u32::from(!components.are_exact()));
                if !components.are_exact() && random.below(4) == 0 {
                    components.renew(grid.layer().walkable()).unwrap();
                    check(&grid, components, connectivity, &history);
                }
                let numbers: BTreeSet<u32> = flooded(&grid, connectivity).into_iter().flatten().collect();
                several += u32::from(numbers.len() > 1);
                random_edit(&mut random, &mut grid);
            }
        }
        assert!(exact > 4000 && coarse > 100 && several > 4000, "{exact} exact, {coarse} coarse, {several} several");
    }

    #[test]
    fn components_are_those_of_flooding_through_edits() {
        let (mut exact, mut coarse, mut fresh) = (0, 0, 0);
        for seed in 0..180 {
            let mut random = Random::new(seed);
            let mut grid = grid(&mut random, SIZES[seed as usize % SIZES.len()]);
            for edits in 0..60 {
                for (rule, connectivity) in
                    [(DiagonalRule::Always, Connectivity::Diagonal), (DiagonalRule::BothFree, Connectivity::Straight)]
                {
                    fresh += u32::from(grid.layer().components[connectivity.number()].get().is_none());
                    let components = grid.layer().components(rule).unwrap();
                    let history = format!("seed {seed}, {edits} edits");
                    check(&grid, components, connectivity, &history);
                    if components.are_exact() {
                        exact += 1;
                    } else {
                        coarse += 1;
                        if random.below(4) == 0 {
                            components.renew(grid.layer().walkable()).unwrap();
                            assert!(components.are_exact());
                            check(&grid, components, connectivity, &history);
                        }
                    }
                }
                random_edit(&mut random, &mut grid);
            }
        }
        assert!(exact > 10_000 && coarse > 500 && fresh < 2_000, "{exact} exact, {coarse} coarse, {fresh} made anew");
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
