using System;
using System.Runtime.CompilerServices;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using UnityEngine.Standin;

[assembly: InternalsVisibleTo("Unity.Collections")]

// The shapes of Unity 2021.3: UnityEngine.CoreModule.
namespace Unity.Collections
{
    public enum Allocator
    {
        Invalid = 0,
        None = 1,
        Temp = 2,
        TempJob = 3,
        Persistent = 4,
    }

    public enum NativeArrayOptions
    {
        UninitializedMemory = 0,
        ClearMemory = 1,
    }

    [AttributeUsage(AttributeTargets.Field | AttributeTargets.Parameter | AttributeTargets.Property)]
    public sealed class ReadOnlyAttribute : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class WriteOnlyAttribute : Attribute
    {
    }

    /// <summary>Copies of an array that was disposed refuse to be used, as in the Editor.</summary>
    public struct NativeArray<T> : IDisposable where T : struct
    {
        private NativeMemory<T> _memory;
        private int _length;

        public NativeArray(
            int length, Allocator allocator, NativeArrayOptions options = NativeArrayOptions.ClearMemory)
        {
            NativeArrays.Check(allocator);
            _memory = new NativeMemory<T>(length);
            _length = length;
        }

        public NativeArray(T[] array, Allocator allocator)
            : this(array.Length, allocator)
        {
            CopyFrom(array);
        }

        internal NativeArray(NativeMemory<T> memory, int length)
        {
            _memory = memory;
            _length = length;
        }

        public int Length { get { return _length; } }

        public bool IsCreated { get { return _memory != null; } }

        internal NativeMemory<T> Memory
        {
            get
            {
                if (_memory == null)
                {
                    throw new InvalidOperationException("The NativeArray has not been allocated.");
                }
                _memory.RequireAlive();
                return _memory;
            }
        }

        public T this[int index]
        {
            get => Memory.Values[Checked(index)];
            set => Memory.Values[Checked(index)] = value;
        }

        public void CopyFrom(T[] array)
        {
            if (array.Length != _length)
            {
                throw new ArgumentException("source and destination length must be the same");
            }
            Array.Copy(array, Memory.Values, _length);
        }

        public T[] ToArray()
        {
            T[] array = new T[_length];
            Array.Copy(Memory.Values, array, _length);
            return array;
        }

        public void Dispose()
        {
            if (_memory == null)
            {
                throw new ObjectDisposedException("The NativeArray is already disposed.");
            }
            _memory.Free();
            _memory = null;
            _length = 0;
        }

        private int Checked(int index)
        {
            if (index < 0 || index >= _length)
            {
                throw new IndexOutOfRangeException("Index " + index + " is out of range of '" + _length + "' Length.");
            }
            return index;
        }
    }
}

namespace Unity.Collections.LowLevel.Unsafe
{
    public static class NativeArrayUnsafeUtility
    {
        public static unsafe void* GetUnsafePtr<T>(this NativeArray<T> nativeArray) where T : struct
        {
            return nativeArray.Memory.Address;
        }

        public static unsafe void* GetUnsafeReadOnlyPtr<T>(this NativeArray<T> nativeArray) where T : struct
        {
            return nativeArray.Memory.Address;
        }
    }
}
