using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// <see cref="PathFloors"/> in a scene: floors of several <see cref="PathGridComponent"/>, and links between them
    /// that are set in the inspector or by code. A <see cref="PathFollower"/> walks on them. Unity's main thread only;
    /// any thread may use the floors themselves.
    /// </summary>
    /// <remarks>
    /// <para>A world position belongs to the highest floor at or below it that has a cell there, where a floor may lie
    /// above the position by <see cref="HeightTolerance"/>. A floor's height is that of its grid's object along the
    /// grids' normal: y in the XZ plane, z in the XY plane.</para>
    /// <para>Floors that can't be made, such as one grid twice, or with a <see cref="HeightTolerance"/> out of range,
    /// are reported in one error, and <c>enabled</c> becomes false. A link whose end is on no floor is left out, and
    /// one error names all such links.</para>
    /// </remarks>
    [AddComponentMenu("GridStar/Path Floors")]
    [DocumentationPage("floors")]
    [DisallowMultipleComponent]
    public sealed partial class PathFloorsComponent : MonoBehaviour
    {
        /// <summary>
        /// The grids of the floors: the first one is floor 0. All lie in one plane. After a change by code, call
        /// Rebuild.
        /// </summary>
        [Tooltip(
            "The grids of the floors: the first one is floor 0. All lie in one plane. After a change by code, call "
            + "Rebuild.")]
        public List<PathGridComponent> Grids = new List<PathGridComponent>();

        /// <summary>
        /// The links between cells of the floors. After a change by code, or when their ends have moved, call Rebuild.
        /// </summary>
        [Tooltip(
            "The links between cells of the floors. After a change by code, or when their ends have moved, call "
            + "Rebuild.")]
        public List<FloorLinkSettings> Links = new List<FloorLinkSettings>();

        /// <summary>
        /// How far a floor may lie above a position that belongs to it, in world units: at least 0. It keeps an object
        /// that has sunk a little from falling to the floor below.
        /// </summary>
        [Tooltip(
            "How far a floor may lie above a position that belongs to it, in world units: at least 0. It keeps an "
            + "object that has sunk a little from falling to the floor below.")]
        [Min(0f)]
        public float HeightTolerance = 0.1f;

        /// <summary>Whether the Scene view shows the links.</summary>
        [Tooltip("Whether the Scene view shows the links.")]
        public bool ShowsLinks = true;

        /// <summary>Color of the links in the Scene view.</summary>
        [Tooltip("Color of the links in the Scene view.")]
        public Color LinkColor = Color.yellow;

        /// <summary>The grids that the floors were made from, by floor.</summary>
        private readonly List<PathGrid> _made = new List<PathGrid>();
        private PathFloors _floors;
        private bool _hasFailed;

        /// <summary>
        /// The floors, made when first read; null if they can't be made, which is reported. A grid that its component
        /// has built anew takes its place here. Destroying this component disposes the floors, but none of the grids.
        /// </summary>
        public PathFloors Floors
        {
            get
            {
                if (_floors == null && !_hasFailed)
                {
                    Rebuild();
                }
                else if (_floors != null && !IsTolerable)
                {
                    Fail(BadTolerance());
                }
                else if (_floors != null)
                {
                    TakeNewGrids();
                }
                return _floors;
            }
        }

        /// <summary>
        /// Makes the floors and the links of the inspector anew, and disposes the floors before. Links that code has
        /// added are gone. If the floors can't be made, one error says why.
        /// </summary>
        public void Rebuild()
        {
            DisposeFloors();
            _hasFailed = false;
            try
            {
                Make();
            }
            catch (Exception cause)
            {
                Fail(cause);
                return;
            }
            PlaceLinks();
        }

        /// <summary>
        /// Finds the cell of a world position: on the highest floor at or below it that has a cell there, within
        /// <see cref="HeightTolerance"/>.
        /// </summary>
        /// <returns>Whether there is such a floor.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite.</exception>
        public bool TryGetCellAt(Vector3 position, out FloorCell cell)
        {
            PathFloors floors = Floors;
            cell = default(FloorCell);
            return floors != null && floors.TryGetCellAt(position, out cell, HeightTolerance);
        }

        private void Start()
        {
            if (_floors == null && !_hasFailed)
            {
                Rebuild();
            }
        }

        private void OnEnable() => _hasFailed = false;

        private void OnValidate()
        {
            ValidatedSettings settings = default(ValidatedSettings);
            settings.ClampToNotNegative(ref HeightTolerance, nameof(HeightTolerance));
            for (int i = 0; i < Links.Count; i++)
            {
                if (Links[i] != null)
                {
                    settings.Clamp(ref Links[i].Cost, 0f, ValidatedSettings.LargestCost, "Cost of link " + i);
                }
            }
            settings.Report(this);
        }

        private void OnDrawGizmos()
        {
            if (!ShowsLinks)
            {
                return;
            }
            Gizmos.color = LinkColor;
            foreach (FloorLinkSettings link in Links)
            {
                if (link != null)
                {
                    Gizmos.DrawLine(link.Start, link.End);
                }
            }
        }

        private void OnDestroy()
        {
            DisposeFloors();
            _hasFailed = true;
        }

        private bool IsTolerable => HeightTolerance >= 0f && !float.IsInfinity(HeightTolerance);

        private Exception BadTolerance() => new ArgumentOutOfRangeException(
            nameof(HeightTolerance), HeightTolerance, "HeightTolerance must be finite and at least 0.");

        private void Fail(Exception cause)
        {
            DisposeFloors();
            _hasFailed = true;
            ComponentFailure.SwitchOff(this, cause);
        }

        private void Make()
        {
            if (!IsTolerable)
            {
                throw BadTolerance();
            }
            if (Grids.Count == 0)
            {
                throw new InvalidOperationException("It has no grids. Add those of the floors to its list Grids.");
            }
            for (int floor = 0; floor < Grids.Count; floor++)
            {
                RefuseBadGrid(floor);
                _made.Add(Grids[floor].Grid);
            }
            _floors = new PathFloors(_made.ToArray());
        }

        private void RefuseBadGrid(int floor)
        {
            PathGridComponent grid = Grids[floor];
            if (grid == null)
            {
                throw new InvalidOperationException("Floor " + floor + " has no grid: element " + floor
                    + " of its list Grids is empty.");
            }
            int first = Grids.IndexOf(grid);
            if (first < floor)
            {
                throw new InvalidOperationException("Floors " + first + " and " + floor
                    + " are the same grid, that of '" + grid.name + "'. Each floor needs a grid of its own.");
            }
            if (grid.Plane != Grids[0].Plane)
            {
                throw new InvalidOperationException("Floors 0 and " + floor + " lie in different planes: "
                    + Grids[0].Plane + " and " + grid.Plane + ".");
            }
        }

        /// <summary>Replaces grids whose components have built them anew.</summary>
        private void TakeNewGrids()
        {
            bool isNew = false;
            for (int floor = 0; floor < _made.Count && floor < Grids.Count; floor++)
            {
                // A floor whose component is gone keeps its disposed grid, and no path leads there.
                PathGrid grid = Grids[floor] == null ? null : Grids[floor].MadeGrid;
                if (grid != null && grid != _made[floor])
                {
                    _made[floor] = grid;
                    _floors.SetFloor(floor, grid);
                    isNew = true;
                }
            }
            if (isNew)
            {
                PlaceLinks();
            }
        }

        private void DisposeFloors()
        {
            if (_floors != null)
            {
                _floors.Dispose();
                _floors = null;
            }
            _made.Clear();
            _numbers.Clear();
        }
    }
}
