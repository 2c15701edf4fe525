using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>Cells side by side in a row that were painted with one value.</summary>
    [Serializable]
    public struct PaintedRun
    {
        /// <summary>The first column.</summary>
        [Tooltip("The first column.")]
        [Min(0)]
        public int X;

        /// <summary>The row.</summary>
        [Tooltip("The row.")]
        [Min(0)]
        public int Y;

        /// <summary>The number of cells.</summary>
        [Tooltip("The number of cells.")]
        [Min(1)]
        public int Length;

        /// <summary>The cell type or the penalty.</summary>
        [Tooltip("The cell type or the penalty.")]
        public byte Value;

        /// <summary>The column behind the last one.</summary>
        internal int End => X + Length;
    }
}
