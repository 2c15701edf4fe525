//! Labelling all runs of walkable cells.
//!
//! One pass over the words, row by row. The label of a run is joined with the label of every run of the row above that
//! it is connected to. This is union-find by runs, with path halving and the smaller number as the root (Rosenfeld and
//! Pfaltz, "Sequential Operations in Digital Picture Processing", JACM 1966). The first join of a run needs no union:
//! the run takes the label above. A last pass over the labels makes each of them point to the root of its component.
//!
//! On maps with many runs, most runs often belong to one large component. A flood fill by words ([`flooded`]) then
//! reaches most of this component first. The cells that it reaches share one label.

use super::row_flood::flooded;
use super::segments::{Connectivity, starts};
use crate::bits::bit_rows::{BitRows, zeroed};
use crate::grid::MapError;
use crate::held::held;

/// The label of the component that the flood fill reached.
pub(super) const FLOODED: u32 = 1;

/// The first label of words whose segments all lie in [`FLOODED`]. A word has at most 32 segments, and 32 labels from
/// here on link to `FLOODED`.
pub(super) const ALL_FLOODED: u32 = 2;

/// The first label of segments. The labels above come before it, and 0, which no segment has.
const FIRST_LABEL: u32 = ALL_FLOODED + 32;

/// The flood fill pays if words have more segments than this on average.
const SEGMENTS_TO_FLOOD: usize = 2;

/// The flood fill is left out if fewer than one segment of this number lies in a word that it has filled: labelling
/// takes less time without it.
const FLOODED_PART: usize = 32;

/// The labels of all walkable cells: for each word the label of its first segment, and for each label a link to its
/// root.
#[derive(Debug)]
pub(super) struct Labelling {
    pub(super) first: Vec<u32>,
    pub(super) links: Vec<u32>,
}

held!(Labelling: first, links);

impl Labelling {
    /// Labels all walkable cells.
    pub(super) fn new(connectivity: Connectivity, walkable: &BitRows, height: usize) -> Result<Self, MapError> {
        let words = walkable.words_per_row() * height;
        let mut segment_count: usize = (0..height).map(|y| segment_count(walkable.row(y as isize))).sum();
        let mut flood = Vec::new();
        if segment_count > SEGMENTS_TO_FLOOD * words {
            flood = flooded(connectivity, walkable, height)?;
            let rows = flood.chunks_exact(walkable.words_per_row()).enumerate();
            let left = rows.map(|(y, flooded)| segments_to_label(walkable.row(y as isize), flooded)).sum();
            if FLOODED_PART * (segment_count - left) < segment_count {
                flood.clear();
            } else {
                segment_count = left;
            }
        }
        let count = FIRST_LABEL as usize + segment_count;
        let mut links: Vec<u32> = zeroed(count)?;
        links[FLOODED as usize..FIRST_LABEL as usize].fill(FLOODED);
        let mut first = zeroed(words)?;
        let mut labeller = Labeller { connectivity, links: &mut links, last: FIRST_LABEL - 1 };
        match flood.is_empty() {
            true => labeller.label::<false>(walkable, &flood, &mut first)?,
            false => labeller.label::<true>(walkable, &flood, &mut first)?,
        }
        let last = labeller.last;
        links.truncate(last as usize + 1);
        for label in 0..links.len() {
            // The root is the smallest label of its component, and smaller labels link to their roots already.
            links[label] = links[links[label] as usize];
        }
        Ok(Self { first, links })
    }
}

/// A row of zeros, as wide as the widest map.
const NONE: [u64; 256] = [0; 256];

fn segment_count(row: &[u64]) -> usize {
    row.iter().map(|&word| starts(word, 0).count_ones() as usize).sum()
}

/// Number of segments in words that are not flooded as a whole.
fn segments_to_label(row: &[u64], flooded: &[u64]) -> usize {
    let words = row.iter().zip(flooded);
    words.map(|(&word, &flooded)| if word == flooded { 0 } else { starts(word, 0).count_ones() as usize }).sum()
}

/// By bit of a word: the label of the segment that starts there.
type WordLabels = [u32; 64];

