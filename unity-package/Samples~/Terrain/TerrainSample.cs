using System.Collections.Generic;
using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// Shows infantry, a cart and a boat on one map of grass, road, swamp and water, each with a profile of its own.
    /// Add this component to an empty object and press Play; the object is the map's lowest corner. Each walker goes
    /// back and forth. The cart is two cells wide. Turn on <see cref="danger"/>: the walkers avoid the red cells if the
    /// way around is not too long.
    /// </summary>
    public class TerrainSample : MonoBehaviour
    {
        public const CellType Grass = (CellType)2;
        public const CellType Road = (CellType)3;
        public const CellType Swamp = (CellType)4;
        public const CellType Water = (CellType)5;

        /// <summary>The map: first line on top. g grass, r road, s swamp, w water, # rock.</summary>
        [TextArea(4, 20)]
        public string map =
            "gggggggggggggggggggggggggg\n" +
            "gggggggggggggwwwgggggggggg\n" +
            "gggg##gggggggwwwggggssssgg\n" +
            "gggg##ggggggwwwwgggsssssgg\n" +
            "ggggggggggggwwwggggsssssgg\n" +
            "rrrrrrrrrrrrrrrrrrrrrrrrrr\n" +
            "rrrrrrrrrrrrrrrrrrrrrrrrrr\n" +
            "ggggggggggwwwwgggggsssgggg\n" +
            "ggsssgggggwwwwwwwgggsssggg\n" +
            "ggssssggggwwwwwwwwwwwwwwww\n" +
            "gggssssgggggwwwwwwwwwwwwww\n" +
            "ggggggggggggggwwwwwwwwwwww\n" +
            "gggggggggggggggggggggwwwww\n";

        /// <summary>Whether a part of the road is dangerous: its cells have penalties.</summary>
        public bool danger;

        private static readonly Dictionary<CellType, Color> Colors = new Dictionary<CellType, Color>
        {
            { CellType.Obstacle, new Color(0.17f, 0.17f, 0.17f, 1f) },
            { Grass, new Color(0.5f, 0.69f, 0.41f, 1f) },
            { Road, new Color(0.85f, 0.79f, 0.64f, 1f) },
            { Swamp, new Color(0.42f, 0.44f, 0.36f, 1f) },
            { Water, new Color(0.34f, 0.71f, 0.91f, 1f) },
        };

        private static readonly Color DangerColor = new Color(0.84f, 0.37f, 0f, 0.45f);

        private readonly List<SpriteRenderer> _dangerSquares = new List<SpriteRenderer>();
        private SampleStage _stage;
        private bool _hasDanger;

        public PathGrid Grid { get; private set; }

        public PathFollower Infantry { get; private set; }

        public PathFollower Cart { get; private set; }

        public PathFollower Boat { get; private set; }

        private void Start()
        {
            CellLegend legend = new CellLegend("", "#")
                .With('g', Grass).With('r', Road).With('s', Swamp).With('w', Water);
            CellMap cells = new CellMap().ReadText(map, legend).FlipRows();
            Grid = new PathGrid(cells, new PathGridSettings
            {
                OriginX = transform.position.x,
                OriginY = transform.position.y,
                OriginZ = transform.position.z,
                DiagonalRule = DiagonalRule.BothFree,
            });
            _stage = new SampleStage(transform, true);
            ShowMap(cells);
            // Infantry wades through swamp slowly, and can't swim.
            TraversalProfile infantry = new TraversalProfile().SetCost(Swamp, 3).Block(Water);
            Infantry = AddWalker("Infantry", infantry, 1, new GridCell(1, 1), new GridCell(24, 11), Color.black);
            // A cart is fast on roads. Swamp and water stop it.
            TraversalProfile cart =
                new TraversalProfile().SetCost(Road, 0.5).SetCost(Grass, 1.5).Block(Swamp).Block(Water);
            Cart = AddWalker("Cart", cart, 2, new GridCell(0, 10), new GridCell(24, 10), Color.white);
            // A boat leaves the water nowhere.
            TraversalProfile boat = new TraversalProfile().Block(0).Block(Grass).Block(Road).Block(Swamp);
            Boat = AddWalker("Boat", boat, 1, new GridCell(11, 5), new GridCell(25, 0), Color.yellow);
        }

        private void Update()
        {
            if (danger != _hasDanger)
            {
                _hasDanger = danger;
                ShowDanger();
            }
        }

        private void OnDestroy()
        {
            if (Grid == null)
            {
                return;
            }
            Grid.Dispose();
            foreach (PathFollower walker in new[] { Infantry, Cart, Boat })
            {
                walker.Profile.Dispose();
            }
        }

        private void ShowMap(CellMap cells)
        {
            for (int i = 0; i < cells.Count; i++)
            {
                GridCell cell = Grid.GetCellAtIndex(i);
                _stage.AddSquare("Cell " + cell, Grid.GetCellCenter(cell), 0.96f, Colors[cells[cell]]);
            }
            Vector3 size = new Vector3(cells.Width, 0f, cells.Height);
            _stage.AimCamera(transform.position + size * 0.5f, size.x, size.z);
        }

        /// <summary>Sets or clears the penalties of a part of the road.</summary>
        private void ShowDanger()
        {
            const int X = 4;
            const int Y = 6;
            const int Width = 6;
            const int Height = 2;
            if (!danger)
            {
                Grid.ClearPenalties();
            }
            else
            {
                // 48 is 3 straight steps for each dangerous cell.
                Grid.FillPenalties(X, Y, Width, Height, 48);
            }
            for (int i = 0; i < Width * Height && _dangerSquares.Count < Width * Height; i++)
            {
                Vector3 center = Grid.GetCellCenter(new GridCell(X + i % Width, Y + i / Width));
                _dangerSquares.Add(_stage.AddSquare("Danger", center, 0.96f, DangerColor, 1));
            }
            foreach (SpriteRenderer square in _dangerSquares)
            {
                square.gameObject.SetActive(danger);
            }
            foreach (PathFollower walker in new[] { Infantry, Cart, Boat })
            {
                // Penalties close no cell, so that nothing else would make a follower search at once.
                if (walker.Tracker != null)
                {
                    walker.Tracker.Replan();
                }
            }
        }

        private PathFollower AddWalker(
            string walkerName, TraversalProfile profile, int size, GridCell from, GridCell to, Color color)
        {
            Vector3 start = Grid.AgentCenter(from, size);
            Vector3 end = Grid.AgentCenter(to, size);
            PathFollower walker =
                _stage.AddSquare(walkerName, start, 0.6f * size, color, 3).gameObject.AddComponent<PathFollower>();
            walker.Grid = Grid;
            walker.Profile = profile;
            walker.AgentSize = size;
            walker.TargetPosition = end;
            walker.PathLine = _stage.AddLine(walkerName + " path", 0.15f, color, 2);
            walker.PathLost += lost => Debug.Log(walkerName + " has no path: " + lost.Reason);
            walker.Arrived += arrived =>
            {
                // The next path leads back.
                Vector3 target = start;
                start = end;
                end = target;
                arrived.TargetPosition = target;
            };
            return walker;
        }
    }
}
