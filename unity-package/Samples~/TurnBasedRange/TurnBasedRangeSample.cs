using System.Collections.Generic;
using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// Turns with movement points. Add this component to an empty object, or take GameObject > GridStar > Sample:
    /// turn-based range, and press Play. Blue places are in range of the unit whose turn it is; a click on one moves it
    /// there. Then it is the next unit's turn. The violet unit is two cells wide and high.
    /// </summary>
    public class TurnBasedRangeSample : MonoBehaviour
    {
        private const CellType Forest = (CellType)2;
        private const CellType Water = (CellType)3;
        private const CellType Road = (CellType)4;

        private const string Level =
            "................\n" +
            "...ff......w....\n" +
            "..fff......ww...\n" +
            "...f...##...w...\n" +
            ".......##...ww..\n" +
            "..w....##....w..\n" +
            "..ww.......f....\n" +
            "...w......fff...\n" +
            "...w.......f....\n" +
            "....rrrrrrrrr...\n";

        private static readonly Color RangeColor = new Color(0.2f, 0.45f, 0.95f, 0.45f);

        /// <summary>
        /// Points that a unit may spend: 1 a straight step, 1.5 a diagonal one, twice as much into forest, half as much
        /// onto a road.
        /// </summary>
        public float movementPoints = 4f;

        private readonly List<FieldCell> _cells = new List<FieldCell>();
        private readonly Dictionary<GridCell, float> _range = new Dictionary<GridCell, float>();
        private readonly List<SpriteRenderer> _rangeSquares = new List<SpriteRenderer>();
        private readonly List<Transform> _units = new List<Transform>();
        private readonly List<GridCell> _places = new List<GridCell>();
        private readonly List<int> _sizes = new List<int>();
        private CellMap _ground;
        private TraversalProfile _profile;
        private SampleStage _stage;

        public PathGrid Grid { get; private set; }

        /// <summary>The number of the unit whose turn it is.</summary>
        public int Turn { get; private set; }

        /// <summary>Where the unit can go, by its lowest cell, each with the cheapest cost of going there.</summary>
        public IDictionary<GridCell, float> Range => _range;

        /// <summary>The lowest cells of all units.</summary>
        public IList<GridCell> Places => _places;

        /// <summary>How many cells each unit is wide and high.</summary>
        public IList<int> Sizes => _sizes;

#if UNITY_EDITOR
        [UnityEditor.MenuItem("GameObject/GridStar/Sample: turn-based range")]
        private static void Create() => new GameObject("Turn-based range").AddComponent<TurnBasedRangeSample>();
#endif

        /// <summary>Moves the unit whose turn it is, and ends its turn. Does nothing beyond its range.</summary>
        public void MoveTo(GridCell cell)
        {
            if (!_range.ContainsKey(cell))
            {
                return;
            }
            GridCell from = _places[Turn];
            float cost = _range[cell];
            Place(Turn, cell);
            Mark(Turn, true);
            Debug.Log(_units[Turn].name + " went from " + from + " to " + cell + " for " + cost);
            Turn = (Turn + 1) % _units.Count;
            FindRange();
        }

        private void Start()
        {
            CellLegend legend = CellLegend.Text.With('f', Forest).With('w', Water).With('r', Road);
            _ground = new CellMap().ReadText(Level, legend).FlipRows();
            Vector3 origin = transform.position;
            Grid = new PathGrid(_ground, new PathGridSettings
            {
                Plane = GridPlane.XY,
                OriginX = origin.x,
                OriginY = origin.y,
                OriginZ = origin.z,
                DiagonalCost = 1.5,
            });
            // A step counts what the cell costs that it enters, as rule books say.
            _profile = new TraversalProfile { Charge = TraversalCharge.Entered };
            _profile.SetCost(Forest, 2).SetCost(Road, 0.5f).Block(Water);
            _stage = new SampleStage(transform, false);
            ShowGround();
            AddUnit("Red", new GridCell(1, 6), 1, Color.red);
            AddUnit("Yellow", new GridCell(9, 5), 1, Color.yellow);
            AddUnit("Black", new GridCell(6, 1), 1, Color.black);
            AddUnit("Violet", new GridCell(13, 7), 2, new Color(0.55f, 0.2f, 0.7f, 1f));
            FindRange();
        }

        private void Update()
        {
            if (SamplePointer.IsPressed)
            {
                // In the first and last columns and rows too, a click means the nearest place inside the grid.
                MoveTo(Grid.AnchorAt(SamplePointer.Position, _sizes[Turn]));
            }
        }

        private void OnDestroy()
        {
            if (Grid != null)
            {
                Grid.Dispose();
                _profile.Dispose();
            }
        }

        /// <summary>A field from the unit knows all cells within its movement points, and what each costs.</summary>
        private void FindRange()
        {
            _range.Clear();
            // In its turn a unit is no obstacle. A unit of several cells would stand in its own way at each step.
            Mark(Turn, false);
            GridCell from = _places[Turn];
            PathQuery query =
                new PathQuery { Profile = _profile, MaxCost = movementPoints, AgentSize = _sizes[Turn] };
            using (PathField field = Grid.CreateRange(from, query))
            {
                field.GetRange(_cells);
            }
            foreach (FieldCell one in _cells)
            {
                if (one.Cell != from)
                {
                    _range.Add(one.Cell, (float)one.Cost);
                }
            }
            ShowRange();
        }

        private void ShowRange()
        {
            int shown = 0;
            foreach (GridCell cell in _range.Keys)
            {
                Vector3 center = Grid.AgentCenter(cell, _sizes[Turn]);
                if (shown == _rangeSquares.Count)
                {
                    _rangeSquares.Add(_stage.AddSquare("Range", center, 0.9f, RangeColor, 1));
                }
                _rangeSquares[shown].transform.position = center;
                _rangeSquares[shown].gameObject.SetActive(true);
                shown++;
            }
            for (int i = shown; i < _rangeSquares.Count; i++)
            {
                _rangeSquares[i].gameObject.SetActive(false);
            }
        }

        private void AddUnit(string unitName, GridCell cell, int size, Color color)
        {
            Vector3 center = Grid.AgentCenter(cell, size);
            _units.Add(_stage.AddSquare(unitName, center, size - 0.4f, color, 2).transform);
            _places.Add(cell);
            _sizes.Add(size);
            Mark(_units.Count - 1, true);
        }

        private void Place(int unit, GridCell cell)
        {
            _places[unit] = cell;
            _units[unit].position = Grid.AgentCenter(cell, _sizes[unit]);
        }

        /// <summary>Units stand in each other's way: their cells are obstacles, except in their own turn.</summary>
        private void Mark(int unit, bool isObstacle)
        {
            GridCell lowest = _places[unit];
            for (int y = lowest.Y; y < lowest.Y + _sizes[unit]; y++)
            {
                for (int x = lowest.X; x < lowest.X + _sizes[unit]; x++)
                {
                    Grid.SetCell(x, y, isObstacle ? CellType.Obstacle : _ground[x, y]);
                }
            }
        }

        private void ShowGround()
        {
            for (int i = 0; i < _ground.Count; i++)
            {
                GridCell cell = Grid.GetCellAtIndex(i);
                _stage.AddSquare("Ground", Grid.GetCellCenter(cell), 0.96f, ColorOf(_ground[cell]));
            }
            Vector3 size = new Vector3(_ground.Width, _ground.Height, 0f);
            _stage.AimCamera(transform.position + size * 0.5f, size.x, size.y);
        }

        private static Color ColorOf(CellType type)
        {
            switch (type)
            {
                case Forest:
                    return new Color(0.31f, 0.52f, 0.3f, 1f);
                case Water:
                    return new Color(0.34f, 0.71f, 0.91f, 1f);
                case Road:
                    return new Color(0.8f, 0.72f, 0.55f, 1f);
                case CellType.Obstacle:
                    return new Color(0.35f, 0.35f, 0.38f, 1f);
                default:
                    return new Color(0.75f, 0.83f, 0.6f, 1f);
            }
        }
    }
}
