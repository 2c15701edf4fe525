using System;
using System.Collections.Generic;
using GridStar;

/// <summary>
/// A tiny game for runtimes and systems that other tests don't reach. It searches a random map with every engine, edits
/// the map and prints checksums. The output is the same everywhere.
/// </summary>
internal static class Player
{
    private const int Side = 96;

    private static uint state = 2463534242;

    private static int Main()
    {
        Console.WriteLine("GridStar " + GridStarLibrary.Version + ", ABI " + GridStarLibrary.AbiVersion);
        using (var grid = new PathGrid(Side, Side))
        {
            for (int i = 0; i < Side * Side / 4; i++)
            {
                grid.SetCell(RandomCell(), CellType.Obstacle);
            }
            SearchEngine[] engines =
                { SearchEngine.Auto, SearchEngine.AStar, SearchEngine.JumpPoints, SearchEngine.Landmarks };
            foreach (SearchEngine engine in engines)
            {
                grid.Prepare(engine, engine == SearchEngine.Landmarks);
                while (grid.IsPreparing)
                {
                    System.Threading.Thread.Sleep(1);
                }
                Console.WriteLine(engine + ": " + Checksum(grid, default(PathQuery)));
            }
            SearchTerrain(grid);
        }
        try
        {
            new PathGrid(0, 5);
            Console.WriteLine("a grid without columns");
            return 1;
        }
        catch (ArgumentException)
        {
            Console.WriteLine("a mistake is an exception");
        }
        Console.WriteLine("grids left: " + GridStarLibrary.LiveGridCount);
        Console.WriteLine("profiles left: " + GridStarLibrary.LiveProfileCount);
        return GridStarLibrary.LiveGridCount == 0 && GridStarLibrary.LiveProfileCount == 0 ? 0 : 1;
    }

    /// <summary>Searches by a profile, for a larger agent, and with penalties.</summary>
    private static void SearchTerrain(PathGrid grid)
    {
        for (int i = 0; i < Side * Side; i++)
        {
            // Few cells are blocked, so that the larger agent finds ways.
            uint drawn = Random() % 32;
            CellType type = drawn == 0 ? CellType.Obstacle : (CellType)(drawn == 1 ? 5 : 2 + drawn % 3);
            grid.SetCell(grid.GetCellAtIndex(i), type);
        }
        using (var profile = new TraversalProfile())
        {
            profile.SetCost(2, 0.75).SetCost(3, 2.5).SetCost(4, 6).Block(5);
            var query = new PathQuery { Profile = profile };
            Console.WriteLine("profile: " + Checksum(grid, query));
            query.AgentSize = 2;
            Console.WriteLine("agent of 2 cells: " + Checksum(grid, query));
            grid.FillPenalties(20, 20, 40, 40, 24);
            Console.WriteLine("penalties: " + Checksum(grid, query));
        }
    }

    /// <summary>
    /// Runs 200 queries with an edit between any two. Returns the number of found paths, and a sum over all cells of
    /// all paths.
    /// </summary>
    private static string Checksum(PathGrid grid, PathQuery query)
    {
        var path = new List<GridCell>();
        uint sum = 0;
        int found = 0;
        double cost = 0;
        for (int i = 0; i < 200; i++)
        {
            PathResult result = grid.FindPath(RandomCell(), RandomCell(), path, query);
            found += result.Found ? 1 : 0;
            cost += result.Found ? result.Cost : 0;
            foreach (GridCell cell in path)
            {
                sum = unchecked(sum * 31 + (uint)(cell.Y * Side + cell.X));
            }
            grid.SetCell(RandomCell(), i % 2 == 0 ? CellType.Walkable : CellType.Obstacle);
        }
        return found + " paths, cost " + Math.Round(cost * 10) + ", cells " + sum;
    }

    private static GridCell RandomCell()
    {
        int x = (int)(Random() % Side);
        return new GridCell(x, (int)(Random() % Side));
    }

    /// <summary>Marsaglia's xorshift with 32 bits of state.</summary>
    private static uint Random()
    {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return state;
    }
}