/// A word and the word above.
#[derive(Clone, Copy, Default)]
struct Pair {
    here: u64,
    up: u64,
    /// The flooded cells of the two words.
    flooded: u64,
    flooded_up: u64,
}

impl Pair {
    /// Whether the word adds no joins. It is empty, or both words are full, not flooded, and continue two runs that the
    /// word before has joined.
    #[inline(always)]
    fn joins_nothing(self, left: Self) -> bool {
        let Self { here, up, flooded, .. } = self;
        here == 0 || here & up & !flooded == u64::MAX && (left.here & left.up) >> 63 != 0
    }

    /// Each bit takes the value of the bit before it. The highest bit of `left` comes before the lowest.
    #[inline(always)]
    fn moved_up(self, left: Self) -> Self {
        let moved = |word: u64, before: u64| word << 1 | before >> 63;
        Self {
            here: moved(self.here, left.here),
            up: moved(self.up, left.up),
            flooded: moved(self.flooded, left.flooded),
            flooded_up: moved(self.flooded_up, left.flooded_up),
        }
    }

    /// Each bit takes the value of the bit after it. The lowest bit of `right` comes after the highest.
    #[inline(always)]
    fn moved_down(self, right: Self) -> Self {
        let moved = |word: u64, after: u64| word >> 1 | after << 63;
        Self {
            here: moved(self.here, right.here),
            up: moved(self.up, right.up),
            flooded: moved(self.flooded, right.flooded),
            flooded_up: moved(self.flooded_up, right.flooded_up),
        }
    }

    /// The ends of runs that touch a cell of the row above at a corner and are not connected to it by straight steps
    /// there. `beside` has the neighbors on the side of that corner.
    #[inline(always)]
    fn touching_ends(self, beside: Self) -> u64 {
        self.here & !beside.here & !self.up & beside.up & !(self.flooded & beside.flooded_up)
    }
}

struct Labeller<'a> {
    connectivity: Connectivity,
    links: &'a mut [u32],
    /// The last label in use.
    last: u32,
}

