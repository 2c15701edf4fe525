using System;
using GridStar;

/// <summary>
/// Prints the message for a missing or unfitting native library. The first and a later call must give the same message.
/// </summary>
internal static class LibraryErrors
{
    private static int Main()
    {
        string first = MessageOf(() => new PathGrid(4, 4));
        string later = MessageOf(() => GridStarLibrary.LiveGridCount.ToString());
        string again = MessageOf(GridStarLibrary.EnsureLoaded);
        if (first != later || first != again)
        {
            Console.Error.WriteLine("The messages differ:\n" + first + "\n" + later + "\n" + again);
            return 1;
        }
        Console.WriteLine(first);
        // Finalizing grids whose constructor threw must not fail.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return 0;
    }

    private static string MessageOf(Action call)
    {
        try
        {
            call();
            return "no exception";
        }
        catch (GridStarException exception)
        {
            return exception.Message;
        }
    }
}
