namespace GridStar.Demo
{
    /// <summary>Start and goal of a path to search.</summary>
    internal struct PathEnds
    {
        public readonly string Label;
        public readonly GridCell Start;
        public readonly GridCell Goal;

        public PathEnds(string label, GridCell start, GridCell goal)
        {
            Label = label;
            Start = start;
            Goal = goal;
        }

        public override string ToString()
        {
            return "Path " + Label + ": " + Start + " to " + Goal;
        }
    }
}
