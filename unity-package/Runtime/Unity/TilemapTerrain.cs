using System;
using UnityEngine;
using UnityEngine.Tilemaps;

namespace GridStar
{
    /// <summary>A tilemap of a <see cref="TilemapGrid"/> whose tiles give cells one type.</summary>
    [Serializable]
    public struct TilemapTerrain
    {
        /// <summary>The tilemap. Its tiles count at any z.</summary>
        [Tooltip("The tilemap. Its tiles count at any z.")]
        public Tilemap Tilemap;

        /// <summary>
        /// The number of the <see cref="CellType"/> that the cells get: 0 is walkable, 1 an obstacle, 2 to 255 are the
        /// game's own types.
        /// </summary>
        [Tooltip(
            "The number of the CellType that the cells get: 0 is walkable, 1 an obstacle, 2 to 255 are the "
            + "game's own types.")]
        public byte Type;
    }
}
