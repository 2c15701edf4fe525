using System;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;

/// <summary>
/// Prints how the runtime lays out structs of GridStar.Core.dll, one a line: the name, the size, and the offset of each
/// field. A test compares them with the header.
/// </summary>
internal static class AbiDump
{
    private static int Main(string[] arguments)
    {
        Assembly core = Assembly.LoadFrom(arguments[0]);
        foreach (string name in arguments.Skip(1))
        {
            Type type = core.GetType("GridStar." + name, true);
            FieldInfo[] fields =
                type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);
            string[] offsets = fields.OrderBy(field => field.MetadataToken)
                .Select(field => Marshal.OffsetOf(type, field.Name).ToString()).ToArray();
            Console.WriteLine("{0} {1}: {2}", name, Marshal.SizeOf(type), string.Join(" ", offsets));
        }
        return 0;
    }
}
