using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("GridStar.Unity")]
[assembly: InternalsVisibleTo("GridStar.Editor")]
[assembly: InternalsVisibleTo("GridStar.Tests")]
