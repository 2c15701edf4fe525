// Written from include/gridstar.h by `cargo xtask interop`. Do not change it by hand.
using System.Runtime.InteropServices;

// Only the native side writes some of the fields.
#pragma warning disable 649

namespace GridStar
{
    // The structs of gridstar.h under their C names. `Size` is the struct's size in C: store it in `struct_size` before
    // a call. A public struct stands for a C struct if a comment in it says so.

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarGridDef
    {
        internal const uint Size = 104;

        public uint struct_size;
        public uint width;
        public uint height;
        public uint plane;
        public float cell_size;
        public float origin_x;
        public float origin_y;
        public float origin_z;
        public double straight_cost;
        public double diagonal_cost;
        public uint diagonal_rule;
        public uint max_expansions;
        public uint engine;
        public uint layout;
        public uint order;
        public uint heuristic;
        public double heuristic_weight;
        public float column_axis_x;
        public float column_axis_y;
        public float column_axis_z;
        public float row_axis_x;
        public float row_axis_y;
        public float row_axis_z;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarGridInfo
    {
        internal const uint Size = 128;

        public uint struct_size;
        public uint width;
        public uint height;
        public uint plane;
        public float cell_size;
        public float origin_x;
        public float origin_y;
        public float origin_z;
        public double straight_cost;
        public double diagonal_cost;
        public uint diagonal_rule;
        public uint max_expansions;
        public ulong revision;
        public ulong bytes;
        public uint engine;
        public uint prepared;
        public ulong landmark_changes;
        public ulong landmark_bytes;
        public uint order;
        public uint heuristic;
        public double heuristic_weight;
        public ulong layer_bytes;
        public uint layer_count;
        public uint layout;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarPlace
    {
        internal const uint Size = 40;

        public uint struct_size;
        public float origin_x;
        public float origin_y;
        public float origin_z;
        public float column_axis_x;
        public float column_axis_y;
        public float column_axis_z;
        public float row_axis_x;
        public float row_axis_y;
        public float row_axis_z;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarQueryDef
    {
        internal const uint Size = 88;

        public uint struct_size;
        public uint diagonal_rule;
        public double straight_cost;
        public double diagonal_cost;
        public uint heuristic;
        public uint max_expansions;
        public uint order;
        public uint reserved;
        public double heuristic_weight;
        public ulong profile;
        public uint agent_size;
        public uint flags;
        public double max_cost;
        public uint path_form;
        public uint max_cells;
        public ulong without_cover;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarRect
    {
        public int x;
        public int y;
        public uint width;
        public uint height;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarDifference
    {
        internal const uint Size = 32;

        public uint struct_size;
        public uint is_different;
        public uint plane;
        public int x;
        public int y;
        public uint value;
        public uint other_value;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarPathResult
    {
        internal const uint Size = 40;

        public uint struct_size;
        public uint length;
        public double cost;
        public ulong revision;
        public uint expansions;
        public uint engine;
        public float bound;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarPlacement
    {
        internal const uint Size = 24;

        public uint struct_size;
        public int x;
        public int y;
        public uint width;
        public uint height;
        public uint cell_type;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarStepperInfo
    {
        internal const uint Size = 80;

        public uint struct_size;
        public int status;
        public int start_x;
        public int start_y;
        public int goal_x;
        public int goal_y;
        public uint width;
        public uint height;
        public uint expansions;
        public uint open_count;
        public uint change_count;
        public uint max_expansions;
        public ulong revision;
        public ulong bytes;
        public uint order;
        public uint heuristic;
        public double heuristic_weight;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarFieldInfo
    {
        internal const uint Size = 64;

        public uint struct_size;
        public int status;
        public ulong grid;
        public ulong revision;
        public ulong bytes;
        public ulong builds;
        public uint goal_count;
        public uint flags;
        public int x;
        public int y;
        public uint width;
        public uint height;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarFloorsInfo
    {
        internal const uint Size = 32;

        public uint struct_size;
        public uint floor_count;
        public uint link_count;
        public uint reserved;
        public ulong revision;
        public ulong bytes;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarFloorCell
    {
        public uint floor;
        public int x;
        public int y;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarFloorFieldInfo
    {
        internal const uint Size = 48;

        public uint struct_size;
        public int status;
        public ulong floors;
        public ulong revision;
        public ulong bytes;
        public ulong builds;
        public uint goal_count;
        public uint floor_count;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarFloorPathResult
    {
        internal const uint Size = 40;

        public uint struct_size;
        public uint length;
        public double cost;
        public ulong revision;
        public uint expansions;
        public uint walks;
        public uint links;
        public float bound;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarLinkDef
    {
        internal const uint Size = 48;

        public uint struct_size;
        public uint from_floor;
        public int from_x;
        public int from_y;
        public uint to_floor;
        public int to_x;
        public int to_y;
        public uint one_way;
        public double cost;
        public uint closed;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarWorkInfo
    {
        internal const uint Size = 32;

        public uint struct_size;
        public uint wanted_threads;
        public uint threads;
        public uint running;
        public uint waiting;
        public uint tickets;
        public ulong scratch_bytes;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarTicketInfo
    {
        internal const uint Size = 48;

        public uint struct_size;
        public uint count;
        public ulong revision;
        public ulong cell_count;
        public ulong ticket;
        public ulong expansions;
        public uint running;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarReservationsInfo
    {
        internal const uint Size = 40;

        public uint struct_size;
        public uint window;
        public uint tick;
        public uint reserved;
        public ulong grid;
        public ulong claims;
        public ulong bytes;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarPlannedAgent
    {
        public int start_x;
        public int start_y;
        public int goal_x;
        public int goal_y;
        public int from_x;
        public int from_y;
        public uint under_way;
        public uint agent_size;
        public ulong profile;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarCrowdInfo
    {
        internal const uint Size = 48;

        public uint struct_size;
        public uint agent_count;
        public uint number_count;
        public uint steps;
        public ulong grid;
        public ulong revision;
        public ulong hash;
        public ulong bytes;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct GridstarCrowdAgent
    {
        public float x;
        public float y;
        public float radius;
        public float max_speed;
        public float max_acceleration;
        public int priority;
        public uint layers;
        public uint ignored;
    }
}
