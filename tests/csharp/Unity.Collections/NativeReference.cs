using System;
using UnityEngine.Standin;

// The shape of com.unity.collections 1.2 and 2.x. There, T must be unmanaged, which C# 7.2 can't say.
namespace Unity.Collections
{
    public struct NativeReference<T> : IDisposable where T : struct
    {
        private NativeMemory<T> _memory;

        public NativeReference(
            AllocatorManager.AllocatorHandle allocator, NativeArrayOptions options = NativeArrayOptions.ClearMemory)
        {
            NativeArrays.Check(allocator.Allocator);
            _memory = new NativeMemory<T>(1);
        }

        public bool IsCreated { get { return _memory != null; } }

        public T Value
        {
            get => Memory.Values[0];
            set => Memory.Values[0] = value;
        }

        private NativeMemory<T> Memory
        {
            get
            {
                if (_memory == null)
                {
                    throw new InvalidOperationException("The NativeReference has not been allocated.");
                }
                _memory.RequireAlive();
                return _memory;
            }
        }

        public void Dispose()
        {
            Memory.Free();
            _memory = null;
        }
    }
}
