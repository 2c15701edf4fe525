using System.Collections.Generic;
using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// A house with thin walls. A click on a door opens or closes it, another click sends the guest there. From the
    /// terrace on the right one can jump down into the garden, and not back up. Add this component to an empty object,
    /// or take GameObject > GridStar > Sample: house, and press Play.
    /// </summary>
    /// <remarks>
    /// The walls are text between the characters of the cells: see <see cref="CellMap.ReadTextWithWalls(string)"/>. A
    /// door is one call: see <see cref="Toggle"/>. The guest walks as near as it can, and goes on when a door opens.
    /// </remarks>
    public class HouseSample : MonoBehaviour
    {
        private const string Level =
            ". . . . . . . . . .|. .\n" +
            "    - - - - - - - -    \n" +
            ". .|. . .|. .|. . .|. .\n" +
            "                       \n" +
            ". .|. . .|. .|. . . . .\n" +
            "                       \n" +
            ". .|. . . . .|. . .|. .\n" +
            "                    v v\n" +
            ". .|. . .|. . . . .|. .\n" +
            "                       \n" +
            ". .|. . .|. .|. . .|. .\n" +
            "    - - -   - - - -    \n" +
            ". . . . . . . . . . . .\n" +
            "                       \n" +
            ". . . . . . . . . . . .\n";

        private const float WallWidth = 0.12f;

        /// <summary>How near a door a click means the door, in cells.</summary>
        private const float Near = 0.3f;

        /// <summary>The cells on both sides of each door.</summary>
        private static readonly GridCell[,] Doorways =
        {
            { new GridCell(5, 1), new GridCell(5, 2) },
            { new GridCell(4, 4), new GridCell(5, 4) },
            { new GridCell(6, 3), new GridCell(7, 3) },
            { new GridCell(9, 5), new GridCell(10, 5) },
        };

        private static readonly Color GardenColor = new Color(0.72f, 0.82f, 0.62f, 1f);
        private static readonly Color FloorColor = new Color(0.9f, 0.86f, 0.78f, 1f);
        private static readonly Color TerraceColor = new Color(0.8f, 0.78f, 0.74f, 1f);
        private static readonly Color WallColor = new Color(0.25f, 0.22f, 0.2f, 1f);
        private static readonly Color LedgeColor = new Color(0.55f, 0.5f, 0.45f, 1f);
        private static readonly Color ClosedColor = new Color(0.6f, 0.3f, 0.1f, 1f);
        private static readonly Color OpenColor = new Color(0.6f, 0.3f, 0.1f, 0.25f);

        private readonly List<SpriteRenderer> _doors = new List<SpriteRenderer>();
        private SampleStage _stage;

        public PathGrid Grid { get; private set; }

        public PathFollower Guest { get; private set; }

        public int DoorCount => Doorways.GetLength(0);

#if UNITY_EDITOR
        [UnityEditor.MenuItem("GameObject/GridStar/Sample: house")]
        private static void Create() => new GameObject("House").AddComponent<HouseSample>();
#endif

        private void Start()
        {
            _stage = new SampleStage(transform, false);
            CellMap map = new CellMap().ReadTextWithWalls(Level).FlipRows();
            Vector3 origin = transform.position;
            Grid = new PathGrid(map, new PathGridSettings
            {
                Plane = GridPlane.XY,
                DiagonalRule = DiagonalRule.BothFree,
                OriginX = origin.x,
                OriginY = origin.y,
                OriginZ = origin.z,
            });
            AddRect("Garden", new CellRect(0, 0, 12, 8), GardenColor, 0);
            AddRect("Floor", new CellRect(2, 2, 8, 5), FloorColor, 1);
            AddRect("Terrace", new CellRect(10, 4, 2, 4), TerraceColor, 1);
            for (int i = 0; i < Grid.Width * Grid.Height; i++)
            {
                GridCell cell = Grid.GetCellAtIndex(i);
                AddWall(cell, new GridCell(cell.X + 1, cell.Y));
                AddWall(cell, new GridCell(cell.X, cell.Y + 1));
            }
            for (int door = 0; door < DoorCount; door++)
            {
                _doors.Add(AddSide("Door", Doorways[door, 0], Doorways[door, 1], WallWidth, OpenColor, 3));
                Toggle(door);
            }
            // The front door stands open.
            Toggle(0);
            _stage.AimCamera(origin + new Vector3(6f, 4f, 0f), 12f, 8f);
            AddGuest();
        }

        private void Update()
        {
            if (!SamplePointer.IsPressed)
            {
                return;
            }
            Vector3 place = SamplePointer.Position;
            int door = DoorAt(place);
            if (door >= 0)
            {
                Toggle(door);
            }
            else if (Grid.TryGetCellAt(place, out GridCell cell))
            {
                Guest.TargetPosition = Grid.GetCellCenter(cell);
            }
        }

        private void OnDestroy()
        {
            if (Grid != null)
            {
                Grid.Dispose();
            }
        }

        public bool IsOpen(int door)
            => Grid.GetPassage(Doorways[door, 0], Doorways[door, 1]) == Passage.Open;

        /// <summary>Opens or closes a door: one edit, which followers notice by themselves.</summary>
        public void Toggle(int door)
        {
            Passage passage = IsOpen(door) ? Passage.Wall : Passage.Open;
            Grid.SetPassage(Doorways[door, 0], Doorways[door, 1], passage);
            _doors[door].color = IsOpen(door) ? OpenColor : ClosedColor;
        }

        public Vector3 DoorPosition(int door) => Between(Doorways[door, 0], Doorways[door, 1]);

        private int DoorAt(Vector3 place)
        {
            for (int door = 0; door < DoorCount; door++)
            {
                Vector3 away = DoorPosition(door) - place;
                if (Mathf.Abs(away.x) < Near && Mathf.Abs(away.y) < Near)
                {
                    return door;
                }
            }
            return -1;
        }

        private void AddGuest()
        {
            Vector3 garden = Grid.GetCellCenter(new GridCell(0, 0));
            Guest = _stage.AddSquare("Guest", garden, 0.5f, Color.red, 5).gameObject.AddComponent<PathFollower>();
            Guest.Grid = Grid;
            Guest.Speed = 4f;
            // Where no door is open, the guest waits as near as it can get.
            Guest.WhenBlocked = WhenBlocked.ComeNear;
            Guest.PathLine = _stage.AddLine("Path", 0.08f, Color.red, 4);
        }

        private void AddWall(GridCell cell, GridCell other)
        {
            Passage passage = Grid.Contains(other) ? Grid.GetPassage(cell, other) : Passage.Open;
            if (passage == Passage.Wall)
            {
                AddSide("Wall", cell, other, WallWidth, WallColor, 2);
            }
            else if (passage != Passage.Open)
            {
                AddSide("Ledge", cell, other, WallWidth / 2f, LedgeColor, 2);
                AddArrow(cell, other, passage == Passage.OneWay);
            }
        }

        /// <summary>Three squares, each smaller than the one before, point down from a ledge.</summary>
        private void AddArrow(GridCell cell, GridCell other, bool leadsToOther)
        {
            Vector3 way = Grid.GetCellCenter(other) - Grid.GetCellCenter(cell);
            way = leadsToOther ? way : way * -1f;
            for (int i = 0; i < 3; i++)
            {
                _stage.AddSquare("Arrow", Between(cell, other) + way * (0.12f * i), 0.16f - 0.05f * i, LedgeColor, 2);
            }
        }

        private SpriteRenderer AddSide(string what, GridCell cell, GridCell other, float width, Color color, int order)
        {
            SpriteRenderer side = _stage.AddSquare(what, Between(cell, other), 1f, color, order);
            bool isUpright = cell.X != other.X;
            side.transform.localScale = isUpright
                ? new Vector3(width, 1f + width, 1f)
                : new Vector3(1f + width, width, 1f);
            return side;
        }

        private void AddRect(string what, CellRect rect, Color color, int order)
        {
            Vector3 half = new Vector3(rect.Width / 2f, rect.Height / 2f, 0f);
            Vector3 corner = Grid.GetCellCorner(new GridCell(rect.X, rect.Y));
            _stage.AddSquare(what, corner + half, 1f, color, order).transform.localScale = half * 2f + Vector3.forward;
        }

        private Vector3 Between(GridCell cell, GridCell other)
            => (Grid.GetCellCenter(cell) + Grid.GetCellCenter(other)) * 0.5f;
    }
}
