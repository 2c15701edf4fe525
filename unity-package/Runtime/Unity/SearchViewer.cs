using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Shows how a search finds its path, in the Scene and the Game view: the map, open cells with g, h and F, closed
    /// cells with a mark, arrows to the cell that each was reached from, counts, the open cells in order, and at the
    /// end the path, cell by cell. Step by key or by button, or let it run.
    /// </summary>
    /// <remarks>
    /// What is shown is decided by a <see cref="SearchView"/>, which this component gives keys and time. Nothing is
    /// allocated in a frame in which nothing changes. Unity's main thread only. Where the native library is missing at
    /// the start, or a frame fails, it logs one error and sets <c>enabled</c> to false. What <see cref="Begin"/>
    /// refuses, such as a map without a goal, leaves it on.
    /// </remarks>
    [AddComponentMenu("GridStar/Search Viewer")]
    [DisallowMultipleComponent]
    public sealed partial class SearchViewer : MonoBehaviour
    {
        /// <summary>What a new viewer shows.</summary>
        private const string FirstMap =
            "................\n................\n................\n........###.....\n..........#.....\n..........#.....\n" +
            "..........#.....\n....S.....#.....\n..........#...G.\n....#######.....\n................\n................\n" +
            "................\n................\n................\n................\n";

        /// <summary>
        /// The map, in the characters of <see cref="CellLegend.Text"/>: . walkable, # an obstacle, S the start, G the
        /// goal. Unlike with <see cref="CellMap.ReadText(string)"/> its first line is the row that is shown on top. The
        /// inspector shows it as cells to click on.
        /// </summary>
        [Header("Map")]
        [TextArea(4, 20)]
        public string Map = FirstMap;

        /// <summary>
        /// Side of a cell of that map in world units: above 0. Its lowest corner is where the object is.
        /// </summary>
        public float CellSize = 1f;

        /// <summary>The plane in which that map lies.</summary>
        public GridPlane Plane = GridPlane.XY;

        /// <summary>Cost of a straight step on that map: above 0.</summary>
        public float StraightCost = 10f;

        /// <summary>Cost of a diagonal step on that map: between one and two straight ones.</summary>
        public float DiagonalCost = 14f;

        /// <summary>
        /// A grid of the scene to search on instead of the map; with its own costs, from <see cref="StartPoint"/> to
        /// <see cref="GoalPoint"/>.
        /// </summary>
        public PathGridComponent GridSource;

        /// <summary>Where the path begins, with <see cref="GridSource"/>.</summary>
        public Transform StartPoint;

        /// <summary>Where it ends, with <see cref="GridSource"/>.</summary>
        public Transform GoalPoint;

        /// <summary>Which cell is expanded next; default: as on the grid, which is A* on the map.</summary>
        [Header("Search")]
        public SearchOrder Order;

        /// <summary>
        /// How the cost that is left is estimated; default: as on the grid, which is octile on the map.
        /// </summary>
        public Heuristic Heuristic;

        /// <summary>
        /// By what the estimate is multiplied in the order A*; 0: as on the grid, which is 1 on the map.
        /// </summary>
        [Min(0f)]
        public float HeuristicWeight;

        /// <summary>When a diagonal step is allowed; default: as on the grid, which is always on the map.</summary>
        public DiagonalRule DiagonalRule;

        /// <summary>Whether it runs as soon as it has begun.</summary>
        [Header("Steps")]
        public bool RunsAtStart;

        /// <summary>How many cells are expanded in a second while it runs: above 0.</summary>
        [Range(0.5f, 60f)]
        public float StepsPerSecond = 5f;

        /// <summary>Seconds from one cell of the path to the next: above 0.</summary>
        [Min(0.01f)]
        public float SecondsPerPathCell = 0.2f;

        /// <summary>Expands a cell, or lays the next cell of the path.</summary>
        [Header("Keys")]
        public KeyCode StepKey = KeyCode.F;

        /// <summary>Runs, and stops.</summary>
        public KeyCode RunKey = KeyCode.R;

        /// <summary>Goes to the end at once.</summary>
        public KeyCode FinishKey = KeyCode.E;

        /// <summary>Begins anew, with the map and the settings of now.</summary>
        public KeyCode RestartKey = KeyCode.Backspace;

        /// <summary>
        /// Whether cells that were reached show their g, h and F, where they are large enough on the screen.
        /// </summary>
        [Header("Display")]
        public bool ShowsText = true;

        /// <summary>Whether they show an arrow to the cell they were reached from.</summary>
        public bool ShowsArrows = true;

        /// <summary>Whether the Game view shows buttons, counts and the open cells.</summary>
        public bool ShowsPanel = true;

        /// <summary>How many open cells it lists: above 0.</summary>
        [Range(1, 100)]
        public int ListedOpenCells = 20;

        /// <summary>Which colors are used.</summary>
        public SearchColorScheme Colors;

        /// <summary>Whether <see cref="OwnColors"/> are used instead.</summary>
        public bool UsesOwnColors;

        /// <summary>Colors of your own.</summary>
        public SearchViewerColors OwnColors = new SearchViewerColors();

        /// <summary>
        /// What the cells are drawn with; it has to show vertex colors. None: Sprites/Default, which built-in and
        /// Universal pipeline have.
        /// </summary>
        public Material Material;

        private readonly CellMap _map = new CellMap();
        private PathGrid _ownGrid;
        private PathGrid _watchedGrid;
        private GridCell _watchedStart;
        private GridCell _watchedGoal;

        /// <summary>What is shown; null before <see cref="Begin"/>.</summary>
        public SearchView View { get; private set; }

        /// <summary>The grid that is searched; null before <see cref="Begin"/>.</summary>
        public PathGrid Grid { get; private set; }

        /// <summary>
        /// Tells whether a key went down in this frame, where keys come from elsewhere; null: from whichever input the
        /// project has.
        /// </summary>
        public Func<KeyCode, bool> KeySource { get; set; }

        /// <summary>Whether it runs. It stops when the path is laid or when there is none.</summary>
        public bool IsRunning
        {
            get { return View != null && View.IsPlaying && View.Phase != SearchViewPhase.Ended; }
        }

        /// <summary>
        /// Begins with the map, or the grid of the scene, and the settings of now; what was shown before is gone. The
        /// component does so itself when it starts.
        /// </summary>
        /// <exception cref="FormatException">The map is none, or has no S or no G; the message says what is wrong. What
        /// was shown stays.</exception>
        /// <exception cref="InvalidOperationException">There is a <see cref="GridSource"/> but no start or goal
        /// point.</exception>
        /// <exception cref="ArgumentException">A setting is out of range. The message names it. What was shown
        /// stays.</exception>
        /// <exception cref="GridStarException">The native library is missing or has another ABI version.</exception>
        public void Begin()
        {
            if (_watchedGrid != null)
            {
                Show(_watchedGrid, _watchedStart, _watchedGoal);
            }
            else if (GridSource != null)
            {
                PathGrid grid = GridSource.Grid;
                Show(grid, CellOf(grid, StartPoint, "StartPoint"), CellOf(grid, GoalPoint, "GoalPoint"));
            }
            else
            {
                BeginOnMap();
            }
        }

        /// <summary>
        /// Begins on a grid that code has made, which nobody disposes here. The settings of the search are those of
        /// this component.
        /// </summary>
        /// <param name="grid">The grid; null: back to the map or the grid of the scene.</param>
        /// <param name="start">The first cell of the path.</param>
        /// <param name="goal">The last cell of the path.</param>
        /// <exception cref="ArgumentException">A setting is out of range. The message names it.</exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        public void Watch(PathGrid grid, GridCell start, GridCell goal)
        {
            _watchedGrid = grid;
            _watchedStart = start;
            _watchedGoal = goal;
            Begin();
        }

        /// <summary>Expands a cell, or lays the next cell of the path. Stops running.</summary>
        /// <returns>False: it has ended, or not begun.</returns>
        public bool Step()
        {
            if (View == null)
            {
                return false;
            }
            View.IsPlaying = false;
            return View.Step();
        }

        /// <summary>Lets it run, <see cref="StepsPerSecond"/>.</summary>
        public void Run()
        {
            if (View != null)
            {
                View.IsPlaying = true;
            }
        }

        /// <summary>Stops it where it is. A path that was found is laid all the same.</summary>
        public void Pause()
        {
            if (View != null)
            {
                View.IsPlaying = false;
            }
        }

        /// <summary>Shows the end at once.</summary>
        public void Finish()
        {
            if (View != null)
            {
                View.Finish();
            }
        }

        /// <summary>
        /// Writes a map, with its start and goal, into <see cref="Map"/>; <see cref="Begin"/> shows it.
        /// </summary>
        /// <exception cref="ArgumentNullException"><paramref name="map"/> is null.</exception>
        public void SetMap(CellMap map)
        {
            if (map == null)
            {
                throw new ArgumentNullException(nameof(map));
            }
            Map = map.FlipRows().ToString();
            map.FlipRows();
        }

        /// <summary>
        /// Takes all obstacles off <see cref="Map"/>; start and goal stay. <see cref="Begin"/> shows it.
        /// </summary>
        public void ClearMap()
        {
            Map = Map.Replace('#', '.');
        }

        private void Start()
        {
            if (View != null)
            {
                return;
            }
            BeginOrSwitchOff();
        }

        private void Update()
        {
            HandleKeys();
            if (View != null && Grid.IsDisposed)
            {
                Replace();
            }
            if (!IsShown)
            {
                return;
            }
            try
            {
                Advance();
            }
            catch (Exception cause)
            {
                SwitchOffUnlessGridIsGone(cause);
            }
        }

        /// <summary>Begins; without the native library, reports that once and switches the component off.</summary>
        private void BeginOrSwitchOff()
        {
            try
            {
                Begin();
            }
            catch (GridStarException cause)
            {
                // Only this exception: after a mistake in the map, the restart key must still work.
                ComponentFailure.SwitchOff(this, cause);
            }
        }

        private void SwitchOffUnlessGridIsGone(Exception cause)
        {
            // The next frame replaces a grid that another thread has disposed meanwhile.
            bool isGone = cause is ObjectDisposedException && Grid.IsDisposed;
            if (!isGone)
            {
                ComponentFailure.SwitchOff(this, cause);
            }
        }

        private void Advance()
        {
            View.StepsPerSecond = StepsPerSecond;
            View.SecondsPerPathCell = SecondsPerPathCell;
            View.Update(Time.deltaTime);
            DrawPicture();
        }

        private void HandleKeys()
        {
            if (WentDown(RestartKey))
            {
                BeginOrSwitchOff();
            }
            if (WentDown(StepKey))
            {
                Step();
            }
            if (WentDown(RunKey))
            {
                Toggle();
            }
            if (WentDown(FinishKey))
            {
                Finish();
            }
        }

        private bool WentDown(KeyCode key)
        {
            return KeySource == null ? SearchViewerKeys.WentDown(key) : KeySource(key);
        }

        private void Toggle()
        {
            if (IsRunning)
            {
                Pause();
            }
            else
            {
                Run();
            }
        }

        private void OnEnable()
        {
            ShowPicture(true);
        }

        private void OnDisable()
        {
            ShowPicture(false);
        }

        private void OnDestroy()
        {
            Close();
            DisposeOwnGrid();
        }

        /// <summary>
        /// Whether there is something to draw. A grid that code has disposed tells no longer where its cells lie.
        /// </summary>
        private bool IsShown
        {
            get { return View != null && !Grid.IsDisposed; }
        }

        /// <summary>The grid is gone: a grid of the scene was made anew, or code has disposed its own.</summary>
        private void Replace()
        {
            Close();
            if (_watchedGrid == null)
            {
                BeginOrSwitchOff();
            }
        }

        private void Close()
        {
            DestroyPicture();
            if (View != null)
            {
                View.Dispose();
                View = null;
                Grid = null;
            }
        }

        private void BeginOnMap()
        {
            ReadMap();
            if (!_map.Start.HasValue || !_map.Goal.HasValue)
            {
                throw new FormatException("The map has no " + (_map.Start.HasValue ? "G." : "S."));
            }
            Vector3 origin = transform.position;
            PathGrid grid = new PathGrid(_map, new PathGridSettings
            {
                Plane = Plane,
                CellSize = CellSize,
                OriginX = origin.x,
                OriginY = origin.y,
                OriginZ = origin.z,
                StraightCost = StraightCost,
                DiagonalCost = DiagonalCost,
            });
            try
            {
                Show(grid, _map.Start.Value, _map.Goal.Value);
            }
            catch
            {
                grid.Dispose();
                throw;
            }
            DisposeOwnGrid();
            _ownGrid = grid;
        }

        private void ReadMap()
        {
            _map.ReadText(Map).FlipRows();
        }

        private void Show(PathGrid grid, GridCell start, GridCell goal)
        {
            SearchView view = new SearchView(grid, start, goal, new PathQuery
            {
                Order = Order,
                Heuristic = Heuristic,
                HeuristicWeight = HeuristicWeight,
                DiagonalRule = DiagonalRule,
            });
            if (View != null)
            {
                View.Dispose();
            }
            View = view;
            Grid = grid;
            view.IsPlaying = RunsAtStart;
            ForgetPicture();
        }

        private void DisposeOwnGrid()
        {
            if (_ownGrid != null)
            {
                _ownGrid.Dispose();
                _ownGrid = null;
            }
        }

        private static GridCell CellOf(PathGrid grid, Transform point, string name)
        {
            if (point == null)
            {
                throw new InvalidOperationException("GridSource is assigned, and " + name + " is not.");
            }
            GridCell cell;
            // Outside or not: the search tells.
            grid.TryGetCellAt(point.position, out cell);
            return cell;
        }
    }
}
