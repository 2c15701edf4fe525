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
            Walkable = ColorNumber.ToColor(palette[SearchViewKind.Walkable]);
            Open = ColorNumber.ToColor(palette[SearchViewKind.Open]);
            Closed = ColorNumber.ToColor(palette[SearchViewKind.Closed]);
            Expanded = ColorNumber.ToColor(palette[SearchViewKind.Expanded]);
            Added = ColorNumber.ToColor(palette[SearchViewKind.Added]);
            Improved = ColorNumber.ToColor(palette[SearchViewKind.Improved]);
            Path = ColorNumber.ToColor(palette[SearchViewKind.Path]);
            Obstacle = ColorNumber.ToColor(palette[SearchViewKind.Obstacle]);
            Goal = ColorNumber.ToColor(palette[SearchViewKind.Goal]);
            Start = ColorNumber.ToColor(palette[SearchViewKind.Start]);
        }

        /// <summary>These colors as a palette.</summary>
        public SearchPalette ToPalette()
        {
            SearchPalette palette = new SearchPalette();
            palette[SearchViewKind.Walkable] = ColorNumber.Of(Walkable);
            palette[SearchViewKind.Open] = ColorNumber.Of(Open);
            palette[SearchViewKind.Closed] = ColorNumber.Of(Closed);
            palette[SearchViewKind.Expanded] = ColorNumber.Of(Expanded);
            palette[SearchViewKind.Added] = ColorNumber.Of(Added);
            palette[SearchViewKind.Improved] = ColorNumber.Of(Improved);
            palette[SearchViewKind.Path] = ColorNumber.Of(Path);
            palette[SearchViewKind.Obstacle] = ColorNumber.Of(Obstacle);
            palette[SearchViewKind.Goal] = ColorNumber.Of(Goal);
            palette[SearchViewKind.Start] = ColorNumber.Of(Start);
            foreach (CellTypeColor entry in Types)
            {
                if (entry.Type > (byte)CellType.Obstacle)
                {
                    palette[(CellType)entry.Type] = ColorNumber.Of(entry.Color);
                }
            }
            return palette;
        }
    }
}
