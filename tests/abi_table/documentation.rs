//! The header names every answer that a function returns, and no status that it does not.

use crate::table::Row;
use common::header::Header;
use gridstar::ffi::GridstarStatus::{self, *};
use std::collections::{BTreeMap, BTreeSet};

/// Statuses without a row, because no bad argument causes them: the state of grids, floors, steppers and tickets does,
/// or a lack of memory.
const BESIDES: [(&[&str], &[GridstarStatus]); 27] = [
    (
        &[
            "gridstar_grid_create",
            "gridstar_floors_create",
            "gridstar_floors_add_floor",
            "gridstar_floors_add_link",
            "gridstar_grid_set_cell",
            "gridstar_grid_get_cell",
            "gridstar_grid_fill_cells",
            "gridstar_grid_set_cells",
            "gridstar_grid_set_passage",
            "gridstar_grid_get_passage",
            "gridstar_grid_set_passages",
            "gridstar_grid_prepare",
            "gridstar_grid_find_path",
            "gridstar_grid_trace_path",
            "gridstar_floors_find_path",
            "gridstar_reservations_find_path",
            "gridstar_reservations_plan",
            "gridstar_stepper_begin",
            "gridstar_stepper_advance",
            "gridstar_stepper_finish",
            "gridstar_stepper_get_open",
            "gridstar_grid_get_cells",
            "gridstar_grid_check_path",
            "gridstar_grid_linecast",
            "gridstar_grid_find_nearest",
            "gridstar_grid_find_nearest_reachable",
            "gridstar_grid_is_reachable",
            "gridstar_grid_try_place",
            "gridstar_grid_prepare_query",
            "gridstar_cover_create",
            "gridstar_cover_set_rects",
            "gridstar_profile_create",
            "gridstar_profile_set_cost",
            "gridstar_profile_set_costs",
            "gridstar_profile_set_charge",
            "gridstar_profile_save",
            "gridstar_profile_load",
            "gridstar_floors_load",
            "gridstar_floors_save",
            "gridstar_grid_save",
            "gridstar_grid_load",
            "gridstar_grid_save_changes",
            "gridstar_grid_apply_changes",
            "gridstar_ticket_submit",
            "gridstar_reservations_create",
            "gridstar_reservations_take",
            "gridstar_field_create",
            "gridstar_field_combine",
            "gridstar_grid_find_nearest_goals",
            "gridstar_grid_get_cost_matrix",
            "gridstar_field_advance",
            "gridstar_field_submit",
            "gridstar_field_update",
            "gridstar_field_set_goals",
            "gridstar_field_get_range",
            "gridstar_field_get_border",
            "gridstar_field_write_penalties",
            "gridstar_crowd_create",
            "gridstar_crowd_add_agents",
            "gridstar_crowd_put_agents",
            "gridstar_crowd_tick",
            "gridstar_crowd_copy_from",
            "gridstar_crowd_save",
            "gridstar_crowd_load",
            "gridstar_reservations_copy_from",
            "gridstar_reservations_save",
            "gridstar_reservations_load",
        ],
        &[OutOfMemory],
    ),
    (
        &[
            "gridstar_grid_get_info",
            "gridstar_grid_prepare",
            "gridstar_grid_set_cell",
            "gridstar_grid_get_cell",
            "gridstar_grid_fill_cells",
            "gridstar_grid_set_cells",
            "gridstar_grid_set_passage",
            "gridstar_grid_get_passage",
            "gridstar_grid_set_passages",
            "gridstar_grid_get_cells",
            "gridstar_grid_find_path",
            "gridstar_grid_trace_path",
            "gridstar_grid_check_path",
            "gridstar_grid_linecast",
            "gridstar_grid_find_nearest",
            "gridstar_grid_find_nearest_reachable",
            "gridstar_grid_is_reachable",
            "gridstar_grid_try_place",
            "gridstar_grid_prepare_query",
            "gridstar_grid_save",
            "gridstar_grid_save_changes",
            "gridstar_grid_apply_changes",
            "gridstar_floors_save",
            "gridstar_grid_get_changes",
            "gridstar_cover_set_rects",
            "gridstar_floors_find_path",
            "gridstar_stepper_begin",
            "gridstar_stepper_advance",
            "gridstar_stepper_finish",
            "gridstar_stepper_get_info",
            "gridstar_stepper_get_changes",
            "gridstar_stepper_get_cells",
            "gridstar_stepper_get_open",
            "gridstar_ticket_submit",
            "gridstar_reservations_get_info",
            "gridstar_reservations_clear",
            "gridstar_reservations_advance",
            "gridstar_reservations_take",
            "gridstar_reservations_is_taken",
            "gridstar_reservations_release",
            "gridstar_reservations_find_path",
            "gridstar_reservations_plan",
            "gridstar_field_create",
            "gridstar_field_combine",
            "gridstar_grid_find_nearest_goals",
            "gridstar_grid_get_cost_matrix",
            "gridstar_field_get_info",
            "gridstar_field_advance",
            "gridstar_field_update",
            "gridstar_field_set_goals",
            "gridstar_field_write_penalties",
            "gridstar_crowd_create",
            "gridstar_crowd_add_agents",
            "gridstar_crowd_remove_agents",
            "gridstar_crowd_set_agents",
            "gridstar_crowd_put_agents",
            "gridstar_crowd_tick",
            "gridstar_crowd_get_info",
            "gridstar_crowd_get_hash",
            "gridstar_crowd_copy_from",
            "gridstar_crowd_save",
            "gridstar_crowd_load",
            "gridstar_reservations_get_hash",
            "gridstar_reservations_copy_from",
            "gridstar_reservations_save",
            "gridstar_reservations_load",
        ],
        &[Poisoned],
    ),
    (
        &["gridstar_crowd_add_agents", "gridstar_crowd_put_agents", "gridstar_crowd_tick"],
        &[InvalidProfile, InvalidCover],
    ),
    // Of a batch, they are the statuses of agents.
    (
        &["gridstar_reservations_find_path", "gridstar_reservations_plan"],
        &[NotPlanned, NoPath, StartOutside, GoalOutside, GoalBlocked],
    ),
    (
        &["gridstar_grid_find_path", "gridstar_grid_trace_path", "gridstar_floors_find_path"],
        &[NoPath, GoalBlocked, LimitReached],
    ),
    (&["gridstar_grid_find_path", "gridstar_grid_trace_path"], &[PartialPath, CostLimitReached]),
    (&["gridstar_stepper_begin"], &[GoalBlocked]),
    (
        &["gridstar_stepper_advance", "gridstar_stepper_finish"],
        &[NoPath, LimitReached, CostLimitReached, StartOutside, GoalOutside, GoalBlocked],
    ),
    (&["gridstar_field_create", "gridstar_field_advance"], &[StillRunning]),
    (&["gridstar_field_update", "gridstar_field_set_goals"], &[StillRunning, InvalidProfile, InvalidCover]),
    (&["gridstar_field_advance"], &[InvalidProfile, InvalidCover, NotReady]),
    (&["gridstar_field_combine"], &[NotReady]),
    (&["gridstar_field_set_goals"], &[UnsupportedQuery]),
    (
        &[
            "gridstar_field_get_costs",
            "gridstar_field_get_steps",
            "gridstar_field_get_velocities",
            "gridstar_field_find_path",
            "gridstar_field_get_range",
            "gridstar_field_get_border",
            "gridstar_field_write_penalties",
        ],
        &[NotReady],
    ),
    (&["gridstar_field_find_path", "gridstar_grid_try_place"], &[NoPath]),
    (&["gridstar_grid_prepare", "gridstar_grid_save", "gridstar_floors_save"], &[TooLargeForLandmarks]),
    (
        &[
            "gridstar_grid_load",
            "gridstar_grid_save_changes",
            "gridstar_grid_apply_changes",
            "gridstar_profile_load",
            "gridstar_floors_load",
            "gridstar_crowd_load",
            "gridstar_reservations_load",
        ],
        &[NewerBytes],
    ),
    // The grids of the table have one size.
    (
        &[
            "gridstar_crowd_copy_from",
            "gridstar_crowd_load",
            "gridstar_reservations_copy_from",
            "gridstar_reservations_load",
        ],
        &[DifferentGrids],
    ),
    (&["gridstar_grid_save_changes", "gridstar_grid_apply_changes"], &[OtherBase]),
    (&["gridstar_grid_restore", "gridstar_grid_find_difference"], &[DifferentGrids]),
    // The grids of the table have squares.
    (
        &[
            "gridstar_grid_create",
            "gridstar_grid_get_cell_corner",
            "gridstar_grid_prepare",
            "gridstar_grid_prepare_query",
            "gridstar_grid_get_agent_size",
            "gridstar_grid_find_path",
            "gridstar_grid_trace_path",
            "gridstar_grid_check_path",
            "gridstar_grid_linecast",
            "gridstar_grid_find_nearest",
            "gridstar_grid_find_nearest_reachable",
            "gridstar_grid_is_reachable",
            "gridstar_grid_try_place",
            "gridstar_stepper_begin",
            "gridstar_field_create",
            "gridstar_field_combine",
            "gridstar_field_get_border",
            "gridstar_grid_find_nearest_goals",
            "gridstar_grid_get_cost_matrix",
            "gridstar_floors_find_path",
            "gridstar_ticket_submit",
            "gridstar_reservations_plan",
            "gridstar_reservations_find_path",
            "gridstar_crowd_create",
            "gridstar_crowd_load",
        ],
        &[UnsupportedLayout],
    ),
    (&["gridstar_cover_create"], &[TooManyCovers]),
    // Path forms that this kind of search does not write.
    (
        &[
            "gridstar_grid_find_path",
            "gridstar_grid_trace_path",
            "gridstar_floors_find_path",
            "gridstar_stepper_begin",
            "gridstar_field_create",
            "gridstar_field_combine",
            "gridstar_grid_find_nearest_goals",
            "gridstar_grid_get_cost_matrix",
            "gridstar_ticket_submit",
            "gridstar_reservations_find_path",
            "gridstar_reservations_plan",
            "gridstar_crowd_create",
            "gridstar_crowd_load",
        ],
        &[UnsupportedQuery],
    ),
    (&["gridstar_floors_add_link", "gridstar_floors_find_path", "gridstar_floors_save"], &[FloorWithoutGrid]),
    (&["gridstar_ticket_poll", "gridstar_ticket_wait", "gridstar_ticket_take"], &[Cancelled]),
    (&["gridstar_ticket_poll", "gridstar_ticket_peek", "gridstar_ticket_take"], &[StillRunning]),
    // No call of the table panics, so every text fits.
    (&["gridstar_last_panic"], &[BufferTooSmall]),
];

