using GridStar;
using UnityEngine;
using UnityEngine.Tilemaps;

namespace GridStarSamples
{
    /// <summary>
    /// Click to move on an isometric tilemap. Add this component to an empty object, or take GameObject > GridStar >
    /// Sample: isometric tilemap, and press Play. A click on the floor sends the hero there; a click on a wall tears it
    /// down.
    /// </summary>
    /// <remarks>
    /// The script makes the tilemaps itself. With tilemaps of your own, add a TilemapGrid and keep only <c>Update</c>.
    /// </remarks>
    public class IsometricSample : MonoBehaviour
    {
        private const string Level =
            "############\n" +
            "#..........#\n" +
            "#....#.....#\n" +
            "#....#.....#\n" +
            "#.~~.#.....#\n" +
            "#.~~.#.....#\n" +
            "#....#.....#\n" +
            "#....#.....#\n" +
            "#..........#\n" +
            "############\n";

        /// <summary>Width and height of a tile's picture in pixels.</summary>
        private const int Pixels = 64;

        private static readonly Color FloorColor = new Color(0.85f, 0.87f, 0.9f, 1f);
        private static readonly Color WaterColor = new Color(0.35f, 0.6f, 0.9f, 1f);
        private static readonly Color WallColor = new Color(0.3f, 0.34f, 0.42f, 1f);

        private SampleStage _stage;
        private Sprite _rhomb;

        public Tilemap Floor { get; private set; }

        public Tilemap Walls { get; private set; }

        public TilemapGrid Source { get; private set; }

        public PathFollower Hero { get; private set; }

#if UNITY_EDITOR
        [UnityEditor.MenuItem("GameObject/GridStar/Sample: isometric tilemap")]
        private static void Create() => new GameObject("Isometric tilemap").AddComponent<IsometricSample>();
#endif

        private void Start()
        {
            _stage = new SampleStage(transform, false);
            _rhomb = MakeRhomb();
            MakeTilemaps();
            Source = gameObject.AddComponent<TilemapGrid>();
            Source.Ground.Add(Floor);
            Source.Walls.Add(Walls);
            MakeHero(new GridCell(2, 2));
            Vector3 middle = Source.Grid.GetCellCenter(new GridCell(Source.Grid.Width / 2, Source.Grid.Height / 2));
            _stage.AimCamera(middle, 12f, 6f);
        }

        private void Update()
        {
            PathGrid grid = Source.Grid;
            if (!SamplePointer.IsPressed || !grid.TryGetCellAt(SamplePointer.Position, out GridCell cell))
            {
                return;
            }
            Vector3Int tile = grid.ToTilemapCell(cell, Walls);
            if (Walls.HasTile(tile))
            {
                TearDown(tile);
            }
            else
            {
                Hero.TargetPosition = grid.GetCellCenter(cell);
            }
        }

        /// <summary>Tiles that the Tile Palette would have painted: water is a hole in the floor.</summary>
        private void MakeTilemaps()
        {
            string[] rows = Level.TrimEnd().Split('\n');
            GameObject layout = new GameObject("Grid");
            layout.transform.SetParent(transform);
            layout.transform.position = transform.position;
            UnityEngine.Grid cells = layout.AddComponent<UnityEngine.Grid>();
            cells.cellLayout = GridLayout.CellLayout.Isometric;
            cells.cellSize = new Vector3(1f, 0.5f, 1f);
            Tilemap water = AddTilemap("Water", layout.transform, 0);
            Floor = AddTilemap("Floor", layout.transform, 1);
            Walls = AddTilemap("Walls", layout.transform, 2);
            Tile pond = MakeTile(WaterColor);
            Tile floor = MakeTile(FloorColor);
            Tile wall = MakeTile(WallColor);
            for (int y = 0; y < rows.Length; y++)
            {
                for (int x = 0; x < rows[y].Length; x++)
                {
                    // The first line of the text is the farthest row.
                    char mark = rows[rows.Length - 1 - y][x];
                    Vector3Int tile = new Vector3Int(x - rows[y].Length / 2, y - rows.Length / 2, 0);
                    (mark == '~' ? water : Floor).SetTile(tile, mark == '~' ? pond : floor);
                    if (mark == '#')
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
            tile.sprite = _rhomb;
            tile.color = color;
            return tile;
        }

        /// <summary>A white rhomb, one unit wide and half a unit high.</summary>
        private static Sprite MakeRhomb()
        {
            Texture2D texture = new Texture2D(Pixels, Pixels / 2, TextureFormat.RGBA32, false);
            Color32[] pixels = new Color32[Pixels * Pixels / 2];
            for (int i = 0; i < pixels.Length; i++)
            {
                float besideX = Mathf.Abs((i % Pixels + 0.5f) / Pixels - 0.5f);
                float besideY = Mathf.Abs((i / Pixels + 0.5f) / (Pixels / 2) - 0.5f);
                bool isInside = besideX + besideY < 0.48f;
                pixels[i] = new Color32(255, 255, 255, (byte)(isInside ? 255 : 0));
            }
            texture.SetPixels32(pixels);
            texture.Apply(false);
            Rect whole = new Rect(0f, 0f, Pixels, Pixels / 2);
            return Sprite.Create(texture, whole, new Vector2(0.5f, 0.5f), Pixels);
        }

        private void MakeHero(GridCell cell)
        {
            PathGrid grid = Source.Grid;
            SpriteRenderer square = _stage.AddSquare("Hero", grid.GetCellCenter(cell), 0.25f, Color.red, 4);
            Hero = square.gameObject.AddComponent<PathFollower>();
            Hero.Grid = grid;
            Hero.Speed = 3f;
            Hero.PathLine = _stage.AddLine("Path", 0.06f, Color.red, 3);
            Hero.PathLost += hero => Debug.Log("The hero can't go there: " + hero.Reason);
        }

        /// <summary>One edit of one cell. From Unity 2022.2 on, the grid notices the tile without Refresh.</summary>
        private void TearDown(Vector3Int tile)
        {
            Walls.SetTile(tile, null);
            Source.Refresh(tile);
            if (Hero.Tracker != null)
            {
                Hero.Tracker.Replan();
            }
        }
    }
}
