using System;
using GridStar;

/// <summary>Prints status and message of the exception for an error inside the library.</summary>
internal static class PanicText
{
    private static int Main()
    {
        try
        {
            new PathGrid(4, 4);
            return 1;
        }
        catch (GridStarException exception)
        {
            Console.WriteLine(exception.Status);
            Console.WriteLine(exception.Message);
            return 0;
        }
    }
}
