using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>Objects that scripts of this process have made and not disposed, for the Editor. Any thread.</summary>
    internal static class LiveObjects
    {
        internal static readonly LiveObjects<PathGrid> Grids = new LiveObjects<PathGrid>(grid => grid.IsDisposed);
        internal static readonly LiveObjects<PathField> Fields = new LiveObjects<PathField>(field => field.IsDisposed);
        internal static readonly LiveObjects<PathCrowd> Crowds = new LiveObjects<PathCrowd>(crowd => crowd.IsDisposed);
    }

    /// <summary>The living objects of a kind. It keeps none alive.</summary>
    internal sealed class LiveObjects<T>
        where T : class
    {
        private readonly List<WeakReference<T>> _objects = new List<WeakReference<T>>();
        private readonly Predicate<WeakReference<T>> _isGone;

        /// <summary>Number of objects at which those that are gone are looked for.</summary>
        private int _full = 64;

        internal LiveObjects(Predicate<T> isDisposed)
        {
            _isGone = reference => !reference.TryGetTarget(out T living) || isDisposed(living);
        }

        internal void Add(T made)
        {
            lock (_objects)
            {
                if (_objects.Count >= _full)
                {
                    _objects.RemoveAll(_isGone);
                    _full = Math.Max(64, 2 * _objects.Count);
                }
                _objects.Add(new WeakReference<T>(made));
            }
        }

        /// <summary>Replaces a list by the objects, in the order in which they were made.</summary>
        internal void CopyTo(List<T> objects)
        {
            objects.Clear();
            lock (_objects)
            {
                _objects.RemoveAll(_isGone);
                foreach (WeakReference<T> reference in _objects)
                {
                    if (reference.TryGetTarget(out T living))
                    {
                        objects.Add(living);
                    }
                }
            }
        }
    }
}
