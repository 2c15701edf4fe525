using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>Your own colors for a <see cref="SearchViewer"/>. Their alpha is ignored.</summary>
    [Serializable]
    public sealed class SearchViewerColors
    {
        /// <summary>Color of <see cref="SearchViewKind.Walkable"/>.</summary>
        [Tooltip("Color of SearchViewKind.Walkable.")]
        public Color Walkable;

        /// <summary>Color of <see cref="SearchViewKind.Open"/>.</summary>
        [Tooltip("Color of SearchViewKind.Open.")]
        public Color Open;

        /// <summary>Color of <see cref="SearchViewKind.Closed"/>.</summary>
        [Tooltip("Color of SearchViewKind.Closed.")]
        public Color Closed;

        /// <summary>Color of <see cref="SearchViewKind.Expanded"/>.</summary>
        [Tooltip("Color of SearchViewKind.Expanded.")]
        public Color Expanded;

        /// <summary>Color of <see cref="SearchViewKind.Added"/>.</summary>
        [Tooltip("Color of SearchViewKind.Added.")]
        public Color Added;

        /// <summary>Color of <see cref="SearchViewKind.Improved"/>.</summary>
        [Tooltip("Color of SearchViewKind.Improved.")]
        public Color Improved;

        /// <summary>Color of <see cref="SearchViewKind.Path"/>.</summary>
        [Tooltip("Color of SearchViewKind.Path.")]
        public Color Path;

        /// <summary>Color of <see cref="SearchViewKind.Obstacle"/>.</summary>
        [Tooltip("Color of SearchViewKind.Obstacle.")]
        public Color Obstacle;

        /// <summary>Color of <see cref="SearchViewKind.Goal"/>.</summary>
        [Tooltip("Color of SearchViewKind.Goal.")]
        public Color Goal;

        /// <summary>Color of <see cref="SearchViewKind.Start"/>.</summary>
        [Tooltip("Color of SearchViewKind.Start.")]
        public Color Start;

        /// <summary>Colors of cell types from 2 on. Types that are not listed have their default colors.</summary>
        [Tooltip("Colors of cell types from 2 on. Types that are not listed have their default colors.")]
        public List<CellTypeColor> Types = new List<CellTypeColor>();

        /// <summary>Starts with the default colors.</summary>
        public SearchViewerColors()
        {
            SearchPalette palette = new SearchPalette();
            Walkable = ColorOf(palette[SearchViewKind.Walkable]);
            Open = ColorOf(palette[SearchViewKind.Open]);
            Closed = ColorOf(palette[SearchViewKind.Closed]);
            Expanded = ColorOf(palette[SearchViewKind.Expanded]);
            Added = ColorOf(palette[SearchViewKind.Added]);
            Improved = ColorOf(palette[SearchViewKind.Improved]);
            Path = ColorOf(palette[SearchViewKind.Path]);
            Obstacle = ColorOf(palette[SearchViewKind.Obstacle]);
            Goal = ColorOf(palette[SearchViewKind.Goal]);
            Start = ColorOf(palette[SearchViewKind.Start]);
        }

        /// <summary>These colors as a palette.</summary>
        public SearchPalette ToPalette()
        {
            SearchPalette palette = new SearchPalette();
            palette[SearchViewKind.Walkable] = NumberOf(Walkable);
            palette[SearchViewKind.Open] = NumberOf(Open);
            palette[SearchViewKind.Closed] = NumberOf(Closed);
            palette[SearchViewKind.Expanded] = NumberOf(Expanded);
            palette[SearchViewKind.Added] = NumberOf(Added);
            palette[SearchViewKind.Improved] = NumberOf(Improved);
            palette[SearchViewKind.Path] = NumberOf(Path);
            palette[SearchViewKind.Obstacle] = NumberOf(Obstacle);
            palette[SearchViewKind.Goal] = NumberOf(Goal);
            palette[SearchViewKind.Start] = NumberOf(Start);
            foreach (CellTypeColor entry in Types)
            {
                if (entry.Type > (byte)CellType.Obstacle)
                {
                    palette[(CellType)entry.Type] = NumberOf(entry.Color);
                }
            }
            return palette;
        }

        /// <summary>Converts 0xRRGGBB to a Unity color.</summary>
        internal static Color ColorOf(int color)
            => new Color((color >> 16) / 255f, ((color >> 8) & 0xFF) / 255f, (color & 0xFF) / 255f, 1f);

        internal static int NumberOf(Color color)
            => (Channel(color.r) << 16) | (Channel(color.g) << 8) | Channel(color.b);

        // HDR colors of the inspector can exceed 1.
        private static int Channel(float value) => Mathf.RoundToInt(255f * Mathf.Min(1f, Mathf.Max(0f, value)));
    }
}
