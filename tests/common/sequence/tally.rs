//! For each C function, the number of its calls and of the results that were compared with the model.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

macro_rules! functions {
    ($($name:ident)*) => {
        /// A function of the C ABI.
        #[allow(non_camel_case_types, reason = "the functions' own names")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Function { $($name),* }

        const ALL: &[Function] = &[$(Function::$name),*];
        const NAMES: &[&str] = &[$(stringify!($name)),*];
        const COUNT: usize = ALL.len();
    };
}

functions! {
    gridstar_abi_version gridstar_version gridstar_status_message gridstar_last_panic gridstar_destroy
    gridstar_is_valid gridstar_live_count gridstar_destroy_all gridstar_grid_def_default gridstar_grid_create
    gridstar_grid_get_info gridstar_grid_get_cell_at gridstar_grid_get_cell_center gridstar_grid_get_cell_corner
    gridstar_grid_get_place gridstar_grid_set_place gridstar_grid_prepare gridstar_grid_prepare_query
    gridstar_grid_set_cell gridstar_grid_get_cell gridstar_grid_fill_cells gridstar_grid_set_cells
    gridstar_grid_get_cells gridstar_grid_get_neighbors gridstar_query_def_default gridstar_grid_find_path
    gridstar_grid_trace_path gridstar_grid_check_path gridstar_background_wait gridstar_stepper_begin
    gridstar_stepper_advance gridstar_stepper_finish gridstar_stepper_get_info gridstar_stepper_get_changes
    gridstar_stepper_get_cells gridstar_stepper_get_open gridstar_floors_create gridstar_floors_get_info
    gridstar_floors_add_floor gridstar_floors_set_floor gridstar_floors_get_floor gridstar_link_def_default
    gridstar_floors_add_link gridstar_floors_remove_link gridstar_floors_set_link_closed gridstar_floors_set_link_cost
    gridstar_floors_get_link gridstar_floors_get_links gridstar_floors_find_path gridstar_profile_create
    gridstar_profile_set_cost gridstar_profile_set_costs gridstar_profile_get_costs gridstar_profile_set_charge
    gridstar_profile_get_charge gridstar_grid_get_agent_size gridstar_grid_get_agent_anchor
    gridstar_grid_get_agent_center gridstar_grid_get_changes gridstar_grid_linecast gridstar_grid_find_nearest
    gridstar_grid_find_nearest_reachable gridstar_grid_is_reachable gridstar_grid_try_place gridstar_work_set_threads
    gridstar_work_get_info gridstar_work_run gridstar_work_stop gridstar_ticket_submit gridstar_ticket_poll
    gridstar_ticket_peek gridstar_ticket_wait gridstar_ticket_take gridstar_ticket_cancel
    gridstar_reservations_create gridstar_reservations_get_info gridstar_reservations_clear
    gridstar_reservations_advance gridstar_reservations_take gridstar_reservations_is_taken
    gridstar_reservations_release gridstar_reservations_find_path gridstar_reservations_plan
    gridstar_grid_get_centers  gridstar_cover_create gridstar_cover_set_rects
    gridstar_grid_save gridstar_grid_load gridstar_grid_save_changes gridstar_grid_apply_changes gridstar_profile_save
    gridstar_profile_load gridstar_floors_save gridstar_floors_load gridstar_field_create gridstar_field_get_info
    gridstar_field_advance gridstar_field_submit gridstar_field_update gridstar_field_set_goals
    gridstar_field_get_costs gridstar_field_get_steps gridstar_field_get_velocities gridstar_field_find_path
    gridstar_field_get_range gridstar_field_get_border gridstar_grid_find_nearest_goals gridstar_grid_get_cost_matrix
    gridstar_field_write_penalties gridstar_field_combine gridstar_crowd_create gridstar_crowd_get_info
    gridstar_crowd_add_agents gridstar_crowd_remove_agents gridstar_crowd_set_agents gridstar_crowd_put_agents
    gridstar_crowd_tick gridstar_grid_get_hash gridstar_grid_fork gridstar_grid_restore gridstar_grid_find_difference
    gridstar_profile_get_hash gridstar_floors_get_hash gridstar_crowd_get_hash gridstar_crowd_copy_from
    gridstar_crowd_save gridstar_crowd_load gridstar_reservations_get_hash gridstar_reservations_copy_from
    gridstar_reservations_save gridstar_reservations_load gridstar_grid_set_passage gridstar_grid_get_passage
    gridstar_grid_set_passages
}

