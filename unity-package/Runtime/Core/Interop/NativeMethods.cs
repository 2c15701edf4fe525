using System;
using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>
    /// The functions of gridstar.h under their C names; the header documents them. A function that can fail returns a
    /// <see cref="NativeStatus"/> as int. All types are blittable; arrays pass by <see cref="FirstPlace"/>.
    /// </summary>
    internal static class NativeMethods
    {
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_abi_version();

        /// <summary>ASCII, ends with a zero byte. Never free it.</summary>
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern IntPtr gridstar_version();

        /// <summary>ASCII, ends with a zero byte, never null. Never free it.</summary>
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern IntPtr gridstar_status_message(int status);

        /// <summary>UTF-8, at most 1024 bytes.</summary>
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_last_panic(ref byte text_out, uint capacity, out uint length_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_def_default(out GridstarGridDef def_out, uint def_size);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_create(ref GridstarGridDef def, out ulong grid_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_destroy(ulong grid);

        /// <summary>Returns 1 or 0.</summary>
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_is_valid(ulong grid);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_grid_live_count();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_grid_destroy_all();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_info(ulong grid, ref GridstarGridInfo info_out);

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
        internal static extern int gridstar_query_def_default(out GridstarQueryDef def_out, uint def_size);

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

        /// <summary>Points are three floats each.</summary>
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
        internal static extern int gridstar_floors_create(out ulong floors_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_floors_destroy(ulong floors);

        /// <summary>Returns 1 or 0.</summary>
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
        internal static extern int gridstar_link_def_default(out GridstarLinkDef def_out, uint def_size);

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

        /// <summary>Points are three floats each.</summary>
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

        /// <summary>Returns 1 or 0.</summary>
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_stepper_is_valid(ulong stepper);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_stepper_live_count();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_stepper_destroy_all();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_profile_create(out ulong profile_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_profile_destroy(ulong profile);

        /// <summary>Returns 1 or 0.</summary>
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
        internal static extern int gridstar_grid_get_agent_size(ulong grid, float radius, out uint size_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_agent_anchor(
            ulong grid, float world_x, float world_y, float world_z, uint agent_size, out GridCell cell_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_agent_center(
            ulong grid, int x, int y, uint agent_size, out float world_x_out, out float world_y_out,
            out float world_z_out);

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

        /// <summary>Returns 1 or 0.</summary>
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
        internal static extern int gridstar_cover_create(ulong grid, out ulong cover_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_cover_set_rects(ulong cover, ref GridstarRect rects, uint count);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_cover_destroy(ulong cover);

        /// <summary>Returns 1 or 0.</summary>
        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_cover_is_valid(ulong cover);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint gridstar_cover_live_count();

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_grid_get_covers(
            ulong grid,
            int x,
            int y,
            uint width,
            uint height,
            ref byte counts_out,
            uint capacity,
            out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_create(
            ulong grid, uint window, out ulong reservations_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_reservations_destroy(ulong reservations);

        /// <summary>Returns 1 or 0.</summary>
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
    }
}
