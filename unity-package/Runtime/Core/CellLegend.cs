using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Says what the codes of a map's source stand for: numbers, characters, or colors as 0xRRGGBB. A code stands for
    /// any <see cref="CellType"/>, the start or the goal. Reading refuses a code that the legend does not list.
    /// Immutable; any thread.
    /// </summary>
    public sealed class CellLegend
    {
        /// <summary>Codes below this number have their meanings in an array, because maps mostly use these.</summary>
        private const int LowCodes = 256;

        private readonly CellMeaning[] _ofLowCodes = new CellMeaning[LowCodes];
        private readonly bool[] _isListed = new bool[LowCodes];
        private readonly Dictionary<int, CellMeaning> _ofOtherCodes = new Dictionary<int, CellMeaning>();

        /// <summary>A legend of characters. A character may be in one string only.</summary>
        /// <param name="starts">Characters that mark the start. At most one cell of a map may have one.</param>
        /// <param name="goals">Characters that mark the goal. At most one cell of a map may have one.</param>
        /// <exception cref="ArgumentException">A character is listed twice with different meanings.</exception>
        public CellLegend(string walkable, string obstacles, string starts = "", string goals = "")
            : this(
                Codes(walkable, nameof(walkable)),
                Codes(obstacles, nameof(obstacles)),
                Codes(starts, nameof(starts)),
                Codes(goals, nameof(goals)))
        {
        }

        /// <summary>A legend of numbers or colors. A number may be in one array only.</summary>
        /// <param name="starts">Numbers that mark the start; null for none.</param>
        /// <param name="goals">Numbers that mark the goal; null for none.</param>
        /// <exception cref="ArgumentException">A number is listed twice with different meanings.</exception>
        public CellLegend(int[] walkable, int[] obstacles, int[] starts = null, int[] goals = null)
        {
            List(walkable, new CellMeaning(CellMark.Walkable), nameof(walkable));
            List(obstacles, new CellMeaning(CellMark.Obstacle), nameof(obstacles));
            List(starts ?? new int[0], new CellMeaning(CellMark.Start), nameof(starts));
            List(goals ?? new int[0], new CellMeaning(CellMark.Goal), nameof(goals));
        }

        /// <summary>A copy of a legend.</summary>
        private CellLegend(CellLegend other)
        {
            _ofLowCodes = (CellMeaning[])other._ofLowCodes.Clone();
            _isListed = (bool[])other._isListed.Clone();
            _ofOtherCodes = new Dictionary<int, CellMeaning>(other._ofOtherCodes);
        }

        /// <summary>The numbers of <see cref="CellType"/>, 0 to 255: each stands for its type.</summary>
        public static CellLegend CellTypes { get; } = AllTypes();

        /// <summary>1 is walkable, 2 the start, 3 the goal, 4 an obstacle.</summary>
        public static CellLegend NormalStartEndBlock { get; } =
            new CellLegend(new[] { 1 }, new[] { 4 }, new[] { 2 }, new[] { 3 });

        /// <summary>
        /// <c>.</c> is walkable, <c>#</c> an obstacle, <c>S</c> the start, <c>G</c> the goal. <c>2</c> to <c>9</c> are
        /// the types with these numbers.
        /// </summary>
        public static CellLegend Text { get; } = TextAndDigits();

        /// <summary>
        /// The characters of MovingAI maps: <c>. G S</c> are walkable; <c>@ O T W</c> are obstacles.
        /// </summary>
        public static CellLegend MovingAI { get; } = new CellLegend(".GS", "@OTW");

        /// <summary>The numbers of <see cref="CellMark"/>.</summary>
        internal static CellLegend Marks { get; } = new CellLegend(new[] { 0 }, new[] { 1 }, new[] { 2 }, new[] { 3 });

        /// <summary>A legend that also lists a number, character or color as a cell type.</summary>
        /// <param name="code">The number, character or color (0xRRGGBB).</param>
        /// <param name="type">What it stands for: any type.</param>
        /// <exception cref="ArgumentException">The code is listed with another meaning.</exception>
        public CellLegend With(int code, CellType type)
        {
            CellLegend legend = new CellLegend(this);
            legend.List(new[] { code }, new CellMeaning(type), nameof(code));
            return legend;
        }

        /// <summary>A legend that also lists characters as a cell type.</summary>
        /// <param name="type">What each of them stands for: any type.</param>
        /// <exception cref="ArgumentException">A character is listed with another meaning.</exception>
        public CellLegend With(string characters, CellType type)
        {
            CellLegend legend = new CellLegend(this);
            legend.List(Codes(characters, nameof(characters)), new CellMeaning(type), nameof(characters));
            return legend;
        }

        /// <summary>The type that a number, character or color stands for. Start and goal are walkable.</summary>
        /// <returns>False if the legend does not list the code.</returns>
        public bool TryGetType(int code, out CellType type)
        {
            bool isListed = TryGet(code, out CellMeaning meaning);
            type = meaning.Type;
            return isListed;
        }

        /// <summary>Meaning of a code. Returns false if the legend does not list it.</summary>
        internal bool TryGet(int code, out CellMeaning meaning)
        {
            if ((uint)code < LowCodes)
            {
                meaning = _ofLowCodes[code];
                return _isListed[code];
            }
            return _ofOtherCodes.TryGetValue(code, out meaning);
        }

        private static CellLegend AllTypes()
        {
            CellLegend legend = new CellLegend(new[] { 0 }, new[] { 1 });
            for (int type = 2; type <= byte.MaxValue; type++)
            {
                legend.List(new[] { type }, new CellMeaning((CellType)type), nameof(type));
            }
            return legend;
        }

        private static CellLegend TextAndDigits()
        {
            CellLegend legend = new CellLegend(".", "#", "S", "G");
            for (int digit = 2; digit <= 9; digit++)
            {
                legend.List(new[] { '0' + digit }, new CellMeaning((CellType)digit), nameof(digit));
            }
            return legend;
        }

        private void List(int[] codes, CellMeaning meaning, string parameter)
        {
            if (codes == null)
            {
                throw new ArgumentNullException(parameter);
            }
            foreach (int code in codes)
            {
                if (TryGet(code, out CellMeaning before) && !before.IsSameAs(meaning))
                {
                    string character = code >= ' ' && code <= char.MaxValue ? " ('" + (char)code + "')" : "";
                    string message = code + character + " is listed as " + before + " and as " + meaning + ".";
                    throw new ArgumentException(message, parameter);
                }
                if ((uint)code < LowCodes)
                {
                    _ofLowCodes[code] = meaning;
                    _isListed[code] = true;
                }
                else
                {
                    _ofOtherCodes[code] = meaning;
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
