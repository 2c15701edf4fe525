using System.Collections.Generic;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>Objects in the area of a grid, by where they lie and how high they rise.</summary>
    internal sealed class GridSurroundings
    {
        /// <summary>Share of the area from which on a collider is the ground.</summary>
        private const float GroundShare = 0.95f;

        /// <summary>Share of a cell below which a collider's height above the grid makes no wall.</summary>
        private const float LeastRise = 0.1f;

        private readonly PathGridComponent _grid;
        private readonly GridFrame _frame;

        internal GridSurroundings(PathGridComponent grid)
        {
            _grid = grid;
            _frame = grid.PlannedFrame();
            foreach (Collider collider in StageObjects.All<Collider>())
            {
                Sort(collider, collider.bounds);
            }
            foreach (Collider2D collider in StageObjects.All<Collider2D>())
            {
                Sort(collider, collider.bounds);
            }
            foreach (MeshRenderer renderer in StageObjects.All<MeshRenderer>())
            {
                bool moves = renderer.GetComponent<PathFollower>() != null;
                bool isBare = renderer.GetComponent<Collider>() == null && !moves;
                if (isBare && Rises(renderer.bounds) && ShareUnder(renderer.bounds) > 0f)
                {
                    Bare.Add(renderer.gameObject);
                }
            }
        }

        /// <summary>Colliders that rise above the grid, but for those of <see cref="PathObstacle"/>s and
        /// followers.</summary>
        internal List<Component> Walls { get; } = new List<Component>();

        /// <summary>Colliders under the whole grid.</summary>
        internal List<Component> Grounds { get; } = new List<Component>();

        /// <summary>Visible objects that rise above the grid and have no collider.</summary>
        internal List<GameObject> Bare { get; } = new List<GameObject>();

        internal int GroundLayers => LayersOf(Grounds);

        internal int WallLayers => LayersOf(Walls);

        private static int LayersOf(List<Component> components)
        {
            int layers = 0;
            foreach (Component component in components)
            {
                layers |= 1 << component.gameObject.layer;
            }
            return layers;
        }

        private void Sort(Component collider, Bounds bounds)
        {
            float share = ShareUnder(bounds);
            bool isGround = share >= GroundShare && Touches(bounds);
            bool moves = collider.GetComponent<PathObstacle>() != null || collider.GetComponent<PathFollower>() != null;
            if (isGround)
            {
                Grounds.Add(collider);
            }
            else if (share > 0f && !moves && (_grid.Plane == GridPlane.XY || Rises(bounds)))
            {
                Walls.Add(collider);
            }
        }

        /// <summary>Whether a scan at the height of the grid would meet it.</summary>
        private bool Touches(Bounds bounds)
        {
            float height = _frame.HeightOf(bounds.center);
            return Mathf.Abs(height) <= _frame.ReachAcross(bounds.size * 0.5f) + _grid.CellSize / 2f;
        }

        private bool Rises(Bounds bounds)
            => _frame.HeightOf(bounds.center) + _frame.ReachAcross(bounds.size * 0.5f) > _grid.CellSize * LeastRise;

        /// <summary>The share of the grid's area under a box.</summary>
        private float ShareUnder(Bounds bounds)
        {
            Vector2 center = _frame.ToCells(bounds.center - _frame.Origin);
            Vector2 reach = _frame.ReachInCells(bounds.size * 0.5f);
            float columns = Overlap(center.x, reach.x, _grid.Width);
            float rows = Overlap(center.y, reach.y, _grid.Height);
            return columns * rows / ((float)_grid.Width * _grid.Height);
        }

        private static float Overlap(float center, float reach, int cells)
            => Mathf.Max(0f, Mathf.Min(center + reach, cells) - Mathf.Max(center - reach, 0f));
    }
}
