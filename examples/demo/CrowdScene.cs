using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Standin;

namespace GridStar.Demo
{
    /// <summary>
    /// Followers behind one walking target, in a scene. A door toggles in each frame, and on the project's island a
    /// drawbridge closes for some seconds. A follower that has arrived begins anew elsewhere.
    /// </summary>
    internal sealed class CrowdScene : IDisposable
    {
        /// <summary>A file's map with sides up to this length is drawn on a grid with twice as many cells along a side.
        /// </summary>
        private const int SmallMap = 256;

        private const float FollowerSpeed = 3f;
        private const float TargetSpeed = 6f;

        /// <summary>Seconds from one closing of the drawbridge to the next, and how long it stays closed.</summary>
        private const double BridgePeriod = 8.0;
        private const double BridgeClosed = 4.0;

        /// <summary>The project's island has a castle: its gate and its drawbridge, in cells of the file.</summary>
        private const string Island = "island.map";
        private static readonly CellRect IslandGate = new CellRect(157, 139, 1, 3);
        private static readonly CellRect IslandBridge = new CellRect(129, 149, 2, 3);

        private readonly CellRect _door;
        private readonly List<GridCell> _reachable;
        private readonly PathFollower _target;
        private uint _random = 12345;
        private double _time;
        private bool _isDoorClosed;

        public CrowdScene(OctileMap map, int count, bool avoidance)
        {
            Frames.Reset();
            Scene.Clear();
            Finer = FinerOf(map);
            bool isIsland = map.Name == Island;
            Bridge = isIsland ? IslandBridge : (CellRect?)null;
            Grid = new PathGrid(new PathGridSettings
            {
                Width = map.Width * Finer,
                Height = map.Height * Finer,
                CellSize = 1f / Finer,
                DiagonalRule = DiagonalRule.BothFree,
            });
            Grid.SetCells(MakeFiner(map));
            _reachable = isIsland ? FindReachable(map, new GridCell(IslandBridge.X, IslandBridge.Y)) : FindLargest(map);
            _door = isIsland ? IslandGate : DoorIn(_reachable);
            _target = Add("Target", TargetSpeed);
            _target.Arrived += follower => follower.TargetPosition = Grid.GetCellCenter(AnyCell());
            _target.TargetPosition = Grid.GetCellCenter(AnyCell());
            for (int i = 0; i < count; i++)
            {
                PathFollower follower = Add("Follower", FollowerSpeed);
                follower.Target = _target.transform;
                follower.StoppingDistance = 1f;
                follower.Avoidance = avoidance;
                follower.Arrived += arrived => arrived.transform.position = Grid.GetCellCenter(AnyCell());
                Followers.Add(follower);
            }
        }

        /// <summary>The grid has this number of cells along a side for each cell of the file.</summary>
        public int Finer { get; }

        /// <summary>The drawbridge in cells of the file; null without one.</summary>
        public CellRect? Bridge { get; }

        public PathGrid Grid { get; }

        public List<PathFollower> Followers { get; } = new List<PathFollower>();

        public Vector3 TargetPosition => _target.transform.position;

        public bool IsBridgeClosed { get; private set; }

        /// <summary>A frame: the edits, and what Unity would call.</summary>
        public void Advance(double seconds)
        {
            _time += seconds;
            _isDoorClosed = !_isDoorClosed;
            Fill(_door, _isDoorClosed);
            bool isClosed = Bridge.HasValue && _time % BridgePeriod < BridgeClosed;
            if (isClosed != IsBridgeClosed)
            {
                IsBridgeClosed = isClosed;
                Fill(Bridge.Value, isClosed);
            }
            Frames.Advance(seconds);
        }

        public void Dispose()
        {
            Frames.Reset();
            Scene.Clear();
            Grid.Dispose();
        }

        private void Fill(CellRect rect, bool isClosed)
        {
            Grid.FillRect(
                rect.X * Finer,
                rect.Y * Finer,
                rect.Width * Finer,
                rect.Height * Finer,
                isClosed ? CellType.Obstacle : CellType.Walkable);
        }

        private PathFollower Add(string name, float speed)
        {
            GameObject owner = new GameObject(name);
            owner.transform.position = Grid.GetCellCenter(AnyCell());
            PathFollower follower = owner.AddComponent<PathFollower>();
            follower.Grid = Grid;
            follower.Speed = speed;
            return follower;
        }

        private GridCell AnyCell()
        {
            // Numerical Recipes' generator: the same everywhere.
            _random = unchecked(_random * 1664525 + 1013904223);
            return _reachable[(int)(_random >> 8) % _reachable.Count];
        }

        public static int FinerOf(OctileMap map) => Math.Max(map.Width, map.Height) <= SmallMap ? 2 : 1;

        private byte[] MakeFiner(OctileMap map)
        {
            int width = map.Width * Finer;
            byte[] cells = new byte[width * map.Height * Finer];
            for (int i = 0; i < cells.Length; i++)
            {
                cells[i] = map.Cells[map.Index(new GridCell(i % width / Finer, i / width / Finer))];
            }
            return cells;
        }

        /// <summary>The cells of the largest part of a map, over straight steps.</summary>
        private List<GridCell> FindLargest(OctileMap map)
        {
            var largest = new List<GridCell>();
            var isSeen = new bool[Grid.Width * Grid.Height];
            for (int i = 0; i < map.Cells.Length; i++)
            {
                GridCell cell = map.CellAt(i);
                if (map.IsWalkable(cell) && !isSeen[Grid.GetIndex(new GridCell(cell.X * Finer, cell.Y * Finer))])
                {
                    List<GridCell> part = FindReachable(map, cell);
                    part.ForEach(seen => isSeen[Grid.GetIndex(seen)] = true);
                    largest = part.Count > largest.Count ? part : largest;
                }
            }
            return largest;
        }

        /// <summary>A cell in the middle of some, in cells of the file.</summary>
        private CellRect DoorIn(List<GridCell> cells)
        {
            GridCell middle = cells[cells.Count / 2];
            return new CellRect(middle.X / Finer, middle.Y / Finer, 1, 1);
        }

        /// <summary>The cells from which a cell of the file can be reached, over straight steps.</summary>
        private List<GridCell> FindReachable(OctileMap map, GridCell from)
        {
            var found = new List<GridCell> { new GridCell(from.X * Finer, from.Y * Finer) };
            var isFound = new bool[Grid.Width * Grid.Height];
            isFound[Grid.GetIndex(found[0])] = true;
            for (int i = 0; i < found.Count; i++)
            {
                GridCell[] beside =
                {
                    new GridCell(found[i].X + 1, found[i].Y),
                    new GridCell(found[i].X - 1, found[i].Y),
                    new GridCell(found[i].X, found[i].Y + 1),
                    new GridCell(found[i].X, found[i].Y - 1),
                };
                foreach (GridCell cell in beside)
                {
                    bool isOpen = cell.X >= 0 && cell.Y >= 0
                        && map.IsWalkable(new GridCell(cell.X / Finer, cell.Y / Finer));
                    if (isOpen && !isFound[Grid.GetIndex(cell)])
                    {
                        isFound[Grid.GetIndex(cell)] = true;
                        found.Add(cell);
                    }
                }
            }
            return found;
        }
    }
}
