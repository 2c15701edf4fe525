using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// A baked grid as an asset: <see cref="PathGridComponent"/> loads it in play mode in place of scanning the scene.
    /// Create one with Assets > Create > GridStar > Path Grid, assign it to the component's Baked field, and press Bake
    /// in the component's inspector. Unity's main thread only; any thread may use a loaded grid.
    /// </summary>
    [CreateAssetMenu(menuName = "GridStar/Path Grid", fileName = "Path Grid")]
    [DocumentationPage("saved-grids")]
    [PreferBinarySerialization]
    public sealed class PathGridAsset : ScriptableObject
    {
        /// <summary>
        /// The engine for which the grid is prepared when it is baked. With Landmarks, play mode has them without
        /// measuring.
        /// </summary>
        [Tooltip(
            "The engine for which the grid is prepared when it is baked. With Landmarks, play mode has them without "
            + "measuring.")]
        public SearchEngine Engine;

        /// <summary>Choice of what a build does if the scene has changed since it was baked.</summary>
        [Tooltip("Choice of what a build does if the scene has changed since it was baked.")]
        public StaleBake WhenStale = StaleBake.Warn;

        /// <summary>
        /// Names of the cell types, which baking copies from the component. The grid uses only the numbers.
        /// </summary>
        [Tooltip("Names of the cell types, which baking copies from the component. The grid uses only the numbers.")]
        public CellTypeNames TypeNames = new CellTypeNames();

        /// <summary>The saved grid.</summary>
        [Tooltip("The saved grid.")]
        [SerializeField]
        [HideInInspector]
        private byte[] _bytes = new byte[0];

        /// <summary>Whether a grid was baked into the asset.</summary>
        public bool IsBaked => _bytes != null && _bytes.Length > 0;

        /// <summary>The size of the saved grid in bytes; 0 without one.</summary>
        public int ByteCount => IsBaked ? _bytes.Length : 0;

        /// <summary>Creates a grid from what was baked. The caller disposes it.</summary>
        /// <exception cref="InvalidOperationException">No grid was baked.</exception>
        /// <exception cref="System.IO.InvalidDataException">A newer version baked the asset, or it is
        /// damaged.</exception>
        public PathGrid Load()
        {
            RequireBaked();
            return PathGrid.Load(_bytes);
        }

        /// <summary>
        /// Copies the saved grid: the level of <see cref="PathGrid.SaveChanges"/>, for a save game of a baked level.
        /// </summary>
        /// <exception cref="InvalidOperationException">No grid was baked.</exception>
        public byte[] GetBytes()
        {
            RequireBaked();
            return (byte[])_bytes.Clone();
        }

        /// <summary>Bakes a grid into the asset: its cells and settings, prepared for <see cref="Engine"/>.</summary>
        /// <param name="grid">The grid. It stays as it is, but for its engine.</param>
        /// <exception cref="ArgumentOutOfRangeException">A grid can't have this <see cref="Engine"/>. Nothing was
        /// baked.</exception>
        public void Store(PathGrid grid)
        {
            if (grid == null)
            {
                throw new ArgumentNullException(nameof(grid));
            }
            grid.Prepare(Engine);
            _bytes = grid.Save(true);
        }

        /// <summary>Forgets what was baked.</summary>
        public void Clear() => _bytes = new byte[0];

        private void OnValidate()
        {
            ValidatedSettings settings = default(ValidatedSettings);
            settings.ClampEngine(ref Engine);
            settings.Report(this);
        }

        private void RequireBaked()
        {
            if (!IsBaked)
            {
                throw new InvalidOperationException("No grid was baked into the asset \"" + name + "\".");
            }
        }
    }
}
