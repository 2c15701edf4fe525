using System.Collections.Generic;
using System.Threading.Tasks;

namespace GridStar
{
    /// <summary>A task and the answer that completes it. The default value has no task.</summary>
    internal struct AwaitedAnswer
    {
        private readonly TaskCompletionSource<PathAnswer> _task;
        private readonly PathResult _result;
        private readonly List<GridCell> _path;

        internal AwaitedAnswer(TaskCompletionSource<PathAnswer> task, PathResult result, List<GridCell> path)
        {
            _task = task;
            _result = result;
            _path = path;
        }

        /// <summary>Completes the task. Its continuation may make requests.</summary>
        internal void Complete()
        {
            if (_task == null)
            {
                return;
            }
            if (_result.Reason == PathReason.Cancelled)
            {
                _task.TrySetCanceled();
            }
            else if (_result.Reason < PathReason.Found)
            {
                _task.TrySetException(NativeErrors.Create((int)_result.Reason, null, null));
            }
            else
            {
                _task.TrySetResult(new PathAnswer(_result, _path));
            }
        }
    }
}