impl Labeller<'_> {
    fn label<const FLOOD: bool>(
        &mut self,
        walkable: &BitRows,
        flood: &[u64],
        first: &mut [u32],
    ) -> Result<(), MapError> {
        let words = walkable.words_per_row();
        let flooded_row = |y: usize| if FLOOD { &flood[y * words..][..words] } else { &NONE[..words] };
        let (mut labels, mut labels_above) = (zeroed::<WordLabels>(words)?, zeroed::<WordLabels>(words)?);
        for (y, first) in first.chunks_exact_mut(words).enumerate() {
            let (row, above) = (&walkable.row(y as isize)[..words], &walkable.row(y as isize - 1)[..words]);
            let (flooded, flooded_above) = (flooded_row(y), if y > 0 { flooded_row(y - 1) } else { &NONE[..words] });
            let pair_at = |i: usize| {
                let (flooded, flooded_up) = if FLOOD { (flooded[i], flooded_above[i]) } else { (0, 0) };
                Pair { here: row[i], up: above[i], flooded, flooded_up }
            };
            let corners = self.connectivity.corners(y, -1);
            let mut left = Pair::default();
            for i in 0..words {
                let pair = pair_at(i);
                first[i] = self.label_word(&mut labels[i], pair, left);
                if !pair.joins_nothing(left) {
                    self.join_above(&labels[i], &labels_above[i], pair, left);
                    if corners != [0; 2] && pair.up != u64::MAX {
                        let right = if i + 1 < words { pair_at(i + 1) } else { Pair::default() };
                        self.join_diagonally(&labels[i], &labels_above, i, [left, pair, right], corners);
                    }
                }
                left = pair;
            }
            std::mem::swap(&mut labels, &mut labels_above);
        }
        Ok(())
    }

    /// Labels the segments of a word and returns the first label. A run that comes from the word before keeps its
    /// label.
    #[inline(always)]
    fn label_word(&mut self, labels: &mut WordLabels, pair: Pair, left: Pair) -> u32 {
        if pair.flooded != 0 && pair.here == pair.flooded {
            return ALL_FLOODED;
        }
        let goes_on = pair.here & left.here >> 63 & !pair.flooded;
        let first = self.last + 1 - goes_on as u32;
        labels[0] = self.last;
        let mut new = starts(pair.here, 0) & !goes_on;
        while new != 0 {
            let bit = new.trailing_zeros();
            new &= new - 1;
            self.last += 1;
            labels[bit as usize] = self.last;
            self.links[self.last as usize] = if pair.flooded >> bit & 1 != 0 { FLOODED } else { self.last };
        }
        first
    }

    /// Joins runs with cells one above the other in this row and in the row above.
    #[inline(always)]
    fn join_above(&mut self, labels: &WordLabels, labels_above: &WordLabels, pair: Pair, left: Pair) {
        let both = pair.here & pair.up;
        let joins = both & !(both << 1 | (left.here & left.up) >> 63) & !(pair.flooded & pair.flooded_up);
        // From the first join of each segment on, to its end: a sum carries there.
        let joined = (pair.here.wrapping_add(joins) ^ pair.here | joins) & pair.here;
        let continued = pair.here & !pair.here.wrapping_add(pair.here & left.here >> 63);
        let mut first = joins & !(joined << 1 | continued | pair.flooded);
        let mut others = joins & !first;
        while first != 0 {
            let bit = first.trailing_zeros();
            first &= first - 1;
            let above = label_at(labels_above, pair.up, pair.flooded_up, bit);
            let label = label_at(labels, pair.here, 0, bit);
            // No other label links to this one yet. No branch depends on the map here.
            self.links[label as usize] = self.links[self.links[above as usize] as usize];
        }
        while others != 0 {
            let bit = others.trailing_zeros();
            others &= others - 1;
            let above = label_at(labels_above, pair.up, pair.flooded_up, bit);
            self.join(label_at(labels, pair.here, pair.flooded, bit), above);
        }
    }

    /// Joins the runs of word `i` with the runs of the row above that touch them at a corner only.
    #[inline(always)]
    fn join_diagonally(
        &mut self,
        labels: &WordLabels,
        labels_above: &[WordLabels],
        i: usize,
        pairs: [Pair; 3],
        corners: [u64; 2],
    ) {
        let [left, pair, right] = pairs;
        let to_the_left = pair.touching_ends(pair.moved_up(left)) & corners[0];
        let to_the_right = pair.touching_ends(pair.moved_down(right)) & corners[1];
        for (mut ends, dx) in [(to_the_left, -1), (to_the_right, 1)] {
            while ends != 0 {
                let bit = ends.trailing_zeros();
                ends &= ends - 1;
                // The column may lie in the word to the left or to the right.
                let beside = 64 + bit as i32 + dx;
                let word = (beside / 64) as usize;
                let above =
                    label_at(&labels_above[i + word - 1], pairs[word].up, pairs[word].flooded_up, beside as u32 % 64);
                self.join(label_at(labels, pair.here, pair.flooded, bit), above);
            }
        }
    }

    /// Joins a label of this row with one of the row above.
    #[inline(always)]
    fn join(&mut self, label: u32, above: u32) {
        let link = self.links[label as usize];
        let target = self.links[self.links[above as usize] as usize];
        if link == label && label != FLOODED {
            // Labels grow from row to row: a label that still links to itself has not been joined, and no other label
            // links to it.
            self.links[label as usize] = target;
        } else if link != target {
            let (a, b) = (self.root_halving(link), self.root_halving(target));
            self.links[a.max(b) as usize] = a.min(b);
        }
    }

    #[inline(always)]
    fn root_halving(&mut self, mut label: u32) -> u32 {
        loop {
            let next = self.links[label as usize];
            if next == label {
                return label;
            }
            let after = self.links[next as usize];
            self.links[label as usize] = after;
            label = after;
        }
    }
}

/// The label of the segment that contains a bit of a word, which must be a one.
#[inline(always)]
fn label_at(labels: &WordLabels, word: u64, flooded: u64, bit: u32) -> u32 {
    if flooded >> bit & 1 != 0 {
        return FLOODED;
    }
    let first = (starts(word, 0) & u64::MAX >> (63 - bit) | 1).ilog2();
    labels[first as usize % 64]
}
