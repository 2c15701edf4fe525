using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Rendering;

namespace GridStar.Editor
{
    /// <summary>
    /// The agents of a grid's crowds as one mesh: a disc for each one, in the color of how it gets on, and a pointer to
    /// where its velocity leads in half a second.
    /// </summary>
    internal sealed class OverlayCrowd
    {
        /// <summary>Corners of a disc.</summary>
        internal const int Corners = 12;

        /// <summary>Vertices of an agent: the middle and the corners of its disc, and its pointer.</summary>
        internal const int VerticesOfAgent = Corners + 1 + 3;

        /// <summary>An agent is stuck once it has hardly moved for this time although it wants to.</summary>
        internal const float StuckSeconds = 1f;

        /// <summary>How far the discs lie above the grid, in cells: above the picture of its cells.</summary>
        private const float Lift = 0.06f;

        private const float PointedSeconds = 0.5f;
        private const HideFlags Own = HideFlags.HideAndDontSave;

        internal static readonly Color32 Standing = new Color32(130, 150, 180, 230);
        internal static readonly Color32 Moving = new Color32(60, 200, 90, 230);
        internal static readonly Color32 Slowed = new Color32(240, 200, 40, 230);
        internal static readonly Color32 Stuck = new Color32(230, 50, 40, 230);
        private static readonly Color32 s_pointer = new Color32(255, 255, 255, 230);

        private readonly List<PathCrowd> _crowds = new List<PathCrowd>();
        private readonly List<SeenAgent> _agents = new List<SeenAgent>();
        private readonly List<Vector3> _vertices = new List<Vector3>();
        private readonly List<Color32> _colors = new List<Color32>();
        private readonly List<int> _triangles = new List<int>();
        private readonly Vector2[] _circle = new Vector2[Corners];
        private VertexColors _inSpace;
        private Mesh _mesh;
        private Material _material;

        internal OverlayCrowd()
        {
            for (int i = 0; i < Corners; i++)
            {
                double angle = 2.0 * System.Math.PI * i / Corners;
                _circle[i] = new Vector2((float)System.Math.Cos(angle), (float)System.Math.Sin(angle));
            }
        }

        /// <summary>The agents that <see cref="Read"/> has found.</summary>
        internal List<SeenAgent> Agents => _agents;

        internal List<Vector3> Vertices => _vertices;

        internal List<Color32> Colors => _colors;

        internal List<int> Triangles => _triangles;

        /// <summary>The color of how an agent gets on.</summary>
        internal static Color32 ColorOf(SeenAgent agent)
        {
            if (agent.WishedSpeed < CrowdSight.LeastWish)
            {
                return Standing;
            }
            if (agent.StuckSeconds >= StuckSeconds)
            {
                return Stuck;
            }
            return agent.Speed < 0.5f * agent.WishedSpeed ? Slowed : Moving;
        }

        /// <summary>Finds the agents of all crowds of a grid, and lays out their mesh.</summary>
        internal void Read(PathGrid grid)
        {
            _agents.Clear();
            LiveObjects.Crowds.CopyTo(_crowds);
            foreach (PathCrowd crowd in _crowds)
            {
                if (ReferenceEquals(crowd.Grid, grid))
                {
                    crowd.Sight.CopyTo(_agents);
                }
            }
            _crowds.Clear();
            _vertices.Clear();
            _colors.Clear();
            _triangles.Clear();
            _inSpace = VertexColors.Now();
            GridFrame frame = new GridFrame(grid);
            // The camera of a 2D scene looks along +z.
            float side = grid.Plane == GridPlane.XZ ? 1f : -1f;
            Vector3 origin = frame.Origin + frame.Normal * (side * Lift * frame.CellSize);
            foreach (SeenAgent agent in _agents)
            {
                Add(frame, origin, agent);
            }
        }

        /// <summary>Draws the mesh, in the view that is being drawn.</summary>
        internal void Draw()
        {
            if (_agents.Count == 0)
            {
                return;
            }
            if (_mesh == null)
            {
                _mesh = new Mesh { hideFlags = Own, indexFormat = IndexFormat.UInt32 };
                _mesh.MarkDynamic();
            }
            if (_material == null)
            {
                Shader shader = Shader.Find("Sprites/Default");
                _material = shader == null ? null : new Material(shader) { hideFlags = Own };
            }
            if (_material == null)
            {
                return;
            }
            _mesh.Clear();
            _mesh.SetVertices(_vertices);
            _mesh.SetColors(_colors);
            _mesh.SetTriangles(_triangles, 0);
            _material.SetPass(0);
            Graphics.DrawMeshNow(_mesh, Matrix4x4.identity);
        }

        internal void Destroy()
        {
            Object.DestroyImmediate(_mesh);
            Object.DestroyImmediate(_material);
            _mesh = null;
            _material = null;
        }

        private void Add(GridFrame frame, Vector3 origin, SeenAgent agent)
        {
            int first = _vertices.Count;
            Vector3 center = origin + frame.InWorld(new Vector2(agent.X, agent.Y));
            Color32 color = _inSpace.Of(ColorOf(agent));
            _vertices.Add(center);
            _colors.Add(color);
            for (int i = 0; i < Corners; i++)
            {
                Vector2 corner = new Vector2(_circle[i].x * agent.Radius, _circle[i].y * agent.Radius);
                _vertices.Add(center + frame.InWorld(corner));
                _colors.Add(color);
                _triangles.Add(first);
                _triangles.Add(first + 1 + (i + 1) % Corners);
                _triangles.Add(first + 1 + i);
            }
            // Without a velocity the pointer has no area.
            float width = agent.Speed > 0f ? 0.25f * agent.Radius / agent.Speed : 0f;
            Vector3 beside = frame.InWorld(new Vector2(-agent.VelocityY * width, agent.VelocityX * width));
            Vector2 way = new Vector2(agent.VelocityX * PointedSeconds, agent.VelocityY * PointedSeconds);
            _vertices.Add(center + beside);
            _vertices.Add(center + frame.InWorld(way));
            _vertices.Add(center - beside);
            for (int i = 0; i < 3; i++)
            {
                _colors.Add(_inSpace.Of(s_pointer));
                _triangles.Add(first + Corners + 1 + i);
            }
        }
    }
}
