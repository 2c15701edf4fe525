using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Walls between cells as flat strips in one color, with an arrow where a side is open in one direction only. For
    /// shaders that show both faces, as those of sprites do.
    /// </summary>
    internal sealed class WallMesh
    {
        // As shares of a cell.
        private const float Thickness = 0.1f;
        private const float ThinThickness = 0.04f;
        private const float ArrowLength = 0.36f;
        private const float ArrowWidth = 0.36f;

        private readonly List<Vector3> _vertices = new List<Vector3>();
        private readonly List<Color32> _colors = new List<Color32>();
        private readonly List<int> _triangles = new List<int>();
        private byte[] _passages = new byte[0];

        /// <summary>Makes the walls of an area. Returns whether there are any.</summary>
        /// <param name="lift">How far above the grid, in world units along its normal.</param>
        internal bool Build(PathGrid grid, CellRect area, float lift)
        {
            _vertices.Clear();
            _triangles.Clear();
            int count = area.Count();
            if (_passages.Length < count)
            {
                _passages = new byte[count];
            }
            grid.GetPassages(area.X, area.Y, area.Width, area.Height, _passages);
            GridFrame frame = new GridFrame(grid);
            Vector3 above = frame.Normal * (grid.Plane == GridPlane.XZ ? lift : -lift);
            for (int i = 0; i < count; i++)
            {
                for (int number = 0; _passages[i] != 0 && number < CellSide.CountOf(frame.Layout); number++)
                {
                    GridCell owner = new GridCell(area.X + i % area.Width, area.Y + i / area.Width);
                    CellSide side = CellSide.Of(frame.Layout, owner, number);
                    Add(frame, side, side.Get(_passages[i]), above);
                }
            }
            return _vertices.Count > 0;
        }

        /// <summary>Replaces a mesh by what was made.</summary>
        internal void WriteTo(Mesh mesh, Color32 color)
        {
            _colors.Clear();
            for (int i = 0; i < _vertices.Count; i++)
            {
                _colors.Add(color);
            }
            mesh.Clear();
            mesh.SetVertices(_vertices);
            mesh.SetColors(_colors);
            mesh.SetTriangles(_triangles, 0);
            mesh.RecalculateBounds();
        }

        private void Add(GridFrame frame, CellSide side, Passage passage, Vector3 above)
        {
            if (passage == Passage.Open)
            {
                return;
            }
            frame.Layout.SideBetween(side.Owner, side.Other, out Vector2 start, out Vector2 end);
            Vector3 center = frame.CenterOf(side.Owner.X, side.Owner.Y) + above;
            Vector3 middle = center + frame.InWorld((start + end) / 2f);
            Vector3 half = frame.InWorld((end - start) / 2f);
            Vector3 beside = Vector3.Cross(half, frame.Normal);
            beside *= frame.CellSize / beside.magnitude;
            Vector3 thick = beside * ((passage == Passage.Wall ? Thickness : ThinThickness) / 2f);
            int first = _vertices.Count;
            _vertices.Add(middle - half - thick);
            _vertices.Add(middle - half + thick);
            _vertices.Add(middle + half + thick);
            _vertices.Add(middle + half - thick);
            AddTriangle(first, first + 1, first + 2);
            AddTriangle(first, first + 2, first + 3);
            if (passage == Passage.Wall)
            {
                return;
            }
            Vector3 way = frame.WayBetween(side.Owner, side.Other);
            way *= (passage == Passage.OneWay ? ArrowLength : -ArrowLength) / 2f * frame.CellSize / way.magnitude;
            Vector3 wide = half * (ArrowWidth / 2f * frame.CellSize / half.magnitude);
            _vertices.Add(middle - way - wide);
            _vertices.Add(middle + way);
            _vertices.Add(middle - way + wide);
            AddTriangle(first + 4, first + 5, first + 6);
        }

        private void AddTriangle(int a, int b, int c)
        {
            _triangles.Add(a);
            _triangles.Add(b);
            _triangles.Add(c);
        }
    }
}
