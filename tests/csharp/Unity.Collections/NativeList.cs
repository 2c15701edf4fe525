using System;
using UnityEngine.Standin;

// The shape of com.unity.collections 1.2 and 2.x. There, T must be unmanaged, which C# 7.2 can't say: a test looks at
// the elements that the package uses.
namespace Unity.Collections
{
    /// <summary>
    /// A growing list moves, as with Unity's checks, and an array of it from before must not be used any more.
    /// </summary>
    public struct NativeList<T> : IDisposable where T : struct
    {
        private ListContent<T> _content;

        public NativeList(AllocatorManager.AllocatorHandle allocator)
            : this(1, allocator)
        {
        }

        public NativeList(int initialCapacity, AllocatorManager.AllocatorHandle allocator)
        {
            NativeArrays.Check(allocator.Allocator);
            _content = new ListContent<T> { Memory = new NativeMemory<T>(initialCapacity) };
        }

        public bool IsCreated { get { return _content != null; } }

        public int Length
        {
            get => Content.Length;
            set => ResizeUninitialized(value);
        }

        public int Capacity { get { return Content.Memory.Values.Length; } }

        public T this[int index]
        {
            get => AsArray()[index];
            set => AsArray().Memory.Values[index] = value;
        }

        private ListContent<T> Content
        {
            get
            {
                if (_content == null)
                {
                    throw new InvalidOperationException("The NativeList has not been allocated.");
                }
                _content.Memory.RequireAlive();
                return _content;
            }
        }

        public void ResizeUninitialized(int length)
        {
            ListContent<T> content = Content;
            if (length > content.Memory.Values.Length)
            {
                NativeMemory<T> larger = new NativeMemory<T>(length);
                Array.Copy(content.Memory.Values, larger.Values, content.Length);
                content.Memory.Free();
                content.Memory = larger;
            }
            content.Length = length;
        }

        public NativeArray<T> AsArray() => new NativeArray<T>(Content.Memory, Content.Length);

        public void Dispose()
        {
            Content.Memory.Free();
            _content = null;
        }
    }

    internal sealed class ListContent<T> where T : struct
    {
        internal NativeMemory<T> Memory;
        internal int Length;
    }
}
