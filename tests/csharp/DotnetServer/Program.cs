using System;
using System.Collections.Generic;
using GridStar;

/// <summary>A server on .NET with the NuGet package: searches, fields, a crowd, and no garbage.</summary>
internal static class Program
{
    private const int Side = 128;

    private static uint s_state = 2463534242;

    private static int Main()
    {
        Console.WriteLine("GridStar " + GridStarLibrary.Version + " on .NET " + Environment.Version);
        var map = new CellMap(Side, Side).AddRandomObstacles(0.2, 7);
        using (var grid = new PathGrid(map))
        {
            Require(Search(grid, 1000) > 100, "paths are found");
            GridCell goal;
            Require(grid.TryFindNearest(new GridCell(Side - 1, Side - 1), 10, out goal), "a goal");
            using (PathField field = grid.CreateField(goal))
            {
                CompareField(grid, field, goal);
                Follow(grid, field);
            }
            Search(grid, 10000);
            Func<long> allocated = AllocatedBytes();
            long before = allocated();
            Search(grid, 10000);
            Require(allocated() == before, "10,000 searches allocated " + (allocated() - before) + " bytes");
        }
        Require(GridStarLibrary.LiveGridCount == 0, "no grid is left");
        Console.WriteLine("searches, fields, a crowd, and 10,000 calls without garbage");
        return 0;
    }

    private static readonly List<GridCell> Path = new List<GridCell>(Side * Side);

    private static int Search(PathGrid grid, int count)
    {
        int found = 0;
        for (int i = 0; i < count; i++)
        {
            found += grid.FindPath(AnyCell(), AnyCell(), Path).Found ? 1 : 0;
        }
        return found;
    }

    /// <summary>A field's costs are those of searches.</summary>
    private static void CompareField(PathGrid grid, PathField field, GridCell goal)
    {
        for (int i = 0; i < 200; i++)
        {
            GridCell cell = AnyCell();
            PathResult result = grid.FindPath(cell, goal, Path);
            double cost = result.Found ? result.Cost : double.PositiveInfinity;
            Require(grid.GetCell(cell) == CellType.Obstacle || field.GetCost(cell).Equals(cost), "costs at " + cell);
        }
    }

    /// <summary>Agents that follow a field in a crowd come nearer to its goal.</summary>
    private static void Follow(PathGrid grid, PathField field)
    {
        using (var crowd = new PathCrowd(grid))
        {
            var wishes = new float[100];
            var positions = new float[100];
            var velocities = new float[100];
            for (int i = 0, drawn = 0; i < 50; drawn++)
            {
                Require(drawn < 10000, "cells from which a way leads to the goal");
                GridCell cell = AnyCell();
                if (!double.IsInfinity(field.GetCost(cell)) && grid.GetCell(cell) == CellType.Walkable)
                {
                    crowd.Add(new CrowdAgent(cell.X + 0.5f, cell.Y + 0.5f, 0.3f, 3f));
                    i++;
                }
            }
            crowd.Tick(0f, wishes, positions, velocities);
            double before = Distance(field, positions);
            for (int tick = 0; tick < 200; tick++)
            {
                for (int i = 0; i < 50; i++)
                {
                    GridCell next = field.GetStep(CellOf(positions, i)).Cell;
                    wishes[2 * i] = 4f * (next.X + 0.5f - positions[2 * i]);
                    wishes[2 * i + 1] = 4f * (next.Y + 0.5f - positions[2 * i + 1]);
                }
                crowd.Tick(0.05f, wishes, positions, velocities);
            }
            Require(Distance(field, positions) < before - 50 * 10, "the crowd comes nearer");
        }
    }

    private static double Distance(PathField field, float[] positions)
    {
        double sum = 0.0;
        for (int i = 0; i < 50; i++)
        {
            sum += field.GetCost(CellOf(positions, i));
        }
        return sum;
    }

    private static GridCell CellOf(float[] positions, int i)
        => new GridCell((int)positions[2 * i], (int)positions[2 * i + 1]);

    /// <summary>Counts bytes on .NET; Mono and .NET Standard have no such call.</summary>
    private static Func<long> AllocatedBytes()
        => (Func<long>)typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread").CreateDelegate(typeof(Func<long>));

    private static GridCell AnyCell()
    {
        s_state ^= s_state << 13;
        s_state ^= s_state >> 17;
        s_state ^= s_state << 5;
        return new GridCell((int)(s_state % Side), (int)(s_state / Side % Side));
    }

    private static void Require(bool condition, string what)
    {
        if (!condition)
        {
            throw new InvalidOperationException("not true: " + what);
        }
    }
}
