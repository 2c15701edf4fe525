using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Standin;

namespace GridStar.Demo
{
    /// <summary>
    /// Followers behind one walking target, in a scene. A door toggles in each frame, and a drawbridge closes for some
    /// seconds. A follower that has arrived begins anew elsewhere.
    /// </summary>
    internal sealed class CrowdScene : IDisposable
    {
        /// <summary>The map has this number of cells along a side for each cell of the file.</summary>
        public const int Finer = 2;

        private const float FollowerSpeed = 3f;
        private const float TargetSpeed = 6f;

        /// <summary>Seconds from one closing of the drawbridge to the next, and how long it stays closed.</summary>
        private const double BridgePeriod = 8.0;
        private const double BridgeClosed = 4.0;

        /// <summary>A gate of the castle and the drawbridge, in cells of the file.</summary>
        public static readonly CellRect Door = new CellRect(157, 139, 1, 3);
        public static readonly CellRect Bridge = new CellRect(129, 149, 2, 3);

        private readonly List<GridCell> _reachable;
        private readonly PathFollower _target;
        private uint _random = 12345;
        private double _time;
        private bool _isDoorClosed;

        public CrowdScene(OctileMap map, int count)
        {
            Frames.Reset();
            Scene.Clear();
            Grid = new PathGrid(new PathGridSettings
            {
                Width = map.Width * Finer,
                Height = map.Height * Finer,
                CellSize = 1f / Finer,
                DiagonalRule = DiagonalRule.BothFree,
            });
            Grid.SetCells(MakeFiner(map));
            _reachable = FindReachable(map);
            _target = Add("Target", TargetSpeed);
            _target.Arrived += follower => follower.TargetPosition = Grid.GetCellCenter(AnyCell());
            _target.TargetPosition = Grid.GetCellCenter(AnyCell());
            for (int i = 0; i < count; i++)
            {
                PathFollower follower = Add("Follower", FollowerSpeed);
                follower.Target = _target.transform;
                follower.StoppingDistance = 1f;
                follower.Arrived += arrived => arrived.transform.position = Grid.GetCellCenter(AnyCell());
                Followers.Add(follower);
            }
        }

        public PathGrid Grid { get; }

        public List<PathFollower> Followers { get; } = new List<PathFollower>();

        public Vector3 TargetPosition => _target.transform.position;

        public bool IsBridgeClosed { get; private set; }

        /// <summary>A frame: the edits, and what Unity would call.</summary>
        public void Advance(double seconds)
        {
            _time += seconds;
            _isDoorClosed = !_isDoorClosed;
            Fill(Door, _isDoorClosed);
            bool isClosed = _time % BridgePeriod < BridgeClosed;
            if (isClosed != IsBridgeClosed)
            {
                IsBridgeClosed = isClosed;
                Fill(Bridge, isClosed);
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

        private static byte[] MakeFiner(OctileMap map)
        {
            int width = map.Width * Finer;
            byte[] cells = new byte[width * map.Height * Finer];
            for (int i = 0; i < cells.Length; i++)
            {
                cells[i] = map.Cells[map.Index(new GridCell(i % width / Finer, i / width / Finer))];
            }
            return cells;
        }

        /// <summary>The cells from which the drawbridge can be reached, over straight steps.</summary>
        private List<GridCell> FindReachable(OctileMap map)
        {
            var found = new List<GridCell> { new GridCell(Bridge.X * Finer, Bridge.Y * Finer) };
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
