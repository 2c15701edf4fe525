namespace GridStar
{
    /// <summary>Changes of a grid between the frames of a scheduler: most trackers know all earlier ones.</summary>
    internal sealed class GridWatch
    {
        private readonly GridstarRect[] _changed = new GridstarRect[PathGrid.MaxChangedRects];
        private readonly GridstarRect[] _otherChanged = new GridstarRect[PathGrid.MaxChangedRects];
        private ulong _revisionBefore;
        private uint _changedCount;

        internal GridWatch(PathGrid grid)
        {
            Grid = grid;
        }

        internal PathGrid Grid { get; }

        /// <summary>Revision of the last look.</summary>
        internal ulong Revision { get; private set; }

        /// <summary>Whether the grid was disposed at the last look.</summary>
        internal bool IsGone { get; private set; }

        /// <summary>Asks the grid for the changes since the last look.</summary>
        internal void Look(bool isGone)
        {
            IsGone = isGone;
            if (isGone)
            {
                return;
            }
            _revisionBefore = Revision;
            Revision = Grid.GetChanges(_revisionBefore, _changed, out _changedCount);
        }

        /// <summary>
        /// Where edits have changed cells since a revision, up to the last look or a later moment. Returns the revision
        /// of this moment. The next call may overwrite the rectangles.
        /// </summary>
        internal ulong GetChanges(ulong sinceRevision, out GridstarRect[] rects, out uint count)
        {
            if (sinceRevision == Revision)
            {
                rects = _changed;
                count = 0;
                return Revision;
            }
            if (sinceRevision == _revisionBefore)
            {
                rects = _changed;
                count = _changedCount;
                return Revision;
            }
            rects = _otherChanged;
            return Grid.GetChanges(sinceRevision, rects, out count);
        }
    }
}
