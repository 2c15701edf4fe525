using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>The fields of this process that scripts have made and not disposed. It keeps none alive.</summary>
    internal static class LiveFields
    {
        private static readonly List<WeakReference<PathField>> s_fields = new List<WeakReference<PathField>>();
        private static int s_full = 64;

        internal static void Add(PathField field)
        {
            lock (s_fields)
            {
                if (s_fields.Count >= s_full)
                {
                    s_fields.RemoveAll(IsGone);
                    s_full = Math.Max(64, 2 * s_fields.Count);
                }
                s_fields.Add(new WeakReference<PathField>(field));
            }
        }

        /// <summary>The field of a grid that was made last; null without one.</summary>
        internal static PathField NewestOf(PathGrid grid)
        {
            lock (s_fields)
            {
                for (int i = s_fields.Count - 1; i >= 0; i--)
                {
                    if (s_fields[i].TryGetTarget(out PathField field) && ReferenceEquals(field.Grid, grid)
                        && !field.IsDisposed)
                    {
                        return field;
                    }
                }
            }
            return null;
        }

        private static bool IsGone(WeakReference<PathField> reference)
            => !reference.TryGetTarget(out PathField field) || field.IsDisposed;
    }
}
