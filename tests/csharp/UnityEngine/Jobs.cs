using System;
using System.Threading;

// The shapes of Unity 2021.3: UnityEngine.CoreModule.
namespace Unity.Jobs
{
    public interface IJob
    {
        void Execute();
    }

    public struct JobHandle
    {
        private readonly ThreadedJob _job;

        internal JobHandle(ThreadedJob job)
        {
            _job = job;
        }

        public bool IsCompleted { get { return _job == null || _job.HasEnded; } }

        public void Complete()
        {
            if (_job != null)
            {
                _job.Wait();
            }
        }
    }

    public static class IJobExtensions
    {
        public static JobHandle Schedule<T>(this T jobData, JobHandle dependsOn = new JobHandle())
            where T : struct, IJob
        {
            return new JobHandle(new ThreadedJob(() => jobData.Execute(), dependsOn));
        }

        public static void Run<T>(this T jobData) where T : struct, IJob
        {
            jobData.Execute();
        }
    }

    /// <summary>A job on a thread of its own. Unity has a pool of threads.</summary>
    internal sealed class ThreadedJob
    {
        private readonly Thread _thread;
        private Exception _failure;

        internal ThreadedJob(Action execute, JobHandle dependsOn)
        {
            _thread = new Thread(() => Run(execute, dependsOn));
            _thread.Start();
        }

        internal bool HasEnded { get { return !_thread.IsAlive; } }

        /// <summary>Passes on what the job threw, which Unity would only log.</summary>
        internal void Wait()
        {
            _thread.Join();
            if (_failure != null)
            {
                throw new InvalidOperationException("The job failed.", _failure);
            }
        }

        private void Run(Action execute, JobHandle dependsOn)
        {
            try
            {
                dependsOn.Complete();
                execute();
            }
            catch (Exception failure)
            {
                _failure = failure;
            }
        }
    }
}
