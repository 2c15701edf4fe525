namespace GridStar
{
    /// <summary>
    /// Meaning of one code of a map's source: a cell type, or the start or goal on a walkable cell.
    /// </summary>
    internal struct CellMeaning
    {
        internal readonly CellType Type;
        internal readonly bool IsStart;
        internal readonly bool IsGoal;

        internal CellMeaning(CellType type)
        {
            Type = type;
            IsStart = false;
            IsGoal = false;
        }

        internal CellMeaning(CellMark mark)
        {
            Type = mark == CellMark.Obstacle ? CellType.Obstacle : CellType.Walkable;
            IsStart = mark == CellMark.Start;
            IsGoal = mark == CellMark.Goal;
        }

        internal bool IsSameAs(CellMeaning other)
            => Type == other.Type && IsStart == other.IsStart && IsGoal == other.IsGoal;

        public override string ToString() => IsStart ? "Start" : IsGoal ? "Goal" : Type.ToString();
    }
}
