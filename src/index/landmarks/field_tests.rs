//! Measured distances against Dijkstra's algorithm from cell to cell.

use super::measured::MeasuredRows;
use crate::distance::landmarks::{EvenField, MeasuredField, QuantizedCosts};
use crate::index::test_maps::{RULES, Random, random_map};
use crate::index::walkable_cells::WalkableCells;
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, StepCosts};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The expected values of `EvenField::row`, by Dijkstra's algorithm from cell to cell.
pub(super) fn distances_by_steps(
    rule: DiagonalRule,
    quantized_costs: QuantizedCosts,
    walkable: &WalkableCells,
    source: (usize, usize),
) -> Vec<u16> {
    let index = |x: usize, y: usize| y * walkable.width() + x;
    let mut distances: Vec<u32> = vec![u32::MAX; walkable.width() * walkable.height()];
    distances[index(source.0, source.1)] = 1;
    let mut queue = BinaryHeap::from([Reverse((1, source))]);
    while let Some(Reverse((distance, (x, y)))) = queue.pop() {
        if distance > distances[index(x, y)] {
            continue;
        }
        let legal = rule.successors()[ANY_ARRIVAL][walkable.rows.around(x, y)];
        for (_, (dx, dy)) in DIRECTIONS.iter().enumerate().filter(|&(i, _)| legal >> i & 1 == 1) {
            let to = ((x as i32 + dx) as usize, (y as i32 + dy) as usize);
            let step_cost = if dx * dy == 0 { quantized_costs.straight } else { quantized_costs.diagonal };
            let reached = &mut distances[index(to.0, to.1)];
            if distance + u32::from(step_cost) < *reached {
                *reached = distance + u32::from(step_cost);
                queue.push(Reverse((*reached, to)));
            }
        }
    }
    let walkable_or_not =
        (0..walkable.height()).flat_map(|y| (0..walkable.width()).map(move |x| walkable.is_walkable(x, y)));
    distances
        .into_iter()
        .zip(walkable_or_not)
        .map(|(d, walkable)| if walkable { d.min(65535) as u16 } else { 0 })
        .collect()
}

#[test]
fn distances_are_those_of_dijkstras_search() {
    for (seed, rule) in (0..200).flat_map(|seed| RULES.map(|rule| (seed, rule))) {
        let map = random_map(seed);
        let walkable = map.walkable();
        let rows = MeasuredRows::new(&walkable).unwrap();
        let mut random = Random::new(seed);
        let size = (walkable.width(), walkable.height());
        let [mut field, mut by_lists] =
            [(); 2].map(|()| EvenField::new(rule, &StepCosts::default(), &rows, size).unwrap());
        by_lists.measure_by_lists();
        // With the last pair, distances exceed 16 bits on most maps.
        for (straight, diagonal) in [(5, 7), (29, 41), (7, 7), (10, 19), (1000, 1400)] {
            let quantized_costs = QuantizedCosts { straight, diagonal };
            let source = (random.below(walkable.width()), random.below(walkable.height()));
            if !walkable.is_walkable(source.0, source.1) {
                continue;
            }
            let expected = distances_by_steps(rule, quantized_costs, &walkable, source);
            for field in [&mut field, &mut by_lists] {
                field.measure_in(quantized_costs);
                field.measure(source).unwrap();
                let found: Vec<u16> = (0..walkable.height()).flat_map(|y| field.row(y).to_vec()).collect();
                assert!(found == expected, "{rule:?}, {quantized_costs:?}, seed {seed}, {source:?}\n{map}");
            }
        }
    }
}
