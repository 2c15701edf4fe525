using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("GridStar.Tests")]
