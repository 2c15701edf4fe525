using System;
using System.Text;

namespace GridStar.Tests
{
    /// <summary>
    /// A small map of walkable cells and obstacles ('#'), written with its highest row first, as it looks on screen.
    /// </summary>
    public sealed class AsciiMap
    {
        private readonly bool[,] _obstacles;

        public AsciiMap(params string[] rowsFromTheTop)
        {
            Width = rowsFromTheTop[0].Length;
            Height = rowsFromTheTop.Length;
            _obstacles = new bool[Width, Height];
            for (int y = 0; y < Height; y++)
            {
                for (int x = 0; x < Width; x++)
                {
                    _obstacles[x, y] = rowsFromTheTop[Height - 1 - y][x] == '#';
                }
            }
        }

        private AsciiMap(bool[,] obstacles)
        {
            Width = obstacles.GetLength(0);
            Height = obstacles.GetLength(1);
            _obstacles = obstacles;
        }

        public int Width { get; private set; }

        public int Height { get; private set; }

        /// <summary>A map of 1 to 16 columns and rows. Up to half of its cells are obstacles.</summary>
        public static AsciiMap Random(Random random)
        {
            bool[,] obstacles = new bool[random.Next(1, 17), random.Next(1, 17)];
            double share = random.NextDouble() / 2.0;
            for (int x = 0; x < obstacles.GetLength(0); x++)
            {
                for (int y = 0; y < obstacles.GetLength(1); y++)
                {
                    obstacles[x, y] = random.NextDouble() < share;
                }
            }
            return new AsciiMap(obstacles);
        }

        public GridCell RandomCell(Random random) => new GridCell(random.Next(Width), random.Next(Height));

        public bool Contains(int x, int y) => x >= 0 && x < Width && y >= 0 && y < Height;

        public bool IsWalkable(int x, int y) => Contains(x, y) && !_obstacles[x, y];

        public CellType[,] Types()
        {
            CellType[,] types = new CellType[Width, Height];
            for (int x = 0; x < Width; x++)
            {
                for (int y = 0; y < Height; y++)
                {
                    types[x, y] = _obstacles[x, y] ? CellType.Obstacle : CellType.Walkable;
                }
            }
            return types;
        }

        /// <summary>A grid of this map, with default settings.</summary>
        public PathGrid ToGrid()
        {
            PathGrid grid = new PathGrid(Width, Height);
            grid.SetCells(Types());
            return grid;
        }

        public override string ToString()
        {
            StringBuilder text = new StringBuilder();
            for (int y = Height - 1; y >= 0; y--)
            {
                for (int x = 0; x < Width; x++)
                {
                    text.Append(_obstacles[x, y] ? '#' : '.');
                }
                text.Append('\n');
            }
            return text.ToString();
        }
    }
}
