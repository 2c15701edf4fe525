using System;
using System.Globalization;

namespace GridStar.Demo
{
    internal sealed class DemoOptions
    {
        public const string Usage =
            "usage: Demo --map FILE.map [--from X,Y --to X,Y] [--report FILE] [--terrain FILE] [--limit SECONDS]\n" +
            "       Demo --map FILE.map [--from X,Y --to X,Y] --steps FILE [--order ORDER] [--colors SCHEME]\n" +
            "       Demo --map FILE.map --crowd COUNT [--report FILE]";

        public string MapFile { get; private set; }

        /// <summary>Column and row of the start; null unless both ends were given.</summary>
        public GridCell? From { get; private set; }

        public GridCell? To { get; private set; }

        /// <summary>File for the data of the picture; null for none.</summary>
        public string ReportFile { get; private set; }

        /// <summary>File for the data of the picture of terrain; null for none.</summary>
        public string TerrainFile { get; private set; }

        /// <summary>Seconds after which a run of the tutorial search is stopped.</summary>
        public double LimitSeconds { get; private set; } = 5.0;

        /// <summary>File for the data of step-by-step pictures. Null finds and times paths instead.</summary>
        public string StepsFile { get; private set; }

        /// <summary>Number of followers; 0 finds and times paths instead.</summary>
        public int Crowd { get; private set; }

        /// <summary>The algorithms to show step by step.</summary>
        public SearchOrder[] Orders { get; private set; } =
            { SearchOrder.AStar, SearchOrder.Dijkstra, SearchOrder.GreedyBestFirst };

        public SearchColorScheme Colors { get; private set; }

        public static DemoOptions Parse(string[] arguments)
        {
            var options = new DemoOptions();
            for (int i = 0; i < arguments.Length; i += 2)
            {
                if (i + 1 == arguments.Length)
                {
                    throw new DemoException(arguments[i] + " is not known or lacks its value\n" + Usage);
                }
                options.Set(arguments[i], arguments[i + 1]);
            }
            if (options.MapFile == null)
            {
                throw new DemoException("--map is missing\n" + Usage);
            }
            if (options.From.HasValue != options.To.HasValue)
            {
                throw new DemoException("--from and --to go together: give both or neither");
            }
            return options;
        }

        private void Set(string name, string value)
        {
            switch (name)
            {
                case "--map":
                    MapFile = value;
                    break;
                case "--from":
                    From = ParseCell(name, value);
                    break;
                case "--to":
                    To = ParseCell(name, value);
                    break;
                case "--report":
                    ReportFile = value;
                    break;
                case "--terrain":
                    TerrainFile = value;
                    break;
                case "--limit":
                    LimitSeconds = ParseSeconds(value);
                    break;
                case "--steps":
                    StepsFile = value;
                    break;
                case "--crowd":
                    Crowd = ParseCount(name, value);
                    break;
                case "--order":
                    Orders = new[] { ParseName<SearchOrder>(name, value) };
                    break;
                case "--colors":
                    Colors = ParseName<SearchColorScheme>(name, value);
                    break;
                default:
                    throw new DemoException(name + " is not known\n" + Usage);
            }
        }

        private static GridCell ParseCell(string name, string value)
        {
            string[] parts = value.Split(',');
            int x, y;
            if (parts.Length == 2 && TryParse(parts[0], out x) && TryParse(parts[1], out y))
            {
                return new GridCell(x, y);
            }
            throw new DemoException(name + " takes a column and a row, such as 12,40, not \"" + value + "\"");
        }

        private static int ParseCount(string name, string value)
        {
            int count;
            if (TryParse(value, out count) && count >= 1 && count <= 10000)
            {
                return count;
            }
            throw new DemoException(name + " takes a number from 1 to 10000, not \"" + value + "\"");
        }

        private static bool TryParse(string text, out int number)
        {
            return int.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out number);
        }

        private static T ParseName<T>(string name, string value) where T : struct
        {
            T named;
            if (Enum.TryParse(value, out named) && Enum.IsDefined(typeof(T), named))
            {
                return named;
            }
            string names = string.Join(", ", Enum.GetNames(typeof(T)));
            throw new DemoException(name + " takes one of " + names + ", not \"" + value + "\"");
        }

        private static double ParseSeconds(string value)
        {
            double seconds;
            bool isNumber = double.TryParse(value, NumberStyles.Float, CultureInfo.InvariantCulture, out seconds);
            if (isNumber && seconds > 0 && seconds <= 3600)
            {
                return seconds;
            }
            throw new DemoException("--limit takes seconds above 0 and up to 3600, not \"" + value + "\"");
        }
    }
}
