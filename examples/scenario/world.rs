//! The map of a scenario, the agent that walks on it, and the right cost of each query.

use super::Arguments;
use common::movingai;
use common::terrain::{AgentMap, AgentModel, ProfileModel, Terrain, cost_of_parts};
use gridstar::movement::{DiagonalRule, StepCosts};
use movingai::ScenarioQuery;
use std::collections::BTreeSet;
use std::f64::consts::SQRT_2;

/// The right cost of a query.
#[derive(Clone, Copy)]
pub(super) enum Reference {
    /// The scenario's length.
    Length(f64),
    /// The cost in parts that the plain search found; `None` without a path.
    Found(Option<u128>),
}

impl Reference {
    /// 0 without a path.
    pub(super) fn cost(self) -> f64 {
        match self {
            Self::Length(length) => length,
            Self::Found(parts) => parts.map_or(0.0, |parts| cost_of_parts(parts, &step_costs())),
        }
    }
}

/// The costs of the benchmark, as the library rounds them.
pub(super) fn step_costs() -> StepCosts {
    StepCosts::new(1.0, SQRT_2).unwrap_or_default()
}

/// The map of the scenario, and the agent that walks on it.
pub(super) struct World {
    pub(super) terrain: Terrain,
    pub(super) agent: AgentModel,
    /// The multipliers of the 256 cell types; `None` for queries without a profile.
    pub(super) multipliers: Option<Vec<f64>>,
    /// The map as the agent sees it.
    pub(super) seen: AgentMap,
    /// Whether the lengths of the scenario are the agent's.
    pub(super) has_scenario_lengths: bool,
    /// The weight: a path may cost this many times as much as the reference.
    pub(super) within: f64,
}

impl World {
    pub(super) fn load(arguments: &Arguments) -> Result<Self, String> {
        let world = match &arguments.weights {
            None => {
                let map = movingai::load_map(&arguments.map)?;
                let has_scenario_lengths = arguments.size.is_none();
                Self { has_scenario_lengths, ..Self::new(Terrain::of_map(&map), None, arguments.size) }
            }
            Some(weights) => {
                let weights = parse_weights(weights)?;
                let (width, height, drawn) = movingai::load_characters(&arguments.map)?;
                Self::weighted(&weights, (width, height, &drawn), arguments.size)
            }
        };
        let within = arguments.within.unwrap_or(1.0);
        let is_weight = (1.0..=1024.0).contains(&within);
        if is_weight { Ok(Self { within, ..world }) } else { Err("--within: a number from 1 to 1024".into()) }
    }

    /// A map whose cells have types by their characters: the number of the character in the list of weights.
    pub(super) fn weighted(
        weights: &[(char, f64)],
        (width, height, drawn): (u32, u32, &[char]),
        size: Option<u32>,
    ) -> Self {
        let mut multipliers: Vec<f64> = weights.iter().map(|&(_, multiplier)| multiplier).collect();
        multipliers.resize(256, 0.0);
        let cell_type = |drawn: &char| weights.iter().position(|(named, _)| named == drawn).unwrap_or(255) as u8;
        let terrain = Terrain { types: drawn.iter().map(cell_type).collect(), ..Terrain::new(width, height) };
        Self::new(terrain, Some(multipliers), size)
    }

    fn new(terrain: Terrain, multipliers: Option<Vec<f64>>, size: Option<u32>) -> Self {
        let mut profile = ProfileModel::default();
        for (weight, &multiplier) in profile.weights.iter_mut().zip(multipliers.iter().flatten()) {
            *weight = ProfileModel::rounded(multiplier);
        }
        let agent = AgentModel { profile, size: size.unwrap_or(1), ignores_penalties: false };
        let seen = AgentMap::new(&terrain, &agent);
        Self { terrain, agent, multipliers, seen, has_scenario_lengths: false, within: 1.0 }
    }

    /// The right cost of a query. Without the scenario's lengths, this searches.
    pub(super) fn reference(&self, query: &ScenarioQuery) -> Reference {
        if self.has_scenario_lengths {
            return Reference::Length(query.reference);
        }
        let costs = self.seen.costs_from(query.start, DiagonalRule::BothFree, &step_costs(), Some(query.goal));
        Reference::Found(costs[self.seen.stands.index(query.goal)])
    }
}

/// The characters and multipliers of `--weights`.
pub(super) fn parse_weights(list: &str) -> Result<Vec<(char, f64)>, String> {
    let words: Vec<&str> = list.split_whitespace().collect();
    let (pairs, rest) = words.as_chunks::<2>();
    if pairs.is_empty() || !rest.is_empty() {
        return Err("--weights: a list of characters, each with its multiplier, such as \". 1 S 1.5\"".into());
    }
    let pair = |&[drawn, multiplier]: &[&str; 2]| {
        let mut characters = drawn.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else {
            return Err(format!("--weights: {drawn:?} is not one character"));
        };
        match multiplier.parse::<f64>() {
            Ok(multiplier) if (1.0 / 128.0..=1024.0).contains(&multiplier) => Ok((character, multiplier)),
            _ => Err(format!("--weights: {multiplier:?} is not a multiplier from 1/128 to 1024")),
        }
    };
    let weights = pairs.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
    let named: BTreeSet<char> = weights.iter().map(|&(character, _)| character).collect();
    // Type 255 stands for all other characters.
    if named.len() < weights.len() || weights.len() > 255 {
        return Err("--weights: a character is named twice, or there are more than 255".into());
    }
    Ok(weights)
}
