using UnityEngine;
using UnityEngine.Rendering;

namespace GridStar
{
    /// <summary>
    /// Draws the costs of a field as one rectangle with a texture, a pixel a cell; over hexagons, as one hexagon for
    /// each cell, with the same texture. Its own object sits at the world's origin, so that the picture lies on the
    /// grid however the component's object is turned.
    /// </summary>
    internal sealed class FieldPicture
    {
        /// <summary>Number of different colors.</summary>
        private const int Shades = 256;

        /// <summary>How far walls lie above the costs, in cells.</summary>
        private const float WallLift = 0.01f;

        private static readonly Color32 WallColor = new Color32(30, 30, 30, 255);

        private readonly WallPicture _walls;
        private readonly Material _wallMaterial;

        private readonly GameObject _object;
        private readonly Mesh _mesh;
        private readonly Material _material;
        private static readonly Vector2[] WholeTexture =
        {
            new Vector2(0f, 0f), new Vector2(0f, 1f), new Vector2(1f, 1f), new Vector2(1f, 0f),
        };

        private readonly Vector3[] _corners = new Vector3[4];

        /// <summary>Corners of all hexagons, and what they show.</summary>
        private Vector3[] _points = new Vector3[0];
        private CellRect _pointsArea;
        private bool _hasHexagons;
        private bool _hasWarned;
        private readonly Color32[] _shades = new Color32[Shades];
        private double[] _costs = new double[0];
        private Color32[] _pixels = new Color32[0];
        private byte[] _types = new byte[0];
        private readonly bool[] _isBlocked = new bool[256];

        /// <summary>A null material means one that every render pipeline with sprites draws.</summary>
        internal FieldPicture(Material material, int layer)
        {
            _object = new GameObject("Field picture");
            // The object is made only in play mode and ends with it, even if scripts were compiled meanwhile.
            _object.hideFlags = HideFlags.HideInHierarchy;
            _object.layer = layer;
            _mesh = new Mesh { vertices = _corners };
            _mesh.indexFormat = IndexFormat.UInt32;
            MakeRectangle();
            _mesh.MarkDynamic();
            _object.AddComponent<MeshFilter>().sharedMesh = _mesh;
            _material = Copy(material);
            _object.AddComponent<MeshRenderer>().sharedMaterial = _material;
            // Without the texture of the costs.
            _wallMaterial = Copy(material);
            _walls = new WallPicture(_wallMaterial, layer);
        }

        internal Texture2D Texture { get; private set; }

        internal bool IsShown { get; private set; }

        /// <summary>Whether the object still exists. Loading a scene destroys it.</summary>
        internal bool IsThere => _object != null;

        internal void Hide()
        {
            IsShown = false;
            _walls.Show(false);
            if (IsThere)
            {
                _object.SetActive(false);
            }
        }

        internal void Destroy()
        {
            IsShown = false;
            if (IsThere)
            {
                Object.Destroy(_object);
            }
            Object.Destroy(_mesh);
            Object.Destroy(Texture);
            Object.Destroy(_material);
            _walls.Destroy();
            Object.Destroy(_wallMaterial);
        }

        /// <summary>Shows the costs of a field's whole area.</summary>
        internal void Draw(PathField field, Color near, Color far, float farCost, float lift)
        {
            CellRect area = field.Area;
            int count = area.Width * area.Height;
            if (count == 0 || IsTooLarge(area))
            {
                Hide();
                return;
            }
            TakeSize(area);
            field.GetCosts(area, _costs);
            ForgetBlocked(field, area, count);
            double most = farCost > 0f ? farCost : MostOf(count);
            for (int i = 0; i < Shades; i++)
            {
                _shades[i] = Between(near, far, i / (Shades - 1f));
            }
            double scale = most > 0.0 ? (Shades - 1) / most : 0.0;
            Color32 none = default(Color32);
            for (int i = 0; i < count; i++)
            {
                double cost = _costs[i];
                _pixels[i] = double.IsInfinity(cost) ? none : ShadeOf(cost * scale);
            }
            Texture.SetPixels32(_pixels);
            Texture.Apply(false);
            Place(field.Grid, area, lift);
            DrawWalls(field.Grid, area, lift);
            _object.SetActive(true);
            IsShown = true;
        }

        private void DrawWalls(PathGrid grid, CellRect area, float lift)
        {
            if (grid.IsDisposed)
            {
                _walls.Show(false);
                return;
            }
            _walls.Draw(grid, area, VertexColors.Now().Of(WallColor), (lift + WallLift) * grid.CellSize);
        }

        /// <summary>Whether the graphics card has no texture of the area's size. Warns once.</summary>
        private bool IsTooLarge(CellRect area)
        {
            int most = SystemInfo.maxTextureSize;
            if (System.Math.Max(area.Width, area.Height) <= most)
            {
                return false;
            }
            if (!_hasWarned)
            {
                _hasWarned = true;
                Debug.LogWarning(
                    "GridStar: PathFieldView can't show a field of " + area.Width + " x " + area.Height
                        + " cells: this device's textures have at most " + most + " x " + most + " pixels.");
            }
            return true;
        }

        private static Color32 Between(Color near, Color far, float share) => new Color32(
            Between(near.r, far.r, share),
            Between(near.g, far.g, share),
            Between(near.b, far.b, share),
            Between(near.a, far.a, share));

        private static byte Between(float near, float far, float share)
            => (byte)(255f * Mathf.Min(1f, Mathf.Max(0f, near + (far - near) * share)) + 0.5f);