/// The beginning of all names of statuses in the header.
const PREFIX: &str = "GRIDSTAR_STATUS_";

#[test]
fn a_function_documents_its_answers_and_no_status_that_it_does_not_return() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/include/gridstar.h")).unwrap();
    let header = Header::parse(&text);
    let statuses = header.enums.iter().find(|one| one.name == "GridstarStatus").unwrap();
    let names: BTreeMap<i64, &str> =
        statuses.values.iter().map(|(name, number)| (*number, name.strip_prefix(PREFIX).unwrap())).collect();
    let rows = crate::table();
    let mut wrong = Vec::new();
    for function in &header.functions {
        let name = &function.name;
        if !text.contains(&format!("\nGridstarStatus {name}(")) {
            continue;
        }
        let returned: BTreeSet<&str> =
            statuses_returned(name, &rows).into_iter().map(|status| names[&i64::from(status)]).collect();
        let mut documented = statuses_documented(name, &text, &names);
        // The head of the header tells these for all functions.
        for general in ["OK", "PANICKED", "FORKED"] {
            documented.remove(general);
        }
        // A status below 0 has its condition in GridstarStatus.
        let answers: BTreeSet<&str> = names.iter().filter(|&(&number, _)| number > 0).map(|(_, &name)| name).collect();
        let missing: Vec<_> = returned.intersection(&answers).filter(|name| !documented.contains(*name)).collect();
        let superfluous: Vec<_> = documented.difference(&returned).collect();
        if !missing.is_empty() || !superfluous.is_empty() {
            wrong.push(format!("{name}: not documented {missing:?}, documented and not returned {superfluous:?}"));
        }
    }
    assert!(wrong.is_empty(), "include/gridstar.h:\n{}", wrong.join("\n"));
}

