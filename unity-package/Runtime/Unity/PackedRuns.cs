using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Painted runs as one text: four numbers each, namely the rows since the run before, the column, the length and
    /// the value. A number takes 7 bits of each of its bytes, lowest first, and all bytes but its last have the highest
    /// bit. The bytes are written in Base64.
    /// </summary>
    internal static class PackedRuns
    {
        internal static string Write(List<PaintedRun> runs)
        {
            List<byte> bytes = new List<byte>(5 * runs.Count);
            int y = 0;
            foreach (PaintedRun run in runs)
            {
                Add(bytes, run.Y - y);
                Add(bytes, run.X);
                Add(bytes, run.Length);
                Add(bytes, run.Value);
                y = run.Y;
            }
            return Convert.ToBase64String(bytes.ToArray());
        }

        /// <summary>Adds the runs of a text to an empty list. False if the text is damaged; the list stays empty
        /// then.</summary>
        internal static bool TryRead(string text, List<PaintedRun> runs)
        {
            if (string.IsNullOrEmpty(text))
            {
                return true;
            }
            byte[] bytes;
            try
            {
                bytes = Convert.FromBase64String(text);
            }
            catch (FormatException)
            {
                return false;
            }
            int at = 0;
            PaintedRun before = default(PaintedRun);
            while (at < bytes.Length)
            {
                bool isWhole = TryTake(bytes, ref at, out int rows) & TryTake(bytes, ref at, out int x)
                    & TryTake(bytes, ref at, out int length) & TryTake(bytes, ref at, out int value);
                PaintedRun run = new PaintedRun { X = x, Y = before.Y + rows, Length = length, Value = (byte)value };
                if (!isWhole || value > byte.MaxValue || !IsInGrid(run) || (rows == 0 && x < before.End))
                {
                    runs.Clear();
                    return false;
                }
                runs.Add(run);
                before = run;
            }
            return true;
        }

        private static bool IsInGrid(PaintedRun run) => run.Length > 0 && run.Length <= PathGridSettings.MaxSide
            && run.X <= PathGridSettings.MaxSide - run.Length && run.Y < PathGridSettings.MaxSide;

        private static void Add(List<byte> bytes, int number)
        {
            for (; number > 127; number >>= 7)
            {
                bytes.Add((byte)(number | 128));
            }
            bytes.Add((byte)number);
        }

        /// <summary>Takes a number of at most three bytes, which is more than any of a grid.</summary>
        private static bool TryTake(byte[] bytes, ref int at, out int number)
        {
            number = 0;
            for (int i = 0; i < 3 && at < bytes.Length; i++)
            {
                byte next = bytes[at++];
                number |= (next & 127) << (7 * i);
                if (next < 128)
                {
                    return true;
                }
            }
            return false;
        }
    }
}
