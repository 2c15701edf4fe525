using System;
using System.Collections.Generic;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>
    /// Writes the data of the picture of terrain: one JSON object a line. Each line is an agent with its costs, and its
    /// path.
    /// </summary>
    internal sealed class TerrainReport : IDisposable
    {
        private readonly TextWriter _out;

        public TerrainReport(string file)
        {
            _out = PictureReport.Open(file);
        }

        public void Walk(TerrainWalk walk)
        {
            string terrains = string.Join(", ", Array.ConvertAll(Terrain.All, terrain => PictureReport.Text(
                "{{\"mark\": \"{0}\", \"name\": \"{1}\", \"cost\": {2}}}",
                terrain.Mark,
                terrain.Name,
                OrNull(walk.Agent.CostOf(terrain)))));
            List<string> cells = walk.Path.ConvertAll(cell => PictureReport.Text("[{0}, {1}]", cell.X, cell.Y));
            _out.WriteLine(PictureReport.Text(
                "{{\"agent\": \"{0}\", \"label\": \"{1}\", \"start\": [{2}, {3}], \"goal\": [{4}, {5}], " +
                "\"cost\": {6}, \"length\": {7}, \"terrains\": [{8}], \"cells\": [{9}]}}",
                walk.Agent.Name,
                walk.Agent.Label,
                walk.Ends.Start.X,
                walk.Ends.Start.Y,
                walk.Ends.Goal.X,
                walk.Ends.Goal.Y,
                OrNull(walk.Cost),
                walk.Length,
                terrains,
                string.Join(", ", cells)));
        }

        public void Dispose()
        {
            _out.Dispose();
        }

        private static string OrNull(double? number)
        {
            return number.HasValue ? PictureReport.Text("{0}", number.Value) : "null";
        }
    }
}
