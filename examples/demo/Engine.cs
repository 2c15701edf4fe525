using System;
using System.Collections.Generic;

namespace GridStar.Demo
{
    /// <summary>The outcome of a search.</summary>
    internal struct EngineAnswer
    {
        public bool Found;

        /// <summary>Whether the time limit ended the search before it had an answer.</summary>
        public bool Stopped;

        public double Cost;
        public int Expansions;
    }

    /// <summary>
    /// A search under one rule. <see cref="Run"/> is timed: it does only what a game would do to get the path.
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

        /// <summary>Whether paths cost no more than need be.</summary>
        public virtual bool IsOptimal
        {
            get { return true; }
        }

        /// <summary>Whether a search stops when it takes too long.</summary>
        public virtual bool HasLimit
        {
            get { return false; }
        }

        protected GridCell Start { get; private set; }

        protected GridCell Goal { get; private set; }

        /// <summary>Sets the ends for the next runs.</summary>
        public virtual void Aim(GridCell start, GridCell goal)
        {
            Start = start;
            Goal = goal;
        }

        public abstract void Run();

        /// <summary>
        /// The outcome of the last run. The list is cleared and filled with the path's cells, if there is a path.
        /// </summary>
        public abstract EngineAnswer Read(List<GridCell> path);

        public virtual void Dispose()
        {
        }
    }
}
