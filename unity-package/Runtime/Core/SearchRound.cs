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

        private readonly TrackedWorld _world;
        private readonly Dictionary<SearchKey, int> _indices = new Dictionary<SearchKey, int>();
        private SearchKey[] _searches = new SearchKey[FirstSearches];

        /// <summary>For each search, the index of the member that came last; the others follow by
        /// <see cref="Member.Before"/>.</summary>
        private int[] _lastMembers = new int[FirstSearches];
        private Member[] _members = new Member[FirstMembers];
        private readonly SearchTicket _ticket = new SearchTicket(FirstSearches, FirstCells);
        private PathQuery[] _settings = new PathQuery[4];
        private GridstarQueryDef[] _defs = new GridstarQueryDef[4];
        private int _settingsCount;
        private double _since;

        /// <summary>The floors when the searches began; not used on a grid.</summary>
        private readonly WorldState _state = new WorldState();

        internal SearchRound(TrackedWorld world)
        {
            _world = world;
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
            SearchKey key = new SearchKey(request.From, request.Target, FindSettings(ref query));
            if (!_indices.TryGetValue(key, out int index))
            {
                index = Count;
                Reserve(ref _searches, Count + 1);
                Reserve(ref _lastMembers, Count + 1);
                _searches[index] = key;
                _lastMembers[index] = None;
                _indices.Add(key, index);
                Count++;
            }
            Reserve(ref _members, MemberCount + 1);
            _members[MemberCount].Turn = new SearchRequest.Turn(request);
            _members[MemberCount].Before = _lastMembers[index];
            _lastMembers[index] = MemberCount;
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
            NoteState();
            _world.Begin(_ticket, _searches, Count, _defs, _settingsCount);
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
                SearchAnswer answer = default(SearchAnswer);
                int status = _world.Read(_ticket, i, ref answer);
                if (status == (int)PathReason.Cancelled)
                {
                    // The threads were stopped, or all tickets destroyed. The trackers ask again.
                    Fail(i, null);
                }
                else if (status < 0)
                {
                    Fail(i, NativeErrors.Create(status, "query", null));
                }
                else
                {
                    Answer(i, ref answer, now);
                }
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
            SearchKey key = _searches[index];
            try
            {
                SearchAnswer answer = default(SearchAnswer);
                NoteState();
                _world.Search(key.From, key.Target, _settings[key.Settings], CellBuffer.Path, ref answer);
                Answer(index, ref answer, now);
                return answer.Result.Expansions;
            }
            catch (Exception failure)
            {
                Fail(index, failure);
                return 0;
            }
        }

        private void NoteState()
        {
            if (_world.Grid == null)
            {
                _state.Note(_world);
            }
        }

        /// <summary>Gives an answer to each request that still waits for it.</summary>
        private void Answer(int index, ref SearchAnswer answer, double now)
        {
            answer.From = _searches[index].From;
            answer.Target = _searches[index].Target;
            answer.State = _state;
            answer.Age = now - _since;
            for (int i = _lastMembers[index]; i != None; i = _members[i].Before)
            {
                if (_members[i].IsWaiting)
                {
                    _members[i].Turn.Request.Answer(ref answer);
                }
            }
        }

        private void Fail(int index, Exception failure)
        {
            for (int i = _lastMembers[index]; i != None; i = _members[i].Before)
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

        private struct Member
        {
            internal SearchRequest.Turn Turn;

            /// <summary>Index of the member before it that waits for the same search.</summary>
            internal int Before;

            internal bool IsWaiting => !Turn.IsOver && Turn.Request.IsUnderWay;
        }
    }
}
