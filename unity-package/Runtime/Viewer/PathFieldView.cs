using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Shows the costs of a <see cref="PathField"/>, or a unit's range, as colors on the ground: one texture, which
    /// every camera and the Scene view show in play mode. Set <see cref="Field"/> by code, or let the component make a
    /// field of its own from <see cref="GridSource"/> and <see cref="Center"/>. A frame without a change costs next to
    /// nothing, and a warm frame allocates nothing. Unity's main thread only.
    /// </summary>
    /// <remarks>
    /// The component follows edits of the grid, and its own field follows <see cref="Center"/>. The library's threads
    /// build it. If the native library is missing or a setting is out of range, it logs one error and sets
    /// <c>enabled</c> to false.
    /// </remarks>
    [AddComponentMenu("GridStar/Path Field View")]
    [DocumentationPage("fields")]
    public sealed class PathFieldView : MonoBehaviour
    {
        /// <summary>
        /// The grid of the component's own field. A <see cref="Field"/> set by code takes precedence.
        /// </summary>
        [Tooltip("The grid of the component's own field. A Field set by code takes precedence.")]
        public PathGridComponent GridSource;

        /// <summary>The goal of the own field, or the start of the range. None: this object.</summary>
        [Tooltip("The goal of the own field, or the start of the range. None: this object.")]
        public Transform Center;

        /// <summary>Whether the own field is what a unit can reach from the center, and not the way to it.</summary>
        [Tooltip("Whether the own field is what a unit can reach from the center, and not the way to it.")]
        public bool ShowsRange;

        /// <summary>The largest cost of the own field, such as a unit's movement points. 0: the whole map.</summary>
        [Tooltip("The largest cost of the own field, such as a unit's movement points. 0: the whole map.")]
        [Min(0f)]
        public float MaxCost;

        /// <summary>When a diagonal step is allowed. Default: the grid's rule.</summary>
        [Tooltip("When a diagonal step is allowed. Default: the grid's rule.")]
        public DiagonalRule DiagonalRule;

        /// <summary>
        /// Costs of cells by their types; none: obstacles are blocked, and every other type costs 1.
        /// </summary>
        [Tooltip("Costs of cells by their types; none: obstacles are blocked, and every other type costs 1.")]
        public TraversalProfileAsset ProfileSource;

        /// <summary>How many cells the agent is wide and high. A cell shows the cost of its lowest cell.</summary>
        [Tooltip("How many cells the agent is wide and high. A cell shows the cost of its lowest cell.")]
        [Range(1, PathGrid.MaxAgentSize)]
        public int AgentSize = 1;

        /// <summary>The color of the goal or start.</summary>
        [Tooltip("The color of the goal or start.")]
        public Color NearColor = new Color(0.1f, 0.75f, 0.35f, 0.6f);

        /// <summary>The color of the largest cost that is shown.</summary>
        [Tooltip("The color of the largest cost that is shown.")]
        public Color FarColor = new Color(0.35f, 0.1f, 0.6f, 0.6f);

        /// <summary>
        /// Cost from which on cells have the far color. 0: the largest cost of the field.
        /// </summary>
        [Tooltip("Cost from which on cells have the far color. 0: the largest cost of the field.")]
        [Min(0f)]
        public float FarCost;

        /// <summary>How far above the grid's plane it is drawn, in sides of a cell.</summary>
        [Tooltip("How far above the grid's plane it is drawn, in sides of a cell.")]
        [Min(0f)]
        public float Lift = 0.02f;

        /// <summary>
        /// A material with a main texture and transparency, of which a copy is used. None: Sprites/Default.
        /// </summary>
        [Tooltip("A material with a main texture and transparency, of which a copy is used. None: Sprites/Default.")]
        public Material Material;

        private PathField _field;
        private OwnField _own;
        private FieldPicture _picture;

        /// <summary>Contents of the picture.</summary>
        private PathField _shown;
        private ulong _shownRevision;
        private long _shownBuilds;
        private Color _shownNear;
        private Color _shownFar;
        private float _shownFarCost;
        private float _shownLift;

        /// <summary>
        /// The field to show. One that is assigned here takes precedence over the component's own; null returns to
        /// that. This component neither updates nor disposes it.
        /// </summary>
        public PathField Field
        {
            get => _field ?? (_own == null ? null : _own.Field);
            set => _field = value;
        }

        /// <summary>The texture, a pixel for each cell of the field's area; null before something was shown. Cells
        /// without a cost are transparent.</summary>
        public Texture2D Texture => _picture == null ? null : _picture.Texture;

        /// <summary>Whether something is shown.</summary>
        public bool IsShown => _picture != null && _picture.IsShown;

        private void Update()
        {
            try
            {
                Show(_field ?? FindOwn());
            }
            catch (Exception cause)
            {
                Hide();
                ComponentFailure.SwitchOff(this, cause);
            }
        }

        private void OnValidate()
        {
            ValidatedSettings settings = default(ValidatedSettings);
            settings.ClampToNotNegative(ref MaxCost, nameof(MaxCost));
            settings.Clamp(ref AgentSize, 1, PathGrid.MaxAgentSize, nameof(AgentSize));
            settings.ClampToNotNegative(ref FarCost, nameof(FarCost));
            settings.ClampToNotNegative(ref Lift, nameof(Lift));
            settings.Report(this);
        }

        private void OnDisable()
        {
            Hide();
            Forget();
        }

        private void OnDestroy()
        {
            Forget();
            _picture?.Destroy();
            _picture = null;
        }

        /// <summary>The component's own field, up to date or on its way; null without a grid.</summary>
        private PathField FindOwn()
        {
            PathGrid grid = GridSource == null ? null : GridSource.Grid;
            if (grid == null || grid.IsDisposed)
            {
                Forget();
                return null;
            }
            PathQuery query = new PathQuery
            {
                DiagonalRule = DiagonalRule,
                Profile = ProfileSource == null ? null : ProfileSource.Profile,
                AgentSize = AgentSize,
                MaxCost = MaxCost,
            };
            GridCell center = grid.AnchorAt((Center == null ? transform : Center).position, AgentSize);
            if (!grid.Contains(center))
            {
                Forget();
                return null;
            }
            if (_own == null || !_own.Fits(grid, query, ShowsRange))
            {
                Forget();
                _own = new OwnField(grid, query, ShowsRange, center);
            }
            _own.Update(center);
            return _own.Field;
        }

        private void Forget()
        {
            _own?.Dispose();
            _own = null;
        }

        private void Show(PathField field)
        {
            if (field == null || field.IsDisposed || !field.IsReady)
            {
                Hide();
                return;
            }
            ulong revision = field.Revision;
            long builds = field.Builds;
            bool isSame = IsShown && _picture.IsThere && field == _shown && revision == _shownRevision
                && builds == _shownBuilds && IsSame(NearColor, _shownNear) && IsSame(FarColor, _shownFar)
                && FarCost.Equals(_shownFarCost) && Lift.Equals(_shownLift);
            if (isSame)
            {
                return;
            }
            if (_picture == null || !_picture.IsThere)
            {
                _picture?.Destroy();
                _picture = new FieldPicture(Material, gameObject.layer);
            }
            _picture.Draw(field, NearColor, FarColor, FarCost, Lift);
            _shown = field;
            _shownRevision = revision;
            _shownBuilds = builds;
            _shownNear = NearColor;
            _shownFar = FarColor;
            _shownFarCost = FarCost;
            _shownLift = Lift;
        }

        /// <summary>Exactly: a change of half a shade shows.</summary>
        private static bool IsSame(Color a, Color b)
            => a.r.Equals(b.r) && a.g.Equals(b.g) && a.b.Equals(b.b) && a.a.Equals(b.a);

        private void Hide()
        {
            _picture?.Hide();
            _shown = null;
        }

        /// <summary>A field that follows a place and the edits of its grid, built by the library's threads.</summary>
        private sealed class OwnField : IDisposable
        {
            private readonly PathGrid _grid;
            private readonly bool _isRange;
            private PathQuery _query;
            private GridCell _center;

            internal OwnField(PathGrid grid, PathQuery query, bool isRange, GridCell center)
            {
                _grid = grid;
                _query = query;
                _isRange = isRange;
                _center = center;
                Field = isRange ? grid.CreateRange(center, query, 1) : grid.CreateField(new[] { center }, query, 1);
                BuildOn(false);
            }

            internal PathField Field { get; }

            public void Dispose() => Field.Dispose();

            internal bool Fits(PathGrid grid, PathQuery query, bool isRange)
                => ReferenceEquals(grid, _grid) && isRange == _isRange && _query.HasSameSettings(ref query)
                    && !Field.IsDisposed;

            internal void Update(GridCell center)
            {
                if (Field.IsBuilding)
                {
                    return;
                }
                bool isMoved = center != _center;
                _center = center;
                BuildOn(isMoved ? Field.SetGoal(center, 1) : Field.Update(1));
            }

            private void BuildOn(bool isBuilt)
            {
                if (!isBuilt)
                {
                    Field.BuildInBackground();
                }
            }
        }
    }
}
