using System;

namespace GridStar.Editor
{
    // Components of a map with walls between its cells: cell by cell, whichever way a side is open.
    internal sealed partial class OverlayComponents
    {
        private int[] _trees = new int[0];

        /// <summary>Returns a rectangle around the cells whose number has changed.</summary>
        /// <param name="isOpen">Whether each cell is walkable, row by row.</param>
        /// <param name="passages">The plane of passages.</param>
        internal CellRect LabelWithWalls(bool[] isOpen, byte[] passages, PathGrid grid)
        {
            int count = grid.Width * grid.Height;
            if (_labels.Length != count)
            {
                _labels = new int[count];
            }
            if (_trees.Length != count)
            {
                _trees = new int[count];
            }
            for (int i = 0; i < count; i++)
            {
                _trees[i] = i;
            }
            for (int i = 0; i < count; i++)
            {
                GridCell cell = new GridCell(i % grid.Width, i / grid.Width);
                for (int number = 0; isOpen[i] && number < CellSide.CountOf(grid.Layout); number++)
                {
                    CellSide side = CellSide.Of(grid.Layout, cell, number);
                    bool isThere = grid.Contains(side.Other);
                    int other = isThere ? side.Other.Y * grid.Width + side.Other.X : i;
                    if (isOpen[other] && side.Get(passages[i]) != Passage.Wall)
                    {
                        Plant(i, other);
                    }
                }
                if (isOpen[i] && grid.Layout == CellLayout.Square && grid.DiagonalRule == DiagonalRule.Always)
                {
                    JoinDiagonally(isOpen, passages, grid, i);
                }
            }
            return WriteTrees(isOpen, grid);
        }

        /// <summary>Joins a cell with those of the next row beside it, if a way around the corner crosses no
        /// wall.</summary>
        private void JoinDiagonally(bool[] isOpen, byte[] passages, PathGrid grid, int at)
        {
            int x = at % grid.Width;
            int above = at + grid.Width;
            if (above >= isOpen.Length)
            {
                return;
            }
            if (x + 1 < grid.Width && isOpen[above + 1])
            {
                bool isFree = IsFreeWay(passages[at], 0, passages[at + 1], 1, false)
                    || IsFreeWay(passages[at], 1, passages[above], 0, false);
                Plant(at, isFree ? above + 1 : at);
            }
            if (x > 0 && isOpen[above - 1])
            {
                // To the left, the first side is crossed from its other cell.
                bool isFree = IsFreeWay(passages[at - 1], 0, passages[at - 1], 1, true)
                    || IsFreeWay(passages[above - 1], 0, passages[at], 1, true);
                Plant(at, isFree ? above - 1 : at);
            }
        }

        /// <summary>Whether two sides are open in one direction: forth over both or back, of which the first one turns
        /// around.</summary>
        private static bool IsFreeWay(byte one, int side, byte other, int otherSide, bool isTurned)
        {
            int first = one >> (2 * side) & 3;
            int second = other >> (2 * otherSide) & 3;
            int forth = isTurned ? 2 : 1;
            return ((first & forth) == 0 && (second & 1) == 0) || ((first & (3 - forth)) == 0 && (second & 2) == 0);
        }

        private void Plant(int one, int other)
        {
            one = Root(one);
            other = Root(other);
            _trees[Math.Max(one, other)] = Math.Min(one, other);
        }

        private int Root(int cell)
        {
            while (_trees[cell] != cell)
            {
                _trees[cell] = _trees[_trees[cell]];
                cell = _trees[cell];
            }
            return cell;
        }

        private CellRect WriteTrees(bool[] isOpen, PathGrid grid)
        {
            int left = int.MaxValue;
            int right = -1;
            int low = int.MaxValue;
            int high = -1;
            Count = 0;
            for (int i = 0; i < isOpen.Length; i++)
            {
                int root = Root(i);
                // A root comes before the other cells of its tree.
                int number = !isOpen[i] ? 0 : root == i ? ++Count : _labels[root];
                if (_labels[i] != number)
                {
                    _labels[i] = number;
                    left = Math.Min(left, i % grid.Width);
                    right = Math.Max(right, i % grid.Width);
                    low = Math.Min(low, i / grid.Width);
                    high = i / grid.Width;
                }
            }
            return high < 0 ? default(CellRect) : new CellRect(left, low, right - left + 1, high - low + 1);
        }
    }
}
