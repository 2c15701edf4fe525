using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Says what the numbers or characters of a map's source stand for. Reading refuses a code that the legend does not
    /// list. Immutable; any thread.
    /// </summary>
    public sealed class CellLegend
    {
        /// <summary>Stands for a code that the legend does not list.</summary>
        internal const CellMark Unknown = (CellMark)255;

        private readonly CellMark[] _ofLowCodes = new CellMark[128];
        private readonly Dictionary<int, CellMark> _ofOtherCodes = new Dictionary<int, CellMark>();

        /// <summary>A legend of characters. Each character belongs into one of the strings.</summary>
        /// <param name="walkable">Characters of walkable cells.</param>
        /// <param name="obstacles">Characters of obstacles.</param>
        /// <param name="starts">Characters that mark the start. At most one cell of a map may have one.</param>
        /// <param name="goals">Characters that mark the goal. At most one cell of a map may have one.</param>
        /// <exception cref="ArgumentNullException">A string is null.</exception>
        /// <exception cref="ArgumentException">A character is listed twice with different meanings.</exception>
        public CellLegend(string walkable, string obstacles, string starts = "", string goals = "")
            : this(
                Codes(walkable, nameof(walkable)),
                Codes(obstacles, nameof(obstacles)),
                Codes(starts, nameof(starts)),
                Codes(goals, nameof(goals)))
        {
        }

        /// <summary>A legend of numbers. Each number belongs into one of the arrays.</summary>
        /// <param name="walkable">Numbers of walkable cells.</param>
        /// <param name="obstacles">Numbers of obstacles.</param>
        /// <param name="starts">Numbers that mark the start; null for none.</param>
        /// <param name="goals">Numbers that mark the goal; null for none.</param>
        /// <exception cref="ArgumentNullException"><paramref name="walkable"/> or <paramref name="obstacles"/> is
        /// null.</exception>
        /// <exception cref="ArgumentException">A number is listed twice with different meanings.</exception>
        public CellLegend(int[] walkable, int[] obstacles, int[] starts = null, int[] goals = null)
        {
            for (int code = 0; code < _ofLowCodes.Length; code++)
            {
                _ofLowCodes[code] = Unknown;
            }
            List(walkable, CellMark.Walkable, nameof(walkable));
            List(obstacles, CellMark.Obstacle, nameof(obstacles));
            List(starts ?? new int[0], CellMark.Start, nameof(starts));
            List(goals ?? new int[0], CellMark.Goal, nameof(goals));
        }

        /// <summary>The numbers of <see cref="CellType"/>: 0 is walkable, 1 is an obstacle.</summary>
        public static CellLegend CellTypes { get; } = new CellLegend(new[] { 0 }, new[] { 1 });

        /// <summary>1 is walkable, 2 the start, 3 the goal, 4 an obstacle.</summary>
        public static CellLegend NormalStartEndBlock { get; } =
            new CellLegend(new[] { 1 }, new[] { 4 }, new[] { 2 }, new[] { 3 });

        /// <summary><c>.</c> is walkable, <c>#</c> an obstacle, <c>S</c> the start, <c>G</c> the goal.</summary>
        public static CellLegend Text { get; } = new CellLegend(".", "#", "S", "G");

        /// <summary>
        /// The characters of MovingAI maps: <c>.</c>, <c>G</c> and <c>S</c> are walkable; <c>@</c>, <c>O</c>, <c>T</c>
        /// and <c>W</c> are obstacles.
        /// </summary>
        public static CellLegend MovingAI { get; } = new CellLegend(".GS", "@OTW");

        /// <summary>The numbers of <see cref="CellMark"/>.</summary>
        internal static CellLegend Marks { get; } = new CellLegend(new[] { 0 }, new[] { 1 }, new[] { 2 }, new[] { 3 });

        /// <summary>
        /// The meaning of a number or character; <see cref="Unknown"/> if the legend does not list it.
        /// </summary>
        internal CellMark MarkOf(int code)
        {
            if ((uint)code < (uint)_ofLowCodes.Length)
            {
                return _ofLowCodes[code];
            }
            CellMark mark;
            return _ofOtherCodes.TryGetValue(code, out mark) ? mark : Unknown;
        }

        private void List(int[] codes, CellMark mark, string parameter)
        {
            if (codes == null)
            {
                throw new ArgumentNullException(parameter);
            }
            foreach (int code in codes)
            {
                CellMark before = MarkOf(code);
                if (before != Unknown && before != mark)
                {
                    string character = code >= ' ' && code <= char.MaxValue ? " ('" + (char)code + "')" : "";
                    string message = code + character + " is listed as " + before + " and as " + mark + ".";
                    throw new ArgumentException(message, parameter);
                }
                if ((uint)code < (uint)_ofLowCodes.Length)
                {
                    _ofLowCodes[code] = mark;
                }
                else
                {
                    _ofOtherCodes[code] = mark;
                }
            }
        }

        private static int[] Codes(string characters, string parameter)
        {
            if (characters == null)
            {
                throw new ArgumentNullException(parameter);
            }
            return Array.ConvertAll(characters.ToCharArray(), character => (int)character);
        }
    }
}
