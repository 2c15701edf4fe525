//! The cells that a jump-point search has reached.
//!
//! Nodes lie in the order in which their cells were reached. An array with an entry for each cell of the map finds a
//! cell's node: the entry is the number of the node. Numbers continue from search to search, so an entry below the
//! first number of a search belongs to an earlier search. The array is therefore cleared only when numbers run out,
//! after billions of nodes. The system provides the array's memory only for the pages that searches touch, so that a
//! short search on a large map stays short. A hash table instead of the array is slower, and so is reading the node to
//! see whether an entry is current (`benches/NOTES.md`).

use crate::OutOfMemory;
use crate::bits::bit_rows::zeroed;
use crate::bits::prefetch::prefetch;
use crate::movement::DIRECTIONS;

/// A cell of the index as one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedCell(u32);

impl PackedCell {
    /// `x` and `y` must be in 0..=65535.
    #[inline(always)]
    pub(super) fn new(x: i32, y: i32) -> Self {
        Self((y as u32) << 16 | x as u32)
    }

    /// The cell `count` steps further.
    #[inline(always)]
    pub(super) fn after(self, step: PackedStep, count: u32) -> Self {
        Self(self.0.wrapping_add(step.0.wrapping_mul(count)))
    }

    #[inline(always)]
    pub(super) fn x(self) -> i32 {
        (self.0 & 0xffff) as i32
    }

    #[inline(always)]
    pub(super) fn y(self) -> i32 {
        (self.0 >> 16) as i32
    }
}

/// A step, as the difference of packed cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedStep(u32);

impl PackedStep {
    pub(super) const fn new((dx, dy): (i32, i32)) -> Self {
        Self(((dy as u32) << 16).wrapping_add(dx as u32))
    }
}

/// [`DIRECTIONS`] as steps between packed cells.
pub(super) const STEPS: [PackedStep; 8] = {
    let mut steps = [PackedStep::new((0, 0)); 8];
    let mut direction = 0;
    while direction < 8 {
        steps[direction] = PackedStep::new(DIRECTIONS[direction]);
        direction += 1;
    }
    steps
};

/// A reached cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct JumpNode {
    /// Cost of the best way to the cell so far.
    pub(super) g: u32,
    pub(super) cell: PackedCell,
    /// The number of the node before this one; 0 at the start.
    pub(super) parent: u32,
    /// The jumps to start here, as in [`Branches`](crate::movement::Branches). Careful searches don't use them.
    pub(super) branches: u16,
    /// The direction of the last step, or another arrival of [`Branches`](crate::movement::Branches).
    pub(super) arrival: u8,
    pub(super) closed: bool,
}

impl JumpNode {
    /// The straight jumps to start here, one bit each.
    #[inline(always)]
    pub(super) fn straights(&self) -> u16 {
        self.branches >> 12
    }

    /// The diagonal jumps to start here, one bit each.
    #[inline(always)]
    pub(super) fn diagonals(&self) -> u16 {
        self.branches & 0b1111
    }

    /// In the lowest two bits: which of its two straight jumps a diagonal jump sends out from this cell.
    #[inline(always)]
    pub(super) fn own_straights(&self, diagonal: usize) -> u16 {
        self.branches >> (4 + 2 * diagonal)
    }
}

/// The node number 0, which stands for no node. Its cost exceeds all others.
const NOWHERE: JumpNode =
    JumpNode { g: u32::MAX, cell: PackedCell(u32::MAX), parent: 0, branches: 0, arrival: 0, closed: true };

/// Above this, numbers start anew. No search has this many nodes: they would take 40 GiB.
const LARGEST_EARLIER: u32 = 1 << 31;

/// Nodes by number and by cell.
#[derive(Debug, Default)]
pub(super) struct NodeTable {
    /// Behind [`NOWHERE`], whose number, 0, stands for no node.
    nodes: Vec<JumpNode>,
    /// The number of `nodes` in use, with [`NOWHERE`].
    count: usize,
    /// By row index, the number of the cell's node plus `earlier`, or what an earlier search left there.
    numbers: Vec<u32>,
    /// The numbers that earlier searches left are smaller.
    earlier: u32,
    /// The length of a row in `numbers`.
    width: usize,
}

