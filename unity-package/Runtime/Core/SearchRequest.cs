using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;

namespace GridStar
{
    /// <summary>Owner of a <see cref="SearchRequest"/>, which makes it and takes the answer.</summary>
    internal interface IRequester
    {
        /// <summary>Settings of the search.</summary>
        PathQuery Query { get; }

        /// <summary>Number of times that another search was asked for, whatever the reasons.</summary>
        int Replans { get; }

        /// <summary>
        /// Takes an answer. The array of cells remains the caller's. Returns whether it tells anything new.
        /// </summary>
        bool TakeAnswer(ref SearchAnswer answer);
    }

    /// <summary>Knows how paths go on whose first cells alone were told: a field that many trackers share.</summary>
    internal interface IPathSource
    {
        /// <summary>Whether it still answers.</summary>
        bool IsAlive { get; }

        /// <summary>Grows when it knows newer paths.</summary>
        int Version { get; }

        /// <summary>The grid's revision that its paths are for.</summary>
        ulong Revision { get; }

        /// <summary>The cell to which all its paths lead.</summary>
        GridCell Goal { get; }

        /// <summary>Tells that a tracker relies on it in this frame.</summary>
        void NoteUse(GridCell from, GridCell target);

        /// <summary>
        /// Writes the cells after a cell, at most a number of them. Returns their number: 0 at the goal, -1 without a
        /// path.
        /// </summary>
        int Continue(GridCell after, GridCell[] cells, int first, int most);

        /// <summary>
        /// All cells from a cell to the goal, both included, in an array that the next call overwrites. Returns their
        /// number: 0 without a path.
        /// </summary>
        int GetRest(GridCell from, out GridCell[] cells);

        /// <summary>The cost from a cell to the goal; infinite without a path.</summary>
        double CostFrom(GridCell cell);
    }

    /// <summary>How a search from one cell to another has ended.</summary>
    internal struct SearchAnswer
    {
        internal FloorCell From;
        internal FloorCell Target;
        internal PathResult Result;

        /// <summary>The outcome with what only floors have.</summary>
        internal FloorPathResult FloorResult;

        /// <summary>An array that holds the path, and the index of the path's first cell.</summary>
        internal GridCell[] Cells;
        internal int First;

        /// <summary>Legs of a path through floors; null on a grid. They begin at indexes of the array.</summary>
        internal List<PathLeg> Legs;

        /// <summary>The floors when the search began; null on a grid.</summary>
        internal WorldState State;

        /// <summary>Seconds since the search began.</summary>
        internal double Age;

        /// <summary>Knows how the path goes on if it does not end at the target; null after a search.</summary>
        internal IPathSource Source;

        /// <summary>The index after the path's last cell.</summary>
        internal int End => First + Result.Length;

        /// <summary>A cell of the path, by its index in the array.</summary>
        internal FloorCell PlaceAt(int index) => new FloorCell(PathLeg.FloorAt(Legs, index), Cells[index]);
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
        internal FloorCell From { get; set; }

        internal FloorCell Target { get; set; }

        internal PathQuery Query => _requester.Query;

        /// <summary>Why to search; <see cref="ReplanCause.None"/> once there is no reason any more.</summary>
        internal ReplanCause Cause { get; set; }

        /// <summary>The queue in which the request waits; <see cref="GridStar.Urgency.None"/> if it does not.</summary>
        internal Urgency Urgency { get; private set; } = Urgency.None;

        /// <summary>Since when it waits, in the scheduler's time.</summary>
        internal double Since { get; private set; }

        /// <summary>Its number among all that ever entered the queue in which it waits.</summary>
        internal long Entry { get; private set; }

        /// <summary>Changes with each <see cref="Wait"/> and <see cref="Withdraw"/>: see <see cref="Turn"/>.</summary>
        internal int Serial { get; private set; }

        /// <summary><see cref="IRequester.Replans"/> when the last search began.</summary>
        internal int BegunReplans { get; private set; }

