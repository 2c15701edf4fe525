using System;

namespace GridStar
{
    // Finds the edits that concern the path.
    public sealed partial class PathTracker
    {
        internal override void NoticeEdits()
        {
            if (NoticeProfile() && HasPath)
            {
                // The profile may block the path, which is urgent, or make it only dearer or cheaper than another one.
                _usableEnd = _first + Grid.CheckPath(_cells, _first, _end, _query, out _);
            }
            ulong revision = _scheduler == null
                ? Grid.GetChanges(_revision, out GridstarRect[] changed, out uint count)
                : _scheduler.GetChanges(_revision, out changed, out count);
            if (count == 0)
            {
                return;
            }
            if (!HasPath)
            {
                _isTouched = true;
                _revision = revision;
                return;
            }
            // The edit may have opened a way to the target.
            _isTouched |= !Result.Found;
            bool isNear = false;
            for (int i = 0; i < count && !isNear; i++)
            {
                isNear = ComesNear(ref changed[i], _first, _end);
            }
            if (!isNear)
            {
                _revision = revision;
                return;
            }
            _isRepriced |= !_query.IgnorePenalties && Grid.HasNewPenalties(_revision);
            _usableEnd = _first + Grid.CheckPath(_cells, _first, _end, _query, out _revision);
            _isTouched |= IsBlocked;
        }

        /// <summary>
        /// The first index at which a path has a cell; -1 if it has not. Skips as many cells of the path as the cell is
        /// away.
        /// </summary>
        private int IndexOf(GridCell[] path, int first, int end, GridCell cell)
        {
            bool hasGaps = _query.Form.HasGaps();
            int i = first;
            while (i < end)
            {
                long distance = Math.Max(Math.Abs((long)path[i].X - cell.X), Math.Abs((long)path[i].Y - cell.Y));
                if (distance == 0)
                {
                    return i;
                }
                i += hasGaps ? 1 : (int)Math.Min(distance, end - i);
            }
            return -1;
        }
    }
}
