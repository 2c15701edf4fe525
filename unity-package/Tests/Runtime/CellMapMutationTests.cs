using System;
using System.Text;
using NUnit.Framework;

namespace GridStar.Tests
{
    /// <summary>Texts with random changes: each is read, or refused with a FormatException.</summary>
    public class CellMapMutationTests
    {
        private const int Rounds = 20000;

        private static readonly string[] MovingAI =
        {
            "type octile\nheight 2\nwidth 5\nmap\n.GS@.\nOTW..\n",
            "type octile\r\nheight 1\r\nwidth 1\r\nmap\r\n.\r\n",
            "width 3\n\nheight 3\ntype tile\nmap\n...\n.@.\n... \n\n",
        };

        private static readonly string[] Plain = { "S.#\n#.G\n", "\n\nS..\r\n###\r\n..G", "." };

        /// <summary>Texts that mutations put in: line ends, words of the header, numbers at the ends of
        /// ranges.</summary>
        private static readonly string[] Pieces =
        {
            "\n", "\r", "\r\n", " ", "\t", "\0", "\u2028", "\ud800", "map", "width", "height", "type", "-1", "0", "1",
            "16384", "16385", "2147483648", "99999999999999999999", "1e3", "\u0663", ".", "@", "S", "G", "#",
        };

        [Test]
        public void Mutated_MovingAI_maps_are_read_or_refused_and_nothing_else()
        {
            Mutate(MovingAI, (map, text) => map.ReadMovingAI(text));
        }

        [Test]
        public void Mutated_texts_are_read_or_refused_and_nothing_else()
        {
            Mutate(Plain, (map, text) => map.ReadText(text));
        }

        /// <summary>A short text can promise 268 million cells. Their memory must not be taken.</summary>
        [Test]
        public void A_header_that_promises_more_cells_than_the_text_has_takes_no_memory_for_them()
        {
            string text = "type octile\nheight 16384\nwidth 16384\nmap\n" + new string('.', 16384) + "\n";
            CellMap map = new CellMap();
            long before = GC.GetTotalMemory(true);
            FormatException mistake = Assert.Throws<FormatException>(() => map.ReadMovingAI(text));
            long taken = GC.GetTotalMemory(false) - before;
            Assert.AreEqual("The header says 16384 rows, and the text has 1.", mistake.Message);
            Assert.Less(taken, 16 * 1024 * 1024);
        }

        private static void Mutate(string[] texts, Action<CellMap, string> read)
        {
            Random random = new Random(16);
            int readable = 0;
            for (int round = 0; round < Rounds; round++)
            {
                string text = Mutated(texts[random.Next(texts.Length)], random);
                CellMap map = new CellMap().ReadText("S#\n.G");
                try
                {
                    read(map, text);
                    readable++;
                    Assert.AreEqual(map.Width * map.Height + map.Height, map.ToString().Length, Escaped(round, text));
                }
                catch (FormatException)
                {
                    Assert.AreEqual("S#\n.G\n", map.ToString(), Escaped(round, text));
                }
                catch (Exception other) when (!(other is AssertionException))
                {
                    Assert.Fail(Escaped(round, text) + ": " + other);
                }
            }
            Assert.Greater(readable, Rounds / 100, "hardly any text could be read");
            Assert.Less(readable, Rounds, "every text could be read");
        }

        private static string Mutated(string text, Random random)
        {
            StringBuilder mutated = new StringBuilder(text);
            for (int count = random.Next(1, 4); count > 0; count--)
            {
                int at = random.Next(mutated.Length + 1);
                int length = Math.Min(random.Next(4), mutated.Length - at);
                switch (random.Next(4))
                {
                    case 0:
                        mutated.Remove(at, length);
                        break;
                    case 1:
                        mutated.Insert(at, mutated.ToString(at, length));
                        break;
                    case 2:
                        mutated.Remove(at, length).Insert(at, Pieces[random.Next(Pieces.Length)]);
                        break;
                    default:
                        mutated.Insert(at, Pieces[random.Next(Pieces.Length)]);
                        break;
                }
            }
            return mutated.ToString();
        }

        private static string Escaped(int round, string text)
            => "round " + round + ": " + Uri.EscapeDataString(text.Replace('\ud800', '?'));
    }
}
