using System;
using NUnit.Framework;
using UnityEngine;

namespace GridStar.Tests
{
    public class PathReservationsUnityExtensionsTests
    {
        [Test]
        public void Agents_have_world_positions()
        {
            PathGridSettings settings = new PathGridSettings { Width = 5, Height = 4, CellSize = 2f };
            using (PathGrid grid = new PathGrid(settings))
            using (PathReservations reservations = new PathReservations(grid, 4))
            {
                Vector3 goal = new Vector3(7f, 0f, 1f);
                PlannedAgent[] agents =
                {
                    reservations.AgentAt(new Vector3(1f, 0f, 1f), goal),
                    reservations.AgentAt(new Vector3(2f, 0f, 6f), new Vector3(8f, 0f, 6f), 2),
                    reservations.AgentAt(new Vector3(-1f, 0f, 1f), goal),
                };
                Assert.AreEqual(new GridCell(3, 0), agents[0].Goal);
                Assert.AreEqual(new GridCell(0, 2), agents[1].Start);
                PlanCell[] cells = new PlanCell[15];
                PlanResult[] results = new PlanResult[3];
                Assert.AreEqual(2, reservations.Plan(agents, 3, cells, results));
                Assert.AreEqual(PathReason.StartOutside, results[2].Reason);
                Assert.AreEqual(goal, reservations.GetCenter(cells[4]));
                Assert.AreEqual(new Vector3(8f, 0f, 6f), reservations.GetCenter(cells[9], 2));
                Assert.Throws<ArgumentNullException>(
                    () => PathReservationsUnityExtensions.GetCenter(null, cells[0]));
            }
        }
    }
}
