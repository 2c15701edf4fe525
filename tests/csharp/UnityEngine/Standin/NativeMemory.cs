using System;
using System.Runtime.InteropServices;
using System.Threading;
using Unity.Collections;

namespace UnityEngine.Standin
{
    /// <summary>
    /// The memory of native containers: an array, which is pinned once someone asks for its address. Elements with
    /// bools can't be pinned; nobody asks for theirs.
    /// </summary>
    internal sealed class NativeMemory<T> where T : struct
    {
        internal readonly T[] Values;

        private GCHandle _pin;
        private bool _isFreed;

        internal NativeMemory(int length)
        {
            Values = new T[length];
            NativeArrays.Count(1);
        }

        internal unsafe void* Address
        {
            get
            {
                lock (Values)
                {
                    if (!_pin.IsAllocated)
                    {
                        _pin = GCHandle.Alloc(Values, GCHandleType.Pinned);
                    }
                    return (void*)_pin.AddrOfPinnedObject();
                }
            }
        }

        internal void RequireAlive()
        {
            if (_isFreed)
            {
                throw new ObjectDisposedException("The native container has been deallocated.");
            }
        }

        internal void Free()
        {
            RequireAlive();
            _isFreed = true;
            if (_pin.IsAllocated)
            {
                _pin.Free();
            }
            NativeArrays.Count(-1);
        }
    }

    /// <summary>Number of native containers that are not disposed yet.</summary>
    public static partial class NativeArrays
    {
        private static int s_alive;

        public static int Alive => s_alive;

        internal static void Count(int change) => Interlocked.Add(ref s_alive, change);

        internal static void Check(Allocator allocator)
        {
            if (allocator <= Allocator.None)
            {
                throw new ArgumentException("Allocator must be Temp, TempJob or Persistent", nameof(allocator));
            }
        }
    }
}
