using System;
using System.Collections.Generic;
using System.Globalization;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>Figures of grids and queries for the window GridStar.</summary>
    internal static class GridFigures
    {
        /// <summary>Walls of larger grids are not counted.</summary>
        private const int MostCounted = 262144;

        private static byte[] s_passages = new byte[0];

        /// <summary>Size, engine, revision and memory of a grid, in three lines.</summary>
        internal static string TextOf(PathGrid grid)
        {
            long bytes = grid.Bytes;
            long landmarks = grid.LandmarkBytes;
            long layers = grid.LayerBytes;
            return grid.Width + " x " + grid.Height + " cells, " + grid.Layout + ", engine " + grid.Engine
                + ", revision " + grid.Revision + "\n"
                + Kilobytes(bytes) + ": " + Kilobytes(bytes - landmarks - layers) + " cells, jump points, components; "
                + Kilobytes(landmarks) + " landmarks; " + Kilobytes(layers) + " for " + grid.LayerCount
                + " profiles and sizes\n"
                + "prepared: " + grid.Prepared + (grid.IsPreparing ? ", preparing" : "") + WallsOf(grid);
        }

        /// <summary>The number of sides that are closed in a direction or both, if there are any.</summary>
        private static string WallsOf(PathGrid grid)
        {
            int count = grid.Width * grid.Height;
            if (count > MostCounted)
            {
                return "";
            }
            if (s_passages.Length < count)
            {
                s_passages = new byte[count];
            }
            grid.GetPassages(s_passages);
            string text = TextOfWalls(s_passages, count);
            return text.Length == 0 ? "" : "\n" + text;
        }

        /// <summary>How many sides of a plane are closed, and how many in one direction; empty without any.</summary>
        internal static string TextOfWalls(byte[] passages, int count)
        {
            int walls = 0;
            int oneWay = 0;
            for (int i = 0; i < count; i++)
            {
                for (int bits = passages[i]; bits != 0; bits >>= 2)
                {
                    walls += (bits & 3) == 3 ? 1 : 0;
                    oneWay += (bits & 3) == 1 || (bits & 3) == 2 ? 1 : 0;
                }
            }
            return walls + oneWay == 0 ? "" : walls + " walls between cells, " + oneWay + " ways in one direction";
        }

        /// <summary>The object of the scene that has made a grid, or its number.</summary>
        internal static string NameOf(PathGrid grid)
        {
            foreach (PathGridComponent component in StageObjects.All<PathGridComponent>())
            {
                if (ReferenceEquals(component.MadeGrid, grid))
                {
                    return component.name;
                }
            }
            foreach (TilemapGrid component in StageObjects.All<TilemapGrid>())
            {
                if (ReferenceEquals(component.MadeGrid, grid))
                {
                    return component.name;
                }
            }
            return "Grid of a script";
        }

        internal static string TextOf(SlowQuery query)
            => FrameFigures.Milliseconds(query.Time) + ", " + query.Expansions + " expansions, " + query.Start + " to "
                + query.Goal + ", " + query.Reason + (query.Def.profile == 0 ? "" : ", with a profile");

        /// <summary>The grid of a query; null if it is gone.</summary>
        internal static PathGrid GridOf(SlowQuery query, List<PathGrid> grids)
            => grids.Find(grid => grid.Id == query.Grid);

        /// <summary>
        /// Shows a query in a <see cref="SearchViewer"/>, cell by cell: on an object of its own, which ends with play
        /// mode. It is searched on the grid of now, by A* over cells, without its profile.
        /// </summary>
        internal static SearchViewer Replay(SlowQuery query, PathGrid grid)
        {
            const string Name = "GridStar Replay";
            SearchViewer viewer = StageObjects.All<SearchViewer>().Find(other => other.name == Name);
            if (viewer == null)
            {
                viewer = new GameObject(Name).AddComponent<SearchViewer>();
            }
            viewer.DiagonalRule = (DiagonalRule)query.Def.diagonal_rule;
            viewer.Order = (SearchOrder)query.Def.order;
            viewer.Heuristic = (Heuristic)query.Def.heuristic;
            viewer.HeuristicWeight = query.Def.heuristic_weight == 0.0 ? 1f : (float)query.Def.heuristic_weight;
            viewer.AgentSize = Math.Max(1, (int)query.Def.agent_size);
            viewer.IgnorePenalties = (query.Def.flags & NativeConstants.QueryIgnorePenalties) != 0;
            viewer.Watch(grid, query.Start, query.Goal);
            return viewer;
        }

        private static string Kilobytes(long bytes)
            => (bytes / 1024.0).ToString("#,0", CultureInfo.InvariantCulture) + " KB";
    }
}
