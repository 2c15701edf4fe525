//! Answers of fields are the same on every platform, bit for bit.

use common::abi::{TestGrid, default_query_def};
use common::field::TestField;
use common::profile::TestProfile;
use common::random_maps::Random;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

/// FNV-1a, 64 bits.
struct Hash(u64);

impl Hash {
    fn add(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    }

    /// All costs and steps of a field, and some velocities.
    fn add_field(&mut self, field: &TestField, cells: &[Cell]) {
        for step in field.steps(cells).unwrap() {
            self.add(&step.cost.to_bits().to_le_bytes());
            [step.x, step.y].iter().for_each(|number| self.add(&number.to_le_bytes()));
        }
        let positions: Vec<[f32; 3]> =
            cells.iter().step_by(7).map(|cell| [cell.x as f32 + 0.3, 0.0, cell.y as f32 + 0.6]).collect();
        for velocity in field.velocities(&positions, 1.5).unwrap() {
            velocity.iter().for_each(|part| self.add(&part.to_bits().to_le_bytes()));
        }
    }
}

/// Fields of all rules, with and without terrain, after edits, and flight from their goals. When costs, steps or the
/// order of equally cheap steps change on purpose, the test prints the new number.
#[test]
fn fields_are_the_same_on_every_platform() {
    const HASH: u64 = 0x4e73_d8bc_e84e_6cde;
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    let bounds = Rect { x: 0, y: 0, width: 41, height: 33 };
    let cells: Vec<Cell> = (0..33).flat_map(|y| (0..41).map(move |x| Cell::new(x, y))).collect();
    let profile = TestProfile::new();
    for (number, multiplier) in [(2, 1.5), (3, 2.0), (4, 3.7)] {
        profile.set_cost(number, multiplier);
    }
    for seed in 0..16 {
        let mut random = Random::new(seed);
        let grid = TestGrid::new(bounds.width, bounds.height);
        let types: Vec<u8> = cells.iter().map(|_| [0, 0, 1, 2, 3, 4][random.below(6) as usize]).collect();
        assert_eq!(grid.set_cells(&types), GridstarStatus::Ok);
        let def = GridstarQueryDef {
            diagonal_rule: GridstarDiagonalRule::Always as u32 + seed as u32 % 4,
            profile: if seed % 8 < 4 { 0 } else { profile.id() },
            ..default_query_def()
        };
        let goal = cells[random.below(cells.len() as u32) as usize];
        let field = TestField::create(&grid, &[goal], seed as u32 / 8, 0, Some(&def)).unwrap();
        hash.add_field(&field, &cells);
        for _ in 0..6 {
            let cell = cells[random.below(cells.len() as u32) as usize];
            assert_eq!(grid.set_cell(cell, random.below(5)), GridstarStatus::Ok);
        }
        assert_eq!(gridstar_field_update(field.id(), 0), GridstarStatus::Ok);
        hash.add_field(&field, &cells);
        let sum = GridstarFieldOperation::Sum;
        hash.add_field(&TestField::combine(&grid, &[(&field, -1.2)], sum, 0, Some(&def)).unwrap(), &cells);
    }
    assert!(hash.0 == HASH, "what fields tell has changed: {:#018x}", hash.0);
}
