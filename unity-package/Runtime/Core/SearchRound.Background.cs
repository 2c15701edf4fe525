using System;

namespace GridStar
{
    // Searches on the library's threads.
    internal sealed partial class SearchRound
    {
        private const int FirstCells = 4096;

        private GridstarQueryDef[] _defs = new GridstarQueryDef[4];
        private PathReply[] _replies = new PathReply[FirstSearches];
        private GridCell[] _cells = new GridCell[FirstCells];

        /// <summary>The native ticket; 0 while no search is under way.</summary>
        private ulong _ticket;

        /// <summary>Frees the ticket of a scheduler that nobody has any more.</summary>
        ~SearchRound()
        {
            Forget();
        }

        internal bool IsUnderWay => _ticket != 0;

        /// <summary>
        /// Hands the searches to the library's threads. Returns false if they are refused: <see cref="SearchHere"/>
        /// finds out which of them, and why.
        /// </summary>
        internal bool TrySubmit()
        {
            Reserve(ref _defs, _settingsCount);
            for (int i = 0; i < _settingsCount; i++)
            {
                if (_settings[i].MaxExpansions < 0)
                {
                    return false;
                }
                _defs[i] = _settings[i].ToDef();
            }
            int status = NativeMethods.gridstar_ticket_submit(
                _grid.Id, ref _requests[0], (uint)Count, ref _defs[0], (uint)_settingsCount, 0, out _ticket);
            GC.KeepAlive(_grid);
            GC.KeepAlive(_settings);
            if (status < 0)
            {
                _ticket = 0;
            }
            return IsUnderWay;
        }

        /// <summary>Gives the answers if they have come. Returns whether the round is over.</summary>
        internal bool TryEnd(double now)
        {
            Reserve(ref _replies, Count);
            GridstarTicketInfo info = PathBatch.NewInfo();
            int status = Take(ref info);
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                // Twice as much: the next round's paths are a little longer or shorter.
                _cells = new GridCell[checked((int)(2 * info.cell_count))];
                status = Take(ref info);
            }
            if (status == (int)NativeStatus.StillRunning)
            {
                return false;
            }
            _ticket = 0;
            for (int i = 0; i < Count; i++)
            {
                Answer(i, status, info.revision, now);
            }
            return true;
        }

        /// <summary>Gives up the searches. The trackers ask again.</summary>
        internal void Cancel()
        {
            Forget();
            for (int i = 0; i < Count; i++)
            {
                Fail(i, null);
            }
        }

        private int Take(ref GridstarTicketInfo info)
        {
            int status = NativeMethods.gridstar_ticket_take(
                _ticket, ref _replies[0], (uint)_replies.Length, ref _cells[0], (uint)_cells.Length, ref info);
            CallWatch.NoteAnswers(status, info.count, info.expansions);
            return status;
        }

        private void Answer(int index, int status, ulong revision, double now)
        {
            int reason = status < 0 ? (int)NativeStatus.Cancelled : (int)_replies[index].Reason;
            if (reason == (int)NativeStatus.Cancelled)
            {
                // The threads were stopped, or all tickets destroyed. The trackers ask again.
                Fail(index, null);
            }
            else if (reason < 0)
            {
                Fail(index, NativeErrors.Create(reason, "query", null));
            }
            else
            {
                LastPaths.Note(_grid.Id, _cells, _replies[index].First, _replies[index].Length);
                Answer(index, _cells, _replies[index].First, _replies[index].ToResult(revision), now);
            }
        }

        private void Forget()
        {
            if (_ticket != 0)
            {
                NativeMethods.gridstar_destroy(_ticket);
                _ticket = 0;
            }
        }
    }
}
