using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>A cell type and its color in pictures.</summary>
    [Serializable]
    public struct CellTypeColor
    {
        /// <summary>The number of the <see cref="CellType"/>.</summary>
        [Tooltip("The number of the CellType.")]
        public byte Type;

        /// <summary>The color. Its alpha is ignored.</summary>
        [Tooltip("The color. Its alpha is ignored.")]
        public Color Color;
    }
}
