using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Walls between the cells of a grid, and ways in one direction, that were painted by hand. Sides that nobody
    /// painted stay as a scan finds them. Unity's main thread only.
    /// </summary>
    [Serializable]
    public sealed class PaintedWalls
    {
        /// <summary>
        /// By cell: the passage to the next column, to the next row, and on hexagons to the third neighbor after it.
        /// </summary>
        [HideInInspector]
        [SerializeField]
        private PaintedCells _toColumn = new PaintedCells();

        [HideInInspector]
        [SerializeField]
        private PaintedCells _toRow = new PaintedCells();

        [HideInInspector]
        [SerializeField]
        private PaintedCells _toThird = new PaintedCells();

        /// <summary>Whether nothing is painted.</summary>
        public bool IsEmpty => _toColumn.IsEmpty && _toRow.IsEmpty && _toThird.IsEmpty;

        /// <summary>The number of painted sides.</summary>
        public int CountSides() => _toColumn.CountCells() + _toRow.CountCells() + _toThird.CountCells();

        /// <summary>How a side was painted, as the first cell sees it. False, if it is not painted.</summary>
        /// <param name="to">A straight neighbor of <paramref name="from"/>.</param>
        /// <exception cref="ArgumentException">The cells share no side.</exception>
        public bool TryGet(CellLayout layout, GridCell from, GridCell to, out Passage passage)
        {
            CellSide side = SideBetween(layout, from, to);
            bool isPainted = Plane(side).TryGet(side.Owner, out byte bits);
            passage = isPainted ? side.Get((byte)(bits << (2 * side.Number))) : Passage.Open;
            return isPainted;
        }

        /// <summary>Paints a side between two cells.</summary>
        /// <param name="to">A straight neighbor of <paramref name="from"/>.</param>
        /// <param name="passage">The passage as <paramref name="from"/> sees it. <see cref="Passage.Open"/> is paint
        /// too: it opens a wall that a scan finds.</param>
        /// <exception cref="ArgumentException">The cells share no side.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A cell is negative, or the passage is unknown.</exception>
        public void Set(CellLayout layout, GridCell from, GridCell to, Passage passage)
        {
            if (passage < Passage.Open || passage > Passage.OneWayBack)
            {
                throw new ArgumentOutOfRangeException(nameof(passage), passage, "Unknown Passage.");
            }
            CellSide side = SideBetween(layout, from, to);
            byte bits = (byte)(side.With(0, passage) >> (2 * side.Number));
            Plane(side).Set(side.Owner.X, side.Owner.Y, 1, bits);
        }

        /// <summary>Takes the paint off a side.</summary>
        /// <param name="to">A straight neighbor of <paramref name="from"/>.</param>
        /// <exception cref="ArgumentException">The cells share no side.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A cell is negative.</exception>
        public void Erase(CellLayout layout, GridCell from, GridCell to)
        {
            CellSide side = SideBetween(layout, from, to);
            Plane(side).Erase(side.Owner.X, side.Owner.Y, 1);
        }

        /// <summary>Takes off all paint.</summary>
        public void Clear()
        {
            _toColumn.Clear();
            _toRow.Clear();
            _toThird.Clear();
        }

        /// <summary>Writes the painted sides over those of a plane. Sides off the grid are left out.</summary>
        internal void WriteTo(byte[] passages, int width, int height, CellLayout layout)
        {
            for (int number = 0; number < CellSide.CountOf(layout); number++)
            {
                foreach (PaintedRun run in Plane(number).Runs)
                {
                    for (int x = run.X; x < run.End; x++)
                    {
                        CellSide side = CellSide.Of(layout, new GridCell(x, run.Y), number);
                        if (IsOn(side.Owner, width, height) && IsOn(side.Other, width, height))
                        {
                            int index = run.Y * width + x;
                            int bits = (run.Value & 3) << (2 * number);
                            passages[index] = (byte)((passages[index] & ~side.Mask) | bits);
                        }
                    }
                }
            }
        }

        private static bool IsOn(GridCell cell, int width, int height)
            => cell.X >= 0 && cell.X < width && cell.Y >= 0 && cell.Y < height;

        private static CellSide SideBetween(CellLayout layout, GridCell from, GridCell to)
        {
            if (!CellSide.TryFind(layout, from, to, out CellSide side))
            {
                throw new ArgumentException("The cells " + from + " and " + to + " share no side.", nameof(to));
            }
            return side;
        }

        private PaintedCells Plane(CellSide side) => Plane(side.Number);

        private PaintedCells Plane(int number) => number == 0 ? _toColumn : number == 1 ? _toRow : _toThird;
    }
}
