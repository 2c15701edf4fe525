using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Where a <see cref="PathGridComponent"/> has cells of one type: under colliders of some layers, and under objects
    /// with a tag.
    /// </summary>
    [Serializable]
    public struct TerrainArea
    {
        /// <summary>
        /// The number of the <see cref="CellType"/> that the cells get: 0 is walkable, 1 an obstacle, 2 to 255 are the
        /// game's own types.
        /// </summary>
        [Tooltip(
            "The number of the CellType that the cells get: 0 is walkable, 1 an obstacle, 2 to 255 are the "
            + "game's own types.")]
        public byte Type;

        /// <summary>
        /// The layers whose colliders count. The shape to test is that of the component's obstacles.
        /// </summary>
        [Tooltip("The layers whose colliders count. The shape to test is that of the component's obstacles.")]
        public LayerMask Layers;

        /// <summary>Active objects with this tag count. Empty: none.</summary>
        [Tooltip("Active objects with this tag count. Empty: none.")]
        public string Tag;
    }
}
