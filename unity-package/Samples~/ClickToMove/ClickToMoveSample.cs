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
    /// The script makes the tilemaps itself. With tilemaps of your own, only <c>MakeGrid</c>, <c>Update</c> and
    /// <c>TearDown</c> remain.
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

        /// <summary>The lowest tile. Tiles are painted around the world's origin, so their cells may be
        /// negative.</summary>
        private static readonly Vector3Int Lowest = new Vector3Int(-10, -7, 0);

        private static readonly Color FloorColor = new Color(0.85f, 0.87f, 0.9f, 1f);
        private static readonly Color OtherFloorColor = new Color(0.8f, 0.82f, 0.86f, 1f);
        private static readonly Color WallColor = new Color(0.3f, 0.34f, 0.42f, 1f);

        private readonly CellMap _map = new CellMap();
        private SampleStage _stage;

        public Tilemap Ground { get; private set; }

        public Tilemap Walls { get; private set; }

        public PathGrid Grid { get; private set; }

        public PathFollower Hero { get; private set; }

#if UNITY_EDITOR
        [UnityEditor.MenuItem("GameObject/GridStar/Sample: click to move")]
        private static void Create() => new GameObject("Click to move").AddComponent<ClickToMoveSample>();
#endif

        private void Start()
        {
            _stage = new SampleStage(transform, false);
            MakeTilemaps();
            MakeGrid();
            Vector3 size = new Vector3(_map.Width, _map.Height, 0f);
            _stage.AimCamera(transform.position + size * 0.5f, size.x, size.y);
            MakeHero(new GridCell(2, 2));
        }

        private void Update()
        {
            if (!SamplePointer.IsPressed || !Grid.TryGetCellAt(SamplePointer.Position, out GridCell cell))
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

        /// <summary>Tiles that the Tile Palette would have painted: ground everywhere, and walls on top.</summary>
        private void MakeTilemaps()
        {
            _map.ReadText(Level).FlipRows();
            GameObject layout = new GameObject("Grid");
            layout.transform.SetParent(transform);
            // The lowest tile comes to lie at this object.
            layout.transform.position = transform.position - new Vector3(Lowest.x, Lowest.y, 0f);
            // UnityEngine.Grid lays out the cells of the tilemaps below it.
            layout.AddComponent<UnityEngine.Grid>();
            Ground = AddTilemap("Ground", layout.transform, 0);
            Walls = AddTilemap("Walls", layout.transform, 1);
            Tile[] floors = { MakeTile(FloorColor), MakeTile(OtherFloorColor) };
            Tile wall = MakeTile(WallColor);
            for (int y = 0; y < _map.Height; y++)
            {
                for (int x = 0; x < _map.Width; x++)
                {
                    Vector3Int tile = Lowest + new Vector3Int(x, y, 0);
                    Ground.SetTile(tile, floors[(x + y) % 2]);
                    if (_map[x, y] == CellType.Obstacle)
                    {
                        Walls.SetTile(tile, wall);
                    }
                }
            }
        }

        private static Tilemap AddTilemap(string tilemapName, Transform layout, int order)
        {
            GameObject place = new GameObject(tilemapName);
            place.transform.SetParent(layout);
            place.transform.position = layout.position;
            Tilemap tilemap = place.AddComponent<Tilemap>();
            place.AddComponent<TilemapRenderer>().sortingOrder = order;
            return tilemap;
        }

        private Tile MakeTile(Color color)
        {
            Tile tile = ScriptableObject.CreateInstance<Tile>();
            tile.sprite = _stage.Square;
            tile.color = color;
            return tile;
        }

        /// <summary>The two calls that tilemaps of your own need. The grid has the cells of both.</summary>
        private void MakeGrid()
        {
            Grid = new PathGrid(Ground.ToSettings(Walls));
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

        /// <summary>
        /// The grid begins at (0, 0), the tilemap elsewhere. The hero looks for a shorter way at once.
        /// </summary>
        private void TearDown(GridCell cell)
        {
            Walls.SetTile(Grid.ToTilemapCell(cell, Walls), null);
            Grid.SetCell(cell, CellType.Walkable);
            if (Hero.Tracker != null)
            {
                Hero.Tracker.Replan();
            }
        }
    }
}
