using System.Collections;
using UnityEngine.Standin;

namespace UnityEngine
{
    public class MonoBehaviour : Behaviour
    {
        /// <summary>Number of the scene in which it woke up; 0 before, and once it is destroyed.</summary>
        internal int AwakeIn;

        /// <summary>The messages that it gets often; null where it has no such method.</summary>
        internal System.Action[] Often;

        /// <summary>Runs the routine to its first yield. Later frames continue it.</summary>
        public Coroutine StartCoroutine(IEnumerator routine) => Frames.Start(this, routine);

        public void StopCoroutine(Coroutine routine) => routine.Stop();
    }

    public class YieldInstruction
    {
    }

    public sealed class WaitForSeconds : YieldInstruction
    {
        internal readonly float Seconds;

        public WaitForSeconds(float seconds)
        {
            Seconds = seconds;
        }
    }

    public sealed class Coroutine : YieldInstruction
    {
        private readonly MonoBehaviour _owner;
        private readonly IEnumerator _routine;
        private double _resumeAt;
        private Coroutine _awaited;
        private CustomYieldInstruction _custom;

        internal Coroutine(MonoBehaviour owner, IEnumerator routine)
        {
            _owner = owner;
            _routine = routine;
        }

        internal bool IsDone { get; private set; }

        internal void Stop() => IsDone = true;

        /// <summary>A destroyed behaviour's coroutines end.</summary>
        internal void StopIfOf(MonoBehaviour owner) => IsDone |= ReferenceEquals(owner, _owner);

        /// <summary>Continues to the next yield, once the wait of the last one is over.</summary>
        internal void Resume(double now)
        {
            bool waiting = now < _resumeAt || (_awaited != null && !_awaited.IsDone);
            waiting |= _custom != null && _custom.MoveNext();
            if (waiting || IsDone)
            {
                return;
            }
            IsDone = !_routine.MoveNext();
            if (IsDone)
            {
                return;
            }
            WaitForSeconds wait = _routine.Current as WaitForSeconds;
            _resumeAt = wait == null ? now : now + wait.Seconds;
            _awaited = _routine.Current as Coroutine;
            _custom = _routine.Current as CustomYieldInstruction;
        }
    }
}
