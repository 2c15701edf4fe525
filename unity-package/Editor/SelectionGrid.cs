using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Tilemaps;

namespace GridStar.Editor
{
    /// <summary>The grid that fits some objects: its plane, its place, its cells, its walls' layers.</summary>
    internal sealed class SelectionGrid
    {
        /// <summary>Cells along the longer side: cells of 1 unit are doubled or halved until their number lies
        /// between.</summary>
        private const int FewestCells = 8;
        private const int MostCells = 512;

        /// <summary>A side may be longer than its cells by this share of a cell: rounding of bounds.</summary>
        private const float Slack = 0.001f;

        private readonly List<Part> _parts = new List<Part>();

        private struct Part
        {
            internal Bounds Bounds;
            internal int Layer;
            internal bool HasCollider;
        }

        internal GridPlane Plane { get; private set; }

        /// <summary>The lowest corner of cell (0, 0).</summary>
        internal Vector3 Origin { get; private set; }

        internal float CellSize { get; private set; } = 1f;

        internal int Width { get; private set; }

        internal int Height { get; private set; }

        /// <summary>The layers of colliders beside that of the ground.</summary>
        internal int ObstacleLayers { get; private set; }

        /// <summary>
        /// Measures objects with their children. Null if none of them has a size. The largest one is the ground: the
        /// grid lies on its upper side.
        /// </summary>
        internal static SelectionGrid Of(IEnumerable<GameObject> objects)
        {
            // Physics learns of moved colliders in its steps, which edit mode has not.
            Physics.SyncTransforms();
            Physics2D.SyncTransforms();
            SelectionGrid grid = new SelectionGrid();
            bool is2D = false;
            bool is3D = false;
            foreach (GameObject selected in objects)
            {
                foreach (Renderer renderer in selected.GetComponentsInChildren<Renderer>(false))
                {
                    bool isFlat = renderer is SpriteRenderer || renderer is TilemapRenderer;
                    is2D |= isFlat;
                    is3D |= renderer is MeshRenderer;
                    grid.Add(renderer, renderer.bounds, false);
                }
                foreach (Collider collider in selected.GetComponentsInChildren<Collider>(false))
                {
                    is3D = true;
                    grid.Add(collider, collider.bounds, true);
                }
                foreach (Collider2D collider in selected.GetComponentsInChildren<Collider2D>(false))
                {
                    is2D = true;
                    grid.Add(collider, collider.bounds, true);
                }
            }
            grid.Plane = is2D && !is3D ? GridPlane.XY : GridPlane.XZ;
            return grid.Measure() ? grid : null;
        }

        private void Add(Component component, Bounds bounds, bool hasCollider)
        {
            if (bounds.size.sqrMagnitude > 0f)
            {
                int layer = component.gameObject.layer;
                _parts.Add(new Part { Bounds = bounds, Layer = layer, HasCollider = hasCollider });
            }
        }

        private bool Measure()
        {
            if (_parts.Count == 0)
            {
                return false;
            }
            Bounds all = _parts[0].Bounds;
            Part ground = _parts[0];
            foreach (Part part in _parts)
            {
                all.Encapsulate(part.Bounds);
                ground = AreaOf(part) > AreaOf(ground) ? part : ground;
            }
            bool isXZ = Plane == GridPlane.XZ;
            float across = isXZ ? ground.Bounds.max.y : ground.Bounds.center.z;
            Origin = isXZ ? new Vector3(all.min.x, across, all.min.z) : new Vector3(all.min.x, all.min.y, across);
            float width = all.size.x;
            float height = isXZ ? all.size.z : all.size.y;
            ChooseCells(width, height);
            foreach (Part part in _parts)
            {
                if (part.HasCollider && part.Layer != ground.Layer)
                {
                    ObstacleLayers |= 1 << part.Layer;
                }
            }
            return true;
        }

        private float AreaOf(Part part)
            => part.Bounds.size.x * (Plane == GridPlane.XZ ? part.Bounds.size.z : part.Bounds.size.y);

        private void ChooseCells(float width, float height)
        {
            float longer = Mathf.Max(width, height);
            while (longer > 0f && longer / CellSize > MostCells + Slack)
            {
                CellSize *= 2f;
            }
            while (longer > 0f && longer / CellSize < FewestCells - Slack && CellSize > 0.01f)
            {
                CellSize /= 2f;
            }
            Width = CellsAlong(width);
            Height = CellsAlong(height);
        }

        private int CellsAlong(float side) => Math.Max(1, (int)Math.Ceiling(side / CellSize - Slack));
    }
}
