using System;
using System.Collections.Generic;
using UnityEngine.Standin;

namespace UnityEngine
{
    public class ScriptableObject : Object
    {
        public static T CreateInstance<T>() where T : ScriptableObject => Activator.CreateInstance<T>();
    }

    /// <summary>
    /// The cells' place in the world. In Unity it comes from the Grid component above, here from
    /// <see cref="TilemapLayout"/> and the position of the transform.
    /// </summary>
    public class GridLayout : Behaviour
    {
        internal Vector3 Origin = Vector3.zero;
        internal Vector3 Column = new Vector3(1f, 0f, 0f);
        internal Vector3 Row = new Vector3(0f, 1f, 0f);

        /// <summary>The Grid's numbers, as the inspector shows them.</summary>
        public Vector3 cellSize { get { return new Vector3(Length(Column), Length(Row), 0f); } }

        public Vector3 cellGap { get { return Vector3.zero; } }

        /// <summary>World position of a cell's lowest corner.</summary>
        public Vector3 CellToWorld(Vector3Int cellPosition) => Start + Column * cellPosition.x + Row * cellPosition.y;

        public Vector3Int WorldToCell(Vector3 worldPosition)
        {
            Vector3 offset = worldPosition - Start;
            return new Vector3Int(Along(offset, Column), Along(offset, Row), 0);
        }

        private Vector3 Start { get { return Origin + transform.position; } }

        /// <summary>Exact for steps along an axis.</summary>
        private static float Length(Vector3 step)
            => Math.Max(Math.Abs(step.x), Math.Max(Math.Abs(step.y), Math.Abs(step.z)));

        private static int Along(Vector3 offset, Vector3 step)
        {
            float dot = offset.x * step.x + offset.y * step.y + offset.z * step.z;
            return (int)Math.Floor(dot / step.sqrMagnitude);
        }
    }
}

namespace UnityEngine
{
    /// <summary>The stand-in's tilemaps have a layout of their own.</summary>
    public sealed class Grid : GridLayout
    {
    }
}

namespace UnityEngine.Tilemaps
{
    public abstract class TileBase : ScriptableObject
    {
    }

    public class Tile : TileBase
    {
        public Sprite sprite { get; set; }

        public Color color { get; set; } = Color.white;
    }

    public sealed class TilemapRenderer : Renderer
    {
    }

    public sealed class Tilemap : GridLayout
    {
        private readonly Dictionary<Vector3Int, TileBase> _tiles = new Dictionary<Vector3Int, TileBase>();
        private Vector3Int _low;
        private Vector3Int _size;

        /// <summary>Grows with added tiles and, as in Unity, does not shrink when tiles are removed.</summary>
        public BoundsInt cellBounds { get { return new BoundsInt(_low, _size); } }

        public void SetTile(Vector3Int position, TileBase tile)
        {
            if (tile == null)
            {
                _tiles.Remove(position);
                return;
            }
            bool isFirst = _size.x == 0;
            Vector3Int high = isFirst ? position : _low + _size + new Vector3Int(-1, -1, -1);
            Vector3Int low = isFirst ? position : _low;
            _low = new Vector3Int(
                Math.Min(low.x, position.x), Math.Min(low.y, position.y), Math.Min(low.z, position.z));
            _size = new Vector3Int(
                Math.Max(high.x, position.x) - _low.x + 1,
                Math.Max(high.y, position.y) - _low.y + 1,
                Math.Max(high.z, position.z) - _low.z + 1);
            _tiles[position] = tile;
        }

        /// <summary>The tiles along x, then y, then z; null for no tile.</summary>
        public TileBase[] GetTilesBlock(BoundsInt bounds)
        {
            MainThread.Require("GetTilesBlock");
            TileBase[] block = new TileBase[bounds.size.x * bounds.size.y * bounds.size.z];
            for (int i = 0; i < block.Length; i++)
            {
                int layer = bounds.size.x * bounds.size.y;
                Vector3Int offset = new Vector3Int(i % bounds.size.x, i % layer / bounds.size.x, i / layer);
                _tiles.TryGetValue(bounds.min + offset, out block[i]);
            }
            return block;
        }
    }
}

namespace UnityEngine.Standin
{
    public static class TilemapLayout
    {
        /// <summary>
        /// Places cell (0, 0) at the origin. The other vectors are the steps to the next column and row.
        /// </summary>
        public static void Set(GridLayout layout, Vector3 origin, Vector3 column, Vector3 row)
        {
            layout.Origin = origin;
            layout.Column = column;
            layout.Row = row;
        }
    }
}
