using System;

namespace GridStar
{
    // States: copied and compared.
    public sealed partial class PathTracker
    {
        /// <summary>The hash of the grid's cells that the path was copied for, and the grid's revision then.</summary>
        private ulong _copiedHash;
        private ulong _copiedRevision = ulong.MaxValue;

        /// <summary>
        /// A hash of all on which later updates depend, settings aside: the path, why and where it was searched, and a
        /// request that waits. Compare it each tick to find out when two machines go apart.
        /// </summary>
        /// <remarks>Neither settings such as <see cref="TrackerBase.Query"/> nor the cells of the grid count. Reads as
        /// many cells as the path has left.</remarks>
        public ulong Hash
        {
            get
            {
                int first = FirstKept;
                StateHash hash = default(StateHash);
                hash.Add(_first - first);
                hash.Add(_end - _first);
                hash.Add(UsableCount);
                for (int i = first; i < _end; i++)
                {
                    hash.Add(_cells[i]);
                }
                hash.Add((_isTouched ? 1 : 0) | (_isRepriced ? 2 : 0) | (_isForeign ? 4 : 0) | (_isOpen ? 8 : 0)
                    | (SeesPath ? 16 : 0) | (_profileRevision != CurrentProfileRevision ? 32 : 0));
                hash.Add(_replans - _servedReplans);
                hash.Add(_from.Cell);
                hash.Add(_target.Cell);
                hash.Add(Age);
                hash.Add(_slot);
                hash.Add(_phase);
                hash.Add((int)Result.Reason);
                hash.Add(Result.Cost);
                hash.Add((int)Cause);
                hash.Add(Searches);
                _request.AddTo(ref hash);
                return hash.Sum;
            }
        }

        /// <summary>
        /// Takes over the path, the settings and the waiting request of another tracker. From then on the same calls
        /// give the same paths for both.
        /// </summary>
        /// <remarks>
        /// <para>For rollback, keep a few trackers that are never updated, copy each tick's state into one of them, and
        /// copy it back after <see cref="PathGrid.Restore"/>. Trackers with a scheduler go back with it: see
        /// <see cref="PathScheduler.CopyFrom"/>. A copied request waits in the scheduler of this tracker, at the place
        /// among the others that it had. Both trackers keep their grid and their scheduler.</para>
        /// <para>Copy after the tracker's update and before the next edit. If the grid has other cells than those for
        /// which the other tracker was updated last, the next update searches.</para>
        /// </remarks>
        /// <param name="other">A tracker on a grid of the same size and layout.</param>
        /// <exception cref="ArgumentNullException">There is no other tracker.</exception>
        /// <exception cref="ArgumentException">The grids differ in size or layout. Nothing has changed.</exception>
        /// <exception cref="InvalidOperationException">The other tracker waits for the library's threads or for a
        /// shared field: its scheduler has <see cref="PathScheduler.SearchesInBackground"/> or
        /// <see cref="PathScheduler.SharesFields"/>. Nothing has changed.</exception>
        public void CopyFrom(PathTracker other)
        {
            if (other == null)
            {
                throw new ArgumentNullException(nameof(other));
            }
            Grid.RefuseOther(other.Grid, nameof(other));
            if (other._isOpen || other._request.Source != null || other._request.IsUnderWay)
            {
                throw new InvalidOperationException("The tracker's search is not over, or a shared field tells its "
                    + "path. Switch SearchesInBackground and SharesFields of its scheduler off.");
            }
            if (other == this)
            {
                return;
            }
            bool isChecked = !other.NoticesEdits || (other.TryGetContent(out ulong hash) && hash == Grid.Hash);
            int first = other.FirstKept;
            Reserve(other._end - first, false);
            Array.Copy(other._cells, first, _cells, 0, other._end - first);
            _first = other._first - first;
            _end = other._end - first;
            _usableEnd = other._usableEnd - first;
            _isOpen = false;
            _isTouched = other._isTouched;
            _isRepriced = other._isRepriced;
            _isForeign = other._isForeign;
            _profileRevision = other._profileRevision;
            _replans = other._replans;
            _servedReplans = other._servedReplans;
            _from = other._from;
            _target = other._target;
            _phase = other._phase;
            _slot = other._slot;
            _commitment = other._commitment;
            SeesPath = other.SeesPath;
            _result = other._result;
            CopySettings(other);
            _request.CopyFrom(other._request);
            _scheduler?.Continue(_request);
            GridRevision = Grid.Revision;
            if (!isChecked)
            {
                _usableEnd = FindUsableEnd();
                Replan();
            }
            _copiedHash = Grid.Hash;
            _copiedRevision = GridRevision;
        }

        /// <summary>Passed cells before this one are never needed again.</summary>
        private int FirstKept => Math.Max(0, _first - PathScheduler.MostCellsBack);

        /// <summary>
        /// The hash of the grid's cells for which the path was checked last. Returns false if they have changed since
        /// and nobody knows what they were.
        /// </summary>
        private bool TryGetContent(out ulong hash)
        {
            bool isCopy = GridRevision == _copiedRevision;
            hash = isCopy ? _copiedHash : Grid.Hash;
            return isCopy || GridRevision == Grid.Revision;
        }
    }
}
