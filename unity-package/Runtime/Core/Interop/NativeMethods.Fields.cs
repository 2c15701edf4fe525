using System.Runtime.InteropServices;

namespace GridStar
{
    // Fields.
    internal static partial class NativeMethods
    {
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
        internal static extern int gridstar_field_get_border(
            ulong field, double max_cost, ref GridCell corners_out, uint capacity, out uint count_out);

        [DllImport(NativeLibraryName.Value, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern int gridstar_field_write_penalties(
            ulong field, double near_cost, uint near_penalty, double far_cost, uint far_penalty);
    }
}