#[test]
fn every_status_has_a_message() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/include/gridstar.h")).unwrap();
    let header = Header::parse(&text);
    let statuses = header.enums.iter().find(|one| one.name == "GridstarStatus").unwrap();
    for (name, number) in &statuses.values {
        assert!(GridstarStatus::from_number(*number as i32).is_some(), "{name}");
    }
}

#[test]
fn every_function_that_is_listed_besides_the_table_exists() {
    let rows = crate::table();
    for name in BESIDES.iter().flat_map(|(names, _)| *names) {
        assert!(rows.iter().any(|row| row.function == *name), "{name} is gone");
    }
}

fn statuses_returned(name: &str, rows: &[Row]) -> BTreeSet<i32> {
    let of_function = rows.iter().filter(|row| row.function == name);
    let mut statuses: BTreeSet<i32> = of_function.map(|row| row.expected).collect();
    let besides = BESIDES.iter().filter(|(names, _)| names.contains(&name));
    statuses.extend(besides.flat_map(|(_, more)| more.iter().map(|&status| status as i32)));
    statuses.remove(&(Ok as i32));
    statuses
}

/// The statuses in the comment before a function, and those of the function to which it refers.
fn statuses_documented<'a>(name: &str, text: &str, names: &BTreeMap<i64, &'a str>) -> BTreeSet<&'a str> {
    let before = &text[..text.find(&format!("\nGridstarStatus {name}(")).expect("the function is declared")];
    let comment = &before[before.rfind("/**").expect("it has a comment")..];
    assert!(comment.ends_with("*/"), "{name} has no comment");
    let named_in = |text: &str| -> BTreeSet<&'a str> {
        let words: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
        names.values().copied().filter(|name| words.contains(name)).collect()
    };
    let mut documented = named_in(comment);
    const REFERENCE: &str = "Statuses are those of ";
    if let Some(at) = comment.find(REFERENCE) {
        let other = comment[at + REFERENCE.len()..].split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
        documented.extend(statuses_documented(other.unwrap(), text, names));
    }
    documented
}
