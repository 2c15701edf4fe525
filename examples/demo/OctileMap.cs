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

        public string Name { get; private set; }

        public int Width { get; private set; }

        public int Height { get; private set; }

        /// <summary>Numbers of <see cref="CellType"/>, row by row.</summary>
        public byte[] Cells { get; private set; }

        public bool Contains(GridCell cell)
        {
            return cell.X >= 0 && cell.Y >= 0 && cell.X < Width && cell.Y < Height;
        }

        /// <summary>Whether the cell lies on the map and is walkable.</summary>
        public bool IsWalkable(GridCell cell)
        {
            return Contains(cell) && Cells[Index(cell)] == (byte)CellType.Walkable;
        }

        public int Index(GridCell cell)
        {
            return cell.Y * Width + cell.X;
        }

        public GridCell CellAt(int index)
        {
            return new GridCell(index % Width, index / Width);
        }

        public int CountWalkable()
        {
            int count = 0;
            foreach (byte cell in Cells)
            {
                count += cell == (byte)CellType.Walkable ? 1 : 0;
            }
            return count;
        }

        public static OctileMap Load(string file)
        {
            try
            {
                return new OctileMap(Path.GetFileName(file), new CellMap().ReadMovingAIFile(file));
            }
            catch (FormatException error)
            {
                throw new DemoException(error.Message);
            }
            catch (IOException error)
            {
                throw new DemoException("the map can't be read: " + error.Message);
            }
            catch (UnauthorizedAccessException error)
            {
                throw new DemoException("the map can't be read: " + error.Message);
            }
        }
    }
}