impl Function {
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// Whether the function's documentation lists OUT_OF_MEMORY.
    pub fn may_run_out_of_memory(self) -> bool {
        use Function::*;
        matches!(
            self,
            gridstar_grid_create
                | gridstar_cover_create
                | gridstar_cover_set_rects
                | gridstar_grid_get_cells
                | gridstar_grid_prepare
                | gridstar_grid_prepare_query
                | gridstar_grid_set_cell
                | gridstar_grid_fill_cells
                | gridstar_grid_set_cells
                | gridstar_grid_set_passage
                | gridstar_grid_get_passage
                | gridstar_grid_set_passages
                | gridstar_grid_find_path
                | gridstar_grid_trace_path
                | gridstar_grid_get_info
                | gridstar_grid_get_cell
                | gridstar_grid_get_neighbors
                | gridstar_grid_check_path
                | gridstar_grid_linecast
                | gridstar_grid_find_nearest
                | gridstar_grid_find_nearest_reachable
                | gridstar_grid_is_reachable
                | gridstar_grid_try_place
                | gridstar_field_create
                | gridstar_field_advance
                | gridstar_field_submit
                | gridstar_field_update
                | gridstar_field_set_goals
                | gridstar_field_get_range
                | gridstar_field_get_border
                | gridstar_field_write_penalties
                | gridstar_field_combine
                | gridstar_grid_find_nearest_goals
                | gridstar_grid_get_cost_matrix
                | gridstar_stepper_begin
                | gridstar_stepper_advance
                | gridstar_stepper_finish
                | gridstar_stepper_get_open
                | gridstar_floors_create
                | gridstar_floors_add_floor
                | gridstar_floors_add_link
                | gridstar_floors_find_path
                | gridstar_profile_create
                | gridstar_profile_set_cost
                | gridstar_profile_set_costs
                | gridstar_profile_set_charge
                | gridstar_grid_save
                | gridstar_grid_load
                | gridstar_grid_save_changes
                | gridstar_grid_apply_changes
                | gridstar_profile_save
                | gridstar_profile_load
                | gridstar_floors_save
                | gridstar_floors_load
                | gridstar_ticket_submit
                | gridstar_reservations_create
                | gridstar_reservations_take
                | gridstar_reservations_find_path
                | gridstar_reservations_plan
                | gridstar_crowd_create
                | gridstar_crowd_add_agents
                | gridstar_crowd_put_agents
                | gridstar_crowd_tick
                | gridstar_grid_get_hash
                | gridstar_floors_get_hash
                | gridstar_grid_fork
                | gridstar_grid_restore
                | gridstar_grid_find_difference
                | gridstar_crowd_copy_from
                | gridstar_crowd_save
                | gridstar_crowd_load
                | gridstar_reservations_copy_from
                | gridstar_reservations_save
                | gridstar_reservations_load
        )
    }
}

struct Counts {
    made: [AtomicU64; COUNT],
    compared: [AtomicU64; COUNT],
    refused: [AtomicU64; COUNT],
}

static COUNTS: Counts = Counts {
    made: [const { AtomicU64::new(0) }; COUNT],
    compared: [const { AtomicU64::new(0) }; COUNT],
    refused: [const { AtomicU64::new(0) }; COUNT],
};

/// Counts a call.
pub fn made(function: Function) {
    COUNTS.made[function as usize].fetch_add(1, Relaxed);
}

/// Counts a result that was compared with the model.
pub fn compared(function: Function) {
    COUNTS.compared[function as usize].fetch_add(1, Relaxed);
}

/// Counts a call that ran out of memory.
pub fn refused(function: Function) {
    COUNTS.refused[function as usize].fetch_add(1, Relaxed);
}

/// Number of all calls so far.
pub fn total() -> u64 {
    COUNTS.made.iter().map(|count| count.load(Relaxed)).sum()
}

/// Functions that were never called.
pub fn never_called() -> Vec<Function> {
    ALL.iter().copied().filter(|&function| COUNTS.made[function as usize].load(Relaxed) == 0).collect()
}

/// Prints `calls NAME MADE COMPARED REFUSED` for each function. `cargo xtask sequences` reads these lines.
pub fn print() {
    for &function in ALL {
        let [made, compared, refused] =
            [&COUNTS.made, &COUNTS.compared, &COUNTS.refused].map(|counts| counts[function as usize].load(Relaxed));
        println!("calls {} {made} {compared} {refused}", function.name());
    }
}

/// The names of all functions that a sequence calls.
pub fn names() -> &'static [&'static str] {
    NAMES
}
