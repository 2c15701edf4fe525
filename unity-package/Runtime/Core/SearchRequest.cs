using System;
using System.Runtime.ExceptionServices;

namespace GridStar
{
    /// <summary>Who makes a <see cref="SearchRequest"/> and takes the answer.</summary>
    internal interface IRequester
    {
        /// <summary>Settings of the search.</summary>
        PathQuery Query { get; }

        /// <summary>Number of times that another search was asked for, whatever the reasons.</summary>
        int Replans { get; }

        /// <summary>Takes an answer. The array of cells remains the caller's.</summary>
        void TakeAnswer(ref SearchAnswer answer);
    }

    /// <summary>How a search from one cell to another has ended.</summary>
    internal struct SearchAnswer
    {
        internal GridCell From;
        internal GridCell Target;
        internal PathResult Result;

        /// <summary>An array that holds the path, and the index of the path's first cell.</summary>
        internal GridCell[] Cells;
        internal int First;

        /// <summary>Seconds since the search began.</summary>
        internal double Age;

        /// <summary>The index after the path's last cell.</summary>
        internal int End => First + Result.Length;
    }

    /// <summary>
    /// One tracker's request for a search, from its question to its answer. Scheduler, queues and rounds know requests
    /// and no trackers. A tracker has one request and makes it again and again.
    /// </summary>
    /// <remarks>
    /// <code>
    ///            Wait               Begin                Answer
    ///    Idle ---------> Waiting ---------> UnderWay ---------> Answered
    ///     ^                 |                  |                   |
    ///     +-----------------+------------------+-------------------+
    ///         Leave, Withdraw   Fail, Withdraw        TakeNews
    /// </code>
    /// </remarks>
    internal sealed class SearchRequest
    {
        private enum State
        {
            Idle,
            Waiting,
            UnderWay,
            Answered,
        }

        private readonly IRequester _requester;
        private State _state;
        private Exception _failure;

        internal SearchRequest(IRequester requester)
        {
            _requester = requester;
        }

        /// <summary>The ends of the path. The tracker keeps them up to date, also while the request waits.</summary>
        internal GridCell From { get; set; }

        internal GridCell Target { get; set; }

        internal PathQuery Query => _requester.Query;

        /// <summary>Why to search; <see cref="ReplanCause.None"/> once there is no reason any more.</summary>
        internal ReplanCause Cause { get; set; }

        /// <summary>The queue in which the request waits; <see cref="GridStar.Urgency.None"/> if it does not.</summary>
        internal Urgency Urgency { get; private set; } = Urgency.None;

        /// <summary>Since when it waits, in the scheduler's time.</summary>
        internal double Since { get; private set; }

        /// <summary>Changes with each <see cref="Wait"/> and <see cref="Withdraw"/>: see <see cref="Turn"/>.</summary>
        internal int Serial { get; private set; }

        /// <summary><see cref="IRequester.Replans"/> when the last search began.</summary>
        internal int BegunReplans { get; private set; }

        /// <summary>The revision of the query's profile when the last search began.</summary>
        internal int BegunProfileRevision { get; private set; }

        /// <summary>Whether a search has begun whose answer has not come.</summary>
        internal bool IsUnderWay => _state == State.UnderWay;

        internal bool IsWanted => Cause != ReplanCause.None;

        /// <summary>Enters a queue.</summary>
        internal void Wait(Urgency urgency, double since)
        {
            Serial++;
            Urgency = urgency;
            Since = since;
            _state = State.Waiting;
        }

        /// <summary>Leaves its queue.</summary>
        internal void Leave()
        {
            Urgency = Urgency.None;
            _state = State.Idle;
        }

        /// <summary>Begins a search for the question as it is now.</summary>
        internal void Begin()
        {
            BegunReplans = _requester.Replans;
            BegunProfileRevision = Query.ProfileRevision;
            Urgency = Urgency.None;
            _state = State.UnderWay;
        }

        internal void Answer(ref SearchAnswer answer)
        {
            _state = State.Answered;
            _requester.TakeAnswer(ref answer);
        }

        /// <summary>
        /// Ends the search without an answer. <see cref="TakeNews"/> throws the exception; after null the tracker asks
        /// again.
        /// </summary>
        internal void Fail(Exception failure)
        {
            _state = State.Idle;
            _failure = failure;
        }

        /// <summary>Forgets the request. An answer that is under way does not come; one that has come stays.</summary>
        internal void Withdraw()
        {
            Serial++;
            Cause = ReplanCause.None;
            Urgency = Urgency.None;
            _state = _state == State.Answered ? State.Answered : State.Idle;
            _failure = null;
        }

        /// <summary>Whether an answer has come since the last call. Throws the exception of a failed search.</summary>
        internal bool TakeNews()
        {
            Exception failure = _failure;
            if (failure != null)
            {
                _failure = null;
                ExceptionDispatchInfo.Capture(failure).Throw();
            }
            bool isNew = _state == State.Answered;
            _state = isNew ? State.Idle : _state;
            return isNew;
        }

        /// <summary>Searches on the calling thread, and gives the answer. Returns the number of expanded cells.
        /// </summary>
        internal long SearchNow(PathGrid grid)
        {
            Begin();
            SearchAnswer answer = default(SearchAnswer);
            try
            {
                answer.Result = grid.FindPath(From, Target, Query, CellBuffer.Path);
            }
            catch
            {
                _state = State.Idle;
                throw;
            }
            answer.From = From;
            answer.Target = Target;
            answer.Cells = CellBuffer.Path.Cells;
            Answer(ref answer);
            return answer.Result.Expansions;
        }

        /// <summary>
        /// A request as a queue or a round holds it. The turn is over once the request waits anew or is withdrawn.
        /// </summary>
        internal struct Turn
        {
            private readonly int _serial;

            internal Turn(SearchRequest request)
            {
                Request = request;
                _serial = request.Serial;
            }

            internal SearchRequest Request { get; }

            internal bool IsOver => Request.Serial != _serial;
        }
    }
}
