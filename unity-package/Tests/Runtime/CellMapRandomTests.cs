using NUnit.Framework;

namespace GridStar.Tests
{
    public class CellMapRandomTests
    {
        /// <summary>The first published numbers of SplitMix64 for the seed 1234567.</summary>
        [Test]
        public void The_generator_is_the_one_that_is_documented()
        {
            ulong state = 1234567;
            ulong[] expected =
            {
                6457827717110365317, 3203168211198807973, 9817491932198370423,
                4593380528125082431, 16408922859458223821,
            };
            foreach (ulong number in expected)
            {
                Assert.AreEqual(number, CellMap.SplitMix64(ref state));
            }
        }

        /// <summary>Games keep seeds, so these obstacles must never change.</summary>
        [Test]
        public void A_seed_gives_the_same_obstacles_in_every_version()
        {
            string[] rows = { ".##.#.#...#....#", "#.#..#..##......", "....##.#.##...##", "...##.#....##..#" };
            string drawn = string.Join("\n", rows) + "\n";
            Assert.AreEqual(drawn, new CellMap(16, 4).AddRandomObstacles(0.3, 42).ToString());
        }

        [Test]
        public void The_start_and_the_goal_are_never_obstacles_and_move_no_other_ones()
        {
            for (ulong seed = 0; seed < 50; seed++)
            {
                CellMap plain = new CellMap(5, 4).AddRandomObstacles(0.9, seed);
                CellMap map = new CellMap(5, 4) { Start = new GridCell(0, 0), Goal = new GridCell(4, 3) };
                map.AddRandomObstacles(0.9, seed);
                Assert.AreEqual(CellType.Walkable, map[0, 0], "seed " + seed);
                Assert.AreEqual(CellType.Walkable, map[4, 3], "seed " + seed);
                for (int i = 1; i < 19; i++)
                {
                    Assert.AreEqual(plain[i % 5, i / 5], map[i % 5, i / 5], "seed " + seed + ", cell " + i);
                }
            }
        }

        [TestCase(0.0, 0, 0)]
        [TestCase(1.0, 40000, 40000)]
        [TestCase(0.2, 7800, 8200)]
        [TestCase(0.5, 19700, 20300)]
        public void The_share_is_that_of_the_cells_that_become_obstacles(double share, int least, int most)
        {
            Assert.That(Obstacles(new CellMap(200, 200).AddRandomObstacles(share, 7)), Is.InRange(least, most));
        }

        [Test]
        public void Obstacles_that_are_there_stay()
        {
            CellMap map = new CellMap().ReadText("###\n...").AddRandomObstacles(0.0, 1);
            Assert.AreEqual("###\n...\n", map.ToString());
        }

        [TestCase(-0.01)]
        [TestCase(1.01)]
        [TestCase(double.NaN)]
        [TestCase(double.PositiveInfinity)]
        public void A_share_that_is_none_is_refused(double share)
        {
            CellMap map = new CellMap(2, 2);
            Refused.Argument("share", "between 0 and 1", () => map.AddRandomObstacles(share, 1));
            Assert.AreEqual(0, Obstacles(map));
        }

        private static int Obstacles(CellMap map)
        {
            int count = 0;
            for (int i = 0; i < map.Count; i++)
            {
                count += map[i % map.Width, i / map.Width] == CellType.Obstacle ? 1 : 0;
            }
            return count;
        }
    }
}
