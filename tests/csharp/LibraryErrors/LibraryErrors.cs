using System;
using GridStar;

/// <summary>
/// What a caller is told where the native library is missing or does not fit: prints the message of the first and of a later
/// call, which must not differ.
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
        // Grids that never came to be must not trouble the finalizer.
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
