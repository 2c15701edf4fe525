using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;

namespace UnityEngine.Standin
{
    /// <summary>
    /// The player loop by frames: Start of new behaviours, physics steps, Update, coroutines, LateUpdate, and then what
    /// scripts have destroyed.
    /// </summary>
    public static class Frames
    {
        private static readonly List<MonoBehaviour> Behaviours = new List<MonoBehaviour>();
        private static readonly List<MonoBehaviour> NotStarted = new List<MonoBehaviour>();
        private static readonly List<Coroutine> Coroutines = new List<Coroutine>();

        /// <summary>Objects that a physics step moves.</summary>
        internal static readonly List<IStepped> Bodies = new List<IStepped>();

        /// <summary>Objects that scripts destroy during a frame go at its end, in the order of the calls.</summary>
        internal static readonly List<Object> ToDestroy = new List<Object>();

        /// <summary>Whether a frame runs.</summary>
        internal static bool IsRunning { get; private set; }

        /// <summary>The messages that a behaviour gets often, found once: a frame allocates nothing.</summary>
        private static readonly string[] OftenNames = { "Update", "FixedUpdate", "LateUpdate" };
        private static readonly List<MonoBehaviour> Sending = new List<MonoBehaviour>();

        /// <summary>The methods of types by message. Unity also looks for them once a type.</summary>
        private static readonly Dictionary<Type, Dictionary<string, MethodInfo>> Methods =
            new Dictionary<Type, Dictionary<string, MethodInfo>>();
        private static bool s_hasChanged;
        private static double s_physicsTime;

        /// <summary>Number of the scene: behaviours of an earlier one are asleep.</summary>
        private static int s_scene = 1;

        /// <summary>Seconds of game time since <see cref="Reset"/>.</summary>
        public static double Time { get; private set; }

        /// <summary>Starts over with an empty scene at time 0.</summary>
        public static void Reset()
        {
            Behaviours.Clear();
            s_hasChanged = true;
            NotStarted.Clear();
            s_scene++;
            Coroutines.Clear();
            Bodies.Clear();
            ToDestroy.Clear();
            Time = 0.0;
            s_physicsTime = 0.0;
        }

        public static void Advance(double seconds)
        {
            Time += seconds;
            UnityEngine.Time.frameCount++;
            Keys.BeginFrame();
            UnityEngine.Time.deltaTime = (float)seconds;
            Clicks.BeginFrame();
            IsRunning = true;
            try
            {
                Run();
            }
            finally
            {
                IsRunning = false;
            }
            DestroyLeft();
        }

        private static void Run()
        {
            if (NotStarted.Count > 0)
            {
                StartNew();
            }
            StepPhysics();
            SendOften(0);
            if (Coroutines.Count > 0)
            {
                ResumeCoroutines();
            }
            SendOften(2);
        }

        private static void DestroyLeft()
        {
            for (int i = 0; i < ToDestroy.Count; i++)
            {
                Object.DestroyNow(ToDestroy[i]);
            }
            ToDestroy.Clear();
        }

        /// <summary>Lets every behaviour draw its gizmos, as the Scene view does.</summary>
        public static void DrawGizmos() => SendToAll("OnDrawGizmos");

        /// <summary>Lets every behaviour draw its GUI, as the Game view does for each event.</summary>
        public static void DrawGui(EventType type)
        {
            DrawnGui.Begin(type);
            SendToEnabled("OnGUI");
        }

        internal static void Add(MonoBehaviour behaviour)
        {
            Behaviours.Add(behaviour);
            s_hasChanged = true;
            NotStarted.Add(behaviour);
            behaviour.Often = FindOften(behaviour);
            Send(behaviour, "Awake");
            if (behaviour.enabled)
            {
                Send(behaviour, "OnEnable");
            }
            behaviour.AwakeIn = s_scene;
        }

        /// <summary>
        /// Tells a behaviour that it was switched on or off. During Awake it is not told: OnEnable follows if it is on.
        /// </summary>
        internal static void TellEnabled(Behaviour behaviour)
        {
            MonoBehaviour awake = behaviour as MonoBehaviour;
            if (awake != null && awake.AwakeIn == s_scene)
            {
                Send(awake, behaviour.enabled ? "OnEnable" : "OnDisable");
            }
        }

        /// <summary>Its object leaves: it gets no further messages but OnDestroy.</summary>
        internal static void SwitchOff(MonoBehaviour behaviour)
        {
            Behaviours.Remove(behaviour);
            s_hasChanged = true;
            NotStarted.Remove(behaviour);
            Coroutines.ForEach(coroutine => coroutine.StopIfOf(behaviour));
            behaviour.AwakeIn = 0;
            if (behaviour.enabled)
            {
                Send(behaviour, "OnDisable");
            }
        }

