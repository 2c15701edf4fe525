using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Searches that begin together, and the requests that wait for them. Identical searches run once. A warm round
    /// allocates nothing.
    /// </summary>
    internal sealed class SearchRound
    {
        private const int None = -1;
        private const int FirstSearches = 96;
        private const int FirstCells = 4096;

        /// <summary>Room for the requests of one frame after an edit that blocks hundreds of paths.</summary>
        private const int FirstMembers = 384;

        private readonly PathGrid _grid;
        private readonly Dictionary<Key, int> _indices = new Dictionary<Key, int>();
        private Search[] _searches = new Search[FirstSearches];
        private PathRequest[] _requests = new PathRequest[FirstSearches];
        private Member[] _members = new Member[FirstMembers];
        private readonly SearchTicket _ticket = new SearchTicket(FirstSearches, FirstCells);
        private PathQuery[] _settings = new PathQuery[4];
        private GridstarQueryDef[] _defs = new GridstarQueryDef[4];
        private int _settingsCount;
        private double _since;

        internal SearchRound(PathGrid grid)
        {
            _grid = grid;
        }

        /// <summary>Number of searches.</summary>
        internal int Count { get; private set; }

        /// <summary>Whether the library's threads search for the round.</summary>
        internal bool IsUnderWay => _ticket.IsUnderWay;

        /// <summary>Number of requests that wait for an answer.</summary>
        internal int MemberCount { get; private set; }

        /// <summary>Begins an empty round at a time.</summary>
        internal void Begin(double now)
        {
            // So that the round keeps no tracker and no profile alive.
            Array.Clear(_members, 0, MemberCount);
            Array.Clear(_settings, 0, _settingsCount);
            _indices.Clear();
            Count = 0;
            MemberCount = 0;
            _settingsCount = 0;
            _since = now;
        }

        /// <summary>Adds a request, whose search begins now.</summary>
        internal void Add(SearchRequest request)
        {
            request.Begin();
            PathQuery query = request.Query;
            Key key = new Key(request.From, request.Target, FindSettings(ref query));
            if (!_indices.TryGetValue(key, out int index))
            {
                index = Count;
                Reserve(ref _searches, Count + 1);
                Reserve(ref _requests, Count + 1);
                _requests[index] = new PathRequest(key.From, key.Target, key.Settings);
                _searches[index].Key = key;
                _searches[index].LastMember = None;
                _indices.Add(key, index);
                Count++;
            }
            Reserve(ref _members, MemberCount + 1);
            _members[MemberCount].Turn = new SearchRequest.Turn(request);
            _members[MemberCount].Before = _searches[index].LastMember;
            _searches[index].LastMember = MemberCount;
            MemberCount++;
        }

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
            _ticket.Begin(_grid.Id, ref _requests[0], Count, ref _defs[0], _settingsCount, 0);
            GC.KeepAlive(_grid);
            GC.KeepAlive(_settings);
            return IsUnderWay;
        }

        /// <summary>Gives the answers if they have come. Returns whether the round is over.</summary>
        internal bool TryEnd(double now)
        {
            if (!_ticket.TryEnd())
            {
                return false;
            }
            for (int i = 0; i < Count; i++)
            {
                Answer(i, _ticket[i], now);
            }
            return true;
        }

        /// <summary>Gives up the searches. The trackers ask again.</summary>
        internal void Cancel()
        {
            _ticket.Forget();
            for (int i = 0; i < Count; i++)
            {
                Fail(i, null);
            }
        }

        private void Answer(int index, PathReply reply, double now)
        {
            if (reply.Reason == PathReason.Cancelled)
            {
                // The threads were stopped, or all tickets destroyed. The trackers ask again.
                Fail(index, null);
            }
            else if (reply.Reason < PathReason.Found)
            {
                Fail(index, NativeErrors.Create((int)reply.Reason, "query", null));
            }
            else
            {
                LastPaths.Note(_grid.Id, _ticket.Cells, reply.First, reply.Length);
                Answer(index, _ticket.Cells, reply.First, reply.ToResult(_ticket.Revision), now);
            }
        }

        /// <summary>Makes the searches and gives the answers. Returns the number of expanded cells.</summary>
        internal long SearchHere(double now)
        {
            long expansions = 0;
            for (int i = 0; i < Count; i++)
            {
                expansions += SearchHere(i, now);
            }
            return expansions;
        }

        private long SearchHere(int index, double now)
        {
            Key key = _searches[index].Key;
            try
            {
                PathQuery query = _settings[key.Settings];
                PathResult result = _grid.FindPath(key.From, key.Target, query, CellBuffer.Path);
                Answer(index, CellBuffer.Path.Cells, 0, result, now);
                return result.Expansions;
            }
            catch (Exception failure)
            {
                Fail(index, failure);
                return 0;
            }
        }

        /// <summary>Gives an answer to each request that still waits for it.</summary>
        private void Answer(int index, GridCell[] cells, int first, PathResult result, double now)
        {
            SearchAnswer answer = default(SearchAnswer);
            answer.From = _searches[index].Key.From;
            answer.Target = _searches[index].Key.Target;
            answer.Result = result;
            answer.Cells = cells;
            answer.First = first;
            answer.Age = now - _since;
            for (int i = _searches[index].LastMember; i != None; i = _members[i].Before)
            {
                if (_members[i].IsWaiting)
                {
                    _members[i].Turn.Request.Answer(ref answer);
                }
            }
        }

        private void Fail(int index, Exception failure)
        {
            for (int i = _searches[index].LastMember; i != None; i = _members[i].Before)
            {
                if (_members[i].IsWaiting)
                {
                    _members[i].Turn.Request.Fail(failure);
                }
            }
        }

        /// <summary>The index of these settings in the round.</summary>
        private int FindSettings(ref PathQuery query)
        {
            for (int i = 0; i < _settingsCount; i++)
            {
                if (_settings[i].HasSameSettings(ref query))
                {
                    return i;
                }
            }
            Reserve(ref _settings, _settingsCount + 1);
            _settings[_settingsCount] = query;
            return _settingsCount++;
        }

        private static void Reserve<T>(ref T[] array, int count)
        {
            if (count > array.Length)
            {
                Array.Resize(ref array, Math.Max(count, 2 * array.Length));
            }
        }

        private struct Search
        {
            internal Key Key;

            /// <summary>Index of the member that came last; the others follow by <see cref="Member.Before"/>.</summary>
            internal int LastMember;
        }

        private struct Member
        {
            internal SearchRequest.Turn Turn;

            /// <summary>Index of the member before it that waits for the same search.</summary>
            internal int Before;

            internal bool IsWaiting => !Turn.IsOver && Turn.Request.IsUnderWay;
        }

        /// <summary>Two searches with equal keys are the same search.</summary>
        private struct Key : IEquatable<Key>
        {
            internal readonly GridCell From;
            internal readonly GridCell Target;
            internal readonly int Settings;

            internal Key(GridCell from, GridCell target, int settings)
            {
                From = from;
                Target = target;
                Settings = settings;
            }

            public bool Equals(Key other)
                => From.Equals(other.From) && Target.Equals(other.Target) && Settings == other.Settings;

            public override bool Equals(object obj) => obj is Key other && Equals(other);

            public override int GetHashCode()
                => unchecked((From.GetHashCode() * 397) ^ (Target.GetHashCode() * 31) ^ Settings);
        }
    }
}
