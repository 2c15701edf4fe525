// Written from include/gridstar.h by `cargo xtask interop`. Do not change it by hand.
using System;
using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>
    /// The functions of gridstar.h under their C names; the header documents them. A function that can fail returns a
    /// <see cref="NativeStatus"/> as int. All types are blittable; arrays pass by <see cref="FirstElement"/>.
    /// </summary>
    internal static class NativeMethods
    {
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_abi_version();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern IntPtr gridstar_version();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern IntPtr gridstar_status_message(int status);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_last_panic(ref byte text_out, uint capacity, out uint length_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_destroy(ulong id);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_is_valid(ulong id, uint kind);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_live_count(uint kind);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_destroy_all(uint kind);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_profile_create(out ulong profile_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_profile_set_cost(ulong profile, uint cell_type, double multiplier);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_profile_set_costs(
            ulong profile, uint first_type, ref double multipliers, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_profile_get_costs(
            ulong profile, uint first_type, uint count, ref double multipliers_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_profile_set_charge(ulong profile, uint charge);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_profile_get_charge(ulong profile, out uint charge_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_profile_save(
            ulong profile, ref byte bytes_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_profile_load(ref byte bytes, uint count, out ulong profile_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_profile_get_hash(ulong profile, out ulong hash_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_def_default(ref GridstarGridDef def_out, uint def_size);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_create(ref GridstarGridDef def, out ulong grid_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_info(ulong grid, ref GridstarGridInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_place(ulong grid, ref GridstarPlace place_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_set_place(ulong grid, ref GridstarPlace place);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_cell_at(
            ulong grid, float world_x, float world_y, float world_z, out GridCell cell_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_cell_center(
            ulong grid, int x, int y, out float world_x_out, out float world_y_out, out float world_z_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_cell_corner(
            ulong grid, int x, int y, out float world_x_out, out float world_y_out, out float world_z_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_agent_size(ulong grid, float radius, out uint size_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_agent_anchor(
            ulong grid, float world_x, float world_y, float world_z, uint agent_size, out GridCell cell_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_agent_center(
            ulong grid,
            int x,
            int y,
            uint agent_size,
            out float world_x_out,
            out float world_y_out,
            out float world_z_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_centers(
            ulong grid, ref GridCell cells, uint count, uint agent_size, ref float points_out, uint capacity);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_prepare(ulong grid, uint engine, uint in_background);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_prepare_query(ulong grid, ref GridstarQueryDef query_def);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_background_wait();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_set_cell(ulong grid, uint plane, int x, int y, uint value);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_cell(ulong grid, uint plane, int x, int y, out uint value_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_fill_cells(ulong grid, uint plane, ref GridstarRect rect, uint value);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_set_cells(
            ulong grid, uint plane, ref GridstarRect rect, ref byte values, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_cells(
            ulong grid, uint plane, ref GridstarRect rect, ref byte values_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_neighbors(
            ulong grid, int x, int y, ref GridCell cells_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_changes(
            ulong grid,
            ulong since_revision,
            ref GridstarRect rects_out,
            uint rects_capacity,
            out uint count_out,
            out ulong revision_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_set_passage(
            ulong grid, ref GridCell from, ref GridCell to, uint passage);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_passage(
            ulong grid, ref GridCell from, ref GridCell to, out uint passage_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_set_passages(
            ulong grid, ref GridstarRect rect, uint sides, uint passage);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_save(
            ulong grid, uint flags, ref byte bytes_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_load(ref byte bytes, uint count, out ulong grid_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_save_changes(
            ulong grid, ref byte @base, uint base_count, ref byte bytes_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_apply_changes(ulong grid, ref byte changes, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_hash(ulong grid, out ulong hash_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_fork(ulong grid, out ulong fork_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_restore(ulong grid, ulong other);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_find_difference(
            ulong grid, ulong other, ref GridstarDifference difference_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_query_def_default(ref GridstarQueryDef def_out, uint def_size);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_find_path(
            ulong grid,
            ref GridCell start,
            ref GridCell goal,
            ref GridstarQueryDef query_def,
            ref GridCell path_out,
            uint path_capacity,
            ref GridstarPathResult result_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_trace_path(
            ulong grid,
            ref GridCell start,
            ref GridCell goal,
            ref GridstarQueryDef query_def,
            ref GridCell expanded_out,
            uint expanded_capacity,
            ref GridstarPathResult result_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_check_path(
            ulong grid,
            ref GridCell cells,
            uint count,
            ref GridstarQueryDef query_def,
            out uint usable_out,
            out ulong revision_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_linecast(
            ulong grid,
            ref GridCell from,
            ref GridCell to,
            ref GridstarQueryDef query_def,
            out uint is_free_out,
            out GridCell last_out,
            out GridCell blocked_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_is_reachable(
            ulong grid, ref GridCell from, ref GridCell to, ref GridstarQueryDef query_def, out uint is_reachable_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_find_nearest(
            ulong grid, int x, int y, int radius, ref GridstarQueryDef query_def, out GridCell cell_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_find_nearest_reachable(
            ulong grid,
            ref GridCell cell,
            int radius,
            ref GridCell start,
            ref GridstarQueryDef query_def,
            out GridCell cell_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_try_place(
            ulong grid,
            ref GridstarPlacement placement,
            ref GridCell spawns,
            uint spawn_count,
            ref GridCell goals,
            uint goal_count,
            ref GridstarQueryDef query_def,
            ref byte cut_off_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_cover_create(ulong grid, out ulong cover_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_cover_set_rects(ulong cover, ref GridstarRect rects, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_begin(
            ulong grid, ref GridCell start, ref GridCell goal, ref GridstarQueryDef query_def, out ulong stepper_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_advance(ulong stepper, uint max_expansions);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_finish(
            ulong stepper, ref GridCell path_out, uint path_capacity, ref GridstarPathResult result_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_get_info(ulong stepper, ref GridstarStepperInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_get_changes(
            ulong stepper, ref SearchChange changes_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_get_cells(
            ulong stepper, ref GridstarRect rect, ref SearchCell cells_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_get_open(
            ulong stepper, uint max_count, ref SearchCell cells_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_create(
            ulong grid,
            ref GridCell goals,
            uint goal_count,
            uint flags,
            uint max_visits,
            ref GridstarQueryDef query_def,
            out ulong field_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_get_info(ulong field, ref GridstarFieldInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_advance(ulong field, uint max_visits);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_submit(ulong field, int priority);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_update(ulong field, uint max_visits);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_set_goals(
            ulong field, ref GridCell goals, uint goal_count, uint max_visits);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_combine(
            ulong grid,
            ref ulong fields,
            ref double weights,
            uint field_count,
            uint operation,
            uint max_visits,
            ref GridstarQueryDef query_def,
            out ulong field_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_get_costs(
            ulong field, ref GridstarRect rect, ref double costs_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_get_steps(
            ulong field, ref GridCell cells, uint count, ref FieldCell steps_out, uint capacity);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_get_velocities(
            ulong field, ref float positions, uint count, float speed, ref float velocities_out, uint capacity);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_find_path(
            ulong field, int x, int y, ref GridCell path_out, uint path_capacity, ref GridstarPathResult result_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_get_range(
            ulong field,
            double max_cost,
            uint by_cost,
            uint max_count,
            ref FieldCell cells_out,
            uint capacity,
            out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_get_border(
            ulong field, double max_cost, ref GridCell corners_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_write_penalties(
            ulong field, double near_cost, uint near_penalty, double far_cost, uint far_penalty);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_find_nearest_goals(
            ulong grid,
            ref GridCell start,
            ref GridCell goals,
            uint goal_count,
            ref GridstarQueryDef query_def,
            ref GoalCost nearest_out,
            uint capacity,
            out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_cost_matrix(
            ulong grid,
            ref GridCell starts,
            uint start_count,
            ref GridCell goals,
            uint goal_count,
            ref GridstarQueryDef query_def,
            ref double costs_out,
            uint capacity);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_create(out ulong floors_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_get_info(ulong floors, ref GridstarFloorsInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_get_hash(ulong floors, out ulong hash_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_prepare(ulong floors, ref GridstarQueryDef query_def);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_add_floor(ulong floors, ulong grid, out uint floor_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_set_floor(ulong floors, uint floor, ulong grid);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_get_floor(ulong floors, uint floor, out ulong grid_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_save(
            ulong floors, uint flags, ref byte bytes_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_load(ref byte bytes, uint count, out ulong floors_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floor_field_create(
            ulong floors,
            ref GridstarFloorCell goals,
            uint goal_count,
            uint max_visits,
            ref GridstarQueryDef query_def,
            out ulong field_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floor_field_get_info(ulong field, ref GridstarFloorFieldInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floor_field_advance(ulong field, uint max_visits);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floor_field_submit(ulong field, int priority);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floor_field_update(ulong field, uint max_visits);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floor_field_set_goals(
            ulong field, ref GridstarFloorCell goals, uint goal_count, uint max_visits);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floor_field_get_costs(
            ulong field, uint floor, ref GridstarRect rect, ref double costs_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floor_field_get_steps(
            ulong field, ref GridstarFloorCell cells, uint count, ref FloorFieldStep steps_out, uint capacity);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floor_field_find_path(
            ulong field,
            ref GridstarFloorCell start,
            ref FloorStep path_out,
            uint path_capacity,
            ref GridstarFloorPathResult result_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floor_field_get_range(
            ulong field,
            double max_cost,
            uint by_cost,
            uint max_count,
            ref FloorFieldStep cells_out,
            uint capacity,
            out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_link_def_default(ref GridstarLinkDef def_out, uint def_size);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_add_link(ulong floors, ref GridstarLinkDef def, out uint link_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_remove_link(ulong floors, uint link);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_set_link_closed(ulong floors, uint link, uint closed);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_set_link_cost(ulong floors, uint link, double cost);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_get_link(ulong floors, uint link, ref GridstarLinkDef def_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_get_links(
            ulong floors, ref uint links_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_find_path(
            ulong floors,
            ref GridstarFloorCell start,
            ref GridstarFloorCell goal,
            ref GridstarQueryDef query_def,
            ref FloorStep path_out,
            uint path_capacity,
            ref GridstarFloorPathResult result_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_work_set_threads(uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_work_get_info(ref GridstarWorkInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_work_run(ulong max_expansions, ulong max_microseconds);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_work_stop();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_submit(
            ulong grid,
            ref PathRequest requests,
            uint request_count,
            ref GridstarQueryDef defs,
            uint def_count,
            int priority,
            out ulong ticket_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_poll(ulong ticket, ref GridstarTicketInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_peek(
            ulong ticket, uint request, ref PathReply reply_out, ref GridCell cells_out, uint cell_capacity);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_wait(ulong ticket);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_take(
            ulong ticket,
            ref PathReply replies_out,
            uint reply_capacity,
            ref GridCell cells_out,
            uint cell_capacity,
            ref GridstarTicketInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_cancel(ulong ticket);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_submit_floors(
            ulong floors,
            ref FloorPathRequest requests,
            uint request_count,
            ref GridstarQueryDef defs,
            uint def_count,
            int priority,
            out ulong ticket_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_peek_floors(
            ulong ticket, uint request, ref FloorPathReply reply_out, ref FloorStep cells_out, uint cell_capacity);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_take_floors(
            ulong ticket,
            ref FloorPathReply replies_out,
            uint reply_capacity,
            ref FloorStep cells_out,
            uint cell_capacity,
            ref GridstarTicketInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_create(ulong grid, uint window, out ulong reservations_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_get_info(
            ulong reservations, ref GridstarReservationsInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_clear(ulong reservations);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_advance(ulong reservations, uint ticks);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_take(
            ulong reservations, ref GridCell cells, uint count, uint first_tick, uint last_tick);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_release(ulong reservations, uint owner, uint of_batch);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_is_taken(
            ulong reservations, int x, int y, uint tick, out uint taken_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_plan(
            ulong reservations,
            ref GridstarPlannedAgent agents,
            uint count,
            ref GridstarQueryDef query_def,
            ref PlanResult results_out,
            ref PlanCell cells_out,
            uint capacity,
            out uint cell_count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_find_path(
            ulong reservations,
            ref GridstarPlannedAgent agent,
            uint owner,
            ref GridstarQueryDef query_def,
            ref PlanCell cells_out,
            uint capacity,
            out PlanResult result_out,
            out uint cell_count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_get_hash(ulong reservations, out ulong hash_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_copy_from(ulong reservations, ulong other);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_save(
            ulong reservations, ref byte bytes_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_load(
            ulong grid, ref byte bytes, uint count, out ulong reservations_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_create(
            ulong grid, ref GridstarQueryDef query_def, out ulong crowd_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_get_info(ulong crowd, ref GridstarCrowdInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_add_agents(
            ulong crowd, ref GridstarCrowdAgent agents, uint count, ref uint numbers_out, uint capacity);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_remove_agents(ulong crowd, ref uint numbers, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_set_agents(
            ulong crowd, ref uint numbers, ref GridstarCrowdAgent agents, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_put_agents(
            ulong crowd, ref uint numbers, ref float positions, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_tick(
            ulong crowd,
            float seconds,
            ref float wishes,
            uint wish_count,
            ref float positions_out,
            ref float velocities_out,
            uint capacity,
            out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_get_hash(ulong crowd, out ulong hash_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_copy_from(ulong crowd, ulong other);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_save(
            ulong crowd, ref byte bytes_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_load(
            ulong grid, ref GridstarQueryDef query_def, ref byte bytes, uint count, out ulong crowd_out);
    }
}
