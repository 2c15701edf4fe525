using System;
using System.Collections.Generic;

namespace GridStar
{
    // Where follower and target are, and the path between them.
    public abstract partial class TrackerBase
    {
        /// <summary>Room for more cells is made only for a path that has them.</summary>
        private const int MostCellsAhead = 4096;

        /// <summary>Ends of the last search.</summary>
        private protected FloorCell _from;
        private protected FloorCell _target;
        private protected PathResult _result;
        private protected FloorPathResult _floorResult;

        /// <summary>The target's cell of the last search.</summary>
        internal FloorCell Target => _target;

        /// <summary>The cell at which the path ends. There must be a path.</summary>
        internal FloorCell LastPlace => _isOpen ? _target : PlaceOf(_end - 1);

        /// <summary>The next cell to walk to. There must be a path.</summary>
        internal FloorCell NextPlace => PlaceOf(NextIndex());

        /// <summary>How many paths it has had. Another number means another path, or other indexes of its cells.
        /// </summary>
        internal int Paths { get; private set; }

        /// <summary>How many cells of the path the follower has left behind.</summary>
        internal int Passed => _first;

        /// <summary>
        /// Whether the follower is between the ends of a link. Meanwhile updates neither search nor look where it is.
        /// </summary>
        internal bool OnLink { get; set; }

        /// <summary>
        /// Whether the follower walks straight to the one cell of its path, as <see cref="Return"/> says. Meanwhile
        /// updates do not search. <see cref="Clear"/> ends it.
        /// </summary>
        internal bool IsReturning { get; private set; }

        /// <summary>Whether a follower that was pushed off its path can still walk straight to it. It has not strayed
        /// then.</summary>
        internal bool SeesPath { get; set; }

        int IRequester.Replans => _replans;

        /// <summary>A remaining cell of the path. Index 0 is the last cell reached.</summary>
        internal FloorCell PlaceAt(int index) => PlaceOf(IndexAt(index));

        /// <summary>The link that leads to a remaining cell of the path; 0 for a step.</summary>
        internal int LinkAt(int index)
        {
            if (_legs.Count == 0)
            {
                return 0;
            }
            int at = IndexAt(index);
            PathLeg leg = _legs[PathLeg.IndexAt(_legs, at)];
            return leg.First == at ? leg.Link : 0;
        }

        /// <summary>Takes the current cells of follower and target, and searches, or asks for a search, if there is a
        /// reason. Returns whether the outcome of a search has come.</summary>
        internal bool UpdateAt(FloorCell position, FloorCell target, double seconds)
        {
            RefuseNegative(seconds, nameof(seconds));
            Age += seconds;
            _request.From = position;
            _request.Target = target;
            if ((OnLink || IsReturning) && HasPath)
            {
                // Where the follower is has no meaning for a search.
                _request.Cause = ReplanCause.None;
                return _request.TakeNews();
            }
            _request.Source?.NoteUse(position.Cell, target.Cell);
            AdvanceTo(position);
            bool isNew = _request.TakeNews();
            ReplanCause cause = FindCause();
            if (_request.IsUnderWay)
            {
                return isNew;
            }
            _request.Cause = cause;
            if (cause == ReplanCause.None)
            {
                return isNew;
            }
            // No search is needed where a floor is missing.
            if (_scheduler != null && _world.HasFloor(position.Floor) && _world.HasFloor(target.Floor))
            {
                _scheduler.Request(_request, UrgencyOf(cause));
            }
            else
            {
                _request.SearchNow(_world);
            }
            return _request.TakeNews() || isNew;
        }

        /// <summary>Drops the cells before a cell that the follower has reached. Returns whether the cell lies on the
        /// remaining path.</summary>
        internal bool AdvanceTo(FloorCell reached)
        {
            int found = IndexOf(_cells, _legs, _first, _end, reached);
            if (found < 0)
            {
                return false;
            }
            OnLink &= found == _first;
            _first = found;
            if (_isOpen && _end - _first <= CellsToGoOn)
            {
                GoOn();
            }
            return true;
        }