impl NodeTable {
    /// Forgets all nodes, for a search on a map of this number of columns and rows.
    pub(super) fn begin(&mut self, width: usize, height: usize) -> Result<(), OutOfMemory> {
        self.earlier += self.count as u32;
        self.count = 1;
        self.width = width;
        if self.numbers.len() < width * height {
            self.numbers = Vec::new();
            self.numbers = zeroed(width * height).map_err(|_| OutOfMemory)?;
        }
        if self.earlier > LARGEST_EARLIER {
            self.numbers.fill(0);
            self.earlier = 1;
        }
        self.reserve(1)
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<JumpNode>() + self.numbers.capacity() * size_of::<u32>()
    }

    /// The number of nodes for which there is memory.
    pub(super) fn room(&self) -> usize {
        self.nodes.len()
    }

    /// Forgets all nodes and gives their memory back.
    pub(super) fn give_back(&mut self) {
        self.earlier += self.count as u32;
        (self.nodes, self.count) = (Vec::new(), 0);
    }

    /// The number of reached cells, plus one.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.count as u32
    }

    #[inline(always)]
    pub(super) fn node(&self, number: u32) -> &JumpNode {
        &self.nodes[number as usize]
    }

    #[inline(always)]
    pub(super) fn node_mut(&mut self, number: u32) -> &mut JumpNode {
        &mut self.nodes[number as usize]
    }

    #[inline(always)]
    pub(super) fn index(&self, cell: PackedCell) -> usize {
        cell.y() as usize * self.width + cell.x() as usize
    }

    /// The number of the node of the cell with a row index, and the cost of the best way there so far. A cell without a
    /// node has 0 and the largest cost.
    #[inline(always)]
    pub(super) fn known(&self, index: usize) -> (u32, u32) {
        // A number of an earlier search wraps round to above 2^31, which no node has.
        let number = self.numbers[index].wrapping_sub(self.earlier);
        self.nodes.get(number as usize).map_or((0, u32::MAX), |node| (number, node.g))
    }

    /// Asks for the memory of the number at a row index. An index outside the map is ignored.
    #[inline(always)]
    pub(super) fn prefetch(&self, index: usize) {
        if let Some(number) = self.numbers.get(index) {
            prefetch(std::slice::from_ref(number));
        }
    }

    /// Reserves memory for more nodes.
    #[inline(always)]
    pub(super) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        if self.count + additional > self.nodes.len() { self.grow(additional) } else { Ok(()) }
    }

    /// Replaces the node `known`, or adds a node if `known` is 0. Returns its number.
    #[inline(always)]
    pub(super) fn put(&mut self, index: usize, known: u32, node: JumpNode) -> u32 {
        // Without a branch: the processor can't predict which of the two it is.
        let number = if known == 0 { self.count as u32 } else { known };
        self.count += usize::from(known == 0);
        self.nodes[number as usize] = node;
        self.numbers[index] = self.earlier + number;
        number
    }

    #[cold]
    fn grow(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.nodes.try_reserve(self.nodes.len().max(additional))?;
        self.nodes.resize(self.nodes.capacity(), NOWHERE);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_too_large_for_memory_is_refused_and_the_next_one_finds_no_old_nodes() {
        let mut table = NodeTable::default();
        table.begin(8, 8).unwrap();
        let node = JumpNode { cell: PackedCell::new(7, 7), ..NOWHERE };
        table.put(table.index(node.cell), 0, node);
        // Miri ends where memory is refused.
        if !cfg!(miri) {
            assert_eq!(table.begin(usize::MAX / 8, 1), Err(OutOfMemory));
        }
        for side in [4, 8] {
            table.begin(side as usize, side as usize).unwrap();
            let cells = (0..side).flat_map(|y| (0..side).map(move |x| PackedCell::new(x, y)));
            cells.for_each(|cell| assert_eq!(table.known(table.index(cell)), (0, u32::MAX)));
        }
    }

    #[test]
    fn numbers_that_begin_anew_find_no_old_nodes() {
        let mut table = NodeTable { earlier: LARGEST_EARLIER - 3, ..NodeTable::default() };
        for search in 0..6 {
            table.begin(4, 1).unwrap();
            let known: Vec<usize> = (0..4).filter(|&index| table.known(index).0 != 0).collect();
            assert_eq!(known, [0; 0], "search {search}");
            let number = table.put(search % 4, 0, JumpNode { g: 5, ..NOWHERE });
            assert_eq!((number, table.known(search % 4)), (1, (1, 5)));
        }
        assert!(table.earlier < 20);
    }
}
