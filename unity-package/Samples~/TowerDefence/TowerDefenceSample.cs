using System.Collections.Generic;
using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// A tower defence with 1,000 attackers. Add this component to an empty object, or take GameObject > GridStar >
    /// Sample: tower defence, and press Play. A click builds a tower, unless it would shut the attackers off from the
    /// gate. Towers shoot the nearest attacker in range.
    /// </summary>
    /// <remarks>
    /// One <see cref="PathField"/> leads all attackers: one call gives the velocities of all of them. A tower is an
    /// edit of the grid, after which the field is brought up to date. Attackers walk fast over roads, which cost half.
    /// </remarks>
    public class TowerDefenceSample : MonoBehaviour
    {
        private const CellType Mud = (CellType)2;
        private const CellType Road = (CellType)3;

        private static readonly Color GroundColor = new Color(0.62f, 0.72f, 0.5f, 1f);
        private static readonly Color RockColor = new Color(0.35f, 0.36f, 0.4f, 1f);
        private static readonly Color MudColor = new Color(0.5f, 0.4f, 0.28f, 1f);
        private static readonly Color RoadColor = new Color(0.85f, 0.8f, 0.65f, 1f);
        private static readonly Color TowerColor = new Color(0.2f, 0.35f, 0.75f, 1f);
        private static readonly Color AttackerColor = new Color(0.7f, 0.15f, 0.15f, 1f);

        /// <summary>
        /// The map, its upper row first: a where attackers start, g the gate, # rock, m mud, r road. Other maps work
        /// too.
        /// </summary>
        [TextArea(8, 30)]
        public string level =
            "....................................\n" +
            ".....##..............mmm............\n" +
            ".....##.....##......mmmmm....##.....\n" +
            "............##.......mmm.....##.....\n" +
            "a...................................\n" +
            "arrrrrrrrr...........##.............\n" +
            "a........r...........##.............\n" +
            ".........r..##......................\n" +
            "....mm...r..##............rrrrrrrrrg\n" +
            "....mmm..rrrrrrrrrrrrrrrrrr........g\n" +
            ".....mm.........##.................g\n" +
            "................##....mm............\n" +
            "..##.................mmmm....##.....\n" +
            "..##......mm..........mm.....##.....\n" +
            "..........mmm.......................\n" +
            "....................................\n";

        /// <summary>In which plane the map lies, from this object's position on.</summary>
        public GridPlane plane = GridPlane.XY;

        public int count = 1000;

        /// <summary>How many attackers come in a second.</summary>
        public float perSecond = 40f;

        public float speed = 2.5f;

        /// <summary>Hits that an attacker survives, and one more.</summary>
        public int health = 2;

        public int gold = 200;
        public int towerPrice = 20;
        public float towerRange = 4f;
        public float secondsPerShot = 0.1f;
        public int seed = 1;

        private readonly List<GridCell> _towers = new List<GridCell>();
        private readonly List<float> _untilShot = new List<float>();
        private readonly List<GridCell> _spawns = new List<GridCell>();
        private readonly List<GridCell> _gates = new List<GridCell>();
        private GridCell[] _goals;
        private TraversalProfile _profile;
        private SampleStage _stage;
        private System.Random _random;
        private CellMap _ground;

        /// <summary>Attackers that are on the map are the first <see cref="Attackers"/> of these arrays.</summary>
        private Vector3[] _positions;
        private Vector3[] _velocities;
        private int[] _health;
        private Transform[] _squares;
        private int _sent;
        private float _untilNext;

        public PathGrid Grid { get; private set; }

        /// <summary>The costs and directions to the gate.</summary>
        public PathField Field { get; private set; }

        /// <summary>Number of attackers on the map.</summary>
        public int Attackers { get; private set; }

        /// <summary>Number of attackers that were shot, and that have come through the gate.</summary>
        public int Shot { get; private set; }

        public int Passed { get; private set; }

        public IList<GridCell> Towers => _towers;

        public IList<GridCell> Spawns => _spawns;

        public IList<GridCell> Gates => _gates;

        /// <summary>Where the attackers are; the first <see cref="Attackers"/> count.</summary>
        public Vector3[] Positions => _positions;

#if UNITY_EDITOR
        [UnityEditor.MenuItem("GameObject/GridStar/Sample: tower defence")]
        private static void Create() => new GameObject("Tower defence").AddComponent<TowerDefenceSample>();
#endif

        /// <summary>
        /// Builds a tower if there is gold for it, the place is free, and every spawn and every attacker still reaches
        /// the gate. Nothing changes otherwise.
        /// </summary>
        public bool TryBuild(GridCell cell)
        {
            bool isFree = gold >= towerPrice && Grid.Contains(cell) && Grid.GetCell(cell) != CellType.Obstacle
                && !_gates.Contains(cell);
            CellRect place = new CellRect(cell.X, cell.Y, 1, 1);
            PathQuery query = new PathQuery { Profile = _profile };
            if (!isFree || !Grid.TryPlace(place, CellType.Obstacle, StartsOfAll(), _goals, query, null))
            {
                return false;
            }
            gold -= towerPrice;
            Grid.SetCell(cell, CellType.Obstacle);
            // At once: nobody walks a step into the tower. Larger maps are built by Field.BuildInBackground.
            Field.Update();
            _towers.Add(cell);
            _untilShot.Add(0f);
            _stage.AddSquare("Tower", Grid.GetCellCenter(cell), 0.8f, TowerColor, 2);
            return true;
        }

        private void Start()
        {
            CellLegend legend = CellLegend.Text.With('m', Mud).With('r', Road).With('a', Road).With('g', Road);
            _ground = new CellMap().ReadText(level, legend).FlipRows();
            Vector3 origin = transform.position;
            Grid = new PathGrid(_ground, new PathGridSettings
            {
                Plane = plane,
                OriginX = origin.x,
                OriginY = origin.y,
                OriginZ = origin.z,
                DiagonalRule = DiagonalRule.BothFree,
            });
            FindMarks('a', _spawns);
            FindMarks('g', _gates);
            _goals = _gates.ToArray();
            _profile = new TraversalProfile();
            _profile.SetCost(Mud, 3).SetCost(Road, 0.5f);
            Field = Grid.CreateField(_goals, new PathQuery { Profile = _profile });
            _random = new System.Random(seed);
            ShowGround();
            _positions = new Vector3[count];
            _velocities = new Vector3[count];
            _health = new int[count];
            _squares = new Transform[count];
            for (int i = 0; i < count; i++)
            {
                _squares[i] = _stage.AddSquare("Attacker", origin, 0.3f, AttackerColor, 3).transform;
                _squares[i].gameObject.SetActive(false);
            }
        }

        private void Update()
        {
            if (SamplePointer.IsPressed && Grid.TryGetCellAt(SamplePointer.Position, out GridCell cell))
            {
                TryBuild(cell);
            }
            Send(Time.deltaTime);
            Walk(Time.deltaTime);
            Shoot(Time.deltaTime);
            for (int i = 0; i < Attackers; i++)
            {
                _squares[i].position = _positions[i];
            }
        }

        private void OnDestroy()
        {
            if (Grid != null)
            {
                Field.Dispose();
                Grid.Dispose();
                _profile.Dispose();
            }
        }

        /// <summary>Sends the attackers who are due, each somewhere in a spawn.</summary>
        private void Send(float seconds)
        {
            _untilNext -= seconds;
            while (_untilNext <= 0f && _sent < count)
            {
                _untilNext += 1f / perSecond;
                Vector3 center = Grid.GetCellCenter(_spawns[_sent % _spawns.Count]);
                _positions[Attackers] = center + InPlane(Beside(), Beside());
                _health[Attackers] = health;
                _squares[Attackers].gameObject.SetActive(true);
                Attackers++;
                _sent++;
            }
        }

        /// <summary>One call tells where all attackers go. Their array could as well be that of a job.</summary>
        private void Walk(float seconds)
        {
            Field.Update();
            Field.GetVelocities(_positions, Attackers, speed, _velocities);
            for (int i = Attackers - 1; i >= 0; i--)
            {
                Grid.TryGetCellAt(_positions[i], out GridCell cell);
                if (_gates.Contains(cell))
                {
                    Passed++;
                    Remove(i);
                    continue;
                }
                // Steps are shorter than half a cell: the direction is asked anew before a corner is cut.
                float length = Mathf.Min(seconds, 0.45f / speed);
                _positions[i] += _velocities[i] * (length * (Grid.GetCell(cell) == Road ? 1f : 0.7f));
            }
        }

        private void Shoot(float seconds)
        {
            for (int tower = 0; tower < _towers.Count; tower++)
            {
                _untilShot[tower] -= seconds;
                if (_untilShot[tower] > 0f)
                {
                    continue;
                }
                int target = FindNearest(Grid.GetCellCenter(_towers[tower]));
                if (target < 0)
                {
                    continue;
                }
                _untilShot[tower] = secondsPerShot;
                _health[target]--;
                if (_health[target] < 0)
                {
                    Shot++;
                    gold++;
                    Remove(target);
                }
            }
        }

        /// <summary>The nearest attacker in range; -1 if there is none.</summary>
        private int FindNearest(Vector3 tower)
        {
            int nearest = -1;
            float least = towerRange * towerRange;
            for (int i = 0; i < Attackers; i++)
            {
                float distance = (_positions[i] - tower).sqrMagnitude;
                if (distance <= least)
                {
                    least = distance;
                    nearest = i;
                }
            }
            return nearest;
        }

        /// <summary>The last attacker takes the place of one that is gone.</summary>
        private void Remove(int attacker)
        {
            Attackers--;
            _positions[attacker] = _positions[Attackers];
            _velocities[attacker] = _velocities[Attackers];
            _health[attacker] = _health[Attackers];
            _squares[Attackers].gameObject.SetActive(false);
        }

        /// <summary>The cells of all spawns and all attackers.</summary>
        private GridCell[] StartsOfAll()
        {
            GridCell[] starts = new GridCell[_spawns.Count + Attackers];
            _spawns.CopyTo(starts);
            for (int i = 0; i < Attackers; i++)
            {
                Grid.TryGetCellAt(_positions[i], out starts[_spawns.Count + i]);
            }
            return starts;
        }

        private void FindMarks(char mark, List<GridCell> cells)
        {
            string[] rows = level.TrimEnd('\n').Split('\n');
            for (int row = 0; row < rows.Length; row++)
            {
                for (int column = 0; column < rows[row].Length; column++)
                {
                    if (rows[row][column] == mark)
                    {
                        cells.Add(new GridCell(column, rows.Length - 1 - row));
                    }
                }
            }
        }

        private void ShowGround()
        {
            _stage = new SampleStage(transform, plane == GridPlane.XZ);
            Vector3 center = transform.position + InPlane(Grid.Width / 2f, Grid.Height / 2f);
            SpriteRenderer ground = _stage.AddSquare("Ground", center, 1f, GroundColor);
            ground.transform.localScale = new Vector3(Grid.Width, Grid.Height, 1f);
            for (int i = 0; i < _ground.Count; i++)
            {
                GridCell cell = Grid.GetCellAtIndex(i);
                CellType type = _ground[cell];
                if (type != CellType.Walkable)
                {
                    Color color = type == Mud ? MudColor : type == Road ? RoadColor : RockColor;
                    _stage.AddSquare("Cell", Grid.GetCellCenter(cell), 1f, color, 1);
                }
            }
            _stage.AimCamera(center, Grid.Width, Grid.Height);
        }

        private float Beside() => (float)_random.NextDouble() * 0.6f - 0.3f;

        private Vector3 InPlane(float x, float row)
            => plane == GridPlane.XZ ? new Vector3(x, 0f, row) : new Vector3(x, row, 0f);
    }
}