        /// <summary>A path may leave a blocked cell, which has a cost then. The cell is shown as a wall.</summary>
        private void ForgetBlocked(PathField field, CellRect area, int count)
        {
            if (field.Grid.IsDisposed)
            {
                return;
            }
            TraversalProfile profile = field.Query.Profile;
            for (int type = 0; type < _isBlocked.Length; type++)
            {
                bool isObstacle = type == (int)CellType.Obstacle;
                _isBlocked[type] = profile == null ? isObstacle : profile.IsBlocked((CellType)type);
            }
            field.Grid.GetRect(area.X, area.Y, area.Width, area.Height, _types);
            for (int i = 0; i < count; i++)
            {
                if (_isBlocked[_types[i]])
                {
                    _costs[i] = double.PositiveInfinity;
                }
            }
            // A field that leaves one cover out has the costs under it.
            if (field.Query.Without == null)
            {
                ForgetCovered(field, area, count);
            }
        }

        private void ForgetCovered(PathField field, CellRect area, int count)
        {
            byte[] covers = _types;
            field.Grid.GetCovers(area.X, area.Y, area.Width, area.Height, covers);
            for (int i = 0; i < count; i++)
            {
                if (covers[i] > 0)
                {
                    _costs[i] = double.PositiveInfinity;
                }
            }
        }

        private Color32 ShadeOf(double shade) => _shades[(int)(System.Math.Min(shade, Shades - 1) + 0.5)];

        private double MostOf(int count)
        {
            double most = 0.0;
            for (int i = 0; i < count; i++)
            {
                most = _costs[i] > most && !double.IsInfinity(_costs[i]) ? _costs[i] : most;
            }
            return most;
        }

        /// <summary>Makes a texture of the area's size, unless there is one.</summary>
        private void TakeSize(CellRect area)
        {
            if (Texture != null && Texture.width == area.Width && Texture.height == area.Height)
            {
                return;
            }
            Object.Destroy(Texture);
            Texture = new Texture2D(area.Width, area.Height, TextureFormat.RGBA32, false)
            {
                filterMode = FilterMode.Point,
                wrapMode = TextureWrapMode.Clamp,
            };
            _costs = new double[area.Width * area.Height];
            _pixels = new Color32[_costs.Length];
            _types = new byte[_costs.Length];
            if (_material != null)
            {
                _material.mainTexture = Texture;
            }
        }

        private void MakeRectangle()
        {
            _mesh.Clear();
            _mesh.vertices = _corners;
            _mesh.uv = WholeTexture;
            _mesh.triangles = new[] { 0, 1, 2, 0, 2, 3 };
            _hasHexagons = false;
        }

        /// <summary>Makes a hexagon for each cell, unless there is one. All its corners show its pixel.</summary>
        private void MakeHexagons(CellRect area)
        {
            bool isSame = _hasHexagons && _pointsArea.Width == area.Width && _pointsArea.Height == area.Height;
            if (isSame)
            {
                return;
            }
            int count = area.Width * area.Height;
            Vector2[] pixels = new Vector2[6 * count];
            int[] triangles = new int[12 * count];
            for (int i = 0; i < pixels.Length; i++)
            {
                int cell = i / 6;
                pixels[i] = new Vector2(
                    (cell % area.Width + 0.5f) / area.Width, (cell / area.Width + 0.5f) / area.Height);
            }
            for (int i = 0; i < 4 * count; i++)
            {
                int first = i / 4 * 6;
                triangles[3 * i] = first;
                triangles[3 * i + 1] = first + i % 4 + 1;
                triangles[3 * i + 2] = first + i % 4 + 2;
            }
            _points = new Vector3[6 * count];
            _mesh.Clear();
            _mesh.vertices = _points;
            _mesh.uv = pixels;
            _mesh.triangles = triangles;
            _pointsArea = area;
            _hasHexagons = true;
        }

        private void PlaceHexagons(GridFrame frame, CellRect area, Vector3 above)
        {
            MakeHexagons(area);
            Vector2[] shape = frame.Layout.CornersOf();
            for (int i = 0; i < _points.Length; i++)
            {
                int cell = i / 6;
                Vector3 center = frame.CenterOf(area.X + cell % area.Width, area.Y + cell / area.Width);
                _points[i] = center + above + frame.InWorld(shape[i % 6]);
            }
            _mesh.vertices = _points;
            _mesh.RecalculateBounds();
        }

        private void Place(PathGrid grid, CellRect area, float lift)
        {
            GridFrame frame = new GridFrame(grid);
            Vector3 above = frame.Normal * (grid.Plane == GridPlane.XZ ? lift : -lift) * grid.CellSize;
            if (grid.Layout != CellLayout.Square)
            {
                PlaceHexagons(frame, area, above);
                return;
            }
            if (_hasHexagons)
            {
                MakeRectangle();
            }
            Vector3 right = frame.Column;
            Vector3 up = frame.Row;
            Vector3 corner = frame.Origin + above + right * area.X + up * area.Y;
            _corners[0] = corner;
            _corners[1] = corner + up * area.Height;
            _corners[2] = _corners[1] + right * area.Width;
            _corners[3] = corner + right * area.Width;
            _mesh.vertices = _corners;
            _mesh.RecalculateBounds();
        }

        private static Material Copy(Material material)
        {
            if (material != null)
            {
                return new Material(material);
            }
            Shader shader = Shader.Find("Sprites/Default");
            if (shader == null)
            {
                Debug.LogWarning("PathFieldView: the shader Sprites/Default is not in this build. Assign a Material.");
                return null;
            }
            return new Material(shader);
        }
    }
}
