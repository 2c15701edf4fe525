using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Values that were painted on cells of a grid by hand: cell types, or penalties. Cells that nobody painted have
    /// none. It consists of runs of equal cells, so that a painted lake takes a few numbers a row. Unity serializes all
    /// of it as one text, which is one override where an instance of a prefab is painted. Unity's main thread only.
    /// </summary>
    [Serializable]
    public sealed class PaintedCells : ISerializationCallbackReceiver
    {
        /// <summary>The runs as <see cref="PackedRuns"/> writes them.</summary>
        [HideInInspector]
        [SerializeField]
        private string _packed = "";

        /// <summary>The runs as versions up to 0.3.4 stored them, which are packed when they are next stored.</summary>
        [HideInInspector]
        [SerializeField]
        private List<PaintedRun> _runs = new List<PaintedRun>();

        /// <summary>The runs, by rows and in a row by columns. No two of them overlap.</summary>
        [NonSerialized]
        private List<PaintedRun> _painted = new List<PaintedRun>();

        /// <summary>Whether the text has them. A damaged text stays until somebody paints.</summary>
        [NonSerialized]
        private bool _isPacked = true;

        /// <summary>Whether nothing is painted.</summary>
        public bool IsEmpty => _painted.Count == 0;

        /// <summary>Painted cells, by rows and in a row by columns.</summary>
        public IEnumerable<PaintedRun> Runs => _painted;

        /// <summary>The number of painted cells.</summary>
        public int CountCells()
        {
            int count = 0;
            foreach (PaintedRun run in _painted)
            {
                count += run.Length;
            }
            return count;
        }

        /// <summary>The value of a cell. False, if the cell is not painted.</summary>
        public bool TryGet(GridCell cell, out byte value)
        {
            int index = IndexOf(cell.Y, cell.X + 1) - 1;
            bool isPainted = index >= 0 && _painted[index].Y == cell.Y && cell.X < _painted[index].End;
            value = isPainted ? _painted[index].Value : (byte)0;
            return isPainted;
        }

        /// <summary>Paints cells of a row.</summary>
        /// <param name="length">The number of cells, at least 1.</param>
        /// <exception cref="ArgumentOutOfRangeException">A cell is negative, or there is none.</exception>
        public void Set(int x, int y, int length, byte value)
        {
            PaintedRun run = Checked(x, y, length);
            run.Value = value;
            Replace(run, true);
        }

        /// <summary>Takes paint off cells of a row.</summary>
        /// <exception cref="ArgumentOutOfRangeException">A cell is negative, or there is none.</exception>
        public void Erase(int x, int y, int length) => Replace(Checked(x, y, length), false);

        /// <summary>Takes off all paint.</summary>
        public void Clear()
        {
            _painted.Clear();
            _isPacked = false;
        }

        void ISerializationCallbackReceiver.OnBeforeSerialize()
        {
            if (!_isPacked)
            {
                _packed = PackedRuns.Write(_painted);
                _isPacked = true;
            }
            _runs.Clear();
        }

        void ISerializationCallbackReceiver.OnAfterDeserialize()
        {
            _painted.Clear();
            _isPacked = _runs.Count == 0;
            if (!_isPacked)
            {
                // Of an instance of a prefab, only some elements may have been stored; the others are empty.
                _painted.AddRange(_runs.FindAll(run => run.Length > 0));
                _runs.Clear();
            }
            else if (!PackedRuns.TryRead(_packed, _painted))
            {
                Debug.LogWarning("GridStar: painted cells are left out, because the text that has them is damaged.");
            }
        }

        /// <summary>Writes the values over those of a map, row by row. Cells outside of it are left out.</summary>
        internal void WriteTo(byte[] rowByRow, int width, int height)
        {
            foreach (PaintedRun run in _painted)
            {
                int end = Math.Min(run.End, width);
                bool isInside = run.Y >= 0 && run.Y < height && run.X >= 0;
                for (int x = run.X; isInside && x < end; x++)
                {
                    rowByRow[run.Y * width + x] = run.Value;
                }
            }
        }

        private static PaintedRun Checked(int x, int y, int length)
        {
            if (x < 0 || y < 0 || length < 1 || x > PathGridSettings.MaxSide - length || y >= PathGridSettings.MaxSide)
            {
                string message = "Must be a part of a row of a grid: " + length + " cells from (" + x + ", " + y + ").";
                throw new ArgumentOutOfRangeException(nameof(length), length, message);
            }
            return new PaintedRun { X = x, Y = y, Length = length };
        }

        /// <summary>The number of runs that begin before a place.</summary>
        private int IndexOf(int y, int x)
        {
            int low = 0;
            int high = _painted.Count;
            while (low < high)
            {
                int middle = low + (high - low) / 2;
                PaintedRun run = _painted[middle];
                bool isBefore = run.Y < y || run.Y == y && run.X < x;
                low = isBefore ? middle + 1 : low;
                high = isBefore ? high : middle;
            }
            return low;
        }

        /// <summary>Cuts the cells of a run out of the others, and puts it in their place.</summary>
        private void Replace(PaintedRun run, bool isPainted)
        {
            _isPacked = false;
            int first = IndexOf(run.Y, run.X);
            PaintedRun left = first > 0 ? _painted[first - 1] : default(PaintedRun);
            bool hasLeft = first > 0 && left.Y == run.Y && left.End >= run.X && left.Length > 0;
            first -= hasLeft ? 1 : 0;
            int end = first;
            while (end < _painted.Count && _painted[end].Y == run.Y && _painted[end].X <= run.End)
            {
                end++;
            }
            List<PaintedRun> parts = new List<PaintedRun>(3);
            PaintedRun right = end > first ? _painted[end - 1] : default(PaintedRun);
            if (hasLeft)
            {
                Add(parts, left.X, run.X, left);
            }
            if (isPainted)
            {
                Add(parts, run.X, run.End, run);
            }
            if (end > first)
            {
                Add(parts, Math.Max(run.End, right.X), right.End, right);
            }
            _painted.RemoveRange(first, end - first);
            _painted.InsertRange(first, parts);
        }

        /// <summary>Adds cells with the value of a run, to the run before if that is as well.</summary>
        private static void Add(List<PaintedRun> parts, int x, int end, PaintedRun like)
        {
            if (end <= x)
            {
                return;
            }
            int last = parts.Count - 1;
            if (last >= 0 && parts[last].Value == like.Value && parts[last].End == x)
            {
                x = parts[last].X;
                parts.RemoveAt(last);
            }
            parts.Add(new PaintedRun { X = x, Y = like.Y, Length = end - x, Value = like.Value });
        }
    }
}
