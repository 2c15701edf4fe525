using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace GridStar.Demo
{
    /// <summary>
    /// Finds a path through a building of three storeys, compares its cost with a plain search over the maps' text, and
    /// writes a report for a picture.
    /// </summary>
    internal static class FloorsDemo
    {
        private const double ClimbCost = 3.0;

        /// <summary>From the upper edge of a storey to the lower edge of the next one.</summary>
        private static readonly FloorLink[] Stairs =
        {
            new FloorLink(new FloorCell(0, 2, 0), new FloorCell(1, 2, 9), ClimbCost),
            new FloorLink(new FloorCell(0, 8, 0), new FloorCell(1, 8, 9), ClimbCost),
            new FloorLink(new FloorCell(1, 1, 0), new FloorCell(2, 1, 9), ClimbCost),
            new FloorLink(new FloorCell(1, 7, 0), new FloorCell(2, 7, 9), ClimbCost),
        };

        private static readonly FloorCell Start = new FloorCell(0, 7, 7);
        private static readonly FloorCell Goal = new FloorCell(2, 3, 4);

        public static void Run(string file, TextWriter report)
        {
            string[] texts = File.ReadAllText(file).Replace("\r", "").Split(
                new[] { "\n\n" }, StringSplitOptions.RemoveEmptyEntries);
            CellMap[] maps = Array.ConvertAll(texts, text => new CellMap().ReadText(text));
            PathGrid[] grids = Array.ConvertAll(maps, map => new PathGrid(map));
            using (var floors = new PathFloors(grids))
            {
                Array.ForEach(Stairs, stairs => floors.AddLink(stairs));
                var path = new List<FloorStep>();
                FloorPathResult result = floors.FindPath(Start, Goal, path);
                if (!IsPath(maps, floors, path) || Math.Abs(result.Cost - PlainCost(maps)) > 1e-6)
                {
                    throw new DemoException("WRONG: cost " + result.Cost + ", a plain search finds " + PlainCost(maps));
                }
                Console.WriteLine(Json.Text("{0} storeys, {1} stairs: a path of {2} cells by {3} stairs costs {4:0.0}",
                    floors.FloorCount, floors.LinkCount, result.Length, result.Links, result.Cost));
                report.WriteLine(Json.Text(
                    "{{\"storeys\": {0}, \"stairs\": {1}, \"path\": {2}, \"cost\": {3}}}",
                    Json.List(texts.Select(text => Json.Words(text.Trim().Split('\n')))),
                    Json.List(Stairs.Select(stairs => Json.List(new[] { Place(stairs.From), Place(stairs.To) }))),
                    Json.List(path.Select(step => Place(step.FloorCell))),
                    result.Cost));
            }
            Array.ForEach(grids, grid => grid.Dispose());
        }

        private static string Place(FloorCell place) =>
            Json.Text("[{0}, {1}, {2}]", place.Floor, place.Cell.X, place.Cell.Y);

        /// <summary>Whether each step is legal on its storey, or climbs stairs.</summary>
        private static bool IsPath(CellMap[] maps, PathFloors floors, List<FloorStep> path)
        {
            for (int i = 1; i < path.Count; i++)
            {
                FloorCell from = path[i - 1].FloorCell;
                FloorCell to = path[i].FloorCell;
                bool isLegal = path[i].Link == 0
                    ? from.Floor == to.Floor && PlainSearch.IsLegal(
                        maps[to.Floor], from.Cell, to.Cell.X - from.Cell.X, to.Cell.Y - from.Cell.Y)
                    : floors.GetLink(path[i].Link).From == from && floors.GetLink(path[i].Link).To == to;
                if (!isLegal)
                {
                    return false;
                }
            }
            return path.Count > 0 && path[0].FloorCell == Start && path[path.Count - 1].FloorCell == Goal;
        }

        /// <summary>The cost of a cheapest path up the stairs, by improving cells until none gets cheaper.</summary>
        private static double PlainCost(CellMap[] maps)
        {
            double[][] costs = Array.ConvertAll(maps, PlainSearch.Unreached);
            costs[Start.Floor][Index(maps, Start)] = 0.0;
            bool hasImproved = true;
            while (hasImproved)
            {
                hasImproved = false;
                for (int floor = 0; floor < maps.Length; floor++)
                {
                    hasImproved |= PlainSearch.Improve(maps[floor], costs[floor]);
                }
                foreach (FloorLink stairs in Stairs)
                {
                    bool isOpen = maps[stairs.From.Floor][stairs.From.Cell] != CellType.Obstacle
                        && maps[stairs.To.Floor][stairs.To.Cell] != CellType.Obstacle;
                    int foot = Index(maps, stairs.From);
                    int head = Index(maps, stairs.To);
                    double cost = costs[stairs.From.Floor][foot] + stairs.Cost;
                    if (isOpen && cost < costs[stairs.To.Floor][head] - 1e-9)
                    {
                        costs[stairs.To.Floor][head] = cost;
                        hasImproved = true;
                    }
                }
            }
            return costs[Goal.Floor][Index(maps, Goal)];
        }

        private static int Index(CellMap[] maps, FloorCell place) =>
            place.Cell.Y * maps[place.Floor].Width + place.Cell.X;
    }
}
