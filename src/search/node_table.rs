//! The cells that a search has reached: nodes by number, and by cell.
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
use crate::held::held;

/// A cell as one number, `y << 16 | x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedCell(u32);

impl PackedCell {
    /// No cell.
    pub(super) const NONE: Self = Self(u32::MAX);

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

/// A reached cell.
pub(super) trait Node: Copy {
    /// The node number 0, which stands for no node. Its cost exceeds all others.
    const NOWHERE: Self;

    type Cost;

    /// Cost of the best way to the cell so far.
    fn g(&self) -> Self::Cost;
}

/// Above this, numbers start anew. No search has this many nodes: they would take 40 GiB.
const LARGEST_EARLIER: u32 = 1 << 31;

/// Nodes by number and by cell.
#[derive(Debug)]
pub(super) struct NodeTable<N> {
    /// Behind [`Node::NOWHERE`], whose number, 0, stands for no node.
    nodes: Vec<N>,
    /// The number of `nodes` in use, with [`Node::NOWHERE`].
    count: usize,
    /// By row index, or another index of cells, the number of the cell's node plus `earlier`, or what an earlier search
    /// left there.
    numbers: Vec<u32>,
    /// The numbers that earlier searches left are smaller.
    earlier: u32,
    /// The length of a row in `numbers`.
    width: usize,
}

held!([N] NodeTable<N>: nodes, numbers);

impl<N> Default for NodeTable<N> {
    fn default() -> Self {
        Self { nodes: Vec::new(), count: 0, numbers: Vec::new(), earlier: 0, width: 0 }
    }
}

impl<N: Node> NodeTable<N> {
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

    /// All nodes of the search, without [`Node::NOWHERE`].
    pub(super) fn nodes(&self) -> &[N] {
        self.nodes.get(1..self.count).unwrap_or_default()
    }

    #[inline(always)]
    pub(super) fn node(&self, number: u32) -> &N {
        &self.nodes[number as usize]
    }

    #[inline(always)]
    pub(super) fn node_mut(&mut self, number: u32) -> &mut N {
        &mut self.nodes[number as usize]
    }

    #[inline(always)]
    pub(super) fn index(&self, cell: PackedCell) -> usize {
        cell.y() as usize * self.width + cell.x() as usize
    }

    /// The number of the node of the cell with an index, and the cost of the best way there so far. A cell without a
    /// node has 0 and the largest cost.
    #[inline(always)]
    pub(super) fn known(&self, index: usize) -> (u32, N::Cost) {
        // A number of an earlier search wraps round to above 2^31, which no node has.
        let number = self.numbers[index].wrapping_sub(self.earlier);
        self.nodes.get(number as usize).map_or((0, N::NOWHERE.g()), |node| (number, node.g()))
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
    pub(super) fn put(&mut self, index: usize, known: u32, node: N) -> u32 {
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
        self.nodes.resize(self.nodes.capacity(), N::NOWHERE);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Node for u32 {
        const NOWHERE: Self = u32::MAX;

        type Cost = u32;

        fn g(&self) -> u32 {
            *self
        }
    }

    #[test]
    fn a_map_too_large_for_memory_is_refused_and_the_next_one_finds_no_old_nodes() {
        let mut table = NodeTable::<u32>::default();
        table.begin(8, 8).unwrap();
        table.put(table.index(PackedCell::new(7, 7)), 0, 3);
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
            let number = table.put(search % 4, 0, 5);
            assert_eq!((number, table.known(search % 4)), (1, (1, 5)));
        }
        assert!(table.earlier < 20);
    }
}
