using System;
using System.Threading;

namespace UnityEngine.Standin
{
    /// <summary>
    /// Refuses calls where Unity refuses them: off the main thread, and in constructors and field initializers of a
    /// MonoBehaviour. The first thread to use the stand-in is the main thread.
    /// </summary>
    public static class MainThread
    {
        private static readonly Thread Main = Thread.CurrentThread;
        private static bool _constructing;

        internal static void Require(string call)
        {
            if (Thread.CurrentThread != Main)
            {
                throw new UnityException(call + " can only be called from the main thread.");
            }
            if (_constructing)
            {
                throw new UnityException(call + " is not allowed to be called from a MonoBehaviour constructor " +
                    "(or instance field initializer), call it in Awake or Start instead.");
            }
        }

        internal static IDisposable ForbidUnityCalls()
        {
            _constructing = true;
            return new Permission();
        }

        private sealed class Permission : IDisposable
        {
            public void Dispose() => _constructing = false;
        }
    }
}
