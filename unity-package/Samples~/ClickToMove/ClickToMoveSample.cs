using GridStar;
using UnityEngine;
using UnityEngine.Tilemaps;

namespace GridStarSamples
{
    /// <summary>
    /// Click to move on a tilemap. Add this component to an empty object, or take GameObject > GridStar > Sample: click
    /// to move, and press Play. A click on the floor sends the hero there; a click on a wall tears it down.
    /// </summary>
    /// <remarks>
    /// The script makes the tilemap itself. With a tilemap of your own, only <c>MakeGrid</c> and <c>Update</c> remain.
    /// </remarks>
    public class ClickToMoveSample : MonoBehaviour
    {
        private const string Level =
            "####################\n" +
            "#......#...........#\n" +
            "#......#....####...#\n" +
            "#......#.......#...#\n" +
            "#..........#...#...#\n" +
            "#......#...#...#...#\n" +
            "########...#...##.##\n" +
            "#..........#.......#\n" +
            "#...####...#.......#\n" +
            "#......#...........#\n" +
            "#......#...........#\n" +
            "####################\n";

        private static readonly Color FloorColor = new Color(0.85f, 0.87f, 0.9f, 1f);
        private static readonly Color WallColor = new Color(0.3f, 0.34f, 0.42f, 1f);

        private readonly CellMap _map = new CellMap();
        private SampleStage _stage;

        public Tilemap Walls { get; private set; }

        public PathGrid Grid { get; private set; }

        public PathFollower Hero { get; private set; }

#if UNITY_EDITOR
        [UnityEditor.MenuItem("GameObject/GridStar/Sample: click to move")]
        private static void Create()
        {
            new GameObject("Click to move").AddComponent<ClickToMoveSample>();
        }
#endif

        private void Start()
        {
            _stage = new SampleStage(transform, false);
            MakeTilemap();
            MakeGrid();
            Vector3 size = new Vector3(_map.Width, _map.Height, 0f);
            _stage.AimCamera(transform.position + size * 0.5f, size.x, size.y);
            MakeHero(new GridCell(2, 2));
        }

        private void Update()
        {
            GridCell cell;
            if (!SamplePointer.IsPressed || !Grid.TryGetCellAt(SamplePointer.Position, out cell))
            {
                return;
            }
            if (Grid.GetCell(cell) == CellType.Obstacle)
            {
                TearDown(cell);
            }
            else
            {
                Hero.TargetPosition = Grid.GetCellCenter(cell);
            }
        }

        private void OnDestroy()
        {
            if (Grid != null)
            {
                Grid.Dispose();
            }
        }

        /// <summary>What the Tile Palette would have painted: walls as tiles, and squares as the floor.</summary>
        private void MakeTilemap()
        {
            _map.ReadText(Level).FlipRows();
            GameObject place = new GameObject("Tilemap");
            place.transform.SetParent(transform);
            place.transform.position = transform.position;
            // UnityEngine.Grid lays out the cells of the tilemaps below it.
            place.AddComponent<UnityEngine.Grid>();
            Walls = place.AddComponent<Tilemap>();
            place.AddComponent<TilemapRenderer>().sortingOrder = 1;
            Tile wall = ScriptableObject.CreateInstance<Tile>();
            wall.sprite = _stage.Square;
            wall.color = WallColor;
            for (int y = 0; y < _map.Height; y++)
            {
                for (int x = 0; x < _map.Width; x++)
                {
                    Vector3 center = transform.position + new Vector3(x + 0.5f, y + 0.5f, 0f);
                    _stage.AddSquare("Floor", center, 0.96f, FloorColor);
                    if (_map[x, y] == CellType.Obstacle)
                    {
                        Walls.SetTile(new Vector3Int(x, y, 0), wall);
                    }
                }
            }
        }

        /// <summary>The two calls that a tilemap of your own needs.</summary>
        private void MakeGrid()
        {
            Grid = new PathGrid(Walls.ToSettings());
            Grid.SetCells(new CellMap(Grid.Width, Grid.Height).AddTiles(Grid, Walls));
        }

        private void MakeHero(GridCell cell)
        {
            SpriteRenderer square = _stage.AddSquare("Hero", Grid.GetCellCenter(cell), 0.6f, Color.red, 3);
            Hero = square.gameObject.AddComponent<PathFollower>();
            Hero.Grid = Grid;
            Hero.Speed = 6f;
            Hero.PathLine = _stage.AddLine("Path", 0.12f, Color.red, 2);
            Hero.PathLost += hero => Debug.Log("The hero can't go there: " + hero.Reason);
        }

        /// <summary>A tile is a cell of the grid. The hero looks for a shorter way at once.</summary>
        private void TearDown(GridCell cell)
        {
            Walls.SetTile(new Vector3Int(cell.X, cell.Y, 0), null);
            Grid.SetCell(cell, CellType.Walkable);
            if (Hero.Tracker != null)
            {
                Hero.Tracker.Replan();
            }
        }
    }
}
