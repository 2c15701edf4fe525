using System;

namespace GridStar
{
    /// <summary>The colors of a drawn search. A color is 0xRRGGBB. One thread at a time.</summary>
    public sealed class SearchPalette
    {
        private const int Black = 0x000000;
        private const int White = 0xFFFFFF;

        // Indexed by SearchViewKind.
        private static readonly int[] OkabeIto =
        {
            0xFFFFFF, 0xC4E4F7, 0xF9E3B4, 0xE69F00, 0x56B4E9, 0xF0E442, 0x2FB391, 0x2B2B2B, 0xD55E00, 0x0072B2,
        };

        private static readonly int[] Classic =
        {
            0xFFFFFF, 0xFFF7C2, 0xDADADA, 0xB0B0B0, 0xFFE14D, 0xFFB347, 0x4D8DFF, 0x000000, 0xFF3B30, 0x2ECC40,
        };

        private readonly int[] _colors;

        /// <summary>Colors that were set, by type; -1 for the default color.</summary>
        private int[] _typeColors;

        /// <summary>Starts with the colors of a scheme. Each color can be changed.</summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such scheme.</exception>
        public SearchPalette(SearchColorScheme scheme = SearchColorScheme.OkabeIto)
        {
            if (scheme != SearchColorScheme.OkabeIto && scheme != SearchColorScheme.Classic)
            {
                throw new ArgumentOutOfRangeException(nameof(scheme), scheme, "There is no such SearchColorScheme.");
            }
            _colors = (int[])(scheme == SearchColorScheme.Classic ? Classic : OkabeIto).Clone();
        }

        /// <summary>The color of cells of a kind.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The kind is unknown, or the color is not 0 to
        /// 0xFFFFFF.</exception>
        public int this[SearchViewKind kind]
        {
            get => _colors[IndexOf(kind)];
            set
            {
                RefuseNoColor(value);
                _colors[IndexOf(kind)] = value;
            }
        }

        /// <summary>
        /// The color of unreached cells of a type, and of the border of reached ones. Each type from 2 on has a default
        /// color of its own, which stays the same in later versions. The types 0 and 1 have the colors of
        /// <see cref="SearchViewKind.Walkable"/> and <see cref="SearchViewKind.Obstacle"/>.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The color is not 0 to 0xFFFFFF.</exception>
        public int this[CellType type]
        {
            get
            {
                if (type <= CellType.Obstacle)
                {
                    return this[KindOf(type)];
                }
                int color = _typeColors == null ? -1 : _typeColors[(int)type];
                return color >= 0 ? color : DefaultColors.Of(type);
            }

            set
            {
                RefuseNoColor(value);
                if (type <= CellType.Obstacle)
                {
                    this[KindOf(type)] = value;
                    return;
                }
                if (_typeColors == null)
                {
                    _typeColors = new int[byte.MaxValue + 1];
                    for (int i = 0; i < _typeColors.Length; i++)
                    {
                        _typeColors[i] = -1;
                    }
                }
                _typeColors[(int)type] = value;
            }
        }

        /// <summary>The color of a cell: that of its type if the search has not reached it, else that of its
        /// kind.</summary>
        public int GetColor(SearchViewCell cell)
            => cell.Kind == SearchViewKind.Walkable ? this[cell.Search.Type] : this[cell.Kind];

        /// <summary>
        /// The color of text, arrow and mark on cells of a kind: black or white, whichever has more contrast.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such kind.</exception>
        public int GetInk(SearchViewKind kind) => InkOn(this[kind]);

        /// <summary>The color of text, arrow and mark on a cell: black or white, whichever has more contrast.</summary>
        public int GetInk(SearchViewCell cell) => InkOn(GetColor(cell));

        private static int InkOn(int color)
        {
            // Contrast by the Web Content Accessibility Guidelines 2.1: (lighter + 0.05) / (darker + 0.05).
            double luminance = Luminance(color) + 0.05;
            return luminance / 0.05 >= 1.05 / luminance ? Black : White;
        }

        private static void RefuseNoColor(int value)
        {
            if (value < Black || value > White)
            {
                throw new ArgumentOutOfRangeException(nameof(value), value, "A color is 0xRRGGBB.");
            }
        }

        private static SearchViewKind KindOf(CellType type)
            => type == CellType.Obstacle ? SearchViewKind.Obstacle : SearchViewKind.Walkable;

        private int IndexOf(SearchViewKind kind)
        {
            if ((uint)kind >= (uint)_colors.Length)
            {
                throw new ArgumentOutOfRangeException(nameof(kind), kind, "There is no such SearchViewKind.");
            }
            return (int)kind;
        }

        /// <summary>Relative luminance by the same guidelines: 0 to 1.</summary>
        private static double Luminance(int color)
            => 0.2126 * Linear(color >> 16) + 0.7152 * Linear((color >> 8) & 0xFF) + 0.0722 * Linear(color & 0xFF);

        private static double Linear(int channel)
        {
            double value = channel / 255.0;
            return value <= 0.03928 ? value / 12.92 : Math.Pow((value + 0.055) / 1.055, 2.4);
        }
    }
}
