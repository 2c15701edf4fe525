//! Typical uses of each noun. Each creates what it needs, makes its calls, notes what they answer, and destroys all.

mod cooperative;
mod covers;
mod crowds;
mod fields;
mod floors;
mod forks;
mod grids;
mod hexagons;
mod paths;
mod profiles;
mod saved;
mod steppers;
mod work;

use super::desk::Desk;
use super::scene::Scene;

/// A use and its name.
pub(crate) type Use = (&'static str, fn(&mut Desk, &Scene));

pub(crate) const USES: [Use; 26] = [
    ("cells of a grid", grids::cells),
    ("searches by A*", grids::a_star),
    ("searches by jump points", grids::jump_points),
    ("searches by landmarks", grids::landmarks),
    ("walls between cells", grids::walls),
    ("preparations", grids::preparations),
    ("path forms", paths::forms),
    ("partial paths and limits", paths::partial_paths),
    ("paths that do not fit", paths::too_long),
    ("lines of sight and nearest cells", paths::sight_and_nearest),
    ("profiles and wide agents", profiles::profiles),
    ("profiles by landmarks", profiles::by_landmarks),
    ("covers", covers::covers),
    ("forks", forks::forks),
    ("hexagons", hexagons::hexagons),
    ("saved grids", saved::saved_grids),
    ("steppers", steppers::steppers),
    ("fields", fields::fields),
    ("crowds", crowds::crowds),
    ("copied crowds", crowds::copied_crowds),
    ("floors", floors::floors),
    ("tickets", work::tickets),
    ("tickets that are cancelled or forgotten", work::tickets_given_up),
    ("reservations", cooperative::reservations),
    ("copied reservations", cooperative::copied_reservations),
    ("plans with profiles", cooperative::plans_with_profiles),
];
