using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Decides which trackers share a field, by counts alone: where many requests have one target and the same
    /// settings, a field replaces their searches if it costs less.
    /// </summary>
    internal sealed class FieldShares
    {
        /// <summary>The most fields at a time.</summary>
        internal const int MostFields = 8;

        /// <summary>The most different settings for which targets are counted.</summary>
        private const int MostSettings = 16;

        /// <summary>Updates after which a field that saves nothing is freed, and after which a group for whose target
        /// no field had paths may have one again.</summary>
        private const int Patience = 120;

        private readonly PathGrid _grid;
        private readonly FieldSteps _steps = new FieldSteps();
        private readonly List<SharedField> _fields = new List<SharedField>(MostFields);

        /// <summary>Fields for <see cref="Free"/>, which another thread may call.</summary>
        private readonly SharedField[] _slots = new SharedField[MostFields];
        private readonly List<FieldGroup> _groups = new List<FieldGroup>(MostSettings);

        internal FieldShares(PathGrid grid)
        {
            _grid = grid;
        }

        /// <summary>Number of fields.</summary>
        internal int Count => _fields.Count;

        internal int Waiting
        {
            get
            {
                int sum = 0;
                for (int i = 0; i < _fields.Count; i++)
                {
                    sum += _fields[i].Waiting;
                }
                return sum;
            }
        }

        internal bool IsBuilding
        {
            get
            {
                bool isBuilding = false;
                for (int i = 0; i < _fields.Count; i++)
                {
                    isBuilding |= _fields[i].IsBuilding;
                }
                return isBuilding;
            }
        }

        /// <summary>
        /// Hands a request to the field of its target. Returns false if there is none; the request then counts for one.
        /// </summary>
        /// <param name="request">A request whose tracker has a reason to search.</param>
        /// <param name="counts">Whether the request counts: once a frame.</param>
        internal bool TryAdd(SearchRequest request, double now, bool counts)
        {
            SharedField field = request.Source as SharedField;
            FieldGroup group;
            if (field != null && field.IsAlive)
            {
                group = field.Group;
                field = field.Wanted == request.Target.Cell ? field : group.Find(_fields, request.Target.Cell);
            }
            else
            {
                PathQuery query = request.Query;
                group = FindGroup(ref query);
                if (group == null)
                {
                    return false;
                }
                field = group.Find(_fields, request.Target.Cell);
            }
            if (field == null && counts)
            {
                field = CountRequest(group, request);
            }
            else if (counts && !ReferenceEquals(field, request.Source))
            {
                // It relies on the field, whose answer has not come yet.
                field.NoteUse(request.From.Cell, request.Target.Cell);
            }
            // The goal of a field nearby will probably follow. If not, the request comes back.
            field = field ?? group.FindNear(_fields, request.Target.Cell);
            if (field == null || request.IsRefusedBy(field))
            {
                return false;
            }
            field.Add(request, now);
            return true;
        }

        /// <summary>Counts a request. If it is the one that makes the group's first field worth its cells, begins the
        /// field.</summary>
        private SharedField CountRequest(FieldGroup group, SearchRequest request)
        {
            int distance = SharedField.Distance(request.From.Cell, request.Target.Cell);
            int index = group.Tally.Add(request.Target.Cell, distance);
            bool mayBegin = index >= 0 && group.MayBegin && IsCheaper(group, index);
            if (!mayBegin)
            {
                return null;
            }
            group.MayBegin = false;
            return group.HasNone(_fields) ? Begin(group, request.Target.Cell) : null;
        }

        /// <summary>Begins, moves and frees fields by the counts of the last frame, and lets them be built.</summary>
        internal void Update(ulong revision, double now, bool inBackground, long visits)
        {
            for (int i = 0; i < _groups.Count; i++)
            {
                Decide(_groups[i]);
                _groups[i].EndFrame();
            }
            for (int i = _fields.Count - 1; i >= 0; i--)
            {
                SharedField field = _fields[i];
                field.EndFrame();
                visits = field.Build(revision, now, inBackground, visits);
                bool isUseless = field.Refusals > field.Answers && field.Refusals >= SharedField.LeastTrackers;
                if (isUseless)
                {
                    field.Group.Pause(Patience);
                }
                if (isUseless || !field.IsAlive || field.IdleUpdates > Patience)
                {
                    field.Drop();
                    _fields.RemoveAt(i);
                    KeepSlots();
                }
            }
        }

        /// <summary>Answers requests, at most a number of them. Returns the number of answers.</summary>
        internal int Answer(int most, ulong revision, double now)
        {
            int sum = 0;
            for (int i = 0; i < _fields.Count; i++)
            {
                sum += _fields[i].Answer(most - sum, revision, now);
            }
            return sum;
        }

        /// <summary>
        /// Frees the memory of all fields, from any thread, once their grid is disposed. The thread of the scheduler
        /// may change the list meanwhile; a field that is missed waits for <see cref="Clear"/> or the garbage
        /// collector.
        /// </summary>
        internal void Free()
        {
            foreach (SharedField field in _slots)
            {
                field?.Free();
            }
        }

        /// <summary>Frees all fields.</summary>
        internal void Clear()
        {
            foreach (SharedField field in _fields)
            {
                field.Drop();
            }
            _fields.Clear();
            _groups.Clear();
            KeepSlots();
        }

        private void KeepSlots()
        {
            for (int i = 0; i < _slots.Length; i++)
            {
                _slots[i] = i < _fields.Count ? _fields[i] : null;
            }
        }

        /// <summary>The group of a query's settings; null if a field can't answer for them.</summary>
        private FieldGroup FindGroup(ref PathQuery query)
        {
            bool isShareable = !query.Form.HasGaps() && query.Without == null && query.MaxCells == 0
                && query.MaxCost.Equals(0.0) && query.MaxExpansions == 0;
            if (!isShareable)
            {
                return null;
            }
            query.Form = PathForm.Cells;
            query.AllowPartial = false;
            query.LeaveBlocked = false;
            for (int i = 0; i < _groups.Count; i++)
            {
                if (_groups[i].Query.HasSameSettings(ref query))
                {
                    return _groups[i];
                }
            }
            if (_groups.Count == MostSettings)
            {
                // The one that asked longest ago makes room. Its fields live until nobody uses them.
                _groups.RemoveAt(LongestUnused());
            }
            _groups.Add(new FieldGroup(query));
            return _groups[_groups.Count - 1];
        }

        private int LongestUnused()
        {
            int found = 0;
            for (int i = 1; i < _groups.Count; i++)
            {
                found = _groups[i].UnusedUpdates > _groups[found].UnusedUpdates ? i : found;
            }
            return found;
        }

        private void Decide(FieldGroup group)
        {
            TargetTally tally = group.Tally;
            for (int i = 0; i < tally.Count; i++)
            {
                GridCell target = tally.TargetAt(i);
                if (!IsCheaper(group, i) || group.Find(_fields, target) != null)
                {
                    continue;
                }
                SharedField unused = FindUnused(group, target);
                if (unused == null)
                {
                    Begin(group, target);
                }
                else if (CanStand(group, target))
                {
                    unused.Wanted = target;
                }
            }
        }

        private bool IsCheaper(FieldGroup group, int index) => !group.IsPaused && SharedField.IsCheaper(
            group.Tally.RequestsAt(index), group.Tally.ReachAt(index), (long)_grid.Width * _grid.Height);

        /// <summary>Makes a field, if there may be one more and the target can be reached at all.</summary>
        private SharedField Begin(FieldGroup group, GridCell target)
        {
            if (_fields.Count == MostFields || !CanStand(group, target))
            {
                return null;
            }
            SharedField field = new SharedField(_grid, group, _steps) { Wanted = target };
            _fields.Add(field);
            KeepSlots();
            return field;
        }

        private bool CanStand(FieldGroup group, GridCell target)
            => _grid.TryFindNearest(target, 0, group.Query, out _);

        /// <summary>The field of a group that nobody uses any more and whose goal is nearest; null if there is none.
        /// </summary>
        private SharedField FindUnused(FieldGroup group, GridCell target)
        {
            SharedField found = null;
            for (int i = 0; i < _fields.Count; i++)
            {
                SharedField field = _fields[i];
                bool isFree = field.Group == group && !field.IsUsed;
                if (isFree && (found == null
                    || SharedField.Distance(field.Wanted, target) < SharedField.Distance(found.Wanted, target)))
                {
                    found = field;
                }
            }
            return found;
        }
    }
}
