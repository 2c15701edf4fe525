using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("GridStar.Burst.Tests")]
