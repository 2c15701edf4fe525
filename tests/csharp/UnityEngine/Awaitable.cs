#if UNITY_2023_1_OR_NEWER
using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace UnityEngine
{
    /// <summary>Unity's task without garbage; here it is a task.</summary>
    public class Awaitable<T>
    {
        private readonly Task<T> _task;

        internal Awaitable(Task<T> task)
        {
            _task = task;
        }

        public TaskAwaiter<T> GetAwaiter() => _task.GetAwaiter();
    }

    public class AwaitableCompletionSource<T>
    {
        private readonly TaskCompletionSource<T> _source = new TaskCompletionSource<T>();

        public Awaitable<T> Awaitable => new Awaitable<T>(_source.Task);

        public bool TrySetResult(in T value) => _source.TrySetResult(value);

        public bool TrySetCanceled() => _source.TrySetCanceled();

        public bool TrySetException(Exception exception) => _source.TrySetException(exception);
    }
}
#endif