        /// <summary>The revision of the query's profile when the last search began.</summary>
        internal int BegunProfileRevision { get; private set; }

        /// <summary>Where the last answer came from; null after a search.</summary>
        internal IPathSource Source { get; set; }

        /// <summary>The source's version of the last answer.</summary>
        internal int SourceVersion { get; private set; }

        /// <summary>The source that had no path, and its version then.</summary>
        internal IPathSource RefusedBy { get; private set; }

        internal int RefusedVersion { get; private set; }

        /// <summary>The queue in which it waits; null if it does not.</summary>
        internal object Queue { get; private set; }

        /// <summary>Whether a search has begun whose answer has not come.</summary>
        internal bool IsUnderWay => _state == State.UnderWay;

        internal bool IsWanted => Cause != ReplanCause.None;

        /// <summary>Enters a queue.</summary>
        internal void Wait(object queue, Urgency urgency, double since, long entry)
        {
            Serial++;
            Queue = queue;
            Urgency = urgency;
            Since = since;
            Entry = entry;
            _state = State.Waiting;
        }

        /// <summary>Takes over what another request is about. If it waits, this one still has to enter a queue.
        /// </summary>
        internal void CopyFrom(SearchRequest other)
        {
            Serial++;
            _state = other._state;
            _failure = other._failure;
            From = other.From;
            Target = other.Target;
            Cause = other.Cause;
            Queue = null;
            Urgency = other.Urgency;
            Since = other.Since;
            Entry = other.Entry;
            Source = null;
            SourceVersion = 0;
            RefusedBy = null;
        }

        /// <summary>Adds to a hash what a later answer depends on.</summary>
        internal void AddTo(ref StateHash hash)
        {
            hash.Add((int)_state);
            hash.Add(From.Cell);
            hash.Add(Target.Cell);
            hash.Add((int)Cause);
            if (_state == State.Waiting)
            {
                hash.Add((int)Urgency);
                hash.Add(Since);
                hash.Add(Entry);
            }
        }

        /// <summary>Leaves its queue.</summary>
        internal void Leave()
        {
            Queue = null;
            Urgency = Urgency.None;
            _state = State.Idle;
        }

        /// <summary>Begins a search for the question as it is now.</summary>
        internal void Begin()
        {
            BegunReplans = _requester.Replans;
            BegunProfileRevision = Query.ProfileRevision;
            Queue = null;
            Urgency = Urgency.None;
            _state = State.UnderWay;
        }

        /// <summary>Begins as <see cref="Begin"/> does, for an answer that a revision of the profile gives.</summary>
        internal void BeginFor(int profileRevision)
        {
            Begin();
            BegunProfileRevision = profileRevision;
        }

        internal void Answer(ref SearchAnswer answer)
        {
            _state = _requester.TakeAnswer(ref answer) ? State.Answered : State.Idle;
            Source = answer.Source;
            SourceVersion = Source == null ? 0 : Source.Version;
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

        /// <summary>Ends without an answer, because the source has no path. The tracker asks again.</summary>
        internal void Refuse(IPathSource source)
        {
            RefusedBy = source;
            RefusedVersion = source.Version;
            Fail(null);
        }

        /// <summary>Whether a source has had no path, and has not become newer since.</summary>
        internal bool IsRefusedBy(IPathSource source)
            => ReferenceEquals(RefusedBy, source) && RefusedVersion == source.Version;

        /// <summary>Forgets the request. An answer that is under way does not come; one that has come stays.</summary>
        internal void Withdraw()
        {
            Serial++;
            Cause = ReplanCause.None;
            Queue = null;
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
        internal long SearchNow(TrackedWorld world)
        {
            Begin();
            SearchAnswer answer = default(SearchAnswer);
            try
            {
                answer.State = world.NoteState();
                world.Search(From, Target, Query, CellBuffer.Path, ref answer);
            }
            catch
            {
                _state = State.Idle;
                throw;
            }
            answer.From = From;
            answer.Target = Target;
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
