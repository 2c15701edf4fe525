using System;

namespace GridStar
{
    // Which edits concern a path.
    public sealed partial class PathTracker
    {
        /// <summary>Index of the first cell that an edit has made unusable; the path's end if there is none.</summary>
        private int _usableEnd;

        /// <summary>Whether an edit is a reason to search.</summary>
        private bool _isTouched;

        /// <summary>Whether the path may cost more or less than when it was found, by its profile or by penalties near
        /// it.</summary>
        private bool _isRepriced;

        /// <summary>The revision of the query's profile that the path is for, or an earlier one.</summary>
        private int _profileRevision;

        /// <summary>The same of the search under way.</summary>
        private int _begunProfileRevision;

        /// <summary>
        /// Whether an edit has blocked the remaining path. The follower may walk along the first
        /// <see cref="UsableCount"/> cells meanwhile.
        /// </summary>
        public bool IsBlocked => _usableEnd < _end;

        /// <summary>
        /// How many of the remaining cells can be walked, as far as the last <see cref="Update"/> knew: all unless
        /// <see cref="IsBlocked"/>.
        /// </summary>
        public int UsableCount => Math.Max(_usableEnd - _first, HasPath ? 1 : 0);

        /// <summary>
        /// Looks whether edits came near the path since it was searched or checked. Only then it is checked.
        /// </summary>
        private void NoticeEdits()
        {
            NoticeProfile();
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
                isNear = ComesNear(ref changed[i]);
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

        /// <summary>Notices a change of the query's profile. The path may be blocked by it now, which is urgent, or
        /// only dearer or cheaper than another one.</summary>
        private void NoticeProfile()
        {
            int revision = CurrentProfileRevision;
            if (revision == _profileRevision)
            {
                return;
            }
            _profileRevision = revision;
            _isRepriced = true;
            if (HasPath)
            {
                _usableEnd = _first + Grid.CheckPath(_cells, _first, _end, _query, out _);
            }
        }

        private int CurrentProfileRevision => _query.Profile == null ? 0 : _query.Profile.Revision;

        /// <summary>
        /// Whether a rectangle contains a cell that a step of the remaining path depends on: a cell of the agent, or
        /// one beside it. Skips as many cells of the path as the rectangle is away.
        /// </summary>
        private bool ComesNear(ref GridstarRect rect)
        {
            int size = Math.Max(1, _query.AgentSize);
            // The agent's lowest cells for which the rectangle matters.
            int left = rect.x - size;
            int bottom = rect.y - size;
            int right = rect.x + (int)rect.width;
            int top = rect.y + (int)rect.height;
            int i = _first;
            while (i < _end)
            {
                GridCell cell = _cells[i];
                GridCell next = HasGaps ? _cells[Math.Min(i + 1, _end - 1)] : cell;
                int columns = Math.Max(left - Math.Max(cell.X, next.X), Math.Min(cell.X, next.X) - right);
                int rows = Math.Max(bottom - Math.Max(cell.Y, next.Y), Math.Min(cell.Y, next.Y) - top);
                int distance = Math.Max(columns, rows);
                if (distance <= 0)
                {
                    return true;
                }
                // A step goes to a neighbor, and a line between points stays in their rectangle.
                i += HasGaps ? 1 : distance;
            }
            return false;
        }

        /// <summary>Whether the path's points need not be neighbors.</summary>
        private bool HasGaps => _query.Form != PathForm.Default && _query.Form != PathForm.Cells;

        /// <summary>
        /// The first index at which a path has a cell; -1 if it has not. Skips as many cells of the path as the cell is
        /// away.
        /// </summary>
        private int IndexOf(GridCell[] path, int first, int end, GridCell cell)
        {
            int i = first;
            while (i < end)
            {
                long distance = Math.Max(Math.Abs((long)path[i].X - cell.X), Math.Abs((long)path[i].Y - cell.Y));
                if (distance == 0)
                {
                    return i;
                }
                i += HasGaps ? 1 : (int)Math.Min(distance, end - i);
            }
            return -1;
        }
    }
}
