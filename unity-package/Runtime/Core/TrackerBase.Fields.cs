using System;

namespace GridStar
{
    // Paths of a field that trackers share: the first cells are here, and the source knows the others.
    public abstract partial class TrackerBase
    {
        /// <summary>The most cells that a source tells at once. All of them have room beside the passed ones.</summary>
        internal const int CellsOfField = 16;

        /// <summary>When no more than these are left, the source tells the next ones.</summary>
        private const int CellsToGoOn = CellsOfField / 2;

        /// <summary>Room for the cells that a source tells.</summary>
        private readonly GridCell[] _few;

        /// <summary>Adds the next cells of an open path. Without any, the tracker searches.</summary>
        private void GoOn()
        {
            IPathSource source = _request.Source;
            int room = CellsOfField - (_end - _first);
            MakeRoom(room);
            int count = source == null || !source.IsAlive ? -1 : source.Continue(_cells[_end - 1], _cells, _end, room);
            if (count < 0)
            {
                // The field is gone, or an edit has cut the path off.
                Replan();
                return;
            }
            Add(count, source);
            _isOpen = _cells[_end - 1] != source.Goal;
        }

        /// <summary>Whether edits may have changed how an open path goes on: whether the source has become newer since
        /// it told the path, which may go on otherwise.</summary>
        private bool IsBehind
        {
            get
            {
                IPathSource source = _isOpen ? _request.Source : null;
                return source != null && source.Version != _request.SourceVersion;
            }
        }

        /// <summary>
        /// Whether a newer version of the source tells the cells that are known, after an edit elsewhere. Nothing has
        /// changed then.
        /// </summary>
        private bool IsConfirmedBy(ref SearchAnswer answer)
        {
            bool mayBe = answer.Source != null && _request.Cause == ReplanCause.GridChanged && HasPath && !IsBlocked
                && !_isForeign && _result.Found && answer.Target == _target;
            int count = mayBe ? Math.Min(answer.Result.Length, _end - _first) : 0;
            for (int i = 0; i < count; i++)
            {
                if (_cells[_first + i] != answer.Cells[answer.First + i])
                {
                    return false;
                }
            }
            if (count == 0)
            {
                return false;
            }
            _isTouched = false;
            _isRepriced = false;
            _profileRevision = _request.BegunProfileRevision;
            GridRevision = answer.Result.Revision;
            Age = answer.Age;
            return true;
        }

        /// <summary>Finds all cells of an open path.</summary>
        private protected void Complete()
        {
            IPathSource source = _request.Source;
            GridCell[] rest = null;
            int count = source == null || !source.IsAlive ? 0 : source.GetRest(_cells[_end - 1], out rest);
            if (count == 0)
            {
                return;
            }
            MakeRoom(count - 1);
            Array.Copy(rest, 1, _cells, _end, count - 1);
            Add(count - 1, source);
            _isOpen = false;
        }

        /// <summary>
        /// Counts cells that were written after the path's end. Edits since the source's revision may have closed them:
        /// the next check compares all cells with these edits.
        /// </summary>
        private void Add(int count, IPathSource source)
        {
            bool isUsable = !IsBlocked;
            _end += count;
            _usableEnd = isUsable ? _end : _usableEnd;
            GridRevision = Math.Min(GridRevision, source.Revision);
            if (WatchesEdits && !_world.IsGone)
            {
                NoticeEdits();
            }
        }

        /// <summary>Makes room for cells after the path's end. Cells that were passed long ago are dropped.</summary>
        private void MakeRoom(int count)
        {
            if (_end + count <= _cells.Length)
            {
                return;
            }
            DropPassed();
            GrowTo(_end + count);
        }

        /// <summary>Makes room for a number of cells and keeps those of the path.</summary>
        private void GrowTo(int count)
        {
            if (count <= _cells.Length)
            {
                return;
            }
            GridCell[] before = _cells;
            int length = Math.Max(count, _world.NoteLength(count));
            GridCell[] array = _scheduler == null ? CellArrays.New(length) : _scheduler.Arrays.Take(length);
            Array.Copy(before, 0, array, 0, _end);
            GiveArray();
            _cells = array;
        }

        /// <summary>Takes another array. Its cells are not those of this path.</summary>
        private void TakeArray(int length)
        {
            GiveArray();
            _cells = _scheduler == null ? CellArrays.New(length) : _scheduler.Arrays.Take(length);
        }

        private void UseFew()
        {
            GiveArray();
            _cells = _few;
        }

        /// <summary>Leaves a large array to the next tracker that needs one.</summary>
        private void GiveArray()
        {
            if (_cells != _few)
            {
                _scheduler?.Arrays.Give(_cells);
            }
        }

        /// <summary>
        /// Whether to keep the path, which then goes on as the field says, if <see cref="Commitment"/> says so: the
        /// field's path turns back and is hardly cheaper. Both ways lead to the field's goal.
        /// </summary>
        private bool KeepsCourseOf(ref SearchAnswer answer)
        {
            bool mayKeep = _commitment > 0.0 && HasNext && !IsBlocked && !_isForeign && answer.Result.Length > 1
                && answer.From == PlaceOf(_first) && TurnsBack(answer.From, answer.PlaceAt(answer.First + 1));
            if (!mayKeep)
            {
                return false;
            }
            double rest = _world.Grid.MeasurePath(_cells, _first, _end, ref _query)
                + answer.Source.CostFrom(_cells[_end - 1]);
            return answer.Result.Cost >= (1.0 - _commitment) * rest
                && FindUsableEnd() == _end;
        }
    }
}
