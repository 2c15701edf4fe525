//! Which cells an edit would cut off, asked before it is made: a building that may close the last way.

use super::nearest::Flood;
use crate::bits::bit_rows::{BitRows, reserved};
use crate::grid::{Cell, CoveredMap, Edit, GridMap, MapError};
use crate::index::{Components, Layer};
use crate::movement::{Agent, DiagonalRule};
use crate::sorting::sort;

/// The indices of the spawns that reach a goal now and would reach none after a legal edit of types, in ascending
/// order. `layer` is the agent's.
///
/// If the edit opens or closes any cell for the agent, labels the components of a copy of the map.
pub fn cut_off(
    map: &GridMap,
    (agent, layer, rule): (&Agent, &Layer, DiagonalRule),
    edit: &Edit,
    [spawns, goals]: [&[Cell]; 2],
) -> Result<Vec<u32>, MapError> {
    let mut edited = map.try_clone()?;
    edited.edit(edit)?;
    let seen = agent.without.as_deref().map_or((&edited).into(), |cover| CoveredMap::without(&edited, cover));
    let Some(after) = layer.seen_as(seen, &[edit.rect()])? else { return Ok(Vec::new()) };
    let (now, then) = (GoalReach::of(layer, rule, goals)?, GoalReach::of(&after, rule, goals)?);
    let is_cut_off = |&(_, &spawn): &(u32, &Cell)| now.contains(spawn) && !then.contains(spawn);
    let cut_off = || (0..).zip(spawns).filter(is_cut_off).map(|(index, _)| index);
    let mut found = reserved(cut_off().count())?;
    found.extend(cut_off());
    Ok(found)
}

/// The walkable cells from which paths lead to one of some goals.
struct GoalReach<'a> {
    layer: &'a Layer,
    cells: CellsBefore<'a>,
}

enum CellsBefore<'a> {
    /// Numbers of the goals' components, ascending.
    Components(&'a Components, Vec<u32>),
    /// Where some steps lead in one direction only: a bit for each cell of the map, by rows.
    Flooded(BitRows),
}

impl<'a> GoalReach<'a> {
    fn of(layer: &'a Layer, rule: DiagonalRule, goals: &[Cell]) -> Result<Self, MapError> {
        let walkable_goals = goals.iter().copied().filter(|&goal| layer.is_walkable(goal));
        if let Some(flood) = Flood::over(layer, rule)? {
            let mut starts = reserved(goals.len())?;
            starts.extend(walkable_goals);
            return Ok(Self { layer, cells: CellsBefore::Flooded(flood.toward(&starts)?) });
        }
        let components = layer.components(rule)?;
        let mut numbers = reserved(goals.len())?;
        numbers.extend(walkable_goals.map(|goal| component(layer, components, goal)));
        sort(&mut numbers);
        numbers.dedup();
        Ok(Self { layer, cells: CellsBefore::Components(components, numbers) })
    }

    fn contains(&self, cell: Cell) -> bool {
        self.layer.is_walkable(cell)
            && match &self.cells {
                CellsBefore::Components(components, numbers) => {
                    numbers.binary_search(&component(self.layer, components, cell)).is_ok()
                }
                CellsBefore::Flooded(bits) => bits.get(cell.x as usize, cell.y as usize),
            }
    }
}

/// The number of the component of a walkable cell.
fn component(layer: &Layer, components: &Components, cell: Cell) -> u32 {
    let walkable = layer.walkable();
    components.component(walkable, walkable.index_cell(cell))
}
