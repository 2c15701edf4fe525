using System;
using System.Collections.Generic;

namespace GridStar.Demo
{
    /// <summary>What a search said.</summary>
    internal struct EngineAnswer
    {
        public bool Found;

        /// <summary>The time limit ended the search before it knew an answer.</summary>
        public bool Stopped;

        public double Cost;
        public int Expansions;
    }

    /// <summary>
    /// A way to search, under one rule. <see cref="Run"/> is what is timed: it does no more than a game would do to
    /// have the path in hand.
    /// </summary>
    internal abstract class Engine : IDisposable
    {
        protected Engine(string name, StepRule rule)
        {
            Name = name;
            Rule = rule;
        }

        public string Name { get; private set; }

        public StepRule Rule { get; private set; }

        /// <summary>Whether the native library does the work.</summary>
        public virtual bool IsGridStar
        {
            get { return false; }
        }

        /// <summary>Whether a search is stopped when it takes too long.</summary>
        public virtual bool HasLimit
        {
            get { return false; }
        }

        protected GridCell Start { get; private set; }

        protected GridCell Goal { get; private set; }

        /// <summary>Chooses the ends of the next runs.</summary>
        public virtual void Aim(GridCell start, GridCell goal)
        {
            Start = start;
            Goal = goal;
        }

        public abstract void Run();

        /// <summary>What the last run found; the list is cleared and holds the path's cells, or none.</summary>
        public abstract EngineAnswer Read(List<GridCell> path);

        public virtual void Dispose()
        {
        }
    }
}
