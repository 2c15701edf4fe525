using UnityEngine;

namespace GridStar
{
    // Walls between cells as one mesh, with arrows where a side is open in one direction.
    internal sealed partial class CellMeshes
    {
        /// <summary>Thickness and heights of walls as shares of a cell. Over a ledge an arrow is in the way.</summary>
        private const float Thickness = 0.08f;
        private const float WallHeight = 0.5f;
        private const float LedgeHeight = 0.1f;

        /// <summary>Half the length of an arrow, and of its base.</summary>
        private const float Arrow = 0.2f;

        private Mesh _wallMesh;

        /// <summary>Whether there are walls to draw.</summary>
        internal bool HasWalls { get; private set; }

        /// <summary>Draws the walls in the gizmos' color.</summary>
        /// <param name="origin">The lowest corner of cell (0, 0).</param>
        internal void DrawWalls(Vector3 origin) => Gizmos.DrawMesh(_wallMesh, origin);

        /// <summary>Replaces the mesh of walls.</summary>
        /// <param name="passages">The plane of passages, row by row; null for no walls.</param>
        internal void BuildWalls(byte[] passages, int width, int height, GridFrame frame)
        {
            _vertices.Clear();
            _normals.Clear();
            _triangles.Clear();
            for (int i = 0; passages != null && i < width * height; i++)
            {
                for (int number = 0; passages[i] != 0 && number < CellSide.CountOf(frame.Layout); number++)
                {
                    CellSide side = CellSide.Of(frame.Layout, new GridCell(i % width, i / width), number);
                    AddWall(frame, side, side.Get(passages[i]));
                }
            }
            HasWalls = _vertices.Count > 0;
            if (HasWalls)
            {
                _wallMesh = _wallMesh == null ? NewMesh() : _wallMesh;
                FillMesh(_wallMesh);
            }
        }

        private void AddWall(GridFrame frame, CellSide side, Passage passage)
        {
            if (passage == Passage.Open)
            {
                return;
            }
            frame.Layout.SideBetween(side.Owner, side.Other, out Vector2 start, out Vector2 end);
            Vector3 center = frame.CenterOf(side.Owner.X, side.Owner.Y) - frame.Origin;
            Vector3 middle = center + frame.InWorld((start + end) / 2f);
            Vector3 along = frame.InWorld((end - start) / 2f);
            Vector3 across = frame.Normal * frame.CellSize;
            Vector3 beside = Vector3.Cross(along, frame.Normal);
            beside *= Thickness / 2f * frame.CellSize / beside.magnitude;
            float height = passage == Passage.Wall ? WallHeight : LedgeHeight;
            AddSides(middle, along, beside, across * (height / 2f));
            if (passage != Passage.Wall)
            {
                Vector3 way = frame.WayBetween(side.Owner, side.Other);
                way *= (passage == Passage.OneWay ? Arrow : -Arrow) * frame.CellSize / way.magnitude;
                AddArrow(middle + across * LedgeHeight, way, beside * (2f * Arrow / Thickness), frame.Normal);
            }
        }

        /// <summary>Adds a triangle that is seen from both sides.</summary>
        private void AddArrow(Vector3 middle, Vector3 way, Vector3 beside, Vector3 normal)
        {
            Vector3 along = Vector3.Cross(way, normal);
            along *= beside.magnitude / along.magnitude;
            Vector3[] corners = { middle + way, middle - way + along, middle - way - along };
            for (int face = 0; face < 2; face++)
            {
                int first = _vertices.Count;
                for (int i = 0; i < 3; i++)
                {
                    _vertices.Add(corners[i]);
                    _normals.Add(face == 0 ? normal : normal * -1f);
                }
                AddTriangle(first, first + 1 + face, first + 2 - face);
            }
        }
    }
}
