using System;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>A map in the format of the MovingAI benchmarks.</summary>
    internal sealed class OctileMap
    {
        private OctileMap(string name, CellMap map)
        {
            Name = name;
            Width = map.Width;
            Height = map.Height;
            Cells = new byte[map.Count];
            for (int i = 0; i < Cells.Length; i++)
            {
                Cells[i] = (byte)map[CellAt(i)];
            }
        }

        public string Name { get; }

        public int Width { get; }

        public int Height { get; }

        /// <summary>Numbers of <see cref="CellType"/>, row by row.</summary>
        public byte[] Cells { get; }

        /// <summary>Throws a <see cref="FormatException"/> that names the line on a file that is no map.</summary>
        public static OctileMap Load(string file) =>
            new OctileMap(Path.GetFileName(file), new CellMap().ReadMovingAIFile(file));

        public bool Contains(GridCell cell) => cell.X >= 0 && cell.Y >= 0 && cell.X < Width && cell.Y < Height;

        /// <summary>Whether the cell lies on the map and is walkable.</summary>
        public bool IsWalkable(GridCell cell) => Contains(cell) && Cells[Index(cell)] == (byte)CellType.Walkable;

        public int Index(GridCell cell) => cell.Y * Width + cell.X;

        public GridCell CellAt(int index) => new GridCell(index % Width, index / Width);

        /// <summary>The walkable cell of a text such as "12,40".</summary>
        public GridCell ParseWalkable(string text)
        {
            string[] parts = text.Split(',');
            if (parts.Length != 2 || !int.TryParse(parts[0], out int x) || !int.TryParse(parts[1], out int y))
            {
                throw new DemoException("a column and a row are expected, such as 12,40, not \"" + text + "\"");
            }
            if (!IsWalkable(new GridCell(x, y)))
            {
                throw new DemoException(text + " is an obstacle on " + Name + ", or lies outside its " + Width + " x "
                    + Height + " cells");
            }
            return new GridCell(x, y);
        }
    }
}
