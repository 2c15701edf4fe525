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
        internal static extern int gridstar_profile_create(out ulong profile_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_profile_destroy(ulong profile);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_profile_is_valid(ulong profile);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_profile_live_count();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_profile_destroy_all();

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
        internal static extern int gridstar_grid_def_default(ref GridstarGridDef def_out, uint def_size);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_create(ref GridstarGridDef def, out ulong grid_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_destroy(ulong grid);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_is_valid(ulong grid);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_grid_live_count();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_grid_destroy_all();

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
        internal static extern int gridstar_grid_prepare(ulong grid, uint engine, uint in_background);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_prepare_query(ulong grid, ref GridstarQueryDef query_def);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_background_wait();

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
        internal static extern int gridstar_grid_set_cell(ulong grid, int x, int y, uint cell_type);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_cell(ulong grid, int x, int y, out uint cell_type_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_fill_rect(
            ulong grid, int x, int y, uint width, uint height, uint cell_type);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_set_rect(
            ulong grid, int x, int y, uint width, uint height, ref byte cell_types, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_rect(
            ulong grid,
            int x,
            int y,
            uint width,
            uint height,
            ref byte cell_types_out,
            uint capacity,
            out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_set_cells(ulong grid, ref byte cell_types, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_cells(
            ulong grid, ref byte cell_types_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_neighbors(
            ulong grid, int x, int y, ref GridCell cells_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_set_penalties(
            ulong grid, int x, int y, uint width, uint height, ref byte penalties, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_fill_penalties(
            ulong grid, int x, int y, uint width, uint height, uint penalty);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_penalties(
            ulong grid,
            int x,
            int y,
            uint width,
            uint height,
            ref byte penalties_out,
            uint capacity,
            out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_changes(
            ulong grid,
            ulong since_revision,
            ref GridstarRect rects_out,
            uint rects_capacity,
            out uint count_out,
            out ulong revision_out);

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
        internal static extern int gridstar_query_def_default(ref GridstarQueryDef def_out, uint def_size);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_find_path(
            ulong grid,
            int start_x,
            int start_y,
            int goal_x,
            int goal_y,
            ref GridstarQueryDef query_def,
            ref GridCell path_out,
            uint path_capacity,
            ref GridstarPathResult result_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_trace_path(
            ulong grid,
            int start_x,
            int start_y,
            int goal_x,
            int goal_y,
            ref GridstarQueryDef query_def,
            ref GridCell path_out,
            uint path_capacity,
            ref GridCell expanded_out,
            uint expanded_capacity,
            ref GridstarPathResult result_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_find_path_world(
            ulong grid,
            float start_x,
            float start_y,
            float start_z,
            float goal_x,
            float goal_y,
            float goal_z,
            ref GridstarQueryDef query_def,
            ref float points_out,
            uint point_capacity,
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
            int from_x,
            int from_y,
            int to_x,
            int to_y,
            ref GridstarQueryDef query_def,
            out uint is_free_out,
            out GridCell last_out,
            out GridCell blocked_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_find_nearest(
            ulong grid, int x, int y, int radius, ref GridstarQueryDef query_def, out GridCell cell_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_find_nearest_reachable(
            ulong grid,
            int x,
            int y,
            int radius,
            int start_x,
            int start_y,
            ref GridstarQueryDef query_def,
            out GridCell cell_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_is_reachable(
            ulong grid,
            int from_x,
            int from_y,
            int to_x,
            int to_y,
            ref GridstarQueryDef query_def,
            out uint is_reachable_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_try_place(
            ulong grid,
            int x,
            int y,
            uint width,
            uint height,
            uint cell_type,
            ref GridCell spawns,
            uint spawn_count,
            ref GridCell goals,
            uint goal_count,
            ref GridstarQueryDef query_def,
            ref uint cut_off_out,
            uint capacity,
            out uint cut_off_count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_cover_create(ulong grid, out ulong cover_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_cover_set_rects(ulong cover, ref GridstarRect rects, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_cover_destroy(ulong cover);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_cover_is_valid(ulong cover);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_cover_live_count();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_covers(
            ulong grid, int x, int y, uint width, uint height, ref byte counts_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_begin(
            ulong grid,
            int start_x,
            int start_y,
            int goal_x,
            int goal_y,
            ref GridstarQueryDef query_def,
            out ulong stepper_out);

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
            ulong stepper,
            int x,
            int y,
            uint width,
            uint height,
            ref SearchCell cells_out,
            uint capacity,
            out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_get_open(
            ulong stepper, uint max_count, ref SearchCell cells_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_destroy(ulong stepper);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_is_valid(ulong stepper);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_stepper_live_count();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_stepper_destroy_all();

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
        internal static extern int gridstar_field_destroy(ulong field);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_is_valid(ulong field);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_field_live_count();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_field_destroy_all();

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
        internal static extern int gridstar_field_get_costs(
            ulong field,
            int x,
            int y,
            uint width,
            uint height,
            ref double costs_out,
            uint capacity,
            out uint count_out);

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
        internal static extern int gridstar_grid_find_nearest_goals(
            ulong grid,
            int start_x,
            int start_y,
            ref GridCell goals,
            uint goal_count,
            uint max_count,
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
            uint capacity,
            out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_create(out ulong floors_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_destroy(ulong floors);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_is_valid(ulong floors);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_floors_live_count();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_floors_destroy_all();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_get_info(ulong floors, ref GridstarFloorsInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_add_floor(ulong floors, ulong grid, out uint floor_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_set_floor(ulong floors, uint floor, ulong grid);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_get_floor(ulong floors, uint floor, out ulong grid_out);

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
            uint start_floor,
            int start_x,
            int start_y,
            uint goal_floor,
            int goal_x,
            int goal_y,
            ref GridstarQueryDef query_def,
            ref FloorStep path_out,
            uint path_capacity,
            ref GridstarFloorPathResult result_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_find_path_world(
            ulong floors,
            uint start_floor,
            float start_x,
            float start_y,
            float start_z,
            uint goal_floor,
            float goal_x,
            float goal_y,
            float goal_z,
            ref GridstarQueryDef query_def,
            ref float points_out,
            uint point_capacity,
            ref GridstarFloorPathResult result_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_save(
            ulong floors, uint flags, ref byte bytes_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_load(ref byte bytes, uint count, out ulong floors_out);

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
        internal static extern int gridstar_ticket_destroy(ulong ticket);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_ticket_is_valid(ulong ticket);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_ticket_live_count();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_ticket_destroy_all();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_find_paths(
            ulong grid,
            ref PathRequest requests,
            uint request_count,
            ref GridstarQueryDef defs,
            uint def_count,
            ref PathReply replies_out,
            uint reply_capacity,
            ref GridCell cells_out,
            uint cell_capacity,
            ref GridstarTicketInfo info_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_create(ulong grid, uint window, out ulong reservations_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_destroy(ulong reservations);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_is_valid(ulong reservations);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_reservations_live_count();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_reservations_destroy_all();

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
            ref PlanCell cells_out,
            uint capacity,
            ref PlanResult results_out,
            uint results_capacity,
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
        internal static extern int gridstar_crowd_create(
            ulong grid, ref GridstarQueryDef query_def, out ulong crowd_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_destroy(ulong crowd);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_crowd_is_valid(ulong crowd);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_crowd_live_count();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_crowd_destroy_all();

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
    }
}
