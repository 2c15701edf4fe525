namespace UnityEngine
{
    public enum LogType
    {
        Error = 0,
        Assert = 1,
        Warning = 2,
        Log = 3,
        Exception = 4,
    }

    public class Debug
    {
        public static void Log(object message) => Application.Receive(message, LogType.Log);

        public static void LogWarning(object message, Object context) => LogWarning(message);

        public static void LogWarning(object message) => Application.Receive(message, LogType.Warning);

        public static void LogError(object message, Object context) => Application.Receive(message, LogType.Error);
    }

    public class Application
    {
        public delegate void LogCallback(string condition, string stackTrace, LogType type);

        /// <summary>True until a test says otherwise.</summary>
        public static bool isPlaying { get { return UnityEngine.Standin.PlayMode.IsPlaying; } }

        public static event LogCallback logMessageReceived;

        public static event System.Action quitting;

        /// <summary>Does what Unity does when the game quits.</summary>
        internal static void RaiseQuitting()
        {
            System.Action handler = quitting;
            if (handler != null)
            {
                handler();
            }
        }

        internal static void Receive(object message, LogType type)
        {
            LogCallback received = logMessageReceived;
            if (received != null)
            {
                received(message == null ? "Null" : message.ToString(), string.Empty, type);
            }
        }
    }
}
