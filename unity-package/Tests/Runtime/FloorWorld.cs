using System;
using System.Collections.Generic;
using System.Text;

namespace GridStar.Tests
{
    /// <summary>Small random floors with links of all kinds, and plain answers about them. Steps go straight.</summary>
    internal sealed class FloorWorld : IDisposable
    {
        private readonly List<PathGrid> _grids = new List<PathGrid>();

        internal FloorWorld(Random random)
        {
            int count = random.Next(1, 5);
            double share = random.NextDouble() / 2.0;
            for (int floor = 0; floor < count; floor++)
            {
                PathGrid grid = new PathGrid(random.Next(1, 9), random.Next(1, 9));
                for (int i = 0; i < grid.Width * grid.Height; i++)
                {
                    bool isObstacle = random.NextDouble() < share;
                    grid.SetCell(i % grid.Width, i / grid.Width, isObstacle ? CellType.Obstacle : CellType.Walkable);
                }
                _grids.Add(grid);
            }
            Floors = new PathFloors(_grids.ToArray());
            for (int i = random.Next(8); i > 0; i--)
            {
                AddLink(random);
            }
        }

        internal PathFloors Floors { get; }

        internal IEnumerable<FloorCell> Cells
        {
            get
            {
                for (int floor = 0; floor < _grids.Count; floor++)
                {
                    for (int i = 0; i < _grids[floor].Width * _grids[floor].Height; i++)
                    {
                        yield return new FloorCell(floor, i % _grids[floor].Width, i / _grids[floor].Width);
                    }
                }
            }
        }

        public void Dispose()
        {
            Floors.Dispose();
            _grids.ForEach(grid => grid.Dispose());
        }

        internal FloorCell AnyCell(Random random)
        {
            int floor = random.Next(_grids.Count);
            return new FloorCell(floor, random.Next(_grids[floor].Width), random.Next(_grids[floor].Height));
        }

        /// <summary>Edits a cell, and adds, removes or changes a link.</summary>
        internal void Change(Random random)
        {
            FloorCell cell = AnyCell(random);
            bool isOpen = IsOpen(cell);
            _grids[cell.Floor].SetCell(cell.Cell, isOpen ? CellType.Obstacle : CellType.Walkable);
            int[] links = Floors.GetLinks();
            if (links.Length == 0 || random.Next(3) == 0)
            {
                AddLink(random);
                return;
            }
            int link = links[random.Next(links.Length)];
            switch (random.Next(3))
            {
                case 0:
                    Floors.RemoveLink(link);
                    break;
                case 1:
                    Floors.SetLinkClosed(link, !Floors.GetLink(link).Closed);
                    break;
                default:
                    Floors.SetLinkCost(link, random.Next(13) / 4.0);
                    break;
            }
        }

        /// <summary>Whether an open link, or a step if the link is 0, leads from a cell to another one.</summary>
        internal bool LeadsTo(FloorCell from, FloorCell to, int link)
        {
            if (link == 0)
            {
                int way = Math.Abs(from.Cell.X - to.Cell.X) + Math.Abs(from.Cell.Y - to.Cell.Y);
                return from.Floor == to.Floor && way == 1 && IsOpen(to);
            }
            FloorLink taken = Floors.GetLink(link);
            return Takes(taken, from, to);
        }

        /// <summary>The cost from each cell that has a path to the nearest of some goals.</summary>
        internal Dictionary<FloorCell, double> CostsTo(FloorCell[] goals)
        {
            Dictionary<FloorCell, double> costs = new Dictionary<FloorCell, double>();
            foreach (FloorCell goal in goals)
            {
                if (IsOpen(goal))
                {
                    costs[goal] = 0.0;
                }
            }
            List<FloorCell> cells = new List<FloorCell>(Cells);
            for (bool isNew = true; isNew;)
            {
                isNew = false;
                foreach (FloorCell from in cells)
                {
                    foreach (KeyValuePair<FloorCell, double> step in StepsFrom(from))
                    {
                        bool isBetter = costs.TryGetValue(step.Key, out double rest)
                            && (!costs.TryGetValue(from, out double known) || rest + step.Value < known - 1e-9);
                        if (isBetter)
                        {
                            costs[from] = rest + step.Value;
                            isNew = true;
                        }
                    }
                }
            }
            return costs;
        }

        public override string ToString()
        {
            StringBuilder text = new StringBuilder();
            for (int floor = 0; floor < _grids.Count; floor++)
            {
                text.Append("floor ").Append(floor).Append('\n');
                for (int y = _grids[floor].Height - 1; y >= 0; y--)
                {
                    for (int x = 0; x < _grids[floor].Width; x++)
                    {
                        text.Append(IsOpen(floor, x, y) ? '.' : '#');
                    }
                    text.Append('\n');
                }
            }
            foreach (int number in Floors.GetLinks())
            {
                FloorLink link = Floors.GetLink(number);
                text.Append(number).Append(": ").Append(link.From).Append(link.OneWay ? " > " : " - ");
                text.Append(link.To).Append(' ').Append(link.Cost).Append(link.Closed ? " closed\n" : "\n");
            }
            return text.ToString();
        }

        /// <summary>Cells after a cell and what they cost. An obstacle may be left but not entered.</summary>
        private IEnumerable<KeyValuePair<FloorCell, double>> StepsFrom(FloorCell from)
        {
            foreach (int number in Floors.GetLinks())
            {
                FloorLink link = Floors.GetLink(number);
                foreach (FloorCell to in new[] { link.From, link.To })
                {
                    if (Takes(link, from, to))
                    {
                        yield return new KeyValuePair<FloorCell, double>(to, link.Cost);
                    }
                }
            }
            for (int way = 0; way < 4; way++)
            {
                int x = from.Cell.X + (way == 0 ? 1 : way == 1 ? -1 : 0);
                int y = from.Cell.Y + (way == 2 ? 1 : way == 3 ? -1 : 0);
                FloorCell to = new FloorCell(from.Floor, x, y);
                if (_grids[from.Floor].Contains(to.Cell) && IsOpen(to))
                {
                    yield return new KeyValuePair<FloorCell, double>(to, 1.0);
                }
            }
        }

        private bool Takes(FloorLink link, FloorCell from, FloorCell to)
        {
            bool leads = (link.From == from && link.To == to) || (!link.OneWay && link.To == from && link.From == to);
            return leads && from != to && !link.Closed && IsOpen(from) && IsOpen(to);
        }

        private bool IsOpen(FloorCell cell) => IsOpen(cell.Floor, cell.Cell.X, cell.Cell.Y);

        private bool IsOpen(int floor, int x, int y) => _grids[floor].GetCell(x, y) == CellType.Walkable;

        private void AddLink(Random random)
        {
            FloorLink link = new FloorLink(AnyCell(random), AnyCell(random), random.Next(13) / 4.0);
            link.OneWay = random.Next(3) == 0;
            link.Closed = random.Next(5) == 0;
            Floors.AddLink(link);
        }
    }
}
