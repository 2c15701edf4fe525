using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Shows step by step how a search finds its path, in the Scene and the Game view. It draws the map, open cells
    /// with g, h and F, closed cells with a mark, and arrows to parents. It lists the counts and the open cells in
    /// order, and lays the path cell by cell at the end. Step by key or by button, or let it run.
    /// </summary>
    /// <remarks>
    /// <para>A <see cref="SearchView"/> decides what to show; this component feeds it keys and time. A frame without
    /// changes allocates nothing. Unity's main thread only.</para>
    /// <para>If the native library is missing, or drawing or advancing fails, it logs one error and sets <c>enabled</c>
    /// to false. What <see cref="Begin"/> refuses, such as a map without a goal, leaves it on.</para>
    /// </remarks>
    [AddComponentMenu("GridStar/Search Viewer")]
    [DocumentationPage("viewer")]
    [DisallowMultipleComponent]
    public sealed partial class SearchViewer : MonoBehaviour
    {
        /// <summary>The map of a new viewer.</summary>
        private const string FirstMap =
            "................\n................\n................\n........###.....\n" +
            "..........#.....\n..........#.....\n..........#.....\n....S.....#.....\n" +
            "..........#...G.\n....#######.....\n................\n................\n" +
            "................\n................\n................\n................\n";

        /// <summary>
        /// The map in the characters of <see cref="CellLegend.Text"/>: . walkable, # obstacle, 2 to 9 cell types, S
        /// start, G goal. Its first line is the top row, unlike in <see cref="CellMap.ReadText(string)"/>. The
        /// inspector shows the map as clickable cells.
        /// </summary>
        [Header("Map")]
        [Tooltip(
            "The map in the characters of CellLegend.Text: . walkable, # obstacle, 2 to 9 cell types, S start, G "
            + "goal. Its first line is the top row, unlike in CellMap.ReadText. The inspector shows the map as "
            + "clickable cells.")]
        [TextArea(4, 20)]
        public string Map = FirstMap;

        /// <summary>
        /// Whether every second character and line of the map stands for a side between cells: see
        /// <see cref="CellMap.ReadTextWithWalls(string)"/>. The inspector then shows the map as text only.
        /// </summary>
        [Tooltip(
            "Whether every second character and line of the map stands for a side between cells: see "
            + "CellMap.ReadTextWithWalls. The inspector then shows the map as text only.")]
        public bool MapHasWalls;

        /// <summary>
        /// Side of a cell of <see cref="Map"/> in world units: above 0. The map's lowest corner is at the object.
        /// </summary>
        [Tooltip("Side of a cell of Map in world units: above 0. The map's lowest corner is at the object.")]
        [Min(ValidatedSettings.SmallestLength)]
        public float CellSize = 1f;

        /// <summary>The plane in which <see cref="Map"/> lies.</summary>
        [Tooltip("The plane in which Map lies.")]
        public GridPlane Plane = GridPlane.XY;

        /// <summary>Cost of a straight step on <see cref="Map"/>: above 0.</summary>
        [Tooltip("Cost of a straight step on Map: above 0.")]
        [Min(ValidatedSettings.SmallestCost)]
        public float StraightCost = 10f;

        /// <summary>Cost of a diagonal step on <see cref="Map"/>: between one and two straight costs.</summary>
        [Tooltip("Cost of a diagonal step on Map: between one and two straight costs.")]
        [Min(ValidatedSettings.SmallestCost)]
        public float DiagonalCost = 14f;

        /// <summary>
        /// A grid of the scene to search instead of <see cref="Map"/>, from <see cref="StartPoint"/> to
        /// <see cref="GoalPoint"/>, with the grid's own costs.
        /// </summary>
        [Tooltip(
            "A grid of the scene to search instead of Map, from StartPoint to GoalPoint, with the grid's own "
            + "costs.")]
        public PathGridComponent GridSource;

        /// <summary>Where the path begins, with <see cref="GridSource"/>: the position of the agent's center.</summary>
        [Tooltip("Where the path begins, with GridSource: the position of the agent's center.")]
        public Transform StartPoint;

        /// <summary>Where the path ends, with <see cref="GridSource"/>: the position of the agent's center.</summary>
        [Tooltip("Where the path ends, with GridSource: the position of the agent's center.")]
        public Transform GoalPoint;

        /// <summary>Search algorithm. Default: the grid's algorithm, which is A* on <see cref="Map"/>.</summary>
        [Header("Search")]
        [Tooltip("Search algorithm. Default: the grid's algorithm, which is A* on Map.")]
        public SearchOrder Order;

        /// <summary>
        /// How the remaining cost is estimated. Default: the grid's heuristic, which is octile on <see cref="Map"/>.
        /// </summary>
        [Tooltip("How the remaining cost is estimated. Default: the grid's heuristic, which is octile on Map.")]
        public Heuristic Heuristic;

        /// <summary>Factor of the estimate in A*. 0 takes the grid's weight, which is 1 on <see cref="Map"/>.</summary>
        [Tooltip("Factor of the estimate in A*. 0 takes the grid's weight, which is 1 on Map.")]
        [Min(0f)]
        public float HeuristicWeight;

        /// <summary>
        /// When a diagonal step is allowed. Default: the grid's rule, which is BothFree on <see cref="Map"/>.
        /// </summary>
        [Tooltip("When a diagonal step is allowed. Default: the grid's rule, which is BothFree on Map.")]
        public DiagonalRule DiagonalRule;

        /// <summary>
        /// Costs of cells by their types; none: obstacles are blocked, and every other type costs 1. Its colors show
        /// unless <see cref="UsesOwnColors"/> is true. A <see cref="Profile"/> set by code takes precedence.
        /// </summary>
        [Tooltip(
            "Costs of cells by their types; none: obstacles are blocked, and every other type costs 1. Its "
            + "colors show unless UsesOwnColors is true. A Profile set by code takes precedence.")]
        public TraversalProfileAsset ProfileSource;

        /// <summary>
        /// How many cells the agent is wide and high. The picture shows its lowest cells. See
        /// <see cref="PathQuery.AgentSize"/>.
        /// </summary>
        [Tooltip(
            "How many cells the agent is wide and high. The picture shows its lowest cells. See "
            + "PathQuery.AgentSize.")]
        [Range(1, PathGrid.MaxAgentSize)]
        public int AgentSize = 1;

        /// <summary>Whether the grid's penalties cost nothing.</summary>
        [Tooltip("Whether the grid's penalties cost nothing.")]
        public bool IgnorePenalties;

        /// <summary>Whether the search runs as soon as it begins.</summary>
        [Header("Steps")]
        [Tooltip("Whether the search runs as soon as it begins.")]
        public bool RunsAtStart;

        /// <summary>Cells to expand in a second while the search runs: above 0.</summary>
        [Tooltip("Cells to expand in a second while the search runs: above 0.")]
        [Range(0.5f, 60f)]
        public float StepsPerSecond = 5f;

        /// <summary>Seconds between two cells of the path: above 0.</summary>
        [Tooltip("Seconds between two cells of the path: above 0.")]
        [Min(0.01f)]
        public float SecondsPerPathCell = 0.2f;

        /// <summary>Key that expands one cell, or lays the next cell of the path.</summary>
        [Header("Keys")]
        [Tooltip("Key that expands one cell, or lays the next cell of the path.")]
        public KeyCode StepKey = KeyCode.F;

        /// <summary>Key that runs or pauses the search.</summary>
        [Tooltip("Key that runs or pauses the search.")]
        public KeyCode RunKey = KeyCode.R;

        /// <summary>Key that goes to the end at once.</summary>
        [Tooltip("Key that goes to the end at once.")]
        public KeyCode FinishKey = KeyCode.E;

        /// <summary>Key that begins again with the current map and settings.</summary>
        [Tooltip("Key that begins again with the current map and settings.")]
        public KeyCode RestartKey = KeyCode.Backspace;

        /// <summary>Whether reached cells show g, h and F, if they are large enough on the screen.</summary>
        [Header("Display")]
        [Tooltip("Whether reached cells show g, h and F, if they are large enough on the screen.")]
        public bool ShowsText = true;

        /// <summary>Whether reached cells show an arrow to their parent.</summary>
        [Tooltip("Whether reached cells show an arrow to their parent.")]
        public bool ShowsArrows = true;

        /// <summary>Whether the Game view shows buttons, counts and the open cells.</summary>
        [Tooltip("Whether the Game view shows buttons, counts and the open cells.")]
        public bool ShowsPanel = true;

        /// <summary>Largest number of open cells to list: above 0.</summary>
        [Tooltip("Largest number of open cells to list: above 0.")]
        [Range(1, 100)]
        public int ListedOpenCells = 20;

        /// <summary>The color scheme.</summary>
        [Tooltip("The color scheme.")]
        public SearchColorScheme Colors;

        /// <summary>Whether to use <see cref="OwnColors"/> instead of <see cref="Colors"/>.</summary>
        [Tooltip("Whether to use OwnColors instead of Colors.")]
        public bool UsesOwnColors;

        /// <summary>Colors that replace the scheme if <see cref="UsesOwnColors"/> is true.</summary>
        [Tooltip("Colors that replace the scheme if UsesOwnColors is true.")]
        public SearchViewerColors OwnColors = new SearchViewerColors();

        /// <summary>
        /// Material of the cells, which must show vertex colors. None: Sprites/Default, which the built-in and the
        /// Universal pipeline have.
        /// </summary>
        [Tooltip(
            "Material of the cells, which must show vertex colors. None: Sprites/Default, which the built-in and "
            + "the Universal pipeline have.")]
        public Material Material;

        private PathGrid _watchedGrid;
        private TraversalProfile _profile;
        private GridCell _watchedStart;
        private GridCell _watchedGoal;

        /// <summary>The search on display; null before <see cref="Begin"/>.</summary>
        public SearchView View { get; private set; }

        /// <summary>The searched grid; null before <see cref="Begin"/>.</summary>
        public PathGrid Grid { get; private set; }

        /// <summary>
        /// Costs of cells by their types, from the next <see cref="Begin"/> on. A profile assigned here takes
        /// precedence over <see cref="ProfileSource"/>; null returns to it. This component disposes no profile.
        /// </summary>
        public TraversalProfile Profile
        {
            get => _profile ?? (ProfileSource == null ? null : ProfileSource.Profile);
            set => _profile = value;
        }

        /// <summary>
        /// Replaces the project's input: returns whether a key went down in this frame. Null, the default, asks the
        /// project's input.
        /// </summary>
        public Func<KeyCode, bool> KeySource { get; set; }

        /// <summary>Whether the search runs. It stops when the path is laid, or when there is none.</summary>
        public bool IsRunning => View != null && View.IsPlaying && View.Phase != SearchViewPhase.Ended;

        /// <summary>
        /// Begins a search with the current settings, on <see cref="Map"/> or on the scene's grid, and drops the old
        /// one. The component calls it when it starts.
        /// </summary>
        /// <exception cref="FormatException"><see cref="Map"/> is not a map, or has no S or no G. The message says what
        /// is wrong. The old search stays.</exception>
        /// <exception cref="InvalidOperationException">There is a <see cref="GridSource"/>, but no start or goal
        /// point.</exception>
        /// <exception cref="ArgumentException">A setting is out of range. The message names it. The old search
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
        /// Begins a search on a grid that code has made, with the search settings of this component. The viewer does
        /// not dispose the grid.
        /// </summary>
        /// <param name="grid">The grid to search; null returns to <see cref="Map"/> or the scene's grid.</param>
        /// <exception cref="ArgumentException">A setting is out of range. The message names it.</exception>
        public void Watch(PathGrid grid, GridCell start, GridCell goal)
        {
            _watchedGrid = grid;
            _watchedStart = start;
            _watchedGoal = goal;
            Begin();
        }

        /// <summary>Pauses, and expands one cell or lays the next cell of the path.</summary>
        /// <returns>False if the search has ended or not begun.</returns>
        public bool Step()
        {
            if (View == null)
            {
                return false;
            }
            View.IsPlaying = false;
            return View.Step();
        }

        /// <summary>Runs the search at <see cref="StepsPerSecond"/>.</summary>
        public void Run()
        {
            if (View != null)
            {
                View.IsPlaying = true;
            }
        }

        /// <summary>Pauses the search. A found path is laid anyway.</summary>
        public void Pause()
        {
            if (View != null)
            {
                View.IsPlaying = false;
            }
        }

        /// <summary>Goes to the end at once.</summary>
        public void Finish() => View?.Finish();

        /// <summary>
        /// Writes a map with its start, goal and walls into <see cref="Map"/>. Call <see cref="Begin"/> to show it.
        /// </summary>
        /// <exception cref="ArgumentException">The map has a cell type above 9, for which there is no character. Use
        /// <see cref="Watch"/> for grids of such types.</exception>
        public void SetMap(CellMap map)
        {
            if (map == null)
            {
                throw new ArgumentNullException(nameof(map));
            }
            string text = map.FlipRows().ToString();
            map.FlipRows();
            if (text.IndexOf('?') >= 0)
            {
                throw new ArgumentException("The map has a cell type above 9.", nameof(map));
            }
            Map = text;
            MapHasWalls = map.HasClosedSides();
        }

        /// <summary>
        /// Removes all obstacles from <see cref="Map"/>. Other types, start and goal stay. Call <see cref="Begin"/> to
        /// show it.
        /// </summary>
        public void ClearMap() => Map = Map.Replace('#', '.');

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

        /// <summary>Begins; without the native library, or with a setting out of range, reports that once and switches
        /// the component off.</summary>
        private void BeginOrSwitchOff()
        {
            try
            {
                Begin();
            }
            catch (Exception cause) when (cause is GridStarException || cause is ArgumentOutOfRangeException)
            {
                // Only these: after a mistake in the map, the restart key must still work.
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

        private void OnValidate()
        {
            ValidatedSettings settings = default(ValidatedSettings);
            settings.ClampToPositive(ref CellSize, ValidatedSettings.SmallestLength, nameof(CellSize));
            settings.ClampCosts(ref StraightCost, ref DiagonalCost);
            settings.Clamp(ref HeuristicWeight, 0f, ValidatedSettings.LargestWeight, nameof(HeuristicWeight));
            settings.Clamp(ref AgentSize, 1, PathGrid.MaxAgentSize, nameof(AgentSize));
            settings.Clamp(ref StepsPerSecond, 0.5f, 60f, nameof(StepsPerSecond));
            settings.ClampToPositive(ref SecondsPerPathCell, 0.01f, nameof(SecondsPerPathCell));
            settings.Clamp(ref ListedOpenCells, 1, 100, nameof(ListedOpenCells));
            settings.Report(this);
        }

        private void OnEnable() => ShowPicture(true);

        private void OnDisable() => ShowPicture(false);

        private void OnDestroy()
        {
            Close();
            DisposeOwnGrid();
        }

        /// <summary>Whether there is something to draw. A disposed grid no longer knows where its cells lie.</summary>
        private bool IsShown => View != null && !Grid.IsDisposed;

        /// <summary>Replaces a grid that is gone: the scene's grid was rebuilt, or code has disposed its own.</summary>
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

        private void Show(PathGrid grid, GridCell start, GridCell goal)
        {
            SearchView view = new SearchView(grid, start, goal, new PathQuery
            {
                Order = Order,
                Heuristic = Heuristic,
                HeuristicWeight = HeuristicWeight,
                DiagonalRule = DiagonalRule,
                Profile = Profile,
                AgentSize = AgentSize,
                IgnorePenalties = IgnorePenalties,
            });
            View?.Dispose();
            View = view;
            Grid = grid;
            view.IsPlaying = RunsAtStart;
            ForgetPicture();
        }

        private GridCell CellOf(PathGrid grid, Transform point, string name)
        {
            if (point == null)
            {
                throw new InvalidOperationException("GridSource is assigned, but " + name + " is not.");
            }
            // A cell outside the grid is fine here: the search reports it.
            return grid.AnchorAt(point.position, AgentSize);
        }
    }
}
