using System.Collections.Generic;
using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// A crowd that runs to wherever you click. A wall has a gap, and a gate that closes from time to time. Add this
    /// component to an empty object, or take GameObject > GridStar > Sample: crowd, and press Play.
    /// </summary>
    /// <remarks>
    /// All walkers share the grid's <see cref="PathGrid.Scheduler"/>, which spreads their searches over frames. A
    /// walker that the gate has stopped waits before it until its new path comes.
    /// </remarks>
    public class CrowdSample : MonoBehaviour
    {
        private const int Width = 48;
        private const int Height = 28;
        private const int WallX = 24;
        private const int GateY = 20;
        private const int GapY = 4;
        private const int GateHeight = 3;

        private static readonly Color GroundColor = new Color(0.85f, 0.87f, 0.9f, 1f);
        private static readonly Color WallColor = new Color(0.3f, 0.34f, 0.42f, 1f);
        private static readonly Color GateColor = new Color(0.75f, 0.3f, 0.25f, 1f);

        public int count = 200;

        /// <summary>For how many seconds the gate is closed. Then it is open for twice as long.</summary>
        public float secondsClosed = 4f;

        public int seed = 1;

        private readonly List<PathFollower> _walkers = new List<PathFollower>();
        private SampleStage _stage;
        private Transform _target;
        private SpriteRenderer _gate;
        private float _untilGate;
        private bool _isOpen;

        public PathGrid Grid { get; private set; }

        public IList<PathFollower> Walkers => _walkers;

        /// <summary>Where all walkers go.</summary>
        public Transform Target => _target;

#if UNITY_EDITOR
        [UnityEditor.MenuItem("GameObject/GridStar/Sample: crowd")]
        private static void Create() => new GameObject("Crowd").AddComponent<CrowdSample>();
#endif

        private void Start()
        {
            Vector3 origin = transform.position;
            Grid = new PathGrid(new PathGridSettings
            {
                Width = Width,
                Height = Height,
                Plane = GridPlane.XY,
                OriginX = origin.x,
                OriginY = origin.y,
                OriginZ = origin.z,
            });
            _stage = new SampleStage(transform, false);
            Vector3 center = origin + new Vector3(Width / 2f, Height / 2f, 0f);
            Stretch(_stage.AddSquare("Ground", center, 1f, GroundColor), Width, Height);
            _stage.AimCamera(center, Width, Height);
            MakeWall();
            TurnGate();
            _target = _stage.AddSquare("Target", CenterOf(Width - 4, Height / 2), 1f, Color.red, 2).transform;
            System.Random random = new System.Random(seed);
            for (int i = 0; i < count; i++)
            {
                AddWalker(CenterOf(random.Next(WallX - 2), random.Next(Height)), 2f + 2f * (float)random.NextDouble());
            }
        }

        private void Update()
        {
            if (SamplePointer.IsPressed && Grid.TryGetCellAt(SamplePointer.Position, out GridCell cell)
                && Grid.GetCell(cell) == CellType.Walkable)
            {
                _target.position = Grid.GetCellCenter(cell);
            }
            _untilGate -= Time.deltaTime;
            if (_untilGate <= 0f)
            {
                TurnGate();
            }
        }

        private void OnDestroy()
        {
            if (Grid != null)
            {
                Grid.Dispose();
            }
        }

        private void MakeWall()
        {
            Grid.FillRect(WallX, 0, 1, Height, CellType.Obstacle);
            Vector3 center = Grid.GetCellCenter(new GridCell(WallX, Height / 2)) - new Vector3(0f, 0.5f, 0f);
            Stretch(_stage.AddSquare("Wall", center, 1f, WallColor, 1), 1f, Height);
            Grid.FillRect(WallX, GapY, 1, GateHeight, CellType.Walkable);
            Stretch(_stage.AddSquare("Gap", CenterOf(WallX, GapY + 1), 1f, GroundColor, 2), 1f, GateHeight);
            _gate = _stage.AddSquare("Gate", CenterOf(WallX, GateY + 1), 1f, GateColor, 2);
            Stretch(_gate, 1f, GateHeight);
        }

        /// <summary>Opens or closes the gate, in one edit. The walkers watch edits by themselves.</summary>
        private void TurnGate()
        {
            _isOpen = !_isOpen;
            // Walkers on their way to the gap have time to come back, so that none runs to and fro for ever.
            _untilGate = (_isOpen ? 2f : 1f) * secondsClosed;
            Grid.FillRect(WallX, GateY, 1, GateHeight, _isOpen ? CellType.Walkable : CellType.Obstacle);
            _gate.color = _isOpen ? GroundColor : GateColor;
        }

        private void AddWalker(Vector3 position, float speed)
        {
            Color color = Color.black;
            PathFollower walker =
                _stage.AddSquare("Walker", position, 0.4f, color, 3).gameObject.AddComponent<PathFollower>();
            walker.Grid = Grid;
            walker.Target = _target;
            walker.Speed = speed;
            walker.StoppingDistance = 1.5f;
            _walkers.Add(walker);
        }

        private Vector3 CenterOf(int x, int y) => Grid.GetCellCenter(new GridCell(x, y));

        private static void Stretch(SpriteRenderer square, float width, float height)
            => square.transform.localScale = new Vector3(width, height, 1f);
    }
}
