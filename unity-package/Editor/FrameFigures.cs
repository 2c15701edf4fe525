using System.Diagnostics;

namespace GridStar.Editor
{
    /// <summary>Work of GridStar a frame: in the last one that was seen, and in the busiest one.</summary>
    internal sealed class FrameFigures
    {
        private CallTotals _before;
        private int _frame = -1;

        /// <summary>Figures of the last frame; the mean of several frames if some were not seen.</summary>
        internal CallTotals Last { get; private set; }

        /// <summary>The largest of each figure since <see cref="Begin"/>.</summary>
        internal CallTotals Most { get; private set; }

        internal void Begin(int frame)
        {
            _before = CallWatch.Totals;
            _frame = frame;
            Last = Most = default(CallTotals);
        }

        /// <summary>Takes the figures of a frame. The same frame counts once.</summary>
        internal void Note(int frame)
        {
            int frames = frame - _frame;
            if (frames < 0)
            {
                // Play mode has begun anew.
                Begin(frame);
            }
            if (frames <= 0)
            {
                return;
            }
            CallTotals now = CallWatch.Totals;
            CallTotals sum = now.Since(_before);
            _before = now;
            _frame = frame;
            Last = new CallTotals
            {
                Searches = sum.Searches / frames,
                Expansions = sum.Expansions / frames,
                Edits = sum.Edits / frames,
                Derivations = sum.Derivations / frames,
                Ticks = sum.Ticks / frames,
                SearchTime = sum.SearchTime / frames,
                DerivingSearches = sum.DerivingSearches / frames,
                DerivingTime = sum.DerivingTime / frames,
            };
            Most = new CallTotals
            {
                Searches = System.Math.Max(Most.Searches, Last.Searches),
                Expansions = System.Math.Max(Most.Expansions, Last.Expansions),
                Edits = System.Math.Max(Most.Edits, Last.Edits),
                Derivations = System.Math.Max(Most.Derivations, Last.Derivations),
                Ticks = System.Math.Max(Most.Ticks, Last.Ticks),
                SearchTime = System.Math.Max(Most.SearchTime, Last.SearchTime),
                DerivingSearches = System.Math.Max(Most.DerivingSearches, Last.DerivingSearches),
                DerivingTime = System.Math.Max(Most.DerivingTime, Last.DerivingTime),
            };
        }

        internal static string TextOf(CallTotals frame)
            => frame.Searches + " searches (" + Milliseconds(frame.SearchTime) + "), " + frame.DerivingSearches
                + " of them derived something (" + Milliseconds(frame.DerivingTime) + "), " + frame.Expansions
                + " expansions, " + frame.Edits + " edits, " + frame.Derivations + " derivations, " + frame.Ticks
                + " ticks";

        /// <summary>A time in ticks of <see cref="Stopwatch"/>.</summary>
        internal static string Milliseconds(long time)
            => (time * 1000.0 / Stopwatch.Frequency).ToString(
                "0.000", System.Globalization.CultureInfo.InvariantCulture) + " ms";
    }
}
