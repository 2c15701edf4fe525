using System;

namespace GridStar
{
    /// <summary>Ends and settings of a search. Two searches with equal keys are the same search.</summary>
    internal struct SearchKey : IEquatable<SearchKey>
    {
        internal readonly FloorCell From;
        internal readonly FloorCell Target;

        /// <summary>Index of the settings among those of the round.</summary>
        internal readonly int Settings;

        internal SearchKey(FloorCell from, FloorCell target, int settings)
        {
            From = from;
            Target = target;
            Settings = settings;
        }

        public bool Equals(SearchKey other)
            => From.Equals(other.From) && Target.Equals(other.Target) && Settings == other.Settings;

        public override bool Equals(object obj) => obj is SearchKey other && Equals(other);

        public override int GetHashCode()
            => unchecked((From.GetHashCode() * 397) ^ (Target.GetHashCode() * 31) ^ Settings);
    }
}
