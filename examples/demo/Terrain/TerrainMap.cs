using System;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>The cell types of a map: one for each <see cref="Terrain"/>, and obstacles.</summary>
    internal sealed class TerrainMap
    {
        private TerrainMap(OctileMap map, CellMap types)
        {
            Map = map;
            Cells = new byte[map.Cells.Length];
            for (int i = 0; i < Cells.Length; i++)
            {
                Cells[i] = (byte)types[map.CellAt(i)];
                bool isDry = types[map.CellAt(i)] != CellType.Obstacle && types[map.CellAt(i)] != Terrain.Water.Type;
                if (isDry != map.IsWalkable(map.CellAt(i)))
                {
                    throw new DemoException("WRONG: the terrain of " + map.CellAt(i) + " contradicts the map");
                }
            }
        }

        /// <summary>The map on which all passable terrains are walkable and water is an obstacle.</summary>
        public OctileMap Map { get; private set; }

        /// <summary>Numbers of <see cref="CellType"/>, row by row.</summary>
        public byte[] Cells { get; private set; }

        /// <summary>Number of terrains that lie on the map.</summary>
        public int TerrainCount
        {
            get { return Array.FindAll(Terrain.All, terrain => Array.IndexOf(Cells, (byte)terrain.Type) >= 0).Length; }
        }

        public CellType this[GridCell cell]
        {
            get { return (CellType)Cells[Map.Index(cell)]; }
        }

        /// <summary>Reads the terrains of a map that was read from the same file before.</summary>
        public static TerrainMap Load(OctileMap map, string file)
        {
            CellLegend legend = new CellLegend("", "@OT");
            foreach (Terrain terrain in Terrain.All)
            {
                legend = legend.With(terrain.Mark, terrain.Type);
            }
            try
            {
                string[] lines = File.ReadAllLines(file);
                // The rows follow the last line of the header.
                int first = 1 + Array.FindIndex(lines, line => line.Trim() == "map");
                string[] rows = Array.ConvertAll(lines, line => line.TrimEnd());
                return new TerrainMap(map, new CellMap().ReadText(string.Join("\n", rows, first, map.Height), legend));
            }
            catch (FormatException error)
            {
                throw new DemoException("the terrain of " + map.Name + " can't be read: " + error.Message);
            }
            catch (IOException error)
            {
                throw new DemoException("the map can't be read: " + error.Message);
            }
        }
    }
}
