using System;
using System.Collections.Generic;
using System.Globalization;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>
    /// The colors of a grid's cells, layer over layer. It reads again what edits have changed, and no more, unless a
    /// layer has to be made anew as a whole.
    /// </summary>
    internal sealed class OverlayCells
    {
        private const byte Strong = 150;
        private const byte Faint = 90;

        private static readonly Color32 s_obstacle = new Color32(0, 0, 0, Strong);
        private static readonly Color32 s_narrow = new Color32(255, 140, 0, Strong);

        private readonly List<CellRect> _changed = new List<CellRect>();
        private readonly List<PathField> _fields = new List<PathField>();
        private readonly OverlayComponents _components = new OverlayComponents();
        private PathGrid _grid;
        private ulong _revision;
        private OverlayLayers _layers;
        private int _size;
        private byte[] _types = new byte[0];
        private byte[] _penalties = new byte[0];
        private byte[] _passages = new byte[0];
        private bool[] _isOpen = new bool[0];
        private byte[] _clearance = new byte[0];
        private double[] _costs = new double[0];
        private byte[] _read = new byte[0];
        private bool _hasComponents;
        private PathField _field;
        private ulong _fieldRevision;
        private double _mostCost;

        /// <summary>Row by row.</summary>
        internal Color32[] Colors { get; private set; } = new Color32[0];

        /// <summary>The rectangles whose colors the last <see cref="Refresh"/> has written.</summary>
        internal List<CellRect> Changed => _changed;

        /// <summary>Reads a grid anew.</summary>
        internal void Forget() => _grid = null;

        /// <summary>Brings the colors up to date. Returns whether any has changed.</summary>
        internal bool Refresh(PathGrid grid, OverlayLayers layers, int size)
        {
            PathField field = (layers & OverlayLayers.Field) == 0 ? null : NewestFieldOf(grid);
            ulong fieldRevision = field == null ? 0 : (ulong)field.Builds + field.Revision;
            bool isAnew = !ReferenceEquals(_grid, grid);
            bool isWhole = isAnew || layers != _layers || size != _size || !ReferenceEquals(field, _field)
                || fieldRevision != _fieldRevision;
            if (isAnew)
            {
                Resize(grid.Width * grid.Height);
                _grid = grid;
                _revision = grid.Revision;
                _hasComponents = false;
                ReadCells(new CellRect(0, 0, grid.Width, grid.Height));
            }
            else
            {
                ulong revision = grid.GetChanges(_revision, _changed);
                bool isSame = revision == _revision;
                _revision = revision;
                _hasComponents &= isSame;
                if (isSame && !isWhole)
                {
                    _changed.Clear();
                    return false;
                }
                _changed.ForEach(ReadCells);
            }
            _layers = layers;
            _size = size;
            _field = field;
            _fieldRevision = fieldRevision;
            Derive(isWhole);
            _changed.ForEach(Paint);
            return true;
        }

        /// <summary>The field of a grid that was made last; null without one.</summary>
        private PathField NewestFieldOf(PathGrid grid)
        {
            LiveObjects.Fields.CopyTo(_fields);
            PathField newest = _fields.FindLast(field => ReferenceEquals(field.Grid, grid));
            _fields.Clear();
            return newest;
        }

        /// <summary>Description of a cell, in a line. The last <see cref="Refresh"/> has read it.</summary>
        internal string TextOf(GridCell cell, CellTypeNames names)
        {
            if (_grid == null || !_grid.Contains(cell))
            {
                return "";
            }
            int at = cell.Y * _grid.Width + cell.X;
            if (!_hasComponents)
            {
                // Their layer is off, so that no color depends on them.
                LabelComponents();
            }
            string type = names == null ? ((CellType)_types[at]).ToString() : names[(CellType)_types[at]];
            string text = cell + " " + type + " (" + _types[at] + ")";
            text += _types[at] != (byte)CellType.Obstacle && !_isOpen[at] ? ", covered" : "";
            text += ", penalty " + _penalties[at];
            text += _components[at] == 0 ? ", blocked" : ", component " + _components[at] + " of " + _components.Count;
            if ((_layers & OverlayLayers.Clearance) != 0)
            {
                text += ", size " + _clearance[at] + (_clearance[at] == _size ? " or more" : "");
            }
            if (_field != null && !_field.IsDisposed)
            {
                text += ", cost " + _field.GetCost(cell).ToString("0.##", CultureInfo.InvariantCulture);
            }
            return text;
        }

        private void Resize(int count)
        {
            if (_types.Length == count)
            {
                return;
            }
            _types = new byte[count];
            _penalties = new byte[count];
            _passages = new byte[count];
            _isOpen = new bool[count];
            _clearance = new byte[count];
            _read = new byte[count];
            Colors = new Color32[count];
        }

        private void ReadCells(CellRect rect)
        {
            _grid.GetRect(rect.X, rect.Y, rect.Width, rect.Height, _read);
            Spread(rect, _types);
            _grid.GetPenalties(rect.X, rect.Y, rect.Width, rect.Height, _read);
            Spread(rect, _penalties);
            _grid.GetPassages(rect.X, rect.Y, rect.Width, rect.Height, _read);
            Spread(rect, _passages);
            _grid.GetCovers(rect.X, rect.Y, rect.Width, rect.Height, _read);
            for (int y = 0; y < rect.Height; y++)
            {
                for (int x = 0; x < rect.Width; x++)
                {
                    int at = (rect.Y + y) * _grid.Width + rect.X + x;
                    _isOpen[at] = _types[at] != (byte)CellType.Obstacle && _read[y * rect.Width + x] == 0;
                }
            }
        }

        private void Spread(CellRect rect, byte[] cells)
        {
            for (int y = 0; y < rect.Height; y++)
            {
                Array.Copy(_read, y * rect.Width, cells, (rect.Y + y) * _grid.Width + rect.X, rect.Width);
            }
        }

        /// <summary>Makes what the layers need besides the cells, and lists what has to be painted.</summary>
        private void Derive(bool isWhole)
        {
            CellRect all = new CellRect(0, 0, _grid.Width, _grid.Height);
            if (isWhole)
            {
                _changed.Clear();
                _changed.Add(all);
            }
            if ((_layers & OverlayLayers.Clearance) != 0)
            {
                for (int i = 0; i < _changed.Count; i++)
                {
                    _changed[i] = Clear(_changed[i]);
                }
            }
            if ((_layers & OverlayLayers.Components) != 0 && !_hasComponents)
            {
                // Components far away may have joined.
                CellRect renumbered = LabelComponents();
                if (renumbered.Width > 0)
                {
                    _changed.Add(renumbered);
                }
            }
            if (_field != null && isWhole)
            {
                ReadCosts(all);
            }
        }

        private CellRect LabelComponents()
        {
            _hasComponents = true;
            bool hasWalls = Array.Exists(_passages, bits => bits != 0);
            return hasWalls
                ? _components.LabelWithWalls(_isOpen, _passages, _grid)
                : _components.Label(_isOpen, _grid.Width, _grid.Height, _grid.Layout, _grid.DiagonalRule);
        }

        private void ReadCosts(CellRect all)
        {
            if (_costs.Length != _types.Length)
            {
                _costs = new double[_types.Length];
            }
            for (int i = 0; i < _costs.Length; i++)
            {
                _costs[i] = double.PositiveInfinity;
            }
            if (_field.Area == all)
            {
                // A field of a part of the grid, such as a range, is shown by PathFieldView.
                _field.GetCosts(all, _costs);
            }
            _mostCost = 0.0;
            foreach (double cost in _costs)
            {
                _mostCost = cost > _mostCost && !double.IsInfinity(cost) ? cost : _mostCost;
            }
        }

        /// <summary>
        /// Finds the sizes of agents that fit, up to the one that is shown, where cells of a rectangle matter: an agent
        /// reaches from its lowest cell to the upper right. Of hexagons only sizes 1 and 3 exist: a ring. Returns the
        /// cells that may have changed.
        /// </summary>
        private CellRect Clear(CellRect rect)
        {
            int reach = _grid.Layout == CellLayout.Square ? _size - 1 : 1;
            int over = _grid.Layout == CellLayout.Square ? 0 : 1;
            int left = Math.Max(0, rect.X - reach);
            int low = Math.Max(0, rect.Y - reach);
            int right = Math.Min(_grid.Width, rect.X + rect.Width + over);
            int top = Math.Min(_grid.Height, rect.Y + rect.Height + over);
            for (int y = top - 1; y >= low; y--)
            {
                for (int x = right - 1; x >= left; x--)
                {
                    int at = y * _grid.Width + x;
                    _clearance[at] = !_isOpen[at] ? (byte)0
                        : _grid.Layout == CellLayout.Square ? SquareAt(x, y, at) : RingAt(x, y);
                }
            }
            return new CellRect(left, low, right - left, top - low);
        }

        private byte SquareAt(int x, int y, int at)
        {
            if (x + 1 == _grid.Width || y + 1 == _grid.Height || HasWallInSquare(at))
            {
                return 1;
            }
            int beside = Math.Min(_clearance[at + 1], _clearance[at + _grid.Width]);
            return (byte)Math.Min(_size, 1 + Math.Min(beside, _clearance[at + _grid.Width + 1]));
        }

        /// <summary>Whether a wall lies between two of four cells, of which this one is the lowest.</summary>
        private bool HasWallInSquare(int at)
            => IsWall(at, 0) || IsWall(at, 1) || IsWall(at + 1, 1) || IsWall(at + _grid.Width, 0);

        private bool IsWall(int at, int side) => (_passages[at] >> (2 * side) & 3) == 3;

        private bool IsWall(GridCell from, GridCell to)
            => CellSide.TryFind(_grid.Layout, from, to, out CellSide side) && _grid.Contains(side.Owner)
                && IsWall(side.Owner.Y * _grid.Width + side.Owner.X, side.Number);

        /// <summary>Whether a wall lies between two hexagons of a ring, or between one and the middle.</summary>
        private bool HasWallInRing(GridCell center)
        {
            for (int i = 0; i < 9; i++)
            {
                GridCell one = new GridCell(center.X + i % 3 - 1, center.Y + i / 3 - 1);
                for (int other = 0; other < i; other++)
                {
                    GridCell two = new GridCell(center.X + other % 3 - 1, center.Y + other / 3 - 1);
                    if (_grid.Layout.StepsBetween(center, one) <= 1 && _grid.Layout.StepsBetween(center, two) <= 1
                        && IsWall(one, two))
                    {
                        return true;
                    }
                }
            }
            return false;
        }

        private byte RingAt(int x, int y)
        {
            GridCell center = new GridCell(x, y);
            if (HasWallInRing(center))
            {
                return 1;
            }
            for (int toY = y - 1; toY <= y + 1; toY++)
            {
                for (int toX = x - 1; toX <= x + 1; toX++)
                {
                    GridCell cell = new GridCell(toX, toY);
                    bool isBlocked = !_grid.Contains(cell) || !_isOpen[toY * _grid.Width + toX];
                    if (isBlocked && _grid.Layout.StepsBetween(center, cell) <= 1)
                    {
                        return 1;
                    }
                }
            }
            return (byte)Math.Min(3, _size);
        }

        private void Paint(CellRect rect)
        {
            for (int y = rect.Y; y < rect.Y + rect.Height; y++)
            {
                for (int at = y * _grid.Width + rect.X; at < y * _grid.Width + rect.X + rect.Width; at++)
                {
                    Colors[at] = ColorOf(at);
                }
            }
        }

        private Color32 ColorOf(int at)
        {
            Color32 color = default(Color32);
            if ((_layers & OverlayLayers.Types) != 0)
            {
                color = !_isOpen[at] ? s_obstacle
                    : _types[at] == 0 ? color : Colored(DefaultColors.Of((CellType)_types[at]));
            }
            if ((_layers & OverlayLayers.Components) != 0 && _isOpen[at])
            {
                // Types from 2 on have colors that differ.
                color = Over(color, Colored(DefaultColors.Of((CellType)(2 + _components[at] % 254))), Faint);
            }
            if (_field != null && _isOpen[at] && !double.IsInfinity(_costs[at]))
            {
                byte far = (byte)(_mostCost > 0.0 ? 255.0 * _costs[at] / _mostCost : 0.0);
                color = Over(color, new Color32(far, (byte)(255 - far), 60, Strong), Strong);
            }
            if ((_layers & OverlayLayers.Penalties) != 0 && _penalties[at] > 0)
            {
                color = Over(color, new Color32(220, 0, 60, 255), (byte)Math.Min(220, 60 + _penalties[at] * 2));
            }
            if ((_layers & OverlayLayers.Clearance) != 0 && _isOpen[at] && _clearance[at] < _size)
            {
                color = Over(color, s_narrow, Strong);
            }
            return color;
        }

        private static Color32 Colored(int number)
            => new Color32((byte)(number >> 16), (byte)(number >> 8), (byte)number, Strong);

        /// <summary>A color with a strength of 1 to 255 over another one.</summary>
        private static Color32 Over(Color32 under, Color32 color, byte strength)
        {
            int below = under.a * (255 - strength) / 255;
            int alpha = strength + below;
            return new Color32(
                (byte)((color.r * strength + under.r * below) / alpha),
                (byte)((color.g * strength + under.g * below) / alpha),
                (byte)((color.b * strength + under.b * below) / alpha),
                (byte)alpha);
        }
    }
}
