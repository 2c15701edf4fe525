namespace GridStar
{
    /// <summary>The outcome of a batch that was answered into native memory. Blittable.</summary>
    public struct PathBatchResult
    {
        private readonly int _status;
        private readonly GridstarTicketInfo _info;

        internal PathBatchResult(int status, ref GridstarTicketInfo info)
        {
            _status = status;
            _info = info;
        }

        /// <summary>
        /// <see cref="PathReason.Found"/>: all answers are written, and each reply says how its search ended.
        /// <see cref="PathReason.BufferTooSmall"/>: nothing is written; <see cref="Count"/> and <see cref="CellCount"/>
        /// are the needed lengths, and the answers are kept until they are taken or forgotten. Other reasons as for a
        /// single search.
        /// </summary>
        public PathReason Reason => (PathReason)_status;

        /// <summary>Whether the answers are written.</summary>
        public bool IsWritten => _status >= 0;

        /// <summary>Whether the answers are kept, because a buffer was too short.</summary>
        public bool IsKept => _status == (int)NativeStatus.BufferTooSmall;

        /// <summary>Number of answers.</summary>
        public int Count => (int)_info.count;

        /// <summary>Number of cells of all paths together.</summary>
        public int CellCount => (int)_info.cell_count;

        /// <summary>The <see cref="PathGrid.Revision"/> of the grid that all searches saw.</summary>
        public ulong Revision => _info.revision;

        /// <summary>Sum of the expanded cells of all searches.</summary>
        public long Expansions => (long)_info.expansions;

        internal ulong Ticket => _info.ticket;

        /// <summary>
        /// Gives up answers that are kept, whose memory is freed. Otherwise nothing happens.
        /// </summary>
        public void Forget()
        {
            if (IsKept)
            {
                NativeMethods.gridstar_destroy(_info.ticket);
            }
        }
    }
}
