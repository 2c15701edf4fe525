using System;
using System.Collections.Generic;

namespace GridStar.Demo
{
    /// <summary>Compares engines that obey one rule on one map. The first engine is GridStar.</summary>
    internal sealed class Contest : IDisposable
    {
        private readonly OctileMap _map;
        private readonly ResultTable _table;
        private readonly StepRule _rule;
        private readonly List<Engine> _engines = new List<Engine>();

        public Contest(OctileMap map, ResultTable table, StepRule rule, double limitSeconds)
        {
            _map = map;
            _table = table;
            _rule = rule;
            // The mirrored classes run under their default rule.
            if (rule == StepRule.CornersCut)
            {
                _engines.Add(new MirrorEngine(map));
            }
            _engines.Add(new PathGridEngine(map, rule));
            _engines.Add(new HeapEngine(map, rule));
            _engines.Add(new TutorialEngine(map, rule, limitSeconds));
        }

        /// <summary>Number of checked answers.</summary>
        public int Answers { get; private set; }

        /// <summary>Runs all engines. A wrong answer ends the program.</summary>
        public List<Measurement> Run(PathEnds ends)
        {
            var rows = new List<Measurement>();
            _table.Group(_rule);
            foreach (Engine engine in _engines)
            {
                _table.Begin(engine);
                Measurement row = Measurement.Take(engine, ends);
                rows.Add(row);
                _table.End(row, rows[0]);
                PathCheck.Legal(_map, ends, engine, row.Answer, row.Path);
                PathCheck.Agree(ends, rows[0].Engine, rows[0].Answer, engine, row.Answer);
                Answers += row.Answer.Stopped ? 0 : 1;
            }
            if (!rows[0].Answer.Found)
            {
                _table.Remark("No path: the goal can't be reached from the start.");
            }
            return rows;
        }

        /// <summary>
        /// The cells that <see cref="PathGrid"/> expands for a path, in order. The given row is that of
        /// <see cref="PathGrid"/>.
        /// </summary>
        public List<GridCell> Trace(PathEnds ends, Measurement row)
        {
            List<GridCell> expanded = ((PathGridEngine)row.Engine).Trace();
            if (expanded.Count != row.Answer.Expansions)
            {
                throw new DemoException("WRONG: " + ends + ": TracePath expands " + expanded.Count
                    + " cells, FindPath " + row.Answer.Expansions);
            }
            return expanded;
        }

        public void Dispose()
        {
            foreach (Engine engine in _engines)
            {
                engine.Dispose();
            }
        }
    }
}
