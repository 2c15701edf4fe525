//! Which cells an edit would cut off, asked before it is made: a building that may close the last way.

use crate::bits::bit_rows::reserved;
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
    components: &'a Components,
    /// Numbers of the goals' components, ascending.
    numbers: Vec<u32>,
}

impl<'a> GoalReach<'a> {
    fn of(layer: &'a Layer, rule: DiagonalRule, goals: &[Cell]) -> Result<Self, MapError> {
        let components = layer.components(rule)?;
        let mut reach = Self { layer, components, numbers: Vec::new() };
        let mut numbers = reserved(goals.len())?;
        numbers.extend(goals.iter().filter_map(|&goal| reach.component(goal)));
        sort(&mut numbers);
        numbers.dedup();
        reach.numbers = numbers;
        Ok(reach)
    }

    fn component(&self, cell: Cell) -> Option<u32> {
        let walkable = self.layer.walkable();
        self.layer.is_walkable(cell).then(|| self.components.component(walkable, walkable.index_cell(cell)))
    }

    fn contains(&self, cell: Cell) -> bool {
        self.component(cell).is_some_and(|number| self.numbers.binary_search(&number).is_ok())
    }
}
