using System.Threading.Tasks;

namespace GridStar
{
    /// <summary>A task and the answer that completes it. The default value has no task.</summary>
    internal struct AwaitedAnswer
    {
        private readonly TaskCompletionSource<PathAnswer> _task;
        private readonly PathReason _reason;
        private readonly PathAnswer _answer;

        internal AwaitedAnswer(TaskCompletionSource<PathAnswer> task, PathReason reason, PathAnswer answer)
        {
            _task = task;
            _reason = reason;
            _answer = answer;
        }

        /// <summary>Completes the task. Its continuation may make requests.</summary>
        internal void Complete()
        {
            if (_task == null)
            {
                return;
            }
            if (_reason == PathReason.Cancelled)
            {
                _task.TrySetCanceled();
            }
            else if (_reason < PathReason.Found)
            {
                _task.TrySetException(NativeErrors.Create((int)_reason, null, null));
            }
            else
            {
                _task.TrySetResult(_answer);
            }
        }
    }
}
