using System;

namespace GridStar
{
    // Walls between the cells of a map.
    public sealed partial class CellMap
    {
        private byte[] _passages = new byte[0];
        private byte[] _sparePassages = new byte[0];

        /// <summary>
        /// Whether the map has walls between its cells, so that <see cref="PathGrid.SetCells(CellMap)"/> sets those of
        /// a grid too: after <see cref="ReadTextWithWalls(string)"/>, <see cref="Read(PathGrid)"/> of a grid of
        /// squares, or <see cref="SetPassage"/>, until another map is read.
        /// </summary>
        public bool HasPassages { get; private set; }

        /// <summary>
        /// By cell: the closed steps to the cell on its right in bits 0 (there) and 1 (back), and to the next row in
        /// bits 2 and 3. Meaningless without <see cref="HasPassages"/>, and from <see cref="Count"/> on.
        /// </summary>
        internal byte[] Passages => _passages;

        /// <summary>Sets how two cells that share a side can be passed between.</summary>
        /// <param name="to">A straight neighbor of <paramref name="from"/>: one of four.</param>
        /// <param name="passage">The passage as <paramref name="from"/> sees it.</param>
        /// <exception cref="ArgumentException">The cells share no side.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A cell lies outside the map, or the passage is
        /// unknown.</exception>
        public void SetPassage(GridCell from, GridCell to, Passage passage)
        {
            if (passage < Passage.Open || passage > Passage.OneWayBack)
            {
                throw new ArgumentOutOfRangeException(nameof(passage), passage, "Unknown Passage.");
            }
            CellSide side = SideBetween(from, to);
            if (!HasPassages)
            {
                _passages = ClearedPassages(_passages, Count);
                HasPassages = true;
            }
            int owner = IndexOf(side.Owner);
            _passages[owner] = side.With(_passages[owner], passage);
        }

        /// <summary>How two cells that share a side can be passed between, as the first one sees it.</summary>
        /// <param name="to">A straight neighbor of <paramref name="from"/>: one of four.</param>
        /// <exception cref="ArgumentException">The cells share no side.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A cell lies outside the map.</exception>
        public Passage GetPassage(GridCell from, GridCell to)
        {
            CellSide side = SideBetween(from, to);
            return HasPassages ? side.Get(_passages[IndexOf(side.Owner)]) : Passage.Open;
        }

        private CellSide SideBetween(GridCell from, GridCell to)
        {
            Inside(from);
            Inside(to);
            if (!CellSide.TryFind(CellLayout.Square, from, to, out CellSide side))
            {
                throw new ArgumentException("The cells " + from + " and " + to + " share no side.", nameof(to));
            }
            return side;
        }

        /// <summary>Whether a side is closed, so that the map's text has walls.</summary>
        internal bool HasClosedSides()
        {
            for (int i = 0; HasPassages && i < Count; i++)
            {
                if (_passages[i] != 0)
                {
                    return true;
                }
            }
            return false;
        }

        /// <summary>Turns the walls upside down.</summary>
        private void FlipPassages()
        {
            byte[] flipped = ClearedPassages(_sparePassages, Count);
            for (int y = 0; y < Height; y++)
            {
                for (int x = 0; x < Width; x++)
                {
                    byte bits = _passages[y * Width + x];
                    int row = Height - 1 - y;
                    flipped[row * Width + x] |= (byte)(bits & 3);
                    if (row > 0)
                    {
                        // The side to the next row is now that of the next row, and there is back.
                        flipped[(row - 1) * Width + x] |= (byte)(((bits & 4) << 1) | ((bits & 8) >> 1));
                    }
                }
            }
            _sparePassages = _passages;
            _passages = flipped;
        }

        private static byte[] ClearedPassages(byte[] memory, int count)
        {
            if (memory.Length < count)
            {
                return new byte[count];
            }
            Array.Clear(memory, 0, count);
            return memory;
        }
    }
}
