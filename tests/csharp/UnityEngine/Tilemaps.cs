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
    /// The cells' place in the world. A Tilemap takes the numbers of the Grid that is its object's parent. Tests may
    /// give any layout numbers of its own, or axes: see <see cref="TilemapLayout"/>.
    /// </summary>
    public class GridLayout : Behaviour
    {
        internal bool HasAxes = true;
        internal Vector3 Origin = Vector3.zero;
        internal Vector3 Column = new Vector3(1f, 0f, 0f);
        internal Vector3 Row = new Vector3(0f, 1f, 0f);
        internal CellLayout Layout;
        internal CellSwizzle Swizzle;
        internal Vector3 Size = new Vector3(1f, 1f, 0f);
        internal Vector3 Gap = Vector3.zero;

        public enum CellLayout
        {
            Rectangle = 0,
            Hexagon = 1,
            Isometric = 2,
            IsometricZAsY = 3,
        }

        public enum CellSwizzle
        {
            XYZ = 0,
            XZY = 1,
            YXZ = 2,
            YZX = 3,
            ZXY = 4,
            ZYX = 5,
        }

        public CellLayout cellLayout { get { return Source.Layout; } }

        public CellSwizzle cellSwizzle { get { return Source.Swizzle; } }

        /// <summary>The Grid's numbers, as the inspector shows them.</summary>
        public Vector3 cellSize
        {
            get { return Source.HasAxes ? new Vector3(Length(Column), Length(Row), 0f) : Source.Size; }
        }

        public Vector3 cellGap { get { return Source.HasAxes ? Vector3.zero : Source.Gap; } }

        /// <summary>World position of a cell's lowest corner.</summary>
        public Vector3 CellToWorld(Vector3Int cellPosition) => Source.HasAxes
            ? Start + Column * cellPosition.x + Row * cellPosition.y
            : ToWorld(Corner(cellPosition));

        public Vector3 GetCellCenterWorld(Vector3Int position) => Source.HasAxes
            ? CellToWorld(position) + (Column + Row) / 2f
            : ToWorld(Corner(position) + Middle);

        public Vector3Int WorldToCell(Vector3 worldPosition)
        {
            if (Source.HasAxes)
            {
                Vector3 offset = worldPosition - Start;
                return new Vector3Int(Along(offset, Column), Along(offset, Row), 0);
            }
            Vector3 local = Source.transform.InverseTransformVector(worldPosition - Source.transform.position);
            Vector3 flat = Unswizzled(local, Source.Swizzle);
            float x = flat.x / Step.x;
            float y = flat.y / Step.y;
            if (Source.Layout == CellLayout.Hexagon)
            {
                return NearestHexagon(flat);
            }
            return Source.Layout == CellLayout.Rectangle
                ? new Vector3Int(Mathf.FloorToInt(x), Mathf.FloorToInt(y), 0)
                : new Vector3Int(Mathf.FloorToInt(x + y), Mathf.FloorToInt(y - x), 0);
        }

        /// <summary>Where the numbers are.</summary>
        internal virtual GridLayout Source { get { return this; } }

        private Vector3 Start { get { return Origin + transform.position; } }

        private Vector3 Step { get { return Source.Size + Source.Gap; } }

        /// <summary>From a cell's corner to its middle: the gap is beside the cell. The position of a hexagon is that
        /// of its center.</summary>
        private Vector3 Middle
        {
            get
            {
                switch (Source.Layout)
                {
                    case CellLayout.Rectangle:
                        return Source.Size / 2f;
                    case CellLayout.Hexagon:
                        return Vector3.zero;
                    default:
                        return new Vector3(0f, Source.Size.y / 2f, 0f);
                }
            }
        }

        /// <summary>The hexagon whose center is nearest, before swizzling.</summary>
        private Vector3Int NearestHexagon(Vector3 flat)
        {
            int row = Mathf.FloorToInt(flat.y / (Step.y * 0.75f));
            int column = Mathf.FloorToInt(flat.x / Step.x);
            Vector3Int nearest = default(Vector3Int);
            float least = float.PositiveInfinity;
            for (int i = 0; i < 9; i++)
            {
                Vector3Int cell = new Vector3Int(column - 1 + i % 3, row - 1 + i / 3, 0);
                Vector3 way = Corner(cell) - flat;
                float distance = way.x * way.x + way.y * way.y;
                if (distance < least)
                {
                    least = distance;
                    nearest = cell;
                }
            }
            return nearest;
        }

        /// <summary>
        /// The corner before swizzling. A step of an isometric map leads half a cell up, and half a cell to the right
        /// or left.
        /// </summary>
        private Vector3 Corner(Vector3Int cell)
        {
            Vector3 step = Step;
            if (Source.Layout == CellLayout.Rectangle)
            {
                return new Vector3(cell.x * step.x, cell.y * step.y, cell.z * step.z);
            }
            if (Source.Layout == CellLayout.Hexagon)
            {
                // Odd rows, also below 0, lie half a cell farther along x. Rows overlap by a quarter of a cell.
                float shift = (cell.y & 1) != 0 ? 0.5f : 0f;
                return new Vector3((cell.x + shift) * step.x, cell.y * step.y * 0.75f, cell.z * step.z);
            }
            Vector3 corner = new Vector3((cell.x - cell.y) * step.x / 2f, (cell.x + cell.y) * step.y / 2f, 0f);
            float height = cell.z * step.z;
            return corner + (Source.Layout == CellLayout.Isometric
                ? new Vector3(0f, 0f, height)
                : new Vector3(0f, height / 2f, height));
        }

        private Vector3 ToWorld(Vector3 flat)
            => Source.transform.position + Source.transform.TransformVector(Swizzled(flat, Source.Swizzle));

        private static Vector3 Swizzled(Vector3 v, CellSwizzle order)
        {
            switch (order)
            {
                case CellSwizzle.XZY:
                    return new Vector3(v.x, v.z, v.y);
                case CellSwizzle.YXZ:
                    return new Vector3(v.y, v.x, v.z);
                case CellSwizzle.YZX:
                    return new Vector3(v.y, v.z, v.x);
                case CellSwizzle.ZXY:
                    return new Vector3(v.z, v.x, v.y);
                case CellSwizzle.ZYX:
                    return new Vector3(v.z, v.y, v.x);
                default:
                    return v;
            }
        }

        private static Vector3 Unswizzled(Vector3 v, CellSwizzle order)
        {
            switch (order)
            {
                case CellSwizzle.YZX:
                    return Swizzled(v, CellSwizzle.ZXY);
                case CellSwizzle.ZXY:
                    return Swizzled(v, CellSwizzle.YZX);
                default:
                    return Swizzled(v, order);
            }
        }

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
    public sealed class Grid : GridLayout
    {
        public new CellLayout cellLayout { get { return Layout; } set { Set(); Layout = value; } }

        public new CellSwizzle cellSwizzle { get { return Swizzle; } set { Set(); Swizzle = value; } }

        public new Vector3 cellSize { get { return Size; } set { Set(); Size = value; } }

        public new Vector3 cellGap { get { return Gap; } set { Set(); Gap = value; } }

        private void Set() => HasAxes = false;
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
        /// <summary>Unity raises it at runtime from 2022.1 on.</summary>
        public static event Action<Tilemap, SyncTile[]> tilemapTileChanged;

        internal override GridLayout Source
        {
            get
            {
                Transform parent = transform.parent;
                Grid grid = parent == null ? null : parent.gameObject.GetComponent<Grid>();
                return grid == null || grid.HasAxes ? this : (GridLayout)grid;
            }
        }

        public struct SyncTile
        {
            internal SyncTile(Vector3Int position, TileBase tile)
            {
                this.position = position;
                this.tile = tile;
            }

            public Vector3Int position { get; }

            public TileBase tile { get; }
        }

        public bool HasTile(Vector3Int position) => _tiles.ContainsKey(position);

        public TileBase GetTile(Vector3Int position)
        {
            _tiles.TryGetValue(position, out TileBase tile);
            return tile;
        }

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
            }
            else
            {
                Add(position, tile);
            }
            // As in Unity, without listeners nobody makes the array.
            if (tilemapTileChanged != null)
            {
                tilemapTileChanged(this, new[] { new SyncTile(position, tile) });
            }
        }

        /// <summary>
        /// Removes all tiles. Unity's documentation does not say that <see cref="tilemapTileChanged"/> tells of it, so
        /// the stand-in does not.
        /// </summary>
        public void ClearAllTiles() => _tiles.Clear();

        private void Add(Vector3Int position, TileBase tile)
        {
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
