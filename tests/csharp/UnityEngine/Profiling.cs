using System;
using System.Collections.Generic;
using System.Diagnostics;
using UnityEngine.Standin;

namespace Unity.Profiling
{
    public struct ProfilerMarker
    {
        private readonly string _begins;
        private readonly string _ends;

        public ProfilerMarker(string name)
        {
            _begins = "+" + name;
            _ends = "-" + name;
        }

        [Conditional("ENABLE_PROFILER")]
        public void Begin() => Profiled.Note(_begins);

        [Conditional("ENABLE_PROFILER")]
        public void End() => Profiled.Note(_ends);
    }

    public struct ProfilerCategory
    {
        public static ProfilerCategory Scripts { get { return default(ProfilerCategory); } }
    }

    public enum ProfilerMarkerDataUnit : byte
    {
        Undefined = 0,
        TimeNanoseconds = 1,
        Bytes = 2,
        Count = 3,
        Percent = 4,
        FrequencyHz = 5,
    }
}

namespace UnityEngine.Standin
{
    /// <summary>Records of the Profiler since the last <see cref="Clear"/>.</summary>
    public static class Profiled
    {
        /// <summary>Whether markers are noted.</summary>
        public static bool IsRecording;

        private static readonly List<string> Noted = new List<string>();

        /// <summary>The last sample of each counter.</summary>
        public static readonly Dictionary<string, long> Counters = new Dictionary<string, long>();

        /// <summary>Beginnings (+) and ends (-) of markers, in their order.</summary>
        public static string[] Markers
        {
            get
            {
                lock (Noted)
                {
                    return Noted.ToArray();
                }
            }
        }

        public static void Clear()
        {
            lock (Noted)
            {
                Noted.Clear();
            }
            Counters.Clear();
        }

        public static void Note(string marker)
        {
            if (IsRecording)
            {
                lock (Noted)
                {
                    Noted.Add(marker);
                }
            }
        }
    }
}
