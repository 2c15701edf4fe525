using System;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>
    /// Chooses the grid that the overlay shows. In play mode it is the grid of the game, in edit mode a grid of the
    /// overlay's own with what a scan finds.
    /// </summary>
    internal sealed class OverlaySource : IDisposable
    {
        private PathGrid _own;
        private PathGridComponent _ownFrom;
        private GameObject _selected;
        private TilemapGrid _tiles;

        /// <summary>The component whose grid is shown; null for that of a <see cref="TilemapGrid"/>.</summary>
        internal PathGridComponent Component { get; private set; }

        /// <summary>Why there is nothing to show; null if there is.</summary>
        internal string Mistake { get; private set; }

        /// <summary>The grid to show: that of the selected object, else the first of the scene. May be null.</summary>
        internal PathGrid Find(GameObject selected)
        {
            Mistake = MissingLibraryNotice.Reason();
            if (Mistake != null)
            {
                return null;
            }
            bool isKnown = ReferenceEquals(selected, _selected) && (Component != null || HasGrid(_tiles));
            if (!isKnown)
            {
                // It looks through all objects.
                Choose(selected);
            }
            if (HasGrid(_tiles))
            {
                return _tiles.MadeGrid;
            }
            if (Component == null)
            {
                Mistake = "The scene has no grid. A Tilemap Grid has one in play mode.";
                return null;
            }
            PathGrid made = Component.MadeGrid;
            return made != null && !made.IsDisposed ? made : Scanned();
        }

        private static bool HasGrid(TilemapGrid tiles)
            => tiles != null && tiles.MadeGrid != null && !tiles.MadeGrid.IsDisposed;

        private void Choose(GameObject selected)
        {
            _selected = selected;
            Component = StageObjects.GridFor(selected);
            _tiles = selected == null ? null : selected.GetComponent<TilemapGrid>();
            if (!HasGrid(_tiles))
            {
                _tiles = Component == null ? StageObjects.All<TilemapGrid>().Find(HasGrid) : null;
            }
            Component = _tiles == null ? Component : null;
        }

        /// <summary>Scans the scene again when a grid is next looked for.</summary>
        internal void Rescan()
        {
            _own?.Dispose();
            _own = null;
        }

        public void Dispose() => Rescan();

        private PathGrid Scanned()
        {
            if (_own != null && ReferenceEquals(_ownFrom, Component) && Component.IsLike(_own))
            {
                return _own;
            }
            Rescan();
            try
            {
                _own = Component.MakeScannedGrid();
                _ownFrom = Component;
            }
            catch (Exception cause) when (ToldMistakes.Has(cause))
            {
                Mistake = cause.Message;
            }
            return _own;
        }
    }
}
