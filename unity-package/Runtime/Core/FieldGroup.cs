using System.Collections.Generic;

namespace GridStar
{
    /// <summary>Requests with the same settings: only they can share a field.</summary>
    internal sealed class FieldGroup
    {
        /// <summary>A goal that is at most this far away is probably the same target, which walks.</summary>
        private const int Near = 2;

        private int _pausedUpdates;

        internal FieldGroup(PathQuery query)
        {
            Query = query;
        }

        /// <summary>The settings, as a field takes them.</summary>
        internal PathQuery Query { get; }

        internal TargetTally Tally { get; } = new TargetTally();

        /// <summary>Number of updates in a row without a request that a field could not answer.</summary>
        internal int UnusedUpdates { get; private set; }

        /// <summary>Whether no field has begun in this frame, nor was refused.</summary>
        internal bool MayBegin { get; set; } = true;

        internal bool IsPaused => _pausedUpdates > 0;

        internal void Pause(int updates) => _pausedUpdates = updates;

        /// <summary>The field to a target; null if there is none.</summary>
        internal SharedField Find(List<SharedField> fields, GridCell target)
        {
            for (int i = 0; i < fields.Count; i++)
            {
                if (fields[i].Wanted == target && IsOwn(fields[i]))
                {
                    return fields[i];
                }
            }
            return null;
        }

        /// <summary>A field to a goal near a target; null if there is none.</summary>
        internal SharedField FindNear(List<SharedField> fields, GridCell target)
        {
            for (int i = 0; i < fields.Count; i++)
            {
                if (SharedField.Distance(fields[i].Wanted, target) <= Near && IsOwn(fields[i]))
                {
                    return fields[i];
                }
            }
            return null;
        }

        internal bool HasNone(List<SharedField> fields)
        {
            for (int i = 0; i < fields.Count; i++)
            {
                if (IsOwn(fields[i]))
                {
                    return false;
                }
            }
            return true;
        }

        internal void EndFrame()
        {
            UnusedUpdates = Tally.Count > 0 ? 0 : UnusedUpdates + 1;
            _pausedUpdates = IsPaused ? _pausedUpdates - 1 : 0;
            MayBegin = true;
            Tally.Clear();
        }

        private bool IsOwn(SharedField field) => field.IsAlive && ReferenceEquals(field.Group, this);
    }
}
