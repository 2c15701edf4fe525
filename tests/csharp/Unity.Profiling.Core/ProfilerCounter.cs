using System;
using UnityEngine.Standin;

namespace Unity.Profiling
{
    /// <summary>Unity's has the constraint unmanaged, which C# 7.2 can use and not declare.</summary>
    public struct ProfilerCounter<T> where T : struct
    {
        private readonly string _name;

        public ProfilerCounter(ProfilerCategory category, string name, ProfilerMarkerDataUnit dataUnit)
        {
            _name = name;
        }

        public void Sample(T value) => Profiled.Counters[_name] = Convert.ToInt64(value);
    }
}