        /// <summary>Forgets the path. The next update searches.</summary>
        public void Clear()
        {
            ForgetPath();
            _request.TakeNews();
            Replan();
        }

        /// <summary>Replaces the path by one cell, to which the follower comes back from beside the floors.</summary>
        internal void Return(FloorCell cell)
        {
            ForgetPath();
            _cells[0] = cell.Cell;
            _legs.Add(new PathLeg(0, cell.Floor, 0, 0.0));
            _end = 1;
            _usableEnd = 1;
            IsReturning = true;
        }

        private void ForgetPath()
        {
            _end = 0;
            _first = 0;
            _usableEnd = 0;
            _legs.Clear();
            _isOpen = false;
            _isTouched = false;
            _isRepriced = false;
            OnLink = false;
            IsReturning = false;
            Paths++;
            _request.Withdraw();
            _request.Source = null;
        }

        /// <summary>Whether the follower is off its path, or has moved without one. The cells beside a diagonal step
        /// count as on the path. Between two points, the whole rectangle counts. After a search from the follower's
        /// cell that found no path, a path that is kept is no reason for another search.</summary>
        internal bool HasStrayed => HasPath && _result.HasPath
            ? !IsOnPath
            : _request.From != _from && !(HasPath && IsOnPath);

        private bool IsOnPath
        {
            get
            {
                FloorCell position = _request.From;
                bool isSameFloor = _legs.Count == 0 || position.Floor == PathLeg.FloorAt(_legs, _first);
                bool hasStep = _end - _first > 1 && LinkAt(1) == 0;
                return SeesPath || (isSameFloor
                    && IsBetween(position.Cell, _cells[_first], _cells[hasStep ? _first + 1 : _first]));
            }
        }

        /// <summary>
        /// Takes an answer, and replaces the path by it unless the path is kept. Returns whether the path is kept.
        /// </summary>
        private bool Take(ref SearchAnswer answer, int backCount)
        {
            bool isOfField = answer.Source != null;
            bool isKept = (KeepsPath && HasPath && !answer.Result.HasPath)
                || (isOfField ? KeepsCourseOf(ref answer) : KeepsCourse(ref answer, backCount));
            if (!isKept)
            {
                int length = answer.Result.Length;
                Reserve(length, isOfField);
                Array.Copy(answer.Cells, answer.First, _cells, 0, length);
                TakeLegs(ref answer);
                _first = 0;
                _end = length;
                _usableEnd = length;
                OnLink = false;
                IsReturning = false;
                Paths++;
                TakeState(ref answer);
            }
            if (isKept && _isOpen && !isOfField)
            {
                // The source knows the rest of the path that is kept, and is forgotten after this answer.
                Complete();
            }
            _isOpen = isOfField && _cells[_end - 1] != answer.Target.Cell;
            _isTouched = false;
            _isRepriced = false;
            _profileRevision = _request.BegunProfileRevision;
            _result = answer.Result;
            _floorResult = answer.FloorResult;
            _from = answer.From;
            _target = answer.Target;
            _servedReplans = _request.BegunReplans;
            _slot = CurrentSlot;
            _isForeign = false;
            Age = answer.Age;
            Cause = _request.Cause;
            Searches++;
            return isKept;
        }

        /// <summary>Makes room for a path. The old one is lost.</summary>
        private protected void Reserve(int count, bool isOfField)
        {
            if (isOfField && count <= _few.Length)
            {
                UseFew();
                return;
            }
            // Room for the world's longest path: hundreds of followers would otherwise make garbage for a long time,
            // each when its own path is longer than before.
            int longest = _world.NoteLength(count);
            int room = Math.Max(count, Math.Min(longest, MostCellsAhead));
            if (_cells.Length < room)
            {
                TakeArray(room);
                // For the next path that is searched on this thread.
                CellBuffer.Path.Reserve((uint)Math.Min(longest, MostCellsAhead));
            }
        }
    }
}
