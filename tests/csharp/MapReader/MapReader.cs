using System;
using System.Text;
using GridStar;

/// <summary>
/// Reads MovingAI maps and prints each one: "width height", then its cells row by row, four a hexadecimal digit. Needs
/// no native library.
/// </summary>
internal static class MapReader
{
    private static void Main(string[] files)
    {
        CellMap map = new CellMap();
        foreach (string file in files)
        {
            map.ReadMovingAIFile(file);
            Console.WriteLine(map.Width + " " + map.Height);
            Console.WriteLine(Digits(map));
        }
    }

    private static string Digits(CellMap map)
    {
        StringBuilder digits = new StringBuilder();
        for (int first = 0; first < map.Count; first += 4)
        {
            int digit = 0;
            for (int i = first; i < Math.Min(first + 4, map.Count); i++)
            {
                digit |= (int)map[i % map.Width, i / map.Width] << (i - first);
            }
            digits.Append(digit.ToString("x"));
        }
        return digits.ToString();
    }
}
