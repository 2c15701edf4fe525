using System.Collections.Generic;
using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// A market on a square before a gate. Two streams of walkers go through the gate and between the stalls without
    /// running into each other. Add this component to an empty object, or take GameObject > GridStar > Sample: market,
    /// and press Play.
    /// </summary>
    /// <remarks>
    /// All it takes is <see cref="PathFollower.Avoidance"/>: see <see cref="AddWalker"/>. The gate lets one side
    /// through at a time. Give <see cref="ground"/> a grid of your own, and the streams cross your map.
    /// </remarks>
    public class MarketSample : MonoBehaviour
    {
        private const int Width = 40;
        private const int Height = 25;
        private const int WallX = 16;

        /// <summary>Walkers come from this number of columns on each side, and go there.</summary>
        private const int SideColumns = 3;

        private static readonly Color GroundColor = new Color(0.87f, 0.84f, 0.78f, 1f);
        private static readonly Color WallColor = new Color(0.42f, 0.36f, 0.3f, 1f);
        private static readonly Color StallColor = new Color(0.8f, 0.55f, 0.25f, 1f);

        public int count = 60;

        /// <summary>Cells of the gate: 1 or 2.</summary>
        public int gateWidth = 2;

        public float speed = 2f;
        public int seed = 1;

        /// <summary>A map of your own to walk on. None: the sample builds its market.</summary>
        public PathGridComponent ground;

        private readonly List<PathFollower> _walkers = new List<PathFollower>();
        private readonly List<GridCell>[] _sides = { new List<GridCell>(), new List<GridCell>() };
        private System.Random _random;
        private PathGrid _own;
        private SampleStage _stage;

        public PathGrid Grid => ground != null ? ground.Grid : _own;

        public IList<PathFollower> Walkers => _walkers;

        /// <summary>How often a walker has come to the other side.</summary>
        public int Crossings { get; private set; }

#if UNITY_EDITOR
        [UnityEditor.MenuItem("GameObject/GridStar/Sample: market")]
        private static void Create() => new GameObject("Market").AddComponent<MarketSample>();
#endif

        private void Start()
        {
            _random = new System.Random(seed);
            bool isFlat = ground != null && ground.Grid.Plane == GridPlane.XZ;
            _stage = new SampleStage(transform, isFlat);
            if (ground == null)
            {
                BuildMarket();
            }
            if (Grid.Layout != CellLayout.Square)
            {
                Debug.LogError("The market needs a grid of squares: followers on hexagons don't keep apart.", this);
                return;
            }
            CollectSide(_sides[0], 0, 1);
            CollectSide(_sides[1], Grid.Width - 1, -1);
            if (_sides[0].Count == 0)
            {
                Debug.LogError("Every cell of the grid is an obstacle: nobody can walk there.", this);
                return;
            }
            for (int i = 0; i < count; i++)
            {
                AddWalker(i % 2);
            }
        }

        private void OnDestroy()
        {
            if (_own != null)
            {
                _own.Dispose();
            }
        }

        private void BuildMarket()
        {
            Vector3 origin = transform.position;
            _own = new PathGrid(new PathGridSettings
            {
                Width = Width,
                Height = Height,
                Plane = GridPlane.XY,
                DiagonalRule = DiagonalRule.BothFree,
                OriginX = origin.x,
                OriginY = origin.y,
                OriginZ = origin.z,
            });
            Vector3 center = origin + new Vector3(Width / 2f, Height / 2f, 0f);
            Stretch(_stage.AddSquare("Ground", center, 1f, GroundColor), Width, Height);
            _stage.AimCamera(center, Width, Height);
            int gateY = Height / 2;
            Block(new CellRect(WallX, 0, 1, gateY), "Wall", WallColor);
            Block(new CellRect(WallX, gateY + gateWidth, 1, Height - gateY - gateWidth), "Wall", WallColor);
            for (int x = WallX + 5; x < Width - 6; x += 5)
            {
                for (int y = 3; y < Height - 3; y += 4)
                {
                    Block(new CellRect(x, y, 3, 1), "Stall", StallColor);
                }
            }
        }

        private void Block(CellRect rect, string what, Color color)
        {
            _own.FillRect(rect.X, rect.Y, rect.Width, rect.Height, CellType.Obstacle);
            Vector3 corner = _own.GetCellCorner(new GridCell(rect.X, rect.Y));
            Vector3 center = corner + new Vector3(rect.Width / 2f, rect.Height / 2f, 0f);
            Stretch(_stage.AddSquare(what, center, 1f, color, 1), rect.Width, rect.Height);
        }

        /// <summary>Collects the cells without obstacle of the first columns that have some.</summary>
        private void CollectSide(List<GridCell> side, int x, int step)
        {
            int columns = 0;
            for (; Grid.Contains(new GridCell(x, 0)) && columns < SideColumns; x += step)
            {
                int before = side.Count;
                for (int y = 0; y < Grid.Height; y++)
                {
                    if (Grid.GetCell(x, y) != CellType.Obstacle)
                    {
                        side.Add(new GridCell(x, y));
                    }
                }
                columns += side.Count > before ? 1 : 0;
            }
        }

        private void AddWalker(int from)
        {
            float side = Grid.CellSize;
            Color color = from == 0 ? new Color(0.15f, 0.35f, 0.75f, 1f) : new Color(0.75f, 0.2f, 0.25f, 1f);
            Vector3 position = AnyPlace(from);
            PathFollower walker =
                _stage.AddSquare("Walker", position, 0.5f * side, color, 3).gameObject.AddComponent<PathFollower>();
            if (ground != null)
            {
                walker.GridSource = ground;
            }
            else
            {
                walker.Grid = _own;
            }
            walker.Speed = speed * side;
            walker.StoppingDistance = 0.5f * side;
            walker.Avoidance = true;
            int to = 1 - from;
            walker.TargetPosition = AnyPlace(to);
            walker.Arrived += arrived =>
            {
                Crossings++;
                to = 1 - to;
                arrived.TargetPosition = AnyPlace(to);
            };
            _walkers.Add(walker);
        }

        private Vector3 AnyPlace(int side) => Grid.GetCellCenter(_sides[side][_random.Next(_sides[side].Count)]);

        private static void Stretch(SpriteRenderer square, float width, float height)
            => square.transform.localScale = new Vector3(width, height, 1f);
    }
}
