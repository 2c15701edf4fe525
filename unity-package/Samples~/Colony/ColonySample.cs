using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// A colony of 200 on three storeys, drawn one above the other. A click on stairs locks or unlocks them. The yellow
    /// square rings the bell, which calls all to the canteen. The green one saves the colony, and the blue one loads
    /// it. Add this component to an empty object, or take GameObject > GridStar > Sample: colony, and press Play.
    /// </summary>
    /// <remarks>The game itself is in <see cref="Colony"/>, which needs no scene.</remarks>
    public class ColonySample : MonoBehaviour
    {
        /// <summary>Rows between two storeys.</summary>
        private const int Gap = 1;

        private const float ButtonColumn = Colony.Width + 1.5f;

        private static readonly Color FloorColor = new Color(0.88f, 0.86f, 0.8f, 1f);
        private static readonly Color WallColor = new Color(0.35f, 0.32f, 0.3f, 1f);
        private static readonly Color OpenColor = new Color(0.45f, 0.7f, 0.45f, 1f);
        private static readonly Color LockedColor = new Color(0.75f, 0.3f, 0.25f, 1f);
        private static readonly Color ColonistColor = new Color(0.2f, 0.3f, 0.7f, 1f);
        private static readonly Color OnStairsColor = new Color(0.85f, 0.5f, 0.1f, 1f);

        public int seed = 1;

        private SpriteRenderer[] _colonists;
        private SpriteRenderer[] _stairs;
        private byte[] _saved;

        public Colony Colony { get; private set; }

        /// <summary>The text in the corner.</summary>
        public string Text { get; private set; } = "";

        /// <summary>Place of the button that rings the bell.</summary>
        public Vector3 BellPosition => transform.position + new Vector3(ButtonColumn, 6f, 0f);

        /// <summary>Place of the button that saves.</summary>
        public Vector3 SavePosition => transform.position + new Vector3(ButtonColumn, 4f, 0f);

        /// <summary>Place of the button that loads.</summary>
        public Vector3 LoadPosition => transform.position + new Vector3(ButtonColumn, 2f, 0f);

#if UNITY_EDITOR
        [UnityEditor.MenuItem("GameObject/GridStar/Sample: colony")]
        private static void Create() => new GameObject("Colony").AddComponent<ColonySample>();
#endif

        private void Start()
        {
            Colony = new Colony(seed);
            SampleStage stage = new SampleStage(transform, false);
            for (int floor = 0; floor < Colony.Storeys; floor++)
            {
                PathGrid grid = Colony.Floors.GetFloor(floor);
                for (int i = 0; i < grid.Width * grid.Height; i++)
                {
                    GridCell cell = grid.GetCellAtIndex(i);
                    Color color = grid.GetCell(cell) == CellType.Obstacle ? WallColor : FloorColor;
                    stage.AddSquare("Cell", PlaceOf(new FloorCell(floor, cell)), 1f, color);
                }
            }
            _stairs = new SpriteRenderer[2 * Colony.StairsCount];
            for (int i = 0; i < _stairs.Length; i++)
            {
                _stairs[i] = stage.AddSquare("Stairs", PlaceOfStairs(i), 0.9f, OpenColor, 1);
            }
            _colonists = new SpriteRenderer[Colony.ColonistCount];
            for (int i = 0; i < _colonists.Length; i++)
            {
                _colonists[i] = stage.AddSquare("Colonist", Vector3.zero, 0.35f, ColonistColor, 2);
            }
            stage.AddSquare("Bell", BellPosition, 1f, Color.yellow);
            stage.AddSquare("Save", SavePosition, 1f, Color.green);
            stage.AddSquare("Load", LoadPosition, 1f, Color.blue);
            float height = Colony.Storeys * (Colony.Height + Gap);
            Vector3 middle = new Vector3((Colony.Width + 3f) / 2f, height / 2f, 0f);
            stage.AimCamera(transform.position + middle, Colony.Width + 3f, height);
            Show();
        }

        private void Update()
        {
            if (SamplePointer.IsPressed)
            {
                Click(SamplePointer.Position);
            }
            // After a long frame the colony goes on from where it is.
            Colony.Advance(Mathf.Min(Time.deltaTime, 0.1f));
            Show();
        }

        private void OnGUI()
        {
            GUI.Label(new Rect(10f, 10f, 640f, 40f), Text, GUI.skin.label);
        }

        private void OnDestroy()
        {
            Colony?.Dispose();
        }

        /// <summary>Where one of the two ends of stairs is drawn: twice the number of the stairs, and one more for the
        /// upper end.</summary>
        public Vector3 PlaceOfStairs(int end) => PlaceOf(Colony.EndOf(end / 2, end % 2 == 1));

        private void Click(Vector3 place)
        {
            if (IsNear(place, BellPosition))
            {
                Colony.IsCalling = !Colony.IsCalling;
            }
            else if (IsNear(place, SavePosition))
            {
                _saved = Colony.Save();
            }
            else if (IsNear(place, LoadPosition) && _saved != null)
            {
                Colony.Dispose();
                Colony = Colony.Load(_saved, seed);
            }
            for (int i = 0; i < _stairs.Length; i++)
            {
                if (IsNear(place, PlaceOfStairs(i)))
                {
                    Colony.ToggleStairs(i / 2);
                }
            }
        }

        private void Show()
        {
            int onStairs = 0;
            for (int i = 0; i < _colonists.Length; i++)
            {
                float progress = Colony.PlaceOf(i, out FloorCell from, out FloorCell to);
                Vector3 place = PlaceOf(from);
                _colonists[i].transform.position = place + (PlaceOf(to) - place) * progress;
                bool isOnStairs = Colony.LinkOf(i) != 0;
                _colonists[i].color = isOnStairs ? OnStairsColor : ColonistColor;
                onStairs += isOnStairs ? 1 : 0;
            }
            for (int i = 0; i < _stairs.Length; i++)
            {
                _stairs[i].color = Colony.AreLocked(i / 2) ? LockedColor : OpenColor;
            }
            Text = onStairs + " on stairs, " + Colony.WaitingCount + " wait for a path, "
                + (Colony.IsCalling ? Colony.CountAtCanteen() + " at the canteen" : "the bell is silent");
        }

        private static bool IsNear(Vector3 place, Vector3 square)
            => Mathf.Abs(place.x - square.x) < 0.5f && Mathf.Abs(place.y - square.y) < 0.5f;

        private Vector3 PlaceOf(FloorCell place)
        {
            float above = place.Floor * (Colony.Height + Gap);
            return transform.position + new Vector3(place.Cell.X + 0.5f, place.Cell.Y + 0.5f + above, 0f);
        }
    }
}