        internal static void Remove(MonoBehaviour behaviour) => Send(behaviour, "OnDestroy");

        internal static Coroutine Start(MonoBehaviour owner, IEnumerator routine)
        {
            Coroutine coroutine = new Coroutine(owner, routine);
            coroutine.Resume(Time);
            Coroutines.Add(coroutine);
            return coroutine;
        }

        private static void StartNew()
        {
            List<MonoBehaviour> started = NotStarted.FindAll(waiting => waiting.enabled);
            NotStarted.RemoveAll(waiting => waiting.enabled);
            foreach (MonoBehaviour behaviour in started)
            {
                if (behaviour != null)
                {
                    Send(behaviour, "Start");
                }
            }
        }

        private static void ResumeCoroutines()
        {
            foreach (Coroutine coroutine in Coroutines.ToArray())
            {
                coroutine.Resume(Time);
            }
            Coroutines.RemoveAll(coroutine => coroutine.IsDone);
        }

        /// <summary>Runs the physics steps that have come due.</summary>
        private static void StepPhysics()
        {
            while (s_physicsTime + UnityEngine.Time.fixedDeltaTime <= Time)
            {
                s_physicsTime += UnityEngine.Time.fixedDeltaTime;
                SendOften(1);
                for (int i = 0; i < Bodies.Count; i++)
                {
                    Bodies[i].Step();
                }
            }
        }

        private static void SendOften(int message)
        {
            if (s_hasChanged)
            {
                s_hasChanged = false;
                Sending.Clear();
                for (int i = 0; i < Behaviours.Count; i++)
                {
                    // AddRange would allocate.
                    Sending.Add(Behaviours[i]);
                }
            }
            for (int i = 0; i < Sending.Count; i++)
            {
                MonoBehaviour behaviour = Sending[i];
                Action call = behaviour.Often[message];
                if (call != null && behaviour.AwakeIn == s_scene && behaviour.enabled)
                {
                    call();
                }
            }
        }

        private static Action[] FindOften(MonoBehaviour behaviour)
            => Array.ConvertAll(OftenNames, name => FindMessage(behaviour, name));

        private static Action FindMessage(MonoBehaviour behaviour, string message)
        {
            MethodInfo method = FindMethod(behaviour, message);
            return method == null ? null : (Action)Delegate.CreateDelegate(typeof(Action), behaviour, method);
        }

        private static MethodInfo FindMethod(MonoBehaviour behaviour, string message)
        {
            if (!Methods.TryGetValue(behaviour.GetType(), out Dictionary<string, MethodInfo> methods))
            {
                methods = new Dictionary<string, MethodInfo>();
                Methods.Add(behaviour.GetType(), methods);
            }
            if (!methods.TryGetValue(message, out MethodInfo method))
            {
                method = FindMethod(behaviour.GetType(), message);
                methods.Add(message, method);
            }
            return method;
        }

        /// <summary>Finds private methods of base classes, too, as Unity does.</summary>
        private static MethodInfo FindMethod(Type own, string message)
        {
            const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic
                | BindingFlags.DeclaredOnly;
            MethodInfo method = null;
            for (Type type = own; type != null && method == null; type = type.BaseType)
            {
                method = type.GetMethod(message, Own, null, Type.EmptyTypes, null);
            }
            return method;
        }

        private static void SendToEnabled(string message)
        {
            foreach (MonoBehaviour behaviour in Behaviours.ToArray())
            {
                if (behaviour != null && behaviour.enabled)
                {
                    Send(behaviour, message);
                }
            }
        }

        /// <summary>Unity draws gizmos of switched-off behaviours too.</summary>
        private static void SendToAll(string message)
        {
            foreach (MonoBehaviour behaviour in Behaviours.ToArray())
            {
                Send(behaviour, message);
            }
        }

        /// <summary>
        /// Calls a Unity message by reflection, because most are private. A Start that returns IEnumerator runs as a
        /// coroutine.
        /// </summary>
        private static void Send(MonoBehaviour behaviour, string message)
        {
            MethodInfo method = FindMethod(behaviour, message);
            if (method == null)
            {
                return;
            }
            if (method.ReturnType == typeof(IEnumerator))
            {
                IEnumerator routine = (IEnumerator)method.Invoke(behaviour, null);
                behaviour.StartCoroutine(routine);
                return;
            }
            ((Action)Delegate.CreateDelegate(typeof(Action), behaviour, method))();
        }
    }
}
