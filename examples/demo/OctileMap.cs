using System;
using System.Collections.Generic;
using System.IO;

namespace GridStar.Demo
{
    /// <summary>
    /// A map in the format of the MovingAI benchmarks: four lines of header, then a character a cell, the first line being
    /// row 0. Free: <c>.</c> <c>G</c> <c>S</c>; blocked: <c>@</c> <c>O</c> <c>T</c> <c>W</c>.
    /// </summary>
    internal sealed class OctileMap
    {
        /// <summary>The largest side of a GridStar grid.</summary>
        private const int MaxSide = 16384;

        private const string FreeMarks = ".GS";
        private const string BlockedMarks = "@OTW";

        private OctileMap(string name, int width, int height, byte[] cells)
        {
            Name = name;
            Width = width;
            Height = height;
            Cells = cells;
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

        /// <summary>False outside the map too.</summary>
        public bool IsFree(GridCell cell)
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

        public int CountFree()
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
                using (var reader = new StreamReader(file))
                {
                    return Read(file, reader);
                }
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

        private static OctileMap Read(string file, TextReader reader)
        {
            string first = reader.ReadLine();
            if (first == null || first.Trim() != "type octile")
            {
                throw Unusable(file, 1, "a MovingAI map begins with \"type octile\"");
            }
            int height = ReadSide(file, 2, "height", reader.ReadLine());
            int width = ReadSide(file, 3, "width", reader.ReadLine());
            string last = reader.ReadLine();
            if (last == null || last.Trim() != "map")
            {
                throw Unusable(file, 4, "\"map\" is expected here");
            }
            var cells = new byte[width * height];
            for (int y = 0; y < height; y++)
            {
                ReadRow(file, y, width, reader.ReadLine(), cells);
            }
            return new OctileMap(Path.GetFileName(file), width, height, cells);
        }

        private static int ReadSide(string file, int line, string word, string text)
        {
            string[] parts = (text ?? "").Split(new[] { ' ', '\t' }, StringSplitOptions.RemoveEmptyEntries);
            int side;
            if (parts.Length == 2 && parts[0] == word && int.TryParse(parts[1], out side) && side >= 1 && side <= MaxSide)
            {
                return side;
            }
            throw Unusable(file, line, "\"" + word + " N\" is expected here, N from 1 to " + MaxSide);
        }

        private static void ReadRow(string file, int y, int width, string row, IList<byte> cells)
        {
            int line = y + 5;
            string marks = row == null ? "" : row.TrimEnd();
            if (marks.Length != width)
            {
                throw Unusable(file, line, "the row has " + marks.Length + " cells and should have " + width);
            }
            for (int x = 0; x < width; x++)
            {
                bool isFree = FreeMarks.IndexOf(marks[x]) >= 0;
                if (!isFree && BlockedMarks.IndexOf(marks[x]) < 0)
                {
                    throw Unusable(file, line, "the character '" + marks[x] + "' stands for no terrain");
                }
                cells[y * width + x] = (byte)(isFree ? CellType.Walkable : CellType.Obstacle);
            }
        }

        private static DemoException Unusable(string file, int line, string why)
        {
            return new DemoException(file + ", line " + line + ": " + why);
        }
    }
}
